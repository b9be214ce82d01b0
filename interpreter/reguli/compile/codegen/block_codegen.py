"""Code generation for blocks: one function for each group of blocks with a single entry.

``block N`` runs block N and all that follow it as far as they form a tree, and gives the number of the block to go on with. Where a player must decide, chance must
fall or all is over, the position stands still: then it gives -1 - M, M being the block that ends so, and the slot ``pc`` holds M unless it is chance
that is waited for. The caller does so in a loop: ``blocks`` is that loop, up to where the position stands still, or up to a block to stop before.

A block stands in the tree of the one before it when nothing else leads there. So it has a function of its own where several blocks lead there, where a move, a way out of
a decision, a procedure that comes back or a chance that has fallen goes on, and where a run may begin or stop: at a phase, at the first round, at a procedure
that is run by itself. What does next to nothing stands in every tree that comes to it. A way that forks writes one side in front of the other, never anything twice,
so code grows with the blocks and no faster.

Each function that is called takes one off the global ``steps``; the caller sets it beforehand, and below 0 the rules do not come to an end (E308).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

from reguli.compile.codegen.binary_dispatch import write_binary_dispatch
from reguli.compile.codegen.chance_node_codegen import candidates_function, take_candidate_function
from reguli.compile.codegen.codegen_context import (
    NO,
    NONE,
    ONE,
    WORTH,
    YES,
    ZERO,
    CodegenContext,
    FunctionBuilder,
    greatest_counter,
)
from reguli.compile.codegen.define_codegen import lowered_value_kind
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.codegen.statement_codegen import StatementCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime import grouping
from reguli.ir import program as p
from reguli.ir import program as st
from reguli.ir.state_layout import EPOCH, FACTS, Storage
from reguli.ir.version_counters import block_write_counters, term_read_counters
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Variable

# -- settle point codegen --------------------------------------------------------------------------------------------
# What is asked at settle points as code: the conditions of triggers, and what must always hold.
#
# Both are asked behind every move and nearly always give what they gave before: no trigger has anything to do, what must hold holds. So it is remembered of each that takes long
# (``memoisation.WORTH``) that it gave that, until something changes that it reads (``ir.version_counters``). Measured: see ARCHITECTURE ("Passes").


SETTLING = FACTS.index("settling")
HOLD = "hold"
"""The global that tells whether what must always hold is asked; the caller sets it beforehand."""


def settle_check_function(making: CodegenContext) -> str:
    """Generate the function that checks for unsettled work; return its name."""
    agenda = making.program.agenda

    def write(w: FunctionBuilder) -> None:
        w.when(f.fold_compare("!=", n.LoadSlot(n.Int(SETTLING)), ZERO), lambda: w.write(n.ReturnValue(NO)))
        if agenda.targets:
            w.when(f.fold_compare("!=", n.LoadSlot(n.Int(agenda.base)), ZERO), lambda: w.write(n.ReturnValue(YES)))
        for number in range(len(agenda.conditions)):
            asked = n.CallNode(trigger_condition_function(making, number), (), n.TRUTH)
            w.when(asked, lambda: w.write(n.ReturnValue(YES)))
        w.write(n.ReturnValue(NO))

    return making.function("unsettled", (), n.TRUTH, write)


def trigger_condition_function(making: CodegenContext, number: int) -> str:
    """Generate the function that evaluates the condition of a trigger; return its name."""
    condition = making.program.agenda.conditions[number]
    return making.function(
        f"trigger {number}", (), n.TRUTH, lambda w: _asked(making, w, f"trigger {number}", condition, usual=False)
    )


def _asked(making: CodegenContext, w: FunctionBuilder, name: str, condition: t.Term, *, usual: bool) -> None:
    """Evaluate a condition unless its last result was the usual one and nothing it reads has changed."""
    reads, terms = term_read_counters(making.ruleset, making.layout, condition), ExpressionCodegen(making, w)
    if reads is None or making.costs.of(condition) < WORTH:
        w.write(n.ReturnValue(terms.truth(condition)))
        return
    area = making.area(name, len(reads) + 1)
    kept = [
        greatest_counter(w, [slot for slot in reads if slot < 0]),
        *(n.LoadSlot(n.Int(slot)) for slot in reads if slot >= 0),
    ]
    codes = [w.keep(one, "k") for one in kept]
    same = holds = f.fold_compare("!=", n.LoadSlot(n.Int(EPOCH)), ZERO)
    for at, code in enumerate(codes):
        same = f.fold_and(same, f.fold_compare("=", n.LoadArea(area, n.Int(at)), code))
    w.write(n.ConditionalBlock(same, (n.ReturnValue(n.Bool(usual)),)))
    found = w.keep(terms.truth(condition), "found", n.TRUTH)
    keeping = tuple(n.StoreArea(area, n.Int(at), code) for at, code in enumerate(codes))
    w.write(n.ConditionalBlock(f.fold_and(holds, found if usual else f.fold_not(found)), keeping), n.ReturnValue(found))


def all_invariants_function(making: CodegenContext) -> str:
    """Generate the function that checks the invariants (E314) where checking is on; return its name."""

    def write(w: FunctionBuilder) -> None:
        w.when(f.fold_compare("=", n.GlobalVar(HOLD), ZERO), lambda: w.write(n.ReturnValue()))
        for number in range(len(making.ruleset.invariants)):
            w.refuse(f.fold_not(n.CallNode(invariant_function(making, number), (), n.TRUTH)), "E314")

    return making.function("hold", (), None, write)


def invariant_function(making: CodegenContext, number: int) -> str:
    """Generate the function that evaluates one invariant; return its name."""
    condition = making.ruleset.invariants[number].condition
    return making.function(
        f"invariant {number}", (), n.TRUTH, lambda w: _asked(making, w, f"invariant {number}", condition, usual=True)
    )


def ranking_value_function(making: CodegenContext, number: int) -> str:
    """Generate the function that evaluates a criterion of the final ranking for a player; return its name."""
    criterion, player = making.ruleset.ranking[number], n.LocalVar("player")
    making.sure.add(criterion.variable.key)
    return making.function(
        f"ranking {number}",
        (player,),
        n.WHOLE,
        lambda w: w.write(
            n.ReturnValue(ExpressionCodegen(making, w, {criterion.variable.key: player}).whole(criterion.by))
        ),
    )


def viewers_function(making: CodegenContext, name: str) -> str:
    """Generate the function that returns the players who see an element's field; return its name. The game is element 0."""
    owner, audience = making.ruleset.audiences[name]
    element = n.LocalVar("owner")
    known: dict[int, n.Code | tuple[n.Code, ...]] = {} if owner is None else {owner.key: element}
    return making.function(
        f"audience {name}",
        (element,),
        n.RUN,
        lambda w: w.write(n.ReturnValue(ExpressionCodegen(making, w, known).run(audience))),
    )


