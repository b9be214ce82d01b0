"""Places of a map pushed apart, so that there is room for what stands at them and between them.

Three things are wanted, each as a distance: two places stay apart by their signs and a gap; two that a line joins stay far enough apart for
what stands on the line; and a place stays away from lines that do not end there. In each round every pair that is too close gives way by a
share of what is missing, each of the two by half; many small pushes settle where one large push would only move the trouble.
The pairs are gone through in their order, so the same map comes out every time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from reguli.publish.pictures.boxes import Point

GAP: Final = 44.0
"""Between two signs there is so much room at least."""
BESIDE: Final = 14.0
"""Between a sign and a line that goes past it."""
SHARE: Final = 0.3
"""What part of what is missing is made good in one round."""
ROUNDS: Final = 600
ENOUGH: Final = 0.5
"""Who lacks less is left alone."""

Way = tuple[int, int, float]
"""A line between two places, by their numbers, and how much room what stands on it needs between their signs."""


def pushed_apart(points: Sequence[Point], reaches: Sequence[float], ways: Sequence[Way]) -> list[Point]:
    """Give the places with as much room as they need; ``reaches`` says how far the sign of each reaches."""
    here = [list(point) for point in points]
    needed = {(min(one, other), max(one, other)): room for one, other, room in ways}
    for _ in range(ROUNDS):
        worst = _pairs(here, reaches, needed)
        worst = max(worst, _past_lines(here, reaches, ways))
        if worst < ENOUGH:
            break
    return [(x, y) for x, y in here]


def _pairs(here: list[list[float]], reaches: Sequence[float], needed: dict[tuple[int, int], float]) -> float:
    """Push places away from each other; give how much was missing most."""
    worst = 0.0
    for one, other in ((a, b) for a in range(len(here)) for b in range(a + 1, len(here))):
        (ax, ay), (bx, by) = here[one], here[other]
        wanted = reaches[one] + reaches[other] + max(GAP, needed.get((one, other), 0.0))
        if abs(bx - ax) >= wanted or abs(by - ay) >= wanted:
            continue
        far = math.hypot(bx - ax, by - ay)
        missing = wanted - far
        if missing <= 0:
            continue
        worst = max(worst, missing)
        right, down = ((bx - ax) / far, (by - ay) / far) if far else (1.0, 0.0)
        push = missing * SHARE / 2
        here[one][0] -= right * push
        here[one][1] -= down * push
        here[other][0] += right * push
        here[other][1] += down * push
    return worst


def _past_lines(here: list[list[float]], reaches: Sequence[float], ways: Sequence[Way]) -> float:
    """Push places and the lines that go past them away from each other; give how much was missing most."""
    worst = 0.0
    for one, other, _ in ways:
        for at, point in enumerate(here):
            if at in (one, other):
                continue
            wanted = reaches[at] + BESIDE
            (ax, ay), (bx, by), (x, y) = here[one], here[other], point
            if x + wanted < min(ax, bx) or x - wanted > max(ax, bx):
                continue
            share, right, down = _foot((ax, ay), (bx, by), (x, y))
            far = math.hypot(right, down)
            missing = wanted - far
            if missing <= 0:
                continue
            worst = max(worst, missing)
            if far:
                right, down = right / far, down / far
            else:
                long = math.hypot(bx - ax, by - ay) or 1.0
                right, down = (by - ay) / long, (ax - bx) / long
            push = missing * SHARE / 2
            point[0] += right * push
            point[1] += down * push
            for end, part in ((one, 1 - share), (other, share)):
                here[end][0] -= right * push * part
                here[end][1] -= down * push * part
    return worst


def _foot(a: Point, b: Point, point: Point) -> tuple[float, float, float]:
    """Give where on a line the place nearest to a point lies, as a share, and the way from there to the point."""
    (ax, ay), (bx, by), (x, y) = a, b, point
    square = (bx - ax) ** 2 + (by - ay) ** 2
    share = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)) if square else 0.0
    return share, x - ax - (bx - ax) * share, y - ay - (by - ay) * share
