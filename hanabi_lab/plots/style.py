"""What the plots share: the game a plot is asked about, the look of a figure, and the labels of suits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.game import Game
from hanabi_lab.rules.palette import OUTLINE, SuitStyle, suit_style

if TYPE_CHECKING:
    from hanabi_lab.records import GameRecord
    from hanabi_lab.rules.variant import Variant

__all__ = ["INK", "PAPER", "QUIET", "SOFT", "count", "figure", "game_at", "moment", "shapes", "suit_markers"]

#: Figures have a light sheet of their own: the suits' contrast is then the same in light and dark themes.
PAPER = "#fbfaf6"
INK = "#1c1c1c"
#: Ink of secondary text (contrast 7 to 1 on the paper).
SOFT = "#565656"
#: Lines and hatching in the background.
QUIET = "#b9b6ad"
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"


def game_at(source: Game | GameRecord, turn: int | None) -> Game:
    """Return the game that a plot is about.

    Parameters
    ----------
    source : Game or GameRecord
        A record is replayed under hanab.live's rules, as far as they allow.
    turn : int, optional
        The position before the action with this index (0 is the deal); None is the last one.

    Raises
    ------
    HanabiError
        When ``source`` is neither, or the game has no such turn.
    """
    if isinstance(source, Game):
        game = source
    else:
        replay = getattr(source, "replay", None)
        if not callable(replay):
            raise HanabiError(f"a plot takes a Game or a GameRecord, not {type(source).__name__}: {source!r}")
        game = replay().game
    return game if turn is None else game.at(turn)


def moment(game: Game) -> str:
    """Say where a game stands: "after 12 turns", "at the deal"."""
    if game.is_over:
        return f"at the end, {count(game.points, 'point')}"
    return f"after {count(game.turn, 'turn')}" if game.turn else "at the deal"


def count(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "3 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def figure(title: str, subtitle: str, *, width: int, height: int) -> go.Figure:
    """Return an empty figure in the house style (sizes in pixels; no template, so it stays small)."""
    fig = go.Figure()
    fig.update_layout(
        template=go.layout.Template(),
        width=width,
        height=height,
        paper_bgcolor=PAPER,
        plot_bgcolor=PAPER,
        font={"family": FONT, "size": 13, "color": INK},
        title={
            "text": title,
            "subtitle": {"text": subtitle, "font": {"size": 13, "color": SOFT}},
            "font": {"size": 18, "color": INK},
            "x": 0,
            "xref": "container",
            "pad": {"l": 16, "t": 14},
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "automargin": False,
        },
        hoverlabel={"bgcolor": PAPER, "font": {"color": INK}},
        dragmode=False,
        showlegend=False,
    )
    axis: dict[str, Any] = {
        "title": {"font": {"size": 13, "color": SOFT}},
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "fixedrange": True,
        "ticks": "",
    }
    fig.update_xaxes(**axis)
    fig.update_yaxes(**axis)
    return fig


def shapes(x: Sequence[float], y: Sequence[float], styles: Sequence[SuitStyle], size: float) -> list[go.Scatter]:
    """Return traces that draw suits' shapes in their colors with a dark outline, ``size`` pixels across."""
    rings = [i for i, style in enumerate(styles) if style.marker.endswith("-open")]
    thick = size / 3
    face = go.Scatter(
        x=list(x),
        y=list(y),
        mode="markers",
        marker={
            "symbol": [style.marker for style in styles],
            "size": size,
            "color": [style.color for style in styles],
            "line": {
                "width": [thick if i in rings else 1.2 for i in range(len(styles))],
                "color": [style.color if i in rings else OUTLINE for i, style in enumerate(styles)],
            },
        },
        hoverinfo="skip",
        cliponaxis=False,
        showlegend=False,
    )
    if not rings:
        return [face]
    # An open marker is a line and has no outline: a thicker dark one below it makes the outline.
    edge = go.Scatter(
        x=[x[i] for i in rings],
        y=[y[i] for i in rings],
        mode="markers",
        marker={
            "symbol": [styles[i].marker for i in rings],
            "size": size,
            "color": OUTLINE,
            "line": {"width": thick + 2.4, "color": OUTLINE},
        },
        hoverinfo="skip",
        cliponaxis=False,
        showlegend=False,
    )
    return [edge, face]


def suit_markers(variant: Variant, x: float) -> list[go.Scatter]:
    """Return traces of the suits' shapes, one a row (row 0 is the first suit), at ``x``."""
    styles = [suit_style(suit.name) for suit in variant.suits]
    return shapes([x] * len(styles), range(len(styles)), styles, 16)
