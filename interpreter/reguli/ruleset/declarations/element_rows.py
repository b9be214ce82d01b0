"""Reads the elements of a kind: a list of names, rows under columns, or groups of values by name."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from typing import Final

from reguli.ruleset.declarations.card_effect_declarations import RULES, read_piece_rules
from reguli.ruleset.declarations.game_file import COUNTS, MOST_PLAYERS, Counts, read_by_player_count
from reguli.ruleset.declarations.state_file import read_field_value
from reguli.ruleset.document_nodes import Cell, ElementDecl, FieldDecl, Letter
from reguli.schema.node_reader import GROUP, LIST, MOST_ELEMENTS, NodeReader
from reguli.schema.shapes import (
    NEW_NAME,
    TEXT,
    ListOf,
    ParsedValue,
    ValueContext,
    located_scalar_text,
    number_schema,
    schema_with_location,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

# -- Drawings: lines of letters, of boards and of shapes -------------------------------------------------------------


LARGEST_SIDE: Final = 100
EMPTY: Final = ". "
"""What is no part of a shape."""
PARTS: Final = "xX#"
"""What is a part of it."""
Point = tuple[int, int]


def read_drawing_letters(node: Node, what: Value, reader: NodeReader) -> tuple[Letter, ...]:
    """Read a drawing, letter by letter, skipping blanks."""
    found = located_scalar_text(reader, node, what)
    if found is None:
        return ()
    text, file, first, left = found
    read = [
        Letter(Span(file, first + line, left + column, first + line, left + column + 1), (column, line), letter)
        for line, row in enumerate(text.split("\n"))
        for column, letter in enumerate(row)
        if letter != " "
    ]
    for side in (max((one.point[0] for one in read), default=0), max((one.point[1] for one in read), default=0)):
        if side >= LARGEST_SIDE:
            reader.bag.add("R105", node.span, what=what, found=str(side + 1), low=1, high=LARGEST_SIDE)
            return ()
    if not read:
        reader.wrong(node, what, Said("sort.drawing"))
    return tuple(read)


def read_drawn_shape(node: Node, what: Value, reader: NodeReader) -> tuple[Point, ...]:
    """Read ``drawn:``, a list of lines or one: the columns and lines of its parts; '.' and blanks are empty, anything else is a finding."""
    items = node.items if isinstance(node, SequenceNode) else (node,)
    lines = [reader.text(item, what) or "" for item in items if not isinstance(item, MappingNode)]
    if isinstance(node, ScalarNode):
        lines = lines[0].split("\n")
    found = tuple(
        (column, line) for line, text in enumerate(lines) for column, letter in enumerate(text) if letter not in EMPTY
    )
    strange = next((letter for text in lines for letter in text if letter not in EMPTY + PARTS), None)
    if strange is not None:
        reader.bag.add("R145", node.span, what=what, found=strange)
        return ()
    if not found:
        reader.wrong(node, what, Said("sort.drawing"))
    return found


# -- element rows ----------------------------------------------------------------------------------------------------


ENDS: Final = ("first", "second")
MOST_COPIES: Final = 1_000
_CELLS: Final = {"type": "object"}
COLUMNS: Final = ParsedValue(lambda reader, node, what: node, {"type": "array", "items": TEXT.schema})
ELEMENTS: Final = ParsedValue(
    lambda reader, node, what: node,
    {
        "anyOf": [
            {"type": "array", "items": NEW_NAME.schema},
            {**_CELLS, "additionalProperties": {"type": ["object", "null"]}},
        ]
    },
)
_NAMES: Final = ListOf(schema_with_location(TEXT), "part.a_column")
ROWS: Final = ParsedValue(
    lambda reader, node, what: node,
    {"anyOf": [{"type": "array", "items": {"type": ["array", "object"]}}, {"type": ["object", "string"]}]},
)
"""As written, or the name of a table file: what they are depends on the fields of the kind."""


@frozen_class
class Shape(FrozenValue):
    """The columns allowed in the rows of a kind."""

    kind: Value
    fields: Lookup[str, FieldDecl]
    joins: bool
    cells: bool = False
    """Whether they are cells of a board: those are there without being listed, and a row says of one what it says."""

    @property
    def known(self) -> tuple[str, ...]:
        """Return every column a row may have."""
        own = () if self.cells else ("copies", "drawn", "map")
        return (*(ENDS if self.joins else ("id",)), *self.fields, *own, "players", RULES)

    def has(self, column: str, span: Span, reader: NodeReader, but: str = "") -> bool:
        """Return whether a row may have a column, other than one of them; report one that it may not have."""
        known = tuple(name for name in self.known if name != but) if but else self.known
        if column not in known:
            reader.bag.add("R113", span, near=reader.meant(column, known), kind=self.kind, name=column)
        return column in known

    @property
    def usual(self) -> tuple[str, ...]:
        """Return the default columns of a row."""
        return (*(ENDS if self.joins else ("id",)), *self.fields)


def read_column_names(node: Node | None, shape: Shape, reader: NodeReader) -> tuple[str, ...] | None:
    """Read ``columns:``; an unknown or repeated one is a finding, and then no row is read."""
    if node is None:
        return shape.usual
    found: list[str] = []
    sound = True
    what = Said("part.field", name="columns", where=shape.kind)
    for name, span in _NAMES.read(node, ValueContext(what, shape.kind), reader) or ():
        if not shape.has(name, span, reader):
            sound = False
        elif name in found:
            reader.bag.add("R109", span, what=what, name=name)
            sound = False
        else:
            found.append(name)
    if not sound:
        return None
    return (*ENDS, *found) if shape.joins and not set(ENDS) & set(found) else tuple(found)


def read_elements(node: Node, shape: Shape, reader: NodeReader) -> tuple[ElementDecl, ...]:
    """Read ``elements:``, a list of names or groups of values by name."""
    found: list[ElementDecl] = []
    if isinstance(node, MappingNode):
        for entry in node.entries:
            cells = entry.value.entries if isinstance(entry.value, MappingNode) else ()
            if not isinstance(entry.value, MappingNode) and not (
                isinstance(entry.value, ScalarNode) and entry.value.value is None
            ):
                reader.wrong(entry.value, Said("part.entry", name=entry.key.text, where=shape.kind), GROUP)
            pairs = [(found.key.text, found.key.span, found.value) for found in cells]
            found += _element(entry.key.span, [("id", entry.key.span, entry.key), *pairs], shape, reader)
    else:
        for item in _items(node, Said("part.field", name="elements", where=shape.kind), reader):
            found += _element(item.span, [("id", item.span, item)], shape, reader)
    return tuple(found)


def _items(node: Node, what: Value, reader: NodeReader) -> tuple[Node, ...]:
    if isinstance(node, SequenceNode):
        return node.items
    reader.wrong(node, what, LIST)
    return ()


def read_element_rows(
    listed: Node, what: Value, names: tuple[str, ...] | None, shape: Shape, reader: NodeReader
) -> tuple[ElementDecl, ...]:
    """Read ``rows:``, each a list under the columns or a group by name."""
    found: list[ElementDecl] = []
    for node in _items(listed, what, reader):
        match node:
            case MappingNode(entries=entries):
                pairs = [(entry.key.text, entry.key.span, entry.value) for entry in entries]
                found += _element(node.span, pairs, shape, reader)
            case SequenceNode(items=items) if names is not None:
                if len(items) == len(names):
                    cells = [(name, item.span, item) for name, item in zip(names, items, strict=True)]
                    found += _element(node.span, cells, shape, reader)
                else:
                    reader.bag.add(
                        "R114",
                        node.span,
                        kind=shape.kind,
                        found=len(items),
                        wanted=len(names),
                        columns=", ".join(names),
                    )
            case ScalarNode():
                reader.wrong(node, Said("part.a_row", where=shape.kind), Said("sort.list_or_group"))
            case SequenceNode():
                pass
    return tuple(found)


def _element(span: Span, pairs: list[tuple[str, Span, Node]], shape: Shape, reader: NodeReader) -> list[ElementDecl]:
    """Read one row; several copies become several elements."""
    given: dict[str, Node] = {}
    for name, place, node in pairs:
        shape.has(name, place, reader)
        given[name] = node
    name_found = _name(span, given, shape, reader)
    if name_found is None:
        return []
    name, ends = name_found
    cells = [*ends, *_cells(span, name, given, shape, reader)]
    there = _there(given.get("players"), name, reader)
    shown = given.get("drawn")
    drawn = () if shown is None else read_drawn_shape(shown, Said("part.entry", name="drawn", where=name), reader)
    part = given.get("map")
    map_ = () if part is None else read_drawing_letters(part, Said("part.entry", name="map", where=name), reader)
    counts, by = read_copies(given.get("copies"), name, reader)
    most = max(counts, default=1)
    if not reader.take(most):
        reader.bag.add("R115", span, kind=shape.kind, limit=MOST_ELEMENTS)
        return []
    if by is None and most == 1:
        return [ElementDecl(span, name, tuple(cells), there, drawn, map=map_)]
    if by is not None and there is not None:
        by |= {count: 0 for count in range(1, MOST_PLAYERS + 1) if count not in there}
    found = []
    for copy in range(1, most + 1):
        players = there if by is None else tuple(count for count, copies in by.items() if copies >= copy)
        said = None if by is None else tuple(by)
        found.append(ElementDecl(span, f"{name}_{copy}", tuple(cells), players, drawn, said, map_))
    return found


def _name(
    span: Span, given: Lookup[str, Node], shape: Shape, reader: NodeReader
) -> tuple[str, list[tuple[str, Cell]]] | None:
    """Return the id of an element; that of an edge is made of its ends, which become its first cells."""
    wanted = ENDS if shape.joins else ("id",)
    found: list[tuple[str, Cell]] = []
    for key in wanted:
        node = given.get(key)
        if node is None:
            reader.bag.add("R102", span, where=Said("part.a_row", where=shape.kind), name=key)
            continue
        name = (
            reader.id(node, Said("part.entry", name=key, where=shape.kind))
            if shape.joins
            else reader.new_id(node, Said("part.a_name", where=shape.kind))
        )
        if name is not None:
            found.append((key, Cell(node.span, name)))
    if len(found) < len(wanted):
        return None
    joined = "__".join(str(cell.value) for _, cell in found)
    return joined, found if shape.joins else []


def _cells(span: Span, name: str, given: Lookup[str, Node], shape: Shape, reader: NodeReader) -> list[tuple[str, Cell]]:
    found: list[tuple[str, Cell]] = []
    for field in shape.fields.values():
        node = given.get(field.id)
        if node is None:
            if not field.has_default and not shape.cells:
                reader.bag.add("R102", span, where=Said("part.entry", name=name, where=shape.kind), name=field.id)
            continue
        value = read_field_value(
            node, field, Said("part.field", name=field.id, where=Said("part.named", name=name)), reader
        )
        if value is not None:
            found.append((field.id, value))
    if (node := given.get(RULES)) is not None:
        where = Said("part.field", name=RULES, where=Said("part.named", name=name))
        found.append((RULES, Cell(node.span, None, items=read_piece_rules(reader, node, where) or ())))
    return found


def read_legend_entry(entry: MappingEntry, shape: Shape, reader: NodeReader) -> ElementDecl:
    """Read what a legend says of a letter."""
    name, where = entry.key.text, Said("part.entry", name=entry.key.text, where=shape.kind)
    nodes: dict[str, Node] = {}
    for one in reader.entries(entry.value, where) or ():
        shape.has(one.key.text, one.key.span, reader, but="id")
        nodes[one.key.text] = one.value
    cells = _cells(entry.key.span, name, nodes, shape, reader)
    return ElementDecl(entry.key.span, name, tuple(cells), _there(nodes.get("players"), name, reader))


def _there(node: Node | None, name: str, reader: NodeReader) -> Counts | None:
    """Read the player counts at which an element exists; ``None`` for all."""
    what = Said("part.field", name="players", where=Said("part.named", name=name))
    return None if node is None else COUNTS.read(node, ValueContext(what), reader)


def read_copies(node: Node | None, name: str, reader: NodeReader) -> tuple[tuple[int, ...], dict[int, int] | None]:
    """Read the number of copies: the numbers that occur, and the number by player count if it depends on that."""
    what = Said("part.field", name="copies", where=Said("part.named", name=name))
    if isinstance(node, MappingNode):
        read = read_by_player_count(node.entries, number_schema(0, MOST_COPIES), what, reader)
        by = {count: one.value for one in read for count in one.counts}
        return tuple(by.values()), by
    return ((1 if node is None else reader.number(node, what, 1, MOST_COPIES) or 1),), None
