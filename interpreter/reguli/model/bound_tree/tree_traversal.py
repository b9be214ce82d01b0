"""Traversal of bound trees: the inner terms of a term, the bodies nested in a statement, every rule of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, Final, get_args

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Apply, Cell, Constant, Fixed, Local, Placed, Term, Variable
from reguli.model.resolved_ruleset import DEEPER, BoundDefine, BoundProcedure, Ruleset
from reguli.model.types import CollectionType, ElementType, NumberType, UnknownType, ZoneType
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Span


def _holding(form: type[FrozenValue]) -> Callable[[Any], tuple[object, ...]]:
    """Return a getter of the fields of a class that may hold terms."""
    names = [one.name for one in fields(form) if one.compare and "Term" in str(one.type)]  # type: ignore[arg-type]
    if len(names) > 1:
        return attrgetter(*names)
    only = attrgetter(*names) if names else None
    return (lambda node: ()) if only is None else (lambda node: (only(node),))


HOLDING: Final[Mapping[type, Callable[[Any], tuple[object, ...]]]] = MappingProxyType(
    {form: _holding(form) for form in (*get_args(Term), *get_args(b.BoundStatement))}
)
"""By form of a term or statement what it holds terms in: of most forms that is less than half of what they say."""


class _Naming(dict[type, tuple[str, ...]]):
    """Cache of the fields, by node class, in which variables may occur; empty for all other classes."""

    TYPES: Final = ("Variable", "Term", "Body", "Bound", "Guard", "Waiver", "Give")

    def __missing__(self, form: type) -> tuple[str, ...]:
        named = fields(form) if issubclass(form, FrozenValue) else ()  # type: ignore[arg-type]
        self[form] = tuple(one.name for one in named if any(part in str(one.type) for part in self.TYPES))
        return self[form]


_NAMING: Final = _Naming()


def child_terms(node: Term | b.BoundStatement) -> tuple[Term, ...]:
    """Return the direct inner terms of a term, or the terms directly in a statement."""
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


def with_span(term: Term, span: Span) -> Term:
    """Return a term with its span set, as on each inner term that has none.

    Each is told once, by whoever binds the expression it is made from. The term that stands for a mistake stands nowhere.
    """
    if term.span is NOWHERE and not isinstance(term.type, UnknownType):
        object.__setattr__(term, "span", span)
        for inner in child_terms(term):
            with_span(inner, span)
    return term


def all_terms(term: Term) -> Iterator[Term]:
    """Yield a term and all its inner terms, in pre-order."""
    waiting = [term]
    while waiting:
        here = waiting.pop()
        yield here
        inner = getattr(here, "inner", None)
        waiting += reversed(child_terms(here) if inner is None else inner)


def rename_variable(term: Term, old: Variable, new: Variable) -> Term:
    """Return a term with one variable replaced by another."""
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
        return rename_variable(value, old, new)  # type: ignore[arg-type]
    if isinstance(value, tuple):
        items = tuple(_renamed(item, old, new) for item in value)
        return value if all(map(is_, items, value)) else items
    return value


def with_fresh_variables(
    procedure: BoundProcedure, key: Callable[[], int]
) -> tuple[BoundProcedure, tuple[tuple[Variable, Variable], ...]]:
    """Return a copy of a procedure with fresh variables, and the pairs of old and new variables."""
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
    """Return the keys of all variables that a term reads, those it binds itself included."""
    return {inner.variable.key for inner in all_terms(term) if isinstance(inner, Local)}


Held = tuple[Variable, ...]


def nested_bodies(statement: b.BoundStatement) -> list[tuple[b.Body, Held]]:
    """Return the bodies nested in a statement, those of options and of their waivers included, each with the variables it brings into scope."""
    if not isinstance(statement, b.Nesting):
        return []
    match statement:
        case b.Branch(then=then, otherwise=otherwise):
            return [(then, ()), (otherwise, ())]
        case b.Each(variable=variable, body=body) | b.Around(variable=variable, body=body):
            return [(body, (variable,))]
        case b.Loop(body=body) | b.Times(body=body) | b.Turn(body=body):
            return [(body, ())]
        case b.Ask(options=options, otherwise=otherwise):
            bodies = [
                (body, option_variables(option)) for option in options for body in (*_costs(option), option.effects)
            ]
            return bodies if otherwise is None else [*bodies, (otherwise, ())]


def option_waivers(option: b.BoundOption) -> Iterator[b.Waiver]:
    """Yield the waivers of the guards of an option."""
    return (waiver for guard in option_guards(option) for waiver in guard.waivers)


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


def inline_lets(value: Any, given: Mapping[int, Term]) -> Any:
    """Return a term, or a statement without nested ones, with variables replaced by their values, by key."""
    if isinstance(value, Local):
        return given.get(value.variable.key, value)
    if isinstance(value, tuple):
        items = tuple(inline_lets(one, given) for one in value)
        return value if all(map(is_, items, value)) else items
    if isinstance(value, b.Nesting):
        return value
    changed = {
        name: one
        for name in _NAMING[type(value)]
        if (one := inline_lets(old := getattr(value, name), given)) is not old
    }
    return replace(value, **changed) if changed else value


def option_variables(option: b.BoundOption) -> Held:
    """Return the variables an option itself names: its parameters and lets."""
    parameters = tuple(parameter.variable for parameter in option.parameters)
    return (*parameters, *(check.variable for check in option.checks if isinstance(check, b.Give)))


def child_bodies(statement: b.BoundStatement) -> Iterator[b.Body]:
    """Yield the bodies nested in a statement, those of options and of their waivers included."""
    yield from (body for body, _ in nested_bodies(statement))


def nested_statements(body: b.Body) -> list[b.BoundStatement]:
    """Return every statement of a body, nested ones after their parent."""
    found: list[b.BoundStatement] = []
    _gather(body, found)
    return found


def _gather(body: b.Body, found: list[b.BoundStatement]) -> None:
    for statement in body:
        found.append(statement)
        if isinstance(statement, b.Nesting):
            for inner, _ in nested_bodies(statement):
                _gather(inner, found)


def statement_terms(statement: b.BoundStatement) -> Iterator[Term]:
    """Yield the terms directly in a statement; for a decision also those of its options' parameters and guards."""
    yield from child_terms(statement)
    if isinstance(statement, b.Ask):
        for option in statement.options:
            yield from _option_terms(option)


