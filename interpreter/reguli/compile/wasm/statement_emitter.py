"""Statements of the lower form as instructions."""

from __future__ import annotations

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.lir_traversal import offered
from reguli.compile.lir.value_kinds import kind_of
from reguli.compile.wasm import instruction_builder as i
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.address_emitter import Linked, Names
from reguli.compile.wasm.encoding import I64
from reguli.compile.wasm.fuel_metering import Effort
from reguli.compile.wasm.function_inlining import LONGEST
from reguli.compile.wasm.if_conversion import quick
from reguli.compile.wasm.instruction_builder import VALUE_TYPES
from reguli.compile.wasm.memory_layout import OFFERED, STAMP, TOLD, Memory
from reguli.compile.wasm.memory_views import lies_elsewhere
from reguli.compile.wasm.store_emitter import Changes
from reguli.ir.state_layout import BUDGET
from reguli.source.frozen_values import Kept, kept


@kept
class Left(Kept):
    """How a function is left: where runs go again that come next, and what is gone to, where it stands in place."""

    top: int | None = None
    end: int | None = None
    elsewhere: frozenset[str] | None = frozenset()
    """The locals whose runs may be written anew; ``None`` where a run is given as it lies."""


class Statements(Changes):
    """Prints the statements of one function."""

    def __init__(self, memory: Memory, linked: Linked, effort: Effort, function: n.Function, *, tells: bool) -> None:
        """Begin a function."""
        super().__init__(memory, linked, effort, function)
        self._tells = tells
        self._left = Left()
        self._under_way = [function.name]

    def printed(self, function: n.Function, *, as_it_lies: bool) -> bytes:
        """Print the function."""
        self._whole(function, as_it_lies=as_it_lies)
        return bytes(self.out.out)

    def _whole(self, function: n.Function, end: int | None = None, *, as_it_lies: bool) -> None:
        """Write the body of a function; it is left by going to an end, where it stands in place."""
        if self.effort.is_counted(function.name):
            self.counted()
        self.names.sizes |= {name: self.out.local(I64) for name in self.runs.own}
        elsewhere = None if as_it_lies else self.runs.elsewhere
        self._left = Left(self.kept_top() if self.runs.makes else None, end, elsewhere)
        self.body(function.body)
        if function.gives is None:
            self.reset_top(self._left.top)
        else:
            self.out.op(i.UNREACHABLE)

    def called(self, name: str, *, as_it_lies: bool = False) -> None:
        """Write a call of a function whose arguments have been written; or the function itself."""
        fits = len(self.out.out) < LONGEST and name not in self._under_way
        if fits and self.linked.stands_in_place(name):
            self._in_place(self.linked.function(name), as_it_lies=as_it_lies)
        else:
            self.linked.call(self.out, name, as_it_lies=as_it_lies)

    def _in_place(self, function: n.Function, *, as_it_lies: bool) -> None:
        kept = self.names, self.around, self.runs, self._left
        self.names, self.around, self.runs = Names({}), [], self.linked.runs(function)
        for parameter in reversed(function.parameters):
            self.out.set(self.local(parameter))
        self._under_way.append(function.name)
        with self.out.within(i.BLOCK, i.NOTHING if function.gives is None else VALUE_TYPES[function.gives]) as end:
            self._whole(function, end, as_it_lies=as_it_lies)
        self._under_way.pop()
        self.names, self.around, self.runs, self._left = kept

    def body(self, body: n.Body) -> None:
        """Write statements one after the other."""
        for one in body:
            self._statement(one)

    def _statement(self, one: n.Statement) -> None:
        match one:
            case n.Let(var, value):
                self.value(value)
                self.out.set(self.local(var))
            case n.When():
                self._when(one)
            case n.Repeat() | n.Counting() | n.Through() | n.ThroughBits():
                self.loop(one)
            case n.Store() | n.Put() | n.SetGlobal():
                self.stored(one)
            case n.PutAside() | n.TakeBack() | n.KeepPast() | n.FillSlots() | n.CopySlots():
                self.stretch(one)
            case n.NewRun() | n.Push() | n.Extend() | n.SetItem() | n.Cut():
                self.changed(one)
            case n.Break() | n.Again() | n.Give() | n.Fail() | n.Attempt():
                self._leaving(one)
            case n.Entry() | n.Offer() | n.Stamp() | n.Spend():
                self._told(one)
            case n.Do(call):
                self.value(call)
                if self.linked.function(call.function).gives is not None:
                    self.out.op(i.DROP)

    # -- ways on -----------------------------------------------------------------------------------------------

    def _leaving(self, one: n.Break | n.Again | n.Give | n.Fail | n.Attempt) -> None:
        out = self.out
        match one:
            case n.Break():
                out.leave(self.around[-1][0])
            case n.Again():
                out.leave(self.around[-1][1])
            case n.Fail(code):
                self._fail(code)
            case n.Give(value):
                self._give(value)
            case n.Attempt(body, otherwise):
                top = self.kept_top()
                with out.within() as done:
                    with out.within() as failed:
                        with out.trying(failed):
                            self.body(body)
                        out.leave(done)
                    self.reset_top(top)
                    self.body(otherwise)

    def _fail(self, code: str) -> None:
        self.out.short(int(code[1:]))
        self.linked.call(self.out, module_functions.FAIL)
        self.out.op(i.UNREACHABLE)

    def _give(self, value: n.Code | None) -> None:
        left = self._left
        if value is not None and kind_of(value) == n.RUN:
            self._give_run(value)
        else:
            if value is not None:
                self.value(value)
            self.reset_top(left.top)
        if left.end is None:
            self.out.op(i.RETURN)
        else:
            self.out.leave(left.end)

    def _give_run(self, value: n.Code) -> None:
        left = self._left
        if left.elsewhere is None and isinstance(value, n.RunAt | n.RunIn | n.Fixed | n.Row):
            self.value(value)
            self.reset_top(left.top)
            return
        if left.elsewhere is None:
            self.run_for(value, ())
        else:
            self.value(value)
            if lies_elsewhere(value, left.elsewhere):
                self.linked.call(self.out, module_functions.COPY_RUN)
        assert left.top is not None
        self.out.get(left.top)
        self.linked.call(self.out, module_functions.KEEP_RUN)

    def _when(self, one: n.When) -> None:
        out = self.out
        if len(one.yes) == 1 and not one.no and isinstance(one.yes[0], n.Push) and quick(one.yes[0].value):
            self.pushed_where(one.test, one.yes[0])
            return
        if not one.no:
            with out.within() as end:
                self.unless(one.test, end)
                self.body(one.yes)
            return
        with out.within() as end:
            with out.within() as other:
                self.unless(one.test, other)
                self.body(one.yes)
                if not (one.yes and isinstance(one.yes[-1], n.Break | n.Again | n.Give | n.Fail)):
                    out.leave(end)
            self.body(one.no)

    # -- what is told ------------------------------------------------------------------------------------------

    def _told(self, one: n.Entry | n.Offer | n.Stamp | n.Spend) -> None:
        out = self.out
        match one:
            case n.Entry(_, values):
                if self._tells:
                    self._entry(one, TOLD, values)
            case n.Offer():
                self._entry(one, OFFERED, offered(one))
            case n.Stamp(slots):
                out.short(0)
                out.load(self.memory.word(STAMP))
                out.number(1)
                out.op(i.ADD)
                number = out.kept(I64)
                for address in (self.memory.word(STAMP), *map(self.memory.slot, slots)):
                    out.short(0)
                    out.get(number)
                    out.store(address)
            case n.Spend(count, code):
                address = self.memory.slot(BUDGET)
                out.short(0)
                out.short(0)
                out.load(address)
                self.value(count)
                out.op(i.SUBTRACT)
                left = out.local(I64)
                out.tee(left)
                out.store(address)
                with out.within() as enough:
                    out.get(left)
                    out.number(0)
                    out.op(i.AT_LEAST)
                    out.leave_if(enough)
                    self._fail(code)

    def _entry(self, one: n.Entry | n.Offer, which: int, values: tuple[n.Code, ...]) -> None:
        """Write an entry: the number of its place in the text, and its values, runs with their length in front."""
        out, address = self.out, self.memory.word(which)
        kept: list[tuple[int, n.KindOf]] = []
        # What is worked out may tell or offer something itself.
        for value in values:
            self.value(value)
            kept.append((out.kept(i.VALUE_TYPES[kind_of(value)]), kind_of(value)))
        out.short(address)
        out.number(self.linked.site(one))
        self.linked.call(out, module_functions.TELL)
        for local, kind in kept:
            out.short(address)
            out.get(local)
            if kind == n.TRUTH:
                out.op(i.WIDEN)
            self.linked.call(out, module_functions.TELL_RUN if kind == n.RUN else module_functions.TELL)
