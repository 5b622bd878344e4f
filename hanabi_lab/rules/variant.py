"""Variants: which suits, how many copies of each card, and which cards a hint touches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from hanabi_lab.rules.cards import Suit
from hanabi_lab.rules.errors import HanabiError, UnknownVariantError

__all__ = ["BASIC_SUITS", "Variant"]

#: The six plain suits, in hanab.live's order.
BASIC_SUITS = tuple(Suit(name, name[0].lower()) for name in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal"))
#: Which of them a game with so many suits uses (hanab.live's choice), and its number there.
_PLAIN: dict[int, tuple[str, tuple[int, ...], int]] = {
    3: ("3 Suits", (0, 2, 3), 18),
    4: ("4 Suits", (0, 1, 2, 3), 15),
    5: ("No Variant", (0, 1, 2, 3, 4), 0),
    6: ("6 Suits", (0, 1, 2, 3, 4, 5), 1),
}
_COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


@dataclass(frozen=True)
class Variant:
    """What the cards are and what hints say about them.

    An *identity* is ``suit * ranks + rank - 1``; a set of identities is an ``int`` used as a bit mask.

    Attributes
    ----------
    name : str
        hanab.live's name; ``"No Variant"`` is the standard game.
    id : int
        hanab.live's number (part of its seeds), -1 for a variant of one's own.
    suits : tuple of Suit
    ranks : int
        Cards a firework needs.
    copies : tuple of int
        Copies of each identity.
    hint_colors : tuple of str
        Colors that can be named, in hanab.live's order.
    hint_ranks : tuple of int
        Ranks that can be named.
    touch : tuple of int
        For each hint (colors, then ranks) the mask of identities it touches.
    """

    name: str
    id: int
    suits: tuple[Suit, ...]
    ranks: int
    copies: tuple[int, ...]
    hint_colors: tuple[str, ...]
    hint_ranks: tuple[int, ...]
    touch: tuple[int, ...]

    @staticmethod
    def plain(suits: int = 5, *, ranks: int = 5, copies: tuple[int, ...] | None = None) -> Variant:
        """Return the game with so many plain suits.

        Parameters
        ----------
        suits : int
            1 to 6. With 3, 4, 5 and 6 (and everything else left alone) this is hanab.live's variant.
        ranks : int
            Ranks of each suit, 1 to 5.
        copies : tuple of int, optional
            Copies of each rank, the same for every suit; standard is 3, 2, 2, 2, 1.
        """
        if not 1 <= suits <= len(BASIC_SUITS):
            raise HanabiError(f"a game has 1 to 6 plain suits, not {suits}")
        if not 1 <= ranks <= 5:
            raise HanabiError(f"a suit has 1 to 5 ranks, not {ranks}")
        if copies is not None and (len(copies) != ranks or min(copies) < 1):
            raise HanabiError(f"copies names at least one card for each of the {ranks} ranks, not {copies}")
        return _plain(suits, ranks, copies)

    @staticmethod
    def named(name: str) -> Variant:
        """Return the variant with this hanab.live name.

        Raises
        ------
        UnknownVariantError
            When there is no such variant, or hanabi_lab cannot play it.
        """
        for count, (known, _, _) in _PLAIN.items():
            if name in (known, f"{count} Suits"):
                return Variant.plain(count)
        raise UnknownVariantError(
            f"variant {name!r} is not supported; hanabi_lab plays {', '.join(repr(n) for n, _, _ in _PLAIN.values())}"
        )

    @staticmethod
    def from_id(number: int) -> Variant:
        """Return the variant with this hanab.live number."""
        for count, (_, _, known) in _PLAIN.items():
            if number == known:
                return Variant.plain(count)
        raise UnknownVariantError(f"variant number {number} is not supported")

    @cached_property
    def identities(self) -> int:
        """Number of different cards."""
        return len(self.suits) * self.ranks

    @cached_property
    def deck_size(self) -> int:
        """Number of cards."""
        return sum(self.copies)

    @cached_property
    def max_score(self) -> int:
        """Points when every firework is complete."""
        return len(self.suits) * self.ranks

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Label of each identity: ``('r1', 'r2', ...)``."""
        return tuple(f"{suit.letter}{rank}" for suit in self.suits for rank in range(1, self.ranks + 1))

    @cached_property
    def _parse(self) -> dict[str, int]:
        return {label: identity for identity, label in enumerate(self.labels)}

    @cached_property
    def hint_names(self) -> tuple[str, ...]:
        """Name of each hint: the colors in lower case, then the ranks."""
        return tuple(color.lower() for color in self.hint_colors) + tuple(str(rank) for rank in self.hint_ranks)

    @cached_property
    def touching(self) -> tuple[int, ...]:
        """For each identity, the mask of hints that touch it."""
        return tuple(
            sum(1 << hint for hint, mask in enumerate(self.touch) if mask >> identity & 1)
            for identity in range(self.identities)
        )

    def identity(self, suit: int, rank: int) -> int:
        """Return the identity of a suit's index and a rank."""
        if not (0 <= suit < len(self.suits) and 1 <= rank <= self.ranks):
            raise HanabiError(
                f"{self.name} has no card with suit index {suit} and rank {rank}: "
                f"suits are 0 to {len(self.suits) - 1}, ranks 1 to {self.ranks}"
            )
        return suit * self.ranks + rank - 1

    def suit_of(self, identity: int) -> int:
        """Return the suit's index of an identity."""
        return identity // self.ranks

    def rank_of(self, identity: int) -> int:
        """Return the rank of an identity."""
        return identity % self.ranks + 1

    def label(self, identity: int) -> str:
        """Return ``'r3'`` for an identity, ``'??'`` for -1."""
        return self.labels[identity] if identity >= 0 else "??"

    def parse(self, label: str) -> int:
        """Return the identity of a label such as ``'r3'``."""
        try:
            return self._parse[label.strip().lower()]
        except KeyError:
            raise HanabiError(f"{label!r} is not a card of {self.name}: write {self.labels[0]!r}, ...") from None

    def __repr__(self) -> str:
        return f"<Variant {self.name!r}: {len(self.suits)} suits, {self.deck_size} cards>"


@lru_cache(maxsize=64)
def _plain(suits: int, ranks: int, copies: tuple[int, ...] | None) -> Variant:
    name, members, number = _PLAIN.get(suits, (f"{suits} Suits", tuple(range(suits)), -1))
    if ranks != 5 or copies is not None:
        number = -1
        name = f"{suits} plain suits of {ranks}" + ("" if copies is None else f", copies {copies}")
    chosen = tuple(BASIC_SUITS[member] for member in members)
    per_rank = copies or (tuple(_COPIES[rank] for rank in range(1, 6))[:ranks])
    colors = tuple(((1 << ranks) - 1) << (suit * ranks) for suit in range(suits))
    by_rank = tuple(sum(1 << (suit * ranks + rank) for suit in range(suits)) for rank in range(ranks))
    return Variant(
        name=name,
        id=number,
        suits=chosen,
        ranks=ranks,
        copies=per_rank * suits,
        hint_colors=tuple(suit.name for suit in chosen),
        hint_ranks=tuple(range(1, ranks + 1)),
        touch=colors + by_rank,
    )
