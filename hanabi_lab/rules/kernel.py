"""Kernels: plain functions that run as Python on objects and are compiled by numba for bulk work.

``@kernel`` only notes a function, so importing costs nothing. ``compiled(entry)`` wraps a bulk entry point: at its
first call all noted kernels are made callable from compiled code and the entry is compiled, with a cache on disk.
The cache's folder is named by a hash of the code that goes into it, as loaded in this session, and of the versions of
Python, numpy, llvmlite and numba, so an edit or an upgrade can never meet code compiled before it.
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
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

__all__ = ["cache_folder", "compiled", "fingerprint", "kernel"]

F = TypeVar("F", bound=Callable[..., Any])

_noted: list[Callable[..., Any]] = []
_registered: set[Callable[..., Any]] = set()
_KEPT_FOLDERS = 24


def kernel(function: F) -> F:
    """Note a function that compiled code may call; it stays an ordinary Python function."""
    _noted.append(function)
    return function


def _reached(function: Callable[..., Any]) -> list[tuple[str, object]]:
    """Return all that a function's machine code is made from: its own code, that of the kernels it calls, constants.

    What is read is what this session has loaded, not the files, which may have been edited since.
    """
    found: list[tuple[str, object]] = []
    waiting, met = [function], {function}
    while waiting:
        one = waiting.pop()
        found.append((one.__qualname__, _code(one.__code__)))
        found.append(("defaults", repr((one.__defaults__, one.__kwdefaults__))))
        names = {name for code in _nested(one.__code__) for name in code.co_names}
        for name in sorted(names & one.__globals__.keys()):
            value = one.__globals__[name]
            owners = [value]
            if isinstance(value, ModuleType):  # engine.PLAY, engine.play
                owners = [getattr(value, attribute) for attribute in sorted(names & vars(value).keys())]
            for each in owners:
                if isinstance(each, FunctionType):
                    if each not in met:
                        met.add(each)
                        waiting.append(each)
                elif isinstance(each, (bool, int, float, str, tuple)):
                    found.append((name, repr(each)))
    return found


def _nested(code: CodeType) -> list[CodeType]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [code, *(each for one in inner for each in _nested(one))]


def _code(code: CodeType) -> list[object]:
    """Return a code object as plain values that are the same in every session."""
    return [
        (
            each.co_code,
            [repr(constant) for constant in each.co_consts if not isinstance(constant, (CodeType, frozenset))],
            [sorted(map(repr, constant)) for constant in each.co_consts if isinstance(constant, frozenset)],
            (each.co_names, each.co_varnames, each.co_freevars, each.co_argcount),
        )
        for each in _nested(code)
    ]


def _versions() -> str:
    import llvmlite
    import numba
    import numpy as np

    return f"{sys.version} numba {numba.__version__} llvmlite {llvmlite.__version__} numpy {np.__version__}"


def fingerprint(function: Callable[..., Any]) -> str:
    """Return the hash of all that a bulk entry point's compiled code depends on.

    That is the code, as loaded, of the function and of every kernel it reaches, the constants they name, and the
    versions of Python, numpy, llvmlite and numba.
    """
    digest = hashlib.sha256(_versions().encode())
    digest.update(repr(_reached(function)).encode())
    return digest.hexdigest()[:20]


def cache_folder(function: Callable[..., Any]) -> Path:
    """Return the folder for a bulk entry point's compiled code."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local")))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))
    return base / "hanabi_lab" / fingerprint(function)


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
    folder = cache_folder(function)
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
