"""Files that a use case reads and writes, with findings instead of errors."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from reguli.app.errors import make_refusal
from reguli.source.bounded_files import os_error_reason, read_folder, write_atomically
from reguli.source.finding_catalogue import Said

LARGEST: Final = 64_000_000
BEGINNING: Final = 1_000
"""Bytes by which a save or a page is told from other files."""
WRITTEN_OVER: Final = {
    "save": (re.compile(r'\s*\{\s*"save"\s*:'), "why.no_save"),
    "page": (re.compile(r"\s*<!doctype html", re.IGNORECASE), "why.no_page"),
    "report": (re.compile(""), "why.exists"),
    "figures": (re.compile("label,group,"), "why.exists"),
}
"""How a file begins that may be written over, by what it will hold, and why another one may not."""
IN_THE_WAY: Final = Said("why.file_in_the_way")


@contextmanager
def file_read_errors(name: str | Path) -> Iterator[None]:
    """Convert errors on reading a file or folder. Raises ``Refused`` (X105)."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise make_refusal("X105", file=str(name), why=Said("why.not_utf_8")) from error
    except (OSError, ValueError) as error:
        raise make_refusal("X105", file=str(name), why=os_error_reason(error)) from error


@contextmanager
def file_write_errors(name: str | Path) -> Iterator[None]:
    """Convert errors on writing a file or folder. Raises ``Refused`` (X112)."""
    try:
        yield
    except (FileExistsError, NotADirectoryError) as error:
        raise make_refusal("X112", file=str(name), why=IN_THE_WAY) from error
    except FileNotFoundError as error:
        raise make_refusal("X112", file=str(name), why=Said("why.no_folder_there")) from error
    except (OSError, ValueError) as error:
        raise make_refusal("X112", file=str(name), why=os_error_reason(error)) from error


def read_utf8_file(path: Path) -> str:
    """Read a UTF-8 file; raises ``Refused``."""
    with file_read_errors(path):
        if path.exists() and not path.is_file():
            raise make_refusal("X105", file=str(path), why=_no_file(path))
        raw = read_limited_bytes(path, LARGEST + 1)
        if len(raw) > LARGEST:
            raise make_refusal("X105", file=str(path), why=Said("why.too_large", limit=LARGEST))
        return raw.decode("utf-8")


def _no_file(path: Path) -> Said:
    return Said("why.folder") if path.is_dir() else Said("why.no_ordinary_file")


def read_limited_bytes(path: Path, most: int) -> bytes:
    """Read a file, up to a maximum number of bytes; raises ``Refused``."""
    with file_read_errors(path), path.open("rb") as stream:
        return stream.read(most)


def copy_visible_files(folder: Path, into: Path) -> None:
    """Copy the readable files of a folder that are not hidden to another folder.

    Raises ``UnreadableFile`` (Y112) for a folder that is out of bounds, and ``OSError``.
    """
    for path, content in read_folder(folder):
        if isinstance(content, bytes) and not path.name.startswith("."):
            copy = into / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically, a text as UTF-8; raises ``Refused``."""
    with file_write_errors(path):
        write_atomically(path, content.encode("utf-8") if isinstance(content, str) else content)


def check_writable(path: Path, what: Literal["save", "page", "report", "figures"]) -> None:
    """Check before long work that a file can be written and would overwrite only one of its kind. Raises ``Refused``."""
    begins, otherwise = WRITTEN_OVER[what]
    with file_write_errors(path):
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise make_refusal("X112", file=str(path), why=_no_file(target))
        if target.exists() and not os.access(target, os.W_OK):
            raise make_refusal("X112", file=str(path), why=Said("why.denied"))
        tempfile.TemporaryFile(dir=target.parent).close()
        if not target.exists():
            return
        with path.open("rb") as stream:
            beginning = stream.read(BEGINNING).decode("utf-8-sig", "replace")
    if beginning.strip() and begins.match(beginning) is None:
        raise make_refusal("X112", file=str(path), why=Said(otherwise))


def check_output_folder(name: str) -> Path:
    """Return a folder that is writable or can be created; nothing is created yet. Raises ``Refused``."""
    path = Path(name)
    with file_write_errors(name):
        if not name.strip():
            raise make_refusal("X112", file=name, why=Said("why.no_folder_name"))
        there = path.resolve()
        while not there.exists():
            there = there.parent
        if not there.is_dir():
            raise make_refusal("X112", file=name, why=IN_THE_WAY)
        tempfile.TemporaryFile(dir=there).close()
    return path


def ensure_folder(name: str) -> Path:
    """Return a folder, created if needed; raises ``Refused``."""
    path = check_output_folder(name)
    with file_write_errors(name):
        path.mkdir(parents=True, exist_ok=True)
    return path


def write_texts_to_folder(folder: Path, texts: Mapping[str, str | bytes]) -> tuple[Path, ...]:
    """Write texts to files in or below a folder, by name, creating folders if needed; return the files. Raises ``Refused``."""
    for name, text in texts.items():
        with file_write_errors(folder / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_file(folder / name, text)
    return tuple(folder / name for name in texts)
