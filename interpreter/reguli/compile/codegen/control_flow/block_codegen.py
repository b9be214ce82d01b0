"""Blocks as code: a function for each stretch of blocks that is entered at one place.

``block N`` runs block N and all that follow it as far as they form a tree, and gives the number of the block to go on with. Where somebody must decide, chance must
fall or all is over, the position stands still: then it gives -1 - M, M being the block that ends so, and the slot ``pc`` holds M unless it is chance
that is waited for. Whoever runs a program does so in a loop: ``blocks`` is that loop, up to where the position stands still, or up to a block to stop before.

A block stands in the tree of the one before it when nothing else leads there. So it has a function of its own where several blocks lead there, where a move, a way out of
a decision, a procedure that comes back or a chance that has fallen goes on, and where somebody may begin or stop: at a phase, at the first round, at a procedure
that is run by itself. What does next to nothing stands in every tree that comes to it. A way that forks writes one side in front of the other, never anything twice,
so code grows with the blocks and no faster.

Each function that is called takes one off the global ``steps``; whoever runs a program sets it beforehand, and below 0 the rules do not come to an end (E308).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.control_flow.block_operation_codegen import BlockStatements
from reguli.compile.codegen.control_flow.chance_node_codegen import candidates_function, chosen_function
from reguli.compile.codegen.control_flow.settle_point_codegen import hold_function
from reguli.compile.codegen.function_builder import ONE, ZERO, Writer
from reguli.compile.codegen.games.binary_dispatch import halved
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.ir import block_operations as st
from reguli.ir import program as p
from reguli.ir.state_layout import FACTS

PC = FACTS.index("pc")
STEPS = "steps"
"""The global that counts how many more functions of blocks may be called."""
SMALL = 16
"""What a block does, with all that follows in its tree, at most, so that it stands wherever it is come to."""


def write_blocks(making: Making) -> None:
    """Write the functions of all blocks at which anything begins, of chance, and the loop over them."""
    blocks = Blocks(making)
    for number in sorted(blocks.begins):
        blocks.function(number)
    chances = [at for at in sorted(blocks.reached) if isinstance(making.program.blocks[at].end, p.Chance)]
    for number in chances:
        candidates_function(making, number)
        chosen_function(making, number)
    any_function(making, "candidates", chances, ())
    any_function(making, "chosen", chances, (n.Var("index"),))
    loop_function(making, sorted(blocks.begins))


class Blocks:
    """Finds where blocks begin, and writes their functions."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.program = making.program
        self._blocks = making.program.blocks
        self.stops = frozenset(_stops(making.program))
        entered = frozenset((*self.stops, *_entries(making.program)))
        self.reached = self._reached(entered)
        led = Counter(target for at in self.reached for target in _goes_to(self._blocks[at].end))
        dynamic = {target for at in self.reached for target in _comes_to(self._blocks[at].end)}
        several = {at for at, count in led.items() if count > 1}
        still = {at for at in self.reached if isinstance(self._blocks[at].end, p.Decide | p.Halt)}
        self.begins = entered | dynamic | several | still
        self._sizes: dict[int, int] = {}
        self._back: set[tuple[int, int]] = set()
        self._measure()

    def _reached(self, entered: Iterable[int]) -> set[int]:
        found, waiting = set(entered), list(entered)
        while waiting:
            end = self._blocks[waiting.pop()].end
            for target in (*_goes_to(end), *_comes_to(end)):
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return found

    def function(self, number: int) -> str:
        """Write the function of a block, and give its name."""
        return self.making.function(f"block {number}", (), n.WHOLE, lambda w: _Tree(self, w).block(number, (number,)))

    def stays(self, target: int, way: tuple[int, ...]) -> bool:
        """Tell whether a block that is come to, behind others of a tree, stands in it too."""
        if target in self.stops or target in way or (way[-1], target) in self._back:
            return False
        return target not in self.begins or self._sizes[target] <= SMALL

    def _measure(self) -> None:
        """Find about how much the tree of each block does, those before it that it leads back to left out: what follows comes first."""
        entered: set[int] = set()
        for first in sorted(self.reached):
            waiting = [(first, False)]
            while waiting:
                number, measured = waiting.pop()
                if measured:
                    self._sizes[number] = self._size(number)
                elif number not in entered:
                    entered.add(number)
                    waiting.append((number, True))
                    waiting.extend((target, False) for target in _goes_to(self._blocks[number].end))

    def _size(self, number: int) -> int:
        block, size = self._blocks[number], 0
        for target in _goes_to(block.end):
            if target not in self._sizes:
                self._back.add((number, target))
            size += self._sizes[target] if self.stays(target, (number,)) else 1
        return size + sum(_weight(statement) for _, statement in block.lines) + _weight_of_end(block.end)


