"""Costs and reach over edges that change in play; a piece that spans; neighbours on boards with an outline."""

from __future__ import annotations

from toys import Sitting, place


def building(state: str) -> Sitting:
    return place(
        "roads",
        f"""
        players: 2
        at: {{phase: building, decision: work, by: a}}
        state: {{round: 1, a.coins: 20, {state}}}
        """,
    )


def test_the_cheapest_way_is_paid() -> None:
    sitting = building("ash.huts: {a: 1}")
    # ash-beech-elm 1+2 is cheaper than ash-elm 5; on to fern 1.
    assert sitting.value("price(a, fern)") == 2 + 1 + 2 + 1
    assert sitting.play("a: build fern").value("a.coins") == 14


def test_a_track_that_is_snowed_in_is_gone_round_or_not_at_all() -> None:
    sitting = building("ash.huts: {a: 1}, beech__elm.snowed_in: true")
    assert sitting.value("price(a, fern)") == 2 + 5 + 1
    sitting = building("ash.huts: {a: 1}, ash__beech.snowed_in: true, elm__ash.snowed_in: true")
    assert sitting.refused("build fern")[0] == "snowed_in"


def test_the_first_hut_costs_no_toll() -> None:
    assert building("b.coins: 0").value("price(a, dell)") == 2


def walking(state: str) -> Sitting:
    return place(
        "ford",
        f"""
        players: 2
        at: {{phase: walking, decision: turn, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


def test_banks_are_no_neighbours_without_a_plank() -> None:
    sitting = walking("a.wood: 3")
    assert sitting.refused("walk barn") == ["no_way"]
    assert sitting.refused("lay_plank meadow__hill") == ["too_far"]
    assert sitting.refused("lay_plank mill__meadow") == ["dry_land"]
    sitting.play("a: lay_plank mill__barn")
    # The plank is there for everyone.
    assert sitting.refused("walk barn") == []
    assert sitting.play("b: walk barn", "a: walk barn").value("a.at = barn") is True


def test_there_are_three_planks() -> None:
    sitting = walking(
        "a.wood: 3, mill__barn.plank: [plank_1], meadow__hill.plank: [plank_2], rock__grove.plank: [plank_3]"
    )
    assert sitting.refused("lay_plank mill__barn") == ["plank_lies_there", "no_plank_left"]


def test_cells_that_meet_in_a_corner_only_are_no_neighbours() -> None:
    sitting = place("garden", "{players: 2}")
    assert sorted(sitting.value("adjacent(b2)")) == ["a2", "b1", "b3", "c2"]
    assert sorted(sitting.value("adjacent(a1)")) == ["a2", "b1"]
    assert sitting.value("distance(a1, c3)") == 4


def test_a_side_on_the_outline_joins_nothing() -> None:
    sitting = place("burrows", "{players: 2}")
    outline = "q0_rm2__north_west"
    assert sitting.value(f"ends({outline})") == ["q0_rm2"]
    assert sitting.value(f"other_end({outline}, q0_rm2) is none") is True
    assert sitting.value(f"{outline} in edges_at(q0_rm2, sides)") is True
    assert sorted(sitting.value("adjacent(q0_rm2, sides)")) == sorted(sitting.value("adjacent(q0_rm2)"))
    assert sitting.value("count(adjacent(q0_rm2, sides))") == 3
    assert sitting.value("reaches(q0_rm2, q0_r2, all side in sides where side.second is none)") is False
    assert sitting.value("reaches(q0_rm2, q0_r2, sides)") is True


def test_edges_corners_and_cells_of_a_board_meet_one_another() -> None:
    sitting = place("burrows", "{players: 2}")
    assert sitting.value("count(sides)") == 72
    assert sitting.value("count(corners)") == 54
    # Three sides meet in a corner, two where the outline turns outward; there are as many ends of sides as sides at corners.
    assert sitting.value("every corner in corners has count(edges_at_corner(corner)) <= branching") is True
    assert sitting.value("sum(count(edges_at_corner(corner)) for corner in corners)") == 2 * 72
    assert sitting.value("every side in sides has count(corners_of(side)) - 1 = 1") is True
    assert sitting.value("count(edges_of(q0_rm2))") == sitting.value("count(corners_of(q0_rm2))") == 6
    assert (
        sitting.value(
            "every corner in corners has (every side in edges_at_corner(corner) has corner in corners_of(side))"
        )
        is True
    )
    assert sitting.value("count(cells_of(q0_r0__q1_r0))") == 2
