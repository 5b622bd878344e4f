"""The named presets: what the programs and sites they stand for do (shared facts, environments.md section 3)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from hanabi_lab.rules import PRESETS, Game, HanabiError, Rules, Variant

#: Where each preset differs from the standard game, and nowhere else.
ROWS: dict[str, dict[str, Any]] = {
    "standard": {},
    "learning-environment": {},
    "open-spiel": {},
    "jaxmarl": {},
    "hanab.live": {"end_when_stuck": True},
    "hanabython": {"end_when_stuck": True},
    "pyhanabi": {"keep_points": True, "discard_at_max": True},
    "hanabi.rs": {"keep_points": True},
    "quuxplusone": {"keep_points": True},
    "textarena": {"keep_points": True, "discard_at_max": True, "empty_hints": True, "strikes": 5},
    "abacus": {"empty_hints": True},
    "play-on": {"last_round": False},
}


def test_every_preset_has_a_row() -> None:
    assert set(ROWS) == set(PRESETS)


@pytest.mark.parametrize("name", ROWS)
def test_row(name: str) -> None:
    assert asdict(Rules.preset(name)) == asdict(Rules()) | ROWS[name]
    assert Game.new(players=2, seed=1, rules=name).rules == Rules.preset(name)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(HanabiError, match=r"no preset is called 'bga'; there are standard, hanab\.live"):
        Rules.preset("bga")
    own = Rules(strikes=1)
    assert Rules.preset(own) is own


@pytest.mark.parametrize(
    ("name", "score"), [("standard", 0), ("hanab.live", 0), ("open-spiel", 0), ("pyhanabi", 1), ("hanabi.rs", 1)]
)
def test_score_after_the_last_strike(name: str, score: int) -> None:
    deck = ["r1", "r3", "r4", "r5", "r4", "r3", "r1", "r1", "r2", "r2"]
    game = Game.new(Variant.plain(1), deck=deck, players=2, rules=Rules.preset(name).replace(hand_size_change=-4))
    for _ in range(4):
        game.play(1)
    assert (game.end, game.points, game.score) == ("strikeout", 1, score)


@pytest.mark.parametrize("name", PRESETS)
def test_discard_with_all_tokens_there(name: str) -> None:
    game = Game.new(players=3, seed=5, rules=name)
    assert any(move.type == 1 for move in game.legal_moves()) == (name in ("pyhanabi", "textarena"))


@pytest.mark.parametrize("name", PRESETS)
def test_all_ones_thrown_away(name: str) -> None:
    """No point can be made any more: hanab.live and hanabython stop, the others play on."""
    deck = ["r1", "r1", "r1", "r2", "r2", "r3", "r3", "r4", "r4", "r5"]
    rules = Rules.preset(name).replace(hand_size_change=-3, start_tokens=5)
    game = Game.new(Variant.plain(1), deck=deck, players=2, rules=rules)
    for _ in range(3):
        game.discard(2)
    assert game.is_over == (name in ("hanab.live", "hanabython"))
