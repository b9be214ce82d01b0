"""Cells with their places, whatever the file they come from: a head that says what is entered, by whom and from where, then columns and rows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import Span

HEAD: Final = ("of", "board", "who", "when", "print", "note")
"""What a head may say: what is entered, the board it lies on, who entered it, when, from which print, and what is to be remembered."""
MUST: Final = ("of", "who", "when", "print")
NOTHING: Final = ("none", "-", "–", "—")
"""What says that there is nothing; a cell that is left empty says nothing at all."""
_APART: Final = re.compile(r"[\s,;|]+")
_NO_LETTER: Final = re.compile(r"[^\w]+")

Table = tuple[tuple[str, ...], ...]
"""The cells of a spreadsheet as texts, row by row."""
ReadSheet = Callable[[bytes], Table | Said]
"""Gives the cells of a packed spreadsheet, or says why that cannot be."""


@kept
class Cell(Kept):
    """A cell: what stands in it, and where; ``words`` where it is a list."""

    text: str
    span: Span
    words: tuple[str, ...] | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing was entered."""
        return self.words is None and not self.text

    @property
    def listed(self) -> tuple[str, ...]:
        """Give the words of a list, which blanks, commas, semicolons or strokes part; none where it says that there are none."""
        if self.words is not None:
            return self.words
        return () if self.text in NOTHING else tuple(word for word in _APART.split(self.text) if word)


@kept
class Entered(Kept):
    """What one file says: its head, its columns and its rows, empty rows left out."""

    span: Span
    head: Mapping[str, Cell]
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def said(self, key: str) -> str:
        """Give what the head says, or nothing."""
        cell = self.head.get(key)
        return "" if cell is None else cell.text

    @property
    def name(self) -> str:
        """Give the name of the file below the folder of the ruleset: ``facts/worth.csv``."""
        return "/".join(self.span.file.split("/")[-2:])


def plainly(text: str) -> str:
    """Give a name by which two ways to write it are one: small letters, without marks on them, with ``_`` for all else: ``Köln`` is ``koln``."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return _NO_LETTER.sub("_", "".join(one for one in apart if not unicodedata.combining(one))).strip("_")
