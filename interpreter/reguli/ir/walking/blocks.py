"""The walker over blocks: each value, test, statement and end of a program becomes one closure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, assert_never

from reguli.ir.closures import Casting, Closure, Effect, MadeStep, Planned
from reguli.ir.layout import FACTS
from reguli.ir.program import (
    Block,
    Call,
    Chance,
    Fork,
    GiveStep,
    GuardStep,
    Journal,
    Jump,
    ParameterStep,
    Program,
    Settled,
    Slots,
    Step,
    Switch,
)
from reguli.ir.statements import (
    Add,
    Advance,
    Arrive,
    Ask,
    Below,
    Deal,
    Do,
    Every,
    Fill,
    Hold,
    LetGo,
    NoCase,
    Number,
    Passing,
    Pick,
    PickGroup,
    Pop,
    Power,
    Record,
    Run,
    Set,
    Slot,
    Statement,
    Store,
    Test,
    Unsettled,
    Value,
    Within,
    ZeroFrames,
)
from reguli.ir.walking import slot_effects as effect_of
from reguli.ir.walking.agenda import popping
from reguli.ir.walking.effects import Effects
from reguli.ir.walking.moves_of_pieces import piece_mover, top_candidates, top_known
from reguli.ir.walking.places import write_members
from reguli.ir.walking.values import Values
from reguli.ir.zones import zone_kind
from reguli.model.tree.terms import Tracked

SETTLING = FACTS.index("settling")


class Blocks:
    """Makes closures of everything in a program that is not a leaf; leaves are left to its values and effects."""

    def __init__(self, program: Program, values: Values, effects: Effects) -> None:
        self._program = program
        self._values = values
        self._effects = effects
        self._conditions = [values.closure(condition) for condition in program.agenda.conditions]

    def planned(self, block: Block) -> Planned:
        """Lay out a block for running."""
        effects, end = tuple(self._effects_of(block.lines)), block.end
        match end:
            case Jump(target) | Settled(target):
                return effects, end, type(end), None, target, target
            case Fork(test, yes, no):
                return effects, end, Fork, self.test(test), yes, no
            case Chance():
                return effects, end, Chance, self._casting(end), end.next, end.next
            case Call(passing):
                return effects, end, Call, self._passing(passing), end.entry, end.back
            case Switch(value):
                return effects, end, Switch, self.value(value), 0, 0
            case _:
                return effects, end, type(end), None, 0, 0

    def _effects_of(self, lines: Iterable[tuple[str, Statement]]) -> Iterator[tuple[str, Effect]]:
        """Make the closures of statements in order: one for all known numbers that are written one after the other."""
        for (rule, known), run in groupby(lines, _is_known):
            if known:
                yield rule, effect_of.writing({line.slot: line.value.value for _, line in run})  # type: ignore[union-attr]
            else:
                yield from ((rule, self.effect(statement)) for _, statement in run)

    def step(self, step: Step) -> MadeStep:
        """Make a step of an option ready."""
        match step:
            case ParameterStep(parameter):
                return MadeStep(step, self._values.items(parameter.domain))
            case GiveStep(give):
                return MadeStep(step, self._effects.variable_writer(give.variable, give.value))
            case GuardStep(guard):
                waivers = tuple(
                    (self._values.closure(waiver.condition), self._effects.body(waiver.body))
                    for waiver in guard.waivers
                )
                return MadeStep(step, self._values.closure(guard.condition), waivers)
            case _:
                assert_never(step)

    # -- values and tests --------------------------------------------------------------------------------------

    def value(self, value: Value) -> Closure:
        """Make the closure of a value."""
        match value:
            case Number(number):
                return lambda s: number
            case Slot(slot):
                return lambda s: s[slot]
            case Power(slot):
                return lambda s: 1 << s[slot]
            case Ask(term, ""):
                return self._values.closure(term)
            case Ask(term, must):
                return self._values.element(term, must)
            case _:
                assert_never(value)

    def test(self, test: Test) -> Closure:
        """Make the closure of a test."""
        match test:
            case Ask():
                return self.value(test)
            case Within(slot, (number,)):
                return lambda s: s[slot] == number
            case Within(slot, numbers):
                return lambda s: s[slot] in numbers
            case Below(Slot(one), Slot(other)):
                return lambda s: s[one] < s[other]
            case Below(Number(number), Slot(slot)):
                return lambda s: number < s[slot]
            case Below(left, right):
                a, b = self.value(left), self.value(right)
                return lambda s: a(s) < b(s)
            case Every((first, second)):
                a, b = self.test(first), self.test(second)
                return lambda s: a(s) and b(s)
            case Every(tests):
                asked = [self.test(one) for one in tests]
                return lambda s: all(one(s) for one in asked)
            case Unsettled():
                return self._unsettled
            case Advance():
                return self._advance(test)
            case _:
                assert_never(test)

    def _unsettled(self, s: Slots) -> bool:
        if s[SETTLING]:
            return False
        agenda = self._program.agenda
        return bool(agenda.targets and s[agenda.base]) or any(condition(s) for condition in self._conditions)

    def _advance(self, test: Advance) -> Closure:
        slot, begun, step, players = test.slot, test.begun, test.step, self._program.players
        among = self._values.items(test.among)

        def advance(s: Slots) -> bool:
            seats = set(among(s))
            for k in range(s[begun], players + s[begun]):
                seat = (s[slot] + step * k) % players
                if seat in seats:
                    s[slot], s[begun] = seat, 1
                    return True
            return False

        return advance

    # -- statements --------------------------------------------------------------------------------------------

    def effect(self, statement: Statement) -> Effect:
        """Make the closure of a statement."""
        match statement:
            case Do(bound):
                return self._effects.effect(bound)
            case Run():
                return self._run(statement)
            case Set() | Add() | Fill() | ZeroFrames() | Hold() | LetGo():
                return self._slots(statement)
            case Store() | Pick() | PickGroup():
                return self._lists(statement)
            case Deal():
                return self._deal(statement)
            case Pop(slots):
                return popping(self._program.agenda, slots)
            case Record():
                return self._record(statement)
            case Arrive():
                return effect_of.arriving(statement)
            case NoCase(stage):
                return effect_of.failing(stage)
            case _:
                assert_never(statement)

    def _passing(self, passing: Passing) -> Callable[[Slots], None] | None:
        """Make the closure that writes arguments; ``None`` where there are none."""
        if not passing:
            return None
        places = [(place.slot, place.capacity) for place, _ in passing]
        values = [self.value(value) for _, value in passing]

        def enter(s: Slots) -> None:
            found = [value(s) for value in values]
            for (slot, capacity), value in zip(places, found, strict=True):
                if capacity:
                    write_members(s, slot, value, capacity)
                else:
                    s[slot] = value

        return enter

    def _run(self, statement: Run) -> Effect:
        enter, (_, run) = self._passing(statement.passing), self._effects.procedure(statement.procedure)
        if enter is None:
            return run

        def call(s: Slots, j: Journal) -> None:
            enter(s)
            run(s, j)

        return call

    def _slots(self, statement: Set | Add | Fill | ZeroFrames | Hold | LetGo) -> Effect:
        match statement:
            case Set(slot, value):
                return effect_of.setting(slot, self.value(value))
            case Add(slot, number):
                return effect_of.adding(slot, number)
            case Fill(first, last, Number(number)):
                return effect_of.clearing(first, last, number)
            case Fill(first, last, value):
                return effect_of.filling(first, last, self.value(value))
            case ZeroFrames():
                return effect_of.clearing(self._program.frames, self._program.logical, 0)
            case Hold(decision):
                return effect_of.holding(decision)
            case LetGo(decisions):
                return effect_of.letting_go(decisions)
            case _:
                assert_never(statement)

    def _lists(self, statement: Store | Pick | PickGroup) -> Effect:
        match statement:
            case Store(place, term, most):
                return effect_of.storing(place, self._values.items(term), most)
            case Pick(slot, place, index):
                return effect_of.picking(slot, place.slot + 1, index)
            case PickGroup(group, place, index):
                return effect_of.picking_group(group, place.slot, index)
            case _:
                assert_never(statement)

    def _deal(self, statement: Deal) -> Effect:
        _, number = self._values.zone_number(statement.source)
        _, target = self._values.zone_number(statement.target)
        shift = piece_mover(self._values.layout, zone_kind(statement.source))
        slot, top, note = statement.slot, statement.top, statement.note

        def deal(s: Slots, j: Journal) -> None:
            card = s[slot]
            if card >= 0:
                goal = target(s)
                shift(s, card, goal, top)
                j.append((note, card, number(s), goal))

        return deal

    def _record(self, statement: Record) -> Effect:
        note, values = statement.note, [self.value(value) for value in statement.values]

        def record(s: Slots, j: Journal) -> None:
            j.append((note, *(value(s) for value in values)))

        return record

    # -- chance ------------------------------------------------------------------------------------------------

    def _casting(self, chance: Chance) -> Casting:
        source = chance.source
        if not chance.stack:
            return Casting(chance, _candidates(self._values.items(source), groups=chance.capacity > 0))
        assert isinstance(source, Tracked)
        field, number = self._values.zone_number(source)
        owner = None if source.owner is None else _less(number, field.zone)
        return Casting(chance, top_candidates(self._values, source), owner, top_known(self._values, source))


def _candidates(domain: Callable[[Slots], Sequence[Any]], *, groups: bool) -> Callable[[Slots], list[Any]]:
    """Make a closure for what a lot is cast among; groups each once and in the order of their kind, however they were come by."""
    if groups:
        return lambda s: list(dict.fromkeys(tuple(sorted(group)) for group in domain(s)))
    return lambda s: list(domain(s))


def _less(value: Closure, number: int) -> Closure:
    return lambda s: value(s) - number


def _is_known(line: tuple[str, Statement]) -> tuple[str, bool]:
    """Give the rule of a statement, and whether it writes a known number."""
    rule, statement = line
    return rule, isinstance(statement, Set) and isinstance(statement.value, Number)
