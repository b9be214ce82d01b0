"""Symmetry classes: elements that are interchangeable within all-or-nothing decisions.

Whether some way leads out of such a decision is a question about a position. Thirteen carts that cost the same and stand in the same
place make 8,192 positions of which cart has been taken, and fourteen of how many have. Two positions are as good as one when the
one comes from the other by exchanging elements that are *alike*, for then every rule does the same in both, exchanged. Here is
found, once for a program, which elements could be alike at all; whether two of them are at a position, is a matter of their columns there.

Two elements of a kind are of one class when no rule inside names one of them and the fixed fields that are read inside agree. A kind has
no classes when something inside looks at its order or at how it lies: players (they sit in an order), cells, edges and what they join,
varieties, keys of tables, what a fixed field points to, pieces in stacks, elements with rules of their own, elements that a
loop goes through one by one (what it does first may matter for what it does then) or of which ``first`` and its like choose one.

The *columns* of an element are the slots that are its own: its place, its state fields, its flag in each set. What else may refer to it in a
position (an element field, a list, a variable that outlives a decision, a piece that lies in its zone) makes it unlike all others there; a
variable that is out of reach is 0 and so seems to mean the first element, which costs a few positions more and no answer.

*Inside* is more than the decision: what its options run, the defines they ask, event rules and triggers, since they run before every
decision, and what must always hold. What is not read by any of these may differ freely (``unread``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reguli.ir.state_layout import NONE, FieldSlots, Layout
from reguli.model import types as ty
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    called_procedures,
    field_of_place,
    nested_statements,
    reachable_terms,
    statement_terms,
    tracked_fields_read,
)
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, Type, ZoneType
from reguli.source.frozen_values import FrozenValue, frozen_class

UNORDERED = frozenset({"count", "min", "max", "abs", "is_none"})
"""Functions whose value does not depend on the order of what they are given."""


@frozen_class
class AlikeKind(FrozenValue):
    """A kind with symmetric elements, and the slots of a position that refer to them.

    ``columns`` are ``(slot, stride)``: element ``i`` has ``slot + i * stride``. ``single`` are slots that may hold an element of the kind,
    ``lists`` the slots of lists of them, ``inside`` stretches of places with the first zone number of the kind's own zones.
    """

    kind: str
    classes: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, int], ...]
    single: tuple[int, ...]
    lists: tuple[int, ...]
    inside: tuple[tuple[int, int, int], ...]


@frozen_class
class Alike(FrozenValue):
    """The symmetries and ignorable slots for comparing positions inside an all-or-nothing decision.

    ``busy`` are slots that are 0 unless something is put off or being run late: then nothing is exchanged.
    """

    kinds: tuple[AlikeKind, ...]
    unread: tuple[int, ...]
    busy: tuple[int, ...]


def find_symmetry_classes(ruleset: Ruleset, layout: Layout) -> Alike:
    """Find the symmetry classes for a program's state layout."""
    inside = _Inside(ruleset)
    kinds = tuple(_apart(_alike_kind(kind, inside, layout) for kind in ruleset.kinds.values()))
    unread = tuple(
        slot
        for name, field in layout.fields.items()
        if field.declared.form != "zone" and name not in inside.fields
        for slot in range(field.base, field.base + field.places * field.stride)
    )
    return Alike(kinds, unread, tuple(layout.late))


def _apart(kinds: Iterable[AlikeKind | None]) -> Iterator[AlikeKind]:
    """Yield the kinds with classes whose columns overlap no earlier kind's; a set owned by one kind with members of another is in both."""
    taken: set[int] = set()
    for kind in kinds:
        if kind is None:
            continue
        columns = {
            slot + one * stride for elements in kind.classes for one in elements for slot, stride in kind.columns
        }
        if taken.isdisjoint(columns):
            taken |= columns
            yield kind


