"""Worker processes: one pool for independent tasks and for the games of a batch.

A worker calls one function on one item after another and sends each result through a pipe of its own, so a worker that is killed at any moment, also while it
sends, is an end of that pipe. `ProcessPoolExecutor` has one pipe for the results of all: a worker killed within a long result leaves it waiting forever, and
workers outlive a parent that is killed. Workers are forked
with bare calls of the system: the library of processes, which spawns them elsewhere, takes longer to import than a task.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Item = TypeVar("Item")
Result = TypeVar("Result")
Task = Callable[[], Result]
ENDING: Final = (signal.SIGINT, signal.SIGTERM)
LENGTH: Final = 8
"""Bytes of the length of a message."""
PLACE: Final = 4
"""Bytes of a place in the queue of tasks. So few are read from a pipe wholly or not at all, without a lock that a killed worker would keep."""
MOST_WORKERS: Final = 8
"""A worker takes as long to start as a worked example, and memory of its own."""
MOST_CHUNKS: Final = 1_000
"""Places that every pipe takes before anybody reads."""
IN_TASK: Final = ContextVar("in_task", default=False)
"""Whether a task is running, or this is a worker: tasks within it run serially."""


def worker_count(wanted: int | None, tasks: int) -> int:
    """Return the number of workers: by default one per available core, never more than tasks."""
    if IN_TASK.get():
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores if wanted is None else wanted, tasks))


def can_fork() -> bool:
    """Return whether this process has no other thread; a lock held by one, even inside a library, stays locked in a fork."""
    try:
        return "\nThreads:\t1\n" in Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


@contextmanager
def defer_signals() -> Iterator[None]:
    """Defer the signals that end the command until the body is done, if supported."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """The traceback of an exception in a worker, or of an unpicklable result."""

    traceback: str


class WorkerChannel(Protocol):
    """The end of a pipe to a worker, or from a worker to its owner."""

    def send(self, obj: Any, /) -> None:
        """Send a picklable object. Raises OSError if the other end is closed."""

    def recv(self) -> Any:
        """Wait for an object and return it. Raises EOFError or OSError if the other end is closed."""

    def close(self) -> None:
        """Close this end."""


@dataclass(frozen=True, slots=True)
class PipeChannel:
    """A channel to or from a forked worker: pickled messages with a length prefix."""

    reading: int
    writing: int

    def send(self, obj: Any, /) -> None:
        """Send a picklable object."""
        message = pickle.dumps(obj, pickle.HIGHEST_PROTOCOL)
        left = memoryview(len(message).to_bytes(LENGTH, "big") + message)
        while left:
            left = left[os.write(self.writing, left) :]

    def recv(self) -> Any:
        """Wait for a message and return it."""
        return pickle.loads(self._read(int.from_bytes(self._read(LENGTH), "big")))  # noqa: S301 - our own worker

    def _read(self, length: int) -> bytes:
        read = bytearray()
        while len(read) < length:
            part = os.read(self.reading, length - len(read))
            if not part:
                raise EOFError
            read += part
        return bytes(read)

    def close(self) -> None:
        """Close both pipes."""
        os.close(self.reading)
        os.close(self.writing)


@dataclass(slots=True)
class ForkedWorker:
    """A worker that is a fork of this process."""

    pid: int
    exitcode: int | None = None
    """``None`` until its end was waited for, and where the system keeps no exit codes for this process."""

    def join(self) -> None:
        """Wait until it ends."""
        with suppress(ChildProcessError):
            self.exitcode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        """Kill it at once."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


