r"""What verification came to, kept between runs: nothing that hangs on a file is looked at again before the file is another one.

It lies where the system keeps what can be made anew: ``$XDG_CACHE_HOME/reguli``, ``%LOCALAPPDATA%\reguli`` or ``~/.cache/reguli``, never
beside the rules, which may lie in a folder that nobody may write to, or in a repository. ``REGULI_CACHE`` names another folder; where it is
empty nothing is kept. What cannot be kept is worked out again: no report depends on it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from reguli.pipeline import Loaded
from reguli.ruleset.folder_contents import ANSWERS, Folder
from reguli.shipped_files import PACKAGE, shipped_folder, shipped_libraries
from reguli.source.atomic_files import write_whole
from reguli.source.bounded_files import LARGEST_BELOW, Unread, read_below, read_ordinary
from reguli.source.diagnostic import Bag
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_outcome import Outcome, outcome_from, to_plain

MOST: Final = 40
"""Reports that are kept; of more the oldest go."""
LARGEST: Final = 20_000_000
"""Bytes of a report that is kept."""


def cache_folder() -> Path | None:
    """Give the folder in which reports are kept, which need not be there; ``None`` where nobody wants that."""
    own = os.environ.get("REGULI_CACHE")
    if own is not None:
        return Path(own) if own else None
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(name):
            return Path(os.environ[name]) / "reguli"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "reguli"
    return None


def key_of(folders: Iterable[Path], asked: Mapping[str, object]) -> str | None:
    """Return what tells one report from another: all files of some folders and the shipped libraries, by what was asked, and by the program itself and its words.

    A folder out of bounds has no key: what was found in it is not kept.
    """
    found = hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode())
    for home, kinds in ((PACKAGE, ("*.py",)), (shipped_folder("locales"), ("*.po", "*.yaml"))):
        for path in sorted(path for kind in kinds for path in home.rglob(kind)):
            stat = path.stat()
            found.update(f"{path.relative_to(home)}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    for folder in (*folders, shipped_libraries()):
        found.update(b"\1")
        try:
            files = read_below(folder) if folder.is_dir() else ((folder, read_ordinary(folder, LARGEST_BELOW)),)
            for path, content in files:
                if path.name != ANSWERS:  # what was decided about a report changes nothing that was found
                    found.update(os.fsencode(path.relative_to(folder) if path != folder else path.name) + b"\0")
                    found.update(_sign_of(path) if isinstance(content, Unread) else hashlib.sha256(content).digest())
        except (Unread, OSError):
            return None
    return found.hexdigest()[:32]


def _sign_of(path: Path) -> bytes:
    """Return a file that is not read from another one of its name."""
    stat = path.stat() if path.exists() else path.lstat()
    return f"{stat.st_dev} {stat.st_ino} {stat.st_size} {stat.st_mtime_ns}\0".encode()


def kept_outcome(key: str | None) -> Outcome | None:
    """Give the report that was kept under a key, if it is there and whole."""
    folder = cache_folder()
    return None if folder is None or key is None else _read(folder / f"{key}.json")[1]


def kept_reports(ruleset: Path) -> Iterator[Outcome]:
    """Give every report on a ruleset, as it is now or as it was, the latest first."""
    folder = cache_folder()
    found = [] if folder is None or not folder.is_dir() else _oldest_first(folder)
    for path in reversed(found):
        of, outcome = _read(path)
        if outcome is not None and of == str(ruleset.resolve()):
            yield outcome


def _read(path: Path) -> tuple[str, Outcome | None]:
    """Read a report: of which ruleset it is, and what it says."""
    try:
        match json.loads(path.read_text(encoding="utf-8")):
            case {"ruleset": str(ruleset), "outcome": outcome}:
                return ruleset, outcome_from(outcome)
    except (OSError, ValueError, RecursionError):
        pass
    return "", None


def _oldest_first(folder: Path) -> list[Path]:
    return [path for _, path in sorted((path.stat().st_mtime_ns, path) for path in folder.glob("*.json"))]


def keep_outcome(key: str | None, ruleset: Path, outcome: Outcome) -> None:
    """Keep a report on a ruleset under a key; where that cannot be, nothing happens."""
    folder = cache_folder()
    if folder is None or key is None:
        return
    text = json.dumps({"ruleset": str(ruleset.resolve()), "outcome": to_plain(outcome)}, ensure_ascii=False)
    if len(text) > LARGEST:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / f"{key}.json", text.encode("utf-8"))
        for path in _oldest_first(folder)[:-MOST]:
            path.unlink(missing_ok=True)


def read_what_is_shown(found: Iterable[Found], loaded: Loaded) -> None:
    """Read the files of a ruleset that findings stand in, and have not been read; what cannot be read is not shown."""
    spans = (span for one in found for span in (one.told.span, *(place for place, _ in one.told.related)))
    unread = {span.file for span in spans if span is not None and loaded.sources.text(span.file) is None}
    for folder in (Folder(path, Bag(), loaded.sources) for path in loaded.layers.folders):
        home = folder.span_name("")
        for name in sorted(file.removeprefix(home) for file in unread if file.startswith(home)):
            if folder.has(name):
                folder.text(name)
