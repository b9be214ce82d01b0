"""Journal notes: each state-changing statement has one, numbered in the order in which rules are lowered.

What waits for nobody is left to those who read the program, so its notes and counters of chance are numbered here.
"""

from __future__ import annotations

from reguli.ir.program import Note, ZoneValue
from reguli.ir.state_layout import Layout, field_or_variable_name, is_whole_stack, zone_kind
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Term, Tracked
from reguli.model.bound_tree.tree_traversal import child_bodies, effects_on_piece
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import PLAIN, ElementType, Type, key_type
from reguli.source.source_excerpt import Span

Types = tuple[Type | ZoneValue, ...]


class Notes:
    """The numbering of a program's journal entry kinds."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self._ruleset = ruleset
        self._layout = layout
        self.all: list[Note] = []
        self.of: dict[str, int] = {}
        """By the rule of a statement."""
        self.procedures: dict[str, BoundProcedure] = {}
        """Those that never suspend and are run, by id."""

    def add(self, rule: str, verb: b.Verb, about: str, types: Types, span: Span) -> int:
        """Register a kind of journal entry and return its number."""
        self.all.append(Note(rule, verb, about, types, span))
        return len(self.all) - 1

    def procedure(self, procedure: BoundProcedure) -> None:
        """Register the notes of a non-suspending procedure, once."""
        if procedure.id not in self.procedures:
            self.procedures[procedure.id] = procedure
            self.body(procedure.body)

    def body(self, body: b.Body) -> None:
        """Register the notes of non-suspending statements, in order."""
        for statement in body:
            self.statement(statement)

    def statement(self, statement: b.BoundStatement) -> None:
        """Register the notes of a non-suspending statement, of nested statements and of its callees."""
        told = self._told(statement)
        if told is not None and statement.rule not in self.of:
            self.of[statement.rule] = self.add(statement.rule, *told, statement.span)
        match statement:
            case b.Mix(zone=Tracked(_, stack)):
                self._count(stack)
            case b.Relocate(target=Tracked(_, stack)) if is_whole_stack(self._layout, statement):
                self._count(stack)
            case b.Perform(later=False):
                self.procedure(self._ruleset.procedures[statement.procedure])
            case b.PerformPiece(later=False):
                for rule in effects_on_piece(self._ruleset, statement).values():
                    if rule is not None:
                        self.procedure(rule)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                for inner in child_bodies(statement):
                    self.body(inner)

    def _count(self, stack: str) -> None:
        """Lay out the shuffle counters of a stack, one per owner."""
        for owner in range(self._layout.fields[stack].places):
            self._layout.counter(f"{stack}.{owner}")

    def _told(self, statement: b.BoundStatement) -> tuple[b.Verb, str, Types] | None:
        """Return the verb, the subject and the value types."""
        match statement:
            case b.Write(place=Tracked() as place):
                return "set", place.field, (*self._owner(place), place.type)
            case b.Relocate(target=target):
                kind = zone_kind(target)
                return "move", kind, (ElementType(kind), ZoneValue(), ZoneValue())
            case b.Transfer(target=target):
                kind = zone_kind(target)
                variety = self._ruleset.kinds[kind].variety
                of = PLAIN if variety is None else ElementType(variety)
                return "transfer", kind, (PLAIN, of, ZoneValue(), ZoneValue())
            case b.Mix(zone=Tracked(_, stack)):
                return "shuffle", stack, (ZoneValue(),)
            case b.Enlist(item=item, place=place, adding=adding):
                return "join" if adding else "leave", field_or_variable_name(place), (*self._owner(place), item.type)
            case b.Order(place=place):
                return "sort", field_or_variable_name(place), ()
            case b.Perform(later=True):
                return "later", statement.procedure, tuple(argument.type for argument in statement.arguments)
            case b.PerformPiece(later=True):
                types = (statement.element.type, *(argument.type for argument in statement.arguments))
                return "later", f"{statement.kind}.{statement.field}", types
            case b.Announce():
                return "announce", statement.event, tuple(argument.type for argument in statement.arguments)
            case b.Write() | b.Mix() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                return None

    def _owner(self, place: Term) -> Types:
        """Return the types of a place's owner, if it is one of several, and of its keys."""
        field = self._layout.fields.get(field_or_variable_name(place))
        if field is None:
            return ()
        owner = () if field.declared.owner == "game" else (ElementType(field.declared.owner),)
        return (*owner, *(key_type(key.name, key.low) for key in field.declared.by))