def _option_terms(option: b.BoundOption) -> Iterator[Term]:
    yield from (parameter.domain for parameter in option.parameters)
    yield from (check.value for check in option.checks if isinstance(check, b.Give))
    for guard in option_guards(option):
        yield from guard_terms(guard)


def guard_terms(guard: b.Guard) -> Iterator[Term]:
    """Yield the terms evaluated for a guard: its condition, the values of its reason, the conditions of its waivers."""
    yield guard.condition
    yield from guard.reason.arguments
    yield from (waiver.condition for waiver in guard.waivers)


def option_guards(option: b.BoundOption) -> Iterator[b.Guard]:
    """Yield the guards of an option: those of its parameters, then the others as written."""
    yield from (parameter.where for parameter in option.parameters if parameter.where is not None)
    yield from (check for check in option.checks if isinstance(check, b.Guard))


def all_procedures(ruleset: Ruleset) -> Iterator[BoundProcedure]:
    """Yield every procedure of a ruleset once: named, phases, triggers, event rules, moments, and those on pieces."""
    yield from ruleset.procedures.values()
    yield from ruleset.phases
    yield from (trigger.procedure for trigger in ruleset.triggers)
    yield from (moment.procedure for moment in ruleset.moments)
    yield from ruleset.at_any_time
    for rules in ruleset.events.values():
        yield from rules
    for piece_rules in ruleset.piece_rules.values():
        yield from (rule for rule in piece_rules if rule is not None)


def source_procedures(ruleset: Ruleset) -> Iterator[BoundProcedure]:
    """Return every procedure as written: of a recursive one, only the first depth."""
    return (procedure for procedure in all_procedures(ruleset) if DEEPER not in procedure.id)


def terms_outside_procedures(ruleset: Ruleset) -> Iterator[Term]:
    """Yield every term outside procedures: defines, conditions on pieces, expressions of the game file, start values."""
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


