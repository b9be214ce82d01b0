"""Separation of a map's places, so that there is room for the content at and between them.

Three things are wanted, each as a distance: two places stay apart by their signs and a gap; two that a line joins stay far enough apart for
what stands on the line; and a place stays away from lines that do not end there. In each round every pair that is too close gives way by a
share of what is missing, each of the two by half; many small pushes settle where one large push would only move the trouble.
The pairs are gone through in their order, so the same map comes out every time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from reguli.publish.pictures.map_model import Point

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


def separate_map_nodes(points: Sequence[Point], reaches: Sequence[float], ways: Sequence[Way]) -> list[Point]:
    """Return the places with the room they need; ``reaches`` holds the radius of each sign."""
    across, down = [x for x, _ in points], [y for _, y in points]
    wanted = _wanted(reaches, {(min(one, other), max(one, other)): room for one, other, room in ways})
    beside = [reach + BESIDE for reach in reaches]
    for _ in range(ROUNDS):
        worst = _pairs(across, down, wanted)
        worst = max(worst, _past_lines(across, down, beside, ways))
        if worst < ENOUGH:
            break
    return list(zip(across, down, strict=True))


def _wanted(reaches: Sequence[float], needed: Mapping[tuple[int, int], float]) -> list[list[float]]:
    """Return, for each place, the minimum distance to the centre of each place after it."""
    return [
        [reach + reaches[other] + max(GAP, needed.get((one, other), 0.0)) for other in range(one + 1, len(reaches))]
        for one, reach in enumerate(reaches)
    ]


def _pairs(across: list[float], down: list[float], wanted: Sequence[Sequence[float]]) -> float:
    """Push places away from each other; return the largest shortfall."""
    worst = 0.0
    for one, others in enumerate(wanted):
        ax, ay, after = across[one], down[one], one + 1
        for other, (bx, by, away) in enumerate(zip(across[after:], down[after:], others, strict=True), after):
            if not (-away < bx - ax < away and -away < by - ay < away):
                continue
            far = math.hypot(bx - ax, by - ay)
            missing = away - far
            if missing <= 0:
                continue
            worst = max(worst, missing)
            right, low = ((bx - ax) / far, (by - ay) / far) if far else (1.0, 0.0)
            push = missing * SHARE / 2
            ax, ay = ax - right * push, ay - low * push
            across[other], down[other] = bx + right * push, by + low * push
        across[one], down[one] = ax, ay
    return worst


def _past_lines(across: list[float], down: list[float], beside: Sequence[float], ways: Sequence[Way]) -> float:
    """Push places and the lines passing them away from each other; return the largest shortfall."""
    worst = 0.0
    for one, other, _ in ways:
        ax, ay, bx, by = across[one], down[one], across[other], down[other]
        left, right, top, bottom = _sides(ax, ay, bx, by)
        for at, (x, y, wanted) in enumerate(zip(across, down, beside, strict=True)):
            if x + wanted < left or x - wanted > right or y + wanted < top or y - wanted > bottom:
                continue
            if at in (one, other):
                continue
            share, off, low = _foot((ax, ay), (bx, by), (x, y))
            far = math.hypot(off, low)
            missing = wanted - far
            if missing <= 0:
                continue
            worst = max(worst, missing)
            if far:
                off, low = off / far, low / far
            else:
                long = math.hypot(bx - ax, by - ay) or 1.0
                off, low = (by - ay) / long, (ax - bx) / long
            push = missing * SHARE / 2
            across[at], down[at] = x + off * push, y + low * push
            ax, ay = ax - off * push * (1 - share), ay - low * push * (1 - share)
            bx, by = bx - off * push * share, by - low * push * share
            left, right, top, bottom = _sides(ax, ay, bx, by)
        across[one], down[one], across[other], down[other] = ax, ay, bx, by
    return worst


def _sides(ax: float, ay: float, bx: float, by: float) -> tuple[float, float, float, float]:
    """Return the extent of a line: left, right, top, bottom."""
    return min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)


def _foot(a: Point, b: Point, point: Point) -> tuple[float, float, float]:
    """Return the nearest position on a line to a point, as a fraction, and the vector from there to the point."""
    (ax, ay), (bx, by), (x, y) = a, b, point
    square = (bx - ax) ** 2 + (by - ay) ** 2
    share = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)) if square else 0.0
    return share, x - ax - (bx - ax) * share, y - ay - (by - ay) * share
