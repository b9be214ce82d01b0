"""``reguli check --print``: every product of a ruleset said and laid out in each language that has words, and thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from reguli.cli.cases import books, cards
from reguli.cli.console import Console
from reguli.cli.rulesets import bound
from reguli.pipeline import Loaded, homes_at
from reguli.publish.products.product_writing import Order
from reguli.publish.products.products import PRODUCTS, Product
from reguli.source.diagnostic import Bag
from reguli.words.grammar.languages import LANGUAGES

SAID: Final = ("md", "html")
LAID_OUT: Final = (*SAID, "pdf")
"""What text and pages are checked as; pictures are made of the same pages."""


def lay_out_everything(loaded: Loaded, languages: Sequence[str], console: Console) -> int:
    """Print every product into a folder that is thrown away; what is amiss goes into the bag. Give how many were laid out.

    Without languages named it is those that the ruleset has words in. Where no typesetter is installed no pages are laid
    out, which is said.
    """
    formats = LAID_OUT if find_spec("typst") is not None else SAID
    if formats == SAID:
        console.note(console.say("pages are not laid out: the extra 'print' is not installed"))
    found, laid_out = Bag(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for code in languages or languages_with_words(loaded):
            for product in _products(loaded, found):
                console.progress(f"{product.id} ({code})")
                laid_out += bool(cards.write(loaded, Order(product, (code,), formats), folder, bag=found))
            console.progress(f"book ({code})")
            laid_out += bool(books.write(loaded, (code,), None, formats, folder, bag=found, broken=[]))
    console.progress("")
    known = set(loaded.bag)
    loaded.bag.extend(one for one in found if one not in known)
    return laid_out


def languages_with_words(loaded: Loaded) -> tuple[str, ...]:
    """Give the languages a ruleset has wordings in, its own or those of what it is built on; the first of all where none."""
    homes = homes_at(loaded.path, bound(loaded).documents.game.id)
    codes = [
        language.code
        for language in LANGUAGES
        if homes.catalogue(language.code).is_file()
        or (homes.below is not None and (homes.general / language.code / f"{homes.below}.po").is_file())
    ]
    return tuple(codes) or (LANGUAGES[0].code,)


def _products(loaded: Loaded, bag: Bag) -> Iterator[Product]:
    source = cards.source_of_cards(loaded, bag)
    yield from (product for product in PRODUCTS if source.has(product))
