"""Shapes turned and turned over, against pictures that are turned as pictures, and against angles."""

from __future__ import annotations

from itertools import product
from math import cos, pi, sin, sqrt

import pytest

from reguli.model.grids import (
    HEXAGON_STEPS,
    SQUARE_STEPS,
    fits_hexagons,
    orientation_names,
    oriented_offsets,
    turned_direction,
)

PICTURES = (("xxx",), ("xx.", ".xx"), ("x..", "xxx"), ("xx", "xx"), ("xxx", ".x."), ("x",), ("x.x", "xxx", "..x"))
HONEYCOMBS = (("x x",), (" x ", "x x"), ("x x x", " x"), ("x", " x", "x"), ("x x", "   x", "    x x"))


def drawing(picture: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for y, line in enumerate(picture) for x, letter in enumerate(line) if letter == "x")


def seen(picture: list[str]) -> tuple[tuple[int, int], ...]:
    """Read a picture of squares off: steps east and north from its first letter, line by line."""
    letters = [(x, y) for y, line in enumerate(picture) for x, letter in enumerate(line) if letter == "x"]
    return tuple((x - letters[0][0], letters[0][1] - y) for x, y in letters)


@pytest.mark.parametrize(("picture", "turn", "mirrored"), [*product(PICTURES, range(4), (False, True))])
def test_squares_lie_as_their_picture_does(picture: tuple[str, ...], turn: int, mirrored: bool) -> None:
    lines = [line[::-1] if mirrored else line for line in picture]
    for _ in range(turn):
        lines = ["".join(column) for column in zip(*lines[::-1], strict=True)]
    assert oriented_offsets(drawing(picture), turn, mirrored=mirrored, hexagons=False) == seen(lines)


def spot(q: float, r: float) -> tuple[float, float]:
    """Return the middle of a hexagon on paper: east, north, a step being 1 long."""
    return q + r / 2, -r * sqrt(3) / 2


@pytest.mark.parametrize(("picture", "turn", "mirrored"), [*product(HONEYCOMBS, range(6), (False, True))])
def test_hexagons_lie_as_their_middles_do_on_paper(picture: tuple[str, ...], turn: int, mirrored: bool) -> None:
    middles = [((-x if mirrored else x) / 2, -y * sqrt(3) / 2) for x, y in drawing(picture)]
    angle = -turn * pi / 3
    turned = [(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in middles]
    turned.sort(key=lambda middle: (-round(middle[1], 6), round(middle[0], 6)))
    found = [spot(*step) for step in oriented_offsets(drawing(picture), turn, mirrored=mirrored, hexagons=True)]
    wanted = [(x - turned[0][0], y - turned[0][1]) for x, y in turned]
    assert found == [pytest.approx(middle, abs=1e-9) for middle in wanted]


@pytest.mark.parametrize(("hexagons", "turn", "mirrored"), [*product([False], range(4), (False, True)), *product([True], range(6), (False, True))])  # fmt: skip
def test_directions_turn_as_arrows_do(hexagons: bool, turn: int, mirrored: bool) -> None:
    steps = HEXAGON_STEPS if hexagons else SQUARE_STEPS
    arrows = {name: spot(*step) if hexagons else step for name, step in steps.items()}
    angle = -turn * (pi / 3 if hexagons else pi / 2)
    for name, (x, y) in arrows.items():
        east = -x if mirrored else x
        wanted = (east * cos(angle) - y * sin(angle), east * sin(angle) + y * cos(angle))
        found = turned_direction(name, turn, mirrored=mirrored, hexagons=hexagons)
        assert arrows[found] == pytest.approx(wanted, abs=1e-9)


def test_ways_round_have_names() -> None:
    assert orientation_names(4, mirror=False) == ("turn_0", "turn_1", "turn_2", "turn_3")
    assert orientation_names(6, mirror=True)[5:7] == ("turn_5", "mirror_0")


def test_a_drawing_of_squares_is_none_of_hexagons() -> None:
    assert fits_hexagons(drawing(("x x", " x")))
    assert not fits_hexagons(drawing(("xx",)))
