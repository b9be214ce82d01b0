"""Reader of components and boards: kinds and their elements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from reguli.ruleset.declarations.card_effect_declarations import IN_FORCE, ON_PIECE
from reguli.ruleset.declarations.constant_and_table_files import TABLES
from reguli.ruleset.declarations.element_rows import (
    COLUMNS,
    ELEMENTS,
    LARGEST_SIDE,
    ROWS,
    Shape,
    read_column_names,
    read_element_rows,
    read_elements,
)
from reguli.ruleset.declarations.map_files import read_drawn_board
from reguli.ruleset.declarations.sheet_kinds import NAME as NAME_COLUMN
from reguli.ruleset.declarations.sheet_kinds import read_sheet_kind
from reguli.ruleset.declarations.state_file import FIELDS
from reguli.ruleset.document_nodes import (
    SOURCE,
    Chosen,
    ElementDecl,
    GridDecl,
    JoinDecl,
    KindDecl,
    SpotDecl,
    TableDecl,
    TokensDecl,
)
from reguli.schema.node_reader import GROUP, LARGEST, NodeReader
from reguli.schema.shapes import (
    HERE,
    NAME,
    NEW_NAME,
    TEXT,
    TRUTH,
    VALUE,
    DerivedShape,
    EitherShape,
    Json,
    KeyDescriptions,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedMapping,
    ParsedValue,
    ValueContext,
    VariantMapping,
    enum_schema,
    name_set_schema,
    named_groups_schema,
    named_value_pairs_schema,
    required_field,
    schema_with_conversion,
    schema_with_location,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.source.table_files import table_column_names, table_row_nodes
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode

# -- Joined boards: which part lies on which spot of a map, and which way round; said, or left to a lot --------------


BY_LOT: Final = "by lot"
"""Stands for a name that a lot settles; no name has a blank."""
_NAMES: Final = name_set_schema()
_CHOSEN: Final = {
    "anyOf": [{"const": BY_LOT}, dict(NAME.schema), {"type": "array", "items": dict(NAME.schema), "minItems": 1}]
}


def _chosen(reader: NodeReader, node: Node, what: Value) -> Chosen | None:
    """Read a name, a list of candidates for a random draw, or ``by lot``.

    A lot stands in for what is nearly called so: the spots are there, and what names them is no mistake besides.
    """
    if isinstance(node, ScalarNode) and isinstance(node.value, str) and closest_name(node.value, (BY_LOT,)) is not None:
        reader.wrong(node, what, Said("sort.name_or_by_lot"), BY_LOT)
        return Chosen(node.span, (), by_lot=True)
    if isinstance(node, ScalarNode) and node.value == BY_LOT:
        return Chosen(node.span, (), by_lot=True)
    if isinstance(node, SequenceNode):
        found = _NAMES.read(node, ValueContext(what), reader)
        if found == ():
            reader.wrong(node, what, Said("sort.name_or_by_lot"))
        return Chosen(node.span, found, by_lot=True) if found else None
    name = reader.id(node, what)
    return None if name is None else Chosen(node.span, ((name, node.span),))


def _letter(reader: NodeReader, node: Node, what: Value) -> str | None:
    """Read a single lower-case letter, which marks a spot on the map and names it."""
    name = reader.new_id(node, what)
    if name is not None and len(name) > 1:
        reader.wrong(node, what, Said("sort.letter_of_map"))
        return None
    return name


def _laid(part: Chosen, way: Chosen | None) -> tuple[Chosen, Chosen | None]:
    return part, way


def _whole(found: tuple[SpotDecl, ...], node: Node, what: Value, reader: NodeReader) -> tuple[SpotDecl, ...] | None:
    """Return the spots, or ``None`` if one could not be read, since its letter would have no meaning."""
    return found if isinstance(node, MappingNode) and len(found) == len(node.entries) else None


def _join(span: Span, parts: tuple[str, Span], spots: tuple[str, Span], lay: tuple[SpotDecl, ...]) -> JoinDecl:
    return JoinDecl(span, *parts, *spots, lay)


CHOSEN: Final = ParsedValue(_chosen, _CHOSEN)
LAID: Final = MappingShape(_laid, (required_field("part", CHOSEN), MappingField("way", CHOSEN)))
SPOT: Final = EitherShape(LAID, schema_with_conversion(CHOSEN, lambda found: (found, None)))
"""What lies on a spot: a part as it is drawn, or a part with its way round."""
LETTER: Final = ParsedValue(_letter, {"type": "string", "pattern": "^[a-z]$"})
LAY: Final = NamedValuesShape(
    LETTER, SPOT, "", "part.inside", lambda key, name, found: SpotDecl(key.span, name, *found), ordered=True
)
JOIN: Final = MappingShape(
    _join,
    (
        required_field("parts", schema_with_location(NAME)),
        required_field("spots", schema_with_location(NEW_NAME)),
        required_field("lay", DerivedShape(LAY, _whole)),
    ),
    span=HERE,
)
"""The parts of a board, and what lies on its spots."""


# -- kind files ------------------------------------------------------------------------------------------------------


FormName = Literal["elements", "pieces", "tokens", "edges", "grid"]
_FORMS: Final[dict[str, FormName]] = {"pieces": "pieces", "tokens": "tokens", "joins": "edges", "grid": "grid"}
DRAWN: Final = ("map", "legend", "join")
"""What only boards have."""
NO_LISTS: Final[dict[FormName, tuple[str, ...]]] = {
    "tokens": ("elements", "rows", "csv", "sheet", "columns", "ring", *DRAWN),
    "grid": ("elements", "csv", "sheet", "columns", "ring"),
    "edges": ("sheet", *DRAWN),
}
"""What kinds have whose elements are not listed, and which keys these do without."""
SIZES_OF: Final = {"square": ("width", "height"), "hexagon": ("radius",), "rhombus": ("width", "height")}
"""The sizes of a board that is not drawn."""


def _supply(reader: NodeReader, node: Node, what: Value) -> tuple[int | None] | None:
    if isinstance(node, ScalarNode) and node.value == "unlimited":
        return (None,)
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        reader.wrong(node, what, Said("sort.whole_number_or_unlimited"))
        return None
    found = reader.number(node, what, 0, LARGEST)
    return None if found is None else (found,)


def _size(reader: NodeReader, node: Node, what: Value) -> int | str | None:
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        return reader.id(node, what)
    return reader.number(node, what, 1, LARGEST_SIDE)


@frozen_class
class SizedGroup(MappingShape[GridDecl]):
    """A group whose sizes go together: all of them, or none where the board is drawn."""

    def json(self, meanings: KeyDescriptions) -> Json:
        """Describe it."""
        own = MappingShape.json(self, meanings)
        sizes = [key for key in self.known if key in {"width", "height"}]
        return {**own, "dependentRequired": dict.fromkeys(sizes, sizes)} if sizes else own


def _grid(shape: str) -> MappingShape[GridDecl]:
    sizes = SIZES_OF[shape]

    def make(**found: Any) -> GridDecl:
        sides = [(size, found.pop(size)) for size in sizes]
        return GridDecl(sizes=tuple((size, *side) for size, side in sides if side is not None), **found)

    given = (MappingField(size, schema_with_location(SIZE)) for size in sizes)
    return SizedGroup(
        make,
        (
            required_field("shape", enum_schema(shape)),
            *given,
            MappingField("edges", NEW_NAME),
            MappingField("corners", NEW_NAME),
        ),
        span=HERE,
    )


SUPPLY: Final = ParsedValue(_supply, {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "unlimited"}]})
SUPPLIES: Final = EitherShape(
    schema_with_conversion(
        named_value_pairs_schema(NAME, SUPPLY, "part.variety", "part.inside"),
        lambda found: tuple((name, one[0]) for name, one in found),
    ),
    schema_with_conversion(SUPPLY, lambda found: (("", found[0]),)),
)
TOKENS: Final = MappingShape(TokensDecl, (required_field("supply", SUPPLIES), MappingField("variety", NAME)), span=HERE)
SIZE: Final = ParsedValue(
    _size, {"anyOf": [{"type": "integer", "minimum": 1, "maximum": LARGEST_SIDE}, dict(NAME.schema)]}
)
GRID: Final = VariantMapping(
    "shape",
    {
        "square": _grid("square"),
        "hexagon": _grid("hexagon"),
        "rhombus": _grid("rhombus"),
    },
)


def _settle(found: ParsedMapping) -> bool:
    """Determine the form of the kind, and read the elements, which depend on it and on the fields."""
    values, reader = found.values, found.reader
    said = [key for key in found.entries if key in _FORMS]
    if len(said) > 1:
        span, choices = found.entries[said[1]].key.span, ", ".join(_FORMS)
        reader.bag.add("R112", span, where=found.what, found=said[1], other=said[0], choices=choices)
        return False
    form: FormName = _FORMS[said[0]] if said else "elements"
    if said and values[said[0]] in (None, False):
        if form != "pieces":
            return False
        form = "elements"
    del values["pieces"]
    rows = _read_sheet(found) if found.entries.get("sheet") is not None and form in ("elements", "pieces") else None
    declared = values["fields"]
    for key in ("label", "rank"):
        _field_named(found, key, [field.id for field in declared if not field.by])
    shape = Shape(found.what, {field.id: field for field in declared}, form == "edges", form == "grid")
    if form == "grid":
        values["grid"] = _drawn(found, values["grid"], shape)
    else:
        values["join"] = None
    elements = _elements(found, form, shape)
    if rows is not None:
        elements += read_element_rows(rows, found.of("sheet"), None, shape, reader)
    values |= {
        "form": form,
        "elements": elements,
        "plural": values["plural"] or f"{values['id']}s",
    }
    return True


def _read_sheet(found: ParsedMapping) -> SequenceNode | None:
    """Read the fields of the kind from its sheet, and return its rows."""
    values, reader, node = found.values, found.reader, found.entries["sheet"].value
    path = values["sheet"]
    table = reader.files(path, node.span) if path else None
    read = None if table is None else read_sheet_kind(table, values["id"], values["fields"], reader)
    if read is None:
        return None
    values["fields"], values["words"] = read.fields, read.words
    if values["label"] is None and read.told_apart:
        values["label"] = NAME_COLUMN
    return SequenceNode(node.span, read.rows, node.start, node.end)


def _drawn(found: ParsedMapping, grid: GridDecl, shape: Shape) -> GridDecl:
    """Read a board's map, if any; a board without one needs sizes, one with a map has none."""
    board, reader, where = grid.shape, found.reader, found.of("grid")
    drawn, legend = read_drawn_board(found, shape, hexagons=board != "square")
    node = found.given("grid")
    for name in SIZES_OF[board]:
        said = node.entry(name) if isinstance(node, MappingNode) else None
        if drawn is None and said is None:
            reader.missing(grid.span, where, name)
        elif drawn is not None and said is not None:
            reader.bag.add("R144", said.key.span, near=None, where=where, name=name)
    if drawn is None and (join := found.entries.get("join")) is not None:
        reader.missing(join.key.span, found.what, "map")
        found.values["join"] = None
    return replace(grid, drawn=drawn, legend=tuple(legend.values()))


