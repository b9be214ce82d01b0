"""Secret choices made at the same time, and the best use of what was collected."""

from __future__ import annotations

import pytest
from toys import Sitting, place, sit

from reguli.engine.history.journal import visible_entries
from reguli.engine.observation import player_view


def after(things: str, vow: str, players: int = 2) -> Sitting:
    return place("vows", f"{{players: {players}, state: {{a.things: {things}, a.vow: [{vow}]}}}}")


@pytest.mark.parametrize(
    ("things", "vow", "sets"),
    [
        ("{bell: 2, candle: 1}", "plenty", 1),
        ("{bell: 5, candle: 2}", "plenty", 2),
        ("{bell: 5, candle: 1, drum: 9}", "plenty", 1),
        ("{bell: 1, candle: 9}", "plenty", 0),
        ("{candle: 8}", "calm", 2),
    ],
)
def test_a_thing_counts_in_one_set_only(things: str, vow: str, sets: int) -> None:
    assert after(things, vow).value("sets_of(a)") == sets


def test_with_five_players_the_marked_thing_is_left_out_once() -> None:
    # Plenty asks for two bells and a candle; the candle is the marked one.
    assert after("{bell: 4}", "plenty", 4).value("sets_of(a)") == 0
    assert after("{bell: 4}", "plenty", 5).value("sets_of(a)") == 2
    # Calm asks for three candles: with five players for two.
    assert after("{candle: 4}", "calm", 5).value("sets_of(a)") == 2


def test_a_vow_is_chosen_out_of_sight_of_the_others() -> None:
    sitting = sit("vows", 2, chance={"deck": [["plenty", "noise", "calm", "balance"]]})
    assert sitting.asked == "vow_choice"
    sitting.play("a: keep plenty")
    playthrough = sitting.playthrough
    for player in (1, None):
        seen = str(player_view(playthrough, player)["position"]) + str(
            [entry.text for entry in visible_entries(playthrough, player)]
        )
        assert "plenty" not in seen, player
    assert "plenty" in str(player_view(playthrough, 0)["position"])


def test_how_many_vows_lie_in_the_box_is_told_to_nobody() -> None:
    sitting = sit("vows", 3)
    for _ in range(2):
        sitting.play(sitting.first())
    # Two kept one vow of two each, so two lie in the box; one is left to choose, from two that everybody can count.
    assert sitting.value("count(box)") == 2
    for player in (0, 1, None):
        shown = player_view(sitting.playthrough, player)["position"]
        assert isinstance(shown, dict)
        assert shown["game"]["box"] == {"hidden": True}  # type: ignore[index, call-overload]
        assert "box" not in str([entry.text for entry in visible_entries(sitting.playthrough, player)])
    assert "-> box" in str([entry.text for entry in visible_entries(sitting.playthrough, "all")])


def test_what_is_named_is_shown_when_all_have_named() -> None:
    sitting = sit("vows", 3)
    while sitting.asked != "naming":
        sitting.play(sitting.first())
    sitting.play("a: name_thing bell")
    assert "bell" not in str([entry.text for entry in visible_entries(sitting.playthrough, 1)])
    sitting.play("b: name_thing drum", "c: name_thing drum")
    # b named the same as c, who comes next.
    assert [sitting.value(things) for things in ("a.things[bell]", "b.things[drum]", "c.things[drum]")] == [1, 0, 1]


@pytest.mark.parametrize(("things", "points"), [("{bell: 4, candle: 2}", 6), ("{bell: 1}", -3)])
def test_sets_are_paid_and_a_broken_vow_costs(things: str, points: int) -> None:
    sitting = place(
        "vows",
        f"""
        players: 2
        at: {{phase: picking, decision: naming, by: a}}
        state: {{round: 9, a.things: {things}, a.vow: [plenty], b.vow: [calm]}}
        """,
    )
    sitting.play("a: name_thing drum", "b: name_thing drum")
    assert sitting.playthrough.over
    assert sitting.value("a.points") == points


def kites(state: str) -> Sitting:
    return place(
        "kites",
        f"{{players: 3, at: {{phase: flying, decision: turn, by: a}}, state: {{round: 1, height: 1, {state}}}}}",
    )


def test_everyone_sees_the_kites_of_the_others_only() -> None:
    sitting = kites("a.left: [long_1], b.left: [middling_1], c.right: [short_1]")
    for player, unseen in enumerate(["long_1", "middling_1", "short_1"]):
        seen = str(player_view(sitting.playthrough, player)["position"])
        assert [kite for kite in ("long_1", "middling_1", "short_1") if kite not in seen] == [unseen]
    spectator = str(player_view(sitting.playthrough, None)["position"])
    assert not any(kite in spectator for kite in ("long_1", "middling_1", "short_1"))


def test_only_what_would_fly_is_told_and_nobody_is_told_of_their_own() -> None:
    sitting = kites("a.left: [middling_2], b.left: [middling_1], c.right: [short_1]")
    assert sitting.refused("tell c") == ["nothing_to_tell"]
    # Whether one's own would fly is not said, though it would.
    assert sitting.refused("tell a") == ["not_oneself"]
    sitting.play("a: tell b")
    assert sitting.value("b.told") is True
    sitting.play("b: fly_left")
    assert (sitting.value("height"), sitting.value("b.points"), sitting.value("b.told")) == (2, 1, False)
