"""``reguli program``: the rules as the blocks that are run."""

from __future__ import annotations

import argparse

from reguli.app.program import program_as_data, program_in_lines
from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import print_json, print_lines
from reguli.cli.rulesets import playable


def arguments(parser: Parser) -> None:
    """Take the ruleset."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: the fewest)")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Print the program of one ruleset."""
    loaded = playable(given.ruleset, options(given.option), console)
    if given.json:
        print_json(program_as_data(loaded, given.players), console)
    else:
        print_lines(program_in_lines(loaded, given.players), console)
    return 0
