"""Code generation for collections: iteration and storage, each in the cheapest way.

No collection is made unless somebody needs its members one after the other more than once, or in another order than they come in. A filter is a condition in
a loop.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen.codegen_context import NO, NONE, ONE, YES, ZERO, StorageCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.representations import MASKED, is_in_declared_order, lookup_by_value
from reguli.compile.runtime import arithmetic
from reguli.ir.state_layout import OPEN_LIST_CAPACITY
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import CollectionType, GroupsType, KeyedType, ManyType, SingleType, UnknownType, ZoneType

# -- set codegen -----------------------------------------------------------------------------------------------------
# Sets as code: what is asked of a collection without going through it from outside: is it in, how many are there, which are they.
#
# "Is in" is a question to the slots. Where a collection is asked again and again inside a loop, its members are marked first: one binary digit each for kinds of up
# to 64 elements (``passes.bitsets``), one number each for larger ones.


Body = Callable[[n.Code], object]
FEW = 4
"""So many slots are asked one by one."""


class CollectionQueryCodegen(StorageCodegen):
    """Code generator for queries on collections."""

    @abstractmethod
    def known_part(self, term: t.Term) -> n.Code | None:
        """Return a part that never changes, as a table lookup."""

    @abstractmethod
    def applied(self, define: str, arguments: tuple[t.Term, ...]) -> n.Code:
        """Call a define."""

    @abstractmethod
    def kept_run(self, variable: t.Variable) -> n.Code:
        """Return the run stored for a variable."""

    @abstractmethod
    def run(self, term: t.Term) -> n.Code:
        """Return the members of a collection, in its order, as a read-only run."""

    @abstractmethod
    def groups(self, term: t.Term) -> n.Code:
        """Return groups as a run."""

    @abstractmethod
    def each(self, term: t.Term, body: Body, *, counted: bool = True) -> None:
        """Generate a loop over the members of a collection, in its order; ``body`` writes the code for each."""

    def members(self, domain: t.Term) -> tuple[int, ...] | None:
        """Return the members of a constant collection; ``None`` for any other."""
        match domain:
            case t.Elements(_, kind):
                return tuple(range(self.layout.size_of(kind)))
            case t.Listed(_, items):
                known = [item.value for item in items if isinstance(item, t.Constant)]
                there = [value for value in known if value >= 0 or not isinstance(domain.type, CollectionType)]
                return tuple(there) if len(known) == len(items) else None
            case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                part = self.known_part(domain)
                return part.numbers if isinstance(part, n.ConstantArray) else None

    def size_of(self, term: t.Term) -> int | None:
        """Return the number of elements in a collection's kind; ``None`` for numbers and sets of elements."""
        match term.type:
            case CollectionType(kind) | ZoneType(kind):
                return self.layout.size_of(kind)
            case SingleType() | ManyType() | KeyedType() | UnknownType():
                return None

    def contains(self, term: t.Term, item: n.Code) -> n.Code:
        """Return whether a collection contains an item."""
        match term:
            case t.Elements(_, kind):
                kept = self.writer.keep(item, "x")
                return f.fold_and(
                    f.fold_compare(">=", kept, ZERO),
                    f.fold_compare("<", kept, n.Int(self.layout.size_of(kind))),
                )
            case t.Interval(_, low, high):
                kept = self.writer.keep(item, "x")
                least = f.fold_compare(">=", kept, self.value(low))
                return f.fold_and(least, f.fold_compare("<=", kept, self.value(high)))
            case t.Listed(_, items):
                kept = self.writer.keep(item, "x")
                # What is not there is no member of a set of elements.
                asked = isinstance(term.type, CollectionType) and any(map(self.lacks, items))
                found: n.Code = NO
                for one in items:
                    found = self.either(found, lambda one=one: f.fold_compare("=", kept, self.value(one)))  # type: ignore[misc]
                return f.fold_and(f.fold_compare(">=", kept, ZERO), found) if asked else found
            case t.Filter(_, variable, domain, where, _):
                kept = self.writer.keep(item, "x")
                self.making.sure.add(variable.key)

                def held() -> n.Code:
                    self.known[variable.key] = kept
                    return YES if where is None else self.truth(where)

                return self.both(self.contains(domain, kept), held)
            case t.SetOperation(_, operator, left, right):
                kept = self.writer.keep(item, "x")
                first = self.contains(left, kept)
                match operator:
                    case "union":
                        return self.either(first, lambda: self.contains(right, kept))
                    case "common":
                        return self.both(first, lambda: self.contains(right, kept))
                    case _:
                        return self.both(first, lambda: f.fold_not(self.contains(right, kept)))
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if not self.is_list(zone):
                return self._lies_in(zone, self.writer.keep(item, "x"))
            case t.Apply() if self.is_masked(term):
                return self._is_marked(self.applied(term.define, term.arguments), self.writer.keep(item, "x"))
            case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                run = self.run(term)
                if (
                    isinstance(run, n.ConstantArray | n.ConstantArrayTable)
                    and (self.size_of(term) or MASKED + 1) <= MASKED
                ):
                    return self._is_marked(_digits_of(run), self.writer.keep(item, "x"))
                return self.in_run(run, item)

    def _lies_in(self, zone: t.Tracked, item: n.Code) -> n.Code:
        field = self.layout.fields[zone.field]
        there = f.fold_compare(">=", item, ZERO)
        if field.declared.form == "set":
            base = self.slot(zone)[1]
            return f.fold_and(there, f.fold_compare("!=", self.load(f.fold_add(base, item)), ZERO))
        number = self.zone(zone)[1]
        first = n.Int(self.layout.places[field.declared.of or ""])
        return f.fold_and(there, f.fold_compare("=", self.load(f.fold_add(item, first)), number))

    def _is_marked(self, mask: n.Code, item: n.Code) -> n.Code:
        marked = f.fold_compare("!=", n.IntOp("&", n.IntOp(">>", mask, item), ONE), ZERO)
        return f.fold_and(f.fold_compare(">=", item, ZERO), marked)

    def among(self, term: t.Term) -> Callable[[n.Code], n.Code]:
        """Prepare repeated membership tests on a collection and return the test; items are elements."""
        match term:
            case t.Elements() | t.Interval():
                return lambda item: self.contains(term, item)
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if not self.is_list(zone):
                return lambda item: self._lies_in(zone, item)
            case t.ReadTerm() | t.ComputedTerm():
                pass
        size = self.size_of(term)
        w = self.writer
        if size is not None and size <= MASKED:
            mask = w.keep(self.mask(term), "m")
            return lambda item: self._is_marked(mask, item)
        run = w.keep(self.run(term), "r", n.RUN)
        if size is None:
            return lambda item: self.in_run(run, item)
        flags = w.fresh("r", n.RUN)
        w.write(n.AssignLocal(flags, n.CallNode(self.making.library(arithmetic.flags_of), (run, n.Int(size)), n.RUN)))
        return lambda one: f.fold_and(
            f.fold_compare(">=", one, ZERO), f.fold_compare("!=", n.ArrayItem(flags, one), ZERO)
        )

    def mask(self, term: t.Term) -> n.Code:
        """Return the members of a collection as a bit mask; its kind has up to 64 elements."""
        known = self.kept_run(term.variable) if isinstance(term, t.Local) else self.known_part(term)
        if isinstance(known, n.ConstantArray | n.ConstantArrayTable):
            return _digits_of(known)
        match term:
            case t.Elements(_, kind):
                return n.Int((1 << self.layout.size_of(kind)) - 1)
            case t.Fixed(_, kind, field, element):
                return f.fold_constant_lookup(tuple(map(_digits, self.rows_of(kind, field))), self.sure(element, field))
            case t.Gathered(_, kind):
                return f.fold_constant_lookup(
                    tuple(map(_digits, self.making.gathered(term))), self.sure(term.element, kind)
                )
            case t.Apply() if self.is_masked(term):
                return self.applied(term.define, term.arguments)
            case t.SetOperation(_, operator, left, right):
                one, other = self.mask(left), self.mask(right)
                if operator == "without":
                    return n.IntOp("&", one, n.IntOp("^", other, n.Int((1 << (self.size_of(term) or 0)) - 1)))
                return n.IntOp("|" if operator == "union" else "&", one, other)
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if self.is_digits(zone):
                return self.lying(zone)
            case t.ReadTerm() | t.ComputedTerm():
                w = self.writer
                found = w.fresh("m")
                w.write(n.AssignLocal(found, ZERO))
                self.each(
                    term,
                    lambda item: w.when(
                        f.fold_compare(">=", item, ZERO),
                        lambda: w.write(n.AssignLocal(found, n.IntOp("|", found, n.SingleBitMask(item)))),
                    ),
                )
                return found

    def occupant(self, zone: t.Tracked) -> n.Code:
        """Return the piece in a zone of capacity one, or the variety of its only token; none if it is empty."""
        if zone.owner is not None and self.lacks(zone.owner):
            there = f.fold_compare(">=", self.writer.keep(self.value(zone.owner), "x"), ZERO)
            return self.chosen(there, lambda: self._occupant(zone), lambda: NONE, n.WHOLE)
        return self._occupant(zone)

    def _occupant(self, zone: t.Tracked) -> n.Code:
        field, w = self.layout.fields[zone.field], self.writer
        kind = field.declared.of or ""
        if self.is_digits(zone):
            mask = w.keep(self.lying(zone), "m")
            return f.fold_select(f.fold_compare("!=", mask, ZERO), n.LowestSetBit(mask), NONE)
        if kind not in self.layout.places:
            base = w.keep(self.slot(zone)[1], "b")
            held = [f.fold_compare("!=", self.load(f.fold_add(base, n.Int(at))), ZERO) for at in range(field.capacity)]
            return self._first(held) if field.capacity <= FEW else self._sought(field.capacity, base, None)
        number = w.keep(self.zone(zone)[1], "z")
        return self._sought(self.layout.size_of(kind), n.Int(self.layout.places[kind]), number)

    def _first(self, held: list[n.Code]) -> n.Code:
        found: n.Code = NONE
        for at, test in reversed(list(enumerate(held))):
            found = f.fold_select(test, n.Int(at), found)
        return found

    def _sought(self, count: int, base: n.Code, number: n.Code | None) -> n.Code:
        """Search slots for the first that holds a number, or any value but 0."""
        w = self.writer
        found, item = w.fresh("o"), w.fresh("i")
        here = self.load(f.fold_add(item, base))
        there = f.fold_compare("!=", here, ZERO) if number is None else f.fold_compare("=", here, number)
        w.write(n.AssignLocal(found, NONE))
        w.write(
            n.CountedLoop(
                item,
                ZERO,
                n.Int(count),
                (n.ConditionalBlock(there, (n.AssignLocal(found, item), n.BreakLoop())),),
            )
        )
        return found

    def lying(self, zone: t.Tracked) -> n.Code:
        """Return the pieces in an unordered zone as a bit mask."""
        field, number = self.zone(zone)
        return n.CallNode(self.making.lying_in(field.declared.of or ""), (number,))

    def is_digits(self, zone: t.Tracked) -> bool:
        """Return whether a zone is unordered and holds pieces of a small kind, so that its contents are available as a bit mask."""
        declared = self.layout.fields[zone.field].declared
        kind = declared.of or ""
        pieces = declared.form == "zone" and declared.order != "stack" and kind in self.layout.places
        return pieces and not self.past and self.layout.size_of(kind) <= MASKED

    def is_masked(self, term: t.Term) -> bool:
        """Return whether a define returns a collection as a bit mask."""
        return isinstance(term, t.Apply) and self.making.gives_mask(term.define)

    def any_of(self, term: t.Term) -> n.Code:
        """Return whether a collection has any members."""
        if self.is_asked_by_digits(term):
            return f.fold_compare("!=", self.mask(term), ZERO)
        if not isinstance(term, t.Filter | t.SetOperation | t.Contents):
            return f.fold_compare(">", self.count(term), ZERO)
        if isinstance(term, t.SetOperation) and term.operator == "union":
            return self.either(self.any_of(term.left), lambda: self.any_of(term.right))
        w = self.writer
        found = w.fresh("e", n.TRUTH)
        w.write(n.AssignLocal(found, NO))
        self.each(term, lambda _: w.write(n.AssignLocal(found, YES), n.BreakLoop()), counted=False)
        return found

    def is_asked_by_digits(self, term: t.Term) -> bool:
        """Return whether the members of a collection are available as a bit mask without iteration."""
        size = self.size_of(term)
        if size is None or size > MASKED:
            return False
        match term:
            case t.Elements() | t.Fixed() | t.Gathered():
                return True
            case t.Local(_, variable):
                return isinstance(self.known.get(variable.key), n.ConstantArray | n.ConstantArrayTable)
            case t.SetOperation(_, _, left, right):
                return self.is_asked_by_digits(left) and self.is_asked_by_digits(right)
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone):
                return self.is_digits(zone)
            case t.Apply():
                return self.is_masked(term)
            case t.Constant() | t.Fact() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                return isinstance(self.known_part(term), n.ConstantArray | n.ConstantArrayTable)

    def count(self, term: t.Term) -> n.Code:
        """Return the size of a collection."""
        known = self.known_part(term)
        if known is not None:
            return self._size_of_known(known)
        if isinstance(term, t.SetOperation) and self.is_asked_by_digits(term):
            return n.PopCount(self.mask(term))
        match term:
            case t.Elements(_, kind):
                return n.Int(self.layout.size_of(kind))
            case t.Interval(_, low, high):
                first = self.writer.keep(self.value(low), "a")
                last = self.writer.keep(self.value(high), "b")
                return f.fold_select(f.fold_compare("<", last, first), ZERO, f.fold_add(f.fold_sub(last, first), ONE))
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if self.is_list(zone):
                return self.load(self.slot(zone)[1])
            case t.Apply() if self.is_masked(term):
                return n.PopCount(self.applied(term.define, term.arguments))
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if self.is_digits(zone):
                return n.PopCount(self.lying(zone))
            case t.Filter(_, _, _, _, ()) | t.SetOperation(_, "common" | "without") | t.Contents(_, t.Tracked()):
                w = self.writer
                found = w.fresh("n")
                w.write(n.AssignLocal(found, ZERO))
                self.each(term, lambda item: w.write(n.AssignLocal(found, f.fold_add(found, ONE))), counted=False)
                return found
            case t.Filter(_, variable, domain, where, _):
                return self.count(t.Filter(term.type, variable, domain, where, ()))
            case _ if isinstance(term.type, GroupsType):
                return function_codegen.count_groups(self, term)
            case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return self._size_of_known(self.run(term))

    def _size_of_known(self, run: n.Code) -> n.Code:
        match run:
            case n.ConstantArray(numbers):
                return n.Int(len(numbers))
            case n.ConstantArrayTable(runs, index):
                return f.fold_constant_lookup(tuple(map(len, runs)), index)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return n.ArrayLength(run)

    def in_run(self, run: n.Code, item: n.Code) -> n.Code:
        """Return whether a run contains an item."""
        return n.CallNode(self.making.library(arithmetic.is_in), (item, run), n.TRUTH)

    def rows_of(self, kind: str, field: str) -> tuple[tuple[int, ...], ...]:
        """Return the sets in a printed field, by element."""
        values = self.ruleset.kinds[kind].values[field]
        return tuple(value if isinstance(value, tuple) else () for value in values)

    def is_list(self, zone: t.Tracked) -> bool:
        """Return whether a zone's contents are ordered: a list or a stack."""
        declared = self.layout.fields[zone.field].declared
        return declared.form == "list" or declared.order == "stack"


