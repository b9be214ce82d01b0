"""Patches of cells and rows of tables, and realignment of tables whose keys changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence as Row
from itertools import product
from typing import Final

from reguli.ruleset.declarations.constant_and_table_files import ROWS, range_ends, row_keys
from reguli.ruleset.document_nodes import ROUND_KEY, Documents, TableDecl, TableKey, TableRow
from reguli.ruleset.patches.map_patches import Setting
from reguli.ruleset.patches.patch_sections import replace_attributes
from reguli.schema.node_reader import LONGEST_LIST
from reguli.schema.shapes import ValueContext
from reguli.source.finding_catalogue import Said
from reguli.source.yaml_reader import Node, ScalarNode, SequenceNode

EVERY: Final = "*"
"""Stands for every value of a key."""
MOST_CELLS: Final = 1_000
"""So many cells one line may set."""


def set_table_cells(documents: Documents, table: TableDecl, keys: tuple[str, ...], setting: Setting) -> Documents:
    """Set a cell, a range of cells (``11..20``), all values (``*``) of a key, or a whole row if the last keys are omitted.

    A list is shared out to the cells of a range. A key that has no cell yet gets one.
    """
    if setting.again(table.span):
        return documents
    every = (*(known_keys(key, documents) for key in table.keys), *((),) * len(keys))
    named = list(product(*(_expanded(key, all_of_them) for key, all_of_them in zip(keys, every, strict=False))))
    named = named[:MOST_CELLS]
    ranged = len(named) > 1
    shared = setting.value.items if ranged and isinstance(setting.value, SequenceNode) else ()
    nodes: Row[Node] = shared if len(shared) == len(named) else (setting.value,) * len(named)
    laid, changed, sound = table, False, True
    for words, node in zip(named, nodes, strict=True):
        whole = len(words) < len(table.keys) and not isinstance(node, ScalarNode)
        fits = len(words) == len(table.keys) or whole
        old = _row_at(table.rows, table.keys, words, documents)
        new = ROWS.read(node, ValueContext(setting.what), setting.reader) if whole else _cell(node, table, setting)
        rows = _put(laid.rows, laid.keys, words, new, documents) if fits and new is not None else None
        if not fits or (new is not None and rows is None):
            close = _meant(table, words, documents, setting)
            at = Said("thing.cell_at", name=table.id)
            setting.reader.bag.add("R152", setting.key.span, near=close, what=at, name=", ".join(words))
            return documents
        sound = sound and rows is not None
        changed = changed or old is None or new is None or whole or old.value != new.value
        laid = laid if rows is None else dataclasses.replace(laid, rows=rows)
    if not changed and setting.same(0, 0):
        return documents
    return replace_attributes(documents, table, rows=laid.rows) if sound else documents


def realign_tables(before: Documents, after: Documents) -> Documents:
    """Adapt existing tables to their changed keys: cells of deleted keys are dropped, and lists keep their order."""
    old = {id(table) for table in before.tables}
    for table in after.tables:
        if id(table) in old:
            rows = _realigned(table.rows, table.keys, before, after)
            if rows is not table.rows:
                after = replace_attributes(after, table, rows=rows)
    return after


def _realigned(row: TableRow, keys: tuple[TableKey, ...], before: Documents, after: Documents) -> TableRow:
    if not keys or row.value is not None:
        return row
    was, now = known_keys(keys[0], before), known_keys(keys[0], after)
    below = {name: _realigned(one, keys[1:], before, after) for name, one in _entries(row, keys[0], before)}
    if was != now:
        gone = set(was) - set(now)
        return TableRow(row.span, entries=tuple((name, one) for name, one in below.items() if name not in gone))
    if row.items is not None and len(row.items) == len(below):
        items = tuple(below.values())
        same = all(new is old for new, old in zip(items, row.items, strict=True))
        return row if same else dataclasses.replace(row, items=items)
    if row.entries is not None:
        same = all(below[one] is old for name, old in row.entries for one in row_keys(name, now))
        return row if same else dataclasses.replace(row, entries=tuple(below.items()))
    return row


def _expanded(key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if key == EVERY and known:
        return known
    found = range_ends(key)
    if found is None:
        return (key,)
    low, high = found
    return tuple(str(number) for number in range(low, min(high, low + MOST_CELLS) + 1)) or (key,)


def _cell(node: Node, table: TableDecl, setting: Setting) -> TableRow | None:
    read = setting.reader.number if table.of is None else setting.reader.id
    value = read(node, setting.what)
    return None if value is None else TableRow(node.span, value=value)


def _meant(table: TableDecl, words: Row[str], documents: Documents, setting: Setting) -> str | None:
    """Guess the intended cell: the names of the keys if their number is wrong, else each key corrected."""
    if len(words) != len(table.keys):
        return table_path(table)
    mended: list[str] = []
    row: TableRow | None = table.rows
    for key, word in zip(table.keys, words, strict=True):
        written = () if row is None or row.entries is None else tuple(name for name, _ in row.entries)
        known = (*written, *known_keys(key, documents))
        meant = word if word in known else setting.reader.meant(word, known)
        if meant is None:
            return None
        mended.append(meant)
        row = None if row is None else _row_at(row, (key,), (meant,), documents)
    return f"tables.{table.id}[{', '.join(mended)}]" if tuple(mended) != tuple(words) else None


def table_path(table: TableDecl) -> str:
    """Return the path to a cell, by the names of the keys."""
    return f"tables.{table.id}[{', '.join(key.name for key in table.keys)}]"


def known_keys(key: TableKey, documents: Documents) -> tuple[str, ...]:
    """Return every value of a key, in the order of list rows."""
    if key.low is not None and key.high is not None:
        return tuple(str(number) for number in range(key.low, min(key.high, key.low + LONGEST_LIST) + 1))
    if key.name == "player_count":
        low, high = documents.game.players
        return tuple(str(number) for number in range(low, high + 1))
    if key.name == ROUND_KEY:
        return tuple(str(number) for number in range(1, LONGEST_LIST + 1))
    if key.name == "stage":
        return tuple(stage.id for stage in documents.game.stages)
    chosen = next((option for option in documents.game.options if option.id == key.name), None)
    if chosen is not None:
        return tuple(value.id for value in chosen.values)
    return tuple(element.id for kind in documents.kinds if kind.id == key.name for element in kind.elements)


def _entries(row: TableRow, key: TableKey, documents: Documents) -> tuple[tuple[str, TableRow], ...]:
    """Return the entries below a row, by the values of its key."""
    if row.entries is not None:
        known = known_keys(key, documents)
        return tuple((value, below) for name, below in row.entries for value in row_keys(name, known))
    return tuple(zip(known_keys(key, documents), row.items or (), strict=False))


def _row_at(row: TableRow, keys: tuple[TableKey, ...], words: Row[str], documents: Documents) -> TableRow | None:
    for key, word in zip(keys, words, strict=False):
        below = dict(_entries(row, key, documents)).get(word)
        if below is None:
            return None
        row = below
    return row


def _put(
    row: TableRow, keys: tuple[TableKey, ...], words: Row[str], new: TableRow, documents: Documents
) -> TableRow | None:
    """Return a row with a new one below it; None where a key cannot have that value."""
    if not words:
        return new
    known, below = known_keys(keys[0], documents), dict(_entries(row, keys[0], documents))
    if words[0] not in below and words[0] not in known:
        return None
    under = below.get(words[0], TableRow(new.span, entries=()))
    laid = _put(under, keys[1:], words[1:], new, documents)
    if laid is None:
        return None
    below[words[0]] = laid
    if row.items is not None and len(below) == len(row.items):
        return dataclasses.replace(row, items=tuple(below.values()))
    return dataclasses.replace(row, items=None, value=None, entries=tuple(below.items()))
