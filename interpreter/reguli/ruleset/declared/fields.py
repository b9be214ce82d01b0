"""The fields that the elements of a kind have, and their values."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

from reguli.reading.groups import Field, Group, Signed, must
from reguli.reading.reader import Reader
from reguli.reading.shapes import One, Shape, Spot, by_name
from reguli.reading.values import NAME, NAMES, NEW_NAME, TEXT, TRUTH, body, expression, number, true
from reguli.ruleset.documents import Cell, FieldDecl
from reguli.ruleset.documents import Value as CellValue
from reguli.source.said import Said, Value
from reguli.source.yaml_nodes import Node, Scalar

FormName = Literal["number", "truth", "kind", "set", "text", "procedure", "condition"]
TAKEN: Final = ("id", "copies", "first", "second")
"""Columns with a meaning of their own; no field can be called so."""
_PLAIN: Final[dict[FormName, Shape[CellValue]]] = {
    "number": number(),
    "truth": TRUTH,
    "kind": NAME,
    "set": NAMES,
    "text": TEXT,
}
"""What the values of fields are that are no rules text."""
_NEVER_NONE: Final[dict[FormName, Said]] = {"number": Said("sort.whole_number"), "truth": Said("sort.true_or_false")}


def plain_value(node: Node, form: FormName, what: Value, reader: Reader) -> CellValue | None:
    """Read a value that is no rules text; ``none`` and nothing are None."""
    if isinstance(node, Scalar) and (node.value is None or (node.value == "none" and form != "set")):
        if form in _NEVER_NONE:
            reader.wrong(node, what, _NEVER_NONE[form])
        return () if form == "set" else None
    if form in _PLAIN:
        return _PLAIN[form].read(node, Spot(what), reader)
    reader.wrong(node, what, "none")
    return None


def cell(node: Node, field: FieldDecl, what: Value, reader: Reader) -> Cell | None:
    """Read the value of one field of one element; a cell left open takes the default and is None here."""
    if isinstance(node, Scalar) and node.value is None and (field.has_default or field.form == "set"):
        return None if field.has_default else Cell(node.span, ())
    if field.form in {"procedure", "condition"} and not (isinstance(node, Scalar) and node.value in {None, "none"}):
        if field.form == "procedure":
            return Cell(node.span, None, body=body(reader, node, what))
        return Cell(node.span, None, condition=expression(reader, node, what))
    return Cell(node.span, plain_value(node, field.form, what, reader))


def _name(reader: Reader, node: Node, what: Value) -> str | None:
    """Read the name of a field; R106 for that of a column with a meaning of its own."""
    name = reader.new_id(node, what)
    if name in TAKEN:
        reader.bag.add("R106", node.span, name=str(name))
        return None
    return name


def _field(form: FormName, said: Shape[object], into: str = "of", *own: Field) -> Group[FieldDecl]:
    def default(reader: Reader, node: Node, what: Value) -> tuple[CellValue | None, bool]:
        return plain_value(node, form, what, reader), True

    described: dict[str, Any] = {"set": {"type": ["array", "string", "null"]}}
    given = Field("default", One(default, described.get(form, {})), "default has_default", default=(None, False))
    return Group(partial(FieldDecl, form=form), (must(form, said, into), *own, given), named="id")


INVERSE: Final = Field("inverse", NEW_NAME)
COMPARED: Final = Field("compares", NAMES, default=())
FIELD: Final = Signed(
    {
        "number": _field("number", NAME, "of", COMPARED),
        "truth": _field("truth", true(), "-"),
        "kind": _field("kind", NAME, "of", INVERSE),
        "set": _field("set", NAME, "of", INVERSE),
        "text": _field("text", true(), "-"),
        "procedure": _field("procedure", NAMES, "parameters"),
        "condition": _field("condition", NAMES, "parameters"),
    }
)
FIELDS: Final = by_name(FIELD, "part.name_of_field", "part.kind_field", One(_name, NEW_NAME.schema))
