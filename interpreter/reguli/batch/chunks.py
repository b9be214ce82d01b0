"""Distributes a batch's numbers to workers in chunks; playouts are yielded in number order."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Generic

from reguli.batch.cluster import ClusterPool
from reguli.batch.playouts import (
    PLAYTHROUGH,
    GeneratedPlayouts,
    InterpretedPlayouts,
    PlayedGame,
    PlayoutBatch,
    PlayoutRunner,
    can_use_generated_code,
)
from reguli.batch.workers import (
    Item,
    Result,
    WorkerChannel,
    WorkerFailure,
    WorkerPool,
    can_fork,
    received_items,
    run_in_order,
)
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.compile.python_programs import generate_python_program
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.source.diagnostic import Trouble, make_finding
from reguli.source.finding_catalogue import Said, Value

# -- executors -------------------------------------------------------------------------------------------------------
# What plays a batch: generated code by itself, as WebAssembly or as Python, or one playthrough after the other, by the interpreter where that is wished for.


INTERPRETER: Final = "interpreter"
WISHES: Final = (INTERPRETER, PYTHON, WASM)
"""What can be asked for."""


def choose_executor(wish: str | None, batch: PlayoutBatch, program: Playable) -> str:
    """Choose the engine for a batch: the one requested if available, else the fastest. Bots without generated code play move by move."""
    if wish == INTERPRETER:
        return INTERPRETER
    if not can_use_generated_code(batch, program):
        return PLAYTHROUGH
    return WASM if wish != PYTHON and has_wasm() else PYTHON


def make_batch_runner(batch: PlayoutBatch, program: Playable | None = None) -> PlayoutRunner:
    """Create the runner of a batch; ``program`` is the batch's program if it exists already.

    Where the system gives WebAssembly no memory, or a worker of a cluster lacks the extra, it is generated Python, as ``batch.engine`` of what is made says.
    """
    if batch.engine == INTERPRETER:
        return InterpretedPlayouts(batch, make_executable(build_program(batch.ruleset, batch.players)))
    if batch.engine == PLAYTHROUGH:
        return InterpretedPlayouts(batch, program)
    made = generate_python_program(batch.ruleset, batch.players) if program is None else program
    try:
        return GeneratedPlayouts(batch, made)
    except (MemoryError, ImportError):
        return GeneratedPlayouts(replace(batch, engine=PYTHON), made)


# -- chunks ----------------------------------------------------------------------------------------------------------


AT_ONCE: Final = 0.3
"""Seconds that a chunk should take."""
MOST: Final = 2_000
"""Numbers in a chunk at most."""
AHEAD: Final = 16
"""Chunks that are handed out or wait for one before them, for each worker at most."""


class WorkerLost(Trouble):
    """A worker that played games ended unexpectedly with this exit code; earlier results remain valid."""

    def __init__(self, code: int | None) -> None:
        """Store the exit code; for a signal, its negated number."""
        super().__init__(code)
        why: Value = (
            Said("why.signal", number=-code) if code is not None and code < 0 else Said("why.exit", code=code or 0)
        )
        self.told = make_finding("X148", why=why)


class WorkerFailedError(RuntimeError):
    """Internal error in a worker, with traceback."""


@dataclass(slots=True)
class _Player:
    """Plays the numbers of a chunk and measures the seconds; a worker that was not forked creates its own runner."""

    batch: PlayoutBatch
    made: PlayoutRunner | None

    def __call__(self, numbers: range) -> tuple[list[PlayedGame], float]:
        self.made = self.made or make_batch_runner(self.batch)
        began = time.perf_counter()
        return list(self.made.play_all(numbers)), time.perf_counter() - began


def make_local_runner(
    batch: PlayoutBatch, processes: int, program: Playable | None = None, cluster: str | None = None
) -> PlayoutRunner | None:
    """Create the runner if this process or its forks play the batch; ``program`` is the batch's program if it exists already."""
    return make_batch_runner(batch, program) if cluster is None and (processes == 1 or can_fork()) else None


