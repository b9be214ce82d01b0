"""What a ruleset holds that somebody can enter a second time: constants, tables, kinds and connections, each as rows under keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby, product
from typing import Final

from reguli.model.resolved_ruleset import Ruleset, Table, is_of_field
from reguli.model.types import ElementType, TruthType
from reguli.ruleset.declarations.element_rows import ENDS
from reguli.ruleset.document_nodes import Documents, TableDecl
from reguli.ruleset.kind_nodes import ElementDecl, FieldDecl, KindDecl
from reguli.source.span import Span
from reguli.verify.double_entry.entered_cells import plainly
from reguli.verify.double_entry.entry_table import UNLIMITED, VALUE, Column, Held, Key, Sort, Thing, Value
from reguli.verify.double_entry.option_entries import OPTIONS, STATE, options_entered, state_entered

CONSTANTS: Final = "constants"
COPIES: Final = "copies"
PLAYERS: Final = "players"
ENTERED: Final[Mapping[str, Sort]] = {
    "number": "number",
    "truth": "truth",
    "kind": "name",
    "set": "names",
    "text": "text",
}
"""The forms of fields whose values can be entered."""


def names_of(documents: Documents, ruleset: Ruleset, kind: str, board: str | None) -> dict[str, str]:
    """Give the elements of a kind by every way to write them plainly: by id, by what they are called, by their number."""
    found: dict[str, str] = {}
    listed = [one for one in documents.kinds if one.id == kind]
    own = [one for one in listed if board is not None and one.board == board]
    for declared in own or listed:
        if declared.elements and declared.form != "grid":
            rows = _rows(declared)
            found |= {plainly(name): name for name in rows}
            for field in declared.fields:
                if field.form == "text" or field.id == declared.label:
                    _called({name: _plain(field, one[0]) for name, one in rows.items()}, found)
    bound = ruleset.kinds.get(kind)
    return found or {plainly(name): name for name in (() if bound is None else bound.elements)}


def _called(values: Mapping[str, Value], found: dict[str, str]) -> None:
    """Take in what elements are called, where no two are called alike."""
    said = [plainly(str(value)) for value in values.values()]
    for name, plain in zip(values, said, strict=True):
        if said.count(plain) == 1:
            found.setdefault(plain, name)


def _rows(kind: KindDecl) -> dict[str, list[ElementDecl]]:
    """Give the rows of a kind as they are written: of several copies one, by the name that stands there."""
    found: dict[str, list[ElementDecl]] = {}
    for _, same in groupby(kind.elements, key=lambda one: one.span):
        copies = list(same)
        several = len(copies) > 1 or copies[0].counted is not None
        found[copies[0].id.rpartition("_")[0] if several else copies[0].id] = copies
    return found


def _plain(field: FieldDecl, element: ElementDecl) -> Value:
    cell = dict(element.cells).get(field.id)
    found = field.default if cell is None else cell.value
    if field.form == "set":
        return tuple(sorted(map(str, found))) if isinstance(found, tuple) else ()
    return None if isinstance(found, tuple) else found


class Things:
    """Everything that can be entered of a ruleset; ``bound`` gives it as bound with a board on the table, if it lies there by choice."""

    def __init__(self, documents: Documents, bound: Mapping[str | None, Ruleset]) -> None:
        """Take the documents with every board, and the ruleset bound by board: ``None`` for what lies on none."""
        self.documents = documents
        self._bound = bound
        self._named: dict[tuple[str, str | None], dict[str, str]] = {}

    @cached_property
    def listed(self) -> tuple[tuple[str, str | None], ...]:
        """Give the id of each thing, with the board where it is there for one."""
        found: list[tuple[str, str | None]] = [(CONSTANTS, None)] if self.documents.constants else []
        found += [(f"tables.{table.id}", table.board) for table in self.documents.tables]
        kinds = (kind for kind in self.documents.kinds if kind.form != "grid" and self._values(kind))
        found += [(f"kinds.{kind.id}", kind.board) for kind in kinds]
        found += [(OPTIONS, None)] if self.documents.game.options else []
        found += [(STATE, None)] if self.documents.state else []
        return tuple((name, self._shown(name.partition(".")[2], board)) for name, board in found)

    def _shown(self, name: str, board: str | None) -> str | None:
        """Give the board of a thing where several boards have one of that name."""
        named = [one for one in (*self.documents.tables, *self.documents.kinds) if one.id == name]
        return board if len(named) > 1 else None

    def thing(self, name: str, board: str | None = None) -> Thing | None:
        """Give a thing by its id, and by the board where several are called so."""
        section, _, own = name.partition(".")
        documents = self.documents
        if name == CONSTANTS and documents.constants:
            return self._constants()
        if name == OPTIONS and documents.game.options:
            return options_entered(documents.game.options)
        if name == STATE and documents.state:
            return state_entered(documents.state, documents.game.options)
        for table in self.documents.tables:
            if (section, own) == ("tables", table.id) and board in (None, table.board):
                return self._table(table)
        for kind in self.documents.kinds:
            if (section, own) == ("kinds", kind.id) and board in (None, kind.board) and kind.form != "grid":
                return self._tokens(kind) if kind.tokens is not None else self._kind(kind)
        return None

    def _ruleset(self, board: str | None) -> Ruleset:
        return self._bound.get(board) or self._bound[None]

    def _names(self, kind: str | None, board: str | None) -> dict[str, str]:
        if kind is None:
            return {}
        if (kind, board) not in self._named:
            self._named[kind, board] = names_of(self.documents, self._ruleset(board), kind, board)
        return self._named[kind, board]

    def _constants(self) -> Thing:
        listed = self.documents.constants
        known = {plainly(one.id): one.id for one in listed}
        rows: dict[Key, Mapping[str, Held]] = {(one.id,): {VALUE: Held(one.value, one.value_span)} for one in listed}
        spans: dict[Key, Span] = {(one.id,): one.span for one in listed}
        span = listed[0].span
        return Thing(
            CONSTANTS,
            None,
            span,
            (Column("constant", "name", known),),
            (Column(VALUE, "number"),),
            rows,
            spans,
            partial=True,
        )

    def _table(self, declared: TableDecl) -> Thing | None:
        ruleset = self._ruleset(declared.board)
        table = ruleset.tables.get(declared.id)
        if table is None:
            return None
        names = _values_of_keys(table, ruleset)
        cells = {
            key: (value, span)
            for key, value, span in zip(product(*names), table.cells, table.spans, strict=True)
            if value is not None
        }
        rows = {key: {VALUE: Held(_shown(table, value, ruleset), span)} for key, (value, span) in cells.items()}
        keys = tuple(
            Column(name, "name", self._key(name, own, declared.board))
            for name, own in zip(table.key_names, names, strict=True)
        )
        known = self._names(declared.of, declared.board)
        value = Column(VALUE, "number" if declared.of is None else "name", known, declared.unit)
        spans = {key: span for key, (_, span) in cells.items()}
        return Thing(
            f"tables.{declared.id}",
            self._shown(declared.id, declared.board),
            declared.span,
            keys,
            (value,),
            rows,
            spans,
        )

    def _key(self, name: str, values: Key, board: str | None) -> dict[str, str]:
        called = {plain: one for plain, one in self._names(name, board).items() if one in values}
        return {**called, **{plainly(one): one for one in values}}

    def _tokens(self, kind: KindDecl) -> Thing | None:
        tokens = kind.tokens
        assert tokens is not None
        by = {name: Held(UNLIMITED if count is None else count, tokens.span) for name, count in tokens.supply}
        keyed = tokens.variety is not None and "" not in by
        keys = (Column(str(tokens.variety), "name", self._names(tokens.variety, kind.board)),) if keyed else ()
        rows: dict[Key, Mapping[str, Held]] = {
            ((name,) if keyed else ()): {"supply": held} for name, held in by.items()
        }
        values = (Column("supply", "supply"),)
        return Thing(
            f"kinds.{kind.id}",
            self._shown(kind.id, kind.board),
            kind.span,
            keys,
            values,
            rows,
            dict.fromkeys(rows, tokens.span),
        )

    # -- kinds whose elements are listed ---------------------------------------------------------------------------

    def _kind(self, kind: KindDecl) -> Thing:
        joins, written = kind.joins is not None, _rows(kind)
        ends = self._names(kind.joins, kind.board)
        known = {plainly(name): name for name in written} | self._names(kind.id, kind.board)
        keys = tuple(Column(end, "name", ends) for end in ENDS) if joins else (Column("id", "name", known),)
        rows: dict[Key, Mapping[str, Held]] = {}
        spans: dict[Key, Span] = {}
        for name, copies in written.items():
            key = tuple(str(dict(copies[0].cells)[end].value) for end in ENDS) if joins else (name,)
            rows[key] = dict(self._held(kind, copies))
            spans[key] = copies[0].span
        return Thing(
            f"kinds.{kind.id}",
            self._shown(kind.id, kind.board),
            kind.span,
            keys,
            self._values(kind),
            rows,
            spans,
            joins,
        )

    def _values(self, kind: KindDecl) -> tuple[Column, ...]:
        if kind.tokens is not None:
            return (Column("supply", "supply"),)
        found = []
        for field in kind.fields:
            sort = ENTERED.get(field.form)
            if sort is not None:
                known = self._names(field.of, kind.board) if sort in ("name", "names") else None
                unit = field.of if sort == "number" else None
                found += [Column(name, sort, known, unit) for name in self._columns(kind, field)]
        return (*found, *(Column(name, "number") for name in self._copies(kind)), *self._players(kind))

    def _columns(self, kind: KindDecl, field: FieldDecl) -> Iterator[str]:
        """Give the name of a field; of one with keys a name for each of its values: ``costs: wood``."""
        table = self._ruleset(kind.board).tables.get(f"{kind.id}.{field.id}") if field.by else None
        if not field.by:
            yield field.id
        elif table is not None:
            names = _values_of_keys(table, self._ruleset(kind.board))[1:]
            yield from (f"{field.id}: {' '.join(key)}" for key in product(*names))

    def _copies(self, kind: KindDecl) -> tuple[str, ...]:
        written = _rows(kind).values()
        if any(copies[0].counted is not None for copies in written):
            low, high = self.documents.game.players
            return tuple(f"{COPIES}: {count}" for count in range(low, high + 1))
        return (COPIES,) if any(len(copies) > 1 for copies in written) else ()

    def _players(self, kind: KindDecl) -> tuple[Column, ...]:
        some = any(one.players is not None and one.counted is None for one in kind.elements)
        return (Column(PLAYERS, "players"),) if some else ()

    def _held(self, kind: KindDecl, copies: list[ElementDecl]) -> Iterator[tuple[str, Held]]:
        """Give what a row says, column by column."""
        first = copies[0]
        cells = dict(first.cells)
        for field in kind.fields:
            if field.form in ENTERED and not field.by:
                cell = cells.get(field.id)
                yield field.id, Held(_plain(field, first), first.span if cell is None else cell.span)
            elif field.form in ENTERED:
                yield from self._by_key(kind, field, first)
        for name in self._copies(kind):
            count = name.partition(": ")[2]
            there = [one for one in copies if not count or one.players is None or int(count) in one.players]
            yield name, Held(len(there), first.span)
        low, high = self.documents.game.players
        players = tuple(range(low, high + 1)) if first.players is None else first.players
        yield PLAYERS, Held(tuple(str(one) for one in players if low <= one <= high), first.span)

    def _by_key(self, kind: KindDecl, field: FieldDecl, element: ElementDecl) -> Iterator[tuple[str, Held]]:
        ruleset = self._ruleset(kind.board)
        table = ruleset.tables.get(f"{kind.id}.{field.id}")
        bound = ruleset.kinds.get(kind.id)
        at = None if bound is None else bound.index(element.id)
        if table is None or at is None:
            return
        size = len(table.cells) // table.sizes[0]
        for number, name in enumerate(self._columns(kind, field), at * size):
            value = table.cells[number]
            yield name, Held(None if value is None else _shown(table, value, ruleset), table.spans[number])


def _values_of_keys(table: Table, ruleset: Ruleset) -> tuple[Key, ...]:
    """Give the values of each key of a table, by name or in digits."""
    found = []
    for key, low, size in zip(table.declared.keys, table.lows, table.sizes, strict=True):
        kind = ruleset.kinds.get(key.name) or ruleset.kinds.get(f"option:{key.name}")
        named = kind is not None and key.low is None
        found.append(kind.elements if named and kind is not None else tuple(str(low + at) for at in range(size)))
    return tuple(found)


def _shown(table: Table, value: int, ruleset: Ruleset) -> Value:
    """Give the value of a cell: a number, a truth, or the id of an element."""
    match table.type:
        case ElementType(kind):
            return None if value < 0 and is_of_field(table.id) else ruleset.kinds[kind].elements[value]
        case TruthType():
            return bool(value)
        case _:
            return value
