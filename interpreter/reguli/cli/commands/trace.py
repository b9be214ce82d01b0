"""``reguli trace``: where a number of the rules comes from."""

from __future__ import annotations

import argparse

from reguli.app.opening import bound
from reguli.app.trace import trace
from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import print_json, print_lines
from reguli.cli.rulesets import playable
from reguli.cli.trace_words import trace_lines
from reguli.cli.wrong import Wrong
from reguli.source.said import Said


def arguments(parser: Parser) -> None:
    """Take the ruleset and the value."""
    takes_ruleset(parser)
    parser.add_argument("value", nargs="+", help="a constant, table, table[key, key], kind.element.field, or define")
    takes_options(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Trace one value."""
    loaded = playable(given.ruleset, options(given.option), console)
    typed = " ".join(given.value)
    if not typed.strip():
        raise Wrong("X103", command="reguli trace", why=Said("why.which_value"))
    found = trace(bound(loaded), typed)
    if given.json:
        print_json(found.to_json(), console)
    else:
        print_lines(trace_lines(found, loaded, console), console)
    return 0
