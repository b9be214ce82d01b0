"""``reguli info``: what a ruleset consists of."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.cases.chance_sites import chance_json, chance_lines
from reguli.cli.cases.graph_lines import graph_json, graph_lines
from reguli.cli.cases.traced import names_of
from reguli.cli.console import Console
from reguli.cli.description import counted, describe, value_word
from reguli.cli.parser import Parser
from reguli.cli.rulesets import bound, playable, players_of
from reguli.engine.chance.told import chance_told
from reguli.ruleset.documents import Documents


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
    ruleset, documents = bound(loaded), loaded.documents
    assert documents is not None
    names = list(names_of(ruleset)) if given.names else []
    players = players_of(ruleset, given.players)
    told = chance_told(loaded.program(players)) if given.chance else None
    if given.json:
        described = describe(documents)
        described["chosen"] = dict(ruleset.options)
        if given.names:
            described["names"] = names
        if told is not None:
            described["chance"] = chance_json(told, players)
        if given.graph:
            described["graph"] = graph_json(ruleset)
        console.print(json.dumps(described, ensure_ascii=False, indent=2))
    else:
        chance = [] if told is None else list(chance_lines(told, players, console))
        graph = list(graph_lines(ruleset, console)) if given.graph else []
        for line in [*names, *chance, *graph] or _lines(documents, console):
            console.print(line)
    return 0


def _lines(documents: Documents, console: Console) -> list[str]:
    say, game = console.say, documents.game
    low, high = game.players
    seats = console.count("{low} to {n} player", "{low} to {n} players", high, low=low)
    version = say("version {version}", version=game.version)
    lines = [f"{game.name} ({game.id}), {version}, {seats}"]
    lines += [f"  {say('variant {name}', name=variant.name)} ({variant.id})" for variant in documents.variants]
    for option in game.options:
        values = ["yes", "no"] if option.form == "switch" else [value.id for value in option.values]
        chosen = value_word(option.default)
        said = ", ".join(f"{value} ({say('default')})" if value == chosen else value for value in values)
        lines.append(f"  {say('option {name}', name=option.id)}: {said}")
    if game.round:
        lines.append(f"  {say('phases of a round')}: {', '.join(game.round)}")
    if game.stages:
        lines.append(f"  {say('stages')}: {', '.join(stage.id for stage in game.stages)}")
    lines += [f"  {line}" for line in counted(documents, console)]
    return lines
