"""Lines of a text: an index from offsets to lines and columns, and excerpts with carets under the place of a finding."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import Final

from reguli.source.frozen_values import FrozenValue, frozen_class

# -- Where something stands in a file --------------------------------------------------------------------------------


SHEET: Final = ".xlsx:"
"""Follows the name of a workbook in that of one of its sheets: ``cards.xlsx:Cards``."""
CELL_LETTERS: Final = 100_000
"""What a cell of a sheet takes of a line: the first letter of the third cell stands in column 200,001."""
CELL_END: Final = "\x1f"
"""Parts the cells in the text of a sheet, one line a row."""
LETTERS: Final = 26


def number_as_letters(number: int) -> str:
    """Return a, b, … z, aa, ab, … for 1, 2, …."""
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, LETTERS)
        name = chr(ord("a") + letter) + name
    return name


@frozen_class
class Span(FrozenValue):
    """A stretch of one file; lines and columns count from 1, the end column is exclusive.

    The sheet of a workbook is a file whose name ends in that of the sheet. Its lines are rows, and each cell takes ``CELL_LETTERS``
    columns, so that whatever reads a part of a cell makes the place of that part as in any file.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """Return the place as ``file:line:column``, or as ``file:sheet!C7``."""
        if SHEET in self.file:
            return f"{self.file}!{number_as_letters(self.cell).upper()}{self.line}"
        return f"{self.file}:{self.line}:{self.column}"

    def __lt__(self, other: Span) -> bool:
        """Return whether the span comes first by file, line and column."""
        return self.place < other.place

    @property
    def cell(self) -> int:
        """Return the column of a sheet, counted from 1, in which the span begins."""
        return (self.column - 1) // CELL_LETTERS + 1

    @property
    def place(self) -> tuple[str, int, int, int, int]:
        """Return the file, and the line and column of both ends."""
        return self.file, self.line, self.column, self.end_line, self.end_column

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span("", 0, 0, 0, 0)


@frozen_class
class BroughtSpan(Span):
    """A range of a library file, included in a ruleset by the use at ``used``."""

    used: Span = NOWHERE

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of the other."""
        return BroughtSpan(self.file, self.line, self.column, other.end_line, other.end_column, self.used)


# -- source excerpt --------------------------------------------------------------------------------------------------


# -- The texts that were read, kept for excerpts ---------------------------------------------------------------------


class Sources:
    """The text of every file that was read, by the name its spans carry."""

    __slots__ = ("_lines", "_texts", "ordered")

    def __init__(self) -> None:
        """Start with no text."""
        self._texts: dict[str, str] = {}
        self._lines: dict[str, list[str]] = {}
        self.ordered: set[Span] = set()
        """Maps in files whose keys were read in an order that means something."""

    def add(self, file: str, text: str) -> None:
        """Keep the text of a file; a second text under the same name replaces the first."""
        self._texts[file] = text
        self._lines.pop(file, None)

    def text(self, file: str) -> str | None:
        """Return the text of a file, or None when it was never read."""
        return self._texts.get(file)

    def line(self, file: str, number: int) -> str | None:
        """Return one line, counted from 1, without its line break, or None when there is no such line."""
        if file not in self._texts:
            return None
        if file not in self._lines:
            self._lines[file] = self._texts[file].split("\n")
        lines = self._lines[file]
        return lines[number - 1].removesuffix("\r") if 1 <= number <= len(lines) else None


# -- source excerpt --------------------------------------------------------------------------------------------------


TAB_WIDTH: Final = 4
WIDEST: Final = 110
# What must not reach a terminal as it stands: controls, line and paragraph separators, marks that turn the writing direction.
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def escape_invisible(text: str) -> str:
    """Return a text with control and invisible characters as ``<U+202E>``, so that it cannot control a terminal."""
    return _UNPRINTABLE.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def escape_json_marks(json_text: str) -> str:
    """Return JSON with the same characters as equivalent escapes; line breaks between values are kept."""
    return _UNPRINTABLE.sub(lambda found: "\n" if found[0] == "\n" else f"\\u{ord(found[0]):04x}", json_text)


def display_width(text: str) -> int:
    """Return a text's width in columns: wide characters two, combining marks none."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _shown(text: str) -> str:
    return escape_invisible(text.replace("\t", " " * TAB_WIDTH))


def format_excerpt(span: Span, sources: Sources) -> tuple[str, ...]:
    """Return two lines: the source line with its number, and carets below the span; none if the line is unknown."""
    line = sources.line(span.file, span.line)
    if line is None:
        return ()
    column, end_column = span.column, span.end_column
    if SHEET in span.file:
        cells = line.split(CELL_END)
        before_it = sum(len(cell) + 3 for cell in cells[: span.cell - 1]) - (span.cell - 1) * CELL_LETTERS
        width = len(cells[span.cell - 1]) if span.cell <= len(cells) else 0
        inside = (span.cell - 1) * CELL_LETTERS + 1 + max(width, 1)
        column, end_column, line = column + before_it, min(end_column, inside) + before_it, " | ".join(cells)
    start = min(max(column - 1, 0), len(line))
    end = end_column - 1 if span.end_line == span.line else len(line)
    end = min(max(end, start), len(line))
    before, within, after = _cut(_shown(line[:start]), _shown(line[start:end]), _shown(line[end:]))
    number = f"{span.line:>5}"
    carets = "^" * max(1, display_width(within.rstrip()))
    return (
        f"{number} | {before}{within}{after}".rstrip(),
        f"{' ' * len(number)} | {' ' * display_width(before)}{carets}",
    )


def _cut(before: str, within: str, after: str) -> tuple[str, str, str]:
    """Return a long line shortened around the place, with … for the omitted parts."""
    if len(before) + len(within) + len(after) <= WIDEST:
        return before, within, after
    if len(before) > WIDEST // 2:
        before = "…" + before[-(WIDEST // 2) :]
    if len(within) > WIDEST // 2:
        within = within[: WIDEST // 2] + "…"
    room = max(WIDEST - len(before) - len(within), 0)
    return before, within, after if len(after) <= room else after[:room] + "…"


class LineIndex:
    """An index of the line starts of one text; offsets count characters from 0."""

    __slots__ = ("_starts", "file", "text")

    def __init__(self, text: str, file: str) -> None:
        """Find the lines of a text; ``file`` is the name its spans carry."""
        self.text = text
        self.file = file
        starts = [0]
        at = text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._starts = starts

    def span(self, start: int, end: int) -> Span:
        """Return the span from one offset to another, the end exclusive."""
        starts = self._starts
        line = bisect_right(starts, start)
        end_line = bisect_right(starts, end)
        return Span(self.file, line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def line_of(self, offset: int) -> int:
        """Return the line number of an offset, counted from 1."""
        return bisect_right(self._starts, offset)

    def line_start(self, offset: int) -> int:
        """Return the offset at which the line of an offset begins."""
        return self._starts[self.line_of(offset) - 1]

    def line_end(self, offset: int) -> int:
        """Return the offset of the line break (or the end of the text) that ends the line of an offset."""
        at = self.text.find("\n", offset)
        end = len(self.text) if at < 0 else at
        return end - 1 if end > offset and self.text[end - 1] == "\r" else end
