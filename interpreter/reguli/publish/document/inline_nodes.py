"""What can be said, before it is said in a language: wordings with their values, each with the ids of what it was read from.

It knows no language. A value's id names the place in the ruleset it came from: ``constant:start_sum``,
``table:income[4,early]``, ``field:card.ace.cost``, ``phase:planning``, ``stage:late``, ``players:4``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar

from reguli.publish.pictures.map_model import BoardPicture
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.wording_parser import Kind, PlainKind, Reach, RowsKind, RowValues, Value, Values

# -- document traversal ----------------------------------------------------------------------------------------------
# The one walk over documents: leaves said, everything of a sort found. A new kind of block needs no line here.


Found = TypeVar("Found")


class DocumentNode(FrozenValue):
    """A part of a document, a dataclass: its fields are walked in the order in which they are declared."""

    __slots__ = ()


def realise_leaves(node: Any, leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Any:
    """Return a document with every leaf said, and everything round it as it was; a leaf of a tuple may become several."""
    if isinstance(node, leaves):
        return say(node)
    if isinstance(node, DocumentNode):
        inner = {each.name: realise_leaves(getattr(node, each.name), leaves, say) for each in fields(node)}  # type: ignore[arg-type]
        return type(node)(**inner)
    if isinstance(node, Mapping):
        return MappingProxyType({name: realise_leaves(each, leaves, say) for name, each in node.items()})
    if isinstance(node, tuple):
        return tuple(_spread(node, leaves, say))
    return node


def _spread(nodes: tuple[Any, ...], leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Iterator[Any]:
    for each in nodes:
        said = realise_leaves(each, leaves, say)
        if isinstance(each, leaves) and isinstance(said, tuple):
            yield from said
        else:
            yield said


def find_blocks(node: object, sort: type[Found]) -> Iterator[Found]:
    """Yield everything of a sort in a document, in order; nothing inside what is found is looked at."""
    if isinstance(node, sort):
        yield node
    elif isinstance(node, DocumentNode):
        for each in fields(node):  # type: ignore[arg-type]
            yield from find_blocks(getattr(node, each.name), sort)
    elif isinstance(node, Mapping):
        for part in node.values():
            yield from find_blocks(part, sort)
    elif isinstance(node, tuple):
        for part in node:
            yield from find_blocks(part, sort)


# -- inline nodes ----------------------------------------------------------------------------------------------------


@frozen_class
class GivenValue(FrozenValue):
    """One value: a number, a range, a truth, a name, a term's id, a list of these, or None where there is none."""

    value: bool | int | str | NumberRange | ProperName | tuple[int | str | ProperName | NumberRange, ...] | None
    ids: tuple[str, ...] = ()


@frozen_class
class ValuePair(FrozenValue):
    """Two values that belong together, as in a table of one key."""

    key: GivenValue
    value: GivenValue


@frozen_class
class GivenRows(FrozenValue):
    """Rows: a wording calls the values of each as ``columns`` does, with their kinds, which hold also when there is no row."""

    rows: RowValues
    columns: Mapping[str, Kind]
    ids: tuple[str, ...] = ()


@frozen_class
class WordingStatement(FrozenValue):
    """What one wording says: its id, its values by name, and where it was asked for.

    ``shared`` wordings serve every ruleset; ``word`` is the term that may stand in where there is no wording. Of values
    that are ``offered`` a wording says those it needs, of others all. ``cites`` are the statements of the rulebook that it
    says in short: when their rules are others, it is no longer true. ``called`` are values that are people: by language what each is called.
    """

    id: str
    span: Span
    values: Mapping[str, GivenValue | GivenRows] = field(default_factory=lambda: MappingProxyType({}))
    shared: bool = False
    word: str = ""
    offered: bool = False
    cites: tuple[str, ...] = ()
    called: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))


@frozen_class
class HeadingText(FrozenValue):
    """A value or wording at the head of a row, column or line: it begins with a capital; a term stands in its plural where there are ``many``."""

    given: GivenValue | WordingStatement
    many: bool = False


@frozen_class
class MarkLetter(FrozenValue):
    """The letter that stands for a term on a neutral mark."""

    term: str


@frozen_class
class ListConjunction(FrozenValue):
    """The word between things of which one is enough (``or``), all are meant (``and``), or any mix will do (``and_or``)."""

    sign: Literal["or", "and", "and_or"]


@frozen_class
class NeighbourList(FrozenValue):
    """Every place of a map with what it is joined to, a line for each, in the order of the alphabet."""

    picture: BoardPicture


@frozen_class
class PlaceGroup(FrozenValue):
    """A group of the places of a map, by its number: by its wording, its term or its own name."""

    picture: BoardPicture
    number: int


@frozen_class
class MapLegend(FrozenValue):
    """What the signs of a map stand for: each letter with its group."""

    picture: BoardPicture


@frozen_class
class SourceTitle(DocumentNode):
    """The title of a source: by its wording, or as it was given in its own language."""

    statement: WordingStatement
    given: str
    language: str


@frozen_class
class JoinedInline(DocumentNode):
    """Several things in one line, a sign between them."""

    parts: tuple[Sayable, ...]
    sign: str


Sayable: TypeAlias = (
    WordingStatement
    | GivenValue
    | HeadingText
    | MarkLetter
    | ListConjunction
    | NeighbourList
    | PlaceGroup
    | MapLegend
    | SourceTitle
    | JoinedInline
)
"""What stands at the leaves of a document before it is said in a language."""
Heading: TypeAlias = WordingStatement | HeadingText
"""The head of a row or column: something with a wording, or a value itself."""
Cell: TypeAlias = WordingStatement | GivenValue
"""What stands in a cell, alike."""


def statement_values(statement: WordingStatement) -> Values:
    """Return the values of a statement as a wording takes them."""
    return {
        name: given.value if isinstance(given, GivenValue) else given.rows for name, given in statement.values.items()
    }


def placeholders_in_scope(statement: WordingStatement) -> Reach:
    """Return the names a wording of this statement may use, with what each is."""
    return {
        name: kind_of_value(given.value) if isinstance(given, GivenValue) else RowsKind(given.columns)
        for name, given in statement.values.items()
    }


def kind_of_value(value: Value) -> PlainKind:
    """Return what a plain value is; nothing counts as a number without limit."""
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
