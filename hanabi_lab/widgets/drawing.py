"""The board as an SVG string: the only code that draws a game.

A board is made of *parts* (a card in its slot, a firework, a counter, ...), strings that are joined; the replay keeps
each different part of all turns once, for most of them are the same as the turn before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from hanabi_lab.beliefs import hand_belief
from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.palette import OUTLINE, suit_style
from hanabi_lab.rules.variant import Variant

if TYPE_CHECKING:
    from hanabi_lab.rules.cards import Card
    from hanabi_lab.rules.game import Game

__all__ = ["SVG", "board", "board_parts", "board_size", "definitions", "hands_size", "probability_color", "side_height"]

CARD_W, CARD_H, PITCH = 54, 70, 66
GRID_H = 48
_ROW = CARD_H + GRID_H + 46  # a hand: name, cards, marks, grids
_TOP = 8
SIDE_W = 360
_STACK = 58  # from one firework to the next
_NAME = 28  # letters of a name that are shown
_HINTED = '<use href="#hinted"/>'
_LIT = '<use href="#lit"/>'

_SHAPES = {  # in a box of 20 x 20 around the origin
    "diamond": '<path d="M0-9 7 0 0 9-7 0z"/>',
    "star": '<path d="M0-9.5 2.4-3.2 9-2.9 3.8 1.2 5.6 7.7 0 4-5.6 7.7-3.8 1.2-9-2.9-2.4-3.2z"/>',
    "triangle": '<path d="M0-8.500 9 7.500H-9z"/>',
    "circle": '<circle r="8"/>',
    "cross": '<path d="M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3z"/>',
    "ring": '<circle r="6.500" fill="none" stroke="currentColor" stroke-width="4"/>',
}
#: Five colors of the cividis scale (Nunez, Anderton and Renslow, PLoS ONE 2018), from 0 to 1.
CIVIDIS = ("#00224e", "#434e6c", "#7d7c78", "#bcae6c", "#fee838")

STYLE = (
    ".hb{font-family:system-ui,'DejaVu Sans',sans-serif;fill:currentColor}"
    ".hb .n{font-size:10px;opacity:.72}.hb .k{font-size:12px;font-weight:700;text-anchor:middle}"
    ".hb .q{font-size:22px;text-anchor:middle;fill:#111}"
    ".hb .cell{stroke:currentColor;stroke-opacity:.4;stroke-width:.5}"
    ".hb .back,.hb .turned .face{display:none}.hb .turned .back{display:inline}"
)


_SHARED_SYMBOLS = (
    f'<g id="back"><rect width="{CARD_W}" height="{CARD_H}" rx="6" fill="#8d8f94" stroke="{OUTLINE}" '
    'stroke-width="1.500"/><path d="M10 10h34v50H10z" fill="none" stroke="#fff" stroke-opacity=".55"/></g>'
    f'<rect id="hinted" x="2" y="2" width="{CARD_W - 4}" height="{CARD_H - 4}" rx="5" fill="none" stroke="#fff" '
    'stroke-width="2.500"/>'
    f'<rect id="lit" x="-2" y="-2" width="{CARD_W + 4}" height="{CARD_H + 4}" rx="8" fill="none" '
    'stroke="#e66100" stroke-width="3.500"/>'
    '<rect id="lit-small" x="-1" y="-1" width="36" height="24" rx="5" fill="none" stroke="#e66100" '
    'stroke-width="3.500"/>'
    '<circle id="token" cy="-5" r="7" stroke="currentColor" fill="#2b7bba"/>'
    '<circle id="spent" cy="-5" r="7" stroke="currentColor" fill="none" opacity=".5"/>'
    '<path id="strike" d="M-6-6 6 6M6-6-6 6" stroke="#c8102e" stroke-width="4"/>'
    '<rect id="spare" x="-7" y="-7" width="14" height="14" rx="3" fill="none" stroke="currentColor" opacity=".5"/>'
    '<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V4" stroke="currentColor" stroke-opacity=".4" stroke-width="1"/></pattern>'
)


class SVG(str):
    """An SVG text that shows itself as the last line of a cell, prints, and can be saved."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


