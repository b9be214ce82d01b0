"""Spreadsheets: what goes out comes back, and nothing else does."""

from __future__ import annotations

import csv
import re
import time
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from toll_desk import BASE, change, desk_at, plain_rule, toll

from reguli.source.diagnostic import Bag, finding_sentence
from reguli.source.source_excerpt import Sources
from reguli.source.spreadsheet_files import LARGEST_UNPACKED
from reguli.words.catalogue.catalogue_update import update_po_catalogue
from reguli.words.catalogue.po import read_document
from reguli.words.translation.translation_spreadsheet import (
    COLUMNS,
    SheetImport,
    export_sheet,
    import_sheet,
    read_sheet,
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = toll(tmp_path, en=BASE)
    desk = desk_at(home)
    text = update_po_catalogue(desk, desk.seats["ro"], plain_rule).text
    path = home / "words" / "ro" / "wordings.po"
    path.write_text(text, encoding="utf-8")
    change(
        path,
        'msgid "You need [sale crate]."\nmsgstr ""',
        'msgid "You need [sale crate]."\nmsgstr "Îți trebuie [sale crate]."',
    )
    return home


def _sheet(home: Path) -> Any:
    desk = desk_at(home)
    return openpyxl.load_workbook(BytesIO(export_sheet(desk, desk.seats["ro"])))


def _rows(book: Any) -> dict[str, list[Any]]:
    return {row[0].value: list(row) for row in book.active.iter_rows(min_row=3)}


def _imported(home: Path, raw: bytes, file: str = "ro.xlsx") -> tuple[SheetImport | None, Bag]:
    bag, desk = Bag(), desk_at(home)
    cells = read_sheet(raw, file, bag, Sources())
    return None if cells is None else import_sheet(cells, desk, desk.seats["ro"], file, bag), bag


def _taken_back(home: Path, book: Any) -> tuple[SheetImport | None, Bag]:
    written = BytesIO()
    book.save(written)
    return _imported(home, written.getvalue())


def test_a_sheet_shows_the_text_as_printed_and_locks_what_is_not_the_translators(home: Path) -> None:
    row = _rows(_sheet(home))["reason:too_little"]
    by_name = dict(zip(COLUMNS, row, strict=True))
    assert by_name["base text"].value == "You need [sale crate]."
    assert by_name["printed"].value == "Îți trebuie 3 lăzi."
    assert {name for name, cell in by_name.items() if not cell.protection.locked} == {"text", "unconfirmed", "question"}


def test_a_sheet_that_nobody_touched_changes_nothing(home: Path) -> None:
    found, bag = _taken_back(home, _sheet(home))
    assert found is not None
    assert not bag
    assert (found.changed, found.questions) == ((), ())
    assert found.text == (home / "words" / "ro" / "wordings.po").read_text(encoding="utf-8")


def test_texts_marks_and_questions_come_back(home: Path) -> None:
    book = _sheet(home)
    rows = _rows(book)
    text, mark, question = COLUMNS.index("text"), COLUMNS.index("unconfirmed"), COLUMNS.index("question")
    rows["statement:T6"][text].value = "Vindeți [sale crate]."
    rows["reason:too_little"][mark].value = "x"
    rows["move:rest"][question].value = "does he stop?"
    found, bag = _taken_back(home, book)
    assert found is not None
    assert not bag
    assert sorted(found.changed) == ["move:rest", "reason:too_little", "statement:T6"]
    assert found.questions == (("move:rest", "does he stop?"),)
    entries = read_document(found.text)
    sold, reason, rest = (entries.entry(name) for name in ("statement:T6", "reason:too_little", "move:rest"))
    assert sold is not None
    assert reason is not None
    assert rest is not None
    assert sold.text == "Vindeți [sale crate]."
    assert (reason.text, reason.fuzzy) == ("Îți trebuie [sale crate].", True)
    assert rest.comment("question") == "does he stop?"


@pytest.mark.parametrize(
    "trouble", ["another id", "a row less", "twice", "another base", "another language", "no heads"]
)
def test_a_sheet_with_anything_else_changed_is_refused_whole(home: Path, trouble: str) -> None:
    book = _sheet(home)
    rows = _rows(book)
    match trouble:
        case "another id":
            rows["move:rest"][0].value = "move:sleep"
        case "a row less":
            book.active.delete_rows(5)
        case "twice":
            rows["move:rest"][0].value = "move:sell"
        case "another base":
            rows["reason:too_little"][1].value = "You want [sale crate]."
        case "another language":
            book.active["B1"].value = "hu"
        case _:
            book.active["C2"].value = "texts"
    found, bag = _taken_back(home, book)
    assert found is None
    assert set(bag.codes) == {"W309"}


@pytest.mark.parametrize("raw", [b"", b"no sheet", b"PK\x03\x04 broken"])
def test_what_is_no_sheet_is_refused(home: Path, raw: bytes) -> None:
    found, bag = _imported(home, raw)
    assert (found, bag.codes) == (None, ("Y114",))


def test_two_sheets_of_the_same_wordings_are_the_same_bytes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_at(home)
    first = export_sheet(desk, desk.seats["ro"])
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    time.tzset()
    later = time.time() + 5_000_000
    monkeypatch.setattr(time, "time", lambda: later)
    assert export_sheet(desk, desk.seats["ro"]) == first
    monkeypatch.undo()
    time.tzset()
    with ZipFile(BytesIO(first)) as packed:
        assert {part.date_time for part in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        years = re.findall(r"\d{4}(?=-\d\d-\d\dT)", packed.read("docProps/core.xml").decode())
    assert set(years) == {"1980"}


def test_a_text_that_looks_like_a_formula_stays_a_text(home: Path) -> None:
    change(home / "words" / "ro" / "wordings.po", '"Îți trebuie [sale crate]."', '"=1+1"')
    row = _rows(_sheet(home))["reason:too_little"]
    assert (row[2].value, row[2].data_type) == ("=1+1", "s")
    found, bag = _taken_back(home, _sheet(home))
    assert found is not None
    assert (found.changed, bag.codes) == ((), ())


def test_a_formula_that_somebody_typed_is_refused_and_deletes_nothing(home: Path) -> None:
    book = _sheet(home)
    _rows(book)["reason:too_little"][COLUMNS.index("text")].value = '=HYPERLINK("http://example.org")'
    found, bag = _taken_back(home, book)
    assert (found, bag.codes) == (None, ("R392",))
    assert "the value of this cell is not known" in finding_sentence(bag.diagnostics[0])


def _in_place(home: Path, book: Any) -> tuple[SheetImport | None, Bag]:
    """Take a sheet back into its catalogue."""
    found, bag = _taken_back(home, book)
    if found is not None:
        (home / "words" / "ro" / "wordings.po").write_text(found.text, encoding="utf-8")
    return found, bag


def test_two_people_may_write_in_two_sheets(home: Path) -> None:
    text, question = COLUMNS.index("text"), COLUMNS.index("question")
    ana, dan = _sheet(home), _sheet(home)
    _rows(ana)["reason:too_little"][text].value = "Lipsesc [sale crate]."
    _rows(ana)["move:rest"][question].value = "does he stop?"
    _rows(dan)["statement:T6"][text].value = "Vindeți [sale crate]."
    _rows(dan)["move:sell"][question].value = "to whom?"
    assert _in_place(home, ana)[0] is not None
    found, bag = _in_place(home, dan)
    assert found is not None
    assert not bag
    assert sorted(found.changed) == ["move:sell", "statement:T6"]
    entries = read_document(found.text)
    assert {name: getattr(entries.entry(name), "text", None) for name in ("reason:too_little", "statement:T6")} == {
        "reason:too_little": "Lipsesc [sale crate].",
        "statement:T6": "Vindeți [sale crate].",
    }
    questions = {name: entries.entry(name) for name in ("move:rest", "move:sell")}
    assert {name: entry.comment("question") for name, entry in questions.items() if entry is not None} == {
        "move:rest": "does he stop?",
        "move:sell": "to whom?",
    }


def test_what_two_people_wrote_otherwise_is_refused_and_what_they_wrote_alike_is_not(home: Path) -> None:
    text = COLUMNS.index("text")
    ana, dan, eva = _sheet(home), _sheet(home), _sheet(home)
    for book, said in (
        (ana, "Lipsesc [sale crate]."),
        (dan, "Ai nevoie de [sale crate]."),
        (eva, "Lipsesc [sale crate]."),
    ):
        _rows(book)["reason:too_little"][text].value = said
    assert _in_place(home, ana)[0] is not None
    found, bag = _in_place(home, dan)
    assert (found, bag.codes) == (None, ("W309",))
    assert "'reason:too_little' was changed" in finding_sentence(bag.diagnostics[0])
    found, bag = _in_place(home, eva)
    assert found is not None
    assert (found.changed, bag.codes) == ((), ())


def test_what_is_written_beside_the_open_columns_does_not_matter(home: Path) -> None:
    book = _sheet(home)
    for row in _rows(book).values():
        row[COLUMNS.index("notes")].value = "scribbled"
        row[COLUMNS.index("printed")].value = 17
    found, bag = _taken_back(home, book)
    assert found is not None
    assert (found.changed, bag.codes) == ((), ())


def _repacked(raw: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    written = BytesIO()
    with ZipFile(BytesIO(raw)) as old, ZipFile(written, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return written.getvalue()


def _raw(home: Path) -> bytes:
    desk = desk_at(home)
    return export_sheet(desk, desk.seats["ro"])


def test_a_bomb_is_refused_before_it_is_unpacked(home: Path) -> None:
    raw = _repacked(_raw(home), lambda name, part: b" " * (LARGEST_UNPACKED + 1) if "sheet1" in name else part)
    assert len(raw) < 100_000
    found, bag = _imported(home, raw)
    assert found is None
    assert "unpacked it is larger" in finding_sentence(bag.diagnostics[0])


@pytest.mark.parametrize(
    ("part", "before", "element"),
    [("sheet1", b"</sheetData>", b"<row/>"), ("sheet1", b"</row>", b"<c/>"), ("styles", b"</cellXfs>", b"<xf/>")],
)
def test_more_than_anybody_writes_is_refused_before_it_is_read(
    home: Path, part: str, before: bytes, element: bytes
) -> None:
    raw = _repacked(
        _raw(home),
        lambda name, text: text.replace(before, element * 1_100_000 + before, 1) if part in name else text,
    )
    found, bag = _imported(home, raw)
    assert found is None
    assert "elements" in finding_sentence(bag.diagnostics[0])


ENTITIES = b"""<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa">%s]>
<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>&n9;</t></si></sst>""" % b"".join(
    b'<!ENTITY n%d "%s">' % (step, b"&n%d;" % (step - 1) * 10 if step else b"&a;" * 10) for step in range(10)
)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_sheet_is_refused_or_read_and_never_raises(home: Path, seed: int) -> None:
    lot = Random(seed)

    def damaged(name: str, part: bytes) -> bytes:
        if lot.random() < 0.6:
            return part
        at = lot.randrange(len(part))
        return (part[:at], part[at:], part[:at] + bytes(lot.randrange(256) for _ in range(9)) + part[at:], ENTITIES)[
            lot.randrange(4)
        ]

    raw = _repacked(_raw(home), damaged) if seed % 2 else bytearray(_raw(home))
    if isinstance(raw, bytearray):
        for _ in range(1 + seed % 7):
            raw[lot.randrange(len(raw))] = lot.randrange(256)
    found, bag = _imported(home, bytes(raw))
    assert (found is None) == bool(bag.codes)


@pytest.mark.parametrize(("mark", "coding"), [(";", "utf-8-sig"), (",", "utf-8"), ("\t", "utf-8")])
def test_a_sheet_saved_as_text_is_taken_back_too(home: Path, mark: str, coding: str) -> None:
    """Line ends, quotes and the delimiter within a cell come back as they were."""
    book, written = _sheet(home), StringIO()
    _rows(book)["statement:T6"][COLUMNS.index("text")].value = 'Vindeți, "acum";\n[sale crate].'
    lines = [["" if cell.value is None else cell.value for cell in row] for row in book.active.iter_rows()]
    csv.writer(written, delimiter=mark, lineterminator="\r\n").writerows(lines)
    raw = written.getvalue().encode(coding)
    found, bag = _imported(home, raw, "ro.csv")
    assert not bag, bag.codes
    assert found is not None
    assert found.changed == ("statement:T6",)
    entry = read_document(found.text).entry("statement:T6")
    assert entry is not None
    assert entry.text == 'Vindeți, "acum";\n[sale crate].'
