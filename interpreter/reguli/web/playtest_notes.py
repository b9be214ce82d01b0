"""Notes that players and watchers left at tables, as rows and as a page for the designer."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal
from reguli.source.finding_catalogue import Said
from reguli.web.page_texts import PAGE_TEXTS
from reguli.web.table_store import FILE, PlaytestNote, TableOrder, TableStore
from reguli.words.catalogue.interface_texts import InterfaceTexts

COLUMNS: Final = ("game", "digest", "statement", "kind", "note", "table", "move", "seat", "written")
ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})
"""Signs that Markdown would read."""
NOTE_SORTS: Final = ("unclear", "long", "no_choice", "slip", "good")
"""What notes are about; the page texts called ``note_…`` name them."""
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet would compute."""


def read_notes(folder: str) -> list[tuple[TableOrder, PlaytestNote]]:
    """Return the notes of the tables in a data folder. Raises ``Refused`` (X182) where there are no tables."""
    if not (Path(folder) / FILE).is_file():
        raise make_refusal("X182", folder=folder, why=Said("why.no_tables"))
    try:
        store = TableStore(Path(folder))
        notes = store.notes()
        store.close()
    except OSError as error:
        raise make_refusal("X182", folder=folder, why=Said("why.no_tables")) from error
    return notes


def notes_csv(notes: list[tuple[TableOrder, PlaytestNote]]) -> str:
    """Return the notes as a table with commas; a text that a spreadsheet would compute begins with an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for order, note in notes:
        said = f"'{note.said}" if note.said.startswith(FORMULAS) else note.said
        seat = "" if note.seat is None else note.seat + 1
        row = (order.game, order.digest, note.statement or "", note.sort, said, note.table, note.at, seat)
        writer.writerow((*row, _time(note)))
    return text.getvalue()


def notes_markdown(notes: list[tuple[TableOrder, PlaytestNote]], words: InterfaceTexts) -> str:
    """Return the notes as a page: a chapter for each state of a ruleset, a section for each statement."""
    say, lines = words.say, list[str]()
    for (game, digest), chapter in groupby(notes, key=lambda one: (one[0].game, one[0].digest)):
        lines += [f"# {game.translate(ESCAPED)} ({digest[:8]})", ""]
        for statement, section in groupby(chapter, key=lambda one: one[1].statement):
            lines += [f"## {(statement or say('No statement')).translate(ESCAPED)}", ""]
            for _, note in section:
                who = say("a watcher") if note.seat is None else say("player {n}", n=note.seat + 1)
                said = " ".join(note.said.split()).translate(ESCAPED)
                place = say("table {table}, move {n}", table=note.table, n=note.at)
                lines.append(f"- **{say(PAGE_TEXTS[f'note_{note.sort}'])}**: {said} ({who}, {place}, {_time(note)})")
            lines.append("")
    return "\n".join(lines)


def _time(note: PlaytestNote) -> str:
    return datetime.fromtimestamp(note.written, UTC).strftime("%Y-%m-%d %H:%M")
