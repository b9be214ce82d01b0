"""Where something stands in a file."""

from __future__ import annotations

from reguli.source.frozen_values import Kept, kept


@kept
class Span(Kept):
    """A stretch of one file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """Give the place as ``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"

    def __lt__(self, other: Span) -> bool:
        """Come before another in the order of files, lines and columns."""
        return self.place < other.place

    @property
    def place(self) -> tuple[str, int, int, int, int]:
        """Give file, line and column of both ends."""
        return self.file, self.line, self.column, self.end_line, self.end_column

    def to(self, other: Span) -> Span:
        """Stretch from the start of this span to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span("", 0, 0, 0, 0)


@kept
class BroughtSpan(Span):
    """A stretch of a library, brought into a ruleset by what stands at ``used``."""

    used: Span = NOWHERE

    def to(self, other: Span) -> Span:
        """Stretch from the start of this span to the end of the other."""
        return BroughtSpan(self.file, self.line, self.column, other.end_line, other.end_column, self.used)
