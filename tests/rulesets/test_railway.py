"""Tiles with two ends, laid either way round; what matches is gained, also by the owner of the other tile; lines pay their owners."""

from __future__ import annotations

from toys import Sitting, place


def laying(state: str) -> Sitting:
    return place(
        "rails",
        f"""
        players: 2
        at: {{phase: laying, decision: turn, by: a}}
        state: {{round: 1, a.coins: 5, b.coins: 5, a.workers: {{a: 3}}, b.workers: {{b: 3}}, {state}}}
        """,
    )


def test_an_end_that_matches_the_town_gives_its_colour() -> None:
    # p1 lies between ash (red) and a joint of the line: red to the town gives a coin.
    sitting = laying("a.tiles: [red_blue_1, red_green_1]").play("a: lay red_blue_1 p1 straight")
    assert sitting.value("a.coins") == 6
    assert sitting.value("count(red_blue_1.crew[a])") == 1
    assert sitting.value("count(a.workers)") == 2


def test_turned_round_the_other_end_lies_at_the_town() -> None:
    sitting = laying("a.tiles: [red_blue_1, red_green_1]").play("a: lay red_blue_1 p1 turned")
    assert sitting.value("a.coins") == 5
    assert sitting.value("red_blue_1.turned") is True


def test_where_it_matches_a_tile_both_owners_gain() -> None:
    # At the joint of p1 and p2 blue meets blue; at birch the other end, red, matches nothing.
    sitting = laying("p1.tile: [red_blue_1], red_blue_1.crew: {b: 1}, a.tiles: [red_blue_2, red_red_1]")
    sitting.play("a: lay red_blue_2 p2 turned")
    assert (sitting.value("a.points"), sitting.value("b.points")) == (1 + 1, 1 + 1)


def test_each_owner_is_paid_for_each_tile_when_the_line_is_complete() -> None:
    sitting = laying(
        "p4.tile: [red_red_1], red_red_1.crew: {b: 1}, p6.tile: [red_green_1], red_green_1.crew: {b: 1}, a.tiles: [blue_green_1, red_red_2]"
    )
    sitting.play("a: lay blue_green_1 p5 straight")
    assert sitting.value("cedar__elm.open") is True
    # Three places: two points for each tile. Nothing matched.
    assert (sitting.value("a.points"), sitting.value("b.points")) == (2, 4)
    assert sitting.value("a.coins") == 5 - 2


def test_a_line_of_one_place_pays_nothing() -> None:
    sitting = laying("a.tiles: [red_red_1, red_red_2]").play("a: lay red_red_1 p3 straight")
    assert sitting.value("birch__cedar.open") is True
    assert sitting.value("a.points") == 0


def test_a_tile_touches_a_town_or_a_tile() -> None:
    sitting = laying("a.tiles: [red_red_1, red_blue_1]")
    assert sitting.refused("lay red_red_1 p5 straight") == ["ends_nowhere"]
    sitting.play("a: lay red_red_1 p4 straight", "b: rest")
    assert sitting.refused("lay red_blue_1 p5 straight") == []


def test_white_fits_everything() -> None:
    # blue_white at elm (white) and at the joint with a red end.
    sitting = laying("p7.tile: [red_red_1], red_red_1.crew: {b: 1}, a.tiles: [blue_white_1, red_red_2]")
    sitting.play("a: lay blue_white_1 p8 turned")
    # White meets red: both ends alike, the builder's own end says what is gained, and white gives nothing; blue at elm gives a point.
    assert sitting.value("a.points") == 1 + 1
    assert sitting.value("b.points") == 1
    assert (sitting.value("a.coins"), sitting.value("b.coins")) == (5, 5)


def test_a_network_is_what_open_lines_join_to_an_own_tile() -> None:
    sitting = laying(
        "p1.tile: [red_blue_1], red_blue_1.crew: {b: 1}, p2.tile: [red_blue_2], red_blue_2.crew: {b: 1}, ash__birch.open: true, "
        "p3.tile: [red_red_1], red_red_1.crew: {a: 1}, birch__cedar.open: true, p4.tile: [red_red_2], red_red_2.crew: {a: 1}"
    )
    assert sitting.value("network(a)") == ["ash", "birch", "cedar"]
    assert sitting.value("network(b)") == ["ash", "birch", "cedar"]
    assert sitting.value("elm in network(a)") is False
