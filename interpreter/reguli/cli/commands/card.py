"""``reguli card``: reference cards and what else is printed of a ruleset, as text, pages and pictures."""

from __future__ import annotations

import argparse
from typing import Final

from reguli.app.files import folder_for
from reguli.app.printing.orders import SORT
from reguli.app.troubles import must_be_one_of
from reguli.cli.arguments import options, takes_json, takes_options
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import order_of, print_written
from reguli.cli.rulesets import playable
from reguli.cli.wrong import Wrong
from reguli.source.said import Said

EVERY: Final = "all"
"""Stands for every shipped ruleset."""


def arguments(parser: Parser) -> None:
    """Take the ruleset, what is wanted of it, the languages and the place."""
    parser.add_argument(
        "ruleset",
        help="the name of a shipped ruleset, or the path of a folder or a variant; all: everything of every shipped one",
    )
    takes_options(parser)
    parser.add_argument(
        "--product",
        default="reference",
        metavar="P",
        help="reference, setup, summary, glossary or pieces (default: reference)",
    )
    parser.add_argument("--lang", default="en", metavar="L,L,...", help="languages, for example ro,hu,en (default: en)")
    parser.add_argument("--back", default="", metavar="L", help="print the backs in this language")
    parser.add_argument("--players", type=int, metavar="N", help="only what holds for so many players")
    parser.add_argument(
        "--format", default="md,html", metavar="F,F,...", help="md, html, pdf, png, svg (default: md,html)"
    )
    parser.add_argument("--paper", default="", metavar="P", help="a4, letter, a5 or poker (default: by product)")
    parser.add_argument(
        "--sheet", default="a4", metavar="P", help="what cards are cut from: a4, letter or a5 (default: a4)"
    )
    parser.add_argument(
        "--for",
        dest="purpose",
        default="home",
        metavar="USE",
        help="home: sheets with crop marks; press: bleed; table: one picture for a virtual tabletop (default: home)",
    )
    parser.add_argument(
        "--theme", default="", metavar="DIR", help="a folder with fonts, colours, logo and icons of one's own"
    )
    parser.add_argument("--draft", action="store_true", help="print in any case, and mark what has no words yet")
    parser.add_argument(
        "--folder", default="generated_docs", metavar="DIR", help="where to write (default: generated_docs)"
    )
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Write what is wanted; 1 when words are missing or wrong."""
    # Words and templates cost a tenth of a second, and the help of this command needs neither.
    from reguli.app.printing.cards import CARDS, write_every_shipped
    from reguli.app.printing.products import write

    folder = folder_for(given.folder)
    if given.ruleset == EVERY:
        if given.theme:
            raise Wrong("X103", command="reguli card", why=Said("why.one_ruleset"))
        written, sources = write_every_shipped(folder), None
    else:
        loaded = playable(given.ruleset, options(given.option), console)
        must_be_one_of((given.product,), CARDS, SORT)
        written, sources = write(loaded, order_of(given), folder), loaded.sources
    said = console.count("{n} card written", "{n} cards written", len(written.files))
    return print_written(written, said, sources, console, as_json=given.json)
