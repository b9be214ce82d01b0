"""Opening the ruleset that is asked about, and the settings that it has."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from reguli.app.errors import Refused, Unusable, make_refusal
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.ruleset.folder_contents import chosen_options
from reguli.source.bounded_files import os_error_reason, read_folder, write_atomically
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name

# -- Files that a use case reads and writes, with findings instead of errors -----------------------------------------


LARGEST: Final = 64_000_000
BEGINNING: Final = 1_000
"""Bytes by which a save or a page is told from other files."""
WRITTEN_OVER: Final = {
    "save": (re.compile(r'\s*\{\s*"save"\s*:'), "why.no_save"),
    "page": (re.compile(r"\s*<!doctype html", re.IGNORECASE), "why.no_page"),
    "report": (re.compile(""), "why.exists"),
}
"""How a file begins that may be written over, by what it will hold, and why another one may not."""
IN_THE_WAY: Final = Said("why.file_in_the_way")


@contextmanager
def file_read_errors(name: str | Path) -> Iterator[None]:
    """Yield why a file or folder cannot be read. Raises ``Refused`` (X105)."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise make_refusal("X105", file=str(name), why=Said("why.not_utf_8")) from error
    except (OSError, ValueError) as error:
        raise make_refusal("X105", file=str(name), why=os_error_reason(error)) from error


@contextmanager
def file_write_errors(name: str | Path) -> Iterator[None]:
    """Yield why a file or folder cannot be written. Raises ``Refused`` (X112)."""
    try:
        yield
    except (FileExistsError, NotADirectoryError) as error:
        raise make_refusal("X112", file=str(name), why=IN_THE_WAY) from error
    except FileNotFoundError as error:
        raise make_refusal("X112", file=str(name), why=Said("why.no_folder_there")) from error
    except (OSError, ValueError) as error:
        raise make_refusal("X112", file=str(name), why=os_error_reason(error)) from error


def read_whole(path: Path) -> str:
    """Read a UTF-8 file; raises ``Refused``."""
    with file_read_errors(path):
        if path.exists() and not path.is_file():
            raise make_refusal("X105", file=str(path), why=_no_file(path))
        raw = read_bytes(path, LARGEST + 1)
        if len(raw) > LARGEST:
            raise make_refusal("X105", file=str(path), why=Said("why.too_large", limit=LARGEST))
        return raw.decode("utf-8")


def _no_file(path: Path) -> Said:
    return Said("why.folder") if path.is_dir() else Said("why.no_ordinary_file")


def read_bytes(path: Path, most: int) -> bytes:
    """Read a file, at most so many bytes of it; raises ``Refused``."""
    with file_read_errors(path), path.open("rb") as stream:
        return stream.read(most)


def copy_folder(folder: Path, into: Path) -> None:
    """Copy the files of a folder that may be read and are not hidden into another folder.

    Raises ``UnreadFile`` (Y112) for a folder that is out of bounds, and ``OSError``.
    """
    for path, content in read_folder(folder):
        if isinstance(content, bytes) and not path.name.startswith("."):
            copy = into / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file, a text as UTF-8, wholly or not at all; raises ``Refused``."""
    with file_write_errors(path):
        write_atomically(path, content.encode("utf-8") if isinstance(content, str) else content)


def check_writable(path: Path, what: Literal["save", "page", "report"]) -> None:
    """Find out before long work whether something can be written there, over nothing but another of its kind. Raises ``Refused``."""
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
    """Return a folder that is there and takes files, or can be made; nothing is made yet. Raises ``Refused``."""
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
    """Return a folder, made if it is not there; raises ``Refused``."""
    path = check_output_folder(name)
    with file_write_errors(name):
        path.mkdir(parents=True, exist_ok=True)
    return path


def write_below(folder: Path, texts: Mapping[str, str | bytes]) -> tuple[Path, ...]:
    """Write texts into files of a folder, by name; return the files. Raises ``Refused``."""
    for name, text in texts.items():
        write_file(folder / name, text)
    return tuple(folder / name for name in texts)


# -- loading ---------------------------------------------------------------------------------------------------------


Settings = dict[str, str | bool]
"""The value of each option."""
HOLDS: Final = ("game.yaml", "variant.yaml")
"""One of these lies in the folder of every ruleset."""
LIBRARY: Final = "library.yaml"
"""What lies in the folder of a library, which is read where a ruleset uses it."""


def open_ruleset(name: str, options: Mapping[str, str | bool]) -> LoadedRuleset:
    """Open a ruleset; nothing is read yet. Raises ``UnknownRuleset``, and ``Refused`` (X105) for what cannot be one."""
    loaded = LoadedRuleset(name, options)
    with file_read_errors(name):
        path = loaded.path
        if path.is_dir() and not any((path / file).exists() for file in HOLDS):
            files = sorted(child.name for child in path.iterdir())
            meant = next((close for file in files if (close := closest_name(file, HOLDS))), None)
            why = Said("why.library_alone" if LIBRARY in files else "why.no_ruleset")
            raise make_refusal("X105", near=meant, file=name, why=why)
        if path.is_file():
            read_bytes(path, 0)
    return loaded


def open_playable(name: str, options: Mapping[str, str | bool]) -> LoadedRuleset:
    """Open and bind a ruleset that has no findings; raises as ``open_ruleset`` and ``check_options`` do, and ``Unusable``."""
    loaded = open_ruleset(name, options)
    check_options(loaded)
    if loaded.ruleset is None:
        raise Unusable(loaded.bag.diagnostics, loaded.sources)
    return loaded


def check_options(loaded: LoadedRuleset) -> None:
    """Hold the options that were given to those of a ruleset that can be read; raises ``Refused``."""
    if loaded.documents is not None:
        bag = Bag()
        chosen_options(loaded.documents, loaded.options, bag)
        if bag:
            raise Refused(bag.diagnostics, loaded.sources)


def bind_for_players(loaded: LoadedRuleset, players: int | None = None) -> Ruleset:
    """Return the ruleset of something ``open_playable``, as it is for a number of players, or with all that any number has."""
    found = loaded.ruleset if players is None else loaded.ruleset_for(players)
    assert found is not None
    return found


def choose_player_count(ruleset: Ruleset, wanted: int | None) -> int:
    """Settle how many play, by default the fewest; raises ``Refused`` (X104)."""
    low, high = ruleset.players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        raise make_refusal("X104", name=ruleset.name, found=wanted, low=low, high=high)
    return wanted


def vary_each_option(
    documents: Documents, given: Mapping[str, str | bool]
) -> Iterator[tuple[OptionDecl | None, Settings]]:
    """Yield the defaults with what was asked for, then each other value of each option alone, with the option that differs."""
    base = {**{option.id: option.default for option in documents.game.options}, **given}
    yield None, base
    for option in documents.game.options:
        for value in option.every_value:
            if option.id not in given and value != option.default:
                yield option, {**base, option.id: value}
