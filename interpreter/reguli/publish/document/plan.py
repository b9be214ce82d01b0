"""The content plan of a card: what is said, in which order, with every value and the ids of what it was read from.

A plan knows no language. A value's id names the place in the ruleset it came from: ``constant:start_sum``,
``table:income[4,early]``, ``field:card.ace.cost``, ``phase:planning``, ``stage:late``, ``players:4``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from reguli.source.span import Span
from reguli.words.grammar.noun import Name, Range
from reguli.words.wording.values import Kind, PlainKind, Reach, Rows, RowsOf, Value, Values


@dataclass(frozen=True, slots=True)
class Given:
    """One value: a number, a range, a truth, a name, a term's id, a list of these, or None where there is none."""

    value: bool | int | str | Range | Name | tuple[int | str | Name | Range, ...] | None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """One row of a loop: a wording calls its two values ``key`` and ``value``."""

    key: Given
    value: Given


@dataclass(frozen=True, slots=True)
class GivenRows:
    """The rows of a loop; ``key`` and ``value`` are their kinds, which hold also when there is no row."""

    rows: tuple[Pair, ...]
    key: PlainKind = "number"
    value: PlainKind = "number"


@dataclass(frozen=True, slots=True)
class GivenTable:
    """The rows of a table that the rules offer: a wording calls the values of a row as ``columns`` does, with their kinds."""

    rows: Rows
    columns: Mapping[str, Kind]
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """What one wording says: its id, its values by name, and where it was asked for.

    ``shared`` wordings serve every ruleset; ``word`` is the term that may stand in where there is no wording. Of values
    that are ``offered`` a wording says those it needs, of others all. ``cites`` are the statements of the rulebook that it
    says in short: when their rules are others, it is no longer true.
    """

    id: str
    span: Span
    values: Mapping[str, Given | GivenRows | GivenTable] = field(default_factory=lambda: MappingProxyType({}))
    shared: bool = False
    word: str = ""
    offered: bool = False
    cites: tuple[str, ...] = ()


Heading: TypeAlias = Statement | Given
"""The head of a row or column: something with a wording, or a value itself."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Statements one below the other; ``ordered`` where their order matters."""

    items: tuple[Statement, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class PhaseItem:
    """A phase: its number, its name, the order in which players act in it (if anyone does), its statements."""

    number: Statement
    name: Statement
    order: Statement | None
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases of a round."""

    items: tuple[PhaseItem, ...]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column; neighbours of one ``group`` stand under a common heading."""

    heading: Heading
    group: Heading | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its headings, one for each row key, and its cells."""

    headings: tuple[Heading, ...]
    cells: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title; ``corner`` heads the headings of the rows. Without columns each row has one cell."""

    title: Statement
    corner: tuple[Statement, ...]
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """Pairs of a key and a value, ``wrap`` of them to a line, under a title."""

    title: Statement
    key: Statement
    value: Statement
    pairs: tuple[Pair, ...]
    wrap: int


Block: TypeAlias = Listing | Phases | Table | Strip


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its heading; a wide one takes the whole width of the page."""

    id: str
    heading: Statement
    wide: bool
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole card. ``ruleset`` is the id of the game, ``name`` its printed name; ``generic`` when nobody laid it out."""

    ruleset: str
    name: str
    players: int | None
    generic: bool
    head: tuple[Statement, ...]
    sections: tuple[Section, ...]
    foot: tuple[Statement, ...]


def statements_of(plan: Plan) -> Iterator[Statement]:
    """Give every statement of a plan, headings included, in order."""
    yield from plan.head
    for section in plan.sections:
        yield section.heading
        for block in section.blocks:
            yield from statements_of_block(block)
    yield from plan.foot


def statements_of_block(block: Block) -> Iterator[Statement]:
    """Give every statement of one block."""
    match block:
        case Listing():
            yield from block.items
        case Phases():
            for item in block.items:
                yield from (item.number, item.name, *(() if item.order is None else (item.order,)), *item.statements)
        case Table():
            yield from (block.title, *block.corner)
            headings = [heading for column in block.columns for heading in (column.group, column.heading)]
            headings += [heading for row in block.rows for heading in (*row.headings, *row.cells)]
            yield from (heading for heading in headings if isinstance(heading, Statement))
        case Strip():
            yield from (block.title, block.key, block.value)


def values_of(statement: Statement) -> Values:
    """Give the values of a statement as a wording takes them."""
    return {name: _value_of(given) for name, given in statement.values.items()}


def _value_of(given: Given | GivenRows | GivenTable) -> Value:
    match given:
        case Given():
            return given.value
        case GivenRows():
            return Rows(tuple({"key": pair.key.value, "value": pair.value.value} for pair in given.rows))
        case GivenTable():
            return given.rows


def ids_of(given: Given | GivenRows | GivenTable) -> tuple[str, ...]:
    """Give the ids of a value, of rows those of every row."""
    if isinstance(given, GivenRows):
        return tuple(value_id for pair in given.rows for value_id in (*pair.key.ids, *pair.value.ids))
    return given.ids


def reach_of(statement: Statement) -> Reach:
    """Give the names a wording of this statement may use, with what each is."""
    return {name: _kind_of(given) for name, given in statement.values.items()}


def _kind_of(given: Given | GivenRows | GivenTable) -> Kind:
    match given:
        case Given():
            return kind_of_value(given.value)
        case GivenRows():
            return RowsOf({"key": given.key, "value": given.value})
        case GivenTable():
            return RowsOf(given.columns)


def kind_of_value(value: Value) -> PlainKind:
    """Say what a plain value is; nothing counts as a number without limit."""
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
