"""Many games at once: compiled entry points over arrays of states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hanabi_lab.rules.arrays import new_states, setup_record
from hanabi_lab.rules.engine import MAX_MOVES, random_game, score, seed_rng
from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.kernel import compiled
from hanabi_lab.rules.options import Rules
from hanabi_lab.rules.state import Setup
from hanabi_lab.rules.variant import Variant

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BulkGames", "play_random_games"]


@dataclass(frozen=True, slots=True)
class BulkGames:
    """Final states of many games.

    Attributes
    ----------
    states : numpy structured array, shape (games,)
        Fields as in ``hanabi_lab.rules.state.STATE_FIELDS``.
    scores : numpy int64 array, shape (games,)
    seed : int
        Game ``g`` was dealt and played from stream ``g`` of this seed.
    """

    states: NDArray[np.void]
    scores: NDArray[np.int64]
    seed: int

    @property
    def moves(self) -> int:
        """Number of moves made in all games."""
        return int(self.states["turn"].sum())


@compiled
def _random_games(setup: Any, states: Any, scores: Any, rng: Any, room: Any, seed: int, first: int) -> None:
    v = setup[0]
    for g in range(len(states)):
        seed_rng(rng, seed, first + g)
        random_game(states[g], v, rng, room)
        scores[g] = score(states[g], v)


def play_random_games(
    games: int,
    *,
    variant: Variant | str = "No Variant",
    players: int = 2,
    rules: Rules | str = "standard",
    seed: int = 0,
    first: int = 0,
    states: NDArray[np.void] | None = None,
) -> BulkGames:
    """Play games of uniformly random legal moves, compiled.

    Parameters
    ----------
    games : int
        How many.
    seed, first : int
        Game ``g`` uses stream ``first + g`` of the seed; the same seed gives the same games on every machine, and
        a run may be split into ranges of streams.
    states : numpy structured array, shape (games,), optional
        Room to use again, from an earlier call; saves the time of fresh memory.
    """
    if games < 0:
        raise HanabiError(f"the number of games is 0 or more, not {games}")
    variant = Variant.named(variant) if isinstance(variant, str) else variant
    setup = setup_record(Setup.of(variant, Rules.preset(rules), players))
    if states is None:
        states = new_states(games)
    elif states.shape != (games,):
        raise HanabiError(f"states has room for {states.shape} games, not {games}")
    scores = np.zeros(games, np.int64)
    room = np.zeros(MAX_MOVES, np.int64)
    _random_games(setup, states, scores, np.zeros(4, np.int64), room, seed, first)
    return BulkGames(states, scores, seed)
