"""``reguli book``: the whole rulebook of a ruleset, and what a variant changes."""

from __future__ import annotations

import argparse
from typing import Final

from reguli.app.files import folder_for
from reguli.app.printing.orders import BOOKS, SORT
from reguli.app.troubles import must_be_one_of
from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.reports import order_of, print_written
from reguli.cli.rulesets import playable
from reguli.cli.wrong import Wrong
from reguli.source.said import Said

EVERY: Final = "all"
"""In place of a ruleset: the books of all shipped rulesets, in all languages and formats."""


def arguments(parser: Parser) -> None:
    """Take the ruleset, what is wanted of it, the languages and the place."""
    takes_ruleset(parser)
    takes_options(parser)
    parser.add_argument(
        "--product", default="book", metavar="P", help="book, or changes for what a variant changes (default: book)"
    )
    parser.add_argument("--lang", default="en", metavar="L,L,...", help="languages, for example ro,hu,en (default: en)")
    parser.add_argument("--players", type=int, metavar="N", help="only what holds for so many players")
    parser.add_argument("--format", default="md,html", metavar="F,F,...", help="md, html, pdf (default: md,html)")
    parser.add_argument("--theme", default="", metavar="DIR", help="a folder with fonts, colours and logo of one's own")
    parser.add_argument("--draft", action="store_true", help="print in any case, and mark what has no words yet")
    parser.add_argument(
        "--folder", default="generated_docs", metavar="DIR", help="where to write (default: generated_docs)"
    )
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Write what is wanted; 1 when words are missing or wrong."""
    # Words and templates cost a tenth of a second, and the help of this command needs neither.
    from reguli.app.printing.books import write_every_shipped
    from reguli.app.printing.products import write

    folder = folder_for(given.folder)
    if given.ruleset == EVERY:
        if given.theme:
            raise Wrong("X103", command="reguli book", why=Said("why.one_ruleset"))
        written, sources = write_every_shipped(folder), None
    else:
        must_be_one_of((given.product,), BOOKS, SORT)
        loaded = playable(given.ruleset, options(given.option), console)
        written, sources = write(loaded, order_of(given), folder), loaded.sources
    said = console.count("{n} file written", "{n} files written", len(written.files))
    return print_written(written, said, sources, console, as_json=given.json)
