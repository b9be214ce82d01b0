"""Tables of a card: rows by keys, columns by keys or by content; a settled number of players is no longer a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from math import prod
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.publish.document import table_cells
from reguli.publish.document.document_tree import ColumnGroup, DocumentRow, DocumentTable
from reguli.publish.document.inline_nodes import (
    Heading,
    HeadingText,
    LiteralRows,
    LiteralValue,
    Sayable,
    ValuePair,
    WordingStatement,
)
from reguli.publish.document.table_cells import (
    LONGEST,
    PLAYER_COUNT,
    TableKeys,
    cell_wording_value,
    cells_along_free_key,
    key_group_value,
    key_wording_value,
)
from reguli.publish.layouts import card_layout
from reguli.publish.layouts.card_layout import CardStatement, Named, ValueReference, ValueReferenceRange
from reguli.ruleset.document_nodes import ROUND_KEY, StageDecl
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.words.placeholders.placeholder_values import COUNTED_KINDS, SEATS, seat_values

# -- Reads the values a layout refers to out of a ruleset, for one number of players or for all of them --------------


EXCEPTIONS: Final = "_exceptions"
"""After the name of a value: its other values, by number of players."""
ITSELF: Final = ""
"""The name of what a word says that other words may follow: ``players``, ``stages.late``."""
UNSAYABLE: Final = ("procedure", "condition", "amount")
"""Forms of fields that hold rules."""
Known: TypeAlias = "Mapping[str, Known] | LiteralValue | LiteralRows | None"
ROOTS: Final = ("constants", "tables", "phases", "stages", "moments", "players", "kinds", "options")


class RulesetValueReader:
    """Evaluates a layout's references to values of the ruleset (``tables.fees``). A reference to nothing is finding W402; one to an unsuitable value is W403."""

    def __init__(self, ruleset: Ruleset, players: int | None, bag: Bag) -> None:
        """Set up evaluation for a number of players, or with None for every number."""
        self.ruleset = ruleset
        self.players = players
        self.bag = bag
        self._read: dict[str, Known] = {}

    def values(self, named: Named) -> dict[str, LiteralValue | LiteralRows]:
        """Return the values of a wording by name.

        A table with one key left free gives rows. One by number of players gives its commonest value, and the others
        under the name with ``_exceptions``: no rows where the number of players is settled.
        """
        found: dict[str, LiteralValue | LiteralRows] = {}
        for name, spec in named:
            if isinstance(spec, ValueReferenceRange):
                first, last = self.scalar(spec.first), self.scalar(spec.last)
                if first is not None and last is not None:
                    found[name] = table_cells.number_range_value(first, last)
            elif spec.path[0] == "tables":
                found.update(self._from_table(name, spec))
            elif (value := self._plain(spec)) is not None:
                found[name] = value
        return found

    def cited(self, say: CardStatement) -> tuple[str, ...]:
        """Return the ids of the statements that a sentence summarises; one missing from the rulebook is a finding (W402)."""
        for name in say.cites:
            self.is_stated(name, say.span)
        return tuple(f"statement:{name}" for name in say.cites)

    def is_stated(self, name: str, span: Span) -> bool:
        """Return whether the rulebook has a statement of this number; a missing one is a finding (W402), unless a variant took it away."""
        documents = self.ruleset.documents
        known = [entry.id for entry in documents.inventory]
        if name not in known and f"statements.{name}" not in dict(documents.taken):
            self.bag.add("W402", span, near=closest_name(name, known), text=name, name=name)
        return name in known

    def _from_table(self, name: str, reference: ValueReference) -> dict[str, LiteralValue | LiteralRows]:
        keys = self.keys(reference)
        if keys is None:
            return {}
        match keys.free:
            case ():
                exceptions: dict[str, LiteralValue | LiteralRows] = (
                    {name + EXCEPTIONS: table_cells.pair_rows(())} if table_cells.PLAYER_COUNT in reference.keys else {}
                )
                return {name: table_cells.cell_wording_value(self.ruleset, keys), **exceptions}
            case (one,) if one == table_cells.PLAYER_COUNT:
                base, others = table_cells.player_count_values(self.ruleset, keys)
                return {name: base, name + EXCEPTIONS: others}
            case (one,):
                return {name: table_cells.pair_rows(table_cells.cells_along_free_key(self.ruleset, keys, one))}
            case _:
                self._open(reference, keys)
                return {}

    def _open(self, reference: ValueReference, keys: table_cells.TableKeys) -> None:
        self.unfit(reference, Said("why.leaves_open", keys=", ".join(keys.free)))

    def unfit(self, reference: ValueReference, why: Said) -> None:
        """Report a reference that does not fit its context (W403)."""
        self.bag.add("W403", reference.span, text=reference.text, why=why)

    def scalar(self, reference: ValueReference) -> LiteralValue | None:
        """Return one value; a table's keys must all be given, but for a settled number of players."""
        if reference.path[0] != "tables":
            found = self._plain(reference)
            if isinstance(found, LiteralRows):
                self.unfit(reference, Said("why.no_single_value"))
                return None
            return found
        keys = self.keys(reference)
        if keys is not None and keys.free:
            self._open(reference, keys)
            return None
        return None if keys is None else table_cells.cell_wording_value(self.ruleset, keys)

    def _plain(self, reference: ValueReference) -> LiteralValue | LiteralRows | None:
        """Return a value outside any table."""
        if reference.keys:
            self.unfit(reference, Said("why.only_tables_have_keys"))
            return None
        root, *path = reference.path
        # What rows depend on is named by several words: players.KIND.ROW.
        path = [".".join(path)] if root == "players" and path else path
        found = self._under(root)
        if found is None:
            self.absent(reference, root, (*ROOTS, *self.ruleset.kinds))
            return None
        while path or isinstance(found, Mapping):
            word, names = path.pop(0) if path else ITSELF, found if isinstance(found, Mapping) else {}
            if word not in names:
                self.absent(reference, word or reference.path[-1], names)
                return None
            found = names[word]
        if found is None:
            self.unfit(reference, Said("why.unsayable"))
        return found

    def _under(self, root: str) -> Known:
        """Return the values under the first word of a reference, each once, by name, with the word's own value; None for an unknown word."""
        if root not in self._read:
            self._read[root] = self._roots(root)
        return self._read[root]

    def _roots(self, root: str) -> Known:
        ruleset, game, (low, high) = self.ruleset, self.ruleset.documents.game, self.ruleset.players
        match root:
            case "constants":
                return {name: LiteralValue(one.value, (f"constant:{name}",)) for name, one in ruleset.constants.items()}
            case "players":
                ends = {"min": LiteralValue(low, ("players:min",)), "max": LiteralValue(high, ("players:max",))}
                seats = {name: LiteralValue(counts, (SEATS + name,)) for name, counts in seat_values(ruleset)}
                return {**seats, ITSELF: self.player_counts(), **ends}
            case "kinds":
                return {name: _elements(kind) for name, kind in ruleset.kinds.items()}
            case "options":
                return {name: LiteralValue(chosen, (f"option:{name}",)) for name, chosen in ruleset.options.items()}
            case "phases":
                return {name: self._phase(name) for name in game.round}
            case "moments":
                said = {one.procedure.id.removeprefix("at."): one.moment.of for one in ruleset.moments}
                return {name: self._phase(of, f"moment:{name}") for name, of in said.items() if of in game.round}
            case "stages":
                return {stage.id: dict(self._stage(stage, at)) for at, stage in enumerate(game.stages, 1)}
            case _:
                return _fields(ruleset, ruleset.kinds[root]) if root in ruleset.kinds else None

    def _phase(self, phase: str, value_id: str = "") -> LiteralValue:
        """Return the position of a phase in the round, counted from 1."""
        return LiteralValue(self.ruleset.documents.game.round.index(phase) + 1, (value_id or f"phase:{phase}",))

    def _stage(self, stage: StageDecl, number: int) -> Iterator[tuple[str, Known]]:
        """Yield the number of a stage, and those of the phases in which it is checked and begins.

        Its ``cases`` are the rows of a card drawn: the phase it is drawn in, and the phase from which the stage holds (None: from
        the next round); a draw between phases is part of what the phase before them does.
        """
        order, where = self.ruleset.documents.game.round, f"stage:{stage.id}"
        yield ITSELF, LiteralValue(number, (where,))
        for name, moment in (("checked", stage.checked), ("effective", stage.effective)):
            if moment is not None and moment.of in order:
                yield name, self._phase(moment.of, f"{where}.{name}")
        pairs = (
            ValuePair(self._phase(case.of), LiteralValue(self._from(case.effective.of), (f"{where}.cases.{case.of}",)))
            for case in stage.cases
            if case.edge == "during" and case.of in order
        )
        if stage.cases:
            yield "cases", table_cells.pair_rows(tuple(pairs))

    def _from(self, phase: str) -> int | None:
        order = self.ruleset.documents.game.round
        return order.index(phase) + 1 if phase in order else None

    def player_counts(self) -> LiteralValue:
        """Return the number of players where it is settled, else the possible range."""
        low, high = self.ruleset.players
        if self.players is not None:
            return LiteralValue(self.players, (f"players:{self.players}",))
        return table_cells.number_range_value(LiteralValue(low, ("players:min",)), LiteralValue(high, ("players:max",)))

    def absent(self, reference: ValueReference, name: str, known: Iterable[str]) -> None:
        """Report a reference without a target (W402)."""
        self.bag.add("W402", reference.span, near=closest_name(name, known), text=reference.text, name=name)

    def keys(self, reference: ValueReference) -> table_cells.TableKeys | None:
        """Return the keys of a reference to a table, a settled number of players filled in; None with a finding where table or keys are unknown."""
        if len(reference.path) != 2 or reference.path[0] != "tables":
            self.unfit(reference, Said("why.no_table"))
            return None
        table = self.ruleset.tables.get(reference.path[1])
        if table is None:
            self.absent(reference, reference.path[1], self.ruleset.tables)
            return None
        if len(reference.keys) != len(table.key_names):
            self.unfit(reference, Said("why.keys_are", table=table.id, keys=", ".join(table.key_names)))
            return None
        at: list[int | None] = []
        for position, key in enumerate(reference.keys):
            known = table_cells.table_key_values(self.ruleset, table, position)
            ends = {"min": 0, "max": len(known) - 1} if table.key_names[position] == table_cells.PLAYER_COUNT else {}
            if key == table.key_names[position]:
                at.append(None)
            elif key in ends:
                at.append(ends[key])
            elif key in known:
                at.append(known.index(key))
            else:
                self.absent(reference, key, (*known, table.key_names[position]))
                return None
        keys, low = table_cells.TableKeys(table, tuple(at)), self.ruleset.players[0]
        return keys if self.players is None else keys.filled({table_cells.PLAYER_COUNT: self.players - low})


