"""``reguli why``: why a move is not allowed."""

from __future__ import annotations

import argparse

from reguli.app.tables.asking import against
from reguli.cli.arguments import takes_json, takes_position
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.positions import standing_at
from reguli.cli.reports import print_json, print_lines
from reguli.cli.wrong import Wrong
from reguli.source.said import Said


def arguments(parser: Parser) -> None:
    """Take the position and the move."""
    takes_json(parser)
    takes_position(parser)
    parser.add_argument("--asks", metavar="PLAYER", help="who asks, if not the one whose move it is")
    parser.add_argument("move", nargs="+", help="the move as it is typed, without quotes")


def run(given: argparse.Namespace, console: Console) -> int:
    """Say every reason against a move; 1 when there is one."""
    standing = standing_at(given.file, given.ruleset, console)
    if standing.playthrough.decision is None:
        raise Wrong("X103", command="reguli why", why=Said("why.nobody_decides"))
    found = against(standing, " ".join(given.move), given.asks, console.interface.code)
    if given.json:
        print_json(found.to_json(), console)
    elif not found.refusals:
        console.print(console.say("{move} is allowed", move=found.said))
    else:
        console.print(console.say("{move} is not allowed:", move=found.said))
        print_lines((f"  {line}" for line in found.lines(console.interface)), console)
    return 1 if found.refusals else 0
