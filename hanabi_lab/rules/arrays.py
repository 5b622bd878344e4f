"""The engine's records as numpy arrays: the body for many games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hanabi_lab.rules.state import SETUP_FIELDS, STATE_FIELDS, GameState, Setup

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SETUP_DTYPE", "STATE_DTYPE", "fill_state", "new_states", "read_state", "setup_record"]

# np.record: fields are attributes in plain Python too, as they are in compiled code
STATE_DTYPE = np.dtype((np.record, [(name, np.int64, shape) for name, shape in STATE_FIELDS.items()]))
SETUP_DTYPE = np.dtype((np.record, [(name, np.int64, shape) for name, shape in SETUP_FIELDS.items()]))


def new_states(n: int) -> NDArray[np.void]:
    """Return ``n`` blank states, a structured array of shape (n,)."""
    return np.zeros(n, STATE_DTYPE)


def setup_record(setup: Setup) -> NDArray[np.void]:
    """Return a set-up as a structured array of shape (1,); compiled code takes ``array[0]``."""
    record = np.zeros(1, SETUP_DTYPE)
    for name in SETUP_FIELDS:
        record[0][name] = getattr(setup, name)
    return record


def fill_state(record: np.void, state: GameState) -> None:
    """Copy a state object into one record."""
    for name in STATE_FIELDS:
        record[name] = getattr(state, name)


def read_state(record: np.void) -> GameState:
    """Return the state object of one record."""
    state = GameState()
    for name, shape in STATE_FIELDS.items():
        setattr(state, name, record[name].tolist() if shape else int(record[name]))
    return state
