"""Kinds and their elements: the built-in ones, and those declared by components and boards."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from reguli.model import grids
from reguli.model.binding.binding_context import (
    DIRECTION,
    NUMBER,
    PHASE,
    PLAYER,
    RANK,
    SPOT_OF,
    STAGE,
    WAY,
    WAYS,
    World,
    declared_kind_names,
)
from reguli.model.grids import fits_hexagons, placeable_kinds, used_orientations
from reguli.model.resolved_ruleset import Kind
from reguli.model.table_binding import flatten_field_table
from reguli.ruleset.document_nodes import Cell, ElementDecl, FieldDecl, GridDecl, KindDecl, Value
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span

Stored = int | str | tuple[int, ...] | None
ONE_WORD: Final = re.compile(r"(?!(?:-|none)$)[^\s,<>]+")
"""A label that can be typed: it is no sign of the notation."""
NOBODY: Final = -1
"""How a field that names no element is stored."""
SIZES: Final = {"width": Said("thing.width"), "height": Said("thing.height"), "radius": Said("thing.radius")}
"""What the sizes of a grid are called."""


def bind_kinds(world: World) -> None:
    """Make every kind, with its elements and their fixed fields."""
    kinds = world.documents.kinds
    declare_units(world)
    _own_kinds(world)
    laid = {kind.id: _grid(kind.grid, world) for kind in kinds if kind.grid is not None}
    directions = grids.all_directions(grid for grid in laid.values() if grid is not None)
    if directions:
        world.add_kind(_plain(DIRECTION, "directions", directions, world.documents.game.span, ring=True))
    _add_ways(world)
    for declared in kinds:
        grid = laid.get(declared.id)
        if declared.id in world.kinds:
            world.bag.add("R209", declared.span, name=declared.id, what=Said("thing.a_kind"))
        elif grid is not None:
            _add_grid(declared, grid, directions, world)
        elif declared.grid is not None:
            world.broken |= {
                declared.plural,
                *(form for name in declared_kind_names(declared) for form in (name, f"{name}s")),
            }
        else:
            world.add_kind(_shell(declared))
    for declared in kinds:
        kind = world.kinds.get(declared.id)
        if kind is not None and kind.declared is declared:
            _check_declared(declared, world)
            world.kinds[declared.id] = _filled(kind, declared, world)


def _add_ways(world: World) -> None:
    """Add the kind of orientations if shapes or board parts exist: four turns on squares, six on hexagons, doubled by mirrors."""
    kinds = world.documents.kinds
    shapes, joins = placeable_kinds(kinds)
    names = used_orientations(kinds)
    if names:
        world.add_kind(_plain(WAY, WAYS, names, world.documents.game.span))
    boards = {kind.grid.shape == "square" for kind in kinds if kind.grid is not None}
    if (shapes or joins) and not names:
        for kind in (*shapes, *joins):
            world.bag.add("R339", kind.span, near=None, related=(), kind=kind.id)
    for kind in shapes:
        for element in kind.elements:
            if boards == {False} and element.drawn and not fits_hexagons(element.drawn):
                world.bag.add("R337", element.span, near=None, related=(), name=element.id)


def declare_units(world: World) -> None:
    """Declare the units of numbers: those of the game and everything that can be counted; and which of them are measures."""
    units = world.documents.game.units
    kinds = world.documents.kinds
    world.units = frozenset((*units, *(name for kind in kinds for name in declared_kind_names(kind)), PLAYER, RANK))
    unlimited = (kind.id for kind in kinds if kind.tokens and any(count is None for _, count in kind.tokens.supply))
    world.measures = frozenset((*units, *unlimited))


def _own_kinds(world: World) -> None:
    """Create the undeclared kinds: players, phases, stages, the values of options."""
    game = world.documents.game
    seats = tuple(f"seat_{number}" for number in range(1, game.players[1] + 1))
    world.add_kind(_plain(PLAYER, "players", seats, game.span, ring=True))
    world.add_kind(_plain(PHASE, "phases", tuple(dict.fromkeys(game.round)), game.span))
    world.add_kind(_plain(STAGE, "stages", tuple(stage.id for stage in game.stages), game.span))
    for option in game.options:
        if option.form == "choose":
            name = world.option_kind(option.id)
            world.add_kind(
                _plain(name, f"values of {option.id}", tuple(value.id for value in option.values), option.span)
            )


def _plain(name: str, plural: str, elements: tuple[str, ...], span: Span, *, ring: bool = False) -> Kind:
    return Kind(name, plural, "elements", elements, elements, span, ring=ring)


def _shell(declared: KindDecl) -> Kind:
    """Create a kind with its elements' names; the fields follow when all names are known."""
    elements = tuple(element.id for element in declared.elements)
    ends = () if declared.joins is None else ("first", "second")
    return Kind(
        declared.id,
        declared.plural,
        declared.form,
        elements,
        elements,
        declared.span,
        {
            **{name: FieldDecl(declared.span, name, "kind", declared.joins) for name in ends},
            **{field.id: field for field in declared.fields if not field.by},
        },
        rank=declared.rank,
        drawn=tuple(element.drawn for element in declared.elements) if declared.grid is None else (),
        ring=declared.ring,
        joins=declared.joins,
        variety=None if declared.tokens is None else declared.tokens.variety,
        declared=declared,
    )


