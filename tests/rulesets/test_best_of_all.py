"""Majorities with shared places, regions, collections used as well as can be, and the longest road."""

from __future__ import annotations

import pytest
from toys import Sitting, place


def grazed(a: str, b: str) -> Sitting:
    """All but the last sheep of each are put."""
    put = {field: player for player, fields in (("a", a), ("b", b)) for field in fields.split()}
    fields = ", ".join(f"{field}.sheep: {{{player}: 1}}" for field, player in put.items())
    return place(
        "pastures",
        f"{{players: 2, at: {{phase: grazing, decision: grazing_place, by: a}}, state: {{turns: 5, {fields}}}}}",
    )


@pytest.mark.parametrize(
    ("a", "b", "last", "points"),
    [
        # a: one herd of five, 5 and 1; b: parts of three and two, 2 and 2.
        ("a1 a2 a3 a4", "d1 d2 d3 b1", "b4 b2", (6, 4)),
        # a: parts of three and two; b: likewise. Both are first, and nobody is second.
        ("a1 a2 a3 d3", "c1 d1 b1 a4", "d4 b4", (7, 7)),
    ],
)
def test_equal_herds_share_a_place(a: str, b: str, last: str, points: tuple[int, int]) -> None:
    sitting = grazed(a, b)
    assert sitting.refused(f"graze {a[:2]}") == ["already_grazed"]
    one, other = last.split()
    sitting.play(f"a: graze {one}", f"b: graze {other}")
    assert (sitting.value("a.points"), sitting.value("b.points")) == points


def test_parts_are_told_with_their_members() -> None:
    sitting = grazed("a1 a2 c3", "b4 d4")
    assert sitting.value("parts(herd(a))") == [["a1", "a2"], ["c3"]]
    assert sitting.value("ranked(player in players by largest(player) descending)") == [["a"], ["b"]]
    assert sitting.value("ranked(player in players by largest(player) descending)[1]") == ["a"]
    assert sitting.value("ranked(player in players by largest(player) descending)[3]") == []


def picking(state: str) -> Sitting:
    return place(
        "bouquets",
        f"{{players: 2, at: {{phase: picking, decision: picking_one, by: a}}, state: {{turns: 1, {state}}}}}",
    )


@pytest.mark.parametrize(
    ("vase", "fulfilled"),
    [
        ("", 0),
        # A tall blue flower alone fulfils one of the three wishes it fits.
        ("larkspur", 1),
        # The rose is red and tall: with the poppy, the rose is free for 'tall'.
        ("rose, poppy", 2),
        # The violet fits nothing; the rose is 'tall' or 'middling', the tulip the other or 'red'.
        ("rose, tulip, violet", 2),
        ("rose, lily, larkspur, iris", 4),
    ],
)
def test_each_flower_fulfils_one_wish(vase: str, fulfilled: int) -> None:
    assert picking(f"a.vase: [{vase}]").value("fulfilled(a)") == fulfilled


def test_a_third_of_a_colour_is_refused_while_there_is_another() -> None:
    sitting = picking("a.vase: [rose, poppy], row: [tulip, lily]")
    assert sitting.refused("pick tulip") == ["enough_of"]
    assert sitting.refused("pick lily") == []
    assert picking("a.vase: [rose, poppy], row: [tulip, dahlia]").refused("pick tulip") == []


def building(state: str) -> Sitting:
    return place(
        "trails", f"{{players: 2, at: {{phase: building, decision: work, by: a}}, state: {{turns: 1, {state}}}}}"
    )


def test_a_road_goes_on_where_no_strange_tower_stands() -> None:
    """Three edges round one hex from corner to corner: a chain of three, cut by a tower of b, not by one of a."""
    empty = building("")
    ways = empty.value("edges_of(first(hexes))")
    first, second, third = ways[0], ways[1], ways[2]
    paved = ", ".join(f"{way}.paved: a" for way in (first, second, third))
    corner = empty.value(f"corners_of({first}) common corners_of({second})")[0]
    assert building(paved).value("road(a)") == 3
    assert building(f"{paved}, {corner}.tower: a").value("road(a)") == 3
    assert building(f"{paved}, {corner}.tower: b").value("road(a)") == 2
    sitting = building(f"{paved}, {corner}.tower: b")
    assert sitting.refused(f"build {corner}") == ["tower_there"]
    assert sitting.refused(f"pave {first}") == ["already_paved"]
    assert sitting.value("road(b)") == 0


def test_a_ring_is_gone_round_once() -> None:
    ways = building("").value("edges_of(first(hexes))")
    assert building(", ".join(f"{way}.paved: a" for way in ways)).value("road(a)") == 6
