"""Writing records to files, so that a file is either the old one or the whole new one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from hanabi_lab.records.record import GameRecord
from hanabi_lab.rules.files import whole_file

__all__ = ["write_games"]


def write_games(records: Iterable[GameRecord] | GameRecord, path: str | os.PathLike[str]) -> int:
    """Write games in hanab.live's form and return how many.

    Parameters
    ----------
    records : GameRecord or iterable of GameRecord
    path : path
        A name that ends in ``.json`` gets one object for one ``GameRecord``, a list for several; any other name
        gets JSON lines, one game a line.

    Notes
    -----
    The file appears whole or not at all: it is written beside its place and then moved there.
    """
    if isinstance(records, GameRecord):
        records, single = [records], True
    else:
        single = False
    as_json = Path(path).suffix.lower() == ".json"
    count = 0
    with whole_file(path) as file:
        if as_json and not single:
            file.write("[")
        for count, record in enumerate(records, 1):
            if as_json and count > 1:
                file.write(",\n")
            file.write(record.to_json())
            if not as_json:
                file.write("\n")
        if as_json:
            file.write("\n" if single else "]\n")
    return count