@dataclass(slots=True)
class WorkerPool(Generic[Item, Result]):
    """Worker processes that apply one function to the items of a source; forked workers inherit both, others unpickle them."""

    run: Callable[[Item], Result]
    source: Callable[[WorkerChannel], Iterator[Item]]
    """Yields the items of a worker, which end where its owner does."""
    workers: dict[WorkerChannel, ForkedWorker | SpawnProcess] = field(default_factory=dict)

    def start(self, count: int, *, fork: bool) -> None:
        """Start workers; fewer if the system lacks resources."""
        # Forked workers do not collect what exists already.
        gc.freeze()
        try:
            with suppress(OSError):
                for _ in range(count):
                    # A worker handles signals as its owner does until it says otherwise.
                    with defer_signals():
                        (self._fork if fork else self._spawn)()
        finally:
            gc.unfreeze()

    def _fork(self) -> None:
        (reading, sent), (received, writing) = os.pipe(), os.pipe()
        own, other = PipeChannel(reading, writing), PipeChannel(received, sent)
        try:
            pid = os.fork()
        except OSError:
            own.close()
            other.close()
            raise
        if not pid:
            try:
                for inherited in (*self.workers, own):
                    inherited.close()
                _serve(self.run, self.source, other)
                os._exit(0)
            finally:
                os._exit(1)
        other.close()
        self.workers[own] = ForkedWorker(pid)

    def _spawn(self) -> None:
        # Only a process that cannot fork needs the library.
        import multiprocessing

        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # A program that plays outside of ``if __name__ == "__main__"`` came here once more, in its worker: its owner tells of the lost worker, and what to do (X148).
            raise SystemExit(1)
        context = multiprocessing.get_context("spawn")
        own, other = context.Pipe()
        process = context.Process(target=_serve, args=(self.run, self.source, other), daemon=True)
        try:
            process.start()
            self.workers[own] = process
        finally:
            other.close()

    def answers(
        self, pipes: Sequence[WorkerChannel], timeout: float | None = None
    ) -> Iterator[tuple[WorkerChannel, tuple[Item, Result] | WorkerFailure | None]]:
        """Wait until some of these workers answer, and yield one answer from each; ``None`` for a worker that ended."""
        for pipe in _ready(pipes, timeout):
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                answer = None
            yield pipe, answer

    def exit_code(self, pipe: WorkerChannel) -> int | None:
        """Return the exit code of a worker that ended; for a signal, its negated number."""
        worker = self.workers[pipe]
        if worker.exitcode is None:
            worker.join()
        return worker.exitcode

    def close(self) -> None:
        """Stop every worker and wait until it has ended."""
        for pipe, worker in self.workers.items():
            pipe.close()
            if worker.exitcode is None:
                worker.kill()
                worker.join()


def _ready(pipes: Sequence[WorkerChannel], timeout: float | None) -> Sequence[WorkerChannel]:
    forked = {pipe.reading: pipe for pipe in pipes if isinstance(pipe, PipeChannel)}
    if forked:
        poll = select.poll()
        for reading in forked:
            poll.register(reading, select.POLLIN)
        return [forked[reading] for reading, _ in poll.poll(None if timeout is None else 1000 * timeout)]
    # Loaded with the workers.
    from multiprocessing.connection import wait

    ready: list[Any] = wait(pipes, timeout)  # type: ignore[arg-type]
    return ready


def received_items(pipe: WorkerChannel) -> Iterator[Any]:
    """Yield the items sent by a worker's owner."""
    while True:
        yield pipe.recv()


