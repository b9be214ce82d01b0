"""Empty forms for double entry: the keys with every cell open, and their serialisation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.verify.double_entry.entered_files import HEAD, NOTHING, REMARK
from reguli.verify.double_entry.entry_comparison import EntryColumn, EntryTable

WIDEST: Final = 30
"""With so many values at most the last key of a table goes across."""
MOST_NAMED: Final = 80
"""So many names at most are given that may stand in a column."""
_OPEN: Final = "''"
"""A text in YAML that is still to be written, between its quotes: a date without them is none to some programs."""
Rows = tuple[tuple[str, ...], ...]


def empty_form(thing: EntryTable) -> Rows:
    """Return the empty form of an item: a header, remarks on allowed values, an empty row, the columns, a row for each key.

    Of connections there is one row, without names: which there are is to be entered.
    """
    columns, rows = _body(thing)
    return (*_head(thing), *((f"{REMARK} {remark}",) for remark in form_comments(thing)), (), columns, *rows)


def form_in_yaml(thing: EntryTable) -> str:
    """Return the empty form of an item as YAML."""
    columns, rows = _body(thing)
    lines = [f"{key}: {value or _OPEN}" for key, value in _head(thing)]
    lines += [f"{REMARK} {remark}" for remark in form_comments(thing)]
    lines += [f"columns: [{_in_row(columns)}]", "rows:", *(f"  - [{_in_row(row)}]" for row in rows)]
    return "\n".join(lines) + "\n"


def _in_row(cells: Sequence[str]) -> str:
    return ", ".join(f'"{cell}"' if ":" in cell or " " in cell else cell or "null" for cell in cells)


def form_comments(thing: EntryTable) -> list[str]:
    """Return remarks on the allowed values of name and truth columns, and on the units of numbers."""
    found: dict[str, list[str]] = {}
    for column in (*thing.keys, *thing.values):
        names = _may_be(column)
        if names and (column not in thing.keys or thing.joins):
            found.setdefault(", ".join(names), []).append(column.name)
    return [f"{', '.join(columns)}: {names}" for names, columns in found.items()]


def _may_be(column: EntryColumn) -> list[str]:
    match column.sort:
        case "truth":
            return ["true", "false"]
        case "number" if column.unit is not None:
            return [column.unit]
        case "name" | "names" if column.known is not None and len(column.known) <= 2 * MOST_NAMED:
            return [*list(dict.fromkeys(column.known.values()))[:MOST_NAMED], NOTHING[0]]
        case _:
            return []


def _head(thing: EntryTable) -> tuple[tuple[str, str], ...]:
    known = {"of": thing.id, "board": thing.board or ""}
    return tuple(
        (key, known.get(key, "")) for key in HEAD if (key != "board" or thing.board is not None) and key != "note"
    )


def _body(thing: EntryTable) -> tuple[tuple[str, ...], Rows]:
    keys = [key.name for key in thing.keys]
    values = [column.name for column in thing.values]
    across = _across(thing)
    if thing.joins:
        return (*keys, *values), (("",) * len([*keys, *values]),)
    if across:
        down = dict.fromkeys(key[:-1] for key in thing.rows)
        return (*keys[:-1], *across), tuple((*key, *[""] * len(across)) for key in down)
    return (*keys, *values), tuple((*key, *[""] * len(values)) for key in thing.rows)


def _across(thing: EntryTable) -> tuple[str, ...]:
    """Return the last key's values of a table with several keys, if they fit as columns."""
    last = tuple(dict.fromkeys(key[-1] for key in thing.rows if key))
    wide = thing.id.startswith("tables.") and len(thing.keys) > 1 and len(last) <= WIDEST
    return last if wide else ()