class _Inside:
    """All statements and terms reachable inside a ruleset's all-or-nothing decisions."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.statements: list[b.BoundStatement] = []
        self.terms: list[t.Term] = []
        self.fields: set[str] = set()
        self.ordered: set[str] = {"player"}
        """Kinds whose order or form is looked at, or which are counted by number."""
        self.named: dict[str, set[int]] = {}
        """By kind: the elements that are called by their names."""
        self.columns: dict[str, set[str]] = {}
        """By kind: the fields by which elements are asked about."""
        held = [
            statement
            for procedure in all_procedures(ruleset)
            for statement in nested_statements(procedure.body)
            if isinstance(statement, b.Ask) and statement.all_or_nothing
        ]
        if held:
            self._gather(held)
            self._look()

    def _gather(self, held: Iterable[b.BoundStatement]) -> None:
        waiting: list[b.BoundStatement] = [*held]
        seen: set[int] = set()
        terms: list[t.Term] = []
        for trigger in self.ruleset.triggers:
            waiting += trigger.procedure.body
            terms.append(trigger.condition)
            if trigger.variable is not None:
                self._order(trigger.variable.type)
        for invariant in self.ruleset.invariants:
            terms += (invariant.condition, *invariant.reason.arguments)
        terms += (stage.when for stage in self.ruleset.stages if stage.when is not None)
        while waiting:
            for statement in nested_statements((waiting.pop(),)):
                if id(statement) in seen:
                    continue
                seen.add(id(statement))
                self.statements.append(statement)
                terms += statement_terms(statement)
                for procedure in called_procedures(self.ruleset, statement):
                    waiting += procedure.body
        self.terms = list(reachable_terms(self.ruleset, terms))
        self.fields.update(name for term in self.terms for name in tracked_fields_read(term))

    def _look(self) -> None:
        ruleset = self.ruleset
        for kind in ruleset.kinds.values():
            self.ordered.update(name for name in (kind.joins, kind.variety) if name)
            if kind.form not in ("elements", "pieces"):
                self.ordered.add(kind.id)
        for kind_id, _ in (*ruleset.piece_rules, *ruleset.piece_conditions):
            self.ordered.add(kind_id)
        for declared in ruleset.state.values():
            if declared.form == "zone" and declared.order == "stack" and declared.of:
                self.ordered.add(declared.of)
            self.ordered.update(key.name for key in declared.by if key.low is None)
            if declared.by and declared.form == "zone":
                self.ordered.add(declared.owner)
        for term in self.terms:
            self._look_at(term)
            if isinstance(term.type, BundleType):
                self.ordered.add(term.type.kind)
        for statement in self.statements:
            self._read_by(statement)

    def _look_at(self, term: t.Term) -> None:
        match term:
            case t.Builtin(type=found, name=name, arguments=arguments) if name not in UNORDERED:
                for one in (found, *(argument.type for argument in arguments)):
                    self._order(one)
            case t.Gathered():
                self._order(term.type)
                self._order(term.element.type)
            case t.Lies():
                # Whose zone it is may be any element: whoever has such zones is told apart.
                self.ordered.update(zone.partition(".")[0] for zone in term.zones)
            case t.Constant(ElementType(kind), value):
                self.named.setdefault(kind, set()).add(value)
            case t.Fixed(found, kind=kind, field=field):
                self.columns.setdefault(kind, set()).add(field)
                self._order(found)
            case t.Ranked(type=found) | t.Part(type=found):
                self._order(found)
            case t.Cell(keys=keys):
                for key in keys:
                    self._order(key.type)
            case t.Variety(variety=variety):
                self._order(variety.type)
            case t.LeafTerm() | t.Tracked() | t.Contents() | t.Occupant() | t.Amount() | t.ComputedTerm():
                pass

    def _read_by(self, statement: b.BoundStatement) -> None:
        """Record a statement's own reads and the kinds it orders by."""
        match statement:
            case b.Write(place=place, add=True) | b.Enlist(place=place) | b.Order(place=place):
                self._reads(place)
            case b.Transfer(source=source, target=target):
                self._reads(source, target)
            case b.Each(variable=variable, domain=domain):
                self._order(variable.type)
                self._order(domain.type)
            case b.Cast(variable=variable) | b.TakeTop(variable=variable) | b.Around(variable=variable):
                self._order(variable.type)
            case b.Changing() | b.Give() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                pass

    def _reads(self, *places: t.Term) -> None:
        self.fields.update(name for place in places if (name := field_of_place(place)) is not None)

    def _order(self, found: Type) -> None:
        match found:
            case ElementType(kind) | CollectionType(kind) | GroupsType(kind) | BundleType(kind=kind):
                self.ordered.add(kind)
            case ZoneType(pieces):
                self.ordered.add(pieces)
            case ty.NumberType() | ty.TruthType() | ty.NumbersType() | ty.KeyedType() | ty.UnknownType():
                pass

    def classes(self, kind: Kind) -> tuple[tuple[int, ...], ...]:
        """Return the classes of two or more interchangeable elements of a kind."""
        if kind.id in self.ordered or not self.statements:
            return ()
        named, fields = self.named.get(kind.id, ()), sorted(self.columns.get(kind.id, ()))
        found: dict[tuple[object, ...], list[int]] = {}
        for index in range(len(kind.elements)):
            if index not in named:
                found.setdefault(tuple(kind.values[field][index] for field in fields), []).append(index)
        return tuple(tuple(alike) for alike in found.values() if len(alike) > 1)


def symmetric_kinds(arguments: Sequence[Type]) -> tuple[str, ...]:
    """Return, per move argument type, the kind of the element or set it names; "" if its exact value matters.

    So does what could name the same elements as a set: nothing but all of them together says then which is in and which is not.
    """
    kinds = [one.kind if isinstance(one, ElementType | CollectionType) else "" for one in arguments]
    sets = {one.kind for one in arguments if isinstance(one, CollectionType)}
    return tuple("" if kind in sets and kinds.count(kind) > 1 else kind for kind in kinds)


def _alike_kind(kind: Kind, inside: _Inside, layout: Layout) -> AlikeKind | None:
    classes = inside.classes(kind)
    if not classes:
        return None
    columns: list[tuple[int, int]] = []
    single: list[int] = []
    lists: list[int] = []
    zones: list[tuple[int, int, int]] = []
    if kind.form == "pieces":
        columns.append((layout.places[kind.id], 1))
    for field in layout.fields.values():
        declared = field.declared
        if declared.owner == kind.id:
            width = field.stride * field.each
            columns += ((field.base + offset, width) for offset in range(width))
            zones += _lying_inside(field, layout)
        starts = range(field.base, field.base + field.places * field.stride, field.stride or 1)
        if declared.of != kind.id:
            continue
        if declared.form in ("element", "list"):
            (lists if declared.form == "list" else single).extend(starts if field.name in inside.fields else ())
        elif declared.form == "set":
            columns += ((start, 1) for start in starts)
    for found, storage in layout.outliving:
        if isinstance(found, ElementType | CollectionType | GroupsType) and found.kind == kind.id:
            (lists if storage.capacity else single).append(storage.slot)
    return AlikeKind(kind.id, classes, tuple(columns), tuple(single), tuple(lists), tuple(zones))


def _lying_inside(field: FieldSlots, layout: Layout) -> Iterator[tuple[int, int, int]]:
    """Yield the slot range of the pieces that may lie in the elements' own zones, and the first such zone number."""
    pieces = field.declared.of
    if field.zone != NONE and pieces in layout.places:
        first = layout.places[pieces]
        yield first, first + layout.size_of(pieces), field.zone
