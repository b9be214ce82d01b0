"""Files of a ruleset: read within bounds, never outside the folder they belong to."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reguli.source.characters import LARGEST_FILE
from reguli.source.diagnostic import Bag
from reguli.source.lines import Lines
from reguli.source.said import Said, Value
from reguli.source.sources import Sources
from reguli.source.span import Span

_HIDDEN: Final = (".", "~", "#")


def name_in(path: Path, root: Path) -> str:
    """Name a file by its place below ``root``, with forward slashes; a file elsewhere keeps its path as given."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def lies_there(path: Path) -> bool:
    """Tell whether there is such a file or folder; a path that no file can have, too long or with a NUL, names nothing."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def list_files(folder: Path, suffix: str) -> tuple[Path, ...]:
    """Give the files directly in a folder whose names end in ``suffix``, by name; none when there is no such folder.

    Files that editors and systems leave behind (names that begin with ``.``, ``~`` or ``#``) do not count. Raises ``OSError``
    when the folder may not be looked into.
    """
    if not folder.is_dir():
        return ()
    found = [path for path in folder.iterdir() if path.name.endswith(suffix) and not path.name.startswith(_HIDDEN)]
    return tuple(sorted((path for path in found if not path.is_dir()), key=lambda path: path.name))


def read_text(
    path: Path, bag: Bag, *, root: Path, sources: Sources | None = None, named_at: Span | None = None
) -> str | None:
    """Read a UTF-8 file below ``root`` (a relative path starts there); None with a finding when that cannot be done.

    The text is kept in ``sources`` under ``name_in(path, root)``; ``named_at`` is the place that mentions the file.
    Findings: Y101 to Y105. Line breaks stay as they are in the file.
    """
    full = root / path
    name = name_in(full, root)
    span = named_at or Span(name, 0, 0, 0, 0)
    inside = _inside(full, root, name, span, bag)
    raw = None if inside is None else _bytes(inside, name, span, bag)
    text = None if raw is None else _decoded(raw, name, bag)
    if text is not None and sources is not None:
        sources.add(name, text)
    return text


def _inside(full: Path, root: Path, name: str, span: Span, bag: Bag) -> Path | None:
    """Follow links; the file must be an ordinary one below the root, so that reading it cannot block or never end."""
    try:
        resolved = full.resolve()
        if not resolved.is_relative_to(root.resolve()):
            bag.add("Y102", span, name=name)
        elif not resolved.exists():
            bag.add("Y101", span, name=name)
        elif not resolved.is_file():
            bag.add(
                "Y105", span, name=name, why=Said("why.folder") if resolved.is_dir() else Said("why.no_ordinary_file")
            )
        else:
            return resolved
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, no right to look, a NUL in the name
        bag.add("Y105", span, name=name, why=why_unread(error))
    return None


def _bytes(path: Path, name: str, span: Span, bag: Bag) -> bytes | None:
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        bag.add("Y105", span, name=name, why=why_unread(error))
        return None
    if len(raw) > LARGEST_FILE:
        bag.add("Y104", Span(name, 0, 0, 0, 0), limit=LARGEST_FILE)
        return None
    return raw


def why_unread(error: Exception) -> Value:
    """Say why the computer gives no file."""
    return Said("why.denied") if isinstance(error, PermissionError) else Said("why.refused_to_open")


def _decoded(raw: bytes, name: str, bag: Bag) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        at = len(before)
        bag.add("Y103", Lines(before + "?", name).span(at, at + 1), byte=f"0x{raw[error.start]:02X}")
        return None
