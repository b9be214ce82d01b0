"""How long players wait at many tables of `reguli serve` at once, and whether a server that is killed loses a move.

    python benchmarks/table_load.py [--game power_grid] [--tables 50] [--clients 4] [--think 2] [--seconds 60] [--kill] [--json]

The server runs as a process of its own on this machine, with its record in a temporary folder. Its tables are prepared: the first game has just begun,
the last one is nearly over. A client is one page on a WebSocket: it thinks, chooses one of the legal moves that it was sent, and notes two times: from
sending the move until it is acknowledged, and until each other seat has been sent the new state. All clients share one process; its CPU time is a row of
its own, because it uses the same cores. Memory and CPU time of the server and its hosts come from /proc, so this runs on Linux alone.

With ``--kill`` the server is killed in the middle and started again on the same folder. Each move that was acknowledged must be in the record, and each step
of a log that a client was sent must be in the log that it is sent afterwards. The exit code is then 1 where one is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from measuring import Row, show_all
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from reguli.app.game_sessions import begin_game
from reguli.app.loading import open_playable
from reguli.engine.notation import move_json
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import choose_random_option_move
from reguli.web.game_table import Seat
from reguli.web.table_store import MOVE, TableOrder, TableStore
from reguli.web.web_server import listen

LANGUAGES = ("en", "ro", "hu")
SETTLED = 5.0
"""Seconds between the opening of the last table and the first move that is measured."""
LARGEST = 1 << 24
"""Bytes of a message that a client accepts."""
REQUIRED = 200.0
"""Milliseconds within which 95 % of moves are answered."""
AT = re.compile(r'"at":(\d+)')
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Table:
    """A table as its clients know it."""

    name: str
    links: dict[str, Any]
    sent: dict[int, float] = field(default_factory=dict)
    """When a move was sent, by the number of moves after it."""
    acknowledged: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Moves that were acknowledged, by the number of moves before them."""
    log: dict[int, Any] = field(default_factory=dict)
    """Steps of the log that the first seat was sent."""
    lost: list[str] = field(default_factory=list)

    def compare(self, state: dict[str, Any]) -> None:
        """Add a state to the log; what was sent before must be as it was."""
        steps = dict(enumerate(state["log"], state["log_from"]))
        changed = [number for number, step in steps.items() if self.log.setdefault(number, step) != step]
        missing = max(self.log) - max(steps, default=state["log_from"] - 1)
        if changed or missing:
            self.lost.append(f"table {self.name}: steps {changed} of the log have changed, {missing} are missing")


@dataclass
class Load:
    """What all clients share: the tables, what they measured, and until when they play."""

    address: str
    think: float
    keeps_log: bool
    ends: float = 0.0
    begins: float = math.inf
    """Moves that are sent from then on are measured."""
    answered: list[float] = field(default_factory=list)
    pushed: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    opened: set[tuple[str, int]] = field(default_factory=set)
    """Tables with the seats that are open."""


# -- the tables that are served ------------------------------------------------------------------------------------


