"""Whole game trees, position by position, without journals and saves."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.legal_actions import legal_action_sets, write_move_arguments
from reguli.engine.gameplay.program_execution import PC, run_to_decision
from reguli.engine.state_snapshots import copy_state
from reguli.ir.executable_program import Playable
from reguli.ir.program import Decide, Slots

Position = tuple[int, ...]


def beginning(program: Playable) -> Slots:
    """The slots at the first decision."""
    slots = list(program.first)
    run_to_decision(program, slots, [], ChanceSource(0))
    return slots


def after_each_move(program: Playable, slots: Slots) -> Iterator[Slots]:
    """The slots after each legal move; nothing when the game is over."""
    decision = program.blocks[slots[PC]].end
    if not isinstance(decision, Decide):
        return
    for family in legal_action_sets(program, decision, slots):
        for move in family.moves():
            s = copy_state(slots)
            write_move_arguments(program, family.choice, s, [], move)
            s[PC] = family.choice.entry
            run_to_decision(program, s, [], ChanceSource(0))
            yield s


def key(program: Playable, slots: Slots) -> Position:
    """What makes two positions the same."""
    return tuple(slots[: program.logical])


def reachable(program: Playable) -> int:
    """Count the positions that can come up, the first one included."""
    waiting = [beginning(program)]
    seen = {key(program, waiting[0])}
    while waiting:
        for slots in after_each_move(program, waiting.pop()):
            position = key(program, slots)
            if position not in seen:
                seen.add(position)
                waiting.append(slots)
    return len(seen)


def games(program: Playable) -> int:
    """Count the ways from the beginning to an end: sequences of moves, not positions."""
    known: dict[Position, int] = {}

    def from_here(slots: Slots) -> int:
        position = key(program, slots)
        if position not in known:
            following = list(after_each_move(program, slots))
            known[position] = sum(from_here(s) for s in following) if following else 1
        return known[position]

    return from_here(beginning(program))
