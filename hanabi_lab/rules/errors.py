"""The exceptions of hanabi_lab: every message says what was wrong, where, and what to do."""

from __future__ import annotations

__all__ = ["HanabiError", "IllegalMoveError", "RecordError", "UnknownVariantError"]


class HanabiError(ValueError):
    """Base of every error that hanabi_lab raises on purpose."""


class IllegalMoveError(HanabiError):
    """A move that the rules of this game do not allow now; the game is left as it was."""


class UnknownVariantError(HanabiError):
    """A variant name or number that hanabi_lab does not know or cannot play."""


class RecordError(HanabiError):
    """A file or record of a game that cannot be read or replayed.

    Parameters
    ----------
    problem : str
        What is wrong, in a sentence without a full stop.
    path : str, optional
        The file (and line) it was found in.
    game : int or str, optional
        The game's number in its source.
    action : int, optional
        Index of the action, 0 for the first.
    suggestion : str, optional
        What to try.
    """

    def __init__(
        self,
        problem: str,
        *,
        path: str | None = None,
        game: int | str | None = None,
        action: int | None = None,
        suggestion: str | None = None,
    ) -> None:
        self.problem = problem
        self.path = path
        self.game = game
        self.action = action
        self.suggestion = suggestion
        where = [part for part in (path, None if game is None else f"game {game}") if part]
        if action is not None:
            where.append(f"action {action}")
        message = f"{', '.join(where)}: {problem}" if where else problem
        super().__init__(f"{message} ({suggestion})" if suggestion else message)
