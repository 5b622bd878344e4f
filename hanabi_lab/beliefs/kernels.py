"""Exact posteriors of one hand, as plain functions: the closed form for hints, the set-partition formula for any masks.

A hand is ``n`` slots, **oldest first**; ``masks[j]`` is the set of identities that slot ``j`` may be, a bit mask;
``counts[i]`` says how many copies of identity ``i`` its holder cannot see (own hand and deck together). Every deal of
unseen copies to slots that the masks allow is equally likely, so all that is needed is to count deals: ``total`` of
them, ``ways[j][i]`` of which give slot ``j`` identity ``i``. Hints on one hand always leave masks that are nested or
disjoint, an older slot's inside a newer one's (the newer card has seen fewer hints), which makes the closed form exact.
Both counts come from the shared facts, beliefs.md section 2a.

All functions work on lists of Python ints of any size, and on int64 or float64 arrays (compiled); with at most 6 slots
and 60 identities no count comes near 2**63.
"""

from __future__ import annotations

from typing import Any

from hanabi_lab.rules.kernel import kernel

__all__ = [
    "MAX_SLOTS",
    "closed_form",
    "closed_form_ways",
    "hand_masks",
    "mask_sum",
    "nested",
    "partition_sums",
    "partition_total",
    "partition_ways",
    "unseen",
]

#: Slots that compiled code may count with whole numbers of 64 bits.
MAX_SLOTS = 6


@kernel
def unseen(s: Any, v: Any, seat: int, counts: Any) -> int:
    """Write the copies of each identity that a seat cannot see to ``counts`` and return how many cards that are.

    What it sees: fireworks, discards, and the known cards of the other hands.
    """
    total = 0
    for i in range(v.identities):
        suit = i // v.ranks
        counts[i] = v.copies[i] - s.discarded[i] - (1 if i - suit * v.ranks < s.fireworks[suit] else 0)
        total += counts[i]
    for other in range(v.players):
        if other != seat:
            hand = s.hands[other]
            for k in range(s.hand_len[other]):
                i = s.deck[hand[k]]
                if i >= 0:
                    counts[i] -= 1
                    total -= 1
    return total


@kernel
def hand_masks(s: Any, seat: int, masks: Any) -> int:
    """Write what hints leave possible for each card of a hand, oldest first, and return the number of cards."""
    hand = s.hands[seat]
    n = s.hand_len[seat]
    for j in range(n):
        masks[j] = s.possible[hand[j]]
    return n  # type: ignore[no-any-return]


@kernel
def nested(masks: Any, n: int) -> bool:
    """Say whether each mask lies inside every later one or apart from it, as the closed form needs."""
    for k in range(1, n):
        for j in range(k):
            both = masks[j] & masks[k]
            if both not in (0, masks[j]):
                return False
    return True


@kernel
def mask_sum(counts: Any, mask: int, identities: int) -> int:
    """Return the sum of the counts whose identities are in a mask; whole numbers."""
    total = 0
    for i in range(identities):
        total += counts[i] & -(mask >> i & 1)  # the count or 0, with neither a branch nor a product
    return total


@kernel
def choices(counts: Any, masks: Any, j: int, identities: int) -> int:
    """Return how many unseen cards slot ``j`` can get once the older slots are dealt: a constant, or the masks clash.

    Each older slot is inside this one's mask, and took one of its cards, or apart from it.
    """
    mask = masks[j]
    left = mask_sum(counts, mask, identities)
    for k in range(j):
        if masks[k] & mask:
            left -= 1
    return left


@kernel
def closed_form_ways(counts: Any, masks: Any, n: int, identities: int, left: Any, ways: Any) -> int:
    """Count deals to a hand with nested masks; whole numbers.

    Deal the slots oldest first: slot ``j`` has ``d`` cards to choose from whatever came before, so the number of
    deals is the product of the ``d``, and by linearity the copies of an identity that are left for slot ``j`` add up
    to ``total * counts[i]`` less the ways that older slots have it, one in ``d`` of which goes to ``j``.

    Parameters
    ----------
    left : list or int64 array, length at least ``identities + n``
        Room to work in.
    ways : list of lists or int64 array, n x identities
        Gets the ways; untouched when there is no deal.

    Returns
    -------
    int
        The number of deals, 0 when the masks contradict each other.
    """
    total = 1
    for j in range(n):
        d = choices(counts, masks, j, identities)
        if d <= 0:
            return 0
        left[identities + j] = d
        total *= d
    for i in range(identities):
        left[i] = total * counts[i]
    for j in range(n):
        d = left[identities + j]
        mask = masks[j]
        row = ways[j]
        for i in range(identities):
            if mask >> i & 1:
                share = left[i] // d
                row[i] = share
                left[i] -= share
            else:
                row[i] = 0
    return total