def _grid(grid: GridDecl, world: World) -> grids.Grid | None:
    sizes: dict[str, int] = {}
    numbers = {constant.id: constant.value for constant in world.documents.constants}
    for name, size, span in grid.sizes:
        if isinstance(size, str) and size not in numbers:
            world.unknown("R316", span, size, numbers)
        else:
            value = numbers[size] if isinstance(size, str) else size
            low = 0 if name == "radius" else 1
            if low <= value <= 100:
                sizes[name] = value
            else:
                world.bag.add("R317", span, name=SIZES[name], value=value, low=low, high=100)
    if grid.drawn is not None:
        return grids.lay_out_grid(grid, {})
    wanted = ("radius",) if grid.shape == "hexagon" else ("width", "height")
    return grids.lay_out_grid(grid, sizes) if all(name in sizes for name in wanted) else None


def _add_grid(declared: KindDecl, grid: grids.Grid, directions: tuple[str, ...], world: World) -> None:
    world.absent |= {(declared.id, name) for name in grids.cells_left_out(grid)}
    shell = _with_part(_shell(declared), grids.board_cells(grid))
    world.add_kind(dataclasses.replace(shell, relation=grids.direction_neighbours(grid, directions)))
    for name, make in ((grid.decl.edges, grids.board_edges), (grid.decl.corners, grids.board_corners)):
        if name is not None:
            part = _with_part(_plain(name, f"{name}s", (), declared.span), make(grid, declared.id))
            edged = dataclasses.replace(part, form="edges", joins=declared.id)
            world.add_kind(edged if make is grids.board_edges else part)


def _with_part(kind: Kind, part: grids.Part) -> Kind:
    fields = {**{field.id: field for field in part.fields}, **kind.fields}
    return dataclasses.replace(kind, elements=part.ids, labels=part.ids, fields=fields, values=part.values)


def _check_declared(declared: KindDecl, world: World) -> None:
    """Report undeclared names in a kind: kinds and units of fields, joined kinds, varieties."""
    for field in declared.fields:
        _check_field(field, world)
    if declared.joins is not None:
        world.is_kind(declared.joins, declared.span)
    if declared.tokens is not None and declared.tokens.variety is not None:
        world.is_kind(declared.tokens.variety, declared.tokens.span)
    rank = next((field for field in declared.fields if field.id == declared.rank), None)
    if rank is not None and rank.form != "number":
        world.bag.add("R313", declared.span, kind=declared.id, field=rank.id)


def _check_field(field: FieldDecl, world: World) -> None:
    match field.form:
        case "number":
            for unit in (field.of, *field.compares):
                if unit != NUMBER:
                    world.unit(unit, field.span)
        case "kind" | "set":
            if field.of is not None:
                world.is_kind(field.of, field.span)
        case "procedure" | "condition" | "amount":
            if field.form == "amount" and field.of != NUMBER:
                world.unit(field.of, field.span)
            for _, name in field.parameters:
                if world.type_named(name) is None:
                    world.unknown("R204", field.span, name, (*world.kinds, *world.units))
        case "truth" | "text":
            pass


