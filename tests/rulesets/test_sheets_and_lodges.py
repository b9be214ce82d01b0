"""Workers that drive others home, scouts with powers, presents on tracks, a wanderer led by cards, dice written down, a board that grows."""

from __future__ import annotations

import pytest
from toys import Sitting, place, sit

ROLLS = [3, 5, 6, 4, 4, 1]
TILES = ["bend_1", "straight_1", "bend_2", "fork_1", "straight_2", "straight_3", "straight_4", "bend_3", "bend_4"]
REST = ["bend_5", "fork_2", "gate"]


def lodges(state: str, players: int = 2) -> Sitting:
    return place(
        "lodges",
        f"""
        players: {players}
        at: {{phase: sending, decision: work, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


def test_a_newcomer_drives_the_old_one_home() -> None:
    sitting = lodges("mill_lodge.guests: {a: 1}, inn_lodge.guests: {b: 1}, a.scout: [miller], b.scout: [trader]")
    assert sitting.refused("send mill_lodge") == ["own_helper_there"]
    sitting.play("a: send inn_lodge")
    assert (sitting.value("count(b.helpers)"), sitting.value("inn_lodge.guests[b] is empty")) == (2, True)
    assert (sitting.value("a.points"), sitting.value("inn_lodge.guests[a]")) == (2, 1)


def test_in_the_great_lodge_there_is_room_for_any_number() -> None:
    sitting = lodges("great_lodge.guests: {a: 1, b: 1}, a.scout: [miller], b.scout: [trader]").play(
        "a: send great_lodge"
    )
    assert (sitting.value("great_lodge.guests[a]"), sitting.value("great_lodge.guests[b]")) == (2, 1)
    # The trader of b has a coin of it too.
    assert (sitting.value("count(a.coins)"), sitting.value("count(b.coins)")) == (1, 1)


@pytest.mark.parametrize(
    ("scout", "steps", "coins"),
    [("trader", 1, 0), ("miller", 2, 1), ("walker", 2, 1)],
)
def test_scouts_differ_and_the_second_step_has_a_coin(scout: str, steps: int, coins: int) -> None:
    sitting = lodges(f"a.scout: [{scout}], b.scout: [lodger]").play("a: send mill_lodge")
    assert (sitting.value("a.steps[brook]"), sitting.value("count(a.coins)")) == (steps, coins)


def test_a_lodger_comes_back_to_where_an_own_helper_sits() -> None:
    sitting = lodges("mill_lodge.guests: {a: 1}, a.scout: [lodger], b.scout: [trader]").play("a: send mill_lodge")
    assert (sitting.value("count(a.coins)"), sitting.value("count(a.helpers)")) == (1, 1)


def test_the_last_step_has_a_trout_and_no_step_is_behind_it() -> None:
    state = "'a.steps[brook]': 3, a.scout: [walker], b.scout: [trader]"
    sitting = lodges(state).play("a: send mill_lodge")
    assert (sitting.value("a.steps[brook]"), sitting.value("a.points")) == (4, 3)


def test_alone_a_card_leads_the_wanderer() -> None:
    chance = {"tent": [["walker", "miller", "trader", "lodger"]], "tracks": [["fox", "hare", "deer", "boar"]]}
    sitting = sit("lodges", 1, chance=chance, play_forced=False).play("a: send inn_lodge")
    # The fox goes to the inn, which is worth two points, and the helper comes home.
    assert (sitting.value("wanderer_points"), sitting.value("count(a.helpers)")) == (2, 2)
    assert sitting.value("count(tracks)") == 3


def test_a_number_must_be_higher_than_the_one_before() -> None:
    sitting = sit("almanac", 1, chance={"face": ROLLS}, play_forced=False).play("a: write_down white spring")
    assert sitting.value("a.sheet[spring, 1]") == 5
    # Now there are two fours and a one.
    assert sitting.refused("write_down red spring") == ["must_be_higher"]
    sitting.play("a: write_down red summer")
    assert (sitting.value("a.sheet[summer, 1]"), sitting.value("score(a)")) == (4, 2)
    assert sitting.play("a: blot").value("score(a)") == 1


def test_tiles_lie_beside_others_and_their_sides_match() -> None:
    sitting = sit("hedges", 2, chance={"stack": [[*TILES, *REST]]}, play_forced=False)
    # In the middle lies a bend: hedges to the north and to the east.
    assert sitting.refused("lay_tile e6 turn_1") == ["sides_differ"]
    assert sitting.refused("lay_tile a1 turn_0") == ["beside_no_tile"]
    assert sitting.refused("lay_tile e5 turn_0")[0] == "tile_lies_there"
    sitting.play("a: lay_tile e6 turn_0")
    assert sitting.value("a.points") == 1
    # Lawn to lawn is no hedge: a bend turned once has its hedges east and south, and lies west of the first.
    assert sitting.refused("lay_tile d5 turn_1") == ["sides_differ"]
    sitting.play("b: lay_tile d5 turn_2")
    assert sitting.value("b.points") == 0
