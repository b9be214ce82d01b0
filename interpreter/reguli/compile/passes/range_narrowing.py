"""Cutting: guards that bound a number cut the interval that it is chosen from.

Of ``amount in 1 to 24`` with ``needs amount <= room(buyer, fuel)`` only the amounts up to the room are tried. This is done with the conditions that are asked first of a number, as far
as each compares it with something that does not hang on it: in the first round they would be asked in any case, so nothing is worked out
that would not have been.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reguli.compile.passes.partial_evaluation import free_variables
from reguli.ir.program import GuardStep, Step
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import TRUTH

TURNED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
Bound = tuple[str, t.Term]
"""How the number compares with a term: one of ``TURNED``."""


def cut(variable: t.Variable, rest: Sequence[Step]) -> tuple[list[Bound], list[Step]]:
    """Give the bounds that the first guard of a number sets, and the steps that are left."""
    if not rest or not isinstance(rest[0], GuardStep) or rest[0].guard.waivers:
        return [], list(rest)
    step = rest[0]
    parts = _conjuncts(step.guard.condition)
    bounds: list[Bound] = []
    while parts and (bound := _bound(variable, parts[0])) is not None:
        bounds.append(bound)
        del parts[0]
    if not bounds:
        return [], list(rest)
    if not parts:
        return bounds, list(rest[1:])
    left = parts[0]
    for part in parts[1:]:
        left = t.Logic(TRUTH, "and", left, part)
    return bounds, [replace(step, guard=replace(step.guard, condition=left)), *rest[1:]]


def _conjuncts(condition: t.Term) -> list[t.Term]:
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*_conjuncts(condition.left), *_conjuncts(condition.right)]
    return [condition]


def _bound(variable: t.Variable, condition: t.Term) -> Bound | None:
    if not isinstance(condition, t.Compare) or condition.operator not in TURNED:
        return None
    for side, other, sign in (
        (condition.left, condition.right, condition.operator),
        (condition.right, condition.left, TURNED[condition.operator]),
    ):
        named = isinstance(side, t.Local) and side.variable.key == variable.key
        if named and all(one.key != variable.key for one in free_variables(other)):
            return sign, other
    return None
