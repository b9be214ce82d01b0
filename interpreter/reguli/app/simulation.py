"""Batches of games between bots: the order is validated, played on all cores, and written as rows that can be resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from reguli.app.errors import Findings, Refused, make_refusal
from reguli.app.game_sessions import bind_ruleset_bots
from reguli.app.loading import bind_for_players, choose_player_count, file_write_errors
from reguli.app.smoke_test import replay_command
from reguli.batch import writers
from reguli.batch.chunks import WISHES, choose_executor, make_local_runner, play_numbered_games
from reguli.batch.cluster import check_cluster
from reguli.batch.move_counts import GROUPS, MoveCounts, move_counts
from reguli.batch.playouts import (
    FAULT,
    InterpretedPlayouts,
    PlayedGame,
    PlayoutBatch,
    Row,
    available_policies,
    column_headers,
    column_output_forms,
    column_source_name,
    ranking_columns,
    read_columns,
)
from reguli.batch.workers import defer_signals, worker_count
from reguli.batch.writers import BatchSummary
from reguli.compile.machine_registry import WASM, has_wasm
from reguli.engine.history.playthrough_state import State
from reguli.engine.state_snapshots import snapshot_hash
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.rng import playout_seed
from reguli.output_formats import file_endings
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import UnfitSeats, UnknownBot, unsampled_remarks
from reguli.source.diagnostic import Bag, Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.verify.setup_runs import fault_with_setting

MOST_GAMES: Final = 1_000_000_000
MOST_MOVES: Final = 1_000_000
MOST_PROCESSES: Final = 1_000
ENGINES: Final = WISHES
"""What can be asked to play."""
SHOWN: Final = 3
"""So many faults of different codes are played again for what they say."""
OFTEN: Final = 0.2
"""Seconds between two reports of how far it is."""
NOTE: Final = 1
"""The version of the note beside a file."""


@dataclass(frozen=True, slots=True)
class SimulationOrder:
    """The request as the user writes it; ``players`` and ``processes``: by default the fewest, and all cores.

    ``columns``: expressions by name; without any what the ranking asks of each player. ``out``: a file whose name ends in .csv, .jsonl or .parquet.
    """

    players: int | None = None
    games: int = 1000
    seed: int = 0
    policy: tuple[str, ...] = ("uniform",)
    columns: Mapping[str, str] = field(default_factory=dict)
    per_round: bool = False
    first: int = 1
    processes: int | None = None
    moves: int = 10_000
    out: str | None = None
    resume: bool = False
    engine: str | None = None
    """What plays: ``interpreter``, ``python`` or ``wasm``; by default the fastest there is. The rows are the same."""
    start: State | None = None
    """The position that each game goes on from; its players count."""
    cluster: str | None = None
    """The address of a dask scheduler, whose workers play."""
    counts: tuple[str, ...] = ()
    """What is counted of the moves of each game, in columns behind the others, by the names of ``move_counts.GROUPS``."""


@dataclass(frozen=True, slots=True)
class FaultAt:
    """A game stopped by a rules fault: its number, its seed and the code of the fault."""

    game: int
    seed: int
    code: str


@dataclass(frozen=True, slots=True)
class Simulated:
    """The result of a batch; ``rows`` are kept if no file was requested, in the order of ``columns``.

    ``findings`` say what stopped games, each code once, as the interpreter says it. ``remarks``: that something else played than WebAssembly, and why, and what a search does not deal anew.
    ``interrupted``: what ended it early; the games before it stand.
    """

    batch: PlayoutBatch
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    tally: BatchSummary
    faults: tuple[FaultAt, ...]
    findings: tuple[Diagnostic, ...]
    sources: Sources
    out: Path | None
    interrupted: KeyboardInterrupt | None = None
    remarks: tuple[Diagnostic, ...] = ()

    @property
    def games(self) -> int:
        """Return the number of games played, including those already in a file."""
        return self.tally.outcomes.total()

    def dicts(self) -> Iterator[dict[str, object]]:
        """Return each row as a dictionary by column name."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def to_json(self) -> dict[str, object]:
        """Return the summary as JSON-ready values."""
        numbers = self.tally.numbers.items()
        return {
            **_played_by(self.batch),
            "engine": self.batch.engine,
            "games": self.games,
            "outcomes": dict(sorted(self.tally.outcomes.items())),
            "wins": {f"seat_{seat}": self.tally.wins[f"seat_{seat}"] for seat in range(1, self.batch.players + 1)},
            "numbers": {name: {"mean": one.mean, "least": one.least, "most": one.most} for name, one in numbers},
            "faults": [asdict(one) for one in self.faults],
            "interrupted": self.interrupted is not None,
            "out": None if self.out is None else str(self.out),
        }


