"""What rules read and write: the tracked fields behind expressions and statements, defines and procedures seen through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, statements_of
from reguli.model.resolved_ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.model.types import CollectionType, ElementType, ZoneType


def field_of(place: t.Term | None) -> str | None:
    """Give the tracked field behind a place, or None."""
    match place:
        case t.Tracked(_, name):
            return name
        case t.Variety(_, zone) | t.Contents(_, zone) | t.Occupant(_, zone):
            return field_of(zone)
        case _:
            return None


def parts_of(define: BoundDefine) -> tuple[t.Term, ...]:
    """Give the expressions a define is made of: its value, then the conditions and amounts by which it is adjusted."""
    return (define.value, *(part for _, *both in define.adjusts for part in both))


def all_within(ruleset: Ruleset, terms: Iterable[t.Term]) -> Iterator[t.Term]:
    """Give all terms within some, those of the defines and conditions on pieces that they ask included."""
    seen: set[str] = set()
    waiting = list(terms)
    while waiting:
        for term in all_terms(waiting.pop()):
            yield term
            match term:
                case t.Apply(_, define) if define not in seen and define in ruleset.defines:
                    seen.add(define)
                    waiting += parts_of(ruleset.defines[define])
                case t.PieceCondition(_, kind, name) if f"{kind}.{name}" not in seen:
                    seen.add(f"{kind}.{name}")
                    waiting += (one[1] for one in ruleset.piece_conditions.get((kind, name), ()) if one is not None)
                case _:
                    pass


def fields_read(ruleset: Ruleset, *terms: t.Term) -> frozenset[str]:
    """Give every tracked field that some expressions read, through defines and conditions on pieces too."""
    return frozenset(name for term in all_within(ruleset, terms) for name in tracked_by(term))


def tracked_by(term: t.Term) -> tuple[str, ...]:
    """Give the tracked fields that a term itself reads: of a way back, the zones it goes back through."""
    match term:
        case t.Tracked():
            return (term.field,)
        case t.Lies():
            return term.zones
        case _:
            return ()


def fields_written(ruleset: Ruleset, statement: b.BoundStatement) -> Iterator[str]:
    """Give the tracked fields that one statement changes; what it runs is not looked into."""
    places: tuple[t.Term | None, ...] = ()
    match statement:
        case b.Write() | b.Enlist() | b.Order():
            places = (statement.place,)
        case b.Transfer() | b.TakeTop():
            places = (statement.source, statement.target)
        case b.Mix():
            places = (statement.zone,)
        case b.Relocate():
            places = (statement.source, statement.target)
            if statement.source is None:
                yield from _zones_of(ruleset, statement.pieces)
        case _:
            return
    for place in places:
        name = field_of(place)
        if name is not None:
            yield name


def _zones_of(ruleset: Ruleset, pieces: t.Term) -> Iterator[str]:
    """Give every zone in which pieces of a kind may lie."""
    if isinstance(pieces.type, ElementType | CollectionType):
        for name, found in ruleset.state_types.items():
            if isinstance(found, ZoneType) and found.pieces == pieces.type.kind:
                yield name


@dataclass(slots=True)
class Deeds:
    """What running some rules may do, procedures, event rules and rules on pieces seen through."""

    written: set[str] = field(default_factory=set)
    drawn_from: set[str] = field(default_factory=set)


def deeds(ruleset: Ruleset, procedures: Iterable[BoundProcedure]) -> Deeds:
    """Collect what running some procedures may do; state triggers are not run."""
    found = Deeds()
    seen: set[str] = set()
    waiting = list(procedures)
    while waiting:
        procedure = waiting.pop()
        if procedure.rule in seen:
            continue
        seen.add(procedure.rule)
        for statement in statements_of(procedure.body):
            found.written.update(fields_written(ruleset, statement))
            if isinstance(statement, b.TakeTop):
                found.drawn_from.add(field_of(statement.source) or "")
            waiting.extend(run_by(ruleset, statement))
    return found


def run_at_once(ruleset: Ruleset, statement: b.BoundStatement) -> tuple[BoundProcedure, ...]:
    """Give the procedures that a statement runs there and then; what is put off, and events, wait for a settle point."""
    later = isinstance(statement, b.Announce) or (isinstance(statement, b.Perform | b.PerformPiece) and statement.later)
    return () if later else run_by(ruleset, statement)


def effects_on(ruleset: Ruleset, statement: b.PerformPiece) -> dict[int, BoundProcedure | None]:
    """Give what a statement may run on a piece, by element: where the element is named, that of no other."""
    found = dict(enumerate(ruleset.piece_rules.get((statement.kind, statement.field), ())))
    if not isinstance(statement.element, t.Constant):
        return found
    named = int(statement.element.value)
    return {named: found.get(named)}


def run_by(ruleset: Ruleset, statement: b.BoundStatement) -> tuple[BoundProcedure, ...]:
    """Give the procedures that a statement may run, at once or later."""
    match statement:
        case b.Perform(_, _, name):
            procedure = ruleset.procedures.get(name)
            return () if procedure is None else (procedure,)
        case b.PerformPiece():
            return tuple(one for one in effects_on(ruleset, statement).values() if one is not None)
        case b.Announce(_, _, event):
            return ruleset.events.get(event, ())
        case _:
            return ()
