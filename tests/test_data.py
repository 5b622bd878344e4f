"""The sample data: it is what its script makes, and every game replays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hanabi_lab.records import read_games
from hanabi_lab.rules import Variant, deck_from_seed

DATA = Path(__file__).resolve().parent.parent / "data"


def test_the_script_makes_the_file_byte_for_byte(tmp_path: Path) -> None:
    made = tmp_path / "games.jsonl"
    subprocess.run([sys.executable, str(DATA / "make_samples.py"), str(made)], check=True, cwd=DATA.parent)
    assert made.read_bytes() == (DATA / "games.jsonl").read_bytes()


def test_every_sample_replays_strictly_to_its_end() -> None:
    records = read_games(DATA / "games.jsonl")
    assert len(records) == 36
    assert {len(record.players) for record in records} == {2, 3, 4, 5, 6}
    for record in records:
        replay = record.replay(strict=True)
        assert not replay.warnings
        assert replay.game.is_over


def test_sample_decks_are_those_of_their_seeds() -> None:
    for record in read_games(DATA / "games.jsonl"):
        variant = Variant.named(record.variant)
        assert isinstance(record.seed, str)
        deck = [variant.identity(suit, rank) for suit, rank in record.deck]
        assert deck == deck_from_seed(record.seed, variant)
