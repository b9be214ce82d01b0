"""``reguli info``: what a ruleset consists of."""

from __future__ import annotations

import argparse

from reguli.app.description import chance_of, describe, graph, traceable
from reguli.app.opening import bound, players_of
from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.chance_lines import chance_lines
from reguli.cli.console import Console
from reguli.cli.description import info_lines
from reguli.cli.graph_lines import graph_lines
from reguli.cli.parser import Parser
from reguli.cli.reports import print_json, print_lines
from reguli.cli.rulesets import playable


def arguments(parser: Parser) -> None:
    """Take the ruleset."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument("--names", action="store_true", help="list every value that can be traced")
    parser.add_argument(
        "--chance", action="store_true", help="list what is left to chance, and how each of it is prescribed"
    )
    parser.add_argument(
        "--graph", action="store_true", help="say how the maps hang together, and which rule runs which"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default: the fewest)")
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Describe one ruleset."""
    loaded = playable(given.ruleset, options(given.option), console)
    players, info = players_of(bound(loaded), given.players), describe(loaded)
    names = traceable(loaded) if given.names else None
    chance = chance_of(loaded, players) if given.chance else None
    joined = graph(loaded) if given.graph else None
    if given.json:
        asked = {
            "chosen": dict(bound(loaded).options),
            "names": names,
            "chance": None if chance is None else {"players": players, **chance.to_json()},
            "graph": None if joined is None else joined.to_json(),
        }
        print_json({**info.to_json(), **{name: told for name, told in asked.items() if told is not None}}, console)
        return 0
    lines = list(names or ())
    lines += [] if chance is None else chance_lines(chance, players, console)
    lines += [] if joined is None else graph_lines(joined, loaded, console)
    print_lines(lines or info_lines(info, console), console)
    return 0
