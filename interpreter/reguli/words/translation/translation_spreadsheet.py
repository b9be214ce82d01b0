"""Wordings as a spreadsheet, for translators without a catalogue editor: exported, filled in, imported.

Only the columns of the text, of its mark and of questions may be written in. A sheet is taken back whole or not at all.
Hidden columns hold these three as they went out: what nobody changed in the sheet stays as the catalogue has it now, so that two
people may work on two sheets, and what both changed is a finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
COLUMNS: Final = (*SHOWN, "text before", "unconfirmed before", "question before")
WIDTHS: Final = (34, 50, 60, 60, 12, 40, 80, 10, 10, 10)
OPEN: Final = ("text", "unconfirmed", "question")
"""The columns that may be written in."""
QUESTION: Final = "question"
_BEFORE: Final = " before"
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
    rows = (_cells(desk, seat, entry) for entry in _worded(seat.document))
    return write_sheet(desk, seat, dict(zip(COLUMNS, WIDTHS, strict=True)), OPEN, rows)


def write_sheet(
    desk: TranslationWorkspace,
    seat: LanguageWorkspace,
    columns: Mapping[str, int],
    opened: Container[str],
    rows: Iterable[list[str]],
) -> bytes:
    """Write rows of texts below their title and heads; ``columns`` have widths, those that end in "before" are hidden.

    Only ``opened`` columns may be written in. Raises ``SpreadsheetsUnavailable``.
    """
    sheets = spreadsheet_library()
    book = sheets.Workbook()
    sheet = book.active
    sheet.title = _TITLE
    sheet.append([desk.ruleset.id, seat.language.code, desk.ruleset.version])
    sheet.append(list(columns))
    for row in rows:
        sheet.append(row)
    for cells in sheet.iter_rows(min_row=3):
        for name, cell in zip(columns, cells, strict=True):
            cell.alignment = sheets.styles.Alignment(wrap_text=True, vertical="top")
            cell.protection = sheets.styles.Protection(locked=name not in opened)
            cell.data_type = "s" if cell.value is not None else cell.data_type
    for number, (name, width) in enumerate(columns.items()):
        column = sheet.column_dimensions[chr(ord("A") + number)]
        column.width, column.hidden = width, name.endswith(_BEFORE)
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


def read_sheet(raw: bytes, file: str, bag: Bag, sources: Sources) -> tuple[Row, ...] | None:
    """Return the cells of a spreadsheet; None with the findings of ``read_rows``."""
    return read_rows(raw, file, bag, sources, _TITLE if file.lower().endswith(WORKBOOK) else None)[1]


def import_sheet(
    cells: tuple[Row, ...], desk: TranslationWorkspace, seat: LanguageWorkspace, file: str, bag: Bag
) -> SheetImport | None:
    """Import a spreadsheet into the catalogue of a language.

    None with findings (W309) where it is no such sheet, or of another ruleset or language, where an id is missing,
    unknown or twice, where the base text has changed meanwhile, or where the sheet and the catalogue have changed the same.
    """
    lines = sheet_lines(cells, COLUMNS, desk, seat)
    rows = [_row(line) for _, line in lines] if isinstance(lines, list) else []
    troubles = _troubles(rows, seat) if isinstance(lines, list) else (lines,)
    if refuse_sheet(troubles, file, bag):
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


def refuse_sheet(troubles: Sequence[Said], file: str, bag: Bag) -> bool:
    """Report why a sheet cannot be imported (W309), and return whether there is a reason."""
    for trouble in troubles[:MOST_TROUBLES]:
        bag.add("W309", Span(file, 0, 0, 0, 0), why=trouble)
    return bool(troubles)


def has_columns(cells: tuple[Row, ...], columns: Sequence[str]) -> bool:
    """Return whether the second row of a sheet heads these columns."""
    return len(cells) > 1 and [cell.written for cell in cells[1][: len(columns)]] == list(columns)


def sheet_lines(
    cells: tuple[Row, ...], columns: Sequence[str], desk: TranslationWorkspace, seat: LanguageWorkspace
) -> list[tuple[Span, Mapping[str, str]]] | Said:
    """Return the place of each row and its cells by column, or why the sheet was not exported for this ruleset and language."""
    if not has_columns(cells, columns):
        return Said("why.no_heads")
    code, language = (*(cell.written for cell in cells[0][:2]), "", "")[:2]
    if (code, language) != (desk.ruleset.id, seat.language.code):
        return Said("why.wrong_cell", found=code, column=language)
    blank = dict.fromkeys(columns, "")
    rows = [row for row in cells[2:] if any(cell.written for cell in row[: len(columns)])]
    lines = ({name: cell.written for name, cell in zip(columns, row, strict=False)} for row in rows)
    return [(row[0].span, {**blank, **line}) for row, line in zip(rows, lines, strict=True)]


def id_troubles(ids: Sequence[str], known: Container[str]) -> list[Said]:
    """Return the ids of a sheet that are unknown or occur twice."""
    troubles = [Said("why.unknown_id", id=name) for name in ids if name not in known]
    return troubles + [Said("why.id_twice", id=name) for name, count in Counter(ids).items() if count > 1]


def _row(found: Mapping[str, str]) -> SheetRow:
    written = [[found[name + suffix] for name in OPEN] for suffix in ("", _BEFORE)]
    now, before = (WrittenText(text, bool(mark.strip()), " ".join(asked.split())) for text, mark, asked in written)
    return SheetRow(found["id"], found["base text"], now, before)


def _troubles(rows: list[SheetRow], seat: LanguageWorkspace) -> tuple[Said, ...]:
    """Return the mismatches of rows and catalogue: unknown, duplicate or missing ids, other base texts, conflicting changes; the order is free."""
    wanted = {entry.context or "": entry.base for entry in _worded(seat.document)}
    ids = [row.id for row in rows]
    troubles = id_troubles(ids, wanted)
    troubles += [Said("why.row_missing", id=name) for name in wanted if name not in ids]
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
