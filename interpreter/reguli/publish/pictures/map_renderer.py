"""Layout and drawing of maps: a board of places and lines becomes a legible picture. This is the only map renderer, for books and screens.

1. Each place gets a sign, a disc with a hole for each thing that may stand there (``_sign``); signs of groups that have no area show a letter.
2. Places are pushed apart until signs, and what stands on lines, have room (``apart``).
3. Land is laid round them: an area for each group of places that hang together, borders, a coast (``land``).
4. Costs, names of places and names of groups look for free ground (``labels``).
5. A cost or name that lies over something claims more room, places are pushed on from where they are, and all texts look again. What
   lies over something even at the end is told (``DrawnMap.faults``), and whoever prints the map says so.

Everything is reckoned in units of the picture; letters are about 18 of them high. Names depend on the language, so a map is drawn once for each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from reguli.publish.pictures.map_model import (
    ABOVE,
    AIR,
    COST,
    END,
    PAD,
    ROW,
    BoardPicture,
    Box,
    Circle,
    LabelLayout,
    Line,
    MapBackground,
    MapEdge,
    PlacedLabel,
    Point,
    bounding_box,
    groups_have_areas,
    interpolate_point,
    map_background,
    overlaps_any_box,
    place_map_labels,
    text_width_bound,
)
from reguli.publish.pictures.node_separation import separate_map_nodes
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache

# -- land areas ------------------------------------------------------------------------------------------------------
# The land of a map: the area of each group of places, the borders between them, and the coast round all.
#
# *Areas.* Every place, and a few points on the lines to it, are posts of its group; a line between two groups is cut in its middle. What
# lies nearest to a post belongs to its group (a Voronoi diagram: from a frame round everything, what is nearer to another post is cut off,
# line by line). So an area follows its places and their lines, and hangs together where they do. The sides between posts
# of different groups are the borders, and strung together the outline of each area.
#
# *Coast.* A large ball is rolled round all posts, each a small island of some points on a circle. What it touches is the coast; bays that it does not get
# into are land. The sea is painted over the areas, which therefore need no cutting at the coast.


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


@frozen_class
class LandAreas(FrozenValue):
    """The land: the outlines of each group's area, borders as strokes, the coast; and the posts they were computed from."""

    areas: tuple[tuple[tuple[Point, ...], ...], ...]
    borders: tuple[tuple[Point, Point], ...]
    coast: tuple[Point, ...]
    posts: tuple[Post, ...]

    def nearest_is(self, group: int, x: float, y: float) -> bool:
        """Return whether a group is the nearest one to a point, on land or at sea."""
        least, nearest = math.inf, -1
        for px, py, own in self.posts:
            square = (px - x) ** 2 + (py - y) ** 2
            if square < least:
                least, nearest = square, own
        return nearest == group

    def is_of(self, group: int, x: float, y: float) -> bool:
        """Return whether a point is on the land of a group."""
        return self.holds(x, y) and self.nearest_is(group, x, y)

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is on land: a ray from it crosses the coast an odd number of times."""
        found = False
        for (ax, ay), (bx, by) in _around(self.coast):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                found = not found
        return found


def land_areas(points: Sequence[Point], groups: Sequence[int], ways: Sequence[tuple[int, int]]) -> LandAreas:
    """Return the land around places; ``groups`` holds the group number of each."""
    posts = tuple(_posts(points, groups, ways))
    frame = _frame(posts)
    sides = [_sides(posts, at, frame) for at in range(len(posts))]
    outer = [
        [(a, b, posts[at][2]) for a, b, behind in each if behind < 0 or posts[behind][2] != posts[at][2]]
        for at, each in enumerate(sides)
    ]
    count = max(groups, default=-1) + 1
    return LandAreas(
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
            yield *interpolate_point(points[one], points[other], share), groups[one if share < 1 / 2 else other]


def _frame(posts: Sequence[Post]) -> list[Side]:
    """Return the frame around all posts."""
    left, top = min(post[0] for post in posts) - FRAME, min(post[1] for post in posts) - FRAME
    right, bottom = max(post[0] for post in posts) + FRAME, max(post[1] for post in posts) + FRAME
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [(a, b, -1) for a, b in _around(corners)]


def _sides(posts: Sequence[Post], at: int, frame: list[Side]) -> list[Side]:
    """Return the cell of points nearest to a post, cut out of the frame by the other posts, the nearest first."""
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
    """Return the squared distance from a point to the farthest corner of its cell."""
    return max([(ax - x) ** 2 + (ay - y) ** 2 for (ax, ay), _, _ in sides])


def _cut(sides: Sequence[Side], own: Point, other: Point, number: int) -> Iterator[Side]:
    """Yield the sides of a cell without the part that is nearer to the other point."""
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
        met = interpolate_point(a, b, share)
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
    """Yield closed outlines, built from sides joined end to end."""
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
    """Yield the coast, traced by rolling a ball around the islands from the westernmost point."""
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
    """Roll the ball about a point it touches until it touches another; return that point, and the turn from it to the ball's centre."""
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


