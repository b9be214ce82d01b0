"""Reader of ``use:`` in game.yaml: libraries by the names of their uses."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.document_nodes import Mapped, UseDecl
from reguli.schema.shapes import (
    ANY_NAME,
    NAME,
    NEW_NAME,
    STATEMENT,
    TEXT,
    WRITTEN,
    EitherShape,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ValueShape,
    named_groups_schema,
    required_field,
    schema_with_location,
)
from reguli.source.yaml_reader import ScalarNode

NONE: Final = MappingShape(lambda none: (), (required_field("none", TEXT),))
"""``{none: "why"}``: the statement of the library says nothing about this game."""


STATEMENTS: Final[ValueShape[Mapped]] = EitherShape(NONE, ListOf(schema_with_location(STATEMENT), or_one=(ScalarNode,)))
NAMES: Final = NamedValuesShape(ANY_NAME, NEW_NAME, "", "part.inside", lambda key, _, name: (key.text, name, key.span))
CITES: Final = NamedValuesShape(
    ANY_NAME, STATEMENTS, "", "part.inside", lambda key, _, found: (key.text, found, key.span)
)
USE: Final = MappingShape(
    UseDecl,
    (
        required_field("library", schema_with_location(NAME), "library library_span"),
        MappingField("with", WRITTEN, "given", default=()),
        MappingField("names", NAMES, default=()),
        MappingField("cites", CITES, default=()),
    ),
    named="id",
)
USES: Final = named_groups_schema(USE, "part.name_of_use", "part.use", NEW_NAME)