def prepared(data: Path, game: str, tables: int, clients: int) -> list[Table]:
    """Record tables whose games are spread evenly over a whole game, up to nine tenths of it."""
    store, found, loaded = TableStore(data), list[Table](), open_playable(game, {})
    for number in range(tables):
        name, moves = f"{number:016x}", random_game(loaded, clients, number)
        store.create(name, TableOrder(game, "", {}, clients, number), [Seat(f"{one}") for one in range(clients)])
        for record in moves[: len(moves) * number * 9 // (tables * 10)]:
            store.append(name, MOVE, record)
        found.append(Table(name, store.links(name)))
    store.close()
    return found


def random_game(loaded: LoadedRuleset, players: int, seed: int) -> list[dict[str, Any]]:
    """Return the moves of a game of random players."""
    playthrough = begin_game(loaded, players, seed).playthrough
    stream, moves = random.Random(seed), list[dict[str, Any]]()
    while not playthrough.over:
        decision, move = playthrough.decision, choose_random_option_move(list(playthrough.families()), stream)
        assert decision is not None
        moves.append({"seat": playthrough.actor, **move_json(playthrough.program, decision, move, ids=True)})
        playthrough.apply(move)
    return moves


# -- a client ------------------------------------------------------------------------------------------------------


async def play(load: Load, table: Table, seat: int) -> None:
    """Sit at a table until the end, and come back when the connection is lost."""
    stream = random.Random(f"{table.name}/{seat}")
    while time.monotonic() < load.ends:
        try:
            async with connect(load.address, max_size=LARGEST, max_queue=None, proxy=None) as page:
                await sit(load, table, seat, page, stream)
        except (OSError, ConnectionClosed, InvalidHandshake):
            await asyncio.sleep(0.2 + stream.random())


async def sit(load: Load, table: Table, seat: int, page: ClientConnection, stream: random.Random) -> None:
    """Open the seat and move whenever it has to decide."""
    lang = LANGUAGES[seat % len(LANGUAGES)]
    await page.send(json.dumps({"id": 0, "op": "open", "version": 1, "link": table.links["seats"][seat], "lang": lang}))
    moving: asyncio.Task[None] | None = None
    asked: dict[int, dict[str, Any]] = {}

    async def move(state: dict[str, Any]) -> None:
        await asyncio.sleep(load.think)
        at, found = state["at"], chosen(state["actions"], stream)
        if time.monotonic() < load.ends:
            asked[at] = found
            table.sent[at + 1] = time.perf_counter()
            with contextlib.suppress(ConnectionClosed):
                await page.send(json.dumps({"id": at + 1, "op": "apply", "at": at, **found}))

    while time.monotonic() < load.ends:
        try:
            text = await asyncio.wait_for(page.recv(decode=True), max(0.01, load.ends - time.monotonic()))
        except TimeoutError:
            break
        now = time.perf_counter()
        load.bytes += len(text)
        if text.startswith('{"id":') and not text.startswith('{"id":0,"ok":true'):
            answer = json.loads(text)
            if answer["ok"]:
                if table.sent[answer["id"]] >= load.begins:
                    load.answered.append((now - table.sent[answer["id"]]) * 1000)
                table.acknowledged[answer["id"] - 1] = {"seat": seat, **asked[answer["id"] - 1]}
                continue
            load.refused[answer["error"]["code"]] += 1
            break
        load.opened.add((table.name, seat))
        at = AT.search(text, text.index('"state":{'))
        assert at is not None
        since = table.sent.get(int(at[1]))
        if since and since >= load.begins and text.startswith('{"push":') and int(at[1]) - 1 not in asked:
            load.pushed.append((now - since) * 1000)
        if '"mine":true' in text or (load.keeps_log and seat == 0):
            message = json.loads(text)
            state = message["state"] if "push" in message else message["result"]["state"]
            if load.keeps_log and seat == 0:
                table.compare(state)
            if state["actions"] and (moving is None or moving.done()) and state["at"] not in asked:
                moving = asyncio.create_task(move(state))
    if moving is not None:
        moving.cancel()


def chosen(actions: Sequence[dict[str, Any]], stream: random.Random) -> dict[str, Any]:
    """Return a legal move: an option by lot, one of its actions by lot, and a number or a set within its bounds."""
    option = stream.choice(sorted({action["option"] for action in actions}))
    action = stream.choice([one for one in actions if one["option"] == option])
    arguments, varies = {one["name"]: one["value"] for one in action["arguments"]}, action["varies"]
    if varies is not None:
        if "low" in varies:
            arguments[varies["name"]] = stream.randint(varies["low"], varies["high"])
        else:
            size = stream.randint(varies["least"], varies["most"])
            arguments[varies["name"]] = [one for one in varies["of"] if one in stream.sample(varies["of"], size)]
    return {"option": option, "arguments": arguments}


# -- the server ----------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def served(game: str, data: Path, port: int) -> Any:
    """Run a server until the block ends, and wait until it listens."""
    command = (sys.executable, "-m", "reguli", "serve", game, "--port", str(port), "--data", str(data))
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert server.stderr is not None
    await server.stderr.readline()
    try:
        yield server
    finally:
        if server.returncode is None:
            server.kill()
        said = (await server.communicate())[1].decode()
        if said:
            sys.stderr.write(said)


def processes(server: int) -> Iterator[tuple[int, float, float]]:
    """Yield the number, the MB and the CPU seconds of a process and of those that it started."""
    for path in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if path.name.isdecimal():
                fields = (path / "stat").read_text("utf-8").rpartition(")")[2].split()
                if server in (int(path.name), int(fields[1])):
                    pages = int((path / "statm").read_text("utf-8").split()[1])
                    used = (int(fields[11]) + int(fields[12])) / TICKS
                    yield int(path.name), pages * os.sysconf("SC_PAGE_SIZE") / 1e6, used


# -- the run -------------------------------------------------------------------------------------------------------


async def run(given: argparse.Namespace, data: Path) -> tuple[dict[str, list[Row]], list[str]]:
    """Return the tables of figures, and what was lost."""
    tables = prepared(data, given.game, given.tables, given.clients)
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    load = Load(f"ws://127.0.0.1:{port}/ws", given.think, given.kill)
    async with served(given.game, data, port) as server:
        began = time.monotonic()
        load.ends = began + 600
        clients = [asyncio.create_task(play(load, table, seat)) for table in tables for seat in range(given.clients)]
        while len(load.opened) < len(clients) and time.monotonic() < load.ends:  # noqa: ASYNC110 - ends with the time, too
            await asyncio.sleep(0.1)
        opening = time.monotonic() - began
        await asyncio.sleep(SETTLED)
        load.begins = time.perf_counter()
        load.ends = time.monotonic() + given.seconds / (2 if given.kill else 1)
        before, mine = {one: used for one, _, used in processes(server.pid)}, time.process_time()
        if given.kill:
            await asyncio.sleep(load.ends - time.monotonic() - 0.5)
            server.send_signal(signal.SIGKILL)
            await server.wait()
            load.ends = time.monotonic() + given.seconds / 2
        else:
            await asyncio.gather(*clients)
            after = list(processes(server.pid))
    if given.kill:
        async with served(given.game, data, port) as server:
            await asyncio.gather(*clients)
            after, before = list(processes(server.pid)), {}
    mine = time.process_time() - mine
    took = given.seconds
    figures = {
        "Moves": [
            timed("until it is acknowledged, ms", load.answered),
            timed("until it is shown at another seat, ms", load.pushed),
        ],
        "Load": [
            Row("moves", {"": len(load.answered)}),
            *(Row(f"refused: {code}", {"": number}) for code, number in sorted(load.refused.items())),
            Row("moves a second", {"": len(load.answered) / took}),
            Row("seconds to open all tables", {"": opening}),
            Row("MB sent to the clients", {"": load.bytes / 1e6}),
        ],
        "Processes": [
            process_row("server", [one for one in after if one[0] == server.pid], before, took),
            process_row("hosts", [one for one in after if one[0] != server.pid], before, took),
            Row("clients", {"processes": 1, "MB": None, "cores used": mine / took}),
        ],
    }
    return figures, [line for table in tables for line in missing(table, data)]


def timed(name: str, times: Sequence[float]) -> Row:
    """Return the row of some times."""
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else [0.0] * 99
    return Row(
        name, {"median": median(times or [0]), "95 %": cuts[94], "99 %": cuts[98], "worst": max(times, default=0)}
    )


def process_row(name: str, found: Sequence[tuple[int, float, float]], before: dict[int, float], took: float) -> Row:
    """Return the row of some processes: how many, their memory, and how many cores they kept busy."""
    used = sum(seconds - before.get(one, 0.0) for one, _, seconds in found)
    return Row(name, {"processes": len(found), "MB": sum(size for _, size, _ in found), "cores used": used / took})


def missing(table: Table, data: Path) -> Iterator[str]:
    """Yield what a client was told of a table and the record does not have."""
    store = TableStore(data)
    moves = store.moves(table.name)
    store.close()
    yield from table.lost
    for at, move in table.acknowledged.items():
        # A record has the name of its decision besides.
        if at >= len(moves) or moves[at] | move != moves[at]:
            yield f"table {table.name}, move {at}: {move} was acknowledged, the record has {moves[at : at + 1]}"


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description="Many tables of one server.")
    parser.add_argument("--game", default="power_grid", help="the ruleset (default: power_grid)")
    parser.add_argument("--tables", type=int, default=50, help="tables (default: 50)")
    parser.add_argument("--clients", type=int, default=4, help="players of each table (default: 4)")
    parser.add_argument("--think", type=float, default=2.0, help="seconds before a move (default: 2)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long it is measured (default: 60)")
    parser.add_argument("--kill", action="store_true", help="kill the server in the middle, and look for lost moves")
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures, lost = asyncio.run(run(given, Path(folder) / "data"))
    show_all(figures, as_json=given.json, how=f"{given.tables} tables of {given.clients}, {given.think:g} s for a move")
    sys.stderr.writelines(f"{line}\n" for line in lost)
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
