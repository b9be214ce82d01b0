"""The drawable board of a ruleset: a map, squares or hexagons, derived from its kinds.

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
from reguli.model.resolved_ruleset import COORDINATES, Kind, Ruleset

# -- board features --------------------------------------------------------------------------------------------------
# What belongs to the places of a board and is drawn with them: tints and borders of cells, sites, edges, and spaces at places and on lines.
#
# All of it is read off fields that never change. Of the fields of a cell that name an element of another kind, those that every cell has divide the board:
# where the first of them changes there is a border, and the last tints the cells. One that only some cells have marks sites. A kind whose elements name
# a place or a line of the board, and where something is tracked, has spaces: they stand round the place, or along the line.


MOST_TINTS: Final = 6
TURNS: Final = {"square": (90, 0, -90, 180), "hexagon": (60, 0, -60, -120, 180, 120)}
"""By shape: where the sides of a cell look, in degrees against the clock from the east, in the order of its edges."""
Place = tuple[int, int]
Ends = tuple[int, int, int, int]


def whole_or_zero(value: object) -> int:
    """Return a value if it is an integer, else 0."""
    return value if isinstance(value, int) else 0


def split_grid_layout(ruleset: Ruleset, kind: Kind, places: Sequence[Place], size: float) -> dict[str, Plain]:
    """Return ``{tints, borders, sites}`` of a grid, ``sites`` being a list of ``[kind, id]`` for each cell.

    ``tints`` are ``{kind, ids, of}`` with the number of an id for each cell, ``borders`` ``{kind, ids, lines}``; both ``None`` where nothing divides the board.
    """
    named = [name for name, field in kind.fields.items() if field.form == "kind" and field.of is not None]
    of = {name: ruleset.kinds[str(kind.fields[name].of)] for name in named}
    full = [
        name for name in named if 2 <= len({*kind.values[name]} - {-1}) <= MOST_TINTS and -1 not in kind.values[name]
    ]
    some = [name for name in named if name not in full]
    sites: list[Plain] = []
    for at in range(len(places)):
        held = [(of[name], whole_or_zero(kind.values[name][at])) for name in some]
        sites.append([[one.id, one.elements[element]] for one, element in held if element >= 0])
    found: dict[str, Plain] = {"tints": None, "borders": None, "sites": sites}
    if full:
        tint, border = full[-1], full[0]
        found["tints"] = {
            "kind": of[tint].id,
            "ids": [*of[tint].elements],
            "of": [whole_or_zero(value) for value in kind.values[tint]],
        }
        found["borders"] = {
            "kind": of[border].id,
            "ids": [*of[border].elements],
            "lines": [[*ends] for ends in _borders(ruleset, kind, border, places, size)],
        }
    return found


def _borders(ruleset: Ruleset, kind: Kind, field: str, places: Sequence[Place], size: float) -> Iterator[Ends]:
    values = kind.values[field]
    edges = _edges_of(ruleset, kind)
    if edges is None:
        return
    for edge, ends in enumerate(_ends(kind, edges, places, size)):
        first, second = whole_or_zero(edges.values["first"][edge]), whole_or_zero(edges.values["second"][edge])
        if second >= 0 and values[first] != values[second]:
            yield ends


def _edges_of(ruleset: Ruleset, kind: Kind) -> Kind | None:
    name = None if kind.declared is None or kind.declared.grid is None else kind.declared.grid.edges
    return None if name is None else ruleset.kinds[name]


def _ends(kind: Kind, parts: Kind, places: Sequence[Place], size: float, field: str = "edges") -> list[Ends]:
    """Return the end points of every edge, or of every corner (``field``), as seen from one of its cells."""
    shape = (
        "square"
        if kind.declared is not None and kind.declared.grid is not None and kind.declared.grid.shape == "square"
        else "hexagon"
    )
    half = 180 / len(TURNS[shape])
    far = size / 2 / math.cos(math.radians(half))
    # The corner behind a side, clockwise, is one end of it; as a place of its own it is a line of no length.
    turns = (-half, half if field == "edges" else -half)
    found: dict[int, Ends] = {}
    for (x, y), own in zip(places, kind.values[field], strict=True):
        assert isinstance(own, tuple)
        for part, turn in zip(own, TURNS[shape], strict=True):
            one, other = (math.radians(turn + side) for side in turns)
            ends = (
                x + far * math.cos(one),
                y - far * math.sin(one),
                x + far * math.cos(other),
                y - far * math.sin(other),
            )
            found.setdefault(part, tuple(round(value) for value in ends))  # type: ignore[arg-type]  # four of them
    return [found[part] for part in range(len(parts.elements))]


def grid_parts(ruleset: Ruleset, kind: Kind, places: Sequence[Place], size: float) -> list[Plain]:
    """Return the edges and corners with tracked state, ``{kind, id, ends}``; both ends of a corner are the same."""
    grid, found = None if kind.declared is None else kind.declared.grid, list[Plain]()
    for field, name in () if grid is None else (("edges", grid.edges), ("corners", grid.corners)):
        parts = None if name is None else ruleset.kinds[name]
        if parts is not None and _tracks(ruleset, parts):
            ends = _ends(kind, parts, places, size, field)
            found += [{"kind": parts.id, "id": one, "ends": [*ends[at]]} for at, one in enumerate(parts.elements)]
    return found


def map_space_parts(ruleset: Ruleset, kind: Kind, lines: Sequence[str]) -> list[Plain]:
    """Return the spaces at the places and on the lines of a map, ``{kind, id}`` with ``at`` or ``on``; ``lines`` are the drawn ones, by id."""
    found: list[tuple[str, int, Plain]] = []
    for other in ruleset.kinds.values():
        if other is kind or other.joins == kind.id or not _tracks(ruleset, other):
            continue
        held = next((field for field in other.fields.values() if field.form == "kind"), None)
        of = None if held is None or held.of is None else ruleset.kinds[held.of]
        if held is None or of is None or (of is not kind and of.joins != kind.id):
            continue
        for element, value in zip(other.elements, other.values[held.id], strict=True):
            number = whole_or_zero(value)
            if of is not kind and number >= 0:
                number = lines.index(of.elements[number]) if of.elements[number] in lines else -1
            if number >= 0:
                where = "at" if of is kind else "on"
                found.append((where, number, {"kind": other.id, "id": element, where: number}))
    return [part for _, _, part in sorted(found, key=lambda one: one[:2])]


def _tracks(ruleset: Ruleset, kind: Kind) -> bool:
    return kind.form != "pieces" and any(name.startswith(f"{kind.id}.") for name in ruleset.state)


# -- board layout ----------------------------------------------------------------------------------------------------


WIDTH: Final = 1000
MARGIN: Final = 50
DEGREE: Final = 100
"""Units of longitude and latitude to the degree."""
MOST_ROOM: Final = 8
"""More things of one field are a heap, for which a board has no places of their own."""


def board_layout_data(ruleset: Ruleset) -> dict[str, Plain] | None:
    """Return ``{form, kind, group_kind, groups, room, size, width, height, points, lines, parts}``, or ``None`` if there is no board.

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
    east, north = ([whole_or_zero(value) / DEGREE for value in kind.values[name]] for name in COORDINATES)
    # Degrees of longitude are narrower than those of latitude by the cosine of the latitude; the middle one does for all.
    narrow = math.cos(math.radians((min(north, default=0) + max(north, default=0)) / 2))
    across = max((max(east, default=0) - min(east, default=0)) * narrow, 1e-9)
    up = max(max(north, default=0) - min(north, default=0), 1e-9)
    scale = min((WIDTH - 2 * MARGIN) / across, (WIDTH - 2 * MARGIN) / up)
    places = [
        (round(MARGIN + (x - min(east)) * narrow * scale), round(MARGIN + (max(north) - y) * scale))
        for x, y in zip(east, north, strict=True)
    ]
    group = next((field for field in kind.fields.values() if field.form == "kind" and field.of is not None), None)
    groups = [""] * len(places)
    if group is not None and group.of is not None:
        known = ruleset.kinds[group.of].elements
        groups = [known[at] if (at := whole_or_zero(value)) >= 0 else "" for value in kind.values[group.id]]
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
        "parts": map_space_parts(ruleset, kind, [str(line["id"]) for line in lines]),
    }


