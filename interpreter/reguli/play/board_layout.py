"""The board of a ruleset as something to be drawn: a map, squares or hexagons, from what its kinds say of themselves.

A kind whose elements have ``longitude`` and ``latitude`` (whole numbers of any one unit, a hundred to the degree) is a
map; kinds that join its elements are its lines. A kind that is a grid is drawn as such. Everything is in units of which
the whole board is at most 1000 wide.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from reguli.engine.notation import Plain
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.play.board_features import divided, parts_of_grid, parts_of_map
from reguli.play.board_features import whole as _whole

WIDTH: Final = 1000
MARGIN: Final = 50
DEGREE: Final = 100
"""Units of longitude and latitude to the degree."""
MOST_ROOM: Final = 8
"""More things of one field are a heap, for which a board has no places of their own."""
COORDINATES: Final = ("longitude", "latitude")


def board_plan(ruleset: Ruleset) -> dict[str, Plain] | None:
    """Give ``{form, kind, group_kind, groups, room, size, width, height, points, lines, parts}``, or ``None`` where there is no board to draw.

    ``form`` is ``map``, ``square`` or ``hexagon``. ``points`` are ``{id, name, group, x, y}``, those of a map where they lie on the globe: who draws it gives
    them room. ``lines`` are ``{from, to, id, cost}``, ``from`` and ``to`` being numbers of
    points; a cost that nearly all have is left out. ``size`` is the width of a cell; ``groups`` are those of the kind ``group_kind`` that have a place,
    ``{id, name}``.
    So many things as ``room`` may stand at each place of a map. What belongs to the places
    is drawn too (``board_parts``): ``parts`` are ``{kind, id}`` with the number of a point (``at``), of a line (``on``) or ``{ends}``; a grid has ``tints``, ``borders`` and ``sites`` besides.
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
    edges = [edges for edges in ruleset.kinds.values() if edges.joins == kind.id]
    lines = [line for one in edges for line in _lines(one)]
    of = None if group is None or group.of is None else ruleset.kinds[group.of]
    return {
        "form": "map",
        "kind": kind.id,
        "group_kind": None if group is None else group.of,
        "groups": [] if of is None else [_named(of, at) for at, one in enumerate(of.elements) if one in groups],
        "room": _room(ruleset, kind),
        "size": 30,
        "width": round(across * scale) + 2 * MARGIN,
        "height": round(up * scale) + 2 * MARGIN,
        "points": [_point(kind, at, place, groups[at]) for at, place in enumerate(places)],
        "lines": [*lines],
        "parts": parts_of_map(ruleset, kind, [str(line["id"]) for line in lines]),
    }


def _room(ruleset: Ruleset, kind: Kind) -> int:
    """Give how many things may stand at a place, by what its fields hold at most."""
    fields = (field for field in ruleset.state.values() if field.owner == kind.id and field.shown)
    return sum(field.capacity for field in fields if field.capacity is not None and field.capacity <= MOST_ROOM)


def _named(kind: Kind, at: int) -> dict[str, Plain]:
    named = kind.values.get("name")
    name = None if named is None else named[at]
    return {"id": kind.elements[at], "name": name if isinstance(name, str) else kind.labels[at]}


def _point(kind: Kind, at: int, place: tuple[int, int], group: str) -> dict[str, Plain]:
    return {**_named(kind, at), "group": group, "x": place[0], "y": place[1]}


def _lines(edges: Kind) -> list[dict[str, Plain]]:
    cost = next((field.id for field in edges.fields.values() if field.form == "number"), None)
    usual = None if cost is None else _usual(edges.values[cost])
    found: list[dict[str, Plain]] = []
    for at, (first, second) in enumerate(zip(edges.values["first"], edges.values["second"], strict=True)):
        if _whole(first) >= 0 and _whole(second) >= 0:
            amount = None if cost is None else _whole(edges.values[cost][at])
            shown = None if amount == usual else amount
            found.append({"from": _whole(first), "to": _whole(second), "id": edges.elements[at], "cost": shown})
    return found


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
