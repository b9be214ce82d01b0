"""Each package of the interpreter keeps its budget of lines: `line_budget.tsv` says how many, and why it was raised."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from parsed import INTERPRETER

TABLE = Path(__file__).with_name("line_budget.tsv")
TOLERANCE = 1.05
"""Packages may exceed their budgets by a twentieth."""


def _budgets() -> dict[str, tuple[int, str]]:
    head, *rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    assert head == ["package", "lines", "reason"]
    return {package: (int(lines), reason) for package, lines, reason in rows}


def _counted() -> Counter[str]:
    """Count the lines of each package, and those of the files beside them as `reguli`."""
    lines: Counter[str] = Counter()
    for file in INTERPRETER:
        lines["reguli" if file.room.endswith(".py") else file.room] += len(file.text.splitlines())
    return lines


def test_no_package_exceeds_its_budget() -> None:
    counted = _counted()
    budgets = _budgets()
    assert set(counted) == set(budgets)
    exceeded = {
        package: f"{counted[package]} lines, the budget is {lines}"
        for package, (lines, _) in budgets.items()
        if counted[package] > TOLERANCE * lines
    }
    assert exceeded == {}, "delete lines, or raise the budget in line_budget.tsv and cite the budget of the issue"


def test_every_budget_has_a_reason() -> None:
    assert [package for package, (_, reason) in _budgets().items() if not reason.strip()] == []