def _elements(kind: Kind) -> LiteralValue:
    return LiteralValue(
        tuple(table_cells.element_scalar(kind, index) for index in range(len(kind.elements))), (f"kind:{kind.id}",)
    )


def _fields(ruleset: Ruleset, kind: Kind) -> Known:
    """Return the fixed fields and named inverse relations of every element; None for a value that no wording can express."""
    back = tuple(_ways_back(ruleset, kind))
    return {
        element: {field: _field(ruleset, kind, field, index) for field in kind.fields}
        | {name: _back(kind, name, index, other, field) for name, other, field in back}
        for index, element in enumerate(kind.elements)
    }


def _ways_back(ruleset: Ruleset, kind: Kind) -> Iterator[tuple[str, Kind, str]]:
    """Yield the fields of other kinds that refer to this kind, each with its inverse's name and its kind."""
    for other in ruleset.kinds.values():
        for field, declared in other.fields.items():
            if declared.form == "kind" and declared.of == kind.id and declared.inverse is not None:
                yield declared.inverse, other, field


def _back(kind: Kind, name: str, index: int, other: Kind, field: str) -> LiteralValue:
    """Return the elements that refer to this one, as a list."""
    found = (table_cells.element_scalar(other, at) for at, value in enumerate(other.values[field]) if value == index)
    return LiteralValue(tuple(found), (f"field:{kind.id}.{kind.elements[index]}.{name}",))


