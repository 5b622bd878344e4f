"""The heat map of a hand: the belief's own numbers, and impossible told from unlikely."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from hanabi_lab.beliefs import hand_belief
from hanabi_lab.players import play_game, simple
from hanabi_lab.plots import hand_heatmap
from hanabi_lab.plots.heatmap import percent
from hanabi_lab.records import GameRecord
from hanabi_lab.rules import Game, HanabiError


@pytest.fixture(scope="module")
def played() -> Game:
    return play_game(simple, players=3, seed=4)


def _cells(fig: go.Figure) -> tuple[go.Heatmap, go.Bar]:
    (heat,) = (trace for trace in fig.data if isinstance(trace, go.Heatmap))
    (hatching,) = (trace for trace in fig.data if isinstance(trace, go.Bar))
    return heat, hatching


@pytest.mark.parametrize("turn", [0, 10, 25, 40])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_cells_are_the_belief(played: Game, turn: int, seat: int) -> None:
    heat, hatching = _cells(hand_heatmap(played, seat, turn))
    belief = hand_belief(played.at(turn), seat)
    shown = 0
    for slot, row in enumerate(belief.marginals):
        for identity, probability in enumerate(row):
            cell = heat.z[identity // 5][slot * 6 + identity % 5]
            assert (cell is None) == (probability == 0)
            if probability:
                shown += 1
                assert cell == pytest.approx(float(probability))
                assert heat.text[identity // 5][slot * 6 + identity % 5] == percent(float(probability))
    assert shown + len(hatching.x) == 25 * len(belief.orders)
    assert hatching.marker.pattern.shape == "/"


def test_the_scale_is_fixed_and_safe_for_color_blind_eyes(played: Game) -> None:
    heat, _ = _cells(hand_heatmap(played, turn=25))
    assert (heat.zmin, heat.zmax) == (0, 1)
    assert heat.colorscale[0][1].lower() == "#00224e"  # cividis


def test_slots_are_labelled_with_hints_and_chances(played: Game) -> None:
    fig = hand_heatmap(played, "Bob", 25)
    words = " ".join(note.text for note in fig.layout.annotations)
    belief = hand_belief(played.at(25), 1)
    assert "Slot 1</b> (newest)" in words
    assert "hints:" in words
    for chance in belief.playable():
        assert f"playable <b>{percent(float(chance)) or '0%'}</b>" in words
    assert fig.layout.title.text == "What Bob's cards can be, after 25 turns"


def test_the_one_to_act_is_shown_when_no_seat_is_named(played: Game) -> None:
    name = played.names[played.at(10).current_player]
    assert f"What {name}'s cards" in hand_heatmap(played, turn=10).layout.title.text


def test_it_takes_a_record(played: Game) -> None:
    assert hand_heatmap(GameRecord.from_game(played), 0, 12).to_dict() == hand_heatmap(played, 0, 12).to_dict()


def test_percentages_never_say_impossible_or_certain_when_it_is_not() -> None:
    assert [percent(p) for p in (0, 0.001, 0.01, 0.5, 0.995, 1)] == ["", "<1%", "1%", "50%", ">99%", "100%"]


def test_wrong_seats_and_turns_are_refused(played: Game) -> None:
    with pytest.raises(HanabiError, match="seats are 0 to 2"):
        hand_heatmap(played, 5)
    with pytest.raises(HanabiError, match="turns 0"):
        hand_heatmap(played, 0, 999)
