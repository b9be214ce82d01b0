"""A game that all lose together, or play to its end."""

from __future__ import annotations

from toys import place

from reguli.play.view_texts import ranking_as_json


def watching(state: str, chance: str) -> list[list[str]]:
    """Play one move, and give who came in at each place, best first, after whether all have lost."""
    sitting = place(
        "dikes",
        f"{{players: 2, at: {{phase: flood, decision: watch, by: a}}, chance: {{clouds: [[{chance}]]}}, state: {{{state}}}}}",
    )
    assert sitting.refused("heighten sea_dike") == (["high_enough"] if "sea_dike.height: 3" in state else [])
    sitting.play("a: keep_watch")
    assert sitting.playthrough.over
    return [[str(one["place"]), str(one["player"])] for one in ranking_as_json(sitting.playthrough)]


def test_water_above_a_dike_is_the_end_for_all() -> None:
    assert watching(
        "old_dike.water: 1, fallen: [old_1, sea_1, sea_2, inner_1, inner_2, river_1, river_2], a.calm: 5", "old_2"
    ) == [["0", "a"], ["0", "b"]]


def test_dikes_that_held_are_won_by_who_was_calm() -> None:
    assert watching(
        "sea_dike.height: 3, sea_dike.water: 1, fallen: [sea_1, old_1, old_2, inner_1, inner_2, river_1, river_2], b.calm: 4",
        "sea_2",
    ) == [
        ["1", "b"],
        ["2", "a"],
    ]
