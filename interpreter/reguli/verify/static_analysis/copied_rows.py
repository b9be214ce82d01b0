"""Rows and columns of tables that look like copies: all the same, or the same but for one cell.

What is meant to be the same is declared (``same_as`` of a table) and held then. Short rows, and rows that hold hardly more than one number, look alike by
chance and are not told. One more sign is a row that is one cell longer or shorter than its neighbour where lengths may differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.table_binding import row_cells
from reguli.model.types import NumberType
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.ruleset_settings import settings_of
from reguli.verify.static_analysis.static_findings import told

LEAST: Final = 5
"""So many cells a row has of which it is no chance that another is like it."""
DIFFERENT: Final = 3
"""So many different numbers it holds at the least."""


@kept
class Row(Kept):
    """What one value of a key has: its name and the numbers of its cells."""

    name: str
    cells: tuple[int, ...]


def copied_rows(subject: Subject) -> Iterator[Found]:
    """Find rows that are copies of others, or copies in which one cell was changed."""
    for table in tables_of(subject):
        for rows in _ways(subject, table):
            yield from _copies(table, rows)


def tables_of(subject: Subject) -> Iterator[Table]:
    """Give every table of numbers that is declared as such, on whichever board, once."""
    seen: set[str] = set()
    for setting in settings_of(subject):
        for table in setting.ruleset.own_tables:
            key = f"{table.id} {table.declared.span}"
            if isinstance(table.type, NumberType) and key not in seen:
                seen.add(key)
                yield table


def _ways(subject: Subject, table: Table) -> Iterator[tuple[Row, ...]]:
    """Give the rows of a table along each of its keys."""
    if len(table.sizes) > 1:
        for level in range(len(table.sizes)):
            yield tuple(rows_along(table, level, subject.ruleset))


def rows_along(table: Table, level: int, ruleset: Ruleset) -> Iterator[Row]:
    """Give what each value of a key has, with the name it has."""
    for at in range(table.sizes[level]):
        yield Row(name_of(table, level, at, ruleset), tuple(row_cells(table.sizes, level, at)))


def name_of(table: Table, level: int, at: int, ruleset: Ruleset) -> str:
    """Give what the value of a key is called: an element, or a number."""
    key = table.declared.keys[level]
    kind = ruleset.kinds.get(key.name)
    if key.low is None and kind is not None and at < len(kind.elements):
        return kind.elements[at]
    return str(table.lows[level] + at)


def _copies(table: Table, rows: Sequence[Row]) -> Iterator[Found]:
    meant = {frozenset(one[:2]) for one in table.declared.same_as}
    meant |= {
        frozenset(pair) for one in meant for other in meant for pair in combinations(one | other, 2) if one & other
    }
    equal: list[tuple[Row, Row]] = []
    for one, other in combinations(rows, 2):
        apart, there = _apart(table, one, other)
        if (
            frozenset((one.name, other.name)) in meant
            or not _tells(table, one, there)
            or not _tells(table, other, there)
        ):
            continue
        if not apart:
            equal.append((one, other))
        elif len(apart) == 1 and there >= LEAST + 1:
            yield _odd(table, one, other, apart[0])
    seen: set[str] = set()
    for one, other in equal:
        # Of several that are all the same each is told once, beside the first of them.
        if other.name not in seen:
            seen.add(other.name)
            rule, operand, span = f"table:{table.id}", f"{one.name} {other.name}", table.spans[other.cells[0]]
            yield told("V110", span, rule, operand, table=table.id, name=other.name, like=one.name)


def _odd(table: Table, one: Row, other: Row, at: int) -> Found:
    here, there = other.cells[at], one.cells[at]
    return told(
        "V111",
        table.spans[here],
        f"table:{table.id}",
        f"{one.name} {other.name} {at}",
        related=((table.spans[there], Said("here.other")),),
        table=table.id,
        name=other.name,
        like=one.name,
        found=table.cells[here],
        expected=table.cells[there],
    )


def _apart(table: Table, one: Row, other: Row) -> tuple[list[int], int]:
    """Give where two rows differ, and how many cells both have."""
    pairs = [(table.cells[left], table.cells[right]) for left, right in zip(one.cells, other.cells, strict=True)]
    there = [left is not None and right is not None for left, right in pairs]
    return [at for at, (left, right) in enumerate(pairs) if left != right], sum(there)


def _tells(table: Table, row: Row, there: int) -> bool:
    """Tell whether a row is long and varied enough to be like another one by more than chance."""
    return there >= LEAST and len({table.cells[at] for at in row.cells} - {None}) >= DIFFERENT


def unlike_lengths(subject: Subject) -> Iterator[Found]:
    """Find rows that are one cell longer or shorter than the row beside them, in tables whose rows may differ in length."""
    for table in tables_of(subject):
        if len(table.sizes) != 2 or not table.declared.ragged:
            continue
        rows = tuple(rows_along(table, 0, subject.ruleset))
        lengths = [sum(table.cells[at] is not None for at in row.cells) for row in rows]
        for (one, long), (other, short) in pairwise(zip(rows, lengths, strict=True)):
            if abs(long - short) == 1 and min(long, short) >= LEAST:
                shorter, longer = (other, one) if short < long else (one, other)
                yield told(
                    "V112",
                    table.spans[shorter.cells[0]],
                    f"table:{table.id}",
                    f"{shorter.name} {longer.name}",
                    table=table.id,
                    name=shorter.name,
                    found=min(long, short),
                    like=longer.name,
                    wanted=max(long, short),
                )
