"""The workbench of a server that watches files: pages that ask about one ruleset, and are told when its files have changed.

When a file is saved, the tables of its ruleset are played again by the new rules, as far as their moves hold.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from reguli.app.loading import open_ruleset
from reguli.app.workbench.watched_files import modification_times, watched_folders
from reguli.engine.notation import Plain
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Trouble
from reguli.web.game_table import VERSION
from reguli.web.host_pool import HostLostError, HostPool
from reguli.web.messages import Document, TableError
from reguli.web.page_texts import asked_language
from reguli.web.table_sessions import Connection, TableSessions, page_document
from reguli.web.table_store import TableStore

WATCH_SECONDS: Final = 0.2
MOST_NOTES: Final = 100
LONG_PATIENCE: Final = 600.0
"""Seconds that examples and games of bots may take."""
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "findings": (),
    "number": ("name",),
    "change": ("name", "value"),
    "examples": (),
    "effects": ("games",),
}
"""Questions that a host answers, with the keys that it is given."""
LONG: Final = ("examples", "effects")
"""Those that take long; other questions do not wait for them."""


class Workbench:
    """The workbenches of all rulesets that a server serves; those who have its key may change their numbers."""

    def __init__(
        self,
        key: str,
        games: Mapping[str, str],
        store: TableStore,
        sessions: TableSessions,
        changed: Callable[[str], object],
    ) -> None:
        """Store the key, the rulesets, where notes are, the tables that are played again, and what else is to be told which ruleset has changed."""
        self.key, self._store = key, store
        self._games, self._sessions, self._changed = games, sessions, changed
        self._quick, self._slow = HostPool(1), HostPool(1)
        self._open: dict[Connection, str] = {}
        self.answers: dict[str, Callable[[Connection, Document], Awaitable[Plain]]] = {
            "bench": self._begin,
            "notes": self._notes,
            "settle": self._settle,
            **dict.fromkeys(KEYS, self._ask),
        }

    async def stop(self) -> None:
        """Kill the hosts."""
        await self._quick.stop()
        await self._slow.stop()

    # -- pages -------------------------------------------------------------------------------------------------

    async def _begin(self, connection: Connection, message: Document) -> Plain:
        """Open the workbench of a ruleset. Raises ``TableError``."""
        if message.get("version") != VERSION:
            raise TableError("version")
        where = self._games.get(str(message.get("game")))
        if where is None or not secrets.compare_digest(str(message.get("key")).encode(), self.key.encode()):
            raise TableError("link")
        connection.lang = asked_language(message)
        self._open[connection] = where
        return page_document(connection.lang)

    def _opened(self, connection: Connection) -> str:
        if connection not in self._open:
            raise TableError("link")
        return self._open[connection]

    async def _notes(self, connection: Connection, message: Document) -> Plain:
        """Return what was noted at the tables of the ruleset, the last first."""
        where = self._opened(connection)
        notes = [note for order, note in self._store.notes() if order.game == where]
        return [
            {"number": one.number, "kind": one.sort, "said": one.said, "statement": one.statement, "at": one.at}
            for one in sorted(notes, key=lambda note: -note.number)[:MOST_NOTES]
        ]

    async def _settle(self, connection: Connection, message: Document) -> Plain:
        """Make an example or an open question of a note."""
        where, number = self._opened(connection), message.get("number")
        found = next(
            ((order, one) for order, one in self._store.notes() if (order.game, one.number) == (where, number)), None
        )
        if found is None:
            raise TableError("input")
        order, note = found
        about: Document = {"number": note.number, "at": note.at, "said": note.said, "statement": note.statement}
        moves: list[Plain] = [*self._store.moves(note.table, note.record)]
        asked: Document = {"op": "settle", "note": about, "order": order.to_json(), "moves": moves}
        return await self._quickly(where, {**asked, "question": message.get("question"), "lang": connection.lang})

    async def _quickly(self, where: str, request: Document) -> Plain:
        try:
            return await self._quick.host_of(where).ask(request)
        except HostLostError:
            raise TableError("lost") from None

    async def _ask(self, connection: Connection, message: Document) -> Plain:
        where, op = self._opened(connection), str(message.get("op"))
        given = {key: message[key] for key in KEYS[op] if key in message}
        request: Document = {**given, "op": op, "lang": connection.lang}
        if op not in LONG:
            return await self._quickly(where, request)
        try:
            return await self._slow.host_of(where).ask(request, LONG_PATIENCE)
        except HostLostError:
            raise TableError("lost") from None

    # -- files -------------------------------------------------------------------------------------------------

    async def watch(self) -> None:
        """Look after the files of all rulesets until it is cancelled."""
        own = [where for where in self._games.values() if where not in shipped_rulesets()]
        folders = {where: _folders(where) for where in own}
        seen = {where: modification_times(folders[where]) for where in own}
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for where in own:
                now = modification_times(folders[where])
                if now != seen[where]:
                    seen[where], folders[where] = now, _folders(where) or folders[where]
                    await self._tell(where)

    async def _tell(self, where: str) -> None:
        self._changed(where)
        for connection, opened in [*self._open.items()]:
            if opened == where:
                with suppress(Exception):  # a page that has left is forgotten when its own task ends
                    await connection.send({"push": "changed"})
        await self._sessions.replay(where)

    def forget(self, connection: Connection) -> None:
        """Forget a page that has left."""
        self._open.pop(connection, None)


def _folders(where: str) -> tuple[Path, ...]:
    """Return the folders that a ruleset is read from; none while its base cannot be told."""
    with suppress(Trouble):
        return watched_folders(open_ruleset(where, {}))
    return ()
