"""Rows of games, and what a batch is, in plain values: a batch whose machine is stored is played with nothing else loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

from reguli.ir.rng import playout_seed

if TYPE_CHECKING:
    from reguli.engine.notation import Plain

Form = Literal["number", "mean", "truth", "text"]
"""What is written: sets and tokens as texts."""
ALWAYS: Final = ("game", "seed", "players", "outcome", "rounds", "moves", "winners")
"""The columns of every batch, before the places of the players and the columns asked for."""
TEXTS: Final = ("outcome", "winners")
"""Those of them that are no numbers."""
OVER: Final = "over"
UNFINISHED: Final = "unfinished"
"""The bound on moves was reached."""
FAULT: Final = "fault"
ROUND: Final = "round"
"""A row within a game, behind one of its rounds."""
PLAYTHROUGH: Final = "playthrough"
"""What plays a batch move by move, as a sitting is played."""
INTERPRETER: Final = "interpreter"
DIGITS: Final = 3
"""Of a mean in a row."""

Row = tuple["Plain | float", ...]


class CountedColumn(NamedTuple):
    """A column of counts: its name, the place of its number, and that of the number that it is divided by."""

    name: str
    place: int
    by: int | None = None


class CountedColumns(NamedTuple):
    """The columns of what is counted of the moves: so many numbers are counted, and those from ``late`` on are rounds, one more than they say."""

    columns: tuple[CountedColumn, ...]
    width: int
    late: tuple[int, int]
    """The first place of a round, and the first behind them."""

    def cells(self, numbers: Sequence[int]) -> list[int | float | None]:
        """Return the values of the columns; a mean of nothing, and the round of a stage that never came, are None."""
        first, behind = self.late
        return [
            (round(numbers[place] / numbers[by], DIGITS) if numbers[by] else None)
            if by is not None
            else (numbers[place] - 1 if numbers[place] else None)
            if first <= place < behind
            else numbers[place]
            for _, place, by in self.columns
        ]


class BatchColumn(NamedTuple):
    """A named expression of a column and the form of its values; ``each``: evaluated once per player."""

    name: str
    text: str
    each: bool
    form: Form


def default_seat_names(players: int) -> tuple[str, ...]:
    """Return the names of the seats."""
    return tuple(f"seat_{seat + 1}" for seat in range(players))


def column_headers(
    columns: Sequence[BatchColumn], players: int, counted: CountedColumns | None = None
) -> tuple[str, ...]:
    """Return the names of all columns in order; a per-player column has one for each seat, ``NAME_seat_1`` and so on."""
    seats = default_seat_names(players)
    own = (f"{one.name}_{seat}" if seat else one.name for one in columns for seat in (seats if one.each else ("",)))
    counts = () if counted is None else (one.name for one in counted.columns)
    return (*ALWAYS, *(f"place_{seat}" for seat in seats), *own, *counts)


@dataclass(frozen=True, slots=True)
class BatchTerms:
    """What a batch is: ``ruleset``, ``digest``, ``short_digest`` and ``options`` name its rules, ``start`` is the hash of the position that its games go on from."""

    ruleset: str
    digest: str
    short_digest: str
    options: Mapping[str, str | bool]
    players: int
    seed: int
    policy: tuple[str, ...]
    columns: tuple[BatchColumn, ...]
    per_round: bool
    most_moves: int
    engine: str
    start: str | None = None
    counted: CountedColumns | None = None

    @property
    def headers(self) -> tuple[str, ...]:
        """Return the names of all columns in order."""
        return column_headers(self.columns, self.players, self.counted)

    @property
    def forms(self) -> tuple[Form, ...]:
        """Return the form of the values of each column."""
        always: list[Form] = [("text" if name in TEXTS else "number") for name in ALWAYS]
        own = [one.form for one in self.columns for _ in range(self.players if one.each else 1)]
        places: list[Form] = ["number"] * self.players
        counts: list[Form] = [
            "number" if one.by is None else "mean" for one in (self.counted.columns if self.counted else ())
        ]
        return (*always, *places, *own, *counts)

    @property
    def width(self) -> int:
        """Return how many columns follow those that every batch has."""
        return len(self.headers) - len(ALWAYS)

    def faulty_game(self, number: int, rounds: int, moves: int, rows: Sequence[Row], code: str) -> PlayedGame:
        """Return a game stopped by a fault; its last row has no places and no values."""
        seed = playout_seed(self.seed, number)
        known: Row = (number, seed, self.players, FAULT, rounds, moves, "")
        return PlayedGame(number, seed, FAULT, moves, (*rows, (*known, *([None] * self.width))), code)

    def to_json(self) -> dict[str, object]:
        """Return what the rows depend on beside their columns as JSON-ready values."""
        rules = {"ruleset": self.ruleset, "digest": self.digest, "options": dict(self.options)}
        began = {} if self.start is None else {"start": self.start}
        return {**rules, "players": self.players, "seed": self.seed, "policy": list(self.policy), **began}


class PlayedGame(NamedTuple):
    """One playout: its rows, ending with the final one; ``fault`` is the code of the fatal fault."""

    number: int
    seed: int
    outcome: str
    moves: int
    rows: tuple[Row, ...]
    fault: str | None = None


class PlayoutRunner(Protocol):
    """Plays the games of a batch by number; each implementation wraps one engine."""

    terms: BatchTerms

    def play(self, number: int) -> PlayedGame:
        """Play one; rule faults are outcomes."""
        ...

    def play_all(self, numbers: range) -> Iterator[PlayedGame]:
        """Play several games in sequence."""
        ...