def _digits_of(run: n.ConstantArray | n.ConstantArrayTable) -> n.Code:
    """Return the members of a constant run as a bit mask."""
    if isinstance(run, n.ConstantArray):
        return n.Int(_digits(run.numbers))
    return f.fold_constant_lookup(tuple(map(_digits, run.runs)), run.index)


def _digits(members: tuple[int, ...]) -> int:
    return sum(1 << member for member in set(members) if member >= 0)


# -- collection codegen ----------------------------------------------------------------------------------------------


class CollectionCodegen(CollectionQueryCodegen):
    """Code generator for collections."""

    # -- going through -----------------------------------------------------------------------------------------

    def each(self, term: t.Term, body: Body, *, counted: bool = True) -> None:
        """Generate a loop over the members of a collection, in its order; ``body`` writes the code for each.

        ``BreakLoop`` and ``ContinueLoop`` in the body mean this loop. What is looked at is taken off the budget where it is ``counted``.
        """
        size = self.size_of(term)
        if counted and size is not None and size > MASKED:
            self.writer.write(n.SpendBudget(n.Int(size)))
            counted = False
        self._each(term, self._spending(body) if counted and size is None else body)

    def _spending(self, body: Body) -> Body:
        def spent(item: n.Code) -> None:
            self.writer.write(n.SpendBudget(ONE))
            body(item)

        return spent

    def _each(self, term: t.Term, body: Body) -> None:
        known = self.known_part(term)
        if known is not None:
            return self._through(known, body)
        match term:
            case t.Elements(_, kind):
                return self._count_to(n.Int(self.layout.size_of(kind)), body)
            case t.Interval(_, low, high):
                first = self.value(low)
                return self._counting(first, f.fold_add(self.value(high), ONE), body)
            case t.Filter(_, variable, domain, where, ()):
                if self._each_of_value(term, body):
                    return None
                self.making.sure.add(variable.key)
                return self._each(domain, lambda item: self._where(variable, item, where, body))
            case t.SetOperation() if self.is_asked_by_digits(term) and is_in_declared_order(self.ruleset, term):
                return self._through_mask(self.mask(term), body)
            case t.SetOperation(_, "common" | "without", left, right):
                among = self.among(right)
                wanted = term.operator == "common"
                return self._each(
                    left,
                    lambda item: self.writer.when(
                        among(item) if wanted else f.fold_not(among(item)), lambda: body(item)
                    ),
                )
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if self._each_in(zone, body):
                return None
            case t.Apply() if self.is_masked(term):
                return self._through_mask(self.applied(term.define, term.arguments), body)
            case t.Constant() | t.Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return self._through(self.run(term), body)

    def _each_of_value(self, term: t.Filter, body: Body) -> bool:
        """Generate a loop over an index by printed value if the filter compares one first; return whether it does."""
        members = self.members(term.domain)
        found = None if members is None else lookup_by_value(self.ruleset, term, members)
        if found is None:
            return False
        value = self.writer.keep(self.value(found.value), "v")
        most = found.low + len(found.rows) - 1
        least, greatest = self.bounds.of(found.value)
        if least is not None and greatest is not None and found.low <= least and greatest <= most:
            run = f.fold_array_lookup(found.rows, f.fold_sub(value, n.Int(found.low)))
        else:
            there = f.fold_and(f.fold_compare(">=", value, n.Int(found.low)), f.fold_compare("<=", value, n.Int(most)))
            run = f.fold_array_lookup(
                ((), *found.rows),
                f.fold_select(there, f.fold_sub(value, n.Int(found.low - 1)), ZERO),
            )
        self.making.sure.add(term.variable.key)
        self._through(run, lambda item: self._where(term.variable, item, found.where, body))
        return True

    def _each_in(self, zone: t.Tracked, body: Body) -> bool:
        """Loop over a set of flags or a zone of pieces; return whether it is one."""
        field = self.layout.fields[zone.field]
        kind = field.declared.of or ""
        if field.declared.form == "set":
            base = self.writer.keep(self.slot(zone)[1], "b")
            self._count_to(
                n.Int(field.capacity),
                lambda item: self.writer.when(
                    f.fold_compare("!=", self.load(f.fold_add(base, item)), ZERO), lambda: body(item)
                ),
            )
            return True
        if self.is_digits(zone):
            self._through_mask(self.lying(zone), body)
            return True
        if field.declared.form == "zone" and field.declared.order != "stack" and kind in self.layout.places:
            number = self.writer.keep(self.zone(zone)[1], "z")
            first = n.Int(self.layout.places[kind])
            self._count_to(
                n.Int(self.layout.size_of(kind)),
                lambda item: self.writer.when(
                    f.fold_compare("=", self.load(f.fold_add(item, first)), number), lambda: body(item)
                ),
            )
            return True
        return False

    def _where(self, variable: t.Variable, item: n.Code, where: t.Term | None, body: Body) -> None:
        self.known[variable.key] = item
        if where is None:
            body(item)
        else:
            self.writer.when(self.truth(where), lambda: body(item))

    def _counting(self, low: n.Code, high: n.Code, body: Body) -> None:
        item = self.writer.fresh("i")
        self.writer.write(n.CountedLoop(item, low, high, self.writer.written(lambda: body(item))))

    def _count_to(self, high: n.Code, body: Body) -> None:
        self._counting(ZERO, high, body)

    def _through(self, run: n.Code, body: Body) -> None:
        if isinstance(run, n.ConstantArray) and run.numbers == tuple(range(len(run.numbers))):
            return self._count_to(n.Int(len(run.numbers)), body)
        item = self.writer.fresh("i")
        self.writer.write(n.ForEachLoop(item, run, self.writer.written(lambda: body(item))))
        return None

    def _through_mask(self, mask: n.Code, body: Body) -> None:
        item = self.writer.fresh("i")
        self.writer.write(n.ForEachBit(item, mask, self.writer.written(lambda: body(item))))

    # -- stored ------------------------------------------------------------------------------------------------

    def run(self, term: t.Term) -> n.Code:
        """Return the members of a collection, in its order, as a read-only run."""
        known = self.known_part(term)
        if known is not None:
            return known
        match term:
            case t.Elements(_, kind):
                return n.ConstantArray(tuple(range(self.layout.size_of(kind))))
            case t.Local(_, variable):
                return self.kept_run(variable)
            case t.Fixed(_, kind, field, element):
                return f.fold_array_lookup(self.rows_of(kind, field), self.sure(element, field))
            case t.Gathered(_, kind):
                return f.fold_array_lookup(self.making.gathered(term), self.sure(term.element, kind))
            case t.Listed():
                return self._listed(term)
            case t.SetOperation(_, "union"):
                return self._united(term)
            case t.Filter(_, variable, domain, where, keys) if keys:
                unsorted = t.Filter(term.type, variable, domain, where, ())
                return function_codegen.sorted_run(self, variable, self.run(unsorted), keys)
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if self.is_list(zone):
                return self._list_run(zone)
            case t.Choice(_, condition, then, otherwise):
                return self.chosen(self.truth(condition), lambda: self.run(then), lambda: self.run(otherwise), n.RUN)
            case t.Apply() if not self.is_masked(term):
                return self.applied(term.define, term.arguments)
            case t.Builtin() | t.Ranked() | t.Part():
                return function_codegen.run_of(self, term)
            case t.Constant() | t.Fact() | t.Tracked() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
                return self._stored(term)

    def _stored(self, term: t.Term) -> n.Code:
        """Store a collection's members in a run."""
        w = self.writer
        kept = w.fresh("r", n.RUN)
        room: n.Code = n.Int(self.size_of(term) or OPEN_LIST_CAPACITY)
        if isinstance(term, t.Interval):
            low, high = w.keep(self.value(term.low), "a"), w.keep(self.value(term.high), "b")
            length = f.fold_add(f.fold_sub(high, low), ONE)
            room = f.fold_select(f.fold_compare("<", high, low), ZERO, length)
            w.write(n.AllocateArray(kept, room))
            self._counting(low, f.fold_add(high, ONE), lambda item: w.write(n.AppendItem(kept, item)))
            return kept
        w.write(n.AllocateArray(kept, room))
        self.each(term, lambda item: w.write(n.AppendItem(kept, item)))
        return kept

    def _listed(self, term: t.Listed) -> n.Code:
        """Return an explicitly listed set; absent items are left out."""
        elements = isinstance(term.type, CollectionType)
        items = [(item, self.value(item)) for item in term.items]
        items = [
            (item, value) for item, value in items if not (elements and isinstance(value, n.Int) and value.value < 0)
        ]
        if all(isinstance(value, n.Int) for _, value in items):
            return n.ConstantArray(tuple(dict.fromkeys(value.value for _, value in items if isinstance(value, n.Int))))
        w = self.writer
        kept = w.fresh("r", n.RUN)
        codes = [w.keep(value, "x") for _, value in items]
        w.write(n.AllocateArray(kept, n.Int(len(items))))
        for at, (code, (item, _)) in enumerate(zip(codes, items, strict=True)):
            new: n.Code = f.fold_compare(">=", code, ZERO) if elements and self.lacks(item) else YES
            for earlier in codes[:at]:
                new = f.fold_and(new, f.fold_compare("!=", code, earlier))
            w.when(new, lambda code=code: w.write(n.AppendItem(kept, code)))  # type: ignore[misc]
        return kept

    def _united(self, term: t.SetOperation) -> n.Code:
        w = self.writer
        left, right = self.run(term.left), self.run(term.right)
        left = w.keep(left, "r", n.RUN)
        kept, other = w.fresh("r", n.RUN), w.fresh("i")
        room = n.Int(self.size_of(term) or 2 * OPEN_LIST_CAPACITY)
        right = w.keep(right, "r", n.RUN)
        w.write(n.AllocateArray(kept, room), n.AppendArray(kept, left))
        there = self.in_run(left, other)
        w.write(n.ForEachLoop(other, right, (n.ConditionalBlock(f.fold_not(there), (n.AppendItem(kept, other),)),)))
        return kept

    def kept_run(self, variable: t.Variable) -> n.Code:
        """Return the run stored for a variable."""
        known = self.known.get(variable.key)
        if known is not None:
            assert not isinstance(known, tuple)
            return known
        storage = self.layout.storage[variable.key]
        assert storage.capacity, variable
        return n.LoadSlotArray(n.Int(storage.slot))

    def _list_run(self, zone: t.Tracked) -> n.Code:
        """Return a list in stored order; a stack from top to bottom."""
        field, base = self.slot(zone)
        if field.declared.order != "stack":
            return n.LoadSlotArray(base, self.past)
        w = self.writer
        base, kept, item = w.keep(base, "b"), w.fresh("r", n.RUN), w.fresh("i")
        w.write(n.AllocateArray(kept, n.Int(field.capacity)))
        count = w.keep(self.load(base), "n")
        w.write(
            n.CountedLoop(
                item,
                ZERO,
                count,
                (n.AppendItem(kept, self.load(n.IntOp("-", n.IntOp("+", base, count), item))),),
            )
        )
        return kept

    # -- writing -------------------------------------------------------------------------------------------------

    def write_list(self, slot: n.Code, run: n.Code, capacity: int) -> None:
        """Write a list into slots and zero the unused ones; exceeding the capacity is a fault."""
        w = self.writer
        w.write(n.CallStatement(n.CallNode(self.making.library(arithmetic.write_list), (slot, run, n.Int(capacity)))))
