"""Flattening of tables, with a cell for every combination of keys."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import prod
from typing import Final

from reguli.model.binding.binding_context import NUMBER, World
from reguli.model.resolved_ruleset import ConstantValue, Table, is_field_table
from reguli.model.types import TRUTH, BundleType, ElementType, NumberType, TruthType, Type
from reguli.ruleset.declarations.constant_and_table_files import range_ends
from reguli.ruleset.document_nodes import ROUND_KEY, Cell, FieldDecl, KindDecl, TableDecl, TableKey, TableRow
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
NOBODY: Final = -1
"""How a cell of a field that names no element is stored."""
LARGEST: Final = 1_000_000
"""No table has more cells."""
HOLDS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "increasing": operator.lt,
    "decreasing": operator.gt,
    "not_increasing": operator.ge,
    "not_decreasing": operator.le,
}
"""What a shape wants of two cells, one after the other; ``complete`` wants nothing of them."""


def bind_constants(world: World) -> None:
    """Register the constants of the game."""
    for declared in world.documents.constants:
        unit = world.unit(declared.unit, declared.span)
        world.constants[declared.id] = ConstantValue(
            declared.id, declared.value, unit, declared.source, declared.value_span
        )


def bind_tables(world: World) -> None:
    """Flatten every table."""
    for declared in world.documents.tables:
        table = _table(declared, world)
        if table is None:
            world.broken.add(declared.id)
        else:
            world.tables[declared.id] = table


def flatten_field_table(
    kind: KindDecl, field: FieldDecl, cells: Mapping[str, Cell | None], world: World
) -> dict[str, Table]:
    """Flatten a field with keys, under its qualified name: the first key is the element.

    One value stands for all below it, so a default and a whole row may be written as one.
    """
    if not cells:
        world.broken.add(field.id)
        return {}
    default = TableRow(field.span, value="none" if field.default is None else field.default)  # type: ignore[arg-type]  # as declared
    rows = tuple((name, default if cell is None or cell.row is None else cell.row) for name, cell in cells.items())
    name, keys = f"{kind.id}.{field.id}", (TableKey(field.span, kind.id), *field.by)
    unit = None if field.of == NUMBER else field.of
    of, found = (field.of, None) if field.form == "kind" else (None, unit)
    written = TableRow(kind.span, entries=rows)
    declared = TableDecl(field.span, name, keys, found, of, written, (), False, kind.source, kind.board)
    table = _table(declared, world, TRUTH if field.form == "truth" else None, default if field.has_default else None)
    if table is None:
        world.broken.add(field.id)
        return {}
    return {name: table}


def partial_row_type(table: Table, world: World, expected: Type | None = None) -> BundleType | Said:
    """Return the bundle type of a row whose last key is omitted, or the reason that it is no bundle."""
    key, found = table.declared.keys[-1], table.type
    bundles = [one for kind in world.kinds if (one := world.bundle_of(kind)) is not None and one.kind == key.name]
    if key.low is not None or not bundles:
        return Said("why.key_no_variety", key=key.name)
    if not isinstance(found, NumberType):
        return Said("why.row_no_numbers")
    if table.declared.ragged:
        return Said("why.row_ragged")
    own = [one for one in bundles if found.unit in (None, one.pieces)]
    if len(own) > 1:
        own = [one for one in own if one == expected]
        return own[0] if own else Said("why.row_of_several", key=key.name)
    return own[0] if own else Said("why.row_of_unit", unit=str(found.unit))


@frozen_class
class _Key(FrozenValue):
    """One key of a table: its values as written, and the number of the first."""

    name: str
    low: int
    values: tuple[str, ...]
    numbers: bool = True
    """Whether the values are whole numbers, one after the other."""

    def place(self, name: str) -> int | None:
        """Return the number of a value; None where there is no such value."""
        if self.numbers:
            at = int(name) - self.low if _NUMBER.fullmatch(name) else -1
            return at if 0 <= at < len(self.values) and self.values[at] == name else None
        return self.values.index(name) if name in self.values else None


@dataclass(slots=True)
class _Filling:
    """A table while its cells are read."""

    declared: TableDecl
    keys: tuple[_Key, ...]
    type: Type
    world: World
    cells: list[int | None]
    spans: list[Span]
    default: TableRow | None = None
    """Of a field with keys: what stands where nothing is said."""


def _table(
    declared: TableDecl, world: World, of_field: Type | None = None, default: TableRow | None = None
) -> Table | None:
    lasts = (_highest(declared.rows, at) for at in range(len(declared.keys)))
    keys = tuple(key for one, last in zip(declared.keys, lasts, strict=True) if (key := _key(one, last, world)))
    found = of_field or _cell_type(declared, world)
    if len(keys) < len(declared.keys) or found is None:
        return None
    size = prod(len(key.values) for key in keys)
    if size > LARGEST:
        world.bag.add("R326", declared.span, table=declared.id, size=size, limit=LARGEST)
        return None
    filling = _Filling(declared, keys, found, world, [None] * size, [declared.span] * size, default)
    _read(declared.rows, 0, 0, filling)
    _check_shape(filling)
    _check_same(filling)
    return Table(
        id=declared.id,
        type=found,
        key_names=tuple(key.name for key in declared.keys),
        lows=tuple(key.low for key in keys),
        sizes=tuple(len(key.values) for key in keys),
        cells=tuple(filling.cells),
        spans=tuple(filling.spans),
        declared=declared,
    )


def _highest(row: TableRow, level: int) -> int:
    """Return the highest number that a row is for at a level of keys, 1 at least and ``LARGEST`` at most."""
    below = row.items or tuple(one for _, one in row.entries or ())
    if level:
        return max((_highest(one, level - 1) for one in below), default=1)
    numbers = [len(row.items or ()), *(int(end) for name, _ in row.entries or () for end in _NUMBER.findall(name))]
    return min(max(1, *numbers), LARGEST)


def _key(written: TableKey, last: int, world: World) -> _Key | None:
    if written.low is not None and written.high is not None:
        return _Key(written.name, written.low, tuple(str(number) for number in range(written.low, written.high + 1)))
    if written.name == "player_count":
        low, high = world.documents.game.players
        return _Key(written.name, low, tuple(str(number) for number in range(low, high + 1)))
    if written.name == ROUND_KEY:
        return _Key(written.name, 1, tuple(str(number) for number in range(1, last + 1)))
    if written.name in world.kinds and world.kinds[written.name].elements:
        return _Key(written.name, 0, world.kinds[written.name].elements, numbers=False)
    if written.name in world.options and world.option_kind(written.name) in world.kinds:
        return _Key(written.name, 0, world.kinds[world.option_kind(written.name)].elements, numbers=False)
    world.unknown("R320", written.span, written.name, ("player_count", ROUND_KEY, *world.kinds))
    return None


def _cell_type(declared: TableDecl, world: World) -> Type | None:
    if declared.of is not None:
        return ElementType(declared.of) if world.is_kind(declared.of, declared.span) else None
    return NumberType(world.unit(declared.unit, declared.span))


def _number_of_players(key: _Key, filling: _Filling) -> tuple[tuple[Span, Said], ...]:
    """Return the place that declares the player counts, for a table keyed by player count."""
    game = filling.world.documents.game
    return (
        ((game.players_span, Said("here.players", low=game.players[0], high=game.players[1])),)
        if key.name == "player_count"
        else ()
    )


def _read(row: TableRow, level: int, start: int, filling: _Filling) -> None:
    """Read one level of rows; ``start`` is the number of the level's first cell."""
    if level == len(filling.keys):
        _read_cell(row, start, filling)
        return
    key = filling.keys[level]
    size = prod(len(later.values) for later in filling.keys[level + 1 :])
    if row.items is not None:
        _count(row, len(row.items), key, filling)
        for at, item in enumerate(row.items[: len(key.values)]):
            _read(item, level + 1, start + at * size, filling)
    elif row.entries is not None:
        written: dict[int, Span] = {}
        for name, item in row.entries:
            for at in _rows_of(name, item, key, written, filling):
                _read(item, level + 1, start + at * size, filling)
        missing = [at for at in range(len(key.values)) if at not in written]
        if filling.default is not None:
            for at in missing:
                _read(filling.default, level + 1, start + at * size, filling)
        elif missing and is_field_table(filling.declared.id):
            field = filling.declared.id.partition(".")[2]
            filling.world.bag.add("R277", row.span, name=field, key=key.name, missing=_listed(missing, key))
        elif missing and not filling.declared.ragged:
            lacks = {"table": filling.declared.id, "key": key.name, "missing": _listed(missing, key)}
            filling.world.bag.add("R321", row.span, related=_number_of_players(key, filling), **lacks)
    elif is_field_table(filling.declared.id) and level:
        for at in range(len(key.values)):
            _read(row, level + 1, start + at * size, filling)
    else:
        filling.world.bag.add("R323", row.span, table=filling.declared.id, key=key.name)


