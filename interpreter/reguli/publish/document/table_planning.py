"""Tables of a card: rows by keys, columns by keys or by what they hold; a settled number of players is no key any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from math import prod
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.document_tree import Group, Row, Table
from reguli.publish.document.inline_nodes import Given, GivenRows, Head, Heading, Sayable, Statement
from reguli.publish.document.layout_references import Reader
from reguli.publish.document.table_cells import LONGEST, PLAYER_COUNT, Keys, cell_given, cells_along, key_given
from reguli.publish.layouts import card_layout
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import Span
from reguli.words.placeholders.element_values import COUNTED_KINDS

NOTHING: Final = Given(None)
Planned: TypeAlias = Table[Sayable]


@kept
class Column(Kept):
    """A column: what stands over it and its neighbours together (None for nothing), what over itself, and its cell where a row is chosen."""

    group: Heading | None
    head: Heading
    cell: Callable[[Mapping[str, int]], Given]


@kept
class Side(Kept):
    """A row or column key with its values: where it stands in some table, and how many values it has."""

    name: str
    keys: Keys
    position: int

    @property
    def size(self) -> int:
        """How many values the key has."""
        return self.keys.table.sizes[self.position]


def make_table(part: card_layout.TablePart, reader: Reader, word: str = "") -> Planned | None:
    """Plan a table; None with findings where its references do not fit its keys."""
    title = Statement(f"card:{part.id}", part.span, reader.values(part.values), word=word)
    return _Tabler(part, reader).table(title)


def numbers_table(ruleset: Ruleset, title: Statement) -> Planned | None:
    """Plan a table of all constants."""
    rows: tuple[Row[Sayable], ...] = tuple(
        Row(
            (Statement(f"constant:{constant.id}", constant.span, word=constant.id),),
            (Given(constant.value, (f"constant:{constant.id}",)),),
        )
        for constant in ruleset.constants.values()
    )
    return Table(title, (), (), (), rows) if rows else None


def table_name(table_id: str, span: Span, values: Mapping[str, Given | GivenRows]) -> Statement:
    """Give the name of a table of the ruleset as a heading."""
    return Statement(f"table:{table_id}", span, values, word=table_id)


def key_name(ruleset: Ruleset, table_id: str, name: str, span: Span) -> Statement:
    """Give the name of a key as a heading: of a kind that of the kind, else one of the table's own."""
    if name == PLAYER_COUNT or name in COUNTED_KINDS:
        return Statement(f"card.key.{name}", span, shared=True)
    if name in ruleset.kinds:
        return Statement(f"kind:{name}", span, word=name)
    return Statement(f"key:{table_id}.{name}", span, word=name)


def key_heading(ruleset: Ruleset, side: Side, index: int, span: Span) -> Heading:
    """Give one value of a key as a heading: stages and phases with their numbers, all else as it is called."""
    given = key_given(ruleset, side.keys.table, side.position, index)
    if side.name in COUNTED_KINDS:
        return Statement(f"card.{side.name}", span, {"n": given}, shared=True)
    return Head(given)


