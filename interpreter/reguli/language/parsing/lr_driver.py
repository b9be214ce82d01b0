"""The LR driver: runs parse tables over one chunk.

The tables are those of an LALR(1) parser: in each state, for each terminal, either the state to go to (a number from 0 on: the
token is shifted) or the production to reduce by (``-1 - number``). What they say is Lark's; why Lark does not run them is that a
keyword of the rules language is one only where it fits. ``left`` may be a player's field and ``number`` a table's key, so a word
is not a terminal before the parser stands in front of it. ``classify_token`` settles that, in this order:

1. A word that the state takes only as a name is a name; one that it takes only as a keyword is that keyword.
2. Where it takes both, the keyword is tried on a copy of the states (``can_shift``): a state of an LALR parser stands for several
   places in the grammar, and what it has in its row may still fail two reductions later.
3. Keywords of several words (``all or nothing``, ``up to``, ``end game``) are looked for first and taken as one token.
4. A few keywords are ones only before a certain token (``NEXT``): ``max(`` asks for the greatest, ``max`` alone is a name.
5. A word of ``RESERVED`` parts expressions or statements, so that no name may be spelled so: that is a mistake with a reason of its own.

While tokens are shifted and productions reduced, each symbol keeps its value, its place in the file and the depth of its tree. A
repetition is one list that goes on, not a list of lists, so long files cost no more than they are long. Two bounds end what nobody
would write: nesting of the tree (``DEEPEST_TREE``; later passes walk it by recursion) and the states passed (``MOST_STATES``).

Where no action fits, nothing is guessed here: ``ParserStuck`` says which token, in which states and why, and ``language.syntax_errors`` says
what to do about it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from reguli.language.parsing.grammar_files import TABLES, grammar_digest, grammar_text
from reguli.language.syntax_forms import ITEM_SHAPES
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- Rules text cut into words, numbers, signs and lines -------------------------------------------------------------


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
    r"|(?P<word>[a-z][a-z0-9_]*\.[A-Z]+[0-9]+[a-z]?(?!\w)|[^\W\d]\w*)"
    r"|(?P<float>[0-9]*\.[0-9]+)"
    r"|(?P<number>[0-9]\w*)"
    r"|(?P<bad>==|=>|=<|<>|\+=|-=|\*=|&&?|\|\|?|//|!(?!=)|\"[^\"]*\"?|'[^']*'?)"
    r"|(?P<sign>\.\.|->|!=|<=|>=|[-+*=<>.,:()\[\]{}])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_CITE: Final = re.compile(r"(?:[a-z][a-z0-9_]*\.)?[A-Z]+[0-9]+[a-z]?")
_ITEM: Final = re.compile(rf"(?:{'|'.join(ITEM_WORDS)})(?![a-z0-9_])")
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSE: Final = frozenset(_OPEN.values())


class Token(NamedTuple):
    """A word, number or sign; a kind starting with ``!`` is an error that the parser never accepts.

    Kinds: ``word``, ``sign``, ``INT``, ``CITE``, ``_NL``, ``_INDENT``, ``_DEDENT``, ``$END``; ``!tab``, ``!dedent``, ``!name``,
    ``!number``, ``!float``, ``!sign``, ``!deep``, ``!many``.
    """

    kind: str
    text: str
    line: int
    column: int
    end_column: int

    def span(self, file: str) -> Span:
        """Return the place in a file; a token of no width still covers one column."""
        return Span(file, self.line, self.column, self.line, max(self.end_column, self.column + 1))


def is_quoted_text(token: Token) -> bool:
    """Return whether a token is a complete double-quoted text."""
    return token.kind == "!sign" and len(token.text) > 2 and token.text[0] == token.text[-1] == '"'


@frozen_class
class SourceComment(FrozenValue):
    """A comment."""

    line: int
    column: int
    text: str


@frozen_class
class TokenizedText(FrozenValue):
    """A text as chunks of tokens, one for each item, each terminated by ``$END``; and its comments."""

    chunks: tuple[tuple[Token, ...], ...]
    notes: tuple[SourceComment, ...]


class Tokenizer:
    """A tokenizer; ``lines`` makes line breaks and indentation significant, ``items`` splits the text into items."""

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
        self._notes: list[SourceComment] = []

    def cut(self, text: str) -> TokenizedText:
        """Tokenize the text; over ``MOST_TOKENS`` tokens end in one ``!many``."""
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), self._line):
            self._cut_line(number, line.removesuffix("\r"))
            if self._count + len(self._tokens) > MOST_TOKENS:
                self._put("!many", "", number, 0, 0)
                break
        self._end_chunk()
        return TokenizedText(tuple(self._chunks), tuple(self._notes))

    def _cut_line(self, number: int, line: str) -> None:
        width = len(line) - len(line.lstrip(" \t"))
        rest = line[width:]
        if not rest or rest.startswith("#"):
            if rest:
                self._notes.append(SourceComment(number, width + 1 + self._shift, rest.rstrip()))
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
                self._notes.append(SourceComment(number, found.start() + 1 + self._shift, text.rstrip()))
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


# -- lr driver -------------------------------------------------------------------------------------------------------


# -- parse tables ----------------------------------------------------------------------------------------------------
# The parse tables: what the parser goes by, as plain numbers and words in a file beside the grammar they are made from.


@frozen_class
class GrammarProduction(FrozenValue):
    """A production: its name for the builder, its number of symbols, and the ones it keeps.

    ``keeps`` lists positions among the symbols, -1 where an optional part is absent. ``passes`` marks a rule that hands
    on its only child; a rule without a name is a repetition and gives a list.
    """

    name: str
    origin: str
    size: int
    keeps: tuple[int, ...]
    passes: bool


@frozen_class
class ParseTables(FrozenValue):
    """The parser's tables: actions by state and symbol, productions, start and end states, keywords.

    An action of 0 or more goes to that state; an action below 0 reduces the production ``-1 - action``.
    """

    states: tuple[Mapping[str, int], ...]
    rules: tuple[GrammarProduction, ...]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    keywords: Mapping[str, tuple[str, ...]]


@cache
def load_tables() -> ParseTables:
    """Return the tables: the stored ones, or new ones if the grammar has changed since."""
    grammar = grammar_text()
    plain = json.loads(TABLES.read_text(encoding="utf-8"))
    if plain["grammar"] != grammar_digest(grammar):
        # Lark is opened only while the language is being changed: importing it costs more than parsing a whole ruleset.
        from reguli.language.parsing.table_generator import build_parse_tables

        plain = build_parse_tables(grammar)
    return ParseTables(
        states=tuple(plain["states"]),
        rules=tuple(
            GrammarProduction(name, origin, size, tuple(keeps), passes)
            for name, origin, size, keeps, passes in plain["rules"]
        ),
        starts=plain["starts"],
        ends=plain["ends"],
        keywords={word: tuple(terminals) for word, terminals in plain["keywords"].items()},
    )


# -- lr driver -------------------------------------------------------------------------------------------------------


DEEPEST_TREE: Final = 150
MOST_STATES: Final = 1_500  # sixty blocks and sixty brackets need less than a thousand

# Keywords only before these words, of which an empty one is any; elsewhere the same words are names.
NEXT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"AGGREGATE": ("(",), "RANKED": ("(", "", "in"), "MATCHED": ("(", "", "in"), "PLACE": ("of",)}
)

TEXT: Final = "TEXT"
"""What stands in double quotes, where some text may stand; anywhere else it is a sign that the language does not have."""
PHRASES: Final[Mapping[str, int]] = MappingProxyType(
    {"all": 3, "each": 2, "hidden": 3, "never": 2, "up": 2, "written": 3}
)
"""The first words of keywords of several, and how many they are."""

Make = Callable[[str, Span, list[Any]], Any]

# Words that part an expression or a statement; a name spelled so would be read as something else on the next line.
RESERVED: Final = frozenset(
    {
        "all",
        "and",
        "because",
        "by",
        "cites",
        "common",
        "div",
        "else",
        "empty",
        "every",
        "for",
        "from",
        "has",
        "if",
        "in",
        "is",
        "let",
        "no",
        "none",
        "not",
        "of",
        "or",
        "rounded",
        "some",
        "then",
        "to",
        "union",
        "until",
        "where",
        "while",
        "without",
    }
)


@frozen_class
class ParserStuck(FrozenValue):
    """A parse error: the token, its index in the chunk, the state stack, and the reason.

    ``why`` is ``unexpected``, ``reserved`` (a keyword stands where a name belongs) or ``deep``.
    """

    token: Token
    at: int
    states: tuple[int, ...]
    why: str


def _goes_on(tokens: Sequence[Token], at: int, words: Sequence[str]) -> bool:
    """Return whether words follow a token."""
    return all(
        at + number < len(tokens) and word in ("", tokens[at + number].text) for number, word in enumerate(words, 1)
    )


def classify_token(tables: ParseTables, states: Sequence[int], tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """Return a token's terminal in context and how many tokens it takes: a keyword if one fits, else a name."""
    token = tokens[at]
    row = tables.states[states[-1]]
    if token.kind not in {"word", "sign"}:
        return (TEXT if TEXT in row and is_quoted_text(token) else token.kind), 1
    known = tables.keywords.get(token.text, ())
    if token.kind == "sign":
        return next((terminal for terminal in known if terminal in row), known[0]), 1
    named = "NAME" in row
    words = tokens[at : at + PHRASES.get(token.text, 1)]
    for spelling in (token.text,) if len(words) == 1 else (" ".join(word.text for word in words), token.text):
        for terminal in tables.keywords.get(spelling, ()):
            if terminal not in row or not _goes_on(tokens, at, NEXT.get(terminal, ())):
                continue
            # A state serves several places; where it takes a name too, only trying tells whether the keyword fits here.
            if not named or can_shift(tables, states, terminal):
                return terminal, spelling.count(" ") + 1
    return ("NAME" if named or not known else known[0]), 1


