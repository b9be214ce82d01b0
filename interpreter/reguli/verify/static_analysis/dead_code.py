"""What looks half done in rules: names that nobody reads, the same on both sides, moves that move nothing, effects that nobody sees.

Each of these is exact: it is told where it stands and nowhere else. What one variant or board leaves idle may be there for another, so only what
the rules themselves write down is looked at, under no option at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from reguli.language.syntax_tree.top_level_items import Procedure
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, statement_terms, statements_of, written_procedures
from reguli.model.bound_tree.value_references import readings
from reguli.model.resolved_ruleset import BoundProcedure
from reguli.model.types import TruthType
from reguli.source.message_arguments import Said
from reguli.source.span import Span
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.static_findings import told


def names_without_readers(subject: Subject) -> Iterator[Found]:
    """Find choices, members of a loop, values and arguments that nothing behind them reads."""
    for procedure in written_procedures(subject.ruleset):
        yield from _in_procedure(procedure)
    for define in subject.ruleset.written_defines:
        if define.adjusts or isinstance(define.value, t.Constant):
            continue
        read = {one.variable.key for one in all_terms(define.value) if isinstance(one, t.Local)}
        for variable in define.parameters:
            if variable.key not in read:
                yield _unread("thing.argument", define.node.span, f"rule:define.{define.id}", variable.name)


def _in_procedure(procedure: BoundProcedure) -> Iterator[Found]:
    read = Counter(_keys_read(procedure.body))
    for statement in statements_of(procedure.body):
        match statement:
            case b.Give(variable=variable) if not read[variable.key]:
                yield _unread("thing.value", statement.span, statement.rule, variable.name)
            case b.Each(variable=variable, where=None, body=body) if not read[variable.key] and _another(
                body, variable
            ):
                yield _unread("thing.member", statement.span, statement.rule, variable.name)
            case b.Ask(options=options):
                for option in options:
                    yield from _in_option(option, read)
            case _:
                pass
    if isinstance(procedure.node, Procedure) and procedure.body:
        for variable in procedure.parameters:
            if not read[variable.key]:
                yield _unread("thing.argument", procedure.node.span, procedure.rule, variable.name)


def _another(body: b.Body, variable: t.Variable) -> bool:
    """Tell whether a body reads another name of the same sort: to do something once for each needs no name at all."""
    return any(
        isinstance(one, t.Local) and one.variable.type == variable.type
        for statement in statements_of(body)
        for outer in statement_terms(statement)
        for one in all_terms(outer)
    )


def _in_option(option: b.BoundOption, read: Counter[int]) -> Iterator[Found]:
    for parameter in option.parameters:
        if not read[parameter.variable.key] and parameter.where is None:
            yield _unread("thing.choice", parameter.span, option.rule, parameter.variable.name)
    for check in option.checks:
        if isinstance(check, b.Give) and not read[check.variable.key]:
            yield _unread("thing.value", check.span, option.rule, check.variable.name)


def _unread(what: str, span: Span, rule: str, name: str) -> Found:
    return told("V130", span, rule, f"{what} {name}", what=Said(what), name=name)


def _keys_read(body: b.Body) -> Iterator[int]:
    """Give the variables that statements read, once for each time; what is written to a variable is not read by that."""
    for statement in statements_of(body):
        for outer in statement_terms(statement):
            if isinstance(statement, b.Write) and outer is statement.place and isinstance(outer, t.Local):
                continue
            yield from (one.variable.key for one in all_terms(outer) if isinstance(one, t.Local))


def same_on_both_sides(subject: Subject) -> Iterator[Found]:
    """Find comparisons of something with itself, conditions that are asked twice, and choices between the same."""
    seen: set[tuple[str, Span]] = set()
    for reading in readings(subject.ruleset):
        for outer in reading.terms:
            for term in all_terms(outer):
                span = term.span or reading.span
                if _repeats(term) and (reading.rule, span) not in seen:
                    seen.add((reading.rule, span))
                    yield told("V131", span, reading.rule, type(term).__name__)


def _repeats(term: t.Term) -> bool:
    match term:
        case t.Compare(_, _, left, right) | t.Logic(_, _, left, right) | t.Arithmetic(_, "-", left, right):
            return left == right and not isinstance(left, t.Constant)
        case t.SetOperation(_, _, left, right):
            return left == right
        case t.Choice(_, _, then, otherwise):
            return then == otherwise
        case _:
            return False


def effects_without_effect(subject: Subject) -> Iterator[Found]:
    """Find moves from a place to itself, values that are set to what they are, amounts that are nothing, and branches that do the same."""
    for procedure in written_procedures(subject.ruleset):
        for statement in statements_of(procedure.body):
            if _is_idle(statement):
                yield told("V132", statement.span, statement.rule, type(statement).__name__)


def _is_idle(statement: b.BoundStatement) -> bool:
    match statement:
        case b.Transfer(source=source, target=target, amount=amount):
            return source == target or (isinstance(amount, t.Constant) and amount.origin is None and amount.value == 0)
        case b.Relocate(source=source, target=target, many=True):
            return source == target
        case b.Write(place=place, value=value, add=False):
            return place == value
        case b.Write(value=t.Constant(_, 0, None) as value, add=True):
            return not isinstance(value.type, TruthType)
        case b.Branch(then=then, otherwise=otherwise):
            return bool(then) and _bare(then) == _bare(otherwise)
        case _:
            return False


def _bare(body: b.Body) -> tuple[object, ...]:
    """Give what statements do, without their rules and places."""
    return tuple(
        (
            type(one).__name__,
            tuple(_bare_value(getattr(one, name)) for name in one.__match_args__ if name not in ("span", "rule")),
        )
        for one in body
    )


def _bare_value(value: object) -> object:
    if isinstance(value, b.Ruled):
        return _bare((value,))  # type: ignore[arg-type]  # whatever has a rule and stands in a body
    if isinstance(value, tuple):
        return tuple(map(_bare_value, value))
    return value
