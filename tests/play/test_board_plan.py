"""The board as it is drawn: places where they are, lines between them, nothing off the sheet."""

from __future__ import annotations

from typing import Any

import pytest
from seated_tables import program

from reguli.play.board_layout import board_layout_data


def plan(name: str, *options: tuple[str, str | bool]) -> dict[str, Any]:
    found: dict[str, Any] | None = board_layout_data(program(name, 2, options).ruleset)
    assert found is not None
    return found


def place(board: dict[str, Any], name: str) -> tuple[int, int]:
    (point,) = (point for point in board["points"] if point["id"] == name)
    return point["x"], point["y"]


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "hex", "power_grid", "nucleum"])
def test_everything_is_on_the_sheet_and_nothing_on_top_of_another(name: str) -> None:
    board = plan(name)
    places = [(point["x"], point["y"]) for point in board["points"]]
    assert len(set(places)) == len(places) == len(program(name).ruleset.kinds[board["kind"]].elements)
    assert all(0 < x < board["width"] and 0 < y < board["height"] for x, y in places)
    assert board["width"] <= 1100


@pytest.mark.parametrize("side", ["germany", "usa"])
def test_a_map_has_north_above_and_a_line_for_each_connection(side: str) -> None:
    board = plan("power_grid", ("map", side))
    ruleset = program("power_grid", 2, (("map", side),)).ruleset
    assert len(board["lines"]) == len(ruleset.kinds["connection"].elements)
    names = [point["id"] for point in board["points"]]
    assert all(line["id"] == f"{names[line['from']]}__{names[line['to']]}" for line in board["lines"])
    assert all(isinstance(line["cost"], int) for line in board["lines"])


def test_places_of_a_map_lie_as_on_the_globe() -> None:
    board = plan("power_grid")
    (hamburg_x, hamburg_y), (muenchen_x, muenchen_y) = place(board, "hamburg"), place(board, "muenchen")
    assert hamburg_y < muenchen_y
    assert hamburg_x < muenchen_x
    # 53.55 to 48.14 north is 600 km; 6.78 (Duesseldorf) to 13.41 (Berlin) east is 445 km at 51.5 north.
    across = place(board, "berlin")[0] - place(board, "duesseldorf")[0]
    assert across / (muenchen_y - hamburg_y) == pytest.approx(445 / 600, rel=0.06)


def test_squares_have_row_one_below() -> None:
    board = plan("breakthrough")
    assert place(board, "a1")[0] == place(board, "a8")[0]
    assert place(board, "a1")[1] > place(board, "a8")[1]
    assert place(board, "a1")[1] == place(board, "h1")[1]
    assert place(board, "b1")[0] - place(board, "a1")[0] == pytest.approx(board["size"], abs=1)


def test_hexagons_lean_to_the_east() -> None:
    board = plan("hex")
    step = place(board, "b1")[0] - place(board, "a1")[0]
    assert place(board, "a2")[0] - place(board, "a1")[0] == pytest.approx(step / 2, abs=1)
    assert place(board, "a2")[1] - place(board, "a1")[1] == pytest.approx(step * 0.866, abs=1)


def test_a_place_has_room_for_what_its_fields_hold() -> None:
    """Three houses in a city; nothing of its own at a place of Nucleum's, whose slots are parts of the board."""
    assert (plan("power_grid")["room"], plan("nucleum")["room"]) == (3, 0)


def test_groups_are_those_that_have_a_place() -> None:
    board = plan("power_grid", ("map", "usa"))
    assert {group["id"] for group in board["groups"]} == {point["group"] for point in board["points"]}
    assert len(board["groups"]) == 6
