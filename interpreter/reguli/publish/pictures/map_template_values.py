"""Template data of a drawn map: paths, colours, whole numbers; and the pieces on it in a position.

A position (``BoardOccupancy``) has pieces of seats at places, which fill the holes of a sign in their order, and groups that are not in play: their areas, places and lines are
grey. A page that plays writes the map without one, and its script does the same step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Final

from reguli.publish.pictures.map_marks import COLOURS, RADIUS, TINTS, group_sign, seat_mark
from reguli.publish.pictures.map_model import NAME, NOTHING, ROW, BoardOccupancy, BoardPicture, PlacedLabel, Point
from reguli.publish.pictures.map_renderer import HOLE, DrawnMap

WATER: Final = "#dcebf2"
LAND: Final = "#f0ead9"
QUIET: Final = "#dfe2e3"
"""The ground of what is not in play."""
RIM: Final = "#414b50"
"""The rim of a sign whose group has no colour of its own on the map."""


def map_template_data(
    drawn: DrawnMap, picture: BoardPicture, standing: BoardOccupancy = NOTHING, titles: Sequence[str] = ()
) -> Mapping[str, object]:
    """Return the data for the template of a map; ``titles`` are the tooltips of the places."""
    left, top, width, height = drawn.box
    places, lines = _numbers(picture)
    spots = _spots(drawn, picture, places, standing)
    return {
        "left": left,
        "top": top,
        "width": width,
        "height": height,
        "ground": LAND,
        "water": WATER,
        "quiet": QUIET,
        "hole": HOLE,
        "name": NAME,
        "areas": list(_areas(drawn, standing)) if drawn.groups else [],
        "borders": "".join(f"M{_at(a)}L{_at(b)}" for a, b in drawn.land.borders),
        "sea": f"M{left - 20} {top - 20}h{width + 40}v{height + 40}h-{width + 40}z{_rounded(drawn.land.coast)}",
        "called": [
            {**_text(label), "group": group, "colour": COLOURS[group % len(COLOURS)], "aside": group in standing.aside}
            for group, label in enumerate(drawn.groups)
            if label is not None
        ],
        "ways": list(_ways(drawn, picture, lines, standing)),
        "spots": [{**spot, "title": title} for spot, title in zip(spots, titles or [""] * len(places), strict=True)],
    }


def _areas(drawn: DrawnMap, standing: BoardOccupancy) -> Iterator[Mapping[str, object]]:
    for group, loops in enumerate(drawn.land.areas):
        yield {
            "group": group,
            "path": "".join(_outline(loop) for loop in loops),
            "tint": TINTS[group % len(TINTS)],
            "aside": group in standing.aside,
        }


def _ways(
    drawn: DrawnMap, picture: BoardPicture, numbers: Sequence[Sequence[int]], standing: BoardOccupancy
) -> Iterator[Mapping[str, object]]:
    """Yield the lines; a line is out of play if one of its ends is."""
    for way, joint, own in zip(drawn.ways, picture.joints, numbers, strict=True):
        yield {
            "ends": f"{joint.first} {joint.second}",
            "path": f"M{_at(way.start)}L{_at(way.end)}",
            "cost": None if way.cost is None else {**_text(way.cost), **_box(way.cost)},
            "spaces": [{**_point(at), "number": number} for at, number in zip(way.spaces, own, strict=True)],
            "aside": any(picture.spots[end].group in standing.aside for end in (joint.first, joint.second)),
        }


def _spots(
    drawn: DrawnMap, picture: BoardPicture, numbers: Sequence[Sequence[int]], standing: BoardOccupancy
) -> Iterator[Mapping[str, object]]:
    for at, (sign, spot, label) in enumerate(zip(drawn.signs, picture.spots, drawn.names, strict=True)):
        yield {
            **_point((sign.x, sign.y)),
            "reach": round(sign.reach, 1),
            "colour": COLOURS[spot.group % len(COLOURS)] if drawn.groups else RIM,
            "sign": None if drawn.groups or spot.group < 0 else group_sign(spot.group),
            "holes": list(_holes(sign.holes, numbers[at], standing.pieces.get(at, ()))),
            "aside": spot.group in standing.aside,
            "anchor": label.anchor,
            "rows": [
                {"x": round(label.x), "y": round(label.y + row * label.size * ROW), "text": text}
                for row, text in enumerate(label.rows)
            ],
        }


def _numbers(picture: BoardPicture) -> tuple[list[list[int]], list[list[int]]]:
    """Return the numbers of a board's parts, in the order of its plan: those of each place, then those of each line."""
    numbers = count()
    places = [list(islice(numbers, spot.parts)) for spot in picture.spots]
    return places, [list(islice(numbers, joint.spaces)) for joint in picture.joints]


def _holes(holes: Sequence[Point], parts: Sequence[int], seats: Sequence[int]) -> Iterator[Mapping[str, object]]:
    """Yield the holes of a sign with their pieces, the place's own holes before those of its parts."""
    own = len(holes) - len(parts)
    for number, hole in enumerate(holes):
        piece = None if number >= len(seats) else piece_template_data(seats[number], HOLE)
        yield {**_point(hole), "number": None if number < own else parts[number - own], "piece": piece}


def piece_template_data(seat: int, reach: float) -> Mapping[str, object]:
    """Return the template data of a seat's piece with a given radius."""
    mark = seat_mark(seat)
    return {"path": mark.path, "colour": mark.colour, "letter": mark.letter, "scale": round(reach / RADIUS, 3)}


def _text(label: PlacedLabel) -> dict[str, object]:
    return {**_point((label.x, label.y)), "size": label.size, "text": " ".join(label.rows)}


def _box(label: PlacedLabel) -> dict[str, object]:
    left, top, right, bottom = label.box
    return {"left": round(left), "top": round(top), "width": round(right - left), "height": round(bottom - top)}


def _point(at: Point) -> dict[str, float]:
    return {"x": round(at[0], 1), "y": round(at[1], 1)}


def _at(point: Point) -> str:
    return f"{round(point[0])} {round(point[1])}"


def _outline(points: Sequence[Point]) -> str:
    return f"M{'L'.join(map(_at, points))}z"


def _rounded(points: Sequence[Point]) -> str:
    """Return a closed path that is curved at its points instead of angular."""
    middles = [
        ((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
    ]
    bends = (f"Q{_at(point)} {_at(middle)}" for point, middle in zip(points, middles, strict=True))
    return f"M{_at(middles[-1])}{''.join(bends)}z"
