"""What all tests share: the order of the layers, the recorded games beside the checkout, the browser."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def _layer(item: pytest.Item) -> int:
    """Quick tests first, then long ones, then notebooks, then the browser: a slip shows before the waiting starts."""
    for layer, marker in ((3, "browser"), (2, "notebooks"), (1, "slow")):
        if item.get_closest_marker(marker):
            return layer
    return 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_layer)  # stable: within a layer the order of the files stays


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recorded games beside the checkout, read only."""
    folder = Path(os.environ.get("HANABI_LAB_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"this test reads recorded games from {folder}, which is missing")
        pytest.skip(f"reads recorded games from {folder}, which is not here")
    return folder


@pytest.fixture(scope="session")
def chromium() -> dict[str, Any]:
    """How Playwright launches the system's Chromium: headless, and silent towards the network."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        if os.environ.get("HANABI_LAB_NEEDS_BROWSER"):
            pytest.fail("no Chromium found: install it, or give its path in the environment variable CHROMIUM")
        pytest.skip("no Chromium found: install it, or give its path in the environment variable CHROMIUM")
    flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    flags += ["--disable-component-update", "--disable-sync", "--disable-quic"]
    return {"executable_path": found, "headless": True, "args": flags}
