"""Statements of the rules language: effects and decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Literal, TypeVar

from reguli.language.syntax_tree.expressions import Expression, Named, Node, SortKey
from reguli.source.frozen_values import frozen_class

Place = Literal["top", "bottom"]
Tree = TypeVar("Tree")


@frozen_class
class Citation(Node):
    """A rule's reference to an inventory statement, e.g. ``P56``; ``partly`` is the part the rule leaves out."""

    id: str
    partly: str | None = None


def with_statement_names(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Return a tree with the statements that it cites under their full names."""
    if isinstance(tree, tuple):
        return tuple(with_statement_names(one, names) for one in tree) if names else tree  # type: ignore[return-value]  # a tuple of the same
    if isinstance(tree, Citation):
        return replace(tree, id=names.get(tree.id, tree.id))
    if not names or not isinstance(tree, Node):
        return tree
    parts = {one.name: getattr(tree, one.name) for one in fields(tree)}
    made = {name: with_statement_names(part, names) for name, part in parts.items()}
    return replace(tree, **made) if any(made[name] is not part for name, part in parts.items()) else tree


@frozen_class
class Says(Node):
    """A sentence that words a rule, in a given language."""

    language: str
    text: str


@frozen_class
class Reason(Named):
    """A refusal reason: its name and values."""

    arguments: tuple[Expression, ...]


@frozen_class
class Let(Named):
    """A constant name for a value."""

    value: Expression


@frozen_class
class Needs(Node):
    """A guard of an option: it may be chosen only when the condition holds."""

    condition: Expression
    reason: Reason
    cites: tuple[Citation, ...]


@frozen_class
class Pay(Node):
    """``pay n [of variety] from zone to zone because reason``: a guard of an option, and its first effects."""

    amount: Expression
    variety: Expression | None
    source: Expression
    target: Expression
    reason: Reason
    cites: tuple[Citation, ...]


@frozen_class
class Step(Node):
    """A statement that does one thing; ``cites`` are the inventory statements that it carries by itself."""

    cites: tuple[Citation, ...] = field(default=(), kw_only=True)


@frozen_class
class Assign(Step):
    """``set target to value``."""

    target: Expression
    value: Expression


@frozen_class
class Change(Step):
    """``add n to target`` or ``subtract n from target``."""

    target: Expression
    amount: Expression
    negative: bool


@frozen_class
class Move(Step):
    """``move what [from zone] to zone``: one piece, every piece of a set, or so many tokens of a single variety."""

    what: Expression
    source: Expression | None
    target: Expression
    place: Place | None


@frozen_class
class MoveAmount(Step):
    """``move n of variety from zone to zone``; amount ``None`` means all, ``up_to`` takes what there is."""

    amount: Expression | None
    up_to: bool
    variety: Expression | None
    source: Expression
    target: Expression
    place: Place | None


@frozen_class
class Draw(Step):
    """``draw card from deck [to zone]``: takes the top card and names it; an empty deck gives none."""

    variable: str
    source: Expression
    target: Expression | None
    place: Place | None


@frozen_class
class DrawSome(Step):
    """``draw [up to] n of deck to zone``: takes so many, one after the other, without naming them."""

    amount: Expression
    up_to: bool
    source: Expression
    target: Expression
    place: Place | None


@frozen_class
class Shuffle(Step):
    """A shuffle of a zone."""

    zone: Expression


@frozen_class
class Lot(Step):
    """``by lot x in S where C weighing W``: chance chooses one, of ``subsets(S)`` one whole set; no element to choose from gives none."""

    variable: str
    domain: Expression
    where: Expression | None
    weight: Expression | None


@frozen_class
class ListChange(Step):
    """``append x to list`` or ``remove x from list``."""

    item: Expression
    target: Expression
    adding: bool


@frozen_class
class Sort(Step):
    """``sort x in list by K descending, K2``: stable."""

    variable: str
    target: Expression
    keys: tuple[SortKey, ...]


@frozen_class
class Run(Step):
    """``run procedure(a)`` now, or ``later run`` at the next settle point."""

    procedure: Expression
    arguments: tuple[Expression, ...]
    later: bool


@frozen_class
class Announce(Step):
    """The announcement of an event for event rules."""

    event: str
    arguments: tuple[Expression, ...]


@frozen_class
class Settle(Step):
    """``settle``: triggers run, then deferred work is done."""


@frozen_class
class End(Step):
    """``end NAME``: leaves the enclosing block so named; ``end game``."""

    name: str


@frozen_class
class If(Node):
    """A conditional statement."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@frozen_class
class For(Node):
    """An iteration; the order is fixed at entry, ``where`` is tested again on arrival."""

    variable: str
    domain: Expression
    where: Expression | None
    keeps: Expression | None
    body: tuple[Statement, ...]


@frozen_class
class While(Node):
    """A loop with a condition; every path through the body reaches a decision."""

    condition: Expression
    keeps: Expression | None
    body: tuple[Statement, ...]


@frozen_class
class Repeat(Node):
    """A loop with a count, fixed at entry."""

    count: Expression
    keeps: Expression | None
    body: tuple[Statement, ...]


@frozen_class
class Turn(Node):
    """``turn of P:``: the body is that player's turn."""

    actor: Expression
    body: tuple[Statement, ...]


@frozen_class
class ForRound(Node):
    """A loop round a ring fixed at entry: ``where`` and ``until`` are evaluated live, a full circle without a match ends it."""

    variable: str
    ring: Expression
    where: Expression | None
    until: Expression | None
    keeps: Expression | None
    body: tuple[Statement, ...]


@frozen_class
class SomeOf(Node):
    """``2 of player.hand``, ``1 .. 3 of player.hand``: several at once; if ``most`` is None, exactly ``least``."""

    least: Expression
    most: Expression | None
    domain: Expression


@frozen_class
class OptionParameter(Named):
    """A choice inside an option: ``card in market where C because reason``, ``cards in 2 of player.hand``."""

    domain: Expression | SomeOf
    where: Expression | None
    reason: Reason | None


@frozen_class
class Option(Named):
    """One kind of move in a decision: parameters, guards, then effects."""

    parameters: tuple[OptionParameter, ...]
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]
    says: tuple[Says, ...] = ()


@frozen_class
class Declining(Named):
    """``or NAME``: the option that only leaves."""


@frozen_class
class Decide(Named):
    """A decision by one player."""

    actor: Expression
    repeatedly: bool
    each_once: bool
    secretly: bool
    all_or_nothing: bool
    declining: Declining | None
    options: tuple[Option, ...]
    otherwise: tuple[Statement, ...] | None
    cites: tuple[Citation, ...]


Statement = (
    Let
    | Needs
    | Pay
    | Assign
    | Change
    | Move
    | MoveAmount
    | Draw
    | DrawSome
    | Shuffle
    | Lot
    | ListChange
    | Sort
    | Run
    | Announce
    | Settle
    | End
    | If
    | For
    | While
    | Repeat
    | ForRound
    | Turn
    | Decide
)
