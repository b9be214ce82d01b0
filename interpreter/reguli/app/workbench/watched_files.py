"""The files that a preview of a ruleset depends on, and when each was written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from reguli.pipeline import OWN_WORDS, LoadedRuleset
from reguli.shipped_files import shipped_folder

ENDINGS: Final = (".yaml", ".rules", ".po", ".csv", ".tsv", ".xlsx")
"""The endings of files that rules, words and sheets of cards are read from."""
PICTURES: Final = ("pictures/*.png", "icons/*.png")

Times = dict[Path, tuple[int, int]]
"""When each file was written, in nanoseconds, and its size."""


def watched_folders(loaded: LoadedRuleset) -> tuple[Path, ...]:
    """Return the folders to watch: those of the ruleset and of its bases, and the wordings of all languages."""
    own = (folder / part for folder in loaded.layers.folders for part in ("", OWN_WORDS))
    return tuple(dict.fromkeys((*own, shipped_folder("locales"))))


def modification_times(folders: tuple[Path, ...]) -> Times:
    """Return the modification time of each file; a file that disappears meanwhile is left out."""
    found: Times = {}
    for path in _files(folders):
        try:
            known = path.stat()
        except OSError:  # an editor puts another in its place just now
            continue
        found[path] = (known.st_mtime_ns, known.st_size)
    return found


def _files(folders: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the files of the folders and of their language folders; never a whole tree, which may be a home folder."""
    for folder in folders:
        for pattern in ("*", "*/*"):
            yield from (path for path in folder.glob(pattern) if path.suffix in ENDINGS)
        for pattern in PICTURES:
            yield from folder.glob(pattern)
