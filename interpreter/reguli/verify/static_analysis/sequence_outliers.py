"""Outliers in number sequences: a number that breaks a pattern is reported only if all the others follow one.

Three lines are looked for: numbers that grow (or shrink) everywhere but at one place; steps between them that grow (or shrink) everywhere but round one
number; and of several rows beside one another, each of which grows (or shrinks) but for one. The ends of a line are often special, and nothing is said of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.table_binding import row_cell_indices
from reguli.model.types import NumberType
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.verify.report import Found, Subject
from reguli.verify.static_analysis.settled_conditions import all_settings
from reguli.verify.static_analysis.static_findings import static_finding

# -- copied rows -----------------------------------------------------------------------------------------------------
# Rows and columns of tables that look like copies: all the same, or the same but for one cell.
#
# What is meant to be the same is declared (``same_as`` of a table) and held then. Short rows, and rows that hold hardly more than one number, look alike by
# chance and are not told. One more sign is a row that is one cell longer or shorter than its neighbour where lengths may differ.


LEAST: Final = 5
"""So many cells a row has of which it is no chance that another is like it."""
DIFFERENT: Final = 3
"""So many different numbers it holds at the least."""


@frozen_class
class KeyRow(FrozenValue):
    """A row for one value of a key: its name and the positions of its cells."""

    name: str
    cells: tuple[int, ...]


def copied_rows(subject: Subject) -> Iterator[Found]:
    """Find rows that are copies of others, exactly or except for one cell."""
    for table in declared_number_tables(subject):
        for rows in _ways(subject, table):
            yield from _copies(table, rows)


def declared_number_tables(subject: Subject) -> Iterator[Table]:
    """Yield every declared table of numbers once, on whichever board."""
    seen: set[str] = set()
    for setting in all_settings(subject):
        for table in setting.ruleset.own_tables:
            key = f"{table.id} {table.declared.span}"
            if isinstance(table.type, NumberType) and key not in seen:
                seen.add(key)
                yield table


def _ways(subject: Subject, table: Table) -> Iterator[tuple[KeyRow, ...]]:
    """Yield the rows of a table along each of its keys."""
    if len(table.sizes) > 1:
        for level in range(len(table.sizes)):
            yield tuple(table_rows_by_key(table, level, subject.ruleset))


def table_rows_by_key(table: Table, level: int, ruleset: Ruleset) -> Iterator[KeyRow]:
    """Yield the row of each value of a key, with the name of the value."""
    for at in range(table.sizes[level]):
        yield KeyRow(key_value_label(table, level, at, ruleset), tuple(row_cell_indices(table.sizes, level, at)))


def key_value_label(table: Table, level: int, at: int, ruleset: Ruleset) -> str:
    """Return the name of a key value: an element, or a number."""
    key = table.declared.keys[level]
    kind = ruleset.kinds.get(key.name)
    if key.low is None and kind is not None and at < len(kind.elements):
        return kind.elements[at]
    return str(table.lows[level] + at)


def _copies(table: Table, rows: Sequence[KeyRow]) -> Iterator[Found]:
    meant = {frozenset(one[:2]) for one in table.declared.same_as}
    meant |= {
        frozenset(pair) for one in meant for other in meant for pair in combinations(one | other, 2) if one & other
    }
    equal: list[tuple[KeyRow, KeyRow]] = []
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
            yield static_finding("V110", span, rule, operand, table=table.id, name=other.name, like=one.name)


def _odd(table: Table, one: KeyRow, other: KeyRow, at: int) -> Found:
    here, there = other.cells[at], one.cells[at]
    return static_finding(
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


def _apart(table: Table, one: KeyRow, other: KeyRow) -> tuple[list[int], int]:
    """Return the positions at which two rows differ, and the number of cells that both have."""
    pairs = [(table.cells[left], table.cells[right]) for left, right in zip(one.cells, other.cells, strict=True)]
    there = [left is not None and right is not None for left, right in pairs]
    return [at for at, (left, right) in enumerate(pairs) if left != right], sum(there)


def _tells(table: Table, row: KeyRow, there: int) -> bool:
    """Return whether a row is long and varied enough for a similarity to be no coincidence."""
    return there >= LEAST and len({table.cells[at] for at in row.cells} - {None}) >= DIFFERENT


def find_row_length_outliers(subject: Subject) -> Iterator[Found]:
    """Find rows that are one cell longer or shorter than an adjacent row, in tables whose rows may differ in length."""
    for table in declared_number_tables(subject):
        if len(table.sizes) != 2 or not table.declared.ragged:
            continue
        rows = tuple(table_rows_by_key(table, 0, subject.ruleset))
        lengths = [sum(table.cells[at] is not None for at in row.cells) for row in rows]
        for (one, long), (other, short) in pairwise(zip(rows, lengths, strict=True)):
            if abs(long - short) == 1 and min(long, short) >= LEAST:
                shorter, longer = (other, one) if short < long else (one, other)
                yield static_finding(
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


# -- sequence outliers -----------------------------------------------------------------------------------------------


LONG: Final = 7
"""So many numbers make a line by themselves."""
SMOOTH: Final = 9
"""So many numbers have steps that make a line."""
BESIDE: Final = 4
"""So many rows beside one another make it clear how each of them goes."""
Order = Callable[[int, int], bool]
WAYS: Final[tuple[Order, Order]] = (operator.le, operator.ge)


def find_sequence_breaks(subject: Subject) -> Iterator[Found]:
    """Find table cells that break the sequence of their neighbours."""
    for table in declared_number_tables(subject):
        for level, key in enumerate(table.declared.keys):
            if key.low is None and key.name not in ("player_count", "stage"):
                continue
            lines = list(_lines(table, level))
            broken = {at for at in (_breaks(table, line) for line in lines) if at is not None}
            broken |= {at for at in _alone(table, lines) if at is not None}
            for at in sorted(broken):
                yield static_finding(
                    "V113",
                    table.spans[at],
                    f"table:{table.id}",
                    _operand(table, at),
                    table=table.id,
                    found=table.cells[at],
                )


def _operand(table: Table, at: int) -> str:
    """Return the keys of a cell, which identify it when other cells change."""
    keys = []
    for low, size in zip(reversed(table.lows), reversed(table.sizes), strict=True):
        keys.append(str(low + at % size))
        at //= size
    return " ".join(reversed(keys))


def _lines(table: Table, level: int) -> Iterator[list[int]]:
    """Yield the cells along a key, separately for each combination of the other keys."""
    step = 1
    for size in table.sizes[level + 1 :]:
        step *= size
    for start in range(len(table.cells)):
        if start // step % table.sizes[level] == 0:
            line = [start + at * step for at in range(table.sizes[level])]
            yield [at for at in line if table.cells[at] is not None]


def _breaks(table: Table, line: Sequence[int]) -> int | None:
    values = [table.cells[at] or 0 for at in line]
    found = find_outlier(values)
    return None if found is None else line[found]


def find_outlier(values: Sequence[int]) -> int | None:
    """Return the position of the single number that breaks a sequence, if there is exactly one sequence and one such number."""
    if len(values) < LONG or len(set(values)) < LONG // 2 or any(_is_line(values, way) for way in WAYS):
        return _bend(values)
    found = {at for way in WAYS for at in _taken_out(values, way)}
    return min(found) if found else None


def _is_line(values: Sequence[int], way: Order) -> bool:
    return all(way(one, other) for one, other in pairwise(values))


def _taken_out(values: Sequence[int], way: Order) -> Iterator[int]:
    """Yield the position whose removal leaves a sequence; of two candidates, the one farther from its neighbours."""
    will_do = [at for at in range(1, len(values) - 1) if _is_line([*values[:at], *values[at + 1 :]], way)]
    if will_do:
        yield max(will_do, key=lambda at: abs(2 * values[at] - values[at - 1] - values[at + 1]))


def _bend(values: Sequence[int]) -> int | None:
    """Return the position of the only number around which the steps are not monotonic."""
    if len(values) < SMOOTH:
        return None
    steps = [after - before for before, after in pairwise(values)]
    if len(set(steps)) < 3:
        return None
    for way in WAYS:
        wrong = [at for at, (one, other) in enumerate(pairwise(steps), 1) if not way(one, other)]
        if wrong and wrong[-1] - wrong[0] <= 2:
            # A number lies between two steps, and changes three comparisons of steps.
            within = range(max(2, wrong[-1] - 1), min(len(values) - 3, wrong[0] + 1) + 1)
            mended = [at for at in within if _mends(values, at, way)]
            if mended:
                return mended[len(mended) // 2]
    return None


def _mends(values: Sequence[int], at: int, way: Order) -> bool:
    """Return whether another number at a position makes all steps monotonic."""
    low, high = sorted((values[at - 1], values[at + 1]))
    others = (([*values[:at], one, *values[at + 1 :]]) for one in range(low, high + 1) if one != values[at])
    return any(_is_line([after - before for before, after in pairwise(other)], way) for other in others)


def _alone(table: Table, lines: Sequence[Sequence[int]]) -> Iterator[int | None]:
    """Yield a cell of the only row that does not follow the direction of all the others."""
    rows = [[table.cells[at] or 0 for at in line] for line in lines]
    if len(rows) < BESIDE or any(len(row) < 3 for row in rows):
        return
    for way in WAYS:
        against = [at for at, row in enumerate(rows) if not _is_line(row, way)]
        rising = sum(len(set(row)) > 1 for row in rows)
        if len(against) == 1 and rising >= BESIDE:
            row = rows[against[0]]
            broken = [at for at in range(len(row)) if _is_line([*row[:at], *row[at + 1 :]], way)]
            if broken:
                yield lines[against[0]][broken[-1]]
