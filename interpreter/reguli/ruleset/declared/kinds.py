"""Reads components and boards: kinds and their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from reguli.ruleset.citations import SOURCE_KEYS, source
from reguli.ruleset.declared.csv_rows import csv_nodes, under
from reguli.ruleset.declared.fields import field_decls
from reguli.ruleset.declared.rows import Shape, columns, elements, rows
from reguli.ruleset.documents import ElementDecl, FieldDecl, GridDecl, KindDecl, TokensDecl
from reguli.ruleset.phrases import expression
from reguli.ruleset.schema import LARGEST, Fields, Schema
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry, Mapping, Node, Scalar

CsvText = Callable[[str, Span], tuple[str, str] | None]
"""Gives name and text of a CSV file by its path in the folder and the place that names it."""
FormName = Literal["elements", "pieces", "tokens", "edges", "grid"]
_FORM_KEYS: Final[dict[str, FormName]] = {"pieces": "pieces", "tokens": "tokens", "joins": "edges", "grid": "grid"}
_KEYS: Final = (
    "plural",
    "fields",
    "elements",
    "columns",
    "rows",
    "csv",
    *_FORM_KEYS,
    "label",
    "rank",
    "starts",
    *SOURCE_KEYS,
)
_SIZES: Final = {"square": ("width", "height"), "hexagon": ("radius",), "rhombus": ("width", "height")}
LARGEST_SIDE: Final = 100


def kinds(node: Node, file: str, csv: CsvText, schema: Schema) -> tuple[KindDecl, ...]:
    """Read a file of kinds; ``board:`` on top makes them part of that board."""
    fields = schema.fields(node, f"'{file}'", ["kinds"], ["board"])
    if fields is None:
        return ()
    on, declared = fields.get("board"), fields.get("kinds")
    assert declared is not None
    board = None if on is None else schema.id(on, fields.what("board"))
    entries = schema.entries(declared, fields.what("kinds")) or ()
    return tuple(found for entry in entries if (found := kind(entry, board, csv, schema)) is not None)


def kind(entry: Entry, board: str | None, csv: CsvText, schema: Schema) -> KindDecl | None:
    """Read one kind."""
    name = schema.new_id(entry.key, "the name of a kind")
    where = f"the kind '{entry.key.text}'"
    fields = schema.fields(entry.value, where, (), _KEYS)
    if fields is None or name is None:
        return None
    form = _form(fields, schema)
    if form is None:
        return None
    declared = field_decls(fields.get("fields"), where, schema)
    shape = Shape(where, {field.id: field for field in declared}, form == "edges")
    plural, starts = fields.get("plural"), fields.get("starts")
    joins_node, tokens_node, grid_node = fields.get("joins"), fields.get("tokens"), fields.get("grid")
    joins = None if joins_node is None else schema.id(joins_node, fields.what("joins"))
    tokens = None if tokens_node is None else _tokens(tokens_node, where, schema)
    grid = None if grid_node is None else _grid(grid_node, where, schema)
    if (
        (form == "edges" and joins is None)
        or (form == "tokens" and tokens is None)
        or (form == "grid" and grid is None)
    ):
        return None
    return KindDecl(
        span=entry.key.span,
        id=name,
        plural=(None if plural is None else schema.new_id(plural, fields.what("plural"))) or f"{name}s",
        form=form,
        fields=declared,
        elements=_elements(fields, form, shape, csv, schema),
        label=_field_named(fields, "label", declared, schema),
        rank=_field_named(fields, "rank", declared, schema),
        joins=joins,
        tokens=tokens,
        grid=grid,
        starts=None if starts is None else expression(starts, fields.what("starts"), schema),
        source=source(fields, schema),
        board=board,
    )


def _form(fields: Fields, schema: Schema) -> FormName | None:
    said = [entry for entry in fields.entries if entry.key.text in _FORM_KEYS]
    if len(said) > 1:
        names = ", ".join(_FORM_KEYS)
        schema.bag.add(
            "R112", said[1].key.span, where=fields.where, found=said[1].key.text, other=said[0].key.text, choices=names
        )
        return None
    pieces = fields.get("pieces")
    if pieces is not None and schema.truth(pieces, fields.what("pieces")) is not True:
        return "elements"
    return _FORM_KEYS[said[0].key.text] if said else "elements"


def _field_named(fields: Fields, key: str, declared: tuple[FieldDecl, ...], schema: Schema) -> str | None:
    node = fields.get(key)
    name = None if node is None else schema.id(node, fields.what(key))
    if node is None or name is None or (name == "id" and key == "label"):
        return None
    known = [field.id for field in declared]
    if name not in known:
        schema.bag.add("R117", node.span, near=schema.meant(name, known), what=fields.what(key), name=name)
        return None
    return name


def _elements(fields: Fields, form: FormName, shape: Shape, csv: CsvText, schema: Schema) -> tuple[ElementDecl, ...]:
    listed, written, file = fields.get("elements"), fields.get("rows"), fields.get("csv")
    if form in {"tokens", "grid"}:
        for key in ("elements", "rows", "csv", "columns"):
            if (node := fields.get(key)) is not None:
                schema.bag.add("R118", node.span, where=fields.where, name=key, form=form)
        return ()
    found: tuple[ElementDecl, ...] = ()
    if listed is not None:
        found += elements(listed, shape, schema)
    if written is not None:
        names = columns(fields.get("columns"), shape, schema)
        found += rows(schema.items(written, fields.what("rows")) or (), names, shape, schema)
    if file is not None:
        found += _from_csv(file, fields, shape, csv, schema)
    return found


def _from_csv(node: Node, fields: Fields, shape: Shape, csv: CsvText, schema: Schema) -> tuple[ElementDecl, ...]:
    path = schema.text(node, fields.what("csv"))
    read = None if path is None else csv(path, node.span)
    if read is None:
        return ()
    file, text = read
    header, lines = csv_nodes(text, file, schema)
    if header is None:
        schema.bag.add("R102", Span(file, 0, 0, 0, 0), where=f"'{file}'", name=", ".join(shape.usual))
        return ()
    names = columns(header, shape, schema)
    if names is None:
        return ()
    return rows(tuple(under(names, line, shape) for line in lines), names, shape, schema)


def _tokens(node: Node, where: str, schema: Schema) -> TokensDecl | None:
    fields = schema.fields(node, f"'tokens' of {where}", ["supply"], ["variety"])
    if fields is None:
        return None
    variety, supply = fields.get("variety"), fields.get("supply")
    assert supply is not None
    named = None if variety is None else schema.id(variety, fields.what("variety"))
    found: list[tuple[str, int | None]] = []
    if isinstance(supply, Mapping):
        for entry in supply.entries:
            key = schema.id(entry.key, "a variety")
            if key is not None:
                found.append((key, _supply(entry.value, f"'{key}' in {fields.what('supply')}", schema)))
    else:
        found.append(("", _supply(supply, fields.what("supply"), schema)))
    return TokensDecl(node.span, named, tuple(found))


def _supply(node: Node, what: str, schema: Schema) -> int | None:
    if isinstance(node, Scalar) and node.value == "unlimited":
        return None
    if isinstance(node, Scalar) and isinstance(node.value, str):
        schema.wrong(node, what, "a whole number or 'unlimited'")
        return None
    return schema.number(node, what, 0, LARGEST)


def _grid(node: Node, where: str, schema: Schema) -> GridDecl | None:
    entries = schema.entries(node, f"'grid' of {where}") or ()
    shape = next((entry.value for entry in entries if entry.key.text == "shape"), None)
    chosen = None if shape is None else schema.word(shape, f"'shape' of {where}", tuple(_SIZES))
    named = _SIZES.get(chosen or "", ("width", "height", "radius"))
    required = ["shape", *named] if chosen in _SIZES else ["shape"]
    fields = schema.fields(
        node, f"'grid' of {where}", required, [*(() if chosen in _SIZES else named), "edges", "corners"]
    )
    if fields is None or chosen not in _SIZES:
        return None
    sizes = [
        (key, _size(size, fields.what(key), schema), size.span)
        for key in named
        if (size := fields.get(key)) is not None
    ]
    edges, corners = fields.get("edges"), fields.get("corners")
    return GridDecl(
        span=node.span,
        shape=_shape(chosen),
        sizes=tuple((key, size, span) for key, size, span in sizes if size is not None),
        edges=None if edges is None else schema.new_id(edges, fields.what("edges")),
        corners=None if corners is None else schema.new_id(corners, fields.what("corners")),
    )


def _shape(name: str) -> Literal["square", "hexagon", "rhombus"]:
    match name:
        case "hexagon" | "rhombus":
            return name
        case _:
            return "square"


def _size(node: Node, what: str, schema: Schema) -> int | str | None:
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return schema.id(node, what)
    return schema.number(node, what, 1, LARGEST_SIDE)
