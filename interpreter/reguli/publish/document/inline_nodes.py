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
from reguli.source.frozen_values import Kept, kept
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import Name, Range
from reguli.words.wording_parser import Kind, PlainKind, Reach, Rows, RowsOf, Value, Values

# -- document traversal ----------------------------------------------------------------------------------------------
# The one walk over documents: leaves said, everything of a sort found. A new kind of block needs no line here.


Found = TypeVar("Found")


class Node(Kept):
    """A part of a document, a dataclass: its fields are walked in the order in which they are declared."""

    __slots__ = ()


def worded(node: Any, leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Any:
    """Return a document with every leaf said, and everything round it as it was; a leaf of a tuple may become several."""
    if isinstance(node, leaves):
        return say(node)
    if isinstance(node, Node):
        inner = {each.name: worded(getattr(node, each.name), leaves, say) for each in fields(node)}  # type: ignore[arg-type]
        return type(node)(**inner)
    if isinstance(node, Mapping):
        return MappingProxyType({name: worded(each, leaves, say) for name, each in node.items()})
    if isinstance(node, tuple):
        return tuple(_spread(node, leaves, say))
    return node


def _spread(nodes: tuple[Any, ...], leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Iterator[Any]:
    for each in nodes:
        said = worded(each, leaves, say)
        if isinstance(each, leaves) and isinstance(said, tuple):
            yield from said
        else:
            yield said


def every(node: object, sort: type[Found]) -> Iterator[Found]:
    """Yield everything of a sort in a document, in order; nothing inside what is found is looked at."""
    if isinstance(node, sort):
        yield node
    elif isinstance(node, Node):
        for each in fields(node):  # type: ignore[arg-type]
            yield from every(getattr(node, each.name), sort)
    elif isinstance(node, Mapping):
        for part in node.values():
            yield from every(part, sort)
    elif isinstance(node, tuple):
        for part in node:
            yield from every(part, sort)


# -- inline nodes ----------------------------------------------------------------------------------------------------


@kept
class Given(Kept):
    """One value: a number, a range, a truth, a name, a term's id, a list of these, or None where there is none."""

    value: bool | int | str | Range | Name | tuple[int | str | Name | Range, ...] | None
    ids: tuple[str, ...] = ()


@kept
class Pair(Kept):
    """Two values that belong together, as in a table of one key."""

    key: Given
    value: Given


@kept
class GivenRows(Kept):
    """Rows: a wording calls the values of each as ``columns`` does, with their kinds, which hold also when there is no row."""

    rows: Rows
    columns: Mapping[str, Kind]
    ids: tuple[str, ...] = ()


@kept
class Statement(Kept):
    """What one wording says: its id, its values by name, and where it was asked for.

    ``shared`` wordings serve every ruleset; ``word`` is the term that may stand in where there is no wording. Of values
    that are ``offered`` a wording says those it needs, of others all. ``cites`` are the statements of the rulebook that it
    says in short: when their rules are others, it is no longer true. ``called`` are values that are people: by language what each is called.
    """

    id: str
    span: Span
    values: Mapping[str, Given | GivenRows] = field(default_factory=lambda: MappingProxyType({}))
    shared: bool = False
    word: str = ""
    offered: bool = False
    cites: tuple[str, ...] = ()
    called: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))


@kept
class Head(Kept):
    """A value or wording at the head of a row, column or line: it begins with a capital; a term stands in its plural where there are ``many``."""

    given: Given | Statement
    many: bool = False


@kept
class Letter(Kept):
    """The letter that stands for a term on a neutral mark."""

    term: str


@kept
class Between(Kept):
    """The word between things of which one is enough (``or``), all are meant (``and``), or any mix will do (``and_or``)."""

    sign: Literal["or", "and", "and_or"]


@kept
class Neighbours(Kept):
    """Every place of a map with what it is joined to, a line for each, in the order of the alphabet."""

    picture: BoardPicture


@kept
class Group(Kept):
    """A group of the places of a map, by its number: by its wording, its term or its own name."""

    picture: BoardPicture
    number: int


@kept
class Signs(Kept):
    """What the signs of a map stand for: each letter with its group."""

    picture: BoardPicture


@kept
class Titled(Node):
    """The title of a source: by its wording, or as it was given in its own language."""

    statement: Statement
    given: str
    language: str


@kept
class Joined(Node):
    """Several things in one line, a sign between them."""

    parts: tuple[Sayable, ...]
    sign: str


Sayable: TypeAlias = Statement | Given | Head | Letter | Between | Neighbours | Group | Signs | Titled | Joined
"""What stands at the leaves of a document before it is said in a language."""
Heading: TypeAlias = Statement | Head
"""The head of a row or column: something with a wording, or a value itself."""
Cell: TypeAlias = Statement | Given
"""What stands in a cell, alike."""


def values_of(statement: Statement) -> Values:
    """Return the values of a statement as a wording takes them."""
    return {name: given.value if isinstance(given, Given) else given.rows for name, given in statement.values.items()}


def reach_of(statement: Statement) -> Reach:
    """Return the names a wording of this statement may use, with what each is."""
    return {
        name: kind_of_value(given.value) if isinstance(given, Given) else RowsOf(given.columns)
        for name, given in statement.values.items()
    }


def kind_of_value(value: Value) -> PlainKind:
    """Return what a plain value is; nothing counts as a number without limit."""
    match value:
        case bool():
            return "truth"
        case str():
            return "term"
        case Name():
            return "name"
        case tuple():
            return "list"
        case _:
            return "number"
