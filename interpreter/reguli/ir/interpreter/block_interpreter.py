"""The block interpreter: one closure for each value, test, statement and block end of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import setitem
from typing import assert_never

from reguli.ir import program as p
from reguli.ir import program as st
from reguli.ir.interpreter.builtin_functions import read_list_members, subsets_by_size, write_list_members
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.interpreter.piece_movement import piece_mover
from reguli.ir.interpreter.statement_interpreter import Effects
from reguli.ir.program import (
    Call,
    Chance,
    Decide,
    End,
    Fork,
    Halt,
    Journal,
    Jump,
    Program,
    Return,
    Settled,
    Slots,
    Switch,
)
from reguli.ir.program_interface import Closure, Effect, Made, Planned, Way
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS, NONE, zone_kind

STAGE, COMING, MOMENT, CASE, SETTLING, HOLDING = (
    FACTS.index(name) for name in ("stage", "coming_stage", "coming_moment", "coming_case", "settling", "holding")
)


class Blocks:
    """A closure factory for the inner nodes of a program; leaves are delegated to its values and effects."""

    def __init__(self, program: p.Program, values: Values, effects: Effects) -> None:
        self._program = program
        self.values = values
        self._effects = effects
        if values.probe is not None:
            self.planned = partial(values.probe.block, self.planned)  # type: ignore[method-assign]
        self._conditions = [values.closure(condition) for condition in program.agenda.conditions]

    def planned(self, block: p.Block) -> Planned:
        """Prepare a block for running."""
        effects, end = tuple(self._effects_of(block.lines)), block.end
        match end:
            case p.Jump(target) | p.Settled(target):
                return effects, end, type(end), None, target, target
            case p.Fork(test, yes, no):
                return effects, end, p.Fork, self.test(test), yes, no
            case p.Call(passing):
                return effects, end, p.Call, self._passing(passing), end.entry, end.back
            case p.Switch(value):
                return effects, end, p.Switch, self.value(value), 0, 0
            case Chance() | Decide() | Halt() | Return():
                return effects, end, type(end), None, 0, 0

    def _effects_of(self, lines: Iterable[tuple[str, st.Statement]]) -> Iterator[tuple[str, Effect]]:
        """Make closures for statements in order; consecutive writes of constants share one closure."""
        for (rule, known), run in groupby(lines, _is_known):
            if known:
                written = [line for _, line in run]
                pairs = tuple((line.slot, line.value.value) for line in written)  # type: ignore[union-attr]
                yield rule, _writing(pairs)
            else:
                for _, statement in run:
                    yield rule, self.effect(statement)

    # -- values and tests --------------------------------------------------------------------------------------

    def value(self, value: st.Value) -> Closure:
        """Make the closure of a value."""
        match value:
            case st.Number(number):
                return lambda s: number
            case st.Slot(slot):
                return lambda s: s[slot]
            case st.Power(slot):
                return lambda s: 1 << s[slot]
            case st.Ask(term, ""):
                return self.values.closure(term)
            case st.Ask(term, must):
                return self.values.element(term, must)
            case _:
                assert_never(value)

    def test(self, test: st.Test) -> Closure:
        """Make the closure of a test."""
        match test:
            case st.Ask():
                return self.value(test)
            case st.Within(slot, (number,)):
                return lambda s: s[slot] == number
            case st.Within(slot, numbers):
                return lambda s: s[slot] in numbers
            case st.Below(st.Slot(one), st.Slot(other)):
                return lambda s: s[one] < s[other]
            case st.Below(st.Number(number), st.Slot(slot)):
                return lambda s: number < s[slot]
            case st.Below(left, right):
                a, b = self.value(left), self.value(right)
                return lambda s: a(s) < b(s)
            case st.Every(tests):
                asked = [self.test(one) for one in tests]
                return lambda s: all(one(s) for one in asked)
            case st.Unsettled():
                return self._unsettled
            case st.Advance():
                return self._advance(test)
            case _:
                assert_never(test)

    def _unsettled(self, s: Slots) -> bool:
        if s[SETTLING]:
            return False
        agenda = self._program.agenda
        if agenda.targets and s[agenda.base]:
            return True
        for condition in self._conditions:  # noqa: SIM110 - asked behind every move, and a generator is slower
            if condition(s):
                return True
        return False

    def _advance(self, test: st.Advance) -> Closure:
        slot, index, first = test.slot, test.index, test.ring.slot
        fits = None if test.where is None else self.values.closure(test.where)

        def advance(s: Slots) -> bool:
            size = s[first]
            for _ in range(size):
                s[slot] = s[first + 1 + s[index]]
                s[index] = (s[index] + 1) % size
                if fits is None or fits(s):
                    return True
            return False

        return advance

    # -- statements --------------------------------------------------------------------------------------------

    def effect(self, statement: st.Statement) -> Effect:
        """Make the closure of a statement."""
        match statement:
            case st.Do(bound):
                return self._effects.effect(bound)
            case st.Run():
                return self._run(statement)
            case st.Set() | st.Add() | st.Fill() | st.ZeroFrames() | st.Hold() | st.LetGo():
                return self._slots(statement)
            case st.Store():
                return self._store(statement)
            case st.Pick() | st.PickGroup():
                return self._pick(statement)
            case st.Deal():
                return self._deal(statement)
            case st.Enough():
                return self._enough(statement)
            case st.Pop(slots):
                return self._pop(slots)
            case st.Record():
                return self._record(statement)
            case st.Arrive():
                return self._arrive(statement)
            case st.NoCase(stage):
                return self._fail(stage)
            case _:
                assert_never(statement)

    def _passing(self, passing: st.Passing) -> Callable[[Slots], None] | None:
        """Make the closure that writes arguments; ``None`` if there are none."""
        if not passing:
            return None
        places = [(place.slot, place.capacity) for place, _ in passing]
        values = [self.value(value) for _, value in passing]

        def enter(s: Slots) -> None:
            found = [value(s) for value in values]
            for (slot, capacity), value in zip(places, found, strict=True):
                if capacity:
                    write_list_members(s, slot, value, capacity)
                else:
                    s[slot] = value

        return enter

    def _run(self, statement: st.Run) -> Effect:
        enter, (_, run) = self._passing(statement.passing), self._effects.procedure(statement.procedure)
        if enter is None:
            return run

        def call(s: Slots, j: Journal) -> None:
            enter(s)
            run(s, j)

        return call

    def _slots(self, statement: st.Set | st.Add | st.Fill | st.ZeroFrames | st.Hold | st.LetGo) -> Effect:
        match statement:
            case st.Set(slot, value):
                given = self.value(value)
                return lambda s, j: setitem(s, slot, given(s))
            case st.Add(slot, number):
                return lambda s, j: setitem(s, slot, s[slot] + number)
            case st.Fill(first, last, st.Number(number)):
                stretch, same = slice(first, last), [number] * (last - first)
                return lambda s, j: setitem(s, stretch, same)
            case st.Fill(first, last, value):
                stretch, given = slice(first, last), self.value(value)
                return lambda s, j: setitem(s, stretch, [given(s)] * (last - first))
            case st.ZeroFrames():
                return self._slots(st.Fill(self._program.frames, self._program.logical, st.Number(0)))
            case st.Hold(decision):
                return lambda s, j: setitem(s, HOLDING, s[HOLDING] or decision)
            case st.LetGo(decisions):
                return lambda s, j: setitem(s, HOLDING, 0 if s[HOLDING] in decisions else s[HOLDING])
            case _:
                assert_never(statement)

    def _store(self, statement: st.Store) -> Effect:
        place, most, items = statement.place, statement.most, self.values.closure(statement.members)

        def store(s: Slots, j: Journal) -> None:
            found = tuple(items(s))
            if most is not None and len(found) > most:
                raise RulesFault("E304", count=len(found), limit=most)
            write_list_members(s, place.slot, found, place.capacity)

        return store

    def _pick(self, statement: st.Pick | st.PickGroup) -> Effect:
        base, index = statement.members.slot, statement.index

        def pick(s: Slots, j: Journal) -> None:
            if isinstance(statement, st.Pick):
                s[statement.slot] = s[base + 1 + s[index]]
            else:
                group = subsets_by_size(read_list_members(s, base))[s[index]]
                write_list_members(s, statement.group.slot, group, statement.group.capacity)
            s[index] += 1

        return pick

    def _pop(self, slots: tuple[int, ...]) -> Effect:
        base, width, front = self._program.agenda.base, self._program.agenda.width, self._program.agenda.front

        def pop(s: Slots, j: Journal) -> None:
            waiting = s[base]
            for k, slot in enumerate(slots):
                s[slot] = s[base + 1 + k]
            rest = s[base + 1 + width : base + 1 + waiting * width]
            s[base + 1 : base + 1 + waiting * width] = [*rest, *([0] * width)]
            s[base], s[front] = waiting - 1, 0

        return pop

    def _arrive(self, statement: st.Arrive) -> Effect:
        def arrive(s: Slots, j: Journal) -> None:
            if s[COMING] != NONE and s[MOMENT] == statement.moment:
                s[STAGE], s[COMING], s[MOMENT], s[CASE] = s[COMING], NONE, 0, 0
                j.append((statement.note, s[STAGE]))

        return arrive

    def _fail(self, stage: str) -> Effect:
        def fail(s: Slots, j: Journal) -> None:
            raise RulesFault("E311", stage=stage)

        return fail

    def _deal(self, statement: st.Deal) -> Effect:
        _, number = self.values.zone_number(statement.source)
        _, target = self.values.zone_number(statement.target)
        shift = piece_mover(self.values.layout, zone_kind(statement.source))
        slot, top, note = statement.slot, statement.top, statement.note

        def deal(s: Slots, j: Journal) -> None:
            card = s[slot]
            if card >= 0:
                goal = target(s)
                shift(s, card, goal, top)
                j.append((note, card, number(s), goal))

        return deal

    def _enough(self, statement: st.Enough) -> Effect:
        slot, zone, there = statement.slot, statement.zone, self.values.closure(statement.there)

        def enough(s: Slots, j: Journal) -> None:
            wanted, lying = s[slot], there(s)
            if not 0 <= wanted <= lying:
                raise RulesFault("E310", zone=zone, what=NONE, wanted=wanted, there=lying)

        return enough

    def _record(self, statement: st.Record) -> Effect:
        note, values = statement.note, [self.value(value) for value in statement.values]

        def record(s: Slots, j: Journal) -> None:
            j.append((note, *(value(s) for value in values)))

        return record


def _writing(pairs: Sequence[tuple[int, int]]) -> Effect:
    def write(s: Slots, j: Journal) -> None:
        for slot, number in pairs:
            s[slot] = number

    return write


def _is_known(line: tuple[str, st.Statement]) -> tuple[str, bool]:
    """Return a statement's rule and whether it writes a constant."""
    rule, statement = line
    return rule, isinstance(statement, st.Set) and isinstance(statement.value, st.Number)


