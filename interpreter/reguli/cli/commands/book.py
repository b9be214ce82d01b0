"""``reguli book``: the whole rulebook of a ruleset, and what a variant changes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset, words_of
from reguli.cli.console import Console
from reguli.cli.files import folder_for
from reguli.cli.parser import Parser
from reguli.cli.reports import print_written
from reguli.cli.rulesets import bound, playable, players_of
from reguli.cli.wrong import Wrong
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.sources import Sources

PRODUCTS: Final = ("book", "changes")
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
    from reguli.cli.cases.books import write, write_all, write_sheets
    from reguli.cli.cases.overtaken import tell_overtaken

    bag, folder = Bag(), folder_for(given.folder)
    if given.ruleset == EVERY:
        if given.theme:
            raise Wrong("X103", command="reguli book", why=Said("why.one_ruleset"))
        return _told(write_all(folder, bag=bag), bag, Sources(), console, given)
    if given.product not in PRODUCTS:
        expected = ", ".join(PRODUCTS)
        raise Wrong(
            "X111",
            near=near(given.product, PRODUCTS),
            word=given.product,
            what=Said("thing.product"),
            expected=expected,
        )
    loaded = playable(given.ruleset, options(given.option), console)
    players = None if given.players is None else players_of(bound(loaded), given.players)
    wanted = words_of(given.lang), players, words_of(given.format)
    broken: list[str] = []
    if given.product == "book":
        written = write(loaded, *wanted, folder, bag=bag, broken=broken, theme=given.theme, draft=given.draft)
    else:
        # What a variant changes is said on its first day, so it is always a draft.
        written = write_sheets(loaded, *wanted, folder, bag=bag, broken=broken, theme=given.theme)
    if broken:
        names = ", ".join(broken)
        console.note(console.say("examples that no longer hold and are not printed: {names}", names=names))
    if written:
        tell_overtaken(loaded, wanted[0], console)
    return _told(written, bag, loaded.sources, console, given)


def _told(written: list[Path], bag: Bag, sources: Sources, console: Console, given: argparse.Namespace) -> int:
    said = console.count("{n} file written", "{n} files written", len(written))
    return print_written(written, said, bag, sources, console, as_json=given.json)
