"""Rules text cut into words, numbers, signs and lines."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from reguli.language.syntax_forms import ITEM_SHAPES
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

DEEPEST: Final = 60
MOST_TOKENS: Final = 200_000
MOST_DIGITS: Final = 15
LEVEL: Final = 4
"""By so many spaces a block is indented deeper than the line it belongs to."""

LAYOUT_KINDS: Final = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})

ITEM_WORDS: Final = tuple(sorted(ITEM_SHAPES))

_TOKEN: Final = re.compile(
    r"(?P<space>[ \t]+)"
    r"|(?P<comment>\#.*)"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<float>[0-9]*\.[0-9]+)"
    r"|(?P<number>[0-9]\w*)"
    r"|(?P<bad>==|=>|=<|<>|\+=|-=|\*=|&&?|\|\|?|//|!(?!=)|\"[^\"]*\"?|'[^']*'?)"
    r"|(?P<sign>\.\.|->|!=|<=|>=|[-+*=<>.,:()\[\]{}])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_CITE: Final = re.compile(r"[A-Z]+[0-9]+[a-z]?")
_ITEM: Final = re.compile(rf"(?:{'|'.join(ITEM_WORDS)})(?![a-z0-9_])")
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSE: Final = frozenset(_OPEN.values())


class Token(NamedTuple):
    """A word, number or sign; a kind that begins with ``!`` is a mistake the parser can never take.

    Kinds: ``word``, ``sign``, ``INT``, ``CITE``, ``_NL``, ``_INDENT``, ``_DEDENT``, ``$END``; ``!tab``, ``!dedent``, ``!name``,
    ``!number``, ``!float``, ``!sign``, ``!deep``, ``!many``.
    """

    kind: str
    text: str
    line: int
    column: int
    end_column: int

    def span(self, file: str) -> Span:
        """Give the place in a file; a sign without width still shows one column."""
        return Span(file, self.line, self.column, self.line, max(self.end_column, self.column + 1))


def is_text(token: Token) -> bool:
    """Say whether a token is a whole text in double quotes."""
    return token.kind == "!sign" and len(token.text) > 2 and token.text[0] == token.text[-1] == '"'


@kept
class Note(Kept):
    """A comment."""

    line: int
    column: int
    text: str


@kept
class Cut(Kept):
    """A text cut into chunks of tokens, one for each item, each ended by ``$END``; and its comments."""

    chunks: tuple[tuple[Token, ...], ...]
    notes: tuple[Note, ...]


class Cutter:
    """Cuts one text; ``lines`` says whether line breaks and indentation mean anything, ``items`` whether items part it."""

    def __init__(self, *, line: int = 1, column: int = 1, lines: bool = True, items: bool = True) -> None:
        """Begin at a place of the file the text stands in."""
        self._line = line
        self._shift = column - 1
        self._lines = lines
        self._items = items
        self._indents = [(0, line)]
        self._open: list[Token] = []
        self._tokens: list[Token] = []
        self._count = 0
        self._chunks: list[tuple[Token, ...]] = []
        self._notes: list[Note] = []

    def cut(self, text: str) -> Cut:
        """Cut the text; more than ``MOST_TOKENS`` tokens end in one ``!many``."""
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), self._line):
            self._cut_line(number, line.removesuffix("\r"))
            if self._count + len(self._tokens) > MOST_TOKENS:
                self._put("!many", "", number, 0, 0)
                break
        self._end_chunk()
        return Cut(tuple(self._chunks), tuple(self._notes))

    def _cut_line(self, number: int, line: str) -> None:
        width = len(line) - len(line.lstrip(" \t"))
        rest = line[width:]
        if not rest or rest.startswith("#"):
            if rest:
                self._notes.append(Note(number, width + 1 + self._shift, rest.rstrip()))
            return
        starts_item = self._items and width == 0 and (not self._open or _ITEM.match(rest) is not None)
        if starts_item:
            self._end_chunk()
        if self._lines and not self._open:
            self._indent(number, line[:width])
        self._cut_words(number, line, width)
        if self._lines and not self._open:
            last = self._tokens[-1]
            self._tokens.append(Token("_NL", "", number, last.end_column, last.end_column))

    def _indent(self, number: int, blank: str) -> None:
        width = len(blank)
        if "\t" in blank:
            self._put("!tab", "\t", number, 0, width)
        elif width > self._indents[-1][0]:
            self._indents.append((width, number))
            too_deep = len(self._indents) > DEEPEST + 1
            self._put("!deep" if too_deep else "_INDENT", "", number, width, width)
        else:
            left = []
            while width < self._indents[-1][0]:
                left.append(self._indents.pop())
                self._put("_DEDENT", "", number, width, width)
            if width != self._indents[-1][0]:
                # Where this line is indented by whole levels and one above is not, that one slipped.
                above = (*left, self._indents[-1]) if width % LEVEL == 0 else ()
                odd = [level for level in above if level[0] % LEVEL]
                self._indents.append((width, number))
                slipped, at = odd[-1] if odd else (width, number)
                self._put("!dedent", "", at, 0, slipped)

    def _cut_words(self, number: int, line: str, start: int) -> None:
        for found in _TOKEN.finditer(line, start):
            kind = found.lastgroup or ""
            if kind == "space":
                continue
            text = found[0]
            if kind == "comment":
                self._notes.append(Note(number, found.start() + 1 + self._shift, text.rstrip()))
                return
            self._put(_kind(kind, text), text, number, found.start(), found.end())
            if kind == "sign":
                self._bracket(text)

    def _bracket(self, text: str) -> None:
        if text in _OPEN:
            self._open.append(self._tokens[-1])
            if len(self._open) > DEEPEST:
                self._tokens[-1] = self._tokens[-1]._replace(kind="!deep")
        elif text in _CLOSE and self._open:
            self._open.pop()

    def _put(self, kind: str, text: str, line: int, start: int, end: int) -> None:
        self._tokens.append(Token(kind, text, line, start + 1 + self._shift, end + 1 + self._shift))

    def _end_chunk(self) -> None:
        if not self._tokens:
            return
        last = self._tokens[-1]
        if self._lines:
            if self._open:
                self._tokens.append(last._replace(kind="_NL", text="", column=last.end_column))
            for _ in self._indents[1:]:
                self._tokens.append(last._replace(kind="_DEDENT", text="", column=last.end_column))
        self._tokens.append(last._replace(kind="$END", text="", column=last.end_column))
        self._count += len(self._tokens)
        self._chunks.append(tuple(self._tokens))
        self._tokens, self._open, self._indents = [], [], [(0, 0)]


def _kind(group: str, text: str) -> str:
    match group:
        case "word":
            if _NAME.fullmatch(text):
                return "word"
            return "CITE" if _CITE.fullmatch(text) else "!name"
        case "number":
            return "INT" if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else "!number"
        case "float":
            return "!float"
        case "sign":
            return "sign"
        case _:
            return "!sign"
