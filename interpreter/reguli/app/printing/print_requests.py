"""What is ordered of everything that can be printed of a ruleset, and what came of it."""

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
    """The files that were written, and what there is to say of them.

    Where there are ``findings`` files may be missing. ``broken`` are worked examples that a variant breaks, so that they are not
    printed; ``unpictured`` elements without a drawing; ``overtaken`` sentences that were written for rules a variant has changed, so
    that the rule speaks in their place. All three are ids.
    """

    files: tuple[Path, ...]
    findings: tuple[Diagnostic, ...] = ()
    broken: tuple[str, ...] = ()
    unpictured: tuple[str, ...] = ()
    overtaken: tuple[str, ...] = ()
    pieces: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A file that was printed: its name (``my_game/card.4.hu.md``) and what is in it."""

    name: str
    content: bytes

    @property
    def text(self) -> str:
        """Return the content of a file of text (``md``, ``html``, ``svg``). Raises ``UnicodeDecodeError`` for another."""
        return self.content.decode("utf-8")


@dataclass(frozen=True, slots=True)
class Printed:
    """A product as it is printed: one file, or several where pictures or pages are files of their own; see ``Written``."""

    files: tuple[PrintedFile, ...]
    written: Written

    @property
    def content(self) -> bytes:
        """Return the bytes of the first file: of the product itself, or its first page."""
        return self.files[0].content

    @property
    def text(self) -> str:
        """Return the first file as text, for ``md``, ``html`` and ``svg``. Raises ``UnicodeDecodeError`` for another format."""
        return self.files[0].text
