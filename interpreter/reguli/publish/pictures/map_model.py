"""Geometry and data of boards to be drawn, and the placement of map labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from reguli.source.frozen_values import FrozenValue, frozen_class

# -- label placement -------------------------------------------------------------------------------------------------
# Where on a map costs and names of places stand, so that none lies over what must be read.
#
# Everything that is written has some places where it may stand, each with how bad it is by itself: a cost somewhere along its line, a name
# round its sign, in one line or two. Nothing may lie over a sign, over the end of a line, or over another text; that a line runs
# through a name is only ugly. At first each text takes its best place beside those before it; then all are gone through again, each
# moving where that is better, until none moves; who is still in the way of others tries each of its places and lets those make way. All goes in a fixed order, without lots or clocks: the same map is the same bytes.


# -- Boxes, circles and lines of a picture: what lies over what ------------------------------------------------------


Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Circle = tuple[float, float, float]
"""Its middle and how far it reaches."""
Line = tuple[Point, Point]


def interpolate_point(a: Point, b: Point, share: float) -> Point:
    """Return the point at a fraction of the way between two points."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the bounding box of some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def boxes_overlap(one: Box, other: Box, air: float = 0.0) -> bool:
    """Return whether two boxes overlap, or are closer than a margin."""
    return one[0] < other[2] + air and other[0] < one[2] + air and one[1] < other[3] + air and other[1] < one[3] + air


def box_overlaps_circle(box: Box, circle: Circle, air: float = 0.0) -> bool:
    """Return whether a box overlaps a circle."""
    x, y, reach = circle
    reach += air
    if not (box[0] - reach < x < box[2] + reach and box[1] - reach < y < box[3] + reach):
        return False
    return math.hypot(x - min(max(x, box[0]), box[2]), y - min(max(y, box[1]), box[3])) < reach


def overlaps_any_box(box: Box, others: Iterable[Box], air: float = 0.0) -> bool:
    """Return whether a box overlaps any of some others, or is closer than a margin."""
    left, top, right, bottom = box[0], box[1], box[2] + air, box[3] + air
    for other in others:
        if other[0] < right and left < other[2] + air and other[1] < bottom and top < other[3] + air:
            return True
    return False


def lines_near_box(box: Box, lines: Iterable[Line]) -> list[Line]:
    """Return the lines that are not entirely on one outer side of a box: all that can cross it, and some others."""
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


def clipped_length(box: Box, line: Line) -> float:
    """Return the length of a line inside a box, by clipping it at the sides of the box."""
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


# -- label placement -------------------------------------------------------------------------------------------------


NAME: Final = 18.0
"""How high letters are: of names of places, of costs."""
COST: Final = 16.0
ROW: Final = 1.12
"""From one line of a name to the next, in heights of letters; the part of that above the base line."""
ABOVE: Final = 0.86
PAD: Final = 4.0
"""Round a cost, left and right."""
AIR: Final = 2.0
"""So far texts stay apart at least."""
END: Final = 7.0
"""So much of a line is seen at both of its signs."""
ALONG: Final = (0.5, 0.46, 0.54, 0.42, 0.58, 0.37, 0.63, 0.32, 0.68, 0.27, 0.73, 0.22, 0.78)
"""Where on what is free of its line a cost may stand, the best first."""
OVER: Final = 1000.0
"""How bad it is to lie over something; and a line that runs through a name or another cost, by its length; a worse place; a second line."""
THROUGH, OTHER_LINE, LATER, SECOND = 0.7, 6.0, 1.5, 6.0
DOUBTFUL, BY = 60.0, 15.0
"""How bad it is that a name is so near to a sign that it is not of."""
ROUNDS: Final = 12
WIDTHS: Final[Mapping[str, float]] = {
    **dict.fromkeys("ijlIJ.,:;'’|!", 0.3),
    **dict.fromkeys("frt -()/", 0.39),
    **dict.fromkeys("mwMW", 0.93),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÁÉÍÓÖŐÚÜŰĂÂÎȘȚÄ", 0.71),
}
OTHER_LETTER: Final = 0.62
"""How wide letters are, in heights; of the broad fonts that a picture may be seen in, so that narrower ones fit too."""

Anchor = Literal["start", "middle", "end"]


@frozen_class
class PlacedLabel(FrozenValue):
    """A candidate position of a text: its lines, the first baseline, anchor, letter height, the box it covers, its penalty."""

    rows: tuple[str, ...]
    x: float
    y: float
    anchor: Anchor
    size: float
    box: Box
    bad: float = 0.0


