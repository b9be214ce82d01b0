"""Row files: csv, jsonl and parquet; finished games survive an interruption, writing can resume.

Beside each lies a note, ``FILE.json``: what batch its rows are of. Rows are written by whole games; of a csv or jsonl file whose last line or game was cut off,
as when the machine stopped, the rest is taken away before it is gone on with.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol

from reguli.batch.rows import ALWAYS, OVER, ROUND, Form, Row
from reguli.source.bounded_files import write_atomically
from reguli.source.diagnostic import Trouble, make_finding

if TYPE_CHECKING:
    from reguli.engine.notation import Plain

CSV: Final = ".csv"
PARQUET: Final = ".parquet"
NOTE: Final = ".json"
UNFINISHED: Final = ".part"
GROUP: Final = 20_000
"""Rows of a parquet file that are kept until they are written together."""


class ParquetUnavailable(Trouble):
    """No parquet library is installed."""

    def __init__(self) -> None:
        """Set the finding that names the package."""
        super().__init__()
        self.told = make_finding("X149")


class RowWriter(Protocol):
    """A file that takes rows."""

    def add(self, rows: Iterable[Row]) -> None:
        """Write the rows of whole games. Raises ``OSError``."""
        ...

    def close(self) -> None:
        """Flush all rows to the disk. Raises ``OSError``."""
        ...


def sidecar_path(path: Path) -> Path:
    """Return the path of a file's sidecar."""
    return path.with_name(path.name + NOTE)


def read_sidecar(path: Path) -> dict[str, Any] | None:
    """Read the JSON sidecar that describes a results file; ``None`` if there is none or it is unreadable."""
    try:
        found = json.loads(sidecar_path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def write_sidecar(path: Path, note: dict[str, Any]) -> None:
    """Write a file's sidecar. Raises ``OSError``."""
    write_atomically(sidecar_path(path), (json.dumps(note, ensure_ascii=False, indent=1) + "\n").encode())


class LineWriter:
    """A csv or jsonl file; each game is written at once."""

    def __init__(self, path: Path, header: Sequence[tuple[str, Form]], *, resume: bool) -> None:
        """Create the file, or resume after its last complete game. Raises ``OSError``, and ``ValueError`` if its rows differ."""
        self._csv, self._header = path.suffix == CSV, tuple(name for name, _ in header)
        self._texts = [form == "text" for _, form in header]
        self.last = 0
        """The number of the last game that the file holds."""
        self.rows: list[Row] = []
        """What it holds."""
        if resume and path.exists():
            self._stream: BinaryIO = path.open("r+b")
            try:
                self._stream.truncate(self._whole())
            except BaseException:
                self._stream.close()
                raise
            self._stream.seek(0, os.SEEK_END)
        else:
            self._stream = path.open("wb")
        if not self._stream.tell() and self._csv:
            self._stream.write(_csv([self._header]))
            self._stream.flush()

    def _whole(self) -> int:
        """Return the length of the file's complete games and keep their rows; only the last line or game may be truncated."""
        at = end = 0
        behind: list[Row] = []
        for line in self._stream:
            at += len(line)
            if not line.endswith(b"\n"):
                break
            if self._csv and at == len(line):
                if line.rstrip() != _csv([self._header]).rstrip():
                    raise ValueError(line)
                end = at
                continue
            row = self._read(line.decode("utf-8"))
            behind.append(row)
            if row[3] != ROUND:
                end, self.last = at, int(row[0])  # type: ignore[arg-type]  # a number
                self.rows += behind
                behind = []
        return end

    def _read(self, line: str) -> Row:
        """Parse a row, numbers as numbers. Raises ``ValueError`` if it is not one."""
        try:
            if not self._csv:
                found = json.loads(line)
                return tuple(found[name] for name in self._header)
            (cells,) = csv.reader([line])
            return tuple(_read(cell, text) for cell, text in zip(cells, self._texts, strict=True))
        except (KeyError, TypeError, csv.Error) as error:
            raise ValueError(line) from error

    def add(self, rows: Iterable[Row]) -> None:
        """Write rows in one call."""
        if self._csv:
            content = _csv([_cell(value) for value in row] for row in rows)
        else:
            pairs = (dict(zip(self._header, row, strict=True)) for row in rows)
            content = "".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs).encode()
        self._stream.write(content)
        self._stream.flush()

    def close(self) -> None:
        """Flush rows to the disk."""
        with self._stream:
            self._stream.flush()
            os.fsync(self._stream.fileno())