# -- The interpreter from block to block ----------------------------------------------------------------------------------


class Walk:
    """The block runner; builds closures when a block is reached."""

    def __init__(self, program: Program, blocks: Blocks) -> None:
        """Set the program to run."""
        self._plan: Made[int, Planned] = Made(lambda number: blocks.planned(program.blocks[number]))

    def go(self, s: Slots, j: Journal, way: Way) -> None:
        """Run on (``ir.program_interface.Going``). Raises ``RulesFault`` with the rule of the failing statement."""
        plan, pc, stop, rule = self._plan, way.at, way.stop, ""
        try:
            for left in range(way.left, 0, -1):
                if pc == stop:
                    way.at, way.left = pc, left
                    return
                effects, end, kind, what, yes, no = plan[pc]
                if effects:
                    way.last = pc
                    for rule, effect in effects:  # noqa: B007 - a fault tells which rule was under way
                        effect(s, j)
                    rule = ""
                if kind is Jump:
                    pc = yes
                elif kind is Fork:
                    pc = yes if what(s) else no
                elif kind is Decide or kind is Halt or kind is Chance or kind is Settled:
                    way.at, way.left = pc, left
                    return
                else:
                    pc = _go_on(end, what, s)
        except RulesFault as fault:
            fault.rule = fault.rule or rule
            raise
        way.at, way.left = pc, 0


def _go_on(end: End, what: Closure | None, s: Slots) -> int:
    """Enter or leave a procedure, or take a switch; return the next block."""
    match end:
        case Call(_, return_slot, entry, back):
            if what is not None:
                what(s)
            s[return_slot] = back
            return entry
        case Return(return_slot, frame):
            back = s[return_slot]
            for first, last in frame:
                s[first:last] = [0] * (last - first)
            return back
        case Switch(_, targets, other):
            assert what is not None
            index = what(s)
            return targets[index] if 0 <= index < len(targets) else other
        case Chance() | Decide() | Fork() | Halt() | Jump() | Settled():
            raise AssertionError(end)