def _played_by(batch: PlayoutBatch) -> dict[str, object]:
    """Return the rules and bots of a batch as JSON-ready values."""
    ruleset, policy = batch.ruleset, list(batch.policy)
    rules = {"ruleset": ruleset.id, "digest": ruleset.digest, "options": dict(ruleset.options)}
    began = {} if batch.start is None else {"start": snapshot_hash(batch.start.position)}
    return {**rules, "players": batch.players, "seed": batch.seed, "policy": policy, **began}


Progress = Callable[[int, int], None]
"""Is told how many games were played, of how many."""


def simulate_games(loaded: LoadedRuleset, order: SimulationOrder, progress: Progress | None = None) -> Simulated:
    """Play a batch of a ruleset without findings. Ctrl-C ends it, and finished games are kept.

    Raises ``Refused`` or ``Findings`` with everything that is wrong with the order, and ``WorkerLost`` when a process ends by itself.
    """
    batch, program = prepare_batch(loaded, order)
    check_cluster(order.cluster)
    names = column_headers(batch.columns, batch.players, batch.counts)
    tally, kept, faults = BatchSummary(names, batch.players), list[Row](), list[FaultAt]()
    sheet = None if order.out is None else _sheet(Path(order.out), batch, order, names)
    done, wanted = 0, batch.engine
    if sheet is not None:
        for row in sheet.rows:
            tally.add(row)
        faults += _faults_in(sheet.rows, batch, program)
        done, sheet.rows = max(0, sheet.last - order.first + 1), []
    interrupted = None
    numbers = range(order.first + done, order.first + order.games)
    told = time.monotonic()
    processes = len(numbers) if order.cluster and not order.processes else worker_count(order.processes, len(numbers))
    try:
        made = make_local_runner(batch, processes, program, order.cluster)
        batch = batch if made is None else made.batch
        with closing(play_numbered_games(batch, numbers, processes, made, order.cluster)) as played:
            for one in played:
                with defer_signals():
                    _take(one, sheet, kept, order.out)
                    for row in one.rows:
                        tally.add(row)
                    if one.fault is not None:
                        faults.append(FaultAt(one.number, one.seed, one.fault))
                    done += 1
                if progress is not None and time.monotonic() - told > OFTEN:
                    told = time.monotonic()
                    progress(done, order.games)
    except KeyboardInterrupt as ended:
        interrupted = ended
    finally:
        if sheet is not None:
            with file_write_errors(str(order.out)):
                sheet.close()
    findings = tuple(fault_findings(loaded, batch, faults, done))
    remarks = (*_other_engine(order.engine, wanted, batch.engine), *unsampled_remarks(program, batch.policy))
    out = None if order.out is None else Path(order.out)
    return Simulated(
        batch, names, tuple(kept), tally, tuple(faults), findings, loaded.sources, out, interrupted, remarks
    )


def rule_check_findings(loaded: LoadedRuleset) -> Iterator[Diagnostic]:
    """Yield a finding (X164) if a check finds errors in the rules that were played."""
    if not loaded.checked:
        yield make_finding("X164", name=loaded.name, count=len(loaded.bag))


