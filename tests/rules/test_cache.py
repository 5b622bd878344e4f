"""Compiled code on disk never outlives an edit or an upgrade; without numba bulk calls work, and say they are slow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hanabi_lab.rules import bulk, engine, kernel, play_random_games

PACKAGE = Path(kernel.__file__).parents[1]
needs_compiler = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled here"
)

#: A kernel, and a bulk entry point that calls it, in files of their own.
INNER = "from hanabi_lab.rules.kernel import kernel\n\n@kernel\ndef inner(x):\n    return x + 1\n"
OUTER = (
    "from hanabi_lab.rules.kernel import compiled\nfrom hanabi_lab.rules.inner import inner\n\n"
    "@compiled\ndef outer(x):\n    return inner(x) * 10\n"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the rules, with one small kernel more."""
    rules = tmp_path / "hanabi_lab" / "rules"
    rules.mkdir(parents=True)
    (tmp_path / "hanabi_lab" / "__init__.py").write_text('"""A copy."""\n')
    (rules / "__init__.py").write_text('"""A copy."""\n')
    shutil.copy(kernel.__file__, rules)
    (rules / "inner.py").write_text(INNER)
    (rules / "outer.py").write_text(OUTER)
    return tmp_path


def run(checkout: Path, code: str, **env: str) -> str:
    """Run code over the copy in a fresh interpreter, with a cache beside it."""
    everything = os.environ | {"NUMBA_CACHE_DIR": str(checkout / "cache"), "PYTHONPATH": str(checkout)} | env
    everything["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=checkout, env=everything, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


USE = "from hanabi_lab.rules.outer import outer; r = outer(1); d = outer._ready; "
HITS = USE + "print(r, sum(d.stats.cache_hits.values()), sum(d.stats.cache_misses.values()))"


@needs_compiler
def test_an_edited_kernel_is_compiled_again_and_an_unchanged_one_is_not(checkout: Path) -> None:
    assert run(checkout, HITS) == "20 0 1"
    assert run(checkout, HITS) == "20 1 0"
    inner = checkout / "hanabi_lab" / "rules" / "inner.py"
    times = inner.stat().st_atime_ns, inner.stat().st_mtime_ns
    inner.write_text(INNER.replace("x + 1", "x + 2"))  # as long as before, and dated as before
    os.utime(inner, ns=times)
    assert run(checkout, HITS) == "30 0 1"


@needs_compiler
def test_a_file_edited_under_a_running_session_leaves_nothing_wrong_behind(checkout: Path) -> None:
    """The session goes on with the code it loaded; that must not be stored as the code that is now in the file."""
    edit = (
        "import pathlib, time; import hanabi_lab.rules.outer, hanabi_lab.rules.inner as m; time.sleep(0.1); "
        "p = pathlib.Path(m.__file__); p.write_text(p.read_text().replace('x + 1', 'x + 2')); "
    )
    assert run(checkout, edit + USE + "print(r)") in ("20", "30")
    assert run(checkout, USE + "print(r)") == "30"


@needs_compiler
def test_a_kernel_of_ones_own_counts_too(checkout: Path) -> None:
    own = checkout / "own.py"
    own.write_text(INNER + "\n" + OUTER.split("\n", 2)[0] + "\n\n@compiled\ndef own(x):\n    return inner(x) * 100\n")
    use = "from own import own; print(own(1))"
    assert run(checkout, use) == "200"
    text = own.read_text()
    times = own.stat().st_atime_ns, own.stat().st_mtime_ns
    own.write_text(text.replace("x + 1", "x + 5"))
    os.utime(own, ns=times)
    assert run(checkout, use) == "600"


ENTRY = bulk._random_games.python


def test_the_fingerprint_covers_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    import llvmlite
    import numba
    import numpy as np

    now = kernel.fingerprint(ENTRY)
    assert now == kernel.fingerprint(ENTRY)
    for module in (numba, llvmlite, np):
        with monkeypatch.context() as patch:
            patch.setattr(module, "__version__", "999.0")
            assert kernel.fingerprint(ENTRY) != now
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "3.99")
        assert kernel.fingerprint(ENTRY) != now
    assert kernel.fingerprint(ENTRY) == now
    assert kernel.cache_folder(ENTRY).name == now


@pytest.mark.parametrize("name", ["mix", "deal", "legal_moves", "hints_touching", "take", "bury", "nothing_playable"])
def test_the_fingerprint_covers_kernels_however_deep(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel.fingerprint(ENTRY)
    old = getattr(engine, name)
    code = old.__code__
    monkeypatch.setattr(old, "__code__", code.replace(co_consts=(*code.co_consts, 12345)))
    assert kernel.fingerprint(ENTRY) != before


@pytest.mark.parametrize("name", ["DISCARD", "COLOR_HINT", "NORMAL"])
def test_the_fingerprint_covers_constants(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel.fingerprint(ENTRY)
    monkeypatch.setattr(engine, name, 99)
    assert kernel.fingerprint(ENTRY) != before


def test_the_fingerprint_is_the_same_in_every_session() -> None:
    code = (
        "from hanabi_lab.rules import bulk, kernel; import hanabi_lab.beliefs;"
        "print(kernel.fingerprint(bulk._random_games.python))"
    )
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "PYTHONHASHSEED": "77"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == kernel.fingerprint(ENTRY)


@needs_compiler
def test_old_folders_go_and_a_place_that_cannot_be_written_does_no_harm(checkout: Path) -> None:
    base = checkout / "cache" / "hanabi_lab"
    for number in range(30):
        (base / f"old{number}").mkdir(parents=True)
        os.utime(base / f"old{number}", (number + 1, number + 1))
    assert run(checkout, HITS) == "20 0 1"
    kept = {folder.name for folder in base.iterdir()}
    assert len(kept) <= 26
    assert "old0" not in kept
    assert "old29" in kept
    blocked = checkout / "file"
    blocked.write_text("not a folder")
    assert run(checkout, USE + "print(r)", NUMBA_CACHE_DIR=str(blocked)) == "20"


def test_without_numba_bulk_calls_work_and_say_once_that_they_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    with_numba = play_random_games(3, players=3, seed=8)
    hidden: dict[str, ModuleType | None] = {"numba": None, "numba.extending": None}
    for name, module in hidden.items():
        monkeypatch.setitem(sys.modules, name, module)
    kernel._say_slow.cache_clear()
    fresh: Any = kernel.compiled(bulk._random_games.python)
    monkeypatch.setattr(bulk, "_random_games", fresh)
    with pytest.warns(RuntimeWarning, match="numba is not installed") as said:
        slow = play_random_games(3, players=3, seed=8)
    assert len(said) == 1
    assert said[0].filename == __file__
    monkeypatch.setattr(bulk, "_random_games", kernel.compiled(fresh.python))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = play_random_games(3, players=3, seed=8)
    for games in (slow, again):
        assert (games.states == with_numba.states).all()
        assert (games.scores == with_numba.scores).all()


def test_importing_the_rules_loads_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); from hanabi_lab.rules import Game; Game.new(seed=1).play(1); "
        "print(sorted({m.split('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
    )
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['hanabi_lab']"


def test_kernels_stay_ordinary_functions() -> None:
    assert engine.mix.__module__ == "hanabi_lab.rules.engine"
    assert type(engine.mix).__name__ == "function"
    assert kernel.compiled(engine.mix).python is engine.mix
