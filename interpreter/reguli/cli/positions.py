"""The position that a command is asked about."""

from __future__ import annotations

from reguli.app.tables.saves import Standing, position_at
from reguli.cli.console import Console
from reguli.cli.reports import show


def standing_at(word: str, named: str | None, console: Console, *, seed: int = 0) -> Standing:
    """Give what a file holds, and say what there is to say about a save; raises as ``position_at`` does."""
    standing = position_at(word, named, seed=seed)
    show(standing.remarks, standing.loaded.sources, console)
    return standing
