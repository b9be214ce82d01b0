"""Batches in generated code: games are played, ranked and asked there, and come out as rows of whole numbers.

A call plays on until rows have to be read, or so many moves were made. A fault stops it by its code; the code is told to go on with the next game, and whoever
wants to know more plays that one again (``app.simulation``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from reguli.batch.columns import Asked, asked_of, seat_names
from reguli.batch.playouts import FAULT, OVER, ROUND, UNFINISHED, Batch, Played, Row, Table
from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.games.column_codegen import is_written, values_of, words_of
from reguli.compile.codegen.games.playout_codegen import write_playing
from reguli.compile.lir.recursion_depth import deep
from reguli.compile.machine_registry import WASM, Code, machine, reached
from reguli.compile.runtime.games import batch_rows as written
from reguli.compile.runtime.games.playout_loop import BY_OPTION, PREFERRING
from reguli.compile.runtime.games.playout_loop import UNIFORM as BY_MOVE
from reguli.engine.expression_queries import said
from reguli.engine.notation import Plain
from reguli.ir.executable_program import Playable, playable
from reguli.ir.program_builder import make_program
from reguli.ir.rng import MASK, playout_seed
from reguli.ir.runtime_faults import Failed
from reguli.model.types import NumberType
from reguli.play.seat_assignment import RANDOM, UNIFORM

PATIENCE: Final = 2_000
"""Moves of one call at most."""
UNCLEAR: Final = ""
AGAIN: Final = ("E308", "E319", UNCLEAR)
"""Faults of what goes on for too long: generated code looks at less than the walker does, or at more, so the walker plays again; and so it does what a fault
stops that came while moves were listed."""
BOTS: Final = {UNIFORM: BY_MOVE, RANDOM: BY_OPTION}
OUTCOMES: Final = {written.ENDED: OVER, written.UNFINISHED: UNFINISHED, written.ROUND: ROUND}
ENTRIES: Final = ("begin_batch", "seat_bot", "rows_read", "play_on", "stopped")


def is_playable(batch: Batch, program: Playable) -> bool:
    """Tell whether a batch is played in generated code: its bots, its columns, and its rules."""
    columns = [part for one in asked_of(program, batch.columns) for part in one.parts]
    return all(map(is_written, columns)) and all(name in _bots_of(batch) for name in batch.policy)


def _bots_of(batch: Batch) -> Mapping[str, int]:
    """Give the numbers of the bots that play in generated code: by lot, and those of the ruleset."""
    return {**BOTS, **{bot.id: PREFERRING + number for number, bot in enumerate(batch.own_bots)}}


class Generated:
    """Plays a batch in this process by generated code."""

    def __init__(self, batch: Batch, program: Playable) -> None:
        """Make the code; it is compiled here, or when it is first called."""
        self.batch = batch
        self._program = program
        self._columns = asked_of(program, batch.columns)
        making = Making(program)
        places = accumulate(
            (words_of(making, one.parts) for one in self._columns), initial=written.HEAD + batch.players
        )
        self._cells = [self._reader(one, *at) for one, at in zip(self._columns, pairwise(places), strict=True)]
        self._winners: dict[tuple[int, ...], str] = {}
        with deep():
            asked = [one.parts for one in self._columns]
            write_playing(making, asked, batch.own_bots, steadily=batch.engine == WASM)
        told = making.told["row width"]
        assert isinstance(told, int)
        self._width = told
        code = Code(reached(making.functions, ENTRIES), program.width, dict(making.areas), ENTRIES)
        self._machine = machine(batch.engine, code)
        self._table: Table | None = None

    def play(self, number: int) -> Played:
        """Play one."""
        (played,) = self.play_all(range(number, number + 1))
        return played

    def play_all(self, numbers: range) -> Iterator[Played]:
        """Play some, one after the other."""
        batch, call = self.batch, self._machine.call
        bots = _bots_of(batch)
        for seat in range(batch.players):
            call("seat_bot", seat, bots[batch.policy[seat if len(batch.policy) > 1 else 0]])
        seed = batch.seed & MASK
        call("begin_batch", seed, numbers.start, len(numbers), batch.most_moves, int(batch.per_round))
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
                    yield Played(number, its_seed, OUTCOMES[ended], moves, tuple(rows))
                    rows = []
            if failed is not None:
                yield self._failed(failed, rows)
                rows = []

    # -- rows --------------------------------------------------------------------------------------------------

    def _rows(self) -> list[list[int]]:
        """Take the rows that were written."""
        count, width = self._machine.number("rows"), self._width
        if not count:
            return []
        words = list(self._machine.area("rows")[: count * width])
        self._machine.call("rows_read")
        return [words[at : at + width] for at in range(0, count * width, width)]

    def _row(self, words: Sequence[int]) -> Row:
        players, (number, ended, rounds, moves, seed) = self.batch.players, words[: written.HEAD]
        places = tuple(words[written.HEAD : written.HEAD + players])
        winners = self._winners.get(places)
        if winners is None:
            winners = " ".join(name for name, place in zip(seat_names(players), places, strict=True) if place == 1)
            self._winners[places] = winners
        known = (number, seed, players, OUTCOMES[ended], rounds, moves, winners if ended == written.ENDED else "")
        return (*known, *places, *[read(words) for read in self._cells])

    def _reader(self, column: Asked, first: int, behind: int) -> Callable[[Sequence[int]], Plain]:
        """Give what reads a column; ``None`` where it has no value."""
        if isinstance(column.type, NumberType):
            return lambda words: words[first + 1] if words[first] else None

        # Not this object: whatever holds in a circle keeps its machine, and the memory of that, until somebody looks for circles.
        program = self._program

        def read(words: Sequence[int]) -> Plain:
            if not words[first]:
                return None
            return said(program, (), column.type, values_of(column.parts, words[first + 1 : behind]))

        return read

    def _failed(self, code: str, rows: list[Row]) -> Played:
        """Give a game that the rules stopped."""
        batch, known = self.batch, self._machine.number
        number = known("number") - 1
        if code in AGAIN:
            if self._table is None:
                self._table = Table(batch, playable(make_program(batch.ruleset, batch.players)))
            return self._table.play(number)
        seed, rounds, moves = playout_seed(batch.seed, number), known("rounds before"), known("moves before")
        row: Row = (number, seed, batch.players, FAULT, rounds, moves, "")
        width = batch.players + len(self._columns)
        return Played(number, seed, FAULT, moves, (*rows, (*row, *([None] * width))), code)
