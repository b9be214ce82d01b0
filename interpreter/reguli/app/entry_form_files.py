"""Empty forms for double entry of data from the printed game, and a list of the enterable items."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal, require_known_values
from reguli.app.loading import bind_for_players
from reguli.app.user_files import ensure_folder, write_file, write_texts_to_folder
from reguli.output_formats import list_formats
from reguli.pipeline import LoadedRuleset
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.name_suggestions import closest_name
from reguli.source.spreadsheet_files import SpreadsheetsUnavailable, written_table
from reguli.verify.double_entry.entry_comparison import EntryTable
from reguli.verify.double_entry.entry_forms import Rows, empty_form, form_in_yaml
from reguli.verify.double_entry.fact_comparison import EnterableItems, all_enterable_items
from reguli.verify.report import verification_target

ALL: Final = "all"
"""Asks for the forms of everything."""


def list_enterable_items(loaded: LoadedRuleset) -> tuple[tuple[str, str | None], ...]:
    """Return the enterable items of a playable ruleset: each id, and its board if several boards have an item of that name."""
    return _things(loaded).listed


def write_entry_form(loaded: LoadedRuleset, name: str, board: str | None, form_: str) -> str | bytes:
    """Write the empty form of an item of a playable ruleset.

    Raises ``Refused`` for a format or thing that there is not (X111, X161), and where what writes spreadsheets is not installed (W503).
    """
    require_known_values([form_], list_formats("facts"), Said("thing.format"))
    things = _things(loaded)
    several = [other for one, other in things.listed if one == name and other is not None]
    thing = None if several and board not in several else things.thing(name, board)
    if thing is None:
        known = [one if other is None else f"{one} --board {other}" for one, other in things.listed]
        raise make_refusal(
            "X161", near=closest_name(name, [one for one, _ in things.listed]), name=name, known=abbreviated_list(known)
        )
    return _written(thing, form_)


def write_blank_form(loaded: LoadedRuleset, name: str, board: str | None, form_: str, file: str) -> Path:
    """Write the empty form of an item to a file, creating its folder if needed; return the file. Raises as ``write_entry_form`` does."""
    text, path = write_entry_form(loaded, name, board, form_), Path(file)
    ensure_folder(str(path.parent))
    write_file(path, text)
    return path


def write_all_blank_forms(loaded: LoadedRuleset, folder: str, form_: str) -> tuple[Path, ...]:
    """Write the empty forms of all items to a folder; return the files. Raises as ``write_entry_form`` does."""
    require_known_values([form_], list_formats("facts"), Said("thing.format"))
    things, into = _things(loaded), ensure_folder(folder)
    known = ((name, board, things.thing(name, board)) for name, board in things.listed)
    forms = {form_file_name(name, board, form_): _written(one, form_) for name, board, one in known if one is not None}
    return write_texts_to_folder(into, forms)


def form_file_name(name: str, board: str | None, form_: str) -> str:
    """Return the file name of a form: ``worth.csv``, ``path_north.csv``."""
    own = name.rpartition(".")[2]
    return f"{own}.{form_}" if board is None else f"{own}_{board}.{form_}"


def _things(loaded: LoadedRuleset) -> EnterableItems:
    return all_enterable_items(verification_target(loaded, bind_for_players(loaded)))


def _written(thing: EntryTable, form_: str) -> str | bytes:
    if form_ == "yaml":
        return form_in_yaml(thing)
    return _separated(empty_form(thing)) if form_ == "csv" else _packed(empty_form(thing))


def _separated(rows: Rows) -> str:
    """Return rows as CSV text, each padded to the longest, so that every program that opens it sees the same columns."""
    text = io.StringIO()
    width = max(map(len, rows))
    csv.writer(text, lineterminator="\n").writerows([*row, *[""] * (width - len(row))] for row in rows)
    return text.getvalue()


def _packed(rows: Rows) -> bytes:
    try:
        return written_table(rows)
    except SpreadsheetsUnavailable as missing:
        raise make_refusal("W503") from missing
