"""A hand belief as a table for people: plain text, and HTML for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hanabi_lab.rules.palette import SUIT_STYLES

if TYPE_CHECKING:
    from hanabi_lab.beliefs.hand import HandBelief

__all__ = ["html_table", "percent", "text_table"]

_CELL = "padding:1px 8px;text-align:right;border:0;"
_HEAD = "padding:2px 8px;text-align:center;border:0;font-weight:600;"


def percent(probability: float) -> str:
    """Return a short percentage: what is possible is never shown as 0%, what is unsure never as 100%."""
    if probability <= 0:
        return ""
    if probability >= 1:
        return "100%"
    return f"{min(max(100 * probability, 0.1), 99.9):.1f}%"


def _rows(belief: HandBelief) -> list[tuple[str, int, list[float]]]:
    """Label, suit index and probabilities of each identity that some slot can be."""
    variant = belief.variant
    return [
        (label, variant.suit_of(i), [row[i] for row in belief.marginals])
        for i, label in enumerate(variant.labels)
        if any(row[i] for row in belief.ways)
    ]


def _sums(belief: HandBelief) -> list[tuple[str, tuple[float, ...]]]:
    return [("playable", belief.playable()), ("trash", belief.trash()), ("critical", belief.critical())]


def _title(belief: HandBelief) -> str:
    return f"{belief.chair}'s hand before turn {belief.turn + 1}"


def text_table(belief: HandBelief) -> str:
    """Return the belief as lines of text: identities down, slots across, newest first."""
    head = f"{'':<9}" + "".join(f"{f'slot {slot}':>9}" for slot in belief.slots)
    hints = f"{'hints':<9}" + "".join(f"{' '.join(names):>9}" for names in belief.hints)
    lines = [_title(belief), head, hints]
    for label, chances in [(label, row) for label, _, row in _rows(belief)] + [(n, list(r)) for n, r in _sums(belief)]:
        lines.append(f"{label:<9}" + "".join(f"{percent(chance):>9}" for chance in chances))
    lines.append(f"exact, {belief.engine}; from {belief.information}")
    return "\n".join(line.rstrip() for line in lines)


def html_table(belief: HandBelief) -> str:
    """Return the belief as an HTML table: identities down, slots across, newest first; likelier cells are darker."""
    head = "".join(
        f'<th scope="col" style="{_HEAD}">slot {slot}<br><small>{escape(" ".join(names)) or "no hint"}</small></th>'
        for slot, names in zip(belief.slots, belief.hints, strict=True)
    )
    body = []
    for label, suit, chances in _rows(belief):
        style = SUIT_STYLES.get(belief.variant.suits[suit].name)
        look = f"background:{style.color};color:{style.ink};" if style else ""
        cells = "".join(_cell(chance) for chance in chances)
        body.append(f'<tr><th scope="row" style="{_HEAD}{look}">{escape(label)}</th>{cells}</tr>')
    for name, sums in _sums(belief):
        cells = "".join(_cell(chance) for chance in sums)
        body.append(f'<tr><th scope="row" style="{_HEAD}text-align:left;">{name}</th>{cells}</tr>')
    return (
        f'<div style="overflow-x:auto"><table style="border-collapse:collapse"><caption style="text-align:left">'
        f"{escape(_title(belief))}<br>"
        f"<small>exact, {belief.engine}; from {escape(belief.information)}</small></caption>"
        f'<thead><tr><th style="{_HEAD}"></th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


def _cell(chance: float) -> str:
    """Return one cell; the shade is translucent, so text keeps the page's color on light and dark pages."""
    shade = f"background:rgba(90,140,255,{0.08 + 0.42 * chance:.2f});" if chance > 0 else ""
    return f'<td style="{_CELL}{shade}">{percent(chance)}</td>'
