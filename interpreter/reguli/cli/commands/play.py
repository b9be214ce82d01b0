"""``reguli play``: a game at the terminal, with people and bots."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.cli.arguments import limit, options, pairs, takes_json, takes_start
from reguli.cli.cases.prescribing import prescribed, tell_unused_chance
from reguli.cli.cases.saved import Standing, position_at
from reguli.cli.cases.saving import save_file, saved_in_between
from reguli.cli.cases.seating import names_from, table_of
from reguli.cli.cases.word_homes import voice_of
from reguli.cli.commands.example import shown_or_written
from reguli.cli.console import Console
from reguli.cli.files import check_save
from reguli.cli.parser import Parser
from reguli.cli.reports import show
from reguli.cli.rulesets import bound, playable, players_of
from reguli.cli.wrong import HasFindings, Wrong
from reguli.engine.chance.source import ChanceRefused
from reguli.engine.faults import fault_diagnostic
from reguli.engine.playing.playthrough import Playthrough, begin
from reguli.ir.faults import RulesFault
from reguli.ir.program import Program
from reguli.pipeline import Loaded
from reguli.play.commands import play
from reguli.play.phases import ranking_plain
from reguli.play.saying import ranking_lines
from reguli.play.sitting import Sitting, nowhere
from reguli.play.unattended import BOUNDS, Bounds
from reguli.source.diagnostic import Bag
from reguli.source.said import Said

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.table_voice import TableVoice


def arguments(parser: Parser) -> None:
    """Take what a game needs."""
    parser.add_argument(
        "ruleset", nargs="?", help="the name of a shipped ruleset, or the path of a folder or a variant"
    )
    takes_start(parser)
    parser.add_argument("--names", metavar="A,B,...", help="what the players are called, clockwise")
    parser.add_argument(
        "--bots",
        metavar="WHO",
        help="who plays: person, random, greedy, or a bot of the ruleset; one for all seats, or one for each with commas",
    )
    parser.add_argument("--save", metavar="FILE", help="keep the game in a file, written after every move")
    parser.add_argument("--load", metavar="FILE", help="go on from a save, a position, or FILE#EXAMPLE")
    parser.add_argument(
        "--rounds",
        type=limit,
        default=BOUNDS.rounds,
        metavar="N",
        help="bots alone play so many rounds before the game counts as one without end (default: 500)",
    )
    parser.add_argument(
        "--moves",
        type=limit,
        default=BOUNDS.moves,
        metavar="N",
        help="bots alone play so many moves before the game counts as one without end (default: 10,000)",
    )
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Play; the game so far is saved whatever ends it. 1 when prescribed chance never came, 2 when it cannot be saved."""
    if given.save is not None:
        check_save(Path(given.save))
    standing = _continued(given, console) if given.load else _begun(given, console)
    loaded, playthrough = standing.loaded, standing.playthrough
    bots = table_of(loaded, playthrough.program, given.bots, console)
    file = None if given.save is None else save_file(given.save, playthrough, console, loaded=given.load)
    sitting = Sitting(
        playthrough,
        bots,
        console,
        lambda name: saved_in_between(name, playthrough, console),
        lambda name: shown_or_written(standing, name, console),
        keep=nowhere if file is None else file.keep,
        bounds=Bounds(given.rounds, given.moves),
        began=len(playthrough.journal),
        words=console.interface,
    )
    saved = True
    if (sitting.people or not given.json) and not playthrough.over:
        sitting.voice = _voice(standing, console)
    if sitting.people and not playthrough.over:
        console.note(console.say("Type 'help' to see what can be typed besides moves."))
    try:
        ending = play(sitting)
    except RulesFault as fault:
        raise _failed(fault, playthrough.program, loaded, console) from fault
    except ChanceRefused as refused:
        raise _refused(refused) from refused
    finally:
        if file is not None:
            saved = file.close()
    if given.json:
        console.print(json.dumps(_plain(playthrough), ensure_ascii=False, indent=2))
    elif ending == "over":
        for line in ranking_lines(playthrough, sitting.voice or _voice(standing, console)):
            console.print(line)
    elif given.save is None:
        console.note(console.say("You left the game; it was not saved."))
    unused = playthrough.over and tell_unused_chance(playthrough, console)
    return int(unused) if saved else 2


def _voice(standing: Standing, console: Console) -> TableVoice:
    spoken = standing.spoken(console.interface.code)
    return voice_of(standing.loaded, standing.playthrough, console, spoken=spoken)


def _begun(given: argparse.Namespace, console: Console) -> Standing:
    if given.ruleset is None:
        raise Wrong("X103", command="reguli play", why=Said("why.which_ruleset"))
    loaded = playable(given.ruleset, options(given.option), console)
    players = players_of(bound(loaded), given.players)
    names = names_from(given.names, players)
    program = loaded.program(players)
    chance = prescribed(program, pairs(given.chance, Said("sort.outcomes_typed")), names)
    try:
        return Standing(loaded, begin(program, given.seed, prescribed=chance, names=names), {})
    except ChanceRefused as refused:
        raise _refused(refused) from refused
    except RulesFault as fault:
        raise _failed(fault, program, loaded, console) from fault


def _continued(given: argparse.Namespace, console: Console) -> Standing:
    if given.players is not None or given.option or given.chance or given.names:
        raise Wrong("X103", command="reguli play", why=Said("why.loaded_has_all"))
    return position_at(given.load, given.ruleset, console, seed=given.seed)


def _failed(fault: RulesFault, program: Program, loaded: Loaded, console: Console) -> HasFindings:
    """Show at which rule the game cannot go on."""
    bag = Bag()
    bag.extend([fault_diagnostic(program, fault)])
    show(bag, loaded.sources, console)
    return HasFindings()


def _refused(refused: ChanceRefused) -> Wrong:
    return Wrong.of(refused)


def _plain(playthrough: Playthrough) -> dict[str, object]:
    return {
        "ruleset": playthrough.program.ruleset.id,
        "players": playthrough.program.players,
        "seed": playthrough.chance.seed,
        "moves": len(playthrough.moves),
        "hash": playthrough.hash,
        "over": playthrough.over,
        "ranking": ranking_plain(playthrough),
    }
