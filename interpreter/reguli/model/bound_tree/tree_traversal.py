"""Walks over what was bound: the terms inside a term, the bodies inside a statement, every rule of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, Final, get_args

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Local, Placed, Term, Variable
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.rule_ids import DEEPER
from reguli.model.types import UnknownType
from reguli.source.frozen_values import Kept
from reguli.source.span import NOWHERE, Span


def _holding(form: type[Kept]) -> Callable[[Any], tuple[object, ...]]:
    """Give what gives the values of a form that may hold terms."""
    names = [one.name for one in fields(form) if one.compare and "Term" in str(one.type)]  # type: ignore[arg-type]
    if len(names) > 1:
        return attrgetter(*names)
    only = attrgetter(*names) if names else None
    return (lambda node: ()) if only is None else (lambda node: (only(node),))


HOLDING: Final[Mapping[type, Callable[[Any], tuple[object, ...]]]] = MappingProxyType(
    {form: _holding(form) for form in (*get_args(Term), *get_args(b.BoundStatement))}
)
"""By form of a term or statement what it holds terms in: of most forms that is less than half of what they say."""


def _own_of(form: type[Kept]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(form) if form is not Local and "Variable" in str(one.type))  # type: ignore[arg-type]


BINDING: Final[Mapping[type, tuple[str, ...]]] = MappingProxyType(
    {form: names for form in (*get_args(Term), *get_args(b.BoundStatement)) if (names := _own_of(form))}
)
"""By form of a term or statement the fields with the variables that it gives a value to."""


class _Naming(dict[type, tuple[str, ...]]):
    """By form of a term, a statement or a part of one: the fields in which variables may be named. What is none of these has none."""

    TYPES: Final = ("Variable", "Term", "Body", "Bound", "Guard", "Waiver", "Give")

    def __missing__(self, form: type) -> tuple[str, ...]:
        named = fields(form) if issubclass(form, Kept) else ()  # type: ignore[arg-type]
        self[form] = tuple(one.name for one in named if any(part in str(one.type) for part in self.TYPES))
        return self[form]


_NAMING: Final = _Naming()


def inner_terms(node: Term | b.BoundStatement) -> tuple[Term, ...]:
    """Give the terms directly inside a term, or those that stand in a statement itself."""
    try:
        return node.inner
    except AttributeError:
        found: list[Term] = []
        _collect(HOLDING.get(type(node), node.__content__)(node), found)
        object.__setattr__(node, "inner", tuple(found))
        return node.inner


def _collect(values: tuple[object, ...], found: list[Term]) -> None:
    # Whatever is placed is a term; to ask whether it is one of the union takes ten times as long.
    for value in values:
        if isinstance(value, Placed):
            found.append(value)  # type: ignore[arg-type]
        elif value and isinstance(value, tuple):
            _collect(value, found)


def placed(term: Term, span: Span) -> Term:
    """Tell a term, and what within it does not know yet, where it is written; give it back.

    Each is told once, by whoever binds the expression it is made from. The term that stands for a mistake stands nowhere.
    """
    if term.span is NOWHERE and not isinstance(term.type, UnknownType):
        object.__setattr__(term, "span", span)
        for inner in inner_terms(term):
            placed(inner, span)
    return term


def all_terms(term: Term) -> Iterator[Term]:
    """Give a term and every term inside it, each before what is inside it."""
    waiting = [term]
    while waiting:
        here = waiting.pop()
        yield here
        inner = getattr(here, "inner", None)
        waiting += reversed(inner_terms(here) if inner is None else inner)


def renamed(term: Term, old: Variable, new: Variable) -> Term:
    """Give a term in which another variable stands for one of its own."""
    changed: dict[str, Any] = {}
    for name in _NAMING[type(term)]:
        value = getattr(term, name)
        other = _renamed(value, old, new)
        if other is not value:
            changed[name] = other
    return replace(term, **changed) if changed else term


def _renamed(value: object, old: Variable, new: Variable) -> object:
    if isinstance(value, Variable):
        return new if value == old else value
    if isinstance(value, Placed):
        return renamed(value, old, new)  # type: ignore[arg-type]
    if isinstance(value, tuple):
        items = tuple(_renamed(item, old, new) for item in value)
        return value if all(map(is_, items, value)) else items
    return value


def anew(
    procedure: BoundProcedure, key: Callable[[], int]
) -> tuple[BoundProcedure, tuple[tuple[Variable, Variable], ...]]:
    """Give a procedure a second time, with variables of its own; and which of them stands for which of the first."""
    fresh: dict[Variable, Variable] = {}

    def again(value: Any) -> Any:
        if isinstance(value, Variable):
            if value not in fresh:
                fresh[value] = replace(value, key=key())
            return fresh[value]
        if isinstance(value, tuple):
            items = tuple(map(again, value))
            return value if all(map(is_, items, value)) else items
        changed = {name: one for name in _NAMING[type(value)] if (one := again(old := getattr(value, name))) is not old}
        return replace(value, **changed) if changed else value

    own = replace(procedure, parameters=again(procedure.parameters), body=again(procedure.body))
    return own, tuple(fresh.items())


def variables_read(term: Term) -> set[int]:
    """Give the keys of the variables a term reads; those it binds itself do no harm."""
    return {inner.variable.key for inner in all_terms(term) if isinstance(inner, Local)}


Held = tuple[Variable, ...]
NESTING = (b.Branch, b.Each, b.Around, b.Loop, b.Times, b.Turn, b.Ask)
"""The statements in which others stand: most do not, and a walk asks them all."""


def opened(statement: b.BoundStatement) -> list[tuple[b.Body, Held]]:
    """Return the bodies nested in a statement, those of options and of their waivers included, each with the variables that it adds to those in reach."""
    if not isinstance(statement, NESTING):
        return []
    match statement:
        case b.Branch(then=then, otherwise=otherwise):
            return [(then, ()), (otherwise, ())]
        case b.Each(variable=variable, body=body) | b.Around(variable=variable, body=body):
            return [(body, (variable,))]
        case b.Loop(body=body) | b.Times(body=body) | b.Turn(body=body):
            return [(body, ())]
        case b.Ask(options=options, otherwise=otherwise):
            bodies = [(body, of_option(option)) for option in options for body in (*_costs(option), option.effects)]
            return bodies if otherwise is None else [*bodies, (otherwise, ())]


def waivers_of(option: b.BoundOption) -> Iterator[b.Waiver]:
    """Yield the waivers of the guards of an option."""
    return (waiver for guard in guards_of(option) for waiver in guard.waivers)


def _costs(option: b.BoundOption) -> list[b.Body]:
    # Every walk comes by every option, and hardly any of them has a waiver: no generators.
    found: list[b.Body] = []
    for parameter in option.parameters:
        if parameter.where is not None and parameter.where.waivers:
            found += [waiver.body for waiver in parameter.where.waivers if waiver.body]
    for check in option.checks:
        if isinstance(check, b.Guard) and check.waivers:
            found += [waiver.body for waiver in check.waivers if waiver.body]
    return found


def seen_through(value: Any, given: Mapping[int, Term]) -> Any:
    """Give a statement that holds no others, or a term, in which variables stand for what they were given, by key."""
    if isinstance(value, Local):
        return given.get(value.variable.key, value)
    if isinstance(value, tuple):
        items = tuple(seen_through(one, given) for one in value)
        return value if all(map(is_, items, value)) else items
    if isinstance(value, NESTING):
        return value
    changed = {
        name: one
        for name in _NAMING[type(value)]
        if (one := seen_through(old := getattr(value, name), given)) is not old
    }
    return replace(value, **changed) if changed else value


def of_option(option: b.BoundOption) -> Held:
    """Give the variables an option itself names: its parameters and lets."""
    parameters = tuple(parameter.variable for parameter in option.parameters)
    return (*parameters, *(check.variable for check in option.checks if isinstance(check, b.Give)))


def inner_bodies(statement: b.BoundStatement) -> Iterator[b.Body]:
    """Yield the bodies nested in a statement, those of options and of their waivers included."""
    yield from (body for body, _ in opened(statement))


def statements_of(body: b.Body) -> list[b.BoundStatement]:
    """Give every statement of a body, nested ones behind the one they stand in."""
    found: list[b.BoundStatement] = []
    _gather(body, found)
    return found


def _gather(body: b.Body, found: list[b.BoundStatement]) -> None:
    for statement in body:
        found.append(statement)
        if isinstance(statement, NESTING):
            for inner, _ in opened(statement):
                _gather(inner, found)


def statement_terms(statement: b.BoundStatement) -> Iterator[Term]:
    """Give the terms that stand in a statement itself; of a decision also those of its options' parameters and guards."""
    yield from inner_terms(statement)
    if isinstance(statement, b.Ask):
        for option in statement.options:
            yield from _option_terms(option)


