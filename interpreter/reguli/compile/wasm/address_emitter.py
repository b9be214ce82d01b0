"""Where things lie, as instructions: slots, areas, tables, runs and the numbers in them.

What is known of an address goes into the instruction that reads or writes there, which adds it for nothing; but it adds without a sign, so what is worked out before
must not be below 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from reguli.compile.lir import statement_nodes as n
from reguli.compile.wasm import instruction_builder as i
from reguli.compile.wasm.array_lifetimes import Runs
from reguli.compile.wasm.encoding import I32, I64
from reguli.compile.wasm.instruction_builder import VALUE_TYPES, Instructions
from reguli.compile.wasm.memory_layout import TOP, WORD, Memory
from reguli.compile.wasm.memory_views import Views

MOST_ROOM: Final = 1 << 20
"""Of a run; no memory has more."""


class Linked(Protocol):
    """What is known of the other functions, and of places in the text."""

    views: Views

    def call(self, out: Instructions, name: str, *, as_it_lies: bool = False) -> None:
        """Write a call of a function whose arguments have been written; the run that it gives may stay where it lies."""

    def function(self, name: str) -> n.Function:
        """Give a function."""

    def runs(self, function: n.Function) -> Runs:
        """Give what is known of the runs of a function."""

    def stands_in_place(self, name: str) -> bool:
        """Tell whether a function is put where it is called."""

    def site(self, statement: n.Entry | n.Offer) -> int:
        """Give the number of a place where something is told or offered."""


@dataclass(slots=True)
class Names:
    """The locals of a function, or of one that stands in place within it."""

    locals: dict[str, int]
    from_zero: set[str] = field(default_factory=set)
    """Those that are never below 0."""
    sizes: dict[str, int] = field(default_factory=dict)
    """The locals that hold the lengths of runs made there, which are written too."""


class Addresses(ABC):
    """Prints addresses in one function."""

    def __init__(self, memory: Memory, linked: Linked, parameters: tuple[n.Var, ...]) -> None:
        """Begin a function."""
        self.memory, self.linked = memory, linked
        self.out = Instructions(len(parameters))
        self.names = Names({parameter.name: number for number, parameter in enumerate(parameters)})

    def local(self, var: n.Var) -> int:
        """Give the number of a local."""
        known = self.names.locals
        if var.name not in known:
            known[var.name] = self.out.local(VALUE_TYPES[var.kind])
        return known[var.name]

    @abstractmethod
    def value(self, code: n.Code) -> None:
        """Write a value of any kind."""

    @abstractmethod
    def run_for(self, run: n.Code, meanwhile: Any) -> None:
        """Write the address of a run that is asked only while something is done."""

    # -- slots, areas, tables ----------------------------------------------------------------------------------

    def slot(self, slot: n.Code, past: bool = False) -> int:
        """Write where a slot lies; give how far behind that."""
        if isinstance(slot, n.Num):
            self.out.short(0)
            return self.memory.slot(slot.value, past)
        return self.place(slot, self.memory.past if past else 0)

    def behind(self, slot: n.Code, index: n.Code, past: bool) -> int:
        """Write where a slot lies that is so many behind another; give how far behind that."""
        if isinstance(slot, n.Num):
            return self.place(index, self.memory.slot(slot.value, past))
        return self.slot(n.Op("+", slot, index), past)

    def item(self, run: n.Code, index: n.Code) -> int:
        """Write where a number of a run lies; give how far behind that."""
        self.run_for(run, index)
        if isinstance(index, n.Num):
            return WORD + WORD * index.value
        offset = self.place(index, WORD)
        self.out.op(i.ADD_SHORT)
        return offset

    def place(self, index: n.Code, base: int, size: int = WORD) -> int:
        """Write where one of many equally long places lies; give how far behind that."""
        match index:
            case n.Num(number):
                self.out.short(0)
                return base + size * number
            case n.Op("+", more, n.Num(number)) if number >= 0 and self.never_below_zero(more):
                return self.place(more, base + size * number, size)
            case _:
                self.value(index)
                self.out.op(i.NARROW)
                self.scaled(size)
                return base

    def scaled(self, size: int) -> None:
        """Write that an address is taken so many times."""
        if size > 1:
            power = size & (size - 1) == 0
            self.out.short(size.bit_length() - 1 if power else size)
            self.out.op(i.LEFT_SHORT if power else i.TIMES_SHORT)

    def never_below_zero(self, code: n.Code) -> bool:
        """Tell whether a number is known not to be below 0."""
        match code:
            case n.Num(number):
                return number >= 0
            case n.Var(name):
                return name in self.names.from_zero
            case n.Op("+" | "*" | "&", left, right):
                return self.never_below_zero(left) and self.never_below_zero(right)
            case n.AsWhole() | n.Lowest() | n.Highest() | n.Ones() | n.Size():
                return True
            case n.Cell(numbers):
                return min(numbers) >= 0
            case _:
                return False

    # -- runs --------------------------------------------------------------------------------------------------

    def run(self, code: n.Fixed | n.Row | n.RunAt | n.RowAt | n.RunIn) -> None:
        """Write the address of a run."""
        out, memory = self.out, self.memory
        match code:
            case n.Fixed(numbers):
                out.short(memory.run(numbers))
            case n.Row(runs, index):
                address, stride = memory.rows(runs)
                if stride:
                    self.added(self.place(index, address, stride))
                else:
                    out.load_short(self.place(index, address, 4))
            case n.RunAt(slot, past):
                self.added(self.slot(slot, past))
            case n.RunIn(area, index):
                self.added(self.place(index, memory.area(area)))
            case n.RowAt(slot, count, past):
                self.added(self.slot(slot, past))
                first = out.kept(I32)
                made = self.new_run(count)
                out.get(made)
                out.number(count)
                out.store()
                out.get(made)
                self.added(WORD)
                out.get(first)
                out.short(WORD * count)
                out.out += i.COPY
                out.get(made)

    def row_before(self, code: n.RowAt) -> None:
        """Write the address one word before a row of slots: where its length would stand."""
        self.added(self.slot(code.slot, code.past) - WORD)

    def added(self, number: int) -> None:
        """Write that a known number is added to an address."""
        if number:
            self.out.short(number)
            self.out.op(i.ADD_SHORT)

    def new_run(self, room: int | None) -> int:
        """Write that a run is made, of which nothing is written yet; give the local with its address.

        There is a word more than its room, for what is put there and not counted (``pushed_where``). Its room is known, or was written before as a whole number.
        """
        out, top = self.out, self.memory.word(TOP)
        size = None if room is not None else out.kept(I64)
        out.short(0)
        out.load_short(top)
        made = out.kept(I32)
        out.short(0)
        out.get(made)
        if size is None:
            out.short(2 * WORD + WORD * (room or 0))
        else:
            self._checked_room(size)
            out.get(size)
            out.op(i.NARROW)
            self.scaled(WORD)
            self.added(2 * WORD)
        out.op(i.ADD_SHORT)
        out.store_short(top)
        return made

    def _checked_room(self, size: int) -> None:
        """Write that nobody asks for room that no memory has: behind the memory its end is found by the machine."""
        out = self.out
        out.get(size)
        out.number(MOST_ROOM)
        out.op(i.GREATER_UNSIGNED)
        with out.within(i.IF):
            out.op(i.UNREACHABLE)
