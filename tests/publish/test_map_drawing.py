"""Maps: places apart, nothing over what must be read, an area for each group, everything inside, and the same every time."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
from rulebooks import book_source_of, empty_boards, spoken_book

from reguli.publish.document.book_units import split_book_into_units
from reguli.publish.document.document_realisation import pictures_of
from reguli.publish.document.document_tree import BoardDiagram, RoundDiagram, TextLine, TextRun
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.piece_layout import PLAIN
from reguli.publish.paper.book_pagination import MEASURE, WIDTH, book_page_data
from reguli.publish.paper.typst_backend import measure_template
from reguli.publish.pictures.board_pictures import draw_board, draw_round_diagram
from reguli.publish.pictures.map_marks import COLOURS, SEATS, SHAPES, TINTS, group_sign
from reguli.publish.pictures.map_model import BoardOccupancy, BoardPicture, MapEdge, MapSpot, groups_have_areas
from reguli.publish.pictures.map_renderer import draw_map
from reguli.publish.products.rulebook import write_forms
from reguli.source.diagnostic import Bag

CODES = ("en", "ro", "hu")
MAPS = ("germany", "usa")
SVG = "{http://www.w3.org/2000/svg}"
CITIES = 42
"""Of each side of the board."""


class Box(NamedTuple):
    """What is drawn somewhere, and what it is."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def picture_of(board: str) -> BoardPicture:
    """The pictures are made when the first test asks: a run that tests something else need not wait for them."""
    return dict(zip(MAPS, (picture for _, picture in book_source_of("power_grid").material.boards), strict=True))[board]


def _map(*spots: tuple[int, int], joints: tuple[MapEdge, ...] = (), groups: tuple[int, ...] = ()) -> BoardPicture:
    placed = tuple(
        MapSpot(f"s{at}", f"Spot {at}", groups[at] if groups else -1, x, y) for at, (x, y) in enumerate(spots)
    )
    return BoardPicture("map", "spot", 30, 1000, 600, placed, joints, tuple(f"g{at}" for at in sorted(set(groups))))


def drawing(name: str, code: str) -> Iterator[ET.Element]:
    """Yield the maps of a book as they are printed."""
    for board in empty_boards(name, code):
        yield ET.fromstring(draw_board(board).svg)


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in node.get("class", "").split()]


def written(node: ET.Element, rows: list[ET.Element], anchor: str, size: float) -> Box:
    """Return the box of a text, measured by hand: letters are half as wide as high on the whole, capitals wider, those of one stroke narrower."""
    texts = [row.text or "" for row in rows]
    wide = max(sum(0.62 if one.isupper() else 0.28 if one in "ijlt" else 0.52 for one in text) for text in texts) * size
    x, y = float(rows[0].get("x", "0")), float(rows[0].get("y", "0"))
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    bottom = float(rows[-1].get("y", "0")) + 0.12 * size
    return Box(" ".join(texts), left, y - 0.72 * size, left + wide, bottom)


def texts_of(root: ET.Element) -> list[Box]:
    """Return costs by the boxes in which they stand, names of places, names of areas."""
    found = []
    for cost in of_class(root, "cost"):
        (box,) = cost.iter(f"{SVG}rect")
        left, top, width, height = (float(box.get(one, "0")) for one in ("x", "y", "width", "height"))
        found.append(Box(f"cost {''.join(cost.itertext()).strip()}", left, top, left + width, top + height))
    layer = [node for node in root.iter(f"{SVG}g") if node.get("font-size") and node.get("stroke") is None][-1]
    size = float(layer.get("font-size", "0"))
    found += [written(name, list(name), name.get("text-anchor", ""), size) for name in layer.iter(f"{SVG}text")]
    found += [written(one, [one], "middle", float(one.get("font-size", "0"))) for one in of_class(root, "called")]
    return found


def signs_of(root: ET.Element) -> list[tuple[float, float, float]]:
    return [tuple(float(one.get(key, "0")) for key in ("cx", "cy", "r")) for one in of_class(root, "sign")]  # type: ignore[misc]


