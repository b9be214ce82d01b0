"""Notes of players reach the designer, by statement, and do no harm on the way."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from reguli.app.errors import Refused
from reguli.cli.main import main
from reguli.web.game_table import Seat, TableError
from reguli.web.playtest_notes import notes_csv, read_notes
from reguli.web.table_store import MOST_NOTES, PlaytestNote, TableOrder, TableStore

NOTES = (
    PlaytestNote("t1", 3, 0, "unclear", "P12", "Which *plant* is this?", 1_700_000_000),
    PlaytestNote("t1", 9, None, "long", None, "=HYPERLINK(1)\nzu lang", 1_700_000_060),
    PlaytestNote("t1", 4, 1, "good", "P12", "Jó!", 1_700_000_030),
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


def test_notes_are_ordered_by_statement_and_those_without_one_come_last(folder: Path) -> None:
    assert [note for _, note in read_notes(str(folder))] == [NOTES[0], NOTES[2], NOTES[1]]


def test_rows_hold_what_was_written_and_nothing_that_a_spreadsheet_computes(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(notes_csv(read_notes(str(folder))))))
    assert [(row["statement"], row["seat"], row["move"], row["digest"]) for row in rows] == [
        ("P12", "1", "3", "abcdef0123"),
        ("P12", "2", "4", "abcdef0123"),
        ("", "", "9", "abcdef0123"),
    ]
    assert rows[2]["note"] == "'=HYPERLINK(1)\nzu lang"
    assert "Anna" not in notes_csv(read_notes(str(folder)))


def test_the_page_has_a_section_for_each_statement_and_is_no_markdown_of_the_writer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["notes", str(folder)]) == 0
    page = capsys.readouterr().out
    assert page.count("## P12") == 1
    assert page.index("## P12") < page.index("## No statement")
    assert "Which \\*plant\\* is this?" in page
    assert "- **It takes too long**: =HYPERLINK(1) zu lang (a watcher, table t1, move 9, 2023-11-14 22:14)" in page


def test_notes_are_written_into_a_file(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "notes.csv"
    assert main(["notes", str(folder), "--format", "csv", "--out", str(out)]) == 0
    assert len(out.read_text("utf-8").splitlines()) == 5


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(Refused) as refused:
            read_notes(str(name))
        assert [finding.code for finding in refused.value.findings] == ["X182"]
    (tmp_path / "tables.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(Refused):
        read_notes(str(tmp_path))


def test_a_table_takes_only_so_many_notes(folder: Path) -> None:
    store = TableStore(folder)
    for _ in range(MOST_NOTES - len(NOTES)):
        store.add_note(NOTES[0])
    with pytest.raises(TableError):
        store.add_note(NOTES[0])
