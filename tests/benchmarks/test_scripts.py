"""The scripts measure and print what their first lines say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from measuring import Row, rate, show, shown, side_by_side
from startup import peak, started

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "playouts.py"


def test_playouts_are_counted_side_by_side_and_their_ratio_is_within_the_run() -> None:
    ran = subprocess.run(
        [sys.executable, SCRIPT, "tic_tac_toe", "hex", "--seconds", "0.01", "--rounds", "1", "--json"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    first, second = json.loads(ran.stdout)["rows"]
    assert (first["name"], second["name"]) == ("tic_tac_toe, 2 players", "hex, 2 players")
    assert 5 <= first["moves"] <= 9
    assert first["share"] == pytest.approx(first["engine"] / first["by hand"])
    assert (second["by hand"], second["share"]) == (None, None)


def test_the_median_counts_and_measures_take_turns() -> None:
    figures = {"one": iter([9.0, 1.0, 3.0]), "other": iter([4.0, 4.0, 5.0])}
    order: list[str] = []

    def measure(name: str) -> float:
        order.append(name)
        return next(figures[name])

    found = side_by_side({"one": lambda: measure("one"), "other": lambda: measure("other")}, 3)
    assert found == {"one": 3.0, "other": 4.0}
    assert order == ["one", "other"] * 3


def test_a_rate_is_of_at_least_one() -> None:
    done: list[int] = []
    assert rate(lambda: done.append(1), 0.0) > 0
    assert done == [1]


def test_a_table_has_a_column_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    show("Title", [Row("a", {"x": 1234.5, "y": None}), Row("b", {"x": 0.01234, "y": 2.0})], as_json=False)
    title, _, *table = capsys.readouterr().out.splitlines()
    assert title.startswith("Title (")
    assert table == ["| | x | y |", "|---|---:|---:|", "| a | 1,234 | – |", "| b | 0.0123 | 2 |"]
    assert shown(100) == "100"


def test_a_start_is_timed_and_a_failing_one_is_no_measurement(tmp_path: Path) -> None:
    assert started((), str(tmp_path)) > 0
    assert 1 < peak((), str(tmp_path)) < 100
    for measure in (started, peak):
        with pytest.raises(subprocess.CalledProcessError):
            measure(("no_such_command",), str(tmp_path))


def test_answers_at_a_terminal_are_timed() -> None:
    script = SCRIPT.with_name("answers.py")
    ran = subprocess.run(
        [sys.executable, script, "--games", "1", "--json"], capture_output=True, encoding="utf-8", check=True
    )
    rows = json.loads(ran.stdout)["rows"]
    assert [row["name"] for row in rows][:3] == ["move, en, ms", "sit down, en, ms", "why, en, ms"]
    assert all(0 < row["median"] <= row["19 of 20"] <= row["longest"] and row["answers"] > 100 for row in rows)
