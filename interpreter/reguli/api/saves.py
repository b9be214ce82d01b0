"""Playthroughs from saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from reguli.api.games import opened
from reguli.api.playthroughs import Playthrough
from reguli.app.tables.saves import Standing, from_data, played_again
from reguli.app.troubles import Findings, Refused
from reguli.engine.records.save_form import read_json_text
from reguli.source.diagnostic import Bag


def from_json(data: Mapping[str, object] | str, ruleset: str | Path | None = None) -> Playthrough:
    """Play a save again: what ``to_json`` gave, or its JSON text, under the shipped ruleset it names or another one.

    Under other rules it goes as far as the moves are legal; ``difference`` then says where it first differs. Raises
    ``Findings`` for what is no save or names no shipped ruleset, ``UnknownRuleset`` when there is none at a path given.
    """
    bag = Bag()
    read = read_json_text(data, bag) if isinstance(data, str) else data
    return _playthrough(lambda: from_data(read, None if ruleset is None else str(ruleset), bag))


def load_save(path: str | Path, ruleset: str | Path | None = None) -> Playthrough:
    """Read a save file and play it again, also under a ruleset of one's own that lies beside it; see ``from_json``."""
    return _playthrough(lambda: played_again(Path(path), None if ruleset is None else str(ruleset)))


def _playthrough(restore: Callable[[], Standing]) -> Playthrough:
    try:
        standing = restore()
    except Refused as refused:
        # To a program the save is what has findings.
        raise Findings(refused.findings, refused.sources) from None
    differs = None if standing.restored is None else standing.restored.differs
    return Playthrough(standing.playthrough, differs, opened(standing.loaded), standing.remarks)
