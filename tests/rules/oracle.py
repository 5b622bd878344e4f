"""A second Hanabi, written to be obviously right and nothing else: slow, plain, and free of hanabi_lab.

Cards are pairs ``(suit, rank)``, rank from 1. A move is ``(kind, target, value)``: kind 0 plays and 1 discards the card
with that place in the deck, 2 hints a suit and 3 a rank to a seat. Everything that can be asked is worked out afresh
from the cards on the table, the list of hints given and the number of turns still to come.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Suit_rank = tuple[int, int]
Action = tuple[int, int, int]


@dataclass(frozen=True)
class House:
    """The rules a table plays by."""

    players: int
    hand_size: int
    suits: int
    ranks: int
    copies: tuple[int, ...]  # of each rank
    start_tokens: int = 8
    max_tokens: int = 8
    strikes: int = 3
    keep_points: bool = False
    empty_hints: bool = False
    discard_at_max: bool = False
    end_when_stuck: bool = False
    last_round: bool = True
    starting_seat: int = 0
    bottom_play: bool = False
    all_or_nothing: bool = False

    def every_card(self) -> list[Suit_rank]:
        return [(suit, rank) for suit in range(self.suits) for rank in range(1, self.ranks + 1)]


@dataclass
class Table:
    """One game."""

    house: House
    cards: list[Suit_rank]  # the full deck, first card first
    stock: list[int] = field(default_factory=list)  # places in the deck still to draw, top first
    hands: list[list[int]] = field(default_factory=list)  # oldest card first
    played: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    hints: list[tuple[int, int, list[int], list[int]]] = field(default_factory=list)  # kind, value, shown, touched
    tokens: int = 0
    strikes: int = 0
    seat: int = 0
    turn: int = 0
    turns_to_come: list[int] | None = None  # the seats of the last round, once it has begun
    end: str = ""

    def __post_init__(self) -> None:
        house = self.house
        self.stock = list(range(len(self.cards)))
        self.hands = [[self.stock.pop(0) for _ in range(house.hand_size)] for _ in range(house.players)]
        self.tokens = house.start_tokens
        self.seat = house.starting_seat
        if not self.stock:
            self.begin_last_round(self.seat)

    # what there is to see

    def height(self, suit: int) -> int:
        return len([order for order in self.played if self.cards[order][0] == suit])

    def fits(self, order: int) -> bool:
        suit, rank = self.cards[order]
        return rank == self.height(suit) + 1

    def points(self) -> int:
        return len(self.played)

    def copies_not_gone(self, card: Suit_rank) -> int:
        return self.house.copies[card[1] - 1] - len([order for order in self.gone if self.cards[order] == card])

    def highest_possible(self, suit: int) -> int:
        rank = 0
        while rank < self.house.ranks and self.copies_not_gone((suit, rank + 1)) > 0:
            rank += 1
        return rank

    def reachable(self) -> int:
        return sum(self.highest_possible(suit) for suit in range(self.house.suits))

    def score(self) -> int:
        if self.end in ("", "normal") or (self.end == "strikeout" and self.house.keep_points):
            return self.points()
        return 0

    def playable(self) -> set[Suit_rank]:
        return {card for card in self.house.every_card() if card[1] == self.height(card[0]) + 1}

    def needed(self) -> set[Suit_rank]:
        every = self.house.every_card()
        return {(s, r) for s, r in every if self.height(s) < r <= self.highest_possible(s)}

    def critical(self) -> set[Suit_rank]:
        return {card for card in self.needed() if self.copies_not_gone(card) == 1}

    def possible(self, order: int) -> set[Suit_rank]:
        """What the hints given leave possible for a card, seen or unseen cards aside."""
        left = set(self.house.every_card())
        for kind, value, shown, touched in self.hints:
            if order in shown:
                left = {card for card in left if (card[kind - 2] == value) == (order in touched)}
        return left

    def touched_by(self, order: int) -> set[tuple[int, int]]:
        return {(kind, value) for kind, value, _, touched in self.hints if order in touched}

    # moves

    def matching(self, seat: int, kind: int, value: int) -> list[int]:
        return [order for order in self.hands[seat] if self.cards[order][kind - 2] == value]

    def legal(self) -> set[Action]:
        if self.end:
            return set()
        house, mine = self.house, self.hands[self.seat]
        moves = {(0, order, 0) for order in mine}
        if house.bottom_play and len(self.stock) == 1:
            moves.add((0, self.stock[0], 0))
        if self.tokens < house.max_tokens or house.discard_at_max:
            moves |= {(1, order, 0) for order in mine}
        if self.tokens > 0:
            for seat in range(house.players):
                if seat == self.seat:
                    continue
                hints = [(2, suit) for suit in range(house.suits)] + [(3, rank) for rank in range(1, house.ranks + 1)]
                moves |= {
                    (kind, seat, value)
                    for kind, value in hints
                    if house.empty_hints or self.matching(seat, kind, value)
                }
        return moves

    def make(self, move: Action) -> None:
        kind, target, value = move
        actor = self.seat
        if self.turns_to_come is not None:
            self.turns_to_come.pop(0)
        if kind in (2, 3):
            self.tokens -= 1
            self.hints.append((kind, value, list(self.hands[target]), self.matching(target, kind, value)))
        else:
            from_hand = target in self.hands[actor]
            (self.hands[actor] if from_hand else self.stock).remove(target)
            if kind == 1:
                self.gone.append(target)
                self.get_token()
            elif self.fits(target):
                self.played.append(target)
                if self.cards[target][1] == self.house.ranks:
                    self.get_token()
            else:
                self.gone.append(target)
                self.strikes += 1
            if from_hand and self.stock:
                self.hands[actor].append(self.stock.pop(0))
        self.turn += 1
        self.seat = (actor + 1) % self.house.players
        if not self.stock and self.turns_to_come is None:
            self.begin_last_round(self.seat)
        self.end = self.how_it_ends()

    def get_token(self) -> None:
        self.tokens = min(self.tokens + 1, self.house.max_tokens)

    def begin_last_round(self, first: int) -> None:
        n = self.house.players
        if self.house.last_round and not self.house.all_or_nothing:
            self.turns_to_come = [(first + i) % n for i in range(n)]

    def can_do_something(self, seat: int) -> bool:
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        return bool(self.hands[seat]) or (self.tokens > 0 and (self.house.empty_hints or any(others)))

    def something_can_be_played(self) -> bool:
        """Whether a card in the deck, or in the hand of a seat with a turn to come, fits now."""
        coming = range(self.house.players) if self.turns_to_come is None else self.turns_to_come
        return any(self.fits(order) for order in self.stock + [order for seat in coming for order in self.hands[seat]])

    def how_it_ends(self) -> str:
        house = self.house
        perfect = house.suits * house.ranks
        if self.strikes >= house.strikes:
            return "strikeout"
        if self.points() == perfect:
            return "normal"
        if house.all_or_nothing:
            if self.reachable() < perfect:
                return "all_or_nothing_fail"
            if not self.hands[self.seat] and self.tokens == 0:
                return "all_or_nothing_softlock"
            return ""
        if self.turns_to_come == []:
            return "normal"
        if house.end_when_stuck and not self.something_can_be_played():
            return "normal"
        if not self.stock and self.turns_to_come is None:  # playing on: seats that can do nothing are passed over
            for _ in range(house.players):
                if self.can_do_something(self.seat):
                    return ""
                self.seat = (self.seat + 1) % house.players
            return "normal"
        return ""


def perft(house: House, deck: list[Suit_rank], moves: list[Action], depth: int) -> int:
    """Count the ways to make ``depth`` more moves (fewer where the game is over), replaying each from the deal."""
    table = Table(house, deck)
    for move in moves:
        table.make(move)
    if depth == 0 or table.end:
        return 1
    return sum(perft(house, deck, [*moves, move], depth - 1) for move in sorted(table.legal()))
