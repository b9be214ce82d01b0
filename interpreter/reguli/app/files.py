"""Files that a use case reads and writes, with findings instead of errors."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Final

from reguli.app.troubles import Refused, refused
from reguli.source.said import Said
from reguli.source.writing import why_not, write_whole

LARGEST: Final = 64_000_000
BEGINNING: Final = 1_000
"""Bytes by which a save or a page is told from other files."""
SAVE: Final = re.compile(r'\s*\{\s*"save"\s*:')
PAGE: Final = "<!doctype html"
"""How a page begins, in small letters."""
IN_THE_WAY: Final = Said("why.file_in_the_way")


def read_whole(path: Path) -> str:
    """Read a UTF-8 file; raises ``Refused``."""
    try:
        if path.exists() and not path.is_file():
            raise refused(
                "X105", file=str(path), why=Said("why.folder") if path.is_dir() else Said("why.no_ordinary_file")
            )
        raw = read_bytes(path, LARGEST + 1)
        if len(raw) > LARGEST:
            raise refused("X105", file=str(path), why=Said("why.too_large", limit=LARGEST))
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refused("X105", file=str(path), why=Said("why.not_utf_8")) from error
    except (OSError, ValueError) as error:
        raise refused("X105", file=str(path), why=why_not(error)) from error


def read_bytes(path: Path, most: int) -> bytes:
    """Read a file, at most so many bytes of it; raises ``Refused``."""
    try:
        with path.open("rb") as stream:
            return stream.read(most)
    except OSError as error:
        raise refused("X105", file=str(path), why=why_not(error)) from error


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file, a text as UTF-8, wholly or not at all; raises ``Refused``."""
    try:
        write_whole(path, content.encode("utf-8") if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise unwritable(str(path), error) from error


def check_writable(path: Path) -> None:
    """Find out before long work whether its result can be written; raises ``Refused``."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise refused(
                "X112", file=str(path), why=Said("why.folder") if target.is_dir() else Said("why.no_ordinary_file")
            )
        if target.exists() and not os.access(target, os.W_OK):
            raise refused("X112", file=str(path), why=Said("why.denied"))
        tempfile.TemporaryFile(dir=target.parent).close()
    except (OSError, ValueError) as error:
        raise unwritable(str(path), error) from error


def check_save(path: Path) -> None:
    """Find out whether a game can be saved there: what is no save is not written over. Raises ``Refused``."""
    check_writable(path)
    beginning = _beginning(path)
    if beginning.strip() and SAVE.match(beginning) is None:
        raise refused("X112", file=str(path), why=Said("why.no_save"))


def check_page(path: Path) -> None:
    """Find out whether a page can be written there: what is no page is not written over. Raises ``Refused``."""
    check_writable(path)
    beginning = _beginning(path)
    if beginning.strip() and not beginning.lstrip().casefold().startswith(PAGE):
        raise refused("X112", file=str(path), why=Said("why.no_page"))


def _beginning(path: Path) -> str:
    """Read how a file begins; empty where there is none."""
    try:
        with path.open("rb") as stream:
            return stream.read(BEGINNING).decode("utf-8-sig", "replace")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise unwritable(str(path), error) from error


def folder_for(name: str) -> Path:
    """Give a folder that is there and takes files, or can be made; nothing is made yet. Raises ``Refused``."""
    path = Path(name)
    try:
        if not name.strip():
            raise refused("X112", file=name, why=Said("why.no_folder_name"))
        there = path.resolve()
        while not there.exists():
            there = there.parent
        if not there.is_dir():
            raise refused("X112", file=name, why=IN_THE_WAY)
        tempfile.TemporaryFile(dir=there).close()
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return path


def folder_at(name: str) -> Path:
    """Give a folder, made if it is not there; raises ``Refused``."""
    path = folder_for(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return path


def unwritable(name: str, error: OSError | ValueError) -> Refused:
    """Say why a file or folder cannot be written."""
    match error:
        case FileExistsError() | NotADirectoryError():
            return refused("X112", file=name, why=IN_THE_WAY)
        case FileNotFoundError():
            return refused("X112", file=name, why=Said("why.no_folder_there"))
        case _:
            return refused("X112", file=name, why=why_not(error))
