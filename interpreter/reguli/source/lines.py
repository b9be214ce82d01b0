"""From offsets in a text to lines and columns."""

from __future__ import annotations

from bisect import bisect_right

from reguli.source.span import Span


class Lines:
    """Where each line of one text begins; offsets count characters from 0."""

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
        """Give the stretch from one offset to another, the end exclusive."""
        starts = self._starts
        line = bisect_right(starts, start)
        end_line = bisect_right(starts, end)
        return Span(self.file, line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def line_of(self, offset: int) -> int:
        """Give the number of the line an offset lies in, counted from 1."""
        return bisect_right(self._starts, offset)

    def line_start(self, offset: int) -> int:
        """Give the offset at which the line of an offset begins."""
        return self._starts[self.line_of(offset) - 1]

    def line_end(self, offset: int) -> int:
        """Give the offset of the line break (or the end of the text) that ends the line of an offset."""
        at = self.text.find("\n", offset)
        end = len(self.text) if at < 0 else at
        return end - 1 if end > offset and self.text[end - 1] == "\r" else end
