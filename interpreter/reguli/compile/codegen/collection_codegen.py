"""Collections as code: gone through and stored, each in the way that costs least.

No collection is made unless somebody needs its members one after the other more than once, or in another order than they come in. A filter is a condition in
a loop.
"""

from __future__ import annotations

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen.function_builder import ONE, YES, ZERO
from reguli.compile.codegen.set_codegen import Body, Sets
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.bitsets import MASKED, is_in_order
from reguli.compile.passes.value_index import by_value
from reguli.compile.runtime import arithmetic
from reguli.ir.state_layout import OPEN_LIST_CAPACITY
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import CollectionType


class Collected(Sets):
    """Gives the code of collections."""

    # -- going through -----------------------------------------------------------------------------------------

    def each(self, term: t.Term, body: Body, *, counted: bool = True) -> None:
        """Write a loop over the members of a collection, in its order; ``body`` writes what is done with each.

        ``Break`` and ``Again`` in the body mean this loop. What is looked at is taken off the budget where it is ``counted``.
        """
        size = self.size_of(term)
        if counted and size is not None and size > MASKED:
            self.writer.write(n.Spend(n.Num(size)))
            counted = False
        self._each(term, self._spending(body) if counted and size is None else body)

    def _spending(self, body: Body) -> Body:
        def spent(item: n.Code) -> None:
            self.writer.write(n.Spend(ONE))
            body(item)

        return spent

    def _each(self, term: t.Term, body: Body) -> None:
        known = self.known_part(term)
        if known is not None:
            return self._through(known, body)
        match term:
            case t.Elements(_, kind):
                return self._count_to(n.Num(self.layout.size_of(kind)), body)
            case t.Interval(_, low, high):
                first = self.value(low)
                return self._counting(first, f.plus(self.value(high), ONE), body)
            case t.Filter(_, variable, domain, where, ()):
                if self._each_of_value(term, body):
                    return None
                self.making.sure.add(variable.key)
                return self._each(domain, lambda item: self._where(variable, item, where, body))
            case t.SetOperation() if self.is_asked_by_digits(term) and is_in_order(self.ruleset, term):
                return self._through_mask(self.mask(term), body)
            case t.SetOperation(_, "common" | "without", left, right):
                among = self.among(right)
                wanted = term.operator == "common"
                return self._each(
                    left,
                    lambda item: self.writer.when(
                        among(item) if wanted else f.negated(among(item)), lambda: body(item)
                    ),
                )
            case t.Contents(_, t.Tracked() as zone) | (t.Tracked() as zone) if self._each_in(zone, body):
                return None
            case t.Apply() if self.is_masked(term):
                return self._through_mask(self.applied(term.define, term.arguments), body)
            case _:
                return self._through(self.run(term), body)

    def _each_of_value(self, term: t.Filter, body: Body) -> bool:
        """Go through those members that have a printed value, where that is asked of all; tell whether it is."""
        members = self.members(term.domain)
        found = None if members is None else by_value(self.ruleset, term, members)
        if found is None:
            return False
        value = self.writer.keep(self.value(found.value), "v")
        most = found.low + len(found.rows) - 1
        least, greatest = self.bounds.of(found.value)
        if least is not None and greatest is not None and found.low <= least and greatest <= most:
            run = f.row(found.rows, f.minus(value, n.Num(found.low)))
        else:
            there = f.both(f.compare(">=", value, n.Num(found.low)), f.compare("<=", value, n.Num(most)))
            run = f.row(((), *found.rows), f.chosen(there, f.minus(value, n.Num(found.low - 1)), ZERO))
        self.making.sure.add(term.variable.key)
        self._through(run, lambda item: self._where(term.variable, item, found.where, body))
        return True

    def _each_in(self, zone: t.Tracked, body: Body) -> bool:
        """Go through a set of flags or a zone of pieces; tell whether it is one."""
        field = self.layout.fields[zone.field]
        kind = field.declared.of or ""
        if field.declared.form == "set":
            base = self.writer.keep(self.slot(zone)[1], "b")
            self._count_to(
                n.Num(field.capacity),
                lambda item: self.writer.when(f.compare("!=", self.load(f.plus(base, item)), ZERO), lambda: body(item)),
            )
            return True
        if self.is_digits(zone):
            self._through_mask(self.lying(zone), body)
            return True
        if field.declared.form == "zone" and field.declared.order != "stack" and kind in self.layout.places:
            number = self.writer.keep(self.zone(zone)[1], "z")
            first = n.Num(self.layout.places[kind])
            self._count_to(
                n.Num(self.layout.size_of(kind)),
                lambda item: self.writer.when(
                    f.compare("=", self.load(f.plus(item, first)), number), lambda: body(item)
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
        self.writer.write(n.Counting(item, low, high, self.writer.written(lambda: body(item))))

    def _count_to(self, high: n.Code, body: Body) -> None:
        self._counting(ZERO, high, body)

    def _through(self, run: n.Code, body: Body) -> None:
        if isinstance(run, n.Fixed) and run.numbers == tuple(range(len(run.numbers))):
            return self._count_to(n.Num(len(run.numbers)), body)
        item = self.writer.fresh("i")
        self.writer.write(n.Through(item, run, self.writer.written(lambda: body(item))))
        return None

    def _through_mask(self, mask: n.Code, body: Body) -> None:
        item = self.writer.fresh("i")
        self.writer.write(n.ThroughBits(item, mask, self.writer.written(lambda: body(item))))

    # -- stored ------------------------------------------------------------------------------------------------

    def run(self, term: t.Term) -> n.Code:
        """Give the members of a collection, in its order, as a run that is not to be changed."""
        known = self.known_part(term)
        if known is not None:
            return known
        match term:
            case t.Elements(_, kind):
                return n.Fixed(tuple(range(self.layout.size_of(kind))))
            case t.Local(_, variable):
                return self.kept_run(variable)
            case t.Fixed(_, kind, field, element):
                return f.row(self.rows_of(kind, field), self.sure(element, field))
            case t.Gathered(_, kind):
                return f.row(self.making.gathered(term), self.sure(term.element, kind))
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
            case _:
                return self._stored(term)

    def _stored(self, term: t.Term) -> n.Code:
        """Go through a collection and keep its members."""
        w = self.writer
        kept = w.fresh("r", n.RUN)
        room: n.Code = n.Num(self.size_of(term) or OPEN_LIST_CAPACITY)
        if isinstance(term, t.Interval):
            low, high = w.keep(self.value(term.low), "a"), w.keep(self.value(term.high), "b")
            length = f.plus(f.minus(high, low), ONE)
            room = f.chosen(f.compare("<", high, low), ZERO, length)
            w.write(n.NewRun(kept, room))
            self._counting(low, f.plus(high, ONE), lambda item: w.write(n.Push(kept, item)))
            return kept
        w.write(n.NewRun(kept, room))
        self.each(term, lambda item: w.write(n.Push(kept, item)))
        return kept

    def _listed(self, term: t.Listed) -> n.Code:
        """Return a set written out: what is not there is no member of it."""
        elements = isinstance(term.type, CollectionType)
        items = [(item, self.value(item)) for item in term.items]
        items = [
            (item, value) for item, value in items if not (elements and isinstance(value, n.Num) and value.value < 0)
        ]
        if all(isinstance(value, n.Num) for _, value in items):
            return n.Fixed(tuple(dict.fromkeys(value.value for _, value in items if isinstance(value, n.Num))))
        w = self.writer
        kept = w.fresh("r", n.RUN)
        codes = [w.keep(value, "x") for _, value in items]
        w.write(n.NewRun(kept, n.Num(len(items))))
        for at, (code, (item, _)) in enumerate(zip(codes, items, strict=True)):
            new: n.Code = f.compare(">=", code, ZERO) if elements and self.lacks(item) else YES
            for earlier in codes[:at]:
                new = f.both(new, f.compare("!=", code, earlier))
            w.when(new, lambda code=code: w.write(n.Push(kept, code)))  # type: ignore[misc]
        return kept

    def _united(self, term: t.SetOperation) -> n.Code:
        w = self.writer
        left, right = self.run(term.left), self.run(term.right)
        left = w.keep(left, "r", n.RUN)
        kept, other = w.fresh("r", n.RUN), w.fresh("i")
        room = n.Num(self.size_of(term) or 2 * OPEN_LIST_CAPACITY)
        right = w.keep(right, "r", n.RUN)
        w.write(n.NewRun(kept, room), n.Extend(kept, left))
        there = self.in_run(left, other)
        w.write(n.Through(other, right, (n.When(f.negated(there), (n.Push(kept, other),)),)))
        return kept

    def kept_run(self, variable: t.Variable) -> n.Code:
        """Give the run that a variable stands for."""
        known = self.known.get(variable.key)
        if known is not None:
            assert not isinstance(known, tuple)
            return known
        storage = self.layout.storage[variable.key]
        assert storage.capacity, variable
        return n.RunAt(n.Num(storage.slot))

    def _list_run(self, zone: t.Tracked) -> n.Code:
        """Give a list as it lies; a stack from the top to the bottom."""
        field, base = self.slot(zone)
        if field.declared.order != "stack":
            return n.RunAt(base, self.past)
        w = self.writer
        base, kept, item = w.keep(base, "b"), w.fresh("r", n.RUN), w.fresh("i")
        w.write(n.NewRun(kept, n.Num(field.capacity)))
        count = w.keep(self.load(base), "n")
        w.write(n.Counting(item, ZERO, count, (n.Push(kept, self.load(n.Op("-", n.Op("+", base, count), item))),)))
        return kept

    # -- writing -------------------------------------------------------------------------------------------------

    def write_list(self, slot: n.Code, run: n.Code, capacity: int) -> None:
        """Write a list into slots and zero what is left of its room; more than there is room for are a fault."""
        w = self.writer
        w.write(n.Do(n.Call(self.making.library(arithmetic.write_list), (slot, run, n.Num(capacity)))))
