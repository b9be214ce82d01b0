"""Loops of the lower form as instructions: the next round is asked for at the end of the one before."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from reguli.compile.lir import statement_nodes as n
from reguli.compile.wasm import instruction_builder as i
from reguli.compile.wasm.address_emitter import Linked
from reguli.compile.wasm.array_lifetimes import Loop
from reguli.compile.wasm.encoding import I32, I64
from reguli.compile.wasm.expression_emitter import Expressions
from reguli.compile.wasm.fuel_metering import Effort
from reguli.compile.wasm.memory_layout import FUEL, TOP, WORD, Memory
from reguli.source.frozen_values import Kept, kept


@kept
class Rounds(Kept):
    """What is done before each round of a loop: runs of the one before are dropped, and rounds are counted."""

    top: int | None
    left: int | None = None
    """The local that says how many rounds are left before something is taken off the fuel."""
    each: int = 0
    """After so many rounds."""


class Loops(Expressions):
    """Prints the loops of one function."""

    def __init__(self, memory: Memory, linked: Linked, effort: Effort, function: n.Function) -> None:
        """Begin a function."""
        super().__init__(memory, linked, function.parameters)
        self.runs, self.effort = linked.runs(function), effort
        self.around: list[tuple[int, int]] = []
        """Of the loops around: what is left, and what is gone on with."""

    @abstractmethod
    def body(self, body: n.Body) -> None:
        """Write statements one after the other."""

    def kept_top(self) -> int:
        """Write that it is kept where the next run goes; give the local."""
        self.out.short(0)
        self.out.load_short(self.memory.word(TOP))
        return self.out.kept(I32)

    def reset_top(self, top: int | None) -> None:
        """Write that the next run goes there again."""
        if top is not None:
            self.out.short(0)
            self.out.get(top)
            self.out.store_short(self.memory.word(TOP))

    def counted(self) -> None:
        """Write that something is taken off the fuel, and that the machine stops where there is none."""
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

    def _before(self, loop: Loop) -> Rounds:
        """Write what is kept before a loop begins."""
        top = self.kept_top() if self.runs.dropped_each_round(loop) else None
        each = self.effort.rounds(loop)
        if each is None:
            return Rounds(top)
        self.out.short(each)
        return Rounds(top, self.out.kept(I32), each)

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

    def _round(self, loop: Loop, end: int, again: int | None, rounds: Rounds) -> None:
        """Write one round of a loop: ``again`` is what begins the next at once, where nothing has to be done before."""
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
        """Write a loop."""
        match loop:
            case n.Repeat():
                self._repeat(loop)
            case n.Counting():
                self._counting(loop)
            case n.Through():
                self._through(loop)
            case n.ThroughBits():
                self._through_digits(loop)

    def _repeat(self, loop: n.Repeat) -> None:
        rounds = self._before(loop)
        with self.out.within() as end, self.out.within(i.LOOP) as again:
            self._round(loop, end, again, rounds)
            self.out.leave(again)

    def _counting(self, loop: n.Counting) -> None:
        out, var = self.out, self.local(loop.var)
        high: Callable[[], None]
        if isinstance(loop.high, n.Num):
            known = loop.high.value
            self.value(loop.low)
            high = lambda: out.number(known)  # noqa: E731
        else:
            self.value(loop.low)
            self.value(loop.high)
            local = out.kept(I64)
            high = lambda: out.get(local)  # noqa: E731
        out.set(var)
        if isinstance(loop.low, n.Num) and loop.low.value >= 0:
            self.names.from_zero.add(loop.var.name)
        certain = isinstance(loop.low, n.Num) and isinstance(loop.high, n.Num) and loop.low.value < loop.high.value

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
        loop: n.Counting | n.Through | n.ThroughBits,
        begun: Callable[[int], None],
        each: Callable[[], None],
        next_one: Callable[[int], None],
    ) -> None:
        """Write a loop whose next round is asked for at its end."""
        rounds = self._before(loop)
        with self.out.within() as end:
            begun(end)
            with self.out.within(i.LOOP) as again:
                each()
                self._round(loop, end, None, rounds)
                next_one(again)

    def _through(self, loop: n.Through) -> None:
        out, var = self.out, self.local(loop.var)
        if isinstance(loop.run, n.RowAt):
            self.row_before(loop.run)
        else:
            self.run_for(loop.run, loop.body)
        at = out.kept(I32)
        if isinstance(loop.run, n.RowAt):
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

    def _through_digits(self, loop: n.ThroughBits) -> None:
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
    """Tell whether a statement goes on with the next round of the loop that it stands in."""
    match one:
        case n.Again():
            return True
        case n.When(_, yes, no) | n.Attempt(yes, no):
            return any(map(_begins_again, (*yes, *no)))
        case _:
            return False


def _all_from_zero(run: n.Code) -> bool:
    match run:
        case n.Fixed(numbers):
            return min(numbers, default=0) >= 0
        case n.Row(runs):
            return all(min(one, default=0) >= 0 for one in runs)
        case _:
            return False
