"""What ``--chance`` prescribes, and what of it never came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reguli.cli.console import Console
from reguli.cli.reports import show
from reguli.cli.wrong import Wrong
from reguli.engine.chance.given import PrescribedTwice, UnknownSite, never_reached, passed_over, read_prescribed
from reguli.engine.chance.sites import site_called
from reguli.engine.chance.source import Prescribed
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.speech import Unreadable
from reguli.ir.program import Program
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources


def prescribed(program: Program, given: Mapping[str, str], names: Sequence[str] = ()) -> Prescribed:
    """Read what ``--chance`` says: outcomes of a lot, orders of a deck; raises ``Wrong``."""
    read: dict[str, object] = {}
    for name, text in given.items():
        runs = [[word.strip() for word in run.split(",")] if run.strip() else [] for run in text.split("|")]
        site = site_called(program, name, names)
        whole = site is not None and (site.form == "stack" or site.groups)
        read[name] = runs if whole else [outcome for run in runs for outcome in run]
    try:
        return read_prescribed(program, read, names)
    except (UnknownSite, PrescribedTwice, Unreadable) as trouble:
        raise Wrong.of(trouble) from trouble


def tell_unused_chance(playthrough: Playthrough, console: Console) -> bool:
    """Say, when a game is over, what of the prescribed chance never came; tell whether a site or shuffle was never reached."""
    for passed in passed_over(playthrough):
        cards = ", ".join(passed.outcomes)
        console.note(
            console.say(
                "{site}: not there when it was shuffled, so passed over: {cards}", site=passed.site, cards=cards
            )
        )
    bag = Bag()
    for left in never_reached(playthrough):
        bag.add("X124", None, site=left.site, outcomes=", ".join(left.outcomes))
    show(bag, Sources(), console)
    return bool(bag)
