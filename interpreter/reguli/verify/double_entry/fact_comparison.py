"""Facts as a part of verification: data entered independently from the printed game must agree with the rules; a difference names both places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Final, get_args

from reguli.model.resolved_ruleset import Ruleset, Table, is_field_table, written_rows
from reguli.model.types import ElementType, ManyType, NumberType, PlaceType, TruthType, UnknownType
from reguli.ruleset.declarations.element_rows import ENDS
from reguli.ruleset.declarations.example_files import PositionDecl
from reguli.ruleset.document_nodes import (
    Documents,
    ElementDecl,
    FieldDecl,
    KindDecl,
    Lasting,
    OptionDecl,
    OptionValue,
    Seeing,
    StateDecl,
    TableDecl,
)
from reguli.ruleset.folder_contents import FACTS, Folder
from reguli.ruleset.option_settings import choice_text
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import NOWHERE, Span
from reguli.source.table_files import fold_name
from reguli.verify.double_entry.entered_files import (
    EnteredTable,
    list_entered_files,
    missing_header_fields,
    read_entered,
)
from reguli.verify.double_entry.entry_comparison import (
    UNLIMITED,
    VALUE,
    EntryColumn,
    EntryComparison,
    EntryDifference,
    EntryTable,
    Key,
    RulesetValue,
    Sort,
    Value,
    cell_differences,
    compare_entered_file,
    joined_key_text,
)
from reguli.verify.report import Found, Holds, Level, Severity, Subject, finding_id

# -- option entries --------------------------------------------------------------------------------------------------
# What a ruleset settles beside its data, as another hand can enter it: what each option may be, and of what is tracked who sees it, how much and for how long.


OPTIONS: Final = "options"
STATE: Final = "state"
DEFAULT: Final = "default"
TRUTHS: Final = ("true", "false")


def _names(names: Sequence[str]) -> dict[str, str]:
    return {fold_name(name): name for name in names}


def options_as_entries(options: Sequence[OptionDecl]) -> EntryTable:
    """Return the options: for each value, whether it is the default and which constants it sets."""
    listed = [(option, value) for option in options for value in _values(option)]
    constants = list(dict.fromkeys(name for _, value in listed for name, _ in value.constants))
    rows: dict[Key, dict[str, RulesetValue]] = {}
    spans: dict[Key, Span] = {}
    for option, value in listed:
        key = (option.id, value.id)
        default = RulesetValue(value.id == choice_text(option.default), option.span)
        rows[key] = {DEFAULT: default} | {
            name: RulesetValue(dict(value.constants).get(name), value.span) for name in constants
        }
        spans[key] = value.span
    keys = (
        EntryColumn("option", "name", _names([option.id for option in options])),
        EntryColumn("value", "name", _names([value.id for _, value in listed])),
    )
    values = (EntryColumn(DEFAULT, "truth"), *(EntryColumn(name, "number") for name in constants))
    return EntryTable(OPTIONS, None, options[0].span, keys, values, rows, spans, partial=True)


def _values(option: OptionDecl) -> Sequence[OptionValue]:
    """Return the values of an option; a switch has two."""
    return option.values or tuple(OptionValue(option.span, truth) for truth in TRUTHS)


def state_as_entries(state: Sequence[StateDecl], options: Sequence[OptionDecl]) -> EntryTable:
    """Return the state fields: their visibility with the controlling option, their limits and their lifetimes."""
    named = {f"{one.owner}.{one.id}": one for one in state}
    rows: dict[Key, dict[str, RulesetValue]] = {}
    spans: dict[Key, Span] = {}
    for name, one in named.items():
        seen = one.visible
        held = {"visible": seen.who, "when": seen.option, "otherwise": seen.otherwise, "lasts": one.lasts}
        capacity = UNLIMITED if one.capacity is None else one.capacity
        key = (name,)
        rows[key] = {column: RulesetValue(value, one.span) for column, value in {**held, "capacity": capacity}.items()}
        spans[key] = one.span
    values = (
        EntryColumn("visible", "name", _names(get_args(Seeing))),
        EntryColumn("when", "name", _names([option.id for option in options])),
        EntryColumn("otherwise", "name", _names(get_args(Seeing))),
        EntryColumn("capacity", "supply"),
        EntryColumn("lasts", "name", _names(get_args(Lasting))),
    )
    keys = (EntryColumn("place", "name", _names(list(named))),)
    return EntryTable(STATE, None, state[0].span, keys, values, rows, spans, partial=True)


# -- entry tables ----------------------------------------------------------------------------------------------------
# What a ruleset holds that somebody can enter a second time: constants, tables, kinds and connections, each as rows under keys.


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


def elements_by_name(documents: Documents, ruleset: Ruleset, kind: str, board: str | None) -> dict[str, str]:
    """Return the elements of a kind by every plain spelling: their id, their name, their number."""
    found: dict[str, str] = {}
    listed = [one for one in documents.kinds if one.id == kind]
    own = [one for one in listed if board is not None and one.board == board]
    for declared in own or listed:
        if declared.elements and declared.form != "grid":
            rows = written_rows(declared)
            found |= {fold_name(name): name for name in rows}
            for field in declared.fields:
                if field.form == "text" or field.id == declared.label:
                    _called({name: _plain(field, one[0]) for name, one in rows.items()}, found)
    bound = ruleset.kinds.get(kind)
    return found or {fold_name(name): name for name in (() if bound is None else bound.elements)}


def _called(values: Mapping[str, Value], found: dict[str, str]) -> None:
    """Add the names of elements, if no two share one."""
    said = [fold_name(str(value)) for value in values.values()]
    for name, plain in zip(values, said, strict=True):
        if said.count(plain) == 1:
            found.setdefault(plain, name)


def _plain(field: FieldDecl, element: ElementDecl) -> Value:
    cell = dict(element.cells).get(field.id)
    found = field.default if cell is None else cell.value
    if field.form == "set":
        return tuple(sorted(map(str, found))) if isinstance(found, tuple) else ()
    return None if isinstance(found, tuple) else found


class EnterableItems:
    """The items of a ruleset that can be entered a second time. ``bound`` maps each optional board to the ruleset bound with it, and ``None`` to the ruleset without one."""

    def __init__(self, documents: Documents, bound: Mapping[str | None, Ruleset]) -> None:
        """Store the documents with every board, and the ruleset bound by board: ``None`` for items on no board."""
        self.documents = documents
        self._bound = bound
        self._named: dict[tuple[str, str | None], dict[str, str]] = {}

    @cached_property
    def listed(self) -> tuple[tuple[str, str | None], ...]:
        """Return the id of each item, with its board if the item depends on one."""
        found: list[tuple[str, str | None]] = [(CONSTANTS, None)] if self.documents.constants else []
        found += [(f"tables.{table.id}", table.board) for table in self.documents.tables]
        kinds = (kind for kind in self.documents.kinds if kind.form != "grid" and self._values(kind))
        found += [(f"kinds.{kind.id}", kind.board) for kind in kinds]
        found += [(OPTIONS, None)] if self.documents.game.options else []
        found += [(STATE, None)] if self.documents.state else []
        return tuple((name, self._shown(name.partition(".")[2], board)) for name, board in found)

    def _shown(self, name: str, board: str | None) -> str | None:
        """Return the board of an item if several boards have an item of that name."""
        named = [one for one in (*self.documents.tables, *self.documents.kinds) if one.id == name]
        return board if len(named) > 1 else None

    def thing(self, name: str, board: str | None = None) -> EntryTable | None:
        """Return an item by its id, and by its board if several share the name."""
        section, _, own = name.partition(".")
        documents = self.documents
        if name == CONSTANTS and documents.constants:
            return self._constants()
        if name == OPTIONS and documents.game.options:
            return options_as_entries(documents.game.options)
        if name == STATE and documents.state:
            return state_as_entries(documents.state, documents.game.options)
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
            self._named[kind, board] = elements_by_name(self.documents, self._ruleset(board), kind, board)
        return self._named[kind, board]

    def _constants(self) -> EntryTable:
        listed = self.documents.constants
        keys = (EntryColumn("constant", "name", _names([one.id for one in listed])),)
        rows: dict[Key, Mapping[str, RulesetValue]] = {
            (one.id,): {VALUE: RulesetValue(one.value, one.value_span)} for one in listed
        }
        spans: dict[Key, Span] = {(one.id,): one.span for one in listed}
        return EntryTable(
            CONSTANTS, None, listed[0].span, keys, (EntryColumn(VALUE, "number"),), rows, spans, partial=True
        )

    def _table(self, declared: TableDecl) -> EntryTable | None:
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
        rows = {key: {VALUE: RulesetValue(_shown(table, value, ruleset), span)} for key, (value, span) in cells.items()}
        keys = tuple(
            EntryColumn(name, "name", self._key(name, own, declared.board))
            for name, own in zip(table.key_names, names, strict=True)
        )
        known = self._names(declared.of, declared.board)
        value = EntryColumn(VALUE, "number" if declared.of is None else "name", known, declared.unit)
        spans = {key: span for key, (_, span) in cells.items()}
        return self._made("tables", declared, keys, (value,), rows=rows, spans=spans)

    def _made(
        self,
        section: str,
        declared: TableDecl | KindDecl,
        keys: tuple[EntryColumn, ...],
        values: tuple[EntryColumn, ...],
        *,
        rows: Mapping[Key, Mapping[str, RulesetValue]],
        spans: Mapping[Key, Span],
        joins: bool = False,
    ) -> EntryTable:
        board = self._shown(declared.id, declared.board)
        return EntryTable(f"{section}.{declared.id}", board, declared.span, keys, values, rows, spans, joins)

    def _key(self, name: str, values: Key, board: str | None) -> dict[str, str]:
        called = {plain: one for plain, one in self._names(name, board).items() if one in values}
        return {**called, **{fold_name(one): one for one in values}}

    def _tokens(self, kind: KindDecl) -> EntryTable | None:
        tokens = kind.tokens
        assert tokens is not None
        by = {name: RulesetValue(UNLIMITED if count is None else count, tokens.span) for name, count in tokens.supply}
        keyed = tokens.variety is not None and "" not in by
        keys = (EntryColumn(str(tokens.variety), "name", self._names(tokens.variety, kind.board)),) if keyed else ()
        rows: dict[Key, Mapping[str, RulesetValue]] = {
            ((name,) if keyed else ()): {"supply": held} for name, held in by.items()
        }
        return self._made("kinds", kind, keys, self._values(kind), rows=rows, spans=dict.fromkeys(rows, tokens.span))

    # -- kinds whose elements are listed ---------------------------------------------------------------------------

    def _kind(self, kind: KindDecl) -> EntryTable:
        joins, written = kind.joins is not None, written_rows(kind)
        ends = self._names(kind.joins, kind.board)
        known = _names(list(written)) | self._names(kind.id, kind.board)
        keys = tuple(EntryColumn(end, "name", ends) for end in ENDS) if joins else (EntryColumn("id", "name", known),)
        rows: dict[Key, Mapping[str, RulesetValue]] = {}
        spans: dict[Key, Span] = {}
        for name, copies in written.items():
            key = tuple(str(dict(copies[0].cells)[end].value) for end in ENDS) if joins else (name,)
            rows[key] = dict(self._held(kind, copies))
            spans[key] = copies[0].span
        return self._made("kinds", kind, keys, self._values(kind), rows=rows, spans=spans, joins=joins)

    def _values(self, kind: KindDecl) -> tuple[EntryColumn, ...]:
        if kind.tokens is not None:
            return (EntryColumn("supply", "supply"),)
        found = []
        for stored in kind.fields:
            sort = ENTERED.get(stored.form)
            if sort is not None:
                known = self._names(stored.of, kind.board) if sort in ("name", "names") else None
                unit = stored.of if sort == "number" else None
                found += [EntryColumn(name, sort, known, unit) for name in self._columns(kind, stored)]
        return (*found, *(EntryColumn(name, "number") for name in self._copies(kind)), *self._players(kind))

    def _columns(self, kind: KindDecl, field: FieldDecl) -> Iterator[str]:
        """Yield the column names of a field; a field with keys has one for each of its values: ``costs: wood``."""
        table = self._ruleset(kind.board).tables.get(f"{kind.id}.{field.id}") if field.by else None
        if not field.by:
            yield field.id
        elif table is not None:
            names = _values_of_keys(table, self._ruleset(kind.board))[1:]
            yield from (f"{field.id}: {' '.join(key)}" for key in product(*names))

    def _copies(self, kind: KindDecl) -> tuple[str, ...]:
        written = written_rows(kind).values()
        if any(copies[0].counted is not None for copies in written):
            low, high = self.documents.game.players
            return tuple(f"{COPIES}: {count}" for count in range(low, high + 1))
        return (COPIES,) if any(len(copies) > 1 for copies in written) else ()

    def _players(self, kind: KindDecl) -> tuple[EntryColumn, ...]:
        some = any(one.players is not None and one.counted is None for one in kind.elements)
        return (EntryColumn(PLAYERS, "players"),) if some else ()

    def _held(self, kind: KindDecl, copies: Sequence[ElementDecl]) -> Iterator[tuple[str, RulesetValue]]:
        """Yield the values of a row, column by column."""
        first = copies[0]
        cells = dict(first.cells)
        for stored in kind.fields:
            if stored.form in ENTERED and not stored.by:
                cell = cells.get(stored.id)
                value = _plain(stored, first)
                if stored.form == "number" and isinstance(value, str):
                    value = next((one.value for one in self.documents.constants if one.id == value), None)
                yield stored.id, RulesetValue(value, first.span if cell is None else cell.span)
            elif stored.form in ENTERED:
                yield from self._by_key(kind, stored, first)
        for name in self._copies(kind):
            count = name.partition(": ")[2]
            there = [one for one in copies if not count or one.players is None or int(count) in one.players]
            yield name, RulesetValue(len(there), first.span)
        low, high = self.documents.game.players
        players = tuple(range(low, high + 1)) if first.players is None else first.players
        yield PLAYERS, RulesetValue(tuple(str(one) for one in players if low <= one <= high), first.span)

    def _by_key(self, kind: KindDecl, field: FieldDecl, element: ElementDecl) -> Iterator[tuple[str, RulesetValue]]:
        ruleset = self._ruleset(kind.board)
        table = ruleset.tables.get(f"{kind.id}.{field.id}")
        bound = ruleset.kinds.get(kind.id)
        at = None if bound is None else bound.index(element.id)
        if table is None or at is None:
            return
        size = len(table.cells) // table.sizes[0]
        for number, name in enumerate(self._columns(kind, field), at * size):
            value = table.cells[number]
            yield name, RulesetValue(None if value is None else _shown(table, value, ruleset), table.spans[number])


def _values_of_keys(table: Table, ruleset: Ruleset) -> tuple[Key, ...]:
    """Return the values of each key of a table, as names or digits."""
    found = []
    for key, low, size in zip(table.declared.keys, table.lows, table.sizes, strict=True):
        kind = ruleset.kinds.get(key.name) or ruleset.kinds.get(f"option:{key.name}")
        named = kind is not None and key.low is None
        found.append(kind.elements if named and kind is not None else tuple(str(low + at) for at in range(size)))
    return tuple(found)


def _shown(table: Table, value: int, ruleset: Ruleset) -> Value:
    """Return the value of a cell: a number, a truth value, or the id of an element."""
    match table.type:
        case ElementType(kind):
            return None if value < 0 and is_field_table(table.id) else ruleset.kinds[kind].elements[value]
        case TruthType():
            return bool(value)
        case NumberType() | ManyType() | PlaceType() | UnknownType():
            return value


# -- variant origin --------------------------------------------------------------------------------------------------
# The base of a variant, and what of the difference from it follows from changes that somebody wants.
#
# A count or a fact of the base may hold there and not in the variant. Such a difference is expected when the base with the wanted changes alone
# shows it too; the head of ``verify/regression`` defines which changes are wanted.


@dataclass(frozen=True, slots=True)
class VariantOrigin:
    """The origin of a variant: its base, and the base with only the wanted changes (None if these cannot be bound alone)."""

    base: Subject
    wanted: Subject | None


OpenOrigin = Callable[[], VariantOrigin | None]
"""Opens what a ruleset comes from; None for a game, which has no base."""


def no_base_ruleset() -> VariantOrigin | None:
    """Return None, because a game has no base."""
    return None


# -- fact comparison -------------------------------------------------------------------------------------------------


PROPERTY = "data"
"""The property of a table, a constant or a field that its values are those of the printed game."""


@dataclass(frozen=True, slots=True)
class EnteredDataFile:
    """A file of entered data: its name, its ruleset folder and its path."""

    name: str
    folder: Path
    path: Path


def find_entered_data_files(subject: Subject) -> tuple[EnteredDataFile, ...]:
    """Return the files of a ruleset and of its bases; a variant's file replaces one of the same name."""
    found: dict[str, EnteredDataFile] = {}
    for folder in subject.opened.layers.folders:
        for path in list_entered_files(folder):
            name = f"{FACTS}/{path.name}"
            found.setdefault(name, EnteredDataFile(name, folder, path))
    return tuple(sorted(found.values(), key=lambda one: one.name))