def _option_terms(option: b.BoundOption) -> Iterator[Term]:
    yield from (parameter.domain for parameter in option.parameters)
    yield from (check.value for check in option.checks if isinstance(check, b.Give))
    for guard in guards_of(option):
        yield from guard_terms(guard)


def guard_terms(guard: b.Guard) -> Iterator[Term]:
    """Give what is evaluated for a guard: its condition, what its reason names, the conditions of its waivers."""
    yield guard.condition
    yield from guard.reason.arguments
    yield from (waiver.condition for waiver in guard.waivers)


def guards_of(option: b.BoundOption) -> Iterator[b.Guard]:
    """Give the guards of an option: those of its parameters, then the others as written."""
    yield from (parameter.where for parameter in option.parameters if parameter.where is not None)
    yield from (check for check in option.checks if isinstance(check, b.Guard))


def all_procedures(ruleset: Ruleset) -> Iterator[BoundProcedure]:
    """Give every procedure of a ruleset once: named, phases, triggers, event rules, moments, and those on pieces."""
    yield from ruleset.procedures.values()
    yield from ruleset.phases
    yield from (trigger.procedure for trigger in ruleset.triggers)
    yield from (moment.procedure for moment in ruleset.moments)
    yield from ruleset.at_any_time
    for rules in ruleset.events.values():
        yield from rules
    for piece_rules in ruleset.piece_rules.values():
        yield from (rule for rule in piece_rules if rule is not None)


