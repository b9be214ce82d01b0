"""What is changed, as instructions: slots, areas, numbers beside the positions, runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reguli.compile.lir import statement_nodes as n
from reguli.compile.wasm import instruction_builder as i
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.encoding import I32, I64
from reguli.compile.wasm.loop_emitter import Loops
from reguli.compile.wasm.memory_layout import WORD

FEW: Final = 8
"""So many slots are written one by one."""


class Changes(Loops):
    """Prints the statements of one function that change something."""

    def stored(self, one: n.Store | n.Put | n.SetGlobal) -> None:
        """Print that one number is given a value."""
        match one:
            case n.Store(slot):
                self._written(one.value, lambda: self.slot(slot))
            case n.Put(area, index):
                self._written(one.value, lambda: self.place(index, self.memory.area(area)))
            case n.SetGlobal(name):
                self.out.short(0)
                self.value(one.value)
                self.out.store(self.memory.number(name))

    def _written(self, value: n.Code, place: Callable[[], int]) -> None:
        """Write that a value goes to a place, which is found when the value is there: what it calls may change the place."""
        self.value(value)
        local = self.out.kept(I64)
        offset = place()
        self.out.get(local)
        self.out.store(offset)

    def stretch(self, one: n.PutAside | n.TakeBack | n.KeepPast | n.FillSlots | n.CopySlots) -> None:
        """Print what is done with several numbers at once."""

        def slot(code: n.Code) -> Callable[[], int]:
            return lambda: self.slot(code)

        def area(name: str, index: n.Code) -> Callable[[], int]:
            return lambda: self.place(index, self.memory.area(name))

        match one:
            case n.PutAside(name, index, source, count):
                self._copied(area(name, index), slot(source), count, apart=True)
            case n.TakeBack(to, name, index, count):
                self._copied(slot(to), area(name, index), count, apart=True)
            case n.CopySlots(to, source, count):
                self._copied(slot(to), slot(source), count, apart=False)
            case n.FillSlots():
                self._filled(one)
            case n.KeepPast():
                self.out.short(self.memory.past)
                self.out.short(0)
                self.out.short(self.memory.past)
                self.out.out += i.COPY

    def _copied(self, to: Callable[[], int], source: Callable[[], int], count: n.Code, *, apart: bool) -> None:
        """Write that a stretch is copied; word by word where it is short, and where the two cannot overlap."""
        out = self.out
        if isinstance(count, n.Num) and (count.value <= 1 or (apart and count.value <= FEW)):
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
        if isinstance(one.count, n.Num) and one.count.value <= FEW:
            self.value(one.value)
            value = out.kept(I64)
            for number in range(one.count.value):
                out.get(at)
                out.get(value)
                out.store(offset + WORD * number)
        elif one.value in (n.Num(0), n.Num(-1)):
            # Bytes of no digit set, or of all.
            out.get(at)
            self.added(offset)
            out.short(0 if one.value == n.Num(0) else -1)
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

    def changed(self, one: n.NewRun | n.Push | n.Extend | n.SetItem | n.Cut) -> None:
        """Write that a run is made, or changed."""
        out = self.out
        match one:
            case n.NewRun(var, room):
                if not isinstance(room, n.Num):
                    self.value(room)
                out.get(self.new_run(room.value if isinstance(room, n.Num) else None))
                out.tee(self.local(var))
                out.number(0)
                self._sized(var)
            case n.Push(run, value):
                self._pushed(run, value, lambda: out.number(1))
            case n.Extend(run, other):
                self.value(run)
                self.run_for(other, ())
                self.linked.call(out, module_functions.EXTEND)
                if run.name in self.names.sizes:
                    self.value(run)
                    out.load()
                    out.set(self.names.sizes[run.name])
            case n.SetItem(run, index, value):
                self._written(value, lambda: self.item(run, index))
            case n.Cut(run, size):
                self.value(run)
                self.value(size)
                self._sized(run)

    def pushed_where(self, test: n.Code, push: n.Push) -> None:
        """Write that a number is put behind a run, which is one longer then where a condition holds: that costs less than a branch that nobody foresees."""
        self.value(test)
        self.out.op(i.WIDEN)
        more = self.out.kept(I64)
        self._pushed(push.run, push.value, lambda: self.out.get(more))

    def _pushed(self, run: n.Var, value: n.Code, more: Callable[[], None]) -> None:
        """Write a number behind a run, and that it is so much longer."""
        out = self.out
        self.value(value)
        number = out.kept(I64)
        self._place_behind(run)
        out.get(number)
        out.store(WORD)
        self.value(run)
        self.value(n.Size(run))
        more()
        out.op(i.ADD)
        self._sized(run)

    def _place_behind(self, run: n.Var) -> None:
        self.value(run)
        self.value(n.Size(run))
        self.out.op(i.NARROW)
        self.scaled(WORD)
        self.out.op(i.ADD_SHORT)

    def _sized(self, run: n.Var) -> None:
        """Write that a run has the length that was worked out behind its address."""
        size = self.names.sizes.get(run.name)
        if size is not None:
            self.out.tee(size)
        self.out.store()
