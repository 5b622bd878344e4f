"""Plots: functions that take a game or a record and return a plotly figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

if TYPE_CHECKING:
    from hanabi_lab.plots.deck import deck_left
    from hanabi_lab.plots.heatmap import hand_heatmap
    from hanabi_lab.plots.link import linked

_HOME = {
    "deck_left": "deck",
    "hand_heatmap": "heatmap",
    "linked": "link",
}

__all__ = ["deck_left", "hand_heatmap", "linked"]

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
