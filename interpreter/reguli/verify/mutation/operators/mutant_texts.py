"""Terms and statements in the words of the ruleset: as they are written."""

from __future__ import annotations

from typing import Final

from reguli.model.bound_tree import bound_terms as t
from reguli.source.message_arguments import Said, Value
from reguli.source.source_texts import Sources
from reguli.source.span import Span
from reguli.verify.mutation.operators.mutant import span_of

LONGEST: Final = 100
"""So much of a text is shown."""
NOT_WRITTEN: Final = "…"
"""Stands for what a library wrote that cannot be read any more."""


class Words:
    """Gives texts of a ruleset."""

    def __init__(self, sources: Sources) -> None:
        """Take the texts of all files that were read."""
        self._sources = sources

    def of(self, node: object) -> str:
        """Give a node as it is written, on one line."""
        if isinstance(node, t.Constant) and node.span.line == 0:
            return node.origin or str(node.value)
        text = self._written(span_of(node))
        return f"{text[:LONGEST]} …" if len(text) > LONGEST else text or NOT_WRITTEN

    def first_line(self, node: object) -> str:
        """Give the first line of a statement that may have others within."""
        span = span_of(node)
        if span.end_line == span.line:
            return self.of(node)
        line = self._sources.line(span.file, span.line) or ""
        text = line[span.column - 1 :].split("#")[0].strip()
        return text.removesuffix(":").strip() or NOT_WRITTEN

    def within(self, inner: object, outer: object, now: str) -> tuple[str, str] | None:
        """Give a node as it is written, and with another text in the place of one within it; ``None`` where they do not stand on one line."""
        own, around = span_of(inner), span_of(outer)
        if not (own.line == own.end_line == around.line == around.end_line and own.file == around.file):
            return None
        text = self._written(around)
        at, end = own.column - around.column, own.end_column - around.column
        if not 0 <= at < end <= len(text) or len(text) > LONGEST:
            return None
        return text, f"{text[:at]}{now}{text[end:]}"

    def _written(self, span: Span) -> str:
        if not span.line:
            return ""
        lines = [self._sources.line(span.file, number) or "" for number in range(span.line, span.end_line + 1)]
        if len(lines) == 1:
            return lines[0][span.column - 1 : span.end_column - 1].strip()
        cut = [lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]]
        return " ".join(" ".join(line.split("#")[0] for line in cut).split())


def were(before: str, now: str) -> Said:
    """Say that something were written otherwise."""
    return Said("fault.were", before=before, now=now)


def left_out(what: Value) -> Said:
    """Say that something were not there."""
    return Said("fault.left_out", what=what)


def contrary(what: str) -> Said:
    """Say that a condition held just where it does not."""
    return Said("fault.reversed", what=what)
