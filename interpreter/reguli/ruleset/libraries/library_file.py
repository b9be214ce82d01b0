"""Readers of library.yaml, the parameters of a library and the statements its rules carry, and of its words.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.language.syntax_tree.expressions import Expression
from reguli.ruleset.declarations.state_file import GIVEN
from reguli.ruleset.document_nodes import SAYS, Declared
from reguli.schema.node_reader import CITE, LONGEST_ID
from reguli.schema.shapes import (
    ANY_NAME,
    FOLDER_NAME,
    HERE,
    NAME,
    NEW_NAME,
    NOTE,
    TEXT,
    VALUE,
    MappingField,
    MappingShape,
    NamedValuesShape,
    TaggedMapping,
    ValueShape,
    enum_schema,
    named_groups_schema,
    named_value_pairs_schema,
    pattern_schema,
    presence_flag_schema,
    required_field,
    schema_with_conversion,
)
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

Sort: TypeAlias = Literal["kind", "unit", "number", "condition", "zone", "set", "element", "procedure"]


SORTS: Final[Mapping[Sort, Said]] = MappingProxyType(
    {
        "kind": Said("sort.given_kind"),
        "unit": Said("sort.given_unit"),
        "number": Said("sort.given_number"),
        "condition": Said("sort.given_condition"),
        "zone": Said("sort.given_zone"),
        "set": Said("sort.given_set"),
        "element": Said("sort.given_element"),
        "procedure": Said("sort.given_procedure"),
    }
)


@frozen_class
class ParameterDecl(Declared):
    """A parameter of a library: a kind, a unit, a procedure, or an expression over ``given`` parameters of its own."""

    sort: Sort
    of: str | None = None
    """What a kind is called where there are several; the unit of a number, the kind of what a zone, set or element holds."""
    given: tuple[tuple[str, str], ...] = ()
    """Names with their kinds or units."""
    default: Expression | None = None
    may_lack: bool = False
    """Of a procedure: whether nothing is run where none is given."""
    means: str = ""
    """What it is there for, for readers who look the library up."""


@frozen_class
class LibraryDecl(Declared):
    """A library: its parameters, and the statements that its rules carry."""

    parameters: tuple[ParameterDecl, ...]
    statements: tuple[tuple[str, str], ...]
    about: str = ""
    """What the library is, for readers who look it up."""


@frozen_class
class Sentences(FrozenValue):
    """The sentences about one subject of a library, by language code, with the places."""

    subject: str
    texts: tuple[tuple[str, str, Span], ...]


MEANS: Final = MappingField("means", TEXT, default="")
_ASKED: Final = (MappingField("given", GIVEN, default=()), MappingField("default", VALUE))


def _parameter(
    sort: Sort, said: ValueShape[object], into: str = "of", *own: MappingField
) -> MappingShape[ParameterDecl]:
    return MappingShape(
        partial(ParameterDecl, sort=sort), (required_field(sort, said, into), *own, MEANS, NOTE), named="id"
    )


PARAMETER: Final = TaggedMapping(
    {
        "kind": _parameter("kind", NEW_NAME),
        "unit": _parameter("unit", presence_flag_schema(), "-"),
        "number": _parameter("number", NAME, "of", *_ASKED),
        "condition": _parameter("condition", GIVEN, "given", _ASKED[1]),
        "zone": _parameter("zone", NAME, "of", *_ASKED),
        "set": _parameter("set", NAME, "of", *_ASKED),
        "element": _parameter("element", NAME, "of", *_ASKED),
        "procedure": _parameter(
            "procedure",
            GIVEN,
            "given",
            MappingField("default", schema_with_conversion(enum_schema("none"), bool), "may_lack", default=False),
        ),
    }
)
LIBRARY: Final = MappingShape(
    LibraryDecl,
    (
        required_field("library", FOLDER_NAME, "id"),
        MappingField("about", TEXT, default=""),
        MappingField(
            "parameters",
            named_groups_schema(PARAMETER, "part.name_of_parameter", "part.parameter", NEW_NAME),
            default=(),
        ),
        MappingField(
            "statements",
            named_value_pairs_schema(
                pattern_schema(CITE, "R110", LONGEST_ID, what=Said("part.library")), TEXT, "", "part.inside"
            ),
            default=(),
        ),
        NOTE,
    ),
    span=HERE,
)
WORDS: Final = NamedValuesShape(ANY_NAME, SAYS, "", "part.inside", lambda key, _, texts: Sentences(key.text, texts))
