"""``reguli examples``: the worked examples of a ruleset, executed."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import print_findings, show
from reguli.cli.rulesets import playable
from reguli.cli.wrong import Wrong
from reguli.pipeline import Loaded
from reguli.ruleset.declared.examples import ExampleDecl, load_examples
from reguli.source.diagnostic import Bag, as_json
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.translation import Translation
from reguli.verify.examples import ExampleResult, run_examples


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
    known = _known(loaded, console)
    for wanted in given.ids:
        if wanted not in known:
            raise Wrong(
                "X107",
                near=near(wanted, known),
                name=wanted,
                where=given.ruleset,
                known=", ".join(known) or Said("list.none"),
            )
    if given.list:
        chosen = [example for example in known.values() if not given.ids or example.id in given.ids]
        if given.json:
            listed = [{"id": example.id, "cites": list(example.cites)} for example in chosen]
            console.print(json.dumps(listed, ensure_ascii=False, indent=2))
        for example in () if given.json else chosen:
            console.print(f"{example.id}  {', '.join(example.cites)}".rstrip())
        return 0
    bag = Bag()
    results = []
    for result in run_examples(loaded, bag, only=given.ids):
        results.append(result)
        if not given.json:
            _print(result, loaded, console)
    if given.json:
        translation = console.translation
        plain = [_plain(result, translation) for result in results]
        console.print(json.dumps(plain, ensure_ascii=False, indent=2))
    failed = sum(not result.passed for result in results)
    count = console.count("{n} example", "{n} examples", len(results))
    console.note(console.say("{examples}, {failed} failed", examples=count, failed=failed))
    return 1 if failed or bag else 0


def _known(loaded: Loaded, console: Console) -> dict[str, ExampleDecl]:
    """Give the examples of a ruleset and of what it is a variant of, by id."""
    bag = Bag()
    found: dict[str, ExampleDecl] = {}
    for folder in reversed(loaded.layers):
        found.update((example.id, example) for example in load_examples(folder, bag, sources=loaded.sources))
    show(bag, loaded.sources, console)
    return {example.id: example for example in found.values() if not example.abstract}


def _print(result: ExampleResult, loaded: Loaded, console: Console) -> None:
    console.print(f"{console.say('ok    ') if result.passed else console.say('FAILED')}  {result.id}")
    print_findings(result.findings, loaded.sources, console)


def _plain(result: ExampleResult, translation: Translation) -> dict[str, object]:
    return {
        "id": result.id,
        "place": str(result.span),
        "cites": list(result.cites),
        "passed": result.passed,
        "claims": [
            {
                "form": claim.form,
                "text": claim.text,
                "expected": claim.expected,
                "found": claim.found,
                "holds": claim.holds,
            }
            for claim in result.claims
        ],
        "findings": [as_json(finding, translation) for finding in result.findings],
    }
