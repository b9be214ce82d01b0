"""``reguli moves``: the moves of a position."""

from __future__ import annotations

import argparse

from reguli.app.tables.asking import moves_json, moves_said
from reguli.cli.arguments import takes_json, takes_position
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.positions import standing_at
from reguli.cli.reports import print_json, print_lines


def arguments(parser: Parser) -> None:
    """Take the position."""
    takes_position(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """List the moves."""
    standing = standing_at(given.file, given.ruleset, console)
    if given.json:
        found = moves_json(standing.playthrough)
        print_json(found, console)
        if found["left_out"]:
            said = console.count(
                "{n} move is not listed by itself, only in 'families'",
                "{n} moves are not listed by themselves, only in 'families'",
                found["left_out"],
            )
            console.note(said)
    elif standing.playthrough.decision is None:
        console.note(
            console.say("Nobody has to decide here: the game is over, or the position does not say where play begins.")
        )
    else:
        question, lines, count = moves_said(standing, console.interface.code)
        console.note(question)
        print_lines(lines, console)
        console.note(console.count("{n} move", "{n} moves", count))
    return 0
