"""Pieces of work done at once: copies of this process take one piece after the other, and so does this one.

A copy has everything that this process has made, and hands back what comes of a piece; nothing else that it does is seen here. So pieces that hang on
nothing but what was there before may be done by anybody, in any order, and what comes of them is given in their own. What a copy could not do, whatever
the reason, is done here once more, and goes wrong here as it would have done without copies.

The places of the pieces stand in pipes, one for each process, and who has none left takes of the others': no lock is held by whoever ends early. Copies
of the system are begun, not processes of a library that begins them anywhere: to load that takes a tenth of the time in which a small game is checked.
"""

from __future__ import annotations

import gc
import itertools
import os
import select
import signal
import sys
from collections import Counter
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Sequence
from contextlib import closing, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final, Generic, NoReturn, TypeVar

from reguli.batch.processes import can_be_copied, ended_by_its_owner, processes_for, undisturbed

Done = TypeVar("Done")
Piece = Callable[[], Done]
PLACE: Final = 4
"""Bytes of a place in the pipe, which are read wholly or not at all."""
MOST_PROCESSES: Final = 8
"""To begin a copy takes as long as a worked example, and each needs memory of its own; of more there is little left to share out."""
MOST: Final = 1_000
"""Places that every pipe takes without anybody reading; of more pieces several go by one."""
LENGTH: Final = 8
"""Bytes that say how long what is handed back is."""
SHARING: Final = ContextVar("sharing", default=False)
"""Whether a piece is being done that is shared out already: what there is in it to be done at once is done here."""


def nothing() -> None:
    """Do nothing."""


def at_once(
    pieces: Sequence[Piece[Done]], *, sharing: Sequence[Hashable] = (), meanwhile: Callable[[], object] = nothing
) -> Generator[Done]:
    """Do pieces on all cores, and give what comes of each in their order; the rest is as in ``as_they_come``."""
    waiting: dict[int, Done] = {}
    following = 0
    with closing(as_they_come(pieces, sharing=sharing, meanwhile=meanwhile)) as come:
        for number, done in come:
            waiting[number] = done
            while following in waiting:
                yield waiting.pop(following)
                following += 1


def as_they_come(
    pieces: Sequence[Piece[Done]],
    *,
    sharing: Sequence[Hashable] = (),
    longest: Collection[int] = (),
    meanwhile: Callable[[], object] = nothing,
) -> Generator[tuple[int, Done]]:
    """Do pieces on all cores, and give what comes of each with its number; on one, where there are no copies to be had, one after the other.

    ``sharing`` says of each piece what is made for it once in a process, so that few make the same. ``longest`` are the numbers of those to begin with,
    so that nobody waits for them at the end. ``meanwhile`` is done by this process before it takes any. What comes of a piece must be such that it can be
    pickled. Who does not go to the end closes it.
    """
    processes = 1 if SHARING.get() else min(MOST_PROCESSES, processes_for(None, len(pieces)))
    if processes < 2 or not can_be_copied():
        meanwhile()
        yield from ((number, piece()) for number, piece in enumerate(pieces))
        return
    team = _Team(pieces, dealt(sharing or [None] * len(pieces), longest, processes))
    try:
        team.begin()
        meanwhile()
        yield from team.done()
    finally:
        team.end()


