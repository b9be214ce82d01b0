"""Pages at one table: what each is told, what is recorded, and what a lost host or connection leaves behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from table_setup import LocalHost, first_move

from reguli.web.game_table import Seat
from reguli.web.host_pool import HostPool
from reguli.web.messages import TableError
from reguli.web.table_sessions import BURST, Connection, TableSessions
from reguli.web.table_store import TableOrder, TableStore


class LocalPool(HostPool):
    """One host in this process for each ruleset."""

    def __init__(self) -> None:
        """Begin without hosts."""
        super().__init__(1)
        self.hosts: dict[str, LocalHost] = {}

    def host_of(self, ruleset: str, table: str) -> LocalHost:
        """Return the host of a ruleset."""
        return self.hosts.setdefault(ruleset, LocalHost(ruleset))


class Page:
    """A page at the table: it asks, and keeps what it was sent."""

    def __init__(self, service: TableSessions) -> None:
        """Connect."""
        self.service, self.sent = service, list[dict[str, Any]]()
        self.connection = Connection(self._send)
        self.state: dict[str, Any] = {}

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if message.get("push") == "state":
            self.state = message["state"]

    async def ask(self, op: str, **keys: object) -> Any:
        """Return the result of a request, or its error."""
        answer: dict[str, Any] = await self.service.serve(self.connection, {"id": 1, "op": op, **keys})
        if not answer["ok"]:
            return answer["error"]
        if op in ("open", "language"):
            self.state = answer["result"]["state"]
        return answer["result"]

    async def open(self, link: object, lang: str = "en") -> Any:
        """Open a link."""
        return await self.ask("open", version=1, link=link, lang=lang)

    async def move(self) -> Any:
        """Play the first legal move."""
        return await self.ask("apply", at=self.state["at"], **first_move(self.state))


Play = Callable[[TableSessions, LocalPool, TableStore], Awaitable[None]]


def _run(folder: Path, play: Play) -> None:
    async def run() -> None:
        store, pool = TableStore(folder), LocalPool()
        await play(TableSessions(store, pool, {"four": "connect_four"}, pace=0), pool, store)
        await asyncio.sleep(0)

    asyncio.run(run())


async def _seated(
    service: TableSessions, game: str = "connect_four", *bots: str | None
) -> tuple[dict[str, Any], list[Page]]:
    seats = [Seat(name, bot) for name, bot in zip(("Anna", "Béla", "Cili"), bots or (None, None), strict=False)]
    links: dict[str, Any] = await service.create(TableOrder(game, "", {}, len(seats), 3), seats, "en")
    pages = [Page(service) for _ in seats]
    for page, link in zip(pages, links["seats"], strict=True):
        await page.open(link)
    return links, pages


def test_two_pages_in_two_languages_play_a_game_to_its_end(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, (anna, bela) = await _seated(service, "tic_tac_toe")
        await bela.ask("language", lang="hu")
        for _ in range(9):
            if not anna.state["over"]:
                mover = next(page for page in (anna, bela) if page.state["decision"]["mine"])
                assert "code" not in await mover.move()
        assert anna.state["over"]
        assert anna.state["ranking"] == bela.state["ranking"] != []
        assert anna.state["log"][-1]["move"] != bela.state["log"][-1]["move"]
        watched = store.open(links["watch"])
        assert watched is not None
        assert len(store.moves(watched.table)) == anna.state["at"]

    _run(tmp_path, play)


def test_a_seat_that_is_opened_elsewhere_moves_there(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, (anna, _) = await _seated(service)
        phone = Page(service)
        await phone.open(links["seats"][0])
        assert anna.sent[-1] == {"push": "moved"}
        assert (await anna.move())["code"] == "link"
        assert phone.state["decision"] == anna.state["decision"]

    _run(tmp_path, play)


def test_a_page_that_comes_back_goes_on_and_presence_is_shown(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, (anna, bela) = await _seated(service)
        await service.close(anna.connection)
        assert [seat["present"] for seat in bela.state["seats"]] == [False, True]
        again = Page(service)
        await again.open(links["seats"][0])
        assert [seat["present"] for seat in bela.state["seats"]] == [True, True]

    _run(tmp_path, play)


def test_a_lost_host_loses_no_move(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        _, pages = await _seated(service)
        for _ in range(5):
            await next(page for page in pages if page.state["decision"]["mine"]).move()
        before = pages[0].state["position"]
        pool.hosts["connect_four"].lost = True
        mover = next(page for page in pages if page.state["decision"]["mine"])
        assert (await mover.move())["code"] == "lost"
        assert "code" not in await mover.ask("look", at=5)
        assert (await mover.ask("look", at=5))["position"] == before
        assert "code" not in await mover.move()
        assert pages[0].state["at"] == 6

    _run(tmp_path, play)


def test_a_server_that_begins_again_goes_on_where_it_was(tmp_path: Path) -> None:
    links: dict[str, Any] = {}

    async def first(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        found, pages = await _seated(service)
        links.update(found)
        for _ in range(3):
            await next(page for page in pages if page.state["decision"]["mine"]).move()

    async def second(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        page = Page(service)
        await page.open(links["watch"], "ro")
        assert page.state["at"] == 3
        assert len(page.state["log"]) == 4

    _run(tmp_path, first)
    _run(tmp_path, second)


def test_a_move_that_cannot_be_recorded_is_not_made(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        _, pages = await _seated(service)
        mover = next(page for page in pages if page.state["decision"]["mine"])
        append, store.append = store.append, _full  # type: ignore[method-assign]
        with pytest.raises(OSError, match="full"):
            await mover.move()
        store.append = append  # type: ignore[method-assign]
        await mover.ask("language", lang="en")
        assert mover.state["at"] == 0
        assert "code" not in await mover.move()

    _run(tmp_path, play)


def _full(*_: object) -> None:
    raise OSError("the disk is full")


def test_the_host_stops_the_bots_and_lets_them_go_on(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, (anna, _) = await _seated(service, "connect_four", None, "random")
        host = Page(service)
        await host.open(links["host"])
        assert (await anna.ask("pause", paused=True))["code"] == "turn"
        await host.ask("pause", paused=True)
        assert anna.state["paused"] is True
        await anna.move()
        await asyncio.sleep(0.05)
        assert anna.state["at"] == 1
        await host.ask("pause", paused=False)
        await asyncio.sleep(0.05)
        assert anna.state["at"] == 2
        assert anna.state["paused"] is False

    _run(tmp_path, play)


def test_bots_play_until_a_person_has_to_decide_and_may_take_over_a_seat(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, (anna, _) = await _seated(service, "connect_four", None, "random")
        host = Page(service)
        await host.open(links["host"])
        await _until(lambda: anna.state["decision"]["mine"])
        await anna.move()
        await _until(lambda: anna.state["decision"]["mine"])
        assert (await anna.ask("seat", seat=1, bot=None))["code"] == "turn"
        assert await host.ask("links") == links
        for unlisted in ("nobody", "search:9999999"):
            assert (await host.ask("seat", seat=0, bot=unlisted))["code"] == "input"
        assert (await host.ask("seat", seat=9, bot=None))["code"] == "input"
        assert await host.ask("seat", seat=0, bot="random") is None
        await _until(lambda: anna.state["over"])
        assert anna.state["seats"][0]["bot"] == "random"

    _run(tmp_path, play)


async def _until(happened: Callable[[], bool]) -> None:
    for _ in range(2000):
        if happened():
            return
        await asyncio.sleep(0)
    raise AssertionError


def test_taking_back_is_asked_of_the_other_page_and_recorded(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, pages = await _seated(service)
        mover = next(page for page in pages if page.state["decision"]["mine"])
        other = next(page for page in pages if page is not mover)
        await mover.move()
        assert await mover.ask("undo", at=1) == {"to": None}
        assert other.state["undo"]["waits"] == [pages.index(other)]
        assert (await Page(service).ask("answer", agree=True))["code"] == "link"
        assert await other.ask("answer", agree=True) == {"to": 0}
        assert mover.state["at"] == 0
        assert mover.state["undo"] is None
        assert len(mover.state["log"]) + mover.state["log_from"] == 1
        table = store.open(links["watch"])
        assert table is not None
        assert store.moves(table.table) == []

    _run(tmp_path, play)


def test_a_private_copy_changes_nothing_and_is_refused_where_something_is_hidden(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        _, pages = await _seated(service)
        mover = next(page for page in pages if page.state["decision"]["mine"])
        state = await mover.ask("branch", at=0)
        for _ in range(3):
            state = await mover.ask("apply", branch=True, at=state["at"], **first_move(state))
        assert state["branch"]
        assert state["at"] == 3
        assert (await mover.ask("undo", branch=True, at=3))["at"] == 2
        assert await mover.ask("leave") is None
        assert pages[0].state["at"] == 0
        assert (await mover.ask("apply", branch=True, at=0, **first_move(mover.state)))["code"] == "input"
        _, (secretive, *_) = await _seated(service, "power_grid", None, None)
        assert (await secretive.ask("branch", at=0))["code"] == "secrets"

    _run(tmp_path, play)


def test_players_and_watchers_leave_notes(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        links, (anna, _) = await _seated(service)
        watcher = Page(service)
        await watcher.open(links["watch"])
        assert await anna.ask("note", at=0, kind="unclear", text=" Why? ", statement="C4") is None
        assert await watcher.ask("note", at=2, kind="good", text="", statement=None) is None
        assert [(note.seat, note.sort, note.statement, note.said) for _, note in store.notes()] == [
            (0, "unclear", "C4", "Why?"),
            (None, "good", None, ""),
        ]
        for wrong in (
            {"kind": "rude"},
            {"at": -1},
            {"text": 3},
            {"text": "x" * 3000},
            {"statement": ["C4"]},
            {"statement": "C4]\n  then: ["},
        ):
            asked = {"at": 0, "kind": "slip", "text": "", "statement": None, **wrong}
            assert (await anna.ask("note", **asked))["code"] == "input"

    _run(tmp_path, play)


def test_a_flood_of_requests_is_refused_and_others_are_served(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        _, (anna, bela) = await _seated(service)
        answers = [await anna.ask("look", at=0) for _ in range(3 * BURST)]
        assert [answer.get("code") for answer in answers].count("busy") > BURST
        assert "code" not in await bela.ask("look", at=0)

    _run(tmp_path, play)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"op": 3},
        {"op": "drop"},
        {"op": "open"},
        {"op": "open", "version": 2, "link": "x"},
        {"op": "open", "version": 1, "link": ["x"], "lang": "en"},
        {"op": "apply", "at": "0", "option": None, "arguments": 3},
        {"op": "look", "at": True},
        {"op": "look", "at": 10**30},
        {"op": "why", "at": 0, "kind": {}, "element": []},
        {"op": "language", "lang": "xx"},
        {"op": "undo", "at": 99},
        {"op": "answer"},
        {"op": "hint", "at": -1},
    ],
)
def test_a_message_that_means_nothing_is_refused_and_does_no_harm(tmp_path: Path, message: dict[str, Any]) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        _, (anna, _) = await _seated(service)
        for page in (anna, Page(service)):
            answer = await service.serve(page.connection, {"id": 7, **message})
            assert answer["id"] == 7
            assert answer["ok"] is False or message["op"] == "why"
            if answer["ok"] is False:
                assert answer["error"]["code"] in ("input", "link", "version", "turn", "stale")  # type: ignore[index, call-overload]
                assert answer["error"]["text"]  # type: ignore[index, call-overload]
        assert "code" not in await anna.ask("look", at=0)

    _run(tmp_path, play)


def test_a_game_that_cannot_be_begun_leaves_no_table(tmp_path: Path) -> None:
    async def play(service: TableSessions, pool: LocalPool, store: TableStore) -> None:
        for order, seats in (
            (TableOrder("connect_four", "", {}, 5, 1), [Seat("")] * 5),
            (TableOrder("connect_four", "", {}, 2, 1), [Seat("", "nobody"), Seat("")]),
            (TableOrder("connect_four", "", {"no": True}, 2, 1), [Seat(""), Seat("")]),
        ):
            with pytest.raises(TableError) as refused:
                await service.create(order, seats, "hu")
            assert refused.value.code in ("rules", "input")
            if refused.value.code == "rules":
                assert "lehetséges" in refused.value.text or "várt" in refused.value.text.casefold()
        assert store.count() == 0

    _run(tmp_path, play)
