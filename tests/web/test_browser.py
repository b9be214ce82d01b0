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
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import reguli
from reguli.web.web_server import listen

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
WAIT = 60_000
"""Milliseconds that a page may take: a host may be begun, on a machine that does much else."""
WIDE = {"width": 1280, "height": 800}
MIDDLE = {"width": 1024, "height": 768}
TABLET = {"width": 900, "height": 768}
NARROW = {"width": 390, "height": 844}
PHONE: dict[str, Any] = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


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


def _page(
    browser: Browser, contexts: list[BrowserContext], lang: str, size: dict[str, int], *, touch: bool = False
) -> tuple[Page, list[str]]:
    context = browser.new_context(viewport=size, locale=lang, reduced_motion="reduce", has_touch=touch)  # type: ignore[arg-type]
    context.set_default_timeout(WAIT)
    contexts.append(context)
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said


def _order(page: Page, address: str, game: str, players: int, bots: int = 0, *, bot: str = "random") -> list[str]:
    """Order a game in the lobby and return the links: of the persons, for watchers, for the host."""
    page.goto(f"{address}/")
    page.select_option("[data-key=game]", game)
    page.wait_for_selector("[data-key=players]")
    page.select_option("[data-key=players]", str(players))
    for seat in range(players):
        page.fill(f"[data-key=name-{seat}]", ("Anna Mária", "Béla", "Cili", "Dóra")[seat])
        if seat >= players - bots:
            page.select_option(f"[data-key=who-{seat}]", bot)
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


def _choose(page: Page) -> None:
    """Choose the first move of the list, but do not play it."""
    # A single move is chosen already.
    if not page.is_visible("[data-key=play]"):
        moves = page.locator("#choice button.move, #all button.move").locator("visible=true")
        if not moves.count():
            page.locator("#all details > summary").first.click()
        moves.first.click()


def _move(page: Page) -> None:
    """Play the first move of the list."""
    before = page.inner_text("#log")
    _choose(page)
    page.click("[data-key=play]")
    page.wait_for_function("text => document.getElementById('log').innerText !== text", arg=before)


def _follow_hint(page: Page) -> None:
    """Play the move that the page suggests; who always plays the first of the list needs many more moves to the end."""
    steps = page.locator("#log > li").count()
    for key in ("hint", "hint_take", "play"):
        page.click(f"[data-key={key}]")
    page.wait_for_function("steps => document.querySelectorAll('#log > li').length > steps", arg=steps)


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
    # Behind the end there is no move to go back to.
    watcher.locator("#log .step").first.click()
    expect(watcher.locator("[data-key=to_now]")).to_be_visible()
    assert watcher.inner_text("#choice").strip() == ""
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
    # Everybody has to buy a power plant in the first round, sooner or later.
    for _ in range(12):
        assert _acting([page]) is not None
        _move(page)
        assert _acting([page]) is not None
        page.click("#mine [data-path='player/money/seat_1']")
        page.wait_for_selector("#answer li")
        if "→" in page.locator("#answer li").first.inner_text():
            break
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
@pytest.mark.parametrize(("game", "seated"), [("power_grid", (3, 1)), ("nucleum", (3, 2)), ("warszawa", (4, 2))])
def test_a_whole_large_game_is_played_to_its_ranking(
    browser: Browser, contexts: list[BrowserContext], address: str, game: str, seated: tuple[int, int]
) -> None:
    """Persons and a watcher see every move; of so many seats some are those of bots."""
    players, bots = seated
    made = [_page(browser, contexts, lang, WIDE) for lang in ("hu", "ro", "en")[: players - bots + 1]]
    pages = [page for page, _ in made]
    links = _order(pages[0], address, game, players, bots, bot="greedy")
    for page, link in zip(pages, links, strict=False):
        _sit(page, link)
    while (acting := _acting(pages)) is not None:
        _follow_hint(acting)
    for page in pages:
        expect(page.locator("#ranking table").first.locator("tbody tr")).to_have_count(players)
    assert [said for _, said in made] == [[]] * len(pages)


