"""Boards as something to be drawn, and where the signs, names and costs of a map lie, so that they cover each other as little as can be.

Places that lie too close are pushed apart first. Then each cost finds its place along its line, and each name its side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from reguli.source.kept import Kept, kept

APART: Final = 46.0
"""How far two places are apart at least, if pushing can manage."""
PUSHES: Final = 60
REACH: Final = 15
"""How far a sign reaches from its middle."""
COST_WIDE, COST_HIGH = 24, 17
LETTER: Final = 8.2
"""Width of a letter of a name, on the whole."""
HIGH: Final = 15
MARGIN: Final = 6
ALONG: Final = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.27, 0.73)
"""Where on its line a cost may stand, the best first."""
SIDES: Final[tuple[tuple[Literal["start", "middle", "end"], int, int], ...]] = (
    ("middle", 0, -19), ("middle", 0, 30), ("start", 18, 5), ("end", -18, 5),
    ("start", 13, -13), ("end", -13, -13), ("start", 13, 24), ("end", -13, 24),
)  # fmt: skip
"""Where a name may stand round its place, the best first: how it is anchored, and how far its base line is moved."""
ON_SIGN, ON_COST, ON_NAME, ON_LINE, SIDE = 6.0, 4.0, 5.0, 1.2, 4.0
"""How bad it is to cover a sign, a cost, a name (by area), to lie on a line (by length), to stand on a worse side."""
OUTSIDE: Final = 1e6

Box = tuple[float, float, float, float]
Point = tuple[float, float]


@kept
class Spot(Kept):
    """A place of the board: where it lies, its name and where that is written, the number of its group (-1 for none)."""

    id: str
    name: str
    group: int
    x: int
    y: int
    anchor: Literal["start", "middle", "end"] = "middle"
    right: int = 0
    down: int = 0


@kept
class Joint(Kept):
    """A line between two places, by their numbers, what it costs, and where that is written."""

    first: int
    second: int
    cost: int | None
    x: int = 0
    y: int = 0


@kept
class BoardPicture(Kept):
    """A board: its form, the kinds it shows, how large it and its cells are, what is on it; lengths are thousandths of its width."""

    form: Literal["map", "square", "hexagon"]
    places: str
    size: int
    width: int
    height: int
    spots: tuple[Spot, ...]
    joints: tuple[Joint, ...]


def arranged(picture: BoardPicture) -> BoardPicture:
    """Give a map with its places apart, its names on their sides and its costs on their lines; another board as it is."""
    if picture.form != "map":
        return picture
    points = _apart([(float(spot.x), float(spot.y)) for spot in picture.spots], picture)
    spots = [replace(spot, x=round(x), y=round(y)) for spot, (x, y) in zip(picture.spots, points, strict=True)]
    signs = [_around(spot) for spot in spots]
    joints = tuple(_costs(picture, spots, signs))
    costs = [_cost_box(joint.x, joint.y) for joint in joints if joint.cost is not None]
    return replace(picture, spots=tuple(_named(picture, spots, signs, costs)), joints=joints)


def _apart(points: list[Point], picture: BoardPicture) -> list[Point]:
    """Push places that lie too close away from one another, each by half, inside the picture."""
    edge = MARGIN + 2 * REACH
    for _ in range(PUSHES):
        moved = False
        for one in range(len(points)):
            for other in range(one + 1, len(points)):
                (ax, ay), (bx, by) = points[one], points[other]
                far = math.hypot(bx - ax, by - ay)
                if far >= APART:
                    continue
                moved = True
                right, down = ((bx - ax) / far, (by - ay) / far) if far else (1.0, 0.0)
                push = (APART - far) / 2
                points[one] = _inside(ax - right * push, ay - down * push, edge, picture)
                points[other] = _inside(bx + right * push, by + down * push, edge, picture)
        if not moved:
            break
    return points


def _inside(x: float, y: float, edge: int, picture: BoardPicture) -> Point:
    return min(max(x, edge), picture.width - edge), min(max(y, edge), picture.height - edge)


def _around(spot: Spot) -> Box:
    return spot.x - REACH, spot.y - REACH, spot.x + REACH, spot.y + REACH


def _cost_box(x: float, y: float) -> Box:
    return x - COST_WIDE / 2, y - COST_HIGH / 2, x + COST_WIDE / 2, y + COST_HIGH / 2


def _costs(picture: BoardPicture, spots: Sequence[Spot], signs: Sequence[Box]) -> Iterator[Joint]:
    """Place the cost of each line, in their order."""
    taken: list[Box] = []
    lines = _lines(picture, spots)
    for at, joint in enumerate(picture.joints):
        if joint.cost is None:
            yield joint
            continue
        (ax, ay), (bx, by) = lines[at]
        places = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in ALONG]
        others = [line for number, line in enumerate(lines) if number != at]

        def badness(place: Point, others: Sequence[tuple[Point, Point]] = others) -> float:
            box = _cost_box(*place)
            return _covered(box, signs) * ON_SIGN + _covered(box, taken) * ON_NAME + _crossed(box, others) * ON_LINE

        x, y = min(places, key=badness)
        taken.append(_cost_box(x, y))
        yield replace(joint, x=round(x), y=round(y))


def _named(picture: BoardPicture, spots: Sequence[Spot], signs: Sequence[Box], costs: Sequence[Box]) -> list[Spot]:
    """Choose the side of each name, in two rounds, so that early names can make way for later ones."""
    lines = _lines(picture, spots)
    chosen = [0] * len(spots)
    for round_of_choice in range(2):
        for at, spot in enumerate(spots):
            known = range(len(spots)) if round_of_choice else range(at)
            others = [_name_box(spots[other], chosen[other]) for other in known if other != at]
            badness = []
            for side in range(len(SIDES)):
                box = _name_box(spot, side)
                bad = _covered(box, signs) * ON_SIGN + _covered(box, costs) * ON_COST + _covered(box, others) * ON_NAME
                badness.append(bad + _crossed(box, lines) * ON_LINE + side * SIDE + _outside(box, picture))
            chosen[at] = badness.index(min(badness))
    found = []
    for spot, side in zip(spots, chosen, strict=True):
        anchor, right, down = SIDES[side]
        found.append(replace(spot, anchor=anchor, right=right, down=down))
    return found


def _lines(picture: BoardPicture, spots: Sequence[Spot]) -> list[tuple[Point, Point]]:
    return [
        ((spots[joint.first].x, spots[joint.first].y), (spots[joint.second].x, spots[joint.second].y))
        for joint in picture.joints
    ]


def _name_box(spot: Spot, side: int) -> Box:
    anchor, right, down = SIDES[side]
    wide = len(spot.name) * LETTER
    left = spot.x + right - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return left, spot.y + down - HIGH + 3, left + wide, spot.y + down + 3


def _covered(box: Box, others: Iterable[Box]) -> float:
    """Give the area of a box that others cover."""
    return sum(
        max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
        * max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
        for other in others
    )


def _crossed(box: Box, lines: Iterable[tuple[Point, Point]]) -> float:
    """Give the length of the lines inside a box, in tenths of their pieces."""
    return sum(_inside_length(box, line) for line in lines)


def _inside_length(box: Box, line: tuple[Point, Point]) -> float:
    """Give how much of a line lies in a box, by cutting it at the sides of the box."""
    (ax, ay), (bx, by) = line
    begin, end = 0.0, 1.0
    for low, high, start, step in ((box[0], box[2], ax, bx - ax), (box[1], box[3], ay, by - ay)):
        if step == 0:
            if not low <= start <= high:
                return 0.0
            continue
        first, last = sorted(((low - start) / step, (high - start) / step))
        begin, end = max(begin, first), min(end, last)
    return max(0.0, end - begin) * math.hypot(bx - ax, by - ay)


def _outside(box: Box, picture: BoardPicture) -> float:
    return 0.0 if box[0] >= 0 and box[2] <= picture.width and box[1] >= 0 and box[3] <= picture.height else OUTSIDE
