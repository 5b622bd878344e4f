"""Players: functions that look at a game from their seat and return a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

if TYPE_CHECKING:
    from hanabi_lab.players.basic import simple
    from hanabi_lab.players.table import play_game

_HOME = {
    "play_game": "table",
    "simple": "basic",
}

__all__ = ["play_game", "simple"]

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
