"""Every finding of a ruleset: under each value of each option, at each number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from reguli.check.checks import check
from reguli.ir.make import make_program
from reguli.model.bind import bind
from reguli.model.bind_bots import bind_bots
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.ruleset.bots import load_all_bots
from reguli.ruleset.documents import Documents
from reguli.ruleset.examples import load_examples
from reguli.ruleset.select import select
from reguli.source.diagnostic import Bag

ENOUGH: Final = 500
"""With so many findings no further setting of the options is looked at."""
Settings = dict[str, str | bool]


def find_everything(loaded: Loaded) -> int:
    """Put every finding into the bag of what was loaded; give under how many settings of options it was looked at.

    Where a rule could not be read or bound, nothing is said about the whole: what is missing may be in that rule.
    """
    documents, bag = loaded.documents, loaded.bag
    if documents is None:
        return 0
    looked_at = 0
    read = tuple(bag)
    bots = load_all_bots(loaded.layers, bag, sources=loaded.sources)
    for settings in _settings(documents, loaded.options):
        looked_at += 1
        found = Bag()
        found.extend(read)
        chosen = select(documents, settings, found)
        ruleset = None if chosen is None else bind(chosen, found, options=settings)
        bag.extend(found)
        if len(bag) > ENOUGH:
            break
        if ruleset is None or found:
            continue
        check(ruleset, bag)
        if looked_at == 1:
            bind_bots(ruleset, bots, bag)
        if not bag:
            _lower(ruleset, every_count=looked_at == 1)
    if loaded.path.is_dir():
        load_examples(loaded.path, bag, sources=loaded.sources)
    return looked_at


def _settings(documents: Documents, given: Mapping[str, str | bool]) -> Iterator[Settings]:
    """Give the defaults with what was asked for, then each other value of each option alone."""
    base = {**{option.id: option.default for option in documents.game.options}, **given}
    yield base
    for option in documents.game.options:
        values = (True, False) if option.form == "switch" else tuple(value.id for value in option.values)
        for value in values:
            if option.id not in given and value != option.default:
                yield {**base, option.id: value}


def _lower(ruleset: Ruleset, *, every_count: bool) -> None:
    """Lower for each number of players; under a single other option's value the smallest table is enough."""
    low, high = ruleset.players
    for players in range(low, high + 1) if every_count else (low,):
        make_program(ruleset, players)
