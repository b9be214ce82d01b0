"""Did you mean."""

from __future__ import annotations

import pytest

from reguli.source.name_suggestions import closest_name, edit_distance


@pytest.mark.parametrize(
    ("word", "candidates", "meant"),
    [
        ("marekt", ["deck", "market", "hand"], "market"),
        ("markets", ["deck", "market"], "market"),
        ("plyer_coutn", ["player_count", "players"], "player_count"),
        ("Player-Count", ["player_count"], "player_count"),
        ("dekc", ["deck", "dock"], "deck"),
        ("abcd", ["abce", "abcf"], "abce"),
        ("hand", ["deck", "market"], None),
        ("ab", ["ac"], None),
        ("Ab", ["ab"], "ab"),
        ("market", ["market"], None),
        ("", ["a"], None),
        ("x" * 1000, ["x" * 999], None),
        ("anything", [], None),
        # What differs in its number only is something else.
        ("plant_13", ["plant_10", "plant_3"], None),
        ("P480", ["P48", "P9"], "P48"),
        ("stage2", ["stage_2"], "stage_2"),
    ],
)
def test_only_what_is_close_is_meant(word: str, candidates: list[str], meant: str | None) -> None:
    assert closest_name(word, candidates) == meant
    assert closest_name(word, reversed(candidates)) == meant


@pytest.mark.parametrize(
    ("left", "right", "slips"),
    [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("ab", "ba", 1), ("kitten", "sitting", 3), ("abc", "abc", 0)],
)
def test_slips_are_counted(left: str, right: str, slips: int) -> None:
    assert edit_distance(left, right) == slips
