"""The replay widget: a game stepped in the browser, over frames drawn ahead."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from hanabi_lab.records.record import GameRecord
from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.files import whole_file
from hanabi_lab.rules.game import Game
from hanabi_lab.widgets.drawing import board_size
from hanabi_lab.widgets.frames import frames
from hanabi_lab.widgets.page import page

__all__ = ["Replay", "replay"]

_STATIC = Path(__file__).parent / "static"


class Replay(anywidget.AnyWidget):
    """A replay; make one with ``replay(game)``.

    Attributes
    ----------
    game : Game
        The whole game.
    turn : int
        Index of the frame shown, 0 is the deal. Follows the browser, and can be set.
    viewer : int or None
        Seat whose chair it is seen from, None for the open table. Follows the browser, and can be set.
    """

    _esm = _STATIC / "replay.js"
    _css = _STATIC / "replay.css"

    data = traitlets.Dict().tag(sync=True)
    turn = traitlets.Int(0).tag(sync=True)
    viewer = traitlets.Int(None, allow_none=True).tag(sync=True)

    def __init__(
        self, game: Game, *, turn: int = 0, viewer: int | str | None = None, notes: tuple[str, ...] = ()
    ) -> None:
        self.game = game
        seat = None if viewer is None else game.seat(viewer)
        super().__init__(data=frames(game, notes=notes), viewer=seat, turn=range(len(game))[turn])

    @traitlets.validate("turn")
    def _check_turn(self, proposal: Any) -> int:
        turn: int = proposal["value"]
        if not 0 <= turn < len(self.game):
            raise traitlets.TraitError(f"turn is 0 (the deal) to {len(self.game) - 1}, not {turn}")
        return turn

    @traitlets.validate("viewer")
    def _check_viewer(self, proposal: Any) -> int | None:
        viewer: int | None = proposal["value"]
        if viewer is not None and not 0 <= viewer < self.game.players:
            raise traitlets.TraitError(f"viewer is a seat from 0 to {self.game.players - 1} or None, not {viewer}")
        return viewer

    def _page(self) -> str:
        return page({"data": self.data, "turn": self.turn, "viewer": self.viewer}, title=self._title())

    def _title(self) -> str:
        return f"Hanabi: {', '.join(self.game.names)}"

    def to_html(self, path: str | Path) -> Path:
        """Write the replay as one page that works from a file, with no kernel and no network.

        Returns
        -------
        pathlib.Path
            The file, which is written whole or not at all.

        Raises
        ------
        HanabiError
            When the folder does not exist.
        """
        with whole_file(path) as file:
            file.write(self._page())
        return Path(path)

    def __repr__(self) -> str:
        return f"<Replay of {self.game!r}, at turn {self.turn}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        made = super()._repr_mimebundle_(**kwargs)
        bundle, metadata = made if isinstance(made, tuple) else (made, {})
        if bundle is None:
            return made
        height = board_size(self.game)[1] + 190
        frame = (
            f'<iframe title="{escape(self._title())}" sandbox="allow-scripts" loading="lazy" '
            f'style="width:100%;height:{height}px;border:0" srcdoc="{escape(self._page())}"></iframe>'
        )
        return {**bundle, "text/html": frame, "text/plain": repr(self)}, metadata


def replay(
    what: Game | GameRecord,
    *,
    turn: int = 0,
    viewer: int | str | None = None,
    preset: str = "hanab.live",
    **unknown: Any,
) -> Replay:
    """Return a widget that steps through a game.

    Parameters
    ----------
    what : Game or GameRecord
        A game, or a record of one; what the record's replay warns of is shown below the board.
    turn : int
        Where to begin; 0 is the deal, -1 the end.
    viewer : int or str, optional
        Seat or name whose chair to see it from; without it the table is open.
    preset : str
        Rules to replay a record by.

    Raises
    ------
    HanabiError
        When the record does not replay, or a keyword is unknown.
    """
    if unknown:
        raise HanabiError(f"replay has no option {', '.join(map(repr, unknown))}; it has turn, viewer and preset")
    notes: tuple[str, ...] = ()
    if isinstance(what, Game):
        game = what
    elif isinstance(what, GameRecord):
        played = what.replay(preset)
        game, notes = played.game, tuple(played.warnings)
    else:
        raise HanabiError(f"replay takes a game or a record, not {type(what).__name__}; load(path) reads records")
    if not -len(game) <= turn < len(game):
        raise HanabiError(f"turn is 0 (the deal) to {len(game) - 1} (the end), or -1 for the end; not {turn}")
    return Replay(game, turn=turn, viewer=viewer, notes=notes)
