"""Playouts by number: batches and their runners.

A playout's seed comes from the seed of the batch and its number alone, so the rows of a number are the same however the batch is split. Whoever plays faster
than ``InterpretedPlayouts`` does takes its place by doing what ``PlayoutRunner`` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from reguli.batch.machine_playouts import MachinePlayouts, Reader, RowLayout, number_reader, read_cells
from reguli.batch.move_counts import MoveCounter, MoveCounts
from reguli.batch.rows import (
    ALWAYS,
    OVER,
    PLAYTHROUGH,
    ROUND,
    UNFINISHED,
    BatchColumn,
    BatchTerms,
    Form,
    PlayedGame,
    Row,
    column_headers,
    default_seat_names,
)
from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.playout_codegen import (
    NOTHING_COUNTED,
    column_word_count,
    decode_column_values,
    is_number_sequence,
    write_playout_functions,
)
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.machine_registry import WASM, MachineCode, reachable_functions
from reguli.compile.machine_store import machine_key, stored_machine
from reguli.compile.python_programs import generate_python_program
from reguli.compile.runtime.games.row_words import HEAD
from reguli.engine.expression_queries import QueryCache, bind_query, query_terms, query_value_as_plain
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.playthrough_state import State, resume_playthrough
from reguli.engine.notation import Plain
from reguli.engine.state_snapshots import snapshot_hash
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.program import Program
from reguli.ir.rng import playout_seed
from reguli.ir.runtime_faults import RulesFault
from reguli.language.parsing.parser import parse_expression
from reguli.model.binding.bot_binding import BoundBot
from reguli.model.binding.query_binding import bind_standalone_expression
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.rule_digests import make_digest_function
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
    def policies(self) -> dict[str, int]:
        """Return the bots that generated code plays by name, each with its number there."""
        return dict(policy_numbers(self.own_bots))

    @property
    def terms(self) -> BatchTerms:
        """Return what it is in plain values."""
        ruleset, counted = self.ruleset, None if self.counts is None else self.counts.counted
        return BatchTerms(
            ruleset.id,
            ruleset.digest,
            ruleset.short_digest,
            ruleset.options,
            self.players,
            self.seed,
            self.policy,
            self.columns,
            self.per_round,
            self.most_moves,
            self.engine,
            None if self.start is None else snapshot_hash(self.start.position),
            counted,
        )


def available_policies(program: Playable, own: Sequence[BoundBot]) -> Mapping[str, Bot | None]:
    """Return the bots that can play a batch, by name."""
    return available_bots(program, own).without(PERSON)


class InterpretedPlayouts:
    """Plays a batch in this process, one playthrough after another."""

    def __init__(self, batch: PlayoutBatch, program: Playable | None = None) -> None:
        """Create the program, or use ``program``, and bind the columns once."""
        self.batch, self.terms = batch, batch.terms
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
            return self._failed(number, rows, None, fault)
        try:
            outcome = self._played(playthrough, number, rows)
            if self._counter is not None and outcome == OVER:
                self._counter.see_leader()
            rows.append(self._row(playthrough, number, outcome, playthrough.fact("round")))
        except RulesFault as fault:
            return self._failed(number, rows, playthrough, fault)
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
        self, number: int, rows: list[Row], playthrough: GamePlaythrough | None, fault: RulesFault
    ) -> PlayedGame:
        rounds, moves = (0, 0) if playthrough is None else (playthrough.fact("round"), len(playthrough.moves))
        return self.terms.faulty_game(number, rounds, moves, rows, fault.code)


# -- generated playouts ----------------------------------------------------------------------------------------------


ENTRIES: Final = ("begin_batch", "seat_bot", "rows_read", "play_on", "stopped")


def can_use_generated_code(batch: PlayoutBatch, program: Playable) -> bool:
    """Return whether generated code can play a batch, considering its bots, columns and rules."""
    columns = [part for one in bind_columns(program, batch.columns) for part in one.parts]
    return all(map(is_number_sequence, columns)) and set(batch.policy) <= batch.policies.keys()


class GeneratedPlayouts(MachinePlayouts):
    """Plays a batch in this process with generated code."""

    def __init__(self, batch: PlayoutBatch, program: Playable) -> None:
        """Generate the code, or take the machine that is stored for it."""
        bound = bind_columns(program, batch.columns)
        machine, told = stored_machine(batch.engine, batch_key(batch), lambda: _generated(batch, program, bound))
        self.layout = RowLayout(told["width"], read_cells(told), batch.policies)
        if batch.start is not None:
            put_root(machine, resume_playthrough(program, batch.start))
        readers = [_reader(program, one, *at) for one, at in zip(bound, self.layout.cells, strict=True)]
        super().__init__(batch.terms, machine, self.layout, readers, lambda: _interpreted(batch))


def batch_key(batch: PlayoutBatch) -> str | None:
    """Return the name under which the code of a batch is stored."""
    counts = None if batch.counts is None else batch.counts.groups
    return machine_key(batch.ruleset, batch.players, make_digest_function(batch.own_bots), batch.columns, counts)


def _interpreted(batch: PlayoutBatch) -> InterpretedPlayouts:
    return InterpretedPlayouts(batch, make_executable(build_program(batch.ruleset, batch.players)))


def _generated(
    batch: PlayoutBatch, program: Playable, bound: Sequence[BoundColumn]
) -> tuple[MachineCode, dict[str, object]]:
    """Generate the code of a batch, and return what is told of it."""
    making = CodegenContext(program)
    places = accumulate((column_word_count(making, one.parts) for one in bound), initial=HEAD + batch.players)
    with with_deep_recursion():
        asked = [one.parts for one in bound]
        counted = NOTHING_COUNTED if batch.counts is None else batch.counts.told()
        write_playout_functions(making, asked, batch.own_bots, steadily=batch.engine == WASM, counted=counted)
    entries = (*ENTRIES, *root_entries(program))
    code = MachineCode(reachable_functions(making.functions, entries), program.width, dict(making.areas), entries)
    return code, {"width": making.told["row width"], "cells": list(pairwise(places))}


def _reader(program: Playable, column: BoundColumn, first: int, behind: int) -> Reader:
    """Return a reader of a column; it returns ``None`` for no value."""
    if isinstance(column.type, NumberType):
        return number_reader(first)

    # Not an object that holds the machine: whatever holds in a circle keeps its memory until somebody looks for circles.
    def read(words: Sequence[int]) -> Plain:
        if not words[first]:
            return None
        return query_value_as_plain(
            program, (), column.type, decode_column_values(column.parts, words[first + 1 : behind])
        )

    return read
