"""The land of a map: the area of each group of places, the borders between them, and the coast round all.

*Areas.* Every place, and a few points on the lines to it, are posts of its group; a line between two groups is cut in its middle. What
lies nearest to a post belongs to its group (a Voronoi diagram: from a frame round everything, what is nearer to another post is cut off,
line by line). So an area follows its places and their lines, and hangs together where they do. The sides between posts
of different groups are the borders, and strung together the outline of each area.

*Coast.* A large ball is rolled round all posts, each a small island of some points on a circle. What it touches is the coast; bays that it does not get
into are land. The sea is painted over the areas, which therefore need no cutting at the coast.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from reguli.publish.pictures.box_geometry import Point, between
from reguli.source.frozen_values import Kept, kept

STEP: Final = 40.0
"""How far apart the posts on a line are."""
ISLAND: Final = 44.0
"""How far the land goes beyond a post."""
ROUND: Final = 10
"""So many points an island has."""
BALL: Final = 130.0
"""How large the ball is: it stays out of narrower bays."""
FRAME: Final = 400.0
"""So far beyond the posts the frame lies: no coast comes near it."""
CLOSE: Final = 0.01
"""Points that lie so close are one, reckoned twice."""

Post = tuple[float, float, int]
Side = tuple[Point, Point, int]
"""A side of what belongs to a post, and the number of the post behind it; -1 for the frame."""


@kept
class Land(Kept):
    """The land: the outlines of the area of each group, borders as strokes, the coast; and the posts it was made from."""

    areas: tuple[tuple[tuple[Point, ...], ...], ...]
    borders: tuple[tuple[Point, Point], ...]
    coast: tuple[Point, ...]
    posts: tuple[Post, ...]

    def nearest_is(self, group: int, x: float, y: float) -> bool:
        """Say whether a point, on land or at sea, is nearest to a group."""
        least, nearest = math.inf, -1
        for px, py, own in self.posts:
            square = (px - x) ** 2 + (py - y) ** 2
            if square < least:
                least, nearest = square, own
        return nearest == group

    def is_of(self, group: int, x: float, y: float) -> bool:
        """Say whether a point is on the land of a group."""
        return self.holds(x, y) and self.nearest_is(group, x, y)

    def holds(self, x: float, y: float) -> bool:
        """Say whether a point is on land: a ray from it crosses the coast an odd number of times."""
        found = False
        for (ax, ay), (bx, by) in _around(self.coast):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                found = not found
        return found


def land_of(points: Sequence[Point], groups: Sequence[int], ways: Sequence[tuple[int, int]]) -> Land:
    """Give the land of places, ``groups`` being the number of the group of each."""
    posts = tuple(_posts(points, groups, ways))
    frame = _frame(posts)
    sides = [_sides(posts, at, frame) for at in range(len(posts))]
    outer = [
        [(a, b, posts[at][2]) for a, b, behind in each if behind < 0 or posts[behind][2] != posts[at][2]]
        for at, each in enumerate(sides)
    ]
    count = max(groups, default=-1) + 1
    return Land(
        areas=tuple(
            tuple(_strung([(a, b) for each in outer for a, b, own in each if own == group])) for group in range(count)
        ),
        borders=tuple(
            (a, b)
            for at, each in enumerate(sides)
            for a, b, behind in each
            if behind > at and posts[behind][2] != posts[at][2]
        ),
        coast=tuple(_coast(posts)),
        posts=posts,
    )


def _posts(points: Sequence[Point], groups: Sequence[int], ways: Sequence[tuple[int, int]]) -> Iterator[Post]:
    yield from ((x, y, group) for (x, y), group in zip(points, groups, strict=True))
    for one, other in ways:
        pieces = 2 * max(1, round(math.dist(points[one], points[other]) / STEP / 2)) + 1
        for share in (at / pieces for at in range(1, pieces)):
            yield *between(points[one], points[other], share), groups[one if share < 1 / 2 else other]


def _frame(posts: Sequence[Post]) -> list[Side]:
    """Give the frame round all posts."""
    left, top = min(post[0] for post in posts) - FRAME, min(post[1] for post in posts) - FRAME
    right, bottom = max(post[0] for post in posts) + FRAME, max(post[1] for post in posts) + FRAME
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [(a, b, -1) for a, b in _around(corners)]


def _sides(posts: Sequence[Post], at: int, frame: list[Side]) -> list[Side]:
    """Cut out of the frame what is nearest to a post: from each other post, the nearest first, what is nearer to that."""
    x, y, _ = posts[at]
    found, reach = frame, _reach(frame, x, y)
    squares = [((px - x) ** 2 + (py - y) ** 2, number) for number, (px, py, _) in enumerate(posts)]
    for square, number in sorted(squares):
        if square > 4 * reach:
            break
        if number != at and square > CLOSE:
            cut = list(_cut(found, (x, y), posts[number][:2], number))
            if cut != found:
                found, reach = cut, _reach(cut, x, y)
    return found


def _reach(sides: Sequence[Side], x: float, y: float) -> float:
    """Give the square of how far what belongs to a post reaches."""
    return max([(ax - x) ** 2 + (ay - y) ** 2 for (ax, ay), _, _ in sides])


def _cut(sides: Sequence[Side], own: Point, other: Point, number: int) -> Iterator[Side]:
    """Cut off what is nearer to the other point."""
    right, down = other[0] - own[0], other[1] - own[1]
    x, y = (own[0] + other[0]) / 2, (own[1] + other[1]) / 2
    beyond = [
        ((ax - x) * right + (ay - y) * down, (bx - x) * right + (by - y) * down) for (ax, ay), (bx, by), _ in sides
    ]
    leaves: Point | None = None
    comes: Point | None = None
    for (a, b, behind), (here, there) in zip(sides, beyond, strict=True):
        if here <= 0 and there <= 0:
            yield a, b, behind
            continue
        if here > 0 and there > 0:
            continue
        share = here / (here - there)
        met = between(a, b, share)
        if here <= 0:
            yield a, met, behind
            leaves = met
        else:
            comes = met
            if leaves is not None:
                yield leaves, comes, number
                leaves = comes = None
            yield met, b, behind
    if leaves is not None and comes is not None:
        yield leaves, comes, number


def _strung(sides: list[tuple[Point, Point]]) -> Iterator[tuple[Point, ...]]:
    """Give outlines: sides strung together, each going on from where another ends."""
    left = list(sides)
    while left:
        first, here = left.pop(0)
        loop = [first]
        while math.dist(here, first) > CLOSE and left:
            at = min(range(len(left)), key=lambda one: math.dist(left[one][0], here))
            if math.dist(left[at][0], here) > CLOSE:
                break
            loop.append(here)
            here = left.pop(at)[1]
        yield tuple(loop)


def _around(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _coast(posts: Sequence[Post]) -> Iterator[Point]:
    """Roll the ball round the islands, from the most western point on."""
    turns = [2 * math.pi * part / ROUND for part in range(ROUND)]
    ring = [(ISLAND * math.cos(turn), ISLAND * math.sin(turn)) for turn in turns]
    inner = (ISLAND * 0.999) ** 2
    shore: list[Point] = []
    for x, y, _ in posts:
        near = [(px, py) for px, py, _ in posts if abs(px - x) <= 2 * ISLAND and abs(py - y) <= 2 * ISLAND]
        island = [(x + right, y + down) for right, down in ring]
        shore += [(x, y) for x, y in island if min([(x - px) ** 2 + (y - py) ** 2 for px, py in near]) >= inner]
    start = min(shore)
    here, turn = start, math.pi
    for _ in range(4 * len(shore)):
        yield here
        here, turn = _rolled(shore, here, turn)
        if here == start:
            break


def _rolled(shore: Sequence[Point], here: Point, turn: float) -> tuple[Point, float]:
    """Roll the ball about a point that it touches until it touches another; give that, and the turn from it to the middle of the ball."""
    best, found = 10.0, (here, turn)
    x, y = here
    for there in shore:
        right, down = there[0] - x, there[1] - y
        far = math.hypot(right, down)
        if not CLOSE < far < 2 * BALL:
            continue
        towards, half = math.atan2(down, right), math.acos(far / 2 / BALL)
        for angle in (towards - half, towards + half):
            turned = (angle - turn) % (2 * math.pi)
            if 1e-6 < turned < best:
                middle = (x + BALL * math.cos(angle), y + BALL * math.sin(angle))
                best, found = turned, (there, math.atan2(middle[1] - there[1], middle[0] - there[0]))
    return found
