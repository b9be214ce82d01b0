"""Tables in a browser: the sessions of a server, for one page whose people sit at one device.

The page asks as it asks a server (docs/table_protocol.md). Rulesets run in this process; what is recorded is handed to the
page's worker, which keeps it. The page always shows the seat of the person who has to decide. Where somebody may see what
others may not, it first shows what a watcher sees, and asks to pass the device on.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Final

from reguli.engine.notation import Plain
from reguli.shipped_files import find_ruleset, shipped_folder
from reguli.web.game_table import Seat
from reguli.web.host_pool import PATIENCE, result_of
from reguli.web.messages import Document, TableError, listed, mapping, option_values, whole
from reguli.web.page_texts import PAGE_TEXTS, asked_language, game_document
from reguli.web.shared_rules import (
    checked_files,
    files_digest,
    lay_over,
    read_share,
    text_files,
    write_files,
    write_share,
)
from reguli.web.table_host import TableHost
from reguli.web.table_sessions import Connection, Session, TableSessions, read_order, send_to, steps_told
from reguli.web.table_store import MOST_NOTES, SEAT, WATCH, Link, PlaytestNote, TableOrder, standing_moves
from reguli.words.catalogue.interface_texts import load_interface_texts

LOADED: Final = Path("/loaded")
"""Where rulesets lie that the page has handed over."""


class LocalHost:
    """A host in this process."""

    def __init__(self, ruleset: str) -> None:
        """Store the name or path of the ruleset."""
        self.tables: set[str] = set()
        self._host = TableHost(ruleset)

    async def ask(self, request: Document, patience: float = PATIENCE) -> Plain:
        """Return the result of a request. Raises ``TableError``."""
        return result_of(self._host.answer(request))


class LocalHosts:
    """The hosts in this process, one for each ruleset."""

    def __init__(self) -> None:
        """Begin with none."""
        self._hosts: dict[str, LocalHost] = {}

    def host_of(self, ruleset: str, table: str = "") -> LocalHost:
        """Return the host of a ruleset."""
        if ruleset not in self._hosts:
            self._hosts[ruleset] = LocalHost(ruleset)
        return self._hosts[ruleset]

    def forget(self, ruleset: str) -> None:
        """Let a ruleset be read again, with all its tables."""
        self._hosts.pop(ruleset, None)


class KeptTables:
    """The record of tables as rows of a key and a document; what is new is handed to ``keep``.

    The row of a table has its id as key; its records have ``ID/r000007``, its notes ``ID/n000002``.
    """

    def __init__(self, keep: Callable[[str, str], None]) -> None:
        """Store who keeps the rows."""
        self._keep = keep
        self._tables: dict[str, Document] = {}
        self._rows: dict[str, list[Document]] = {}
        self.chairs: dict[str, int | None] = {}
        """The seat at which the page sits at a table; None while it is passed on."""
        self.shares: dict[str, str] = {}
        """The addresses of changed rulesets by where these lie. A table keeps its own, so that it can be resumed."""

    def restore(self, rows: Iterable[tuple[str, str]]) -> None:
        """Take rows that were kept, in the order of their keys."""
        for key, text in rows:
            table, _, number = key.partition("/")
            if number:
                self._rows.setdefault(f"{table}/{number[0]}", []).append(json.loads(text))
            else:
                self._tables[table] = json.loads(text)
                self._rows |= {f"{table}/r": [], f"{table}/n": []}

    def create(self, table: str, order: TableOrder, seats: Sequence[Seat]) -> None:
        """Record a new table."""
        taken: list[Plain] = [asdict(seat) for seat in seats]
        document: Document = {"game": order.game, "digest": order.digest, **order.to_json(), "seats": taken}
        if order.game in self.shares:
            document["share"] = self.shares[order.game]
        text = json.dumps({**document, "begun": int(time.time())}, ensure_ascii=False)
        self.restore([(table, text)])
        self._keep(table, text)

    def share(self, table: str) -> str | None:
        """Return the address of the changed ruleset of a table; None for another table, and for one that is not there."""
        share = self._tables.get(table, {}).get("share")
        return share if isinstance(share, str) else None

    def order(self, table: str) -> TableOrder:
        """Return what was ordered."""
        found = self._tables[table]
        chosen = option_values(found["options"])
        return TableOrder(
            str(found["game"]), str(found["digest"]), chosen, whole(found["players"]), whole(found["seed"])
        )

    def seats(self, table: str) -> list[Seat]:
        """Return the seats."""
        seats = listed(self._tables[table]["seats"])
        made = [one for one in seats if isinstance(one, dict)]
        return [Seat(str(one["name"]), None if one["bot"] is None else str(one["bot"])) for one in made]

    def set_bot(self, table: str, seat: int, bot: str | None) -> None:
        """Record who plays a seat: a bot, or a person again."""
        seats = listed(self._tables[table]["seats"])
        seats[seat] = {**asdict(self.seats(table)[seat]), "bot": bot}
        self._keep(table, json.dumps(self._tables[table], ensure_ascii=False))

    def links(self, table: str) -> Document:
        """Return the one link, which is the name of the table: there is one page."""
        return {"table": table}

    def open(self, link: str) -> Link | None:
        """Return the seat at which the page sits; None where there is no such table."""
        seat = self.chairs.get(link)
        return Link(link, WATCH if seat is None else SEAT, seat) if link in self._tables else None

    def append(self, table: str, sort: str, document: Document, thought: int | None = None) -> None:
        """Append a record."""
        self._append(table, "r", {"sort": sort, "document": document, "thought": thought})

    def moves(self, table: str) -> list[Document]:
        """Return the chosen moves that stand, in order."""
        rows = [(str(one["sort"]), one["document"]) for one in self._rows[f"{table}/r"]]
        return standing_moves((sort, document) for sort, document in rows if isinstance(document, dict))

    def add_note(self, note: PlaytestNote) -> None:
        """Record a note. Raises ``TableError`` for too many."""
        if len(self._rows[f"{note.table}/n"]) >= MOST_NOTES:
            raise TableError("busy")
        self._append(note.table, "n", {**asdict(note), "record": len(self._rows[f"{note.table}/r"])})

    def _append(self, table: str, sort: str, document: Document) -> None:
        rows = self._rows[f"{table}/{sort}"]
        rows.append(document)
        self._keep(f"{table}/{sort}{len(rows):06}", json.dumps(document, ensure_ascii=False))


class BrowserTables(TableSessions):
    """All tables of a browser, for one page."""

    def __init__(
        self,
        games: dict[str, str],
        post: Callable[[str], None],
        keep: Callable[[str, str], None],
        pace: float,
    ) -> None:
        """Store the rulesets by the names that the page knows, and who takes messages (``post``) and rows (``keep``)."""
        self.kept, self._hosts, self._games, self._post = KeptTables(keep), LocalHosts(), games, post
        super().__init__(self.kept, self._hosts, games, pace)
        self._page = Connection(self._send)
        self._later: list[Document] = []
        """What is sent when the request has been answered."""
        self._answers |= {"create": self._create, "sit": self._sit, "page": self._print}
        self._answers |= {"load": self._load, "files": self._files, "share": self._share}

    def restore(self, rows: str) -> None:
        """Take rows that were kept, as a list of pairs in JSON."""
        self.kept.restore((str(key), str(text)) for key, text in json.loads(rows))

    async def receive(self, text: str) -> None:
        """Answer a message of the page."""
        await self._send(await self.serve(self._page, json.loads(text)))
        later, self._later = self._later, []
        for message in later:
            await self._send(message)

    async def _send(self, message: Document) -> None:
        self._post(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    # -- what only this page asks ------------------------------------------------------------------------------

    async def _create(self, connection: Connection, message: Document) -> Plain:
        order, seats = read_order(message, self._games)
        return await self.create(order, seats, str(message.get("lang")))

    async def _sit(self, connection: Connection, message: Document) -> Plain:
        """Sit down at the seat of the person to whom the device was passed."""
        session = self._sessions[connection.opened.table]
        async with session.turn:
            actor, _ = await self._turn(session)
            if actor is None or session.table not in self.kept.chairs:
                raise TableError("turn")
            await self._seat_at(session, connection, actor)
        return None

    async def _print(self, connection: Connection, message: Document) -> Plain:
        """Return a rulebook or a card as a page, or the faces of pieces as JSON."""
        where = self._games.get(str(message.get("game")))
        if where is None:
            raise TableError("game")
        request: Document = {key: message.get(key) for key in ("product", "lang", "options")}
        return await self._hosts.host_of(where).ask({"op": "page", **request})

    # -- rulesets that the page hands over or changes ----------------------------------------------------------

    async def _load(self, connection: Connection, message: Document) -> Plain:
        """Take the files of a ruleset by name, alone or over those of another (``of``), or an address (``share``).

        Return what the lobby shows of it, or its findings.
        """
        connection.lang = asked_language(message)
        words = load_interface_texts(connection.lang, shipped_folder("locales"))
        if "share" in message:
            name = self._take_share(str(message["share"]))
            about = {**game_document(self._games[name], words), "id": name}
            return {**about, "name": words.say(PAGE_TEXTS["changed_game"]).replace("{name}", str(about["name"]))}
        name, files = str(message.get("game")), checked_files(message.get("files"))
        if not name.isidentifier():
            raise TableError("input")
        base = self._place(message["of"]) if "of" in message else None
        folder = self._lay(name, base, files)
        about = {**game_document(self._games[name], words), "id": name}
        above = f"{folder.name}/"
        findings: list[Plain] = [str(one).removeprefix(above) for one in listed(about["findings"])]
        placed = [listed(one) if one else None for one in listed(about.get("places", []))]
        places: list[Plain] = [one and [str(one[0]).removeprefix(above), *one[1:]] for one in placed]
        return {**about, "findings": findings, "places": places}

    async def _files(self, connection: Connection, message: Document) -> Plain:
        """Return the text files of a ruleset by name, and those that an address has changed."""
        connection.lang, changed = asked_language(message), dict[str, str]()
        game = message.get("game")
        if "share" in message:
            game, changed = self._read_share(str(message["share"]))
        return {"game": game, "files": {**text_files(self._place(game))}, "changed": {**changed}}

    async def _share(self, connection: Connection, message: Document) -> Plain:
        """Return changed files of a ruleset as the text of an address."""
        connection.lang, game = asked_language(message), str(message.get("game"))
        files, changed = text_files(self._place(game)), checked_files(message.get("files"))
        return write_share(game, files_digest(files), changed)

    def _place(self, game: Plain) -> Path:
        """Return where a ruleset lies. Raises ``TableError``."""
        where = self._games.get(str(game))
        if where is None:
            raise TableError("game")
        return find_ruleset(where) or Path(where)

    def _lay(self, name: str, base: Path | None, files: dict[str, str]) -> Path:
        """Write a ruleset, and let it be read again; return its folder."""
        shutil.rmtree(LOADED / name, ignore_errors=True)
        if base is None:
            write_files(place := LOADED / name, files)
        else:
            place = lay_over(base, files, LOADED / name)
        where = self._games[name] = str(place)
        self._names[where] = name
        self._hosts.forget(where)
        return place if place.is_dir() else place.parent

    def _read_share(self, share: str) -> tuple[str, dict[str, str]]:
        game, digest, changed = read_share(share)
        files = text_files(self._place(game))
        if digest != files_digest(files):
            raise TableError("share_base")
        if not changed.keys() <= files.keys():
            raise TableError("share_broken")
        return game, checked_files(changed)

    def _take_share(self, share: str) -> str:
        """Write the ruleset of an address, and return its name, which tells it from others."""
        game, changed = self._read_share(share)
        name = f"changed_{sha256(share.encode()).hexdigest()[:12]}"
        self._lay(name, self._place(game), changed)
        self.kept.shares[self._games[name]] = share
        return name

    async def warm(self, game: str, lang: str) -> None:
        """Read a ruleset, begin a game and forget it, so that the next one begins sooner."""
        host, table = self._hosts.host_of(self._games[game]), "warm"
        about = mapping(await host.ask({"op": "name"}))
        players = listed(about["players"])
        seats: list[Plain] = [{"name": "", "bot": None} for _ in range(int(str(players[0])))]
        order: Document = {"options": {}, "players": players[0], "seed": 0}
        await host.ask({"op": "open", "table": table, "order": order, "seats": seats, "moves": []})
        await host.ask({"op": "document", "table": table, "seat": 0, "lang": lang})
        await host.ask({"op": "drop", "table": table})

    # -- who sits before the page ------------------------------------------------------------------------------

    async def _turn(self, session: Session) -> tuple[int | None, bool]:
        """Return the person who has to decide (None: a bot, or nobody), and whether others must not see what they see."""
        found = mapping(await self._host(session, {"op": "turn"}))
        people, actor = self._people(session), found["seat"]
        person = actor if isinstance(actor, int) and actor in people else None
        return person, found["private"] is True and len(people) > 1

    def _people(self, session: Session) -> list[int]:
        return [at for at, seat in enumerate(self.kept.seats(session.table)) if seat.bot is None]

    async def _open(self, connection: Connection, message: Document) -> Plain:
        table = str(message.get("link"))
        share = self.kept.share(table)
        if share is not None and self.kept.order(table).game not in self.kept.shares:
            connection.lang = asked_language(message)
            self._take_share(share)
        if self.kept.open(table) is not None:
            session = self._session(table)
            actor, private = await self._turn(session)
            people = self._people(session)
            self.kept.chairs[table] = None if private or not people else people[0] if actor is None else actor
            if private and actor is not None:
                self._later.append({"push": "pass", "seat": actor})
        return await super()._open(connection, message)

    async def _show(self, session: Session, besides: Connection | None = None) -> None:
        """Send the state to the page, from the seat of the person who has to decide."""
        if besides is self._page or self._page not in session.connections:
            return
        actor, private = await self._turn(session)
        held = self._page.opened.seat
        passed = private and actor is not None and actor != held
        await self._seat_at(session, self._page, None if passed else held if actor is None else actor)
        if passed:
            await send_to(self._page, {"push": "pass", "seat": actor})

    async def _seat_at(self, session: Session, connection: Connection, seat: int | None) -> None:
        """Give the page a seat, or the view of a watcher, and send what is seen from there."""
        moved = seat != connection.opened.seat
        self.kept.chairs[session.table] = seat
        connection.link = self.kept.open(session.table)
        view: list[Plain] = [seat, connection.lang, None if moved else connection.steps]
        states = listed(await self._host(session, {"op": "states", "views": [view]}))
        state = mapping(states[0])
        connection.steps = steps_told(state)
        me: Document = {"me": {"seat": seat, "host": False}} if moved else {}
        await send_to(connection, {"push": "state", "state": self._with_presence(session, state), **me})

    @staticmethod
    def _with_presence(session: Session, state: Document) -> Document:
        return state

    async def _undo(self, connection: Connection, message: Document) -> Plain:
        """Take back the last move of a person: all people at the device have agreed."""
        if message.get("branch"):
            return await super()._undo(connection, message)
        session = self._sessions[connection.opened.table]
        people = self._people(session)
        movers = [one["seat"] for one in self.kept.moves(session.table) if one["seat"] in people]
        if not movers:
            raise TableError("input")
        mover = movers[-1]
        answers: list[Document] = [{"op": "answer", "agree": True, "seat": one} for one in people if one != mover]
        async with session.turn:
            found: Plain = None
            for request in ({"op": "undo", "at": message.get("at"), "seat": mover}, *answers):
                found = mapping(await self._host(session, request))
            await self._record_undo(session, mapping(found)["to"], connection.opened.seat)
        self._begin_bots(session)
        return found
