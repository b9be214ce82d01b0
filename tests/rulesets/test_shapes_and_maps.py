"""Boards that are drawn, cells with data, and shapes laid on them."""

from __future__ import annotations

import pytest
from toys import Sitting, loaded, place, program

QUILT = [".....", ".....", ".. ..", ".....", "....."]
SQUARES = {
    f"{'abcde'[x]}{5 - y}": (x, y) for y, line in enumerate(QUILT) for x, letter in enumerate(line) if letter == "."
}
"""The squares of the quilt by name, with where their letters stand: column a in the west, row 1 in the south."""
PATCHES = {"boot": ["xx.", ".xx"], "hook": ["x..", "xxx"], "bar": ["xxx"], "box": ["xx", "xx"]}


def sewing(state: str = "") -> Sitting:
    return place("quilts", f"players: 2\nat: {{phase: sewing, decision: turn, by: a}}\nstate: {{{state}}}\n")


def covered(patch: list[str], turns: int, square: tuple[int, int], *, mirrored: bool) -> list[str]:
    """Lay a picture with its first letter on a square; nothing where it does not fit."""
    lines = [line[::-1] if mirrored else line for line in patch]
    for _ in range(turns):
        lines = ["".join(column) for column in zip(*lines[::-1], strict=True)]
    letters = [(x, y) for y, line in enumerate(lines) for x, letter in enumerate(line) if letter == "x"]
    names = {spot: name for name, spot in SQUARES.items()}
    spots = [(square[0] + x - letters[0][0], square[1] + y - letters[0][1]) for x, y in letters]
    return [names[spot] for spot in spots] if all(spot in names for spot in spots) else []


@pytest.mark.parametrize("patch", PATCHES)
def test_placed_covers_what_the_picture_covers(patch: str) -> None:
    sitting = sewing()
    for number in range(8):
        way = f"{'mirror' if number > 3 else 'turn'}_{number % 4}"
        for name, spot in SQUARES.items():
            found = sitting.value(f"placed({patch}, {name}, {way})")
            assert found == covered(PATCHES[patch], number % 4, spot, mirrored=number > 3), (name, way)


def test_each_patch_lies_in_so_many_ways_as_look_different() -> None:
    sitting = sewing()
    ways = {"bar": 2, "boot": 4, "hook": 8, "box": 1, "tee": 4, "stub": 2, "corner": 4, "button": 1}
    assert {patch: sitting.value(f"count(ways_of({patch}))") for patch in ways} == ways


def test_directions_turn_with_what_lies() -> None:
    sitting = sewing()
    assert sitting.value("turned(north, turn_1)") == "east"
    assert sitting.value("turned(north_east, mirror_1)") == "north_east"
    assert sitting.value(
        "every way in ways_round has (every side in directions has turned_back(turned(side, way), way) = side)"
    )


def test_a_patch_is_sewn_within_the_quilt_on_free_squares_and_beside_ones_own() -> None:
    sitting = sewing()
    # The middle is cut out: a bar from b3 to d3 would lie over the hole.
    assert sitting.refused("sew bar turn_0 b3")[0] == "over_the_edge"
    assert sitting.refused("sew bar turn_0 a2") == ["begins_in_the_middle"]
    sitting.play("a: sew bar turn_1 a3", "b: rest")
    assert sitting.value("a.quilt") == ["a1", "a2", "a3"]
    assert sitting.value("a.stitches") == 2
    # First in the row are now the boot, the hook and the box.
    assert sitting.refused("sew boot turn_0 a3") == ["overlaps"]
    assert sitting.refused("sew box turn_0 d5") == ["touches_nothing"]
    assert sitting.refused("sew box turn_0 b2") == []
    assert sitting.value("lowest(row, 3)") == ["boot", "hook", "box"]


# -- a drawn map -----------------------------------------------------------------------------------------------------

VALLEY = {
    # The first line of the map, l L w r, is row 1; the last line begins furthest west, in column a.
    "b1": ("left", 1), "c1": ("left", 2), "d1": (None, 0), "e1": ("right", 4),
    "b2": ("left", 1), "c2": (None, 0), "d2": ("right", 2), "e2": ("right", 1),
    "a3": ("left", 1), "b3": (None, 0), "c3": (None, 3), "d3": ("right", 2), "e3": ("right", 1),
    "a4": ("left", 2), "b4": (None, 0), "c4": ("right", 1), "d4": ("right", 1),
}  # fmt: skip
"""Bank and sheaves of each field; the row of e1 says 4 in place of the legend's 1."""


def tilling(players: int, state: str) -> Sitting:
    return place("banks", f"players: {players}\nat: {{phase: tilling, decision: turn, by: a}}\nstate: {{{state}}}\n")


@pytest.mark.parametrize("players", [2, 3])
def test_the_map_and_its_rows_say_what_each_field_is(players: int) -> None:
    kind = program("banks", players).ruleset.kinds["field"]
    banks = ("left", "right")
    said = {
        name: (None if bank < 0 else banks[bank], sheaves)
        for name, bank, sheaves in zip(kind.elements, kind.values["bank"], kind.values["yields"], strict=True)
    }
    # The island c3 is there with three only.
    assert said == {name: value for name, value in VALLEY.items() if name != "c3" or players == 3}


def test_hexagons_touch_as_they_are_drawn() -> None:
    sitting = tilling(3, "round: 1")
    # Clockwise from the north-east: the letters round i in the third line.
    assert sitting.value("adjacent(c3)") == ["d2", "d3", "c4", "b4", "b3", "c2"]
    assert tilling(2, "round: 1").value("adjacent(c2)") == ["d1", "d2", "b3", "b2", "c1"]


def test_a_field_is_tilled_beside_ones_own_and_never_in_the_river() -> None:
    sitting = tilling(2, "round: 1, b1.owner: a")
    assert sitting.refused("till d1")[0] == "too_wet"
    assert sitting.refused("till a4") == ["too_far"]
    assert sitting.refused("till c1") == []


def test_the_ferry_crosses_one_field_of_river_to_the_other_bank() -> None:
    sitting = tilling(2, "round: 1, c1.owner: a")
    # d1 is river, and e1 lies beyond it; no single field of river lies between c1 and e3.
    assert sitting.refused("cross e3") == ["too_far"]
    sitting.play("a: cross e1")
    # 2 of c1, 4 of e1, and 2 for both banks.
    assert (sitting.value("harvest(a)"), sitting.value("a.ferry")) == (2 + 4 + 2, 0)


def test_cells_off_the_map_are_none() -> None:
    ruleset = loaded("quilts").ruleset
    assert ruleset is not None
    assert set(ruleset.kinds["square"].elements) == set(SQUARES)
    assert sewing().value("step(b3, east) is none")
