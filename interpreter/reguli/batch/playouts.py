"""Playouts by number: batches and their runners.

A playout's seed comes from the seed of the batch and its number alone, so the rows of a number are the same however the batch is split. Whoever plays faster
than ``InterpretedPlayouts`` does takes its place by doing what ``PlayoutRunner`` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, Literal, NamedTuple, Protocol

from reguli.batch.move_counts import MoveCounter, MoveCounts
from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.playout_codegen import (
    NOTHING_COUNTED,
    column_word_count,
    decode_column_values,
    is_number_sequence,
    write_playout_functions,
)
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.machine_registry import WASM, MachineCode, make_machine, reachable_functions
from reguli.compile.python_programs import generate_python_program
from reguli.compile.runtime.games import batch_loop as written
from reguli.engine.expression_queries import QueryCache, bind_query, query_terms, query_value_as_plain
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.playthrough_state import State, resume_playthrough
from reguli.engine.notation import Plain
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.program import Program
from reguli.ir.rng import MASK, playout_seed
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.language.parsing.parser import parse_expression
from reguli.model.binding.bot_binding import BoundBot
from reguli.model.binding.query_binding import bind_standalone_expression
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NumberType, TruthType, Type, ZoneType
from reguli.play.bot_policies import PERSON, Bot, assign_bots_to_seats, available_bots
from reguli.search.hidden_information import branch_anew
from reguli.search.position_machine import policy_numbers, put_root, root_entries
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said

# -- columns ---------------------------------------------------------------------------------------------------------
# Columns of a batch: expressions of the rules by name, asked of the game, or of each player where they speak of ``player``.


PLAYER: Final = "player"
"""How an expression calls each player in turn."""
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}")
WORD: Final = re.compile(r"[a-z0-9_]+")
UNBOUND: Final = "R215"
"""What is found where ``player`` is said and nobody is meant."""
Form = Literal["number", "mean", "truth", "text"]
"""What is written: sets and tokens as texts."""
ALWAYS: Final = ("game", "seed", "players", "outcome", "rounds", "moves", "winners")
"""The columns of every batch, before the places of the players and the columns asked for."""
TEXTS: Final = ("outcome", "winners")
"""Those of them that are no numbers."""


@dataclass(frozen=True, slots=True)
class BatchColumn:
    """A named expression of a column and the form of its values; ``each``: evaluated once per player."""

    name: str
    text: str
    each: bool
    form: Form


def default_seat_names(players: int) -> tuple[str, ...]:
    """Return the names of the seats."""
    return tuple(f"seat_{seat + 1}" for seat in range(players))


def column_headers(columns: Sequence[BatchColumn], players: int, counts: MoveCounts | None = None) -> tuple[str, ...]:
    """Return the names of all columns in order; a per-player column has one for each seat, ``NAME_seat_1`` and so on."""
    seats = default_seat_names(players)
    own = (f"{one.name}_{seat}" if seat else one.name for one in columns for seat in (seats if one.each else ("",)))
    counted = (one.name for one in counts.columns) if counts is not None else ()
    return (*ALWAYS, *(f"place_{seat}" for seat in seats), *own, *counted)


def ranking_columns(ruleset: Ruleset) -> dict[str, str]:
    """Return the ranking criteria as columns, named after their words."""
    found: dict[str, str] = {}
    for criterion in ruleset.ranking:
        words = [word for word in WORD.findall(criterion.text) if word != PLAYER]
        name = "_".join(words)[:50] or "value"
        name = name if NAME.fullmatch(name) else f"by_{name}"
        number = sum(one == name or one.startswith(f"{name}_") for one in found)
        found[f"{name}_{number + 1}" if number else name] = criterion.text
    return found


def read_columns(ruleset: Ruleset, given: Mapping[str, str], players: int, bag: Bag) -> tuple[BatchColumn, ...]:
    """Read columns by name; bad names (X145) and expressions are added to the bag, the texts as files ``column NAME``."""
    found: list[BatchColumn] = []
    for name, text in given.items():
        before = len(bag)
        if not NAME.fullmatch(name):
            bag.add("X145", None, name=name, why=Said("why.no_column_name"))
        term, each = _bound(ruleset, name, text, players, bag)
        if term is not None and len(bag) == before:
            column = BatchColumn(name, text, each, _form(term.type))
            taken = {*column_headers(found, players)} & {*column_headers([column], players)[len(ALWAYS) + players :]}
            if taken:
                bag.add("X145", None, name=name, why=Said("why.column_taken", name=min(taken)))
            found.append(column)
    return tuple(found)


def column_output_forms(
    columns: Sequence[BatchColumn], players: int, counts: MoveCounts | None = None
) -> tuple[Form, ...]:
    """Return the value form of each column in the header."""
    always: list[Form] = [("text" if name in TEXTS else "number") for name in ALWAYS]
    own = [one.form for one in columns for _ in range(players if one.each else 1)]
    places: list[Form] = ["number"] * players
    counted: list[Form] = ["number" if one.by is None else "mean" for one in (counts.columns if counts else ())]
    return (*always, *places, *own, *counted)


def _form(kind: Type) -> Form:
    if isinstance(kind, NumberType) or (isinstance(kind, ZoneType) and kind.counted and kind.variety is None):
        return "number"
    return "truth" if isinstance(kind, TruthType) else "text"


def column_source_name(name: str) -> str:
    """Return the file name of a column's text in reports."""
    return f"column {name}"


