"""A site without a server in a real browser: a game is finished without a network, in two languages; rules are changed and shared."""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from reguli.web.site_builder import order_site, site_files, write_site

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TOOLS = [name for name in ("node", "npm") if shutil.which(name) is None]
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
    pytest.mark.skipif(bool(TOOLS), reason=f"missing on this machine: {', '.join(TOOLS)}"),
]
PYODIDE = "pyodide@314.0.7"
WAIT = 240_000
"""Milliseconds that Python may take to start in the browser, on a machine that does much else."""
TWO = "line_length: {value: 2, source: [T5]}\n"
"""A file by which two marks are a line."""
NARROW = {"width": 390, "height": 844}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the npm package; the test is skipped where it cannot be fetched."""
    folder = tmp_path_factory.mktemp("npm")
    packed = subprocess.run(["npm", "pack", PYODIDE], cwd=folder, capture_output=True, text=True, check=False)
    if packed.returncode:
        pytest.skip(f"npm does not give {PYODIDE}: {packed.stderr[-200:]}")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


@pytest.fixture
def server(runtime: Path, tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """Return a server of files, in whose folder ``under/a path`` a site lies."""
    order = order_site(["tic_tac_toe"], str(tmp_path / "under" / "a path"), str(runtime))
    write_site(site_files(order), order.into)
    found = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    threading.Thread(target=found.serve_forever, daemon=True).start()
    yield found
    found.shutdown()
    found.server_close()


def _axe(page: Page) -> list[str]:
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run()")
    return [one["id"] for one in found["violations"] if one["impact"] in ("serious", "critical")]


def _mark(page: Page, cell: int) -> None:
    free = page.locator("#board_part [data-kind=cell].can")
    before = free.count()
    page.locator(f"#board_part [data-kind=cell] >> nth={cell}").click()
    page.click("[data-key=play]")
    page.wait_for_function(
        "left => document.querySelector('#ranking:not([hidden])')"
        " || document.querySelectorAll('#board_part [data-kind=cell].can').length === left",
        arg=before - 1,
    )


def test_a_game_is_played_reloaded_and_finished_without_a_network(server: ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{server.server_address[1]}/under/a%20path/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport=NARROW, locale="en", reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(WAIT)
        page, said, elsewhere = context.new_page(), list[str](), list[str]()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        context.on("request", lambda sent: elsewhere.append(sent.url) if not sent.url.startswith(address) else None)
        page.goto(address)
        page.fill("[data-key=name-0]", "Anna")
        page.fill("[data-key=name-1]", "Béla")
        assert _axe(page) == []
        page.click("button.main")
        page.wait_for_selector("#table:not([hidden])")
        # People at one device: the page shows the seat of the one who is to move.
        expect(page.locator("#board_part [data-kind=cell].can")).to_have_count(9)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert _axe(page) == []
        _mark(page, 0)
        expect(page.locator("#seats li.turn")).to_contain_text("Béla")
        _mark(page, 3)
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        # The rulebook stands beside the page, with its statements as places in it.
        book = page.get_attribute("#book", "href")
        assert book is not None
        assert context.request.get(address + book).status == 200
        page.wait_for_function("async () => (await caches.keys()).some((name) => name.startsWith('reguli-picture'))")
        page.wait_for_function(
            "async () => { for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys())"
            " if (url.includes('app.zip')) return true; return false; }"
        )

        server.shutdown()
        server.server_close()
        page.reload()
        page.wait_for_selector("#table:not([hidden])")
        expect(page.locator("#board_part [data-kind=cell].can")).to_have_count(7)
        page.click("#show_tools")
        page.select_option("[data-key=language]", "hu")
        expect(page.locator("html")).to_have_attribute("lang", "hu")
        _mark(page, 1)
        _mark(page, 4)
        _mark(page, 2)
        expect(page.locator("#ranking")).to_be_visible()
        expect(page.locator("#ranking tbody tr >> nth=0")).to_contain_text("Anna")
        page.click("#show_tools")
        page.click("a[data-text=games]")
        expect(page.locator("#begun li")).to_contain_text("Anna, Béla")
        # What the browser says of a server that does not answer any more is not an error of the page.
        assert [text for text in said if "net::ERR_" not in text] == []
        assert elsewhere == []
        browser.close()


def _open(context: BrowserContext, address: str) -> tuple[Page, list[str]]:
    """Open an address; return its page, and what is said there of errors."""
    page, said = context.new_page(), list[str]()
    context.set_default_timeout(WAIT)
    page.set_default_timeout(WAIT)
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    return page, said


def _card_says(page: Page, text: str) -> None:
    expect(page.frame_locator("#card").locator("body")).to_contain_text(re.compile(text.replace(" ", r"\s")))


def _play_shared(page: Page) -> None:
    """Play the rules of the editor, with a reload in the middle: two marks win."""
    page.click("#play")
    expect(page.locator("[data-key=game] option:checked")).to_have_text("Tic-Tac-Toe, with changed rules")
    page.fill("[data-key=name-0]", "Anna")
    page.click("button.main")
    expect(page.locator("#board_part [data-kind=cell].can")).to_have_count(9)
    _mark(page, 0)
    page.reload()
    expect(page.locator("#board_part [data-kind=cell].can")).to_have_count(8)
    _mark(page, 3)
    _mark(page, 1)
    expect(page.locator("#ranking tbody tr >> nth=0")).to_contain_text("Anna")
    if page.locator("#show_tools").is_visible():
        page.click("#show_tools")
    page.click("a[data-text=games]")
    expect(page.locator("#begun li")).to_contain_text("Tic-Tac-Toe, with changed rules")


def test_rules_are_changed_mended_shared_and_played(server: ThreadingHTTPServer) -> None:
    expect.set_options(timeout=WAIT)
    address = f"http://127.0.0.1:{server.server_address[1]}/under/a%20path/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport=NARROW, locale="en", reduced_motion="reduce")  # type: ignore[arg-type]
        page, said = _open(context, address)
        page.click("[data-key=edit]")
        _card_says(page, "3 marks of one player")
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert _axe(page) == []

        page.select_option("#file", "constants.yaml")
        page.fill("#text", TWO)
        _card_says(page, "2 marks of one player")
        expect(page.locator("#file option:checked")).to_have_text("constants.yaml (changed)")
        page.fill("#text", f"{TWO}other_length: {{valeu: 4, source: [T5]}}\n")
        expect(page.locator("#findings")).to_contain_text("constants.yaml:2:16")
        expect(page.locator("#play")).to_be_disabled()
        _card_says(page, "2 marks of one player")
        page.select_option("#file", "game.yaml")
        page.click("#findings button:text(':2:16')")
        expect(page.locator("#file")).to_have_value("constants.yaml")
        assert page.evaluate("document.activeElement.id") == "text"
        chosen = page.evaluate("document.getElementById('text').selectionStart")
        assert chosen == len(f"{TWO}other_length: {{")
        page.fill("#text", TWO)
        expect(page.locator("#play")).to_be_enabled()
        page.click("#share")
        shared = page.input_value("#shared input")
        assert shared.startswith(f"{address}edit.html#tic_tac_toe=")
        page.click("#back")
        _card_says(page, "3 marks of one player")
        expect(page.locator("#file option:checked")).to_have_text("constants.yaml")

        # Somebody else opens the address, and plays by these rules.
        other = browser.new_context(viewport=NARROW, locale="en", reduced_motion="reduce")  # type: ignore[arg-type]
        page, said_there = _open(other, shared)
        _card_says(page, "2 marks of one player")
        expect(page.locator("#text")).to_have_value(TWO)
        _play_shared(page)

        page, said_of_damage = _open(other, shared[:-9])
        expect(page.locator("#refused")).to_have_text(
            "This address is damaged. Ask whoever sent it to send the whole address again."
        )
        expect(page.locator("#written")).to_be_hidden()
        page, said_in_lobby = _open(other, f"{address}#tic_tac_to={shared.partition('=')[2]}")
        expect(page.locator("#failed")).to_have_text("There is no such game.")
        assert said + said_there + said_of_damage + said_in_lobby == []
        browser.close()
