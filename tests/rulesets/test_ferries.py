"""Rows for ranges of numbers and for rounds, data in table files, and a field that an option sets."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest
from toys import Sitting, home, loaded

from reguli.cli.main import main
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.pipeline import LoadedRuleset
from reguli.source.spreadsheet_files import pack_workbook
from reguli.verify.fuzzing.rule_coverage import RuleCoverage, cells_unread


def begun(ruleset: LoadedRuleset, seed: int = 0) -> Sitting:
    return Sitting(start_playthrough(ruleset.program(2), seed))


def test_a_row_for_a_range_is_that_of_each_of_its_numbers() -> None:
    # Wage 2 in the first round; the raft costs 1 and is 17, the punt costs 2 and is 18.
    sitting = begun(loaded("ferries")).play("hire raft_1", "hire punt")
    assert (sitting.value("seat_1.points"), sitting.value("seat_2.points")) == (2 - 1 + 1 + 3, 2 - 2 + 3)
    assert [sitting.value(f"toll[{age}]") for age in (0, 17, 18, 69, 70, 99)] == [1, 1, 3, 3, 2, 2]


def test_the_last_row_of_rounds_holds_for_all_later_ones() -> None:
    sitting = begun(loaded("ferries")).play(*["wait"] * 8)
    assert sitting.asked == ""
    assert sitting.value("seat_1.points") == 2 + 3 + 5 + 5
    assert [sitting.value(f"wage[{number}]") for number in (1, 2, 3, 4, 50)] == [2, 3, 5, 5, 5]


def test_an_option_sets_the_field_of_an_element_by_a_constant() -> None:
    fair, dear = loaded("ferries"), LoadedRuleset(str(home("ferries")), {"tariff": "dear"})
    assert [begun(one).value("raft_1.cost + raft_2.cost") for one in (fair, dear)] == [2, 8]
    assert [begun(one).refused("hire raft_1") for one in (fair, dear)] == [[], ["boat_too_costly"]]


def test_a_text_table_of_another_country_is_read_with_its_copies_and_line_ends() -> None:
    ruleset = loaded("ferries").ruleset
    assert ruleset is not None
    boats = ruleset.kinds["boat"]
    assert boats.elements == ("raft_1", "raft_2", "punt", "barge")
    assert boats.values["name"] == ("Raft;\nsmall", "Raft;\nsmall", "Punt", "")


@pytest.fixture
def in_a_workbook(tmp_path: Path) -> Path:
    """Return the toy with its boats in the second sheet of a workbook."""
    folder = Path(shutil.copytree(home("ferries"), tmp_path / "ferries"))
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Boats of ours")
    rows = (
        ("ID", "Qty", None, "Cost", "Winters"),
        ("raft", 2, None, "cost_of_raft", 17),
        (),
        ("punt", None, None, 2, 18),
    )
    for row in rows:
        sheet.append(row)
    (folder / "components" / "boats.xlsx").write_bytes(pack_workbook(book))
    (folder / "components" / "boats.csv").unlink()
    kinds = folder / "components" / "boats.yaml"
    text = kinds.read_text(encoding="utf-8").replace("boats.csv", "boats.xlsx:Boats of ours")
    kinds.write_text(text, encoding="utf-8")
    return folder


def test_a_workbook_says_the_same_and_a_place_names_sheet_row_and_column(in_a_workbook: Path) -> None:
    ruleset = LoadedRuleset(str(in_a_workbook))
    assert ruleset.checked, ruleset.bag.codes
    sitting = begun(ruleset).play("hire raft_1", "hire punt")
    assert (sitting.value("seat_1.points"), sitting.value("seat_2.points")) == (5, 3)
    assert ruleset.documents is not None
    punt = ruleset.documents.kinds[0].elements[2]
    assert str(dict(punt.cells)["winters"].span) == "ferries/components/boats.xlsx:Boats of ours!E4"


def test_the_digest_goes_by_the_cells_of_a_workbook_and_not_by_its_bytes(in_a_workbook: Path) -> None:
    def digest() -> str:
        documents = LoadedRuleset(str(in_a_workbook)).documents
        assert documents is not None
        return documents.digest

    path, first = in_a_workbook / "components" / "boats.xlsx", digest()
    book = openpyxl.load_workbook(path)
    book["Boats of ours"].column_dimensions["A"].width = 40
    path.write_bytes(pack_workbook(book))
    assert digest() == first
    book["Boats of ours"]["D4"] = 3
    path.write_bytes(pack_workbook(book))
    assert digest() != first


@pytest.mark.parametrize(
    ("column", "text", "code"),
    [("D4", 2.5, "R103"), ("D2", "cost_of_rafts", "R397"), ("A4", "Big punt", "R104"), ("F4", "spare", "R391")],
)
def test_a_mistake_in_a_workbook_is_found_at_its_cell(
    in_a_workbook: Path, column: str, text: object, code: str
) -> None:
    path = in_a_workbook / "components" / "boats.xlsx"
    book = openpyxl.load_workbook(path)
    book["Boats of ours"][column] = text
    path.write_bytes(pack_workbook(book))
    ruleset = LoadedRuleset(str(in_a_workbook))
    assert ruleset.ruleset is None
    place = f"ferries/components/boats.xlsx:Boats of ours!{column}"
    assert (code, place) in [(found.code, str(found.span)) for found in ruleset.bag]


def test_a_variant_sets_a_round_beyond_the_last_row_and_a_number_within_a_range(tmp_path: Path) -> None:
    text = f"variant: rich\nof: {home('ferries')}\nname: Rich\nset: {{'tables.wage[4]': 9, 'tables.toll[17]': 6}}\n"
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "variant.yaml").write_text(text, encoding="utf-8")
    ruleset = LoadedRuleset(str(tmp_path / "rich"))
    assert ruleset.ruleset is not None, ruleset.bag.codes
    sitting = begun(ruleset)
    assert [sitting.value(f"wage[{number}]") for number in (2, 3, 4, 5)] == [3, 5, 9, 9]
    assert [sitting.value(f"toll[{age}]") for age in (16, 17, 18)] == [1, 6, 3]


@pytest.mark.parametrize(
    ("lang", "head", "rounds"), [("en", "Round", "3+"), ("ro", "Rundă", "3+"), ("hu", "Forduló", "3+")]
)
def test_a_card_prints_the_ranges_and_from_which_round_on_the_last_row_holds(
    tmp_path: Path, lang: str, head: str, rounds: str
) -> None:
    written = ["--lang", lang, "--format", "md", "--draft", "--folder", str(tmp_path)]
    assert main(["card", str(home("ferries")), *written]) == 0
    printed = (tmp_path / "ferries" / f"card.{lang}.md").read_text(encoding="utf-8")
    assert "| 0–17 | 18–69 | 70–99 |" in printed
    assert f"| {head} | 1 | 2 | {rounds} |" in printed


def test_rows_for_a_range_or_a_round_are_tried_and_asked_for_as_one() -> None:
    """No cell of a range is told to be untried where another one was read, nor as asked for by no rule."""
    ruleset = loaded("ferries").ruleset
    assert ruleset is not None
    reached = RuleCoverage()
    reached.cells = {"toll": {(5,), (18,)}, "wage": {(1,), (2,), (3,)}}
    assert [(one.table.id, one.keys[0], len(one.keys)) for one in cells_unread(ruleset, reached)] == [
        ("toll", (70,), 30)
    ]