def variables_bound_by(node: Term | b.BoundStatement) -> Iterator[Variable]:
    """Yield the variables that a term or statement itself gives a value to, those of a decision's options included."""
    for name in node.binds:
        variable = getattr(node, name)
        if variable is not None:
            yield variable
    if isinstance(node, b.Ask):
        yield from (variable for option in node.options for variable in option_variables(option))


def all_statements(ruleset: Ruleset) -> Iterator[b.BoundStatement]:
    """Yield every statement of every procedure of a ruleset."""
    for procedure in all_procedures(ruleset):
        yield from nested_statements(procedure.body)


def all_decisions(ruleset: Ruleset) -> Iterator[b.Ask]:
    """Yield every decision of a ruleset."""
    yield from (statement for statement in all_statements(ruleset) if isinstance(statement, b.Ask))


def option_scope_variables(ruleset: Ruleset, ask: b.Ask) -> Held:
    """Return the variables in scope for the options of a decision, without those of the options themselves."""
    for procedure in all_procedures(ruleset):
        found = _within(procedure.body, ask, procedure.parameters)
        if found is not None:
            return found
    return ()


def _within(body: b.Body, ask: b.Ask, held: Held) -> Held | None:
    for statement in body:
        if isinstance(statement, b.Ask) and statement.rule == ask.rule:
            return held
        for inner, more in nested_bodies(statement):
            found = _within(inner, ask, (*held, *more))
            if found is not None:
                return found
        if isinstance(statement, b.Binding):
            held = (*held, statement.variable)
    return None


# -- read write sets -------------------------------------------------------------------------------------------------
# What rules read and write: the tracked fields behind expressions and statements, defines and procedures seen through.


def field_of_place(place: t.Term | None) -> str | None:
    """Return the state field of a place, or ``None``."""
    match place:
        case t.Tracked(_, name):
            return name
        case t.Variety(_, zone) | t.Contents(_, zone) | t.Occupant(_, zone):
            return field_of_place(zone)
        case t.LeafTerm() | Fixed() | t.Gathered() | t.Lies() | Cell() | t.Amount() | t.ComputedTerm() | None:
            return None


def define_expressions(define: BoundDefine) -> tuple[t.Term, ...]:
    """Return the expressions of a define: its value, then the conditions and amounts of its adjusts."""
    return (define.value, *(part for _, *both in define.adjusts for part in both))


def reachable_terms(ruleset: Ruleset, terms: Iterable[t.Term]) -> Iterator[t.Term]:
    """Yield all inner terms of some, including those of the defines and conditions on pieces that they call."""
    seen: set[str] = set()
    waiting = list(terms)
    while waiting:
        for term in all_terms(waiting.pop()):
            yield term
            match term:
                case t.Apply(_, define) if define not in seen and define in ruleset.defines:
                    seen.add(define)
                    waiting += define_expressions(ruleset.defines[define])
                case t.PieceCondition(_, kind, name) if f"{kind}.{name}" not in seen:
                    seen.add(f"{kind}.{name}")
                    waiting += (one[1] for one in ruleset.piece_conditions.get((kind, name), ()) if one is not None)
                case t.ReadTerm() | t.ComputedTerm():
                    pass


def fields_read(ruleset: Ruleset, *terms: t.Term) -> frozenset[str]:
    """Return every tracked field that some expressions read, through defines and conditions on pieces too."""
    return frozenset(name for term in reachable_terms(ruleset, terms) for name in tracked_fields_read(term))


def tracked_fields_read(term: t.Term) -> tuple[str, ...]:
    """Return the state fields that a term itself reads; for a reverse relation, the zones it inverts."""
    found: tuple[str, ...] = ()
    for name in term.reads:
        value = getattr(term, name)
        found += value if isinstance(value, tuple) else (value,)
    return found


def may_reach_settle_point(statement: b.BoundStatement) -> bool:
    """Return whether a statement may lead to a settle point: an explicit one, or a decision of a player."""
    return statement.suspends in {"decision", "settle"}


def changed_places(statement: b.BoundStatement) -> Iterator[t.Term]:
    """Yield the places that a statement itself changes."""
    return (place for name in statement.writes if (place := getattr(statement, name)) is not None)


def changed_variables(statement: b.BoundStatement) -> Iterator[Variable]:
    """Yield the variables that a statement changes, apart from those it binds."""
    return (place.variable for place in changed_places(statement) if isinstance(place, Local))