def _field(ruleset: Ruleset, kind: Kind, field: str, index: int) -> LiteralValue | None:
    said = (
        None if kind.fields[field].form in UNSAYABLE else table_cells.field_wording_value(ruleset, kind, field, index)
    )
    return None if said is None else LiteralValue(said.value, (f"field:{kind.id}.{kind.elements[index]}.{field}",))


# -- table planning --------------------------------------------------------------------------------------------------


NOTHING: Final = LiteralValue(None)
Planned: TypeAlias = DocumentTable[Sayable]


@frozen_class
class PlannedColumn(FrozenValue):
    """A column: its group heading (None for none), its own heading, and the function that returns its cell in a row."""

    group: Heading | None
    head: Heading
    cell: Callable[[Mapping[str, int]], LiteralValue]


@frozen_class
class TableSide(FrozenValue):
    """A row or column key: its name, its position in a table that has it, and its values, those together that share rows."""

    name: str
    keys: TableKeys
    position: int
    groups: tuple[range, ...] = ()


def make_table(part: card_layout.TablePart, reader: RulesetValueReader, word: str = "") -> Planned | None:
    """Plan a table; None with findings where its references do not fit its keys."""
    title = WordingStatement(f"card:{part.id}", part.span, reader.values(part.values), word=word)
    return _Tabler(part, reader).table(title)


