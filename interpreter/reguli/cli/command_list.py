"""``reguli list``: what came with reguli."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.description import describe
from reguli.cli.parser import Parser
from reguli.cli.rulesets import opened
from reguli.shipped import shipped_rulesets


def arguments(parser: Parser) -> None:
    """Take nothing but --json."""
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """List the shipped rulesets."""
    described = [describe(documents) for name in shipped_rulesets() if (documents := opened(name, {}).documents)]
    if given.json:
        console.print(json.dumps(described, ensure_ascii=False, indent=2))
        return 0
    width = max((len(str(one["id"])) for one in described), default=0)
    for one in described:
        players = one["players"]
        assert isinstance(players, list)
        seats = f"{players[0]} to {players[1]} players" if players[0] != players[1] else f"{players[0]} players"
        console.print(f"{one['id']:{width}}  {one['name']}, {seats}, version {one['version']}")
    return 0
