"""Cards and other printed products of an opened ruleset, for the commands that write or check them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from reguli.cli.cases.themes import look_of
from reguli.cli.files import unwritable
from reguli.cli.rulesets import bound
from reguli.cli.wrong import Wrong
from reguli.pipeline import Loaded
from reguli.publish.paper.sizes import PAPERS, PURPOSES
from reguli.publish.paper.typst_page import NoTypst
from reguli.publish.products.card import CardSource, card_source, check_cards
from reguli.publish.products.gallery import others_in, write_gallery
from reguli.publish.products.piece_plan import plan_pieces
from reguli.publish.products.product_writing import ALL_FORMATS, SHEETS, Order, write_products
from reguli.publish.products.products import PIECES, PRODUCTS
from reguli.shipped import find_ruleset, shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.words.grammar.languages import LANGUAGES

CODES: Final = tuple(language.code for language in LANGUAGES)


def source_of_cards(loaded: Loaded, bag: Bag) -> CardSource:
    """Find the layouts of a ruleset; their findings go into ``bag``."""
    locales = shipped_folder("locales")
    return card_source(bound(loaded), loaded.path, locales, bag, loaded.sources, find=find_ruleset)


def write(
    loaded: Loaded, order: Order, folder: Path, *, bag: Bag, theme: str = "", unpictured: list[str] | None = None
) -> list[Path]:
    """Write what was ordered, in the look of a theme where its folder is named, and give the files.

    ``unpictured`` takes the elements that have no icon, neither of the ruleset nor of the theme. Raises ``Wrong`` where the order names what there is not, where nothing can be written, and where Typst is missing.
    """
    source = source_of_cards(loaded, bag)
    _known((*order.languages, *((order.back,) if order.back else ())), CODES, Said("thing.language"))
    _known(order.formats, ALL_FORMATS, Said("thing.format"))
    _known((order.product.id,), [product.id for product in PRODUCTS if source.has(product)], Said("thing.product"))
    papers = [paper.id for paper in PAPERS if paper.card or order.product != PIECES]
    _known((order.paper or order.product.paper,), papers, Said("thing.paper"))
    _known((order.sheet,), SHEETS, Said("thing.sheet"))
    _known((order.purpose,), PURPOSES, Said("thing.use_of_cards"))
    look = look_of(theme, loaded, frozenset(() if source.pieces is None else source.pieces.icons), bag)
    if look is None:
        return []
    try:
        written = write_products(source, replace(order, look=look), folder, bag=bag, sources=loaded.sources)
    except OSError as error:
        raise unwritable(str(folder), error) from error
    except NoTypst as error:
        raise Wrong("W411") from error
    if unpictured is not None and order.product == PIECES and written:
        unpictured += [name for name in unpictured_in(source) if name not in look.icons]
    return written


def unpictured_in(source: CardSource) -> tuple[str, ...]:
    """Give the elements that cards of a ruleset show and nobody drew."""
    return () if source.pieces is None else plan_pieces(source.ruleset, source.pieces, Bag()).unpictured


def write_all(folder: Path, *, bag: Bag) -> list[Path]:
    """Write everything of every shipped ruleset in all languages, with a page that shows it; raises ``Wrong`` as ``write`` does."""
    opened = [Loaded(name) for name in shipped_rulesets()]
    sources = [source_of_cards(loaded, bag) for loaded in opened]
    try:
        return write_gallery(sources, folder, more=others_in(folder), bag=bag, texts=Sources())
    except OSError as error:
        raise unwritable(str(folder), error) from error
    except NoTypst as error:
        raise Wrong("W411") from error


def check(loaded: Loaded, languages: Sequence[str], bag: Bag) -> None:
    """Check the words of the cards in some languages; raises ``Wrong`` for an unknown one."""
    _known(languages, CODES, Said("thing.language"))
    check_cards(source_of_cards(loaded, bag), languages, bag, loaded.sources)


def _known(wanted: Sequence[str], known: Sequence[str], what: Said) -> None:
    for word in wanted or ("",):
        if word not in known:
            raise Wrong("X111", near=near(word, known), word=word, what=what, expected=", ".join(known))
