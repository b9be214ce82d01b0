"""The record of all tables in one SQLite file: what was ordered, who may open what, and every move.

A record is appended and committed before its move is acknowledged, so a server that is killed loses no move that a page was
told of. Taking moves back appends a record as well; ``moves`` returns those that stand.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from errno import EINVAL
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from reguli.web.game_table import Seat
from reguli.web.messages import Document, TableError

SCHEMA: Final = """
create table if not exists tables (id text primary key, begun integer not null, game text not null, digest text not null, document text not null);
create table if not exists seats (table_id text not null, seat integer not null, name text not null, bot text, primary key (table_id, seat));
create table if not exists links (link text primary key, table_id text not null, role text not null, seat integer);
create table if not exists records (table_id text not null, number integer not null, sort text not null, seat integer,
  document text not null, thought integer, written integer not null, primary key (table_id, number));
create table if not exists notes (table_id text not null, at integer not null, seat integer, sort text not null, statement text, said text not null,
  written integer not null, record integer not null default 0);
"""
FILE: Final = "tables.sqlite"
LINK_BYTES: Final = 18
"""Random bytes of a link: 144 bits, which nobody guesses."""
MOST_NOTES: Final = 500
"""Notes on one table."""
MOVE_NOTES: Final = ("unclear", "long", "no_choice", "slip", "good")
END_NOTES: Final = ("best", "hard", "change")
"""The questions when a game is over."""
NOTE_SORTS: Final = (*MOVE_NOTES, *END_NOTES)
"""What notes are about; the page texts called ``note_…`` name them."""
MOVE: Final = "move"
UNDO: Final = "undo"
HOST: Final = "host"
SEAT: Final = "seat"
WATCH: Final = "watch"


@dataclass(frozen=True, slots=True)
class TableOrder:
    """A game that was ordered: the name or path of its ruleset, the digest of its files then, options, players and seed."""

    game: str
    digest: str
    options: Mapping[str, str | bool]
    players: int
    seed: int

    def to_json(self) -> Document:
        """Return what a host needs to begin the game."""
        return {"options": {**self.options}, "players": self.players, "seed": self.seed}


@dataclass(frozen=True, slots=True)
class PlaytestNote:
    """A note of a player (a seat) or a watcher on a move, on a statement of the rulebook where it names one; ``written`` is in seconds since 1970."""

    table: str
    at: int
    seat: int | None
    sort: str
    statement: str | None
    said: str
    written: int
    number: int = 0
    """Of a note that was recorded: its number in the data folder, from 1 on."""
    record: int = 0
    """How many records of the table there were when it was written; moves that were taken back later still count."""


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """How long a person took for a move, in milliseconds."""

    table: str
    seat: int
    decision: str
    option: str
    thought: int


@dataclass(frozen=True, slots=True)
class Link:
    """What a link opens: a table, and there a seat, the view of a watcher, or the page of the host."""

    table: str
    role: str
    seat: int | None


class TableRecords(Protocol):
    """The record of tables, as far as those who play at them need it."""

    def create(self, table: str, order: TableOrder, seats: Sequence[Seat]) -> None:
        """Record a new table with its links."""

    def order(self, table: str) -> TableOrder:
        """Return what was ordered."""

    def seats(self, table: str) -> list[Seat]:
        """Return the seats as they are taken now."""

    def set_bot(self, table: str, seat: int, bot: str | None) -> None:
        """Record who plays a seat: a bot, or a person again."""

    def links(self, table: str) -> Document:
        """Return the links of a table."""

    def open(self, link: str) -> Link | None:
        """Return what a link opens; None where there is no such link."""

    def append(self, table: str, sort: str, document: Document, thought: int | None = None) -> None:
        """Append a record and commit it."""

    def moves(self, table: str) -> list[Document]:
        """Return the chosen moves that stand, in order."""

    def add_note(self, note: PlaytestNote) -> None:
        """Record a note. Raises ``TableError`` for too many of one table."""


def standing_moves(records: Iterable[tuple[str, Document]]) -> list[Document]:
    """Return the moves that records leave standing, in order."""
    found: list[Document] = []
    for sort, document in records:
        if sort == MOVE:
            found.append(document)
        elif sort == UNDO:
            del found[int(str(document["to"])) :]
    return found


class TableStore:
    """The tables of one data folder."""

    def __init__(self, folder: Path) -> None:
        """Open the store of a folder, and make both where they do not exist. Raises ``OSError``."""
        import sqlite3  # a browser that runs tables has none

        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder / FILE
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        self._data = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        try:
            self._data.executescript(f"pragma journal_mode=wal; pragma synchronous=full; {SCHEMA}")
        except sqlite3.Error as error:
            raise OSError(EINVAL, str(error), str(file)) from error

    def close(self) -> None:
        """Close the file."""
        self._data.close()

    # -- tables ------------------------------------------------------------------------------------------------

    def create(self, table: str, order: TableOrder, seats: Sequence[Seat]) -> None:
        """Record a new table with its links."""
        now = int(time.time())
        links = [(HOST, None), (WATCH, None), *((SEAT, at) for at in range(len(seats)))]
        with self._data:
            self._data.execute("begin")
            self._data.execute(
                "insert into tables values (?, ?, ?, ?, ?)",
                (table, now, order.game, order.digest, json.dumps(order.to_json())),
            )
            self._data.executemany(
                "insert into seats values (?, ?, ?, ?)",
                [(table, at, one.name, one.bot) for at, one in enumerate(seats)],
            )
            self._data.executemany(
                "insert into links values (?, ?, ?, ?)",
                [(secrets.token_urlsafe(LINK_BYTES), table, role, seat) for role, seat in links],
            )

    def count(self) -> int:
        """Return how many tables there are."""
        return int(self._data.execute("select count(*) from tables").fetchone()[0])

    def order(self, table: str) -> TableOrder:
        """Return what was ordered."""
        game, digest, text = self._data.execute(
            "select game, digest, document from tables where id = ?", (table,)
        ).fetchone()
        document = json.loads(text)
        return TableOrder(game, digest, document["options"], document["players"], document["seed"])

    def seats(self, table: str) -> list[Seat]:
        """Return the seats as they are taken now."""
        rows = self._data.execute("select name, bot from seats where table_id = ? order by seat", (table,))
        return [Seat(name, bot) for name, bot in rows]

    def set_bot(self, table: str, seat: int, bot: str | None) -> None:
        """Record who plays a seat: a bot, or a person again."""
        self._data.execute("update seats set bot = ? where table_id = ? and seat = ?", (bot, table, seat))

    def links(self, table: str) -> Document:
        """Return the links of a table: ``host``, ``watch``, and ``seats``, one for each seat."""
        rows = self._data.execute(
            "select link, role from links where table_id = ? order by coalesce(seat, -1)", (table,)
        ).fetchall()
        single = {role: link for link, role in rows if role != SEAT}
        return {"host": single[HOST], "watch": single[WATCH], "seats": [link for link, role in rows if role == SEAT]}

    def open(self, link: str) -> Link | None:
        """Return what a link opens; None where there is no such link."""
        row = self._data.execute("select table_id, role, seat from links where link = ?", (link,)).fetchone()
        return None if row is None else Link(*row)

    # -- records -----------------------------------------------------------------------------------------------

    def append(self, table: str, sort: str, document: Document, thought: int | None = None) -> None:
        """Append a record and commit it; ``thought`` is how long its player took, in milliseconds."""
        self._data.execute(
            "insert into records select ?, count(*), ?, ?, ?, ?, ? from records where table_id = ?",
            (table, sort, document.get("seat"), json.dumps(document), thought, int(time.time()), table),
        )

    def moves(self, table: str, records: int | None = None) -> list[Document]:
        """Return the chosen moves that stand, in order; those that stood behind so many ``records``."""
        return standing_moves(islice(self._records(table), records))

    # -- notes -------------------------------------------------------------------------------------------------

    def add_note(self, note: PlaytestNote) -> None:
        """Record a note. Raises ``TableError`` for too many of one table."""
        count = self._data.execute("select count(*) from notes where table_id = ?", (note.table,)).fetchone()[0]
        if count >= MOST_NOTES:
            raise TableError("busy")
        self._data.execute(
            "insert into notes select ?, ?, ?, ?, ?, ?, ?, count(*) from records where table_id = ?",
            (*astuple(note)[:-2], note.table),
        )

    def notes(self) -> list[tuple[TableOrder, PlaytestNote]]:
        """Return all notes, each with the game it was written at: by ruleset and statement, those without one last."""
        rows = self._data.execute(
            "select table_id, at, seat, sort, statement, said, written, notes.rowid, record from notes join tables on tables.id = table_id "
            "order by game, tables.digest, statement is null, statement, written, notes.rowid"
        )
        return [(self.order(row[0]), PlaytestNote(*row)) for row in rows.fetchall()]

    def times(self) -> list[tuple[TableOrder, ThinkingTime]]:
        """Return how long persons took for their moves, by table, in order."""
        rows = self._data.execute(
            "select table_id, document, thought from records where sort = ? and thought is not null order by table_id, number",
            (MOVE,),
        ).fetchall()
        orders = {table: self.order(table) for table, _, _ in rows}
        found: list[tuple[TableOrder, ThinkingTime]] = []
        for table, text, thought in rows:
            move = json.loads(text)
            took = ThinkingTime(table, move["seat"], move.get("decision", ""), move["option"], thought)
            found.append((orders[table], took))
        return found

    def _records(self, table: str) -> Iterator[tuple[str, Document]]:
        rows = self._data.execute("select sort, document from records where table_id = ? order by number", (table,))
        for sort, text in rows:
            yield sort, json.loads(text)