def _bound(ruleset: Ruleset, name: str, text: str, players: int, bag: Bag) -> tuple[Term | None, bool]:
    """Bind an expression as written, else with ``player`` as a player; return whether it used that."""
    file, own = column_source_name(name), Bag()
    node = parse_expression(text, file, own)
    if node is not None:
        term = bind_standalone_expression(ruleset, node, own, seated=players, texts=((file, text),))
        if term is not None:
            return term, False
        if any(one.code == UNBOUND for one in own):
            own = Bag()
            term = bind_standalone_expression(
                ruleset, node, own, players=_called(0), seated=players, texts=((file, text),)
            )
            if term is not None:
                return term, True
    bag.extend(own)
    return None, False


@dataclass(frozen=True, slots=True)
class BoundColumn:
    """A bound column of one player or of the game: its type and its terms; a bundle of several varieties has one term for each."""

    type: Type
    parts: tuple[Term, ...]


def bind_columns(program: Program, columns: Sequence[BatchColumn]) -> tuple[BoundColumn, ...]:
    """Bind every column once; per-player columns once for each seat."""
    found = []
    for column in columns:
        for seat in range(program.players if column.each else 1):
            names = _called(seat) if column.each else ()
            term = bind_query(program.ruleset, column.text, names, program.players)
            found.append(BoundColumn(term.type, query_terms(program, term)))
    return tuple(found)


class ColumnEvaluator:
    """Evaluates the columns of one program on its positions."""

    def __init__(self, program: Playable, columns: Sequence[BatchColumn]) -> None:
        """Bind every column once; per-player columns once for each seat."""
        self._questions = QueryCache(program)
        self._cells = [
            self._questions.read(column.text, _called(seat) if column.each else ())
            for column in columns
            for seat in range(program.players if column.each else 1)
        ]

    def of(self, playthrough: GamePlaythrough) -> Iterator[Plain]:
        """Yield the values in order; ``None`` for a missing value."""
        for question in self._cells:
            try:
                yield self._questions.answer(question, playthrough)
            except RulesFault:
                yield None


def _called(seat: int) -> tuple[str, ...]:
    """Return player names where only that seat is ``player``; the other names cannot be written."""
    return (*(f" {other}" for other in range(seat)), PLAYER)


# -- playouts --------------------------------------------------------------------------------------------------------


OVER: Final = "over"
UNFINISHED: Final = "unfinished"
"""The bound on moves was reached."""
FAULT: Final = "fault"
ROUND: Final = "round"
"""A row within a game, behind one of its rounds."""
PLAYTHROUGH: Final = "playthrough"
"""What plays a batch move by move, as a sitting is played."""
Row = tuple[Plain | float, ...]


@dataclass(frozen=True, slots=True)
class PlayoutBatch:
    """The definition of a batch: all that a process needs to play any game number of it."""

    ruleset: Ruleset
    players: int
    seed: int
    policy: tuple[str, ...]
    """A bot by name for all seats, or one for each."""
    own_bots: tuple[BoundBot, ...]
    columns: tuple[BatchColumn, ...]
    per_round: bool
    most_moves: int
    """So many chosen moves end a game that does not end by itself."""
    engine: str = PLAYTHROUGH
    """What plays it (``engines``); the rows are the same."""
    start: State | None = None
    """The position that each game goes on from, with chance of its own; the set-up without one."""
    counts: MoveCounts | None = None
    """What is counted of the moves, in columns behind the others."""

    @property
    def own_columns(self) -> int:
        """Return how many columns follow the places of the players."""
        cells = sum(self.players if one.each else 1 for one in self.columns)
        return cells + (0 if self.counts is None else len(self.counts.columns))


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

    batch: PlayoutBatch

    def play(self, number: int) -> PlayedGame:
        """Play one; rule faults are outcomes."""
        ...

    def play_all(self, numbers: range) -> Iterator[PlayedGame]:
        """Play several games in sequence."""
        ...


def available_policies(program: Playable, own: Sequence[BoundBot]) -> Mapping[str, Bot | None]:
    """Return the bots that can play a batch, by name."""
    return available_bots(program, own).without(PERSON)


