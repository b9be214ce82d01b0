"""The script that measures the bot `sane`: its intervals, its counts, its tables."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sane_bots import BEFORE, RANDOM, SANE, Ended, Job, duel, endings, lengths, quantile, wilson

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "sane_bots.py"


def ended(
    supplied: tuple[int, ...], cities: tuple[int, ...], *, rounds: int = 11, first: tuple[int, ...] = (0,)
) -> Ended:
    return Ended(Job("power_grid", "germany", (SANE, RANDOM), 0), rounds, first, supplied, cities, 0.1)


# Wilson's interval as statistics books print it for five of ten; for none of ten its end is z² / (10 + z²).
@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)]
)
def test_an_interval_is_wilsons(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_a_quantile_is_one_of_the_values() -> None:
    values = list(range(1, 21))
    assert [quantile(values, part) for part in (0.05, 0.25, 0.5, 0.95, 1.0)] == [1, 5, 10, 19, 20]
    assert quantile([7], 0.05) == 7


def test_dark_is_who_has_more_than_twelve_cities_and_supplies_fewer_than_half() -> None:
    # 6 of 13 is fewer than half, 7 of 14 is half; with 12 cities nothing is asked.
    assert [ended((lit,), (has,)).dark for lit, has in ((6, 13), (7, 14), (0, 12), (0, 19))] == [1, 0, 0, 1]
    row = endings("two", [ended((17, 6), (17, 13)), ended((15, 12), (15, 12))])
    assert (row.figures["dark"], row.figures["with more than 12"], row.figures["all supply"]) == (1, 3, 12.5)
    assert row.figures["least share supplied"] == pytest.approx(6 / 13)


def test_lengths_say_how_many_games_are_as_long_as_those_of_people() -> None:
    row = lengths("four", [ended((1,), (1,), rounds=rounds) for rounds in (9, 10, 13, 14)])
    assert (row.figures["10 to 13"], row.figures["mean"], row.figures["most"]) == (0.5, 11.5, 14)


def test_a_tie_is_half_won() -> None:
    row = duel("both", [ended((3, 3), (3, 3), first=(0, 1)), ended((3, 2), (3, 3)), ended((2, 3), (3, 3), first=(1,))])
    assert (row.figures["won"], row.figures["games"], row.figures["share"]) == (1.5, 3, 0.5)


def test_the_script_plays_and_prints_every_table() -> None:
    words = ["--games", "1", "--players", "2", "--duels", "2", "--random", "2", "--timed", "0", "--processes", "1"]
    ran = subprocess.run([sys.executable, SCRIPT, *words, "--json"], capture_output=True, encoding="utf-8", check=True)
    games, rounds, duels = json.loads(ran.stdout)
    assert games["rows"][0]["games"] == 1
    assert 8 <= rounds["rows"][0]["least"] == rounds["rows"][0]["most"] <= 15
    assert [(row["name"], row["games"]) for row in duels["rows"]] == [
        (f"against {RANDOM}", 2),
        (f"against {BEFORE}", 2),
    ]
    assert duels["rows"][0]["won"] == 2
    assert "2 of 2 games" in ran.stderr
