"""Spreadsheets: what goes out comes back, and nothing else does."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from toll_desk import BASE, change, desk_at, plain_rule, toll

from reguli.source.diagnostic import Bag
from reguli.words.po_document import read_document
from reguli.words.sheet import COLUMNS, TakenBack, export_sheet, import_sheet
from reguli.words.update import update


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = toll(tmp_path, en=BASE)
    desk = desk_at(home)
    text = update(desk, desk.seats["ro"], plain_rule).text
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


def _taken_back(home: Path, book: Any) -> tuple[TakenBack | None, Bag]:
    written = BytesIO()
    book.save(written)
    bag, desk = Bag(), desk_at(home)
    return import_sheet(written.getvalue(), desk, desk.seats["ro"], "ro.xlsx", bag), bag


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
    bag, desk = Bag(), desk_at(home)
    assert import_sheet(raw, desk, desk.seats["ro"], "ro.xlsx", bag) is None
    assert bag.codes == ("W309",)


def test_a_text_that_looks_like_a_formula_stays_a_text(home: Path) -> None:
    change(home / "words" / "ro" / "wordings.po", '"Îți trebuie [sale crate]."', '"=1+1"')
    row = _rows(_sheet(home))["reason:too_little"]
    assert (row[2].value, row[2].data_type) == ("=1+1", "s")
    found, bag = _taken_back(home, _sheet(home))
    assert found is not None
    assert (found.changed, bag.codes) == ((), ())
