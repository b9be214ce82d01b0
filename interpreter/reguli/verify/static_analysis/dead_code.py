"""Signs of unfinished rules: unread names, identical alternatives, moves without effect, effects that no player sees.

Each of these is exact: it is told where it stands and nowhere else. What one variant or board leaves idle may be there for another, so only what
the rules themselves write down is looked at, under no option at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from reguli.language.syntax_tree.top_level_items import Procedure
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_statements,
    all_terms,
    all_value_references,
    called_procedures,
    fields_read,
    fields_written,
    nested_bodies,
    nested_statements,
    option_guards,
    option_waivers,
    source_procedures,
    statement_terms,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import TruthType
from reguli.ruleset.document_nodes import OptionDecl
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span
from reguli.verify.report import Found, Holds, Level, Subject
from reguli.verify.static_analysis.static_findings import static_finding


def find_unread_names(subject: Subject) -> Iterator[Found]:
    """Find choices, loop members, values and arguments that no later code reads."""
    for procedure in source_procedures(subject.ruleset):
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
    for statement in nested_statements(procedure.body):
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
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                pass
    if isinstance(procedure.node, Procedure) and procedure.body:
        for variable in procedure.parameters:
            if not read[variable.key]:
                yield _unread("thing.argument", procedure.node.span, procedure.rule, variable.name)


def _another(body: b.Body, variable: t.Variable) -> bool:
    """Return whether a body reads another variable of the same type: a plain repetition needs no variable."""
    return any(
        isinstance(one, t.Local) and one.variable.type == variable.type
        for statement in nested_statements(body)
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
    return static_finding("V130", span, rule, f"{what} {name}", what=Said(what), name=name)


def _keys_read(body: b.Body) -> Iterator[int]:
    """Yield the variables that statements read, once per read; writing to a variable does not count as a read."""
    for statement in nested_statements(body):
        for outer in statement_terms(statement):
            if isinstance(statement, b.Write) and outer is statement.place and isinstance(outer, t.Local):
                continue
            yield from (one.variable.key for one in all_terms(outer) if isinstance(one, t.Local))


def find_self_comparisons(subject: Subject) -> Iterator[Found]:
    """Find comparisons of a term with itself, repeated conditions, and choices between equal terms."""
    seen: set[tuple[str, Span]] = set()
    for reading in all_value_references(subject.ruleset):
        for outer in reading.terms:
            for term in all_terms(outer):
                span = term.span or reading.span
                if _repeats(term) and (reading.rule, span) not in seen:
                    seen.add((reading.rule, span))
                    yield static_finding("V131", span, reading.rule, type(term).__name__)


def _repeats(term: t.Term) -> bool:
    match term:
        case t.Compare(_, _, left, right) | t.Logic(_, _, left, right) | t.Arithmetic(_, "-", left, right):
            return left == right and not isinstance(left, t.Constant)
        case t.SetOperation(_, _, left, right):
            return left == right
        case t.Choice(_, _, then, otherwise):
            return then == otherwise
        case t.ReadTerm() | t.ComputedTerm():
            return False


def find_no_op_statements(subject: Subject) -> Iterator[Found]:
    """Find moves from a place to itself, values set to themselves, zero amounts, and branches with the same effect."""
    for procedure in source_procedures(subject.ruleset):
        for statement in nested_statements(procedure.body):
            if _is_idle(statement):
                yield static_finding("V132", statement.span, statement.rule, type(statement).__name__)


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
        case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return False


def _bare(body: b.Body) -> tuple[object, ...]:
    """Return the content of statements without their rules and places."""
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


# -- unused state ----------------------------------------------------------------------------------------------------
# What a ruleset declares and does not use: options that change nothing, numbers and zones that are only written, or only read.


def find_unused_options(subject: Subject) -> Iterator[Found]:
    """Find options that no rule, table, board or number depends on."""
    ruleset = subject.ruleset
    asked = {
        one.origin
        for reading in all_value_references(ruleset)
        for outer in reading.terms
        for one in all_terms(outer)
        if isinstance(one, t.Constant)
    }
    seen = {declared.visible.option for declared in ruleset.state.values()}
    keys = {key.name for table in ruleset.tables.values() for key in table.declared.keys}
    for option in ruleset.documents.game.options:
        if option.id not in asked | seen | keys and not _lays(option):
            yield static_finding("V136", option.span, f"option:{option.id}", "", name=option.id)


def _lays(option: OptionDecl) -> bool:
    """Return whether the values of an option differ in the boards they use or the numbers they set."""
    return len({(one.boards, one.constants) for one in option.values}) > 1


def find_unused_state(subject: Subject) -> Iterator[Found]:
    """Find numeric and element state that rules write but never read, or read but never write."""
    ruleset = subject.ruleset
    written = {name for one in all_statements(ruleset) for name in fields_written(ruleset, one)}
    read = _read(ruleset)
    for name, declared in ruleset.state.items():
        if declared.form not in ("number", "element", "list", "set"):
            continue
        if name in written and name not in read:
            yield static_finding("V137", declared.span, f"state:{name}", "", name=declared.id)
        elif name in read and name not in written:
            yield static_finding("V138", declared.span, f"state:{name}", "", name=declared.id)


def _read(ruleset: Ruleset) -> set[str]:
    """Return the fields that are read somewhere; adding to a field is not a read."""
    places = {id(one.place) for one in all_statements(ruleset) if isinstance(one, b.Write | b.Enlist | b.Order)}
    found: set[str] = set()
    for reading in all_value_references(ruleset):
        for outer in reading.terms:
            for term in all_terms(outer):
                if isinstance(term, t.Tracked) and id(term) not in places:
                    found.add(term.field)
                elif isinstance(term, t.Lies):
                    found.update(term.zones)
    return found


# -- empty decisions -------------------------------------------------------------------------------------------------
# Decisions that may offer nothing: no option is free, nothing else is done, and no condition before asks of what the options ask of.
#
# That somebody asked before is no proof that there is a choice, and play may still come to none; but a decision before which nobody asked at all is
# worth a look. A decision with a free option has always a choice.


Fields = frozenset[str]
NONE: Fields = frozenset()


def empty_decisions(subject: Subject) -> Iterator[Found | Holds]:
    """Find decisions whose availability no rule checks beforehand; yield evidence for those that always offer a move."""
    ruleset = subject.ruleset
    before = _Before(ruleset)
    for procedure in source_procedures(ruleset):
        before.go_through(procedure)
    apart = {ask.rule for group in ruleset.at_any_time for ask in group.body}
    for asked in before.asks.values():
        ask = asked.ask
        free = next((one.name for one in ask.options if not ask.each_once and _is_free(one, ruleset)), None)
        if ask.rule in apart or ask.otherwise is not None:
            continue
        if free is not None:
            yield Holds(ask.rule, "offers something", Level.PROVED, Said("why.free_option", name=free))
        elif before.known(asked).isdisjoint(_asked_of(ask, ruleset)):
            yield static_finding("V124", ask.span, ask.rule, ask.name, name=ask.name)


def _is_free(option: b.BoundOption, ruleset: Ruleset) -> bool:
    """Return whether an option is always available: it has no guard, and its choices always exist."""
    guarded = any(True for _ in option_guards(option))
    return not guarded and all(_is_there(one.domain, ruleset) for one in option.parameters)


def _is_there(domain: t.Term, ruleset: Ruleset) -> bool:
    return isinstance(domain, t.Elements) and (domain.kind == "player" or bool(ruleset.kinds[domain.kind].elements))


def _asked_of(ask: b.Ask, ruleset: Ruleset) -> Fields:
    """Return the fields that determine which moves a decision offers."""
    terms = [one.domain for option in ask.options for one in option.parameters]
    terms += [guard.condition for option in ask.options for guard in option_guards(option)]
    terms += [check.value for option in ask.options for check in option.checks if isinstance(check, b.Give)]
    return fields_read(ruleset, *terms)


@dataclass(slots=True)
class _Asked:
    """A decision, its procedure, and the fields that were read or filled before it there."""

    ask: b.Ask
    procedure: str
    fields: Fields


@dataclass(slots=True)
class _Before:
    """The fields read before decisions and calls, in every procedure."""

    ruleset: Ruleset
    asks: dict[str, _Asked] = field(default_factory=dict)
    calls: dict[str, list[tuple[str, Fields]]] = field(default_factory=dict)
    """By procedure: who runs it, and what is asked before there."""

    def go_through(self, procedure: BoundProcedure) -> None:
        """Record the decisions and calls of a procedure."""
        begun = (one.condition for one in self.ruleset.triggers if one.procedure.id == procedure.id)
        self._body(procedure.body, fields_read(self.ruleset, *begun), procedure.id)

    def _body(self, body: b.Body, known: Fields, inside: str) -> None:
        for statement in body:
            for one in called_procedures(self.ruleset, statement):
                self.calls.setdefault(one.id, []).append((inside, known))
            if isinstance(statement, b.Ask):
                self.asks.setdefault(statement.rule, _Asked(statement, inside, known))
                self._options(statement, known, inside)
                continue
            within = known | fields_read(self.ruleset, *_conditions(statement))
            for inner, _ in nested_bodies(statement):
                self._body(inner, within, inside)
            known |= frozenset(
                name for one in nested_statements((statement,)) for name in fields_written(self.ruleset, one)
            )
            if isinstance(statement, b.Branch) and not statement.otherwise:
                # Who leaves here asked for those who stay.
                known |= fields_read(self.ruleset, statement.condition) if _leaves(statement.then) else NONE

    def _options(self, ask: b.Ask, known: Fields, inside: str) -> None:
        for option in ask.options:
            conditions = [guard.condition for guard in option_guards(option)]
            conditions += [one.domain for one in option.parameters]
            asked = known | fields_read(self.ruleset, *conditions)
            for body in (*(waiver.body for waiver in option_waivers(option)), option.effects):
                self._body(body, asked, inside)
        if ask.otherwise is not None:
            self._body(ask.otherwise, known, inside)

    def known(self, asked: _Asked) -> Fields:
        """Return the fields read before a decision, including in any caller of its procedure."""
        return asked.fields | self._around(asked.procedure, frozenset())

    def _around(self, procedure: str, seen: frozenset[str]) -> Fields:
        callers = [one for one in self.calls.get(procedure, ()) if one[0] not in seen]
        ways = [known | self._around(caller, seen | {procedure}) for caller, known in callers]
        return frozenset.intersection(*ways) if ways else NONE


def _conditions(statement: b.BoundStatement) -> list[t.Term]:
    match statement:
        case b.Branch(condition=condition) | b.Loop(condition=condition):
            return [condition]
        case b.Each(domain=domain, where=where) | b.Around(ring=domain, where=where):
            return [domain] if where is None else [domain, where]
        case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
            return []


def _leaves(body: b.Body) -> bool:
    return bool(body) and isinstance(body[-1], b.Leave)