# -- area labels -----------------------------------------------------------------------------------------------------
# Where the name of each area of a map stands: on free ground of its own, in large letters, with no line through it, near the middle.
#
# A grid of points is laid over the area. In each size of letters, the name is tried at every point; where it lies over nothing that must be read, and
# wholly in its area, it may stand. Lines through it, distance and small letters are bad, and the least bad place wins. A name that has none on land may reach into the sea.


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


def place_area_labels(
    land: LandAreas, ground: MapBackground, taken: Sequence[Box], names: Sequence[str]
) -> list[PlacedLabel | None]:
    """Return the label position of each group's name in its area; None where there is no room."""
    found: list[PlacedLabel | None] = []
    for group, name in enumerate(names):
        there = [*taken, *(label.box for label in found if label is not None)]
        found.append(_area_name(land, ground, there, group, name))
    return found


def _area_name(
    land: LandAreas, ground: MapBackground, taken: Sequence[Box], group: int, name: str
) -> PlacedLabel | None:
    offered = sorted(_offered(land, ground, taken, group, name), key=lambda label: label.bad)
    tried = ((holds, label) for holds in (land.is_of, land.nearest_is) for label in offered)
    return next((label for holds, label in tried if all(holds(group, *at) for at in _points_of(label.box))), None)


def _offered(
    land: LandAreas, ground: MapBackground, taken: Sequence[Box], group: int, name: str
) -> Iterator[PlacedLabel]:
    """Yield positions where a name covers nothing essential; larger letters are skipped where smaller ones have no room."""
    own = [(x, y) for x, y, of in land.posts if of == group]
    if not own:
        return
    left, top, right, bottom = bounding_box([(x, y, x, y) for x, y in own])
    middle = (sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own))
    columns, rows = (range(-3, int((high - low) / GRID) + 4) for low, high in ((left, right), (top, bottom)))
    round_all = (left - EDGE, top - EDGE, right + EDGE, bottom + EDGE)
    near = ground.near(round_all)
    widths = [text_width_bound(name, size) * BOLD for size in SIZES]
    for x, y in ((left + column * GRID, top + row * GRID) for column in columns for row in rows):
        for smaller, (size, wide) in enumerate(zip(SIZES, widths, strict=True)):
            high = size * ROW
            box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            if overlaps_any_box(box, taken, AIR) or near.faults(box):
                break
            bad = math.dist((x, y), middle) * AWAY + near.crossed(box) * CROSSED - smaller * SMALLER
            yield PlacedLabel((name,), x, box[1] + size * ABOVE, "middle", size, box, bad)


def _points_of(box: Box) -> Iterator[Point]:
    """Yield points along the upper and lower edge, slightly outside."""
    for share in SHARES:
        x = box[0] - ROOM + (box[2] - box[0] + 2 * ROOM) * share
        yield from ((x, box[1] - ROOM), (x, box[3] + ROOM))


# -- map renderer ----------------------------------------------------------------------------------------------------


HOLE: Final = 9.5
"""How far a hole reaches, the letter of a group, a place with neither."""
LETTER: Final = 14.0
BARE: Final = 11.0
RIM: Final = 2.5
SPACE: Final = 20.0
"""How much of a line a space on it takes."""
STUB: Final = END + 3
"""So much of a line is seen on both sides of a cost."""
MORE: Final = 22.0
"""How much more room a text claims that lies over something, and how often the map is drawn again for that."""
TRIES: Final = 8
FLATTEST, MOST_STRETCH = 1.5, 1.35
"""A map that is broader than so many times its height is stretched, by so much at most."""
MARGIN: Final = 14.0


