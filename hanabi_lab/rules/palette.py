"""The look of each suit: color, ink, shape and pattern, told apart without color vision; the only place for them.

Every drawing (board, replay, plots) takes its suits from here, so that a suit looks the same wherever it is shown.
The colors differ from each other under protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes,
"A physiologically-based model for simulation of color vision deficiency", 2009; a test computes the distances), and no
suit is told by its color alone: it has a shape and a letter too.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from hanabi_lab.rules.errors import HanabiError

__all__ = ["OUTLINE", "SUIT_STYLES", "SuitStyle", "suit_style"]

#: Line around cards and shapes, so that light suits show on white and dark ones on black.
OUTLINE = "#757575"
_WHITE = "#ffffff"
_BLACK = "#111111"


@dataclass(frozen=True, slots=True)
class SuitStyle:
    """How a suit is drawn.

    Attributes
    ----------
    color : str
        Face of its cards, as ``#rrggbb``.
    ink : str
        Text and shapes on that face (contrast at least 6 to 1).
    shape : str
        Its shape: diamond, star, triangle, circle, cross or ring.
    marker : str
        The same shape as a plotly marker symbol.
    pattern : str
        Pattern of areas in its color, as plotly names them (``""`` is plain).
    """

    color: str
    ink: str
    shape: str
    marker: str
    pattern: str


#: Style of each suit, by the suit's name.
SUIT_STYLES: MappingProxyType[str, SuitStyle] = MappingProxyType(
    {
        "Red": SuitStyle("#ae241f", _WHITE, "diamond", "diamond", "/"),
        "Yellow": SuitStyle("#f2bf1e", _BLACK, "star", "star", "."),
        "Green": SuitStyle("#18a685", _BLACK, "triangle", "triangle-up", "\\"),
        "Blue": SuitStyle("#0538a3", _WHITE, "circle", "circle", "-"),
        "Purple": SuitStyle("#2c063d", _WHITE, "cross", "cross", "+"),
        "Teal": SuitStyle("#a0f0f4", _BLACK, "ring", "circle-open", "|"),
    }
)


def suit_style(name: str) -> SuitStyle:
    """Return the style of the suit with this name (``Suit.name``).

    Raises
    ------
    HanabiError
        When the palette has no such suit.
    """
    try:
        return SUIT_STYLES[name]
    except KeyError:
        raise HanabiError(f"the palette has no suit {name!r}; it has {', '.join(SUIT_STYLES)}") from None
