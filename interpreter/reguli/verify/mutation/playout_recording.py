"""Games by lot of right rules, watched: which faults would have made a difference, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough, begin
from reguli.ir.executable_program import Playable
from reguli.ir.rng import Stream, fold, game_key, name_of
from reguli.verify.differential.guided_playouts import Walker
from reguli.verify.differential.paired_programs import TROUBLES, WALK
from reguli.verify.mutation.infection_probe import Watch
from reguli.verify.mutation.step_counter import Counted

LONGEST: Final = 1_000
"""Moves of a game at most."""


@dataclass(slots=True)
class Recorded:
    """A game: its moves, the positions before each and behind the last, and the faults that were met at each, set-up first."""

    seed: int
    moves: list[Move] = field(default_factory=list)
    positions: list[Playthrough] = field(default_factory=list)
    met: dict[int, int] = field(default_factory=dict)
    """By number of a fault: the position from which it made a difference, -1 for the set-up."""

    def note(self, watch: Watch, at: int) -> None:
        """Take note of what was met by now and not before."""
        for number in watch.met - self.met.keys():
            self.met[number] = at


def record(program: Playable, watch: Watch, seed: int, walker: Walker, counted: Counted) -> Recorded:
    """Play a game by lot as far as the budget goes, and take note of where each fault is met first."""
    found, lot = Recorded(seed), Stream(fold(game_key(seed), name_of(WALK)))
    watch.anew()
    try:
        here = begin(program, seed, play_forced=False)
        found.note(watch, -1)
        while len(found.moves) < LONGEST and counted.spend(program):
            at = len(found.moves)
            found.positions.append(here.branch())
            families = list(here.families())
            found.note(watch, at)
            if not families:
                if here.over:
                    here.places()
                    found.note(watch, at)
                break
            move = walker.move(here, families, lot)
            found.moves.append(move)
            here.apply(move)
            found.note(watch, at)
    except TROUBLES:
        found.note(watch, len(found.moves) - 1)
    return found


def newly(found: Recorded, numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Give those of some faults that were met, each with its position, the first first."""
    met = [(found.met[number], number) for number in numbers if number in found.met]
    return [(number, at) for at, number in sorted(met)]