def ends_of(root: ET.Element) -> Iterator[tuple[float, float]]:
    """Yield the ends of lines, where they meet signs, and the points three units further in."""
    for way in of_class(root, "way"):
        numbers = [float(number) for number in re.findall(r"-?\d+", next(way.iter(f"{SVG}path")).get("d", ""))]
        for ax, ay, bx, by in (numbers, [*numbers[2:], *numbers[:2]]):
            share = 3 / math.dist((ax, ay), (bx, by))
            yield from ((ax, ay), (ax + (bx - ax) * share, ay + (by - ay) * share))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ["power_grid", "nucleum"])
def test_nothing_lies_over_what_must_be_read(name: str, code: str) -> None:
    """In the dense corners, too: Duisburg, Essen and Düsseldorf; Detroit, Cincinnati and Pittsburgh. Sizes are all in units of the picture, on paper and on a screen."""
    for root in drawing(name, code):
        texts, signs = texts_of(root), signs_of(root)
        assert [f"{one.what} | {other.what}" for one, other in combinations(texts, 2) if one.over(other)] == []
        assert [
            text.what
            for text in texts
            for x, y, reach in signs
            if math.dist((x, y), (min(max(x, text.left), text.right), min(max(y, text.top), text.bottom))) < reach
        ] == []
        assert [
            text.what
            for text in texts
            for x, y in ends_of(root)
            if text.left < x < text.right and text.top < y < text.bottom
        ] == []


@pytest.mark.parametrize("name", ["power_grid", "nucleum"])
def test_everything_is_inside_and_printing_finds_nothing(name: str) -> None:
    for board in find_blocks(spoken_book(name, "en"), BoardDiagram):
        drawn = draw_board(board)
        assert drawn.faults == ()
        left, top, width, height = map(float, ET.fromstring(drawn.svg).get("viewBox", "").split())
        for text in texts_of(ET.fromstring(drawn.svg)):
            assert left <= text.left
            assert text.right <= left + width
            assert top <= text.top
            assert text.bottom <= top + height


@pytest.mark.parametrize("board", MAPS)
def test_no_cost_stands_off_its_line_and_none_is_missing(board: str) -> None:
    picture = picture_of(board)
    drawn = draw_map(picture)
    assert len(drawn.ways) == len(picture.joints)
    for way, joint in zip(drawn.ways, picture.joints, strict=True):
        assert way.cost is not None
        assert way.cost.rows == (str(joint.cost),)
        middle = ((way.cost.box[0] + way.cost.box[2]) / 2, (way.cost.box[1] + way.cost.box[3]) / 2)
        assert math.dist(way.start, middle) + math.dist(middle, way.end) == pytest.approx(math.dist(way.start, way.end))


@pytest.mark.parametrize("board", MAPS)
def test_places_keep_their_neighbourhoods(board: str) -> None:
    """Whatever is pushed: what lies well to the west or north of something still does."""
    picture = picture_of(board)
    drawn = draw_map(picture)
    for (one, a), (other, b) in combinations(zip(picture.spots, drawn.signs, strict=True), 2):
        if abs(one.x - other.x) > 200:
            assert (one.x < other.x) == (a.x < b.x), (one.name, other.name)
        if abs(one.y - other.y) > 200:
            assert (one.y < other.y) == (a.y < b.y), (one.name, other.name)


@pytest.mark.parametrize("code", CODES)
def test_every_region_is_an_area_with_its_name_and_a_place_for_each_house(code: str) -> None:
    """Six regions of seven cities, three houses at most in each."""
    for root, board in zip(drawing("power_grid", code), empty_boards("power_grid", code), strict=True):
        areas, names = of_class(root, "area"), of_class(root, "called")
        assert len(areas) == len({area.get("fill") for area in areas}) == 6
        assert [name.text for name in names] == [f"{one.text[:1].upper()}{one.text[1:]}" for one in board.groups]
        assert len(of_class(root, "spot")) == CITIES
        assert {len(of_class(spot, "hole")) for spot in of_class(root, "spot")} == {3}


