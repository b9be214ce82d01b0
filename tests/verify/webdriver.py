"""A browser that tests look into, where Debian's ``chromium`` and ``chromium-driver`` are installed; what speaks to it is the standard library."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

DRIVER = shutil.which("chromedriver")
PRESENT = DRIVER is not None and shutil.which("chromium") is not None
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KEYS = {"Tab": "\ue004", "Left": "\ue012", "Right": "\ue014", "Home": "\ue011", "End": "\ue010", "Enter": "\ue007"}
PATIENCE = 30
"""Seconds that the driver may take to be there."""


class Browser:
    """One window of a browser with a folder of its own, which is empty."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._at = f"http://127.0.0.1:{free.getsockname()[1]}"
        assert DRIVER is not None
        nowhere = subprocess.DEVNULL
        self._process = subprocess.Popen(
            [DRIVER, f"--port={self._at.rpartition(':')[2]}"], stdout=nowhere, stderr=nowhere
        )
        self._wait()
        options = {"args": [*FLAGS, f"--user-data-dir={folder}"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self._session = f"/session/{self._ask('/session', {'capabilities': {'alwaysMatch': wanted}})['sessionId']}"

    def _wait(self) -> None:
        for _ in range(PATIENCE * 5):
            with suppress(OSError), urlopen(f"{self._at}/status"):
                return
            time.sleep(0.2)

    def _ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._at + path, data, {"Content-Type": "application/json"}), timeout=60) as answer:
            return json.load(answer)["value"]

    def _in_session(self, path: str, body: object) -> Any:
        return self._ask(self._session + path, body)

    def open(self, page: Path, width: int = 1280) -> None:
        """Open a file at a width."""
        sizes = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        self._in_session("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": sizes})
        self._in_session("/url", {"url": page.as_uri()})

    def run(self, script: str) -> Any:
        """Run a script in the page, and give what it returns."""
        return self._in_session("/execute/sync", {"script": script, "args": []})

    def press(self, *names: str) -> None:
        """Press keys, one after the other."""
        pressed = [{"type": each, "value": KEYS.get(name, name)} for name in names for each in ("keyDown", "keyUp")]
        self._in_session("/actions", {"actions": [{"type": "key", "id": "keys", "actions": pressed}]})

    def until(self, script: str) -> Any:
        """Run a script until it gives something."""
        for _ in range(50):
            found = self.run(script)
            if found:
                return found
            time.sleep(0.1)
        raise AssertionError(f"nothing came of {script}")

    def complaints(self) -> list[str]:
        """What the page wrote to its console since the last time."""
        return [one["message"] for one in self._in_session("/se/log", {"type": "browser"})]

    def end(self) -> None:
        """Close the window, and end the driver."""
        with suppress(OSError):
            urlopen(Request(self._at + self._session, method="DELETE")).close()
        self._process.terminate()
        self._process.wait()
