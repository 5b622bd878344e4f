"""The tour in a real JupyterLab in headless Chromium, cut off from every network but this machine."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, Route, expect, sync_playwright

ROOT = Path(__file__).parent.parent
PATIENCE = 90_000  # milliseconds

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


@dataclass
class Watch:
    """What went wrong in the page while a test looked elsewhere."""

    errors: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def is_local(self, url: str) -> bool:
        address = urlsplit(url)
        local = address.scheme in ("data", "blob") or address.hostname in ("localhost", "127.0.0.1")
        if not local:
            self.strangers.append(url)
        return local

    def route(self, route: Route) -> None:
        if self.is_local(route.request.url):
            route.continue_()
        else:
            route.abort()

    def console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a JupyterLab over a copy of the notebooks and the sample games."""
    home = tmp_path_factory.mktemp("lab")
    for folder in ("notebooks", "data"):
        shutil.copytree(ROOT / folder, home / "root" / folder)
    quiet = home / "settings" / "@jupyterlab" / "apputils-extension"
    quiet.mkdir(parents=True)
    (quiet / "notification.jupyterlab-settings").write_text(
        json.dumps({"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True})
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {
        name: str(home / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"),
        *(f"--ServerApp.port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={home / 'root'}"),
        *("--IdentityProvider.token=", "--ServerApp.password=", "--LabApp.expose_app_in_browser=True"),
        *(f"--LabApp.user_settings_dir={home / 'settings'}", f"--LabApp.workspaces_dir={home / 'workspaces'}"),
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    address = f"http://127.0.0.1:{port}"
    log = home / "server.log"
    with log.open("w") as sink:
        env = os.environ | folders | {"PYTHONPATH": str(ROOT)}
        server = subprocess.Popen(command, cwd=home, env=env, stdout=sink, stderr=subprocess.STDOUT)
        try:
            _wait_for(f"{address}/api/status", server, log)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-4000:]}")


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def page(chromium: dict[str, Any], watch: Watch) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium)
        context = browser.new_context(viewport={"width": 1400, "height": 1100})
        context.set_default_timeout(PATIENCE)
        context.route("**/*", watch.route)
        page = context.new_page()
        page.on("websocket", lambda socket: watch.is_local(socket.url))
        page.on("console", watch.console)
        page.on("pageerror", lambda error: watch.errors.append(str(error)))
        yield page
        context.close()
        browser.close()


def open_tour(page: Page, lab: str) -> None:
    page.goto(f"{lab}/lab/tree/notebooks/01_tour.ipynb?reset")
    page.wait_for_function(
        """() => {
            const panel = window.jupyterapp?.shell?.currentWidget;
            const kernel = panel?.sessionContext?.session?.kernel;
            return panel?.content?.widgets?.length > 3 && kernel?.status === 'idle';
        }""",
        timeout=PATIENCE,
    )


def run_all(page: Page) -> None:
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(
        """() => {
            const panel = window.jupyterapp.shell.currentWidget;
            const cells = panel.content.widgets.filter(cell => cell.model.type === 'code');
            return cells.every(cell => cell.model.executionCount || !cell.model.sharedModel.getSource().trim())
                && panel.sessionContext.session.kernel.status === 'idle';
        }""",
        timeout=PATIENCE,
    )


def cell_state(page: Page) -> dict[str, object]:
    return page.evaluate(
        """() => {
            const notebook = window.jupyterapp.shell.currentWidget.content;
            return {cells: notebook.widgets.length, active: notebook.activeCellIndex, mode: notebook.mode};
        }"""
    )


def outputs_with_errors(page: Page) -> list[str]:
    return page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.widgets
            .filter(cell => cell.model.type === 'code')
            .flatMap(cell => cell.model.outputs.toJSON())
            .filter(output => output.output_type === 'error' || output.name === 'stderr')
            .map(output => output.evalue || output.text)"""
    )


def show_cell(page: Page, name: str) -> Locator:
    """Scroll to the cell with this id; what is far from the view is not in the page at all."""
    index = page.evaluate(
        """async (name) => {
            const notebook = window.jupyterapp.shell.currentWidget.content;
            const index = notebook.widgets.findIndex(cell => cell.model.sharedModel.id === name);
            await notebook.scrollToItem(index, 'center');
            return index;
        }""",
        name,
    )
    return page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{index}']")


@pytest.fixture
def tour(page: Page, lab: str, watch: Watch) -> Iterator[Page]:
    """The tour, opened and run to its end; nothing may have gone wrong in the page when the test is over."""
    open_tour(page, lab)
    run_all(page)
    assert outputs_with_errors(page) == []
    yield page
    assert watch.errors == []
    assert watch.strangers == []


def test_the_tour_is_stepped_and_seen_from_another_chair(tour: Page) -> None:
    replay = show_cell(tour, "replay").get_by_test_id("hanabi-replay")
    expect(replay).to_be_visible()
    turn, move, board = (replay.get_by_test_id(name) for name in ("turn", "move", "board"))
    expect(turn).to_contain_text("0 /")
    dealt, words = board.inner_html(), move.inner_text()

    replay.focus()
    before = cell_state(tour)
    replay.press("ArrowRight")
    expect(turn).to_contain_text("1 /")
    expect(move).not_to_have_text(words)
    assert board.inner_html() != dealt
    for key in ("b", "a", "x", "ArrowDown", "ArrowUp", "PageDown", "Home"):  # Lab's own keys: insert, cut, move
        replay.press(key)
    expect(turn).to_contain_text("0 /")
    assert cell_state(tour) == before, "a key pressed in the replay reached the notebook"

    hidden = board.locator(".hand .back").filter(visible=True)
    expect(hidden).to_have_count(5)
    expect(board.locator(".hand.s0 .back").filter(visible=True)).to_have_count(5)
    expect(board.locator(".hand.s0 .b .cell")).to_have_count(5 * 25)
    replay.press("2")
    expect(hidden).to_have_count(5)
    expect(board.locator(".hand.s1 .back").filter(visible=True)).to_have_count(5)
    expect(board.locator(".hand.s1 .b .cell")).to_have_count(5 * 25)
    replay.get_by_label("Chair", exact=True).select_option("Open table")
    expect(hidden).to_have_count(0)


def test_plots_are_drawn_and_follow_the_replay(tour: Page) -> None:
    for name in ("deck", "heatmap"):
        expect(show_cell(tour, name).locator(".js-plotly-plot .main-svg").first).to_be_visible()
    cell = show_cell(tour, "linked")
    plot, replay = cell.locator(".js-plotly-plot"), cell.get_by_test_id("hanabi-replay")
    title = plot.locator(".gtitle")
    expect(title).to_be_visible()
    shown = title.text_content()
    replay.focus()
    replay.press("End")  # the plot is drawn in Python: it changes when the kernel has heard of the turn
    expect(title).not_to_have_text(shown or "")
    expect(plot).to_have_count(1)
