"""Notes of players reach the designer, by statement, and do no harm on the way."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from table_setup import WORDS, first_move, open_table

from reguli.app.errors import Refused
from reguli.cli.main import main
from reguli.shipped_files import shipped_folder
from reguli.web.game_table import Seat
from reguli.web.messages import TableError
from reguli.web.playtest_notes import notes_csv, opened_store
from reguli.web.table_store import MOST_NOTES, MOVE, UNDO, PlaytestNote, TableOrder, TableStore

NOTES = (
    PlaytestNote("t1", 3, 0, "unclear", "P12", "Which *plant* is this?", 1_700_000_000, 1),
    PlaytestNote("t1", 9, None, "long", None, "=HYPERLINK(1)\nzu lang", 1_700_000_060, 2),
    PlaytestNote("t1", 4, 1, "good", "P12", "Jó!", 1_700_000_030, 3),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with a table and three notes."""
    store = TableStore(tmp_path / "data")
    store.create("t1", TableOrder("my_game", "abcdef0123", {}, 2, 1), [Seat("Anna"), Seat("Ben")])
    for note in NOTES:
        store.add_note(note)
    store.close()
    return tmp_path / "data"


def kept(folder: Path) -> list[tuple[TableOrder, PlaytestNote]]:
    with opened_store(str(folder)) as store:
        return store.notes()


def test_notes_are_ordered_by_statement_and_those_without_one_come_last(folder: Path) -> None:
    assert [note for _, note in kept(folder)] == [NOTES[0], NOTES[2], NOTES[1]]


def test_rows_hold_what_was_written_and_nothing_that_a_spreadsheet_computes(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(notes_csv(kept(folder)))))
    assert [(row["statement"], row["seat"], row["move"], row["digest"]) for row in rows] == [
        ("P12", "1", "3", "abcdef0123"),
        ("P12", "2", "4", "abcdef0123"),
        ("", "", "9", "abcdef0123"),
    ]
    assert rows[2]["note"] == "'=HYPERLINK(1)\nzu lang"
    assert "Anna" not in notes_csv(kept(folder))


def test_the_page_has_a_section_for_each_statement_and_is_no_markdown_of_the_writer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["notes", str(folder)]) == 0
    page = capsys.readouterr().out
    assert page.count("## P12") == 1
    assert page.index("## P12") < page.index("## No statement")
    assert "Which \\*plant\\* is this?" in page
    assert "2. **It takes too long**: =HYPERLINK(1) zu lang (a watcher, table t1, move 9, 2023-11-14 22:14)" in page


def test_notes_are_written_into_a_file(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "notes.csv"
    assert main(["notes", str(folder), "--format", "csv", "--out", str(out)]) == 0
    assert len(out.read_text("utf-8").splitlines()) == 5


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(Refused) as refused:
            kept(name)
        assert [finding.code for finding in refused.value.findings] == ["X182"]
    (tmp_path / "tables.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(Refused):
        kept(tmp_path)


def test_a_table_takes_only_so_many_notes(folder: Path) -> None:
    store = TableStore(folder)
    for _ in range(MOST_NOTES - len(NOTES)):
        store.add_note(NOTES[0])
    with pytest.raises(TableError):
        store.add_note(NOTES[0])


# -- what becomes of a note --------------------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Path]:
    """Return a data folder with a game of three moves, one of them taken back later, and the folder of its ruleset."""
    rules = tmp_path / "my_rows"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", rules)
    game = rules / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("ruleset: tic_tac_toe", "ruleset: my_rows"), "utf-8")
    store = TableStore(tmp_path / "data")
    store.create("t1", TableOrder(str(rules), "abcdef0123", {}, 2, 1), [Seat(""), Seat("")])
    table = open_table(str(rules), 2)
    for thought in (1_500, 2_500, 8_000):
        move = first_move(table.state(table.playthrough.actor, WORDS))
        store.append("t1", MOVE, table.apply(table.playthrough.actor, table.at, move, "en"), thought)
    store.add_note(PlaytestNote("t1", 3, 1, "unclear", "T4", "May I take it back: 'no'?", 1_700_000_000))
    store.append("t1", UNDO, {"to": 1, "seat": 0})
    store.close()
    return tmp_path / "data", rules


def test_a_note_becomes_an_example_of_its_move_that_runs(
    played: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, rules = played
    (rules / "examples").mkdir(exist_ok=True)
    out = rules / "examples" / "noted.yaml"
    assert main(["notes", str(folder), "--example", "1", "--out", str(out)]) == 0
    text = out.read_text("utf-8")
    assert "cites: [T4]" in text
    assert "May I take it back: 'no'?" in text
    assert main(["examples", str(rules), "note_1"]) == 0
    assert "note_1" in capsys.readouterr().out


def test_a_note_becomes_an_open_question_of_verification(
    played: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, rules = played
    assert main(["notes", str(folder), "--question", "1"]) == 0
    assert "May I take it back: ''no''?" in (rules / "verify.yaml").read_text("utf-8")
    capsys.readouterr()
    assert main(["verify", str(rules), "--only", "static", "--format", "json"]) < 2
    told = json.loads(capsys.readouterr().out)["findings"]
    (question,) = [one for one in told if one["code"] == "V605"]
    assert question["severity"] == "open"
    assert "May I take it back" in question["question"]


@pytest.mark.parametrize("action", ["--example", "--question"])
def test_a_note_that_there_is_not_and_one_on_other_rules_are_refused(
    played: tuple[Path, Path], capsys: pytest.CaptureFixture[str], action: str
) -> None:
    folder, rules = played
    before = sorted(path.name for path in rules.rglob("*"))
    assert main(["notes", str(folder), action, "9"]) == 2
    assert "X183" in capsys.readouterr().err
    for file in rules.rglob("*.rules"):
        file.write_text(
            file.read_text("utf-8").replace(
                "cell.marks is empty because", "cell.marks is empty and cell.column > 1 because"
            ),
            "utf-8",
        )
    assert main(["notes", str(folder), action, "1"]) == 2
    assert "X183" in capsys.readouterr().err
    assert sorted(path.name for path in rules.rglob("*")) == before


def test_time_is_written_by_decision_and_seat(played: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder, _ = played
    assert main(["notes", str(folder), "--format", "times"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["seat"], row["seconds"]) for row in rows] == [("1", "1.5"), ("2", "2.5"), ("1", "8.0")]
    assert {row["decision"] for row in rows} != {""}
    assert main(["notes", str(folder)]) == 0
    assert "| 1 | 2 | 4.8 | 8.0 |" in capsys.readouterr().out