def all_enterable_items(subject: Subject) -> EnterableItems:
    """Return all enterable items of a ruleset, with each optional board in use."""
    return EnterableItems(subject.documents, dict(_bound(subject, subject.documents)))


def _bound(subject: Subject, documents: Documents) -> Iterator[tuple[str | None, Ruleset]]:
    """Bind the ruleset once for each board that needs it."""
    there: Ruleset = subject.ruleset
    yield None, there
    for board in sorted(_boards(documents) - _boards(there.documents)):
        program = subject.programs.program(_with(documents, board), Bag())
        if program is not None:
            yield board, program.ruleset


def _boards(documents: Documents) -> set[str]:
    boards = {kind.board for kind in documents.kinds} | {table.board for table in documents.tables}
    return {board for board in boards if board is not None}


def _with(documents: Documents, board: str) -> PositionDecl:
    """Return an empty position whose options or player count put a board in use."""
    options = [
        (option.id, value.id, NOWHERE)
        for option in documents.game.options
        for value in option.values
        if board in value.boards
    ]
    players = next((one.players[0] for one in documents.game.boards if board in one.boards and one.players), None)
    return PositionDecl(NOWHERE, players=players, options=tuple(options[:1]))


@dataclass(slots=True)
class EnteredFacts:
    """All entered data of one ruleset."""

    subject: Subject
    things: EnterableItems
    open_origin: OpenOrigin = no_base_ruleset
    _origin: list[tuple[EnterableItems | None, EnterableItems | None]] = field(default_factory=list)

    def compared(self, file: EnteredDataFile) -> Iterator[Found | Holds]:
        """Yield the findings and the evidence from one file."""
        bag = Bag()
        folder = Folder(file.folder, bag, self.subject.opened.sources)
        entered = read_entered(file.path, folder, bag)
        for told in bag:
            yield _found("error", told, file.name, f"{told.args}")
        if entered is None:
            return
        thing = self._thing(entered)
        if isinstance(thing, Diagnostic):
            yield _found("error", thing, file.name, "of")
        else:
            yield from self._told(compare_entered_file(thing, entered), file)

    def _thing(self, entered: EnteredTable) -> EntryTable | Diagnostic:
        name, board = entered.said("of"), entered.said("board")
        known = self.things.listed
        several = [one for one, other in known if one == name and other is not None]
        boards = [str(other) for one, other in known if one == name]
        if several and board not in boards:
            why = Said("why.which_board", name=name, known=", ".join(boards))
            return make_finding(
                "V156", entered.head.get("board", entered.head["of"]).span, near=closest_name(board, boards), why=why
            )
        thing = self.things.thing(name, board or None)
        if thing is None:
            why = Said("why.no_thing", name=name, known=abbreviated_list(list(dict.fromkeys(one for one, _ in known))))
            return make_finding(
                "V156", entered.head["of"].span, near=closest_name(name, [one for one, _ in known]), why=why
            )
        return thing

    def _told(self, result: EntryComparison, file: EnteredDataFile) -> Iterator[Found | Holds]:
        """Yield the results of a comparison; deviations that variants above the file introduce are not errors."""
        above = self._above(file)
        wanted: list[tuple[Span, Said]] = []
        spans = result.thing.spans
        for told, one in cell_differences(result):
            if is_in_files(one.held.span, above) or (above and self._follows(result.thing, one)):
                wanted.append((one.held.span, Said("here.variant_says", name=one.place)))
            else:
                yield _found("error", told, file.name, one.place)
        for told, about in result.found:
            places = [span for span, _ in told.related] if told.code == "V153" else []
            if any(is_in_files(span, above) for span in places) or (
                told.code == "V152" and self._gone(result.thing, above)
            ):
                wanted.append((told.related[0][0], Said("here.variant_says", name=about)))
            else:
                yield _found("error", told, file.name, about)
        wanted += [
            (spans[key], Said("here.variant_says", name=joined_key_text(key)))
            for key in result.lacking
            if is_in_files(spans[key], above)
        ]
        lacking = [key for key in result.lacking if not is_in_files(spans[key], above)]
        if lacking:
            yield _found("error", _lacking(lacking, result), file.name, " ".join(map(joined_key_text, lacking)))
        if wanted:
            told = make_finding("V159", result.entered.span, related=wanted, thing=result.thing.id, count=len(wanted))
            yield _found("note", told, file.name, "")
        yield from self._signed(result, file)

    def _signed(self, result: EntryComparison, file: EnteredDataFile) -> Iterator[Found | Holds]:
        """Yield findings on open cells and missing signatures, and the evidence."""
        entered, filled = result.entered, sum(result.agreed.values()) + len(result.differing)
        if result.open:
            told = make_finding("V160", entered.span, open=result.open, all=result.open + filled, thing=result.thing.id)
            yield _found("note", told, file.name, "")
        lacking = missing_header_fields(entered)
        if lacking and filled:
            told = make_finding("V156", entered.span, near=None, why=Said("why.head_lacks", names=", ".join(lacking)))
            yield _found("error", told, file.name, "head")
            return
        yield from _held(result)

    def _above(self, file: EnteredDataFile) -> tuple[str, ...]:
        """Return the file name prefixes of the variants above a file."""
        return file_prefixes(self.subject.documents, self.subject.opened.layers.folders.index(file.folder))

    def _follows(self, thing: EntryTable, one: EntryDifference) -> bool:
        """Return whether the base agrees with the entered value, and the wanted changes alone produce the current one."""
        if not self._origin:
            origin = self.open_origin()
            known = (None, None) if origin is None else (origin.base, origin.wanted)
            base, wanted = (None if subject is None else all_enterable_items(subject) for subject in known)
            self._origin.append((base, wanted))
        values = [_value(things, thing, one) for things in self._origin[0]]
        return values == [one.entered, one.held.value]

    def _gone(self, thing: EntryTable, above: tuple[str, ...]) -> bool:
        """Return whether a variant removes part of an item."""
        name = thing.id.partition(".")[2]
        gone = [span for path, span in self.subject.documents.taken if path.startswith((thing.id, f"{name}."))]
        return any(is_in_files(span, above) for span in gone)