class InterpretedPlayouts:
    """Plays a batch in this process, one playthrough after another."""

    def __init__(self, batch: PlayoutBatch, program: Playable | None = None) -> None:
        """Create the program, or use ``program``, and bind the columns once."""
        self.batch = batch
        self.program = generate_python_program(batch.ruleset, batch.players) if program is None else program
        self._seats = assign_bots_to_seats(batch.policy, available_policies(self.program, batch.own_bots), self.program)
        self._cells = ColumnEvaluator(self.program, batch.columns)
        self._counter: MoveCounter | None = None

    def play_all(self, numbers: range) -> Iterator[PlayedGame]:
        """Play several games in sequence."""
        return map(self.play, numbers)

    def play(self, number: int) -> PlayedGame:
        """Play one playout to its end."""
        seed, rows = playout_seed(self.batch.seed, number), list[Row]()
        try:
            playthrough = self._begun(seed)
        except RulesFault as fault:
            return self._failed(number, seed, rows, None, fault)
        try:
            outcome = self._played(playthrough, number, rows)
            if self._counter is not None and outcome == OVER:
                self._counter.see_leader()
            rows.append(self._row(playthrough, number, outcome, playthrough.fact("round")))
        except RulesFault as fault:
            return self._failed(number, seed, rows, playthrough, fault)
        return PlayedGame(number, seed, outcome, len(playthrough.moves), tuple(rows))

    def fault_of(self, number: int) -> tuple[RulesFault, int] | None:
        """Replay one game and return its fault and the number of moves before it; ``None`` if it ends normally."""
        playthrough: GamePlaythrough | None = None
        try:
            playthrough = self._begun(playout_seed(self.batch.seed, number))
            self._played(playthrough, number, [])
        except RulesFault as fault:
            return fault, 0 if playthrough is None else len(playthrough.moves)
        return None

    def _begun(self, seed: int) -> GamePlaythrough:
        counts = self.batch.counts
        if self.batch.start is None:
            playthrough = start_playthrough(self.program, seed)
            self._counter = None if counts is None else MoveCounter(counts, playthrough, 0)
            return playthrough
        playthrough = branch_anew(resume_playthrough(self.program, self.batch.start), seed)
        self._counter = None if counts is None else MoveCounter(counts, playthrough, len(playthrough.moves))
        playthrough.play_forced_moves()
        return playthrough

    def _played(self, playthrough: GamePlaythrough, number: int, rows: list[Row]) -> str:
        """Play to the end or the move limit, and write a row after each round if requested."""
        seats, last, counter = self._seats, playthrough.fact("round"), self._counter
        if counter is not None:
            counter.see_stage()
        for _ in range(self.batch.most_moves):
            if playthrough.over:
                return OVER
            if counter is not None:
                counter.see_choice()
            bot = seats[playthrough.actor]
            assert bot is not None
            playthrough.apply(bot.choose(playthrough))
            if counter is not None:
                counter.see_stage()
            now = playthrough.fact("round")
            if counter is not None and now > last > 0 and not playthrough.over:
                counter.see_leader()
            if self.batch.per_round and now > last > 0 and not playthrough.over:
                rows.append(self._row(playthrough, number, ROUND, now - 1))
            last = now
        return OVER if playthrough.over else UNFINISHED

    def _row(self, playthrough: GamePlaythrough, number: int, outcome: str, rounds: int) -> Row:
        """Return the cells of one row in the order of the header."""
        places = playthrough.places()
        by_seat = dict(sorted((place.player, place.place) for place in places))
        names = default_seat_names(self.batch.players)
        winners = " ".join(names[seat] for seat, place in by_seat.items() if place == 1) if outcome == OVER else ""
        known = (number, playthrough.chance.seed, self.batch.players, outcome, rounds, len(playthrough.moves), winners)
        counted = () if self._counter is None else self._counter.cells()
        return (*known, *by_seat.values(), *self._cells.of(playthrough), *counted)

    def _failed(
        self, number: int, seed: int, rows: list[Row], playthrough: GamePlaythrough | None, fault: RulesFault
    ) -> PlayedGame:
        """Return a playout stopped by a fault; its last row has no places and no values."""
        rounds, moves = (0, 0) if playthrough is None else (playthrough.fact("round"), len(playthrough.moves))
        known: Row = (number, seed, self.batch.players, FAULT, rounds, moves, "")
        width = self.batch.players + self.batch.own_columns
        return PlayedGame(number, seed, FAULT, moves, (*rows, (*known, *([None] * width))), fault.code)


# -- generated playouts ----------------------------------------------------------------------------------------------
# Batches in generated code: games are played, ranked and asked there, and come out as rows of whole numbers.
#
# A call plays on until rows have to be read, or so many moves were made. A fault stops it by its code; the code is told to go on with the next game, and whoever
# wants to know more plays that one again (``app.simulation``).


