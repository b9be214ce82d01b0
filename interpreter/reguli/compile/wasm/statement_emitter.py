"""Code generation for LIR statements."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import offer_values
from reguli.compile.wasm import encoding as i
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.encoding import I32, I64, VALUE_TYPES
from reguli.compile.wasm.expression_emitter import ExpressionEmitter, LinkContext, LocalNames, is_cheap_expression
from reguli.compile.wasm.memory_layout import Loop, MemoryLayout, may_alias_memory
from reguli.compile.wasm.module_image import FUEL, OFFERED, STAMP, TOLD, TOP, WORD
from reguli.compile.wasm.wasm_passes import LONGEST, FuelMetering
from reguli.ir.state_layout import BUDGET
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- Loops of the lower form as instructions: the next round is asked for at the end of the one before ---------------


@frozen_class
class LoopRounds(FrozenValue):
    """Work at the start of each loop round: earlier arrays are dropped, and rounds are counted."""

    top: int | None
    left: int | None = None
    """The local that says how many rounds are left before something is taken off the fuel."""
    each: int = 0
    """After so many rounds."""


class LoopEmitter(ExpressionEmitter):
    """Code generator for the loops of one function."""

    def __init__(
        self, memory: MemoryLayout, linked: LinkContext, effort: FuelMetering, function: n.FunctionDefinition
    ) -> None:
        """Start a function."""
        super().__init__(memory, linked, function.parameters)
        self.runs, self.effort = linked.runs(function), effort
        self.around: list[tuple[int, int]] = []
        """Of the loops around: what is left, and what is gone on with."""

    @abstractmethod
    def body(self, body: n.Body) -> None:
        """Generate consecutive statements."""

    def kept_top(self) -> int:
        """Generate code that saves the next free array address; return the local."""
        self.out.short(0)
        self.out.load_short(self.memory.word(TOP))
        return self.out.kept(I32)

    def reset_top(self, top: int | None) -> None:
        """Generate code that restores the next free array address."""
        if top is not None:
            self.out.short(0)
            self.out.get(top)
            self.out.store_short(self.memory.word(TOP))

    def counted(self) -> None:
        """Generate code that decrements the fuel and stops the machine when it runs out."""
        out, fuel = self.out, self.memory.word(FUEL)
        out.short(0)
        out.short(0)
        out.load(fuel)
        out.number(1)
        out.op(i.SUBTRACT)
        left = out.local(I64)
        out.tee(left)
        out.store(fuel)
        out.get(left)
        out.number(0)
        out.op(i.LESS)
        with out.within(i.IF):
            out.op(i.UNREACHABLE)

    def _before(self, loop: Loop) -> LoopRounds:
        """Generate what is saved before a loop begins."""
        top = self.kept_top() if self.runs.dropped_each_round(loop) else None
        each = self.effort.rounds(loop)
        if each is None:
            return LoopRounds(top)
        self.out.short(each)
        return LoopRounds(top, self.out.kept(I32), each)

    def _counted_round(self, left: int, each: int) -> None:
        out = self.out
        out.get(left)
        out.short(1)
        out.op(i.SUBTRACT_SHORT)
        out.tee(left)
        out.op(i.NOT_SHORT)
        with out.within(i.IF):
            self.counted()
            out.short(each)
            out.set(left)

    def _round(self, loop: Loop, end: int, again: int | None, rounds: LoopRounds) -> None:
        """Generate one round of a loop; ``again`` labels the direct jump to the next, if nothing must be done before it."""
        self.reset_top(rounds.top)
        if rounds.left is not None:
            self._counted_round(rounds.left, rounds.each)
        if again is None and any(map(_begins_again, loop.body)):
            with self.out.within() as rest:
                self.around.append((end, rest))
                self.body(loop.body)
        else:
            self.around.append((end, again or end))
            self.body(loop.body)
        self.around.pop()

    def loop(self, loop: Loop) -> None:
        """Generate a loop."""
        match loop:
            case n.EndlessLoop():
                self._repeat(loop)
            case n.CountedLoop():
                self._counting(loop)
            case n.ForEachLoop():
                self._through(loop)
            case n.ForEachBit():
                self._through_digits(loop)

    def _repeat(self, loop: n.EndlessLoop) -> None:
        rounds = self._before(loop)
        with self.out.within() as end, self.out.within(i.LOOP) as again:
            self._round(loop, end, again, rounds)
            self.out.leave(again)

    def _counting(self, loop: n.CountedLoop) -> None:
        out, var = self.out, self.local(loop.var)
        high: Callable[[], None]
        if isinstance(loop.high, n.Int):
            known = loop.high.value
            self.value(loop.low)
            high = lambda: out.number(known)  # noqa: E731
        else:
            self.value(loop.low)
            self.value(loop.high)
            local = out.kept(I64)
            high = lambda: out.get(local)  # noqa: E731
        out.set(var)
        if isinstance(loop.low, n.Int) and loop.low.value >= 0:
            self.names.from_zero.add(loop.var.name)
        certain = isinstance(loop.low, n.Int) and isinstance(loop.high, n.Int) and loop.low.value < loop.high.value

        def begun(end: int) -> None:
            if not certain:
                out.get(var)
                high()
                out.op(i.AT_LEAST)
                out.leave_if(end)

        def next_one(again: int) -> None:
            out.get(var)
            out.number(1)
            out.op(i.ADD)
            out.tee(var)
            high()
            out.op(i.OTHER)
            out.leave_if(again)

        self._loop(loop, begun, lambda: None, next_one)

    def _loop(
        self,
        loop: n.CountedLoop | n.ForEachLoop | n.ForEachBit,
        begun: Callable[[int], None],
        each: Callable[[], None],
        next_one: Callable[[int], None],
    ) -> None:
        """Generate a loop that tests for the next round at its end."""
        rounds = self._before(loop)
        with self.out.within() as end:
            begun(end)
            with self.out.within(i.LOOP) as again:
                each()
                self._round(loop, end, None, rounds)
                next_one(again)

    def _through(self, loop: n.ForEachLoop) -> None:
        out, var = self.out, self.local(loop.var)
        if isinstance(loop.run, n.SlotRangeArray):
            self.row_before(loop.run)
        else:
            self.run_for(loop.run, loop.body)
        at = out.kept(I32)
        if isinstance(loop.run, n.SlotRangeArray):
            out.number(loop.run.count)
        else:
            out.get(at)
            out.load()
        out.op(i.NARROW)
        self.scaled(WORD)
        out.get(at)
        out.op(i.ADD_SHORT)
        last = out.kept(I32)
        if _all_from_zero(loop.run):
            self.names.from_zero.add(loop.var.name)

        def begun(end: int) -> None:
            out.get(at)
            out.get(last)
            out.op(i.EQUAL_SHORT)
            out.leave_if(end)

        def each() -> None:
            out.get(at)
            out.short(WORD)
            out.op(i.ADD_SHORT)
            out.tee(at)
            out.load()
            out.set(var)

        def next_one(again: int) -> None:
            out.get(at)
            out.get(last)
            out.op(i.OTHER_SHORT)
            out.leave_if(again)

        self._loop(loop, begun, each, next_one)

    def _through_digits(self, loop: n.ForEachBit) -> None:
        out, var = self.out, self.local(loop.var)
        self.value(loop.mask)
        left = out.kept(I64)
        self.names.from_zero.add(loop.var.name)

        def begun(end: int) -> None:
            out.get(left)
            out.op(i.NOT)
            out.leave_if(end)

        def each() -> None:
            out.get(left)
            out.op(i.TRAILING)
            out.set(var)
            out.get(left)
            out.get(left)
            out.number(1)
            out.op(i.SUBTRACT, i.AND)
            out.set(left)

        def next_one(again: int) -> None:
            out.get(left)
            out.op(i.NOT, i.NOT_SHORT)
            out.leave_if(again)

        self._loop(loop, begun, each, next_one)


def _begins_again(one: n.Statement) -> bool:
    """Return whether a statement continues with the next round of its loop."""
    match one:
        case n.ContinueLoop():
            return True
        case n.ConditionalBlock(_, yes, no) | n.TryStatement(yes, no):
            return any(map(_begins_again, (*yes, *no)))
        case n.EndlessLoop() | n.CountedLoop() | n.ForEachLoop() | n.ForEachBit() | n.SimpleStatement():
            return False


def _all_from_zero(run: n.Code) -> bool:
    match run:
        case n.ConstantArray(numbers):
            return min(numbers, default=0) >= 0
        case n.ConstantArrayTable(runs):
            return all(min(one, default=0) >= 0 for one in runs)
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
            return False


# -- What is changed, as instructions: slots, areas, numbers beside the positions, runs ------------------------------


FEW: Final = 8
"""So many slots are written one by one."""


class StoreEmitter(LoopEmitter):
    """Code generator for the statements of one function that modify state."""

    def stored(self, one: n.StoreSlot | n.StoreArea | n.SetGlobal) -> None:
        """Generate the assignment of a single number."""
        match one:
            case n.StoreSlot(slot):
                self._written(one.value, lambda: self.slot(slot))
            case n.StoreArea(area, index):
                self._written(one.value, lambda: self.place(index, self.memory.area(area)))
            case n.SetGlobal(name):
                self.out.short(0)
                self.value(one.value)
                self.out.store(self.memory.number(name))

    def _written(self, value: n.Code, place: Callable[[], int]) -> None:
        """Generate a store whose address is computed after the value, since calls in the value may change the address."""
        self.value(value)
        local = self.out.kept(I64)
        offset = place()
        self.out.get(local)
        self.out.store(offset)

    def stretch(
        self, one: n.CopySlotsToArea | n.CopyAreaToSlots | n.SnapshotPosition | n.FillSlots | n.CopySlots
    ) -> None:
        """Generate an operation on a range of numbers."""

        def slot(code: n.Code) -> Callable[[], int]:
            return lambda: self.slot(code)

        def area(name: str, index: n.Code) -> Callable[[], int]:
            return lambda: self.place(index, self.memory.area(name))

        match one:
            case n.CopySlotsToArea(name, index, source, count):
                self._copied(area(name, index), slot(source), count, apart=True)
            case n.CopyAreaToSlots(to, name, index, count):
                self._copied(slot(to), area(name, index), count, apart=True)
            case n.CopySlots(to, source, count):
                self._copied(slot(to), slot(source), count, apart=False)
            case n.FillSlots():
                self._filled(one)
            case n.SnapshotPosition():
                self.out.short(self.memory.past)
                self.out.short(0)
                self.out.short(self.memory.past)
                self.out.out += i.COPY

    def _copied(self, to: Callable[[], int], source: Callable[[], int], count: n.Code, *, apart: bool) -> None:
        """Generate the copy of a range; word by word if it is short and the two cannot overlap."""
        out = self.out
        if isinstance(count, n.Int) and (count.value <= 1 or (apart and count.value <= FEW)):
            self._word_by_word(to, source, count.value)
            return
        self.added(to())
        self.added(source())
        self.value(count)
        out.op(i.NARROW)
        self.scaled(WORD)
        out.out += i.COPY

    def _word_by_word(self, to: Callable[[], int], source: Callable[[], int], count: int) -> None:
        out = self.out
        to_offset = to()
        to_local = out.kept(I32)
        source_offset = source()
        source_local = out.kept(I32)
        for number in range(count):
            out.get(to_local)
            out.get(source_local)
            out.load(source_offset + WORD * number)
            out.store(to_offset + WORD * number)

    def _filled(self, one: n.FillSlots) -> None:
        out = self.out
        offset = self.slot(one.slot)
        at = out.kept(I32)
        if isinstance(one.count, n.Int) and one.count.value <= FEW:
            self.value(one.value)
            value = out.kept(I64)
            for number in range(one.count.value):
                out.get(at)
                out.get(value)
                out.store(offset + WORD * number)
        elif one.value in (n.Int(0), n.Int(-1)):
            # Bytes of no digit set, or of all.
            out.get(at)
            self.added(offset)
            out.short(0 if one.value == n.Int(0) else -1)
            self.value(one.count)
            out.op(i.NARROW)
            self.scaled(WORD)
            out.out += i.FILL
        else:
            self._filled_one_by_one(one, at, offset)

    def _filled_one_by_one(self, one: n.FillSlots, at: int, offset: int) -> None:
        out = self.out
        self.value(one.count)
        out.op(i.NARROW)
        self.scaled(WORD)
        out.get(at)
        out.op(i.ADD_SHORT)
        last = out.kept(I32)
        self.value(one.value)
        value = out.kept(I64)
        with out.within() as end, out.within(i.LOOP) as again:
            out.get(at)
            out.get(last)
            out.op(i.EQUAL_SHORT)
            out.leave_if(end)
            out.get(at)
            out.get(value)
            out.store(offset)
            out.get(at)
            out.short(WORD)
            out.op(i.ADD_SHORT)
            out.set(at)
            out.leave(again)

    # -- runs --------------------------------------------------------------------------------------------------

    def changed(self, one: n.AllocateArray | n.AppendItem | n.AppendArray | n.SetArrayItem | n.TruncateArray) -> None:
        """Generate the creation or change of an array."""
        out = self.out
        match one:
            case n.AllocateArray(var, room):
                if not isinstance(room, n.Int):
                    self.value(room)
                out.get(self.new_run(room.value if isinstance(room, n.Int) else None))
                out.tee(self.local(var))
                out.number(0)
                self._sized(var)
            case n.AppendItem(run, value):
                self._pushed(run, value, lambda: out.number(1))
            case n.AppendArray(run, other):
                self.value(run)
                self.run_for(other, ())
                self.linked.call(out, module_functions.EXTEND)
                if run.name in self.names.sizes:
                    self.value(run)
                    out.load()
                    out.set(self.names.sizes[run.name])
            case n.SetArrayItem(run, index, value):
                self._written(value, lambda: self.item(run, index))
            case n.TruncateArray(run, size):
                self.value(run)
                self.value(size)
                self._sized(run)

    def pushed_where(self, test: n.Code, push: n.AppendItem) -> None:
        """Generate an unconditional store after an array's end; its length grows only if the condition holds. This avoids an unpredictable branch."""
        self.value(test)
        self.out.op(i.WIDEN)
        more = self.out.kept(I64)
        self._pushed(push.run, push.value, lambda: self.out.get(more))

    def _pushed(self, run: n.LocalVar, value: n.Code, more: Callable[[], None]) -> None:
        """Generate a store after an array's end and the increase of its length."""
        out = self.out
        self.value(value)
        number = out.kept(I64)
        self._place_behind(run)
        out.get(number)
        out.store(WORD)
        self.value(run)
        self.value(n.ArrayLength(run))
        more()
        out.op(i.ADD)
        self._sized(run)

    def _place_behind(self, run: n.LocalVar) -> None:
        self.value(run)
        self.value(n.ArrayLength(run))
        self.out.op(i.NARROW)
        self.scaled(WORD)
        self.out.op(i.ADD_SHORT)

    def _sized(self, run: n.LocalVar) -> None:
        """Generate the store of a computed length; the array's address is below it on the stack."""
        size = self.names.sizes.get(run.name)
        if size is not None:
            self.out.tee(size)
        self.out.store()


