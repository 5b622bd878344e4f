"""Posteriors of whole files of games, compiled: the same figures as hand by hand."""

from __future__ import annotations

import csv
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from hanabi_lab.beliefs import batch, hand_belief
from hanabi_lab.records import GameRecord, read_games
from hanabi_lab.rules import Game, Move, RecordError

CODE = """
import importlib.abc, sys, warnings
class No(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] == 'numba':
            raise ImportError(name)
sys.meta_path.insert(0, No())
warnings.simplefilter('always')
from hanabi_lab.beliefs import batch, hand_belief
from hanabi_lab.records import GameRecord
from hanabi_lab.rules import Game
game = Game.new(players=3, seed=5)
for what in (1, 2, 'red', 5):
    for move in game.legal_moves()[::-1][:1]:
        game.apply(move)
record = GameRecord.from_game(game)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    for _ in range(2):
        out = batch([record], full=True)
assert sum('numba' in str(w.message) for w in told) == 1, told
assert len(out['turn']) == 4
for k in range(4):
    expected = hand_belief(game, turn=k).marginals
    assert abs(out['probabilities'][k] - expected).max() < 1e-12
print('fine')
"""


def check_rows(records: list[GameRecord], columns: dict[str, np.ndarray]) -> None:
    """Compare all rows with hand_belief."""
    assert len({len(column) for column in columns.values()}) == 1
    games = [record.replay().game for record in records]
    assert len(columns["game"]) == sum(game.turn for game in games)
    for k, (g, turn) in enumerate(zip(columns["game"].tolist(), columns["turn"].tolist(), strict=True)):
        belief = hand_belief(games[g], turn=turn)
        n, identities = len(belief.orders), belief.variant.identities
        assert (columns["seat"][k], columns["cards"][k]) == (belief.seat, n)
        assert columns["order"][k, :n].tolist() == list(belief.orders)
        assert (columns["order"][k, n:] == -1).all()
        for name in ("playable", "trash", "critical"):
            assert columns[name][k, :n].tolist() == pytest.approx(getattr(belief, name)(), abs=1e-12)
            assert np.isnan(columns[name][k, n:]).all()
        table = columns["probabilities"][k]
        assert table[:n, :identities] == pytest.approx(np.array(belief.marginals), abs=1e-14)
        assert ((table[:n, :identities] > 0) == (np.array(belief.ways) > 0)).all()
        assert not table[n:].any()
        assert not table[:, identities:].any()


def test_recorded_games_of_all_sizes(shared: Path) -> None:
    records = read_games(shared / "games" / "hanabi-challenges" / "games.jsonl")
    chosen = [record for players in range(2, 7) for record in [r for r in records if len(r.players) == players][:3]]
    check_rows(chosen, batch(chosen, full=True))


def test_different_variants_together() -> None:
    games = []
    for name, players in (("6 Suits", 6), ("3 Suits", 2), ("No Variant", 5)):
        game = Game.new(name, players=players, seed=3)
        while not game.is_over:
            moves = game.legal_moves()
            game.apply(moves[(7 * game.turn + 3) % len(moves)])
        games.append(GameRecord.from_game(game))
    columns = batch(games, full=True)
    assert set(columns["game"].tolist()) == {0, 1, 2}
    check_rows(games, columns)
    assert "probabilities" not in batch(games)


@pytest.mark.parametrize(("folder", "preset"), [("hanabi-challenges", "hanab.live"), ("hanabidata", "pyhanabi")])
def test_every_recorded_play(shared: Path, folder: str, preset: str) -> None:
    records = read_games(shared / "games" / folder / "games.jsonl")
    places = {str(record.id): place for place, record in enumerate(records)}
    columns = batch(iter(records), preset=preset)
    row_of = {key: k for k, key in enumerate(zip(columns["game"].tolist(), columns["turn"].tolist(), strict=True))}
    with (shared / "games" / folder / "posteriors.csv").open() as file:
        for row in csv.DictReader(file):
            game, turn = places[row["game_id"]], int(row["turn"])
            k = row_of[game, turn]
            slot = columns["order"][k].tolist().index(records[game].actions[turn].target)
            assert columns["playable"][k, slot] == pytest.approx(1 - float(Fraction(row["joint"])), abs=1e-12)
            assert columns["seat"][k] == int(row["seat"])


def test_what_cannot_be_replayed_is_told() -> None:
    game = Game.new(players=2, seed=1)
    game.play(1)
    game.discard(2) if game.hint_tokens < 8 else game.play(2)
    good = GameRecord.from_game(game)
    parts = {"players": good.players, "variant": good.variant, "deck": good.deck}
    bad = GameRecord(**parts, actions=(*good.actions, Move(0, 49), Move(0, 2)), id=77)
    unknown = GameRecord(**{**parts, "deck": ((-1, -1), *good.deck[1:])}, actions=good.actions)
    strange = GameRecord(**{**parts, "variant": "Nonsense"}, actions=good.actions)
    ended = GameRecord(**parts, actions=(*good.actions, Move(4, 0, 3), Move(0, 2)))
    for record, problem in (
        (bad, "game 77, action 2.*not in the acting hand"),
        (unknown, "unknown"),
        (strange, "Nons"),
    ):
        with pytest.raises(RecordError, match=problem):
            batch([record])
    errors: list[RecordError] = []
    columns = batch([strange, good, unknown, bad, ended], on_error=errors.append)
    assert len(errors) == 3
    assert columns["game"].tolist() == [1, 1, 3, 3, 4, 4]
    assert columns["turn"].tolist() == [0, 1] * 3


def test_no_games() -> None:
    columns = batch([])
    assert all(len(column) == 0 for column in columns.values())


@pytest.mark.slow
def test_without_numba_it_works_and_says_so_once() -> None:
    run = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "fine", run.stderr[-3000:]
