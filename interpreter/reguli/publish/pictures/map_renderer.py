"""Maps drawn: a board of places and lines becomes a picture in which everything can be read. This is the one drawer of maps, in a book and on a screen.

1. Each place gets a sign, a disc with a hole for each thing that may stand there (``_sign``); signs of groups that have no area show a letter.
2. Places are pushed apart until signs, and what stands on lines, have room (``apart``).
3. Land is laid round them: an area for each group of places that hang together, borders, a coast (``land``).
4. Costs, names of places and names of groups look for free ground (``labels``).
5. A cost or name that lies over something claims more room, places are pushed on from where they are, and all texts look again. What
   lies over something even at the end is told (``DrawnMap.faults``), and whoever prints the map says so.

Everything is reckoned in units of the picture; letters are about 18 of them high. Names hang on the language, so a map is drawn once for each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reguli.publish.pictures.area_labels import area_names
from reguli.publish.pictures.box_geometry import Box, Circle, Line, Point, between, hull
from reguli.publish.pictures.label_placement import (
    COST,
    END,
    PAD,
    ROW,
    Ground,
    Label,
    Written,
    ground_of,
    width_of,
    written,
)
from reguli.publish.pictures.land_areas import Land, land_of
from reguli.publish.pictures.map_model import BoardPicture, Joint, areas_of
from reguli.publish.pictures.node_separation import pushed_apart
from reguli.source.frozen_values import Kept, kept

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
"""How much more room a text claims that lies over something, and how often the map is drawn anew for that."""
TRIES: Final = 8
FLATTEST, MOST_STRETCH = 1.5, 1.35
"""A map that is broader than so many times its height is stretched, by so much at most."""
MARGIN: Final = 14.0


@kept
class Sign(Kept):
    """The sign of a place: its middle, how far it reaches, the middles of its holes."""

    x: float
    y: float
    reach: float
    holes: tuple[Point, ...]


@kept
class Way(Kept):
    """A line as it is drawn, from rim to rim; its cost, and the middles of its spaces."""

    start: Point
    end: Point
    cost: Label | None
    spaces: tuple[Point, ...]


@kept
class DrawnMap(Kept):
    """A map with everything in its place, in a box: left, top, width, height. ``land`` has areas where groups have them; ``faults`` are texts that lie over something."""

    box: tuple[int, int, int, int]
    signs: tuple[Sign, ...]
    ways: tuple[Way, ...]
    names: tuple[Label, ...]
    groups: tuple[Label | None, ...]
    land: Land
    faults: tuple[str, ...]


def drawn_map(picture: BoardPicture, names: Sequence[str] = (), groups: Sequence[str] = ()) -> DrawnMap:
    """Draw a map, with names of places and groups in a language; without them as they are written."""
    areas = areas_of(picture)
    shapes = _signs(picture)
    own = [spot.name for spot in picture.spots]
    found = picture.written if names in ((), own) else None
    found = _with_room(picture, names or own) if found is None else found
    points = [(x, y) for x, y, _ in found.ground.signs]
    joined = [(joint.first, joint.second) for joint in picture.joints]
    land = land_of(points, [spot.group if areas else 0 for spot in picture.spots], joined)
    called = [name[:1].upper() + name[1:] for name in groups or picture.groups] if areas else []
    labelled = area_names(land, found.ground, [label.box for label in found.texts], called)
    missing = [name for name, label in zip(called, labelled, strict=True) if label is None]
    return DrawnMap(
        box=_round_all([label.box for label in (*found.texts, *labelled) if label is not None], land),
        signs=tuple(
            Sign(x, y, reach, tuple((x + right, y + down) for right, down in holes))
            for (x, y), (reach, holes) in zip(points, shapes, strict=True)
        ),
        ways=tuple(
            Way(*line, found.costs.get(at), _along(line, joint.spaces))
            for at, (line, joint) in enumerate(zip(found.ground.lines, picture.joints, strict=True))
        ),
        names=found.names,
        groups=tuple(labelled),
        land=land,
        faults=(*(" ".join(found.texts[at].rows) for at in found.over), *missing),
    )


def arranged(picture: BoardPicture) -> BoardPicture:
    """Give a map with room for everything, under the names of its places as they are written: what most languages have in common."""
    if picture.form != "map":
        return picture
    return replace(picture, written=_with_room(picture, [spot.name for spot in picture.spots]))


def _with_room(picture: BoardPicture, names: Sequence[str]) -> Written:
    """Push places apart and write costs and names; what lies over something, or is doubtful, then claims more room. Give the best that was found."""
    joined = [(joint.first, joint.second) for joint in picture.joints]
    costs = {at: str(joint.cost) for at, joint in enumerate(picture.joints) if joint.cost is not None}
    points, reaches = _stretched(picture), [reach for reach, _ in _signs(picture)]
    claimed, rooms = list(reaches), [_room(picture, joint) for joint in picture.joints]
    found: list[Written] = []
    while len(found) < TRIES:
        points = pushed_apart(points, claimed, [(*ends, room) for ends, room in zip(joined, rooms, strict=True)])
        ground = ground_of([(x, y, reach) for (x, y), reach in zip(points, reaches, strict=True)], joined)
        found.append(written(replace(ground, spaces=_spaces_on(ground, picture)), costs, names))
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
    """Give of each sign how far it reaches, and where its holes lie."""
    areas = areas_of(picture)
    return [_sign(spot.holes, lettered=spot.group >= 0 and not areas) for spot in picture.spots]


def _spaces_on(ground: Ground, picture: BoardPicture) -> tuple[Circle, ...]:
    pairs = zip(ground.lines, picture.joints, strict=True)
    return tuple((x, y, HOLE) for line, joint in pairs for x, y in _along(line, joint.spaces))


def _along(line: Line, spaces: int) -> tuple[Point, ...]:
    """Give the middles of the spaces of a line, evenly from rim to rim."""
    return tuple(between(*line, (at + 0.5) / spaces) for at in range(spaces))


def _stretched(picture: BoardPicture) -> list[Point]:
    """Give the places; those of a map that is too flat further apart from north to south."""
    lefts, tops = [spot.x for spot in picture.spots], [spot.y for spot in picture.spots]
    wide, high = max(lefts) - min(lefts), max(tops) - min(tops)
    more = min(MOST_STRETCH, wide / high / FLATTEST) if high * FLATTEST < wide and high else 1.0
    return [(float(spot.x), spot.y * more) for spot in picture.spots]


def _sign(holes: int, *, lettered: bool) -> tuple[float, list[Point]]:
    """Give how far a sign reaches and where its holes lie: round the letter of its group, or as close together as they can."""
    if not holes:
        return (LETTER if lettered else BARE) + RIM, []
    if holes == 1 and not lettered:
        return HOLE + RIM + 2, [(0.0, 0.0)]
    round_all = (HOLE + 1) / math.sin(math.pi / max(2, holes))
    away = max(round_all, LETTER + HOLE + 1) if lettered else round_all
    first = 0.0 if holes == 2 else -math.pi / 2
    turns = [first + 2 * math.pi * at / holes for at in range(holes)]
    return away + HOLE + RIM, [(away * math.cos(turn), away * math.sin(turn)) for turn in turns]


def _room(picture: BoardPicture, joint: Joint) -> float:
    """Give how much of a line what stands on it takes; a cost stands aslant on most, so it may be as broad as its diagonal."""
    if joint.cost is None:
        return joint.spaces * SPACE
    one, other = picture.spots[joint.first], picture.spots[joint.second]
    far = math.hypot(other.x - one.x, other.y - one.y) or 1.0
    across, down = abs(other.x - one.x) / far, abs(other.y - one.y) / far
    wide, high = width_of(str(joint.cost), COST) + 2 * PAD, COST * ROW
    long = min(wide / across if across else wide * 9, high / down if down else wide * 9)
    return long + 2 * STUB + joint.spaces * SPACE


def _round_all(boxes: Sequence[Box], land: Land) -> tuple[int, int, int, int]:
    left, top, right, bottom = hull([*boxes, *((x, y, x, y) for x, y in land.coast)])
    left, top = math.floor(left - MARGIN), math.floor(top - MARGIN)
    return left, top, math.ceil(right + MARGIN) - left, math.ceil(bottom + MARGIN) - top
