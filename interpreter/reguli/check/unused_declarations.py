"""Checks for unused declarations, and for state that rules only write or only read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from reguli.check.call_graph import CallGraph, build_call_graph, entry_procedures, settle_point_procedures
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_statements,
    all_terms,
    all_value_references,
    called_procedures,
    define_expressions,
    field_of_place,
    fields_written,
    may_reach_settle_point,
    nested_bodies,
    nested_statements,
    reachable_terms,
    statement_terms,
)
from reguli.model.resolved_ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.model.types import ElementType
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span


def _every_term(ruleset: Ruleset) -> Iterator[tuple[str, t.Term]]:
    """Yield every term with the rule that contains it."""
    starts = (("", kind.starts) for kind in ruleset.kinds.values() if kind.starts is not None)
    for rule, outer in (*starts, *((one.rule, term) for one in all_value_references(ruleset) for term in one.terms)):
        yield from ((rule, term) for term in all_terms(outer))


def check_unused_declarations(ruleset: Ruleset, bag: Bag) -> None:
    """Report defines, tables, constants and procedures that no rule uses, and state that rules only write or only read.

    A citation is no use: what cites a statement and is used by nothing would carry a sentence that nothing plays by. Only what a variant has
    from its base and leaves idle may cite, since another variant may use it.
    """
    rules: tuple[BoundDefine | BoundProcedure, ...] = (*ruleset.defines.values(), *ruleset.procedures.values())
    used = {*ruleset.documents.sizes, *(one.deep for one in rules)}
    seen: Counter[str] = Counter()
    for rule, term in _every_term(ruleset):
        match term:
            case t.Constant(_, _, str(name)) | t.Cell(_, name):
                used.add(name)
            case t.Apply(_, name) if name != rule:
                used.add(name)
            case t.Tracked(_, name):
                seen[name] += 1
            case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.ZoneTerm() | t.ComputedTerm():
                pass
    for define in ruleset.written_defines:
        if define.id not in used and not (define.node.cites and _is_inherited(define.node.span, ruleset)):
            bag.add("C104", define.node.span, what=Said("thing.define"), name=define.id)
    for table in ruleset.own_tables:
        if table.id not in used and not (table.declared.source.cites and _is_inherited(table.declared.span, ruleset)):
            bag.add("C104", table.declared.span, what=Said("thing.table"), name=table.id)
    for constant in ruleset.constants.values():
        if constant.id not in used and not (constant.source.cites and _is_inherited(constant.span, ruleset)):
            bag.add("C104", constant.span, what=Said("thing.constant"), name=constant.id)
    _procedures_are_used(ruleset, bag)
    _state_is_read_and_changed(ruleset, seen, bag)


def _is_inherited(span: Span, ruleset: Ruleset) -> bool:
    """Return whether a place is outside the outermost variant, if any."""
    newest = file_prefixes(ruleset.documents, 1)
    return bool(newest) and not is_in_files(span, newest)


def _procedures_are_used(ruleset: Ruleset, bag: Bag) -> None:
    calls = build_call_graph(ruleset)
    reached = calls.reach(name for name in entry_procedures(ruleset) if name in calls.callees)
    for name, procedure in ruleset.procedures.items():
        if name not in reached and procedure.node is not None:
            bag.add("C104", procedure.node.span, what=Said("thing.procedure"), name=name)


def _state_is_read_and_changed(ruleset: Ruleset, seen: Counter[str], bag: Bag) -> None:
    """Report flags that no rule reads, and state read but never changed; ``seen`` counts the references to each field."""
    written: Counter[str] = Counter()
    filled = {field_of_place(kind.starts) for kind in ruleset.kinds.values() if kind.starts is not None}
    for statement in all_statements(ruleset):
        written.update(fields_written(ruleset, statement))
    for name, declared in ruleset.state.items():
        start = ruleset.starts.get(name)
        if declared.form == "flag":
            if not written[name] and start is None:
                bag.add("C105", declared.span, name=name)
            elif seen[name] <= written[name]:
                bag.add("C106", declared.span, name=name)
        # A start value that is the same for all tells players apart as little as none.
        elif (seen[name] and not written[name] and name not in filled) and (
            start is None or (isinstance(start, t.Constant) and name in _ranked_by(ruleset))
        ):
            bag.add("C142", declared.span, name=name)


def _ranked_by(ruleset: Ruleset) -> set[str]:
    terms = reachable_terms(ruleset, [criterion.by for criterion in ruleset.ranking])
    return {term.field for term in terms if isinstance(term, t.Tracked)}


# -- Ways back that are written out: what names an element need not be looked for among all of its kind --------------


def check_reverse_relations(ruleset: Ruleset, bag: Bag) -> None:
    """Report ``all fruit in fruits where fruit.bed = bed``, equal to ``bed.fruits``."""
    told: set[Span] = set()
    for span, variable, domain, where in _chosen(ruleset):
        way = _way(ruleset, variable, domain, where)
        if way is not None and span not in told:
            told.add(span)
            bag.add("C132", span, text=_written(ruleset, span), way=way)


Chosen = tuple[Span, t.Variable, t.Term, t.Term | None]


def _chosen(ruleset: Ruleset) -> Iterator[Chosen]:
    """Yield each selection among elements: its place, variable, domain and condition."""
    terms = [term for define in ruleset.defines.values() for term in define_expressions(define)]
    terms += [ranking.by for ranking in ruleset.ranking]
    terms += [trigger.condition for trigger in ruleset.triggers]
    for statement in all_statements(ruleset):
        terms += statement_terms(statement)
        if isinstance(statement, b.Each) and statement.where is not None:
            yield statement.where.span, statement.variable, statement.domain, statement.where
    for outer in terms:
        for term in all_terms(outer):
            if isinstance(term, t.Filter) and not term.keys:
                yield term.span, term.variable, term.domain, term.where


def _way(ruleset: Ruleset, variable: t.Variable, domain: t.Term, where: t.Term | None) -> str | None:
    """Return the reverse relation equivalent to a selection; ``None`` if there is none."""
    match domain, where:
        case t.Elements(_, kind), t.Compare(_, "=", t.Fixed(_, _, field, t.Local(_, one)), t.Local(_, other)):
            pass
        case t.Elements(_, kind), t.Compare(_, "=", t.Local(_, other), t.Fixed(_, _, field, t.Local(_, one))):
            pass
        case _:
            return None
    if one != variable or other == variable or other.key in ruleset.absent.variables:
        return None
    declared = ruleset.kinds[kind].fields.get(field)
    if declared is None or declared.form != "kind" or other.type != ElementType(declared.of or ""):
        return None
    name = declared.inverse or ruleset.kinds[kind].plural
    return f"{other.name}.{name}" if _is_one(ruleset, str(declared.of), name) else None


def _is_one(ruleset: Ruleset, kind: str, name: str) -> bool:
    """Return whether a name denotes exactly one reverse relation of a kind."""
    fields = [
        one
        for declared in ruleset.documents.kinds
        for one in declared.fields
        if one.form in ("kind", "set") and one.of == kind and (one.inverse or declared.plural) == name
    ]
    return len(fields) == 1


def _written(ruleset: Ruleset, span: Span) -> str:
    text = next((text for file, text in ruleset.documents.texts if file == span.file), "")
    return " ".join(text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1].split())


# -- What rules may change: the fields that bodies and procedures write, and whether they move pieces ----------------


MOVED: Final = "*"
"""Stands among the fields that are written for where pieces lie."""
Within = tuple[frozenset[int], frozenset[str]]
"""The variables, by key, that are given something somewhere, and the fields that are written there."""


@dataclass(slots=True)
class ProcedureWrites:
    """The possible changes of every procedure, by its id, including those of its calls and settle points."""

    ruleset: Ruleset
    calls: CallGraph
    all: frozenset[str] = frozenset()
    by: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Compute the changes once."""
        own = {
            one.id: frozenset(fields_written_by_body(self.ruleset, one.body)) for one in all_procedures(self.ruleset)
        }
        self.all = frozenset().union(*own.values())
        calls = self.calls
        late = settle_point_procedures(self.ruleset) | {group.id for group in self.ruleset.at_any_time}
        settled = frozenset().union(*(own.get(name, frozenset()) for name in calls.reach(late)))
        for name in calls.procedures:
            reached = calls.reach([name])
            self.by[name] = frozenset().union(*(own[one] for one in reached if one in own))
            if reached & calls.settling:
                self.by[name] |= settled
        self.settled = settled

    settled: frozenset[str] = frozenset()
    """What may change at a settle point, or while a player is asked."""
    # What was found out once, by the identity of statements of the ruleset, which it holds.
    _itself: dict[int, frozenset[str]] = field(default_factory=dict)
    _within: dict[int, Within] = field(default_factory=dict)

    def of(self, body: b.Body) -> frozenset[str]:
        """Return the possible changes of a body."""
        found = set(fields_written_by_body(self.ruleset, body))
        for statement in nested_statements(body):
            for one in called_procedures(self.ruleset, statement):
                found |= self.by[one.id]
            if may_reach_settle_point(statement) or isinstance(statement, b.Announce):
                found |= self.settled
        return frozenset(found)

    def itself(self, statement: b.BoundStatement) -> frozenset[str]:
        """Return the direct changes of a statement."""
        found = self._itself.get(id(statement))
        if found is None:
            found = self._itself[id(statement)] = frozenset(fields_written_by_body(self.ruleset, (statement,)))
        return found

    def within(self, statement: b.BoundStatement) -> Within:
        """Return the variables (by key) and fields that nested statements may assign."""
        found = self._within.get(id(statement))
        if found is None:
            bodies = tuple(inner for body, _ in nested_bodies(statement) for inner in body)
            found = self._within[id(statement)] = frozenset(assigned_variable_keys(bodies)), self.of(bodies)
        return found

    def paid(self, guard: b.Guard) -> frozenset[str]:
        """Return the possible changes by the waivers of a guard."""
        return self.of(tuple(statement for waiver in guard.waivers for statement in waiver.body))


def fields_written_by_body(ruleset: Ruleset, body: b.Body) -> Iterator[str]:
    """Yield the fields that a body writes directly, and ``MOVED`` if it moves pieces; repeated for repeated writes."""
    for statement in nested_statements(body):
        yield from fields_written(ruleset, statement)
        if isinstance(statement, b.Relocate | b.Transfer | b.TakeTop):
            yield MOVED


def assigned_variable_keys(body: b.Body) -> set[int]:
    """Return the keys of the variables assigned in a body."""
    found: set[int] = set()
    for one in nested_statements(body):
        match one:
            case b.Give(variable=variable) | b.TakeTop(variable=variable) | b.Cast(variable=variable):
                found.add(variable.key)
            case b.Write(place=t.Local(_, variable)):
                found.add(variable.key)
            case b.Changing() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                pass
    return found
