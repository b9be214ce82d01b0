"""The board of a ruleset as something to be drawn: a map, squares or hexagons, from what its kinds say of themselves.

A kind whose elements have ``longitude`` and ``latitude`` (whole numbers of any one unit, a hundred to the degree) is a
map; kinds that join its elements are its lines. A kind that is a grid is drawn as such. Everything is in units of which
the whole board is at most 1000 wide.
"""

from __future__ import annotations

import math
from typing import Final

from reguli.engine.notation import Plain
from reguli.model.ruleset import Kind, Ruleset
from reguli.play.label_places import place_names

WIDTH: Final = 1000
MARGIN: Final = 50
DEGREE: Final = 100
"""Units of longitude and latitude to the degree."""
COORDINATES: Final = ("longitude", "latitude")


def board_plan(ruleset: Ruleset) -> dict[str, Plain] | None:
    """Give ``{form, kind, group_kind, size, width, height, points, lines}``, or ``None`` where there is no board to draw.

    ``form`` is ``map``, ``square`` or ``hexagon``. ``points`` are ``{id, name, group, x, y}``, those of a map also
    ``{anchor, right, down}`` for their names; ``lines`` are ``{from, to, id, cost}``, ``from`` and ``to`` being numbers of
    points. ``size`` is the width of a cell; ``group_kind`` is the kind of the groups.
    """
    for kind in ruleset.kinds.values():
        if all(name in kind.values for name in COORDINATES):
            return _map(ruleset, kind)
    for kind in ruleset.kinds.values():
        if kind.declared is not None and kind.declared.grid is not None:
            return _grid(kind, kind.declared.grid.shape)
    return None


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


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
    for point, side in zip(points, place_names(places, [str(point["name"]) for point in points], width), strict=True):
        point["anchor"], point["right"], point["down"] = side
    return {
        "form": "map",
        "kind": kind.id,
        "group_kind": None if group is None else group.of,
        "size": 30,
        "width": width,
        "height": round(up * scale) + 2 * MARGIN,
        "points": [*points],
        "lines": [line for edges in ruleset.kinds.values() if edges.joins == kind.id for line in _lines(edges)],
    }


def _point(kind: Kind, at: int, place: tuple[int, int], group: str) -> dict[str, Plain]:
    named = kind.values.get("name")
    name = None if named is None else named[at]
    label = name if isinstance(name, str) else kind.labels[at]
    return {"id": kind.elements[at], "name": label, "group": group, "x": place[0], "y": place[1]}


def _lines(edges: Kind) -> list[Plain]:
    cost = next((field.id for field in edges.fields.values() if field.form == "number"), None)
    found: list[Plain] = []
    for at, (first, second) in enumerate(zip(edges.values["first"], edges.values["second"], strict=True)):
        if _whole(first) >= 0 and _whole(second) >= 0:
            amount = None if cost is None else _whole(edges.values[cost][at])
            found.append({"from": _whole(first), "to": _whole(second), "id": edges.elements[at], "cost": amount})
    return found


def _grid(kind: Kind, shape: str) -> dict[str, Plain]:
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
