"""A table written as a spreadsheet, to be read: heads that stay, a filter on every column, the same bytes for the same rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reguli.words.desk.workbook import library, packed

LONGEST_TITLE: Final = 31
LONGEST_CELL: Final = 32_000
"""Letters that the name of a sheet and a cell can have."""
NOT_IN_TITLES: Final = re.compile(r"[\[\]:*?/\\]")
NOT_IN_CELLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot carry."""


def plain_sheet(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> bytes:
    """Write a table; every cell is a text, whatever it begins with. ``widths`` are in letters. Raises ``NoSheets``."""
    book = library().Workbook()
    # A part of the same extra.
    from openpyxl.styles import Alignment, Font

    sheet = book.active
    sheet.title = NOT_IN_TITLES.sub(" ", title)[:LONGEST_TITLE]
    for line in (heads, *rows):
        sheet.append([NOT_IN_CELLS.sub("\ufffd", text)[:LONGEST_CELL] for text in line])
    for number, cells in enumerate(sheet.iter_rows()):
        for cell in cells:
            cell.data_type = "s"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if not number:
                cell.font = Font(bold=True)
    for number, width in enumerate(widths):
        sheet.column_dimensions[chr(ord("A") + number)].width = width
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    return packed(book)
