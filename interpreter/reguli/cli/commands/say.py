"""``reguli say``: a rule in words, as it is printed and as it follows from the rule itself."""

from __future__ import annotations

import argparse

from reguli.app.desk import languages_of, wording_desk
from reguli.cli.arguments import codes_of, options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import print_json, show
from reguli.cli.rulesets import playable
from reguli.cli.wordings import print_said


def arguments(parser: Parser) -> None:
    """Take the ruleset, the rule, the languages."""
    takes_ruleset(parser)
    parser.add_argument("rule", help="the id of a rule, a table, a constant or a statement")
    parser.add_argument("--lang", metavar="L,L,...", help="languages, for example ro,hu,en (default: all)")
    parser.add_argument("--players", type=int, metavar="N", help="say only what holds for so many players")
    takes_options(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Say one rule."""
    codes = languages_of(codes_of(given.lang))
    desk = wording_desk(playable(given.ruleset, options(given.option), console), codes, players=given.players)
    said = desk.say(given.rule)
    if given.json:
        print_json([one.as_json() for one in said], console)
    else:
        for one in said:
            print_said(one, console)
    show(desk.findings, desk.sources, console)
    return 0
