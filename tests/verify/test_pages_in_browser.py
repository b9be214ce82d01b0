"""The pages in a browser: keys, steps, the board, the matrix, narrow screens. By night, and only where a browser is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from offered_pages import of_tic_tac_toe
from webdriver import PRESENT, Browser

from reguli.cli.main import main

pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(not PRESENT, reason="chromium and chromedriver are not installed"),
]
SAID = "return document.querySelector('.position .said')?.textContent"
MARKS = "return [...document.querySelectorAll('svg.board .mark + text')].map((one) => one.textContent).join('')"
TEXTS_OVER = """
const found = (what) => [...document.querySelectorAll("#board " + what)];
// What is seen of letters is lower than their box.
const letters = (one) => { const box = one.getBBox(); return [one.textContent, box.x, box.y + box.height * 0.14, box.x + box.width, box.y + box.height * 0.86]; };
const texts = [...found("g:not([stroke]) > .name"), ...found(".called")].map(letters);
for (const one of found(".cost rect")) { const box = one.getBBox(); texts.push([one.parentNode.textContent, box.x, box.y, box.x + box.width, box.y + box.height]); }
const over = [];
texts.forEach((a, at) => texts.slice(at + 1).forEach((b) => { if (a[1] < b[3] && b[1] < a[3] && a[2] < b[4] && b[2] < a[4]) over.push(a[0] + " | " + b[0]); }));
for (const sign of found(".sign")) {
  const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(sign.getAttribute(name)));
  for (const [text, left, top, right, bottom] of texts) {
    if (Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom)) < r) over.push(text + " on a sign");
  }
}
return [texts.length, over];
"""
FOCUS = "return document.activeElement.className || document.activeElement.id || document.activeElement.tagName"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.end()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, report = tmp_path_factory.mktemp("pages"), of_tic_tac_toe()
    found = {code: folder / f"{code}.html" for code in ("en", "ro", "hu")}
    for code, path in found.items():
        path.write_text(report.page(code), encoding="utf-8")
    return found


def test_no_page_complains_and_none_is_wider_than_its_screen(browser: Browser, pages: dict[str, Path]) -> None:
    for page in pages.values():
        for width in (1280, 390):
            browser.open(page, width)
            # Positions are drawn when they come near.
            browser.run("document.querySelector('.position').scrollIntoView()")
            browser.until(SAID)
            assert browser.run("return document.documentElement.scrollWidth") <= width
        assert browser.complaints() == []


def test_keys_step_through_the_example_and_the_board_follows(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    browser.until(SAID)
    assert browser.run(MARKS) == "2"
    browser.run("document.querySelector('.live').focus()")
    steps = []
    for key in ("Right", "Right", "Right", "Left", "Home", "End"):
        browser.press(key)
        steps.append((browser.run(SAID).partition(":")[0], sorted(browser.run(MARKS))))
    assert steps == [
        ("step 1 of 2", ["1", "2"]),
        ("step 2 of 2", ["1", "2", "2"]),
        ("step 2 of 2", ["1", "2", "2"]),
        ("step 1 of 2", ["1", "2"]),
        ("step 0 of 2", ["2"]),
        ("step 2 of 2", ["1", "2", "2"]),
    ]
    assert browser.run("return document.querySelector('.told').textContent") == "a1: Ben; b2: Ann; c3: Ben"
    assert browser.run("return document.querySelector('.said').getAttribute('aria-live')") == "polite"


def test_tab_comes_to_everything_that_can_be_done_and_is_seen(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    browser.until(SAID)
    browser.press("Tab")
    assert browser.run(FOCUS) == "skip"
    assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.press("Enter")
    assert browser.run("return location.hash") == "#actions"
    seen = set()
    for _ in range(60):
        browser.press("Tab")
        seen.add(browser.run(FOCUS))
    assert {"live", "copy", "BUTTON", "SUMMARY", "PRE", "filter_text", "filter_stripe", "wide high"} <= seen


def test_the_matrix_is_sorted_and_filtered(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    browser.until(SAID)
    column = "return [...document.querySelectorAll('#matrix_table tbody tr:not([hidden])')].map((row) => row.cells[3].textContent)"
    every = browser.run(column)
    browser.run("document.querySelectorAll('#matrix_table th button')[3].click()")
    assert browser.run("return document.querySelectorAll('#matrix_table thead th')[3].ariaSort") == "ascending"
    rising = browser.run(column)
    assert (sorted(rising), rising == every) == (sorted(every), False)
    browser.run("document.querySelectorAll('#matrix_table th button')[3].click()")
    assert browser.run(column)[0] == rising[-1]
    browser.run(
        "const e = document.getElementById('filter_stripe'); e.value = 'proved'; e.dispatchEvent(new Event('change'))"
    )
    assert set(browser.run(column)) == {"define.completes_line"}
    browser.run(
        "const e = document.getElementById('filter_text'); e.value = 'no such text'; e.dispatchEvent(new Event('input'))"
    )
    assert browser.run("return document.getElementById('rows').textContent") == f"0 of {len(every)} rows"


def test_what_is_copied_is_said(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["en"])
    browser.until(SAID)
    browser.run("document.querySelector('button.copy').focus()")
    browser.press("Enter")
    assert browser.until("return document.querySelector('button.copy + [role=status]').textContent") == "copied"


def test_a_game_is_stepped_through_by_keys(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    words = ("play", "tic_tac_toe", "--bots", "random", "--seed", "1", "--save", str(tmp_path / "game.json"))
    assert main(words) == 0
    assert main(("replay", str(tmp_path / "game.json"), "--html", str(page))) == 0
    browser.open(page)
    assert browser.run(MARKS) == ""
    browser.press("Right", "Right")
    assert sorted(browser.run(MARKS)) == ["1", "2"]
    browser.press("Home")
    assert browser.run(MARKS) == ""
    assert browser.complaints() == []


@pytest.mark.parametrize("side", ["germany", "usa"])
def test_everything_on_a_map_can_be_read_on_broad_and_narrow_screens(
    browser: Browser, tmp_path: Path, side: str
) -> None:
    """Measured in the letters of the browser, whatever fonts it has: no text over another or over a sign, and none smaller than a footnote."""
    page = tmp_path / "game.html"
    words = ("play", "power_grid", "--option", f"map={side}", "--players", "4", "--bots", "random", "--seed", "7")
    assert main((*words, "--save", str(tmp_path / "game.json"))) == 0
    assert main(("replay", str(tmp_path / "game.json"), "--html", str(page))) == 0
    for width in (1280, 390):
        browser.open(page, width)
        assert browser.run("return document.documentElement.scrollWidth") <= width
        count, over = browser.run(TEXTS_OVER)
        assert (count > 100, over) == (True, [])
        assert browser.run("return document.querySelector('#board').getScreenCTM().a * 18") >= 9
    browser.press("End")
    assert len(browser.run(MARKS)) > 10
    assert browser.run("return document.querySelectorAll('#board .area.aside').length") == 2
    assert browser.complaints() == []
