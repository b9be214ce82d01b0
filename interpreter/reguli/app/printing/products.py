"""Everything that is printed of a ruleset: written into a folder, or given as it is."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from reguli.app.printing import books, cards
from reguli.app.printing.orders import BOOKS, SORT, Printed, PrintedFile, PrintOrder, Written
from reguli.app.troubles import Findings, must_be_one_of
from reguli.pipeline import Loaded

PRODUCTS: Final = (*cards.CARDS, *BOOKS)


def write(loaded: Loaded, order: PrintOrder, folder: Path) -> Written:
    """Write what was ordered below a folder.

    Raises ``Refused`` where the order names what there is not (X111, X104), where nothing can be written (X112), and where what
    lays out pages is not installed (W411).
    """
    must_be_one_of((order.product,), PRODUCTS, SORT)
    write_one = {"book": books.write, "changes": books.write_changes_of}.get(order.product, cards.write)
    written = write_one(loaded, order, folder)
    if not written.files:
        return written
    return replace(written, overtaken=cards.overtaken(loaded, order.languages))


def printed(loaded: Loaded, order: PrintOrder) -> Printed:
    """Give what was ordered instead of writing it; raises as ``write`` does, and ``Findings`` where nothing could be printed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written = write(loaded, order, folder)
        if not written.files:
            raise Findings(written.findings, loaded.sources)
        below = tuple(path.relative_to(folder) for path in written.files)
        files = tuple(PrintedFile(path.as_posix(), (folder / path).read_bytes()) for path in below)
    return Printed(files, replace(written, files=below))
