"""What the scripts share: repeated measurements side by side, their medians, and how they are printed."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: a name and its figures by column; None where there is none."""

    name: str
    figures: Mapping[str, float | None]


def side_by_side(measures: Mapping[str, Callable[[], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the median of each measure; they take turns, so that a change of the machine's pace meets all of them."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: median(figures) for name, figures in found.items()}


def machine() -> dict[str, str | int]:
    """Return what was measured on."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
    }


def shown(figure: float | None) -> str:
    """Write a figure with three digits that matter."""
    if figure is None:
        return "–"
    if figure >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.3g}"


def plain(title: str, rows: Sequence[Row]) -> dict[str, object]:
    """Return a table for JSON, with what it was measured on."""
    return {"title": title, "machine": machine(), "rows": [{"name": row.name, **row.figures} for row in rows]}


def show(title: str, rows: Sequence[Row], *, as_json: bool, how: str = "medians") -> None:
    """Print a table in Markdown, saying how its figures came about and what it was measured on, or everything as JSON."""
    show_all({title: rows}, as_json=as_json, how=how)


def show_all(tables: Mapping[str, Sequence[Row]], *, as_json: bool, how: str = "medians") -> None:
    """Print tables of one run, each by its title; of JSON one object, whose ``rows`` are those of the first."""
    if as_json:
        first, *others = (plain(title, rows) for title, rows in tables.items())
        found = {**first, **({"tables": others} if others else {})}
        sys.stdout.write(json.dumps(found, indent=2, ensure_ascii=False) + "\n")
        return
    about = machine()
    made = f" ({about['python']}, {about['system']}, {about['cores']} cores; {how})"
    lines: list[str] = []
    for title, rows in tables.items():
        columns = list(rows[0].figures)
        lines += [
            *(("",) if lines else ()),
            title + ("" if lines else made),
            "",
            f"| | {' | '.join(columns)} |",
            f"|---|{'---:|' * len(columns)}",
            *(f"| {row.name} | {' | '.join(shown(row.figures[column]) for column in columns)} |" for row in rows),
        ]
    sys.stdout.write("\n".join(lines) + "\n")