# -- block operation codegen -----------------------------------------------------------------------------------------
# What blocks are made of as code: their values, tests and statements, each bound statement left to ``statements``.


STAGE, COMING, MOMENT, CASE, HOLDING = (
    FACTS.index(name) for name in ("stage", "coming_stage", "coming_moment", "coming_case", "holding")
)


class BlockOperationCodegen:
    """Generates block statements in one function."""

    def __init__(self, making: CodegenContext, writer: FunctionBuilder) -> None:
        self.making = making
        self.writer = writer
        self.statements = StatementCodegen(making, writer)
        self._program = making.program

    # -- values and tests --------------------------------------------------------------------------------------

    def value(self, value: st.Value) -> n.Code:
        """Generate a number or element."""
        match value:
            case st.Number(number):
                return n.Int(number)
            case st.Slot(slot):
                return n.LoadSlot(n.Int(slot))
            case st.Power(slot):
                return n.IntOp("<<", ONE, n.LoadSlot(n.Int(slot)))
            case st.Ask(term, ""):
                self.statements.ask(term)
                return self.statements.terms.whole(term)
            case st.Ask(term, must):
                self.statements.ask(term)
                return self.statements.terms.sure(term, must)
            case _:
                assert_never(value)

    def test(self, test: st.Test) -> n.Code:
        """Generate code for a truth value."""
        match test:
            case st.Ask(term):
                return self._asked(term)
            case st.Within(slot, numbers):
                held: n.Code = NO
                for number in numbers:
                    held = f.fold_or(held, f.fold_compare("=", n.LoadSlot(n.Int(slot)), n.Int(number)))
                return held
            case st.Below(left, right):
                one = self.value(left)
                return f.fold_compare("<", one, self.value(right))
            case st.Every(tests):
                every: n.Code = YES
                for inner in tests:
                    every = self.statements.terms.both(every, lambda inner=inner: self.test(inner))  # type: ignore[misc]
                return every
            case st.Unsettled():
                self.statements.stamp()
                return n.CallNode(settle_check_function(self.making), (), n.TRUTH)
            case st.Advance():
                return self._advance(test)
            case _:
                assert_never(test)

    def _asked(self, term: t.Term) -> n.Code:
        """Evaluate a condition; a trigger's has a function of its own."""
        for number, condition in enumerate(self._program.agenda.conditions):
            if condition is term:
                self.statements.stamp()
                return n.CallNode(trigger_condition_function(self.making, number), (), n.TRUTH)
        self.statements.ask(term)
        return self.statements.terms.truth(term)

    def _advance(self, test: st.Advance) -> n.Code:
        w, first = self.writer, test.ring.slot
        found, item = w.fresh("t", n.TRUTH), w.fresh("i")
        slot, index = n.Int(test.slot), n.Int(test.index)
        self.statements.stamp()
        size = w.keep(n.LoadSlot(n.Int(first)), "n")

        def go_round() -> None:
            w.write(n.StoreSlot(slot, n.LoadSlot(f.fold_add(n.LoadSlot(index), n.Int(first + 1)))))
            w.write(n.StoreSlot(index, n.IntOp("mod", f.fold_add(n.LoadSlot(index), ONE), size)))
            fits = YES if test.where is None else self.statements.terms.truth(test.where)
            w.when(fits, lambda: w.write(n.AssignLocal(found, YES), n.BreakLoop()))

        w.write(n.AssignLocal(found, NO), n.CountedLoop(item, ZERO, size, w.written(go_round)))
        return found

    # -- statements --------------------------------------------------------------------------------------------

    def statement(self, statement: st.Statement) -> None:
        """Generate a statement."""
        if isinstance(statement, st.Do):
            self.statements.statement(statement.statement)
            return
        self._statement(statement)
        self.statements.due(block_write_counters(self.making.ruleset, self.making.layout, statement))

    def _statement(self, statement: st.Statement) -> None:
        w, program = self.writer, self._program
        match statement:
            case st.Run():
                self._run(statement)
            case st.Set(slot, value):
                w.write(n.StoreSlot(n.Int(slot), self.value(value)))
            case st.Add(slot, number):
                w.write(n.StoreSlot(n.Int(slot), f.fold_add(n.LoadSlot(n.Int(slot)), n.Int(number))))
            case st.Fill(first, last, value):
                w.write(n.FillSlots(n.Int(first), n.Int(last - first), self.value(value)))
            case st.ZeroFrames():
                w.write(n.FillSlots(n.Int(program.frames), n.Int(program.logical - program.frames), ZERO))
            case st.Hold(decision):
                held = f.fold_compare("=", n.LoadSlot(n.Int(HOLDING)), ZERO)
                w.write(n.ConditionalBlock(held, (n.StoreSlot(n.Int(HOLDING), n.Int(decision)),)))
            case st.LetGo(decisions):
                held = self.test(st.Within(HOLDING, decisions))
                w.when(held, lambda: w.write(n.StoreSlot(n.Int(HOLDING), ZERO)))
            case st.Store():
                self._store(statement)
            case st.Pick() | st.PickGroup():
                self._pick(statement)
            case st.Deal():
                self._deal(statement)
            case st.Enough(slot, there):
                self.statements.ask(there)
                lying = self.statements.terms.whole(there)
                wanted = w.keep(n.LoadSlot(n.Int(slot)), "n")
                w.refuse(f.fold_or(f.fold_compare("<", wanted, ZERO), f.fold_compare(">", wanted, lying)), "E310")
            case st.Pop(slots):
                self._pop(slots)
            case st.Record(note, values):
                w.write(n.WriteJournal(note, tuple(self.value(value) for value in values)))
            case st.Arrive(moment, note):
                self._arrive(moment, note)
            case st.NoCase():
                w.write(n.RaiseFault("E311"))
            case st.Do():
                raise AssertionError(statement)

    def _run(self, statement: st.Run) -> None:
        procedure = self.making.procedures[statement.procedure]
        given: list[n.Code] = []
        for (_, value), parameter in zip(statement.passing, procedure.parameters, strict=True):
            given.extend(self._argument(value, parameter))
        self.statements.stamp()
        self.statements.run(procedure, tuple(given))

    def _argument(self, value: st.Value, parameter: Variable) -> tuple[n.Code, ...]:
        """Return the arguments of a non-suspending procedure."""
        if isinstance(value, st.Ask) and not value.must:
            self.statements.ask(value.term)
            return self.statements.terms.arguments((parameter,), (value.term,))
        code = self.value(value)
        return (f.int_to_bool(code) if lowered_value_kind(parameter.type) == n.TRUTH else code,)

    def passed(self, passing: st.Passing) -> None:
        """Store arguments in their slots; all are evaluated before the first is stored."""
        w, terms = self.writer, self.statements.terms
        ready: list[tuple[Storage, n.Code]] = []
        for place, value in passing:
            if place.capacity:
                assert isinstance(value, st.Ask)
                self.statements.ask(value.term)
                ready.append((place, w.keep(terms.packed(value.term), "r", n.RUN)))
            else:
                ready.append((place, w.keep(self.value(value), "a")))
        for place, code in ready:
            if place.capacity:
                terms.write_list(n.Int(place.slot), code, place.capacity)
            else:
                w.write(n.StoreSlot(n.Int(place.slot), code))

    def _store(self, statement: st.Store) -> None:
        w, terms, place = self.writer, self.statements.terms, statement.place
        self.statements.ask(statement.members)
        run = w.keep(terms.packed(statement.members), "r", n.RUN)
        if statement.most is not None:
            w.refuse(f.fold_compare(">", n.ArrayLength(run), n.Int(statement.most)), "E304")
        terms.write_list(n.Int(place.slot), run, place.capacity)

    def _pick(self, statement: st.Pick | st.PickGroup) -> None:
        w, base, index = self.writer, statement.members.slot, n.Int(statement.index)
        if isinstance(statement, st.Pick):
            w.write(n.StoreSlot(n.Int(statement.slot), n.LoadSlot(f.fold_add(n.LoadSlot(index), n.Int(base + 1)))))
        else:
            which = (n.LoadSlotArray(n.Int(base)), n.LoadSlot(index))
            group = n.CallNode(self.making.library(grouping.subset_at), which, n.RUN)
            self.statements.terms.write_list(n.Int(statement.group.slot), group, statement.group.capacity)
        w.write(n.StoreSlot(index, f.fold_add(n.LoadSlot(index), ONE)))

    def _pop(self, slots: tuple[int, ...]) -> None:
        w, agenda = self.writer, self._program.agenda
        base, width = agenda.base, n.Int(agenda.width)
        rest = w.keep(f.fold_mul(f.fold_sub(n.LoadSlot(n.Int(base)), ONE), width), "n")
        w.write(*(n.StoreSlot(n.Int(slot), n.LoadSlot(n.Int(base + 1 + at))) for at, slot in enumerate(slots)))
        w.write(
            n.CopySlots(n.Int(base + 1), n.Int(base + 1 + agenda.width), rest),
            n.FillSlots(f.fold_add(rest, n.Int(base + 1)), width, ZERO),
            n.StoreSlot(n.Int(base), f.fold_sub(n.LoadSlot(n.Int(base)), ONE)),
            n.StoreSlot(n.Int(agenda.front), ZERO),
        )

    def _arrive(self, moment: int, note: int) -> None:
        coming = f.fold_compare("!=", n.LoadSlot(n.Int(COMING)), NONE)
        due = f.fold_and(coming, f.fold_compare("=", n.LoadSlot(n.Int(MOMENT)), n.Int(moment)))
        arrived = (
            n.StoreSlot(n.Int(STAGE), n.LoadSlot(n.Int(COMING))),
            n.StoreSlot(n.Int(COMING), NONE),
            n.StoreSlot(n.Int(MOMENT), ZERO),
            n.StoreSlot(n.Int(CASE), ZERO),
            n.WriteJournal(note, (n.LoadSlot(n.Int(STAGE)),)),
        )
        self.writer.write(n.ConditionalBlock(due, arrived))

    def _deal(self, statement: st.Deal) -> None:
        w, terms, moves = self.writer, self.statements.terms, self.statements.moves
        card = w.keep(n.LoadSlot(n.Int(statement.slot)), "x")
        self.statements.stamp()

        def deal() -> None:
            source, lies = terms.zone(statement.source)
            lies = w.keep(lies, "z")
            target, goal = terms.zone(statement.target)
            goal = w.keep(goal, "z")
            moves.shift(card, (source, lies), (target, goal), top=statement.top)
            w.write(n.WriteJournal(statement.note, (card, lies, goal)))

        w.when(f.fold_compare(">=", card, ZERO), deal)


