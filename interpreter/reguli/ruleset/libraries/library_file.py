"""What library.yaml holds: the parameters of a library, and the statements that its rules carry; what words.yaml says of it."""

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
    Field,
    Group,
    MapOf,
    Shape,
    Signed,
    by_name,
    made,
    matching,
    must,
    pairs,
    true,
    word,
)
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import Kept, kept
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


@kept
class ParameterDecl(Declared):
    """What a library is given under a name: a kind, a unit, a procedure, or an expression over what it is ``given`` in its turn."""

    sort: Sort
    of: str | None = None
    """What a kind is called where there are several; the unit of a number, the kind of what a zone, set or element holds."""
    given: tuple[tuple[str, str], ...] = ()
    """Names with their kinds or units."""
    default: Expression | None = None
    may_lack: bool = False
    """Of a procedure: whether nothing is run where none is given."""
    means: str = ""
    """What it is there for, for whoever looks the library up."""


@kept
class LibraryDecl(Declared):
    """A library: what it is given, and the statements that its rules carry."""

    parameters: tuple[ParameterDecl, ...]
    statements: tuple[tuple[str, str], ...]
    about: str = ""
    """What the library is, for whoever looks it up."""


@kept
class Sentences(Kept):
    """What is said of one thing of a library, by the code of the language, with the places."""

    subject: str
    texts: tuple[tuple[str, str, Span], ...]


MEANS: Final = Field("means", TEXT, default="")
_ASKED: Final = (Field("given", GIVEN, default=()), Field("default", VALUE))


def _parameter(sort: Sort, said: Shape[object], into: str = "of", *own: Field) -> Group[ParameterDecl]:
    return Group(partial(ParameterDecl, sort=sort), (must(sort, said, into), *own, MEANS, NOTE), named="id")


PARAMETER: Final = Signed(
    {
        "kind": _parameter("kind", NEW_NAME),
        "unit": _parameter("unit", true(), "-"),
        "number": _parameter("number", NAME, "of", *_ASKED),
        "condition": _parameter("condition", GIVEN, "given", _ASKED[1]),
        "zone": _parameter("zone", NAME, "of", *_ASKED),
        "set": _parameter("set", NAME, "of", *_ASKED),
        "element": _parameter("element", NAME, "of", *_ASKED),
        "procedure": _parameter(
            "procedure", GIVEN, "given", Field("default", made(word("none"), bool), "may_lack", default=False)
        ),
    }
)
LIBRARY: Final = Group(
    LibraryDecl,
    (
        must("library", FOLDER_NAME, "id"),
        Field("about", TEXT, default=""),
        Field("parameters", by_name(PARAMETER, "part.name_of_parameter", "part.parameter", NEW_NAME), default=()),
        Field(
            "statements",
            pairs(matching(CITE, "R110", LONGEST_ID, what=Said("part.library")), TEXT, "", "part.inside"),
            default=(),
        ),
        NOTE,
    ),
    span=HERE,
)
WORDS: Final = MapOf(ANY_NAME, SAYS, "", "part.inside", lambda key, _, texts: Sentences(key.text, texts))
