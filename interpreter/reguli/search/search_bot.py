"""The bot that searches, for every game that is played; the machine of a program is made when it is first needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.executable_program import Playable
from reguli.ir.rng import seat_random_stream
from reguli.model.binding.bot_binding import BoundBot
from reguli.ruleset.declarations.bot_files import ITERATIONS

if TYPE_CHECKING:
    # What writes code is loaded when somebody searches.
    from reguli.search.position_machine import PositionMachine


@dataclass(slots=True)
class SearchMachines:
    """The machine of one program for all bots that search in it. Playouts are those of the first bot of the ruleset; without one every move is as likely."""

    program: Playable
    own: Sequence[BoundBot]
    engine: str | None = None
    _machine: PositionMachine | None = field(default=None, repr=False, compare=False)

    @property
    def policy(self) -> str:
        """Return who plays on in a search."""
        return self.own[0].id if self.own else "uniform"

    @property
    def iterations(self) -> int:
        """Return how many iterations a search makes if nothing more is said."""
        evaluation = self.own[0].evaluation if self.own else None
        return ITERATIONS if evaluation is None else evaluation.iterations

    @property
    def is_fast(self) -> bool:
        """Return whether the machine is WebAssembly; generated Python needs a hundred times as long."""
        # As above.
        from reguli.compile.machine_registry import has_wasm

        return has_wasm()

    def machine(self) -> PositionMachine:
        """Return the machine, made on the first call."""
        if self._machine is None:
            # As above.
            from reguli.search.position_machine import PositionMachine

            self._machine = PositionMachine(self.program, self.own, self.engine)
        return self._machine


@dataclass(frozen=True, slots=True)
class SearchBot:
    """A player that searches (``tree_search``). It sees what its seat sees, and chooses the same in the same position with the same seed."""

    machines: SearchMachines
    iterations: int | None = None

    def choose(self, playthrough: GamePlaythrough) -> Move:
        """Return a move; work is bounded by iterations, not by time."""
        # As above.
        from reguli.search.tree_search import SearchSettings, TreeSearch

        only = playthrough.only_move()
        if only is not None:
            # It is waited for where to play it at once would tell something; generated code plays it at once.
            return only
        stream = seat_random_stream(playthrough.chance.seed, playthrough.actor, len(playthrough.moves))
        settings = SearchSettings(self.iterations or self.machines.iterations, self.machines.policy)
        return TreeSearch(self.machines.machine(), playthrough, settings, stream).run()
