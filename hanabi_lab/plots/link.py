"""A plot that follows a replay: drawn again whenever the replay's turn or viewer changes."""

from __future__ import annotations

import asyncio
import inspect
import json
import traceback
from collections.abc import Callable
from typing import Any

import ipywidgets
import plotly.graph_objects as go

from hanabi_lab.rules.errors import HanabiError

__all__ = ["linked"]

_PLOTLY = "application/vnd.plotly.v1+json"
#: Seconds of rest after which the plot is drawn: while a slider is dragged only the last turn is.
_REST = 0.05
_TRAITS = ("turn", "viewer")


def linked(replay: Any, plot: Callable[..., go.Figure], **options: Any) -> ipywidgets.VBox:
    """Return a widget that shows a plot of the game in a replay and follows the replay's turn and viewer.

    Parameters
    ----------
    replay : Replay
        The widget that is stepped (``hanabi_lab.replay(...)``).
    plot : callable
        ``deck_left``, ``hand_heatmap``, or any function that takes a game and ``turn=`` and returns a plotly figure.
        It is also given the replay's viewer, under the name it has for it: ``viewer=`` or ``seat=``.
    **options
        Further keywords for the plot. A keyword that the replay would set is fixed by this.

    Returns
    -------
    ipywidgets.VBox
        The plot, to be displayed below or beside the replay. An error in the plot is shown in its place, and the
        next turn is drawn all the same. After ``close()`` it no longer follows.

    Raises
    ------
    HanabiError
        When ``replay`` has no turn or game to follow, or the plot does not take one of the options.
    """
    return _Follower(replay, plot, options).box


class _Follower:
    """Draws one plot of one replay, into an output area that is sent as a whole (no ``FigureWidget``)."""

    def __init__(self, replay: Any, plot: Callable[..., go.Figure], options: dict[str, Any]) -> None:
        if not (hasattr(replay, "observe") and replay.has_trait("turn") and hasattr(replay, "game")):
            raise HanabiError(f"linked takes a replay widget, as hanabi_lab.replay(...) makes it, not {replay!r}")
        self._replay = replay
        self._plot = plot
        self._options = options
        self._names = _wanted(plot, options)
        self._waiting: asyncio.TimerHandle | None = None
        self._area = ipywidgets.Output()
        self.box = ipywidgets.VBox([self._area])
        self.box.add_class("hanabi-linked-plot")
        self.draw()
        replay.observe(self._changed, names=[name for name in _TRAITS if replay.has_trait(name)])

    def _changed(self, _change: Any) -> None:
        if self.box.comm is None:  # closed
            self._replay.unobserve(self._changed, names=[name for name in _TRAITS if self._replay.has_trait(name)])
            return
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no event loop: a script, or a test
            self.draw()
        else:
            self._waiting = loop.call_later(_REST, self.draw)

    def draw(self) -> None:
        """Draw the plot of the replay as it stands, or the error that this raised."""
        self._waiting = None
        if self.box.comm is None:  # closed while it waited
            return
        try:
            output = _figure_output(self._plot(self._replay.game, **self._arguments()))
        except Exception as error:  # noqa: BLE001 - whatever goes wrong must be seen, and following must go on
            output = {
                "output_type": "error",
                "ename": type(error).__name__,
                "evalue": str(error),
                "traceback": traceback.format_exception(error),
            }
        height = output.get("metadata", {}).get("height")
        if height:  # keep the place, so that the page does not jump while the next figure is drawn
            self._area.layout.min_height = f"{height}px"
        self._area.outputs = (output,)

    def _arguments(self) -> dict[str, Any]:
        viewer = getattr(self._replay, "viewer", None)
        if isinstance(viewer, int) and viewer < 0:
            viewer = None  # the open table
        now = {"turn": self._replay.turn, "viewer": viewer, "seat": viewer}
        return {name: now[name] for name in self._names} | self._options


def _wanted(plot: Callable[..., Any], options: dict[str, Any]) -> list[str]:
    """Names of what the plot is told about the replay; checks the options."""
    parameters = inspect.signature(plot).parameters
    name = getattr(plot, "__name__", repr(plot))
    anything = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    for option in options:
        if option not in parameters and not anything:
            raise HanabiError(f"{name} has no option {option!r}; it has {', '.join(list(parameters)[1:])}")
    if "turn" not in parameters:
        raise HanabiError(f"{name} takes no turn, so it cannot follow a replay: write {name}(game, *, turn=None)")
    followed = ["turn", "viewer" if "viewer" in parameters else "seat"]
    return [one for one in followed if one in parameters and one not in options]


def _figure_output(fig: Any) -> dict[str, Any]:
    """Return a figure as an output of the notebook, in JupyterLab's own plotly type (works offline)."""
    if not isinstance(fig, go.Figure):
        raise HanabiError(f"the plot returned {type(fig).__name__}, not a plotly figure")
    spec = json.loads(fig.to_json())
    spec["config"] = {"displayModeBar": False, "responsive": False}
    title = fig.layout.title.text or "Plot"
    return {
        "output_type": "display_data",
        "data": {_PLOTLY: spec, "text/plain": title},
        "metadata": {"height": fig.layout.height} if fig.layout.height else {},
    }
