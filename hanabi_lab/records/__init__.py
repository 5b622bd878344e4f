"""Recorded games: reading, checking, replaying and writing hanab.live's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

if TYPE_CHECKING:
    from hanabi_lab.records.arrays import RecordArrays, to_arrays
    from hanabi_lab.records.options import rules_of
    from hanabi_lab.records.reader import iter_games, load, read_game, read_games
    from hanabi_lab.records.record import GameRecord
    from hanabi_lab.records.replay import Replay, replay_record
    from hanabi_lab.records.writer import write_games

_HOME = {
    "GameRecord": "record",
    "RecordArrays": "arrays",
    "Replay": "replay",
    "iter_games": "reader",
    "load": "reader",
    "read_game": "reader",
    "read_games": "reader",
    "replay_record": "replay",
    "rules_of": "options",
    "to_arrays": "arrays",
    "write_games": "writer",
}

__all__ = [
    "GameRecord",
    "RecordArrays",
    "Replay",
    "iter_games",
    "load",
    "read_game",
    "read_games",
    "replay_record",
    "rules_of",
    "to_arrays",
    "write_games",
]

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
