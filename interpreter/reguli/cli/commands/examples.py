"""``reguli examples``: the worked examples of a ruleset, executed."""

from __future__ import annotations

import argparse

from reguli.app.examples import worked_examples
from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import print_findings, print_json, show
from reguli.cli.rulesets import playable


def arguments(parser: Parser) -> None:
    """Take the ruleset and the examples."""
    takes_ruleset(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these examples")
    parser.add_argument("--list", action="store_true", help="list them instead of running them")
    takes_options(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Run the examples; 1 when one does not hold."""
    loaded = playable(given.ruleset, options(given.option), console)
    examples = worked_examples(loaded)
    show(examples.findings, loaded.sources, console)
    chosen = examples.listed(given.ids)
    if given.list:
        if given.json:
            print_json([{"id": example.id, "cites": list(example.cites)} for example in chosen], console)
        for example in () if given.json else chosen:
            console.print(f"{example.id}  {', '.join(example.cites)}".rstrip())
        return 0
    results = []
    for result in examples.run(given.ids):
        results.append(result)
        if not given.json:
            console.print(f"{console.say('ok    ') if result.passed else console.say('FAILED')}  {result.id}")
            print_findings(result.findings, loaded.sources, console)
    if given.json:
        translation = console.translation
        print_json([result.to_json(translation) for result in results], console)
    failed = sum(not result.passed for result in results)
    count = console.count("{n} example", "{n} examples", len(results))
    console.note(console.say("{examples}, {failed} failed", examples=count, failed=failed))
    return 1 if failed or examples.findings else 0
