"""Folding: code of known numbers is worked out while it is made, so that no back end has to.

Whoever makes code uses these in place of the nodes themselves. What hangs on the table alone (how many players, what a printed field says of a named
piece) is gone when the code is written, and with it the branches that nobody can take.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from reguli.compile.lir import statement_nodes as n

SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
REFUTED: Mapping[str, str] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def plus(left: n.Code, right: n.Code) -> n.Code:
    """Add two numbers."""
    match left, right:
        case n.Num(a), n.Num(b):
            return n.Num(a + b)
        case n.Num(0), _:
            return right
        case _, n.Num(0):
            return left
        case n.Num(), _:
            return plus(right, left)
        case n.Op("+", inner, n.Num(a)), n.Num(b):
            return plus(inner, n.Num(a + b))
        case _, n.Num(b) if b < 0:
            return n.Op("-", left, n.Num(-b))
        case _:
            return n.Op("+", left, right)


def minus(left: n.Code, right: n.Code) -> n.Code:
    """Subtract the second from the first."""
    match left, right:
        case _, n.Num(b):
            return plus(left, n.Num(-b)) if b <= 0 else _less(left, b)
        case _:
            return n.Op("-", left, right)


def _less(left: n.Code, number: int) -> n.Code:
    match left:
        case n.Num(a):
            return n.Num(a - number)
        case n.Op("+", inner, n.Num(a)):
            return plus(inner, n.Num(a - number))
        case _:
            return n.Op("-", left, n.Num(number))


def times(left: n.Code, right: n.Code) -> n.Code:
    """Multiply two numbers whose product is known to be small."""
    match left, right:
        case n.Num(a), n.Num(b):
            return n.Num(a * b)
        case (n.Num(1), other) | (other, n.Num(1)):
            return other
        case n.Num(), _:
            return n.Op("*", right, left)
        case _:
            return n.Op("*", left, right)


def compare(sign: str, left: n.Code, right: n.Code) -> n.Code:
    """Compare two numbers."""
    match left, right:
        case n.Num(a), n.Num(b):
            return n.Flag(SIGNS[sign](a, b))
        case n.AsWhole(test), n.Num(b) if sign in ("=", "!="):
            # Truths kept as numbers and asked again.
            if b in (0, 1):
                return test if (b == 1) == (sign == "=") else negated(test)
            return n.Flag(sign == "!=")
        case _:
            return n.Compare(sign, left, right)


def both(left: n.Code, right: n.Code) -> n.Code:
    """Give whether both hold."""
    match left, right:
        case n.Flag(True), _:
            return right
        case (n.Flag(False), _) | (_, n.Flag(True)):
            return left
        case _:
            return n.Both(left, right)


def either(left: n.Code, right: n.Code) -> n.Code:
    """Give whether one holds."""
    match left, right:
        case n.Flag(False), _:
            return right
        case (n.Flag(True), _) | (_, n.Flag(False)):
            return left
        case _:
            return n.Either(left, right)


def negated(test: n.Code) -> n.Code:
    """Give whether a test does not hold."""
    match test:
        case n.Flag(value):
            return n.Flag(not value)
        case n.Not(inner):
            return inner
        case n.Compare(sign, left, right) if sign in REFUTED:
            return n.Compare(REFUTED[sign], left, right)
        case _:
            return n.Not(test)


def chosen(test: n.Code, yes: n.Code, no: n.Code) -> n.Code:
    """Give one of two values."""
    if isinstance(test, n.Flag):
        return yes if test.value else no
    return yes if yes == no else n.If(test, yes, no)


def as_whole(value: n.Code) -> n.Code:
    """Give a truth as a number; a number stays one."""
    match value:
        case n.Flag(held):
            return n.Num(int(held))
        case _ if is_truth(value):
            return n.AsWhole(value)
        case _:
            return value


def as_truth(value: n.Code) -> n.Code:
    """Give a number as a truth: whether it is other than 0; a truth stays one."""
    if is_truth(value):
        return value
    return compare("!=", value, n.Num(0))


def is_truth(value: n.Code) -> bool:
    """Tell whether code gives a truth."""
    match value:
        case n.Flag() | n.Compare() | n.Same() | n.Both() | n.Either() | n.Not():
            return True
        case n.Var(_, kind) | n.Call(_, _, kind):
            return kind == n.TRUTH
        case n.If(_, yes, _):
            return is_truth(yes)
        case _:
            return False


def cell(numbers: tuple[int, ...], index: n.Code) -> n.Code:
    """Give one of many known numbers."""
    if isinstance(index, n.Num):
        return n.Num(numbers[index.value])
    return n.Num(numbers[0]) if len(set(numbers)) == 1 else n.Cell(numbers, index)


def row(runs: tuple[tuple[int, ...], ...], index: n.Code) -> n.Code:
    """Give one of many known runs."""
    if isinstance(index, n.Num):
        return n.Fixed(runs[index.value])
    return n.Fixed(runs[0]) if len(set(runs)) == 1 else n.Row(runs, index)
