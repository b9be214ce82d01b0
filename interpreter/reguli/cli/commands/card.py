"""``reguli card``: reference cards and what else is printed of a ruleset, as text, pages and pictures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from reguli.cli.arguments import options, takes_json, takes_options, words_of
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
    from reguli.cli.cases.cards import write, write_all
    from reguli.cli.cases.overtaken import tell_overtaken

    # Part of the same.
    from reguli.publish.products.product_writing import Order
    from reguli.publish.products.products import PRODUCTS, product_of

    bag = Bag()
    folder = folder_for(given.folder)
    if given.ruleset == EVERY:
        if given.theme:
            raise Wrong("X103", command="reguli card", why=Said("why.one_ruleset"))
        return _told(write_all(folder, bag=bag), bag, Sources(), console, given)
    loaded = playable(given.ruleset, options(given.option), console)
    product = product_of(given.product)
    if product is None:
        names = [one.id for one in PRODUCTS]
        word, expected = given.product, ", ".join(names)
        raise Wrong("X111", near=near(word, names), word=word, what=Said("thing.product"), expected=expected)
    order = Order(
        product=product,
        languages=tuple(words_of(given.lang)),
        formats=tuple(words_of(given.format)),
        players=None if given.players is None else players_of(bound(loaded), given.players),
        paper=given.paper,
        purpose=given.purpose,
        sheet=given.sheet,
        back=given.back,
        draft=given.draft,
    )
    bare: list[str] = []
    written = write(loaded, order, folder, bag=bag, theme=given.theme, unpictured=bare)
    if bare:
        listed = ", ".join(bare)
        console.note(console.say("without a picture, so printed with the first letter: {names}", names=listed))
    if written:
        tell_overtaken(loaded, order.languages, console)
    return _told(written, bag, loaded.sources, console, given)


def _told(written: list[Path], bag: Bag, sources: Sources, console: Console, given: argparse.Namespace) -> int:
    said = console.count("{n} card written", "{n} cards written", len(written))
    return print_written(written, said, bag, sources, console, as_json=given.json)
