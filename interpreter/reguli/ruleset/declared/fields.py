"""Reads the fields that the elements of a kind have, and their values."""

from __future__ import annotations

from typing import Final, Literal

from reguli.ruleset.documents import Cell, FieldDecl, Value
from reguli.ruleset.phrases import body, expression
from reguli.ruleset.schema import Fields, Schema
from reguli.source.yaml_nodes import Entry, Node, Scalar, Sequence

FormName = Literal["number", "truth", "kind", "set", "text", "procedure", "condition"]
FORMS: Final[tuple[FormName, ...]] = ("number", "truth", "kind", "set", "text", "procedure", "condition")
TAKEN: Final = ("id", "copies", "first", "second")
"""Columns with a meaning of their own; no field can be called so."""


def field_decls(node: Node | None, kind: str, schema: Schema) -> tuple[FieldDecl, ...]:
    """Read ``fields:`` of a kind."""
    if node is None:
        return ()
    entries = schema.entries(node, f"'fields' of {kind}") or ()
    return tuple(found for entry in entries if (found := _field(entry, kind, schema)) is not None)


def _field(entry: Entry, kind: str, schema: Schema) -> FieldDecl | None:
    name = schema.new_id(entry.key, "the name of a field")
    if name in TAKEN:
        schema.bag.add("R106", entry.key.span, name=str(name))
        return None
    where = f"the field '{entry.key.text}' of {kind}"
    said = [found.key.text for found in schema.entries(entry.value, where) or () if found.key.text in FORMS]
    form = next((form for form in FORMS if said == [form]), None)
    if form is None:
        if not isinstance(entry.value, Scalar | Sequence):
            schema.bag.add("R111", entry.value.span, where=where, found=len(said), choices=", ".join(FORMS))
        return None
    extra = ["compares"] if form == "number" else []
    fields = schema.fields(entry.value, where, [form], [*extra, "default"])
    if name is None or fields is None:
        return None
    return _of_form(entry, name, form, fields, schema)


def _of_form(entry: Entry, name: str, form: FormName, fields: Fields, schema: Schema) -> FieldDecl | None:
    node = fields.get(form)
    assert node is not None
    of: str | None = None
    parameters: tuple[str, ...] = ()
    match form:
        case "number" | "kind" | "set":
            of = schema.id(node, fields.what(form))
            if of is None:
                return None
        case "truth" | "text":
            if schema.truth(node, fields.what(form)) is False:
                schema.wrong(node, fields.what(form), "true")
        case "procedure" | "condition":
            parameters = schema.ids(node, fields.what(form))
    compares = schema.ids(fields.get("compares"), fields.what("compares"))
    declared = FieldDecl(entry.key.span, name, form, of, compares, parameters)
    default = fields.get("default")
    if default is None:
        return declared
    value = plain_value(default, declared, fields.what("default"), schema)
    return FieldDecl(entry.key.span, name, form, of, compares, parameters, default=value, has_default=True)


def plain_value(node: Node, field: FieldDecl, what: str, schema: Schema) -> Value | None:
    """Read a value that is no rules text; ``none`` and nothing are None."""
    if isinstance(node, Scalar) and (node.value is None or node.value == "none") and field.form != "set":
        if field.form in {"number", "truth"}:
            schema.wrong(node, what, "a whole number" if field.form == "number" else "true or false")
        return None
    match field.form:
        case "number":
            return schema.number(node, what)
        case "truth":
            return schema.truth(node, what)
        case "kind":
            return schema.id(node, what)
        case "set":
            return () if isinstance(node, Scalar) and node.value is None else schema.ids(node, what)
        case "text":
            return schema.text(node, what)
        case "procedure" | "condition":
            schema.wrong(node, what, "none")
            return None


def cell(node: Node, field: FieldDecl, what: str, schema: Schema) -> Cell | None:
    """Read the value of one field of one element; a cell left open takes the default and is None here."""
    if isinstance(node, Scalar) and node.value is None and (field.has_default or field.form == "set"):
        return None if field.has_default else Cell(node.span, ())
    if field.form in {"procedure", "condition"} and not (isinstance(node, Scalar) and node.value in {None, "none"}):
        if field.form == "procedure":
            return Cell(node.span, None, body=body(node, what, schema))
        return Cell(node.span, None, condition=expression(node, what, schema))
    return Cell(node.span, plain_value(node, field, what, schema))