def _rows_of(name: str, item: TableRow, key: _Key, written: dict[int, Span], filling: _Filling) -> Sequence[int]:
    """Return which values of a key an entry is for, by number, and enter them in ``written``.

    What is no value of the key is R322, a value that another entry has R394, a range that runs backwards R395.
    """
    bag, table = filling.world.bag, filling.declared.id
    ends = range_ends(name) if key.numbers else None
    if ends is None:
        found = range(at, at + 1) if (at := key.place(name)) is not None else range(0)
        outside = not found and (key.name, name) not in filling.world.absent
    else:
        if ends[0] > ends[1]:
            bag.add("R395", item.span, name=name, table=table, key=key.name)
        last = key.low + len(key.values) - 1
        found = range(max(ends[0], key.low) - key.low, min(ends[1], last) - key.low + 1)
        outside = ends[0] <= ends[1] and (ends[0] < key.low or ends[1] > last)
    if outside:
        filling.world.unknown("R322", item.span, name, key.values, table=table, key=key.name)
    twice = [at for at in found if at in written]
    if twice:
        related = [(written[twice[0]], Said("here.stands_first"))]
        bag.add("R394", item.span, related=related, found=_listed(twice, key), table=table, key=key.name)
    written.update(dict.fromkeys(found, item.span))
    return found


