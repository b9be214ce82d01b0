"""Settle points: triggers run to a fixed point; deferred work is done depth first, each item with the work it defers.

``end game`` does what is on the agenda first, whether the main flow or something that is done late says it. Nothing returns from there,
so the frames of all that was under way are zeroed before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reguli.ir.lowering.block_builder import Drafts, EndOfGame
from reguli.ir.lowering.control_flow_lowering import lower_deferred_check
from reguli.ir.program import Agenda, Ask, Below, Jump, Number, Pop, Return, Set, Slot, Switch, Within
from reguli.ir.state_layout import FACTS
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.bound_tree.tree_traversal import all_statements, rename_variable
from reguli.model.resolved_ruleset import BoundProcedure, BoundTrigger
from reguli.model.types import PLAIN

SETTLING = FACTS.index("settling")


class Settling:
    """The queue of deferred work for the next settle point, and the blocks that run it."""

    def __init__(self, lowering: Drafts) -> None:
        self._lowering = lowering
        self.agenda = Agenda()
        self._triggers = [(trigger, *self._looking(trigger)) for trigger in lowering.ruleset.triggers]

    def _looking(self, trigger: BoundTrigger) -> tuple[Term, Variable | None]:
        """Return a trigger's condition and the variable it searches with.

        It is asked again and again, so it looks with a scratch variable, and only what it finds is kept.
        """
        if trigger.variable is None:
            return trigger.condition, None
        looked = replace(trigger.variable, key=self._lowering.new_key())
        return rename_variable(trigger.condition, trigger.variable, looked), looked

    def reserve(self, later: Sequence[BoundProcedure]) -> None:
        """Lay out the queue for the deferrable procedures."""
        lowering = self._lowering
        width = 1 + max((len(procedure.parameters) for procedure in later), default=0)
        room = lowering.ruleset.documents.game.agenda
        base = lowering.layout.take(2 + room * width) if later else 0
        front = base + 1 + room * width
        conditions = tuple(condition for _, condition, _ in self._triggers)
        if later:
            lowering.layout.late += (base, front)
        if later and any(isinstance(one, Leave) and one.what == "game" for one in all_statements(lowering.ruleset)):
            lowering.end_of_game = EndOfGame(lowering.new_block(), lowering.new_block(), lowering.layout.take(1))
            lowering.layout.late.append(lowering.end_of_game.mark)
        most = lowering.layout.bind(lowering.new_key()).slot if later else 0
        self.agenda = Agenda(base, front, width, room, tuple(procedure.id for procedure in later), conditions, most)

    def lower(self, later: Sequence[BoundProcedure]) -> None:
        """Lower the settle procedure: queue first, then triggers in order, until nothing is left."""
        lowering = self._lowering
        if not self._triggers and not later:
            return
        procedure = BoundProcedure("settle", "settle", (), (), None, ())
        frame = lowering.frame(procedure)
        lowering.todo.remove(frame)
        lowering.settle_frame, lowering.late = frame, True
        first = lowering.layout.logical
        lowering.at = frame.entry
        lowering.write(Set(SETTLING, Number(1)))
        head = lowering.on()
        lowering.leave, lowering.exits = head, {}
        if lowering.end_of_game is not None:
            # Before everything else: triggers are asked no more, and neither a turn nor a round ends.
            on = lowering.fork(Within(lowering.end_of_game.mark, (1,)))
            lowering.end(Jump(lowering.end_of_game.rest), on)
        lower_deferred_check(lowering)
        if later:
            self._lower_queue(later, head)
        for trigger, condition, looked in self._triggers:
            self._lower_trigger(trigger, condition, looked, head)
        lowering.write(Set(SETTLING, Number(0)))
        lowering.end(Jump(frame.leave))
        lowering.late = False
        frame.ranges.append((first, lowering.layout.logical))
        lowering.blocks[frame.leave].end = Return(frame.return_slot, tuple(frame.ranges))

    def _lower_trigger(self, trigger: BoundTrigger, condition: Term, looked: Variable | None, head: int) -> None:
        lowering, variable = self._lowering, trigger.variable
        on = lowering.fork(Ask(condition))
        if variable is not None and looked is not None:
            found = Slot(lowering.layout.bind(looked.key).slot)
            kept = lowering.layout.frame_variable(variable).slot
            lowering.write(Set(kept, found), trigger.procedure.rule)
        lowering.body(trigger.procedure.body)
        lowering.end(Jump(head), on)
        if variable is not None:
            lowering.write(Set(kept, Number(0)))

    def _lower_queue(self, later: Sequence[BoundProcedure], head: int) -> None:
        lowering, agenda = self._lowering, self.agenda
        current = [Variable("", PLAIN, self._lowering.new_key()) for _ in range(agenda.width)]
        slots = tuple(lowering.layout.frame_variable(variable).slot for variable in current)
        lowering.layout.late += slots
        on = lowering.fork(Below(Number(0), Slot(agenda.base)))
        if lowering.end_of_game is not None:
            pop, here = lowering.on(), lowering.at
            lowering.at = lowering.end_of_game.rest
            over = lowering.fork(Below(Number(0), Slot(agenda.base)))
            lowering.end(Jump(pop), over)
            lowering.end_game("settle")
            lowering.at = here
        lowering.write(Pop(slots), "settle")
        start, doors = lowering.at, []
        for target in later:
            lowering.at = lowering.new_block()
            doors.append(lowering.at)
            lowering.call(target, tuple(map(Slot, slots[1 : 1 + len(target.parameters)])))
            lowering.end(Jump(head))
        lowering.at = start
        lowering.end(Switch(Slot(slots[0]), tuple(doors), head), on)

    def lower_end_of_game(self) -> None:
        """Lower the target of every 'end game': discard running procedures, run the agenda, end the game."""
        lowering = self._lowering
        if lowering.end_of_game is not None:
            lowering.at = lowering.end_of_game.over
            lowering.forget("settle")
            lowering.write(Set(SETTLING, Number(1)), "settle")
            lowering.end(Jump(lowering.end_of_game.rest))
