"""Playouts by number: what a batch is, and who plays it.

A playout's seed comes from the seed of the batch and its number alone, so the rows of a number are the same however the batch is split. Whoever plays faster
than ``Table`` does takes its place by doing what ``Playing`` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from reguli.batch.columns import Cells, Column, seat_names
from reguli.compile.python_programs import write_program
from reguli.engine.gameplay.playthrough import Playthrough, begin
from reguli.engine.notation import Plain
from reguli.ir.executable_program import Playable
from reguli.ir.rng import playout_seed
from reguli.ir.runtime_faults import RulesFault
from reguli.model.binding.bot_binding import BoundBot
from reguli.model.resolved_ruleset import Ruleset
from reguli.play.bot_policies import Bot
from reguli.play.seat_assignment import PERSON, bots_of, seated

OVER: Final = "over"
UNFINISHED: Final = "unfinished"
"""The bound on moves was reached."""
FAULT: Final = "fault"
ROUND: Final = "round"
"""A row within a game, behind one of its rounds."""
PLAYTHROUGH: Final = "playthrough"
"""What plays a batch move by move, as a sitting is played."""
Row = tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What is played, by whom and what is asked of it: all that a process needs to play any number of it."""

    ruleset: Ruleset
    players: int
    seed: int
    policy: tuple[str, ...]
    """A bot by name for all seats, or one for each."""
    own_bots: tuple[BoundBot, ...]
    columns: tuple[Column, ...]
    per_round: bool
    most_moves: int
    """So many chosen moves end a game that does not end by itself."""
    engine: str = PLAYTHROUGH
    """What plays it (``engines``); the rows are the same."""


class Played(NamedTuple):
    """One playout: its rows, the last of them of its end; ``fault`` is the code of what stopped it."""

    number: int
    seed: int
    outcome: str
    moves: int
    rows: tuple[Row, ...]
    fault: str | None = None


class Playing(Protocol):
    """Plays numbers of a batch; what plays them is the engine of that."""

    batch: Batch

    def play(self, number: int) -> Played:
        """Play one; the rules' faults are outcomes."""
        ...

    def play_all(self, numbers: range) -> Iterator[Played]:
        """Play some, one after the other."""
        ...


def policies(program: Playable, own: Sequence[BoundBot]) -> Mapping[str, Bot | None]:
    """Give who can play a batch, by name: every bot."""
    return {name: bot for name, bot in bots_of(program, own).items() if name != PERSON}


class Table:
    """Plays a batch in this process, one playthrough after the other."""

    def __init__(self, batch: Batch, program: Playable | None = None) -> None:
        """Make the program and bind the columns, once; ``program`` is another twin of it."""
        self.batch = batch
        self.program = write_program(batch.ruleset, batch.players) if program is None else program
        self._seats = seated(batch.policy, policies(self.program, batch.own_bots), self.program)
        self._cells = Cells(self.program, batch.columns)

    def play_all(self, numbers: range) -> Iterator[Played]:
        """Play some, one after the other."""
        return map(self.play, numbers)

    def play(self, number: int) -> Played:
        """Play one playout to its end."""
        seed, rows = playout_seed(self.batch.seed, number), list[Row]()
        try:
            playthrough = begin(self.program, seed)
        except RulesFault as fault:
            return self._failed(number, seed, rows, None, fault)
        try:
            outcome = self._played(playthrough, number, rows)
            rows.append(self._row(playthrough, number, outcome, playthrough.fact("round")))
        except RulesFault as fault:
            return self._failed(number, seed, rows, playthrough, fault)
        return Played(number, seed, outcome, len(playthrough.moves), tuple(rows))

    def fault_of(self, number: int) -> tuple[RulesFault, int] | None:
        """Play one again for its fault, and the number of moves before it; ``None`` where it comes to its end."""
        playthrough: Playthrough | None = None
        try:
            playthrough = begin(self.program, playout_seed(self.batch.seed, number))
            self._played(playthrough, number, [])
        except RulesFault as fault:
            return fault, 0 if playthrough is None else len(playthrough.moves)
        return None

    def _played(self, playthrough: Playthrough, number: int, rows: list[Row]) -> str:
        """Play on to the end or the bound, and write a row behind each round where that is asked for."""
        seats, last = self._seats, playthrough.fact("round")
        for _ in range(self.batch.most_moves):
            if playthrough.over:
                return OVER
            bot = seats[playthrough.actor]
            assert bot is not None
            playthrough.apply(bot.choose(playthrough))
            now = playthrough.fact("round")
            if self.batch.per_round and now > last > 0 and not playthrough.over:
                rows.append(self._row(playthrough, number, ROUND, now - 1))
            last = now
        return OVER if playthrough.over else UNFINISHED

    def _row(self, playthrough: Playthrough, number: int, outcome: str, rounds: int) -> Row:
        """Give the cells of one row in the order of the header."""
        places = playthrough.places()
        by_seat = dict(sorted((place.player, place.place) for place in places))
        names = seat_names(self.batch.players)
        winners = " ".join(names[seat] for seat, place in by_seat.items() if place == 1) if outcome == OVER else ""
        known = (number, playthrough.chance.seed, self.batch.players, outcome, rounds, len(playthrough.moves), winners)
        return (*known, *by_seat.values(), *self._cells.of(playthrough))

    def _failed(
        self, number: int, seed: int, rows: list[Row], playthrough: Playthrough | None, fault: RulesFault
    ) -> Played:
        """Give a playout that the rules stopped: its last row has no places and no values."""
        rounds, moves = (0, 0) if playthrough is None else (playthrough.fact("round"), len(playthrough.moves))
        known: Row = (number, seed, self.batch.players, FAULT, rounds, moves, "")
        width = self.batch.players + sum(self.batch.players if one.each else 1 for one in self.batch.columns)
        return Played(number, seed, FAULT, moves, (*rows, (*known, *([None] * width))), fault.code)
