"""Loops that end by themselves: each time round brings their condition nearer to failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reguli.model.tree.bound import BoundStatement, Enlist, Relocate, TakeTop, Transfer, Write
from reguli.model.tree.terms import (
    Amount,
    Arithmetic,
    Builtin,
    Compare,
    Constant,
    Contents,
    Local,
    Logic,
    Negation,
    Term,
    Tracked,
    Variety,
)

Shrinks = Callable[[BoundStatement], bool]


def shrinks(condition: Term) -> Shrinks:
    """Give a test of statements: whether one brings a part of the condition nearer to failing.

    Known are: a zone or list that must not be empty and is drawn from; a number that must stay below (above) another
    and is raised (lowered) by a number of the ruleset; a seat that must not be another and goes round the table.
    """
    tests = [test for part in _conjuncts(condition) for test in _tests(part)]
    return lambda statement: any(test(statement) for test in tests)


def _conjuncts(condition: Term) -> Iterator[Term]:
    if isinstance(condition, Logic) and condition.operator == "and":
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    else:
        yield condition


def _tests(part: Term) -> Iterator[Shrinks]:
    match part:
        case Negation(_, Compare(_, "=", size, Constant(_, 0))) | Compare(_, ">" | ">=", size, _):
            yield _falls(size)
        case Compare(_, "<" | "<=", number, bound):
            yield _rises(number)
            yield _falls(bound)
        case Compare(_, "!=", Local(_, variable), _):
            key = variable.key
            yield lambda statement: _goes_round(statement, key)
        case _:
            pass
    if isinstance(part, Compare) and part.operator in {">", ">="}:
        yield _rises(part.right)


def _falls(size: Term) -> Shrinks:
    """Test for statements that make a count or number smaller."""
    match size:
        case Builtin(_, "count", (Contents(_, zone),)) | Amount(_, zone):
            return lambda statement: _takes_from(statement, zone)
        case Builtin(_, "count", (Local() as place,)):
            return lambda statement: (
                isinstance(statement, Enlist) and not statement.adding and same(statement.place, place)
            )
        case _:
            return lambda statement: _adds(statement, size, -1)


def _rises(size: Term) -> Shrinks:
    """Test for statements that make a number greater."""
    return lambda statement: _adds(statement, size, 1)


def _takes_from(statement: BoundStatement, zone: Term) -> bool:
    match statement:
        case TakeTop(_, _, _, source, target) | Relocate(_, _, _, _, source, target):
            return source is not None and same(source, zone) and (target is None or not same(target, zone))
        case Transfer(_, _, amount, False, source):
            return same(source, zone) and (amount is None or (isinstance(amount, Constant) and amount.value > 0))
        case Enlist(_, _, _, place, False):
            return same(place, zone)
        case _:
            return False


def _adds(statement: BoundStatement, place: Term, sign: int) -> bool:
    match statement:
        case Write(_, _, written, Constant(_, amount), True):
            return sign * amount > 0 and same(written, place)
        case Write(_, _, written, Arithmetic(_, "-", Constant(_, 0), Constant(_, amount)), True):
            return sign * amount < 0 and same(written, place)
        case _:
            return False


def _goes_round(statement: BoundStatement, key: int) -> bool:
    match statement:
        case Write(_, _, Local(_, place), Builtin(_, "next_seat" | "previous_seat", (Local(_, variable),)), False):
            return place.key == variable.key == key
        case _:
            return False


def same(one: Term, other: Term) -> bool:
    """Say whether two terms certainly name the same place."""
    match one, other:
        case Local(_, left), Local(_, right):
            return left.key == right.key
        case Constant(_, left), Constant(_, right):
            return left == right
        case Contents(_, left), _:
            return same(left, other)
        case _, Contents(_, right):
            return same(one, right)
        case Tracked(_, left, owner), Tracked(_, right, other_owner):
            if owner is None or other_owner is None:
                return left == right and owner is other_owner
            return left == right and same(owner, other_owner)
        case Variety(_, left, first), Variety(_, right, second):
            return same(left, right) and same(first, second)
        case _:
            return False
