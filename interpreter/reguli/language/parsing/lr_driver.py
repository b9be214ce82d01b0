"""Runs the parse tables over the tokens of one chunk.

The tables are those of an LALR(1) parser: in each state, for each terminal, either the state to go to (a number from 0 on: the
token is shifted) or the production to reduce by (``-1 - number``). What they say is Lark's; why Lark does not run them is that a
keyword of the rules language is one only where it fits. ``left`` may be a player's field and ``number`` a table's key, so a word
is not a terminal before the parser stands in front of it. ``terminal_of`` settles that, in this order:

1. A word that the state takes only as a name is a name; one that it takes only as a keyword is that keyword.
2. Where it takes both, the keyword is tried on a copy of the states (``can_take``): a state of an LALR parser stands for several
   places in the grammar, and what it has in its row may still fail two reductions later.
3. Keywords of several words (``all or nothing``, ``up to``, ``end game``) are looked for first and taken as one token.
4. A few keywords are ones only before a certain token (``NEXT``): ``max(`` asks for the greatest, ``max`` alone is a name.
5. A word of ``RESERVED`` parts expressions or statements, so that no name may be spelled so: that is a mistake with a reason of its own.

While tokens are shifted and productions reduced, each symbol keeps its value, its place in the file and the depth of its tree. A
repetition is one list that goes on, not a list of lists, so long files cost no more than they are long. Two bounds end what nobody
would write: nesting of the tree (``DEEPEST_TREE``; later passes walk it by recursion) and the states passed (``MOST_STATES``).

Where no action fits, nothing is guessed here: ``Stuck`` says which token, in which states and why, and ``language.syntax_errors`` says
what to do about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from reguli.language.parsing.lexer import Token, is_text
from reguli.language.parsing.parse_tables import Rule, Tables
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

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


@kept
class Stuck(Kept):
    """Where the parser could not go on: the token, its place in the chunk, the states passed, and why.

    ``why`` is ``unexpected``, ``reserved`` (a keyword stands where a name belongs) or ``deep``.
    """

    token: Token
    at: int
    states: tuple[int, ...]
    why: str


def _goes_on(tokens: Sequence[Token], at: int, words: Sequence[str]) -> bool:
    """Tell whether some words follow a token."""
    return all(
        at + number < len(tokens) and word in ("", tokens[at + number].text) for number, word in enumerate(words, 1)
    )


def terminal_of(tables: Tables, states: Sequence[int], tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """Say what a token is where it stands, and how many tokens it takes: a keyword where one fits, else a name."""
    token = tokens[at]
    row = tables.states[states[-1]]
    if token.kind not in {"word", "sign"}:
        return (TEXT if TEXT in row and is_text(token) else token.kind), 1
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
            if not named or can_take(tables, states, terminal):
                return terminal, spelling.count(" ") + 1
    return ("NAME" if named or not known else known[0]), 1


class _Stack:
    """The states passed, and for each symbol its value, its place and how deep its tree is."""

    __slots__ = ("depths", "file", "make", "places", "states", "tables", "values")

    def __init__(self, tables: Tables, start: str, file: str, make: Make) -> None:
        self.tables = tables
        self.file = file
        self.make = make
        self.states = [tables.starts[start]]
        self.values: list[Any] = []
        self.places: list[tuple[int, int, int, int] | None] = []
        self.depths: list[int] = []

    def shift(self, state: int, token: Token) -> None:
        """Take one token."""
        self.states.append(state)
        self.values.append(token)
        shown = token.kind[0] not in "_$"
        self.places.append((token.line, token.column, token.line, token.end_column) if shown else None)
        self.depths.append(0)

    def reduce(self, rule: Rule) -> int:
        """Replace the symbols of a production by what they make; give how deep that is."""
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


def _kept(rule: Rule, values: list[Any]) -> list[Any]:
    """Choose the values a production keeps, repetitions spread out; a repetition goes on with the list it begins with."""
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


def drive(
    tables: Tables, start: str, tokens: Sequence[Token], file: str, make: Make, *, terminals: list[str] | None = None
) -> Any | Stuck:
    """Parse one chunk; ``make(rule, span, children)`` builds each node. Gives the value, or where it is stuck.

    ``terminals`` is filled with what each token was read as.
    """
    stack = _Stack(tables, start, file, make)
    rows, rules, states, end = tables.states, tables.rules, stack.states, tables.ends[start]
    at = 0
    while True:
        terminal, takes = terminal_of(tables, states, tokens, at)
        token = tokens[at] if takes == 1 else joined(tokens[at : at + takes])
        known = tuple(states)
        if terminal == "NAME" and token.text in RESERVED and can_take(tables, known, "NAME"):
            return Stuck(token, at, known, "reserved")
        while (action := rows[states[-1]].get(terminal)) is not None and action < 0:
            rule = rules[-1 - action]
            if rule.passes and rule.size == 1:
                states[-1] = rows[states[-2]][rule.origin]
            elif stack.reduce(rule) > DEEPEST_TREE:
                return Stuck(token, at, known, "deep")
            if terminal == "$END" and states[-1] == end:
                return stack.values[-1]
        if action is None:
            return Stuck(token, at, known, "unexpected")
        stack.shift(action, token)
        if len(states) > MOST_STATES:
            return Stuck(token, at, known, "deep")
        if terminals is not None:
            terminals += [terminal] * takes
        at += takes


def joined(tokens: Sequence[Token]) -> Token:
    """Give the one token that a keyword of several words is."""
    return tokens[0]._replace(text=" ".join(token.text for token in tokens), end_column=tokens[-1].end_column)


def can_take(tables: Tables, states: Sequence[int], terminal: str) -> bool:
    """Say whether a terminal may really stand where the parser is stuck; tries it without making any node."""
    return take(tables, list(states), terminal)


def take(tables: Tables, states: list[int], terminal: str, end: int | None = None) -> bool:
    """Go on by a terminal, or at the ``end`` to that state, without making any node; False where it does not fit."""
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
