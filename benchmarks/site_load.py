"""How long a visitor of a site without a server waits for the first move, in a real browser, and what is fetched for it.

    python benchmarks/site_load.py --pyodide package [power_grid] [--rounds 3] [--site DIR]

A site is written and served from this machine. A visit opens the page, orders a game as fast as the page allows, and plays the first move of
the list; a later visit is one in the same browser. The seconds are those of a clock, and of all processes of the browser together: on a machine
that does something else besides, only the latter mean something. What is fetched is counted as gzip makes it.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import BrowserContext, Page, sync_playwright

from reguli.web.site_builder import order_site, site_files, write_site

BARS = {"tic_tac_toe": 5.0, "power_grid": 8.0}
"""Seconds within which the first move is to be played, on two cores."""
MOST = 15e6
"""Bytes that the first visit may fetch."""
PLAYERS = {"power_grid": "3"}
TICKS = 100
WAIT = 300_000


class Counting(SimpleHTTPRequestHandler):
    """A handler that remembers what was fetched."""

    fetched: list[str]

    def log_message(self, *_: object) -> None:
        """Write nothing."""

    def do_GET(self) -> None:
        """Send a file."""
        self.fetched.append(self.path.partition("?")[0].lstrip("/") or "index.html")
        super().do_GET()


def processor_seconds(profile: str) -> float:
    """Return what the processes of the browser with a profile have used."""
    parents, used, found = dict[str, str](), dict[str, int](), set[str]()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            columns = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[folder.name], used[folder.name] = columns[1], sum(map(int, columns[11:15]))
            if profile in (folder / "cmdline").read_text():
                found.add(folder.name)
        except OSError:
            continue
    while more := {one for one, parent in parents.items() if parent in found and one not in found}:
        found |= more
    return sum(used.get(one, 0) for one in found) / TICKS


def play_first_move(page: Page, address: str, game: str) -> float:
    """Order a game and play a move; return the seconds from the opening of the page on."""
    began = perf_counter()
    page.goto(address)
    page.wait_for_selector("[data-key=game]")
    page.select_option("[data-key=game]", game)
    page.wait_for_selector("[data-key=players]")
    if game in PLAYERS:
        page.select_option("[data-key=players]", PLAYERS[game])
    page.click("button.main")
    page.wait_for_selector("#table:not([hidden]) #all h2, #pass[open]")
    if page.is_visible("#pass"):
        page.click("#pass button")
        page.wait_for_selector("#all h2")
    before = page.inner_text("#log")
    if not page.is_visible("[data-key=play]"):
        moves = page.locator("#choice button.move, #all button.move").locator("visible=true")
        if not moves.count():
            page.locator("#all details > summary").first.click()
        moves.first.click()
    page.click("[data-key=play]")
    page.wait_for_function("text => document.getElementById('log').innerText !== text", arg=before)
    return perf_counter() - began


def visit(context: BrowserContext, address: str, game: str, profile: str) -> tuple[float, float]:
    """Return the seconds of a visit, and what the processor did for it."""
    page, used = context.new_page(), processor_seconds(profile)
    waited = play_first_move(page, address, game)
    used = processor_seconds(profile) - used
    page.wait_for_timeout(3000)  # what is kept for later visits is kept
    page.close()
    return waited, used


def measure(game: str, site: Path, rounds: int) -> None:
    """Print both visits of a game."""
    first, later = list[tuple[float, float]](), list[tuple[float, float]]()
    fetched: list[str] = []
    with sync_playwright() as playwright:
        for _ in range(rounds):
            handler = type("Handler", (Counting,), {"fetched": []})
            server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site)))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_address[1]}/"
            with tempfile.TemporaryDirectory() as profile:
                path = shutil.which("chromium") or shutil.which("google-chrome")
                context = playwright.chromium.launch_persistent_context(
                    profile, executable_path=path, args=["--no-sandbox"], locale="en"
                )
                context.set_default_timeout(WAIT)
                first.append(visit(context, address, game, profile))
                fetched = [*handler.fetched]
                later.append(visit(context, address, game, profile))
                context.close()
            server.shutdown()
    files = {name for name in fetched if (site / name).is_file()}
    size = sum(len(gzip.compress((site / name).read_bytes())) for name in files)
    for name, times in (("first visit", first), ("later visit", later)):
        clock, used = (median(column) for column in zip(*times, strict=True))
        print(f"{game}, {name}: {clock:.1f} s (bar: {BARS.get(game, 0):.0f} s), processor {used:.1f} s")
    print(f"{game}, fetched on the first visit: {len(files)} files, {size / 1e6:.1f} MB (bar: {MOST / 1e6:.0f} MB)")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*BARS])
    parser.add_argument("--pyodide", required=True)
    parser.add_argument("--site", help="a site that has these games already")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(given.site or f"{folder}/site")
        if not given.site:
            order = order_site(given.games, str(site), given.pyodide)
            write_site(site_files(order), order.into)
        for game in given.games:
            measure(game, site, given.rounds)


if __name__ == "__main__":
    main()
