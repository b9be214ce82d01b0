"""The web server: pages, the list of games, new tables, and a WebSocket for each page that is open.

It serves nothing but what is listed here. Every answer carries a content security policy that allows scripts and styles of this
server alone. Requests of other pages (another ``Origin`` or ``Host``) are refused.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from reguli.app.errors import make_refusal
from reguli.app.user_files import file_write_errors
from reguli.engine.notation import Plain
from reguli.publish.pictures.replay_page import position_files
from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.web.host_pool import HostLostError, HostPool
from reguli.web.messages import Document, TableError
from reguli.web.page_texts import PAGES, PRINTED_POLICY, name_document, page_texts
from reguli.web.table_sessions import MOST_REFUSED, PACE, Connection, TableSessions, read_order
from reguli.web.table_store import TableStore
from reguli.web.workbench import Workbench
from reguli.words.catalogue.interface_texts import OWN, load_interface_texts
from reguli.words.grammar.languages import language_codes, languages

TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
MOST_BODY: Final = 16_384
"""Bytes of a request to make a table, and of one message on a WebSocket."""
MOST_TABLES: Final = 10_000
NEW_TABLES: Final = 20
"""Tables that one address may make in ten minutes."""
MOST_PAGES: Final = 400
"""Pages that one address may have open."""
MOST_WAITING: Final = 32
"""Messages that wait to be sent to one page; a page that does not take them is given up."""
DEEPEST: Final = 4
"""Levels of a message: its keys, what they hold, the arguments of a move or the seats of a table, and what those hold."""
LONGEST_ID: Final = 80
"""Letters of the id of a kind or an element that is asked about."""
KEPT_PAGES: Final = 40
"""Rulebooks and cards that are kept in memory."""
BODY_PATIENCE: Final = 5.0
"""Seconds that sending the body of a request may take; what came until then is read as the whole."""
BOOK_PATIENCE: Final = 120.0
"""Seconds that printing a rulebook may take."""


@dataclass(slots=True)
class WebTables:
    """What the server serves: rulesets by id, and their sessions."""

    games: dict[str, str]
    store: TableStore
    pool: HostPool
    sessions: TableSessions
    printers: HostPool
    """Processes that print rulebooks, so that no table waits for one."""
    bench: Workbench | None = None
    """Where files are watched."""
    _named: list[Document] = field(default_factory=list)
    _pages: OrderedDict[tuple[str, ...], str] = field(default_factory=OrderedDict)
    _made: dict[str, list[float]] = field(default_factory=dict)
    _open: Counter[str] = field(default_factory=Counter)

    # -- games -------------------------------------------------------------------------------------------------

    async def list_games(self, request: Request) -> Response:
        """Answer with the games, in the language that is asked for."""
        code = _code(request)
        if not self._named:
            self._named = [await self._name(game, where) for game, where in self.games.items()]
        words = load_interface_texts(code, shipped_folder("locales"))
        spoken = [{"code": one.code, "name": one.name} for one in languages()]
        return JSONResponse({"lang": code, "languages": spoken, "texts": page_texts(words), "games": self._named})

    async def _name(self, game: str, where: str) -> Document:
        if where in shipped_rulesets():
            return {**name_document(where), "id": game}
        try:
            found = await self.pool.host_of(where).ask({"op": "name"})
        except (HostLostError, TableError):
            return {"id": game, "name": Path(where).name, "players": [0, 0]}
        assert isinstance(found, dict)
        return {**found, "id": game}

    async def describe_game(self, request: Request) -> Response:
        """Answer with what is chosen before a game begins."""
        game, code = request.query_params.get("game", ""), _code(request)
        if game not in self.games:
            return _refused("game", code, 404)
        try:
            found = await self.pool.host_of(self.games[game]).ask({"op": "game", "lang": code})
        except HostLostError:
            return _refused("lost", code, 502)
        assert isinstance(found, dict)
        return JSONResponse({**found, "id": game})

    # -- tables ------------------------------------------------------------------------------------------------

    async def create_table(self, request: Request) -> Response:
        """Make a table and answer with its links."""
        code = OWN
        try:
            asked = await _body(request)
            code = next((one for one in language_codes() if one == asked.get("lang")), OWN)
            self._admit(request.client.host if request.client else "")
            order, seats = read_order(asked, self.games)
            links = await self.sessions.create(order, seats, code)
        except TableError as refused:
            return _refused(refused.code, code, 429 if refused.code == "busy" else 400, refused.text)
        return JSONResponse(links, status_code=201)

    def _admit(self, address: str) -> None:
        now = time.monotonic()
        made = [one for one in self._made.get(address, []) if now - one < 600]
        if len(made) >= NEW_TABLES or self.store.count() >= MOST_TABLES:
            raise TableError("busy")
        self._made = {other: times for other, times in self._made.items() if now - times[-1] < 600}
        self._made[address] = [*made, now]

    # -- pages -------------------------------------------------------------------------------------------------

    async def print_product(self, request: Request) -> Response:
        """Answer with a rulebook, a card, the faces of pieces or the rules of an element, by the options that are asked for."""
        game, code, product = request.query_params.get("game", ""), _code(request), request.url.path.strip("/")
        if game not in self.games:
            return _refused("game", code, 404)
        options = _message(request.query_params.get("options", "{}")[:MOST_BODY])
        named = {name: request.query_params.get(name, "")[:LONGEST_ID] for name in ("kind", "element")}
        key = (game, code, product, json.dumps(options, sort_keys=True), *named.values())
        if key not in self._pages:
            try:
                host = self.printers.host_of(self.games[game])
                op: Document = {"op": "say", **named} if product == "say" else {"op": "page", "product": product}
                asked: Document = {**op, "lang": code, "options": options}
                text = await host.ask(asked, BOOK_PATIENCE)
            except HostLostError:
                return _refused("lost", code, 502)
            except TableError as refused:
                return _refused(refused.code, code, 404 if refused.code == "input" else 502, refused.text)
            self._pages[key] = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
            while len(self._pages) > KEPT_PAGES:
                self._pages.popitem(last=False)
        if product in ("faces", "say"):
            return Response(self._pages[key], media_type="application/json")
        return HTMLResponse(
            self._pages[key], headers={"Content-Security-Policy": f"{PRINTED_POLICY}; frame-ancestors 'self'"}
        )

    def forget_pages(self, where: str) -> None:
        """Forget what was printed of a ruleset whose files have changed."""
        for key in [key for key in self._pages if self.games[key[0]] == where]:
            del self._pages[key]

    async def serve_page(self, page: WebSocket) -> None:
        """Serve one page until it leaves."""
        address = page.client.host if page.client else ""
        if self._open[address] >= MOST_PAGES:
            await page.close(1013)
            return
        await page.accept()
        self._open[address] += 1
        outbox = asyncio.Queue[Document](MOST_WAITING)
        delivery = asyncio.create_task(_deliver(page, outbox))

        async def send(message: Document) -> None:
            try:
                outbox.put_nowait(message)
            except asyncio.QueueFull:
                delivery.cancel()  # it does not read, and no table waits for that

        connection = Connection(send)
        try:
            while connection.refused < MOST_REFUSED and (text := await _received(page, delivery)) is not None:
                await send(await self.sessions.serve(connection, _message(text)))
        finally:
            delivery.cancel()
            self._open[address] -= 1
            await self.sessions.close(connection)
            if self.bench is not None:
                self.bench.forget(connection)
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await asyncio.wait_for(page.close(1008), 1)


async def _deliver(page: WebSocket, outbox: asyncio.Queue[Document]) -> None:
    """Send what a page is to be told, in order, until it is told that its seat has moved."""
    message: Document = {}
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while message.get("push") != "moved":
            message = await outbox.get()
            await page.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        await page.close(4001)


async def _received(page: WebSocket, delivery: asyncio.Task[None]) -> str | bytes | None:
    """Return the next message of a page; None when it has left, or when nothing can be sent to it."""
    receiving = asyncio.create_task(page.receive())
    await asyncio.wait((receiving, delivery), return_when=asyncio.FIRST_COMPLETED)
    if delivery.done():
        receiving.cancel()
        return None
    message = receiving.result()
    return None if message["type"] == "websocket.disconnect" else message.get("text") or message.get("bytes") or ""


async def _static(request: Request) -> Response:
    name = request.path_params.get(
        "name", {"/": "index.html", "/table": "table.html", "/workbench": "workbench.html"}.get(request.url.path, "")
    )
    text = position_files().get(name)
    if text is None:
        known = {path.name: path for path in PAGES.iterdir() if path.suffix in TYPES}
        if name not in known:
            return Response(status_code=404)
        text = known[name].read_text("utf-8")
    kind = f"{TYPES[Path(name).suffix]}; charset=utf-8"
    return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})


async def _body(request: Request) -> Document:
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise TableError("input")
    body = b""
    with suppress(ClientDisconnect, TimeoutError):
        async with asyncio.timeout(BODY_PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BODY:
                    raise TableError("input")
    return _message(body)


def _message(text: str | bytes) -> Document:
    """Read a message; one that is no object, is nested deeply or cannot be written again is one without an operation."""
    with suppress(ValueError, RecursionError):
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
        if isinstance(found, dict) and _is_shallow(found, DEEPEST):
            return found
    return {}


def _is_shallow(value: Plain, levels: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_is_shallow(one, levels - 1) for one in inside)


def _code(request: Request) -> str:
    asked = request.query_params.get("lang", "")
    if asked in language_codes():
        return asked
    preferred = (part.partition(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(","))
    return next((code for code in preferred if code in language_codes()), OWN)


def _refused(code: str, lang: str, status: int, text: str = "") -> Response:
    said = text or page_texts(load_interface_texts(lang, shipped_folder("locales"))).get(f"error_{code}", code)
    return JSONResponse({"error": {"code": code, "text": said}}, status_code=status)


class Guarded:
    """An application behind checks of ``Host`` and ``Origin``, whose answers carry the headers that browsers hold pages to."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        """Store the names by which the server may be addressed; none for any."""
        self._app, self._hosts = app, frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        named = urlsplit(f"//{host}").hostname or ""
        if (self._hosts and named not in self._hosts) or (origin is not None and urlsplit(origin).netloc != host):
            await self._turn_away(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = Headers(raw=message["headers"])
                message["headers"] = [
                    *message["headers"],
                    *(
                        (b"content-security-policy", POLICY.encode())
                        for _ in range("content-security-policy" not in kept)
                    ),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                    (b"cross-origin-opener-policy", b"same-origin"),
                    (b"cross-origin-resource-policy", b"same-origin"),
                ]
            await send(message)

        await self._app(scope, receive, guarded)

    @staticmethod
    async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await Response(status_code=403)(scope, receive, send)


def make_application(
    games: dict[str, str],
    data: Path,
    *,
    hosts: Sequence[str] = (),
    pace: float = PACE,
    processes: int | None = None,
    bench_key: str | None = None,
) -> ASGIApp:
    """Return the application that serves rulesets (by id: a name or a path) with its tables in a data folder.

    ``hosts``: the names by which it may be addressed, none for any. ``pace``: seconds between moves of bots. ``processes``: how many
    hosts each ruleset may have, by default one for each core. ``bench_key``: watch the files, and open workbenches to those who have this key. Raises ``Refused`` (X112) where the data cannot be opened.
    """
    with file_write_errors(data):
        store = TableStore(data)
    pool, printers = HostPool(processes), HostPool(1)
    tables = WebTables(games, store, pool, TableSessions(store, pool, games, pace), printers)

    if bench_key is not None:
        tables.bench = Workbench(bench_key, games, store, tables.sessions, tables.forget_pages)
        tables.sessions.watch_with(tables.bench.answers)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = None if tables.bench is None else asyncio.create_task(tables.bench.watch())
        yield
        if tables.bench is not None and watching is not None:
            watching.cancel()
            await tables.bench.stop()
        await pool.stop()
        await printers.stop()
        store.close()

    routes = [
        Route("/", _static),
        Route("/table", _static),
        Route("/workbench", _static),
        Route("/page/{name}", _static),
        Route("/api/games", tables.list_games),
        Route("/api/game", tables.describe_game),
        Route("/api/tables", tables.create_table, methods=["POST"]),
        Route("/book", tables.print_product),
        Route("/card", tables.print_product),
        Route("/faces", tables.print_product),
        Route("/say", tables.print_product),
        WebSocketRoute("/ws", tables.serve_page),
    ]
    return Guarded(Starlette(routes=routes, lifespan=lifespan), hosts)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address. Raises ``Refused`` (X181)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family)
    if os.name == "posix":  # on Windows it lets two servers have one port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        raise make_refusal("X181", host=host, port=port, why=str(getattr(error, "strerror", error))) from None
    return made


def run_server(application: ASGIApp, listening: socket.socket) -> None:
    """Serve until the process is asked to end."""
    config = uvicorn.Config(application, log_level="warning", ws_max_size=MOST_BODY, lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])