# -- block codegen ---------------------------------------------------------------------------------------------------


PC = FACTS.index("pc")
STEPS = "steps"
"""The global that counts how many more functions of blocks may be called."""
SMALL = 16
"""What a block does, with all that follows in its tree, at most, so that it stands wherever it is come to."""


def write_block_functions(making: CodegenContext) -> None:
    """Generate the functions of all entry blocks and chance nodes, and the loop that runs them."""
    blocks = BlockCodegen(making)
    for number in sorted(blocks.begins):
        blocks.function(number)
    chances = [at for at in sorted(blocks.reached) if isinstance(making.program.blocks[at].end, p.Chance)]
    for number in chances:
        candidates_function(making, number)
        take_candidate_function(making, number)
    write_dispatch_function(making, "candidates", chances, ())
    write_dispatch_function(making, "chosen", chances, (n.LocalVar("index"),))
    main_loop_function(making, sorted(blocks.begins))


class BlockCodegen:
    """Finds the entry blocks and generates their functions."""

    def __init__(self, making: CodegenContext) -> None:
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
        """Generate the function of a block and return its name."""
        return self.making.function(f"block {number}", (), n.WHOLE, lambda w: _Tree(self, w).block(number, (number,)))

    def stays(self, target: int, way: tuple[int, ...]) -> bool:
        """Return whether a block reached from others of a tree is inlined in that tree."""
        if target in self.stops or target in way or (way[-1], target) in self._back:
            return False
        return target not in self.begins or self._sizes[target] <= SMALL

    def _measure(self) -> None:
        """Estimate the size of each block's tree, successors first, ignoring back edges."""
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
    """Generates blocks in one function."""

    def __init__(self, blocks: BlockCodegen, writer: FunctionBuilder) -> None:
        self._blocks = blocks
        self._writer = writer
        self._made = BlockOperationCodegen(blocks.making, writer)

    def block(self, number: int, way: tuple[int, ...]) -> None:
        """Generate a block and its successors; ``way`` is the path of blocks, this one included."""
        block, w = self._blocks.program.blocks[number], self._writer
        for _, statement in block.lines:
            self._made.statement(statement)
        match block.end:
            case p.Jump(target):
                self._go(target, way)
            case p.Settled(target):
                if self._blocks.program.ruleset.invariants:
                    self._made.statements.stamp()
                    w.write(n.CallStatement(n.CallNode(all_invariants_function(self._blocks.making), ())))
                self._go(target, way)
            case p.Fork(test, yes, no):
                self._fork(self._made.test(test), yes, no, way)
            case p.Call(passing, return_slot, entry, back):
                self._made.passed(passing)
                w.write(n.StoreSlot(n.Int(return_slot), n.Int(back)))
                self._go(entry, way)
            case p.Switch(value, targets, other):
                self._give(self._switched(self._made.value(value), targets, other))
            case p.Return(return_slot, frame):
                following = w.keep(n.LoadSlot(n.Int(return_slot)), "b")
                w.write(
                    *(n.FillSlots(n.Int(first), n.Int(last - first), ZERO) for first, last in frame if last > first)
                )
                self._give(following)
            case p.Chance():
                self._give(n.Int(-1 - number))
            case p.Decide() | p.Halt():
                w.write(n.StoreSlot(n.Int(PC), n.Int(number)))
                self._give(n.Int(-1 - number))

    def _fork(self, test: n.Code, yes: int, no: int, way: tuple[int, ...]) -> None:
        """Generate one branch conditionally, which never falls through, then the other."""
        if isinstance(test, n.Bool):
            self._go(yes if test.value else no, way)
            return
        if not self._blocks.stays(no, way):
            test, yes, no = f.fold_not(test), no, yes
        statements = self._made.statements
        due = statements.put_aside()
        self._writer.when(test, lambda: self._go(yes, way))
        statements.due(due)
        self._go(no, way)

    def _switched(self, value: n.Code, targets: tuple[int, ...], other: int) -> n.Code:
        """Return the target block for a number; the default block if it is out of range."""
        if not targets:
            return n.Int(other)
        index = self._writer.keep(value, "i")
        inside = f.fold_and(f.fold_compare(">=", index, ZERO), f.fold_compare("<", index, n.Int(len(targets))))
        return f.fold_select(inside, f.fold_constant_lookup(targets, index), n.Int(other))

    def _go(self, target: int, way: tuple[int, ...]) -> None:
        if self._blocks.stays(target, way):
            self.block(target, (*way, target))
        else:
            self._give(n.Int(target))

    def _give(self, value: n.Code) -> None:
        self._made.statements.stamp()
        self._writer.write(n.ReturnValue(value))