def _room(ruleset: Ruleset, kind: Kind) -> int:
    """Return how many things fit at a place, by the capacities of its fields."""
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
        if whole_or_zero(first) >= 0 and whole_or_zero(second) >= 0:
            amount = None if cost is None else whole_or_zero(edges.values[cost][at])
            shown = None if amount == usual else amount
            found.append(
                {"from": whole_or_zero(first), "to": whole_or_zero(second), "id": edges.elements[at], "cost": shown}
            )
    return found


def _usual(costs: Sequence[object]) -> int | None:
    """Return the cost shared by most lines, if there is one."""
    most, times = Counter(map(whole_or_zero, costs)).most_common(1)[0] if costs else (0, 0)
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
        "parts": grid_parts(ruleset, kind, drawn, size),
        **split_grid_layout(ruleset, kind, drawn, size),
    }


def _cell(kind: Kind, at: int, shape: str) -> tuple[float, float]:
    """Return a cell's centre in units of cell width, y pointing down; see the board's coordinate definition."""
    if shape == "hexagon":
        q, r = whole_or_zero(kind.values["q"][at]), whole_or_zero(kind.values["r"][at])
        return q + r / 2, r * math.sqrt(3) / 2
    column, row = whole_or_zero(kind.values["column"][at]), whole_or_zero(kind.values["row"][at])
    if shape == "square":
        return column, -row
    return column + row / 2, row * math.sqrt(3) / 2
