"""Components and boards: kinds and their elements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from reguli.reading.groups import HERE, Field, Found, Group, Sorted, must
from reguli.reading.reader import LARGEST, Reader
from reguli.reading.shapes import Either, One, by_name, made, pairs, placed
from reguli.reading.values import NAME, NEW_NAME, TEXT, TRUTH, VALUE, word
from reguli.ruleset.citations import SOURCE
from reguli.ruleset.declared.csv_rows import csv_nodes, under
from reguli.ruleset.declared.fields import FIELDS
from reguli.ruleset.declared.rows import COLUMNS, ELEMENTS, ROWS, Shape, columns, elements, rows
from reguli.ruleset.documents import ElementDecl, GridDecl, KindDecl, TokensDecl
from reguli.source.said import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Node, Scalar, Sequence

FormName = Literal["elements", "pieces", "tokens", "edges", "grid"]
_FORMS: Final[dict[str, FormName]] = {"pieces": "pieces", "tokens": "tokens", "joins": "edges", "grid": "grid"}
LARGEST_SIDE: Final = 100


def _supply(reader: Reader, node: Node, what: Value) -> tuple[int | None] | None:
    if isinstance(node, Scalar) and node.value == "unlimited":
        return (None,)
    if isinstance(node, Scalar) and isinstance(node.value, str):
        reader.wrong(node, what, Said("sort.whole_number_or_unlimited"))
        return None
    found = reader.number(node, what, 0, LARGEST)
    return None if found is None else (found,)


def _size(reader: Reader, node: Node, what: Value) -> int | str | None:
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return reader.id(node, what)
    return reader.number(node, what, 1, LARGEST_SIDE)


def _grid(shape: str, *sizes: str) -> Group[GridDecl]:
    def make(**found: Any) -> GridDecl:
        sides = tuple((size, *found.pop(size)) for size in sizes)
        return GridDecl(sizes=sides, **found)

    needed = (must(size, placed(SIZE)) for size in sizes)
    return Group(
        make, (must("shape", word(shape)), *needed, Field("edges", NEW_NAME), Field("corners", NEW_NAME)), span=HERE
    )


SUPPLY: Final = One(_supply, {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "unlimited"}]})
SUPPLIES: Final = Either(
    made(
        pairs(NAME, SUPPLY, "part.variety", "part.inside"),
        lambda found: tuple((name, one[0]) for name, one in found),
    ),
    made(SUPPLY, lambda found: (("", found[0]),)),
)
TOKENS: Final = Group(TokensDecl, (must("supply", SUPPLIES), Field("variety", NAME)), span=HERE)
SIZE: Final = One(_size, {"anyOf": [{"type": "integer", "minimum": 1, "maximum": LARGEST_SIDE}, dict(NAME.schema)]})
GRID: Final = Sorted(
    "shape",
    {
        "square": _grid("square", "width", "height"),
        "hexagon": _grid("hexagon", "radius"),
        "rhombus": _grid("rhombus", "width", "height"),
    },
)


def _settle(found: Found) -> bool:
    """Find out of which form the kind is, and read the elements, which hang on that and on the fields."""
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
    declared = values["fields"]
    for key in ("label", "rank"):
        _field_named(found, key, [field.id for field in declared])
    shape = Shape(found.what, {field.id: field for field in declared}, form == "edges")
    values |= {
        "form": form,
        "elements": _elements(found, form, shape),
        "plural": values["plural"] or f"{values['id']}s",
    }
    return True


def _field_named(found: Found, key: str, known: list[str]) -> None:
    """Hold ``label`` and ``rank`` to the fields; R117."""
    node, name = found.given(key), found.values[key]
    if name is None or (name == "id" and key == "label"):
        found.values[key] = None
    elif node is not None and name not in known:
        near = found.reader.meant(name, known)
        found.reader.bag.add("R117", node.span, near=near, what=found.of(key), name=name)
        found.values[key] = None


def _elements(found: Found, form: FormName, shape: Shape) -> tuple[ElementDecl, ...]:
    listed, written, file = found.given("elements"), found.given("rows"), found.given("csv")
    reader = found.reader
    if form in {"tokens", "grid"}:
        for key in ("elements", "rows", "csv", "columns", "ring"):
            if (node := found.given(key)) is not None:
                reader.bag.add("R118", node.span, where=found.what, name=key, form=form)
        return ()
    read: tuple[ElementDecl, ...] = ()
    if listed is not None:
        read += elements(listed, shape, reader)
    if written is not None:
        read += rows(written, found.of("rows"), columns(found.given("columns"), shape, reader), shape, reader)
    return read if file is None else read + _from_csv(file, found, shape)


def _from_csv(node: Node, found: Found, shape: Shape) -> tuple[ElementDecl, ...]:
    reader = found.reader
    path = reader.text(node, found.of("csv"))
    read = None if path is None else reader.files(path, node.span)
    if read is None:
        return ()
    file, text = read
    header, lines = csv_nodes(text, file, reader)
    if header is None:
        reader.bag.add("R102", Span(file, 0, 0, 0, 0), where=Said("part.named", name=file), name=", ".join(shape.usual))
        return ()
    names = columns(header, shape, reader)
    if names is None:
        return ()
    cells = tuple(under(names, line, shape) for line in lines)
    return rows(Sequence(node.span, cells, node.start, node.end), found.of("csv"), names, shape, reader)


KIND: Final = Group(
    KindDecl,
    (
        Field("plural", NEW_NAME),
        Field("fields", FIELDS, default=()),
        Field("elements", ELEMENTS, "-"),
        Field("columns", COLUMNS, "-"),
        Field("rows", ROWS, "-"),
        Field("csv", One(lambda reader, node, what: node, dict(TEXT.schema)), "-"),
        Field("pieces", TRUTH),
        Field("tokens", TOKENS),
        Field("joins", NAME),
        Field("grid", GRID),
        Field("label", NAME),
        Field("rank", NAME),
        Field("ring", TRUTH, default=False),
        Field("starts", VALUE),
        SOURCE,
    ),
    named="id",
    settle=_settle,
)
KINDS: Final = by_name(KIND, "part.name_of_kind", "part.kind", NEW_NAME)
DOCUMENT: Final = Group(
    lambda board, kinds: tuple(replace(kind, board=board) for kind in kinds),
    (must("kinds", KINDS), Field("board", NAME)),
)
"""A file of kinds; ``board:`` on top makes them part of that board."""
