"""The expression interpreter: each bound term becomes one closure over the slots when a program is made.

A number, element or truth is a whole number (``NONE`` is no element); a collection is a tuple, list or range of them.
Closures instead of a walk at every evaluation: measured four times as fast, and as plain to read.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, assert_never

from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.interpreter.body_evaluation import body_closure, memoised_closure, past_position_closure
from reguli.ir.interpreter.builtin_functions import (
    SlotOf,
    builtin_closure,
    first_piece_in_zone,
    first_token_variety,
    group_by_reference,
    place_index_closure,
    read_flag_set,
    read_list_members,
    required_element_slot,
    reverse_relation_closure,
    term_element_kind,
    zone_reverse_targets,
)
from reguli.ir.interpreter.collection_closures import (
    COMPARISONS,
    arithmetic_closure,
    filter_closure,
    fold_closure,
    groups_of,
    matching_closure,
    modifier_closure,
    nth_group,
    quantifier_closure,
    ranked_groups_closure,
    set_operation_closure,
    sort_closure,
    table_lookup,
)
from reguli.ir.interpreter.position_cache import WhileItStandsStill
from reguli.ir.interpreter.set_numbering import (
    Bundles,
    Sets,
    bundle_closure,
    table_row_closure,
    variety_counts,
    zone_bundle_closure,
)
from reguli.ir.program import Block, Slots
from reguli.ir.program_interface import Closure, Earlier, Effect, Planned
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, FACTS, LOOKS, NONE, FieldSlots, Layout
from reguli.model.analysis.presence_analysis import may_be_absent, unproved_absences
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import BoundStatement
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import MUST_BE_THERE, BundleType, CollectionType, ElementType, GroupsType, NumberType


class Probe:
    """The hook for observing or changing the interpreter: it sees every closure while a program is made and may replace it.

    Coverage, step budgets and mutants are probes; this one changes nothing. It takes the place of the methods that make closures, so a program without a
    probe costs nothing more, to make or to run. ``make`` makes what a program has without a probe.
    """

    def term(self, values: Values, term: t.Term) -> Closure:
        """Return the closure of a term; nested terms pass the probe too."""
        return Values.closure(values, term)

    def collection(self, values: Values, term: t.Term) -> Callable[[Slots], Sequence[int]]:
        """Return the closure of a collection to iterate."""
        return Values.counted(values, term)

    def define(self, name: str, value: Closure) -> Closure:
        """Return the closure of a define's value."""
        return value

    def statement(self, make: Callable[[BoundStatement], Effect], statement: BoundStatement) -> Effect:
        """Return the closure of a statement."""
        return make(statement)

    def block(self, make: Callable[[Block], Planned], block: Block) -> Planned:
        """Return the layout of a block."""
        return make(block)


