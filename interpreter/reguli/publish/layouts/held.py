"""The layouts in a folder, read and held against the rules without saying anything: what a check can afford to look at every time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.publish.document.reading import Reader
from reguli.publish.document.sayable import Given, GivenRows
from reguli.publish.layouts.book_reader import read_book_layout
from reguli.publish.layouts.card import Quote
from reguli.publish.layouts.card_reader import read_layout
from reguli.publish.layouts.pieces import read_pieces
from reguli.publish.products.card_planning import Planner
from reguli.publish.products.products import PIECES, PRODUCTS
from reguli.ruleset.folder import Folder
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

BOOK: Final = "book.yaml"


class _Holder(Planner):
    """Plans without the values that statements of the rulebook offer: to gather them takes longer than all else."""

    def quoted(self, quote: Quote) -> Mapping[str, Given | GivenRows]:
        """Give nothing."""
        return {}


def check_layouts(folder: Path, ruleset: Ruleset, bag: Bag, sources: Sources) -> None:
    """Find what is wrong with the layouts that lie in a folder: their form, and on cards each value that they name.

    Findings: Y, R1, W401 to W404, W410.
    """
    opened = Folder(folder, bag, sources)
    for product in PRODUCTS:
        node = opened.node(product.file) if product.file and opened.has(product.file) else None
        if node is None:
            continue
        if product == PIECES:
            read_pieces(node, opened.reader)
        elif (layout := read_layout(node, opened.reader)) is not None:
            planner = _Holder(ruleset, Reader(ruleset, None, bag), layout.generic)
            for section in layout.sections:
                planner.section(section)
    node = opened.node(BOOK) if opened.has(BOOK) else None
    if node is not None:
        read_book_layout(node, opened.reader)
