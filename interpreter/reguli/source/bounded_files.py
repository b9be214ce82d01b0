"""File access for rulesets: reads within size limits, never outside the ruleset's folder."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EDEADLK, errorcode
from itertools import islice
from pathlib import Path
from typing import Final
from unicodedata import normalize

from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import ENGLISH, Said, Value, every_phrase
from reguli.source.source_excerpt import LineIndex, Sources, Span
from reguli.source.working_copy import unsaved_bytes

# -- Letters, and characters and sizes that no text of a ruleset has, found before anything is parsed ----------------


LARGEST_FILE: Final = 2_000_000
LONGEST_LINE: Final = 10_000
ENOUGH: Final = 1_000  # findings of one kind in one file, beyond which none is looked for
BYTE_ORDER_MARK: Final = "\ufeff"
# Controls but tab and line breaks; a lone carriage return; YAML's and Unicode's further line breaks; marks without width;
# marks that turn the writing direction; halves of surrogate pairs; no characters at all. Joiners (U+200C, U+200D) and the
# soft hyphen stay allowed: they are part of words and signs.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff\ufffe\uffff]"
    "|\r(?!\n)"
    # A no-break space or another wide space at the beginning of a line looks like indentation and is none.
    "|^[ \t]*[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]",
    re.MULTILINE,
)
_CONTROL_NAMES: Final = {
    "\x00": "NUL",
    "\x07": "BELL",
    "\x08": "BACKSPACE",
    "\x0b": "VERTICAL TAB",
    "\x0c": "FORM FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x85": "NEXT LINE",
}
_TABS: Final = re.compile(r"^([^\t\n]*)\t", re.MULTILINE)


def unicode_char_name(char: str) -> str:
    """Return a searchable name of a character, as in ``U+202E RIGHT-TO-LEFT OVERRIDE``."""
    name = unicodedata.name(char, _CONTROL_NAMES.get(char, ""))
    return f"U+{ord(char):04X} {name}".rstrip()


def first_invisible_char(text: str) -> str | None:
    """Return the first invisible character of a value other than tabs and line breaks, or ``None``."""
    found = _INVISIBLE.search(text)
    return None if found is None else found[0][-1]


def clean_source_text(text: str, file: str, bag: Bag) -> str | None:
    """Return the text with each tab replaced by a space, or ``None`` if it is not fit to be parsed.

    Findings: size (Y104), long lines (Y108), byte order mark (Y106), invisible characters (Y107), tabs (Y202, one a line).
    """
    if len(text) > LARGEST_FILE:
        bag.add("Y104", Span(file, 0, 0, 0, 0), limit=LARGEST_FILE)
        return None
    lines = LineIndex(text, file)
    fit = _check_invisible(lines, bag)
    fit = _check_lengths(lines, bag) and fit
    fit = _check_tabs(lines, bag) and fit
    return text.replace("\t", " ") if fit else None


def _check_invisible(lines: LineIndex, bag: Bag) -> bool:
    fit = True
    for found in islice(_INVISIBLE.finditer(lines.text), ENOUGH):
        fit = False
        at = found.end() - 1
        char = lines.text[at]
        if char == BYTE_ORDER_MARK and at == 0:
            bag.add("Y106", lines.span(0, 1))
        else:
            bag.add("Y107", lines.span(at, at + 1), name=unicode_char_name(char))
    return fit


def _check_lengths(lines: LineIndex, bag: Bag) -> bool:
    fit = True
    start = 0
    for line in lines.text.split("\n"):
        if len(line) > LONGEST_LINE:
            fit = False
            bag.add("Y108", lines.span(start, start + 1), limit=LONGEST_LINE)
        start += len(line) + 1
    return fit


def _check_tabs(lines: LineIndex, bag: Bag) -> bool:
    """Report the first tab of each line; a tab in indentation leaves the text unfit, since its width is unknown."""
    fit = True
    for found in islice(_TABS.finditer(lines.text), ENOUGH):
        at = found.end() - 1
        bag.add("Y202", lines.span(at, at + 1))
        fit = fit and bool(found[1].strip(" "))
    return fit


# -- bounded files ---------------------------------------------------------------------------------------------------


_HIDDEN: Final = (".", "~", "#")
AT_ONCE: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened that may be a pipe: without waiting for a writer."""
MOST_BELOW: Final = 20_000
LINK: Final = 200
"""Entries that a link to a folder counts for: what a path leads to is looked up link by link."""
MOST_BYTES: Final = 250_000_000
DEEPEST: Final = 16
"""Bounds of a whole folder: entries, bytes, and folders within one another."""
LARGEST_BELOW: Final = 8_000_000
"""Bytes of the largest file that anything of a ruleset is read from: a font of a theme."""