def plan_constants_table(ruleset: Ruleset, title: WordingStatement) -> Planned | None:
    """Plan a table of all constants."""
    rows: tuple[DocumentRow[Sayable], ...] = tuple(
        DocumentRow(
            (WordingStatement(f"constant:{constant.id}", constant.span, word=constant.id),),
            (LiteralValue(constant.value, (f"constant:{constant.id}",)),),
        )
        for constant in ruleset.constants.values()
    )
    return DocumentTable(title, (), (), (), rows) if rows else None


def table_name(table_id: str, span: Span, values: Mapping[str, LiteralValue | LiteralRows]) -> WordingStatement:
    """Return the name of a table of the ruleset as a heading."""
    return WordingStatement(f"table:{table_id}", span, values, word=table_id)


def key_kind_heading(ruleset: Ruleset, table_id: str, name: str, span: Span) -> WordingStatement:
    """Return the name of a key as a heading: its kind's name, else a name of the table's own."""
    if name in (PLAYER_COUNT, ROUND_KEY, *COUNTED_KINDS):
        return WordingStatement(f"card.key.{name}", span, shared=True)
    if name in ruleset.kinds:
        return WordingStatement(f"kind:{name}", span, word=name)
    return WordingStatement(f"key:{table_id}.{name}", span, word=name)


def key_value_heading(ruleset: Ruleset, side: TableSide, index: int, span: Span) -> Heading:
    """Return one value of a key as a heading: stages and phases with their numbers, others by name."""
    group = next((one for one in side.groups if index in one), range(index, index + 1))
    given = key_group_value(ruleset, side.keys.table, side.position, group)
    if side.name in COUNTED_KINDS:
        return WordingStatement(f"card.{side.name}", span, {"n": given}, shared=True)
    return HeadingText(given)


