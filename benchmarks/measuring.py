"""What the scripts share: repeated measurements side by side, their medians, and how they are printed."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: a name and its figures by column; None where there is none."""

    name: str
    figures: Mapping[str, float | None]


def rate(once: Callable[[], object], seconds: float) -> float:
    """Give how often a second something can be done, doing it at least once and for so many seconds."""
    done, begun = 0, time.perf_counter()
    while True:
        once()
        done += 1
        spent = time.perf_counter() - begun
        if spent >= seconds:
            return done / spent


def side_by_side(measures: Mapping[str, Callable[[], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """Give the median of each measure; they take turns, so that a change of the machine's pace meets all of them."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: median(figures) for name, figures in found.items()}


def machine() -> dict[str, str | int]:
    """Say what was measured on."""
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
    """Give a table for JSON, with what it was measured on."""
    return {"title": title, "machine": machine(), "rows": [{"name": row.name, **row.figures} for row in rows]}


def show(title: str, rows: Sequence[Row], *, as_json: bool, how: str = "medians") -> None:
    """Print a table in Markdown, saying how its figures came about, or everything as JSON."""
    if as_json:
        sys.stdout.write(json.dumps(plain(title, rows), indent=2, ensure_ascii=False) + "\n")
        return
    about = machine()
    columns = list(rows[0].figures)
    lines = [
        f"{title} ({about['python']}, {about['system']}, {about['cores']} cores; {how})",
        "",
        f"| | {' | '.join(columns)} |",
        f"|---|{'---:|' * len(columns)}",
        *(f"| {row.name} | {' | '.join(shown(row.figures[column]) for column in columns)} |" for row in rows),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
