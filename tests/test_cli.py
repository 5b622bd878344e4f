"""The command line: what it prints, and how it complains."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi_lab import __version__
from hanabi_lab.cli import main
from hanabi_lab.records import GameRecord, write_games
from hanabi_lab.rules import Game

KEYS = [
    "file",
    "game_id",
    "players",
    "variant",
    "turns",
    "score",
    "points",
    "strikes",
    "hint_tokens",
    "end",
    "warnings",
]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two games of three players, the first with an id."""
    first = Game.new(players=3, seed="p3v0s7", rules="hanab.live", names=["Ann", "B\x1b[2J", "Cleo"])
    first.hint(1, first.hands[1][0].rank)
    first.play(1)
    second = Game.new(players=3, seed=1, rules="hanab.live")
    path = tmp_path / "games.jsonl"
    write_games([GameRecord.from_game(first, number=12), GameRecord.from_game(second)], path)
    return path


def rows(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("folder", ["hanabi-challenges", "jaxmarl"])
def test_replay_prints_the_figures_of_each_game(shared: Path, folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = shared / "games" / folder
    assert main(["replay", str(path / "games.jsonl"), "--json"]) == 0
    found = rows(capsys.readouterr().out)
    with (path / "expected.csv").open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file))
    assert len(found) == len(expected)
    for row, want in zip(found, expected, strict=True):
        assert list(row) == KEYS
        assert str(row["game_id"]) == want["game_id"]
        assert [row[key] for key in ("players", "turns", "score", "strikes")] == [
            int(want[key]) for key in ("players", "turns", "score", "strikes")
        ]
        assert row["hint_tokens"] == int(want["clues_left"])
        assert row["end"] == want["end"].removesuffix("_by_player")


def test_replay_in_words_is_one_line_a_game_that_cannot_steer_a_terminal(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(games)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert f"{games}, game 12: No Variant, 3 players, 2 turns" in lines[0]
    assert f"{games}, game 2: " in lines[1]


def test_one_bad_game_is_told_and_the_others_are_replayed(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with games.open("a") as file:
        file.write('{"id": 9}\n')
    assert main(["replay", str(tmp_path / "none.json"), str(games), "--json"]) == 2
    out, err = capsys.readouterr()
    assert [row["game_id"] for row in rows(out)] == [12, 2]
    assert len(err.splitlines()) == 2
    assert "none.json: cannot be opened" in err
    assert "games.jsonl:3, game 9: there is no 'players'" in err


def test_a_game_cut_short_is_told_on_both_sides(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(shared / "games/odd/real_6p_option_lost_81.json")
    assert main(["replay", path, "--json"]) == 2
    out, err = capsys.readouterr()
    (row,) = rows(out)
    assert (row["turns"], row["end"]) == (3, "in_progress")
    assert "oneExtraCard" in str(row["warnings"])
    assert len(err.splitlines()) == 1
    assert "game 81, action 3: " in err
    assert "oneExtraCard" in err
    assert main(["replay", path, "--json", "--strict"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "action 3" in err


def test_names_of_files_are_shown_escaped(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["beliefs", str(games), "--game", "12", "--turn", "2"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "B\\x1b[2J (seat 1) before action 2 of game 12" in out


def test_beliefs(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def ask(*more: str) -> list[dict[str, object]]:
        assert main(["beliefs", str(games), "--game", "12", "--json", *more]) == 0
        return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]

    slots = ask("--turn", "1")
    assert [slot["slot"] for slot in slots] == [1, 2, 3, 4, 5]
    assert [slot["order"] for slot in slots] == [4, 3, 2, 1, 0]
    for slot in slots:
        assert set(slot) == {"slot", "order", "probabilities", "playable", "trash", "critical"}
        assert sum(slot["probabilities"].values()) == pytest.approx(1)  # type: ignore[attr-defined]
    assert ask("--turn", "2") == ask("--turn", "2", "--seat", "1")
    assert ask("--turn", "3", "--seat", "Cleo") == ask("--turn", "3", "--seat", "2")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--game", "12", "--turn", "0"], "--turn is 1 (before the first action) to 3"),
        (["--game", "12", "--turn", "4"], "not 4"),
        (["--game", "13", "--turn", "1"], "there is no game 13 (the file holds 12, 2)"),
        (["--turn", "1"], "several games (name one with --game ID)"),
        (["--game", "12", "--turn", "1", "--seat", "3"], "--seat is 0 to 2, or a name"),
        (["--game", "12", "--turn", "one"], "invalid int value"),
        (["--game", "12"], "--turn"),
    ],
)
def test_bad_questions_get_one_line(
    games: Path, args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["beliefs", str(games), *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert len(err.splitlines()) == 1


def test_bad_arguments_get_one_line(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for args in ([], ["play"], ["replay"], ["replay", str(games), "--preset", "mine"]):
        assert main(args) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"hanabi-lab {__version__}\n"
    assert main(["replay", "--help"]) == 0


def test_lab_says_what_to_do_without_notebooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("hanabi_lab.cli.__file__", str(tmp_path / "site-packages/hanabi_lab/cli.py"))
    assert main(["lab"]) == 2
    assert "hanabi-lab lab PATH" in capsys.readouterr().err
    assert main(["lab", "nowhere"]) == 2
    assert "nowhere: there is no such notebook" in capsys.readouterr().err


def test_lab_opens_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notebooks").mkdir()
    for name in ("00_first.ipynb", "01_tour.ipynb"):
        (tmp_path / "notebooks" / name).touch()
    monkeypatch.chdir(tmp_path)
    started: list[list[str]] = []
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("hanabi_lab.cli.os.execv", lambda program, command: started.append(command) or 0)
    monkeypatch.setattr("hanabi_lab.cli.os.name", "posix")
    assert main(["lab"]) == 0
    command = [sys.executable, "-m", "jupyterlab", str(Path("notebooks/01_tour.ipynb"))]
    assert started == [[*command, "--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else command]


def test_a_reader_that_goes_away_is_no_error(games: Path) -> None:
    command = [sys.executable, "-m", "hanabi_lab", "replay", *[str(games)] * 3000]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parent.parent
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0
