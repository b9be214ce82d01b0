"""The scripts measure and print what their first lines say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest
from back_ends import BACK_ENDS
from measuring import Row, show, shown, side_by_side
from startup import peak, started
from ways import Way

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "playouts.py"


def test_playouts_are_counted_side_by_side_and_their_ratios_are_within_the_run() -> None:
    ran = subprocess.run(
        [sys.executable, SCRIPT, "tic_tac_toe", "hex", "--seconds", "0.01", "--rounds", "1", "--json"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found = json.loads(ran.stdout)
    tables = {table["title"]: {row.pop("name"): row for row in table["rows"]} for table in (found, *found["tables"])}
    rates, ratios = tables["Games a second"], tables["As multiples of what is written by hand, listing"]
    lengths = tables["Moves of a game"]
    assert {"by hand, listing", "by hand, proposing", "walker", *BACK_ENDS} <= set(rates)
    for way, rate in rates.items():
        if way.endswith("(not installed)"):
            assert set(rate.values()) == {None}
            continue
        assert ratios[way]["hex"] == pytest.approx(rate["hex"] / rates["by hand, listing"]["hex"])
        assert 5 <= lengths[way]["tic_tac_toe"] <= 9
        # Both sides are joined by eleven stones at least, and somebody has when the board is full.
        assert 21 <= lengths[way]["hex"] <= 121
    assert any(way.startswith("OpenSpiel") for way in rates)


def test_a_way_counts_what_it_plays_until_a_call_was_long_enough() -> None:
    calls: list[int] = []

    def plays(games: int) -> int:
        calls.append(games)
        begun = process_time()
        while process_time() < begun + 0.0005 * games:
            pass
        return 3 * games

    way = Way(plays)
    rate = way.rate(0.004)
    assert calls[0] == 1
    assert calls == sorted(calls)
    assert 0 < rate < 2_000
    assert (way.games, way.length) == (sum(calls), 3.0)


def test_the_median_counts_and_measures_take_turns() -> None:
    figures = {"one": iter([9.0, 1.0, 3.0]), "other": iter([4.0, 4.0, 5.0])}
    order: list[str] = []

    def measure(name: str) -> float:
        order.append(name)
        return next(figures[name])

    found = side_by_side({"one": lambda: measure("one"), "other": lambda: measure("other")}, 3)
    assert found == {"one": 3.0, "other": 4.0}
    assert order == ["one", "other"] * 3


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
        [sys.executable, script, "--games", "1", "--lang", "en", "--json"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    rows = json.loads(ran.stdout)["rows"]
    assert [row["name"] for row in rows] == ["move, en, ms", "sit down, en, ms", "why, en, ms"]
    assert all(0 < row["median"] <= row["19 of 20"] <= row["longest"] and row["answers"] > 100 for row in rows)
