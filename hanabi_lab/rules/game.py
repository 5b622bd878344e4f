"""Game: the handle people use for one game, with cards, hints and moves that print well."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from hanabi_lab.rules import engine
from hanabi_lab.rules.cards import Card, Event, Move
from hanabi_lab.rules.engine import COLOR_HINT, DISCARD, END_GAME, PLAY, RANK_HINT, VOTE_END
from hanabi_lab.rules.errors import HanabiError, IllegalMoveError
from hanabi_lab.rules.options import Rules
from hanabi_lab.rules.state import GameState, Setup
from hanabi_lab.rules.variant import Variant

__all__ = ["DEFAULT_NAMES", "END_NAMES", "Game"]

#: Names of seats that were given none.
DEFAULT_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
#: How a game ended, by hanab.live's number.
END_NAMES = {
    engine.IN_PROGRESS: "in_progress",
    engine.NORMAL: "normal",
    engine.STRIKEOUT: "strikeout",
    engine.TIMEOUT: "timeout",
    engine.TERMINATED: "terminated",
    engine.SPEEDRUN_FAIL: "speedrun_fail",
    engine.IDLE_TIMEOUT: "idle_timeout",
    engine.CHARACTER_SOFTLOCK: "character_softlock",
    engine.ALL_OR_NOTHING_FAIL: "all_or_nothing_fail",
    engine.ALL_OR_NOTHING_SOFTLOCK: "all_or_nothing_softlock",
    engine.VOTED: "terminated_by_vote",
}
_ENDS_BY_ACTION = {
    END_GAME: (engine.TIMEOUT, engine.TERMINATED, engine.IDLE_TIMEOUT),
    VOTE_END: (engine.VOTED,),
}


class Game:
    """One game of Hanabi, from the deal to where it stands now.

    Make one with ``Game.new``; make moves with ``play``, ``discard``, ``hint`` or ``apply``. Each returns an ``Event``
    that says what happened. ``game[turn]`` is the game as it was before the action with that index.

    Slots are numbered from 1, the newest card; ``game.hands[seat][slot - 1]`` is the card in a slot. Cards may be
    unknown (a game seen from one seat, or a game at a real table): such a card is shown as ``??``, a hint must then
    say which slots it touched, and a play or discard which card it was.

    Attributes
    ----------
    variant : Variant
    rules : Rules
    names : tuple of str
        One name per seat.
    setup : Setup
        The fixed facts, as the engine reads them.
    state : GameState
        The engine's own record of the position: raw numbers, read it but do not change it.
    history : tuple of Event
        What each action did.
    """

    __slots__ = ("_gone", "_snapshots", "history", "names", "rules", "setup", "state", "variant")

    def __init__(self, variant: Variant, rules: Rules, names: tuple[str, ...], deck: Sequence[int]) -> None:
        self.variant = variant
        self.rules = rules
        self.names = names
        self.setup = Setup.of(variant, rules, len(names))
        self.state = GameState()
        self.state.deck = [*deck, *([-1] * (len(self.state.deck) - len(deck)))]
        self.history: tuple[Event, ...] = ()
        self._gone: tuple[int, ...] = ()
        engine.deal(self.state, self.setup)
        self._snapshots: list[tuple[GameState, tuple[int, ...]]] = [(self.state.copy(), ())]

    @classmethod
    def new(
        cls,
        variant: Variant | str = "No Variant",
        *,
        players: int | None = None,
        seed: int | str | None = None,
        deck: Sequence[int | str] | None = None,
        rules: Rules | str = "standard",
        names: Sequence[str] | None = None,
    ) -> Game:
        """Deal a new game.

        Parameters
        ----------
        variant : Variant or str
            A variant or its hanab.live name.
        players : int, optional
            Number of seats, 2 to 6; 2 where neither this nor ``names`` is given.
        seed : int or str, optional
            A whole number shuffles with the engine's generator (stream 0); a hanab.live seed such as ``"p3v0s7"``
            gives that site's deck. With no seed the deal is different each time.
        deck : sequence of int or str, optional
            The deck instead, first card first: identities (-1 unknown) or labels (``"r1"``, ``"??"``).
        rules : Rules or str
            The rules or the name of a preset.
        names : sequence of str, optional
            Names of the seats.

        Examples
        --------
        >>> game = Game.new(players=3, seed=7)
        >>> len(game.hands[0]), game.deck_left, game.hint_tokens
        (5, 35, 8)
        """
        chosen = Variant.named(variant) if isinstance(variant, str) else variant
        seats = _seats(players, names)
        if deck is not None:
            if seed is not None:
                raise HanabiError("give a deck or a seed, not both")
            return cls(chosen, Rules.preset(rules), seats, _read_deck(deck, chosen))
        setup = Setup.of(chosen, Rules.preset(rules), len(seats))
        if isinstance(seed, str):
            from hanabi_lab.rules.seeds import deck_from_seed

            cards = deck_from_seed(seed, chosen)
        else:
            rng = [0] * 4
            engine.seed_rng(rng, random.SystemRandom().getrandbits(62) if seed is None else seed, 0)
            state = GameState()
            engine.shuffle(state, setup, rng)
            cards = state.deck[: chosen.deck_size]
        return cls(chosen, Rules.preset(rules), seats, cards)

    # ------------------------------------------------------------------ what can be seen

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.names)

    @property
    def turn(self) -> int:
        """Number of moves made (an end by the server or a vote is none)."""
        return self.state.turn

    @property
    def current_player(self) -> int:
        """Seat to act."""
        return self.state.player

    def card(self, order: int) -> Card:
        """Return the card with this place in the deck."""
        identity = self.state.deck[order]
        if identity < 0:
            return Card(-1, -1, "?", order)
        suit, rank = divmod(identity, self.variant.ranks)
        return Card(suit, rank + 1, self.variant.suits[suit].letter, order, identity)

    def identity_of(self, order: int) -> int:
        """Return the identity of the card with this place in the deck, -1 when it is unknown."""
        return self.state.deck[order]

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hand of each seat, newest card first."""
        state = self.state
        return tuple(
            tuple(self.card(state.hands[seat][i]) for i in range(state.hand_len[seat] - 1, -1, -1))
            for seat in range(self.players)
        )

    @property
    def fireworks(self) -> dict[str, int]:
        """Height of each firework, by the suit's letter."""
        return {suit.letter: self.state.fireworks[i] for i, suit in enumerate(self.variant.suits)}

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile (misplayed cards too), first card first."""
        return tuple(self.card(order) for order in self._gone)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards still in the deck, top first."""
        return tuple(self.card(order) for order in range(self.state.drawn, self.setup.deck_size))

    @property
    def deck_left(self) -> int:
        """Number of cards still in the deck."""
        return self.setup.deck_size - self.state.drawn

    @property
    def hint_tokens(self) -> int:
        """Hint tokens that can be spent."""
        return self.state.hint_tokens

    @property
    def strikes(self) -> int:
        """Misplays so far."""
        return self.state.strikes

    @property
    def points(self) -> int:
        """Cards on the fireworks."""
        return self.state.points

    @property
    def score(self) -> int:
        """The score: the points, but 0 after an end that is not normal (strikes: unless the rules keep points)."""
        return engine.score(self.state, self.setup)

    @property
    def max_score(self) -> int:
        """The most points that can still be reached, given the discard pile."""
        return self.state.reachable

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.end != engine.IN_PROGRESS

    @property
    def end(self) -> str:
        """How the game ended, ``"in_progress"`` while it goes on."""
        return END_NAMES[self.state.end]

    def hints_on(self, order: int) -> tuple[str, ...]:
        """Return the names of the hints that touched a card, such as ``('red', '3')``."""
        names = self.variant.hint_names
        return tuple(name for h, name in enumerate(names) if self.state.hinted[order] >> h & 1)

    def playable_mask(self) -> int:
        """Return the mask of identities that fit on a firework now."""
        return engine.playable_mask(self.state, self.setup)

    def trash_mask(self) -> int:
        """Return the mask of identities that can never be played any more."""
        return engine.trash_mask(self.state, self.setup)

    def critical_mask(self) -> int:
        """Return the mask of identities that are needed and of which one copy is left."""
        return engine.critical_mask(self.state, self.setup)

    # ------------------------------------------------------------------ moves

    def legal_moves(self) -> list[Move]:
        """Return every legal move."""
        room = [0] * engine.MAX_MOVES
        count = engine.legal_moves(self.state, self.setup, room)
        moves = (Move(code >> 12, code >> 6 & 63, code & 63) for code in room[:count])
        return [Move(m.type, m.target, m.value, self.describe(m)) for m in moves]

    def verify(self, move: Move) -> None:
        """Check a move.

        Raises
        ------
        IllegalMoveError
            When the rules do not allow it now; the message says why.
        """
        if not all(isinstance(x, int) for x in (move.type, move.target, move.value)):
            raise IllegalMoveError(f"a move is made of whole numbers: {move!r}")
        if move.type in _ENDS_BY_ACTION:
            if self.is_over:
                raise IllegalMoveError(f"the game is over ({self.end})")
            if move.value not in _ENDS_BY_ACTION[move.type]:
                raise IllegalMoveError(f"an action of type {move.type} ends a game with another number: {move!r}")
            return
        reason = engine.legality(self.state, self.setup, move.type, move.target, move.value)
        if reason != engine.LEGAL:
            raise IllegalMoveError(self._why_not(reason, move))

    def can(self, move: Move) -> bool:
        """Say whether a move is legal now."""
        try:
            self.verify(move)
        except IllegalMoveError:
            return False
        return True

    def apply(self, move: Move, *, touched: Sequence[int] | None = None, card: str | int | None = None) -> Event:
        """Make a move and return what it did.

        Parameters
        ----------
        move : Move
        touched : sequence of int, optional
            For a hint to a hand with unknown cards: the slots it touched.
        card : str or int, optional
            For a play or discard of an unknown card: what it turned out to be (label or identity).

        Raises
        ------
        IllegalMoveError
            When the move is not legal, or more must be said; the game is left as it was.
        """
        self.verify(move)
        if move.type in _ENDS_BY_ACTION:
            event = Event(len(self.history), move.target, move, None, None, None, (), None, self.describe(move))
            self.state.end = move.value
        elif move.type in (PLAY, DISCARD):
            event = self._put(move, card)
        else:
            event = self._hint(move, touched)
        self.history = (*self.history, event)
        self._snapshots.append((self.state.copy(), self._gone))
        return event

    def play(self, slot: int, *, card: str | int | None = None) -> Event:
        """Play the card in a slot of the acting hand (1 is the newest, 0 the bottom card of the deck)."""
        return self.apply(Move(PLAY, self._order(slot)), card=card)

    def discard(self, slot: int, *, card: str | int | None = None) -> Event:
        """Discard the card in a slot of the acting hand (1 is the newest)."""
        return self.apply(Move(DISCARD, self._order(slot)), card=card)

    def hint(self, to: int | str, what: int | str, *, touched: Sequence[int] | None = None) -> Event:
        """Give a hint.

        Parameters
        ----------
        to : int or str
            Seat or name of the receiver.
        what : int or str
            A rank, or a color by name or by the suit's letter.
        touched : sequence of int, optional
            The slots it touches, where the receiver's cards are unknown.
        """
        return self.apply(self.hint_move(to, what), touched=touched)

    def hint_move(self, to: int | str, what: int | str) -> Move:
        """Return the move of a hint, see ``hint``."""
        seat = self.seat(to)
        text = str(what).strip().lower()
        if text.isdigit():
            return Move(RANK_HINT, seat, int(text))
        for value, color in enumerate(self.variant.hint_colors):
            if text in (color.lower(), color[0].lower()):
                return Move(COLOR_HINT, seat, value)
        names = ", ".join(self.variant.hint_names)
        raise IllegalMoveError(f"{what!r} is no hint of {self.variant.name}; hints are {names}")

    def seat(self, who: int | str) -> int:
        """Return the seat of a name (or a seat's number, checked)."""
        if isinstance(who, str):
            if who not in self.names:
                raise IllegalMoveError(f"nobody here is called {who!r}; seats are {', '.join(self.names)}")
            return self.names.index(who)
        if not 0 <= who < self.players:
            raise IllegalMoveError(f"seats are 0 to {self.players - 1}, not {who}")
        return who

    def describe(self, move: Move) -> str:
        """Return a move in words, as it would be made now."""
        if move.type in _ENDS_BY_ACTION:
            who = self.names[move.target] if 0 <= move.target < self.players else "the server"
            how = {
                engine.TIMEOUT: "runs out of time",
                engine.TERMINATED: "ends the game",
                engine.IDLE_TIMEOUT: "ends the idle game",
            }
            return (
                "the table votes to end the game"
                if move.type == VOTE_END
                else f"{who} {how.get(move.value, 'ends the game')}"
            )
        actor = self.names[self.current_player]
        if move.type in (PLAY, DISCARD):
            verb = "plays" if move.type == PLAY else "discards"
            if not 0 <= move.target < self.setup.deck_size:
                return f"{actor} {verb} card {move.target}"
            return f"{actor} {verb} {self.card(move.target)} ({self._place(move.target)})"
        to = self.names[move.target] if 0 <= move.target < self.players else f"seat {move.target}"
        h = engine.hint_index(self.setup, move.type, move.value)
        return f"{actor} hints {to} {self.variant.hint_names[h] if h >= 0 else move.value}"

    def _order(self, slot: int) -> int:
        """Order of the card in a slot of the acting hand."""
        state = self.state
        held = state.hand_len[state.player]
        if slot == 0 and self.rules.bottom_play and self.deck_left == 1:
            return state.drawn
        if slot not in range(1, held + 1):
            raise IllegalMoveError(
                f"{self.names[state.player]} has slots 1 (the newest) to {held} (the oldest), not {slot!r}"
            )
        return state.hands[state.player][held - int(slot)]  # 1.0 is in the range too

    def _slot(self, order: int) -> int:
        """Slot of a card in the acting hand, 0 when it is not there."""
        place = engine.slot_index(self.state, self.state.player, order)
        return self.state.hand_len[self.state.player] - place if place >= 0 else 0

    def _place(self, order: int) -> str:
        slot = self._slot(order)
        return f"slot {slot}" if slot else f"order {order}"

    def _put(self, move: Move, card: str | int | None) -> Event:
        state, order, slot = self.state, move.target, self._slot(move.target)
        seat = state.player
        if card is not None:
            identity = self.variant.parse(card) if isinstance(card, str) else card
            if not 0 <= identity < self.variant.identities:
                raise IllegalMoveError(f"{card!r} is not a card of {self.variant.name}")
            if state.deck[order] not in (-1, identity):
                raise IllegalMoveError(
                    f"the card in slot {slot} is {self.card(order)}, not {self.variant.label(identity)}"
                )
            if not state.possible[order] >> identity & 1:
                raise IllegalMoveError(f"the hints given say that slot {slot} is not {self.variant.label(identity)}")
            if state.deck[order] < 0 and state.deck.count(identity) == self.variant.copies[identity]:
                raise IllegalMoveError(f"every copy of {self.variant.label(identity)} is already somewhere else")
            state.deck[order] = identity
        if state.deck[order] < 0:
            raise IllegalMoveError(f"slot {slot} is unknown: say which card it was, for example card='r1'")
        before, drawn = state.strikes, state.drawn
        shown = self.card(order)
        if move.type == PLAY:
            engine.play(state, self.setup, order)
        else:
            engine.discard(state, self.setup, order)
        success = state.strikes == before if move.type == PLAY else None
        if success is not True:
            self._gone = (*self._gone, order)
        place = f"slot {slot}" if slot else "bottom of the deck"
        verb = "discards" if success is None else "plays" if success else "misplays"
        text = f"{self.names[seat]} {verb} {shown} ({place})"
        if success is False:
            text += f": strike {state.strikes}"
        new = self.card(drawn) if state.drawn > drawn and slot else None
        return Event(len(self.history), seat, move, shown, slot, success, (), new, text)

    def _hint(self, move: Move, touched: Sequence[int] | None) -> Event:
        state, seat = self.state, move.target
        h = engine.hint_index(self.setup, move.type, move.value)
        hand = state.hands[seat][: state.hand_len[seat]]
        derived = [order for order in hand if state.deck[order] >= 0 and self.variant.touch[h] >> state.deck[order] & 1]
        unknown = [order for order in hand if state.deck[order] < 0]
        if touched is None:
            if unknown:
                raise IllegalMoveError(
                    f"{self.names[seat]} holds unknown cards: say which slots the hint touched, such as touched=[1, 3]"
                )
            orders = derived
        else:
            if any(not 1 <= slot <= len(hand) for slot in touched):
                raise IllegalMoveError(f"{self.names[seat]} has slots 1 to {len(hand)}, not {list(touched)}")
            orders = sorted(hand[len(hand) - slot] for slot in set(touched))
            wrong = [order for order in hand if order not in unknown and (order in orders) != (order in derived)]
            if wrong:
                cards = ", ".join(str(self.card(order)) for order in wrong)
                raise IllegalMoveError(f"the slots said to be touched do not fit the cards that are known: {cards}")
            if not orders and not self.rules.empty_hints:
                raise IllegalMoveError("the hint touches no card, and the rules of this game forbid that")
        giver, before = state.player, self.describe(move)
        engine.hint(state, self.setup, seat, h, sum(1 << order for order in orders))
        slots = ", ".join(str(len(hand) - hand.index(order)) for order in reversed(orders))
        where = f"slot{'s' if len(orders) > 1 else ''} {slots}" if orders else "no card"
        return Event(len(self.history), giver, move, None, None, None, tuple(orders), None, f"{before}: {where}")

    def _why_not(self, reason: int, move: Move) -> str:
        state = self.state
        actor = self.names[state.player]
        if reason == engine.GAME_OVER:
            return f"the game is over ({self.end}): no more moves"
        if reason == engine.UNKNOWN_TYPE:
            return f"there is no action type {move.type}: 0 play, 1 discard, 2 color hint, 3 rank hint, 4 and 5 end"
        if reason == engine.NOT_IN_HAND:
            orders = [state.hands[state.player][i] for i in range(state.hand_len[state.player])]
            return (
                f"card {move.target} is not in {actor}'s hand, which holds {orders} (places in the deck, oldest first)"
            )
        if reason == engine.TOKENS_FULL:
            return f"{actor} cannot discard: all {self.setup.max_tokens} hint tokens are there, nothing to take back"
        if reason == engine.NO_TOKEN:
            return f"{actor} cannot give a hint: no hint token is left"
        if reason == engine.NO_SUCH_SEAT:
            return f"there is no seat {move.target}: seats are 0 to {self.players - 1}"
        if reason == engine.HINT_TO_SELF:
            return f"{actor} gives a hint to themself"
        if reason == engine.NO_SUCH_HINT:
            kind = "color" if move.type == COLOR_HINT else "rank"
            known = list(range(len(self.variant.hint_colors)) if kind == "color" else self.variant.hint_ranks)
            return f"there is no {kind} hint {move.value}: {self.variant.name} has {known}"
        return f"{self.describe(move)} touches no card, and the rules of this game forbid that"

    # ------------------------------------------------------------------ other games made from this one

    def copy(self) -> Game:
        """Return an independent copy."""
        return self.at(len(self.history))

    def at(self, turn: int) -> Game:
        """Return the game as it was before the action with this index (0 is the deal), in constant time.

        ``turn`` may be negative, counted from the end as in a list: -1 is now.
        """
        count = len(self._snapshots)
        if not -count <= turn < count:
            raise HanabiError(f"the game has turns 0 (the deal) to {count - 1} (now), not {turn}")
        turn %= count
        return self._at(turn, self._snapshots[turn][0].copy())

    def __getitem__(self, turn: int) -> Game:
        return self.at(turn)

    def __len__(self) -> int:
        return len(self._snapshots)

    def _at(self, turn: int, state: GameState) -> Game:
        twin = Game.__new__(Game)
        twin.variant, twin.rules, twin.names, twin.setup = self.variant, self.rules, self.names, self.setup
        twin.state = state
        twin.history = self.history[:turn]
        twin._gone = self._snapshots[turn][1]
        twin._snapshots = self._snapshots[: turn + 1]
        return twin

    def view(self, seat: int | str) -> Game:
        """Return the game as a seat sees it: its own cards and the deck are unknown, now and at every earlier turn."""
        seat = self.seat(seat)
        twin = self._at(len(self.history), self.state)
        twin._snapshots = [(state.copy(), gone) for state, gone in self._snapshots]
        for state, _ in twin._snapshots:
            for order in range(state.drawn, self.setup.deck_size):
                state.deck[order] = -1
            for i in range(state.hand_len[seat]):
                state.deck[state.hands[seat][i]] = -1
        twin.state = twin._snapshots[-1][0].copy()
        twin.history = tuple(
            dataclasses.replace(event, drawn=Card(-1, -1, "?", event.drawn.order))
            if event.player == seat and event.drawn
            else event
            for event in self.history
        )
        return twin

    # ------------------------------------------------------------------ showing itself

    def __str__(self) -> str:
        state = self.state
        fires = " ".join(f"{letter}{height}" for letter, height in self.fireworks.items())
        lines = [
            f"{self.variant.name}, turn {self.turn}, {self._headline()}",
            f"fireworks {fires}   hint tokens {self.hint_tokens}   strikes {self.strikes}   deck {self.deck_left}",
        ]
        width = max(map(len, self.names))
        for seat, (name, hand) in enumerate(zip(self.names, self.hands, strict=True)):
            mark = ">" if seat == state.player and not self.is_over else " "
            cards = " ".join(f"{card}{'*' if state.hinted[card.order] else ' '}" for card in hand)
            lines.append(f"{mark} {name:<{width}}  {cards}".rstrip())
        lines.append("discards " + (" ".join(map(str, sorted(self.discards, key=lambda c: c.identity))) or "none"))
        return "\n".join(lines)

    def _headline(self) -> str:
        if self.is_over:
            return f"over ({self.end}): score {self.score}, {self.points} points on the table"
        return f"{self.names[self.current_player]} to act, {self.points} of {self.max_score} points"

    def __repr__(self) -> str:
        return f"<Game {self.variant.name!r}, {self.players} players, turn {self.turn}, {self._headline()}>"

    def _repr_svg_(self) -> str:
        from hanabi_lab.widgets.drawing import board  # the drawing code is loaded only when a picture is wanted

        return str(board(self))


def _seats(players: int | None, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        count = 2 if players is None else players
        if not 2 <= count <= len(DEFAULT_NAMES):
            raise HanabiError(f"Hanabi is played by 2 to 6, not {count}")
        return DEFAULT_NAMES[:count]
    if players is not None and players != len(names):
        raise HanabiError(f"players={players}, but there are {len(names)} names")
    return tuple(names)


def _read_deck(deck: Sequence[int | str], variant: Variant) -> list[int]:
    """Identities of a deck given by identities or labels; checks that the cards are the variant's."""
    cards = [(-1 if card == "??" else variant.parse(card)) if isinstance(card, str) else card for card in deck]
    if len(cards) != variant.deck_size:
        raise HanabiError(f"a deck of {variant.name} has {variant.deck_size} cards, this one has {len(cards)}")
    left = list(variant.copies)
    for place, card in enumerate(cards):
        if not -1 <= card < variant.identities:
            raise HanabiError(f"card {place} of the deck is {card}; identities are 0 to {variant.identities - 1}")
        if card >= 0:
            left[card] -= 1
            if left[card] < 0:
                raise HanabiError(
                    f"card {place} of the deck is one {variant.label(card)} too many: "
                    f"{variant.name} has {variant.copies[card]}"
                )
    return cards
