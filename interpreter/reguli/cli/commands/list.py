"""``reguli list``: what came with reguli."""

from __future__ import annotations

import argparse

from reguli.app.description import describe_shipped
from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.description import players_range
from reguli.cli.parser import Parser
from reguli.cli.reports import print_json


def arguments(parser: Parser) -> None:
    """Take nothing but --json."""
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """List the shipped rulesets."""
    shipped = describe_shipped()
    if given.json:
        print_json([info.to_json() for info in shipped], console)
        return 0
    width = max((len(info.id) for info in shipped), default=0)
    for info in shipped:
        version = console.say("version {version}", version=info.version)
        console.print(f"{info.id:{width}}  {info.name}, {players_range(*info.players, console)}, {version}")
    return 0