@pytest.mark.parametrize("board", MAPS)
def test_places_lie_in_the_area_of_their_group(board: str) -> None:
    picture = picture_of(board)
    drawn = draw_map(picture)
    assert groups_have_areas(picture)
    for spot, sign in zip(picture.spots, drawn.signs, strict=True):
        assert drawn.land.is_of(spot.group, sign.x, sign.y)
    for group, label in enumerate(drawn.groups):
        assert label is not None
        left, top, right, bottom = label.box
        assert drawn.land.nearest_is(group, (left + right) / 2, (top + bottom) / 2)


def test_groups_that_lie_scattered_have_signs_instead_of_areas() -> None:
    joints = (MapEdge(0, 1, None), MapEdge(1, 2, None))
    together = _map((100, 100), (300, 100), (500, 100), joints=joints, groups=(0, 0, 1))
    scattered = _map((100, 100), (300, 100), (500, 100), joints=joints, groups=(0, 1, 0))
    assert groups_have_areas(together)
    assert not groups_have_areas(scattered)
    assert [len(draw_map(one).groups) for one in (together, scattered)] == [2, 0]


def test_what_is_not_in_play_is_grey_and_pieces_stand_in_their_places() -> None:
    (board, _) = empty_boards("power_grid", "en")
    spots = board.picture.spots
    here = next(at for at, spot in enumerate(spots) if spot.group == 1)
    svg = draw_board(replace(board, standing=BoardOccupancy({here: (0, 3)}, frozenset({0})))).svg
    root = ET.fromstring(svg)
    aside = [int(node.get("data-at", "")) for node in of_class(root, "spot") if "aside" in node.get("class", "")]
    assert aside == [at for at, spot in enumerate(spots) if spot.group == 0]
    assert [area.get("data-group") for area in of_class(root, "area") if "aside" in area.get("class", "")] == ["0"]
    (spot,) = (node for node in of_class(root, "spot") if node.get("data-at") == str(here))
    assert [node.text for node in spot.iter(f"{SVG}text")] == ["1", "4"]
    assert {colour for _, colour in (SEATS[0], SEATS[3])} <= {node.get("fill") for node in spot.iter(f"{SVG}path")}


def test_places_that_lie_together_are_pushed_apart_and_others_stay() -> None:
    signs = draw_map(_map((500, 300), (500, 300), (510, 305), (700, 100))).signs
    assert all(math.dist((a.x, a.y), (b.x, b.y)) > a.reach + b.reach + 20 for a, b in combinations(signs, 2))
    assert (signs[3].x, signs[3].y) == (700, 100)


def test_a_line_keeps_away_from_a_place_that_it_does_not_join() -> None:
    drawn = draw_map(_map((100, 300), (900, 300), (500, 300), joints=(MapEdge(0, 1, 7),)))
    (ax, ay), (bx, by) = drawn.ways[0].start, drawn.ways[0].end
    place = drawn.signs[2]
    off = abs((bx - ax) * (place.y - ay) - (by - ay) * (place.x - ax)) / math.dist((ax, ay), (bx, by))
    assert off > place.reach + 10


def test_a_name_gives_way_to_a_line() -> None:
    """The best side is above; with a line there, another is taken."""
    alone = draw_map(_map((500, 300))).names[0]
    under = draw_map(_map((500, 300), (500, 100), joints=(MapEdge(0, 1, None),))).names[0]
    assert alone.box[3] < 300 < under.box[3]


