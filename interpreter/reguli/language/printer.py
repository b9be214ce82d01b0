"""Rules files in their canonical layout, comments kept."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from reguli.language.items import Item, OptionGroup, RulesFile
from reguli.language.parser import parse_rules_cut
from reguli.language.statement_text import Head, item_head, statement_head
from reguli.language.statements import Decide, If, Include, Option, Statement
from reguli.language.tokens import Cut, Note, Token
from reguli.language.wrapping import STEP, WIDTH, wrapped
from reguli.source.diagnostic import Bag
from reguli.source.span import Span

_LAYOUT: Final = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line to be written, and the lines of the text it was written on; ``column`` is where it began there."""

    head: Head
    indent: int
    first: int
    last: int
    column: int
    item: bool = False


def format_rules(text: str, file: str, bag: Bag) -> str | None:
    """Lay a rules file out anew: four spaces a level, a blank line between items; None when it has mistakes.

    Comments stay before or behind the line they were written at, single blank lines inside of items stay.
    """
    found = parse_rules_cut(text, file, bag)
    if found is None:
        return None
    rules, cut = found
    lines = _Layout(cut).lines(rules)
    return _Weave(lines, cut.notes, text).text()


class _Layout:
    """Turns nodes into lines."""

    def __init__(self, cut: Cut) -> None:
        self._tokens = [token for chunk in cut.chunks for token in chunk if token.kind not in _LAYOUT]
        self._places = [(token.line, token.column) for token in self._tokens]
        self._firsts = {token.line: token.column for token in reversed(self._tokens)}
        self._lines: list[Line] = []

    def lines(self, rules: RulesFile) -> list[Line]:
        """Give the lines of all items."""
        for item in rules.items:
            self._item(item)
        return self._lines

    def _item(self, item: Item) -> None:
        head = item_head(item)
        if isinstance(item, OptionGroup):
            self._block(head, item.span, item.options, 0)
        else:
            self._block(head, item.span, getattr(item, "body", ()), 0)

    def _block(
        self, head: Head, span: Span, body: tuple[Statement | Option | Include, ...], indent: int, *, item: bool = True
    ) -> None:
        """Write a line and what stands under it, or behind its colon if it was written there."""
        item = item and indent == 0
        if not body:
            self._lines.append(Line(head, indent, span.line, span.end_line, span.column, item))
            return
        if self._behind_colon(body[0].span):
            inline = statement_head(body[0])  # only a plain statement can stand there
            whole = Head(f"{head.text} {inline.before}", inline.value, inline.after)
            if indent + len(whole.text) <= WIDTH:
                self._lines.append(Line(whole, indent, span.line, body[0].span.end_line, span.column, item))
                return
        last = self._token_before(body[0].span).line
        self._lines.append(Line(head, indent, span.line, last, span.column, item))
        for node in body:
            self._statement(node, indent + STEP)

    def _behind_colon(self, span: Span) -> bool:
        return self._firsts[span.line] != span.column

    def _token_before(self, span: Span) -> Token:
        return self._tokens[bisect_left(self._places, (span.line, span.column)) - 1]

    def _token_at(self, span: Span) -> Token:
        return self._tokens[bisect_left(self._places, (span.line, span.column))]

    def _statement(self, node: Statement | Option | Include, indent: int) -> None:
        match node:
            case If():
                self._if(node, indent, "")
            case Decide():
                self._block(statement_head(node), node.span, node.options, indent, item=False)
                if node.otherwise is not None:
                    self._otherwise("otherwise", node.otherwise, indent + STEP)
            case _:
                body = getattr(node, "body", ())
                self._block(statement_head(node), node.span, body, indent, item=False)

    def _if(self, node: If, indent: int, before: str) -> None:
        head = statement_head(node)
        self._block(Head(f"{before}{head.before}", head.value, head.after), node.span, node.then, indent, item=False)
        rest = node.otherwise
        if not rest:
            return
        if len(rest) == 1 and isinstance(rest[0], If) and self._token_at(rest[0].span).text == "else":
            self._if(rest[0], indent, "else ")
        else:
            self._otherwise("else", rest, indent)

    def _otherwise(self, word: str, body: tuple[Statement, ...], indent: int) -> None:
        at = bisect_left(self._places, (body[0].span.line, body[0].span.column)) - 1
        while self._tokens[at].text != word:
            at -= 1
        token = self._tokens[at]
        span = Span("", token.line, token.column, token.line, token.end_column)
        self._block(Head(f"{word}:"), span, body, indent, item=False)


class _Weave:
    """Puts comments and blank lines between the lines."""

    def __init__(self, lines: list[Line], notes: tuple[Note, ...], text: str) -> None:
        self._lines = lines
        self._notes = list(notes)
        self._blank = {n for n, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if not line.strip()}
        self._out: list[str] = []

    def text(self) -> str:
        """Give the whole file."""
        done: list[Line] = []
        for line in self._lines:
            self._line(line, done)
            done.append(line)
        for note in self._notes:
            self._note(note, self._indent_of(note, done, None))
        return "".join(f"{line}\n" for line in self._out)

    def _line(self, line: Line, done: list[Line]) -> None:
        before, behind = self._notes_for(line)
        own = [note for note in before if not line.item or note.column <= line.column]
        for note in before:
            if note not in own:
                self._note(note, self._indent_of(note, done, line))
        if line.item and self._out and not (own and own[0].line - 1 in self._blank):
            self._space()
        for note in own:
            self._note(note, self._indent_of(note, done, line))
        if line.first - 1 in self._blank and self._out and (line.item or not self._opens(done, line)):
            self._space()
        for note in behind[:-1]:
            self._out.append(" " * line.indent + note.text)
        written = wrapped(line.head, line.indent)
        if behind:
            written[-1] += f"  {behind[-1].text}"
        self._out += written

    def _notes_for(self, line: Line) -> tuple[list[Note], list[Note]]:
        """Take the comments that stand before a line, and those behind or inside of it."""
        before: list[Note] = []
        behind: list[Note] = []
        while self._notes and self._notes[0].line <= line.last:
            note = self._notes.pop(0)
            (before if note.line < line.first else behind).append(note)
        return before, behind

    def _opens(self, done: list[Line], line: Line) -> bool:
        """Say whether a line is the first of its block; none stands apart from its header."""
        return bool(done) and done[-1].indent < line.indent and not self._out[-1].lstrip().startswith("#")

    def _note(self, note: Note, indent: int) -> None:
        if note.line - 1 in self._blank and self._out:
            self._space()
        self._out.append(" " * indent + note.text)

    def _space(self) -> None:
        if self._out[-1]:
            self._out.append("")

    def _indent_of(self, note: Note, done: list[Line], line: Line | None) -> int:
        """Indent a comment like the line it precedes, or like the block above that it goes on with."""
        if line is not None and note.column <= line.column:
            return line.indent
        return next((one.indent for one in reversed(done) if one.column <= note.column), line.indent if line else 0)