@frozen_class
class MapBackground(FrozenValue):
    """The shapes drawn below texts: signs, lines from rim to rim, and the line ends and spaces that must stay visible."""

    signs: tuple[Circle, ...]
    lines: tuple[Line, ...]
    ends: tuple[Line, ...]
    spaces: tuple[Circle, ...] = ()

    def near(self, box: Box) -> MapBackground:
        """Return the shapes that may overlap a box."""
        return MapBackground(
            tuple(one for one in self.signs if box_overlaps_circle(box, one, BY)),
            tuple(one for one in lines_near_box(box, self.lines) if clipped_length(box, one) > 0),
            tuple(one for one in lines_near_box(box, self.ends) if clipped_length(box, one) > 0),
            tuple(one for one in self.spaces if box_overlaps_circle(box, one)),
        )

    def faults(self, box: Box) -> int:
        """Return the number of signs, spaces and line ends that a box covers."""
        circles = sum([box_overlaps_circle(box, circle) for circles in (self.signs, self.spaces) for circle in circles])
        return circles + sum([clipped_length(box, end) > 0 for end in lines_near_box(box, self.ends)])

    def crossed(self, box: Box, own: Line | None = None) -> float:
        """Return the length of the lines inside a box, except its ``own``."""
        return sum([clipped_length(box, line) for line in lines_near_box(box, self.lines) if line is not own])


@frozen_class
class LabelLayout(FrozenValue):
    """The texts on a background: costs by line number, names; the texts that overlap others, costs first; the ambiguous names."""

    ground: MapBackground
    costs: Mapping[int, PlacedLabel]
    names: tuple[PlacedLabel, ...]
    over: tuple[int, ...]
    doubtful: tuple[int, ...]

    @property
    def texts(self) -> tuple[PlacedLabel, ...]:
        """Return all texts, costs first."""
        return (*self.costs.values(), *self.names)


def map_background(signs: Sequence[Circle], joined: Sequence[tuple[int, int]]) -> MapBackground:
    """Return the background shapes of places and the lines between them."""
    lines, ends = [], []
    for (ax, ay, a), (bx, by, b) in ((signs[one], signs[other]) for one, other in joined):
        far = math.hypot(bx - ax, by - ay) or 1.0
        start, end = interpolate_point((ax, ay), (bx, by), a / far), interpolate_point((ax, ay), (bx, by), 1 - b / far)
        share = min(0.5, END / (math.dist(start, end) or 1.0))
        lines.append((start, end))
        ends += [(start, interpolate_point(start, end, share)), (end, interpolate_point(end, start, share))]
    return MapBackground(tuple(signs), tuple(lines), tuple(ends))


def text_width_bound(text: str, size: float) -> float:
    """Return an upper bound of a text's width."""
    return size * sum(WIDTHS.get(letter, OTHER_LETTER) for letter in text)


def place_map_labels(ground: MapBackground, costs: Mapping[int, str], names: Sequence[str]) -> LabelLayout:
    """Place the costs (by the number of their line) and the names of the signs."""
    offered = [
        _rated(ground, _on_line(line, text), line) for line, text in ((ground.lines[at], costs[at]) for at in costs)
    ]
    offered += [
        _rated(ground, _round_sign(sign, name), around=sign) for sign, name in zip(ground.signs, names, strict=True)
    ]
    texts = _settled(offered)
    named = texts[len(costs) :]
    over = (at for at in range(len(texts)) if _lies_over(ground, texts, at))
    doubtful = (at for at, label in enumerate(named) if _near_others(ground, ground.signs[at], label.box))
    return LabelLayout(ground, dict(zip(costs, texts, strict=False)), tuple(named), tuple(over), tuple(doubtful))


def _lies_over(ground: MapBackground, texts: Sequence[PlacedLabel], at: int) -> bool:
    """Return whether a text overlaps a sign, the end of a line or another text."""
    box = texts[at].box
    return ground.faults(box) > 0 or overlaps_any_box(box, [one.box for one in texts if one is not texts[at]])


def _near_others(ground: MapBackground, own: Circle | None, box: Box) -> int:
    """Return the number of other signs so close to a name that it could be theirs; none where it has no sign."""
    return 0 if own is None else sum([box_overlaps_circle(box, sign, BY) for sign in ground.signs if sign is not own])


def _on_line(line: Line, text: str) -> Iterator[PlacedLabel]:
    wide, high = text_width_bound(text, COST) + 2 * PAD, COST * ROW
    for share in ALONG:
        x, y = interpolate_point(*line, share)
        yield PlacedLabel(
            (text,), x, y + COST * 0.36, "middle", COST, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        )