PATIENCE: Final = 2_000
"""Moves of one call at most."""
UNCLEAR: Final = ""
AGAIN: Final = ("E308", "E319", UNCLEAR)
"""Faults of what goes on for too long: generated code looks at less than the interpreter does, or at more, so the interpreter plays again; and so it does what a fault
stops that came while moves were listed."""
OUTCOMES: Final = {written.ENDED: OVER, written.UNFINISHED: UNFINISHED, written.ROUND: ROUND}
ENTRIES: Final = ("begin_batch", "seat_bot", "rows_read", "play_on", "stopped")


def can_use_generated_code(batch: PlayoutBatch, program: Playable) -> bool:
    """Return whether generated code can play a batch, considering its bots, columns and rules."""
    columns = [part for one in bind_columns(program, batch.columns) for part in one.parts]
    return all(map(is_number_sequence, columns)) and set(batch.policy) <= policy_numbers(batch.own_bots).keys()


class GeneratedPlayouts:
    """Plays a batch in this process with generated code."""

    def __init__(self, batch: PlayoutBatch, program: Playable) -> None:
        """Generate the code; it is compiled here or on the first call."""
        self.batch = batch
        self._program = program
        self._columns = bind_columns(program, batch.columns)
        making = CodegenContext(program)
        places = accumulate(
            (column_word_count(making, one.parts) for one in self._columns), initial=written.HEAD + batch.players
        )
        self._cells = [self._reader(one, *at) for one, at in zip(self._columns, pairwise(places), strict=True)]
        self._winners: dict[tuple[int, ...], str] = {}
        with with_deep_recursion():
            asked = [one.parts for one in self._columns]
            counted = NOTHING_COUNTED if batch.counts is None else batch.counts.told()
            write_playout_functions(making, asked, batch.own_bots, steadily=batch.engine == WASM, counted=counted)
        told = making.told["row width"]
        assert isinstance(told, int)
        self._width = told
        entries = (*ENTRIES, *root_entries(program))
        code = MachineCode(reachable_functions(making.functions, entries), program.width, dict(making.areas), entries)
        self._machine = make_machine(batch.engine, code)
        if batch.start is not None:
            put_root(self._machine, resume_playthrough(program, batch.start))
        self._table: InterpretedPlayouts | None = None

    def play(self, number: int) -> PlayedGame:
        """Play one game."""
        (played,) = self.play_all(range(number, number + 1))
        return played

    def play_all(self, numbers: range) -> Iterator[PlayedGame]:
        """Play several games in sequence."""
        batch, call = self.batch, self._machine.call
        bots = policy_numbers(batch.own_bots)
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
                    yield PlayedGame(number, its_seed, OUTCOMES[ended], moves, tuple(rows))
                    rows = []
            if failed is not None:
                yield self._failed(failed, rows)
                rows = []

    # -- rows --------------------------------------------------------------------------------------------------

    def _rows(self) -> list[list[int]]:
        """Read the rows written."""
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
            winners = " ".join(
                name for name, place in zip(default_seat_names(players), places, strict=True) if place == 1
            )
            self._winners[places] = winners
        known = (number, seed, players, OUTCOMES[ended], rounds, moves, winners if ended == written.ENDED else "")
        counts = self.batch.counts
        counted = () if counts is None else counts.cells(words[-counts.width :])
        return (*known, *places, *[read(words) for read in self._cells], *counted)

    def _reader(self, column: BoundColumn, first: int, behind: int) -> Callable[[Sequence[int]], Plain]:
        """Return a reader of a column; it returns ``None`` for no value."""
        if isinstance(column.type, NumberType):
            return lambda words: words[first + 1] if words[first] else None

        # Not this object: whatever holds in a circle keeps its machine, and the memory of that, until somebody looks for circles.
        program = self._program

        def read(words: Sequence[int]) -> Plain:
            if not words[first]:
                return None
            return query_value_as_plain(
                program, (), column.type, decode_column_values(column.parts, words[first + 1 : behind])
            )

        return read

    def _failed(self, code: str, rows: list[Row]) -> PlayedGame:
        """Return a game stopped by a fault."""
        batch, known = self.batch, self._machine.number
        number = known("number") - 1
        if code in AGAIN:
            if self._table is None:
                self._table = InterpretedPlayouts(batch, make_executable(build_program(batch.ruleset, batch.players)))
            return self._table.play(number)
        seed, rounds, moves = playout_seed(batch.seed, number), known("rounds before"), known("moves before")
        row: Row = (number, seed, batch.players, FAULT, rounds, moves, "")
        width = batch.players + batch.own_columns
        return PlayedGame(number, seed, FAULT, moves, (*rows, (*row, *([None] * width))), code)
