"""The printable products of a ruleset other than its rulebook, and the lookup of their layouts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Final, TypeVar

from reguli.output_formats import list_formats
from reguli.ruleset.folder_contents import Folder
from reguli.ruleset.variant_layers import Layers
from reguli.schema.shapes import ValueContext, ValueShape, read_document
from reguli.source.bounded_files import folder_has_entry
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources

T = TypeVar("T")


@frozen_class
class Product(FrozenValue):
    """A product: its id, its layout file, the stem of its file names, its usual paper, the wording of its type.

    ``words`` is the largest number of words on its front; 0 without a limit.
    """

    id: str
    file: str
    stem: str
    paper: str
    kind: str
    words: int = 0


REFERENCE: Final = Product("reference", "card.yaml", "card", "a4", "card.kind")
SETUP: Final = Product("setup", "setup.yaml", "setup", "a5", "card.kind.setup")
SUMMARY: Final = Product("summary", "summary.yaml", "summary", "a5", "card.kind.summary")
AID: Final = Product("aid", "aid.yaml", "aid", "a5", "card.kind.aid", words=220)
GLOSSARY: Final = Product("glossary", "", "glossary", "a4", "card.kind.glossary")
PIECES: Final = Product("pieces", "pieces.yaml", "pieces", "poker", "card.kind.pieces")
BOOK: Final = "book.yaml"
"""The file of the layout of a rulebook."""
CARDS: Final = (REFERENCE, AID, SETUP, SUMMARY)
"""What is laid out as a card is."""
PRODUCTS: Final = (*CARDS, GLOSSARY, PIECES)


@frozen_class
class PrintOrder(FrozenValue):
    """A print request: a product in languages and formats, for ``players`` or (``None``) any number of them.

    ``product``: ``reference``, ``aid``, ``setup``, ``summary``, ``glossary``, ``pieces``, ``book`` or ``changes``. ``theme`` is a folder
    with fonts, colours, logo and icons of one's own. A ``draft`` is printed in any case, and marks what has no words yet; what is
    ``final`` is printed only if somebody approved every wording in it as it is now. ``edition`` of a book: ``player``, or ``annotated`` with the numbers of statements and where each stands in the
    sources. ``against`` is what ``changes`` are told from: a
    ruleset, a folder, a revision (empty: what a variant is of); of ``pieces`` those that are printed otherwise than there alone are wanted where
    ``changed`` is true, and where ``ids`` name elements only these. The others are for cards: ``paper`` (empty: the
    usual one), ``sheet`` that cards are cut from, ``purpose`` (one of ``PURPOSES``), ``back`` (the language of the backs;
    empty: the same), ``address`` (where a virtual tabletop finds the pictures; empty: on this computer). ``kept`` holds the pictures that were drawn: the next
    order that is given it draws only what has changed.
    """

    product: str = "reference"
    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = list_formats("card", "template")
    players: int | None = None
    theme: str = ""
    draft: bool = False
    final: bool = False
    edition: str = "player"
    against: str = ""
    paper: str = ""
    sheet: str = "a4"
    purpose: str = "home"
    back: str = ""
    address: str = ""
    changed: bool = False
    ids: tuple[str, ...] = ()
    kept: dict[str, bytes] = field(default_factory=dict, compare=False, repr=False)

    @property
    def in_part(self) -> bool:
        """Return whether only some pieces are requested."""
        return self.changed or bool(self.ids)


def product_by_name(name: str) -> Product:
    """Return the product with a name from ``PRODUCTS``."""
    return next(product for product in PRODUCTS if product.id == name)


def load_layout(
    layers: Layers, file: str, shape: ValueShape[T], bag: Bag, sources: Sources, *, icons: Iterable[str] = ()
) -> T | None:
    """Read a layout by its schema from the first folder that has one: a ruleset's own precedes those it is a variant of.

    ``icons`` are the names of those that it may use beside its own.
    """
    home = next((folder for folder in layers.folders if folder_has_entry(folder / file)), None)
    if home is None:
        return None
    folder = Folder(home, bag, sources, statements=layers.names(home))
    folder.reader.known = tuple(icons)
    node = folder.node(file)
    # What variants below that folder say of their own layout is overtaken.
    laid = {} if node is None else layers.down_to(home).edited(file.partition(".")[0], {home: (node,)}, bag)
    return None if node is None else read_document(shape, laid[home][0], ValueContext(""), folder.reader)