def _round_sign(sign: Circle, name: str) -> Iterator[PlacedLabel]:
    """Yield the label positions around a sign, the best first; a name of two words may take two lines."""
    x, y, reach = sign
    gap = reach + 3
    for rows in _in_rows(name):
        wide, high = max(text_width_bound(row, NAME) for row in rows), NAME * ROW * len(rows)
        aslant = reach * 0.71 + 2
        beside: list[tuple[Anchor, float, float]] = [
            ("middle", 0, -gap - high / 2), ("start", gap + 1, 0), ("end", -gap - 1, 0), ("middle", 0, gap + high / 2),
            ("start", aslant, -aslant - high / 2), ("end", -aslant, -aslant - high / 2),
            ("start", aslant, aslant + high / 2), ("end", -aslant, aslant + high / 2),
        ]  # fmt: skip
        beside += [
            (side, sign_of * (gap + 1), down * high) for down in (-0.5, 0.5, -0.9, 0.9) for side, sign_of in _SIDES
        ]
        beside += [("middle", wide * part, down) for part in _PARTS for down in (-gap - high / 2, gap + high / 2)]
        for anchor, right, down in beside:
            left = x + right - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            box = (left, y + down - high / 2, left + wide, y + down + high / 2)
            worse = SECOND if len(rows) > 1 else 0.0
            yield PlacedLabel(rows, x + right, box[1] + NAME * ABOVE, anchor, NAME, box, worse)


_SIDES: Final[tuple[tuple[Anchor, float], ...]] = (("start", 1.0), ("end", -1.0))
_PARTS: Final = (-0.2, 0.2, -0.35, 0.35, -0.5, 0.5)


def _in_rows(name: str) -> Iterator[tuple[str, ...]]:
    yield (name,)
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if spaces:
        at = min(spaces, key=lambda one: abs(one - len(name) / 2))
        yield name[:at], name[at + 1 :]


def _rated(
    ground: MapBackground, offered: Iterator[PlacedLabel], own: Line | None = None, around: Circle | None = None
) -> list[PlacedLabel]:
    """Return each label with its own penalty; ``own`` is the line of a cost, ``around`` the sign of a name."""
    listed = list(offered)
    near = ground.near(bounding_box([label.box for label in listed]))
    found = []
    for place, label in enumerate(listed):
        crossed = near.crossed(label.box, own) * (THROUGH if own is None else OTHER_LINE)
        bad = label.bad + place * LATER + crossed + OVER * near.faults(label.box)
        bad += DOUBTFUL * _near_others(near, around, label.box)
        found.append(replace(label, bad=bad))
    return found


def _settled(offered: Sequence[Sequence[PlacedLabel]]) -> list[PlacedLabel]:
    """Choose a position for each text: first avoiding those before it, then all others, until none moves."""
    reach = [bounding_box([label.box for label in each]) for each in offered]
    near = [
        [other for other in range(len(reach)) if other != at and boxes_overlap(reach[at], reach[other], AIR)]
        for at in range(len(reach))
    ]
    search = _Search(offered, near, [None] * len(offered))
    for way in (search.moves, search.makes_way):
        for _ in range(ROUNDS):
            moved = [way(at) for at in range(len(offered))]
            if True not in moved:
                break
    return [label for label in search.chosen if label is not None]


@dataclass(slots=True)
class _Search:
    """Search state: each text's candidate positions, the texts it may overlap, and its chosen position."""

    offered: Sequence[Sequence[PlacedLabel]]
    near: Sequence[Sequence[int]]
    chosen: list[PlacedLabel | None]

    def met(self, at: int, label: PlacedLabel) -> list[int]:
        """Return the texts that overlap a candidate position."""
        left, top, right, bottom = label.box
        right, bottom, chosen, found = right + AIR, bottom + AIR, self.chosen, []
        for other in self.near[at]:
            one = chosen[other]
            if one is not None:
                box = one.box
                if box[0] < right and left < box[2] + AIR and box[1] < bottom and top < box[3] + AIR:
                    found.append(other)
        return found

    def bad(self, at: int, label: PlacedLabel) -> float:
        return label.bad + OVER * len(self.met(at, label))

    def moves(self, at: int) -> bool:
        """Take the best position given the others; return whether it is new."""
        before = self.chosen[at]
        best, least = None, math.inf
        for label in self.offered[at]:
            if label.bad < least and (bad := self.bad(at, label)) < least:
                best, least = label, bad
        if before is not None and self.bad(at, before) <= least:
            return False
        self.chosen[at] = best
        return True

    def makes_way(self, at: int) -> bool:
        """Try each position of an overlapping text, letting the texts it meets move; return whether that improved the layout."""
        before = self.chosen[at]
        assert before is not None
        if self.bad(at, before) < OVER:
            return False
        for label in sorted(self.offered[at], key=lambda one: one.bad):
            others = sorted({*self.met(at, before), *self.met(at, label)})
            kept, was = [self.chosen[one] for one in others], self._all_bad((at, *others))
            self.chosen[at] = label
            for other in others:
                self.moves(other)
            if self._all_bad((at, *others)) < was:
                return True
            self.chosen[at] = before
            for other, one in zip(others, kept, strict=True):
                self.chosen[other] = one
        return False

    def _all_bad(self, texts: Sequence[int]) -> float:
        return sum(self.bad(one, label) for one in texts if (label := self.chosen[one]) is not None)