def board(game: Game, *, viewer: int | None = None, belief: bool = False, width: int | None = None) -> SVG:
    """Draw a game.

    Parameters
    ----------
    game : Game
    viewer : int, optional
        Seat whose own hand is shown from the back; without it all cards are open.
    belief : bool
        Draw below each hidden card how likely each identity is; on an open board below every card, as its holder
        knows it.
    width : int, optional
        Width in pixels; without it the picture fills the space it is given, up to its natural size.

    Returns
    -------
    SVG
        A string, with a title and the board as text in its description.

    Raises
    ------
    HanabiError
        When there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < game.players:
        raise HanabiError(f"viewer is a seat from 0 to {game.players - 1}, or None for an open board; not {viewer}")
    w, h = board_size(game)
    seen = game if viewer is None else game.view(viewer)
    parts = "".join(board_parts(game, viewer=viewer, belief=belief))
    size = f'width="{width}"' if width else f'width="100%" style="max-width:{w}px"'
    return SVG(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hanabi-board" viewBox="0 0 {w} {h}" {size} role="img">'
        f"<title>{escape(_title(game))}</title><desc>{escape(str(seen))}</desc>"
        f"<style>{STYLE}</style><defs>{definitions(game.variant)}</defs>"
        f'<g class="hb">{parts}</g></svg>'
    )


def _title(game: Game) -> str:
    chairs = ", ".join(game.names)
    return f"Hanabi, {chairs}: turn {game.turn}, {game.points} points"


def board_size(game: Game) -> tuple[int, int]:
    """Return the width and height of a game's board in its own units, the same for all its turns."""
    width, height = hands_size(game)
    return width + SIDE_W, max(height, side_height(game))


