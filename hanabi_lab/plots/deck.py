"""What is left in the deck: every copy of every card as played, discarded, in sight or unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from hanabi_lab.plots.style import PAPER, QUIET, SOFT, count, figure, game_at, moment, shapes, suit_markers
from hanabi_lab.rules.palette import OUTLINE, SuitStyle, suit_style

if TYPE_CHECKING:
    from hanabi_lab.records import GameRecord
    from hanabi_lab.rules.game import Game

__all__ = ["PLACES", "Copy", "copies", "deck_left"]

#: Where a copy of a card can be, in the order of a stack.
PLACES = ("played", "discarded", "in sight", "unseen")
_WIDTH = 0.25  # of a card, in columns; three copies fill three quarters of a column
_HEIGHT = 0.66


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a card, and where it is.

    Attributes
    ----------
    identity : int
        What it is.
    place : str
        One of ``PLACES``.
    where : str
        The place in words: who played it and when, who holds it.
    """

    identity: int
    place: str
    where: str


def copies(game: Game, viewer: int | None = None) -> list[Copy]:
    """List every copy of every card with its place, by identity and then in the order of ``PLACES``.

    Parameters
    ----------
    game : Game
        Cards that the game itself does not know count as unseen.
    viewer : int, optional
        The seat that looks; its own hand is unseen. None sees all hands.
    """
    gone = {event.card.order: event for event in game.history if event.card is not None}
    found: dict[int, list[Copy]] = {identity: [] for identity in range(game.variant.identities)}
    discarded = {card.order for card in game.discards}
    for order, event in gone.items():
        identity = game.identity_of(order)
        if identity >= 0:
            place = "discarded" if order in discarded else "played"
            verb = "misplayed" if event.success is False else place
            found[identity].append(
                Copy(identity, place, f"{verb} by {game.names[event.player]}, turn {event.turn + 1}")
            )
    for seat, hand in enumerate(game.hands):
        for slot, card in enumerate(hand, 1):
            if card.known and seat != viewer:
                found[card.identity].append(Copy(card.identity, "in sight", f"{game.names[seat]}'s slot {slot}"))
    hidden = "in the deck" if viewer is None else f"in the deck or in {game.names[viewer]}'s hand"
    result: list[Copy] = []
    for identity, known in found.items():
        known.sort(key=lambda one: PLACES.index(one.place))
        result += known
        result += [Copy(identity, "unseen", hidden)] * (game.variant.copies[identity] - len(known))
    return result


def deck_left(game: Game | GameRecord, *, turn: int | None = None, viewer: int | str | None = None) -> go.Figure:
    """Draw what is left in the deck, by suit and rank.

    Parameters
    ----------
    game : Game or GameRecord
        The game.
    turn : int, optional
        The position before the action with this index (0 is the deal); None is the last one.
    viewer : int or str, optional
        Seat or name of the one who looks: that hand is unseen too. None sees all hands, so unseen is in the deck.

    Returns
    -------
    plotly.graph_objects.Figure
        One row a suit, one column a rank, one small card a copy.

    Raises
    ------
    HanabiError
        When the game has no such turn or seat.
    """
    now = game_at(game, turn)
    seat = None if viewer is None else now.seat(viewer)
    variant = now.variant
    cards = copies(now, seat)
    suits = len(variant.suits)
    unseen = [one.identity for one in cards if one.place == "unseen"]
    fig = figure(*_titles(now, seat, len(unseen)), width=820, height=180 + 52 * suits)

    place_in_cell = _places_in_cell(cards)
    for place in PLACES:
        chosen = [i for i, one in enumerate(cards) if one.place == place]
        _add_cards(fig, now, [cards[i] for i in chosen], [place_in_cell[i] for i in chosen], place)
    fig.add_traces(suit_markers(variant, 0.4))

    rows = [sum(1 for identity in unseen if variant.suit_of(identity) == suit) for suit in range(suits)]
    ranks = range(1, variant.ranks + 1)
    columns = [sum(1 for identity in unseen if variant.rank_of(identity) == rank) for rank in ranks]
    fig.update_xaxes(
        title={"text": "Rank (and how many cards of it are unseen)", "standoff": 8},
        tickvals=list(ranks),
        ticktext=[f"<b>{rank}</b><br>{left} unseen" for rank, left in zip(ranks, columns, strict=True)],
        range=[0.25, variant.ranks + 0.55],
    )
    fig.update_yaxes(
        title={"text": "Suit", "standoff": 8},
        tickvals=list(range(suits)),
        ticktext=[f"{suit.name} ({suit.letter})" for suit in variant.suits],
        range=[suits - 0.45, -0.6],
    )
    fig.update_layout(
        annotations=[
            {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 4, "y": suit, "text": text, "showarrow": False}
            for suit, text in enumerate(f"<b>{left}</b> unseen" for left in rows)
        ],
        barmode="overlay",
        margin={"l": 120, "r": 90, "t": 98, "b": 66},
        showlegend=True,
        legend={
            "orientation": "h",
            "x": 0,
            "y": 1,
            "yanchor": "bottom",
            "itemclick": False,
            "itemdoubleclick": False,
            "entrywidth": 0,
        },
    )
    return fig


