"""What game.yaml says under ``use:``: libraries by the names they are brought in under."""

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
    Either,
    Field,
    Group,
    ListOf,
    MapOf,
    Shape,
    by_name,
    must,
    placed,
)
from reguli.source.yaml_reader import Scalar

NONE: Final = Group(lambda none: (), (must("none", TEXT),))
"""``{none: "why"}``: the statement of the library says nothing about this game."""


STATEMENTS: Final[Shape[Mapped]] = Either(NONE, ListOf(placed(STATEMENT), or_one=(Scalar,)))
NAMES: Final = MapOf(ANY_NAME, NEW_NAME, "", "part.inside", lambda key, _, name: (key.text, name, key.span))
CITES: Final = MapOf(ANY_NAME, STATEMENTS, "", "part.inside", lambda key, _, found: (key.text, found, key.span))
USE: Final = Group(
    UseDecl,
    (
        must("library", placed(NAME), "library library_span"),
        Field("with", WRITTEN, "given", default=()),
        Field("names", NAMES, default=()),
        Field("cites", CITES, default=()),
    ),
    named="id",
)
USES: Final = by_name(USE, "part.name_of_use", "part.use", NEW_NAME)
