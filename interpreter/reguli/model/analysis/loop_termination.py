"""Loops that end by themselves: each time round brings their condition nearer to failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import guards_of, seen_through
from reguli.model.resolved_ruleset import BoundProcedure
from reguli.model.types import NumberType, TruthType
from reguli.source.frozen_values import Kept, kept

Shrinks = Callable[[b.BoundStatement], bool]


def shrinks(condition: t.Term) -> Shrinks:
    """Give a test of statements: whether one brings a part of the condition nearer to failing.

    Known are: a zone or list that must not be empty and is drawn from; a number that must stay below (above) another
    and is raised (lowered) by a number of the ruleset; a seat that must not be another and goes round the table.
    """
    tests = [test for part in _conjuncts(condition) for test in _tests(part)]
    return lambda statement: any(test(statement) for test in tests)


def runs_out(option: b.BoundOption, procedures: Mapping[str, BoundProcedure], asked: b.Rule = "") -> bool:
    """Say whether an option that is offered again and again comes to an end: it leaves, or brings a guard of its own nearer to failing.

    A guard that can be waived ends nothing. What is chosen among what lies in a zone, and is moved out of it, runs out too.
    ``asked`` is the rule of options at any time: to leave those leaves no decision.
    """
    tests = [shrinks(guard.condition) for guard in guards_of(option) if not guard.waivers]
    tests += (_leaves_zone(one) for one in option.parameters)
    given = {check.variable.key: check.value for check in option.checks if isinstance(check, b.Give)}
    return _Course(procedures, tests, asked).ends(option.effects, given, inside=False)


@kept
class _Course(Kept):
    """What an option does, with what it runs: whether every way through it leaves, or passes one of some tests."""

    procedures: Mapping[str, BoundProcedure]
    tests: list[Shrinks]
    asked: b.Rule

    def ends(self, body: b.Body, given: Mapping[int, t.Term], *, inside: bool) -> bool:
        """Say so of a body, in which names stand for what was given; ``inside`` another decision or procedure."""
        return any(self._ends(statement, given, inside=inside) for statement in body)

    def _ends(self, statement: b.BoundStatement, given: Mapping[int, t.Term], *, inside: bool) -> bool:
        match statement:
            case b.Leave():
                return not statement.out_of or not (inside or statement.out_of == self.asked)
            case b.Branch(then=then, otherwise=otherwise):
                return all(self.ends(body, given, inside=inside) for body in (then, otherwise))
            case b.Ask(options=options, otherwise=otherwise):
                bodies = [option.effects for option in options] + ([] if otherwise is None else [otherwise])
                return all(self.ends(body, given, inside=True) for body in bodies)
            case b.Perform(procedure=name, later=False) if name in self.procedures:
                run = self.procedures[name]
                values = (seen_through(one, given) for one in statement.arguments)
                handed = {one.key: value for one, value in zip(run.parameters, values, strict=False)}
                return self.ends(run.body, handed, inside=True)
            case _:
                return any(test(seen_through(statement, given)) for test in self.tests)


def _leaves_zone(parameter: b.BoundParameter) -> Shrinks:
    chosen, zone = t.Local(parameter.variable.type, parameter.variable), parameter.domain
    if not isinstance(zone, t.Contents):
        return lambda statement: False
    return lambda statement: (
        isinstance(statement, b.Relocate) and same(statement.pieces, chosen) and not same(statement.target, zone.zone)
    )


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
        case t.Compare(_, "=", number, t.Constant()) if isinstance(number.type, NumberType):
            yield _rises(number)
            yield _falls(number)
        case t.Compare(_, "<" | "<=", number, bound):
            yield _rises(number)
            yield _falls(bound)
        case t.Builtin(_, "is_none", (t.Tracked() as place,)):
            yield lambda statement: _sets(statement, place, lambda value: not isinstance(value, t.Constant))
        case t.Negation(_, t.Tracked() as flag):
            yield lambda statement: _sets(
                statement, flag, lambda value: isinstance(value, t.Constant) and value.value == 1
            )
        case t.Tracked() if isinstance(part.type, TruthType):
            yield lambda statement: _sets(
                statement, part, lambda value: isinstance(value, t.Constant) and value.value == 0
            )
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
    match size:
        case t.Builtin(_, "count", (t.Contents(_, zone),)):
            return lambda statement: (
                isinstance(statement, b.Relocate) and not statement.many and same(statement.target, zone)
            )
        case _:
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


def _sets(statement: b.BoundStatement, place: t.Term, fits: Callable[[t.Term], bool]) -> bool:
    return (
        isinstance(statement, b.Write) and not statement.add and same(statement.place, place) and fits(statement.value)
    )


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
