"""Cards and other printed products of an opened ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

from reguli.app.opening import bound, players_of
from reguli.app.printing.looks import LANGUAGE_CODES, calmly, look_of
from reguli.app.printing.orders import SORT, PrintOrder, Written
from reguli.app.troubles import must_be_one_of
from reguli.pipeline import Loaded
from reguli.publish.document.product_tongue import stale_in
from reguli.publish.paper.sizes import PAPERS, PURPOSES, Purpose
from reguli.publish.products.card import CardSource, card_source, check_cards, tongues_of_cards
from reguli.publish.products.gallery import others_in, write_gallery
from reguli.publish.products.piece_plan import plan_pieces
from reguli.publish.products.product_writing import ALL_FORMATS, SHEETS, Order, write_products
from reguli.publish.products.products import PIECES, PRODUCTS, product_of
from reguli.shipped import shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.words.grammar.languages import LANGUAGES

CARDS: Final = tuple(product.id for product in PRODUCTS)
"""What is printed on cards and leaves, by name."""
SENTENCES: Final = ("statement:", "card:")


def source_of_cards(loaded: Loaded, bag: Bag) -> CardSource:
    """Find the layouts of a ruleset; their findings go into ``bag``."""
    locales = shipped_folder("locales")
    return card_source(bound(loaded), loaded.layers, locales, bag, loaded.sources)


def write(loaded: Loaded, order: PrintOrder, folder: Path) -> Written:
    """Write a card or leaf; see ``products.write``."""
    must_be_one_of((order.product,), CARDS, SORT)
    players = None if order.players is None else players_of(bound(loaded), order.players)
    bag = Bag()
    source = source_of_cards(loaded, bag)
    must_be_one_of((*order.languages, *((order.back,) if order.back else ())), LANGUAGE_CODES, Said("thing.language"))
    must_be_one_of(order.formats, ALL_FORMATS, Said("thing.format"))
    must_be_one_of((order.product,), products_in(source), SORT)
    product = product_of(order.product)
    assert product is not None
    papers = [paper.id for paper in PAPERS if paper.card or product != PIECES]
    must_be_one_of((order.paper or product.paper,), papers, Said("thing.paper"))
    must_be_one_of((order.sheet,), SHEETS, Said("thing.sheet"))
    must_be_one_of((order.purpose,), PURPOSES, Said("thing.use_of_cards"))
    look = look_of(order.theme, loaded, frozenset(() if source.pieces is None else source.pieces.icons), bag)
    if look is None:
        return Written((), bag.diagnostics)
    wanted = Order(
        product, order.languages, order.formats, players, order.paper, cast("Purpose", order.purpose), order.sheet,
        order.back, order.draft, look=look,
    )  # fmt: skip
    with calmly(folder):
        files = write_products(source, wanted, folder, bag=bag, sources=loaded.sources)
    bare = unpictured_in(source) if files and product == PIECES else ()
    return Written(tuple(files), bag.diagnostics, unpictured=tuple(name for name in bare if name not in look.icons))


def products_in(source: CardSource) -> tuple[str, ...]:
    """Give the names of the products that a ruleset has."""
    return tuple(product.id for product in PRODUCTS if source.has(product))


def unpictured_in(source: CardSource) -> tuple[str, ...]:
    """Give the elements that cards of a ruleset show and nobody drew."""
    return () if source.pieces is None else plan_pieces(source.ruleset, source.pieces, Bag()).unpictured


def write_every_shipped(folder: Path) -> Written:
    """Write everything of every shipped ruleset in all languages, with a page that shows it; raises as ``products.write`` does."""
    bag = Bag()
    sources = [source_of_cards(Loaded(name), bag) for name in shipped_rulesets()]
    with calmly(folder):
        files = write_gallery(sources, folder, more=others_in(folder), bag=bag, texts=Sources())
    return Written(tuple(files), bag.diagnostics)


def check(loaded: Loaded, languages: Sequence[str], bag: Bag) -> None:
    """Check the words of the cards in some languages; raises ``Refused`` for an unknown one."""
    must_be_one_of(languages, LANGUAGE_CODES, Said("thing.language"))
    check_cards(source_of_cards(loaded, bag), languages, bag, loaded.sources)


def overtaken(loaded: Loaded, codes: Sequence[str]) -> tuple[str, ...]:
    """Give the sentences in some languages that a variant does not print because they were written for rules it has changed.

    A ruleset that stands on no other is spared the looking.
    """
    if len(loaded.layers) == 1:
        return ()
    tongues = tongues_of_cards(source_of_cards(loaded, Bag()), loaded.sources)
    found = (
        name.partition(":")[2]
        for language in LANGUAGES
        if language.code in codes
        for name in stale_in(tongues.tongue(language, Bag()))
        if name.startswith(SENTENCES)
    )
    return tuple(dict.fromkeys(found))
