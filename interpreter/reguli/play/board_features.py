"""What belongs to the places of a board and is drawn with them: tints and borders of cells, sites, edges, and spaces at places and on lines.

All of it is read off fields that never change. Of the fields of a cell that name an element of another kind, those that every cell has divide the board:
where the first of them changes there is a border, and the last tints the cells. One that only some cells have marks sites. A kind whose elements name
a place or a line of the board, and where something is tracked, has spaces: they stand round the place, or along the line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from reguli.engine.notation import Plain
from reguli.model.resolved_ruleset import Kind, Ruleset

MOST_TINTS: Final = 6
TURNS: Final = {"square": (90, 0, -90, 180), "hexagon": (60, 0, -60, -120, 180, 120)}
"""By shape: where the sides of a cell look, in degrees against the clock from the east, in the order of its edges."""
Place = tuple[int, int]
Ends = tuple[int, int, int, int]


def whole(value: object) -> int:
    """Give a value that is a whole number; 0 for any other."""
    return value if isinstance(value, int) else 0


def divided(ruleset: Ruleset, kind: Kind, places: Sequence[Place], size: float) -> dict[str, Plain]:
    """Give ``{tints, borders, sites}`` of a grid, ``sites`` being a list of ``[kind, id]`` for each cell.

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
        held = [(of[name], whole(kind.values[name][at])) for name in some]
        sites.append([[one.id, one.elements[element]] for one, element in held if element >= 0])
    found: dict[str, Plain] = {"tints": None, "borders": None, "sites": sites}
    if full:
        tint, border = full[-1], full[0]
        found["tints"] = {
            "kind": of[tint].id,
            "ids": [*of[tint].elements],
            "of": [whole(value) for value in kind.values[tint]],
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
        first, second = whole(edges.values["first"][edge]), whole(edges.values["second"][edge])
        if second >= 0 and values[first] != values[second]:
            yield ends


def _edges_of(ruleset: Ruleset, kind: Kind) -> Kind | None:
    name = None if kind.declared is None or kind.declared.grid is None else kind.declared.grid.edges
    return None if name is None else ruleset.kinds[name]


def _ends(kind: Kind, edges: Kind, places: Sequence[Place], size: float) -> list[Ends]:
    """Give where every edge begins and ends, as one of its cells sees it."""
    shape = (
        "square"
        if kind.declared is not None and kind.declared.grid is not None and kind.declared.grid.shape == "square"
        else "hexagon"
    )
    half = 180 / len(TURNS[shape])
    far = size / 2 / math.cos(math.radians(half))
    found: dict[int, Ends] = {}
    for (x, y), own in zip(places, kind.values["edges"], strict=True):
        assert isinstance(own, tuple)
        for edge, turn in zip(own, TURNS[shape], strict=True):
            one, other = (math.radians(turn + side) for side in (-half, half))
            ends = (
                x + far * math.cos(one),
                y - far * math.sin(one),
                x + far * math.cos(other),
                y - far * math.sin(other),
            )
            found.setdefault(edge, tuple(round(value) for value in ends))  # type: ignore[arg-type]  # four of them
    return [found[edge] for edge in range(len(edges.elements))]


def parts_of_grid(ruleset: Ruleset, kind: Kind, places: Sequence[Place], size: float) -> list[Plain]:
    """Give the edges on which something is tracked, ``{kind, id, ends}``."""
    edges = _edges_of(ruleset, kind)
    if edges is None or not _tracks(ruleset, edges):
        return []
    ends = _ends(kind, edges, places, size)
    return [{"kind": edges.id, "id": element, "ends": [*ends[at]]} for at, element in enumerate(edges.elements)]


def parts_of_map(ruleset: Ruleset, kind: Kind, lines: Sequence[str]) -> list[Plain]:
    """Give the spaces at the places and on the lines of a map, ``{kind, id}`` with ``at`` or ``on``; ``lines`` are those that are drawn, by id."""
    found: list[tuple[str, int, Plain]] = []
    for other in ruleset.kinds.values():
        if other is kind or other.joins == kind.id or not _tracks(ruleset, other):
            continue
        held = next((field for field in other.fields.values() if field.form == "kind"), None)
        of = None if held is None or held.of is None else ruleset.kinds[held.of]
        if held is None or of is None or (of is not kind and of.joins != kind.id):
            continue
        for element, value in zip(other.elements, other.values[held.id], strict=True):
            number = whole(value)
            if of is not kind and number >= 0:
                number = lines.index(of.elements[number]) if of.elements[number] in lines else -1
            if number >= 0:
                where = "at" if of is kind else "on"
                found.append((where, number, {"kind": other.id, "id": element, where: number}))
    return [part for _, _, part in sorted(found, key=lambda one: one[:2])]


def _tracks(ruleset: Ruleset, kind: Kind) -> bool:
    return kind.form != "pieces" and any(name.startswith(f"{kind.id}.") for name in ruleset.state)