def fields_written(ruleset: Ruleset, statement: b.BoundStatement) -> Iterator[str]:
    """Yield the state fields that one statement changes, without those changed by procedures it runs."""
    if isinstance(statement, b.Relocate) and statement.source is None:
        yield from _zones_of(ruleset, statement.pieces)
    yield from (name for place in changed_places(statement) if (name := field_of_place(place)) is not None)


def _zones_of(ruleset: Ruleset, pieces: t.Term) -> Iterator[str]:
    """Yield every zone that may hold pieces of a kind."""
    if isinstance(pieces.type, ElementType | CollectionType):
        for name, found in ruleset.state_types.items():
            if isinstance(found, ZoneType) and found.pieces == pieces.type.kind:
                yield name


@dataclass(slots=True)
class Deeds:
    """The possible effects of running some rules, through procedures, event rules and rules on pieces."""

    written: set[str] = field(default_factory=set)
    drawn_from: set[str] = field(default_factory=set)


def procedure_effects(ruleset: Ruleset, procedures: Iterable[BoundProcedure]) -> Deeds:
    """Collect the possible effects of running some procedures, without state triggers."""
    found = Deeds()
    seen: set[str] = set()
    waiting = list(procedures)
    while waiting:
        procedure = waiting.pop()
        if procedure.rule in seen:
            continue
        seen.add(procedure.rule)
        for statement in nested_statements(procedure.body):
            found.written.update(fields_written(ruleset, statement))
            if isinstance(statement, b.TakeTop):
                found.drawn_from.add(field_of_place(statement.source) or "")
            waiting.extend(called_procedures(ruleset, statement))
    return found


def immediately_called_procedures(ruleset: Ruleset, statement: b.BoundStatement) -> tuple[BoundProcedure, ...]:
    """Return the procedures that a statement runs immediately; deferred calls and events wait for a settle point."""
    later = isinstance(statement, b.Announce) or (isinstance(statement, b.Perform | b.PerformPiece) and statement.later)
    return () if later else called_procedures(ruleset, statement)


def effects_on_piece(ruleset: Ruleset, statement: b.PerformPiece) -> dict[int, BoundProcedure | None]:
    """Return the procedures that a statement may run on a piece, by element; only one if it is constant."""
    found = dict(enumerate(ruleset.piece_rules.get((statement.kind, statement.field), ())))
    if not isinstance(statement.element, t.Constant):
        return found
    named = int(statement.element.value)
    return {named: found.get(named)}


def called_procedures(ruleset: Ruleset, statement: b.BoundStatement) -> tuple[BoundProcedure, ...]:
    """Return the procedures that a statement may run, at once or later."""
    match statement:
        case b.Perform(_, _, name):
            procedure = ruleset.procedures.get(name)
            return () if procedure is None else (procedure,)
        case b.PerformPiece():
            return tuple(one for one in effects_on_piece(ruleset, statement).values() if one is not None)
        case b.Announce(_, _, event):
            return ruleset.events.get(event, ())
        case b.Changing() | b.Binding() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return ()


# -- Who reads a value: every rule that names a constant, a table, a field of an element or a define -----------------


@frozen_class
class Reading(FrozenValue):
    """A place in the rules, with the terms that are evaluated there."""

    rule: str
    span: Span
    cites: tuple[str, ...]
    terms: tuple[Term, ...]


@frozen_class
class Target(FrozenValue):
    """The subject of a search: a constant, a table, a field of a kind or a define, by its id."""

    form: str
    """``constant``, ``table``, ``field`` or ``define``."""
    id: str
    field: str = ""
    """Of a field: its name; ``id`` is then the kind."""


def rules_that_read(ruleset: Ruleset, target: Target) -> tuple[Reading, ...]:
    """Return the places of the rules that read a value, each rule once, in the order of their files and lines."""
    found: dict[tuple[str, Span], Reading] = {}
    for reading in all_value_references(ruleset):
        if any(_is_read(term, target) for outer in reading.terms for term in all_terms(outer)):
            found.setdefault((reading.rule, reading.span), reading)
    return tuple(
        sorted(found.values(), key=lambda reading: (reading.span.file, reading.span.line, reading.span.column))
    )


