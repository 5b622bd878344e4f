"""Players: functions that look at a game from their seat and return a move."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi_lab.players.basic import simple
    from hanabi_lab.players.table import play_game

_HOME = {
    "play_game": "table",
    "simple": "basic",
}

__all__ = ["play_game", "simple"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
