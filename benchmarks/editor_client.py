"""An editor, as far as a language server sees one: messages over stdio, buffers, and what it was told of its files."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE = 120.0
"""Seconds in which an answer must come."""
KINDS = {".rules": "reguli-rules", ".yaml": "yaml"}


class EditorClient:
    """A language server in a process of its own, with an editor that speaks to it."""

    def __init__(self, *options: str, locale: str = "en") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reguli", "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.locale = locale
        self.came: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.told: dict[Path, list[dict[str, Any]]] = {}
        self.times: list[tuple[float, Path]] = []
        self.logged: list[str] = []
        self.buffers: dict[Path, str] = {}
        self.answers: dict[int, dict[str, Any]] = {}
        self.number = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        capabilities = {"general": {"positionEncodings": ["utf-16"]}}
        self.capabilities = self.ask(
            "initialize", {"processId": None, "rootUri": None, "locale": self.locale, "capabilities": capabilities}
        )["capabilities"]
        self.say("initialized", {})
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.ask("shutdown", None)
            self.say("exit", None)
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while head := stream.readline():
            if head.lower().startswith(b"content-length"):
                size = int(head.split(b":")[1])
                while stream.readline().strip():
                    pass
                self.came.put(json.loads(stream.read(size)))
        self.came.put(None)

    def send(self, raw: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
        self.process.stdin.flush()

    def say(self, method: str, params: object) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def begin(self, method: str, params: object) -> int:
        self.number += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode())
        return self.number

    def step(self, until: float) -> bool:
        """Take in one message; return whether one came in time."""
        try:
            message = self.came.get(timeout=max(until - time.monotonic(), 0.001))
        except queue.Empty:
            return False
        assert message is not None, "the server has ended"
        if "id" in message and "method" not in message:
            self.answers[message["id"]] = message
        elif message["method"] == "textDocument/publishDiagnostics":
            path = path_of(message["params"]["uri"])
            self.told[path] = message["params"]["diagnostics"]
            self.times.append((time.monotonic(), path))
        elif message["method"] == "window/logMessage":
            self.logged.append(message["params"]["message"])
        return True

    def answer(self, number: int) -> dict[str, Any]:
        """Return the whole answer to a request: a result or an error."""
        end = time.monotonic() + PATIENCE
        while number not in self.answers:
            assert self.step(end), "no answer"
        return self.answers.pop(number)

    def ask(self, method: str, params: object) -> Any:
        found = self.answer(self.begin(method, params))
        assert "error" not in found, found
        return found["result"]

    def wait(self, path: Path, codes: set[str] | None = None) -> list[dict[str, Any]]:
        """Wait until a file has findings of exactly these codes; without codes, until it was told of again."""
        end = time.monotonic() + PATIENCE
        if codes is None:
            self.told.pop(path, None)
        while path not in self.told or (codes is not None and {one["code"] for one in self.told[path]} != codes):
            assert self.step(end), (path, self.told.get(path), self.logged)
        return self.told[path]

    def settle(self, quiet: float = 1.0) -> None:
        """Wait until the server has said nothing for some seconds."""
        while self.step(time.monotonic() + quiet):
            pass

    def ready(self, path: Path) -> None:
        """Wait until the ruleset of a file was checked: a question that needs all its files is answered afterwards."""
        time.sleep(0.3)
        place = self.at(path, next(word for word in self.buffers[path].split() if word[0].isalpha()))
        self.answer(self.begin("textDocument/references", {**place, "context": {"includeDeclaration": True}}))

    # -- What somebody does ------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None) -> str:
        self.buffers[path] = path.read_text("utf-8") if text is None else text
        document = {"uri": path.as_uri(), "languageId": KINDS.get(path.suffix, ""), "version": 1}
        self.say("textDocument/didOpen", {"textDocument": {**document, "text": self.buffers[path]}})
        return self.buffers[path]

    def type(self, path: Path, text: str) -> None:
        self.buffers[path] = text
        changes = [{"text": text}]
        document = {"uri": path.as_uri(), "version": self.number + 2}
        self.say("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def close(self, path: Path) -> None:
        del self.buffers[path]
        self.say("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def at(self, path: Path, words: str, into: int = 0) -> dict[str, Any]:
        """Return the place of some words in a buffer; ``into`` letters behind their beginning."""
        start = self.buffers[path].index(words) + into
        line = self.buffers[path].count("\n", 0, start)
        column = start - (self.buffers[path].rfind("\n", 0, start) + 1)
        return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}}

    def offered(self, path: Path, words: str) -> dict[str, dict[str, Any]]:
        """Return what is offered behind some words, by its text."""
        found = self.ask("textDocument/completion", self.at(path, words, len(words)))
        return {one["label"]: one for one in found}

    def rename(self, path: Path, words: str, new: str) -> dict[str, Any]:
        """Return the answer to a request to rename the id that some words begin with."""
        return self.answer(self.begin("textDocument/rename", {**self.at(path, words), "newName": new}))


def path_of(uri: str) -> Path:
    """Return the file of a URI."""
    from urllib.parse import unquote, urlsplit

    return Path(unquote(urlsplit(uri).path))


def apply(edits: dict[str, list[dict[str, Any]]]) -> None:
    """Change files as an editor does that takes an answer."""
    for uri, several in edits.items():
        path = path_of(uri)
        lines = path.read_text("utf-8").split("\n")
        for one in sorted(several, key=lambda one: -one["range"]["start"]["character"]):
            start, end = one["range"]["start"], one["range"]["end"]
            assert start["line"] == end["line"]
            line = lines[start["line"]]
            lines[start["line"]] = line[: start["character"]] + one["newText"] + line[end["character"] :]
        path.write_text("\n".join(lines), "utf-8")
