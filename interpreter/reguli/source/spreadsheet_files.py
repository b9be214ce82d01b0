"""Spreadsheet files: read within size limits, written without a time stamp, with frozen headers and a filter on every column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import number_as_letters

LARGEST: Final = 20_000_000
LARGEST_UNPACKED: Final = 40_000_000
MOST_ELEMENTS: Final = 1_000_000
MOST_OTHER_ELEMENTS: Final = 50_000
"""How many marks of XML a part of a sheet may have that holds cells, and any other; styles cost the library most."""
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 200
_OF_CELLS: Final = ("xl/worksheets/", "xl/sharedStrings")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time a packed file can have."""
_PROPERTIES: Final = "docProps/core.xml"
_TIME: Final = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_MADE: Final = b"1980-01-01T00:00:00Z"
_WIDTH: Final = 16


class SpreadsheetsUnavailable(Exception):  # noqa: N818 - it says what is missing
    """Raised when the spreadsheet library is not installed."""


def spreadsheet_library() -> Any:
    """Return the spreadsheet library. Raises ``SpreadsheetsUnavailable``."""
    try:
        # An extra: nothing else needs it, and it costs a tenth of a second.
        import openpyxl
    except ImportError as error:
        raise SpreadsheetsUnavailable from error
    return openpyxl


def pack_workbook(book: Any) -> bytes:
    """Write a workbook without a time stamp, so that equal cells yield equal bytes."""
    raw, written = BytesIO(), BytesIO()
    book.save(raw)
    with ZipFile(raw) as before, ZipFile(written, "w", ZIP_DEFLATED) as anew:
        for name in before.namelist():
            part = ZipInfo(name, _EPOCH)
            part.compress_type, part.create_system, part.external_attr = ZIP_DEFLATED, 3, 0o600 << 16
            text = before.read(name)
            anew.writestr(part, _TIME.sub(_MADE, text) if name == _PROPERTIES else text)
    return written.getvalue()


def _too_much(raw: bytes) -> Said | None:
    """Return the reason that a sheet exceeds the limits, before the library reads it; ``None`` if it does not."""
    with ZipFile(BytesIO(raw)) as packed_:
        parts = packed_.infolist()
        if sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            return Said("why.too_large_unpacked", limit=LARGEST_UNPACKED)
        for part in parts:
            most = MOST_ELEMENTS if part.filename.startswith(_OF_CELLS) else MOST_OTHER_ELEMENTS
            if packed_.read(part).count(b"<") > most:
                return Said("why.too_many_elements", limit=most)
    return None


# -- plain cells -----------------------------------------------------------------------------------------------------


def written_table(rows: Sequence[Sequence[str]]) -> bytes:
    """Write rows of texts as a spreadsheet; digits become numbers. Raises ``SpreadsheetsUnavailable``."""
    book = spreadsheet_library().Workbook()
    sheet = book.active
    for row in rows:
        sheet.append([int(text) if text.isascii() and text.isdigit() else text or None for text in row])
    for column in range(max(map(len, rows), default=0)):
        sheet.column_dimensions[number_as_letters(column + 1).upper()].width = _WIDTH
    return pack_workbook(book)


@frozen_class
class SheetValues(FrozenValue):
    """The values of a sheet as texts, row by row from its first cell on.

    ``faults`` are cells (row, column) without a usable value: a formula whose value the file does not have (None), or an error, such
    as ``#REF!``. Where the sheet is larger than ``MOST_ROWS`` and ``MOST_COLUMNS``, one row or column more is there.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    faults: tuple[tuple[tuple[int, int], str | None], ...]


@frozen_class
class NoSuchSheet(FrozenValue):
    """The name of a sheet that a workbook does not have, and those that it has."""

    name: str
    known: tuple[str, ...]


def read_sheet_values(raw: bytes, title: str | None) -> SheetValues | NoSuchSheet | Said:
    """Return the values of a sheet, by default the first; that of a formula is the one last computed. Raises ``SpreadsheetsUnavailable``."""
    library = spreadsheet_library()
    if len(raw) > LARGEST:
        return Said("why.too_large", limit=LARGEST)
    try:
        why = _too_much(raw)
        if why:
            return why
        book = library.load_workbook(BytesIO(raw), read_only=True, data_only=True)
        sheets = {sheet.title: sheet for sheet in book.worksheets}
        sheet = book.worksheets[0] if title is None else sheets.get(title)
        if sheet is None:
            return NoSuchSheet(title or "", tuple(sheets))
        cells = _placed(sheet)
        faults: list[tuple[tuple[int, int], str | None]] = [
            (place, str(cell.value)) for place, cell in cells.items() if cell.data_type == "e"
        ]
        if _has_formula(raw):
            written = _placed(library.load_workbook(BytesIO(raw), read_only=True)[sheet.title])
            # A formula that last gave an empty text has no value, but its type.
            known = {place for place, cell in cells.items() if cell.value is not None or cell.data_type == "str"}
            faults += [(place, None) for place, cell in written.items() if cell.data_type == "f" and place not in known]
    except (BadZipFile, KeyError):
        return Said("why.no_workbook")
    except Exception as error:  # noqa: BLE001 - a damaged file makes the library raise whatever its parts raise
        return Said("why.unreadable", error=type(error).__name__)
    texts = {place: _text(cell.value) for place, cell in cells.items() if cell.value is not None}
    height, width = (max((place[at] for place in texts), default=0) for at in (0, 1))
    rows = (tuple(texts.get((row, column), "") for column in range(1, width + 1)) for row in range(1, height + 1))
    return SheetValues(sheet.title, tuple(rows), tuple(faults))


def _placed(sheet: Any) -> dict[tuple[int, int], Any]:
    """Return the cells that a sheet has, by row and column, within bounds and one row and column beyond."""
    rows = sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1)
    cells = (((at, column), cell) for at, row in enumerate(rows, 1) for column, cell in enumerate(row, 1))
    return {place: cell for place, cell in cells if cell.value is not None or cell.data_type != "n"}


def _has_formula(raw: bytes) -> bool:
    with ZipFile(BytesIO(raw)) as parts:
        return any(b"<f" in parts.read(name) for name in parts.namelist() if name.startswith(_OF_CELLS[0]))


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return str(int(value)) if value.is_integer() else f"{value:.15g}"
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case _:
            return str(value).replace("\r\n", "\n").replace("\r", "\n")


LONGEST_TITLE: Final = 31
LONGEST_CELL: Final = 32_000
"""Letters that the name of a sheet and a cell can have."""
NOT_IN_TITLES: Final = re.compile(r"[\[\]:*?/\\]")
NOT_IN_CELLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot carry."""


def text_spreadsheet(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> bytes:
    """Return a table as a spreadsheet; every cell is stored as text. ``widths`` are in letters. Raises ``SpreadsheetsUnavailable``."""
    sheets = spreadsheet_library()
    book = sheets.Workbook()
    sheet = book.active
    sheet.title = NOT_IN_TITLES.sub(" ", title)[:LONGEST_TITLE]
    for line in (heads, *rows):
        sheet.append([NOT_IN_CELLS.sub("\ufffd", text)[:LONGEST_CELL] for text in line])
    for number, cells in enumerate(sheet.iter_rows()):
        for cell in cells:
            cell.data_type = "s"
            cell.alignment = sheets.styles.Alignment(wrap_text=True, vertical="top")
            if not number:
                cell.font = sheets.styles.Font(bold=True)
    for number, width in enumerate(widths):
        sheet.column_dimensions[chr(ord("A") + number)].width = width
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    return pack_workbook(book)