def hands_size(game: Game) -> tuple[int, int]:
    """Return the width and height of the hands; the table with fireworks, counters and discards is beside them."""
    columns = _columns(game)
    return 16 + _hand_width(game) * columns, _TOP + _ROW * -(-game.players // columns)


def side_height(game: Game) -> int:
    """Return the height of the table."""
    return 256 + 28 * len(game.variant.suits)


def _columns(game: Game) -> int:
    """Columns of hands: two from four seats on, which keeps the board on one screen."""
    return 1 if game.players < 4 else 2


def _hand_width(game: Game) -> int:
    return PITCH * max(game.setup.hand_size, 4) + 8


def probability_color(p: float) -> str:
    """Return the color of a probability: its square root on the cividis scale, so that small ones differ to the eye."""
    place = math.sqrt(min(max(p, 0.0), 1.0)) * (len(CIVIDIS) - 1)
    left = min(int(place), len(CIVIDIS) - 2)
    share = place - left
    channels = (
        round(int(CIVIDIS[left][k : k + 2], 16) * (1 - share) + int(CIVIDIS[left + 1][k : k + 2], 16) * share)
        for k in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def definitions(variant: Variant) -> str:
    """Return the symbols that boards of a variant use: cards, small cards, shapes, and the hatching."""
    out = [_SHARED_SYMBOLS]
    for suit in variant.suits:
        style, letter = suit_style(suit.name), suit.letter
        out.append(f'<g id="s-{letter}" fill="currentColor">{_SHAPES[style.shape]}</g>')
        out.append(
            f'<g id="k-{letter}" color="{style.color}" transform="translate(0 {CARD_H + 8})">'
            f'<rect x="-6.500" y="-6.500" width="13" height="13" rx="3" fill="#fff" stroke="#888" stroke-width=".5"/>'
            f'<use href="#s-{letter}" transform="scale(.560)" stroke="{OUTLINE}"/></g>'
        )
        out.append(
            f'<g id="e-{letter}"><rect width="{CARD_W}" height="{CARD_H}" rx="6" fill="none" stroke="currentColor" '
            'stroke-width="1.500" stroke-dasharray="4 3" opacity=".7"/>'
            f'<use href="#s-{letter}" x="27" y="30" opacity=".7"/>'
            f'<text x="27" y="60" font-size="13" text-anchor="middle">{letter.upper()}</text></g>'
        )
        for rank in range(1, variant.ranks + 1):
            out.append(
                f'<g id="c-{letter}{rank}" color="{style.ink}"><rect width="{CARD_W}" height="{CARD_H}" rx="6" '
                f'fill="{style.color}" stroke="{OUTLINE}" stroke-width="1.500"/>'
                f'<text x="8" y="26" font-size="24" font-weight="700" fill="{style.ink}">{rank}</text>'
                f'<text x="47" y="19" font-size="12" text-anchor="end" fill="{style.ink}">{letter.upper()}</text>'
                f'<use href="#s-{letter}" transform="translate(30 45)scale(1.500)"/></g>'
            )
            out.append(
                f'<g id="m-{letter}{rank}" color="{style.ink}"><rect width="34" height="22" rx="4" '
                f'fill="{style.color}" stroke="{OUTLINE}"/>'
                f'<text x="5" y="16" font-size="14" font-weight="700" fill="{style.ink}">{rank}</text>'
                f'<use href="#s-{letter}" transform="translate(23 11)scale(.7)"/></g>'
            )
    return "".join(out)


def board_parts(game: Game, *, viewer: int | None = None, belief: bool = False) -> list[str]:
    """Return the parts of a board; joined, they are its picture.

    Known cards are drawn with both sides, of classes ``face`` and ``back``; the back shows in a hand of the class
    ``turned``, as the viewer's is. Each hand has the classes ``hand`` and ``s0``, ``s1``, ... by seat.
    """
    last = game.history[-1] if game.history else None
    lit = last.card if last else None
    parts: list[str] = []
    for seat in range(game.players):
        parts += _hand(game, seat, turned=seat == viewer, belief=belief and viewer in (None, seat))
    parts.append(f'<g class="side" transform="translate({hands_size(game)[0]} 0)">')
    parts += _fireworks(game, lit if last and last.success else None)
    parts += _counters(game)
    parts += _discards(game, lit)
    return [*parts, "</g>"]


def _hand(game: Game, seat: int, *, turned: bool, belief: bool) -> list[str]:
    touched = game.history[-1].touched if game.history else ()
    acting = seat == game.current_player and not game.is_over
    side = " turned" if turned else ""
    name = game.names[seat]
    short = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
    row, column = divmod(seat, _columns(game))
    x, y = 8 + _hand_width(game) * column, _TOP + _ROW * row
    mark, weight = ("▶ ", 700) if acting else ("", 400)
    out = [
        f'<g class="hand s{seat}{side}" transform="translate({x} {y})">',
        f'<text y="15" font-size="15" font-weight="{weight}">{mark}{escape(short)}</text>',
    ]
    rows = hand_belief(game, seat).marginals if belief and game.hands[seat] else ()
    for slot, card in enumerate(game.hands[seat], start=1):
        hints = game.hints_on(card.order)
        face = f'<use class="face" href="#c-{card}"/>' if card.known else ""
        back = ' class="back"' if card.known else ""
        told = _told(game.variant, game.state.possible[card.order])
        out.append(
            f'<g transform="translate({PITCH * (slot - 1)} 22)">{face}'
            f'<g{back}><use href="#back"/><text class="q" x="27" y="43">{told}</text></g>{_HINTED if hints else ""}'
            f"{_LIT if card.order in touched else ''}{_marks(game.variant, hints)}"
            f'<text class="n" x="-2" y="{CARD_H + 12}">{slot}</text>'
            f"{_grid(game.variant, rows[slot - 1] if rows else ())}</g>"
        )
    out.append("</g>")
    return out


def _told(variant: Variant, mask: int) -> str:
    """Return what hints tell of a hidden card: its suit's letter, its rank, both, or a question mark."""
    letters = {variant.label(i)[0].upper() for i in range(variant.identities) if mask >> i & 1}
    ranks = {variant.rank_of(i) for i in range(variant.identities) if mask >> i & 1}
    told = [str(*found) for found in (letters, ranks) if len(found) == 1]
    return "".join(told) or "?"


def _marks(variant: Variant, hints: Sequence[str]) -> str:
    """Draw, below a card, the hints that touched it: shapes for colors, digits for ranks."""
    suits = {color.lower(): suit.letter for color, suit in zip(variant.hint_colors, variant.suits, strict=True)}
    out = []
    for place, hint in enumerate(hints):
        x = 15 + 14 * place
        if hint in suits:
            out.append(f'<use href="#k-{suits[hint]}" x="{x}"/>')
        else:
            out.append(f'<text class="k" x="{x}" y="{CARD_H + 12}">{hint}</text>')
    return "".join(out)


def _grid(variant: Variant, row: Sequence[float]) -> str:
    """Draw the probabilities of one card, if there are any: a row for each suit, a column for each rank."""
    w, h = CARD_W / variant.ranks, GRID_H / len(variant.suits)
    out = []
    for identity, p in enumerate(row):
        x, y = variant.rank_of(identity) - 1, variant.suit_of(identity)
        fill = probability_color(p) if p else "url(#hatch)"
        tip = f"{variant.label(identity)} {p:.1%}" if p else f"not {variant.label(identity)}"
        out.append(
            f'<rect class="cell" x="{w * x:.4g}" y="{h * y:.4g}" width="{w:.4g}" height="{h:.4g}" '
            f'fill="{fill}"><title>{tip}</title></rect>'
        )
    return f'<g class="b" transform="translate(0 {CARD_H + 17})">{"".join(out)}</g>'


def _fireworks(game: Game, lit: Card | None) -> list[str]:
    out = ['<g transform="translate(0 8)"><text y="15" font-size="15">Fireworks</text>']
    for place, (letter, height) in enumerate(game.fireworks.items()):
        top = f"c-{letter}{height}" if height else f"e-{letter}"
        shine = _LIT if lit and lit.letter == letter else ""
        out.append(f'<g transform="translate({_STACK * place} 22)"><use href="#{top}"/>{shine}</g>')
    return [*out, "</g>"]


def _counters(game: Game) -> list[str]:
    most, strikes = game.rules.max_tokens, game.rules.strikes
    step = min(20, 240 // most)
    tokens = "".join(
        f'<use href="#{"token" if token < game.hint_tokens else "spent"}" x="{126 + step * token}"/>'
        for token in range(most)
    )
    crosses = "".join(
        f'<use href="#{"strike" if strike < game.strikes else "spare"}" x="{126 + 20 * strike}" y="23"/>'
        for strike in range(strikes)
    )
    score = f"Score {game.score}" if game.is_over else f"Points {game.points} of {game.max_score}"
    out = [
        '<g transform="translate(0 126)" font-size="14">',
        f"<text>Hint tokens {game.hint_tokens}</text>{tokens}",
        f'<text y="28">Strikes {game.strikes}</text>{crosses}',
        f'<text y="56">Deck {game.deck_left}</text>',
        f'<text x="119" y="56">{score}</text>',
    ]
    if game.is_over:
        ending = f"Over: {game.end.replace('_', ' ')}"
        if game.points != game.score:
            ending += f", {game.points} points on the table"
        out.append(f'<text y="82" font-weight="700">{ending}</text>')
    return [*out, "</g>"]


def _discards(game: Game, lit: Card | None) -> list[str]:
    out = ['<g transform="translate(0 236)"><text font-size="15">Discards</text>']
    for row, suit in enumerate(game.variant.suits):
        pile = sorted((card for card in game.discards if card.suit == row), key=lambda card: card.rank)
        cards = ""
        for place, card in enumerate(pile):
            copies = sum(other.rank == card.rank for other in pile[:place])
            x = 18 + 68 * (card.rank - 1) + 14 * copies  # a column for each rank, copies side by side
            shine = f'<use href="#lit-small" x="{x}"/>' if lit and card.order == lit.order else ""
            cards += f'<use href="#m-{card}" x="{x}"/>{shine}'
        out.append(
            f'<g transform="translate(0 {10 + 28 * row})"><text y="16" font-size="12">{suit.letter.upper()}</text>'
            f"{cards}</g>"
        )
    return [*out, "</g>"]
