"""Files of a ruleset: read within bounds, never outside the folder they belong to."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final
from unicodedata import normalize

from reguli.source.character_checks import LARGEST_FILE
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.message_arguments import Said, Value
from reguli.source.source_excerpt import Lines
from reguli.source.source_texts import Sources
from reguli.source.span import Span

_HIDDEN: Final = (".", "~", "#")
AT_ONCE: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened that may be a pipe: without waiting for a writer."""
MOST_BELOW: Final = 20_000
MOST_BYTES: Final = 250_000_000
DEEPEST: Final = 16
"""Bounds of a whole folder: entries, bytes, and folders within one another."""
LARGEST_BELOW: Final = 8_000_000
"""Bytes of the largest file that anything of a ruleset is read from: a font of a theme."""


def name_in(path: Path, root: Path) -> str:
    """Name a file by its place below ``root``, with forward slashes; a file elsewhere keeps its path as given."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def has_entry(path: Path) -> bool:
    """Return whether a folder has an entry of this name, be it a pipe or a link that leads nowhere: whoever reads it finds out."""
    return os.path.lexists(path)


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether links lead from a path out of a folder; those in a circle lead nowhere."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def list_files(folder: Path, suffix: str) -> tuple[Path, ...]:
    """Give the files directly in a folder whose names end in ``suffix``, by name; none when there is no such folder.

    Files that editors and systems leave behind (names that begin with ``.``, ``~`` or ``#``) do not count. Raises ``OSError``
    when the folder may not be looked into.
    """
    if not folder.is_dir():
        return ()
    found = [path for path in folder.iterdir() if path.name.endswith(suffix) and not path.name.startswith(_HIDDEN)]
    return tuple(sorted((path for path in found if not path.is_dir()), key=lambda path: path.name))


class Unread(Exception):  # noqa: N818 - it says what was not done
    """A file or folder that is not read: the code of a finding (Y101, Y102, Y104, Y105, Y112), and its values."""

    def __init__(self, code: str, **values: Value) -> None:
        """Keep the finding."""
        super().__init__(code)
        self.code, self._values = code, tuple(values.items())

    def at(self, span: Span | None, near: str | None = None) -> Diagnostic:
        """Return the finding with its place, and the name that is probably meant."""
        return Diagnostic(self.code, span, self._values, (), near)


def read_ordinary(path: Path, most: int, root: Path | None = None, *, name: str | None = None) -> bytes:
    """Read an ordinary file of at most ``most`` bytes that lies below ``root`` once links are followed; it never blocks.

    Every file of a ruleset and of its repository is read here. Raises ``Unread``, which calls the file ``name``.
    """
    name = name or path.as_posix()
    try:
        found = path if root is None else Path(os.path.realpath(path))
        if root is not None and not found.is_relative_to(os.path.realpath(root)):
            raise Unread("Y102", name=name)
        kind = found.stat().st_mode
        if not stat.S_ISREG(kind):
            raise Unread("Y105", name=name, why=Said("why.folder" if stat.S_ISDIR(kind) else "why.no_ordinary_file"))
        with os.fdopen(os.open(found, AT_ONCE), "rb") as stream:
            raw = stream.read(most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Unread("Y101", name=name) from error
    except (OSError, ValueError) as error:  # no right to look, a NUL in the name
        raise Unread("Y105", name=name, why=why_unread(error)) from error
    if len(raw) > most:
        raise Unread("Y104", limit=most)
    return raw


def read_below(folder: Path) -> Iterator[tuple[Path, bytes | Unread]]:
    """Read the files below a folder, by name, as far as they do not lie in a hidden folder; one that is not read comes with the reason.

    A link to a folder is entered inside ``folder`` only, and never from within what it leads to; one that is not entered counts as a file.
    Raises ``Unread`` (Y112) for a folder that is out of bounds, ``OSError`` for one that may not be looked into.
    """
    left = MOST_BYTES
    for path, is_link in _paths_below(folder):
        try:
            raw = read_ordinary(path, LARGEST_BELOW, folder if is_link else None)
        except Unread as unread:
            yield path, unread
            continue
        left -= len(raw)
        if left < 0:
            raise _too_much(folder)
        yield path, raw


def _paths_below(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield the paths to read, and whether each is a link: whatever else stands in a folder that was entered lies below ``folder``."""
    waiting: list[tuple[Path, tuple[str, ...]]] = [(folder, (os.path.realpath(folder),))]
    left = MOST_BELOW
    while waiting:
        at, around = waiting.pop()
        with os.scandir(at) as entries:
            found = sorted(islice(entries, left + 1), key=lambda entry: entry.name)
        left -= len(found)
        if left < 0 or len(around) > DEEPEST:
            raise _too_much(folder)
        inner = []
        for entry in found:
            path, is_link = at / entry.name, entry.is_symlink()
            is_folder = path.is_dir() if is_link else entry.is_dir()
            real = os.path.realpath(path) if is_folder else ""
            if not real or real in around or (is_link and leads_out(path, folder)):
                yield path, is_link
            elif not path.name.startswith((".", "__")):
                inner.append((path, (*around, real)))
        waiting += reversed(inner)


def _too_much(folder: Path) -> Unread:
    return Unread("Y112", name=folder.name, limit=MOST_BELOW, bytes=MOST_BYTES, deepest=DEEPEST)


def read_bytes(path: Path, bag: Bag, *, root: Path, name: str, span: Span, most: int = LARGEST_FILE) -> bytes | None:
    """Read a file within bounds; None with a finding at ``span`` (Y101, Y102, Y104, Y105)."""
    try:
        return read_ordinary(path, most, root, name=name)
    except Unread as unread:
        bag.extend([unread.at(span)])
        return None


def read_text(
    path: Path,
    bag: Bag,
    *,
    root: Path,
    sources: Sources | None = None,
    named_at: Span | None = None,
    within: Path | None = None,
) -> str | None:
    """Read a UTF-8 file below ``root`` (a relative path starts there); None with a finding when that cannot be done.

    The text is kept in ``sources`` under ``name_in(path, root)``; ``named_at`` is the place that mentions the file; links stay ``within`` a folder,
    which is ``root`` where not said. Findings: Y101 to Y105. Line breaks stay as they are in the file; a letter that is written as two characters becomes one.
    """
    full = root / path
    name = name_in(full, root)
    raw = read_bytes(full, bag, root=within or root, name=name, span=named_at or Span(name, 0, 0, 0, 0))
    text = None if raw is None else _decoded(raw, name, bag)
    if text is not None and sources is not None:
        sources.add(name, text)
    return text


def why_unread(error: Exception) -> Value:
    """Say why the computer gives no file."""
    return Said("why.denied") if isinstance(error, PermissionError) else Said("why.refused_to_open")


def _decoded(raw: bytes, name: str, bag: Bag) -> str | None:
    try:
        text = raw.decode("utf-8")
        return text if text.isascii() else normalize("NFC", text)  # some systems write ș as s and a mark
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        at = len(before)
        bag.add("Y103", Lines(before + "?", name).span(at, at + 1), byte=f"0x{raw[error.start]:02X}")
        return None
