"""Wordings as a spreadsheet, for translators without a catalogue editor: exported, filled in, imported.

Only the columns of the text, of its mark and of questions may be written in. A sheet is taken back whole or not at all.
Hidden columns hold these three as they went out: what nobody changed in the sheet stays as the catalogue has it now, so that two
people may work on two sheets, and what both changed is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources, Span
from reguli.source.spreadsheet_files import pack_workbook, spreadsheet_library
from reguli.source.table_files import WORKBOOK, Row, read_rows
from reguli.words.catalogue import po
from reguli.words.catalogue.wording_catalogue import SHORT, UNWORDED
from reguli.words.placeholders.translator_notes import render_with_values
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace

SHOWN: Final = ("id", "base text", "text", "printed", "unconfirmed", "question", "notes")
HIDDEN: Final = ("text before", "unconfirmed before", "question before")
COLUMNS: Final = (*SHOWN, *HIDDEN)
WIDTHS: Final = (34, 50, 60, 60, 12, 40, 80, 10, 10, 10)
OPEN: Final = ("text", "unconfirmed", "question")
"""The columns that may be written in."""
QUESTION: Final = "question"
_MARK: Final = "x"
_TITLE: Final = "wordings"
MOST_TROUBLES: Final = 20
"""How many troubles of one sheet are told."""


@frozen_class
class WrittenText(FrozenValue):
    """A translator's input for an entry: the text, the fuzzy mark, a question."""

    text: str
    unconfirmed: bool
    question: str


@frozen_class
class SheetRow(FrozenValue):
    """One row of an imported sheet: its id, its base text, its current input, and its input at export."""

    id: str
    base: str
    now: WrittenText
    before: WrittenText


@frozen_class
class SheetImport(FrozenValue):
    """The result of an import: the catalogue's new text, the ids whose text changed, and the questions by id."""

    text: str
    changed: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]


def export_sheet(desk: TranslationWorkspace, seat: LanguageWorkspace) -> bytes:
    """Write the catalogue of a language as a spreadsheet; the catalogue must be updated first. Raises ``SpreadsheetsUnavailable``."""
    sheets = spreadsheet_library()
    book = sheets.Workbook()
    sheet = book.active
    sheet.title = _TITLE
    sheet.append([desk.ruleset.id, seat.language.code, desk.ruleset.version])
    sheet.append(list(COLUMNS))
    for entry in _worded(seat.document):
        sheet.append(_cells(desk, seat, entry))
    for cells in sheet.iter_rows(min_row=3):
        for name, cell in zip(COLUMNS, cells, strict=True):
            cell.alignment = sheets.styles.Alignment(wrap_text=True, vertical="top")
            cell.protection = sheets.styles.Protection(locked=name not in OPEN)
            cell.data_type = "s" if cell.value is not None else cell.data_type
    for number, width in enumerate(WIDTHS):
        column = sheet.column_dimensions[chr(ord("A") + number)]
        column.width, column.hidden = width, COLUMNS[number] in HIDDEN
    sheet.freeze_panes = "B3"
    sheet.protection.sheet = True
    sheet.protection.formatColumns = False
    return pack_workbook(book)


def _worded(document: po.PoDocument) -> Iterator[po.PoEntry]:
    return (entry for entry in document.entries if entry.context is not None and not entry.obsolete)


def _cells(desk: TranslationWorkspace, seat: LanguageWorkspace, entry: po.PoEntry) -> list[str]:
    name = entry.context or ""
    known = seat.catalogue.entries.get(name)
    subject = desk.subjects.get(name.removesuffix(SHORT))
    said = render_with_values(known, subject, seat) if known and subject and seat.catalogue.printed(known) else ""
    base = "" if entry.base == UNWORDED.format(name) else entry.base
    now = _written(entry)
    own = [now.text, _MARK if now.unconfirmed else "", now.question]
    return [name, base, own[0], said, *own[1:], "\n".join(entry.notes), *own]


def _written(entry: po.PoEntry) -> WrittenText:
    return WrittenText(entry.text, entry.fuzzy, entry.comment(QUESTION) or "")


