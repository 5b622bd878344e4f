"""Hanabi for classrooms and research: recorded games, exact beliefs, boards and plots.

The names a notebook needs are here; everything else is in the packages (``hanabi_lab.rules``, ``records``,
``beliefs``, ``players``, ``plots``, ``widgets``). Importing this loads nothing but the standard library: each name is
fetched from its package when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

if TYPE_CHECKING:
    from hanabi_lab.beliefs import hand_belief
    from hanabi_lab.plots import deck_left, hand_heatmap, linked
    from hanabi_lab.records import GameRecord, load
    from hanabi_lab.rules import Card, Game, HanabiError, Move, Rules, Variant
    from hanabi_lab.widgets import board, replay

__version__ = "0.1.0"

_HOME = {
    "Card": "rules",
    "Game": "rules",
    "GameRecord": "records",
    "HanabiError": "rules",
    "Move": "rules",
    "Rules": "rules",
    "Variant": "rules",
    "board": "widgets",
    "deck_left": "plots",
    "hand_belief": "beliefs",
    "hand_heatmap": "plots",
    "linked": "plots",
    "load": "records",
    "replay": "widgets",
}

__all__ = [
    "Card",
    "Game",
    "GameRecord",
    "HanabiError",
    "Move",
    "Rules",
    "Variant",
    "__version__",
    "board",
    "deck_left",
    "hand_belief",
    "hand_heatmap",
    "linked",
    "load",
    "replay",
]

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
