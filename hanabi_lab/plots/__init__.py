"""Plots: functions that take a game or a record and return a plotly figure."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