def written_procedures(ruleset: Ruleset) -> Iterator[BoundProcedure]:
    """Give every procedure as it is written: of one that runs itself only the first depth."""
    return (procedure for procedure in all_procedures(ruleset) if DEEPER not in procedure.id)


def terms_beside(ruleset: Ruleset) -> Iterator[Term]:
    """Yield every term that stands in no procedure: defines, conditions on pieces, what the game itself asks, and start values."""
    for define in ruleset.defines.values():
        yield define.value
        yield from (part for _, *both in define.adjusts for part in both)
    yield from (rule[1] for rules in ruleset.piece_conditions.values() for rule in rules if rule is not None)
    yield from (trigger.condition for trigger in ruleset.triggers)
    yield from (stage.when for stage in ruleset.stages if stage.when is not None)
    yield from (criterion.by for criterion in ruleset.ranking)
    yield from (term for one in ruleset.invariants for term in (one.condition, *one.reason.arguments))
    yield from ruleset.starts.values()
    yield from (audience for _, audience in ruleset.audiences.values())
    yield from (kind.starts for kind in ruleset.kinds.values() if kind.starts is not None)


def own_variables(node: Term | b.BoundStatement) -> Iterator[Variable]:
    """Yield the variables that a term or statement itself gives a value to, those of a decision's options included."""
    for name in BINDING.get(type(node), ()):
        variable = getattr(node, name)
        if variable is not None:
            yield variable
    if isinstance(node, b.Ask):
        yield from (variable for option in node.options for variable in of_option(option))


def all_statements(ruleset: Ruleset) -> Iterator[b.BoundStatement]:
    """Give every statement of every procedure of a ruleset."""
    for procedure in all_procedures(ruleset):
        yield from statements_of(procedure.body)


def all_asks(ruleset: Ruleset) -> Iterator[b.Ask]:
    """Give every decision of a ruleset."""
    yield from (statement for statement in all_statements(ruleset) if isinstance(statement, b.Ask))


def in_reach(ruleset: Ruleset, ask: b.Ask) -> Held:
    """Give the variables that the options of a decision may name, those of an option itself apart."""
    for procedure in all_procedures(ruleset):
        found = _within(procedure.body, ask, procedure.parameters)
        if found is not None:
            return found
    return ()


def _within(body: b.Body, ask: b.Ask, held: Held) -> Held | None:
    for statement in body:
        if isinstance(statement, b.Ask) and statement.rule == ask.rule:
            return held
        for inner, more in opened(statement):
            found = _within(inner, ask, (*held, *more))
            if found is not None:
                return found
        match statement:
            case b.Give(variable=variable) | b.TakeTop(variable=variable) | b.Cast(variable=variable):
                held = (*held, variable)
            case _:
                pass
    return None
