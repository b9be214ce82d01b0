"""The top-level items of a rules file."""

from __future__ import annotations

from typing import Literal

from reguli.language.syntax_tree.expressions import Expression, Name, Named, Node
from reguli.language.syntax_tree.statements import Citation, Option, Reason, Says, Statement
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span


@frozen_class
class Parameter(Named):
    """A rule's parameter; its kind follows a colon, or is the name itself."""

    kind: str | None


@frozen_class
class NewName(Node):
    """A name bound in a rule's head: ``any NAME``."""

    name: str


Pattern = NewName | Expression
"""What stands at one place of a head: a new name, or a value to which what comes there must be equal."""


class Reaction(Named):
    """A rule that runs by itself."""

    __slots__ = ()


class Constraint(Named):
    """A condition that must always hold, or a prohibition."""

    __slots__ = ()


@frozen_class
class Phase(Named):
    """An ordered part of a round."""

    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()


@frozen_class
class Procedure(Named):
    """Named effects."""

    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()
    deep: Name | None = None
    """How often it may run itself within itself."""


@frozen_class
class Define(Named):
    """A named value."""

    parameters: tuple[Parameter, ...]
    unit: str | None
    value: Expression
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()
    deep: Name | None = None
    """How often it may ask itself within itself."""


@frozen_class
class OptionGroup(Named):
    """Options offered ``during`` a player's turn at any decision; without that, options added to those or to a decision."""

    parameters: tuple[Parameter, ...]
    during: str | None
    options: tuple[Option, ...]


@frozen_class
class Whenever(Reaction):
    """A state trigger: runs as soon and as long as its condition holds."""

    condition: Expression
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()


@frozen_class
class When(Reaction):
    """An event rule: once per event."""

    event: str
    arguments: tuple[Pattern, ...]
    where: Expression | None
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()


@frozen_class
class Moment(Node):
    """A point of the round: before, at the start or at the end of a phase or of the round."""

    edge: Literal["before", "start", "end"]
    of: str


@frozen_class
class At(Reaction):
    """A rule for a moment; those of one moment run in order."""

    moment: Moment
    order: int
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()


@frozen_class
class Adjust(Named):
    """A standing change of a named value, as long as a condition holds."""

    target: str
    arguments: tuple[Pattern, ...]
    amount: Expression
    condition: Expression | None
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()


@frozen_class
class Waive(Named):
    """A guard lifted for certain players while a condition holds; the body is the cost of using it."""

    option: str
    reason: str
    asked: Pattern
    condition: Expression | None
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@frozen_class
class Always(Constraint):
    """An invariant of every settle point."""

    condition: Expression
    reason: Reason
    cites: tuple[Citation, ...]


@frozen_class
class NeverShrinks(Constraint):
    """A number that may not fall below its value at the start of the move; with a variable, for each element."""

    value: Expression
    variable: str | None
    domain: Expression | None
    reason: Reason
    cites: tuple[Citation, ...]


@frozen_class
class WrittenOnly(Constraint):
    """A field that only named rules may change; the field names it."""

    rules: tuple[str, ...]
    spans: tuple[Span, ...]
    """Where each of the rules is named."""
    place: Expression
    cites: tuple[Citation, ...]


@frozen_class
class HiddenFrom(Constraint):
    """A field that no player, or only its owner, may see; the field names it."""

    who: Literal["everybody", "others"]
    place: Expression
    cites: tuple[Citation, ...]


@frozen_class
class Event(Named):
    """The name and parameters of an event."""

    parameters: tuple[Parameter, ...]


Told = Phase | Procedure | Define | Whenever | When | At | Adjust | Option
"""What may have a sentence under its head."""
Item = (
    Phase
    | Procedure
    | Define
    | OptionGroup
    | Whenever
    | When
    | At
    | Adjust
    | Waive
    | Always
    | NeverShrinks
    | WrittenOnly
    | HiddenFrom
    | Event
)


@frozen_class
class RulesFile(FrozenValue):
    """One rules file as written."""

    file: str
    items: tuple[Item, ...]
