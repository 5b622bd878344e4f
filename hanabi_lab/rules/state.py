"""The two records that the engine works on, in their Python body: a game's state and the fixed set-up."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.options import Rules
from hanabi_lab.rules.variant import Variant

__all__ = ["MAX_DECK", "MAX_HAND", "MAX_HINTS", "MAX_PLAYERS", "MAX_SUITS", "SETUP_FIELDS", "STATE_FIELDS"]
__all__ += ["GameState", "Setup"]

MAX_PLAYERS = 6
MAX_HAND = 6
MAX_DECK = 60
MAX_SUITS = 6
MAX_HINTS = 12

#: Field name -> shape; ``()`` is a whole number. Both bodies (object and numpy record) have exactly these.
STATE_FIELDS: dict[str, tuple[int, ...]] = {
    "deck": (MAX_DECK,),  # identity of each order, -1 unknown
    "hands": (MAX_PLAYERS, MAX_HAND),  # orders, oldest first
    "hand_len": (MAX_PLAYERS,),
    "possible": (MAX_DECK,),  # per order: mask of identities that its hints leave possible
    "hinted": (MAX_DECK,),  # per order: mask of hints that touched it
    "fireworks": (MAX_SUITS,),  # height
    "limit": (MAX_SUITS,),  # greatest height still reachable
    "discarded": (MAX_DECK,),  # per identity: copies in the discard pile
    "drawn": (),  # next order to draw
    "points": (),  # cards on fireworks
    "reachable": (),  # sum of limit
    "hint_tokens": (),
    "strikes": (),
    "turn": (),  # moves made
    "player": (),  # seat to act
    "end_turn": (),  # the game is over when turn gets here; -1 while the deck lasts
    "end": (),  # how it ended, 0 while it goes on
}

SETUP_FIELDS: dict[str, tuple[int, ...]] = {
    "players": (),
    "hand_size": (),
    "suits": (),
    "ranks": (),
    "identities": (),
    "deck_size": (),
    "max_score": (),
    "all_identities": (),
    "copies": (MAX_DECK,),
    "hints": (),
    "colors": (),
    "all_hints": (),
    "touch": (MAX_HINTS,),  # per hint: mask of identities
    "touching": (MAX_DECK,),  # per identity: mask of hints
    "hint_code": (MAX_HINTS,),  # per hint: type << 12 | value
    "hint_of_rank": (MAX_HINTS,),  # per rank: index of its hint, -1 for none
    "start_tokens": (),
    "max_tokens": (),
    "max_strikes": (),
    "keep_points": (),
    "empty_hints": (),
    "discard_at_max": (),
    "end_when_stuck": (),
    "last_round": (),
    "starting_seat": (),
    "bottom_play": (),
    "all_or_nothing": (),
}


def _blank(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [_blank(shape[1:]) for _ in range(shape[0])]


class GameState:
    """One game's state; the fields are those of ``STATE_FIELDS``."""

    __slots__ = tuple(STATE_FIELDS)

    deck: list[int]
    hands: list[list[int]]
    hand_len: list[int]
    possible: list[int]
    hinted: list[int]
    fireworks: list[int]
    limit: list[int]
    discarded: list[int]
    drawn: int
    points: int
    reachable: int
    hint_tokens: int
    strikes: int
    turn: int
    player: int
    end_turn: int
    end: int

    def __init__(self) -> None:
        for name, shape in STATE_FIELDS.items():
            setattr(self, name, _blank(shape))

    def copy(self) -> GameState:
        """Return an independent copy."""
        twin = GameState.__new__(GameState)
        twin.deck = self.deck[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.hand_len = self.hand_len[:]
        twin.possible = self.possible[:]
        twin.hinted = self.hinted[:]
        twin.fireworks = self.fireworks[:]
        twin.limit = self.limit[:]
        twin.discarded = self.discarded[:]
        twin.drawn = self.drawn
        twin.points = self.points
        twin.reachable = self.reachable
        twin.hint_tokens = self.hint_tokens
        twin.strikes = self.strikes
        twin.turn = self.turn
        twin.player = self.player
        twin.end_turn = self.end_turn
        twin.end = self.end
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in STATE_FIELDS)

    __hash__ = None  # type: ignore[assignment]


