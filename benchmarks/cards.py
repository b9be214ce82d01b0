"""How long it takes to print: all cards of Power Grid in three languages from nothing, and one card again after a change.

Run: python benchmarks/cards.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from reguli.cli.cards import source_of_cards
from reguli.pipeline import Loaded
from reguli.publish.product_writing import Order, write_products
from reguli.publish.products import PIECES, PRODUCTS, REFERENCE
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources

CODES = ("ro", "hu", "en")
COLD, WARM = 10.0, 1.0
"""Seconds that are allowed."""
EVERYTHING = "everything"


def write(folder: Path) -> int:
    """Write every product in every format that it has, and give how many files they are."""
    bag = Bag()
    source = source_of_cards(Loaded("power_grid"), bag)
    files = []
    for product in PRODUCTS:
        formats = ("pdf",) if product == PIECES else ("md", "html", "pdf")
        files += write_products(source, Order(product, CODES, formats), folder, bag=bag, sources=Sources())
    assert not bag, bag.codes
    return len(files)


def preview(folder: Path) -> float:
    """Give the seconds a preview takes in a process that is running: words read anew, one card laid out and printed."""
    bag = Bag()
    source = source_of_cards(Loaded("power_grid"), bag)
    order = Order(REFERENCE, ("ro",), ("html", "pdf"))
    write_products(source, order, folder, bag=bag, sources=Sources())
    begun = time.perf_counter()
    write_products(source, order, folder, bag=bag, sources=Sources())
    assert not bag, bag.codes
    return time.perf_counter() - begun


def main() -> int:
    """Print the figures; 1 where one is too high."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if sys.argv[1:] == [EVERYTHING]:
            print(write(folder), "files")
            return 0
        begun = time.perf_counter()
        # A process of its own: nothing is loaded yet.
        subprocess.run([sys.executable, __file__, EVERYTHING], check=True)
        cold = time.perf_counter() - begun
        warm = preview(folder)
    print(f"all cards of Power Grid in three languages, cold: {cold:6.2f} s (at most {COLD:g})")
    print(f"one card in one language, warm:                   {warm:6.2f} s (at most {WARM:g})")
    return int(cold > COLD or warm > WARM)


if __name__ == "__main__":
    sys.exit(main())
