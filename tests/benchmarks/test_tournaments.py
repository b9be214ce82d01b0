"""A tournament counts the games of the record, and goes on where a run was cut."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "tournaments.py"


def run(record: Path, games: int) -> dict[str, float]:
    words = ["--players", "2", "--bot", "search:30", "--against", "random", "--games", str(games), "--processes", "1"]
    ran = subprocess.run(
        [sys.executable, SCRIPT, "tic_tac_toe", *words, "--target", "0.5", "--record", record, "--json"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    (row,) = json.loads(ran.stdout)["rows"]
    return {name: value for name, value in row.items() if name != "name"}


def test_games_are_recorded_and_a_cut_run_is_gone_on_with(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    whole = run(record, 6)
    lines = record.read_text(encoding="utf-8").splitlines()
    assert len(lines) == whole["games"] == 6
    assert 0 <= whole["low"] < whole["won"] / 6 <= whole["high"] <= 1
    record.write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")
    again = run(record, 6)
    after = record.read_text(encoding="utf-8").splitlines()
    assert after[:4] == lines[:4]
    assert sorted(json.loads(line)["game"]["number"] for line in after) == list(range(6))
    assert (again["won"], again["games"]) == (whole["won"], 6)


def test_games_of_other_rules_or_bots_count_for_nothing(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    run(record, 2)
    record.write_text(record.read_text(encoding="utf-8").replace("search:30", "search:31"), encoding="utf-8")
    assert run(record, 2)["games"] == 2
    assert len(record.read_text(encoding="utf-8").splitlines()) == 4
