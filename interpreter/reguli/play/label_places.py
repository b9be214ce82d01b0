"""Where the names of a map's places are written, so that they cover each other as little as a simple rule can manage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LETTER: Final = 8
"""Width of a letter of a name."""
HIGH: Final = 16
SPOT: Final = 10
SIDES: Final = (
    ("middle", 0, -15),
    ("start", 15, 5),
    ("end", -15, 5),
    ("middle", 0, 26),
    ("start", 11, -9),
    ("end", -11, -9),
)
"""Where a name may stand round its place, the best first: how it is anchored, and how far its base line is moved."""
Box = tuple[float, float, float, float]


def place_names(points: Sequence[tuple[int, int]], names: Sequence[str], width: int) -> list[tuple[str, int, int]]:
    """Give anchor and shift for each name: the side on which it overlaps least with spots and the names before it."""
    spots: list[Box] = [(x - SPOT, y - SPOT, x + SPOT, y + SPOT) for x, y in points]
    taken: list[Box] = []
    found = []
    for at, ((x, y), name) in enumerate(zip(points, names, strict=True)):
        others = [*taken, *spots[:at], *spots[at + 1 :]]
        boxes = [_box(x, y, name, side) for side in SIDES]
        costs = [sum(_common(box, other) for other in others) + _outside(box, width) for box in boxes]
        best = costs.index(min(costs))
        taken.append(boxes[best])
        found.append(SIDES[best])
    return found


def _box(x: int, y: int, name: str, side: tuple[str, int, int]) -> Box:
    anchor, right, down = side
    long = len(name) * LETTER
    left = {"middle": x + right - long / 2, "start": x + right, "end": x + right - long}[anchor]
    return left, y + down - HIGH, left + long, y + down


def _common(one: Box, other: Box) -> float:
    """Give the area two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0


def _outside(box: Box, width: int) -> float:
    return 1e6 if box[0] < 0 or box[2] > width else 0
