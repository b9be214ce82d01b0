"""The texts that were read, kept for excerpts."""

from __future__ import annotations

from reguli.source.span import Span


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
        """Give the text of a file, or None when it was never read."""
        return self._texts.get(file)

    def line(self, file: str, number: int) -> str | None:
        """Give one line, counted from 1, without its line break, or None when there is no such line."""
        if file not in self._texts:
            return None
        if file not in self._lines:
            self._lines[file] = self._texts[file].split("\n")
        lines = self._lines[file]
        return lines[number - 1].removesuffix("\r") if 1 <= number <= len(lines) else None
