"""The board of a ruleset as something to be drawn: a map, squares or hexagons, from what its kinds say of themselves.

A kind whose elements have ``longitude`` and ``latitude`` (whole numbers of any one unit, a hundred to the degree) is a
map; kinds that join its elements are its lines. A kind that is a grid is drawn as such. Everything is in units of which
the whole board is at most 1000 wide.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from reguli.engine.notation import Plain
from reguli.model.ruleset import Kind, Ruleset
from reguli.play.board_parts import RING, Place, divided, parts_of_grid, parts_of_map
from reguli.play.board_parts import whole as _whole

WIDTH: Final = 1000
MARGIN: Final = 50
DEGREE: Final = 100
"""Units of longitude and latitude to the degree."""
LETTER: Final = 8
"""Width of a letter of a name, and below it how high one is."""
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
STRIDE: Final = 4
"""How far apart the points of a line are at which a name is looked for."""
BROAD: Final = 10
"""How broad a line is that runs through a name: the pieces along it count."""
Box = tuple[float, float, float, float]
COORDINATES: Final = ("longitude", "latitude")


def board_plan(ruleset: Ruleset) -> dict[str, Plain] | None:
    """Give ``{form, kind, group_kind, size, width, height, points, lines, parts}``, or ``None`` where there is no board to draw.

    ``form`` is ``map``, ``square`` or ``hexagon``. ``points`` are ``{id, name, group, x, y}``, those of a map also
    ``{anchor, right, down}`` for their names; ``lines`` are ``{from, to, id, cost}``, ``from`` and ``to`` being numbers of
    points; a cost that nearly all have is left out. ``size`` is the width of a cell; ``group_kind`` is the kind of the groups. What belongs to the places
    is drawn too (``board_parts``): ``parts`` are ``{kind, id}`` with ``{x, y}`` or ``{ends}``; a grid has ``tints``, ``borders`` and ``sites`` besides.
    """
    for kind in ruleset.kinds.values():
        if all(name in kind.values for name in COORDINATES):
            return _map(ruleset, kind)
    for kind in ruleset.kinds.values():
        if kind.declared is not None and kind.declared.grid is not None:
            return _grid(ruleset, kind, kind.declared.grid.shape)
    return None


def _map(ruleset: Ruleset, kind: Kind) -> dict[str, Plain]:
    east, north = ([_whole(value) / DEGREE for value in kind.values[name]] for name in COORDINATES)
    # Degrees of longitude are narrower than those of latitude by the cosine of the latitude; the middle one does for all.
    narrow = math.cos(math.radians((min(north, default=0) + max(north, default=0)) / 2))
    across = max((max(east, default=0) - min(east, default=0)) * narrow, 1e-9)
    up = max(max(north, default=0) - min(north, default=0), 1e-9)
    scale = min((WIDTH - 2 * MARGIN) / across, (WIDTH - 2 * MARGIN) / up)
    places = [
        (
            round(MARGIN + (x - min(east)) * narrow * scale),
            round(MARGIN + (max(north) - y) * scale),
        )
        for x, y in zip(east, north, strict=True)
    ]
    group = next((field for field in kind.fields.values() if field.form == "kind" and field.of is not None), None)
    groups = [""] * len(places)
    if group is not None and group.of is not None:
        known = ruleset.kinds[group.of].elements
        groups = [known[at] if (at := _whole(value)) >= 0 else "" for value in kind.values[group.id]]
    width = round(across * scale) + 2 * MARGIN
    points = [_point(kind, at, place, groups[at]) for at, place in enumerate(places)]
    parts = parts_of_map(ruleset, kind, places)
    names = [str(point["name"]) for point in points]
    edges = [edges for edges in ruleset.kinds.values() if edges.joins == kind.id]
    ends = [(places[first], places[second]) for one in edges for first, second in _joined(one)]
    for point, side in zip(points, place_names(places, names, width, RING if parts else 0, ends), strict=True):
        point["anchor"], point["right"], point["down"] = side
    return {
        "form": "map",
        "kind": kind.id,
        "group_kind": None if group is None else group.of,
        "size": 30,
        "width": width,
        "height": round(up * scale) + 2 * MARGIN,
        "points": [*points],
        "lines": [line for one in edges for line in _lines(one)],
        "parts": parts,
    }


def _point(kind: Kind, at: int, place: tuple[int, int], group: str) -> dict[str, Plain]:
    named = kind.values.get("name")
    name = None if named is None else named[at]
    label = name if isinstance(name, str) else kind.labels[at]
    return {"id": kind.elements[at], "name": label, "group": group, "x": place[0], "y": place[1]}


def _lines(edges: Kind) -> list[Plain]:
    cost = next((field.id for field in edges.fields.values() if field.form == "number"), None)
    usual = None if cost is None else _usual(edges.values[cost])
    found: list[Plain] = []
    for at, (first, second) in enumerate(zip(edges.values["first"], edges.values["second"], strict=True)):
        if _whole(first) >= 0 and _whole(second) >= 0:
            amount = None if cost is None else _whole(edges.values[cost][at])
            shown = None if amount == usual else amount
            found.append({"from": _whole(first), "to": _whole(second), "id": edges.elements[at], "cost": shown})
    return found


def _joined(edges: Kind) -> Iterator[tuple[int, int]]:
    for first, second in zip(edges.values["first"], edges.values["second"], strict=True):
        if _whole(first) >= 0 and _whole(second) >= 0:
            yield _whole(first), _whole(second)


def _usual(costs: Sequence[object]) -> int | None:
    """Give the cost of more than half of all lines, if there is one."""
    most, times = Counter(map(_whole, costs)).most_common(1)[0] if costs else (0, 0)
    return most if 2 * times > len(costs) else None


def _grid(ruleset: Ruleset, kind: Kind, shape: str) -> dict[str, Plain]:
    places = [_cell(kind, at, shape) for at in range(len(kind.elements))]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    across, down = max(x for x, _ in places) - left + 1, max(y for _, y in places) - top + 1
    size = min((WIDTH - 2 * MARGIN) / across, (WIDTH - 2 * MARGIN) / down)
    drawn = [(round(MARGIN + (x - left + 0.5) * size), round(MARGIN + (y - top + 0.5) * size)) for x, y in places]
    return {
        "form": "square" if shape == "square" else "hexagon",
        "kind": kind.id,
        "group_kind": None,
        "size": round(size),
        "width": round(across * size) + 2 * MARGIN,
        "height": round(down * size) + 2 * MARGIN,
        "points": [_point(kind, at, place, "") for at, place in enumerate(drawn)],
        "lines": [],
        "parts": parts_of_grid(ruleset, kind, drawn, size),
        **divided(ruleset, kind, drawn, size),
    }


def _cell(kind: Kind, at: int, shape: str) -> tuple[float, float]:
    """Give the middle of a cell in cells' widths, down being positive; see the board's own account of its coordinates."""
    if shape == "hexagon":
        q, r = _whole(kind.values["q"][at]), _whole(kind.values["r"][at])
        return q + r / 2, r * math.sqrt(3) / 2
    column, row = _whole(kind.values["column"][at]), _whole(kind.values["row"][at])
    if shape == "square":
        return column, -row
    return column + row / 2, row * math.sqrt(3) / 2


def place_names(
    points: Sequence[Place],
    names: Sequence[str],
    width: int,
    beyond: int = 0,
    lines: Sequence[tuple[Place, Place]] = (),
) -> list[tuple[str, int, int]]:
    """Give anchor and shift for each name: the side on which it overlaps least with spots, the names before it, and lines.

    ``beyond`` is how far what stands round the spots reaches. So names cover each other as little as a simple rule can manage.
    """
    spot = SPOT + beyond
    spots: list[Box] = [(x - spot, y - spot, x + spot, y + spot) for x, y in points]
    sides = [(anchor, right + _towards(right, beyond), down + _towards(down, beyond)) for anchor, right, down in SIDES]
    taken: list[Box] = []
    found = []
    for at, ((x, y), name) in enumerate(zip(points, names, strict=True)):
        others = [*taken, *spots[:at], *spots[at + 1 :]]
        boxes = [_box(x, y, name, side) for side in sides]
        covered = [sum(_common(box, other) for other in others) + _outside(box, width) for box in boxes]
        costs = [cost + sum(_crossed(box, line) for line in lines) for cost, box in zip(covered, boxes, strict=True)]
        best = costs.index(min(costs))
        taken.append(boxes[best])
        found.append(sides[best])
    return found


def _towards(shift: int, beyond: int) -> int:
    """Go on in the direction of a shift; one of few units only sets the base line."""
    return 0 if abs(shift) <= HIGH // 2 else beyond if shift > 0 else -beyond


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


def _crossed(box: Box, line: tuple[Place, Place]) -> float:
    """Give the area that is lost where a line runs through a box, by points along the line."""
    (x, y), (right, below) = line
    steps = max(1, round(math.hypot(right - x, below - y) / STRIDE))
    along = ((x + (right - x) * step / steps, y + (below - y) * step / steps) for step in range(steps + 1))
    return STRIDE * BROAD * sum(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in along)


def _outside(box: Box, width: int) -> float:
    return 1e6 if box[0] < 0 or box[1] < 0 or box[2] > width else 0