# -- statement emitter -----------------------------------------------------------------------------------------------


@frozen_class
class FunctionExit(FrozenValue):
    """How a function is left: the array address to restore, and, if it is inlined, the label to branch to."""

    top: int | None = None
    end: int | None = None
    elsewhere: frozenset[str] | None = frozenset()
    """The locals whose runs may be written again; ``None`` where a run is given as it lies."""


class StatementEmitter(StoreEmitter):
    """Code generator for the statements of one function."""

    def __init__(
        self,
        memory: MemoryLayout,
        linked: LinkContext,
        effort: FuelMetering,
        function: n.FunctionDefinition,
        *,
        tells: bool,
    ) -> None:
        """Start a function."""
        super().__init__(memory, linked, effort, function)
        self._tells = tells
        self._left = FunctionExit()
        self._under_way = [function.name]

    def printed(self, function: n.FunctionDefinition, *, as_it_lies: bool) -> bytes:
        """Emit the function."""
        self._whole(function, as_it_lies=as_it_lies)
        return bytes(self.out.out)

    def _whole(self, function: n.FunctionDefinition, end: int | None = None, *, as_it_lies: bool) -> None:
        """Generate the body of a function; an inlined body is left by a branch to ``end``."""
        if self.effort.is_counted(function.name):
            self.counted()
        self.names.sizes |= {name: self.out.local(I64) for name in self.runs.own}
        elsewhere = None if as_it_lies else self.runs.elsewhere
        self._left = FunctionExit(self.kept_top() if self.runs.makes else None, end, elsewhere)
        self.body(function.body)
        if function.gives is None:
            self.reset_top(self._left.top)
        else:
            self.out.op(i.UNREACHABLE)

    def called(self, name: str, *, as_it_lies: bool = False) -> None:
        """Generate a call of a function whose arguments are written, or inline the function."""
        fits = len(self.out.out) < LONGEST and name not in self._under_way
        if fits and self.linked.stands_in_place(name):
            self._in_place(self.linked.function(name), as_it_lies=as_it_lies)
        else:
            self.linked.call(self.out, name, as_it_lies=as_it_lies)

    def _in_place(self, function: n.FunctionDefinition, *, as_it_lies: bool) -> None:
        kept = self.names, self.around, self.runs, self._left
        self.names, self.around, self.runs = LocalNames({}), [], self.linked.runs(function)
        for parameter in reversed(function.parameters):
            self.out.set(self.local(parameter))
        self._under_way.append(function.name)
        with self.out.within(i.BLOCK, i.NOTHING if function.gives is None else VALUE_TYPES[function.gives]) as end:
            self._whole(function, end, as_it_lies=as_it_lies)
        self._under_way.pop()
        self.names, self.around, self.runs, self._left = kept

    def body(self, body: n.Body) -> None:
        """Generate consecutive statements."""
        for one in body:
            self._statement(one)

    def _statement(self, one: n.Statement) -> None:
        match one:
            case n.AssignLocal(var, value):
                self.value(value)
                self.out.set(self.local(var))
            case n.ConditionalBlock():
                self._when(one)
            case n.EndlessLoop() | n.CountedLoop() | n.ForEachLoop() | n.ForEachBit():
                self.loop(one)
            case n.StoreSlot() | n.StoreArea() | n.SetGlobal():
                self.stored(one)
            case n.CopySlotsToArea() | n.CopyAreaToSlots() | n.SnapshotPosition() | n.FillSlots() | n.CopySlots():
                self.stretch(one)
            case n.AllocateArray() | n.AppendItem() | n.AppendArray() | n.SetArrayItem() | n.TruncateArray():
                self.changed(one)
            case n.BreakLoop() | n.ContinueLoop() | n.ReturnValue() | n.RaiseFault() | n.TryStatement():
                self._leaving(one)
            case n.WriteJournal() | n.OfferMove() | n.StampSlots() | n.SpendBudget():
                self._told(one)
            case n.CallStatement(call):
                self.value(call)
                if self.linked.function(call.function).gives is not None:
                    self.out.op(i.DROP)

    # -- ways on -----------------------------------------------------------------------------------------------

    def _leaving(self, one: n.BreakLoop | n.ContinueLoop | n.ReturnValue | n.RaiseFault | n.TryStatement) -> None:
        out = self.out
        match one:
            case n.BreakLoop():
                out.leave(self.around[-1][0])
            case n.ContinueLoop():
                out.leave(self.around[-1][1])
            case n.RaiseFault(code):
                self._fail(code)
            case n.ReturnValue(value):
                self._give(value)
            case n.TryStatement(body, otherwise):
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
        if value is not None and n.value_kind(value) == n.RUN:
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
        if left.elsewhere is None and isinstance(
            value, n.LoadSlotArray | n.LoadAreaArray | n.ConstantArray | n.ConstantArrayTable
        ):
            self.value(value)
            self.reset_top(left.top)
            return
        if left.elsewhere is None:
            self.run_for(value, ())
        else:
            self.value(value)
            if may_alias_memory(value, left.elsewhere):
                self.linked.call(self.out, module_functions.COPY_RUN)
        assert left.top is not None
        self.out.get(left.top)
        self.linked.call(self.out, module_functions.KEEP_RUN)

    def _when(self, one: n.ConditionalBlock) -> None:
        out = self.out
        if (
            len(one.yes) == 1
            and not one.no
            and isinstance(one.yes[0], n.AppendItem)
            and is_cheap_expression(one.yes[0].value)
        ):
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
                if not (
                    one.yes and isinstance(one.yes[-1], n.BreakLoop | n.ContinueLoop | n.ReturnValue | n.RaiseFault)
                ):
                    out.leave(end)
            self.body(one.no)

    # -- what is told ------------------------------------------------------------------------------------------

    def _told(self, one: n.WriteJournal | n.OfferMove | n.StampSlots | n.SpendBudget) -> None:
        out = self.out
        match one:
            case n.WriteJournal(_, values):
                if self._tells:
                    self._entry(one, TOLD, values)
            case n.OfferMove():
                self._entry(one, OFFERED, offer_values(one))
            case n.StampSlots(slots):
                out.short(0)
                out.load(self.memory.word(STAMP))
                out.number(1)
                out.op(i.ADD)
                number = out.kept(I64)
                for address in (self.memory.word(STAMP), *map(self.memory.slot, slots)):
                    out.short(0)
                    out.get(number)
                    out.store(address)
            case n.SpendBudget(count, code):
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

    def _entry(self, one: n.WriteJournal | n.OfferMove, which: int, values: tuple[n.Code, ...]) -> None:
        """Generate an entry: the number of its statement, then its values, arrays with their length first."""
        out, address = self.out, self.memory.word(which)
        kept: list[tuple[int, n.KindOf]] = []
        # What is computed may tell or offer something itself.
        for value in values:
            self.value(value)
            kept.append((out.kept(i.VALUE_TYPES[n.value_kind(value)]), n.value_kind(value)))
        out.short(address)
        out.number(self.linked.site(one))
        self.linked.call(out, module_functions.TELL)
        for local, kind in kept:
            out.short(address)
            out.get(local)
            if kind == n.TRUTH:
                out.op(i.WIDEN)
            self.linked.call(out, module_functions.TELL_RUN if kind == n.RUN else module_functions.TELL)