def _other_engine(wish: str | None, wanted: str, played: str) -> Iterator[Diagnostic]:
    """Yield a finding (X163) if the games are played by another engine than requested."""
    if wanted == WASM != played:
        yield make_finding("X163", engine=played, why=Said("why.no_memory_for_wasm"))
    elif wish == WASM != played:
        yield make_finding("X163", engine=played, why=Said("why.bot_not_in_code" if has_wasm() else "why.no_wasmtime"))


def _take(
    one: PlayedGame, sheet: writers.LineWriter | writers.ParquetWriter | None, kept: list[Row], out: str | None
) -> None:
    if sheet is None:
        kept += one.rows
        return
    with file_write_errors(str(out)):
        sheet.add(one.rows)


# -- what is asked for -----------------------------------------------------------------------------------------


def prepare_batch(loaded: LoadedRuleset, order: SimulationOrder) -> tuple[PlayoutBatch, Playable]:
    """Validate an order against the disk and the ruleset; all findings on both are reported at once."""
    found, sources = _found_in_order(order), Sources()
    general = bind_for_players(loaded)
    players = general.players[0]
    try:
        players = choose_player_count(general, order.players) if order.start is None else order.start.players
    except Refused as wrong:
        found.extend(wrong.findings)
    ruleset, program = bind_for_players(loaded, players), loaded.program(players)
    bots = bind_ruleset_bots(loaded, program)
    _hold_policy(order.policy, available_policies(program, bots), program, found)
    asked = order.columns or ranking_columns(ruleset)
    columns = read_columns(ruleset, asked, players, found)
    counts = _counts(order.counts, program, [*column_headers(columns, players), *asked], found)
    if found:
        for name, text in asked.items():
            sources.add(column_source_name(name), text)
        placed = any(one.span is not None for one in found)
        raise (Findings if placed else Refused)(found.diagnostics, sources)
    batch = PlayoutBatch(
        ruleset,
        players,
        order.seed,
        order.policy,
        bots,
        columns,
        order.per_round,
        order.moves,
        start=order.start,
        counts=counts,
    )
    return replace(batch, engine=choose_executor(order.engine, batch, program)), program


def _counts(groups: Sequence[str], program: Playable, taken: Sequence[str], found: Bag) -> MoveCounts | None:
    """Return what is counted; unknown names (X111) and columns of the same name (X145) are added to the bag."""
    for group in groups:
        if group not in GROUPS:
            listed = ", ".join(GROUPS)
            found.add(
                "X111", None, near=closest_name(group, GROUPS), word=group, what=Said("thing.count"), expected=listed
            )
        elif group in taken:
            found.add("X145", None, name=group, why=Said("why.column_taken", name=group))
    return move_counts(program, [group for group in groups if group in GROUPS]) if groups else None


def refuse_existing_file(order: SimulationOrder) -> None:
    """Refuse an order whose only mistake is that its file exists, before any rule is read. Raises ``Refused`` (X146)."""
    found = _found_in_order(order)
    if found.codes == ("X146",):
        raise Refused(found.diagnostics, Sources())


def _found_in_order(order: SimulationOrder) -> Bag:
    """Return the findings on the numbers and the file of an order."""
    found = Bag()
    _hold_numbers(order, found)
    if order.out is not None:
        _hold_file(Path(order.out), order.resume, found)
    elif order.resume:
        found.add("X103", None, command="reguli simulate --resume", why=Said("why.which_file"))
    return found


def _hold_numbers(order: SimulationOrder, found: Bag) -> None:
    bounds = {"games": MOST_GAMES, "first": MOST_GAMES, "moves": MOST_MOVES, "processes": MOST_PROCESSES}
    for name, high in bounds.items():
        number = getattr(order, name)
        if number is not None and not 1 <= number <= high:
            found.add("X150", None, name=name, found=number, low=1, high=high)


def _hold_file(path: Path, resume: bool, found: Bag) -> None:
    ending, known = path.suffix, file_endings("rows")
    if ending not in known:
        meant, listed = closest_name(ending, known), ", ".join(known)
        found.add("X111", None, near=meant, word=path.name, what=Said("part.file_of_rows"), expected=listed)
        return
    try:
        if ending == writers.PARQUET:
            writers.import_parquet()
        with file_write_errors(path):
            if path.is_dir():
                raise IsADirectoryError(21, "")
            if not path.parent.is_dir():
                raise FileNotFoundError(2, "")
        if path.exists() and not resume:
            found.add("X146", None, file=str(path))
    except Trouble as trouble:
        found.extend(trouble.findings)


