"""``reguli play``: a game at the terminal, with people and bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.api import Bounds
from reguli.app.files import check_save
from reguli.app.tables.replays import outcome_json
from reguli.app.tables.saves import Standing
from reguli.app.tables.table import begun, tongue_of
from reguli.app.troubles import Findings
from reguli.cli.arguments import limit, options, pairs, takes_json, takes_start
from reguli.cli.console import Console
from reguli.cli.game_file import save_file
from reguli.cli.parser import Parser
from reguli.cli.positions import standing_at
from reguli.cli.reports import print_json, show
from reguli.cli.rulesets import playable
from reguli.cli.sitting import bots_at, print_ranking, sit, table_of, tell_unused_chance
from reguli.cli.wrong import HasFindings, Wrong
from reguli.source.said import Said

BOUNDS: Final = Bounds()


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
    playthrough = standing.playthrough
    bots = bots_at(standing, given.bots, console)
    file = None if given.save is None else save_file(given.save, playthrough, console, loaded=given.load)
    table, saved = table_of(standing, bots, console, file=file, bounds=Bounds(given.rounds, given.moves)), True
    if (table.people or not given.json) and not playthrough.over:
        table.tongue = tongue_of(standing, console.interface.code)
    if table.people and not playthrough.over:
        console.note(console.say("Type 'help' to see what can be typed besides moves."))
    try:
        ending = sit(table, standing)
    except Findings as stopped:
        show(stopped.findings, stopped.sources, console)
        raise HasFindings from stopped
    finally:
        if file is not None:
            saved = file.close()
    if given.json:
        print_json(outcome_json(playthrough), console)
    elif ending == "over":
        print_ranking(standing, table.tongue, console)
    elif given.save is None:
        console.note(console.say("You left the game; it was not saved."))
    unused = playthrough.over and tell_unused_chance(playthrough, console)
    return int(unused) if saved else 2


def _begun(given: argparse.Namespace, console: Console) -> Standing:
    if given.ruleset is None:
        raise Wrong("X103", command="reguli play", why=Said("why.which_ruleset"))
    loaded = playable(given.ruleset, options(given.option), console)
    names = () if given.names is None else [name.strip() for name in given.names.split(",")]
    chance = pairs(given.chance, Said("sort.outcomes_typed"))
    return begun(loaded, given.players, given.seed, names=names, chance=chance)


def _continued(given: argparse.Namespace, console: Console) -> Standing:
    if given.players is not None or given.option or given.chance or given.names:
        raise Wrong("X103", command="reguli play", why=Said("why.loaded_has_all"))
    return standing_at(given.load, given.ruleset, console, seed=given.seed)
