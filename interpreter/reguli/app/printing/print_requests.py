"""Print orders for a ruleset's products, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.publish.products.product_registry import PrintOrder
from reguli.source.diagnostic import Diagnostic
from reguli.source.finding_catalogue import Said

__all__ = ["BOOKS", "CHANGES", "SORT", "PrintOrder", "Printed", "PrintedFile", "Written"]

CHANGES: Final = "changes"
BOOKS: Final = ("book", CHANGES)
"""The whole rulebook, and what a variant changes."""
ANNOTATED: Final = "annotated"
EDITIONS: Final = ("player", ANNOTATED)
"""Of a book: to read at the table, or with the numbers of statements and their sources."""
SORT: Final = Said("thing.product")


@dataclass(frozen=True, slots=True)
class Written:
    """The written files and the accompanying remarks.

    Where there are ``findings`` files may be missing. ``broken`` are worked examples that a variant breaks, so that they are not
    printed; ``unpictured`` elements without a drawing; ``overtaken`` statements that no sentence fits, so
    that the rule itself is printed. All three are ids. ``earlier`` are files of the same order that stay from an earlier print.
    """

    files: tuple[Path, ...]
    findings: tuple[Diagnostic, ...] = ()
    broken: tuple[str, ...] = ()
    unpictured: tuple[str, ...] = ()
    overtaken: tuple[str, ...] = ()
    pieces: tuple[str, ...] | None = None
    earlier: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A printed file: its name (``my_game/card.4.hu.md``) and its content."""

    name: str
    content: bytes

    @property
    def text(self) -> str:
        """Return the content of a text file (``md``, ``html``, ``svg``). Raises ``UnicodeDecodeError`` for another."""
        return self.content.decode("utf-8")


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed product: one file, or several if pictures or pages are separate files; see ``Written``."""

    files: tuple[PrintedFile, ...]
    written: Written

    @property
    def content(self) -> bytes:
        """Return the bytes of the first file: the product itself, or its first page."""
        return self.files[0].content

    @property
    def text(self) -> str:
        """Return the first file as text, for ``md``, ``html`` and ``svg``. Raises ``UnicodeDecodeError`` for another format."""
        return self.files[0].text
