"""A game at the terminal: people and bots round a position, and what there is to say when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.app.examples import example_name, write_example, written_example
from reguli.app.tables.saves import Standing
from reguli.app.tables.table import (
    chance_never_reached,
    chance_passed_over,
    faults_as_findings,
    own_bots,
    seats_of,
    tongue_of,
)
from reguli.app.troubles import Refused
from reguli.cli.arguments import parts
from reguli.cli.console import Console
from reguli.cli.game_file import SaveFile, saved_in_between
from reguli.cli.reports import note_unfit, print_lines, show
from reguli.engine.playing.playthrough import Playthrough
from reguli.play.bots import Bot
from reguli.play.commands import play
from reguli.play.say import ranking_lines
from reguli.play.sitting import Ending, Sitting, nowhere
from reguli.play.unattended import BOUNDS, Bounds
from reguli.source.diagnostic import sentence
from reguli.source.sources import Sources

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.sitting_tongue import SittingTongue


def bots_at(standing: Standing, typed: str | None, console: Console) -> list[Bot | None]:
    """Seat people and bots as typed, names between commas; say which bots do not fit. Raises what ``seats_of`` and ``own_bots`` raise."""
    program = standing.playthrough.program
    own = own_bots(standing.loaded, program)
    note_unfit(((bot.id, bot.left_out) for bot in own if bot.left_out), console)
    return seats_of(program, own, parts(typed))


def table_of(
    standing: Standing,
    bots: Sequence[Bot | None],
    console: Console,
    *,
    file: SaveFile | None = None,
    bounds: Bounds = BOUNDS,
) -> Sitting:
    """Set a table; nobody speaks at it yet."""
    playthrough = standing.playthrough
    return Sitting(
        playthrough,
        bots,
        console,
        lambda name: saved_in_between(name, playthrough, console),
        lambda name: _shown_or_written(standing, name, console),
        keep=nowhere if file is None else file.keep,
        bounds=bounds,
        began=len(playthrough.journal),
        words=console.interface,
    )


def sit(sitting: Sitting, standing: Standing) -> Ending:
    """Play until the game is over or somebody leaves. Raises ``Findings`` for a fault of the rules, and ``ChanceRefused``."""
    with faults_as_findings(sitting.playthrough.program, standing.loaded):
        return play(sitting)


def print_ranking(standing: Standing, tongue: SittingTongue | None, console: Console, indent: str = "") -> None:
    """Print the ranking in the person's language."""
    spoken = tongue or tongue_of(standing, console.interface.code)
    print_lines((f"{indent}{line}" for line in ranking_lines(standing.playthrough, spoken)), console)


def tell_unused_chance(playthrough: Playthrough, console: Console) -> bool:
    """Say, when a game is over, what of the prescribed chance never came; tell whether a site or shuffle was never reached."""
    for site, cards in chance_passed_over(playthrough):
        listed = ", ".join(cards)
        console.note(
            console.say("{site}: not there when it was shuffled, so passed over: {cards}", site=site, cards=listed)
        )
    found = chance_never_reached(playthrough)
    show(found, Sources(), console)
    return bool(found)


def _shown_or_written(standing: Standing, name: str, console: Console) -> str:
    """Give the present position as an example, or write it into a new file and say so; what is wrong is said as well."""
    try:
        text = written_example(standing.playthrough, example_name(name or "from_the_table"))
        if not name:
            return text.rstrip("\n")
        write_example(Path(name), text)
    except Refused as refused:
        return sentence(refused.finding, console.translation)
    return console.say("written: {file}", file=name)
