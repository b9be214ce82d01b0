"""What was lacking: of all ends that a move might have led to and does not, the one that lacks least.

A move into what is all or nothing is refused when no way on from it leads out. That alone helps nobody, so the ways are gone once more
and watched: at each position the options that leave what is held are asked, with whatever arguments they may have, and where nothing can be
done, all options are. Nearest is an option that leaves before one that does not; then that of which the fewest conditions fail, and among
those the one whose first failing condition lacks least; the first that was met, where several lack the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from reguli.engine.gameplay.condition_diagnosis import Conditions
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.gameplay.transactions import Ways
from reguli.engine.state_snapshots import copied
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.move_arguments import write_argument
from reguli.ir.interpreter.option_interpreter import failing
from reguli.ir.program import Choice, Decide, GuardStep, ParameterStep, Slots
from reguli.ir.program_interface import MadeStep
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.transaction_exits import leaves
from reguli.source.frozen_values import Kept, kept

ASKED: Final = 64
"""Moves asked of each option at a position."""
FAR: Final = 1 << 60
"""What a condition lacks that no number measures."""


@kept
class End(Kept):
    """A move that would have led out, or on: its option, the condition that fails first, and the position with its arguments written."""

    decision: Decide
    choice: Choice
    move: Move
    step: GuardStep
    slots: Slots


def nearest_end(playthrough: Playthrough, move: Move) -> End | None:
    """Give the end that lacks least of all that a move might have led to; None where no condition is to blame, or somebody else decides there."""
    assert playthrough.decision is not None
    watch = _Watch(playthrough.program, playthrough.actor)
    ways = Ways(playthrough.program, playthrough.chance, hold=not playthrough.partial, watch=watch.look)
    list(ways.judge(playthrough.decision, playthrough.slots, [move]))
    return watch.nearest


class _Watch:
    """Sees the positions that a search comes to."""

    def __init__(self, program: Playable, actor: int) -> None:
        self._program = program
        self._actor = actor
        self._lacks = (True, FAR, FAR)
        self.nearest: End | None = None

    def look(self, decision: Decide, slots: Slots, stuck: bool) -> None:
        """Ask the options of a position that lead out, or all where nothing can be done."""
        if self._program.actors[decision.number](slots) != self._actor:
            return
        for choice in decision.choices:
            if not (stuck or leaves(choice)):
                continue
            s = copied(slots)
            try:
                for arguments in islice(_arguments(self._program.choices[choice.entry].written, s), ASKED):
                    self._ask(decision, choice, s, arguments)
            except RulesFault:
                continue

    def _ask(self, decision: Decide, choice: Choice, s: Slots, arguments: tuple[int, ...]) -> None:
        written = self._program.choices[choice.entry].written
        steps = [step for step, _ in failing(written, s, arguments)]
        first = next(iter(steps), None)
        if not isinstance(first, GuardStep):
            return
        missing = Conditions(self._program, s).failure(first.guard.condition).missing
        lacks = not leaves(choice), len(steps), FAR if missing is None else missing
        if lacks < self._lacks:
            self._lacks = lacks
            self.nearest = End(decision, choice, Move(choice.option.name, arguments), first, copied(s))


def _arguments(
    steps: Sequence[MadeStep], s: Slots, given: tuple[int, ...] = (), at: int = 0
) -> Iterator[tuple[int, ...]]:
    """Give all arguments that are offered, whatever the guards say of them; they stand in ``s`` meanwhile."""
    for number in range(at, len(steps)):
        step = steps[number].step
        if isinstance(step, ParameterStep):
            for value in steps[number].run(s):
                write_argument(s, step, value)
                yield from _arguments(steps, s, (*given, value), number + 1)
            return
        if not isinstance(step, GuardStep):
            steps[number].run(s)
    yield given