class Setup:
    """What stays the same through a game: variant, rules and number of players, as the engine reads them."""

    __slots__ = tuple(SETUP_FIELDS)

    players: int
    hand_size: int
    suits: int
    ranks: int
    identities: int
    deck_size: int
    max_score: int
    all_identities: int
    copies: list[int]
    hints: int
    colors: int
    all_hints: int
    touch: list[int]
    touching: list[int]
    hint_code: list[int]
    hint_of_rank: list[int]
    start_tokens: int
    max_tokens: int
    max_strikes: int
    keep_points: int
    empty_hints: int
    discard_at_max: int
    end_when_stuck: int
    last_round: int
    starting_seat: int
    bottom_play: int
    all_or_nothing: int

    @staticmethod
    def of(variant: Variant, rules: Rules, players: int) -> Setup:
        """Return the set-up of a game; equal arguments give the same object, which must not be changed.

        Raises
        ------
        HanabiError
            When such a game cannot be dealt.
        """
        return _setup(variant, rules, players)


@lru_cache(maxsize=256)
def _setup(variant: Variant, rules: Rules, players: int) -> Setup:
    if not 2 <= players <= MAX_PLAYERS:
        raise HanabiError(f"Hanabi is played by 2 to {MAX_PLAYERS}, not {players}")
    hand_size = rules.hand_size(players)
    if not 1 <= hand_size <= MAX_HAND:
        raise HanabiError(f"a hand has 1 to {MAX_HAND} cards, not {hand_size}")
    if not players * hand_size <= variant.deck_size <= MAX_DECK:
        raise HanabiError(
            f"{players} hands of {hand_size} need a deck of {players * hand_size} to {MAX_DECK} cards; "
            f"{variant.name} has {variant.deck_size}"
        )
    if not 0 <= rules.starting_seat < players:
        raise HanabiError(f"starting_seat is 0 to {players - 1} with {players} players, not {rules.starting_seat}")
    setup = Setup.__new__(Setup)
    for name, shape in SETUP_FIELDS.items():
        setattr(setup, name, _blank(shape))
    setup.players = players
    setup.hand_size = hand_size
    setup.suits = len(variant.suits)
    setup.ranks = variant.ranks
    setup.identities = variant.identities
    setup.deck_size = variant.deck_size
    setup.max_score = variant.max_score
    setup.all_identities = (1 << variant.identities) - 1
    setup.copies[: variant.identities] = variant.copies
    setup.hints = len(variant.touch)
    setup.colors = len(variant.hint_colors)
    setup.all_hints = (1 << setup.hints) - 1
    setup.touch[: setup.hints] = variant.touch
    setup.touching[: variant.identities] = variant.touching
    for color in range(setup.colors):
        setup.hint_code[color] = 2 << 12 | color
    setup.hint_of_rank = [-1] * MAX_HINTS
    for place, rank in enumerate(variant.hint_ranks):
        setup.hint_code[setup.colors + place] = 3 << 12 | rank
        setup.hint_of_rank[rank] = setup.colors + place
    setup.start_tokens = rules.start_tokens
    setup.max_tokens = rules.max_tokens
    setup.max_strikes = rules.strikes
    for switch in ("keep_points", "empty_hints", "discard_at_max", "end_when_stuck", "last_round"):
        setattr(setup, switch, int(getattr(rules, switch)))
    setup.starting_seat = rules.starting_seat
    setup.bottom_play = int(rules.bottom_play)
    setup.all_or_nothing = int(rules.all_or_nothing)
    return setup
