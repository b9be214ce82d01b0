"""Wishes are granted by the event of planting: the order in which things are planted matters."""

from __future__ import annotations

from toys import Sitting, place


def planting(*wishes: str) -> Sitting:
    return place(
        "garden",
        f"""
        players: 2
        at: {{phase: planting, decision: planting, by: a}}
        state: {{open_wishes: [{", ".join(wishes)}], round: 1}}
        """,
    )


def test_planting_a_tree_beside_a_herb_is_not_planting_a_herb_beside_a_tree() -> None:
    sitting = planting("tree_by_herb", "herb_by_tree")
    sitting.play("a: put parsley_1 a1", "b: put maple_1 a2")
    assert sitting.value("b.points") == 2
    assert sitting.value("granted") == ["tree_by_herb"]
    assert sitting.value("herb_by_tree in open_wishes") is True
    sitting.play("a: put parsley_2 a3")
    assert sitting.value("a.points") == 3


def test_what_stands_somewhere_else_does_not_count() -> None:
    sitting = planting("tree_by_herb").play("put parsley_1 a1", "put maple_1 c3")
    assert sitting.value("granted is empty") is True


def test_one_plant_grants_several_wishes() -> None:
    sitting = planting("tree_by_herb", "tree_in_a_corner", "flower_alone").play("put parsley_1 a2", "put maple_1 a1")
    assert sitting.value("b.points") == 4
    assert sitting.value("count(granted)") == 2


def test_wishes_are_replaced_in_the_next_morning_only() -> None:
    sitting = planting("flower_alone").play("a: put tulip_1 b2")
    assert sitting.value("open_wishes is empty") is True
    sitting.play("b: put parsley_1 a1")
    assert sitting.value("round") == 2
    assert sitting.value("count(open_wishes)") == 3
