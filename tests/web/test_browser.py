"""Games in a real browser: clicked, typed, reloaded and cut off, in two languages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import reguli
from reguli.web.web_server import listen

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
WAIT = 60_000
"""Milliseconds that a page may take: a host may be begun, on a machine that does much else."""
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that runs as a process of its own."""
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    data = tmp_path_factory.mktemp("tables")
    games = ("tic_tac_toe", "power_grid", "nucleum", "warszawa")
    command = [sys.executable, "-m", "reguli", "serve", *games, "--pace", "0", "--port", str(port)]
    with subprocess.Popen([*command, "--data", str(data)], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        assert str(port) in server.stderr.readline()
        yield f"http://127.0.0.1:{port}"
        server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Return the contexts that a test opens; they are closed behind it, and no page may have said anything on its console."""
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


def _page(browser: Browser, contexts: list[BrowserContext], lang: str, size: dict[str, int]) -> tuple[Page, list[str]]:
    context = browser.new_context(viewport=size, locale=lang, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(WAIT)
    contexts.append(context)
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said


def _order(page: Page, address: str, game: str, players: int, bots: int = 0) -> list[str]:
    """Order a game in the lobby and return the links: of the persons, for watchers, for the host."""
    page.goto(f"{address}/")
    page.select_option("[data-key=game]", game)
    page.wait_for_selector("[data-key=players]")
    page.select_option("[data-key=players]", str(players))
    for seat in range(players):
        page.fill(f"[data-key=name-{seat}]", ("Anna Mária", "Béla", "Cili", "Dóra")[seat])
        if seat >= players - bots:
            page.select_option(f"[data-key=who-{seat}]", "random")
    page.click("button.main")
    page.wait_for_selector("#links input")
    return [field.input_value() for field in page.query_selector_all("#links input")]


def _sit(page: Page, link: str) -> None:
    page.goto(link)
    page.wait_for_selector("#table:not([hidden])")


def _axe(page: Page) -> list[str]:
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run()")
    return [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")]


def _acting(pages: list[Page]) -> Page | None:
    """Return the page whose player has to decide; None when the game is over."""
    ends = time.monotonic() + WAIT / 1000
    while time.monotonic() < ends:
        for page in pages:
            if page.is_visible("#ranking"):
                return None
            if page.is_visible("#hint") and page.is_enabled("#hint") and page.is_visible("#all h2"):
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody can move")


def _move(page: Page) -> None:
    """Play the first move of the list."""
    before = page.inner_text("#log")
    # A single move is chosen already.
    if not page.is_visible("[data-key=play]"):
        moves = page.locator("#choice button.move, #all button.move").locator("visible=true")
        if not moves.count():
            page.locator("#all details > summary").first.click()
        moves.first.click()
    page.click("[data-key=play]")
    page.wait_for_function("text => document.getElementById('log').innerText !== text", arg=before)


def test_a_small_game_is_played_by_clicks_and_keys_in_two_languages(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    anna, said = _page(browser, contexts, "en", WIDE)
    bela, also_said = _page(browser, contexts, "hu", NARROW)
    watcher, _ = _page(browser, contexts, "ro", WIDE)
    links = _order(anna, address, "tic_tac_toe", 2)
    assert len(links) == 4
    assert _axe(anna) == []
    for page, link in zip((anna, bela, watcher), links, strict=False):
        _sit(page, link)
    expect(anna.locator("#turn, #question").first).not_to_be_empty()
    assert anna.get_attribute("html", "lang") == "en"
    assert bela.get_attribute("html", "lang") == "hu"
    assert bela.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    for page in (anna, bela):
        assert _axe(page) == []

    first = _acting([anna, bela])
    assert first is not None
    cells = first.locator("#board_part [data-kind=cell].can")
    assert cells.count() == 9
    cells.nth(4).click()
    first.click("[data-key=play]")
    second = bela if first is anna else anna
    expect(second.locator("#board_part [data-kind=cell].can")).to_have_count(8)

    # What is taken says why, with a link to the rulebook or at least a sentence.
    second.locator("#board_part [data-kind=cell].cannot").first.click(force=True)
    expect(second.locator("#answer")).not_to_be_empty()
    # The keyboard alone: an object is chosen by Enter, and the move confirmed by Enter.
    second.locator("#board_part [data-kind=cell].can").first.focus()
    second.keyboard.press("Enter")
    second.keyboard.press("Enter")
    expect(first.locator("#board_part [data-kind=cell].can")).to_have_count(7)

    # A page that is loaded again, and one that is cut off for a while, go on.
    first.reload()
    expect(first.locator("#board_part [data-kind=cell].can")).to_have_count(7)
    first.context.set_offline(offline=True)
    first.context.set_offline(offline=False)
    _move(first)
    while (acting := _acting([anna, bela])) is not None:
        _move(acting)
    for page in (anna, bela, watcher):
        expect(page.locator("#ranking")).to_be_visible()
        assert _axe(page) == []
    assert "Anna Mária" in watcher.inner_text("#ranking")
    bela.fill("#end textarea >> nth=1", "A felső sor.")
    bela.click("#end button")
    expect(bela.locator("#end [role=status]")).not_to_be_empty()
    expect(bela.locator("#end textarea >> nth=1")).to_have_value("")
    assert said == also_said == []


def test_four_pages_in_two_languages_play_rounds_of_a_large_game(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    made = [_page(browser, contexts, lang, WIDE) for lang in ("en", "hu", "ro", "hu")]
    pages = [page for page, _ in made]
    links = _order(pages[0], address, "power_grid", 4, bots=1)
    for page, link in zip(pages, links, strict=False):
        _sit(page, link)  # three persons and a watcher
    players = pages[:3]
    while "2" not in pages[0].inner_text("#era").partition(",")[0]:
        acting = _acting(players)
        assert acting is not None
        _move(acting)
    players[1].reload()
    players[1].wait_for_selector("#table:not([hidden])")
    while "3" not in pages[0].inner_text("#era").partition(",")[0]:
        acting = _acting(players)
        assert acting is not None
        _move(acting)
    assert [_axe(page) for page in pages] == [[]] * 4
    assert [said for _, said in made] == [[]] * 4


def test_a_table_says_where_numbers_and_cards_come_from(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    page, said = _page(browser, contexts, "ro", NARROW)
    links = _order(page, address, "power_grid", 3, bots=2)
    _sit(page, links[0])
    page.wait_for_selector("#shared .face")
    for _ in range(4):
        assert _acting([page]) is not None
        _move(page)
    assert _acting([page]) is not None
    page.click("#mine [data-path='player/money/seat_1']")
    expect(page.locator("#answer li").first).to_contain_text("→")
    expect(page.locator("#answer a").first).to_have_attribute("href", re.compile("^/book.*#P119$"))
    # By the keyboard alone.
    page.locator(".face.tells").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer li").first).to_contain_text(re.compile(r"^număr: \d+"))
    assert ".yaml" not in page.inner_text("#answer"), "where it is written is for the host to see"
    assert _axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert said == []


@pytest.mark.parametrize("player", ["seat_1", None])
def test_a_replay_page_draws_what_is_hidden(
    browser: Browser, contexts: list[BrowserContext], tmp_path: Path, player: str | None
) -> None:
    session = reguli.load("power_grid").start(3, seed=5)
    session.play_on("greedy", 40)
    file = tmp_path / "replay.html"
    file.write_text(session.replay_page(player="all" if player is None else player), "utf-8")
    page, said = _page(browser, contexts, "en", WIDE)
    page.goto(file.as_uri())
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    shown = page.locator(".seat[data-id=seat_2]").inner_text()
    assert ("?" in shown) is (player is not None)
    assert said == []


@pytest.mark.night
@pytest.mark.parametrize(("game", "players"), [("power_grid", 4), ("nucleum", 4), ("warszawa", 4)])
def test_a_whole_large_game_is_played_to_its_ranking(
    browser: Browser, contexts: list[BrowserContext], address: str, game: str, players: int
) -> None:
    made = [_page(browser, contexts, lang, WIDE) for lang in ("en", "hu", "ro", "en")[:players]]
    pages = [page for page, _ in made]
    links = _order(pages[0], address, game, players)
    for page, link in zip(pages, links, strict=False):
        _sit(page, link)
    while (acting := _acting(pages)) is not None:
        _move(acting)
    for page in pages:
        expect(page.locator("#ranking")).to_be_visible()
    assert [said for _, said in made] == [[]] * players


def test_a_wrong_link_says_so(browser: Browser, contexts: list[BrowserContext], address: str) -> None:
    page, _ = _page(browser, contexts, "hu", NARROW)
    page.goto(f"{address}/table#wrong")
    expect(page.locator("#notices")).to_contain_text("hivatkozás")
    expect(page.locator("#status")).to_be_empty()
