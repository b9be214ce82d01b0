"""Proof sheets: a copy editor corrects printed sentences, and one import takes the corrections, comments and marks of all rows."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from toll_desk import BASE, change, desk_at, plain_rule, toll

from reguli.source.diagnostic import Bag, finding_sentence
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.catalogue_update import update_po_catalogue
from reguli.words.catalogue.po import PoEntry, read_document, write_document
from reguli.words.placeholders.wording_signature import SignOff, current_review_state, rule_digests
from reguli.words.translation.proof_sheet import (
    COLUMNS,
    ImportedProof,
    export_proof,
    import_proof,
    is_proof_sheet,
)
from reguli.words.translation.sign_off import sign_entries
from reguli.words.translation.translation_spreadsheet import read_sheet

NEED, SELL, REST = "reason:too_little", "statement:T6", "move:rest"
WORDED = {NEED: "Îți trebuie [sale crate].", SELL: "Vinzi [sale crate] pentru [sale_points point].", REST: "odihnă"}
NAMES = list(COLUMNS)
ANA = SignOff("reviewed", "", "2026-11-26", "Ana Pop")


def catalogue(home: Path) -> Path:
    return home / "words" / "ro" / "wordings.po"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = toll(tmp_path, en=BASE)
    desk = desk_at(home)
    document = read_document(update_po_catalogue(desk, desk.seats["ro"], plain_rule).text)
    entries = (replace(one, text=WORDED.get(one.context or "", one.text), raw="") for one in document.entries)
    catalogue(home).write_text(write_document(replace(document, entries=tuple(entries))), encoding="utf-8")
    desk = desk_at(home)
    # The second update signs the texts with their rules.
    catalogue(home).write_text(update_po_catalogue(desk, desk.seats["ro"], plain_rule).text, encoding="utf-8")
    return home


def sheet(home: Path, *order: str) -> Any:
    desk = desk_at(home)
    return openpyxl.load_workbook(BytesIO(export_proof(desk, desk.seats["ro"], order)))


def rows(book: Any) -> dict[str, dict[str, Any]]:
    found = (dict(zip(NAMES, row, strict=True)) for row in book.active.iter_rows(min_row=3))
    return {row["id"].value: row for row in found}


def taken(
    home: Path, book: Any, sign: SignOff | None = None, *, every: bool = False
) -> tuple[ImportedProof | None, Bag]:
    """Take a sheet into its catalogue."""
    raw, bag, desk = BytesIO(), Bag(), desk_at(home)
    book.save(raw)
    cells = read_sheet(raw.getvalue(), "proof.xlsx", bag, Sources())
    assert cells is not None
    assert is_proof_sheet(cells)
    files = "proof.xlsx", catalogue(home)
    found = import_proof(cells, desk, desk.seats["ro"], bag, files=files, sign=sign, every=every)
    if found is None:
        return None, bag
    catalogue(home).write_text(found[0], encoding="utf-8")
    return found[1], bag


def entry(home: Path, name: str) -> PoEntry:
    found = read_document(catalogue(home).read_text(encoding="utf-8")).entry(name)
    assert found is not None
    return found


def state(home: Path, name: str) -> str | None:
    desk = desk_at(home)
    own = desk.seats["ro"].catalogue
    return current_review_state(own, own.entries[name], rule_digests(desk.subjects, desk.ruleset))


def test_a_sheet_has_the_printed_sentences_in_the_order_of_the_book(home: Path) -> None:
    book = sheet(home, SELL, "section:nowhere")
    assert [cell.value for cell in book.active[2]] == NAMES
    assert [cell.value for cell in book.active[1]][:2] == ["toll", "ro"]
    found = rows(book)
    assert next(iter(found)) == SELL
    assert set(found) == set(WORDED)
    assert [row["no."].value for row in found.values()] == ["1", "2", "3"]
    assert found[SELL]["printed"].value == "Vinzi 3 lăzi pentru 2 puncte."
    assert found[SELL]["text before"].value == WORDED[SELL]
    assert {name for name, cell in found[SELL].items() if not cell.protection.locked} == {"corrected", "comment"}
    assert {name for at, name in zip("ABCDEF", NAMES, strict=True) if book.active.column_dimensions[at].hidden} == {
        "text before"
    }


def test_a_sentence_that_is_not_printed_is_not_on_the_sheet(home: Path) -> None:
    change(catalogue(home), f'msgctxt "{NEED}"', f'#, fuzzy\nmsgctxt "{NEED}"')
    assert NEED not in rows(sheet(home))


def test_corrections_comments_and_questions_come_back_at_once(home: Path) -> None:
    book = sheet(home)
    found = rows(book)
    found[SELL]["corrected"].value = "Pentru 2 puncte, vinzi 3 lăzi."
    found[NEED]["corrected"].value = "Îți trebuie 9 lăzi."
    found[NEED]["comment"].value = "patru,\nnu trei"
    found[REST]["comment"].value = "cine?"
    done, bag = taken(home, book)
    assert done is not None
    assert (done.converted, done.to_check, done.asked, done.reviewed) == ((SELL,), (), (NEED,), ())
    assert dict(done.comments) == {NEED: "patru, nu trei", REST: "cine?"}
    assert bag.codes == ("W327",)
    told = finding_sentence(bag.diagnostics[0])
    number = found[NEED]["no."].value
    assert f"row {number}, '{NEED}': 'Îți trebuie 9 lăzi.'" in told
    assert "'9' is no number" in told
    assert str(bag.diagnostics[0].span) == f"proof.xlsx:wordings!A{found[NEED]['no.'].row}"
    sold, need = entry(home, SELL), entry(home, NEED)
    assert (sold.text, sold.fuzzy) == ("Pentru [sale_points point], vinzi [sale crate].", False)
    assert (need.text, need.comment("question")) == (WORDED[NEED], "proof: Îți trebuie 9 lăzi. – patru, nu trei")
    assert entry(home, REST).comment("question") == "cine?"


def test_a_corrected_sentence_stays_signed_with_its_rule(home: Path) -> None:
    """The terms of a wording are part of its signature; without a new one, the next update would ask to confirm it."""
    book = sheet(home)
    rows(book)[NEED]["corrected"].value = "Lipsesc: 3 săruri."
    rows(book)[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    taken(home, book)
    desk = desk_at(home)
    updated = update_po_catalogue(desk, desk.seats["ro"], plain_rule)
    assert (updated.stale, updated.text) == ((), catalogue(home).read_text(encoding="utf-8"))


def test_rows_may_be_missing_and_in_any_order(home: Path) -> None:
    book = sheet(home, NEED, REST, SELL)
    found = rows(book)
    found[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    book.active.move_range("A5:F5", rows=-2)
    book.active.delete_rows(5)
    assert list(rows(book)) == [SELL, REST]
    done, bag = taken(home, book)
    assert done is not None
    assert (done.converted, bag.codes) == ((SELL,), ())


@pytest.mark.parametrize("trouble", ["unknown", "twice", "language"])
def test_a_sheet_whose_rows_belong_to_no_entry_is_refused_whole(home: Path, trouble: str) -> None:
    book = sheet(home)
    found = rows(book)
    found[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    match trouble:
        case "unknown":
            found[REST]["id"].value = "move:sleep"
        case "twice":
            found[REST]["id"].value = NEED
        case _:
            book.active["B1"].value = "hu"
    assert taken(home, book)[0] is None
    assert taken(home, book)[1].codes == ("W309",)
    assert entry(home, SELL).text == WORDED[SELL]


def test_what_was_changed_since_the_export_is_not_overwritten(home: Path) -> None:
    book = sheet(home)
    rows(book)[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    change(catalogue(home), WORDED[SELL], "Vindeți [sale crate] pentru [sale_points point].")
    done, bag = taken(home, book, ANA, every=True)
    assert done is not None
    assert (done.converted, done.asked, bag.codes) == ((), (SELL,), ("W327",))
    assert "was changed in the catalogue" in finding_sentence(bag.diagnostics[0])
    assert entry(home, SELL).text == "Vindeți [sale crate] pentru [sale_points point]."
    assert entry(home, SELL).comment("question") == "proof: Vinzi 3 lăzi, primești 2 puncte."
    assert state(home, SELL) is None


def test_a_number_that_the_rules_changed_since_the_export_is_asked_about(home: Path) -> None:
    """The sheet says 2 for the points; by now 2 is the number of crates."""
    book = sheet(home)
    rows(book)[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    change(home / "constants.yaml", "sale: {value: 3", "sale: {value: 2")
    done, bag = taken(home, book)
    assert done is not None
    assert (done.converted, set(done.asked)) == ((), {SELL, NEED})
    assert "it is printed as 'Vinzi 2 lăzi pentru 2 puncte.' now" in " ".join(map(finding_sentence, bag))


def test_a_second_import_changes_and_asks_nothing_new(home: Path) -> None:
    book = sheet(home)
    rows(book)[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    rows(book)[NEED]["corrected"].value = "Îți trebuie 9 lăzi."
    taken(home, book)
    before = catalogue(home).read_text(encoding="utf-8")
    done, bag = taken(home, book)
    assert done is not None
    assert (done.converted, done.asked, bag.codes) == ((), (NEED,), ("W327",))
    assert catalogue(home).read_text(encoding="utf-8") == before


def test_another_text_of_a_choice_is_to_be_checked(home: Path) -> None:
    change(catalogue(home), WORDED[NEED], "[sale? one: Îți trebuie o ladă. | Îți trebuie [sale crate].]")
    book = sheet(home)
    rows(book)[NEED]["corrected"].value = "Îți mai trebuie 3 lăzi."
    done, bag = taken(home, book)
    assert done is not None
    assert (done.converted, done.to_check, bag.codes) == ((NEED,), (NEED,), ("W328",))
    assert entry(home, NEED).text == "[sale? one: Îți trebuie o ladă. | Îți mai trebuie [sale crate].]"


def test_marks_say_who_corrected_and_only_what_was_corrected(home: Path) -> None:
    book = sheet(home)
    rows(book)[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    rows(book)[NEED]["corrected"].value = "Îți trebuie 9 lăzi."
    done, _ = taken(home, book, ANA)
    assert done is not None
    assert done.reviewed == (SELL,)
    assert [state(home, name) for name in (SELL, NEED, REST)] == ["reviewed", None, None]
    assert (entry(home, SELL).comment("reviewed") or "").endswith(" 2026-11-26 Ana Pop")
    assert entry(home, SELL).comment("approved") is None


def test_with_every_row_the_sentences_left_alone_are_marked_and_an_approval_stays(home: Path) -> None:
    desk = desk_at(home)
    approved = sign_entries(desk, desk.seats["ro"], REST, replace(ANA, state="approved", by="Dan"))
    catalogue(home).write_text(write_document(approved.document), encoding="utf-8")
    book = sheet(home)
    rows(book)[NEED]["corrected"].value = "Îți trebuie 9 lăzi."
    done, _ = taken(home, book, ANA, every=True)
    assert done is not None
    assert done.reviewed == (SELL,)
    assert [state(home, name) for name in (SELL, NEED, REST)] == ["reviewed", None, "approved"]


def test_a_sentence_beside_a_rule_is_asked_about_with_its_place_and_what_to_write(home: Path) -> None:
    change(catalogue(home), WORDED[SELL], "")
    change(
        home / "inventory.yaml",
        'points.", state: specified}\nT7',
        'points.", state: specified, says: {ro: "Vinzi [sale crate] pentru [sale_points point]."}}\nT7',
    )
    book = sheet(home)
    rows(book)[SELL]["corrected"].value = "Vinzi 3 lăzi, primești 2 puncte."
    done, bag = taken(home, book, ANA)
    assert done is not None
    assert (done.converted, done.asked, done.reviewed) == ((), (SELL,), ())
    told = finding_sentence(bag.diagnostics[0])
    assert "inventory.yaml:6:" in told
    assert "write there: Vinzi [sale crate], primești [sale_points point]." in told
    assert entry(home, SELL).text == ""
    assert entry(home, SELL).comment("question") == "proof: Vinzi 3 lăzi, primești 2 puncte."
