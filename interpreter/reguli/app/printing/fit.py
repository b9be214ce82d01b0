"""Every product of a ruleset said and laid out in each language that has words, and thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from reguli.app.opening import bound
from reguli.app.printing import books, cards
from reguli.app.printing.orders import PrintOrder
from reguli.pipeline import Loaded, homes_at
from reguli.source.diagnostic import Bag
from reguli.words.grammar.languages import LANGUAGES

SAID: Final = ("md", "html")
LAID_OUT: Final = (*SAID, "pdf")
"""What text and pages are checked as; pictures are made of the same pages."""


def is_typeset() -> bool:
    """Tell whether pages can be laid out: the typesetter is an extra."""
    return find_spec("typst") is not None


def lay_out_everything(loaded: Loaded, languages: Sequence[str], progress: Callable[[str, int], None]) -> int:
    """Print every product into a folder that is thrown away; what is amiss goes into the bag. Give how many were laid out.

    ``progress`` is told product and language. Without languages named it is those that the ruleset has words in. Where no
    typesetter is installed no pages are laid out.
    """
    formats = LAID_OUT if is_typeset() else SAID
    found, laid_out = Bag(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for code in languages or languages_with_words(loaded):
            for product in (*cards.products_in(cards.source_of_cards(loaded, found)), "book"):
                progress(f"{product} ({code})", 0)
                write = books.write if product == "book" else cards.write
                written = write(loaded, PrintOrder(product=product, languages=(code,), formats=formats), folder)
                found.extend(written.findings)
                laid_out += bool(written.files)
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
