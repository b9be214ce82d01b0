"""Batches of games between bots: the order is validated, played on all cores, and written as rows that can be resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from reguli.app.errors import Refused, make_refusal
from reguli.app.user_files import file_write_errors
from reguli.batch import writers
from reguli.batch.chunks import play_numbered_games
from reguli.batch.rows import FAULT, INTERPRETER, BatchTerms, PlayedGame, PlayoutRunner, Row
from reguli.batch.workers import defer_signals, worker_count
from reguli.batch.writers import BatchSummary
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.output_formats import file_endings
from reguli.source.diagnostic import Bag, Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources

if TYPE_CHECKING:
    from reguli.engine.history.playthrough_state import State

MOST_GAMES: Final = 1_000_000_000
MOST_MOVES: Final = 1_000_000
MOST_PROCESSES: Final = 1_000
ENGINES: Final = (INTERPRETER, PYTHON, WASM)
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

    batch: BatchTerms
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
            **self.batch.to_json(),
            "engine": self.batch.engine,
            "games": self.games,
            "outcomes": dict(sorted(self.tally.outcomes.items())),
            "wins": {f"seat_{seat}": self.tally.wins[f"seat_{seat}"] for seat in range(1, self.batch.players + 1)},
            "numbers": {name: {"mean": one.mean, "least": one.least, "most": one.most} for name, one in numbers},
            "faults": [asdict(one) for one in self.faults],
            "interrupted": self.interrupted is not None,
            "out": None if self.out is None else str(self.out),
        }


Progress = Callable[[int, int], None]
"""Is told how many games were played, of how many."""


class FullBatch(Protocol):
    """A batch with its ruleset, which only faults need."""

    def interpreted(self) -> PlayoutRunner:
        """Return what plays it step by step."""
        ...

    @property
    def sources(self) -> Sources:
        """Return the texts that findings quote."""
        ...

    def faults_in(self, rows: Sequence[Row]) -> Iterator[FaultAt]:
        """Yield the faults recorded in a file; their codes are found by replaying the games."""
        ...

    def findings(self, faults: Sequence[FaultAt], games: int) -> Iterator[Diagnostic]:
        """Yield the first fault of each code, replayed by the interpreter, whose finding is authoritative."""
        ...


@dataclass(frozen=True, slots=True)
class ReadyBatch:
    """A batch that can be played. ``make`` makes what plays it in a worker and can be pickled; ``local`` does so here, for this process and its forks, if it has any."""

    terms: BatchTerms
    make: Callable[[], PlayoutRunner]
    local: Callable[[int], PlayoutRunner | None]
    full: Callable[[], FullBatch]


def play_batch(ready: ReadyBatch, order: SimulationOrder, progress: Progress | None = None) -> Simulated:
    """Play a batch and write its rows; Ctrl-C ends it, and finished games are kept."""
    terms, full, wanted = ready.terms, cache(ready.full), ready.terms.engine
    if order.cluster is not None:
        # An extra, which is imported when it is used.
        from reguli.batch.cluster import check_cluster

        check_cluster(order.cluster)
    names = terms.headers
    tally, kept, faults = BatchSummary(names, terms.players), list[Row](), list[FaultAt]()
    sheet = None if order.out is None else _sheet(Path(order.out), terms, order)
    done = 0
    if sheet is not None:
        for row in sheet.rows:
            tally.add(row)
        if any(row[3] == FAULT for row in sheet.rows):
            faults += full().faults_in(sheet.rows)
        done, sheet.rows = max(0, sheet.last - order.first + 1), []
    interrupted = None
    numbers = range(order.first + done, order.first + order.games)
    told = time.monotonic()
    processes = len(numbers) if order.cluster and not order.processes else worker_count(order.processes, len(numbers))
    try:
        made = ready.local(processes)
        terms = terms if made is None else made.terms
        with closing(play_numbered_games(ready.make, numbers, processes, made, order.cluster)) as played:
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
    findings = tuple(full().findings(faults, done)) if faults else ()
    remarks = tuple(_other_engine(order.engine, wanted, terms.engine))
    out = None if order.out is None else Path(order.out)
    sources = full().sources if faults else Sources()
    return Simulated(terms, names, tuple(kept), tally, tuple(faults), findings, sources, out, interrupted, remarks)


def unchecked_remark(name: str, findings: int) -> Iterator[Diagnostic]:
    """Yield a finding (X164) if a check finds errors in the rules that were played."""
    if findings:
        yield make_finding("X164", name=name, count=findings)


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


def found_in_order(order: SimulationOrder) -> Bag:
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


# -- the file --------------------------------------------------------------------------------------------------


def _note(terms: BatchTerms, order: SimulationOrder) -> dict[str, Any]:
    """Return the sidecar content of a batch: all settings that its rows depend on."""
    return {
        "batch": NOTE,
        **terms.to_json(),
        "columns": {column.name: column.text for column in terms.columns},
        **({"counts": list(order.counts)} if order.counts else {}),
        "per_round": terms.per_round,
        "moves": terms.most_moves,
        "first": order.first,
    }


def _sheet(path: Path, terms: BatchTerms, order: SimulationOrder) -> writers.LineWriter | writers.ParquetWriter:
    """Create a results file, or resume one that holds games of the same batch. Raises ``Refused``."""
    note, resume = _note(terms, order), order.resume and path.exists()
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
    typed = tuple(zip(terms.headers, terms.forms, strict=True))
    with file_write_errors(path):
        if not resume:
            writers.write_sidecar(path, note)
        try:
            return writers.open_row_writer(path, typed, resume=resume)
        except (ValueError, KeyError) as error:
            raise make_refusal("X105", file=str(path), why=Said("why.no_rows")) from error
