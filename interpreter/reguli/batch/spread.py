"""Numbers of a batch spread over processes; what comes back comes in the order of the numbers.

A process is handed a few numbers, plays them and hands back what came of them; it has no other way to the world, so it may be ended at any moment. One that
ends by itself is told, for the pipe to it ends then. Ctrl-C is for the process that spreads: the others do not hear it.
"""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

from reguli.batch.engines import playing_of
from reguli.batch.playing import Batch, Played, Playing
from reguli.batch.processes import can_be_copied, ended_by_its_owner, undisturbed
from reguli.ir.playable import Playable
from reguli.source.diagnostic import finding
from reguli.source.said import Said, Value
from reguli.source.trouble import Trouble

AT_ONCE: Final = 0.3
"""Seconds that what is handed to a process should take."""
MOST: Final = 2_000
"""Numbers handed over at once at most."""
AHEAD: Final = 16
"""What is handed out may be so many times the number of processes ahead of what was given on."""
PATIENCE: Final = 5.0
"""Seconds to wait for a process that was told to end."""


class WorkerLost(Trouble):
    """A process that played games ended by itself, with this exit code; what had come before stands."""

    def __init__(self, code: int | None) -> None:
        """Take the exit code: of a signal the number below 0."""
        super().__init__(code)
        why: Value = (
            Said("why.signal", number=-code) if code is not None and code < 0 else Said("why.exit", code=code or 0)
        )
        self.told = finding("X148", why=why)


class WorkerFailedError(RuntimeError):
    """Our own fault in another process, with its traceback."""


def made_here(batch: Batch, processes: int, program: Playable | None = None) -> Playing | None:
    """Make what plays a batch, if it is this process that makes it: it plays by itself, or copies of it do.

    ``program`` is that of the batch, where it was made already.
    """
    return playing_of(batch, program) if processes == 1 or can_be_copied() else None


def spread(batch: Batch, numbers: range, processes: int, made: Playing | None = None) -> Generator[Played]:
    """Play numbers in this process, or in so many others; each is given on as soon as those before it were.

    ``made`` is what plays the batch, where it was made already. Raises ``WorkerLost``.
    """
    made = made or made_here(batch, processes)
    if processes == 1:
        assert made is not None
        yield from made.play_all(numbers)
        return
    crew = _Crew(batch, numbers, made)
    try:
        crew.begin(processes)
        yield from crew.played()
    finally:
        crew.end()


@dataclass(slots=True)
class _Hand:
    """A process, the pipe to it, and what it was handed last."""

    process: BaseProcess
    pipe: Connection
    chunk: int = -1


@dataclass(slots=True)
class _Crew:
    """The processes, and how far they are."""

    batch: Batch
    numbers: range
    made: Playing | None
    """What copies of this process play by; processes that are begun anew make their own."""
    hands: list[_Hand] = field(default_factory=list)
    given: int = 0
    """Numbers handed out."""
    chunks: int = 0
    size: int = 1
    done: dict[int, list[Played]] = field(default_factory=dict)
    """What came back and waits for what stands before it, by chunk."""
    next: int = 0

    def begin(self, processes: int) -> None:
        """Begin the processes: copies of this one where it can be copied."""
        forks = self.made is not None
        context: Any = multiprocessing.get_context("fork" if forks else "spawn")
        for _ in range(processes):
            own, other = context.Pipe()
            mine = [hand.pipe for hand in self.hands] + [own] if forks else []
            process = context.Process(target=_work, args=(self.batch, other, mine, self.made), daemon=True)
            self.hands.append(_Hand(process, own))
            # One that has only just begun does not know yet whose it is to hear a signal.
            with undisturbed():
                process.start()
            other.close()

    def played(self) -> Iterator[Played]:
        """Hand numbers out and give on what comes back, in order."""
        while self.next < self.chunks or self.given < len(self.numbers):
            for hand in self.hands:
                self._hand_out(hand)
            busy = {hand.pipe: hand for hand in self.hands if hand.chunk >= 0}
            for pipe in wait(list(busy)):
                self._take(busy[pipe])  # type: ignore[index]  # only these were waited for
            while self.next in self.done:
                yield from self.done.pop(self.next)
                self.next += 1

    def _hand_out(self, hand: _Hand) -> None:
        if hand.chunk >= 0 or self.given == len(self.numbers) or self.chunks - self.next >= AHEAD * len(self.hands):
            return
        even = -(-(len(self.numbers) - self.given) // len(self.hands))
        size = max(1, min(self.size, even))
        numbers = self.numbers[self.given : self.given + size]
        try:
            hand.pipe.send(numbers)
        except OSError:
            self._lost(hand)
        hand.chunk, self.chunks, self.given = self.chunks, self.chunks + 1, self.given + len(numbers)

    def _take(self, hand: _Hand) -> None:
        try:
            answer: tuple[list[Played], float] | str = hand.pipe.recv()
        except (EOFError, OSError):
            self._lost(hand)
        if isinstance(answer, str):
            raise WorkerFailedError(answer)
        found, seconds = answer
        pace = len(found) * AT_ONCE / max(seconds, 1e-6)
        self.size = max(1, min(MOST, 2 * self.size, int(pace)))
        self.done[hand.chunk] = found
        hand.chunk = -1

    def _lost(self, hand: _Hand) -> None:
        hand.process.join(PATIENCE)
        raise WorkerLost(hand.process.exitcode)

    def end(self) -> None:
        """End every process and wait until it is gone."""
        for hand in self.hands:
            hand.pipe.close()
            if hand.process.pid is not None:
                hand.process.terminate()
        for hand in self.hands:
            if hand.process.pid is not None:
                hand.process.join(PATIENCE)
                if hand.process.is_alive():
                    hand.process.kill()
                    hand.process.join()


def _work(batch: Batch, pipe: Connection, others: list[Connection], made: Playing | None) -> None:
    """Play what is handed over until nobody hands over more; whatever goes wrong here is said there."""
    ended_by_its_owner()
    for other in others:
        other.close()
    try:
        playing = made or playing_of(batch)
        while True:
            numbers, began = pipe.recv(), time.perf_counter()
            found = list(playing.play_all(numbers))
            pipe.send((found, time.perf_counter() - began))
    except (EOFError, OSError):
        return
    except BaseException:  # noqa: BLE001 - also what would end the process: who waits for it is told instead
        try:
            pipe.send(traceback.format_exc())
        except OSError:
            return
