"""All positions of an instance, breadth first, as far as steps and memory go."""

from __future__ import annotations

import zlib
from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.state_snapshots import copied
from reguli.ir.program import Decide, Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.verify.model_checking.checked_instance import Instance
from reguli.verify.model_checking.state_graph import BEGIN, Graph
from reguli.verify.model_checking.successor_states import Step, Stepping, Stuck
from reguli.verify.report.step_budget import Budget, Progress

MOVES: Final = 10
"""Moves that a step of the budget pays for: nothing is told, undone or shown of them."""
MOST_WAITING: Final = 256 * 2**20
"""Bytes of all positions that wait to be looked at."""
LONG: Final = 1024
"""Positions of more bytes are packed while they wait."""
SHOWN: Final = 5_000
"""After so many positions progress is told."""
Kind = tuple[str, str]
"""What went wrong: the code of a fault, or nothing where nobody can move, and the rule."""
Waiting = tuple[bytes, Decide | None] | None
"""A position as it is kept, and who decides there, if not chance; nothing where it is over."""


@dataclass(slots=True)
class Trouble:
    """Something that goes wrong: first at a position, in one of its steps or, without one, there itself; and how often."""

    position: int
    step: int | None
    fault: RulesFault | None
    count: int = 0


@dataclass(slots=True)
class Search:
    """The positions of one instance found so far."""

    instance: Instance
    graph: Graph = field(default_factory=Graph)
    troubles: dict[Kind, Trouble] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """Rules of the decisions that were come to."""
    waiting: deque[Waiting] = field(default_factory=deque)
    complete: bool = False
    """Whether every position was looked at."""
    cut_off: int = 0
    """Positions beyond a cap."""
    stepping: Stepping = field(init=False)
    _bytes: int = 0

    def __post_init__(self) -> None:
        """Make ready."""
        self.stepping = Stepping(self.instance.program)

    def run(self, budget: Budget, progress: Progress) -> None:
        """Look at position after position until none is left, or no step, or no room; what is left then is counted as cut."""
        beyond, paid, position = self.instance.beyond(), 0, BEGIN
        steps = self.stepping.begun()
        while True:
            for number, step in enumerate(steps):
                self._arrive(position, number, step, beyond(step.slots))
                if len(self.graph.next) >= paid:
                    paid += MOVES
                    budget.spend(1)
                    if not self._may_go_further(budget):
                        self.graph.mark(position, "unseen")
                        budget.cut += len(self.waiting) + 1
                        return
            self._leave(position)
            position += 1
            while self.waiting and self.waiting[0] is None:
                self.waiting.popleft()
                self.graph.looked_at()
                position += 1
            if not self.waiting:
                self.complete = True
                return
            if position % SHOWN == 0:
                progress(self.instance.name, position, 0)
            steps = self._looking(position)

    def _may_go_further(self, budget: Budget) -> bool:
        return budget.left > 0 and not self.graph.full and self._bytes < MOST_WAITING

    def _looking(self, position: int) -> Iterator[Step]:
        """Give the steps from the position that waits first; where it has none, take note of that."""
        waiting = self.waiting.popleft()
        assert waiting is not None
        packed, decision = waiting
        self._bytes -= len(packed)
        self.graph.mark(position, "casts" if decision is None else "decides")
        if decision is None:
            yield from self.stepping.onward(self._unpacked(packed), None)
            return
        self.asked.add(decision.ask.rule)
        try:
            yield from self.stepping.onward(self._unpacked(packed), decision)
        except Stuck as stuck:
            self.graph.mark(position, "taken_back" if stuck.held else "stuck")
            if not stuck.held:
                self._wrong("", decision.ask.rule, Trouble(position, None, None))
        except RulesFault as fault:
            self.graph.mark(position, "faulty")
            self._wrong(fault.args[0], fault.rule or decision.ask.rule, Trouble(position, None, fault))

    def _arrive(self, source: int, number: int, step: Step, beyond: bool) -> None:
        if step.fault is not None:
            self._wrong(step.fault.args[0], step.fault.rule, Trouble(source, number, step.fault))
            return
        graph = self.graph
        if not graph.come_to(self.stepping.digest(step.slots), source, number):
            return
        ended = step.decision is None and not step.casts
        if ended or beyond:
            graph.mark(graph.last, "over" if ended else "cut")
            self.cut_off += not ended
            self.waiting.append(None)
            return
        graph.casts += step.casts
        packed = self._packed(step.slots)
        self._bytes += len(packed)
        self.waiting.append((packed, step.decision))

    def _leave(self, position: int) -> None:
        """Finish a position; one of which every step fails leads nowhere."""
        self.graph.looked_at()
        if self.graph.state_of(position) in ("decides", "casts") and not len(self.graph.steps_of(position)):
            self.graph.mark(position, "faulty")

    def _wrong(self, code: str, rule: str, trouble: Trouble) -> None:
        self.troubles.setdefault((code, rule), trouble).count += 1

    def _packed(self, slots: Slots) -> bytes:
        plain = array("q", slots[: self.instance.program.saved]).tobytes()
        return zlib.compress(plain, 1) if len(plain) > LONG else plain

    def _unpacked(self, packed: bytes) -> Slots:
        program, kept = self.instance.program, array("q")
        kept.frombytes(zlib.decompress(packed) if program.saved * kept.itemsize > LONG else packed)
        return copied([*kept, *([0] * (program.width - len(kept)))])
