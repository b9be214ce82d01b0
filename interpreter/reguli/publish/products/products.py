"""What can be printed of a ruleset, beside its rulebook: the list of products."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Product:
    """A product: its id, the file of its layout, how its files are named, its usual paper, the wording of what it is."""

    id: str
    file: str
    stem: str
    paper: str
    kind: str


REFERENCE: Final = Product("reference", "card.yaml", "card", "a4", "card.kind")
SETUP: Final = Product("setup", "setup.yaml", "setup", "a5", "card.kind.setup")
SUMMARY: Final = Product("summary", "summary.yaml", "summary", "a5", "card.kind.summary")
GLOSSARY: Final = Product("glossary", "", "glossary", "a4", "card.kind.glossary")
PIECES: Final = Product("pieces", "pieces.yaml", "pieces", "poker", "card.kind.pieces")
PRODUCTS: Final = (REFERENCE, SETUP, SUMMARY, GLOSSARY, PIECES)


def product_of(name: str) -> Product | None:
    """Give the product of a name, or None."""
    return next((product for product in PRODUCTS if product.id == name), None)