def _serve(
    run: Callable[[Item], Result], source: Callable[[WorkerChannel], Iterator[Item]], pipe: WorkerChannel
) -> None:
    """Run a worker: ignore Ctrl-C, and stop when the owner ends or requests it."""
    # Only a worker needs it.
    import traceback

    IN_TASK.set(True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    with suppress(EOFError, OSError):
        for item in source(pipe):
            try:
                pipe.send((item, run(item)))
            except BaseException:  # noqa: BLE001 - also what would end the process
                pipe.send(WorkerFailure(traceback.format_exc()))


# -- tasks --------------------------------------------------------------------------------------------------------


def _nothing() -> None:
    """Do nothing."""


def run_in_order(
    tasks: Sequence[Task[Result]], *, sharing: Sequence[Hashable] = (), meanwhile: Callable[[], object] = _nothing
) -> Generator[Result]:
    """Run tasks on all cores and yield their results in order; otherwise like ``run_parallel_tasks``."""
    waiting: dict[int, Result] = {}
    following = 0
    with closing(run_parallel_tasks(tasks, sharing=sharing, meanwhile=meanwhile)) as come:
        for number, result in come:
            waiting[number] = result
            while following in waiting:
                yield waiting.pop(following)
                following += 1


def run_parallel_tasks(
    tasks: Sequence[Task[Result]],
    *,
    sharing: Sequence[Hashable] = (),
    longest: Collection[int] = (),
    meanwhile: Callable[[], object] = _nothing,
) -> Generator[tuple[int, Result]]:
    """Run tasks on all cores and yield each result with its task's number; serially if this process cannot fork.

    This process takes tasks as its workers do. A task that no worker could do, for whatever reason, runs here once more and fails here as it would have
    done without workers. ``sharing`` names what is prepared for each task once in a process. ``longest`` are the numbers of the tasks to start first.
    ``meanwhile`` runs here before any task. Results must be such that they can be pickled. A caller that does not go to the end closes the generator.
    """
    workers = min(MOST_WORKERS, worker_count(None, len(tasks)))
    if workers < 2 or not can_fork():
        meanwhile()
        yield from ((number, task()) for number, task in enumerate(tasks))
        return
    chunks = chunk_tasks(sharing or [None] * len(tasks), longest, workers)
    queue = _queue(len(chunks))

    def taken(_: object = None) -> Iterator[int]:
        while place := os.read(queue, PLACE):
            yield from chunks[int.from_bytes(place, "big")]

    def run(number: int) -> Result:
        before = IN_TASK.set(True)
        try:
            return tasks[number]()
        finally:
            IN_TASK.reset(before)

    pool = WorkerPool[int, Result](run, taken)
    try:
        pool.start(workers - 1, fork=True)
        meanwhile()
        yield from _results(pool, taken(), {*range(len(tasks))})
    finally:
        os.close(queue)
        pool.close()


def chunk_tasks(sharing: Sequence[Hashable], longest: Collection[int], workers: int) -> list[list[int]]:
    """Return task numbers in chunks: the longest first, then each small group that shares data as one chunk, then single tasks.

    Of tasks that share nothing the last come first: what was prepared before workers start is mostly for the first, which are left to this process.
    """
    groups: dict[Hashable, list[int]] = {}
    for number, shared in enumerate(sharing):
        if number not in longest:
            groups.setdefault(shared, []).append(number)
    large = {shared for shared, own in groups.items() if len(own) > len(sharing) // (2 * workers)}
    small = [own for shared, own in groups.items() if shared not in large]
    chunks = [[one] for one in longest] + sorted(small, key=len, reverse=True)
    for shared in (shared for shared in groups if shared in large):
        chunks += [[one] for one in (groups[shared] if shared else reversed(groups[shared]))]
    together = max(1, -(-len(chunks) // MOST_CHUNKS))
    return [[*chain.from_iterable(chunks[at : at + together])] for at in range(0, len(chunks), together)]


def _queue(places: int) -> int:
    """Return the reading end of a pipe of all places."""
    queue, writing = os.pipe()
    os.write(writing, b"".join(at.to_bytes(PLACE, "big") for at in range(places)))
    os.close(writing)
    return queue


def _results(pool: WorkerPool[int, Result], own: Iterator[int], left: set[int]) -> Iterator[tuple[int, Result]]:
    """Run tasks as workers do and yield these results, then the workers', then run the remaining tasks."""
    busy = [*pool.workers]
    while left:
        number = next(own, None)
        if number is not None:
            yield number, pool.run(number)
            left.remove(number)
        elif not busy:
            own = iter(sorted(left))
        timeout = 0.0 if number is not None else None
        while busy and (answers := [*pool.answers(busy, timeout)]):
            timeout = 0.0
            for pipe, answer in answers:
                if answer is None:
                    busy.remove(pipe)
                elif not isinstance(answer, WorkerFailure):
                    yield answer
                    left.remove(answer[0])