# -- map model -------------------------------------------------------------------------------------------------------


@frozen_class
class MapSpot(FrozenValue):
    """A place of the board: its name, its group number (-1 for none), its position, and the numbers of pieces on it and its parts."""

    id: str
    name: str
    group: int
    x: int
    y: int
    room: int = 0
    parts: int = 0

    @property
    def holes(self) -> int:
        """Return the number of holes in its sign."""
        return self.room + self.parts


@frozen_class
class MapEdge(FrozenValue):
    """A line between two places, given by their numbers, with its cost and its number of spaces."""

    first: int
    second: int
    cost: int | None
    spaces: int = 0


@frozen_class
class BoardPicture(FrozenValue):
    """A board: its form, the kinds it shows, its size and cell size, its content; lengths are thousandths of its width.

    A map may have its signs and texts in their places already (``map_renderer.arranged``). ``groups`` are the groups of places, elements of the kind ``grouped``, or the names they have.
    """

    form: Literal["map", "square", "hexagon"]
    places: str
    size: int
    width: int
    height: int
    spots: tuple[MapSpot, ...]
    joints: tuple[MapEdge, ...]
    groups: tuple[str, ...] = ()
    grouped: str = ""
    written: LabelLayout | None = None


@frozen_class
class BoardOccupancy(FrozenValue):
    """A position on a board: the seats of the pieces at each place, and the groups out of play, both by number."""

    pieces: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    aside: frozenset[int] = frozenset()


NOTHING: Final = BoardOccupancy()


def groups_have_areas(picture: BoardPicture) -> bool:
    """Return whether groups have areas: the places of every group are connected by lines within the group."""
    if not picture.groups or any(spot.group < 0 for spot in picture.spots):
        return False
    first = {spot.group: at for at, spot in reversed(list(enumerate(picture.spots)))}
    reached = set(first.values())
    beside = [
        pair
        for joint in picture.joints
        for pair in ((joint.first, joint.second), (joint.second, joint.first))
        if picture.spots[pair[0]].group == picture.spots[pair[1]].group
    ]
    while more := {there for here, there in beside if here in reached and there not in reached}:
        reached |= more
    return len(reached) == len(picture.spots)


def place_titles(picture: BoardPicture, names: Sequence[str], groups: Sequence[str]) -> list[str]:
    """Return the name of each place, with its group."""
    names, groups = names or [spot.name for spot in picture.spots], groups or picture.groups
    return [
        f"{name} ({groups[spot.group]})" if spot.group >= 0 else name
        for name, spot in zip(names, picture.spots, strict=True)
    ]


def read_map_model(plan: Mapping[str, Any]) -> BoardPicture:
    """Parse a board from plain data, as returned by ``play.board_layout``."""
    points, lines, parts = plan["points"], plan["lines"], plan["parts"]
    groups = [group["id"] for group in plan.get("groups", ())]
    return BoardPicture(
        form=plan["form"],
        places=plan["kind"],
        size=plan["size"],
        width=plan["width"],
        height=plan["height"],
        spots=tuple(
            MapSpot(
                point["id"],
                point["name"],
                groups.index(point["group"]) if point["group"] else -1,
                point["x"],
                point["y"],
                plan.get("room", 0),
                sum(part.get("at") == number for part in parts),
            )
            for number, point in enumerate(points)
        ),
        joints=tuple(
            MapEdge(line["from"], line["to"], line["cost"], sum(part.get("on") == number for part in parts))
            for number, line in enumerate(lines)
        ),
        groups=tuple(group["name"] for group in plan.get("groups", ())),
        grouped=plan["group_kind"] or "",
    )
