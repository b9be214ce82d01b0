"""The way to a position, as people would type it: who moves what, and what chance brings."""

from __future__ import annotations

from itertools import islice
from typing import Final

from reguli.engine.gameplay.fault_replay import in_full
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.notation import element_text, move_text
from reguli.ir.program import Decide, Slots
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.verify.model_checking.state_graph import Graph
from reguli.verify.model_checking.successor_states import Step, Stepping

MOST_OUTCOMES: Final = 6
"""Of what chance brings at once so much is said."""


@kept
class Moved(Kept):
    """One step: who moved and what as it is typed, both empty where nobody chose; what chance brought, by site."""

    by: str
    move: str
    outcomes: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """Give it in ids and digits."""
        chosen = f"{self.by}: {self.move}" if self.move else ""
        shown = [f"{site} = {outcome}" for site, outcome in self.outcomes[:MOST_OUTCOMES]]
        more = ["…"] if len(self.outcomes) > MOST_OUTCOMES else []
        brought = ", ".join([*shown, *more])
        return f"{chosen} ({brought})".strip() if brought else chosen


@kept
class Way(Kept):
    """Steps from the set-up to a position, and who must decide there, if anybody."""

    steps: tuple[Moved, ...]
    actor: str = ""

    @property
    def said(self) -> Value:
        """Say it: every move, or that there is none."""
        told = [one.text for one in self.steps if one.text]
        return "; ".join(told) if told else Said("exhausted.at_once")

    @property
    def moves(self) -> int:
        """Give how many moves are chosen on it."""
        return sum(bool(one.move) for one in self.steps)


def way_to(stepping: Stepping, graph: Graph, position: int, step: int | None = None) -> Way:
    """Go a shortest way to a position again, and on by one of its steps where one is given."""
    slots: Slots = []
    decision: Decide | None = None
    found: list[Moved] = []
    last = [] if step is None else [(position, step)]
    for _, number in (*graph.way_to(position), *last):
        steps = stepping.onward(slots, decision) if found else stepping.begun()
        taken = next(islice(steps, number, None))
        moved = _moved(stepping, slots, decision, taken)
        if found and not moved.move:
            # What chance brings belongs to the move that led to it.
            before = found.pop()
            moved = Moved(before.by, before.move, (*before.outcomes, *moved.outcomes))
        found.append(moved)
        slots, decision = taken.slots, taken.decision
    actor = "" if decision is None else _actor(stepping, slots, decision)
    return Way(tuple(found), actor)


def _moved(stepping: Stepping, slots: Slots, decision: Decide | None, step: Step) -> Moved:
    if step.family is None or decision is None:
        return Moved("", "", step.outcomes)
    move = Move(step.family.choice.option.name, step.arguments)
    return Moved(_actor(stepping, slots, decision), move_text(stepping.program, decision, move), step.outcomes)


def _actor(stepping: Stepping, slots: Slots, decision: Decide) -> str:
    actor: int = in_full(stepping.program, lambda one: one.actors[decision.number](slots))
    return element_text(stepping.program, "player", actor, ids=True)