def import_sheet(
    raw: bytes, desk: TranslationWorkspace, seat: LanguageWorkspace, file: str, bag: Bag, *, sources: Sources
) -> SheetImport | None:
    """Import a spreadsheet into the catalogue of a language.

    None with findings (W309, or those of ``read_rows``) where it is no such sheet, or of another ruleset or language, where an id is missing,
    unknown or twice, where the base text has changed meanwhile, or where the sheet and the catalogue have changed the same.
    """
    span = Span(file, 0, 0, 0, 0)
    _, cells = read_rows(raw, file, bag, sources, _TITLE if file.lower().endswith(WORKBOOK) else None)
    if cells is None:
        return None
    rows = _rows(cells, desk, seat)
    troubles = rows if isinstance(rows, tuple) else _troubles(rows, seat)
    for trouble in troubles[:MOST_TROUBLES]:
        bag.add("W309", span, why=trouble)
    if troubles or isinstance(rows, tuple):
        return None
    by_id = {row.id: row for row in rows}
    entries, touched, questions = [], [], []
    for entry in seat.document.entries:
        row = None if entry.obsolete else by_id.get(entry.context or "")
        taken = entry if row is None else _taken(entry, row)
        entries.append(taken)
        if row is not None and taken != entry:
            touched.append(row.id)
        if row is not None and row.now.question:
            questions.append((row.id, row.now.question))
    return SheetImport(
        po.write_document(replace(seat.document, entries=tuple(entries))), tuple(touched), tuple(questions)
    )


def _taken(entry: po.PoEntry, row: SheetRow) -> po.PoEntry:
    """Apply the changes of a row to its entry; a changed text is confirmed unless its mark remains."""
    there, now, before = _written(entry), row.now, row.before
    text = there.text if now.text == before.text else now.text
    touched = (now.text, now.unconfirmed) != (before.text, before.unconfirmed)
    marked = now.unconfirmed if touched else there.unconfirmed
    question = there.question if now.question == before.question else now.question
    taken = po.set_flag(po.replace_entry_fields(entry, text=text), po.FUZZY, wanted=marked and bool(text))
    return po.set_comment(taken, QUESTION, question or None)


def _rows(
    cells: tuple[Row, ...], desk: TranslationWorkspace, seat: LanguageWorkspace
) -> list[SheetRow] | tuple[Said, ...]:
    """Return the rows of a sheet that was exported for this ruleset and language, or the reasons for which it is invalid."""
    width = len(COLUMNS)
    lines = [[*(cell.written for cell in row[:width]), *[""] * (width - len(row))] for row in cells]
    if len(lines) < 2 or tuple(lines[1]) != COLUMNS:
        return (Said("why.no_heads"),)
    whose = tuple(lines[0][:2])
    if whose != (desk.ruleset.id, seat.language.code):
        return (Said("why.wrong_cell", found=whose[0], column=whose[1]),)
    return [_row(line) for line in lines[2:] if any(line)]


def _row(cells: list[str]) -> SheetRow:
    found = dict(zip(COLUMNS, cells, strict=False))
    written = [[found[name + suffix] for name in OPEN] for suffix in ("", " before")]
    now, before = (WrittenText(text, bool(mark.strip()), " ".join(asked.split())) for text, mark, asked in written)
    return SheetRow(found["id"], found["base text"], now, before)


def _troubles(rows: list[SheetRow], seat: LanguageWorkspace) -> tuple[Said, ...]:
    """Return the mismatches of rows and catalogue: unknown, duplicate or missing ids, other base texts, conflicting changes; the order is free."""
    wanted = {entry.context: entry.base for entry in _worded(seat.document)}
    ids = [row.id for row in rows]
    troubles = [Said("why.unknown_id", id=name) for name in ids if name not in wanted]
    troubles += [Said("why.id_twice", id=name) for name in dict.fromkeys(ids) if ids.count(name) > 1]
    troubles += [Said("why.row_missing", id=str(name)) for name in wanted if name not in ids]
    for row in rows:
        base = wanted.get(row.id)
        if base is not None and row.base != ("" if base == UNWORDED.format(row.id) else base):
            troubles.append(Said("why.other_base", id=row.id))
    return (*troubles, *_changed_by_both(rows, seat))


def _changed_by_both(rows: list[SheetRow], seat: LanguageWorkspace) -> Iterator[Said]:
    """Yield the rows whose text was changed differently in the sheet and, since the export, in the catalogue."""
    by_id = {row.id: row for row in rows}
    for entry in _worded(seat.document):
        row = by_id.get(entry.context or "")
        if row is not None and row.before.text not in (row.now.text, entry.text) and row.now.text != entry.text:
            yield Said("why.changed_since", id=row.id)
