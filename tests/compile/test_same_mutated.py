"""Broken rulesets are the same game in every executor too: rulesets changed at random that pass ``check``, some with a choice from nothing at a write.

By day fifteen are played; ``.ci/night mutated`` plays a thousand.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from mutated import EMPTY, SHIPPED, mutated
from same_mutated import play

BY_DAY, EACH = 15, 5
MOST_MOVES = 60
"""Of a game by day."""


@pytest.mark.parametrize("first", range(0, BY_DAY, EACH))
def test_mutated_rulesets_are_the_same_game(tmp_path: Path, first: int) -> None:
    for number in range(first, first + EACH):
        play(number, tmp_path, MOST_MOVES)


def test_a_number_gives_the_same_ruleset(tmp_path: Path) -> None:
    one, other = (mutated(1, tmp_path / name) for name in ("one", "other"))
    assert (one.name, one.changes) == (other.name, other.changes)
    assert one.loaded.ruleset == other.loaded.ruleset


def test_a_third_comes_from_shipped_games_and_some_choose_from_nothing(tmp_path: Path) -> None:
    shipped = {folder.name for folder in SHIPPED}
    for number in (0, 2, 5, 6):
        found = mutated(number, tmp_path)
        assert (found.name in shipped) == (number % 3 == 0)
        assert found.empty == (number % 5 in EMPTY)
        assert found.empty == any("let gap = " in change for change in found.changes)
