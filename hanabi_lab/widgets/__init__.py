"""What people see: the board as SVG, and the replay that is stepped in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

if TYPE_CHECKING:
    from hanabi_lab.widgets.drawing import SVG, board
    from hanabi_lab.widgets.stepper import Replay, replay

# No module is named like what it exports: a module, once imported, would hide the function.
_HOME = {"Replay": "stepper", "SVG": "drawing", "board": "drawing", "replay": "stepper"}

__all__ = ["SVG", "Replay", "board", "replay"]

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
