"""Hosts are processes: one that hangs or dies is killed and replaced, and no other is touched."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from reguli.web.host_pool import HostLostError, HostPool, HostProcess, bounds_memory
from reguli.web.messages import Document, TableError

ORDER: Document = {"options": {}, "players": 2, "seed": 1}
OPEN: Document = {"op": "open", "table": "t", "order": ORDER, "seats": [{"name": "", "bot": None}] * 2, "moves": []}
STATES: Document = {"op": "states", "table": "t", "views": [[None, "en", 0]]}


def _run(play: Callable[[HostPool], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = HostPool(2)
        try:
            await play(pool)
        finally:
            await pool.stop()

    asyncio.run(run())


def test_a_host_that_was_killed_is_replaced_and_others_go_on() -> None:
    async def play(pool: HostPool) -> None:
        one, other = pool.host_of("tic_tac_toe", "t"), pool.host_of("hex", "t")
        for host in (one, other):
            await host.ask(OPEN)
            host.tables.add("t")
        os.kill(_process_id(one), signal.SIGKILL)
        with pytest.raises(HostLostError):
            await one.ask(STATES)
        assert one.tables == set()
        assert await other.ask(STATES)
        await one.ask(OPEN)
        assert await one.ask(STATES)

    _run(play)


def _process_id(host: HostProcess) -> int:
    process = host._process
    assert process is not None
    return process.pid


def test_a_host_that_does_not_answer_in_time_is_killed() -> None:
    async def play(pool: HostPool) -> None:
        host = pool.host_of("tic_tac_toe", "t")
        await host.ask(OPEN)
        number = _process_id(host)
        os.kill(number, signal.SIGSTOP)
        with pytest.raises(HostLostError):
            await host.ask(STATES, patience=0.2)
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)

    _run(play)


def test_a_system_that_cannot_bound_memory_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bounds_memory() is (os.name == "posix")
    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows
    assert not bounds_memory()
    program = "import sys; sys.modules['resource'] = None; from reguli.web.host_process import main; main()"
    command = [sys.executable, "-c", program, "tic_tac_toe"]
    played = subprocess.run(command, input='{"op": "name"}\n', capture_output=True, text=True, check=True)
    assert json.loads(played.stdout)["ok"]


def test_tables_that_are_opened_at_once_are_spread() -> None:
    pool = HostPool(2)
    hosts = [pool.host_of("hex", name) for name in ("a", "b", "c", "d", "a")]
    assert [hosts.index(host) for host in hosts] == [0, 1, 0, 1, 0]


def test_a_folder_that_is_no_ruleset_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("ruleset: [broken\n", "utf-8")

    async def play(pool: HostPool) -> None:
        host = pool.host_of(str(tmp_path), "t")
        found = await host.ask({"op": "game", "lang": "en"})
        assert isinstance(found, dict)
        assert found["findings"]
        with pytest.raises(TableError) as refused:
            await host.ask(OPEN)
        assert refused.value.code == "rules"

    _run(play)


def test_a_bot_that_would_think_for_hours_is_refused() -> None:
    async def play(pool: HostPool) -> None:
        host = pool.host_of("tic_tac_toe", "t")
        with pytest.raises(TableError) as refused:
            await host.ask({**OPEN, "seats": [{"name": "", "bot": "search:9999999"}] * 2})
        assert refused.value.code == "input"
        await host.ask({**OPEN, "seats": [{"name": "", "bot": "search"}, {"name": "", "bot": None}]})
        assert await host.ask(STATES)

    _run(play)


def test_tables_are_spread_over_processes_and_found_again() -> None:
    async def play(pool: HostPool) -> None:
        await asyncio.sleep(0)
        hosts = []
        for name in ("a", "b", "c", "d"):
            host = pool.host_of("hex", name)
            host.tables.add(name)
            hosts.append(host)
        assert [hosts.index(host) for host in hosts] == [0, 1, 0, 1]
        assert pool.host_of("hex", "c") is hosts[2]
        assert pool.host_of("tic_tac_toe", "c") not in hosts

    _run(play)
