"""The exported page in headless Chromium, opened from a file: the replay's behavior with no kernel and no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from hanabi_lab import Game, replay
from hanabi_lab.beliefs import hand_belief
from hanabi_lab.players import play_game, simple

NASTY = '<img src=x onerror="document.title=1">'

pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def game() -> Game:
    return play_game(simple, players=3, seed=4, names=("Ann", NASTY, "Cleo"))


@pytest.fixture(scope="module")
def file(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return replay(game, viewer=0).to_html(tmp_path_factory.mktemp("page") / "replay.html")


@pytest.fixture(scope="module")
def page(chromium: dict[str, Any]) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium)
        page = browser.new_context(viewport={"width": 1200, "height": 900}).new_page()
        page.set_default_timeout(30_000)
        yield page
        browser.close()


@pytest.fixture
def opened(page: Page, file: Path) -> Iterator[Page]:
    wrong: list[str] = []
    strangers: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: strangers.append(request.url))
    page.goto(file.as_uri())
    expect(root(page)).to_be_visible()
    root(page).focus()
    yield page
    assert wrong == []
    assert [url for url in strangers if not url.startswith(("file:", "blob:", "data:"))] == []


def root(page: Page):
    return page.get_by_role("group", name=re.compile("Hanabi game"))


def at(page: Page, turn: int, game: Game) -> None:
    expect(page.get_by_test_id("turn")).to_have_text(f"{turn} / {len(game) - 1}")
    if 0 < turn < len(game) - 1:
        expect(page.get_by_test_id("move")).to_have_text(game.history[turn - 1].text)


def test_keys_step(opened: Page, game: Game) -> None:
    last = len(game) - 1
    for key, turn in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", 11),
        ("PageUp", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        opened.keyboard.press(key)
        at(opened, turn, game)


def test_buttons_and_slider_step(opened: Page, game: Game) -> None:
    last = len(game) - 1
    for name, turn in (("Forward one turn", 1), ("Last turn", last), ("Back one turn", last - 1), ("First turn", 0)):
        opened.get_by_role("button", name=name).click()
        at(opened, turn, game)
    slider = opened.get_by_role("slider", name="Turn")
    slider.fill("7")
    at(opened, 7, game)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(re.escape(game.history[6].text)))
    slider.press("ArrowRight")
    at(opened, 8, game)


def test_play_runs_and_stops_and_is_silent(opened: Page) -> None:
    opened.get_by_role("button", name="Play").click()
    expect(opened.get_by_test_id("move")).to_have_attribute("aria-live", "off")
    expect(opened.get_by_test_id("turn")).to_have_text(re.compile("^2 / "))
    root(opened).focus()
    opened.keyboard.press(" ")
    expect(opened.get_by_role("button", name="Play")).to_be_visible()
    expect(opened.get_by_test_id("move")).to_have_attribute("aria-live", "polite")


def test_the_chair_hides_its_hand_and_shows_what_it_knows(opened: Page, game: Game) -> None:
    opened.get_by_role("slider").fill("9")
    root(opened).focus()
    for key, seat in (("3", 2), ("2", 1)):
        opened.keyboard.press(key)
        for other in range(3):
            faces = opened.locator(f".hand.s{other} .face")
            cards = len(game.at(9).hands[other])
            expect(faces).to_have_count(cards)
            for card in range(cards):
                (expect(faces.nth(card)).to_be_hidden if other == seat else expect(faces.nth(card)).to_be_visible)()
            expect(opened.locator(f".hand.s{other} .cell")).to_have_count(25 * cards if other == seat else 0)
        row = hand_belief(game.at(9), seat).marginals[0]
        tips = opened.locator(f".hand.s{seat} .b").first.locator("title").all_text_contents()
        for label, p, tip in zip(game.variant.labels, row, tips, strict=True):
            if p == 0:
                assert tip == f"not {label}"
            else:
                shown = tip.removeprefix(f"{label} ").removesuffix("%")
                assert abs(float(shown.removeprefix("<")) - 100 * p) <= 0.75
    opened.get_by_role("combobox", name="Chair").select_option("-1")
    expect(opened.locator(".turned")).to_have_count(0)
    expect(opened.locator(".cell")).to_have_count(25 * sum(map(len, game.at(9).hands)))


def test_names_from_a_file_are_text(opened: Page) -> None:
    opened.keyboard.press("0")
    expect(opened.locator(".hanabi-replay img")).to_have_count(0)
    expect(opened.get_by_test_id("board")).to_contain_text("<img src=x")
    opened.get_by_text("Text view").click()
    expect(opened.locator(".text-body caption")).to_have_count(3)
    expect(opened.locator(".text-body pre")).to_contain_text("fireworks r0 y0 g0 b0 p0")
    opened.get_by_role("combobox", name="Chair").select_option("0")
    text = opened.locator(".hanabi-replay desc").text_content()
    assert re.search(r"Ann +(\?\? +)+", text)
    assert opened.locator(".text-body pre").text_content() == text
    expect(opened.locator(".hanabi-replay img")).to_have_count(0)


def test_shortcuts_of_the_lab_are_held_off(opened: Page) -> None:
    expect(root(opened)).to_have_attribute("data-lm-suppress-shortcuts", "true")


def test_stepping_moves_nothing_else(opened: Page, game: Game) -> None:
    boxes = set()
    for _ in range(len(game) - 1):
        box = opened.get_by_test_id("board").bounding_box()
        boxes.add(tuple(box.values()))
        opened.keyboard.press("ArrowRight")
    assert len(boxes) == 1


def test_a_narrow_column_puts_the_table_below(opened: Page) -> None:
    opened.set_viewport_size({"width": 390, "height": 900})
    side, hand = opened.locator(".side"), opened.locator(".hand.s2")
    opened.wait_for_function("document.querySelector('.side').getAttribute('transform').startsWith('translate(8 ')")
    assert side.bounding_box()["y"] > hand.bounding_box()["y"]
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.set_viewport_size({"width": 1200, "height": 900})


def test_two_replays_on_one_page_are_apart(opened: Page, game: Game) -> None:
    opened.evaluate(
        """async () => {
            const {module, state} = JSON.parse(document.getElementById('state').textContent);
            const source = URL.createObjectURL(new Blob([module], {type: 'text/javascript'}));
            const {default: widget} = await import(source);
            const other = {...state, turn: 3};
            const model = {get: (name) => other[name], set: (name, value) => { other[name] = value; },
                           save_changes() {}, on() {}, off() {}, send() {}};
            const el = document.body.appendChild(document.createElement('div'));
            window.leave = widget.render({model, el});
        }"""
    )
    expect(opened.locator(".hanabi-replay")).to_have_count(2)
    ids = opened.locator("[id]").evaluate_all("nodes => nodes.map(node => node.id)")
    assert len(ids) == len(set(ids))
    opened.locator(".hanabi-replay").first.focus()
    opened.keyboard.press("End")
    expect(opened.get_by_test_id("turn").first).to_have_text(re.compile(f"^{len(game) - 1} /"))
    expect(opened.get_by_test_id("turn").last).to_have_text(re.compile("^3 /"))
    opened.evaluate("window.leave()")
    expect(opened.locator(".hanabi-replay")).to_have_count(1)
