"""What plays batches of games by number, each back end by its name: games alone, as generated code plays them, and with all that ``reguli simulate`` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Final, Protocol

from reguli.batch.executors import (
    make_batch_runner,
)
from reguli.batch.playouts import (
    ENTRIES,
    PlayoutBatch,
)
from reguli.batch.rows import (
    PLAYTHROUGH,
)
from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.playout_codegen import write_playout_functions
from reguli.compile.lir import lir_nodes as n
from reguli.compile.machine_registry import PYTHON, WASM, MachineCode, has_wasm, make_machine, reachable_functions
from reguli.compile.runtime.games.batch_loop import DONE
from reguli.engine.state_snapshots import copy_state
from reguli.ir.executable_program import build_program
from reguli.ir.program import Slots
from reguli.model.binding.bot_binding import BoundBot
from reguli.model.resolved_ruleset import Ruleset

MOST_MOVES = 100_000
PATIENCE = 1 << 40
"""Moves of one call at most: as many as there are."""
MOVES_AT = 3
"""Where a row says how many moves there were."""
UNIFORM: Final = "uniform"
Bots = tuple[BoundBot, ...]
ENGINES: Final = {"Python": PYTHON, "WebAssembly": WASM}


class Playouts(Protocol):
    """Plays numbered games by lot, each move as likely as any other."""

    def play(self, first: int, games: int) -> int:
        """Play so many numbers from one on; give how many moves were made together, those without a choice too."""
        ...


class Alone:
    """Games in generated code: nothing is asked of them but how many moves they had."""

    def __init__(self, engine: str, ruleset: Ruleset, players: int, seed: int) -> None:
        """Make the code."""
        program = build_program(ruleset, players)
        making = CodegenContext(program)
        write_playout_functions(making)
        code = MachineCode(reachable_functions(making.functions, ENTRIES), program.width, dict(making.areas), ENTRIES)
        self._machine, self._seed = make_machine(engine, code), seed
        width = making.told["row width"]
        assert isinstance(width, int)
        self._width = width

    def play(self, first: int, games: int) -> int:
        """Play them in as few calls as there is room for their rows."""
        played, moves = self._machine, 0
        played.call("begin_batch", self._seed, first, games, MOST_MOVES, 0)
        done = False
        while not done:
            done = played.call("play_on", PATIENCE) == DONE
            moves += sum(played.area("rows")[MOVES_AT : played.number("rows") * self._width : self._width])
            played.call("rows_read")
        return moves


class Simulated:
    """Games with their rows, as a process of ``reguli simulate`` plays them."""

    def __init__(
        self, engine: str, ruleset: Ruleset, players: int, seed: int, *, policy: str = UNIFORM, bots: Bots = ()
    ) -> None:
        """Make what plays the batch."""
        batch = PlayoutBatch(ruleset, players, seed, (policy,), bots, (), False, MOST_MOVES)
        self._playing = make_batch_runner(replace(batch, engine=engine))

    def play(self, first: int, games: int) -> int:
        """Play and read the rows."""
        return sum(played.moves for played in self._playing.play_all(range(first, first + games)))


def in_lists(slots: Slots) -> Callable[[int], object]:
    """Return what copies a position so many times, where positions are lists."""
    return lambda times: [copy_state(slots) for _ in repeat(None, times)]


def in_machine(engine: str, slots: Slots) -> Callable[[int], object]:
    """Return what puts a position aside so many times in generated code."""
    times, width = n.LocalVar("times"), n.Int(len(slots))
    aside = n.CopySlotsToArea("aside", n.Int(0), n.Int(0), width)
    copy = n.FunctionDefinition("copy", (times,), None, (n.CountedLoop(n.LocalVar("time"), n.Int(0), times, (aside,)),))
    made = make_machine(engine, MachineCode((copy,), len(slots), {"aside": len(slots)}))
    return lambda times: made.call("copy", times)


THERE: Final = {name: engine for name, engine in ENGINES.items() if engine != WASM or has_wasm()}
"""The back ends that are installed."""
BACK_ENDS: Mapping[str, Callable[[Ruleset, int, int], Playouts]] = {
    "simulate, by playthrough": partial(Simulated, PLAYTHROUGH),
    **{f"simulate, by {name}": partial(Simulated, engine) for name, engine in THERE.items()},
    **{f"{name} alone": partial(Alone, engine) for name, engine in THERE.items()},
}
"""The last is the quickest there is."""
COPIES_BY: Mapping[str, Callable[[Slots], Callable[[int], object]]] = {
    "a playthrough": in_lists,
    **{name: partial(in_machine, engine) for name, engine in THERE.items()},
}
"""By back end: what copies a position so many times in one call."""
