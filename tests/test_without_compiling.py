"""The rules tests once more without the compiler: the same functions as plain Python over the same arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_the_rules_hold_without_the_compiler() -> None:
    command = [sys.executable, "-m", "pytest", "tests/rules", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
    assert " passed" in run.stdout