class Values(WhileItStandsStill):
    """A factory of term closures for one ruleset and table."""

    def __init__(
        self,
        ruleset: Ruleset,
        layout: Layout,
        distances: Distances,
        earlier: Earlier | None = None,
        probe: Probe | None = None,
    ) -> None:
        super().__init__(ruleset, layout)
        self.probe = probe
        if probe is not None:
            self.closure = partial(probe.term, self)  # type: ignore[method-assign]
            self.counted = partial(probe.collection, self)  # type: ignore[method-assign]
        self.earlier = earlier or Earlier()
        """The position when the move began: what rules beside those of the program are told that they are asked by."""
        self.distances = distances
        self._defines: dict[str, Closure] = {}
        self._known: dict[str, dict[object, Any]] = {}
        self._unproved = unproved_absences(ruleset)
        self._sure: set[int] = set()
        """Variables that always name an element: those of quantifiers, folds, filters and loops."""
        self._slots: dict[Closure, int] = {}
        """By closure that only reads a slot: the slot. Most closures are such, and what reads the slot itself saves a call."""
        self._places: dict[SlotOf, tuple[int, int, int]] = {}
        """By closure for the place of an element in a field: the field's first slot, the slot of the element, the slots of each element."""

    def counted(self, term: t.Term) -> Callable[[Slots], Sequence[int]]:
        """Make a closure for a collection to iterate; its size is charged to the budget."""
        items = self.closure(term)

        def spend(s: Slots) -> Sequence[int]:
            found: Sequence[int] = items(s)
            left = s[BUDGET] = s[BUDGET] - len(found)
            if left < 0:
                raise RulesFault("E319", limit=LOOKS)
            return found

        return spend

    def element(self, term: t.Term, what: str) -> Callable[[Slots], int]:
        """Make a closure for an element that must exist; ``what`` names its use."""
        value = self.closure(term)
        return value if self.is_sure(term) else required_element_slot(value, self._slots.get(value), what)

    def is_sure(self, term: t.Term) -> bool:
        """Return whether an element certainly exists."""
        if isinstance(term, t.Constant):
            return term.value >= 0
        return isinstance(term, t.Local) and term.variable.key in self._sure

    def lacks(self, term: t.Term) -> bool:
        """Return whether an element term may be none."""
        return not self.is_sure(term) and may_be_absent(self.ruleset, self._unproved, term)

    def closure(self, term: t.Term) -> Closure:
        """Make a closure for any term."""
        match term:
            case t.Constant(_, value):
                return lambda s: value
            case t.Local(_, variable):
                return self._local(variable)
            case t.Elements(_, kind):
                everything = range(self.layout.size_of(kind))
                return lambda s: everything
            case t.Fixed():
                return self._fixed(term)
            case t.Tracked():
                return self._tracked(term)
            case t.Gathered() | t.Lies() | t.Occupant():
                return self._led_to(term)
            case t.Variety() | t.Amount():
                return self._amount(term)
            case t.Contents(found, zone):
                return zone_bundle_closure(self, zone) if isinstance(found, BundleType) else self._contents(zone)
            case t.Cell():
                return self._cell(term)
            case t.Arithmetic():
                return self._arithmetic(term)
            case t.Compare(_, sign, left, right):
                return self._compare(COMPARISONS[sign], left, right)
            case t.Earlier():
                return past_position_closure(term, self.closure(term.value), self.layout, self.earlier)
            case t.Logic() | t.Negation():
                return self._logic(term)
            case t.Choice(_, condition, then, otherwise):
                c, a, b = self.closure(condition), self.closure(then), self.closure(otherwise)
                return lambda s: a(s) if c(s) else b(s)
            case t.In(_, item, collection):
                return self._is_in(item, collection)
            case t.Exists() | t.Fold() | t.Filter():
                return self._gone_through(term)
            case t.Ranked() | t.Matched() | t.Part():
                return self._grouped(term)
            case t.Interval(_, low, high):
                a, b = self.closure(low), self.closure(high)
                return lambda s: range(a(s), b(s) + 1)
            case t.Several() | t.Bundled() | t.Share():
                return self._several(term)
            case t.Listed():
                return self._listed(term)
            case t.SetOperation(_, sign, left, right):
                return set_operation_closure(sign, self.closure(left), self.closure(right))
            case t.Apply():
                return self._apply(term)
            case t.Builtin():
                return self._builtin(term)
            case t.PieceCondition():
                return self._piece_condition(term)
            case t.Fact(_, name):
                return self._fact(name)
            case _:
                assert_never(term)

    def _is_in(self, item: t.Term, collection: t.Term) -> Closure:
        a, b = self.closure(item), self.closure(collection)
        return (lambda s: tuple(a(s)) in b(s)) if isinstance(collection.type, GroupsType) else (lambda s: a(s) in b(s))

    def _listed(self, term: t.Listed) -> Closure:
        """Make the closure of a set literal; absent elements are omitted."""
        parts = [self.closure(item) for item in term.items]
        if isinstance(term.type, CollectionType):
            return lambda s: tuple(dict.fromkeys(found for part in parts if (found := part(s)) >= 0))
        return lambda s: tuple(dict.fromkeys(part(s) for part in parts))

    def _several(self, term: t.Several | t.Bundled | t.Share) -> Closure:
        if not isinstance(term, t.Several):
            return bundle_closure(self, term)
        domain, least, most = self.closure(term.domain), self.closure(term.least), self.closure(term.most)
        made = Bundles if isinstance(term.type, BundleType) else Sets
        return lambda s: made(domain(s), least(s), most(s))

    def bind_member(self, variable: t.Variable) -> int:
        """Return the slot of an iteration variable."""
        self._sure.add(variable.key)
        return self.bind(variable)

    def bind(self, variable: t.Variable) -> int:
        """Return a variable's slot, allocating a scratch slot if it has none."""
        return self.layout.bind(variable.key).slot

    def _local(self, variable: t.Variable) -> Closure:
        storage = self.layout.storage[variable.key]
        slot = storage.slot
        if storage.capacity and isinstance(variable.type, GroupsType):
            return lambda s: groups_of(s[slot + 1 : slot + 1 + s[slot]])
        if storage.capacity:
            return lambda s: tuple(s[slot + 1 : slot + 1 + s[slot]])
        return self._read(slot)

    def _read(self, slot: int) -> Closure:
        """Make a closure that only reads a slot."""

        def read(s: Slots) -> Any:
            return s[slot]

        self._slots[read] = slot
        return read

    def _fact(self, name: str) -> Closure:
        if name == "player_count":
            count = self.layout.players
            return lambda s: count
        return self._read(FACTS.index(name))

    def _fixed(self, term: t.Fixed) -> Closure:
        values = self.ruleset.kinds[term.kind].values[term.field]
        table = tuple(NONE if value is None else value for value in values)
        if isinstance(term.type, ElementType) and self.lacks(term.element):
            # What nothing has is nothing: the last one of all is asked where there is none.
            table, of = (*table, NONE), self.closure(term.element)
            return lambda s: table[of(s)]
        index = self.element(term.element, term.field)
        at = self._slots.get(index)
        return (lambda s: table[index(s)]) if at is None else (lambda s: table[s[at]])

    def _tracked(self, term: t.Tracked) -> Closure:
        field, base = self.field_base(term)
        if field.declared.form == "zone":
            return self._contents(term) if not field.capacity or field.stride != field.capacity else self._amount(term)
        if field.declared.form in ("list", "set"):
            return self._contents(term)
        if field.declared.form == "bundle":
            return variety_counts(field, base)
        if term.owner is None and not term.keys:
            return self._read(field.base)
        if base in self._places:
            first, at, stride = self._places[base]
            return lambda s: s[first + s[at] * stride]
        if isinstance(term.type, ElementType) and term.owner is not None and self.lacks(term.owner):
            owner = self.closure(term.owner)
            return lambda s: s[base(s)] if owner(s) >= 0 else NONE
        return lambda s: s[base(s)]

    def _amount(self, term: t.Term) -> Closure:
        zone = term.zone if isinstance(term, t.Amount) else term
        field, base, variety = self.token_slots(zone)
        count = field.capacity
        if variety is None:
            return lambda s: sum(s[base(s) : base(s) + count])
        if count == 1:
            return lambda s: s[base(s)]
        return lambda s: s[base(s) + variety(s)]

    def _contents(self, zone: t.Term) -> Closure:
        if isinstance(zone, t.Local):
            return self._local(zone.variable)
        assert isinstance(zone, t.Tracked), zone
        field, base = self.field_base(zone)
        capacity = field.capacity
        match field.declared.form:
            case "list":
                return lambda s: read_list_members(s, base(s))
            case "set":
                return lambda s: read_flag_set(s, base(s), capacity)
            case _:
                return self._zone_contents(zone)

    def _zone_contents(self, zone: t.Tracked) -> Closure:
        field, number = self.zone_number(zone)
        kind = field.declared.of
        assert kind is not None
        if field.declared.order == "stack":
            _, base = self.field_base(zone)
            return lambda s: tuple(reversed(read_list_members(s, base(s))))
        first = self.layout.places[kind]
        last = first + self.layout.size_of(kind)

        def lying(s: Slots) -> list[int]:
            wanted = number(s)
            return [i for i, place in enumerate(s[first:last]) if place == wanted]

        return lying

    def _led_to(self, term: t.Gathered | t.Lies | t.Occupant) -> Closure:
        match term:
            case t.Gathered():
                table, at = group_by_reference(self.ruleset, term), self.element(term.element, term.kind)
                return lambda s: table[at(s)]
            case t.Lies():
                return self._lies(term)
            case t.Occupant(_, zone):
                return self._occupant(zone)

    def _lies(self, term: t.Lies) -> Closure:
        zone = term.zones[0] if isinstance(term.type, NumberType) else None
        return reverse_relation_closure(
            zone_reverse_targets(self.layout, term),
            self.layout.places[term_element_kind(term.piece)],
            self.closure(term.piece),
            zone,
        )

    def _occupant(self, zone: t.Term) -> Closure:
        assert isinstance(zone, t.Tracked), zone
        if zone.owner is not None and self.lacks(zone.owner):
            owner, within = self.closure(zone.owner), self._occupant_there(zone)
            return lambda s: within(s) if owner(s) >= 0 else NONE
        return self._occupant_there(zone)

    def _occupant_there(self, zone: t.Tracked) -> Closure:
        kind = self.layout.fields[zone.field].declared.of or ""
        if kind in self.layout.places:
            first, (_, number) = self.layout.places[kind], self.zone_number(zone)
            last = first + self.layout.size_of(kind)
            return lambda s: first_piece_in_zone(s, number(s), first, last)
        field, base = self.field_base(zone)
        return lambda s: first_token_variety(s, base(s), field.capacity)

    # -- where places lie, for those who change them too -----------------------------------------------------------

    def field_base(self, term: t.Tracked) -> tuple[FieldSlots, SlotOf]:
        """Return a field and a closure for its element's first slot."""
        field = self.layout.fields[term.field]
        base, stride = field.base, field.stride
        if term.keys:
            place = self.place_of(term)
            return field, lambda s: base + place(s) * stride
        if term.owner is None:
            return field, lambda s: base
        if isinstance(term.owner, t.Constant):
            fixed = base + term.owner.value * stride
            return field, lambda s: fixed
        owner = self.element(term.owner, term.field)
        at = self._slots.get(owner)
        if at is None:
            return field, lambda s: base + owner(s) * stride

        def place_read(s: Slots) -> int:
            return base + s[at] * stride

        self._places[place_read] = base, at, stride
        return field, place_read

    def place_of(self, term: t.Tracked) -> SlotOf:
        """Make a closure for a place number in a keyed field."""
        field = self.layout.fields[term.field]
        owner = (lambda s: 0) if term.owner is None else self.element(term.owner, term.field)
        keys = [
            self.closure(key) if slots.kind is None else self.element(key, term.field)
            for key, slots in zip(term.keys, field.keys, strict=True)
        ]
        return place_index_closure(field, owner, keys)

    def zone_number(self, zone: t.Term) -> tuple[FieldSlots, SlotOf]:
        """Return the field of a zone and a closure for its zone number."""
        match zone:
            case t.Contents(_, inner):
                return self.zone_number(inner)
            case t.Variety(_, inner):
                return self.zone_number(inner)
            case t.Tracked(_, name, owner, keys):
                field = self.layout.fields[name]
                first = field.zone
                if keys:
                    place = self.place_of(zone)
                    return field, lambda s: first + place(s)
                if owner is None:
                    return field, lambda s: first
                index = self.element(owner, name)
                return field, lambda s: first + index(s)
            case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                raise AssertionError(zone)

    def token_slots(self, zone: t.Term) -> tuple[FieldSlots, SlotOf, Callable[[Slots], int] | None]:
        """Return a token zone's field, first slot, and variety if it is a single one."""
        match zone:
            case t.Variety(_, t.Tracked() as inner, variety):
                field, base = self.field_base(inner)
                return field, base, self.element(variety, inner.field)
            case t.Tracked():
                field, base = self.field_base(zone)
                return field, base, (lambda s: 0) if field.capacity == 1 else None
            case t.LeafTerm() | t.Fixed() | t.Gathered() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                raise AssertionError(zone)

    def list_place(self, place: t.Term) -> tuple[int, bool, SlotOf]:
        """Return the capacity, whether it is a flag set, and the first slot of a mutable list or set."""
        match place:
            case t.Contents(_, inner):
                return self.list_place(inner)
            case t.Tracked():
                field, base = self.field_base(place)
                return field.capacity, field.declared.form == "set", base
            case t.Local(_, variable):
                storage = self.layout.storage[variable.key]
                slot = storage.slot
                return storage.capacity, False, lambda s: slot
            case t.ReadTerm() | t.ComputedTerm():
                raise AssertionError(place)

    def _cell(self, term: t.Cell) -> Closure:
        table = self.ruleset.tables[term.table]
        keys = [self.closure(key) for key in term.keys]
        if isinstance(term.type, BundleType):
            return table_row_closure(table, keys, self.layout.size_of(term.type.kind))
        return lambda s: table_lookup(table, [key(s) for key in keys])

    def _arithmetic(self, term: t.Arithmetic) -> Closure:
        return arithmetic_closure(term.operator, self.closure(term.left), self.closure(term.right))

    def _compare(self, sign: Callable[[int, int], bool], left: t.Term, right: t.Term) -> Closure:
        a, b = self.closure(left), self.closure(right)
        if isinstance(left.type, ElementType) and self.compared_lack(sign, left, right):
            if isinstance(right, t.Constant):
                # What is not there with so many players is other than whatever is there.
                known = right.value
                return lambda s: (x := a(s)) >= 0 and sign(x, known)
            if isinstance(left, t.Constant):
                named = left.value
                return lambda s: (x := b(s)) >= 0 and sign(named, x)
            return lambda s: (x := a(s)) >= 0 and (y := b(s)) >= 0 and sign(x, y)
        if isinstance(right, t.Constant):
            fixed, at = right.value, self._slots.get(a)
            return (lambda s: sign(a(s), fixed)) if at is None else (lambda s: sign(s[at], fixed))
        return lambda s: sign(a(s), b(s))

    def compared_lack(self, sign: Callable[[int, int], bool], left: t.Term, right: t.Term) -> bool:
        """Return whether compared elements need an existence check: with none, ``=`` and ``!=`` are both false."""
        if sign is operator.eq:
            return self.lacks(left) and self.lacks(right)
        return self.lacks(left) or self.lacks(right)

    def _logic(self, term: t.Logic | t.Negation) -> Closure:
        match term:
            case t.Negation(_, operand):
                a = self.closure(operand)
                return lambda s: not a(s)
            case t.Logic(_, sign, left, right):
                a, b = self.closure(left), self.closure(right)
                return (lambda s: a(s) and b(s)) if sign == "and" else (lambda s: a(s) or b(s))

    def _apply(self, term: t.Apply) -> Closure:
        """Apply a define; values are cached while moves are listed, as the state does not change.

        ``s[EPOCH]`` is the number of the position that stands still, 0 while rules run.
        """
        define = self.ruleset.defines[term.define]
        body, known = self._define(term.define), self._known.setdefault(term.define, {})
        slots = [self.bind(variable) for variable in define.parameters]
        arguments = [self.closure(argument) for argument in term.arguments]

        return memoised_closure(slots, arguments, body, known)

    def _define(self, name: str) -> Closure:
        known = self._defines.get(name)
        if known is not None:
            return known
        define = self.ruleset.defines[name]
        for variable in define.parameters:
            self.bind(variable)
        value = self.closure(define.value)
        changes = [(self.closure(condition), self.closure(amount)) for _, condition, amount in define.adjusts]
        value = modifier_closure(value, changes) if changes else value
        self._defines[name] = value if self.probe is None else self.probe.define(name, value)
        return self._defines[name]

    def _through(self, term: t.Exists | t.Fold | t.Filter | t.Ranked) -> tuple[int, Closure, Closure | None]:
        """Return the variable's slot, the domain closure and the filter closure."""
        domain = self.counted(term.domain)
        slot = self.bind_member(term.variable)
        return slot, domain, None if term.where is None else self.closure(term.where)

    def _gone_through(self, term: t.Exists | t.Fold | t.Filter) -> Closure:
        slot, domain, where = self._through(term)
        match term:
            case t.Exists():
                return quantifier_closure(
                    term.how, slot, domain, where, None if term.has is None else self.closure(term.has)
                )
            case t.Fold():
                return fold_closure(term.how, slot, domain, where, self.closure(term.value))
            case t.Filter():
                return filter_closure(slot, domain, where, self.sorting(slot, term.keys))

    def _grouped(self, term: t.Ranked | t.Matched | t.Part) -> Closure:
        match term:
            case t.Ranked():
                slot, domain, where = self._through(term)
                return ranked_groups_closure(
                    slot, domain, where, [(self.closure(key), -1 if down else 1) for key, down in term.keys]
                )
            case t.Matched():
                slots = self.bind_member(term.left), self.bind_member(term.right)
                domains = self.counted(term.left_domain), self.counted(term.right_domain)
                return matching_closure(slots, domains, self.closure(term.where))
            case t.Part(_, groups, number):
                a, b = self.closure(groups), self.closure(number)
                return lambda s: nth_group(a(s), b(s))

    def sorting(self, slot: int, keys: tuple[tuple[t.Term, bool], ...]) -> Callable[[Slots, list[int]], list[int]]:
        """Make a closure for a stable sort by keys, each with its direction."""
        return sort_closure(slot, [(self.closure(key), -1 if descending else 1) for key, descending in keys])

    def _builtin(self, term: t.Builtin) -> Closure:
        function, there = (
            builtin_closure(self.ruleset, self.layout, self.distances, term),
            MUST_BE_THERE.get(term.name, ()),
        )
        parts = [
            self.element(argument, term.name) if number in there else self.closure(argument)
            for number, argument in enumerate(term.arguments)
        ]
        if len(parts) == 1:
            (a,) = parts
            return lambda s: function(a(s))
        if len(parts) == 2:
            a, b = parts
            return lambda s: function(a(s), b(s))
        return lambda s: function(*[part(s) for part in parts])

    def _piece_condition(self, term: t.PieceCondition) -> Closure:
        rules = self.ruleset.piece_conditions[term.kind, term.field]
        element = self.element(term.element, term.field)
        arguments = [self.closure(argument) for argument in term.arguments]
        bodies = [
            None if rule is None else body_closure([*map(self.bind, rule[0])], arguments, self.closure(rule[1]))
            for rule in rules
        ]

        def asked(s: Slots) -> int:
            body = bodies[element(s)]
            return 0 if body is None else int(body(s))

        return asked
