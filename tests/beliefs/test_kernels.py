"""The two formulas against brute force, as whole numbers, and compiled against plain Python."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hanabi_lab.beliefs import count_ways, posteriors, total_ways
from hanabi_lab.beliefs.exact import CLOSED_FORM, SET_PARTITION
from hanabi_lab.beliefs.kernels import closed_form, nested
from hanabi_lab.rules import HanabiError, Variant

_SPEC = importlib.util.spec_from_file_location("beliefs_oracle", Path(__file__).with_name("oracle.py"))
assert _SPEC
assert _SPEC.loader
oracle = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(oracle)

FIVES = Variant.plain(5)


def full(variant: Variant = FIVES) -> list[int]:
    return list(variant.copies)


def without(counts: list[int], *labels: str) -> list[int]:
    left = list(counts)
    for label in labels:
        left[FIVES.parse(label)] -= 1
    return left


def only(**cards: int) -> list[int]:
    counts = [0] * 25
    for label, count in cards.items():
        counts[FIVES.parse(label)] = count
    return counts


def mask(*labels: str) -> int:
    return sum(1 << FIVES.parse(label) for label in labels)


ALL = (1 << 25) - 1
RED, BLUE = FIVES.touch[0], FIVES.touch[3]
ONES, TWOS, FIVE = FIVES.touch[5], FIVES.touch[6], FIVES.touch[9]


@st.composite
def crossing(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    identities = draw(st.integers(1, 7))
    counts = draw(st.lists(st.integers(0, 3), min_size=identities, max_size=identities))
    masks = draw(st.lists(st.integers(0, (1 << identities) - 1), max_size=5))
    return counts, masks


@st.composite
def hinted(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """A hand drawn from a small deck, with hints given as it was drawn: the oldest card has seen them all."""
    suits, ranks = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    deck = [i for i in range(suits * ranks) for _ in range(draw(st.integers(1, 3)))]
    hand = draw(st.permutations(deck))[: draw(st.integers(1, 5))]
    counts = [deck.count(i) for i in range(suits * ranks)]
    touch = [((1 << ranks) - 1) << s * ranks for s in range(suits)]
    touch += [sum(1 << s * ranks + r for s in range(suits)) for r in range(ranks)]
    masks: list[int] = []
    for card in hand:
        masks.append((1 << suits * ranks) - 1)
        for hint in draw(st.lists(st.sampled_from(touch), max_size=2)):
            for j, mine in enumerate(hand[: len(masks)]):
                masks[j] &= hint if hint >> mine & 1 else ~hint
        assert all(m >> mine & 1 for m, mine in zip(masks, hand, strict=False)), card
    return counts, masks


@given(crossing())
@settings(max_examples=400)
def test_any_masks_count_as_enumeration(case: tuple[list[int], list[int]]) -> None:
    counts, masks = case
    total, ways = oracle.enumerate_ways(counts, masks)
    assert total_ways(counts, masks) == total
    if total == 0:
        with pytest.raises(HanabiError, match="contradictory"):
            count_ways(counts, masks)
        return
    for engine in (None, SET_PARTITION):
        found = count_ways(counts, masks, engine=engine)
        assert (found.total, found.ways) == (total, ways)
    if not nested(masks, len(masks)):
        assert count_ways(counts, masks).engine == SET_PARTITION
        with pytest.raises(HanabiError, match="nested"):
            count_ways(counts, masks, engine=CLOSED_FORM)


@given(hinted())
@settings(max_examples=400)
def test_hints_leave_nested_masks_and_the_closed_form_counts_as_enumeration(case: tuple[list[int], list[int]]) -> None:
    counts, masks = case
    assert nested(masks, len(masks))
    total, ways = oracle.enumerate_ways(counts, masks)
    closed = count_ways(counts, masks)
    assert (closed.total, closed.ways, closed.engine) == (total, ways, CLOSED_FORM)
    crossed = count_ways(counts, masks, engine=SET_PARTITION)
    assert (crossed.total, crossed.ways) == (total, ways)
    table = [[0.0] * len(counts) for _ in masks]
    assert closed_form(counts, masks, len(masks), len(counts), [0.0] * len(counts), table)
    for row, exact in zip(table, ways, strict=True):
        assert row == pytest.approx([w / total for w in exact], abs=1e-15)
        assert [p > 0 for p in row] == [w > 0 for w in exact]


@given(crossing(), st.lists(st.integers(0, 127), max_size=4))
@settings(max_examples=200)
def test_other_unknown_cards_are_dealt_along(case: tuple[list[int], list[int]], others: list[int]) -> None:
    counts, masks = case
    assume(masks)
    total, ways = oracle.enumerate_ways(counts, [*masks, *others])
    if total == 0:
        with pytest.raises(HanabiError):
            count_ways(counts, masks, others=others)
        return
    found = count_ways(counts, masks, others=others)
    for row, exact in zip(found.ways, ways, strict=False):
        assert [Fraction(w, found.total) for w in row] == [Fraction(w, total) for w in exact]
    narrower = [m & (0b1010101 | j) for j, m in enumerate(masks)]
    restricted, _ = oracle.enumerate_ways(counts, [*narrower, *others])
    assert Fraction(total_ways(counts, [*narrower, *found.others]), found.total) == Fraction(restricted, total)


@given(hinted())
@settings(max_examples=200)
def test_invariants(case: tuple[list[int], list[int]]) -> None:
    counts, masks = case
    found = count_ways(counts, masks)
    for row in found.ways:
        assert sum(row) == found.total
    for i, count in enumerate(counts):
        assert sum(row[i] for row in found.ways) <= count * found.total
        for j, row in enumerate(found.ways):
            assert (row[i] > 0) == oracle.can_be(counts, masks, j, i)
    if sum(counts) == len(masks):  # the deck is empty: every unseen card is in the hand
        for i, count in enumerate(counts):
            assert sum(row[i] for row in found.ways) == count * found.total
    order = list(range(len(counts)))[::-1]  # another naming of the identities
    renamed = [sum((m >> i & 1) << order.index(i) for i in range(len(counts))) for m in masks]
    mirrored = count_ways([counts[i] for i in order], renamed)
    assert mirrored.ways == tuple(tuple(row[i] for i in order) for row in found.ways)
    for i in range(len(counts)):  # the law of total probability over the answers to "is slot 1 this card?"
        yes = total_ways(counts, [masks[0] & 1 << i, *masks[1:]])
        no = total_ways(counts, [masks[0] & ~(1 << i), *masks[1:]])
        assert yes + no == found.total
        assert yes == found.ways[0][i]


def share(counts: list[int], masks: list[int], slot: int, label: str) -> Fraction:
    found = count_ways(counts, masks)
    return Fraction(found.ways[slot][FIVES.parse(label)], found.total)


def test_t1_own_known_cards_count() -> None:
    counts = without(full(), "r1", "r1", "y2", "g3", "p4")
    masks = [mask("r5"), ALL]
    assert count_ways(counts, masks).total == 44
    assert share(counts, masks, 1, "r5") == 0
    assert share(counts, masks, 1, "r1") == Fraction(1, 44)
    assert share(counts, masks, 1, "y1") == Fraction(3, 44)


def test_t2_two_fives() -> None:
    counts = only(y5=1, b5=1, r1=3, g2=2)
    found = count_ways(counts, [FIVE & ~FIVES.touch[1], FIVE])
    assert found.total == 1
    assert share(counts, [FIVE & ~FIVES.touch[1], FIVE], 1, "y5") == 1
    assert share(counts, [FIVE & ~FIVES.touch[1], FIVE], 0, "b5") == 1


def test_t3_crossing_masks() -> None:
    counts = only(b2=1, b5=1, r2=2, y2=2, g2=2, p2=2, r1=3)
    masks = [TWOS, BLUE, BLUE]
    found = count_ways(counts, masks)
    assert (found.total, found.engine) == (16, SET_PARTITION)
    assert share(counts, masks, 0, "b2") == 0
    assert share(counts, masks, 0, "r2") == Fraction(1, 4)
    assert share(counts, masks, 1, "b2") == Fraction(1, 2)
    assert share(counts, [BLUE, BLUE, ALL], 2, "b2") == share(counts, [BLUE, BLUE, ALL], 2, "b5") == 0


def test_t4_whole_deck_unseen() -> None:
    masks = [RED, ALL]
    assert count_ways(full(), masks).total == 490
    assert share(full(), masks, 0, "r1") == Fraction(3, 10)
    assert share(full(), masks, 1, "r1") == Fraction(27, 490)
    assert share(full(), masks, 1, "r5") == Fraction(9, 490)
    assert share(full(), masks, 1, "y1") == Fraction(3, 49)


def test_t5_two_and_one() -> None:
    counts, masks = [2, 1], [3, 3]
    assert [total_ways(counts, pair) for pair in ([1, 1], [1, 2], [2, 1], [2, 2])] == [2, 2, 2, 0]
    found = count_ways(counts, masks)
    assert Fraction(found.ways[1][0], found.total) == Fraction(2, 3)


def test_t6_a_drawn_card_is_weighted_by_copies() -> None:
    assert count_ways(only(r1=3, r5=1), [ALL]).ways[0][:5] == (3, 0, 0, 0, 1)


def test_t9_a_card_in_sight_is_not_in_the_hand() -> None:
    assert share(without(full(), "r5"), [ALL], 0, "r5") == 0


def test_t10_all_copies_in_sight() -> None:
    counts = without(full(), "p1", "p1", "p1")
    assert share(counts, [ONES], 0, "p1") == 0
    assert share(counts, [ONES], 0, "r1") == Fraction(1, 4)
    counts = without(full(), "r4", "r4", "r5")  # a red card is then r1, r2 or r3
    assert [i for i, w in enumerate(count_ways(counts, [RED]).ways[0]) if w] == [0, 1, 2]


def test_t11_rainbow() -> None:
    counts = full()  # the fifth suit is rainbow: red and blue touch it too
    rainbow = FIVES.touch[4]
    red, blue = RED | rainbow, BLUE | rainbow

    def rainbow_share(m: int) -> Fraction:
        found = count_ways(counts, [m])
        return Fraction(sum(found.ways[0][20:]), found.total)

    assert rainbow_share(red) == Fraction(1, 2)
    assert rainbow_share(red & ~blue) == 0
    assert rainbow_share(red & blue) == 1


def test_t12_no_more_than_the_copies() -> None:
    counts = only(r2=2, y1=1, g1=1, b1=1)
    assert total_ways(counts, [mask("r2")] * 3) == 0
    assert count_ways(counts, [ALL] * 3).total == 60


@pytest.mark.parametrize(
    ("counts", "masks", "message"),
    [
        ([1, 1], [0b01, 0b01], "need more copies"),
        ([1, 0, 1], [0b111, 0b010], "slot 1"),
        ([1, -1, 3], [0b111], "in sight"),
        ([1], [1, 1], "need more copies"),
        ([1, 1, 1], [0b011, 0b110, 0b010, 0b101], "need more copies"),
    ],
)
def test_contradictions_are_errors(counts: list[int], masks: list[int], message: str) -> None:
    with pytest.raises(HanabiError, match=message):
        count_ways(counts, masks)


def test_an_empty_hand_has_one_deal() -> None:
    assert count_ways([1, 2], []).total == 1


@pytest.mark.parametrize("size", [1, 6])
def test_six_slots_and_sixty_identities_fit_int64(size: int) -> None:
    counts, masks = [1] * 60, [(1 << 60) - 1] * size
    expected = count_ways(counts, masks)
    assert count_ways(counts, masks, engine=SET_PARTITION).ways == expected.ways
    odd = [(1 << 60) - 1 - (1 << j) for j in range(size)]
    table = posteriors(np.array([counts, counts]), np.array([masks, odd]))
    assert table[0] == pytest.approx(np.array(expected.ways) / expected.total, abs=1e-15)
    exact = count_ways(counts, odd)
    assert table[1] == pytest.approx(np.array(exact.ways) / exact.total, abs=1e-15)


def test_compiled_equals_python() -> None:
    rng = np.random.default_rng(5)
    counts = rng.integers(0, 4, (300, 8))
    masks = rng.integers(0, 256, (300, 5))
    cards = rng.integers(0, 6, 300)
    good = [h for h in range(300) if total_ways(counts[h].tolist(), masks[h, : cards[h]].tolist())]
    table = posteriors(counts[good], masks[good], cards=cards[good])
    engines = set()
    for h, got in zip(good, table, strict=True):
        exact = count_ways(counts[h].tolist(), masks[h, : cards[h]].tolist())
        engines.add(exact.engine)
        assert not got[cards[h] :].any()
        for row, ways in zip(got, exact.ways, strict=False):
            assert row.tolist() == pytest.approx([w / exact.total for w in ways], abs=1e-15)
    assert engines == {CLOSED_FORM, SET_PARTITION}


def test_bulk_checks_its_arguments() -> None:
    counts, masks = np.ones((2, 3), np.int64), np.full((2, 2), 7)
    with pytest.raises(HanabiError, match="hand 1"):
        posteriors(counts, np.array([[7, 7], [1, 1]]))
    with pytest.raises(HanabiError, match="hands x slots"):
        posteriors(counts, masks[:1])
    with pytest.raises(HanabiError, match="at most 6"):
        posteriors(counts, np.full((2, 7), 7))
    with pytest.raises(HanabiError, match="cards"):
        posteriors(counts, masks, cards=np.array([1, 3]))
    with pytest.raises(HanabiError, match="0 or more"):
        posteriors(-counts, masks)
    with pytest.raises(HanabiError, match="out"):
        posteriors(counts, masks, out=np.zeros((1, 2, 3)))
