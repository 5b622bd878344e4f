"""HandBelief: what a player can know about the hidden cards of their own hand, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from hanabi_lab.beliefs.exact import MAX_JOINT, Ways, count_ways, crossing, total_ways
from hanabi_lab.beliefs.kernels import hand_masks, unseen
from hanabi_lab.rules.cards import Card
from hanabi_lab.rules.engine import critical_mask, playable_mask, trash_mask
from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.variant import Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hanabi_lab.rules.game import Game

__all__ = ["CardSet", "HandBelief", "hand_belief", "unseen_counts"]

#: A set of identities: labels (``"r1"``, ``"r1 y1"``), cards, or a bit mask.
CardSet = str | Card | int | Iterable["str | Card"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HandBelief:
    """The exact posterior of one hand, from its holder's chair.

    Every deal of unseen cards that the hints allow is equally likely; all answers are counts of such deals divided by
    ``total``. Slots are numbered from 1, the newest card; every tuple over slots has the newest first, and every
    tuple over identities is in the variant's order (``variant.labels``).

    Attributes
    ----------
    variant : Variant
    seat : int
        The holder.
    chair : str
        Whose knowledge this is.
    turn : int
        Moves made before.
    orders : tuple of int
        Place in the deck of each card.
    counts : tuple of int
        Copies of each identity that the holder cannot see (own hand and deck together).
    masks : tuple of int
        What hints alone leave possible for each card.
    hints : tuple of tuple of str
        Names of the hints that touched each card.
    total : int
        Number of deals that fit.
    ways : tuple of tuple of int
        How many of them give a slot an identity.
    others : tuple of int
        What unknown cards of other hands may be, where that bears on this hand.
    playable_mask, trash_mask, critical_mask : int
        Which identities are playable, trash and critical at this turn.
    engine : str
        The formula that counted: ``"closed form"`` (hints only: nested or disjoint masks) or ``"set partition"``.
    information : str
        What was used.

    Examples
    --------
    >>> from hanabi_lab.rules import Game
    >>> game = Game.new(players=2, seed=7)
    >>> belief = hand_belief(game)
    >>> belief.probability(1, "r1") == belief.counts[0] / sum(belief.counts)
    True
    """

    variant: Variant
    seat: int
    chair: str
    turn: int
    orders: tuple[int, ...]
    counts: tuple[int, ...]
    masks: tuple[int, ...]
    hints: tuple[tuple[str, ...], ...]
    total: int
    ways: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]
    playable_mask: int
    trash_mask: int
    critical_mask: int
    engine: str
    information: str
    _kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    # ------------------------------------------------------------------ slot by slot

    @property
    def slots(self) -> tuple[int, ...]:
        """The numbers of the slots, 1 (the newest) first."""
        return tuple(range(1, len(self.orders) + 1))

    @property
    def marginals(self) -> tuple[tuple[float, ...], ...]:
        """Probability of each identity, slot by slot."""
        total = self.total
        return self._keep("marginals", lambda: tuple([tuple([w / total for w in row]) for row in self.ways]))

    @property
    def fractions(self) -> tuple[tuple[Fraction, ...], ...]:
        """The same as exact fractions."""
        return self._keep("fractions", lambda: tuple(tuple(Fraction(w, self.total) for w in row) for row in self.ways))

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The same as a numpy array, slots x identities; a fresh copy each time."""
        import numpy as np

        return np.array(self.marginals, np.float64).reshape(len(self.orders), self.variant.identities)

    def playable(self) -> tuple[float, ...]:
        """Return, for each slot, the probability that its card could be played now."""
        return self._of_mask(self.playable_mask)

    def trash(self) -> tuple[float, ...]:
        """Return, for each slot, the probability that its card can never be played."""
        return self._of_mask(self.trash_mask)

    def critical(self) -> tuple[float, ...]:
        """Return, for each slot, the probability that its card is needed and the last of its kind."""
        return self._of_mask(self.critical_mask)

    def possible(self, slot: int) -> tuple[str, ...]:
        """Return the labels of all that a slot can be (its empathy)."""
        row = self.ways[self._place(slot)]
        return tuple(label for label, ways in zip(self.variant.labels, row, strict=True) if ways)

    # ------------------------------------------------------------------ questions

    def probability(self, slot: int, cards: CardSet) -> float:
        """Return the probability that the card in a slot is one of these.

        Parameters
        ----------
        slot : int
            1 is the newest.
        cards : str, Card, int, or iterable of str or Card
            Labels such as ``"r1"``, ``"r1 y1"``, ``["r1", "y1"]``, or a bit mask such as ``game.playable_mask()``.
        """
        return self._share(self._count(self._place(slot), self._mask(cards)))

    def joint(self, wanted: Mapping[int, CardSet], *, exact: bool = False) -> float | Fraction:
        """Return the probability that several slots hold given cards, all at once.

        Parameters
        ----------
        wanted : mapping of slot to cards
            For example ``{1: "r1", 3: ["g2", "g3"]}``; slots that are not named may be anything.
        exact : bool
            Return a fraction.
        """
        masks = list(self.masks)
        for slot, cards in wanted.items():
            masks[self._place(slot)] &= self._mask(cards)
        return self._answer(self._total(masks), exact)

    def at_least_one(self, cards: CardSet, *, exact: bool = False) -> float | Fraction:
        """Return the probability that the hand holds at least one of these cards.

        Parameters
        ----------
        cards : str, Card, int, or iterable of str or Card
            As in ``probability``.
        exact : bool
            Return a fraction.
        """
        barred = ~self._mask(cards)
        return self._answer(self.total - self._total([mask & barred for mask in self.masks]), exact)

    def contains(self, card: str | Card, *, exact: bool = False) -> float | Fraction:
        """Return the probability that the hand holds a copy of one card."""
        mask = self._mask(card)
        if mask.bit_count() != 1:
            raise HanabiError(f"contains asks about one card, not {card!r}; at_least_one takes several")
        return self.at_least_one(mask, exact=exact)

    # ------------------------------------------------------------------ for people and programs

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one dictionary a slot, newest first, ready for JSON; impossible identities are left out."""
        rows = zip(self.orders, self.ways, self.marginals, self.playable(), self.trash(), self.critical(), strict=True)
        return [
            {
                "slot": place + 1,
                "order": order,
                "probabilities": {
                    label: chance
                    for label, deals, chance in zip(self.variant.labels, ways, chances, strict=True)
                    if deals
                },
                "playable": playable,
                "trash": trash,
                "critical": critical,
            }
            for place, (order, ways, chances, playable, trash, critical) in enumerate(rows)
        ]

    def __str__(self) -> str:
        from hanabi_lab.beliefs.table import text_table

        return text_table(self)

    def __repr__(self) -> str:
        return f"<HandBelief of {self.chair}, turn {self.turn}, {len(self.orders)} cards, {self.engine}>"

    def _repr_html_(self) -> str:
        from hanabi_lab.beliefs.table import html_table

        return html_table(self)

    # ------------------------------------------------------------------ inside

    def _keep(self, name: str, make: Callable[[], T]) -> T:
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]  # type: ignore[no-any-return]

    def _place(self, slot: int) -> int:
        if not isinstance(slot, int) or not 1 <= slot <= len(self.orders):
            raise HanabiError(f"{self.chair} has slots 1 (the newest) to {len(self.orders)}, not {slot!r}")
        return slot - 1

    def _mask(self, cards: CardSet) -> int:
        if isinstance(cards, int):
            if not 0 <= cards < 1 << self.variant.identities:
                raise HanabiError(f"{cards} is no mask of the {self.variant.identities} identities")
            return cards
        if isinstance(cards, str):
            cards = cards.replace(",", " ").split()
        elif isinstance(cards, Card):
            cards = [cards]
        mask = 0
        for card in cards:
            mask |= 1 << self.variant.parse(str(card))
        return mask

    def _count(self, place: int, mask: int) -> int:
        row = self.ways[place]
        count = 0
        while mask:
            bit = mask & -mask
            count += row[bit.bit_length() - 1]
            mask ^= bit
        return count

    def _share(self, count: int) -> float:
        return count / self.total

    def _of_mask(self, mask: int) -> tuple[float, ...]:
        return tuple([self._count(place, mask) / self.total for place in range(len(self.ways))])

    def _total(self, masks: list[int]) -> int:
        return total_ways(self.counts, [*masks, *self.others])

    def _answer(self, count: int, exact: bool) -> float | Fraction:
        return Fraction(count, self.total) if exact else self._share(count)


def unseen_counts(game: Game, seat: int | str) -> tuple[int, ...]:
    """Return how many copies of each identity a seat cannot see: in its own hand, in the deck, or face down elsewhere.

    Raises
    ------
    HanabiError
        When more copies of a card are in sight than the deck has.
    """
    counts = [0] * game.variant.identities
    unseen(game.state, game.setup, game.seat(seat), counts)
    if min(counts) < 0:
        worst = counts.index(min(counts))
        raise HanabiError(
            f"what is in sight is contradictory: {-counts[worst]} more of {game.variant.label(worst)} than the "
            f"{game.variant.copies[worst]} of the deck"
        )
    return tuple(counts)


def hand_belief(game: Game, seat: int | str | None = None, *, turn: int | None = None) -> HandBelief:
    """Return the exact posterior of a hand, as its holder can know it.

    Used are the rules, the cards in sight (fireworks, discards, other hands), and what the hints given so far say
    about the cards; not why a hint was given. The holder's own cards are never looked at, even where the game knows
    them. Cards of other hands that the game does not know (a game seen from one chair, or at a real table) count as
    unseen, and the hints on them are used too.

    Parameters
    ----------
    game : Game
    seat : int or str, optional
        Seat or name of the holder; the one to act by default.
    turn : int, optional
        The position before the action with this index, 0 is the deal; now by default.

    Returns
    -------
    HandBelief

    Raises
    ------
    HanabiError
        When the game has no such turn or seat, or when no deal of the unseen cards fits what is known.

    Notes
    -----
    The cost is that of the closed form, slots times identities, or of the set-partition formula, 3 to the number of
    slots, where the masks cross (shared facts, beliefs.md section 2a).
    """
    now = game if turn is None else game.at(turn)
    state, setup, variant = now.state, now.setup, now.variant
    holder = state.player if seat is None else now.seat(seat)
    counts = unseen_counts(now, holder)
    masks = [0] * state.hand_len[holder]
    hand_masks(state, holder, masks)
    orders = state.hands[holder][: len(masks)]
    others, nameless = [], 0
    for other in range(setup.players):
        if other != holder:
            for order in state.hands[other][: state.hand_len[other]]:
                if state.deck[order] < 0:
                    nameless += 1
                    if state.possible[order] != setup.all_identities:
                        others.append(state.possible[order])
    try:
        found, information = _count(counts, masks, others, nameless)
    except HanabiError as error:
        raise HanabiError(f"turn {state.turn}, {now.names[holder]}'s hand: {error}") from None
    return HandBelief(
        variant=variant,
        seat=holder,
        chair=now.names[holder],
        turn=state.turn,
        orders=tuple(orders[::-1]),
        counts=counts,
        masks=tuple(masks[::-1]),
        hints=tuple([now.hints_on(order) if state.hinted[order] else () for order in orders[::-1]]),
        total=found.total,
        ways=found.ways[::-1],
        others=found.others,
        playable_mask=playable_mask(state, setup),
        trash_mask=trash_mask(state, setup),
        critical_mask=critical_mask(state, setup),
        engine=found.engine,
        information=information,
    )


def _count(counts: tuple[int, ...], masks: list[int], others: list[int], nameless: int) -> tuple[Ways, str]:
    """Count, and say what was used."""
    information = "the hints on this hand and the cards in sight"
    if not nameless:
        return count_ways(counts, masks), information
    information += f"; {nameless} cards in other hands are unknown and count as unseen"
    if not others:
        return count_ways(counts, masks), information
    if len(masks) + len(crossing(counts, masks, others)) > MAX_JOINT:
        return count_ways(counts, masks), f"{information}; the hints on them are left out, too many cross"
    return count_ways(counts, masks, others=others), f"{information}, with the hints on them"
