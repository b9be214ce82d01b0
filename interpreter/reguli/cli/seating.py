"""Who sits at the table, as typed."""

from __future__ import annotations

from typing import Final

from reguli.cli.console import Console
from reguli.cli.rulesets import show
from reguli.cli.wrong import HasFindings, Wrong
from reguli.ir.program import Program
from reguli.model.bind_bots import BoundBot, bind_bots
from reguli.pipeline import Loaded
from reguli.play.bots import Bot
from reguli.play.seats import PERSON, UnknownBot, bots_of, seated
from reguli.ruleset.bots import load_all_bots
from reguli.source.diagnostic import Bag
from reguli.source.near import near

LONGEST_NAME: Final = 40


def names_from(typed: str | None, players: int) -> tuple[str, ...]:
    """Read the names of the players; raises ``Wrong``."""
    if typed is None:
        return ()
    names = tuple(name.strip() for name in typed.split(","))
    if len(names) != players:
        raise Wrong("X115", found=len(names), players=players)
    for name in names:
        if not name.isprintable() or name.split() != [name] or len(name) > LONGEST_NAME:
            raise Wrong("X103", command="reguli play", why=f"a player cannot be called {name!r}: one word, please")
    if len({name.lower() for name in names}) < len(names):
        raise Wrong("X103", command="reguli play", why="two players have one name")
    return names


def own_bots(loaded: Loaded, program: Program, console: Console) -> tuple[BoundBot, ...]:
    """Give the bots a ruleset brings; raises ``HasFindings``, having shown them."""
    bag = Bag()
    found = bind_bots(program.ruleset, load_all_bots(loaded.layers, bag, sources=loaded.sources), bag)
    if bag:
        show(bag, loaded.sources, console)
        raise HasFindings
    return found


def table_of(loaded: Loaded, program: Program, typed: str | None, console: Console) -> list[Bot | None]:
    """Seat people and bots; raises ``Wrong``."""
    known = bots_of(program, own_bots(loaded, program, console))
    names = [name.strip() for name in (typed or PERSON).split(",")]
    try:
        return seated(names, known, program.players)
    except UnknownBot as unknown:
        raise Wrong(
            "X114",
            near=near(unknown.name, unknown.known),
            name=unknown.name,
            ruleset=program.ruleset.id,
            known=f"one of: {', '.join(unknown.known)}",
        ) from unknown
    except ValueError as error:
        raise Wrong("X115", found=len(names), players=program.players) from error