class _Tabler:
    """Planner of one table."""

    def __init__(self, part: card_layout.TablePart, reader: RulesetValueReader) -> None:
        self.part = part
        self.reader = reader
        self.ruleset = reader.ruleset

    def table(self, title: WordingStatement) -> Planned | None:
        """Plan the table with its title."""
        named = [(column, keys) for column in self.part.columns if (keys := self.reader.keys(column.cell)) is not None]
        cross, spread = self._optional(self.part.cell), self._optional(self.part.spread)
        known = [keys for keys in (cross, spread, *(keys for _, keys in named)) if keys is not None]
        rows = self._sides(self.part.rows, known)
        across = self._sides(self.part.across, known)
        if rows is None or across is None or not known or not self._fits(rows, across, known):
            return None
        if not rows and across:
            rows, across = across[:1], across[1:]
        columns = [PlannedColumn(None, self._head(column, keys), partial(self._cell, keys)) for column, keys in named]
        if not rows and cross is None and spread is None:
            # A table of one row is turned into one of a row for each column.
            return DocumentTable(title, (), (), (), tuple(DocumentRow((one.head,), (one.cell({}),)) for one in columns))
        columns = [*self._crossed(across, cross), *self._spread(spread), *columns]
        corner = tuple(key_kind_heading(self.ruleset, side.keys.table.id, side.name, self.part.span) for side in rows)
        body = tuple(
            DocumentRow(self._headings(rows, chosen), tuple(column.cell(chosen) for column in columns))
            for chosen in _combinations(rows)
        )
        heads = tuple(column.head for column in columns)
        return DocumentTable(title, corner, tuple(_groups(columns)), heads, body, across=self._across(across, spread))

    def _across(self, across: tuple[TableSide, ...], spread: TableKeys | None) -> WordingStatement | None:
        """Return the common heading of all columns, if there is one: a key, or the table whose cells are spread."""
        if spread is not None and not across:
            return table_name(spread.table.id, self.part.span, {})
        if len(across) == 1 and spread is None and not self.part.columns:
            return key_kind_heading(self.ruleset, across[0].keys.table.id, across[0].name, self.part.span)
        return None

    def _headings(self, sides: tuple[TableSide, ...], chosen: Mapping[str, int]) -> tuple[Heading, ...]:
        return tuple(key_value_heading(self.ruleset, side, chosen[side.name], self.part.span) for side in sides)

    def _optional(self, reference: card_layout.ValueReference | None) -> TableKeys | None:
        return None if reference is None else self.reader.keys(reference)

    def _sides(self, names: tuple[tuple[str, Span], ...], known: list[TableKeys]) -> tuple[TableSide, ...] | None:
        """Find each key in some reference; a settled number of players is omitted."""
        found = []
        for name, span in names:
            if name == PLAYER_COUNT and self.reader.players is not None:
                continue
            keys = next((keys for keys in known if name in keys.free), None)
            if keys is None:
                self.reader.bag.add("W403", span, text=name, why=Said("why.key_left_open"))
                return None
            tables = [one.table for one in known if name in one.free]
            ends = {group.stop for one in tables for group in one.row_groups(one.key_names.index(name))}
            starts = [0, *sorted(ends)[:-1]]
            groups = tuple(range(start, end) for start, end in zip(starts, sorted(ends), strict=True))
            found.append(TableSide(name, keys, keys.table.key_names.index(name), groups))
        return tuple(found)

    def _fits(self, rows: tuple[TableSide, ...], across: tuple[TableSide, ...], known: list[TableKeys]) -> bool:
        """Return whether every reference matches the keys of the table, and the table is small enough to print."""
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
        if prod(len(side.groups) for side in (*rows, *across)) > LONGEST:
            self.reader.bag.add("W403", self.part.span, text=self.part.id, why=Said("why.table_too_large"))
            return False
        return bool(known)

    def _head(self, column: card_layout.LayoutColumn, keys: TableKeys) -> WordingStatement:
        return table_name(keys.table.id, column.cell.span, MappingProxyType(self.reader.values(column.values)))

    def _cell(self, keys: TableKeys, chosen: Mapping[str, int]) -> LiteralValue:
        return cell_wording_value(self.ruleset, keys.filled(chosen))

    def _crossed(self, across: tuple[TableSide, ...], cross: TableKeys | None) -> Iterator[PlannedColumn]:
        """Yield a column for each combination of the column keys, headed by the last key, grouped by the key before it."""
        if cross is None:
            return
        for more in _combinations(across):
            heads = tuple(self._over(side, more[side.name]) for side in across)
            heads = heads or (table_name(cross.table.id, self.part.span, {}),)
            yield PlannedColumn(
                heads[-2] if len(heads) > 1 else None, heads[-1], partial(self._cell, cross.filled(more))
            )

    def _over(self, side: TableSide, index: int) -> Heading:
        """Return a column heading for a value of a key; a number of players is worded as such."""
        if side.name == PLAYER_COUNT:
            given = key_wording_value(self.ruleset, side.keys.table, side.position, index)
            return WordingStatement("card.players", self.part.span, {"players": given}, shared=True)
        return key_value_heading(self.ruleset, side, index, self.part.span)

    def _spread(self, spread: TableKeys | None) -> Iterator[PlannedColumn]:
        """Yield a column for each distinct number among the spread cells, in ascending order, which counts the cells with that number."""
        if spread is not None:
            for value in sorted({cell for cell in spread.table.cells if cell is not None}):
                yield PlannedColumn(None, HeadingText(LiteralValue(value)), partial(self._count, spread, value))

    def _count(self, spread: TableKeys, value: int, chosen: Mapping[str, int]) -> LiteralValue:
        """Return the number of cells with a value, with the ids of the counted cells."""
        keys = spread.filled(chosen)
        cells = [
            pair.value for pair in cells_along_free_key(self.ruleset, keys, keys.free[0]) if pair.value.value == value
        ]
        return (
            LiteralValue(len(cells), tuple(value_id for cell in cells for value_id in cell.ids)) if cells else NOTHING
        )


def _groups(columns: Sequence[PlannedColumn]) -> Iterator[ColumnGroup[Sayable]]:
    """Yield the headings over adjacent columns; none where no column has one."""
    if any(column.group is not None for column in columns):
        for group, members in groupby(columns, key=lambda column: column.group):
            yield ColumnGroup(group, len(tuple(members)))


def _combinations(sides: tuple[TableSide, ...]) -> Iterator[dict[str, int]]:
    """Yield every combination of key values, the last key varying fastest."""
    for chosen in product(*([group[0] for group in side.groups] for side in sides)):
        yield {side.name: index for side, index in zip(sides, chosen, strict=True)}
