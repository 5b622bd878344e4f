"""Suits, cards, moves and events: the small things a game is told with, all of which print well."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Card", "Event", "Move", "Suit"]


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit of a variant.

    Attributes
    ----------
    name : str
        As hanab.live names it, for example ``"Red"``.
    letter : str
        One lower-case letter, unique in its variant.
    """

    name: str
    letter: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Card:
    """A physical card: what it is (if known) and its place in the deck.

    Attributes
    ----------
    suit, rank : int
        Index of the suit in the variant, and the rank from 1; both -1 when the card is unknown.
    letter : str
        The suit's letter, ``"?"`` when unknown.
    order : int
        Place in the deck, 0 for the first card dealt.
    identity : int
        ``suit * ranks + rank - 1``, or -1.
    """

    suit: int
    rank: int
    letter: str
    order: int = field(default=-1, compare=False)
    identity: int = -1

    @property
    def known(self) -> bool:
        """Whether suit and rank are known."""
        return self.identity >= 0

    def __str__(self) -> str:
        return f"{self.letter}{self.rank}" if self.known else "??"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Move:
    """An action in hanab.live's code, so that records replay without translation.

    Attributes
    ----------
    type : int
        0 play, 1 discard, 2 color hint, 3 rank hint, 4 end by the server or a player, 5 end by vote.
    target : int
        Order of the card (play, discard), or the seat (hints, end).
    value : int
        Index of the hint's color, the hint's rank, or the end condition; 0 otherwise.
    text : str
        The move in words, where the game that made it said so; not compared.
    """

    type: int
    target: int
    value: int = 0
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text or repr(self)

    def __repr__(self) -> str:
        words = f"  # {self.text}" if self.text else ""
        return f"Move({self.type}, {self.target}, {self.value}){words}"


@dataclass(frozen=True, slots=True)
class Event:
    """What one action did.

    Attributes
    ----------
    turn : int
        Index of the action, 0 for the first.
    player : int
        The seat that acted (-1 for an end that nobody at the table made).
    move : Move
        The action.
    card : Card or None
        The card played or discarded.
    slot : int or None
        The slot it came from, 1 is the newest; 0 for the bottom card of the deck.
    success : bool or None
        Whether a play fitted; None for other actions.
    touched : tuple of int
        Orders of the cards that a hint touched, oldest first.
    drawn : Card or None
        The card drawn afterwards.
    text : str
        The action in words.
    """

    turn: int
    player: int
    move: Move
    card: Card | None
    slot: int | None
    success: bool | None
    touched: tuple[int, ...]
    drawn: Card | None
    text: str

    def __str__(self) -> str:
        return self.text
