"""A line along the edges of a hexagon board: no loop, one branch from summer on, a river and the shaft under it."""

from __future__ import annotations

import pytest
from toys import Sitting, place

Cell = tuple[int, int]
RING: tuple[Cell, ...] = ((0, 0), (-1, 1), (-2, 1), (-2, 0), (-1, -1), (0, -1))
"""The neighbours of (-1, 0), clockwise: the sides between it and them form a ring on the west bank."""


def side(one: Cell, other: Cell) -> str:
    """Name a side by the fields it parts, first the one further north, then the one further west."""
    first, second = sorted((one, other), key=lambda cell: (cell[1], cell[0]))
    return f"{field(first)}__{field(second)}"


def field(cell: Cell) -> str:
    return "_".join(f"{axis}{'m' if value < 0 else ''}{abs(value)}" for axis, value in zip("qr", cell, strict=True))


def ring(number: int) -> str:
    return side((-1, 0), RING[number])


def digging(season: str) -> Sitting:
    return place(
        "burrows",
        f"""
        players: 2
        at: {{phase: digging, decision: works, by: a}}
        state: {{stage: {season}, a.coins: 12, b.coins: 5}}
        """,
    )


def test_the_first_part_lies_anywhere_the_others_go_on_from_an_end() -> None:
    sitting = digging("spring").play(f"a: dig {ring(0)}")
    assert sitting.refused(f"dig {ring(2)}") == ["off_the_line"]
    assert sitting.refused(f"dig {ring(0)}") == ["already_dug", "closes_a_loop"]
    sitting.play(f"dig {ring(1)}", f"dig {ring(2)}")
    assert sitting.value("a.points") == 3
    assert sitting.value("a.coins") == 9


def test_a_line_never_closes_a_loop() -> None:
    for season in ("spring", "summer"):
        sitting = digging(season).play(*(f"dig {ring(number)}" for number in range(5)))
        assert sitting.refused(f"dig {ring(5)}") == ["closes_a_loop"]


def test_in_spring_the_line_does_not_branch() -> None:
    sitting = digging("spring").play(f"dig {ring(0)}", f"dig {ring(1)}")
    assert sitting.refused(f"dig {side(RING[0], RING[1])}") == ["no_branch_here"]


def test_in_summer_it_branches_once() -> None:
    sitting = digging("summer").play(f"dig {ring(0)}", f"dig {ring(1)}", f"dig {ring(2)}")
    sitting.play(f"dig {side(RING[0], RING[1])}")
    assert sitting.refused(f"dig {side(RING[1], RING[2])}") == ["no_branch_here"]
    assert sitting.value("branched") is True
    # Both arms grow on.
    assert sitting.refused(f"dig {ring(3)}") == []
    assert sitting.refused(f"dig {side(RING[0], (0, 1))}") == []


def test_no_part_lies_along_the_river_or_on_the_outline() -> None:
    sitting = digging("spring")
    assert sitting.refused(f"dig {side((0, 0), (1, -1))}") == ["under_the_river"]
    assert sitting.refused("dig q0_rm2__north_west")[0] == "on_the_outline"


def test_who_reaches_the_river_sinks_the_shaft_to_the_other_bank() -> None:
    sitting = digging("spring").play(f"a: dig {side((0, -1), (0, 0))}")
    assert (sitting.asked, sitting.by) == ("crossing", "a")
    ways = [f"sink {side((0, -1), (1, -1))}", f"sink {side((0, 0), (1, -1))}"]
    assert [sitting.refused(way) for way in ways] == [[], []]
    assert sitting.refused(f"sink {side((0, -1), (0, 0))}") == ["leads_nowhere"]
    sitting.play(ways[1])
    # The shaft is free and gives nothing; the line goes on beyond it, and from its other end.
    assert (sitting.value("a.points"), sitting.value("a.coins")) == (1, 11)
    assert sitting.refused(f"dig {side((1, -1), (1, 0))}") == []
    assert sitting.refused(f"dig {ring(5)}") == []
    assert sitting.refused(f"dig {side((1, -2), (1, -1))}") == ["off_the_line"]


def test_with_the_shaft_sunk_a_further_end_at_the_river_is_closed() -> None:
    sitting = digging("spring").play(f"dig {side((0, -1), (0, 0))}", f"sink {side((0, 0), (1, -1))}")
    sitting.play(f"dig {ring(5)}", f"dig {side((0, -1), (-1, -1))}", f"dig {side((0, -1), (0, -2))}")
    assert sitting.asked == "works"
    assert sitting.refused(f"dig {side((0, -2), (1, -2))}") == ["under_the_river"]


@pytest.mark.parametrize("far", [0, 1])
def test_the_shaft_joins_the_banks_for_loops_too(far: int) -> None:
    """The line cannot come back to the side under which the shaft lies."""
    sitting = digging("spring").play(f"dig {side((0, -1), (0, 0))}", f"sink {side((0, 0), (1, -1))}")
    wet = (side((0, 0), (1, -1)), side((0, -1), (1, -1)))[far]
    assert "under_the_river" in sitting.refused(f"dig {wet}")
