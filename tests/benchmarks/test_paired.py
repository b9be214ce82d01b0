"""Two trees side by side: which ratios bound the interval, and that the script runs both."""

from __future__ import annotations

import json
import subprocess
import sys
from math import comb
from pathlib import Path

import pytest
from paired import SURE, Tree, interval, paired

TOP = Path(__file__).parents[2]


@pytest.mark.parametrize("many", [6, 7, 9, 12, 20, 41])
def test_an_interval_is_as_narrow_as_it_may_be(many: int) -> None:
    low, high = (int(end) for end in interval([float(one) for one in reversed(range(many))]))
    assert low + high == many - 1

    def sure(at: int) -> float:
        """How likely a median lies between the ratios at two places: as heads among tosses, neither too few nor too many."""
        return 1 - 2 * sum(comb(many, heads) for heads in range(at + 1)) / 2**many

    assert sure(low) >= SURE
    assert sure(low + 1) < SURE


def test_of_few_the_least_and_the_greatest_are_given() -> None:
    assert interval([3.0, 1.0, 2.0]) == (1.0, 3.0)
    assert interval([2.0]) == (2.0, 2.0)


def test_the_first_pair_does_not_count_and_each_is_first_in_turn(tmp_path: Path) -> None:
    old, new = Tree(tmp_path / "old", tmp_path), Tree(tmp_path / "new", tmp_path)
    times = {"old": iter([90.0, 2.0, 4.0, 4.0]), "new": iter([1.0, 3.0, 4.0, 2.0])}
    order: list[str] = []

    def measure(tree: Tree) -> float:
        order.append(tree.top.name)
        return next(times[tree.top.name])

    found = paired(old, new, measure, 3)
    assert found == {"old": 4.0, "new": 3.0, "new / old": 1.0, "low": 0.5, "high": 1.5}
    assert order == ["old", "new", "new", "old"] * 2


def test_the_script_measures_a_tree_against_itself() -> None:
    words = [str(TOP / "benchmarks" / "paired.py"), str(TOP), str(TOP), "help", "--pairs", "1", "--json"]
    ran = subprocess.run([sys.executable, *words], capture_output=True, encoding="utf-8", check=True)
    (row,) = json.loads(ran.stdout)["rows"]
    assert row["name"] == "reguli --help, ms"
    assert row["old"] > 1
    assert row["low"] == row["high"] == row["new / old"] == pytest.approx(row["new"] / row["old"])
