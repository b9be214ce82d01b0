"""Who sits at the table, as typed."""

from __future__ import annotations

from reguli.cli.console import Console
from reguli.cli.reports import note_unfit, show
from reguli.cli.wrong import HasFindings, Wrong
from reguli.engine.table_names import UnfitNames, fit_names
from reguli.ir.playable import Playable
from reguli.model.binding.bots import BoundBot, bind_bots
from reguli.pipeline import Loaded
from reguli.play.bots import Bot
from reguli.play.seats import PERSON, UnfitSeats, UnknownBot, bots_of, seated
from reguli.ruleset.declared.bots import load_all_bots
from reguli.source.diagnostic import Bag


def names_from(typed: str | None, players: int) -> tuple[str, ...]:
    """Read the names of the players; raises ``Wrong``."""
    if typed is None:
        return ()
    try:
        return fit_names([name.strip() for name in typed.split(",")], players)
    except UnfitNames as unfit:
        raise Wrong.of(unfit) from unfit


def own_bots(loaded: Loaded, program: Playable, console: Console) -> tuple[BoundBot, ...]:
    """Give the bots a ruleset brings; raises ``HasFindings``, having shown them."""
    bag = Bag()
    found = bind_bots(program.ruleset, load_all_bots(loaded.layers, bag, sources=loaded.sources), bag)
    if bag:
        show(bag, loaded.sources, console)
        raise HasFindings
    note_unfit(found, console)
    return found


def table_of(loaded: Loaded, program: Playable, typed: str | None, console: Console) -> list[Bot | None]:
    """Seat people and bots; raises ``Wrong``."""
    known = bots_of(program, own_bots(loaded, program, console))
    names = [name.strip() for name in (typed or PERSON).split(",")]
    try:
        return seated(names, known, program)
    except UnknownBot as unknown:
        raise Wrong.of(unknown) from unknown
    except UnfitSeats as unfit:
        raise Wrong.of(unfit) from unfit
