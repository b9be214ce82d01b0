"""Reader of state.yaml: the state fields of the game and of the elements of each kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final, Literal

from reguli.ruleset.declarations.constant_and_table_files import KEYS
from reguli.ruleset.declarations.constant_and_table_files import VALUES as VALUES_BY_KEY
from reguli.ruleset.document_nodes import SAYS, SOURCE, Cell, FieldDecl, StateDecl, Visibility
from reguli.ruleset.document_nodes import Value as CellValue
from reguli.schema.node_reader import ID, LARGEST, LIST, NodeReader
from reguli.schema.shapes import (
    NAME,
    NAMES,
    NEW_NAME,
    TEXT,
    TRUTH,
    VALUE,
    EitherShape,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedMapping,
    ParsedValue,
    TaggedMapping,
    ValueContext,
    ValueShape,
    body,
    enum_schema,
    expression,
    named_groups_schema,
    named_value_pairs_schema,
    number_schema,
    presence_flag_schema,
    required_field,
    schema_with_conversion,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode

LARGEST_CAPACITY: Final = 10_000


def _range(reader: NodeReader, node: Node, what: Value) -> tuple[int, int | None] | None:
    """Read ``[lowest, highest]``, ``[lowest, open]`` or ``open``."""
    if _is_open(node):
        return 0, None
    if not isinstance(node, SequenceNode) or len(node.items) != 2:
        reader.wrong(node, what, Said("sort.range_or_open") if isinstance(node, SequenceNode) else LIST)
        return None
    low = reader.number(node.items[0], what) or 0
    return low, None if _is_open(node.items[1]) else reader.number(node.items[1], what, low, LARGEST)


def _is_open(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value == "open"


_BOUND: Final = {"type": ["integer", "string"]}
RANGE: Final = ParsedValue(
    _range, {"anyOf": [{"const": "open"}, {"type": "array", "items": _BOUND, "minItems": 2, "maxItems": 2}]}
)
WHO: Final = enum_schema("all", "owner", "others", "nobody")
BY_SWITCH: Final = MappingShape(
    Visibility,
    (required_field("who", WHO), required_field("when", NAME, "option"), required_field("otherwise", WHO)),
    short="who",
)
TO_SOME: Final = MappingShape(partial(Visibility, who="some"), (required_field("to", VALUE),))
VISIBLE: Final = TaggedMapping({"to": TO_SOME, "who": BY_SWITCH}, usual="who")
COMMON: Final = (
    MappingField("by", KEYS, default=()),
    MappingField("lasts", enum_schema("game", "round", "phase", "turn"), default="game"),
    MappingField("visible", VISIBLE, default=Visibility("all")),
    MappingField("shown", TRUTH, default=True),
    SOURCE,
)
START: Final = MappingField("start", VALUE)


def _sort(key: str, form: str, *own: MappingField) -> MappingShape[StateDecl]:
    """Return the shape of one form of state field; its key names the kind or unit."""
    return MappingShape(
        partial(StateDecl, owner="", form=form),  # type: ignore[arg-type]  # mypy cannot follow a word through
        (required_field(key, NAME, "of"), *own, *COMMON),
        named="id",
    )


FLAG: Final = MappingShape(
    partial(StateDecl, owner="", form="flag", of=None),
    (required_field("flag", presence_flag_schema(Said("sort.true_alone")), "-"), START, *COMMON),
    named="id",
)
TRACKED: Final = TaggedMapping(
    {
        "number": _sort("number", "number", MappingField("range", RANGE, "low high", default=(0, None)), START),
        "flag": FLAG,
        "of": _sort("of", "element", START),
        "list": _sort("list", "list", START),
        "set": _sort("set", "set", START),
        "bundle": _sort("bundle", "bundle"),
        "zone": _sort(
            "zone",
            "zone",
            MappingField("order", enum_schema("set", "stack"), default="set"),
            MappingField("capacity", number_schema(1, LARGEST_CAPACITY)),
            MappingField("inverse", NEW_NAME),
            MappingField("count", enum_schema("seen", "hidden"), default="seen"),
        ),
    }
)


def _owned(key: ScalarNode, owner: str, found: Iterable[StateDecl]) -> tuple[StateDecl, ...]:
    return tuple(replace(one, owner=owner) for one in found)


OWNED: Final = named_groups_schema(TRACKED, "part.name_of_tracked", "part.tracked", NEW_NAME)
STATE: Final = schema_with_conversion(
    NamedValuesShape(NAME, OWNED, "part.owner", "part.state_of", _owned),
    lambda found: tuple(chain.from_iterable(found)),
)


# -- The fields that the elements of a kind have, and their values ---------------------------------------------------


FormName = Literal["number", "truth", "kind", "set", "text", "procedure", "condition", "amount"]
TAKEN: Final = ("id", "copies", "players", "rules", "drawn", "map", "first", "second")
"""Columns with a meaning of their own; no field can be called so."""


def _number_or_constant(reader: NodeReader, node: Node, what: Value) -> int | str | None:
    """Read a whole number, or the name of a constant, which stands unquoted."""
    if (
        isinstance(node, ScalarNode)
        and node.style == "plain"
        and isinstance(node.value, str)
        and ID.fullmatch(node.value)
    ):
        return node.value
    return reader.number(node, what)


NUMBER_OR_CONSTANT: Final[ValueShape[CellValue]] = ParsedValue(
    _number_or_constant, {"anyOf": [dict(number_schema().schema), dict(NAME.schema)]}
)
_PLAIN: Final[dict[FormName, ValueShape[CellValue]]] = {
    "number": NUMBER_OR_CONSTANT,
    "amount": number_schema(),
    "truth": TRUTH,
    "kind": NAME,
    "set": NAMES,
    "text": TEXT,
}
"""What the values of fields are that are no rules text."""
_NEVER_NONE: Final[dict[FormName, Said]] = {
    "number": Said("sort.whole_number"),
    "amount": Said("sort.whole_number"),
    "truth": Said("sort.true_or_false"),
}


def read_literal_value(node: Node, form: FormName, what: Value, reader: NodeReader) -> CellValue | None:
    """Read a value other than rules text; ``none`` and an empty value are ``None``."""
    if isinstance(node, ScalarNode) and (node.value is None or (node.value == "none" and form != "set")):
        if form in _NEVER_NONE:
            reader.wrong(node, what, _NEVER_NONE[form])
        return () if form == "set" else None
    if form in _PLAIN:
        return _PLAIN[form].read(node, ValueContext(what), reader)
    reader.wrong(node, what, "none")
    return None


OTHER: Final = "other"
"""Among texts by language: the one for every language that is not named."""


def _texts(node: MappingNode, what: Value, reader: NodeReader) -> Cell | None:
    """Read one text in several languages; that for all others, the English or else the first one is its value."""
    read = SAYS.read(node, ValueContext(what), reader) or ()
    found = {code: text for code, text, _ in read}
    if not found:
        return None
    value = found.get(OTHER) or found.get("en") or next(iter(found.values()))
    return Cell(node.span, value, texts=tuple(found.items()), places=tuple((code, place) for code, _, place in read))


def read_field_value(node: Node, field: FieldDecl, what: Value, reader: NodeReader) -> Cell | None:
    """Read the value of one field of one element; an empty cell takes the default and is ``None``."""
    if field.by and not (isinstance(node, ScalarNode) and node.value is None):
        row = VALUES_BY_KEY.read(node, ValueContext(what), reader)
        return None if row is None else Cell(node.span, None, row)
    if isinstance(node, ScalarNode) and node.value is None and (field.has_default or field.form == "set"):
        return None if field.has_default else Cell(node.span, ())
    if field.form in {"procedure", "condition"} and not (isinstance(node, ScalarNode) and node.value in {None, "none"}):
        if field.form == "procedure":
            return Cell(node.span, None, body=body(reader, node, what))
        return Cell(node.span, None, condition=expression(reader, node, what))
    if field.form == "amount" and not (isinstance(node, ScalarNode) and isinstance(node.value, int)):
        return Cell(node.span, None, condition=expression(reader, node, what))
    if field.form == "text" and isinstance(node, MappingNode):
        return _texts(node, what, reader)
    return Cell(node.span, read_literal_value(node, field.form, what, reader))


def _name(reader: NodeReader, node: Node, what: Value) -> str | None:
    """Read the name of a field; a name reserved for a special column is R106."""
    name = reader.new_id(node, what)
    if name in TAKEN:
        reader.bag.add("R106", node.span, name=str(name))
        return None
    return name


GIVEN: Final[ValueShape[tuple[tuple[str, str], ...]]] = EitherShape(
    schema_with_conversion(
        named_value_pairs_schema(NEW_NAME, NAME, "part.name_of_field", "part.inside", ordered=True), tuple
    ),
    schema_with_conversion(NAMES, lambda found: tuple((name, name) for name in found)),
)
"""What a rule on a piece is given: names with their kinds, or a list of kinds that are their own names."""


def _field(
    form: FormName, said: ValueShape[object], into: str = "of", *own: MappingField, key: str = ""
) -> MappingShape[FieldDecl]:
    def default(reader: NodeReader, node: Node, what: Value) -> tuple[CellValue | None, bool]:
        return read_literal_value(node, form, what, reader), True

    described: dict[str, Any] = {"set": {"type": ["array", "string", "null"]}}
    if form in {"procedure", "condition"}:
        said, into = GIVEN, "parameters"

    def settle(found: ParsedMapping) -> bool:
        """Check that keys are used only where allowed."""
        other = next((key for key in ("given", "inverse") if key in found.entries), None)
        if "by" in found.entries and other is not None:
            span = found.entries["by"].key.span
            found.reader.bag.add("R279", span, where=found.what, other=other)
        return True

    given = MappingField(
        "default", ParsedValue(default, described.get(form, {})), "default has_default", default=(None, False)
    )
    make = _number if form == "number" else partial(FieldDecl, form=form)
    return MappingShape(make, (required_field(key or form, said, into), *own, given), named="id", settle=settle)


def _number(**found: Any) -> FieldDecl:
    """Return the field of a number: a fixed one, or one computed from its parameters."""
    return FieldDecl(form="amount" if found["parameters"] else "number", **found)


INVERSE: Final = MappingField("inverse", NEW_NAME)
BY: Final = MappingField("by", KEYS, default=())
"""Keys, one value for each."""
COMPARED: Final = MappingField("compares", NAMES, default=())
FIELD: Final = TaggedMapping(
    {
        "number": _field("number", NAME, "of", COMPARED, BY, MappingField("given", GIVEN, "parameters", default=())),
        "truth": _field("truth", presence_flag_schema(), "-", BY),
        "kind": _field("kind", NAME, "of", INVERSE, BY),
        "set": _field("set", NAME, "of", INVERSE),
        "text": _field("text", presence_flag_schema(), "-"),
        "picture": _field("text", presence_flag_schema(), "picture", key="picture"),
        "procedure": _field("procedure", GIVEN),
        "condition": _field("condition", GIVEN),
    }
)
FIELDS: Final = named_groups_schema(FIELD, "part.name_of_field", "part.kind_field", ParsedValue(_name, NEW_NAME.schema))
