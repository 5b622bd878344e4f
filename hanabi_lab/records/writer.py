"""Writing records to files, so that a file is either the old one or the whole new one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from hanabi_lab.records.record import GameRecord

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
    target = Path(path)
    if isinstance(records, GameRecord):
        records, single = [records], True
    else:
        single = False
    as_json = target.suffix.lower() == ".json"
    count = 0
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    os.close(handle)
    beside = Path(name)
    try:
        with beside.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
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
        _share_mode(beside, target)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    return count


def _share_mode(beside: Path, target: Path) -> None:
    """Give the new file the rights of the old one, or those of any new file (a temporary one is private)."""
    try:
        mode = target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    with contextlib.suppress(OSError):
        beside.chmod(mode)
