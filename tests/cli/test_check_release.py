"""What a rule leaves out of a statement is noted by every check, printed in the book, and found before a ruleset is handed on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_runs import Run

from reguli import load
from reguli.shipped_files import shipped_folder

CITED = "phase play cites T4, T7:"
PARTLY = 'phase play cites T4 partly "nobody may pass", T7:'


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """Write a copy of Tic-Tac-Toe of which one rule leaves something out."""
    folder = tmp_path / "marks"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    rules = folder / "rules" / "play.rules"
    text = rules.read_text("utf-8")
    assert CITED in text
    rules.write_text(text.replace(CITED, PARTLY), "utf-8")
    return folder


def test_every_check_notes_it(reguli: Run, marks: Path) -> None:
    result = reguli("check", str(marks))
    assert result.code == 0
    assert "T4 is carried in part: nobody may pass" in result.err


def test_before_it_is_handed_on_it_is_a_finding(reguli: Run, marks: Path) -> None:
    result = reguli("check", str(marks), "--release", "--json")
    (finding,) = json.loads(result.out)["findings"]
    assert result.code == 1
    assert (finding["code"], finding["message"]) == ("X144", "T4 is carried in part: 'nobody may pass'")
    assert finding["place"]["file"] == "marks/rules/play.rules"


def test_a_program_is_told_of_it_as_data(reguli: Run, marks: Path) -> None:
    told = [{"statement": "T4", "missing": "nobody may pass"}]
    assert load(str(marks)).check().to_json()["in_part"] == told
    assert json.loads(reguli("check", str(marks), "--json").out)["in_part"] == told
    assert json.loads(reguli("check", "tic_tac_toe", "--json").out)["in_part"] == []


def test_it_may_be_let_pass(reguli: Run, marks: Path) -> None:
    assert reguli("check", str(marks), "--release", "--partly").code == 0
    assert load(str(marks)).check(release=True, partly=True).findings == ()
    assert [one.code for one in load(str(marks)).check(release=True).findings] == ["X144"]


def test_what_carries_all_is_fit_to_be_handed_on(reguli: Run) -> None:
    result = reguli("check", "tic_tac_toe", "--release")
    assert result.code == 0
    assert "in part" not in result.err


def test_the_book_prints_it_with_the_statement(
    reguli: Run, marks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = reguli("book", str(marks), "--lang", "en,hu", "--format", "md,html")
    assert result.code == 0, result.err
    books = sorted(tmp_path.rglob("book.*.md"))
    assert len(books) == 2
    for file in books:
        assert "- **T4**: nobody may pass" in file.read_text("utf-8")
    assert "<b>T4</b>" in next(tmp_path.rglob("book.en.html")).read_text("utf-8")