@frozen_class
class PlacedSign(FrozenValue):
    """The sign of a place: its centre, its radius, the centres of its holes."""

    x: float
    y: float
    reach: float
    holes: tuple[Point, ...]


@frozen_class
class MapLine(FrozenValue):
    """A line as drawn, from rim to rim, with its cost and the centres of its spaces."""

    start: Point
    end: Point
    cost: PlacedLabel | None
    spaces: tuple[Point, ...]


@frozen_class
class DrawnMap(FrozenValue):
    """A laid-out map in a box: left, top, width, height. ``land`` has areas where groups have them; ``faults`` are overlapping texts."""

    box: tuple[int, int, int, int]
    signs: tuple[PlacedSign, ...]
    ways: tuple[MapLine, ...]
    names: tuple[PlacedLabel, ...]
    groups: tuple[PlacedLabel | None, ...]
    land: LandAreas
    faults: tuple[str, ...]


_DRAWN: Final = IdentityCache[DrawnMap]()
_LAND: Final = IdentityCache[LandAreas]()
"""What was drawn last: a board is drawn with and without pieces, and in several languages."""


def draw_map(picture: BoardPicture, names: Sequence[str] = (), groups: Sequence[str] = ()) -> DrawnMap:
    """Lay out a map with localised names of places and groups; without them, with the names as written."""
    return _DRAWN.get((picture,), (tuple(names), tuple(groups)), lambda: _drawn(picture, names, groups))


def _drawn(picture: BoardPicture, names: Sequence[str], groups: Sequence[str]) -> DrawnMap:
    areas = groups_have_areas(picture)
    shapes = _signs(picture)
    own = [spot.name for spot in picture.spots]
    found = picture.written if names in ((), own) else None
    found = _with_room(picture, names or own) if found is None else found
    points = [(x, y) for x, y, _ in found.ground.signs]
    land = _land(picture, found)
    called = [name[:1].upper() + name[1:] for name in groups or picture.groups] if areas else []
    labelled = place_area_labels(land, found.ground, [label.box for label in found.texts], called)
    missing = [name for name, label in zip(called, labelled, strict=True) if label is None]
    return DrawnMap(
        box=_round_all([label.box for label in (*found.texts, *labelled) if label is not None], land),
        signs=tuple(
            PlacedSign(x, y, reach, tuple((x + right, y + down) for right, down in holes))
            for (x, y), (reach, holes) in zip(points, shapes, strict=True)
        ),
        ways=tuple(
            MapLine(*line, found.costs.get(at), _along(line, joint.spaces))
            for at, (line, joint) in enumerate(zip(found.ground.lines, picture.joints, strict=True))
        ),
        names=found.names,
        groups=tuple(labelled),
        land=land,
        faults=(*(" ".join(found.texts[at].rows) for at in found.over), *missing),
    )


def arrange_map(picture: BoardPicture) -> BoardPicture:
    """Return a map with its layout computed for the names as written, which suits most languages."""
    if picture.form != "map":
        return picture
    arranged = replace(picture, written=_with_room(picture, [spot.name for spot in picture.spots]))
    if arranged.written is not None:
        _land(arranged, arranged.written)  # all languages have it in common
    return arranged


def _land(picture: BoardPicture, layout: LabelLayout) -> LandAreas:
    """Return the land around the places of a map that is laid out."""

    def make() -> LandAreas:
        groups = [spot.group if groups_have_areas(picture) else 0 for spot in picture.spots]
        joined = [(joint.first, joint.second) for joint in picture.joints]
        return land_areas([(x, y) for x, y, _ in layout.ground.signs], groups, joined)

    return _LAND.get((layout,), groups_have_areas(picture), make)