class _Stack:
    """The parser stack: states, and for each symbol its value, place and tree depth."""

    __slots__ = ("depths", "file", "make", "places", "states", "tables", "values")

    def __init__(self, tables: ParseTables, start: str, file: str, make: Make) -> None:
        self.tables = tables
        self.file = file
        self.make = make
        self.states = [tables.starts[start]]
        self.values: list[Any] = []
        self.places: list[tuple[int, int, int, int] | None] = []
        self.depths: list[int] = []

    def shift(self, state: int, token: Token) -> None:
        """Shift a token."""
        self.states.append(state)
        self.values.append(token)
        shown = token.kind[0] not in "_$"
        self.places.append((token.line, token.column, token.line, token.end_column) if shown else None)
        self.depths.append(0)

    def reduce(self, rule: GrammarProduction) -> int:
        """Reduce by a production; return the depth of the resulting tree."""
        cut = len(self.values) - rule.size
        values, places, depths = self.values[cut:], self.places[cut:], self.depths[cut:]
        del self.values[cut:], self.places[cut:], self.depths[cut:], self.states[len(self.states) - rule.size :]
        kept = _kept(rule, values)
        seen = [place for place in places if place is not None]
        place = (*seen[0][:2], *seen[-1][2:]) if seen else None
        depth = max(depths, default=0)
        if not rule.name:
            made: Any = kept
            depth += rule.origin.startswith("__if_")  # each `else if` lies within the one before it
        elif rule.passes:
            made = kept[0]
        else:
            made = self.make(rule.name, Span(self.file, *(place or (0, 0, 0, 0))), kept)
            depth += hasattr(made, "span")  # tuples of nodes and the like are no level of the tree
        self.states.append(self.tables.states[self.states[-1]][rule.origin])
        self.values.append(made)
        self.places.append(place)
        self.depths.append(depth)
        return depth


