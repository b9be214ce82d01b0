"""The file a game at the terminal is kept in: written after every move, never over what somebody else wrote meanwhile."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from reguli.app.files import check_save
from reguli.app.troubles import Refused
from reguli.cli.console import Console
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.records.saves import save_bytes
from reguli.ir.program import Slots
from reguli.source.said import Value
from reguli.source.writing import why_not, write_whole

SELDOM: Final = 1.0
"""Seconds between two writings while bots play among themselves: what is lost with them comes again from the seed."""
MOST_NEIGHBOURS: Final = 1_000


@dataclass(slots=True)
class SaveFile:
    """One file and what is known to be in it. Make one with ``save_file``."""

    path: Path
    playthrough: Playthrough
    console: Console
    known: bytes | None
    """The digest of what was last seen or written there; ``None`` for a file that was not there."""
    wrong: str | None = None
    """Why the last writing failed."""
    _written: Slots | None = None
    _at: float = 0.0

    def keep(self, *, seldom: bool = False) -> None:
        """Write the game if it has moved on; what goes wrong is said once, and the game goes on."""
        if self._written is self.playthrough.slots or (seldom and time.monotonic() - self._at < SELDOM):
            return
        before = self.wrong
        self.wrong = self._write()
        self._at = time.monotonic()
        if self.wrong is None:
            self._written = self.playthrough.slots
        elif self.wrong != before:
            self.console.note(self.wrong)

    def close(self) -> bool:
        """Write the game a last time and say where it is; tell whether it is there."""
        self.keep()
        self.console.note(self.wrong or self.console.say("saved: {file}", file=str(self.path)))
        return self.wrong is None

    def _write(self) -> str | None:
        try:
            if _digest(self.path) not in (self.known, None):
                self._step_aside()
            content = save_bytes(self.playthrough)
            write_whole(self.path, content, lasting=True)
            self.known = blake2b(content).digest()
        except (OSError, ValueError) as error:
            return unwritten(str(self.path), error, self.console)
        return None

    def _step_aside(self) -> None:
        """Go on in a file of another name, because somebody else wrote into this one."""
        wanted = self.path
        free = (wanted.with_name(f"{wanted.stem}.{number}{wanted.suffix}") for number in range(2, MOST_NEIGHBOURS))
        self.path = next((path for path in free if not path.exists()), wanted)
        self.console.note(
            self.console.say(
                "{file} was changed by somebody else meanwhile and is left as it is; this game goes into {other}",
                file=str(wanted),
                other=str(self.path),
            )
        )


def save_file(name: str, playthrough: Playthrough, console: Console, *, loaded: str | None) -> SaveFile:
    """Open the file of a game that begins, or goes on as ``loaded`` from a file; raises ``Refused`` when it cannot be one."""
    path = Path(name)
    check_save(path)
    same = loaded is not None and path.resolve() == Path(loaded).resolve()
    return SaveFile(path, playthrough, console, _digest(path), _written=playthrough.slots if same else None)


def saved_in_between(name: str, playthrough: Playthrough, console: Console) -> str | None:
    """Save a game that goes on into a file of another name, over nothing but a save; give what went wrong, if anything did."""
    try:
        check_save(Path(name))
        write_whole(Path(name), save_bytes(playthrough), lasting=True)
    except Refused as refused:
        return _unwritten(name, dict(refused.finding.args)["why"], console)
    except (OSError, ValueError) as error:
        return unwritten(name, error, console)
    return None


def unwritten(name: str, error: OSError | ValueError, console: Console) -> str:
    """Say that a game could not be written."""
    return _unwritten(name, why_not(error), console)


def _unwritten(name: str, why: Value, console: Console) -> str:
    return console.say("{file} cannot be written: {why}", file=name, why=console.translation.say(why))


def _digest(path: Path) -> bytes | None:
    try:
        return blake2b(path.read_bytes()).digest()
    except FileNotFoundError:
        return None
