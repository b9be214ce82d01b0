"""Batches in a machine: games are played, ranked and asked there, and come out as rows of whole numbers.

A call plays on until rows have to be read, or so many moves were made. A fault stops it by its code; the code is told to go on with the next game, and whoever
wants to know more plays that one again (``app.simulation``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from reguli.batch.rows import (
    OVER,
    ROUND,
    UNFINISHED,
    BatchTerms,
    PlayedGame,
    PlayoutRunner,
    Row,
    default_seat_names,
)
from reguli.compile.runtime.games import row_words as written
from reguli.ir.rng import MASK
from reguli.ir.runtime_faults import Failed

if TYPE_CHECKING:
    from reguli.compile.machine_registry import CompiledMachine
    from reguli.engine.notation import Plain

PATIENCE: Final = 2_000
"""Moves of one call at most."""
UNCLEAR: Final = ""
AGAIN: Final = ("E308", "E319", UNCLEAR)
"""Faults of what goes on for too long: generated code looks at less than the interpreter does, or at more, so the interpreter plays again; and so it does what a fault
stops that came while moves were listed."""
OUTCOMES: Final = {written.ENDED: OVER, written.UNFINISHED: UNFINISHED, written.ROUND: ROUND}

Reader = Callable[[Sequence[int]], "Plain"]
"""Reads the value of a column from the words of a row; ``None`` for no value."""


class RowLayout(NamedTuple):
    """How the code of a batch is spoken to: the words of a row, the first word of each column and the one behind it, and the bots by name and number."""

    width: int
    cells: tuple[tuple[int, int], ...]
    policies: Mapping[str, int]


def read_cells(told: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Return the places of columns from what is told of their code."""
    return tuple((first, behind) for first, behind in told["cells"])


def number_reader(first: int) -> Reader:
    """Return the reader of a number that begins at a word."""
    return lambda words: words[first + 1] if words[first] else None


class MachinePlayouts:
    """Plays a batch in this process in a machine that has its code."""

    def __init__(
        self,
        terms: BatchTerms,
        machine: CompiledMachine,
        layout: RowLayout,
        readers: Sequence[Reader],
        interpreted: Callable[[], PlayoutRunner],
    ) -> None:
        """Take a machine; ``interpreted`` makes what plays games again step by step."""
        self.terms = terms
        self._machine, self._layout, self._cells, self._interpreted = machine, layout, readers, interpreted
        self._winners: dict[tuple[int, ...], str] = {}
        self._table: PlayoutRunner | None = None

    def play(self, number: int) -> PlayedGame:
        """Play one game."""
        (played,) = self.play_all(range(number, number + 1))
        return played

    def play_all(self, numbers: range) -> Iterator[PlayedGame]:
        """Play several games in sequence."""
        terms, call, bots = self.terms, self._machine.call, self._layout.policies
        for seat in range(terms.players):
            call("seat_bot", seat, bots[terms.policy[seat if len(terms.policy) > 1 else 0]])
        seed = terms.seed & MASK
        call("begin_batch", seed, numbers.start, len(numbers), terms.most_moves, int(terms.per_round))
        rows: list[Row] = []
        done = False
        while not done:
            failed = None
            try:
                done = call("play_on", PATIENCE) == written.DONE
            except Failed as fault:
                what = call("stopped")
                if what == written.GOES_ON:
                    continue
                failed = fault.args[0] if what == written.STOPPED else UNCLEAR
            for words in self._rows():
                number, ended, _, moves, its_seed, *_ = words
                rows.append(self._row(words))
                if ended != written.ROUND:
                    yield PlayedGame(number, its_seed, OUTCOMES[ended], moves, tuple(rows))
                    rows = []
            if failed is not None:
                yield self._failed(failed, rows)
                rows = []

    def _rows(self) -> list[list[int]]:
        """Read the rows written."""
        count, width = self._machine.number("rows"), self._layout.width
        if not count:
            return []
        words = list(self._machine.area("rows")[: count * width])
        self._machine.call("rows_read")
        return [words[at : at + width] for at in range(0, count * width, width)]

    def _row(self, words: Sequence[int]) -> Row:
        players, (number, ended, rounds, moves, seed) = self.terms.players, words[: written.HEAD]
        places = tuple(words[written.HEAD : written.HEAD + players])
        winners = self._winners.get(places)
        if winners is None:
            winners = " ".join(
                name for name, place in zip(default_seat_names(players), places, strict=True) if place == 1
            )
            self._winners[places] = winners
        known = (number, seed, players, OUTCOMES[ended], rounds, moves, winners if ended == written.ENDED else "")
        counted = self.terms.counted
        counts = () if counted is None else counted.cells(words[-counted.width :])
        return (*known, *places, *[read(words) for read in self._cells], *counts)

    def _failed(self, code: str, rows: list[Row]) -> PlayedGame:
        """Return a game stopped by a fault."""
        known = self._machine.number
        number = known("number") - 1
        if code in AGAIN:
            if self._table is None:
                self._table = self._interpreted()
            return self._table.play(number)
        return self.terms.faulty_game(number, known("rounds before"), known("moves before"), rows, code)
