"""What stands at the left margin of a rules file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reguli.language.tree.expressions import Expression
from reguli.language.tree.statements import Citation, Include, Option, Reason, Statement
from reguli.source.span import Span


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """A name a rule is given; its kind is written after a colon, or is the name itself."""

    span: Span
    name: str
    kind: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Phase:
    """An ordered part of a round."""

    span: Span
    name: str
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Procedure:
    """Named effects."""

    span: Span
    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Define:
    """A named value."""

    span: Span
    name: str
    parameters: tuple[Parameter, ...]
    unit: str | None
    value: Expression
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class OptionGroup:
    """Options that several decisions include."""

    span: Span
    name: str
    parameters: tuple[Parameter, ...]
    options: tuple[Option | Include, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Whenever:
    """A state trigger: as soon as the condition holds, and as long as it does."""

    span: Span
    name: str
    condition: Expression
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class When:
    """An event rule: once per event."""

    span: Span
    name: str
    event: str
    variables: tuple[str, ...]
    where: Expression | None
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A point of the round: before, at the start or at the end of a phase or of the round."""

    span: Span
    edge: Literal["before", "start", "end"]
    of: str


@dataclass(frozen=True, slots=True, eq=False)
class At:
    """What is done at a moment; rules of one moment run by their order."""

    span: Span
    name: str
    moment: Moment
    order: int
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Adjust:
    """A standing change of a named value, as long as a condition holds."""

    span: Span
    name: str
    target: str
    parameters: tuple[str, ...]
    amount: Expression
    condition: Expression
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Waive:
    """A guard that need not hold, as long as a condition does; the body says what using it costs."""

    span: Span
    name: str
    option: str
    reason: str
    condition: Expression
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Always:
    """What must hold at every settle point."""

    span: Span
    condition: Expression
    reason: Reason
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """The name of something that can happen, and what it concerns."""

    span: Span
    name: str
    parameters: tuple[Parameter, ...]


Item = Phase | Procedure | Define | OptionGroup | Whenever | When | At | Adjust | Waive | Always | Event


@dataclass(frozen=True, slots=True, eq=False)
class RulesFile:
    """One rules file as written."""

    file: str
    items: tuple[Item, ...]
