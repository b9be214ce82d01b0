"""Small pictures of the table of every shipped game in a browser, for the README and the gallery: ``python .ci/pictures.py [GAME …]``.

Needs the environment of a developer and Chromium. A person at the first seat plays what the hint says, bots play the rest.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from reguli.shipped_files import shipped_rulesets
from reguli.web.web_server import listen

FOLDER = Path(__file__).resolve().parents[1] / "generated_docs" / "tables"
SIZE = {"width": 1280, "height": 900}
SCALE = 0.5
MOVES = 12
READY = "() => document.querySelector('#hint:not([hidden])') || !document.querySelector('#ranking').hidden"
"""The person has to move, or the game is over."""
WAIT = 120_000


@contextmanager
def served(games: list[str]) -> Iterator[str]:
    """Serve games for a while and yield the address."""
    with listen("127.0.0.1", 0) as found:
        port = str(found.getsockname()[1])
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "reguli", "serve", *games, "--pace", "0", "--port", port, "--data", data]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stderr is not None
                assert port in server.stderr.readline()
                yield f"http://127.0.0.1:{port}/"
            finally:
                server.terminate()


def sit(page: Page, address: str, game: str) -> None:
    """Order a game with bots at all seats but the first, and sit down there."""
    page.goto(address)
    page.select_option("[data-key=game]", game)
    page.wait_for_selector("[data-key=players]")
    numbers = page.eval_on_selector_all("[data-key=players] option", "all => all.map(one => one.value)")
    players = max(int(number) for number in numbers if int(number) <= 4)
    page.select_option("[data-key=players]", str(players))
    for seat, name in zip(range(players), ("Ana", "Béla", "Cora", "Dan"), strict=False):
        page.fill(f"[data-key=name-{seat}]", name)
        bots = page.eval_on_selector_all(f"[data-key=who-{seat}] option", "all => all.map(one => one.value)")
        if seat:
            page.select_option(f"[data-key=who-{seat}]", "sane" if "sane" in bots else "greedy")
    page.click("button.main")
    page.goto(page.input_value("#links input >> nth=0"))


def play(page: Page) -> None:
    """Play some moves that the hint says, until the game is over or they are made."""
    for _ in range(MOVES):
        page.wait_for_function(READY)
        if page.is_visible("#ranking"):
            return
        page.click("#hint")
        page.click("[data-key=hint_take]")
        step = page.inner_text("#log")
        page.click("[data-key=play]")
        page.wait_for_function("text => document.getElementById('log').innerText !== text", arg=step)
    page.wait_for_function(READY)


def main() -> None:
    """Take a picture of each game."""
    games = sys.argv[1:] or list(shipped_rulesets())
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    FOLDER.mkdir(exist_ok=True)
    with served(games) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for game in games:
            page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE, locale="en", reduced_motion="reduce")  # type: ignore[arg-type]
            page.set_default_timeout(WAIT)
            sit(page, address, game)
            play(page)
            page.wait_for_load_state("networkidle")
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=FOLDER / f"{game}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