def dealt(sharing: Sequence[Hashable], longest: Collection[int], processes: int) -> list[list[int]]:
    """Deal the numbers of pieces out: to each process some of the longest, then some that share as much as can be.

    What few share goes to the last one, which begins with it: what is left in the end for anybody is what many share.
    """
    often, first = Counter(sharing), {one: at for at, one in reversed([*enumerate(sharing)])}

    def rare_first(number: int) -> tuple[int, int, int]:
        return often[sharing[number]], first[sharing[number]], number

    rest = [number for number in range(len(sharing)) if number not in longest]
    rest.sort(key=lambda number: (-often[sharing[number]], first[sharing[number]], number))
    ends = itertools.pairwise(len(rest) * at // processes for at in range(processes + 1))
    return [
        [*[*longest][at::processes], *sorted(rest[begin:end], key=rare_first)] for at, (begin, end) in enumerate(ends)
    ]


@dataclass(slots=True)
class _Team(Generic[Done]):
    """The copies, the pipes of places, and what is done by now."""

    pieces: Sequence[Piece[Done]]
    dealt: Sequence[Sequence[int]]
    """The numbers of the pieces as they are taken, by process; this one is the first."""
    copies: dict[int, int] = field(default_factory=dict)
    """By the number of a copy in the system: the end of the pipe through which it hands back."""
    places: list[int] = field(default_factory=list)
    """The ends of the pipes from which places in those lists are read."""
    known: set[int] = field(default_factory=set)
    """The pieces that are done."""

    def begin(self) -> None:
        """Lay out the places and begin the copies."""
        for own in self.dealt:
            end, laid = os.pipe()
            os.write(laid, b"".join(at.to_bytes(PLACE, "big") for at in range(0, len(own), _together(own))))
            os.close(laid)
            self.places.append(end)
        for stream in (sys.stdout, sys.stderr):
            # What waits to be written would be written by everybody.
            stream.flush()
        # What is there is not looked through again in every copy.
        gc.freeze()
        # Where there is no room for a further copy, what it would have done is done by the others.
        with suppress(OSError):
            for at in range(1, len(self.dealt)):
                self._begin_copy(at)
        gc.unfreeze()

    def _begin_copy(self, own: int) -> None:
        back, handed = os.pipe()
        try:
            # One that has only just begun does not know yet whose it is to hear a signal.
            with undisturbed():
                copy = os.fork()
                if not copy:
                    self._copy(own, handed)
        except OSError:
            os.close(back)
            raise
        finally:
            os.close(handed)
        self.copies[copy] = back

    def _taken(self, own: int) -> Iterator[int]:
        """Take pieces for as long as there are any: one's own, then those of others."""
        for of in (*range(own, len(self.dealt)), *range(own)):
            while taken := os.read(self.places[of], PLACE):
                first = int.from_bytes(taken, "big")
                yield from self.dealt[of][first : first + _together(self.dealt[of])]

    def _copy(self, own: int, handed: int) -> NoReturn:
        """Be a copy: what goes wrong here is left to whoever is copied."""
        try:
            ended_by_its_owner()
            # What packs and unpacks costs a fiftieth of a second, and both do it at the same time.
            from pickle import dumps

            with os.fdopen(handed, "wb") as out:
                for number in self._taken(own):
                    with suppress(Exception):
                        packed = dumps((number, self._do(number)))
                        out.write(len(packed).to_bytes(LENGTH, "big") + packed)
                        out.flush()
        finally:
            os._exit(0)

    def done(self) -> Iterator[tuple[int, Done]]:
        """Take pieces as the copies do, then what they hand back, then what is left."""
        for number in self._taken(0):
            yield self._done_here(number)
            for back in self.copies.values():
                yield from self._handed_back(back, wait=False)
        for back in self.copies.values():
            yield from self._handed_back(back, wait=True)
        yield from map(self._done_here, [number for number in range(len(self.pieces)) if number not in self.known])

    def _done_here(self, number: int) -> tuple[int, Done]:
        done = self._do(number)
        self.known.add(number)
        return number, done

    def _do(self, number: int) -> Done:
        sharing = SHARING.set(True)
        try:
            return self.pieces[number]()
        finally:
            SHARING.reset(sharing)

    def _handed_back(self, back: int, *, wait: bool) -> Iterator[tuple[int, Done]]:
        """Give what a copy hands back, or what it has handed back by now."""
        # As above.
        from pickle import loads

        coming = select.poll()
        coming.register(back, select.POLLIN)
        while wait or coming.poll(0):
            length = _read(back, LENGTH)
            packed = _read(back, int.from_bytes(length, "big"))
            if not packed:
                return
            number, done = loads(packed)  # noqa: S301 - a copy is this program
            self.known.add(number)
            yield number, done

    def end(self) -> None:
        """End every copy and wait until it is gone."""
        for end in self.places:
            os.close(end)
        for copy, back in self.copies.items():
            os.close(back)
            with suppress(ProcessLookupError):
                os.kill(copy, signal.SIGTERM)
            with suppress(ChildProcessError):
                os.waitpid(copy, 0)


def _together(own: Sequence[int]) -> int:
    """Give how many pieces go by one place."""
    return max(1, -(-len(own) // MOST))


def _read(end: int, length: int) -> bytes:
    """Read so many bytes from a pipe; nothing where it ends before."""
    found = b""
    while len(found) < length:
        more = os.read(end, length - len(found))
        if not more:
            return b""
        found += more
    return found
