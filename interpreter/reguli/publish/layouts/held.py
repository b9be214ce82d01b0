"""The layouts in a folder, read and held against the rules without saying anything: what a check can afford to look at every time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reguli.model.ruleset import Ruleset
from reguli.publish.document.reading import Reader
from reguli.publish.document.sayable import Given, GivenRows
from reguli.publish.layouts.book import BOOK as BOOK_LAYOUT
from reguli.publish.layouts.card import CARD
from reguli.publish.layouts.pieces import PIECES as PIECES_LAYOUT
from reguli.publish.products.card_planning import Planner
from reguli.publish.products.products import BOOK, CARDS, PIECES
from reguli.ruleset.folder import Folder
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources


class _Holder(Planner):
    """Plans without the values that statements of the rulebook offer: to gather them takes longer than all else."""

    def values_of(self, name: str) -> Mapping[str, Given | GivenRows]:
        """Give nothing."""
        return {}


def check_layouts(folder: Path, ruleset: Ruleset, bag: Bag, sources: Sources) -> None:
    """Find what is wrong with the layouts that lie in a folder: their form, and on cards each value that they name.

    Findings: Y, R1, W401 to W404, W410.
    """
    opened = Folder(folder, bag, sources)
    for product in CARDS:
        layout = opened.read(product.file, CARD, "", needed=False)
        if layout is not None:
            planner = _Holder(ruleset, Reader(ruleset, None, bag), layout.generic)
            for section in layout.sections:
                planner.section(section)
    opened.read(PIECES.file, PIECES_LAYOUT, "", needed=False)
    opened.read(BOOK, BOOK_LAYOUT, "", needed=False)
