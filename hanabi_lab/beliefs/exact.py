"""Count the deals that fit what is known: choose the formula, set aside what cannot matter, refuse contradictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi_lab.beliefs.kernels import (
    choices,
    closed_form_ways,
    nested,
    partition_sums,
    partition_total,
    partition_ways,
)
from hanabi_lab.rules.errors import HanabiError

__all__ = ["CLOSED_FORM", "MAX_JOINT", "SET_PARTITION", "Ways", "count_ways", "crossing", "total_ways"]

CLOSED_FORM = "closed form"
SET_PARTITION = "set partition"
#: Slots that the set-partition formula takes at once: its work grows as 3 to this power.
MAX_JOINT = 11


@dataclass(frozen=True, slots=True)
class Ways:
    """Numbers of deals.

    Attributes
    ----------
    total : int
        Deals of unseen cards to the slots that fit the masks (and to ``others``).
    ways : tuple of tuple of int
        ``ways[j][i]`` of them give slot ``j`` identity ``i``.
    others : tuple of int
        Masks of the other unknown cards that had to be dealt along.
    engine : str
        ``"closed form"`` or ``"set partition"``.
    """

    total: int
    ways: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]
    engine: str


def count_ways(
    counts: Sequence[int], masks: Sequence[int], *, others: Sequence[int] = (), engine: str | None = None
) -> Ways:
    """Count the deals of unseen cards to the slots of a hand.

    Parameters
    ----------
    counts : sequence of int
        Unseen copies of each identity.
    masks : sequence of int
        What each slot may be, oldest first.
    others : sequence of int
        What other unknown cards may be, such as cards in other hands that nobody named.
    engine : str, optional
        ``"closed form"`` or ``"set partition"``; by default the closed form wherever it is exact.

    Raises
    ------
    HanabiError
        When no deal fits, when there are too many cards to deal at once, or when the closed form is asked for and
        is not exact for these masks.

    Examples
    --------
    Two copies of one card and one of another, unseen, and two slots that may be either:

    >>> count_ways([2, 1], [0b11, 0b11])
    Ways(total=6, ways=((4, 2), (4, 2)), others=(), engine='closed form')
    """
    if engine not in (None, CLOSED_FORM, SET_PARTITION):
        raise HanabiError(f"the engines are {CLOSED_FORM!r} and {SET_PARTITION!r}, not {engine!r}")
    identities, n = len(counts), len(masks)
    core = crossing(counts, masks, others) if others else ()
    closed = not core and nested(masks, n)
    if engine == CLOSED_FORM and not closed:
        raise HanabiError("the closed form is exact only for masks that are nested or disjoint, older inside newer")
    ways = [[0] * identities for _ in range(n)]
    if closed and engine != SET_PARTITION:
        total = closed_form_ways(counts, masks, n, identities, [0] * (identities + n), ways)
        engine = CLOSED_FORM
    else:
        together = [*masks, *core]
        _check_size(len(together))
        size = 1 << len(together)
        total = partition_ways(counts, together, len(together), n, identities, [0] * size, [0] * size, ways)
        engine = SET_PARTITION
    if total <= 0 or min(counts) < 0:
        raise HanabiError(_contradiction(counts, masks))
    return Ways(total, tuple(map(tuple, ways)), core, engine)


def total_ways(counts: Sequence[int], masks: Sequence[int]) -> int:
    """Return the number of deals of unseen cards to slots with any masks, 0 when there is none."""
    n = len(masks)
    _check_size(n)
    sums, totals = [0] * (1 << n), [0] * (1 << n)
    partition_sums(counts, masks, n, len(counts), sums)
    return partition_total(sums, n, totals)


def _check_size(slots: int) -> None:
    if slots > MAX_JOINT:
        raise HanabiError(f"{slots} cards with hints that cross are too many to count at once; at most {MAX_JOINT}")


def crossing(counts: Sequence[int], masks: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Set aside unknown cards that multiply every count by the same number, and return the masks of the rest.

    Such a card's mask contains or is apart from every other mask that is still there: whatever those cards are, it has
    equally many to choose from. It stays so when the masks of the hand get smaller.
    """
    seen = sum(1 << i for i, count in enumerate(counts) if count > 0)
    own = [mask & seen for mask in masks]
    rest = sorted((mask & seen for mask in others), key=int.bit_count)
    while rest:
        for place in range(len(rest) - 1, -1, -1):
            mask = rest[place]
            around = own + rest[:place] + rest[place + 1 :]
            if all(m & mask in (0, m) for m in around):
                inside = [m for m in around if m & mask]
                if choices(counts, [*inside, mask], len(inside), len(counts)) <= 0:
                    raise HanabiError("no deal of the unseen cards fits the hints on the unknown cards of other hands")
                del rest[place]
                break
        else:
            break
    return tuple(rest)


def _contradiction(counts: Sequence[int], masks: Sequence[int]) -> str:
    """Say why no deal fits."""
    for i, count in enumerate(counts):
        if count < 0:
            return f"what is known is contradictory: {-count} more of identity {i} in sight than the deck has"
    for j, mask in enumerate(masks):
        if not any(count and mask >> i & 1 for i, count in enumerate(counts)):
            slot = len(masks) - j
            return f"what is known is contradictory: slot {slot} (1 is the newest) can be none of the unseen cards"
    return "what is known is contradictory: the slots together need more copies than are unseen"
