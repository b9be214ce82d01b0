"""What blocks are made of as code: their values, tests and statements, each bound statement left to ``statements``."""

from __future__ import annotations

from typing import assert_never

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.control_flow.settle_point_codegen import trigger_function, unsettled_function
from reguli.compile.codegen.define_codegen import kind_of_value
from reguli.compile.codegen.function_builder import NO, NONE, ONE, YES, ZERO, Writer
from reguli.compile.codegen.statements.statement_codegen import Statements
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime import grouping
from reguli.ir import block_operations as st
from reguli.ir.state_layout import FACTS, Storage
from reguli.ir.version_counters import stamped
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Variable

STAGE, COMING, MOMENT, CASE, HOLDING = (
    FACTS.index(name) for name in ("stage", "coming_stage", "coming_moment", "coming_case", "holding")
)


class BlockStatements:
    """Writes statements of blocks within one function."""

    def __init__(self, making: Making, writer: Writer) -> None:
        self.making = making
        self.writer = writer
        self.statements = Statements(making, writer)
        self._program = making.program

    # -- values and tests --------------------------------------------------------------------------------------

    def value(self, value: st.Value) -> n.Code:
        """Give a number or an element."""
        match value:
            case st.Number(number):
                return n.Num(number)
            case st.Slot(slot):
                return n.Load(n.Num(slot))
            case st.Power(slot):
                return n.Op("<<", ONE, n.Load(n.Num(slot)))
            case st.Ask(term, ""):
                self.statements.ask(term)
                return self.statements.terms.whole(term)
            case st.Ask(term, must):
                self.statements.ask(term)
                return self.statements.terms.sure(term, must)
            case _:
                assert_never(value)

    def test(self, test: st.Test) -> n.Code:
        """Give a truth."""
        match test:
            case st.Ask(term):
                return self._asked(term)
            case st.Within(slot, numbers):
                held: n.Code = NO
                for number in numbers:
                    held = f.either(held, f.compare("=", n.Load(n.Num(slot)), n.Num(number)))
                return held
            case st.Below(left, right):
                one = self.value(left)
                return f.compare("<", one, self.value(right))
            case st.Every(tests):
                every: n.Code = YES
                for inner in tests:
                    every = self.statements.terms.both(every, lambda inner=inner: self.test(inner))  # type: ignore[misc]
                return every
            case st.Unsettled():
                self.statements.stamp()
                return n.Call(unsettled_function(self.making), (), n.TRUTH)
            case st.Advance():
                return self._advance(test)
            case _:
                assert_never(test)

    def _asked(self, term: t.Term) -> n.Code:
        """Ask a condition; that of a trigger has a function of its own."""
        for number, condition in enumerate(self._program.agenda.conditions):
            if condition is term:
                self.statements.stamp()
                return n.Call(trigger_function(self.making, number), (), n.TRUTH)
        self.statements.ask(term)
        return self.statements.terms.truth(term)

    def _advance(self, test: st.Advance) -> n.Code:
        w, first = self.writer, test.ring.slot
        found, item = w.fresh("t", n.TRUTH), w.fresh("i")
        slot, index = n.Num(test.slot), n.Num(test.index)
        self.statements.stamp()
        size = w.keep(n.Load(n.Num(first)), "n")

        def go_round() -> None:
            w.write(n.Store(slot, n.Load(f.plus(n.Load(index), n.Num(first + 1)))))
            w.write(n.Store(index, n.Op("mod", f.plus(n.Load(index), ONE), size)))
            fits = YES if test.where is None else self.statements.terms.truth(test.where)
            w.when(fits, lambda: w.write(n.Let(found, YES), n.Break()))

        w.write(n.Let(found, NO), n.Counting(item, ZERO, size, w.written(go_round)))
        return found

    # -- statements --------------------------------------------------------------------------------------------

    def statement(self, statement: st.Statement) -> None:
        """Write a statement."""
        if isinstance(statement, st.Do):
            self.statements.statement(statement.statement)
            return
        self._statement(statement)
        self.statements.due(stamped(self.making.ruleset, self.making.layout, statement))

    def _statement(self, statement: st.Statement) -> None:
        w, program = self.writer, self._program
        match statement:
            case st.Run():
                self._run(statement)
            case st.Set(slot, value):
                w.write(n.Store(n.Num(slot), self.value(value)))
            case st.Add(slot, number):
                w.write(n.Store(n.Num(slot), f.plus(n.Load(n.Num(slot)), n.Num(number))))
            case st.Fill(first, last, value):
                w.write(n.FillSlots(n.Num(first), n.Num(last - first), self.value(value)))
            case st.ZeroFrames():
                w.write(n.FillSlots(n.Num(program.frames), n.Num(program.logical - program.frames), ZERO))
            case st.Hold(decision):
                held = f.compare("=", n.Load(n.Num(HOLDING)), ZERO)
                w.write(n.When(held, (n.Store(n.Num(HOLDING), n.Num(decision)),)))
            case st.LetGo(decisions):
                held = self.test(st.Within(HOLDING, decisions))
                w.when(held, lambda: w.write(n.Store(n.Num(HOLDING), ZERO)))
            case st.Store():
                self._store(statement)
            case st.Pick() | st.PickGroup():
                self._pick(statement)
            case st.Deal():
                self._deal(statement)
            case st.Enough(slot, there):
                self.statements.ask(there)
                lying = self.statements.terms.whole(there)
                wanted = w.keep(n.Load(n.Num(slot)), "n")
                w.refuse(f.either(f.compare("<", wanted, ZERO), f.compare(">", wanted, lying)), "E310")
            case st.Pop(slots):
                self._pop(slots)
            case st.Record(note, values):
                w.write(n.Entry(note, tuple(self.value(value) for value in values)))
            case st.Arrive(moment, note):
                self._arrive(moment, note)
            case st.NoCase():
                w.write(n.Fail("E311"))
            case _:
                raise AssertionError(statement)

    def _run(self, statement: st.Run) -> None:
        procedure = self.making.procedures[statement.procedure]
        given: list[n.Code] = []
        for (_, value), parameter in zip(statement.passing, procedure.parameters, strict=True):
            given.extend(self._argument(value, parameter))
        self.statements.stamp()
        self.statements.run(procedure, tuple(given))

    def _argument(self, value: st.Value, parameter: Variable) -> tuple[n.Code, ...]:
        """Give what a procedure that waits for nobody is given."""
        if isinstance(value, st.Ask) and not value.must:
            self.statements.ask(value.term)
            return self.statements.terms.arguments((parameter,), (value.term,))
        code = self.value(value)
        return (f.as_truth(code) if kind_of_value(parameter.type) == n.TRUTH else code,)

    def passed(self, passing: st.Passing) -> None:
        """Write arguments into their slots: all are worked out before the first is written."""
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
                terms.write_list(n.Num(place.slot), code, place.capacity)
            else:
                w.write(n.Store(n.Num(place.slot), code))

    def _store(self, statement: st.Store) -> None:
        w, terms, place = self.writer, self.statements.terms, statement.place
        self.statements.ask(statement.members)
        run = w.keep(terms.packed(statement.members), "r", n.RUN)
        if statement.most is not None:
            w.refuse(f.compare(">", n.Size(run), n.Num(statement.most)), "E304")
        terms.write_list(n.Num(place.slot), run, place.capacity)

    def _pick(self, statement: st.Pick | st.PickGroup) -> None:
        w, base, index = self.writer, statement.members.slot, n.Num(statement.index)
        if isinstance(statement, st.Pick):
            w.write(n.Store(n.Num(statement.slot), n.Load(f.plus(n.Load(index), n.Num(base + 1)))))
        else:
            which = (n.RunAt(n.Num(base)), n.Load(index))
            group = n.Call(self.making.library(grouping.subset_at), which, n.RUN)
            self.statements.terms.write_list(n.Num(statement.group.slot), group, statement.group.capacity)
        w.write(n.Store(index, f.plus(n.Load(index), ONE)))

    def _pop(self, slots: tuple[int, ...]) -> None:
        w, agenda = self.writer, self._program.agenda
        base, width = agenda.base, n.Num(agenda.width)
        rest = w.keep(f.times(f.minus(n.Load(n.Num(base)), ONE), width), "n")
        w.write(*(n.Store(n.Num(slot), n.Load(n.Num(base + 1 + at))) for at, slot in enumerate(slots)))
        w.write(
            n.CopySlots(n.Num(base + 1), n.Num(base + 1 + agenda.width), rest),
            n.FillSlots(f.plus(rest, n.Num(base + 1)), width, ZERO),
            n.Store(n.Num(base), f.minus(n.Load(n.Num(base)), ONE)),
            n.Store(n.Num(agenda.front), ZERO),
        )

    def _arrive(self, moment: int, note: int) -> None:
        coming = f.compare("!=", n.Load(n.Num(COMING)), NONE)
        due = f.both(coming, f.compare("=", n.Load(n.Num(MOMENT)), n.Num(moment)))
        arrived = (
            n.Store(n.Num(STAGE), n.Load(n.Num(COMING))),
            n.Store(n.Num(COMING), NONE),
            n.Store(n.Num(MOMENT), ZERO),
            n.Store(n.Num(CASE), ZERO),
            n.Entry(note, (n.Load(n.Num(STAGE)),)),
        )
        self.writer.write(n.When(due, arrived))

    def _deal(self, statement: st.Deal) -> None:
        w, terms, moves = self.writer, self.statements.terms, self.statements.moves
        card = w.keep(n.Load(n.Num(statement.slot)), "x")
        self.statements.stamp()

        def deal() -> None:
            source, lies = terms.zone(statement.source)
            lies = w.keep(lies, "z")
            target, goal = terms.zone(statement.target)
            goal = w.keep(goal, "z")
            moves.shift(card, (source, lies), (target, goal), top=statement.top)
            w.write(n.Entry(statement.note, (card, lies, goal)))

        w.when(f.compare(">=", card, ZERO), deal)
