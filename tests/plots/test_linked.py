"""Linked plots: they follow the replay, coalesce fast steps, show errors, and load nothing early."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import plotly.graph_objects as go
import pytest
import traitlets

from hanabi_lab.players import play_game, simple
from hanabi_lab.plots import deck_left, hand_heatmap, linked
from hanabi_lab.rules import Game, HanabiError
from hanabi_lab.widgets import replay

PLOTLY = "application/vnd.plotly.v1+json"


class Stepper(traitlets.HasTraits):
    """The part of a replay that a linked plot looks at."""

    turn = traitlets.Int(0)
    viewer = traitlets.Int(None, allow_none=True)

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


@pytest.fixture
def stepper() -> Stepper:
    return Stepper(play_game(simple, players=3, seed=4))


def _shown(box: Any) -> dict[str, Any]:
    (area,) = box.children
    (output,) = area.outputs
    return dict(output)


def _title(box: Any) -> str:
    return str(_shown(box)["data"][PLOTLY]["layout"]["title"]["text"])


def test_the_plot_follows_turn_and_viewer(stepper: Stepper) -> None:
    box = linked(stepper, deck_left)
    assert "at the deal" in _title(box)
    stepper.turn = 25
    assert "after 25 turns" in _title(box)
    stepper.viewer = 1
    assert "What Bob has not seen" in _title(box)
    stepper.viewer = -1
    assert "left in the deck" in _title(box)


def test_a_plot_with_a_seat_is_given_the_viewer(stepper: Stepper) -> None:
    box = linked(stepper, hand_heatmap)
    stepper.viewer = 2
    stepper.turn = 12
    assert _title(box) == "What Cathy's cards can be, after 12 turns"


def test_it_follows_a_real_replay() -> None:
    widget = replay(play_game(simple, players=3, seed=4))
    box = linked(widget, deck_left)
    widget.turn = 9
    assert "after 9 turns" in _title(box)
    widget.viewer = 2
    assert "What Cathy has not seen" in _title(box)


def test_an_option_fixes_what_the_replay_would_set(stepper: Stepper) -> None:
    box = linked(stepper, deck_left, viewer=0)
    stepper.viewer = 2
    assert "What Alice has not seen" in _title(box)


def test_an_error_is_shown_and_following_goes_on(stepper: Stepper) -> None:
    def fragile(game: Game, *, turn: int) -> go.Figure:
        if turn == 3:
            raise RuntimeError("no picture of turn 3")
        return go.Figure()

    box = linked(stepper, fragile)
    stepper.turn = 3
    assert _shown(box)["output_type"] == "error"
    assert _shown(box)["evalue"] == "no picture of turn 3"
    assert "fragile" in "".join(_shown(box)["traceback"])
    stepper.turn = 4
    assert _shown(box)["output_type"] == "display_data"


def test_fast_steps_draw_once(stepper: Stepper) -> None:
    drawn: list[int] = []

    def count(game: Game, *, turn: int) -> go.Figure:
        drawn.append(turn)
        return go.Figure()

    linked(stepper, count)

    async def drag() -> None:
        for turn in range(1, 40):
            stepper.turn = turn
        await asyncio.sleep(0.3)

    asyncio.run(drag())
    assert drawn == [0, 39]


def test_a_closed_plot_no_longer_follows(stepper: Stepper) -> None:
    drawn: list[int] = []

    def count(game: Game, *, turn: int) -> go.Figure:
        drawn.append(turn)
        return go.Figure()

    linked(stepper, count).close()
    stepper.turn = 5
    stepper.turn = 6
    assert drawn == [0]


def test_misuse_is_explained(stepper: Stepper) -> None:
    with pytest.raises(HanabiError, match="deck_left has no option 'viewr'; it has turn, viewer"):
        linked(stepper, deck_left, viewr=1)
    with pytest.raises(HanabiError, match="takes a replay widget"):
        linked(stepper.game, deck_left)
    with pytest.raises(HanabiError, match="takes no turn"):
        linked(stepper, lambda game: go.Figure())
    box = linked(stepper, lambda game, turn: "text")
    assert "returned str" in _shown(box)["evalue"]


def test_plots_load_nothing_until_used() -> None:
    code = (
        "import sys, hanabi_lab.plots\n"
        "assert 'plotly' not in sys.modules and 'numpy' not in sys.modules\n"
        "from hanabi_lab.plots import deck_left, hand_heatmap\n"
        "from hanabi_lab.rules import Game\n"
        "heavy = {'plotly.io', 'plotly.express', 'numpy', 'ipywidgets', 'IPython'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