def _is_read(term: Term, target: Target) -> bool:
    match term:
        case Constant(NumberType(), _, origin):
            return target.form == "constant" and origin == target.id
        case Cell(_, table):
            return target.form == "table" and table == target.id
        case Fixed(_, kind, field):
            return target.form == "field" and (kind, field) == (target.id, target.field)
        case Apply(_, define):
            return target.form == "define" and define == target.id
        case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Builtin() | t.PieceCondition():
            return False


def all_value_references(ruleset: Ruleset) -> Iterator[Reading]:
    """Yield every place of the rules that evaluates terms."""
    for procedure in source_procedures(ruleset):
        yield from _of_procedure(procedure)
    yield from _of_defines(ruleset)
    yield from _of_game(ruleset)


def _of_procedure(procedure: BoundProcedure) -> Iterator[Reading]:
    for statement in nested_statements(procedure.body):
        if isinstance(statement, b.Ask):
            yield Reading(statement.rule, statement.span, statement.cites or procedure.cites, (statement.actor,))
            for option in statement.options:
                yield from _of_option(option)
        else:
            yield Reading(statement.rule, statement.span, procedure.cites, tuple(statement_terms(statement)))


def _of_option(option: b.BoundOption) -> Iterator[Reading]:
    for parameter in option.parameters:
        yield Reading(option.rule, parameter.span, option.cites, (parameter.domain,))
    guards = [parameter.where for parameter in option.parameters if parameter.where is not None]
    for check in (*guards, *option.checks):
        if isinstance(check, b.Give):
            yield Reading(check.rule, check.span, option.cites, (check.value,))
        else:
            waivers = tuple(waiver.condition for waiver in check.waivers)
            terms = (check.condition, *check.reason.arguments, *waivers)
            yield Reading(check.rule, check.span, check.cites or option.cites, terms)


def _of_defines(ruleset: Ruleset) -> Iterator[Reading]:
    for define in ruleset.written_defines:
        yield Reading(define.id, define.node.span, tuple(cite.id for cite in define.node.cites), (define.value,))
        for adjust, condition, amount in define.adjusts:
            yield Reading(
                f"adjust.{adjust.name}", adjust.span, tuple(cite.id for cite in adjust.cites), (condition, amount)
            )


def _of_game(ruleset: Ruleset) -> Iterator[Reading]:
    """Yield the places in the game file: stages, ranking, start values; and triggers and invariants."""
    declared = ruleset.documents.game
    for trigger in ruleset.triggers:
        node = trigger.procedure.node
        if node is not None:
            yield Reading(trigger.procedure.rule, node.span, trigger.procedure.cites, (trigger.condition,))
    for stage, written in zip(ruleset.stages, declared.stages, strict=True):
        if stage.when is not None:
            yield Reading(f"stage.{stage.id}", written.span, written.source.cites, (stage.when,))
    for criterion, ranked in zip(ruleset.ranking, declared.ranking, strict=True):
        yield Reading("ranking", ranked.span, ranked.source.cites, (criterion.by,))
    for invariant in ruleset.invariants:
        yield Reading(invariant.rule, invariant.span, (), (invariant.condition, *invariant.reason.arguments))
    for name, start in ruleset.starts.items():
        state = ruleset.state.get(name)
        if state is not None:
            yield Reading(f"state.{name}", state.span, state.source.cites, (start,))
    for name, (_, audience) in ruleset.audiences.items():
        state = ruleset.state[name]
        yield Reading(f"state.{name}", state.span, state.source.cites, (audience,))
    for (kind, name), rules in ruleset.piece_conditions.items():
        for element, rule in zip(ruleset.kinds[kind].elements, rules, strict=True):
            if rule is not None:
                yield Reading(f"{kind}.{element}.{name}", ruleset.kinds[kind].span, (), (rule[1],))


def names_read(term: Term) -> Iterator[str]:
    """Yield the ids of the constants, tables and defines that a term names."""
    for inner in all_terms(term):
        match inner:
            case Constant(NumberType(), _, str(name)) | Cell(_, name) | Apply(_, name):
                yield name
            case t.LeafTerm() | Fixed() | t.Tracked() | t.Gathered() | t.Lies() | t.ZoneTerm() | t.ComputedTerm():
                pass