class _Tabler:
    """Plans one table."""

    def __init__(self, part: card_layout.TablePart, reader: Reader) -> None:
        self.part = part
        self.reader = reader
        self.ruleset = reader.ruleset

    def table(self, title: Statement) -> Planned | None:
        """Plan it under its title."""
        named = [(column, keys) for column in self.part.columns if (keys := self.reader.keys(column.cell)) is not None]
        cross, spread = self._optional(self.part.cell), self._optional(self.part.spread)
        known = [keys for keys in (cross, spread, *(keys for _, keys in named)) if keys is not None]
        rows = self._sides(self.part.rows, known)
        across = self._sides(self.part.across, known)
        if rows is None or across is None or not known or not self._fits(rows, across, known):
            return None
        if not rows and across:
            rows, across = across[:1], across[1:]
        columns = [Column(None, self._head(column, keys), partial(self._cell, keys)) for column, keys in named]
        if not rows and cross is None and spread is None:
            # A table of one row is turned into one of a row for each column.
            return Table(title, (), (), (), tuple(Row((one.head,), (one.cell({}),)) for one in columns))
        columns = [*self._crossed(across, cross), *self._spread(spread), *columns]
        corner = tuple(key_name(self.ruleset, side.keys.table.id, side.name, self.part.span) for side in rows)
        body = tuple(
            Row(self._headings(rows, chosen), tuple(column.cell(chosen) for column in columns))
            for chosen in _combinations(rows)
        )
        heads = tuple(column.head for column in columns)
        return Table(title, corner, tuple(_groups(columns)), heads, body, across=self._across(across, spread))

    def _across(self, across: tuple[Side, ...], spread: Keys | None) -> Statement | None:
        """Say what heads the columns where that is one thing: a key, or what the cells that are spread hold."""
        if spread is not None and not across:
            return table_name(spread.table.id, self.part.span, {})
        if len(across) == 1 and spread is None and not self.part.columns:
            return key_name(self.ruleset, across[0].keys.table.id, across[0].name, self.part.span)
        return None

    def _headings(self, sides: tuple[Side, ...], chosen: Mapping[str, int]) -> tuple[Heading, ...]:
        return tuple(key_heading(self.ruleset, side, chosen[side.name], self.part.span) for side in sides)

    def _optional(self, reference: card_layout.Reference | None) -> Keys | None:
        return None if reference is None else self.reader.keys(reference)

    def _sides(self, names: tuple[tuple[str, Span], ...], known: list[Keys]) -> tuple[Side, ...] | None:
        """Find each key in some reference; a settled number of players is left out."""
        found = []
        for name, span in names:
            if name == PLAYER_COUNT and self.reader.players is not None:
                continue
            keys = next((keys for keys in known if name in keys.free), None)
            if keys is None:
                self.reader.bag.add("W403", span, text=name, why=Said("why.key_left_open"))
                return None
            found.append(Side(name, keys, keys.table.key_names.index(name)))
        return tuple(found)

    def _fits(self, rows: tuple[Side, ...], across: tuple[Side, ...], known: list[Keys]) -> bool:
        """Hold every reference to the keys of the table, and the table to a size that can be printed."""
        inner = {side.name for side in (*rows, *across)}
        references = [self.part.cell, self.part.spread, *(column.cell for column in self.part.columns)]
        for reference in (one for one in references if one is not None):
            keys = self.reader.keys(reference)
            spread = 1 if reference is self.part.spread else 0
            outside = [] if keys is None else [name for name in keys.free if name not in inner]
            if len(outside) != spread:
                self.reader.unfit(
                    reference, Said("why.no_key", keys=", ".join(outside)) if outside else Said("why.nothing_spread")
                )
                return False
        if prod(side.size for side in (*rows, *across)) > LONGEST:
            self.reader.bag.add("W403", self.part.span, text=self.part.id, why=Said("why.table_too_large"))
            return False
        return bool(known)

    def _head(self, column: card_layout.Column, keys: Keys) -> Statement:
        return table_name(keys.table.id, column.cell.span, MappingProxyType(self.reader.values(column.values)))

    def _cell(self, keys: Keys, chosen: Mapping[str, int]) -> Given:
        return cell_given(self.ruleset, keys.filled(chosen))

    def _crossed(self, across: tuple[Side, ...], cross: Keys | None) -> Iterator[Column]:
        """Give a column for each choice of the keys across, headed by the last key, under a group for the key before it."""
        if cross is None:
            return
        for more in _combinations(across):
            heads = tuple(self._over(side, more[side.name]) for side in across)
            heads = heads or (table_name(cross.table.id, self.part.span, {}),)
            yield Column(heads[-2] if len(heads) > 1 else None, heads[-1], partial(self._cell, cross.filled(more)))

    def _over(self, side: Side, index: int) -> Heading:
        """Head a column by a value of a key; of a number of players it is said that it is one."""
        if side.name == PLAYER_COUNT:
            given = key_given(self.ruleset, side.keys.table, side.position, index)
            return Statement("card.players", self.part.span, {"players": given}, shared=True)
        return key_heading(self.ruleset, side, index, self.part.span)

    def _spread(self, spread: Keys | None) -> Iterator[Column]:
        """Give a column for every number among the cells that are spread, in order: how many cells are this number."""
        if spread is not None:
            for value in sorted({cell for cell in spread.table.cells if cell is not None}):
                yield Column(None, Head(Given(value)), partial(self._count, spread, value))

    def _count(self, spread: Keys, value: int, chosen: Mapping[str, int]) -> Given:
        """Count the cells of a value; the count stands for the cells it counts."""
        keys = spread.filled(chosen)
        cells = [pair.value for pair in cells_along(self.ruleset, keys, keys.free[0]) if pair.value.value == value]
        return Given(len(cells), tuple(value_id for cell in cells for value_id in cell.ids)) if cells else NOTHING


def _groups(columns: Sequence[Column]) -> Iterator[Group[Sayable]]:
    """Give the headings over neighbouring columns; none at all where no column has one."""
    if any(column.group is not None for column in columns):
        for group, members in groupby(columns, key=lambda column: column.group):
            yield Group(group, len(tuple(members)))


def _combinations(sides: tuple[Side, ...]) -> Iterator[dict[str, int]]:
    """Give every choice of a value for each key, the last changing fastest."""
    for chosen in product(*(range(side.size) for side in sides)):
        yield {side.name: index for side, index in zip(sides, chosen, strict=True)}
