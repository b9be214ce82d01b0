"""Unrealised texts: wordings with their values, each with the ids of the places it was read from.

It knows no language. A value's id names the place in the ruleset it came from: ``constant:start_sum``,
``table:income[4,early]``, ``field:card.ace.cost``, ``phase:planning``, ``stage:late``, ``players:4``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, TypeVar

from reguli.publish.pictures.map_model import BoardPicture
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Span
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.wording_parser import Kind, PlainKind, Reach, RowsKind, RowValues, Value, Values

# -- document traversal ----------------------------------------------------------------------------------------------
# The one walk over documents: leaves said, everything of a sort found. A new kind of block needs no line here.


Found = TypeVar("Found")


class DocumentNode(FrozenValue):
    """A document part, implemented as a dataclass whose fields are traversed in declaration order."""

    __slots__ = ()


def replace_leaves(node: Any, leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Any:
    """Return a document with every leaf realised and the rest unchanged; a leaf of a tuple may become several."""
    if isinstance(node, leaves):
        return say(node)
    if isinstance(node, DocumentNode):
        inner = {each.name: replace_leaves(getattr(node, each.name), leaves, say) for each in fields(node)}  # type: ignore[arg-type]
        return type(node)(**inner)
    if isinstance(node, Mapping):
        return MappingProxyType({name: replace_leaves(each, leaves, say) for name, each in node.items()})
    if isinstance(node, tuple):
        return tuple(_spread(node, leaves, say))
    return node


def _spread(nodes: tuple[Any, ...], leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Iterator[Any]:
    for each in nodes:
        said = replace_leaves(each, leaves, say)
        if isinstance(each, leaves) and isinstance(said, tuple):
            yield from said
        else:
            yield said


def find_blocks(node: object, sort: type[Found]) -> Iterator[Found]:
    """Yield every object of a type in a document, in order, without descending into those found."""
    if isinstance(node, sort):
        yield node
    elif isinstance(node, DocumentNode):
        for each in fields(node):  # type: ignore[arg-type]
            yield from find_blocks(getattr(node, each.name), sort)
    elif isinstance(node, Mapping | tuple):
        for part in node.values() if isinstance(node, Mapping) else node:
            yield from find_blocks(part, sort)


# -- inline nodes ----------------------------------------------------------------------------------------------------


DIGEST_ID: Final = "game:digest"
"""The id of a value that is the digest of the rules."""


@frozen_class
class LiteralValue(FrozenValue):
    """One value: a number, a range, a truth value, a name, a term's id, a list of these, or None where there is none.

    Of a text on a face ``icons`` are those that it may show as ``:NAME:``, and ``span`` is where it is written,
    ``places`` where that is in a language, by code.
    """

    value: bool | int | str | NumberRange | ProperName | tuple[int | str | ProperName | NumberRange, ...] | None
    ids: tuple[str, ...] = ()
    icons: tuple[str, ...] | None = None
    span: Span = field(default=NOWHERE, compare=False)
    places: tuple[tuple[str, Span], ...] = field(default=(), compare=False)


@frozen_class
class ValuePair(FrozenValue):
    """A key and its value, as in a table with one key."""

    key: LiteralValue
    value: LiteralValue


@frozen_class
class LiteralRows(FrozenValue):
    """Rows with named values; ``columns`` gives the kind of each, which is known even without rows."""

    rows: RowValues
    columns: Mapping[str, Kind]
    ids: tuple[str, ...] = ()


@frozen_class
class WordingStatement(FrozenValue):
    """A reference to one wording: its id, its values by name, and the span that requested it.

    ``shared`` wordings serve every ruleset; ``word`` is the term that may stand in where there is no wording. Of values
    that are ``offered`` a wording says those it needs, of others all. ``cites`` are the statements of the rulebook that it
    says in short: when their rules are others, it is no longer true. ``called`` are values that are people: by language what each is called.
    ``icons`` are those that a text on a face may show as ``:NAME:``; None elsewhere.
    """

    id: str
    span: Span
    values: Mapping[str, LiteralValue | LiteralRows] = field(default_factory=lambda: MappingProxyType({}))
    shared: bool = False
    word: str = ""
    offered: bool = False
    cites: tuple[str, ...] = ()
    called: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    icons: tuple[str, ...] | None = None


@frozen_class
class HeadingText(FrozenValue):
    """A value or wording as a heading of a row, column or line, capitalised; with ``many`` a term is in its plural.

    An ``icon`` stands before it where there are pictures.
    """

    given: LiteralValue | WordingStatement
    many: bool = False
    icon: str = ""


@frozen_class
class IconLetter(FrozenValue):
    """The letter shown on the plain mark of a term that has no icon of its own."""

    term: str


@frozen_class
class ListConjunction(FrozenValue):
    """The word between alternatives (``or``), cumulative items (``and``), or items in any mix (``and_or``)."""

    sign: Literal["or", "and", "and_or"]


@frozen_class
class NeighbourList(FrozenValue):
    """Every place of a map with its connections, one per line, in alphabetical order."""

    picture: BoardPicture


@frozen_class
class PlaceGroup(FrozenValue):
    """A group of a map's places, by number; it is named by its wording, its term or its own name."""

    picture: BoardPicture
    number: int


@frozen_class
class MapLegend(FrozenValue):
    """The legend of a map: each sign's letter with its group."""

    picture: BoardPicture


@frozen_class
class SourceTitle(DocumentNode):
    """The title of a source: by its wording, or as given in its own language."""

    statement: WordingStatement
    given: str
    language: str


@frozen_class
class NamedThing(FrozenValue):
    """The name of a kind, a field or an element: by its wording, by the term of its id, or by the text given."""

    wording: str
    term: str
    text: ProperName


@frozen_class
class JoinedInline(DocumentNode):
    """Several texts in one line with a separator."""

    parts: tuple[Sayable, ...]
    sign: str


Sayable: TypeAlias = (
    WordingStatement
    | LiteralValue
    | HeadingText
    | IconLetter
    | ListConjunction
    | NeighbourList
    | PlaceGroup
    | MapLegend
    | SourceTitle
    | NamedThing
    | JoinedInline
)
"""What stands at the leaves of a document before it is said in a language."""
Heading: TypeAlias = WordingStatement | HeadingText
"""The head of a row or column: something with a wording, or a value itself."""
Cell: TypeAlias = WordingStatement | LiteralValue
"""What stands in a cell, alike."""


def statement_values(statement: WordingStatement) -> Values:
    """Return the values of a statement in the form that a wording takes."""
    return {
        name: given.value if isinstance(given, LiteralValue) else given.rows for name, given in statement.values.items()
    }


def placeholders_in_scope(statement: WordingStatement) -> Reach:
    """Return the names that a wording of this statement may use, with the kind of each."""
    return {
        name: literal_kind(given.value) if isinstance(given, LiteralValue) else RowsKind(given.columns)
        for name, given in statement.values.items()
    }


def literal_kind(value: Value) -> PlainKind:
    """Return the kind of a plain value; None counts as a number without limit."""
    match value:
        case bool():
            return "truth"
        case str():
            return "term"
        case ProperName():
            return "name"
        case tuple():
            return "list"
        case _:
            return "number"
