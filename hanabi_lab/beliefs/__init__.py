"""What a player can know: exact posteriors of a hand, from hints and the cards in sight."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi_lab.beliefs.bulk import batch, posteriors
    from hanabi_lab.beliefs.exact import Ways, count_ways, total_ways
    from hanabi_lab.beliefs.hand import HandBelief, hand_belief, unseen_counts

_HOME = {
    "HandBelief": "hand",
    "Ways": "exact",
    "batch": "bulk",
    "count_ways": "exact",
    "hand_belief": "hand",
    "posteriors": "bulk",
    "total_ways": "exact",
    "unseen_counts": "hand",
}

__all__ = ["HandBelief", "Ways", "batch", "count_ways", "hand_belief", "posteriors", "total_ways", "unseen_counts"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
