"""A fault: what is written otherwise, where, and what shows that it was come by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reguli.model.bound_tree.bound_statements import Ruled, Waiver
from reguli.model.bound_tree.bound_terms import Placed
from reguli.model.resolved_ruleset import (
    BoundDefine,
    BoundMoment,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    BoundTrigger,
)
from reguli.model.rule_ids import as_written
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import NOWHERE, Span

Change = Callable[[Any], Any]
"""Gives a node as it stands with the fault; ``GONE`` takes it out of the row it stands in."""
Key = tuple[object, ...]
"""What tells a node of a ruleset from all others, and is the same for the copies of it under each option and at each depth."""
SHALLOW: Final = ("operator", "how", "name", "value", "origin", "field", "define", "table", "kind")
"""What of a node itself belongs to its key, where it is a word or a number."""


class Gone:
    """Stands for what is taken out of the row it stands in."""


GONE: Final = Gone()


@kept
class Sign(Kept):
    """What shows that a fault may matter: a statement is run, or a term is asked; with ``change``, only where that changes its value."""

    key: Key
    change: Change | None = None


@kept
class Variation(Kept):
    """One way in which a node may be wrong: its operator, what is said of it, the change, and its signs (none: they are those of the node)."""

    operator: str
    said: Said
    change: Change
    signs: tuple[Sign, ...] = ()
    span: Span | None = None
    """Where it stands, if not where the node does."""
    as_sign: bool = False
    """Whether all of it is the change of its only sign: a guard that is left out is one that always holds."""


@kept
class Fault(Kept):
    """One place of a ruleset that is wrong.

    ``rule`` is the id of what it stands in, as ``reguli trace`` says it; ``keys`` are the nodes that are changed (none: the ruleset itself is);
    without ``signs`` nobody can tell whether it was come by.
    """

    id: str
    operator: str
    rule: str
    span: Span
    said: Said
    keys: tuple[Key, ...]
    change: Change
    signs: tuple[Sign, ...]
    terms: tuple[Sign, ...] = ()
    """The terms in which it happens, where they are asked as values: then the program around them is that of right rules."""
    statements: tuple[Sign, ...] = ()
    """The statements in which it happens: where they wait for nobody, the program around them is that of right rules, too.

    What is written once may be asked several times: what is to be paid is asked whether it can be, and is then paid. Without either nobody knows all of its places."""


def key_of(node: object) -> Key:
    """Give the key of a node: its class, its place and what it says itself."""
    name = type(node).__name__
    match node:
        case BoundProcedure(rule=rule) | Ruled(rule=rule) | Waiver(rule=rule):
            return name, as_written(rule)
        case BoundDefine(id=own) | BoundStage(id=own):
            return name, as_written(own)
        case Placed():
            said = (getattr(node, field, None) for field in SHALLOW)
            words = tuple(as_written(str(value)) for value in said if isinstance(value, str | int))
            return name, node.span.place, words
        case _:
            return name, repr(node)


def ran(rule: str) -> Key:
    """Give the key of a statement that is run, by its rule."""
    return "ran", as_written(rule)


def span_of(node: object) -> Span:
    """Give the place of a node: of a rule that of what it is written as."""
    match node:
        case BoundTrigger(procedure=procedure) | BoundMoment(procedure=procedure):
            return span_of(procedure)
        case BoundProcedure(node=written, body=body):
            return next((one.span for one in (written, *body) if one is not None), NOWHERE)
        case BoundDefine(node=written):
            return written.span
        case BoundRanking(by=by):
            return by.span
        case _:
            found = getattr(node, "span", NOWHERE)
            return found if isinstance(found, Span) else NOWHERE