def _weight(statement: st.Statement) -> int:
    """Return an estimate of a statement's size."""
    match statement:
        case st.Set(_, st.Number()) | st.Add() | st.Fill() | st.ZeroFrames() | st.Hold() | st.LetGo() | st.NoCase():
            return 1
        case st.Run() | st.Set() | st.Record() | st.Enough():
            return 2
        case st.Arrive() | st.Deal() | st.Do() | st.Pick() | st.PickGroup() | st.Pop() | st.Store():
            return 5


def _weight_of_end(end: p.End) -> int:
    match end:
        case p.Fork(st.Ask()) | p.Fork(st.Advance()):
            return 5
        case p.Return(_, frame):
            return 1 + len(frame)
        case p.Call(passing):
            return 1 + 2 * len(passing)
        case st.Chance() | st.Decide() | st.Fork() | st.Halt() | st.Jump() | st.Settled() | st.Switch():
            return 1


def _goes_to(end: p.End) -> tuple[int, ...]:
    """Return the direct successors of a block end."""
    match end:
        case p.Jump(target) | p.Settled(target):
            return (target,)
        case p.Fork(_, yes, no):
            return (yes, no)
        case p.Call(entry=entry):
            return (entry,)
        case st.Chance() | st.Decide() | st.Halt() | st.Return() | st.Switch():
            return ()


