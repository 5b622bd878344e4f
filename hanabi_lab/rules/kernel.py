"""Kernels: plain functions that run as Python on objects and are compiled by numba for bulk work.

``@kernel`` only notes a function, so importing costs nothing. ``compiled(entry)`` wraps a bulk entry point: at its
first call all noted kernels are made callable from compiled code and the entry is compiled, with a cache on disk.
The cache's folder is named by a hash of all the package's source files and of the versions of Python, numpy, llvmlite
and numba, so an edit or an upgrade can never meet code compiled before it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["cache_folder", "compiled", "fingerprint", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])

_noted: list[Callable[..., Any]] = []
_registered: set[Callable[..., Any]] = set()
_KEPT_FOLDERS = 6


def kernel(function: F) -> F:
    """Note a function that compiled code may call; it stays an ordinary Python function."""
    _noted.append(function)
    return function


def _sources() -> list[Path]:
    """All files whose text can change what is compiled: this package's, and those that other kernels come from."""
    files = set(Path(__file__).parents[1].rglob("*.py"))
    files.update(path for path in (Path(f.__code__.co_filename) for f in _noted) if path.is_file())
    return sorted(files)


def _versions() -> str:
    import llvmlite
    import numba
    import numpy as np

    return f"{sys.version} numba {numba.__version__} llvmlite {llvmlite.__version__} numpy {np.__version__}"


def fingerprint() -> str:
    """Return the hash of all that compiled code depends on: sources of kernels, and versions."""
    digest = hashlib.sha256(_versions().encode())
    for path in _sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    for function in _noted:  # written in a notebook: no file to read
        if not Path(function.__code__.co_filename).is_file():
            code = function.__code__
            digest.update(code.co_code + repr((code.co_consts, code.co_names)).encode())
    return digest.hexdigest()[:20]


def cache_folder() -> Path:
    """Return the folder for code compiled from the present sources by the present versions."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local")))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))
    return base / "hanabi_lab" / fingerprint()


def _prune(folder: Path) -> None:
    """Remove the oldest folders of earlier sources or versions."""
    try:
        folders = sorted((f for f in folder.parent.iterdir() if f != folder), key=lambda f: f.stat().st_mtime)
    except OSError:
        return
    for old in folders[: -_KEPT_FOLDERS or None]:
        shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=1)
def _say_slow() -> None:
    """Say once that numba is missing."""
    warnings.warn(
        "numba is not installed: bulk calls run as plain Python, about a thousand times slower (pip install numba)",
        RuntimeWarning,
        stacklevel=5,
    )


def _compile(function: Callable[..., Any]) -> Callable[..., Any]:
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError:
        _say_slow()
        return function
    for noted in _noted:
        if noted not in _registered:
            register_jitable(noted)
            _registered.add(noted)
    dispatcher = numba.njit(function)
    if not hasattr(dispatcher, "enable_caching"):  # NUMBA_DISABLE_JIT
        return function
    folder = cache_folder()
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        dispatcher.enable_caching()
    except (OSError, RuntimeError):  # nowhere to write: compile without a cache
        pass
    finally:
        settings.CACHE_DIR = before
    _prune(folder)
    return dispatcher  # type: ignore[no-any-return]


class _Entry:
    """A bulk entry point that is compiled at its first call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.python = function
        self._ready: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        if self._ready is None:
            self._ready = _compile(self.python)
        return self._ready(*args)


def compiled(function: Callable[..., Any]) -> _Entry:
    """Return a bulk entry point: compiled at its first call, plain Python where numba is missing.

    Parameters
    ----------
    function : callable
        A function of numpy arrays that calls kernels. ``.python`` of the result is the function itself.
    """
    return _Entry(function)
