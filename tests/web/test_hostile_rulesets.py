"""Rulesets of strangers, served: each is answered in bounded time, and a table of another ruleset goes on meanwhile."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_server import Page, Server, serving
from playwright.sync_api import sync_playwright
from table_setup import first_move

from reguli.shipped_files import shipped_folder

SCRIPT = "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\">'\""
PLACE = "place(cell in cells where cell.marks is empty because cell_taken) cites T3, T4:"
ENDLESS = (
    "rules/play.rules",
    "phase play cites T4, T7:\n",
    "phase play cites T4, T7:\n    while no player in players where player.won:\n        set to_move.won to false\n",
)
NESTED = (
    "".join(f"every a_{number} in cells has " for number in range(12)) + "a_0.marks is empty and a_11.marks is empty"
)
GROWING = (
    "rules/play.rules",
    "phase play cites T4, T7:\n",
    f"phase play cites T4, T7:\n    if {NESTED}:\n        end game\n",
)
RULESETS: dict[str, tuple[str, str, str]] = {
    "endless": ENDLESS,
    "growing": GROWING,
    "huge_board": ("components/board.yaml", "width: 3", "width: 100000000"),
    "wide_board": ("components/board.yaml", "width: 3, height: 3", "width: 60, height: 60"),
    "large_file": ("constants.yaml", "line_length", "# " + "x" * 50_000_000 + "\nline_length"),
    "many_pieces": ("components/board.yaml", "supply: 9", "supply: 1000000000"),
    "deep": ("constants.yaml", "line_length", "deep: " + "[" * 5000 + "]" * 5000 + "\nline_length"),
    "bidirectional": ("game.yaml", "name: Tic-Tac-Toe", "name: 'Tic \u202eeot'"),
    "surrogates": ("game.yaml", "name: Tic-Tac-Toe", 'name: "\\ud800"'),
    "script": ("game.yaml", "name: Tic-Tac-Toe", "name: '" + SCRIPT.replace("'", "''") + "'"),
}


def _written(folder: Path, name: str) -> str:
    file, old, new = RULESETS[name]
    made = folder / name
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", made)
    text = (made / file).read_text("utf-8")
    assert old in text, name
    (made / file).write_text(text.replace(old, new, 1), "utf-8")
    return str(made)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server of all these rulesets and one that is honest."""
    folder = tmp_path_factory.mktemp("rulesets")
    linked = folder / "linked"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", linked)
    (linked / "rules" / "play.rules").unlink()
    (linked / "rules" / "play.rules").symlink_to("/etc/passwd")
    games = [_written(folder, name) for name in RULESETS]
    with serving(folder, *games, str(linked), "hex") as found:
        yield found


@pytest.fixture(scope="module")
def honest(server: Server) -> list[Page]:
    """Return the pages of a table of another ruleset."""
    links = server.order("hex")[1]
    pages = [server.page() for _ in links["seats"]]
    for page, link in zip(pages, links["seats"], strict=True):
        assert page.open(link)["ok"]
    return pages


@pytest.mark.skipif(os.name != "posix", reason="makes symbolic links and bounds memory as POSIX does")
@pytest.mark.parametrize("name", [*RULESETS, "linked"])
def test_a_ruleset_is_answered_and_no_other_table_is_touched(server: Server, honest: list[Page], name: str) -> None:
    described, found = server.ask(f"/api/game?game={name}")
    status, answer = server.order(name)
    if status == 201:
        page = server.page()
        assert page.open(answer["host"])["ok"]
        for link in answer["seats"]:
            player = server.page()
            assert player.open(link)["ok"]
            if player.state["actions"]:
                assert len(player.state["actions"]) <= 1000
                moved = player.ask("apply", at=player.state["at"], **first_move(player.state))
                assert moved["ok"] or moved["error"]["text"]
    else:
        assert status == 400
        assert answer["error"]["code"] in ("rules", "lost")
        assert len(answer["error"]["text"].split()) > 2
        assert "root:" not in str(answer)
    assert "root:" not in str(found)
    assert described in (200, 502)
    for page in honest:
        page.ask("look", at=0)
    mover = next(page for page in honest if page.state["actions"])
    assert mover.ask("apply", at=mover.state["at"], **first_move(mover.state))["ok"]


def test_nothing_of_a_name_runs_in_a_page(server: Server) -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("there is no Chromium on this machine")
    status, links = server.order("script", bots="random")
    assert status == 201
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for path, shown in (("/", "#game, [data-key=game]"), (f"/table#{links['host']}", "#table:not([hidden])")):
            page, said = browser.new_page(), list[Any]()
            page.on("console", lambda message, said=said: said.append(message))
            page.goto(f"http://127.0.0.1:{server.port}{path}")
            page.wait_for_selector(shown, timeout=120_000)
            assert page.title() != "run"
            assert page.locator("img[src=x]").count() == 0
            assert [one.text for one in said if one.type == "error"] == []
        page.goto(f"http://127.0.0.1:{server.port}/card?game=script&lang=en")
        assert page.title() != "run"
        assert page.locator("img[src=x]").count() == 0
        browser.close()
