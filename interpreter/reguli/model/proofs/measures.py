"""Loops that end by themselves: each time round brings their condition nearer to failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reguli.model.tree import bound as b
from reguli.model.tree import terms as t

Shrinks = Callable[[b.BoundStatement], bool]


def shrinks(condition: t.Term) -> Shrinks:
    """Give a test of statements: whether one brings a part of the condition nearer to failing.

    Known are: a zone or list that must not be empty and is drawn from; a number that must stay below (above) another
    and is raised (lowered) by a number of the ruleset; a seat that must not be another and goes round the table.
    """
    tests = [test for part in _conjuncts(condition) for test in _tests(part)]
    return lambda statement: any(test(statement) for test in tests)


def _conjuncts(condition: t.Term) -> Iterator[t.Term]:
    if isinstance(condition, t.Logic) and condition.operator == "and":
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    else:
        yield condition


def _tests(part: t.Term) -> Iterator[Shrinks]:
    match part:
        case t.Negation(_, t.Compare(_, "=", size, t.Constant(_, 0))) | t.Compare(_, ">" | ">=", size, _):
            yield _falls(size)
        case t.Compare(_, "<" | "<=", number, bound):
            yield _rises(number)
            yield _falls(bound)
        case t.Compare(_, "!=", t.Local(_, variable), _):
            key = variable.key
            yield lambda statement: _goes_round(statement, key)
        case _:
            pass
    if isinstance(part, t.Compare) and part.operator in {">", ">="}:
        yield _rises(part.right)


def _falls(size: t.Term) -> Shrinks:
    """Test for statements that make a count or number smaller."""
    match size:
        case t.Builtin(_, "count", (t.Contents(_, zone),)) | t.Amount(_, zone):
            return lambda statement: _takes_from(statement, zone)
        case t.Builtin(_, "count", (t.Local() as place,)):
            return lambda statement: (
                isinstance(statement, b.Enlist) and not statement.adding and same(statement.place, place)
            )
        case _:
            return lambda statement: _adds(statement, size, -1)


def _rises(size: t.Term) -> Shrinks:
    """Test for statements that make a number greater."""
    return lambda statement: _adds(statement, size, 1)


def _takes_from(statement: b.BoundStatement, zone: t.Term) -> bool:
    match statement:
        case b.TakeTop(amount=amount) if amount is not None and not _is_some(amount):
            return False
        case b.TakeTop(_, _, _, source, target) | b.Relocate(_, _, _, _, source, target):
            return source is not None and same(source, zone) and (target is None or not same(target, zone))
        case b.Transfer(_, _, amount, False, source):
            return same(source, zone) and (amount is None or _is_some(amount))
        case b.Enlist(_, _, _, place, False):
            return same(place, zone)
        case _:
            return False


def _is_some(amount: t.Term) -> bool:
    return isinstance(amount, t.Constant) and amount.value > 0


def _adds(statement: b.BoundStatement, place: t.Term, sign: int) -> bool:
    match statement:
        case b.Write(_, _, written, t.Constant(_, amount), True):
            return sign * amount > 0 and same(written, place)
        case b.Write(_, _, written, t.Arithmetic(_, "-", t.Constant(_, 0), t.Constant(_, amount)), True):
            return sign * amount < 0 and same(written, place)
        case _:
            return False


def _goes_round(statement: b.BoundStatement, key: int) -> bool:
    match statement:
        case b.Write(_, _, t.Local(_, place), t.Builtin(_, "next" | "previous", (t.Local(_, variable),)), False):
            return place.key == variable.key == key
        case _:
            return False


def same(one: t.Term, other: t.Term) -> bool:
    """Say whether two terms certainly name the same place."""
    match one, other:
        case t.Local(_, left), t.Local(_, right):
            return left.key == right.key
        case t.Constant(_, left), t.Constant(_, right):
            return left == right
        case t.Contents(_, left), _:
            return same(left, other)
        case _, t.Contents(_, right):
            return same(one, right)
        case t.Tracked(_, left, owner), t.Tracked(_, right, other_owner):
            if owner is None or other_owner is None:
                return left == right and owner is other_owner
            return left == right and same(owner, other_owner)
        case t.Variety(_, left, first), t.Variety(_, right, second):
            return same(left, right) and same(first, second)
        case _:
            return False