def _with_room(picture: BoardPicture, names: Sequence[str]) -> LabelLayout:
    """Push places apart and place costs and names; overlapping or ambiguous texts then claim more room. Return the best layout found."""
    joined = [(joint.first, joint.second) for joint in picture.joints]
    costs = {at: str(joint.cost) for at, joint in enumerate(picture.joints) if joint.cost is not None}
    points, reaches = _stretched(picture), [reach for reach, _ in _signs(picture)]
    claimed, rooms = list(reaches), [_room(picture, joint) for joint in picture.joints]
    found: list[LabelLayout] = []
    while len(found) < TRIES:
        points = separate_map_nodes(points, claimed, [(*ends, room) for ends, room in zip(joined, rooms, strict=True)])
        ground = map_background([(x, y, reach) for (x, y), reach in zip(points, reaches, strict=True)], joined)
        found.append(place_map_labels(replace(ground, spaces=_spaces_on(ground, picture)), costs, names))
        if not (found[-1].over or found[-1].doubtful):
            break
        for at in found[-1].over:
            if at < len(costs):
                rooms[list(costs)[at]] += MORE
            else:
                claimed[at - len(costs)] += MORE
        for at in found[-1].doubtful:
            claimed[at] += MORE / 2
    return min(found, key=lambda one: (len(one.over), len(one.doubtful)))


def _signs(picture: BoardPicture) -> list[tuple[float, list[Point]]]:
    """Return the radius and hole positions of each sign."""
    areas = groups_have_areas(picture)
    return [_sign(spot.holes, lettered=spot.group >= 0 and not areas) for spot in picture.spots]


def _spaces_on(ground: MapBackground, picture: BoardPicture) -> tuple[Circle, ...]:
    pairs = zip(ground.lines, picture.joints, strict=True)
    return tuple((x, y, HOLE) for line, joint in pairs for x, y in _along(line, joint.spaces))


def _along(line: Line, spaces: int) -> tuple[Point, ...]:
    """Return the centres of the spaces of a line, evenly from rim to rim."""
    return tuple(interpolate_point(*line, (at + 0.5) / spaces) for at in range(spaces))


def _stretched(picture: BoardPicture) -> list[Point]:
    """Return the places, with those of a too flat map spread farther apart vertically."""
    lefts, tops = [spot.x for spot in picture.spots], [spot.y for spot in picture.spots]
    wide, high = max(lefts) - min(lefts), max(tops) - min(tops)
    more = min(MOST_STRETCH, wide / high / FLATTEST) if high * FLATTEST < wide and high else 1.0
    return [(float(spot.x), spot.y * more) for spot in picture.spots]


def _sign(holes: int, *, lettered: bool) -> tuple[float, list[Point]]:
    """Return a sign's radius and hole positions: around the letter of its group, or as close together as possible."""
    if not holes:
        return (LETTER if lettered else BARE) + RIM, []
    if holes == 1 and not lettered:
        return HOLE + RIM + 2, [(0.0, 0.0)]
    round_all = (HOLE + 1) / math.sin(math.pi / max(2, holes))
    away = max(round_all, LETTER + HOLE + 1) if lettered else round_all
    first = 0.0 if holes == 2 else -math.pi / 2
    turns = [first + 2 * math.pi * at / holes for at in range(holes)]
    return away + HOLE + RIM, [(away * math.cos(turn), away * math.sin(turn)) for turn in turns]


def _room(picture: BoardPicture, joint: MapEdge) -> float:
    """Return the length of a line taken up by its content; a slanted cost may take the diagonal of its box."""
    if joint.cost is None:
        return joint.spaces * SPACE
    one, other = picture.spots[joint.first], picture.spots[joint.second]
    far = math.hypot(other.x - one.x, other.y - one.y) or 1.0
    across, down = abs(other.x - one.x) / far, abs(other.y - one.y) / far
    wide, high = text_width_bound(str(joint.cost), COST) + 2 * PAD, COST * ROW
    long = min(wide / across if across else wide * 9, high / down if down else wide * 9)
    return long + 2 * STUB + joint.spaces * SPACE


def _round_all(boxes: Sequence[Box], land: LandAreas) -> tuple[int, int, int, int]:
    left, top, right, bottom = bounding_box([*boxes, *((x, y, x, y) for x, y in land.coast)])
    left, top = math.floor(left - MARGIN), math.floor(top - MARGIN)
    return left, top, math.ceil(right + MARGIN) - left, math.ceil(bottom + MARGIN) - top
