"""Maps: places apart, names beside them, costs on their lines, everything inside, and the same every time."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest
from rulebooks import book_source_of, spoken_book

from reguli.publish.document.line import Line, Run
from reguli.publish.document.tree import Board, Round
from reguli.publish.document.walk import every
from reguli.publish.pictures.boards import draw_board, draw_round
from reguli.publish.pictures.maps import APART, SIDES, BoardPicture, Joint, Spot, arranged
from reguli.publish.pictures.marks import COLOURS, SHAPES, sign_of

MAPS = ("germany", "usa")


def picture_of(board: str) -> BoardPicture:
    """The pictures are made when the first test asks: a run that tests something else need not wait for them."""
    return dict(zip(MAPS, (picture for _, picture in book_source_of("power_grid").material.boards), strict=True))[board]


def _map(*spots: tuple[int, int], joints: tuple[Joint, ...] = ()) -> BoardPicture:
    placed = tuple(Spot(f"s{at}", f"Spot {at}", 0, x, y) for at, (x, y) in enumerate(spots))
    return BoardPicture("map", "spot", 30, 1000, 600, placed, joints)


def _box(spot: Spot) -> tuple[float, float, float, float]:
    wide = 8 * len(spot.name)
    left = spot.x + spot.right - {"start": 0, "middle": wide / 2, "end": wide}[spot.anchor]
    return left, spot.y + spot.down - 12, left + wide, spot.y + spot.down + 3


def test_places_that_lie_together_are_pushed_apart() -> None:
    made = arranged(_map((500, 300), (500, 300), (510, 305), (900, 100)))
    far = [math.dist((a.x, a.y), (b.x, b.y)) for a in made.spots for b in made.spots if a.id < b.id]
    assert min(far) > APART - 3
    assert (made.spots[3].x, made.spots[3].y) == (900, 100)


def test_a_name_gives_way_to_a_line() -> None:
    """The best side is above; with a line there, another is taken."""
    alone = arranged(_map((500, 300))).spots[0]
    assert (alone.anchor, alone.right, alone.down) == SIDES[0]
    under = arranged(_map((500, 300), (500, 100), joints=(Joint(0, 1, None),))).spots[0]
    assert (under.anchor, under.right, under.down) != SIDES[0]


def test_a_name_at_the_edge_stays_inside() -> None:
    spot = arranged(_map((36, 300))).spots[0]
    assert _box(spot)[0] >= 0


def test_a_cost_leaves_the_middle_when_a_place_lies_there() -> None:
    free = arranged(_map((100, 300), (900, 300), joints=(Joint(0, 1, 7),))).joints[0]
    taken = arranged(_map((100, 300), (900, 300), (500, 300), joints=(Joint(0, 1, 7),))).joints[0]
    assert (free.x, free.y) == (500, 300)
    assert taken.y == 300
    assert abs(taken.x - 500) > 25


@pytest.mark.parametrize("board", MAPS)
def test_the_shipped_maps_can_be_read(board: str) -> None:
    picture = picture_of(board)
    spots = picture.spots
    far = [math.dist((a.x, a.y), (b.x, b.y)) for at, a in enumerate(spots) for b in spots[at + 1 :]]
    assert min(far) > 30
    boxes = [_box(spot) for spot in spots]
    assert all(
        left >= 0 and right <= picture.width and top >= 0 and bottom <= picture.height
        for left, top, right, bottom in boxes
    )
    costs = [(joint.x, joint.y) for joint in picture.joints if joint.cost is not None]
    assert len(costs) == len(picture.joints)
    assert min(math.dist(one, other) for at, one in enumerate(costs) for other in costs[at + 1 :]) > 12
    assert arranged(picture).joints[0].cost == picture.joints[0].cost


@pytest.mark.parametrize("board", MAPS)
def test_every_place_and_connection_is_drawn(board: str) -> None:
    picture = picture_of(board)
    title = Line((Run("A & <B>"),))
    drawn = draw_board(Board("any", title, title, picture))
    root = ET.fromstring(drawn.svg)
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {spot.name for spot in picture.spots} <= set(texts)
    assert texts.count("0") == sum(joint.cost == 0 for joint in picture.joints)
    lines = list(root.iter("{http://www.w3.org/2000/svg}line"))
    assert len(lines) == len(picture.joints)
    assert drawn.svg.startswith("<svg")
    assert "A &amp; &lt;B&gt;" in drawn.svg


def test_each_group_has_a_sign_of_its_own() -> None:
    signs = [sign_of(group) for group in range(len(SHAPES))]
    assert len({sign.letter for sign in signs}) == len({sign.path for sign in signs}) == len(COLOURS) == len(signs)
    assert sign_of(-1).letter == ""


@pytest.mark.parametrize("colour", COLOURS)
def test_white_letters_can_be_read_on_every_colour(colour: str) -> None:
    """A contrast of 4.5 to 1 at least, as WCAG asks for."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
def test_the_names_of_phases_fit_their_boxes(code: str) -> None:
    """Measured generously: no letter of these fonts is on the whole wider than this."""
    (picture,) = every(spoken_book("power_grid", code), Round)
    longest = max(len(item.name.text) for item in picture.items)
    assert draw_round(picture).width >= 100 + longest * 9