def _field_named(found: ParsedMapping, key: str, known: list[str]) -> None:
    """Check that ``label`` and ``rank`` name fields; R117."""
    node, name = found.given(key), found.values[key]
    if name is None or (name == "id" and key == "label"):
        found.values[key] = None
    elif node is not None and name not in known:
        near = found.reader.meant(name, known)
        found.reader.bag.add("R117", node.span, near=near, what=found.of(key), name=name)
        found.values[key] = None


def _elements(found: ParsedMapping, form: FormName, shape: Shape) -> tuple[ElementDecl, ...]:
    listed, written, reader = found.given("elements"), found.given("rows"), found.reader
    unlisted = form in ("tokens", "grid")
    files = [] if unlisted or (file := found.given("csv")) is None else [file]
    if isinstance(written, ScalarNode) and isinstance(written.value, str) and form != "tokens":
        files.insert(0, written)
        written = None
    for key in NO_LISTS.get(form, DRAWN):
        if (node := found.given(key)) is not None:
            reader.bag.add("R118", node.span, where=found.what, name=key, form=form)
    if unlisted:
        if form == "grid" and isinstance(written, MappingNode):
            return read_elements(written, shape, reader)
        if form == "grid" and written is not None:
            reader.wrong(written, found.of("rows"), GROUP)
        return tuple(one for node in files for one in _from_file(node, found, shape))
    read: tuple[ElementDecl, ...] = ()
    if listed is not None:
        read += read_elements(listed, shape, reader)
    if written is not None:
        read += read_element_rows(
            written, found.of("rows"), read_column_names(found.given("columns"), shape, reader), shape, reader
        )
    return read + tuple(one for node in files for one in _from_file(node, found, shape))


