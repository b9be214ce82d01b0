"""Where things lie: the slots of fields, zones and tokens, as code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.function_builder import ZERO, Writer
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.interval_analysis import Interval, Intervals
from reguli.ir.state_layout import FieldSlots
from reguli.model.analysis.absence_analysis import may_lack
from reguli.model.bound_tree import bound_terms as t

Known = dict[int, n.Code | tuple[n.Code, ...]]
"""What stands for variables that are no slots, by key: code without effect that may be used twice; of a bundle one for each variety."""


class Places(ABC):
    """Gives the code of places; ``value`` gives that of terms."""

    def __init__(self, making: Making, writer: Writer, known: Known | None = None, *, past: bool = False) -> None:
        self.making = making
        self.ruleset = making.ruleset
        self.layout = making.layout
        self.writer = writer
        self.known: Known = {} if known is None else known
        self.past = past
        """Whether the position before the move is asked."""
        self.limits: dict[int, Interval] = {}
        """Between which numbers variables lie, by key."""
        self.bounds = Intervals(self.ruleset, self.layout, self.limits, making.sure)

    @abstractmethod
    def value(self, term: t.Term) -> n.Code:
        """Give a number, an element or a truth."""

    def truth(self, term: t.Term) -> n.Code:
        """Give a truth."""
        return f.as_truth(self.value(term))

    def whole(self, term: t.Term) -> n.Code:
        """Give a number; 1 for what holds, 0 for what does not."""
        return f.as_whole(self.value(term))

    # -- what is there -----------------------------------------------------------------------------------------

    def is_sure(self, term: t.Term) -> bool:
        """Tell whether an element is there for certain."""
        if isinstance(term, t.Constant):
            return term.value >= 0
        return isinstance(term, t.Local) and term.variable.key in self.making.sure

    def lacks(self, term: t.Term) -> bool:
        """Tell whether a term that is an element may be none."""
        return not self.is_sure(term) and may_lack(self.ruleset, self.ruleset.absent, term)

    def sure(self, term: t.Term, what: str) -> n.Code:
        """Give an element that must be there; ``what`` names what is asked of it, for whoever reads this."""
        value = self.value(term)
        if self.is_sure(term) or isinstance(value, n.Flag) or not self.lacks(term):
            return value
        if isinstance(value, n.Num):
            self.writer.refuse(n.Flag(value.value < 0), "E301")
            return n.Num(max(0, value.value))
        kept = self.writer.keep(value, "x")
        self.writer.refuse(f.compare("<", kept, ZERO), "E301")
        return kept

    def load(self, slot: n.Code) -> n.Code:
        """Give what a slot of the position holds that is asked."""
        return n.Load(slot, self.past)

    def both(self, left: n.Code, right: Callable[[], n.Code]) -> n.Code:
        """Give the code of both; what the right one needs beforehand is done only where the left one holds."""
        return self._joined(left, right, stop=False)

    def either(self, left: n.Code, right: Callable[[], n.Code]) -> n.Code:
        """Give the code of one of two; what the right one needs beforehand is done only where the left one does not hold."""
        return self._joined(left, right, stop=True)

    def _joined(self, left: n.Code, right: Callable[[], n.Code], *, stop: bool) -> n.Code:
        if isinstance(left, n.Flag):
            return left if left.value == stop else right()
        w = self.writer
        with w.inside() as before:
            other = right()
        if not before:
            return f.either(left, other) if stop else f.both(left, other)
        found = w.fresh("t", n.TRUTH)
        w.write(n.Let(found, left))
        w.write(n.When(f.negated(found) if stop else found, (*before, n.Let(found, other))))
        return found

    def chosen(self, test: n.Code, yes: Callable[[], n.Code], no: Callable[[], n.Code], kind: n.KindOf) -> n.Code:
        """Give one of two values; what each needs beforehand is done only where it is chosen."""
        if isinstance(test, n.Flag):
            return yes() if test.value else no()
        w = self.writer
        with w.inside() as before_yes:
            one = yes()
        with w.inside() as before_no:
            other = no()
        if not before_yes and not before_no and kind != n.RUN:
            return f.chosen(test, one, other)
        found = w.fresh("c", kind)
        w.write(n.When(test, (*before_yes, n.Let(found, one)), (*before_no, n.Let(found, other))))
        return found

    # -- fields and zones --------------------------------------------------------------------------------------

    def slot(self, term: t.Tracked) -> tuple[FieldSlots, n.Code]:
        """Give a field and the first slot of its place."""
        field = self.layout.fields[term.field]
        return field, self._numbered(term, field.base, field.stride)

    def zone(self, term: t.Term) -> tuple[FieldSlots, n.Code]:
        """Give the field of a zone and the number of the zone."""
        match term:
            case t.Contents(_, inner) | t.Variety(_, inner) | t.Occupant(_, inner):
                return self.zone(inner)
            case t.Tracked():
                field = self.layout.fields[term.field]
                return field, self._numbered(term, field.zone, 1)
            case _:
                raise AssertionError(term)

    def _numbered(self, term: t.Tracked, first: int, stride: int) -> n.Code:
        return f.plus(f.times(self._place(term), n.Num(stride)), n.Num(first))

    def _place(self, term: t.Tracked) -> n.Code:
        """Give the number of the place of a field: its owner and its keys, the last one going fastest."""
        field = self.layout.fields[term.field]
        place: n.Code = ZERO if term.owner is None else self.sure(term.owner, term.field)
        for key, slots in zip(term.keys, field.keys, strict=True):
            at = self.sure(key, term.field) if slots.kind is not None else self._key(key, slots.low, slots.size)
            place = f.plus(f.times(place, n.Num(slots.size)), at)
        return place

    def _key(self, key: t.Term, low: int, size: int) -> n.Code:
        """Give the place of a number among those from ``low`` on; outside of them there is none (E323)."""
        least, most = self.bounds.of(key)
        kept = self.writer.keep(self.value(key), "k")
        if least is None or least < low:
            self.writer.refuse(f.compare("<", kept, n.Num(low)), "E323")
        if most is None or most >= low + size:
            self.writer.refuse(f.compare(">=", kept, n.Num(low + size)), "E323")
        return f.minus(kept, n.Num(low))

    def tokens(self, zone: t.Term) -> tuple[FieldSlots, n.Code, n.Code | None]:
        """Give the field of a zone of tokens, its first slot, and the variety where only one is meant."""
        match zone:
            case t.Variety(_, t.Tracked() as inner, variety):
                field, base = self.slot(inner)
                return field, base, self.sure(variety, inner.field)
            case t.Tracked():
                field, base = self.slot(zone)
                return field, base, ZERO if field.capacity == 1 else None
            case _:
                raise AssertionError(zone)

    def list_place(self, place: t.Term) -> tuple[int, bool, n.Code]:
        """Give capacity, whether it is a set of flags, and the first slot, of a list or set that lies in slots."""
        match place:
            case t.Contents(_, inner):
                return self.list_place(inner)
            case t.Tracked():
                field, base = self.slot(place)
                return field.capacity, field.declared.form == "set", base
            case t.Local(_, variable):
                storage = self.layout.storage[variable.key]
                return storage.capacity, False, n.Num(storage.slot)
            case _:
                raise AssertionError(place)

    def amount(self, zone: t.Term) -> n.Code:
        """Give how many tokens lie in a zone, of one variety or of all."""
        field, base, variety = self.tokens(zone)
        if variety is not None:
            return self.load(f.plus(base, variety))
        base = self.writer.keep(base, "b")
        total: n.Code = ZERO
        for at in range(field.capacity):
            total = f.plus(total, self.load(f.plus(base, n.Num(at))))
        return total