def _kept(rule: GrammarProduction, values: list[Any]) -> list[Any]:
    """Return the values a production keeps, with repetitions flattened; a leading list is extended in place."""
    chosen: list[Any] = [None if index < 0 else values[index] for index in rule.keeps]
    kept: list[Any] = []
    if not rule.name and chosen and type(chosen[0]) is list:
        kept = chosen.pop(0)
    for value in chosen:
        if type(value) is list:
            kept.extend(value)
        else:
            kept.append(value)
    return kept


def parse_chunk(
    tables: ParseTables,
    start: str,
    tokens: Sequence[Token],
    file: str,
    make: Make,
    *,
    terminals: list[str] | None = None,
) -> Any | ParserStuck:
    """Parse one chunk; ``make(rule, span, children)`` builds each node. Gives the value, or where it is stuck.

    ``terminals`` is filled with what each token was read as.
    """
    stack = _Stack(tables, start, file, make)
    rows, rules, states, end = tables.states, tables.rules, stack.states, tables.ends[start]
    at = 0
    while True:
        terminal, takes = classify_token(tables, states, tokens, at)
        token = tokens[at] if takes == 1 else join_tokens(tokens[at : at + takes])
        known = tuple(states)
        if terminal == "NAME" and token.text in RESERVED and can_shift(tables, known, "NAME"):
            return ParserStuck(token, at, known, "reserved")
        while (action := rows[states[-1]].get(terminal)) is not None and action < 0:
            rule = rules[-1 - action]
            if rule.passes and rule.size == 1:
                states[-1] = rows[states[-2]][rule.origin]
            elif stack.reduce(rule) > DEEPEST_TREE:
                return ParserStuck(token, at, known, "deep")
            if terminal == "$END" and states[-1] == end:
                return stack.values[-1]
        if action is None:
            return ParserStuck(token, at, known, "unexpected")
        stack.shift(action, token)
        if len(states) > MOST_STATES:
            return ParserStuck(token, at, known, "deep")
        if terminals is not None:
            terminals += [terminal] * takes
        at += takes


def join_tokens(tokens: Sequence[Token]) -> Token:
    """Return the single token of a several-word keyword."""
    return tokens[0]._replace(text=" ".join(token.text for token in tokens), end_column=tokens[-1].end_column)


def can_shift(tables: ParseTables, states: Sequence[int], terminal: str) -> bool:
    """Return whether a terminal can really be shifted in these states; builds no nodes."""
    return shift_terminal(tables, list(states), terminal)


def shift_terminal(tables: ParseTables, states: list[int], terminal: str, end: int | None = None) -> bool:
    """Advance by a terminal, or at the ``end`` to that state, without making nodes; False if it does not fit."""
    while (action := tables.states[states[-1]].get(terminal)) is not None:
        if action >= 0:
            states.append(action)
            return True
        rule = tables.rules[-1 - action]
        del states[len(states) - rule.size :]
        states.append(tables.states[states[-1]][rule.origin])
        if terminal == "$END" and states[-1] == end:
            return True
    return False
