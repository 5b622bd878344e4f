"""What a player can know: exact posteriors of a hand, from hints and the cards in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

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

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
