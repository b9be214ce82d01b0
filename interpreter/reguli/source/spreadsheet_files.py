"""Spreadsheet files: read within size limits, written without a time stamp, with frozen headers and a filter on every column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from reguli.source.bounded_files import number_as_letters
from reguli.source.finding_catalogue import Said

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


def read_sheet(raw: bytes, title: str | None, rows: int, columns: int) -> list[list[Any]] | Said:
    """Return the cells of a sheet, by default the first one, or the reason for a failure. Raises ``SpreadsheetsUnavailable``."""
    known = spreadsheet_library()
    if len(raw) > LARGEST:
        return Said("why.too_large", limit=LARGEST)
    try:
        why = _too_much(raw)
        if why:
            return why
        book = known.load_workbook(BytesIO(raw), read_only=True)
        sheet = book.worksheets[0] if title is None else book[title]
        return [list(line) for line in sheet.iter_rows(max_row=rows, max_col=columns)]
    except Exception as error:  # noqa: BLE001 - a damaged file makes the library raise whatever its parts raise
        return Said("why.unreadable", error=type(error).__name__)


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


def read_first_sheet(raw: bytes) -> tuple[tuple[str, ...], ...] | Said:
    """Return the cells of the first sheet as texts, or the reason for a failure, such as a formula in a cell."""
    try:
        cells = read_sheet(raw, None, MOST_ROWS, MOST_COLUMNS)
    except SpreadsheetsUnavailable:
        return Said("why.no_spreadsheets")
    if isinstance(cells, Said):
        return cells
    formula = next((cell for line in cells for cell in line if cell.data_type == "f"), None)
    if formula is not None:
        return Said("why.formula", cell=str(formula.coordinate))
    return tuple(tuple(_text(cell.value) for cell in line) for line in cells)


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case _:
            return " ".join(str(value).replace("\xa0", " ").split())


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
