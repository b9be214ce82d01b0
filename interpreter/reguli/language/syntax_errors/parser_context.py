"""What is known where the parser is stuck, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from reguli.language.parsing.lexer import LAYOUT_KINDS, Token
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span


@kept
class Finding(Kept):
    """A code with its place and arguments, before it goes into the bag."""

    code: str
    span: Span
    args: Mapping[str, Value] = field(default_factory=dict)
    near: str | None = None


@kept
class Place(Kept):
    """A chunk, the token that does not fit, why, and the terminals that would have fitted."""

    file: str
    start: str
    tokens: tuple[Token, ...]
    at: int
    why: str
    accepted: frozenset[str]

    @property
    def token(self) -> Token:
        """The token that does not fit."""
        return self.tokens[self.at]

    @property
    def before(self) -> Token | None:
        """The last word, number or sign before it."""
        return next((token for token in reversed(self.tokens[: self.at]) if token.kind not in LAYOUT_KINDS), None)

    @property
    def word_before(self) -> str:
        """The text of that; empty where nothing stands before it."""
        return "" if self.before is None else self.before.text

    @property
    def line(self) -> tuple[Token, ...]:
        """The words, numbers and signs of its line."""
        return tuple(t for t in self.tokens if t.line == self.token.line and t.kind not in LAYOUT_KINDS)

    @property
    def passed(self) -> tuple[Token, ...]:
        """Those of its line that stand before it."""
        return tuple(t for t in self.tokens[: self.at] if t.line == self.token.line and t.kind not in LAYOUT_KINDS)

    @property
    def rest(self) -> tuple[Token, ...]:
        """Those of its line from the token on."""
        return tuple(t for t in self.tokens[self.at :] if t.line == self.token.line and t.kind not in LAYOUT_KINDS)

    @property
    def first(self) -> str:
        """The word its line begins with."""
        return self.line[0].text if self.line else ""

    @property
    def ends_line(self) -> bool:
        """Whether the line is over where more was expected."""
        return self.token.kind in LAYOUT_KINDS

    @property
    def wants_value(self) -> bool:
        """Whether a value could stand here."""
        return {"INT", "NAME", "LPAR"} <= self.accepted

    @property
    def wants_statement(self) -> bool:
        """Whether a statement could begin here."""
        return {"LET", "SET", "MOVE"} <= self.accepted

    @property
    def wants_option(self) -> bool:
        """Whether an option of a decision could begin here."""
        return "NAME" in self.accepted and not self.passed

    def says(self, code: str, *tokens: Token, near: str | None = None, **args: Value) -> Finding:
        """Make a finding about the token, or about the stretch of the tokens given."""
        first, last = (tokens[0], tokens[-1]) if tokens else (self.token, self.token)
        return Finding(code, first.span(self.file).to(last.span(self.file)), args, near)


Rule = Callable[[Place], Finding | None]


def mistake(
    holds: Callable[[Place], bool],
    code: str,
    about: Callable[[Place], tuple[Token, ...]] | None = None,
    **said: Callable[[Place], Value],
) -> Rule:
    """Make the rule that says one thing where something holds: of the token, or of the stretch that it is ``about``."""

    def found(place: Place) -> Finding | None:
        if not holds(place):
            return None
        tokens = () if about is None else about(place)
        return place.says(code, *tokens, near=None, **{name: say(place) for name, say in said.items()})

    return found


def word(place: Place) -> str:
    """Give the token as it is written."""
    return place.token.text


def written(tokens: tuple[Token, ...]) -> str:
    """Give tokens of one line as they were written."""
    parts: list[str] = []
    for index, token in enumerate(tokens):
        if index and token.column > tokens[index - 1].end_column:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def shown(place: Place) -> Value:
    """Say the token that does not fit, in quotes, or that the line ends."""
    return Said("grammar.end_of_line") if place.ends_line else Said("grammar.word", word=place.token.text)
