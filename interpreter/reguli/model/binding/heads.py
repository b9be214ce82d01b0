"""Heads of rules: ``any NAME`` names what comes there, anything else must be equal to it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from reguli.language.tree.expressions import Expression, Name
from reguli.language.tree.items import NewName, Pattern
from reguli.model import types as ty
from reguli.model.binding.expressions import ExpressionBinder
from reguli.model.binding.scope import Scope, stronger_meaning
from reguli.model.tree.terms import Compare, Constant, Local, Logic, Term, Variable
from reguli.model.tree.walk import placed
from reguli.source.said import Said


def always() -> Term:
    """Give the condition of what holds always."""
    return Constant(ty.TRUTH, 1, "true")


def matches(scope: Scope, patterns: Iterable[Pattern], variables: Iterable[Variable]) -> tuple[Term, ...]:
    """Bind a head: take its new names into the scope, and give what must hold for the rest of it."""
    pairs = tuple(zip(patterns, variables, strict=True))
    for pattern, variable in pairs:
        if isinstance(pattern, NewName):
            scope.hold(variable, pattern.span, "parameter", pattern.name)
    found = (_equal(scope, one, variable) for one, variable in pairs if not isinstance(one, NewName))
    return tuple(term for term in found if term is not None)


def _equal(scope: Scope, node: Expression, variable: Variable) -> Term | None:
    """Compare what comes at one place with the value written there; a name nobody declares is a finding."""
    binder = ExpressionBinder(scope)
    if isinstance(node, Name) and not _is_known(scope, node.id):
        scope.world.unknown("R257", node.span, node.id, (*scope.names(), *scope.world.known()))
        return None
    if isinstance(variable.type, ty.CollectionType):
        binder.mismatch(node, variable.type, Said("sort.value"))
        return None
    value = binder.argument(node, variable.type)
    if isinstance(value, Local) and value.variable is variable:
        return None
    return placed(Compare(ty.TRUTH, "=", placed(Local(variable.type, variable), node.span), value), node.span)


def _is_known(scope: Scope, name: str) -> bool:
    return (
        scope.find(name) is not None or name in scope.world.elements or stronger_meaning(name, scope.world) is not None
    )


def asked(scope: Scope, condition: Expression | None) -> tuple[Term, ...]:
    """Bind the condition of a rule that may have none."""
    return () if condition is None else (ExpressionBinder(scope).truth(condition),)


def joined(conditions: Iterable[Term]) -> Term | None:
    """Give the condition that holds where all do; None where there is none."""
    every = tuple(conditions)
    if not every:
        return None
    return reduce(lambda left, right: placed(Logic(ty.TRUTH, "and", left, right), right.span or left.span), every)
