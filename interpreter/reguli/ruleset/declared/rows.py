"""Reads the elements of a kind: a list of names, rows under columns, or groups of values by name."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from typing import Final

from reguli.ruleset.declared.fields import cell
from reguli.ruleset.documents import Cell, ElementDecl, FieldDecl
from reguli.ruleset.schema import MOST_ELEMENTS, Schema
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

ENDS: Final = ("first", "second")
MOST_COPIES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Shape:
    """What the rows of a kind are made of."""

    kind: str
    fields: Lookup[str, FieldDecl]
    joins: bool

    @property
    def known(self) -> tuple[str, ...]:
        """Every column a row may have."""
        return (*(ENDS if self.joins else ("id",)), *self.fields, "copies")

    @property
    def usual(self) -> tuple[str, ...]:
        """The columns of a row when none are written."""
        return (*(ENDS if self.joins else ("id",)), *self.fields)


def columns(node: Node | None, shape: Shape, schema: Schema) -> tuple[str, ...] | None:
    """Read ``columns:``; an unknown or repeated one is a finding, and then no row is read."""
    if node is None:
        return shape.usual
    found: list[str] = []
    sound = True
    for item in schema.items(node, f"'columns' of {shape.kind}") or ():
        name = schema.text(item, f"a column of {shape.kind}")
        if name is not None and name not in shape.known:
            schema.bag.add("R113", item.span, near=schema.meant(name, shape.known), kind=shape.kind, name=name)
            sound = False
        elif name in found:
            schema.bag.add("R109", item.span, what=f"'columns' of {shape.kind}", name=str(name))
            sound = False
        elif name is not None:
            found.append(name)
    if not sound:
        return None
    return (*ENDS, *found) if shape.joins and not set(ENDS) & set(found) else tuple(found)


def elements(node: Node, shape: Shape, schema: Schema) -> tuple[ElementDecl, ...]:
    """Read ``elements:``, a list of names or groups of values by name."""
    found: list[ElementDecl] = []
    if isinstance(node, Mapping):
        for entry in node.entries:
            cells = entry.value.entries if isinstance(entry.value, Mapping) else ()
            if not isinstance(entry.value, Mapping) and not (
                isinstance(entry.value, Scalar) and entry.value.value is None
            ):
                schema.wrong(entry.value, f"'{entry.key.text}' in {shape.kind}", "a group of 'name: value'")
            pairs = [(found.key.text, found.key.span, found.value) for found in cells]
            found += _element(entry.key.span, [("id", entry.key.span, entry.key), *pairs], shape, schema)
    else:
        for item in schema.items(node, f"'elements' of {shape.kind}") or ():
            found += _element(item.span, [("id", item.span, item)], shape, schema)
    return tuple(found)


def rows(
    nodes: tuple[Node, ...], names: tuple[str, ...] | None, shape: Shape, schema: Schema
) -> tuple[ElementDecl, ...]:
    """Read ``rows:``, each a list under the columns or a group by name."""
    found: list[ElementDecl] = []
    for node in nodes:
        match node:
            case Mapping(entries=entries):
                pairs = [(entry.key.text, entry.key.span, entry.value) for entry in entries]
                found += _element(node.span, pairs, shape, schema)
            case Sequence(items=items) if names is not None:
                if len(items) == len(names):
                    cells = [(name, item.span, item) for name, item in zip(names, items, strict=True)]
                    found += _element(node.span, cells, shape, schema)
                else:
                    schema.bag.add(
                        "R114",
                        node.span,
                        kind=shape.kind,
                        found=len(items),
                        wanted=len(names),
                        columns=", ".join(names),
                    )
            case Scalar():
                schema.wrong(node, f"a row of {shape.kind}", "a list or a group of 'name: value'")
            case _:
                pass
    return tuple(found)


def _element(span: Span, pairs: list[tuple[str, Span, Node]], shape: Shape, schema: Schema) -> list[ElementDecl]:
    """Read one row; several copies become several elements."""
    given: dict[str, Node] = {}
    for name, place, node in pairs:
        if name not in shape.known:
            schema.bag.add("R113", place, near=schema.meant(name, shape.known), kind=shape.kind, name=name)
        given[name] = node
    name_found = _name(span, given, shape, schema)
    if name_found is None:
        return []
    name, ends = name_found
    cells = [*ends, *_cells(span, name, given, shape, schema)]
    count = _copies(given.get("copies"), name, schema)
    if not schema.take(count):
        schema.bag.add("R115", span, kind=shape.kind, limit=MOST_ELEMENTS)
        return []
    if count == 1:
        return [ElementDecl(span, name, tuple(cells))]
    return [ElementDecl(span, f"{name}_{number}", tuple(cells)) for number in range(1, count + 1)]


def _name(
    span: Span, given: Lookup[str, Node], shape: Shape, schema: Schema
) -> tuple[str, list[tuple[str, Cell]]] | None:
    """Give the id of an element; that of an edge is made of its ends, which become its first cells."""
    wanted = ENDS if shape.joins else ("id",)
    found: list[tuple[str, Cell]] = []
    for key in wanted:
        node = given.get(key)
        if node is None:
            schema.bag.add("R102", span, where=f"a row of {shape.kind}", name=key)
            continue
        name = (
            schema.id(node, f"'{key}' in {shape.kind}")
            if shape.joins
            else schema.new_id(node, f"a name in {shape.kind}")
        )
        if name is not None:
            found.append((key, Cell(node.span, name)))
    if len(found) < len(wanted):
        return None
    joined = "__".join(str(cell.value) for _, cell in found)
    return joined, found if shape.joins else []


def _cells(span: Span, name: str, given: Lookup[str, Node], shape: Shape, schema: Schema) -> list[tuple[str, Cell]]:
    found: list[tuple[str, Cell]] = []
    for field in shape.fields.values():
        node = given.get(field.id)
        if node is None:
            if not field.has_default:
                schema.bag.add("R102", span, where=f"'{name}' in {shape.kind}", name=field.id)
            continue
        value = cell(node, field, f"'{field.id}' of '{name}'", schema)
        if value is not None:
            found.append((field.id, value))
    return found


def _copies(node: Node | None, name: str, schema: Schema) -> int:
    if node is None:
        return 1
    return schema.number(node, f"'copies' of '{name}'", 1, MOST_COPIES) or 1
