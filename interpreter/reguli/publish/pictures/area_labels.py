"""Where the name of each area of a map stands: on free ground of its own, in large letters, with no line through it, near the middle.

A grid of points is laid over the area. In each size of letters, the name is tried at every point; where it lies over nothing that must be read, and
wholly in its area, it may stand. Lines through it, distance and small letters are bad, and the least bad place wins. A name that has none on land may reach into the sea.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from reguli.publish.pictures.box_geometry import Box, Point, hull, overlapped
from reguli.publish.pictures.label_placement import ABOVE, AIR, ROW, Ground, Label, width_of
from reguli.publish.pictures.land_areas import Land

SIZES: Final = (18.0, 20.0, 23.0, 26.0)
"""How high letters may be, from the smallest."""
BOLD: Final = 1.13
"""How much wider bold letters are."""
GRID: Final = 11.0
"""How far apart the points of the grid are."""
EDGE: Final = 160.0
"""So far beyond its posts the name of an area may reach."""
CROSSED, AWAY, SMALLER = 2.0, 1 / 12, 8.0
"""How bad it is that a line runs through a name, by its length; to be away from the middle of the area, by the distance; each size less."""
ROOM: Final = 5.0
"""A name stays so far away from borders and coasts."""
SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def area_names(land: Land, ground: Ground, taken: Sequence[Box], names: Sequence[str]) -> list[Label | None]:
    """Give where the name of each group stands in its area; None where there is no room."""
    found: list[Label | None] = []
    for group, name in enumerate(names):
        there = [*taken, *(label.box for label in found if label is not None)]
        found.append(_area_name(land, ground, there, group, name))
    return found


def _area_name(land: Land, ground: Ground, taken: Sequence[Box], group: int, name: str) -> Label | None:
    offered = sorted(_offered(land, ground, taken, group, name), key=lambda label: label.bad)
    for holds in (land.is_of, land.nearest_is):
        for label in offered:
            if all(holds(group, *at) for at in _points_of(label.box)):
                return label
    return None


def _offered(land: Land, ground: Ground, taken: Sequence[Box], group: int, name: str) -> Iterator[Label]:
    """Give where a name lies over nothing that must be read; where small letters have no room, larger ones are not tried."""
    own = [(x, y) for x, y, of in land.posts if of == group]
    if not own:
        return
    left, top, right, bottom = hull([(x, y, x, y) for x, y in own])
    middle = (sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
    columns, rows = (range(-3, int((high - low) / GRID) + 4) for low, high in ((left, right), (top, bottom)))
    round_all = (left - EDGE, top - EDGE, right + EDGE, bottom + EDGE)
    near = ground.near(round_all)
    widths = [width_of(name, size) * BOLD for size in SIZES]
    for x, y in ((left + column * GRID, top + row * GRID) for column in columns for row in rows):
        for smaller, (size, wide) in enumerate(zip(SIZES, widths, strict=True)):
            high = size * ROW
            box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            if overlapped(box, taken, AIR) or near.faults(box):
                break
            bad = math.dist((x, y), middle) * AWAY + near.crossed(box) * CROSSED - smaller * SMALLER
            yield Label((name,), x, box[1] + size * ABOVE, "middle", size, box, bad)


def _points_of(box: Box) -> Iterator[Point]:
    """Give points along the upper and lower edge, a little outside."""
    for share in SHARES:
        x = box[0] - ROOM + (box[2] - box[0] + 2 * ROOM) * share
        yield from ((x, box[1] - ROOM), (x, box[3] + ROOM))