def test_things_and_options_say_what_they_are_before_they_are_chosen(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    page, said = _page(browser, contexts, "hu", WIDE)
    links = _order(page, address, "power_grid", 3, bots=2)
    page.goto(f"{address}/")
    page.select_option("[data-key=game]", "power_grid")
    expect(page.locator("#about-hidden_money")).to_contain_text("titokban", timeout=WAIT)  # P119
    _sit(page, links[0])
    expect(page.locator("#shared .zone_part small").first).to_have_text("Aktuális piac", timeout=WAIT)
    expect(page.locator("#shared .places").first.locator(".space b")).to_have_text([*"12345678"])  # P25
    page.click("#note summary")
    page.focus("[data-key=statement]")
    expect(page.locator("#statements option[value^='P119 A játékosok']")).to_have_count(1, timeout=WAIT)
    page.fill("[data-key=statement]", "P9999")
    assert page.evaluate("document.querySelector('[data-key=statement]').validationMessage")

    _sit(page, _order(page, address, "warszawa", 3, bots=2)[0])
    expect(page.locator("#board_part [data-kind=project]").first).to_be_visible(timeout=WAIT)
    page.click("#spaces summary")
    expect(page.locator("#spaces dd").first).not_to_be_empty(timeout=WAIT)
    page.evaluate("scrollTo(0, 0)")
    page.hover("#board_part [data-kind=project] >> nth=3")
    expect(page.locator("#tooltip")).to_be_visible(timeout=WAIT)
    page.keyboard.press("Escape")
    expect(page.locator("#tooltip")).to_be_hidden()
    assert _axe(page) == []
    assert said == []


def test_a_map_explains_its_signs(browser: Browser, contexts: list[BrowserContext], address: str) -> None:
    page, said = _page(browser, contexts, "en", WIDE)
    _sit(page, _order(page, address, "nucleum", 3, bots=2)[0])
    letters = set(map(str.strip, page.locator("#board_part .sign + g > text").all_text_contents()))
    legend = page.locator("#legend li").all_inner_texts()
    assert letters == {"A", "B", "C", "D", "E"}
    assert all(any(one.strip().startswith(letter) for one in legend) for letter in letters)
    assert any("Turbine spaces" in one for one in legend)
    assert said == []


def test_a_wrong_link_says_so(browser: Browser, contexts: list[BrowserContext], address: str) -> None:
    page, _ = _page(browser, contexts, "hu", NARROW)
    page.goto(f"{address}/table#wrong")
    expect(page.locator("#notices")).to_contain_text("hivatkozás")
    expect(page.locator("#status")).to_be_empty()


ON_TOP = """button => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === button;
}"""
"""Whether what a pointer meets in the middle of a button is the button."""
BESIDE = "([x, y]) => document.elementFromPoint(x, y).closest('.can, [data-path]') === null"
OFFSETS = [(sign * far, other * far) for far in (6, 8, 10, 12) for sign in (1, -1) for other in (1, -1)]


@pytest.mark.parametrize("size", [NARROW, TABLET])
def test_the_panel_of_a_narrow_page_covers_neither_itself_nor_the_board(
    browser: Browser, contexts: list[BrowserContext], address: str, size: dict[str, int]
) -> None:
    page, said = _page(browser, contexts, "hu", size, touch=True)
    _sit(page, _order(page, address, "warszawa", 3, bots=2)[0])
    assert _acting([page]) is not None
    assert page.locator(".top").bounding_box()["height"] <= 110  # type: ignore[index]
    while not page.locator("#elsewhere .can").count():
        _move(page)
        assert _acting([page]) is not None
    page.locator("#elsewhere .can").first.tap()
    play = page.locator("[data-key=play], #choice .move").first
    assert play.evaluate(ON_TOP)
    assert page.locator("#hint").evaluate("button => button.offsetTop") > play.evaluate("one => one.offsetTop")
    panel = page.locator("#moves").bounding_box()
    assert panel is not None
    assert panel["height"] <= size["height"] * 0.4 + 1
    assert panel["y"] + panel["height"] <= size["height"] + 1

    page.focus("#fold")
    page.keyboard.press("Enter")
    expect(page.locator("#fold")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#choice")).to_be_hidden()
    assert _axe(page) == []
    # What is chosen on the table unfolds it.
    page.locator("#mine .tells:visible").first.tap()
    expect(page.locator("#answer")).not_to_be_empty()
    expect(page.locator("#fold")).to_have_attribute("aria-expanded", "true")
    assert said == []


def test_what_was_begun_to_be_chosen_stays_when_others_come_and_go(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    (one, said), (two, _) = (_page(browser, contexts, "en", WIDE) for _ in range(2))
    links = _order(one, address, "tic_tac_toe", 2)
    _sit(one, links[0])
    _sit(two, links[1])
    acting = _acting([one, two])
    other = two if acting is one else one
    assert acting is not None
    _choose(acting)
    before = acting.inner_html("#seats")
    expect(acting.locator("[data-key=play]")).to_be_visible()
    other.close()
    acting.wait_for_function("text => document.getElementById('seats').innerHTML !== text", arg=before)
    acting.click("[data-key=play]")
    expect(acting.locator("#log > li")).to_have_count(2)
    assert said == []


def test_a_finger_chooses_what_is_nearest_and_the_page_stays_where_it_is(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    page, said = _page(browser, contexts, "en", NARROW, touch=True)
    _sit(page, _order(page, address, "nucleum", 3, bots=2)[0])
    spots = page.locator("#board_part .part.can")
    assert _acting([page]) is not None
    while not spots.count():
        _move(page)
        assert _acting([page]) is not None
    page.evaluate("scrollTo(0, 40)")
    for number in range(3):
        box = spots.nth(number).bounding_box()
        assert box is not None
        assert box["width"] < 22, "the spot is smaller than a finger"
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        x, y = next(point for by in OFFSETS if page.evaluate(BESIDE, point := [middle[0] + by[0], middle[1] + by[1]]))
        away = {
            one.get_attribute("data-id"): (place["x"] + place["width"] / 2 - x) ** 2
            + (place["y"] + place["height"] / 2 - y) ** 2
            for one in spots.all()
            if (place := one.bounding_box())
        }
        page.touchscreen.tap(x, y)
        picked = page.locator("#board_part .picked")
        expect(picked).to_have_count(1)
        assert picked.get_attribute("data-id") == min(away, key=lambda one: away[one])
        expect(page.locator("#choice [data-key=again]")).to_be_visible()
        assert page.evaluate("scrollY") == 40
        page.keyboard.press("Escape")
    assert said == []


def test_a_choice_far_from_the_moves_brings_them_into_view(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    page, said = _page(browser, contexts, "en", WIDE)
    _sit(page, _order(page, address, "power_grid", 3, bots=2)[0])
    page.wait_for_selector("#shared .face")
    assert _acting([page]) is not None
    # It may be another who begins, and then something else is asked first.
    while not page.locator("#shared .face.can").count():
        _move(page)
        assert _acting([page]) is not None
    card = page.locator("#shared .face.can").last
    card.scroll_into_view_if_needed()
    before = page.evaluate("document.querySelector('.side').scrollTop = 1e6; scrollY")
    assert not page.locator("#question").evaluate(ON_TOP)
    card.click()
    assert page.locator("[data-key=play]").evaluate(ON_TOP)
    assert page.evaluate("scrollY") == before
    page.evaluate("document.querySelector('.side').scrollTop = 1e6")
    page.locator("#shared .face.cannot").first.click(force=True)
    expect(page.locator("#answer h3")).to_be_visible()
    assert page.locator("#answer h3").evaluate(ON_TOP)
    assert page.evaluate("scrollY") == before
    assert said == []


def test_a_large_board_opens_as_a_whole(browser: Browser, contexts: list[BrowserContext], address: str) -> None:
    page, _ = _page(browser, contexts, "en", WIDE)
    _sit(page, _order(page, address, "warszawa", 3, bots=2)[0])
    around = "document.querySelector('.boarded')"
    for size in (WIDE, MIDDLE, NARROW):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.reload()
        page.wait_for_selector("#table:not([hidden])")
        assert page.evaluate(f"{around}.scrollWidth <= {around}.clientWidth")
        assert page.evaluate(f"{around}.scrollHeight <= {around}.clientHeight")


def test_the_host_and_others_are_heard_of(browser: Browser, contexts: list[BrowserContext], address: str) -> None:
    anna, said = _page(browser, contexts, "en", WIDE)
    bela, _ = _page(browser, contexts, "en", NARROW, touch=True)
    host, _ = _page(browser, contexts, "en", WIDE)
    links = _order(anna, address, "tic_tac_toe", 2)
    assert "reguli serve --host" in anna.inner_text("#links")
    for page, link in ((anna, links[0]), (bela, links[1]), (host, links[-1])):
        _sit(page, link)
    first = _acting([anna, bela])
    assert first is not None
    _move(first)
    first.click("#undo")
    second = bela if first is anna else anna
    second.click("[data-key=refuse]")
    expect(first.locator("#passing .notice")).to_be_visible()
    host.click("#host summary")
    mine = 0 if first is anna else 1
    host.select_option(f"[data-key=seat-{mine}]", "random")
    expect(first.locator("#notices .notice")).to_contain_text("to a bot")
    host.select_option(f"[data-key=seat-{mine}]", "")
    expect(first.locator("#notices .notice")).to_contain_text("back to you")
    # What came of the question goes away by itself.
    expect(first.locator("#passing .notice")).to_have_count(0, timeout=WAIT)
    assert said == []


def test_a_page_waits_in_the_language_of_its_viewer(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    page, _ = _page(browser, contexts, "hu", NARROW, touch=True)
    page.route_web_socket("**/ws", lambda _: None)
    page.goto(f"{address}/table#any")
    expect(page.locator("#waiting")).to_have_text("Betöltés…")
    assert page.get_attribute("html", "lang") == "hu"
    assert _axe(page) == []
    page.goto(f"{address}/")
    page.wait_for_selector("[data-key=who-1]")
    bots = page.locator("[data-key=who-1] option").all_inner_texts()
    assert len(bots) == len(set(bots))
    expect(page.locator("#waiting")).to_be_hidden()


def test_help_says_how_to_play_and_keys_only_where_there_are_some(
    browser: Browser, contexts: list[BrowserContext], address: str
) -> None:
    page, _ = _page(browser, contexts, "ro", WIDE)
    _sit(page, _order(page, address, "tic_tac_toe", 2)[0])
    phone = browser.new_context(**PHONE)
    contexts.append(phone)
    touched = phone.new_page()
    _sit(touched, page.url)
    for one, keys in ((page, True), (touched, False)):
        _sit(one, page.url)
        one.click("#show_keys")
        assert one.locator("#keys > p:visible").count() == 4
        assert one.locator(".with_keys").is_visible() is keys
        assert _axe(one) == []