def _from_file(node: Node, found: ParsedMapping, shape: Shape) -> tuple[ElementDecl, ...]:
    """Read the elements in a table file; its heads are the columns."""
    reader = found.reader
    path = reader.text(node, found.of("rows"))
    table = None if path is None else reader.files(path, node.span)
    if table is None:
        return ()
    names = read_column_names(table_column_names(table, shape.known), shape, reader)
    if names is None:
        return ()
    sets = {field.id for field in shape.fields.values() if field.form == "set"}
    rows = SequenceNode(node.span, table_row_nodes(table, names, sets, shape.fields), node.start, node.end)
    return read_element_rows(rows, found.of("rows"), names, shape, reader)


MAP: Final = ParsedValue(lambda reader, node, what: node, {"type": "string"})
LEGEND: Final = ParsedValue(
    lambda reader, node, what: node, {"type": "object", "additionalProperties": {"type": "object"}}
)
KIND: Final = MappingShape(
    KindDecl,
    (
        MappingField("plural", NEW_NAME),
        MappingField("fields", FIELDS, default=()),
        MappingField("elements", ELEMENTS, "-"),
        MappingField("columns", COLUMNS, "-"),
        MappingField("rows", ROWS, "-"),
        MappingField("sheet", TEXT, default=""),
        MappingField("csv", ParsedValue(lambda reader, node, what: node, dict(TEXT.schema)), "-"),
        MappingField("pieces", TRUTH),
        MappingField("tokens", TOKENS),
        MappingField("joins", NAME),
        MappingField("grid", GRID),
        MappingField("map", MAP, "-"),
        MappingField("legend", LEGEND, "-"),
        MappingField("join", JOIN),
        MappingField("mirror", TRUTH, default=False),
        MappingField("label", NAME),
        MappingField("rank", NAME),
        MappingField("ring", TRUTH, default=False),
        MappingField("starts", VALUE),
        MappingField("in_force", IN_FORCE),
        MappingField("rules", ON_PIECE, default=()),
        SOURCE,
    ),
    named="id",
    settle=_settle,
)
KINDS: Final = schema_with_conversion(
    named_groups_schema(KIND, "part.name_of_kind", "part.kind", NEW_NAME),
    lambda found: tuple(one for kind in found for one in (replace(kind, words=()), *kind.words)),
)
"""Kinds by name, each with the kinds of the words in its sheet."""


def _of_board(
    board: str | None, kinds: tuple[KindDecl, ...], tables: tuple[TableDecl, ...]
) -> tuple[tuple[KindDecl, ...], tuple[TableDecl, ...]]:
    return tuple(replace(one, board=board) for one in kinds), tuple(replace(one, board=board) for one in tables)


DOCUMENT: Final = MappingShape(
    _of_board, (required_field("kinds", KINDS), MappingField("board", NAME), MappingField("tables", TABLES, default=()))
)
"""A file of kinds, and of tables that name their elements; ``board:`` on top makes them part of that board."""