@kernel
def closed_form(counts: Any, masks: Any, n: int, identities: int, left: Any, table: Any) -> bool:
    """Write the probabilities of a hand with nested masks to ``table``; floating point, for many hands.

    The same deal as ``closed_form_ways``, with probabilities in the place of ways. What is impossible gets exactly 0:
    the expected copies left of an identity reach 0 only by a slot that has one card to choose from.

    Parameters
    ----------
    left : float64 array, length at least ``identities``
        Room to work in.
    table : float64 array, n x identities
        Row ``j`` gets the probabilities of slot ``j``.

    Returns
    -------
    bool
        False when the masks contradict each other (the table is then meaningless).
    """
    for i in range(identities):
        left[i] = counts[i]
    for j in range(n):
        d = choices(counts, masks, j, identities)
        if d <= 0:
            return False
        share = 1.0 / d
        mask = masks[j]
        row = table[j]
        for i in range(identities):
            chance = left[i] * (share if mask >> i & 1 else 0.0)  # several identities at once where compiled
            row[i] = chance
            left[i] -= chance
    return True


@kernel
def partition_sums(counts: Any, masks: Any, n: int, identities: int, sums: Any) -> None:
    """Write, for each set of slots, the unseen cards that all of them may be, times the set's weight as a block.

    The weight of a block of ``b`` slots, (-1)**(b-1) (b-1)!, is the Moebius function of the lattice of partitions: it
    cancels the deals that give one physical card to several slots.

    Parameters
    ----------
    sums : list or int64 array, length 2**n
        Gets the sums; bit ``j`` of the index stands for slot ``j``.
    """
    size = 1 << n
    for block in range(size):
        sums[block] = 0
    for i in range(identities):
        if counts[i]:
            slots = 0
            for j in range(n):
                slots |= (masks[j] >> i & 1) << j
            sums[slots] += counts[i]
    for j in range(n):
        bit = 1 << j
        for block in range(size):
            if not block & bit:
                sums[block] += sums[block | bit]
    for block in range(size):
        sums[block] *= block_weight(block)


@kernel
def block_weight(block: int) -> int:
    """Return (-1)**(b-1) (b-1)! for a set of b slots."""
    weight = 1
    b = 0
    rest = block & (block - 1)
    while rest:
        b += 1
        weight *= -b
        rest &= rest - 1
    return weight


@kernel
def partition_total(sums: Any, n: int, totals: Any) -> int:
    """Count the deals to each set of slots, from ``partition_sums``, and return the count for all of them.

    Parameters
    ----------
    totals : list or int64 array, length 2**n
        Gets the number of deals to each set of slots.
    """
    totals[0] = 1
    for slots in range(1, 1 << n):
        first = slots & -slots
        rest = slots ^ first
        part = rest
        count = 0
        while True:  # all blocks with the first slot in it
            block = part | first
            if sums[block]:
                count += sums[block] * totals[slots ^ block]
            if part == 0:
                break
            part = (part - 1) & rest
        totals[slots] = count
    return totals[(1 << n) - 1]  # type: ignore[no-any-return]


@kernel
def partition_ways(
    counts: Any, masks: Any, n: int, shown: int, identities: int, sums: Any, totals: Any, ways: Any
) -> int:
    """Count deals to slots with any masks; whole numbers.

    Parameters
    ----------
    shown : int
        How many of the slots, the first ones, are asked about.
    sums, totals : lists or int64 arrays, length 2**n
        Room to work in.
    ways : list of lists or int64 array, shown x identities
        Gets the ways; untouched when there is no deal.

    Returns
    -------
    int
        The number of deals, 0 when the masks contradict each other.
    """
    partition_sums(counts, masks, n, identities, sums)
    total = partition_total(sums, n, totals)
    if total <= 0:
        return 0
    size = 1 << n
    every = size - 1
    for j in range(shown):
        own = 1 << j
        for block in range(size):  # the sums are not needed any more: their room serves again
            sums[block] = block_weight(block) * totals[every ^ block] if block & own else 0
        for k in range(n):
            bit = 1 << k
            if bit != own:
                for block in range(size):
                    if block & bit:
                        sums[block] += sums[block ^ bit]
        row = ways[j]
        for i in range(identities):
            row[i] = 0
            if counts[i] and masks[j] >> i & 1:
                slots = 0
                for k in range(n):
                    slots |= (masks[k] >> i & 1) << k
                row[i] = counts[i] * sums[slots]
    return total
