"""Batches whose machine is stored: found by the name of a ruleset and what is asked of it, and valid as long as no file of the ruleset has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reguli.batch.machine_playouts import MachinePlayouts, RowLayout, number_reader, read_cells
from reguli.batch.rows import BatchColumn, BatchTerms, CountedColumn, CountedColumns
from reguli.compile.machine_registry import WASM, CompiledMachine, has_wasm
from reguli.compile.machine_store import entry_name, load_machine
from reguli.shipped_files import named_paths, shipped_libraries
from reguli.source.bounded_files import UnreadableFile, read_folder
from reguli.source.cache_entries import read_entry, write_entry

if TYPE_CHECKING:
    from reguli.app.simulation.simulation_runs import FullBatch, SimulationOrder

Options = Mapping[str, str | bool]


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """A batch and its machine; ``name`` is that of the ruleset, ``findings`` how many a check has."""

    name: str
    terms: BatchTerms
    layout: RowLayout
    machine: CompiledMachine
    findings: int

    def runner(self, full: Callable[[], FullBatch]) -> MachinePlayouts:
        """Return what plays it; ``full`` reads the ruleset, for games that are played step by step."""
        readers = [number_reader(first) for first, _ in self.layout.cells]
        return MachinePlayouts(self.terms, self.machine, self.layout, readers, lambda: full().interpreted())


def find_stored_batch(name: str, options: Options, order: SimulationOrder) -> StoredBatch | None:
    """Return the batch of an order if its machine is stored and still right. Findings on the order are left to who reads the ruleset."""
    if order.start is not None or order.cluster is not None or order.engine not in (None, WASM) or not has_wasm():
        return None
    entry = read_entry(_name(name, options, order))
    if entry is None:
        return None
    header, _ = entry
    if any(folder_digest(Path(folder)) != digest for folder, digest in header["folders"]):
        return None
    policies = header["policies"]
    if not set(order.policy) <= policies.keys() or len(order.policy) not in (1, header["terms"]["players"]):
        return None
    try:
        found = load_machine(header["machine"])
    except MemoryError:
        return None
    if found is None:
        return None
    machine, told = found
    terms = _terms(header["terms"], order)
    return StoredBatch(
        header["name"], terms, RowLayout(told["width"], read_cells(told), policies), machine, header["findings"]
    )


def store_batch(
    name: str, options: Options, order: SimulationOrder, folders: Sequence[Path], plain: Mapping[str, Any]
) -> None:
    """Store a batch of a ruleset that lies in these folders: ``plain`` has its terms, the names of ruleset and machine, bots by number, and the findings of a check."""
    digests = [(str(folder), folder_digest(folder)) for folder in (*folders, shipped_libraries())]
    if all(digest is not None for _, digest in digests):
        write_entry(_name(name, options, order), {**plain, "folders": digests})


def _name(name: str, options: Options, order: SimulationOrder) -> str:
    paths = [str(path.resolve()) for _, path in named_paths(name)]
    asked = (order.players, list(order.columns.items()), order.counts)
    return entry_name("batch", paths, sorted(options.items()), *asked)


def _terms(plain: dict[str, Any], order: SimulationOrder) -> BatchTerms:
    counted = plain["counted"]
    if counted is not None:
        columns, width, (first, behind) = counted
        counted = CountedColumns(tuple(CountedColumn(*one) for one in columns), width, (first, behind))
    asked = {
        "seed": order.seed,
        "policy": order.policy,
        "per_round": order.per_round,
        "most_moves": order.moves,
        "columns": tuple(BatchColumn(*one) for one in plain["columns"]),
        "counted": counted,
    }
    return BatchTerms(**{**plain, **asked})


def folder_digest(folder: Path) -> str | None:
    """Return a digest of the names and bytes of all files below a folder; ``None`` where one cannot be read."""
    whole = blake2b(digest_size=20)
    try:
        for path, content in read_folder(folder):
            if not isinstance(content, bytes):
                return None
            name = path.relative_to(folder).as_posix()
            whole.update(f"{len(name)} {name} {len(content)} ".encode() + content)
    except (UnreadableFile, OSError):
        return None
    return whole.hexdigest()
