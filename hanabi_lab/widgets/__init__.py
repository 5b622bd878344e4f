"""What people see: the board as SVG, and the replay that is stepped in the browser."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi_lab.widgets.drawing import SVG, board
    from hanabi_lab.widgets.stepper import Replay, replay

# No module is named like what it exports: a module, once imported, would hide the function.
_HOME = {"Replay": "stepper", "SVG": "drawing", "board": "drawing", "replay": "stepper"}

__all__ = ["SVG", "Replay", "board", "replay"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