def relative_name(path: Path, root: Path) -> str:
    """Return the name of a file relative to ``root``, with forward slashes; a file elsewhere keeps its path as given."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def folder_has_entry(path: Path) -> bool:
    """Return whether a folder has an entry of this name, even a pipe or a dangling link, which only fails when read."""
    return os.path.lexists(path)


def escapes_folder(path: Path, folder: Path) -> bool:
    """Return whether a path leads out of a folder through links; circular links do not resolve."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def list_files(folder: Path, suffix: str) -> tuple[Path, ...]:
    """Return the files directly in a folder whose names end in ``suffix``, by name; none when there is no such folder.

    Files that editors and systems leave behind (names that begin with ``.``, ``~`` or ``#``) do not count. Raises ``OSError``
    when the folder may not be looked into.
    """
    if not folder.is_dir():
        return ()
    found = [path for path in folder.iterdir() if path.name.endswith(suffix) and not path.name.startswith(_HIDDEN)]
    return tuple(sorted((path for path in found if not path.is_dir()), key=lambda path: path.name))


class UnreadableFile(Exception):  # noqa: N818 - it says what was not done
    """Raised for a file or folder that is not read: the code of a finding (Y101, Y102, Y104, Y105, Y112), and its values."""

    def __init__(self, code: str, **values: Value) -> None:
        """Store the finding."""
        super().__init__(code)
        self.code, self._values = code, tuple(values.items())

    def at(self, span: Span | None, near: str | None = None) -> Diagnostic:
        """Return the finding with its place, and the name that is probably meant."""
        return Diagnostic(self.code, span, self._values, (), near)


def read_bounded_file(path: Path, most: int, root: Path | None = None, *, name: str | None = None) -> bytes:
    """Read an ordinary file of at most ``most`` bytes below ``root``, after resolving links; never block.

    Every file of a ruleset and of its repository is read here. Raises ``UnreadableFile``, which calls the file ``name``.
    """
    name = name or path.as_posix()
    try:
        found = path if root is None else Path(os.path.realpath(path))
        if root is not None and not found.is_relative_to(os.path.realpath(root)):
            raise UnreadableFile("Y102", name=name)
        raw = unsaved_bytes(found)
        if raw is None:
            raw = _read_ordinary(found, most, name)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UnreadableFile("Y101", name=name) from error
    except (OSError, ValueError) as error:  # no right to look, a NUL in the name
        raise UnreadableFile("Y105", name=name, why=unreadable_reason(error)) from error
    if len(raw) > most:
        raise UnreadableFile("Y104", limit=most)
    return raw


def _read_ordinary(path: Path, most: int, name: str) -> bytes:
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind):
        raise UnreadableFile(
            "Y105", name=name, why=Said("why.folder" if stat.S_ISDIR(kind) else "why.no_ordinary_file")
        )
    with os.fdopen(os.open(path, AT_ONCE), "rb") as stream:
        return stream.read(most + 1)