def _csv(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _cell(value: Plain | float) -> object:
    """Return a csv cell value: empty for ``None``, JSON for sets and tokens."""
    match value:
        case bool():
            return "true" if value else "false"
        case list() | dict():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return value


def _read(cell: str, text: bool) -> Plain | float:
    if text or not cell:
        return cell or None
    if cell in ("true", "false"):
        return cell == "true"
    return float(cell) if "." in cell else int(cell)


class ParquetWriter:
    """A parquet file: written to a temporary path, moved on closing."""

    def __init__(self, path: Path, header: Sequence[tuple[str, Form]], *, resume: bool) -> None:
        """Create the file, with the rows of an older one if resuming. Raises ``ParquetUnavailable`` and ``OSError``."""
        self._library, self._file = import_parquet()
        self._path, self._kept = path, list[Row]()
        arrow = self._library
        types = {"number": arrow.int64(), "mean": arrow.float64(), "truth": arrow.bool_(), "text": arrow.string()}
        self._schema = self._library.schema([(name, types[form]) for name, form in header])
        self._writer: Any = None
        self.last, self.rows = 0, list[Row]()
        if resume and path.exists():
            try:
                table = self._file.read_table(path).to_pydict()
            except self._library.ArrowInvalid as error:
                raise ValueError(str(error)) from error
            self.rows = list(zip(*(table[name] for name, _ in header), strict=True))
            self.last = int(self.rows[-1][0]) if self.rows else 0  # type: ignore[arg-type]  # a number
            self.add(self.rows)

    def add(self, rows: Iterable[Row]) -> None:
        """Buffer rows until there are enough to write."""
        self._kept += rows
        if len(self._kept) >= GROUP:
            self._write()

    def _write(self) -> None:
        if self._writer is None:
            beside = self._path.with_name(self._path.name + UNFINISHED)
            self._writer = self._file.ParquetWriter(beside, self._schema)
        columns = zip(*self._kept, strict=True) if self._kept else ([] for _ in self._schema)
        arrays = [
            self._library.array([_scalar(cell, kind == self._library.string()) for cell in cells], kind)
            for cells, kind in zip(columns, self._schema.types, strict=True)
        ]
        self._writer.write_table(self._library.Table.from_arrays(arrays, schema=self._schema))
        self._kept = []

    def close(self) -> None:
        """Write the rest, then move the file into place."""
        if self._kept or self._writer is None:
            self._write()
        self._writer.close()
        self._path.with_name(self._path.name + UNFINISHED).replace(self._path)


def _scalar(value: Plain | float, text: bool) -> object:
    if value is None or not text:
        return value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def import_parquet() -> tuple[Any, Any]:
    """Return the parquet modules. Raises ``ParquetUnavailable``."""
    try:
        # An extra: nothing else needs it, and it costs a tenth of a second.
        import pyarrow as arrow  # noqa: ICN001 - it is used in this file alone
        from pyarrow import parquet
    except ImportError as error:
        raise ParquetUnavailable from error
    return arrow, parquet


def open_row_writer(path: Path, header: Sequence[tuple[str, Form]], *, resume: bool) -> LineWriter | ParquetWriter:
    """Open a row file by its extension. Raises ``OSError``, ``ParquetUnavailable``, and ``ValueError`` if it cannot be read."""
    return (ParquetWriter if path.suffix == PARQUET else LineWriter)(path, header, resume=resume)


# -- What the games of a batch came to together ----------------------------------------------------------------------


OUTCOME = ALWAYS.index("outcome")
WINNERS = ALWAYS.index("winners")
ALSO = ("rounds", "moves")
"""Numbers of every batch that are worth a mean."""


@dataclass(slots=True)
class ValueSummary:
    """Statistics of the numbers in one column: count, sum, minimum and maximum."""

    count: int = 0
    total: float = 0
    least: float = 0
    most: float = 0

    def add(self, number: float) -> None:
        """Add one number."""
        self.least = number if not self.count else min(self.least, number)
        self.most = number if not self.count else max(self.most, number)
        self.count += 1
        self.total += number

    @property
    def mean(self) -> float | None:
        """Return the mean; ``None`` if empty."""
        return self.total / self.count if self.count else None


@dataclass(slots=True)
class BatchSummary:
    """Counts games by outcome and the games each seat finished first, alone or tied, and summarises the final numbers."""

    header: Sequence[str]
    players: int
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, ValueSummary] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Add a row; rows within a game are ignored."""
        outcome = str(row[OUTCOME])
        if outcome == ROUND:
            return
        self.outcomes[outcome] += 1
        if outcome == OVER:
            self.wins.update(str(row[WINNERS] or "").split())
        for at, name in enumerate(self.header):
            cell = row[at]
            own = at >= len(ALWAYS) + self.players or name in ALSO
            if own and isinstance(cell, int | float) and not isinstance(cell, bool):
                self.numbers.setdefault(name, ValueSummary()).add(cell)