def _comes_to(end: p.End) -> tuple[int, ...]:
    """Return the blocks that are resumed by number."""
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
        case st.Fork() | st.Halt() | st.Jump() | st.Return() | st.Settled():
            return ()


def _stops(program: p.Program) -> Iterator[int]:
    """Yield the blocks before which a caller may want to stop."""
    yield program.first_round
    yield from program.phase_exits.values()
    yield from (decision.exit for decision in program.decisions if decision.ask.all_or_nothing)


def _entries(program: p.Program) -> Iterator[int]:
    """Yield the blocks at which a run may start."""
    yield from (program.main, program.first[PC], program.halt)
    yield from program.phase_entries.values()
    yield from (entry.block for entry in program.entries.values() if entry.block is not None)
    for decision in program.decisions:
        yield from _comes_to(decision)


def main_loop_function(making: CodegenContext, begins: list[int]) -> str:
    """Generate the function that runs from a block until the position stops; return its name.

    It gives what ``block N`` gives there, or the block to stop before.
    """
    at, stop = n.LocalVar("at"), n.LocalVar("stop")

    def write(w: FunctionBuilder) -> None:
        here = w.fresh("here")
        w.write(n.AssignLocal(here, at))

        def go(number: int) -> Callable[[], object]:
            return lambda: w.write(n.AssignLocal(here, n.CallNode(f"block {number}", ())))

        def go_round() -> None:
            w.when(
                f.fold_or(f.fold_compare("<", here, ZERO), f.fold_compare("=", here, stop)),
                lambda: w.write(n.ReturnValue(here)),
            )
            w.refuse(f.fold_compare("=", n.GlobalVar(STEPS), ZERO), "E308")
            w.write(n.SetGlobal(STEPS, n.IntOp("-", n.GlobalVar(STEPS), ONE)))
            write_binary_dispatch(w, here, [(number, go(number)) for number in begins])

        w.write(n.EndlessLoop(w.written(go_round)))

    return making.function("blocks", (at, stop), n.WHOLE, write)


def write_dispatch_function(making: CodegenContext, name: str, numbers: list[int], more: tuple[n.LocalVar, ...]) -> str:
    """Generate the function that calls one of several by number, its first parameter; return its name: ``candidates any``."""
    block = n.LocalVar("block")

    def write(w: FunctionBuilder) -> None:
        def call(number: int) -> Callable[[], object]:
            return lambda: w.write(n.ReturnValue(n.CallNode(f"{name} {number}", more)))

        write_binary_dispatch(w, block, [(number, call(number)) for number in numbers])
        if not numbers:
            w.write(n.ReturnValue(n.Int(-1)))

    return making.function(f"{name} any", (block, *more), n.WHOLE, write)