def read_folder(folder: Path) -> Iterator[tuple[Path, bytes | UnreadableFile]]:
    """Read the files below a folder, by name, except in hidden folders; an unread file is returned with the reason.

    A link to a folder is entered inside ``folder`` only, and never from within what it leads to; one that is not entered counts as a file.
    Raises ``UnreadableFile`` (Y112) for a folder that is out of bounds, ``OSError`` for one that may not be looked into.
    """
    left = MOST_BYTES
    for path, is_link in _paths_below(folder):
        try:
            raw = read_bounded_file(path, LARGEST_BELOW, folder if is_link else None)
        except UnreadableFile as unread:
            yield path, unread
            continue
        left -= len(raw)
        if left < 0:
            raise _too_much(folder)
        yield path, raw


def _paths_below(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield the paths to read, and whether each is a link; paths that are not links are always inside ``folder``."""
    waiting: list[tuple[Path, tuple[str, ...]]] = [(folder, (os.path.realpath(folder),))]
    left = MOST_BELOW
    while waiting:
        at, around = waiting.pop()
        with os.scandir(at) as entries:
            found = sorted(islice(entries, max(left, 0) + 1), key=lambda entry: entry.name)
        left -= len(found)
        if left < 0 or len(around) > DEEPEST:
            raise _too_much(folder)
        inner = []
        for entry in found:
            path, is_link = at / entry.name, entry.is_symlink()
            is_folder = path.is_dir() if is_link else entry.is_dir()
            real = os.path.realpath(path) if is_folder else ""
            if not real or real in around or (is_link and escapes_folder(path, folder)):
                yield path, is_link
            elif not path.name.startswith((".", "__")):
                inner.append((path, (*around, real)))
                left -= LINK * is_link
        waiting += reversed(inner)


def _too_much(folder: Path) -> UnreadableFile:
    return UnreadableFile("Y112", name=folder.name, limit=MOST_BELOW, bytes=MOST_BYTES, deepest=DEEPEST)


def read_bytes_or_report(
    path: Path, bag: Bag, *, root: Path, name: str, span: Span, most: int = LARGEST_FILE
) -> bytes | None:
    """Read a file within bounds; None with a finding at ``span`` (Y101, Y102, Y104, Y105)."""
    try:
        return read_bounded_file(path, most, root, name=name)
    except UnreadableFile as unread:
        bag.extend([unread.at(span)])
        return None


def read_text_or_report(
    path: Path,
    bag: Bag,
    *,
    root: Path,
    sources: Sources | None = None,
    named_at: Span | None = None,
    within: Path | None = None,
) -> str | None:
    """Read a UTF-8 file below ``root`` (a relative path starts there); ``None`` with a finding on failure.

    The text is kept in ``sources`` under ``name_in(path, root)``; ``named_at`` is the place that mentions the file; links stay ``within`` a folder,
    which is ``root`` where not said. Findings: Y101 to Y105. Line breaks stay as they are in the file; a letter that is written as two characters becomes one.
    """
    full = root / path
    name = relative_name(full, root)
    raw = read_bytes_or_report(full, bag, root=within or root, name=name, span=named_at or Span(name, 0, 0, 0, 0))
    text = None if raw is None else _decoded(raw, name, bag)
    if text is not None and sources is not None:
        sources.add(name, text)
    return text


def unreadable_reason(error: Exception) -> Value:
    """Return why the OS does not open a file."""
    return Said("why.denied") if isinstance(error, PermissionError) else Said("why.refused_to_open")


def _decoded(raw: bytes, name: str, bag: Bag) -> str | None:
    try:
        text = raw.decode("utf-8")
        return text if text.isascii() else normalize("NFC", text)  # some systems write ș as s and a mark
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        at = len(before)
        bag.add("Y103", LineIndex(before + "?", name).span(at, at + 1), byte=f"0x{raw[error.start]:02X}")
        return None


# -- atomic files ----------------------------------------------------------------------------------------------------
# Files written wholly or not at all: beside their place first, then moved there, so that an older file stays until the new one is whole.


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TRIES: Final = 100
NAME: Final = 40
"""Letters of a file's name in that of its unfinished neighbour, which must not become too long."""
ENDING: Final = ".part"
LEFT: Final = 60.0
"""Seconds after which what a process that is gone had begun is taken away: it may have run on another machine."""


class WriteRefused(OSError):  # noqa: N818 - it says what was not done
    """Raised for a file not written for a non-OS reason, ``why``."""

    def __init__(self, why: Said) -> None:
        """Set the English message for callers that ask for no language."""
        super().__init__(ENGLISH.say(why))
        self.why = why


def os_error_reason(error: OSError | ValueError) -> Value:
    """Return the reason a file could not be read or written; for a ``ValueError``, that its name is not a valid file name."""
    match error:
        case WriteRefused():
            return error.why
        case OSError():
            known = f"system.{errorcode.get(error.errno or 0)}"
            return Said(known) if known in every_phrase() else error.strerror or Said("why.refused")
        case _:  # a NUL in the name
            return Said("why.no_file_name")


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold an exclusive lock on a folder against other processes and threads that use it, so that read-modify-write loses no changes.

    Whoever changes a file by what stands in it asks for it, once and not again before it is done. The lock is the system's: it goes with the
    process that has it. Where a folder cannot be locked nothing is kept from it.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            if sys.platform == "win32":
                stream = stack.enter_context((folder / ".lock").open("ab"))
                while not _locked(stream.fileno()):
                    pass
            else:
                handle = os.open(folder, os.O_RDONLY)
                stack.callback(os.close, handle)
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


if sys.platform == "win32":

    def _locked(handle: int) -> bool:
        """Lock a byte of a file, for no folder can be locked there; False after ten seconds. Raises ``OSError``."""
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        except OSError as error:
            if error.errno != EDEADLK:
                raise
            return False
        return True


def write_atomically(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write a file atomically, replacing only an ordinary one; ``lasting`` waits until it is on disk. Raises ``OSError``.

    Links are followed, rights to an older file are kept, and what somebody who was killed had left beside it goes.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise WriteRefused(Said("why.path_no_ordinary_file", path=str(path)))
    rights = target.stat().st_mode & 0o777 if target.exists() else None
    with _moved_to(target) as beside:
        with beside.open("xb") as stream:
            stream.write(content)
            stream.flush()
            if lasting:
                os.fsync(stream.fileno())
        if rights is not None:
            beside.chmod(rights)
    if lasting:
        _sync_folder(target.parent)


@contextmanager
def write_folder_atomically(target: Path) -> Iterator[Path]:
    """Create a folder atomically: fill a temporary one next to it, and rename it on leaving. Raises ``OSError``."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with _moved_to(target) as beside:
        beside.mkdir()
        yield beside


@contextmanager
def _moved_to(target: Path) -> Iterator[Path]:
    """Yield a temporary name next to a path; its content is moved to the path on success and deleted on failure."""
    remove_stale_temp(target)
    beside = _beside(target)
    try:
        yield beside
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            _take_away(beside)
        raise


def _take_away(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def remove_stale_temp(target: Path) -> None:
    """Delete temporary files of a path left by a process that was killed."""
    with suppress(OSError):
        for path in target.parent.glob(f".{_escaped(target.name[:NAME])}.*.*{ENDING}"):
            process = path.name.removesuffix(ENDING).split(".")[-2]
            if process.isascii() and process.isdigit() and not _runs(int(process)) and _is_old(path):
                _take_away(path)


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _runs(process: int) -> bool:
    """Return whether a process may still be running; True where the system offers no harmless test."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > LEFT


def _beside(target: Path) -> Path:
    """Return an unused name in the same folder."""
    for number in range(TRIES):
        beside = target.with_name(f".{target.name[:NAME]}.{os.getpid()}.{number}{ENDING}")
        if not beside.exists():
            return beside
    raise WriteRefused(Said("why.unfinished_files", path=str(target.parent)))


def _sync_folder(folder: Path) -> None:
    """Flush a new directory entry to disk where the system supports it."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
