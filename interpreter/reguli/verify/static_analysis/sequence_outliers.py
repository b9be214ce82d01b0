"""Numbers that follow one another, and one that breaks the line: only where all the others agree on one.

Three lines are looked for: numbers that grow (or shrink) everywhere but at one place; steps between them that grow (or shrink) everywhere but round one
number; and of several rows beside one another, each of which grows (or shrinks) but for one. The ends of a line are often special, and nothing is said of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from reguli.model.resolved_ruleset import Table
from reguli.verify.report.finding_types import Found
from reguli.verify.report.verification_target import Subject
from reguli.verify.static_analysis.copied_rows import tables_of
from reguli.verify.static_analysis.static_findings import told

LONG: Final = 7
"""So many numbers make a line by themselves."""
SMOOTH: Final = 9
"""So many numbers have steps that make a line."""
BESIDE: Final = 4
"""So many rows beside one another make it clear how each of them goes."""
Order = Callable[[int, int], bool]
WAYS: Final[tuple[Order, Order]] = (operator.le, operator.ge)


def broken_lines(subject: Subject) -> Iterator[Found]:
    """Find cells of tables that break the line of those round them."""
    for table in tables_of(subject):
        for level, key in enumerate(table.declared.keys):
            if key.low is None and key.name not in ("player_count", "stage"):
                continue
            lines = list(_lines(table, level))
            broken = {at for at in (_breaks(table, line) for line in lines) if at is not None}
            broken |= {at for at in _alone(table, lines) if at is not None}
            for at in sorted(broken):
                yield told(
                    "V113",
                    table.spans[at],
                    f"table:{table.id}",
                    _operand(table, at),
                    table=table.id,
                    found=table.cells[at],
                )


def _operand(table: Table, at: int) -> str:
    """Give the keys of a cell, by which it is known when other cells change."""
    keys = []
    for low, size in zip(reversed(table.lows), reversed(table.sizes), strict=True):
        keys.append(str(low + at % size))
        at //= size
    return " ".join(reversed(keys))


def _lines(table: Table, level: int) -> Iterator[list[int]]:
    """Give the cells along a key, those of every value of the other keys by themselves."""
    step = 1
    for size in table.sizes[level + 1 :]:
        step *= size
    for start in range(len(table.cells)):
        if start // step % table.sizes[level] == 0:
            line = [start + at * step for at in range(table.sizes[level])]
            yield [at for at in line if table.cells[at] is not None]


def _breaks(table: Table, line: Sequence[int]) -> int | None:
    values = [table.cells[at] or 0 for at in line]
    found = outlier(values)
    return None if found is None else line[found]


def outlier(values: Sequence[int]) -> int | None:
    """Give the one number that breaks a line, by its place, where there is one line and one number."""
    if len(values) < LONG or len(set(values)) < LONG // 2 or any(_is_line(values, way) for way in WAYS):
        return _bend(values)
    found = {at for way in WAYS for at in _taken_out(values, way)}
    return min(found) if found else None


def _is_line(values: Sequence[int], way: Order) -> bool:
    return all(way(one, other) for one, other in pairwise(values))


def _taken_out(values: Sequence[int], way: Order) -> Iterator[int]:
    """Give the number without which the others are a line; of two that will do the one that lies further from its neighbours."""
    will_do = [at for at in range(1, len(values) - 1) if _is_line([*values[:at], *values[at + 1 :]], way)]
    if will_do:
        yield max(will_do, key=lambda at: abs(2 * values[at] - values[at - 1] - values[at + 1]))


def _bend(values: Sequence[int]) -> int | None:
    """Give the number round which alone the steps do not go one way."""
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
    """Tell whether the steps all go one way with another number at a place."""
    low, high = sorted((values[at - 1], values[at + 1]))
    others = (([*values[:at], one, *values[at + 1 :]]) for one in range(low, high + 1) if one != values[at])
    return any(_is_line([after - before for before, after in pairwise(other)], way) for other in others)


def _alone(table: Table, lines: Sequence[Sequence[int]]) -> Iterator[int | None]:
    """Give a cell of the one row that does not go as all those beside it do."""
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
