"""Distributes a batch's numbers to workers in chunks; playouts are yielded in number order."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Generic

from reguli.batch.rows import PlayedGame, PlayoutRunner
from reguli.batch.workers import (
    Item,
    Result,
    WorkerChannel,
    WorkerFailure,
    WorkerPool,
    received_items,
    run_in_order,
)
from reguli.source.diagnostic import Trouble, make_finding
from reguli.source.finding_catalogue import Said, Value

if TYPE_CHECKING:
    from reguli.batch.cluster import ClusterPool

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

    make: Callable[[], PlayoutRunner]
    made: PlayoutRunner | None

    def __call__(self, numbers: range) -> tuple[list[PlayedGame], float]:
        self.made = self.made or self.make()
        began = time.perf_counter()
        return list(self.made.play_all(numbers)), time.perf_counter() - began


def play_numbered_games(
    make: Callable[[], PlayoutRunner],
    numbers: range,
    processes: int,
    made: PlayoutRunner | None = None,
    cluster: str | None = None,
) -> Generator[PlayedGame]:
    """Play numbers in this process, in several workers, or on a cluster; yield each as soon as all earlier ones are done.

    ``make`` makes what plays the batch, in each worker that is not a fork of this process, and can be pickled; ``made`` is it, where it was made here already.
    ``cluster`` is the address of a dask scheduler. Raises ``WorkerLost`` and ``ClusterTrouble``.
    """
    if cluster is not None:
        # An extra, which is imported when it is used.
        from reguli.batch.cluster import ClusterPool

        with closing(ClusterPool[range, tuple[list[PlayedGame], float]](_Player(make, None), cluster)) as remote:
            remote.start(processes)
            yield from _played(remote, numbers)
        return
    pool = WorkerPool[range, tuple[list[PlayedGame], float]](_Player(make, made), received_items)
    try:
        if processes > 1:
            pool.start(processes, fork=made is not None)
        yield from _played(pool, numbers) if pool.workers else (made or make()).play_all(numbers)
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
    # As above.
    from reguli.batch.cluster import ClusterPool

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