def _filled(kind: Kind, declared: KindDecl, world: World) -> Kind:
    """Fill in the fields of every element, the labels, and the supply of each variety."""
    values: dict[str, tuple[Stored, ...]] = dict(kind.values)
    elements = declared.elements if declared.grid is None else _cells(kind, declared, declared.grid, world)
    for field in kind.fields.values():
        if field.id not in values:
            values[field.id] = tuple(_stored(element, field, world) for element in elements)
    for field in (one for one in declared.fields if one.by):
        world.tables |= flatten_field_table(
            declared, field, {element.id: find_field_value(element, field.id) for element in elements}, world
        )
    if declared.join is not None and declared.join.spots in values:
        values[SPOT_OF] = tuple(max(one, 0) if isinstance(one, int) else 0 for one in values[declared.join.spots])
    labels = kind.labels
    if declared.label is not None and declared.label in kind.fields:
        labels = tuple(_label(element, declared.label, kind.fields[declared.label], world) for element in elements)
    typed = _told_apart(labels, kind.elements) if labels != kind.elements else ()
    return dataclasses.replace(kind, values=values, labels=labels, typed=typed, supply=_supply(declared, world))


def _told_apart(labels: Sequence[str], elements: Sequence[str]) -> tuple[str, ...]:
    """Return the typed name of each element: its label if that is a single, unambiguous word, else its id."""
    common, indices = Counter(labels), {element: index for index, element in enumerate(elements)}
    return tuple(
        label if common[label] == 1 and indices.get(label, index) == index and ONE_WORD.fullmatch(label) else element
        for index, (label, element) in enumerate(zip(labels, elements, strict=True))
    )


def _cells(kind: Kind, declared: KindDecl, grid: GridDecl, world: World) -> tuple[ElementDecl, ...]:
    """Return the field values of each cell of a board, from the legend and from the rows, which take precedence."""
    said: dict[str, dict[str, Cell]] = {name: {} for name in kind.elements}
    drawn = grid.drawn or ()
    for point, cell in zip(grids.drawn_letter_points(grid, drawn), drawn, strict=True):
        said.get(grids.cell_name(grid, point), {}).update(cell.letter.cells)
    for row in declared.elements:
        if world.named_element(kind.id, row.id, row.span) is not None:
            said[row.id].update(row.cells)
    for field in declared.fields:
        lacking = next((name for name, cells in said.items() if field.id not in cells), None)
        if lacking is not None and not field.has_default:
            where = Said("part.entry", name=lacking, where=Said("part.kind", name=kind.id))
            world.bag.add("R102", declared.span, near=None, related=(), where=where, name=field.id)
    return tuple(ElementDecl(declared.span, name, tuple(cells.items())) for name, cells in said.items())


def find_field_value(element: ElementDecl, name: str) -> Cell | None:
    """Return the value of an element's field; ``None`` if it has none."""
    return next((cell for field, cell in element.cells if field == name), None)


def _written(element: ElementDecl, field: FieldDecl, world: World) -> Value | None:
    cell = find_field_value(element, field.id)
    value, span = (field.default, field.span) if cell is None else (cell.value, cell.span)
    return world.number_in_data(value, field.of, span) if field.form == "number" and isinstance(value, str) else value


def _label(element: ElementDecl, name: str, field: FieldDecl, world: World) -> str:
    value = _written(element, field, world)
    return element.id if value is None else str(value)


def _stored(element: ElementDecl, field: FieldDecl, world: World) -> Stored:
    cell = find_field_value(element, field.id)
    value = _written(element, field, world)
    span = field.span if cell is None else cell.span
    match field.form:
        case "number" | "truth":
            return int(value) if isinstance(value, int) else 0
        case "kind":
            return NOBODY if value is None else _element(str(value), field.of, span, world)
        case "set":
            items = value if isinstance(value, tuple) else ()
            found = [_element(str(item), field.of, span, world) for item in items]
            return tuple(dict.fromkeys(item for item in found if item != NOBODY))
        case "text":
            return None if value is None else str(value)
        case "procedure" | "condition" | "amount":
            return None


def _element(name: str, kind: str | None, span: Span, world: World) -> int:
    index = world.named_element(kind, name, span) if kind in world.kinds else None
    return NOBODY if index is None else index


def _supply(declared: KindDecl, world: World) -> tuple[int | None, ...]:
    if declared.tokens is None:
        return ()
    supply = dict(declared.tokens.supply)
    variety = declared.tokens.variety
    if variety is None:
        if set(supply) != {""}:
            world.bag.add("R314", declared.tokens.span, kind=declared.id)
        return (supply.get("", 0),)
    if variety not in world.kinds:
        return ()
    elements = world.kinds[variety].elements
    if "" in supply:
        return (supply[""],) * len(elements)
    for name in supply:
        world.named_element(variety, name, declared.tokens.span)
    for name in elements:
        if name not in supply:
            world.bag.add("R315", declared.tokens.span, kind=declared.id, name=name)
    return tuple(supply.get(name, 0) for name in elements)