def play_numbered_games(
    batch: PlayoutBatch,
    numbers: range,
    processes: int,
    made: PlayoutRunner | None = None,
    cluster: str | None = None,
) -> Generator[PlayedGame]:
    """Play numbers in this process, in several workers, or on a cluster; yield each as soon as all earlier ones are done.

    ``made`` is what plays the batch, where it was made already. ``cluster`` is the address of a dask scheduler. Raises ``WorkerLost`` and ``ClusterTrouble``.
    """
    if cluster is not None:
        with closing(ClusterPool[range, tuple[list[PlayedGame], float]](_Player(batch, None), cluster)) as remote:
            remote.start(processes)
            yield from _played(remote, numbers)
        return
    made = made or make_local_runner(batch, processes)
    pool = WorkerPool[range, tuple[list[PlayedGame], float]](_Player(batch, made), received_items)
    try:
        if processes > 1:
            pool.start(processes, fork=made is not None)
        yield from _played(pool, numbers) if pool.workers else (made or make_batch_runner(batch)).play_all(numbers)
    finally:
        pool.close()


@dataclass(frozen=True, slots=True)
class _Numbered(Generic[Item, Result]):
    """Does a piece of work that has a number."""

    run: Callable[[Item], Result]

    def __call__(self, piece: tuple[int, Item]) -> tuple[int, Result]:
        return piece[0], self.run(piece[1])


def spread_pieces(
    run: Callable[[Item], Result], pieces: Sequence[Item], cluster: str | None = None
) -> Iterator[Result]:
    """Apply a function to pieces of work on all cores or on a cluster, and yield the results in order. Raises ``ClusterTrouble``."""
    if cluster is None:
        yield from run_in_order([partial(run, piece) for piece in pieces], sharing=range(len(pieces)))
        return
    waiting, done = list(enumerate(pieces))[::-1], dict[int, Result]()
    with closing(ClusterPool[tuple[int, Item], tuple[int, Result]](_Numbered(run), cluster)) as pool:
        pool.start(len(pieces))
        for pipe in pool.workers:
            pipe.send(waiting.pop())
        for due in range(len(pieces)):
            while due not in done:
                for pipe, answer in pool.answers([]):
                    if isinstance(answer, WorkerFailure):
                        raise WorkerFailedError(answer.traceback)
                    number, done[number] = answer[1]
                    if waiting:
                        pipe.send(waiting.pop())
            yield done.pop(due)


def _played(
    pool: WorkerPool[range, tuple[list[PlayedGame], float]] | ClusterPool[range, tuple[list[PlayedGame], float]],
    rest: range,
) -> Iterator[PlayedGame]:
    """Distribute numbers and yield playouts in order."""
    due, size = rest.start, 1
    done: dict[int, list[PlayedGame]] = {}
    idle = [*pool.workers]
    busy: set[WorkerChannel] = set()
    while rest or busy:
        while idle and rest and len(busy) + len(done) < AHEAD * len(pool.workers):
            even = -(-len(rest) // len(pool.workers))
            chunk, rest = rest[: min(size, even)], rest[min(size, even) :]
            pipe = idle.pop()
            # A worker that ended is found where its answer is waited for.
            with suppress(OSError):
                pipe.send(chunk)
            busy.add(pipe)
        for pipe, answer in pool.answers([*busy]):
            if answer is None:
                raise WorkerLost(pool.exit_code(pipe))
            if isinstance(answer, WorkerFailure):
                raise WorkerFailedError(answer.traceback)
            chunk, (done[chunk.start], seconds) = answer
            size = max(1, min(MOST, 2 * size, int(len(chunk) * AT_ONCE / max(seconds, 1e-6))))
            busy.remove(pipe)
            idle.append(pipe)
        while due in done:
            played = done.pop(due)
            yield from played
            due += len(played)