def _titles(game: Game, seat: int | None, unseen: int) -> tuple[str, str]:
    """Title and subtitle: who looks, and where the unseen cards are."""
    held = unseen - game.deck_left
    if seat is None:
        title = f"What is left in the deck, {moment(game)}"
        subtitle = f"All hands open: {count(game.deck_left, 'card')} in the deck"
        if held:
            subtitle += f", {count(held, 'card')} unknown in a hand"
    else:
        name = game.names[seat]
        title = f"What {name} has not seen, {moment(game)}"
        subtitle = f"{count(unseen, 'card')}: {game.deck_left} in the deck, {held} in {name}'s own hand"
    return title, subtitle


def _places_in_cell(cards: list[Copy]) -> list[float]:
    """Horizontal middle of each card, relative to the middle of its column."""
    total: dict[int, int] = {}
    for one in cards:
        total[one.identity] = total.get(one.identity, 0) + 1
    seen: dict[int, int] = {}
    result = []
    for one in cards:
        nth = seen.get(one.identity, 0)
        seen[one.identity] = nth + 1
        width = min(_WIDTH, 0.85 / total[one.identity])
        result.append((nth - (total[one.identity] - 1) / 2) * width)
    return result


def _add_cards(fig: go.Figure, game: Game, cards: list[Copy], offsets: list[float], place: str) -> None:
    """Add the cards in one place: their faces as bars, and on them the suit's shape or a mark."""
    variant = game.variant
    styles = [suit_style(variant.suits[variant.suit_of(one.identity)].name) for one in cards]
    x = [variant.rank_of(one.identity) + offset for one, offset in zip(cards, offsets, strict=True)]
    y = [variant.suit_of(one.identity) for one in cards]
    solid, gone = place == "unseen", place in ("played", "discarded")
    fig.add_trace(
        go.Bar(
            x=x,
            y=[_HEIGHT] * len(cards),
            base=[row - _HEIGHT / 2 for row in y],
            width=_WIDTH * 0.86,
            marker={
                "color": [style.color for style in styles] if solid else PAPER,
                "line": {"color": QUIET if gone else OUTLINE, "width": 1 if gone else 1.5},
                "cornerradius": 4,
            },
            customdata=[[variant.label(one.identity), one.place, one.where] for one in cards],
            hovertemplate="<b>%{customdata[0]}</b> %{customdata[1]}<br>%{customdata[2]}<extra></extra>",
            showlegend=False,
        )
    )
    if solid:
        fig.add_trace(_ink(x, y, styles))
    elif gone:
        mark = "✓" if place == "played" else "✗"
        font = {"size": 14 if place == "played" else 18, "color": SOFT}
        fig.add_trace(
            go.Scatter(
                x=x, y=y, mode="text", text=[mark] * len(cards), textfont=font, hoverinfo="skip", showlegend=False
            )
        )
    else:
        fig.add_traces(shapes(x, y, styles, 11))
    fig.add_trace(_key(place, len(cards)))


def _ink(x: list[float], y: list[int], styles: list[SuitStyle]) -> go.Scatter:
    """Suits' shapes in ink, on faces of the suits' colors."""
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        marker={
            "symbol": [style.marker for style in styles],
            "size": 11,
            "color": [style.ink for style in styles],
            "line": {
                "width": [3.5 if style.marker.endswith("-open") else 0 for style in styles],
                "color": [style.ink for style in styles],
            },
        },
        hoverinfo="skip",
        showlegend=False,
    )


def _key(place: str, number: int) -> go.Scatter:
    """Entry of the key for a place, with its total; drawn in grey, for it holds for every suit."""
    look = {
        "played": {"symbol": "square", "color": PAPER, "line": {"color": QUIET, "width": 1}},
        "discarded": {"symbol": "square", "color": PAPER, "line": {"color": QUIET, "width": 1}},
        "in sight": {"symbol": "square", "color": PAPER, "line": {"color": OUTLINE, "width": 1.5}},
        "unseen": {"symbol": "square", "color": SOFT, "line": {"color": OUTLINE, "width": 1.5}},
    }[place]
    name = {"played": "✓ played", "discarded": "✗ discarded"}.get(place, place)
    return go.Scatter(
        x=[None], y=[None], mode="markers", marker={**look, "size": 13}, name=f"{name} {number}", hoverinfo="skip"
    )
