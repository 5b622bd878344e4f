"""Writing a file so that it is either the old one or the whole new one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from hanabi_lab.rules.errors import HanabiError

__all__ = ["whole_file"]


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file (UTF-8) for writing that appears at its place when all went well, and not at all otherwise.

    It is written beside its place and then moved there.

    Raises
    ------
    HanabiError
        When the folder does not exist.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise HanabiError(f"{target}: there is no folder {target.parent}; make it first")
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    os.close(handle)
    beside = Path(name)
    try:
        with beside.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            yield file
        _share_mode(beside, target)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


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
