"""Watching the files of a ruleset and its catalogues, for a preview that is updated whenever one changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NoReturn

from reguli.app.errors import UnusableRuleset
from reguli.cli.command_output import report_error
from reguli.cli.console import Console
from reguli.pipeline import OWN_WORDS, LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Trouble

WATCH_SECONDS: Final = 0.25
ENDINGS: Final = (".yaml", ".rules", ".po", ".csv", ".tsv", ".xlsx")
"""The endings of files that rules, words and sheets of cards are read from."""
PICTURES: Final = ("pictures/*.png", "icons/*.png")

Times = dict[Path, tuple[int, int]]
"""When each file was written, in nanoseconds, and its size."""


def watch_files(loaded: LoadedRuleset, show: Callable[[], object], console: Console) -> NoReturn:
    """Update a preview whenever a file changes, until interrupted; a mistake saved meanwhile is shown and does not end it.

    Raises what was wrong only the first time: what was typed is wrong then, and watching does not mend it.
    """
    folders = watched_folders(loaded)
    seen, first = modification_times(folders), True
    while True:
        try:
            show()
        except Trouble as trouble:
            if first and not isinstance(trouble, UnusableRuleset):
                raise
            report_error(trouble, console)
        console.tell("watching; Ctrl-C ends it")
        console.flush()
        while (now := modification_times(folders)) == seen:
            time.sleep(WATCH_SECONDS)
        seen, first = now, False


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
