"""The commands of a proof sheet: printed sentences go out, corrections come back, and a person's name marks them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from command_runs import Run


@pytest.fixture
def home(reguli: Run, tmp_path: Path) -> Path:
    assert reguli("new", "mine", "--like", "connect_four", "--folder", str(tmp_path)).code == 0
    return tmp_path / "mine"


def exported(reguli: Run, home: Path, code: str = "hu") -> tuple[Path, Any, dict[str, Any]]:
    file = home.parent / "proof.xlsx"
    assert reguli("words", "export", str(home), "--lang", code, "--xlsx", str(file), "--printed").code == 0
    book = openpyxl.load_workbook(file)
    return file, book, {row[4].value: row for row in book.active.iter_rows(min_row=3)}


def test_a_proof_sheet_is_corrected_and_taken_back_under_a_name(reguli: Run, home: Path) -> None:
    file, book, rows = exported(reguli, home)
    names = list(rows)
    # As chapters of the rulebook come: its heading first, the reasons of illegal moves last.
    assert names.index("section:material") < names.index("statement:C2") < names.index("section:ending")
    assert names.index("section:ending") < names.index("reason:column_full")
    assert rows["statement:C3"][1].value.startswith("Minden játékosnak 21 korongja van")
    rows["statement:C3"][2].value = "A játékosok mindegyikének 21 korongja van; ezek eltérő színűek."
    rows["statement:C2"][2].value = "A játéktábla függőlegesen áll, 8 oszlopa és 6 sora van."
    rows["statement:C4"][3].value = "Miért felváltva?"
    book.save(file)
    catalogue = home / "words" / "hu" / "wordings.po"
    before = catalogue.read_text(encoding="utf-8")
    words = (
        "words",
        "import",
        str(home),
        "--lang",
        "hu",
        "--xlsx",
        str(file),
        "--by",
        "Nagy Éva",
        "--on",
        "2026-11-26",
    )
    ran = reguli(*words, "--json")
    done = json.loads(ran.out)
    assert ran.code == 1
    assert (done["converted"], done["asked"], done["reviewed"]) == (
        ["statement:C3"],
        ["statement:C2"],
        ["statement:C3"],
    )
    assert done["comments"] == {"statement:C4": "Miért felváltva?"}
    assert "'8'" in ran.err
    assert catalogue.with_name("wordings.po.before").read_text(encoding="utf-8") == before
    text = catalogue.read_text(encoding="utf-8")
    assert "2026-11-26 Nagy Éva" in text
    assert "# approved:" not in text
    preview = json.loads(reguli("words", "preview", str(home), "--lang", "hu", "--id", "statement:C3", "--json").out)
    assert preview[0]["text"] == "A játékosok mindegyikének 21 korongja van; ezek eltérő színűek."
    assert "a corrected sentence" in reguli(*words).err


def test_the_base_texts_are_corrected_alike(reguli: Run, home: Path) -> None:
    file, book, rows = exported(reguli, home, "en")
    name = "statement:C4"
    rows[name][2].value = "In turn: " + rows[name][1].value
    book.save(file)
    done = json.loads(reguli("words", "import", str(home), "--lang", "en", "--xlsx", str(file), "--json").out)
    assert done["converted"] == [name]
    preview = json.loads(reguli("words", "preview", str(home), "--lang", "en", "--id", name, "--json").out)
    assert preview[0]["text"] == rows[name][2].value


def test_a_name_is_for_proof_sheets_and_every_row_needs_one(reguli: Run, home: Path) -> None:
    file = exported(reguli, home)[0]
    words = ("words", "import", str(home), "--lang", "hu", "--xlsx")
    assert "--by NAME" in reguli(*words, str(file), "--reviewed").err
    other = home.parent / "hu.xlsx"
    assert reguli("words", "export", str(home), "--lang", "hu", "--xlsx", str(other)).code == 0
    assert "only a proof sheet" in reguli(*words, str(other), "--by", "Nagy Éva").err
