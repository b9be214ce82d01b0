"""``reguli check``: every mistake of a ruleset at once."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset, words_of
from reguli.cli.checking import find_everything
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.rulesets import check_options, opened
from reguli.source.diagnostic import as_json, render
from reguli.source.translation import ENGLISH


def arguments(parser: Parser) -> None:
    """Take the ruleset."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument(
        "--lang", default="", metavar="L,L,...", help="also check the words of the card in these languages"
    )
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Check a ruleset; findings are the result."""
    loaded = opened(given.ruleset, options(given.option))
    if loaded.documents is not None:
        check_options(loaded, console)
    stands = loaded.ruleset is not None and not loaded.bag
    looked_at = find_everything(loaded)
    languages = words_of(given.lang)
    if languages and stands:  # what is missing from a ruleset that does not stand, every wording would miss
        # Words and templates cost a tenth of a second; a check of the rules alone does without.
        from reguli.cli.books import check as check_book
        from reguli.cli.cards import check

        check(loaded, languages, loaded.bag)
        check_book(loaded, languages, loaded.bag)
    translation = console.translation if loaded.bag else ENGLISH
    if given.json:
        findings = [as_json(finding, translation) for finding in loaded.bag]
        console.print(json.dumps({"ruleset": given.ruleset, "findings": findings}, ensure_ascii=False, indent=2))
    else:
        for finding in loaded.bag:
            console.print(render(finding, loaded.sources, colour=console.colours_results, translation=translation))
            console.print()
    settings = console.count("{n} setting of its options looked at", "{n} settings of its options looked at", looked_at)
    console.note(f"{given.ruleset}: {console.findings(len(loaded.bag))}, {settings}")
    return 1 if loaded.bag else 0
