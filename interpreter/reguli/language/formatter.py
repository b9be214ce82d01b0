"""The formatter for rules files: it normalises spaces, indentation and blank lines and keeps all else."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from reguli.language.parsing.lr_driver import (
    LAYOUT_KINDS,
    ParserStuck,
    SourceComment,
    Token,
    Tokenizer,
    load_tables,
    parse_chunk,
)
from reguli.language.parsing.parser import parse_rules
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class

STEP: Final = 4

_TIGHT_BEFORE: Final = frozenset({"COMMA", "COLON", "RPAR", "RSQB", "RBRACE", "DOT", "LSQB"})
_TIGHT_AFTER: Final = frozenset({"LPAR", "LSQB", "LBRACE", "DOT", "MINUS"})
_CALLED: Final = frozenset({"NAME", "AGGREGATE", "RANKED", "MATCHED", "RPAR", "RSQB"})


@frozen_class
class SourceLine(FrozenValue):
    """A line with tokens: its old and new layout, and whether it begins a statement or an item."""

    number: int
    column: int
    indent: int
    text: str
    begins: bool
    item: bool


def format_rules(text: str, file: str, bag: Bag) -> str | None:
    """Format a rules file: four spaces a level, a blank line between items; None if it has errors.

    Line breaks, parentheses, comments and single blank lines inside of items stay as they were written.
    """
    if parse_rules(text, file, bag) is None:
        return None
    cut = Tokenizer().cut(text)
    lines = [line for chunk in cut.chunks for line in _lines(chunk)]
    blank = {number for number, line in enumerate(text.split("\n"), 1) if not line.strip()}
    return _woven(lines, list(cut.notes), blank)


def _lines(chunk: tuple[Token, ...]) -> list[SourceLine]:
    """Format one item."""
    terminals: list[str] = []
    found = parse_chunk(load_tables(), "start_item", chunk, "", lambda *_: None, terminals=terminals)
    assert not isinstance(found, ParserStuck)
    lines: list[SourceLine] = []
    statement: list[tuple[Token, str]] = []
    level = 0
    for token, terminal in zip(chunk, terminals, strict=False):
        if terminal == "_NL":
            lines += _statement(statement, level, first=not lines)
            statement = []
        elif terminal in LAYOUT_KINDS:
            level += {"_INDENT": 1, "_DEDENT": -1}[terminal]
        else:
            statement.append((token, terminal))
    return lines


def _statement(tokens: list[tuple[Token, str]], level: int, *, first: bool) -> list[SourceLine]:
    """Format one statement, which may span several lines within brackets."""
    lines: list[SourceLine] = []
    opened: list[int] = []
    under = 2 if tokens[-1][1] == "COLON" else 1  # what goes on must not look like the block that follows
    for number, group in groupby(tokens, key=lambda pair: pair[0].line):
        line = list(group)
        closing = next(
            (at for at, (_, terminal) in enumerate(line) if terminal not in {"RPAR", "RSQB", "RBRACE"}), len(line)
        )
        depth = len(set(opened[: len(opened) - closing]))
        indent = level + (under + depth - 1 if depth else 0)
        lines.append(
            SourceLine(number, line[0][0].column, indent * STEP, _spaced(line), not lines, first and not lines)
        )
        for _, terminal in line:
            if terminal in {"LPAR", "LSQB", "LBRACE"}:
                opened.append(number)
            elif terminal in {"RPAR", "RSQB", "RBRACE"}:
                opened.pop()
    return lines


def _spaced(line: list[tuple[Token, str]]) -> str:
    parts: list[str] = []
    before = ""
    for token, terminal in line:
        tight = terminal in _TIGHT_BEFORE or before in _TIGHT_AFTER or (terminal == "LPAR" and before in _CALLED)
        parts.append(token.text if tight or not parts else f" {token.text}")
        before = terminal
    return "".join(parts)


def _woven(lines: list[SourceLine], notes: list[SourceComment], blank: set[int]) -> str:
    """Insert the comments and blank lines."""
    out: list[str] = []
    for index, line in enumerate(lines):
        before = [(note, _indent(note, lines, index)) for note in _taken(notes, line.number - 1)]
        deeper = [at for at, (_, indent) in enumerate(before, 1) if line.item and indent > line.indent]
        own = before[max(deeper, default=0) :]
        _put_notes(out, before[: len(before) - len(own)], blank)
        if line.item and not (own and own[0][0].line - 1 in blank):
            _put_blank(out)
        _put_notes(out, own, blank)
        opens_block = index > 0 and lines[index - 1].indent < line.indent and not before
        if line.number - 1 in blank and not opens_block:
            _put_blank(out)
        behind = "".join(f"  {note.text}" for note in _taken(notes, line.number))
        out.append(f"{' ' * line.indent}{line.text}{behind}")
    _put_notes(out, [(note, _indent(note, lines, len(lines))) for note in notes], blank)
    return "".join(f"{line}\n" for line in out)


def _taken(notes: list[SourceComment], last: int) -> list[SourceComment]:
    """Take the comments up to a line."""
    taken: list[SourceComment] = []
    while notes and notes[0].line <= last:
        taken.append(notes.pop(0))
    return taken


def _put_blank(out: list[str]) -> None:
    if out and out[-1]:
        out.append("")


def _put_notes(out: list[str], notes: list[tuple[SourceComment, int]], blank: set[int]) -> None:
    for note, indent in notes:
        if note.line - 1 in blank:
            _put_blank(out)
        out.append(f"{' ' * indent}{note.text}")


def _indent(note: SourceComment, lines: list[SourceLine], index: int) -> int:
    """Indent a comment like the following line, or like the block above that it continues."""
    following = lines[index] if index < len(lines) else None
    if following is not None and note.column <= following.column:
        return following.indent
    above = (line.indent for line in reversed(lines[:index]) if line.begins and line.column <= note.column)
    return max(next(above, 0), following.indent if following else 0)