class _Tree:
    """Writes blocks into one function."""

    def __init__(self, blocks: Blocks, writer: Writer) -> None:
        self._blocks = blocks
        self._writer = writer
        self._made = BlockStatements(blocks.making, writer)

    def block(self, number: int, way: tuple[int, ...]) -> None:
        """Write a block and what follows; ``way`` are the blocks up to here, this one included."""
        block, w = self._blocks.program.blocks[number], self._writer
        for _, statement in block.lines:
            self._made.statement(statement)
        match block.end:
            case p.Jump(target):
                self._go(target, way)
            case p.Settled(target):
                if self._blocks.program.ruleset.invariants:
                    self._made.statements.stamp()
                    w.write(n.Do(n.Call(hold_function(self._blocks.making), ())))
                self._go(target, way)
            case p.Fork(test, yes, no):
                self._fork(self._made.test(test), yes, no, way)
            case p.Call(passing, return_slot, entry, back):
                self._made.passed(passing)
                w.write(n.Store(n.Num(return_slot), n.Num(back)))
                self._go(entry, way)
            case p.Switch(value, targets, other):
                self._give(self._switched(self._made.value(value), targets, other))
            case p.Return(return_slot, frame):
                following = w.keep(n.Load(n.Num(return_slot)), "b")
                w.write(
                    *(n.FillSlots(n.Num(first), n.Num(last - first), ZERO) for first, last in frame if last > first)
                )
                self._give(following)
            case p.Chance():
                self._give(n.Num(-1 - number))
            case p.Decide() | p.Halt():
                w.write(n.Store(n.Num(PC), n.Num(number)))
                self._give(n.Num(-1 - number))

    def _fork(self, test: n.Code, yes: int, no: int, way: tuple[int, ...]) -> None:
        """Write one side under a condition, left for good, and the other one behind it."""
        if isinstance(test, n.Flag):
            self._go(yes if test.value else no, way)
            return
        if not self._blocks.stays(no, way):
            test, yes, no = f.negated(test), no, yes
        statements = self._made.statements
        due = statements.put_aside()
        self._writer.when(test, lambda: self._go(yes, way))
        statements.due(due)
        self._go(no, way)

    def _switched(self, value: n.Code, targets: tuple[int, ...], other: int) -> n.Code:
        """Give the block of a number; outside of the numbers that there are, the other one."""
        if not targets:
            return n.Num(other)
        index = self._writer.keep(value, "i")
        inside = f.both(f.compare(">=", index, ZERO), f.compare("<", index, n.Num(len(targets))))
        return f.chosen(inside, f.cell(targets, index), n.Num(other))

    def _go(self, target: int, way: tuple[int, ...]) -> None:
        if self._blocks.stays(target, way):
            self.block(target, (*way, target))
        else:
            self._give(n.Num(target))

    def _give(self, value: n.Code) -> None:
        self._made.statements.stamp()
        self._writer.write(n.Give(value))


def _weight(statement: st.Statement) -> int:
    """Give about how much a statement does."""
    match statement:
        case st.Set(_, st.Number()) | st.Add() | st.Fill() | st.ZeroFrames() | st.Hold() | st.LetGo() | st.NoCase():
            return 1
        case st.Run() | st.Set() | st.Record() | st.Enough():
            return 2
        case _:
            return 5


def _weight_of_end(end: p.End) -> int:
    match end:
        case p.Fork(st.Ask()) | p.Fork(st.Advance()):
            return 5
        case p.Return(_, frame):
            return 1 + len(frame)
        case p.Call(passing):
            return 1 + 2 * len(passing)
        case _:
            return 1


def _goes_to(end: p.End) -> tuple[int, ...]:
    """Give the blocks that an end leads to at once."""
    match end:
        case p.Jump(target) | p.Settled(target):
            return (target,)
        case p.Fork(_, yes, no):
            return (yes, no)
        case p.Call(entry=entry):
            return (entry,)
        case _:
            return ()


def _comes_to(end: p.End) -> tuple[int, ...]:
    """Give the blocks that are gone on with by number."""
    match end:
        case p.Call(back=back):
            return (back,)
        case p.Switch(_, targets, other):
            return (*targets, other)
        case p.Chance(next=following):
            return (following,)
        case p.Decide(choices=choices, exit=exit_block, otherwise=otherwise):
            entries = (choice.entry for choice in choices)
            return (*entries, exit_block, *(() if otherwise is None else (otherwise,)))
        case _:
            return ()


def _stops(program: p.Program) -> Iterator[int]:
    """Give the blocks that somebody may want to stop before."""
    yield program.first_round
    yield from program.phase_exits.values()
    yield from (decision.exit for decision in program.decisions if decision.ask.all_or_nothing)


def _entries(program: p.Program) -> Iterator[int]:
    """Give the blocks at which somebody may begin."""
    yield from (program.main, program.first[PC], program.halt)
    yield from program.phase_entries.values()
    yield from (entry.block for entry in program.entries.values() if entry.block is not None)
    for decision in program.decisions:
        yield from _comes_to(decision)


def loop_function(making: Making, begins: list[int]) -> str:
    """Write the function that runs on from a block until the position stands still, and give its name.

    It gives what ``block N`` gives there, or the block to stop before.
    """
    at, stop = n.Var("at"), n.Var("stop")

    def write(w: Writer) -> None:
        here = w.fresh("here")
        w.write(n.Let(here, at))

        def go(number: int) -> Callable[[], object]:
            return lambda: w.write(n.Let(here, n.Call(f"block {number}", ())))

        def go_round() -> None:
            w.when(f.either(f.compare("<", here, ZERO), f.compare("=", here, stop)), lambda: w.write(n.Give(here)))
            w.refuse(f.compare("=", n.Global(STEPS), ZERO), "E308")
            w.write(n.SetGlobal(STEPS, n.Op("-", n.Global(STEPS), ONE)))
            halved(w, here, [(number, go(number)) for number in begins])

        w.write(n.Repeat(w.written(go_round)))

    return making.function("blocks", (at, stop), n.WHOLE, write)


def any_function(making: Making, name: str, numbers: list[int], more: tuple[n.Var, ...]) -> str:
    """Write the function that calls one of several by its number, the first thing that it takes, and give its name: ``candidates any``."""
    block = n.Var("block")

    def write(w: Writer) -> None:
        def call(number: int) -> Callable[[], object]:
            return lambda: w.write(n.Give(n.Call(f"{name} {number}", more)))

        halved(w, block, [(number, call(number)) for number in numbers])
        if not numbers:
            w.write(n.Give(n.Num(-1)))

    return making.function(f"{name} any", (block, *more), n.WHOLE, write)
