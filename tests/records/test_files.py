"""Reading and writing files, and records as arrays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hanabi_lab.records import GameRecord, iter_games, read_game, read_games, to_arrays, write_games
from hanabi_lab.rules import Game, RecordError, Rules


def made(number: int | None = None, players: int = 2, **changes: object) -> GameRecord:
    record = GameRecord.from_game(Game.new(players=players, seed=number or 0, rules="hanab.live"), number=number)
    data = record.to_dict()
    return GameRecord.from_dict({**data, **changes})


def test_forms_of_a_source(tmp_path: Path) -> None:
    one, two = made(1), made(2)
    text = one.to_json()
    pretty = json.dumps([one.to_dict(), two.to_dict()], indent=2)
    lines = f"\n{text}\n\n{two.to_json()}"
    assert read_games(text) == read_games(text.encode()) == read_games(one.to_dict()) == [one]
    assert read_games([one.to_dict(), two.to_dict()]) == read_games(pretty) == read_games(lines) == [one, two]
    for name, content in (("a.json", pretty), ("b.json", lines), ("c.jsonl", lines), ("d.txt", lines)):
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            path = tmp_path / name
            path.write_text(content, encoding)
            assert read_games(path) == read_games(str(path)) == [one, two], (name, encoding)
    (tmp_path / "one.jsonl").write_text("\n" + text)
    (tmp_path / "one.json").write_text("\n\n" + json.dumps(one.to_dict(), indent=1))
    assert read_game(tmp_path / "one.jsonl") == read_game(tmp_path / "one.json") == one


def test_source_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{made(1).to_json()}\n\n{made(2).to_json()}\n")
    assert [record.source for record in read_games(path)] == [f"{path}:1", f"{path}:3"]
    path = tmp_path / "games.json"
    path.write_text(json.dumps([made(1).to_dict(), made(2).to_dict()]))
    assert [record.source for record in read_games(path)] == [f"{path}[0]", f"{path}[1]"]


@pytest.mark.parametrize("name", ["games.jsonl", "games.json"])
@pytest.mark.parametrize("bad", [0, 1, 2])
def test_a_bad_line_does_not_take_the_others_along(tmp_path: Path, name: str, bad: int) -> None:
    rows = [made(number).to_json() for number in (1, 2, 3)]
    rows[bad] = rows[bad][:200]
    path = tmp_path / name
    path.write_text("\n".join(rows))
    errors: list[RecordError] = []
    kept = read_games(path, on_error=errors.append)
    assert [record.id for record in kept] == [number for number in (1, 2, 3) if number != bad + 1]
    assert [error.path for error in errors] == [f"{path}:{bad + 1}"]
    with pytest.raises(RecordError, match="stops in the middle"):
        read_games(path)


def test_games_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{made(1).to_json()}\nnot a game\n")
    games = iter_games(path)
    assert next(games).id == 1
    with pytest.raises(RecordError, match=":2: not JSON: it begins with 'not a game'"):
        next(games)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<!DOCTYPE html><html>", "HTML page"),
        (b"\xff\xff{}", "byte 0 is not UTF-8"),
        (b"\x1f\x8b\x08\x00", "unpack it"),
        (b"[1, 2]", r"\[0\]: a game is a JSON object, this is 1"),
        (b"17", "a game is a JSON object, this is 17"),
        (b"[" * 100_000, "nested too deeply|stops in the middle"),
        (b"  \n \n", "empty"),
        (b'{"id": ' + b"9" * 5000 + b"}", "not a game"),
        (b'{"players": 3, "deck": [], "actions": []}', "'players' is 3"),
        (b'{"players": ["a", "b"], "deck": [1], "actions": []}', "not a list of cards"),
        (b'{"players": ["a", "b"], "deck": [], "actions": {}}', "'actions' is {}"),
        (b'{"players": ["a", "b"], "deck": [], "actions": [], "options": 1}', "'options' is 1"),
        (b'{"id": [], "players": ["a", "b"], "deck": [], "actions": []}', r"'id' is \[\]"),
    ],
)
def test_what_is_not_a_game(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=words) as caught:
        read_games(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_games(tmp_path / "none.json")
    with pytest.raises(RecordError, match="folder"):
        read_games(tmp_path)
    with pytest.raises(RecordError, match="2 games; expected one"):
        read_game([made(1).to_dict(), made(2).to_dict()])


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (7, "this is 7"),
        ({"type": True, "target": 0}, "'type' is True"),
        ({"type": 0}, "no 'target'"),
        ({"type": 3, "target": 1, "value": "1"}, "'value' is '1'"),
    ],
)
def test_malformed_actions_are_named(action: object, words: str) -> None:
    good = {"type": 3, "target": 1, "value": None}
    with pytest.raises(RecordError, match=f"game 4, action 1: .*{words}"):
        made(4, actions=[good, action])


def test_a_variant_outside_options_counts_when_the_deck_is_its(tmp_path: Path) -> None:
    data = GameRecord.from_game(Game.new("6 Suits", players=2, seed=3)).to_dict()
    del data["options"]
    with pytest.raises(RecordError, match="suitIndex 5"):
        GameRecord.from_dict(data)
    record = GameRecord.from_dict({**data, "variant": "6 Suits"})
    assert record.variant == "6 Suits"
    assert "outside 'options'" in record.warnings[0]
    assert GameRecord.from_dict(record.to_dict()) == record


@pytest.mark.parametrize("name", ["games.json", "games.jsonl"])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_what_is_written_is_read(tmp_path: Path, name: str, count: int) -> None:
    games = [made(n, notes=[["é", "<b>"], []], more={"x": [1]}, seed="s") for n in range(1, count + 1)]
    path = tmp_path / name
    assert write_games(iter(games), path) == count
    if count or name.endswith(".json"):
        assert read_games(path) == games
    assert list(tmp_path.iterdir()) == [path]


def test_one_record_is_written_as_one_object(tmp_path: Path) -> None:
    write_games(made(1), tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text("utf-8"))["id"] == 1


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_games([made(1)], path)

    def broken() -> object:
        yield made(2)
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write_games(broken(), path)  # type: ignore[arg-type]
    assert [record.id for record in read_games(path)] == [1]
    assert list(tmp_path.iterdir()) == [path]


def test_arrays_hold_every_card_and_action() -> None:
    first = GameRecord.from_game(Game.new("6 Suits", players=4, seed=1, rules="hanab.live"))
    game = Game.new(players=2, seed=2, rules="hanab.live")
    game.apply(game.legal_moves()[0])
    second, third = GameRecord.from_game(game), GameRecord.from_game(Game.new(players=2, seed=3).view(0))
    arrays = to_arrays([first, second, third])
    assert arrays.decks.shape == (3, 60)
    assert arrays.actions.shape == (3, 1, 3)
    assert arrays.decks.dtype == arrays.actions.dtype == arrays.counts.dtype == np.int64
    assert arrays.counts.tolist() == [0, 1, 0]
    assert arrays.group.tolist() == [0, 1, 1]
    assert [setup.players for setup in arrays.setups] == [4, 2]
    assert arrays.rules == (Rules.preset("hanab.live"),) * 2
    for row, record in enumerate((first, second, third)):
        variant = arrays.variants[arrays.group[row]]
        wanted = [suit * variant.ranks + rank - 1 if suit >= 0 else -1 for suit, rank in record.deck]
        assert arrays.decks[row].tolist() == wanted + [-1] * (60 - len(wanted))
    move = second.actions[0]
    assert arrays.actions[:, 0].tolist() == [[-1] * 3, [move.type, move.target, move.value], [-1] * 3]


def test_arrays_leave_out_only_what_is_told() -> None:
    odd = made(1, options={"variant": "Rainbow (5 Suits)"})
    with pytest.raises(RecordError, match="'Rainbow"):
        to_arrays([odd])
    errors: list[RecordError] = []
    arrays = to_arrays([odd, made(2)], on_error=errors.append)
    assert [record.id for record in arrays.records] == [2]
    assert [error.game for error in errors] == [1]
    assert len(to_arrays([])) == 0
    huge = made(3, actions=[{"type": 0, "target": 10**30}])
    assert to_arrays([huge]).actions[0, 0, 1] > 60
