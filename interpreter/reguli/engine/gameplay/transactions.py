"""All or nothing: a move that begins such a decision, or is made within one, is legal unless no way leads to its end.

What is asked of a move is whether some way on from it leaves the decision that is held. The search goes depth first and looks
at so many positions at most, so it has three answers. ``OUT``: a way was found. ``DEAD``: every way was gone to its end, and none
leads out; only such a move is refused. ``DOUBTFUL``: the search gave up. A doubtful move is offered; whoever makes it and then has no
move left is taken back to where the held part began (``Playthrough``), and what was tried in vain is refused there.

Positions are compared in their normal form (``normal_form``), in which elements that are alike are one: eighteen bolts that nothing tells
apart are a number of bolts. Of moves that differ only in which of them they name, one is judged for all. Options that leave the decision are
tried first, since a way out that is near should not be looked for far off.

All moves of a position are judged in their order, each as it comes to it, so the answer is a matter of the position alone: whoever lists them,
asks about one, or plays a save again is told the same. Who wants to know only whether there are two need not wait for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import compress
from typing import TypeAlias

from reguli.engine.chance.chance_source import ChanceSource
from reguli.engine.gameplay.fault_replay import in_full
from reguli.engine.gameplay.interpreted_search import WalkedSearch
from reguli.engine.gameplay.legal_actions import Family, Move, families, taken
from reguli.engine.gameplay.program_execution import PC, run_once
from reguli.engine.state_snapshots import Position
from reguli.ir.executable_program import Playable
from reguli.ir.program import Decide, Slots
from reguli.ir.program_interface import Searching
from reguli.ir.transaction_exits import DEAD, DOUBTFUL, OUT, TRIES, may_hold
from reguli.source.frozen_values import Kept, kept

Watch: TypeAlias = Callable[[Decide, Slots, bool], None]
"""Sees a position: what is decided there, and whether nothing can be."""
Verdict = Enum("Verdict", {"OUT": OUT, "DEAD": DEAD, "DOUBTFUL": DOUBTFUL})


@kept
class Entry(Kept):
    """The move that led into what is held, and the position before it."""

    position: Position
    move: Move


@kept
class Held(Kept):
    """A held part under way: its first position, the move that led in, if one did, and the first made inside."""

    position: Position
    entry: Entry | None
    first: Move | None = None


class Ways:
    """Looks for ways out of decisions that are all or nothing from one position on."""

    def __init__(self, program: Playable, chance: ChanceSource, *, hold: bool, watch: Watch | None = None) -> None:
        """Begin with nothing known; ``hold`` says whether what must always hold is asked on the way, ``watch`` sees each new position."""
        self._program = program
        self._chance = chance
        self._hold = hold
        self._watch = watch
        self._search: WalkedSearch | Searching | None = None

    @property
    def looked(self) -> int:
        """Give how many positions were looked at."""
        return 0 if self._search is None else self._search.looked

    def judged_families(self, decision: Decide, slots: Slots) -> Iterator[tuple[Family, Verdict | None]]:
        """Give the moves of a position, each that may be held by itself and with what is found of it."""
        listed = list(families(self._program, decision, slots))
        held = [may_hold(slots, family.choice) for family in listed]
        verdicts = self.judge(decision, slots, [move for family in compress(listed, held) for move in family.moves()])
        for family, holds in zip(listed, held, strict=True):
            if holds:
                for move, verdict in zip(family.moves(), verdicts, strict=False):
                    yield Family(family.choice, move.arguments, None), verdict
            else:
                yield family, None

    def judge(self, decision: Decide, slots: Slots, moves: Sequence[Move]) -> Iterator[Verdict]:
        """Judge the moves of a position, one after the other as somebody asks for them."""
        return map(Verdict, in_full(self._program, lambda one: self._judged(one, decision, slots, moves)))

    def _judged(self, program: Playable, decision: Decide, slots: Slots, moves: Sequence[Move]) -> Iterable[int]:
        asking = _Asking(program, self._chance, self._watch, hold=self._hold)
        if program.searching is None:
            walked = self._search = WalkedSearch(program, asking)
            # The position may go on before the last of them is judged.
            found = walked.judge(decision, slots.copy(), moves, TRIES)
            return found if program is self._program else list(found)
        searching = self._search = program.searching()
        numbers = {choice.entry: number for number, choice in enumerate(decision.choices)}
        offered: list[tuple[int, Sequence[int]]] = []
        for move in moves:
            choice = taken(decision, move.option, move.arguments)
            assert choice is not None
            offered.append((numbers[choice.entry], move.arguments))
        return searching.judge(decision, slots, offered, TRIES, asking)


class _Asking:
    """What a search asks of a playthrough: it looks at what chance will show, and nobody hears of it."""

    def __init__(self, program: Playable, chance: ChanceSource, watch: Watch | None, *, hold: bool) -> None:
        self._program, self._chance, self._watch, self._hold = program, chance.branch(), watch, hold
        self._known = len(chance.log)

    def run(self, s: Slots, block: int, stop: int) -> Decide | None:
        """Run from a block on to the next decision, or up to a block to stop before. Raises ``RulesFault``."""
        s[PC] = block
        if len(self._chance.log) > self._known:
            self._chance.back(self._known)
        return run_once(self._program, s, [], self._chance, stop=stop, hold=self._hold)

    def look(self, s: Slots, decision: Decide, *, stuck: bool) -> None:
        """See a position that is looked at."""
        if self._watch is not None:
            self._watch(decision, s, stuck)
