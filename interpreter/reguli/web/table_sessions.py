"""Tables on a server: who is connected, what they may ask, what is recorded, and who is told.

Requests come as the protocol writes them (docs/table_protocol.md). Requests about one table are served one after the other; a
move is played by the table's host, committed to the store, and only then acknowledged and shown to everybody.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from reguli.engine.notation import Plain
from reguli.shipped_files import shipped_folder
from reguli.web.game_table import VERSION, Seat
from reguli.web.host_pool import Host, HostLostError, Hosts
from reguli.web.messages import Document, TableError, listed, mapping, option_values, whole
from reguli.web.page_texts import asked_language, page_texts
from reguli.web.table_store import HOST, MOVE, NOTE_SORTS, SEAT, UNDO, Link, PlaytestNote, TableOrder, TableRecords
from reguli.words.catalogue.interface_texts import OWN, load_interface_texts
from reguli.words.grammar.languages import languages

MOST_CONNECTIONS: Final = 40
"""Connections to one table."""
BURST: Final = 60
PER_SECOND: Final = 15
"""Requests of one connection: so many at once, and so many a second."""
MOST_REFUSED: Final = 300
"""Requests beyond that after which a connection is closed."""
PACE: Final = 0.5
"""Seconds between two moves of bots, so that people can follow."""
LONGEST_NAME: Final = 40
LONGEST_NOTE: Final = 2_000
MOST_SEATS: Final = 20
STATEMENT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.:]{0,59}", re.ASCII)
"""The id of a statement. It is written into examples, so that nothing else may stand there."""
MOST_MOVES: Final = 1_000_000
FORWARDED: Final = {
    "why": ("option", "arguments", "kind", "element"),
    "hint": (),
    "preview": ("option", "arguments"),
    "look": (),
    "steps": ("to",),
    "trace": ("path", "kind", "element"),
}
"""Requests that a host answers as they are, with the keys that it is given."""


@dataclass(slots=True, eq=False)
class Connection:
    """A page that is connected: how to send to it, and what it has opened."""

    send: Callable[[Document], Awaitable[None]]
    lang: str = OWN
    link: Link | None = None
    steps: int = 0
    """Steps of the log that it has."""
    branch: str = ""
    """The private copy that it plays; empty outside of one."""
    allowance: float = BURST
    asked: float = field(default_factory=time.monotonic)
    refused: int = 0

    @property
    def opened(self) -> Link:
        """Return what it has opened. Raises ``TableError``."""
        if self.link is None:
            raise TableError("link")
        return self.link

    def spend(self) -> None:
        """Count a request. Raises ``TableError`` for too many."""
        now = time.monotonic()
        self.allowance, self.asked = min(BURST, self.allowance + (now - self.asked) * PER_SECOND), now
        if self.allowance < 1:
            self.refused += 1
            raise TableError("busy")
        self.allowance -= 1


@dataclass(slots=True, eq=False)
class Session:
    """A table that somebody has opened since the server began."""

    table: str
    order: TableOrder
    connections: list[Connection] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    asked: float = field(default_factory=time.monotonic)
    """When the present decision came."""
    bots: asyncio.Task[None] | None = None
    paused: bool = False
    """The host has stopped the bots."""
    held: int | None = None
    """After the rules have changed: how many of its recorded moves they allow; the others go when somebody moves."""


class TableSessions:
    """All tables of a server."""

    def __init__(self, store: TableRecords, pool: Hosts, games: Mapping[str, str], pace: float = PACE) -> None:
        """Store where games are recorded and played; ``games`` are the rulesets by the names that pages know."""
        self._store, self._pool, self._pace = store, pool, pace
        self._loose = False
        """Whether files are watched, so that recorded moves may not hold any more."""
        self._names = {where: name for name, where in games.items()}
        self._sessions: dict[str, Session] = {}
        self._answers: dict[str, Callable[[Connection, Document], Awaitable[Plain]]] = {
            "ping": self._ping,
            "open": self._open,
            "language": self._language,
            "apply": self._apply,
            "undo": self._undo,
            "answer": self._answer,
            "branch": self._branch,
            "leave": self._leave,
            "links": self._links,
            "seat": self._seat,
            "pause": self._pause,
            "note": self._note,
        }

    def watch_with(self, answers: Mapping[str, Callable[[Connection, Document], Awaitable[Plain]]]) -> None:
        """Answer the questions of a workbench too, whose rulesets change while they are played."""
        self._loose = True
        self._answers |= answers

    # -- requests ----------------------------------------------------------------------------------------------

    async def create(self, order: TableOrder, seats: Sequence[Seat], lang: str) -> Document:
        """Begin a game, record its table and return the links; raises ``TableError``, in a language, where it cannot be begun."""
        table = secrets.token_hex(8)
        host = self._pool.host_of(order.game, table)
        begun = mapping(await self._patiently(host, _opening(table, order, seats, [], lang)))
        host.tables.add(table)
        self._store.create(table, replace(order, digest=str(begun["digest"])), seats)
        return self._store.links(table)

    async def serve(self, connection: Connection, message: Document) -> Document:
        """Return the answer to a message of a page."""
        number = message.get("id")
        number = number if isinstance(number, int) else None
        try:
            connection.spend()
            result = await self._answers.get(str(message.get("op")), self._forward)(connection, message)
        except TableError as refused:
            error = refused.to_json()
            return {"id": number, "ok": False, "error": {**error, "text": error["text"] or _text(refused, connection)}}
        return {"id": number, "ok": True, "result": result}

    async def _forward(self, connection: Connection, message: Document) -> Plain:
        name = str(message.get("op"))
        if name not in FORWARDED:
            raise TableError("input")
        given = {key: message[key] for key in FORWARDED[name] if key in message}
        return await self._ask(connection, {**given, "op": name, "at": message.get("at")}, message)

    async def close(self, connection: Connection) -> None:
        """Forget a connection."""
        if connection.link is None:
            return
        await self._leave(connection, {})
        session = self._sessions[connection.link.table]
        async with session.turn:
            if connection in session.connections:
                session.connections.remove(connection)
                with suppress(TableError):
                    await self._show(session)
            connection.link = None

    async def _ping(self, connection: Connection, message: Document) -> Plain:
        return None

    # -- opening -----------------------------------------------------------------------------------------------

    async def _open(self, connection: Connection, message: Document) -> Plain:
        if message.get("version") != VERSION:
            raise TableError("version")
        connection.lang = asked_language(message)
        link = self._store.open(str(message.get("link"))[:64])
        if link is None:
            raise TableError("link")
        if connection.link is not None and connection.link.table != link.table:
            await self.close(connection)  # or the other table would go on to show it what its new seat may see
        session = self._session(link.table)
        if len(session.connections) >= MOST_CONNECTIONS and connection not in session.connections:
            raise TableError("busy")
        async with session.turn:
            if link.role == SEAT:
                for other in [one for one in session.connections if one.link == link and one is not connection]:
                    session.connections.remove(other)
                    await send_to(other, {"push": "moved"})
                    other.link = None
            connection.link = link
            if connection not in session.connections:
                session.connections.append(connection)
            document = await self._document(connection, session)
            await self._show(session, besides=connection)
        self._begin_bots(session)
        return document

    def _session(self, table: str) -> Session:
        if table not in self._sessions:
            self._sessions[table] = Session(table, self._store.order(table))
        return self._sessions[table]

    async def _language(self, connection: Connection, message: Document) -> Plain:
        session = self._sessions[connection.opened.table]
        connection.lang = asked_language(message)
        async with session.turn:
            return await self._document(connection, session)

    async def _document(self, connection: Connection, session: Session) -> Document:
        link = connection.opened
        document = mapping(await self._host(session, {"op": "document", "seat": link.seat, "lang": connection.lang}))
        state = mapping(document["state"])
        connection.steps = steps_told(state)
        me: Document = {"seat": link.seat, "host": link.role == HOST}
        table = mapping(document["table"])
        table["game"] = self._names.get(session.order.game, "")
        return {
            **document,
            **page_document(connection.lang),
            "me": me,
            "state": self._with_presence(session, state),
        }

    # -- moves -------------------------------------------------------------------------------------------------

    async def _apply(self, connection: Connection, message: Document) -> Plain:
        data: Document = {"op": "apply", **{key: message.get(key) for key in ("at", "option", "arguments")}}
        if message.get("branch"):
            await self._ask(connection, data, message)
            return await self._branch_state(connection)
        session = self._sessions[connection.opened.table]
        async with session.turn:
            record = mapping(await self._ask(connection, data, message))
            await self._commit(session, record, round((time.monotonic() - session.asked) * 1000))
            await self._show(session)
        self._begin_bots(session)
        return {"at": int(str(message["at"])) + 1}

    async def _commit(self, session: Session, record: Document, thought: int | None = None) -> None:
        """Record a move that the host has played; where it cannot be recorded the host forgets the table."""
        try:
            self._cut(session)
            self._store.append(session.table, MOVE, record, thought)
        except Exception:
            await self._host(session, {"op": "drop"})
            raise
        session.asked = time.monotonic()

    def _cut(self, session: Session) -> None:
        """Take back the recorded moves that the rules no longer allow; until now other rules might have allowed them again."""
        if session.held is not None:
            self._store.append(session.table, UNDO, {"to": session.held, "seat": None})
            session.held = None

    async def replay(self, game: str) -> None:
        """Play the open tables of a ruleset again by its files as they are now; where these are wrong, tables go on by the old ones."""
        for session in [one for one in self._sessions.values() if one.order.game == game]:
            async with session.turn:
                with suppress(TableError):
                    await self._reopen(self._pool.host_of(game, session.table), session, OWN, again=True)
                    for connection in session.connections:
                        table = await self._document(connection, session)
                        await send_to(connection, {"push": "table", "table": table, "held": session.held})
            self._begin_bots(session)

    async def _undo(self, connection: Connection, message: Document) -> Plain:
        return await self._take_back(connection, message, {"op": "undo", "at": message.get("at")})

    async def _answer(self, connection: Connection, message: Document) -> Plain:
        return await self._take_back(connection, message, {"op": "answer", "agree": message.get("agree")})

    async def _take_back(self, connection: Connection, message: Document, request: Document) -> Plain:
        if message.get("branch"):
            await self._ask(connection, request, message)
            return await self._branch_state(connection)
        session = self._sessions[connection.opened.table]
        async with session.turn:
            found = mapping(await self._ask(connection, request, message))
            await self._record_undo(session, found["to"], connection.opened.seat)
        self._begin_bots(session)
        return found

    async def _record_undo(self, session: Session, to: Plain, seat: int | None) -> None:
        """Record that moves were taken back, where they were, and show it."""
        if to is not None:
            self._cut(session)
            self._store.append(session.table, UNDO, {"to": to, "seat": seat})
            session.asked = time.monotonic()
        await self._show(session)

    def _begin_bots(self, session: Session) -> None:
        if session.bots is None or session.bots.done():
            session.bots = asyncio.create_task(self._play_bots(session))

    async def _play_bots(self, session: Session) -> None:
        """Let bots play as long as one has to decide and somebody looks on."""
        while session.connections:
            await asyncio.sleep(self._pace)
            async with session.turn:
                with suppress(TableError):
                    record = None if session.paused else await self._host(session, {"op": "bot"})
                    if isinstance(record, dict):
                        await self._commit(session, record)
                        await self._show(session)
                        continue
            return

    # -- private copies ----------------------------------------------------------------------------------------

    async def _branch(self, connection: Connection, message: Document) -> Plain:
        session, name = self._sessions[connection.opened.table], f"{connection.opened.table}/{secrets.token_hex(4)}"
        await self._leave(connection, message)
        request: Document = {"op": "branch", "at": message.get("at"), "branch": name, "seed": secrets.randbits(48)}
        await self._host(session, request)
        connection.branch = name
        return await self._branch_state(connection)

    async def _branch_state(self, connection: Connection) -> Plain:
        views: list[Plain] = [["actor", connection.lang, 0]]
        found = listed(await self._ask(connection, {"op": "states", "views": views}, {"branch": True}))
        return {**mapping(found[0]), "branch": True}

    async def _leave(self, connection: Connection, message: Document) -> Plain:
        name, connection.branch = connection.branch, ""
        if name:
            session = self._sessions[connection.opened.table]
            with suppress(TableError):
                await self._host(session, {"op": "drop", "table": name})
        return None

    # -- the host ----------------------------------------------------------------------------------------------

    async def _links(self, connection: Connection, message: Document) -> Plain:
        return self._store.links(self._hosted(connection).table)

    def _hosted(self, connection: Connection) -> Session:
        """Return the table of a connection that has opened the page of its host. Raises ``TableError``."""
        if connection.opened.role != HOST:
            raise TableError("turn")
        return self._sessions[connection.opened.table]

    async def _pause(self, connection: Connection, message: Document) -> Plain:
        """Stop the bots of a table, or let them go on."""
        session = self._hosted(connection)
        async with session.turn:
            session.paused = message.get("paused") is True
            await self._show(session)
        self._begin_bots(session)
        return None

    async def _seat(self, connection: Connection, message: Document) -> Plain:
        """Set who plays a seat: a bot, or a person again."""
        session, seat, bot = self._hosted(connection), message.get("seat"), message.get("bot")
        if not isinstance(seat, int) or not 0 <= seat < session.order.players:
            raise TableError("input")
        async with session.turn:
            await self._host(session, {"op": "seat", "seat": seat, "bot": bot})
            self._store.set_bot(session.table, seat, None if bot is None else str(bot))
            await self._show(session)
        self._begin_bots(session)
        return None

    async def _note(self, connection: Connection, message: Document) -> Plain:
        """Record a note of a player or a watcher on a move."""
        link, at, said, statement = connection.opened, message.get("at"), message.get("text"), message.get("statement")
        sort = next((one for one in NOTE_SORTS if one == message.get("kind")), None)
        if sort is None or not isinstance(at, int) or not 0 <= at < MOST_MOVES or not isinstance(said, str):
            raise TableError("input")
        if (
            len(said) > LONGEST_NOTE
            or not isinstance(statement, str | None)
            or (statement is not None and not STATEMENT.fullmatch(statement))
        ):
            raise TableError("input")
        note = PlaytestNote(link.table, at, link.seat, sort, statement, said.strip(), int(time.time()))
        self._store.add_note(note)
        return None

    # -- hosts and connections ---------------------------------------------------------------------------------

    async def _ask(self, connection: Connection, request: Document, message: Document) -> Plain:
        """Ask the host for a connection: for its seat, or in its private copy for the seat that has to decide."""
        session, seat = self._sessions[connection.opened.table], connection.opened.seat
        if message.get("branch"):
            if not connection.branch:
                raise TableError("input")
            return await self._host(
                session, {"lang": connection.lang, "seat": "actor", **request, "table": connection.branch}
            )
        return await self._host(session, {"lang": connection.lang, "seat": seat, **request})

    async def _host(self, session: Session, request: Document) -> Plain:
        """Ask the host of a table, which opens it from its records where it does not have it (any more)."""
        request = {"table": session.table, **request}
        host = self._pool.host_of(session.order.game, session.table)
        if session.table not in host.tables:
            await self._reopen(host, session, request.get("lang", OWN))
        try:
            return await self._patiently(host, request)
        except TableError as refused:
            again = refused.code == "gone" or (refused.code == "lost" and request["op"] == "states")
            if not again or request["table"] != session.table:
                raise
        await self._reopen(host, session, request.get("lang", OWN))
        return await self._patiently(host, request)

    async def _reopen(self, host: Host, session: Session, lang: Plain, *, again: bool = False) -> None:
        moves, seats = self._store.moves(session.table), self._store.seats(session.table)
        opening = _opening(session.table, session.order, seats, moves, lang)
        # Under rules that are being changed, a game goes on where its moves no longer hold.
        opened = await self._patiently(host, {**opening, "again": again, "loose": self._loose})
        if isinstance(opened, dict):
            held = int(str(opened["held"]))
            session.held = held if held < len(moves) else None
        host.tables.add(session.table)

    async def _patiently(self, host: Host, request: Document) -> Plain:
        try:
            return await host.ask(request)
        except HostLostError:
            raise TableError("lost") from None

    async def _show(self, session: Session, besides: Connection | None = None) -> None:
        """Send the state to everybody at a table; pages that see the same are answered once."""
        shown = [one for one in session.connections if one is not besides]
        keys = {(one.opened.seat, one.lang, one.steps) for one in shown}
        if not keys:
            return
        asked = sorted(keys, key=str)
        views: list[Plain] = [[seat, lang, since] for seat, lang, since in asked]
        states = listed(await self._host(session, {"op": "states", "views": views}))
        found = dict(zip(asked, states, strict=True))
        for connection in shown:
            state = mapping(found[connection.opened.seat, connection.lang, connection.steps])
            connection.steps = steps_told(state)
            await send_to(connection, {"push": "state", "state": self._with_presence(session, state)})

    @staticmethod
    def _with_presence(session: Session, state: Document) -> Document:
        here = {one.opened.seat for one in session.connections}
        seats = listed(state["seats"])
        shown: list[Plain] = [
            {**seat, "present": at in here} for at, seat in enumerate(seats) if isinstance(seat, dict)
        ]
        return {**state, "seats": shown, "paused": session.paused}


def page_document(lang: str) -> Document:
    """Return what every page needs in a language: its texts, and the languages that it may change to."""
    texts: Document = {**page_texts(load_interface_texts(lang, shipped_folder("locales")))}
    spoken: list[Plain] = [{"code": one.code, "name": one.name} for one in languages()]
    return {"lang": lang, "languages": spoken, "texts": texts}


async def send_to(connection: Connection, message: Document) -> None:
    """Send a message to a page, if it is still there."""
    # A page that has left since is forgotten when its own task ends.
    with suppress(Exception):
        await connection.send(message)


def _opening(table: str, order: TableOrder, seats: Sequence[Seat], moves: Sequence[Document], lang: Plain) -> Document:
    """Return the request that opens a table in a host."""
    taken: list[Plain] = [{"name": seat.name, "bot": seat.bot} for seat in seats]
    return {"op": "open", "table": table, "order": order.to_json(), "seats": taken, "moves": [*moves], "lang": lang}


def steps_told(state: Document) -> int:
    """Return how many steps of the log a page has with a state."""
    log = listed(state["log"])
    return int(str(state["log_from"])) + len(log)


def read_order(asked: Document, games: Mapping[str, str]) -> tuple[TableOrder, list[Seat]]:
    """Return what is ordered of a new table, with a seed of its own, and its seats; ``games`` are the rulesets by id. Raises ``TableError``."""
    where, players = games.get(str(asked.get("game"))), whole(asked.get("players"))
    if where is None:
        raise TableError("input")
    order = TableOrder(where, "", option_values(asked.get("options")), players, secrets.randbits(48))
    return order, _read_seats(asked.get("seats"), players)


def _read_seats(value: Plain, players: int) -> list[Seat]:
    """Return the seats that somebody orders. Raises ``TableError``: no two players may have one name."""
    if not isinstance(value, list) or len(value) != players or not 1 <= players <= MOST_SEATS:
        raise TableError("input")
    seats = [_seat(one) for one in value]
    names = [seat.name.casefold() for seat in seats if seat.name]
    if len(set(names)) < len(names):
        raise TableError("names")
    return seats


def _seat(value: Plain) -> Seat:
    name, bot = (value.get("name"), value.get("bot")) if isinstance(value, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(bot, str | None) or not name.isprintable():
        raise TableError("input")
    return Seat(" ".join(name.split())[:LONGEST_NAME], bot)


def _text(refused: TableError, connection: Connection) -> str:
    words = load_interface_texts(connection.lang, shipped_folder("locales"))
    return page_texts(words).get(f"error_{refused.code}", "")
