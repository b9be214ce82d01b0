"""Settle points: triggers run to a fixed point, and what was put off or announced is done, first come first served."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS
from reguli.ir.program import Call, Closure, Effect, Fork, Journal, Jump, Return, Slots, Switch
from reguli.model.ruleset import BoundProcedure, BoundTrigger
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Variable
from reguli.model.types import PLAIN

if TYPE_CHECKING:
    from reguli.ir.lowering.procedures import Lowering

SETTLING = FACTS.index("settling")
ROOM = 32
"""How many things may wait on the agenda."""


class Agenda:
    """The queue of what is to be done at the next settle point, and the blocks that do it."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._keys = count(-1, -1)
        self.targets: list[BoundProcedure] = []
        self._base = 0
        self._width = 0
        self._conditions: list[Closure] = []
        self._sites: dict[str, set[str]] = {}

    def new_key(self) -> int:
        """Give a key for a variable of our own making."""
        return next(self._keys)

    def site(self, cast: b.Cast) -> str:
        """Name the chance site of a lot: its variable, or its rule where several lots share the name."""
        rules = self._sites.setdefault(cast.variable.name, set())
        rules.add(cast.rule)
        return cast.variable.name if len(rules) == 1 else cast.rule

    # -- the queue ---------------------------------------------------------------------------------------------

    def reserve(self, later: list[BoundProcedure]) -> None:
        """Lay out the queue for the procedures that may be put off."""
        self.targets = later
        self._width = 1 + max((len(procedure.parameters) for procedure in later), default=0)
        if later:
            self._base = self._lowering.layout.take(1 + ROOM * self._width)
            self._lowering.layout.late.append(self._base)

    def effect(self, statement: b.Perform | b.Tell) -> Effect:
        """Make the closure that puts a procedure, or every rule of an event, on the queue."""
        if isinstance(statement, b.Tell):
            rules = self._lowering.ruleset.events.get(statement.event, ())
        else:
            rules = (self._lowering.ruleset.procedures[statement.procedure],)
        names = [procedure.id for procedure in self.targets]
        numbers = [names.index(procedure.id) for procedure in rules]
        values = [self._lowering.values.closure(argument) for argument in statement.arguments]
        types = tuple(argument.type for argument in statement.arguments)
        verb = "announce" if isinstance(statement, b.Tell) else "later"
        about = statement.event if isinstance(statement, b.Tell) else statement.procedure
        note = self._lowering.effects_note(statement.rule, verb, about, types, statement.span)
        base, width = self._base, self._width

        def put(s: Slots, j: Journal) -> None:
            found = [value(s) for value in values]
            j.append((note, *found))
            for number in numbers:
                waiting = s[base]
                if waiting >= ROOM:
                    raise RulesFault("E312", room=ROOM)
                at = base + 1 + waiting * width
                s[at : at + 1 + len(found)] = [number, *found]
                s[base] = waiting + 1

        return put

    # -- settling ----------------------------------------------------------------------------------------------

    def pending(self, s: Slots) -> bool:
        """Tell whether anything waits or any trigger's condition holds."""
        if self.targets and s[self._base]:
            return True
        return any(condition(s) for condition in self._conditions)

    def lower(self) -> None:
        """Lower the settle procedure: queue first, then triggers in order, until nothing is left."""
        lowering = self._lowering
        triggers = lowering.ruleset.triggers
        if not triggers and not self.targets:
            return
        procedure = BoundProcedure("settle", "settle", (), (), None, ())
        frame = lowering.frame(procedure)
        lowering.todo.remove(frame)
        lowering.settle_frame = frame
        first = lowering.layout.logical
        lowering.at = frame.entry
        head = lowering.new_block()
        lowering.assign(SETTLING, 1)
        lowering.end(Jump(head), head)
        lowering.leave, lowering.exits = head, []
        if self.targets:
            self._lower_queue(head)
        for trigger in triggers:
            self._lower_trigger(trigger, head)
        lowering.assign(SETTLING, 0)
        lowering.end(Jump(frame.leave))
        frame.ranges.append((first, lowering.layout.logical))
        lowering.blocks[frame.leave].end = Return(frame.return_slot, tuple(frame.ranges))

    def _lower_trigger(self, trigger: BoundTrigger, head: int) -> None:
        lowering, variable = self._lowering, trigger.variable
        # The condition is asked again and again: it looks with a scratch slot, and only what it finds is kept.
        condition = lowering.values.closure(trigger.condition)
        self._conditions.append(condition)
        run, on = lowering.new_block(), lowering.new_block()
        lowering.end(Fork(condition, run, on), run)
        if variable is not None:
            looked = lowering.layout.storage[variable.key].slot
            kept = lowering.layout.frame_variable(variable).slot
            lowering.effect(_copying_slot(looked, kept), trigger.procedure.rule)
        lowering.body(trigger.procedure.body)
        lowering.end(Jump(head), on)
        if variable is not None:
            lowering.assign(kept, 0)

    def _lower_queue(self, head: int) -> None:
        lowering, base, width = self._lowering, self._base, self._width
        current = [Variable("", PLAIN, self.new_key()) for _ in range(width)]
        slots = [lowering.layout.frame_variable(variable).slot for variable in current]
        lowering.layout.late += slots

        def pop(s: Slots, j: Journal) -> None:
            waiting = s[base]
            for k, slot in enumerate(slots):
                s[slot] = s[base + 1 + k]
            rest = s[base + 1 + width : base + 1 + waiting * width]
            s[base + 1 : base + 1 + waiting * width] = [*rest, *([0] * width)]
            s[base] = waiting - 1

        take, on = lowering.new_block(), lowering.new_block()
        lowering.end(Fork(lambda s: s[base] > 0, take, on), take)
        lowering.effect(pop, "settle")
        start, doors = lowering.at, []
        for target in self.targets:
            lowering.at = lowering.new_block()
            doors.append(lowering.at)
            self._lower_target(target, slots[1:])
            lowering.end(Jump(head))
        lowering.at = start
        lowering.end(Switch(_slot(slots[0]), tuple(doors), head), on)

    def _lower_target(self, target: BoundProcedure, arguments: list[int]) -> None:
        lowering = self._lowering
        values = [_slot(slot) for slot in arguments[: len(target.parameters)]]
        if lowering.waiting.procedure(target.id):
            frame = lowering.frame(target)
            back = lowering.new_block()
            enter = _copying([slot for slot, _ in frame.parameters], values)
            lowering.end(Call(enter, frame.return_slot, frame.entry, back), back)
            return
        slots, run = lowering.effects.made(target)
        copy = _copying(slots, values)

        def call(s: Slots, j: Journal) -> None:
            copy(s)
            run(s, j)

        lowering.effect(call, target.rule)


def _slot(slot: int) -> Closure:
    return lambda s: s[slot]


def _copying_slot(source: int, target: int) -> Effect:
    def copy(s: Slots, j: Journal) -> None:
        s[target] = s[source]

    return copy


def _copying(slots: list[int], values: list[Closure]) -> Callable[[Slots], None]:
    def copy(s: Slots) -> None:
        for slot, value in zip(slots, values, strict=True):
            s[slot] = value(s)

    return copy
