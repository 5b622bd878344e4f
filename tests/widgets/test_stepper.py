"""The replay widget without a browser: its state, its traits, what it refuses."""

from __future__ import annotations

import base64
import json

import pytest
import traitlets

from hanabi_lab import Game, GameRecord, HanabiError, load, replay
from hanabi_lab.beliefs import hand_belief
from hanabi_lab.players import play_game, simple
from hanabi_lab.widgets.drawing import board_parts


@pytest.fixture(scope="module")
def game() -> Game:
    return play_game(simple, players=3, seed=4)


def test_frames_are_the_boards_of_all_turns(game: Game) -> None:
    data = replay(game).data
    assert len(data["frames"]) == len(game)
    for turn, frame in enumerate(data["frames"]):
        assert [data["parts"][part] for part in frame] == board_parts(game.at(turn))
    assert data["moves"][1] == game.history[0].text


def test_bytes_are_the_beliefs_of_all_seats(game: Game) -> None:
    data = replay(game).data
    raw = base64.b64decode(data["beliefs"])
    at = 0
    for turn in range(len(game)):
        now = game.at(turn)
        for seat, cards in enumerate(data["hands"][turn]):
            assert cards == len(now.hands[seat])
            for row in hand_belief(now, seat).marginals if cards else ():
                for p, byte in zip(row, raw[at:], strict=False):
                    assert (byte == 0) == (p == 0)
                    assert not byte or abs((byte - 1) / 254 - p) <= 0.5 / 254 + 1e-12
                at += len(row)
    assert at == len(raw)


def test_the_state_is_small(shared) -> None:
    games = [
        one for folder in ("hanabi-challenges", "hanabidata") for one in load(shared / "games" / folder / "games.jsonl")
    ]
    for seats in range(2, 7):
        longest = max((one for one in games if len(one.players) == seats), key=lambda one: len(one.actions))
        assert len(json.dumps(replay(longest).data).encode()) <= 200_000


def test_turn_and_viewer_are_checked(game: Game) -> None:
    shown = replay(game, viewer="Bob", turn=-1)
    assert (shown.turn, shown.viewer) == (len(game) - 1, 1)
    with pytest.raises(traitlets.TraitError, match="turn is 0"):
        shown.turn = len(game)
    with pytest.raises(traitlets.TraitError, match="viewer is a seat"):
        shown.viewer = 3
    assert (shown.turn, shown.viewer) == (len(game) - 1, 1)
    with pytest.raises(HanabiError, match="turn is 0"):
        replay(game, turn=len(game))
    with pytest.raises(HanabiError, match="nobody here is called"):
        replay(game, viewer="Zed")


def test_a_misspelt_option_is_refused(game: Game) -> None:
    with pytest.raises(HanabiError, match="no option 'veiwer'; it has turn, viewer and preset"):
        replay(game, veiwer=1)
    with pytest.raises(HanabiError, match="takes a game or a record, not str"):
        replay("game.json")  # type: ignore[arg-type]


def test_a_record_says_what_was_odd(game: Game) -> None:
    record = GameRecord.from_game(game).to_dict()
    record["actions"].append({"type": 3, "target": 1, "value": 1})
    (one,) = load(record)
    assert any("over" in note for note in replay(one).data["notes"])


def test_shows_as_a_widget_and_without_one(game: Game) -> None:
    bundle, _ = replay(game)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert 'sandbox="allow-scripts"' in bundle["text/html"]
    assert bundle["text/plain"].startswith("<Replay of")


def test_a_page_is_written_whole_or_not_at_all(game: Game, tmp_path, monkeypatch) -> None:
    path = tmp_path / "page.html"
    assert replay(game).to_html(path) == path
    text = path.read_text(encoding="utf-8")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="no space"):
        replay(game).to_html(path)
    assert path.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(HanabiError, match="there is no folder"):
        replay(game).to_html(tmp_path / "none" / "page.html")
