"""hanab.live's seeds give hanab.live's decks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hanabi_lab.rules import HanabiError, UnknownVariantError, Variant
from hanabi_lab.rules.seeds import GoRandom, _start_table, crc64, deck_from_seed


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def test_the_start_table_is_that_of_go() -> None:
    assert [signed(word) for word in _start_table()[:3]] == [
        -4181792142133755926,
        -4576982950128230565,
        1395769623340756751,
    ]


def test_known_output_for_seed_one() -> None:
    random = GoRandom(1)
    assert [random.uint64() & (1 << 63) - 1 for _ in range(2)] == [5577006791947779410, 8674665223082153551]


@pytest.mark.parametrize("seed", [0, 2**31 - 1, -(2**31 - 1)])
def test_a_seed_of_nothing_is_go_s_stand_in(seed: int) -> None:
    assert GoRandom(seed).uint64() == GoRandom(89482311).uint64()


def test_checksum_check_value() -> None:
    assert crc64(b"123456789") == 0x995DC9BBDF1939FA


def test_decks_of_the_site(shared: Path) -> None:
    seen = 0
    for vector in json.loads((shared / "facts/hanab_live_vectors.json").read_text("utf-8"))["seed_decks"]:
        try:
            variant = Variant.named(vector["variant"])
        except UnknownVariantError:
            continue
        seen += 1
        deck = deck_from_seed(vector["seed"])
        assert [f"{variant.suit_of(card)}{variant.rank_of(card)}" for card in deck] == vector["deck"]
        assert deck_from_seed(vector["seed"], variant) == deck
    assert seen >= 8


def test_an_own_seed_needs_a_variant() -> None:
    with pytest.raises(HanabiError, match=r"'monday' is not a hanab\.live seed"):
        deck_from_seed("monday")
    deck = deck_from_seed("monday", Variant.plain(3))
    assert sorted(deck) == sorted(i for i, copies in enumerate(Variant.plain(3).copies) for _ in range(copies))
