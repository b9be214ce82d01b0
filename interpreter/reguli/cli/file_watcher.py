"""Watching the files of a ruleset and its catalogues, for a preview that is updated whenever one changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NoReturn

from reguli.app.errors import UnusableRuleset
from reguli.app.workbench.watched_files import modification_times, watched_folders
from reguli.cli.command_output import report_error
from reguli.cli.console import Console
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Trouble

WATCH_SECONDS: Final = 0.25


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
