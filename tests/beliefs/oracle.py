"""Brute force: deal every hand, one physical card at a time. The oracle of the tests; it shares no code with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def hands(counts: Sequence[int], masks: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of identities that the masks allow, with its number of deals of physical cards."""
    left = list(counts)

    def deal(slot: int, hand: tuple[int, ...], deals: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if slot == len(masks):
            yield hand, deals
            return
        for i, count in enumerate(left):
            if count > 0 and masks[slot] >> i & 1:
                left[i] -= 1
                yield from deal(slot + 1, (*hand, i), deals * count)
                left[i] += 1

    return deal(0, (), 1)


def enumerate_ways(counts: Sequence[int], masks: Sequence[int]) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Total number of deals, and for each slot and identity how many have it there."""
    ways = [[0] * len(counts) for _ in masks]
    total = 0
    for hand, deals in hands(counts, masks):
        total += deals
        for slot, i in enumerate(hand):
            ways[slot][i] += deals
    return total, tuple(map(tuple, ways))


def can_be(counts: Sequence[int], masks: Sequence[int], slot: int, identity: int) -> bool:
    """Whether some assignment gives a slot an identity, by backtracking from the most constrained slot."""
    if not masks[slot] >> identity & 1 or not counts[identity]:
        return False
    left = list(counts)
    left[identity] -= 1
    rest = sorted((mask for j, mask in enumerate(masks) if j != slot), key=int.bit_count)

    def fits(place: int) -> bool:
        if place == len(rest):
            return True
        for i, count in enumerate(left):
            if count and rest[place] >> i & 1:
                left[i] -= 1
                found = fits(place + 1)
                left[i] += 1
                if found:
                    return True
        return False

    return fits(0)
