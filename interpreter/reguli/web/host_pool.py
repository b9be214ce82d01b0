"""Host processes: each runs the tables of one ruleset, answers in turn, and is killed when it takes too long."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Protocol

from reguli.engine.notation import Plain
from reguli.web.messages import Document, TableError

LONGEST_ANSWER: Final = 64 << 20
"""Bytes of one line that a host may answer."""
PATIENCE: Final = 30.0
"""Seconds that an answer may take; a page of a rulebook may take as long again and again."""


def bounds_memory() -> bool:
    """Return whether the system bounds the memory of a process (not on Windows)."""
    try:
        import resource  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


class HostLostError(Exception):
    """A host process that ended, or was killed because it did not answer in time."""


class Host(Protocol):
    """What answers requests about tables: a process, or a host that is called."""

    tables: set[str]

    async def ask(self, request: Document, patience: float = PATIENCE) -> Plain:
        """Return the result of a request. Raises ``TableError`` for one that is refused, and ``HostLostError``."""


class Hosts(Protocol):
    """Where the host of a table is found."""

    def host_of(self, ruleset: str, table: str = "") -> Host:
        """Return the host that has a table, or from now on is to have it."""


def result_of(answer: Document) -> Plain:
    """Return the result that an answer holds. Raises ``TableError``."""
    if answer.get("ok") is True:
        return answer["result"]
    error = answer["error"]
    assert isinstance(error, dict)
    reasons = error["reasons"]
    assert isinstance(reasons, list)
    raise TableError(str(error["code"]), str(error["text"]), [one for one in reasons if isinstance(one, dict)])


@dataclass(slots=True, eq=False)
class HostProcess:
    """One process, and the tables that are open in it."""

    ruleset: str
    tables: set[str] = field(default_factory=set)
    _process: asyncio.subprocess.Process | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, request: Document, patience: float = PATIENCE) -> Plain:
        """Return the result of a request. Raises ``TableError`` for one that is refused, and ``HostLostError``."""
        async with self._turn:
            try:
                answer = await asyncio.wait_for(self._exchange(request), patience)
            except (TimeoutError, OSError, ValueError) as trouble:
                await self.stop()
                raise HostLostError(self.ruleset) from trouble
        return result_of(answer)

    async def _exchange(self, request: Document) -> Document:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError(self.ruleset)
        answer: Document = json.loads(line)
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self.tables.clear()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "reguli.web.host_process",
                self.ruleset,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
            )
        return self._process

    async def stop(self) -> None:
        """Kill the process; its tables are opened again from their records when somebody asks for them."""
        process, self._process = self._process, None
        self.tables.clear()
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


class HostPool:
    """The host processes of a server: for each ruleset up to as many as the machine has cores."""

    def __init__(self, most: int | None = None) -> None:
        """Store how many processes one ruleset may have."""
        self._most = most or os.cpu_count() or 1
        self._hosts: dict[str, list[HostProcess]] = {}
        self._places: dict[tuple[str, str], HostProcess] = {}

    def host_of(self, ruleset: str, table: str = "") -> HostProcess:
        """Return the process that has a table, or from now on is to have it: the one with the fewest; without a table any."""
        if (ruleset, table) in self._places:
            return self._places[ruleset, table]
        hosts, placed = self._hosts.setdefault(ruleset, []), Counter(self._places.values())
        if not hosts or (len(hosts) < self._most and all(placed[host] for host in hosts)):
            hosts.append(HostProcess(ruleset))
        found = min(hosts, key=lambda host: placed[host])
        if table:
            self._places[ruleset, table] = found
        return found

    async def stop(self) -> None:
        """Kill all processes."""
        await asyncio.gather(*(host.stop() for hosts in self._hosts.values() for host in hosts))