def _listed(places: Sequence[int], key: _Key) -> str:
    """Return values of a key, by number, as a text; numbers that follow one another as a range."""
    if not key.numbers:
        return ", ".join(key.values[at] for at in places)
    runs = [[at for _, at in run] for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(
        key.values[run[0]] if len(run) == 1 else f"{key.values[run[0]]}..{key.values[run[-1]]}" for run in runs
    )


def _count(row: TableRow, found: int, key: _Key, filling: _Filling) -> None:
    wanted, table = len(key.values), filling.declared
    if found > wanted or (found < wanted and not table.ragged):
        first, last = key.values[0], key.values[-1]
        filling.world.bag.add(
            "R324", row.span, table=table.id, key=key.name, found=found, wanted=wanted, first=first, last=last
        )


def _read_cell(row: TableRow, at: int, filling: _Filling) -> None:
    filling.spans[at] = row.span
    match row.value, filling.type:
        case bool() as truth, TruthType():
            filling.cells[at] = int(truth)
        case "none", ElementType() if is_field_table(filling.declared.id):
            filling.cells[at] = NOBODY
        case int() as number, NumberType() if not isinstance(number, bool):
            filling.cells[at] = number
        case str() as name, ElementType(kind):
            filling.cells[at] = filling.world.named_element(kind, name, row.span)
        case str() as name, NumberType():
            filling.cells[at] = filling.world.number_in_data(name, filling.declared.unit, row.span)
        case _:
            of = filling.declared.of
            wanted = Said("sort.whole_number") if of is None else Said("sort.one", kind=of)
            if isinstance(filling.type, TruthType):
                wanted = Said("sort.true_or_false")
            filling.world.bag.add("R325", row.span, table=filling.declared.id, wanted=wanted)


def _check_shape(filling: _Filling) -> None:
    """Check the rows along the last key against the declared shape."""
    width = len(filling.keys[-1].values)
    for start in range(0, len(filling.cells), width):
        row = [(at, cell) for at, cell in enumerate(filling.cells[start : start + width], start) if cell is not None]
        for shape in (one for one in filling.declared.shape if one in HOLDS):
            for (_, before), (at, after) in pairwise(row):
                if not HOLDS[shape](before, after):
                    filling.world.bag.add(
                        "R327", filling.spans[at], table=filling.declared.id, shape=shape, before=before, after=after
                    )


def _check_same(filling: _Filling) -> None:
    """Check that rows declared equal are equal; a row holds all cells for one value of a key."""
    for name, like, span in filling.declared.same_as:
        keys = filling.keys
        level = next((at for at, key in enumerate(keys) if {name, like} <= {*key.values}), None)
        if level is None:
            key = next((one for one in keys if name in one.values or like in one.values), keys[0])
            unknown = like if name in key.values else name
            filling.world.unknown("R322", span, unknown, key.values, table=filling.declared.id, key=key.name)
            continue
        apart = [keys[level].values.index(one) for one in (name, like)]
        rows = (row_cell_indices([len(key.values) for key in keys], level, index) for index in apart)
        wrong = next((at for at, as_in in zip(*rows, strict=True) if filling.cells[at] != filling.cells[as_in]), None)
        if wrong is not None:
            filling.world.bag.add(
                "R345",
                filling.spans[wrong],
                related=[(span, Said("here.same_as"))],
                table=filling.declared.id,
                name=name,
                like=like,
            )


def row_cell_indices(sizes: Sequence[int], level: int, index: int) -> list[int]:
    """Return the indices of the cells of a flattened table for one value of one key."""
    below = prod(sizes[level + 1 :])
    whole = below * sizes[level]
    return [start + index * below + at for start in range(0, prod(sizes), whole) for at in range(below)]
