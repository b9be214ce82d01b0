"""The board as it is drawn: places where they are, lines between them, nothing off the sheet."""

from __future__ import annotations

from typing import Any

import pytest
from seated_tables import program

from reguli.play.board_plan import HIGH, LETTER, SIDES, board_plan, place_names


def plan(name: str, *options: tuple[str, str | bool]) -> dict[str, Any]:
    found: dict[str, Any] | None = board_plan(program(name, 2, options).ruleset)
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


def test_names_step_aside_for_each_other() -> None:
    sides = place_names([(500, 500), (520, 500), (500, 700)], ["Aaaaaaaa", "Bbbbbbbb", "C"], 1000)
    assert sides[0] == sides[2] == SIDES[0]
    assert sides[1] != SIDES[0]


def test_names_stay_on_the_sheet() -> None:
    ((anchor, _, _),) = place_names([(995, 500)], ["A long name"], 1000)
    assert anchor == "end"


def test_names_stay_below_the_upper_edge() -> None:
    ((anchor, _, down),) = place_names([(500, 14)], ["A long name"], 1000)
    assert (anchor, 14 + down > 16) == ("start", True)


def test_names_step_aside_for_lines() -> None:
    """A line from the place upwards: the name leaves its best side, and the line does not meet it."""
    ((_, right, _),) = place_names([(500, 500)], ["A name"], 1000, 0, [((500, 500), (500, 100))])
    assert abs(right) > 0


def test_no_railway_runs_through_a_name() -> None:
    board = plan("nucleum")
    places = [(point["x"], point["y"]) for point in board["points"]]
    for point in board["points"]:
        long = len(point["name"]) * LETTER
        left = point["x"] + point["right"] - {"start": 0, "middle": long / 2, "end": long}[point["anchor"]]
        base = point["y"] + point["down"]
        assert base >= HIGH
        for line in board["lines"]:
            (ax, ay), (bx, by) = places[line["from"]], places[line["to"]]
            along = [(ax + (bx - ax) * part / 200, ay + (by - ay) * part / 200) for part in range(201)]
            assert not any(left < x < left + long and base - HIGH / 2 < y < base for x, y in along), point["name"]
