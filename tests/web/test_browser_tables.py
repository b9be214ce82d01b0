"""Tables of a browser: people at one device, secrets, bots, and rows that are kept."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from reguli.web.browser_tables import BrowserTables

GAMES = {name: name for name in ("tic_tac_toe", "power_grid")}


@dataclass
class _Page:
    """A page, what it was sent, and what is kept for it."""

    rows: dict[str, str] = field(default_factory=dict)
    said: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tables = BrowserTables(
            dict(GAMES), lambda text: self.said.append(json.loads(text)), self.rows.__setitem__, 0
        )

    async def ask(self, op: str, **keys: object) -> Any:
        """Return the answer; what was pushed besides stands in ``said``."""
        self.said.clear()
        await self.tables.receive(json.dumps({"id": 1, "op": op, **keys}))
        (answer,) = [one for one in self.said if "id" in one]
        return answer["result"] if answer["ok"] else answer["error"]["code"]

    async def begin(self, game: str, *bots: str | None) -> Any:
        """Begin a game and return its TABLE."""
        seats = [{"name": name, "bot": bot} for name, bot in zip("ABCD", bots, strict=False)]
        table = await self.ask("create", game=game, players=len(seats), options={}, seats=seats, lang="en")
        return await self.ask("open", version=1, link=table["table"], lang="en")

    def pushed(self, push: str) -> list[dict[str, Any]]:
        """Return what was pushed."""
        return [one for one in self.said if one.get("push") == push]

    async def move(self, state: dict[str, Any]) -> dict[str, Any]:
        """Play the first move and return the state that follows."""
        action = state["actions"][0]
        arguments = {one["name"]: one["value"] for one in action["arguments"]}
        if action["varies"]:
            varies = action["varies"]
            arguments[varies["name"]] = varies["low"] if "low" in varies else varies["of"][: varies["least"]]
        assert await self.ask("apply", at=state["at"], option=action["option"], arguments=arguments) == {
            "at": state["at"] + 1
        }
        return dict(self.pushed("state")[-1]["state"])


def test_the_page_sits_where_the_person_is_who_has_to_decide() -> None:
    async def play() -> None:
        page = _Page()
        table = await page.begin("tic_tac_toe", None, None)
        assert table["me"] == {"seat": 0, "host": False}
        state = await page.move(table["state"])
        assert page.pushed("state")[0]["me"] == {"seat": 1, "host": False}
        assert page.pushed("pass") == []
        assert state["decision"]["mine"]
        assert len(state["actions"]) == 8
        # All have agreed that sit at the device; the first player moves again.
        assert await page.ask("undo", at=1) == {"to": 0}
        assert page.pushed("state")[0]["me"]["seat"] == 0

    asyncio.run(play())


def test_where_players_have_secrets_the_device_is_passed_on_first() -> None:
    async def play() -> None:
        page = _Page()
        table = await page.begin("power_grid", None, None, None)
        first = page.pushed("pass")[0]["seat"]
        assert table["me"]["seat"] is None
        assert table["state"]["actions"] is None
        assert [table["state"]["position"][f"player/money/seat_{at}"] for at in (1, 2, 3)] == [{"hidden": True}] * 3
        assert await page.ask("sit") is None
        state = page.pushed("state")[0]["state"]
        assert state["decision"]["mine"]
        assert state["position"][f"player/money/seat_{first + 1}"] == 50
        state = await page.move(state)
        assert state["actions"] is None
        assert page.pushed("pass")[0]["seat"] != first
        assert state["position"][f"player/money/seat_{first + 1}"] == {"hidden": True}

    asyncio.run(play())


def test_one_person_among_bots_keeps_the_seat() -> None:
    async def play() -> None:
        page = _Page()
        table = await page.begin("power_grid", None, "random", "random")
        assert table["me"]["seat"] == 0
        for _ in range(200):
            if any(one.get("push") == "state" and one["state"]["decision"]["mine"] for one in page.said):
                break
            await asyncio.sleep(0.01)
        assert page.pushed("pass") == []
        assert [one for one in page.pushed("state") if "me" in one] == []

    asyncio.run(play())


def test_rows_that_were_kept_continue_a_game_with_its_notes() -> None:
    async def play() -> None:
        page = _Page()
        table = await page.begin("tic_tac_toe", None, None)
        state = await page.move(table["state"])
        state = await page.move(state)
        assert await page.ask("undo", at=2) == {"to": 1}
        assert await page.ask("note", at=1, kind="good", text="Yes.", statement=None) is None
        link = min(page.rows)
        assert sorted(page.rows) == [link, f"{link}/n000001", *(f"{link}/r00000{n}" for n in (1, 2, 3))]
        later = _Page(rows=dict(page.rows))
        later.tables.restore(json.dumps(sorted(page.rows.items())))
        again = await later.ask("open", version=1, link=link, lang="hu")
        assert again["state"]["at"] == 1
        assert again["me"]["seat"] == 1
        assert await later.ask("open", version=1, link="wrong", lang="hu") == "link"

    asyncio.run(play())


def test_an_order_that_is_none_is_refused() -> None:
    async def play() -> None:
        page, seats = _Page(), [{"name": "", "bot": None}] * 2
        order = {"players": 2, "options": {}, "lang": "en", "seats": seats}
        assert await page.ask("create", **{**order, "game": "tic_tac_to"}) == "input"
        assert await page.ask("create", **{**order, "game": "tic_tac_toe", "players": 3}) == "input"
        twice = [{"name": "A", "bot": None}] * 2
        assert await page.ask("create", **{**order, "game": "tic_tac_toe", "seats": twice}) == "names"

    asyncio.run(play())


@pytest.mark.parametrize("name", ["../game.yaml", "/game.yaml", "a\\b", ""])
def test_files_of_a_ruleset_lie_inside_its_folder(name: str) -> None:
    assert asyncio.run(_Page().ask("load", game="mine", files={name: ""}, lang="en")) == "input"


def test_a_ruleset_that_is_handed_over_is_played_or_its_findings_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr("reguli.web.browser_tables.LOADED", tmp_path)

    async def play() -> None:
        page = _Page()
        variant = "variant: mine\nof: tic_tac_toe\nname: Mine\n"
        about = await page.ask(
            "load", game="mine", files={"variant.yaml": "of: nothing\n", "old.yaml": "a: b"}, lang="en"
        )
        assert "variant.yaml:" in about["findings"][0]
        about = await page.ask("load", game="mine", files={"variant.yaml": variant}, lang="en")
        assert about["findings"] == []
        begun = await page.ask(
            "create", game="mine", players=2, options={}, lang="en", seats=[{"name": "", "bot": None}] * 2
        )
        assert set(begun) == {"table"}

    asyncio.run(play())
