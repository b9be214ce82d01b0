"""Boxes, circles and lines of a picture: what lies over what."""

from __future__ import annotations

import math
from collections.abc import Iterable

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Circle = tuple[float, float, float]
"""Its middle and how far it reaches."""
Line = tuple[Point, Point]


def between(a: Point, b: Point, share: float) -> Point:
    """Give the point at a share of the way."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def hull(boxes: Iterable[Box]) -> Box:
    """Give the box round some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def overlap(one: Box, other: Box, air: float = 0.0) -> bool:
    """Say whether two boxes lie over each other, or nearer than some air."""
    return one[0] < other[2] + air and other[0] < one[2] + air and one[1] < other[3] + air and other[1] < one[3] + air


def meets(box: Box, circle: Circle, air: float = 0.0) -> bool:
    """Say whether a box lies over a circle."""
    x, y, reach = circle
    reach += air
    if not (box[0] - reach < x < box[2] + reach and box[1] - reach < y < box[3] + reach):
        return False
    return math.hypot(x - min(max(x, box[0]), box[2]), y - min(max(y, box[1]), box[3])) < reach


def overlapped(box: Box, others: Iterable[Box], air: float = 0.0) -> bool:
    """Say whether a box lies over any of some others, or nearer than some air."""
    left, top, right, bottom = box[0], box[1], box[2] + air, box[3] + air
    for other in others:
        if other[0] < right and left < other[2] + air and other[1] < bottom and top < other[3] + air:
            return True
    return False


def beside(box: Box, lines: Iterable[Line]) -> list[Line]:
    """Give the lines that no side of a box keeps out: all that may lie in it, and some others."""
    left, top, right, bottom = box
    return [
        line
        for line in lines
        for (ax, ay), (bx, by) in (line,)
        if (ax >= left or bx >= left)
        and (ax <= right or bx <= right)
        and (ay >= top or by >= top)
        and (ay <= bottom or by <= bottom)
    ]


def length_in(box: Box, line: Line) -> float:
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
