"""``reguli card``: the reference card of a ruleset."""

from __future__ import annotations

import argparse

from reguli.cli.arguments import options, takes_options, takes_ruleset, words_of
from reguli.cli.console import Console
from reguli.cli.files import folder_at
from reguli.cli.parser import Parser
from reguli.cli.rulesets import bound, playable, players_of, show
from reguli.source.diagnostic import Bag


def arguments(parser: Parser) -> None:
    """Take the ruleset, the languages and the place."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument("--lang", default="en", metavar="L,L,...", help="languages, for example ro,hu,en (default: en)")
    parser.add_argument("--players", type=int, metavar="N", help="only what holds for so many players")
    parser.add_argument("--format", default="md,html", metavar="F,F,...", help="md, html or both (default: both)")
    parser.add_argument(
        "--folder", default="generated_docs", metavar="DIR", help="where to write (default: generated_docs)"
    )


def run(given: argparse.Namespace, console: Console) -> int:
    """Write the cards; 1 when words are missing or wrong."""
    # Words and templates cost a tenth of a second, and the help of this command needs neither.
    from reguli.cli.cards import write

    loaded = playable(given.ruleset, options(given.option), console)
    players = None if given.players is None else players_of(bound(loaded), given.players)
    bag = Bag()
    written = write(loaded, words_of(given.lang), players, words_of(given.format), folder_at(given.folder), bag=bag)
    for path in written:
        console.print(str(path))
    show(bag, loaded.sources, console)
    cards = console.count("{n} card written", "{n} cards written", len(written))
    console.note(f"{cards}, {console.findings(len(bag))}")
    return 1 if bag else 0
