"""A server as a process of its own, and pages that speak to it as nobody should."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from reguli.web.web_server import listen

LARGEST = 1 << 24
PATIENCE = 120.0
"""Seconds after which a test fails that would wait for ever."""


@dataclass
class Server:
    """A server that runs, and what it has written to its terminal so far."""

    port: int
    process: subprocess.Popen[str]
    terminal: IO[str] = field(repr=False)
    pages: ExitStack = field(repr=False, default_factory=ExitStack)
    """The connections that are open."""

    @property
    def said(self) -> str:
        """Return what the server and its hosts have written."""
        self.terminal.seek(0)
        return str(self.terminal.read())

    def ask(self, path: str, body: object = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """Return the status and the document of an HTTP request; a body is sent as JSON unless it is bytes."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **(headers or {})}
        request = Request(f"http://127.0.0.1:{self.port}{path}", data, sent)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as refused:
            text = refused.read()
            return refused.code, json.loads(text) if text else None

    def order(self, game: str, players: int = 2, bots: str | None = None) -> tuple[int, Any]:
        """Ask for a table and return the status and the links, or the error."""
        seats = [{"name": "", "bot": bots if seat else None} for seat in range(players)]
        asked = {"game": game, "players": players, "options": {}, "lang": "en", "seats": seats}
        return self.ask("/api/tables", asked)

    def page(self) -> Page:
        """Return a page that is connected."""
        address = f"ws://127.0.0.1:{self.port}/ws"
        return Page(self.pages.enter_context(connect(address, max_size=LARGEST, proxy=None, close_timeout=1)))


@dataclass
class Page:
    """A page: it asks and is answered; what is pushed meanwhile is kept."""

    socket: ClientConnection
    state: dict[str, Any] = field(default_factory=dict)
    number: int = 0

    def ask(self, op: object, **keys: object) -> dict[str, Any]:
        """Return the answer to a request."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "op": op, **keys}))
        return self.answer()

    def answer(self) -> dict[str, Any]:
        """Return the next message that is no push."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if "push" not in message:
                return message
            self.state = message.get("state", self.state)

    def open(self, link: object) -> dict[str, Any]:
        """Open a link and return the answer."""
        answer = self.ask("open", version=1, link=link, lang="en")
        if answer["ok"]:
            self.state = answer["result"]["state"]
        return answer


@contextmanager
def serving(folder: Path, *games: str) -> Iterator[Server]:
    """Run a server; it must not have written a traceback when it ends."""
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "reguli", "serve", *games, "--pace", "0", "--port", str(port)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as terminal:
        with subprocess.Popen(
            [*command, "--data", str(folder / "data")], stdout=terminal, stderr=subprocess.STDOUT, text=True
        ) as process:
            server = Server(port, process, terminal)
            try:
                while not _answers(server):
                    assert process.poll() is None, server.said
                with server.pages:
                    yield server
            finally:
                process.kill()
        assert "Traceback" not in server.said, server.said


def _answers(server: Server) -> bool:
    try:
        return server.ask("/api/game?game=nothing")[0] == 404
    except OSError:
        return False