def _lacking(keys: Sequence[Key], result: EntryComparison) -> Diagnostic:
    """Return a finding on the rows that were not entered, with the place of the first."""
    related = [(result.thing.spans[keys[0]], Said("here.row_not_entered"))]
    names = abbreviated_list([joined_key_text(key) for key in keys])
    return make_finding(
        "V153", result.entered.span, related=related, thing=result.thing.id, count=len(keys), names=names
    )


def _value(things: EnterableItems | None, thing: EntryTable, one: EntryDifference) -> Value | Said:
    """Return the value of a cell in another ruleset; ``Said`` if there is none."""
    other = None if things is None else things.thing(thing.id, thing.board)
    row = {} if other is None else other.rows.get(one.key, {})
    held = row.get(one.column.name)
    return Said("differs.nothing") if held is None else held.value


def _held(result: EntryComparison) -> Iterator[Holds]:
    """Yield the columns that are confirmed: every cell was entered and agrees."""
    thing, said = result.thing, result.entered.said
    by = Said("why.entered_by", name=said("who"), when=said("when"), source=said("print"))
    for column, agreed in result.agreed.items():
        if thing.partial or agreed == len(thing.rows):
            yield Holds(thing.rule(column), PROPERTY, Level.ENTERED_TWICE, by)


def _found(severity: Severity, told: Diagnostic, file: str, about: str) -> Found:
    return Found(finding_id("static", told.code, file, about), "static", severity, told)


def find_unverified_data(things: EnterableItems, held: Mapping[str, object]) -> Iterator[Holds]:
    """Yield the data without any double entry."""
    for name, board in things.listed:
        thing = things.thing(name, board)
        if thing is not None:
            columns = [key[0] for key in thing.rows] if thing.partial else [one.name for one in thing.values]
            for column in columns:
                rule = thing.rule(column)
                if rule not in held and column not in (PLAYERS, COPIES):
                    yield Holds(rule, PROPERTY, Level.UNCHECKED, Said("why.not_entered", name=name))