@pytest.mark.night
def test_printing_says_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An area whose name is broader than the map; fifty places at one point, which grow into a map too large for a page."""
    long = "A name that never ends " * 9
    joints = (MapEdge(0, 1, None),)
    area = replace(_map((100, 100), (300, 100), joints=joints, groups=(0, 1)), groups=(long, "B"))
    heap = _map(*[(500, 300)] * 50, joints=tuple(MapEdge(one, other, 10) for one, other in combinations(range(12), 2)))
    title = TextLine((TextRun("any"),))
    pictures = {
        name: draw_board(BoardDiagram(name, title, title, one)) for name, one in (("area", area), ("heap", heap))
    }
    assert pictures["area"].faults == (long,)
    assert pictures["heap"].faults == ()
    monkeypatch.setattr("reguli.publish.products.rulebook.pictures_of", lambda *_: pictures)
    bag, source = Bag(), book_source_of("tic_tac_toe")
    said = spoken_book("tic_tac_toe", "en")
    write_forms("book", said, [], tmp_path, str, source=source, bag=bag, look=PLAIN)
    assert [one.code for one in bag] == ["W408", "W408"]


def test_letters_of_a_map_stay_readable_however_small_a_page_would_have_it() -> None:
    """Told to print every picture at a tenth of its size: letters are 6 points high all the same."""
    book = spoken_book("power_grid", "en")
    pictures = pictures_of(book, PLAIN)
    units = [
        {**one.unit.drawn, "scale": 0.1, "width": "wide"}
        for one in split_book_into_units(book, pictures)
        if one.unit.drawn["kind"] == "picture" and one.unit.drawn["least"]
    ]
    assert len(units) >= 2
    data = {**book_page_data(book, pictures, PLAIN), "units": units}
    for unit, size in zip(units, measure_template(MEASURE, data, PLAIN)[0], strict=True):
        _, _, width, height = map(float, ET.fromstring(unit["svg"]).get("viewBox", "").split())
        letters = max(float(one.get("font-size", "0")) for one in ET.fromstring(unit["svg"]).iter(f"{SVG}g"))
        assert size["height"] > height * 6 / letters
        assert width * 6 / letters < WIDTH


def test_the_same_map_is_the_same_bytes() -> None:
    """Whatever order sets have in a process."""
    script = (
        "from reguli.publish.pictures.map_renderer import draw_map;"
        "from reguli.publish.pictures.map_model import read_map_model; from reguli.play.board_layout import board_layout_data;"
        "from reguli.pipeline import LoadedRuleset; print(draw_map(read_map_model(board_layout_data(LoadedRuleset('power_grid').ruleset))))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


@pytest.mark.parametrize("board", MAPS)
def test_every_place_and_connection_is_drawn(board: str) -> None:
    picture = picture_of(board)
    title = TextLine((TextRun("A & <B>"),))
    drawn = draw_board(BoardDiagram("any", title, title, picture))
    root = ET.fromstring(drawn.svg)
    names = {" ".join(row.text or "" for row in node) for node in of_class(root, "name")}
    assert names == {spot.name for spot in picture.spots}
    assert len(of_class(root, "way")) == len(of_class(root, "cost")) == len(picture.joints)
    assert drawn.svg.startswith("<svg")
    assert "A &amp; &lt;B&gt;" in drawn.svg


def test_each_group_has_a_sign_of_its_own() -> None:
    signs = [group_sign(group) for group in range(len(SHAPES))]
    assert len({sign.letter for sign in signs}) == len({sign.path for sign in signs}) == len(COLOURS) == len(signs)
    assert group_sign(-1).letter == ""


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG reckons it."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(lights) / min(lights)


@pytest.mark.parametrize("colour", COLOURS)
def test_white_letters_can_be_read_on_every_colour(colour: str) -> None:
    """A contrast of 4.5 to 1 at least, as WCAG asks for."""
    assert contrast(colour, "#ffffff") >= 4.5


@pytest.mark.parametrize(("colour", "tint"), list(zip(COLOURS, TINTS, strict=True)))
def test_names_of_areas_can_be_read_on_their_ground(colour: str, tint: str) -> None:
    """As WCAG asks for of large or bold letters, and more."""
    assert contrast(colour, tint) >= 3.5


@pytest.mark.parametrize("code", CODES)
def test_the_names_of_phases_fit_their_boxes(code: str) -> None:
    """Measured generously: no letter of these fonts is on the whole wider than this."""
    (picture,) = find_blocks(spoken_book("power_grid", code), RoundDiagram)
    longest = max(len(item.name.text) for item in picture.items)
    assert draw_round_diagram(picture).width >= 100 + longest * 9
