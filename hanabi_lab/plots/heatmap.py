"""The probability heat map of a hand: how likely each identity is, for each card its holder cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from hanabi_lab.plots.style import PAPER, QUIET, SOFT, figure, game_at, moment, suit_markers

if TYPE_CHECKING:
    from hanabi_lab.beliefs import HandBelief
    from hanabi_lab.records import GameRecord
    from hanabi_lab.rules.game import Game

__all__ = ["hand_heatmap", "percent"]


def percent(probability: float) -> str:
    """Return a probability as a short percentage; what is possible is never shown as 0%, nor unsure as 100%."""
    if probability <= 0:
        return ""
    if probability < 0.01:
        return "<1%"
    if 0.99 < probability < 1:
        return ">99%"
    return f"{100 * probability:.0f}%"


def hand_heatmap(game: Game | GameRecord, seat: int | str | None = None, turn: int | None = None) -> go.Figure:
    """Draw how likely each card of a hand is each identity, for its holder.

    Parameters
    ----------
    game : Game or GameRecord
        The game.
    seat : int or str, optional
        Seat or name of the holder; None is the one to act.
    turn : int, optional
        The position before the action with this index (0 is the deal); None is the last one.

    Returns
    -------
    plotly.graph_objects.Figure
        One panel a slot (slot 1, the newest, on the left), suits down and ranks across. Impossible identities are
        hatched, so they differ from unlikely ones. The color scale always runs from 0% to 100%: figures of
        different turns can be compared.

    Raises
    ------
    HanabiError
        When the game has no such turn or seat.
    """
    from hanabi_lab.beliefs import hand_belief

    now = game_at(game, turn)
    holder = now.current_player if seat is None else now.seat(seat)
    belief = hand_belief(now, holder)
    variant = now.variant
    suits, ranks, slots = len(variant.suits), variant.ranks, len(belief.orders)
    columns = slots * (ranks + 1) - 1
    name = now.names[holder]
    fig = figure(
        f"What {name}'s cards can be, {moment(now)}",
        f"Exact probabilities for {name}, from the hints and the cards {name} sees. Hatched: impossible",
        width=max(560, 180 + 26 * columns),
        height=240 + 29 * suits,
    )
    fig.update_yaxes(
        title={"text": "Suit", "standoff": 8},
        tickvals=list(range(suits)),
        ticktext=[f"{suit.name} ({suit.letter})" for suit in variant.suits],
        range=[suits - 0.5, -0.5],
    )
    fig.update_layout(margin={"l": 130, "r": 16, "t": 122, "b": 108}, barmode="overlay")
    if not slots:
        fig.update_xaxes(visible=False)
        fig.add_annotation(text=f"{name} holds no card", x=0.5, y=0.5, xref="paper", yref="paper", showarrow=False)
        return fig
    _add_panels(fig, now, belief)
    fig.add_traces(suit_markers(variant, -1.2))
    starts = [slot * (ranks + 1) for slot in range(slots)]
    fig.update_xaxes(
        title={"text": "Rank, for each slot", "standoff": 44},
        tickvals=[start + rank for start in starts for rank in range(ranks)],
        ticktext=[str(rank + 1) for _ in starts for rank in range(ranks)],
        range=[-1.8, columns - 0.5],
    )
    _label_slots(fig, now, belief, starts)
    return fig


def _add_panels(fig: go.Figure, game: Game, belief: HandBelief) -> None:
    """Add the cells: one heat map for all slots with empty columns between them, hatching below it."""
    variant = game.variant
    suits, ranks, slots = len(variant.suits), variant.ranks, len(belief.orders)
    width = slots * (ranks + 1) - 1
    z: list[list[float | None]] = [[None] * width for _ in range(suits)]
    text = [[""] * width for _ in range(suits)]
    hover = [[""] * width for _ in range(suits)]
    hatched: list[tuple[int, int, str]] = []
    for slot, row in enumerate(belief.marginals):
        for identity, probability in enumerate(row):
            suit, x = variant.suit_of(identity), slot * (ranks + 1) + variant.rank_of(identity) - 1
            about = f"slot {slot + 1}: <b>{variant.label(identity)}</b> "
            if probability > 0:
                z[suit][x] = probability
                text[suit][x] = percent(probability)
                hover[suit][x] = f"{about}{100 * probability:.2f}%"
            else:
                hatched.append((x, suit, f"{about}impossible"))
    fig.add_trace(
        go.Bar(
            x=[x for x, _, _ in hatched],
            y=[1] * len(hatched),
            base=[suit - 0.5 for _, suit, _ in hatched],
            width=1,
            marker={
                "color": PAPER,
                "line": {"color": PAPER, "width": 2},
                "pattern": {"shape": "/", "fgcolor": QUIET, "bgcolor": PAPER, "size": 6, "solidity": 0.2},
            },
            hovertext=[words for _, _, words in hatched],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    fig.add_trace(
        go.Heatmap(
            z=z,
            x=list(range(width)),
            y=list(range(suits)),
            zmin=0,
            zmax=1,
            colorscale="Cividis",
            xgap=2,
            ygap=2,
            text=text,
            texttemplate="%{text}",
            textfont={"size": 9.5},
            hovertext=hover,
            hovertemplate="%{hovertext}<extra></extra>",
            hoverongaps=False,
            colorbar={
                "orientation": "h",
                "tickvals": [0, 0.5, 1],
                "ticktext": ["0%", "probability", "100%"],
                "tickfont": {"size": 11, "color": SOFT},
                "thickness": 8,
                "outlinewidth": 0,
                "lenmode": "pixels",
                "len": 150,
                "x": 1,
                "xanchor": "right",
                "y": 0,
                "yref": "container",
                "yanchor": "bottom",
                "xpad": 14,
                "ypad": 10,
            },
        )
    )


def _label_slots(fig: go.Figure, game: Game, belief: HandBelief, starts: list[int]) -> None:
    """Write over each panel its slot and hints, and below it the chances that matter for a move."""
    ranks, slots = game.variant.ranks, len(starts)
    chances = zip(belief.playable(), belief.trash(), belief.critical(), strict=True)
    notes: list[dict[str, Any]] = []
    for slot, (start, order, (playable, trash, critical)) in enumerate(
        zip(starts, belief.orders, chances, strict=True)
    ):
        age = " (newest)" if slot == 0 and slots > 1 else " (oldest)" if slot == slots - 1 and slots > 1 else ""
        hints = ", ".join(game.hints_on(order))
        words = f"hints: {hints}" if hints else "no hints"
        values = [percent(chance) or "0%" for chance in (playable, trash, critical)]
        common = {"x": start + (ranks - 1) / 2, "yref": "paper", "showarrow": False}
        head = f"<b>Slot {slot + 1}</b>{age}<br><span style='color:{SOFT}'>{words}</span>"
        foot = f"playable <b>{values[0]}</b><br>trash {values[1]}, critical {values[2]}"
        notes.append({**common, "text": head, "y": 1, "yanchor": "bottom", "yshift": 2, "font": {"size": 12}})
        notes.append({**common, "text": foot, "y": 0, "yanchor": "top", "yshift": -20, "font": {"size": 11}})
    fig.update_layout(annotations=notes)