def _hold_policy(names: Sequence[str], known: Mapping[str, object], program: Playable, found: Bag) -> None:
    for name in names:
        if name not in known:
            found.extend(UnknownBot(name, program.ruleset.id, tuple(known)).findings)
    if len(names) not in (1, program.players):
        found.extend(UnfitSeats(len(names), program.players).findings)


# -- the file --------------------------------------------------------------------------------------------------


def _note(batch: PlayoutBatch, order: SimulationOrder) -> dict[str, Any]:
    """Return the sidecar content of a batch: all settings that its rows depend on."""
    return {
        "batch": NOTE,
        **_played_by(batch),
        "columns": {column.name: column.text for column in batch.columns},
        **({"counts": list(order.counts)} if order.counts else {}),
        "per_round": batch.per_round,
        "moves": batch.most_moves,
        "first": order.first,
    }


def _sheet(
    path: Path, batch: PlayoutBatch, order: SimulationOrder, names: tuple[str, ...]
) -> writers.LineWriter | writers.ParquetWriter:
    """Create a results file, or resume one that holds games of the same batch. Raises ``Refused``."""
    note, resume = _note(batch, order), order.resume and path.exists()
    if resume:
        there = writers.read_sidecar(path)
        if there is None:
            raise make_refusal("X105", file=str(path), why=Said("why.no_note", note=str(writers.sidecar_path(path))))
        other = [
            make_finding("X147", file=str(path), part=key, found=str(there.get(key)), expected=str(value))
            for key, value in note.items()
            if there.get(key) != value
        ]
        if other:
            raise Refused(other, Sources())
    typed = tuple(zip(names, column_output_forms(batch.columns, batch.players, batch.counts), strict=True))
    with file_write_errors(path):
        if not resume:
            writers.write_sidecar(path, note)
        try:
            return writers.open_row_writer(path, typed, resume=resume)
        except (ValueError, KeyError) as error:
            raise make_refusal("X105", file=str(path), why=Said("why.no_rows")) from error


# -- faults ----------------------------------------------------------------------------------------------------


def _faults_in(rows: Sequence[Row], batch: PlayoutBatch, program: Playable) -> Iterator[FaultAt]:
    """Yield the faults recorded in a file; their codes are found by replaying the games."""
    stopped = [int(str(row[0])) for row in rows if row[3] == FAULT]
    if not stopped:
        return
    table = InterpretedPlayouts(batch, program)
    for number in stopped:
        found = table.fault_of(number)
        yield FaultAt(number, playout_seed(batch.seed, number), "" if found is None else found[0].code)


def fault_findings(
    loaded: LoadedRuleset, batch: PlayoutBatch, faults: Sequence[FaultAt], games: int
) -> Iterator[Diagnostic]:
    """Yield the first fault of each code, replayed by the interpreter, whose finding is authoritative."""
    firsts = {one.code: one for one in reversed(faults)}
    if not firsts:
        return
    walker = InterpretedPlayouts(batch, make_executable(build_program(batch.ruleset, batch.players)))
    place = batch.ruleset.documents.game.span
    for first in sorted(firsts.values(), key=lambda one: one.game)[:SHOWN]:
        again = walker.fault_of(first.game)
        if again is None:
            continue
        fault, moves = again
        found = fault_with_setting(walker.program, fault)
        command = replay_command(loaded.name, walker.program, first.seed, ",".join(batch.policy))
        number = Said("here.in_batch", number=first.game, moves=moves, command=command)
        count = sum(one.code == first.code for one in faults)
        often = ((place, Said("here.in_games", games=count, played=games)),) if count > 1 else ()
        yield Diagnostic(found.code, found.span, found.args, (*found.related, (place, number), *often))
