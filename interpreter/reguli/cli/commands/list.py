"""``reguli list``: what came with reguli."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import takes_json
from reguli.cli.console import Console
from reguli.cli.description import describe, players_range
from reguli.cli.parser import Parser
from reguli.cli.rulesets import opened
from reguli.shipped import shipped_rulesets


def arguments(parser: Parser) -> None:
    """Take nothing but --json."""
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """List the shipped rulesets."""
    shipped = [documents for name in shipped_rulesets() if (documents := opened(name, {}).documents)]
    if given.json:
        console.print(json.dumps([describe(documents) for documents in shipped], ensure_ascii=False, indent=2))
        return 0
    games = [documents.game for documents in shipped]
    width = max((len(game.id) for game in games), default=0)
    for game in games:
        version = console.say("version {version}", version=game.version)
        console.print(f"{game.id:{width}}  {game.name}, {players_range(*game.players, console)}, {version}")
    return 0
