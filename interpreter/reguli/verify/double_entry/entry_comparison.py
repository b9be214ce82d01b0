"""Comparison of entered data with the ruleset, cell by cell, matched by key names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.source.table_files import fold_name
from reguli.verify.double_entry.entered_files import NOTHING, EnteredCell, EnteredTable

# -- A thing that can be entered a second time: rows under keys, each value with its place ---------------------------


Sort = Literal["number", "truth", "name", "names", "text", "players", "supply"]
"""Of what sort the cells of a column are."""
Value = int | bool | str | tuple[str, ...] | None
Key = tuple[str, ...]
VALUE: Final = "value"
UNLIMITED: Final = "unlimited"


@frozen_class
class EntryColumn(FrozenValue):
    """A column: its name, its type, and for names a map from their plain spellings to ids."""

    name: str
    sort: Sort
    known: Mapping[str, str] | None = None
    unit: str | None = None


@frozen_class
class RulesetValue(FrozenValue):
    """A value of the ruleset, and its place."""

    value: Value
    span: Span


@frozen_class
class EntryTable(FrozenValue):
    """One item: its id as a path, ``tables.worth``, its board if several boards share the name, its key columns, value columns and rows."""

    id: str
    board: str | None
    span: Span
    keys: tuple[EntryColumn, ...]
    values: tuple[EntryColumn, ...]
    rows: Mapping[Key, Mapping[str, RulesetValue]]
    spans: Mapping[Key, Span]
    joins: bool = False
    """Whether its keys are two ends, either of which may be first."""
    partial: bool = False
    """Whether a file may leave rows out: not every constant is printed anywhere, and not everything that is tracked."""

    def rule(self, column: str) -> str:
        """Return the rule id for a column: ``table:worth``, ``constant:fee`` for a row of constants, ``kind:card.number``."""
        section, _, name = self.id.partition(".")
        own = name if self.board is None else f"{name}@{self.board}"
        return f"{section.removesuffix('s')}:{own or column}" + (f".{column}" if section == "kinds" else "")


# -- entry comparison ------------------------------------------------------------------------------------------------


TRUE: Final = frozenset({"true", "yes", "x", "adevărat", "da", "igaz", "igen"})
FALSE: Final = frozenset({"false", "no", "fals", "nu", "hamis", "nem"})
"""How truths are written by hand and by spreadsheets in three languages."""
ALL: Final = "all"
ENDLESS: Final = (UNLIMITED, "∞")
_WHOLE: Final = re.compile(r"[-\u2212]?[0-9]{1,12}")
_PLAYERS: Final = re.compile(r"([0-9]+)(?:(?:\.\.|-|–)([0-9]+))?")


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """A cell with another value in the ruleset: its row and column there, and the entered value."""

    key: Key
    column: EntryColumn
    held: RulesetValue
    cell: EnteredCell
    entered: Value

    @property
    def place(self) -> str:
        """Return the readable name of the cell, from its key and its column."""
        return _place(self.key, self.column)


@dataclass(slots=True)
class EntryComparison:
    """The result for one file: findings with their keys, and the number of agreeing, differing and open cells by column."""

    thing: EntryTable
    entered: EnteredTable
    found: list[tuple[Diagnostic, str]] = field(default_factory=list)
    differing: list[EntryDifference] = field(default_factory=list)
    agreed: dict[str, int] = field(default_factory=dict)
    lacking: list[Key] = field(default_factory=list)
    """Keys that the ruleset has and the file has not."""
    open: int = 0
    seen: dict[Key, Span] = field(default_factory=dict)

    def add(self, told: Diagnostic, about: str) -> None:
        """Add a finding."""
        self.found.append((told, about))


def compare_entered_file(thing: EntryTable, entered: EnteredTable) -> EntryComparison:
    """Compare one file with the item that its header names."""
    result = EntryComparison(thing, entered)
    plan = _plan(thing, entered, result)
    if plan is not None:
        for row in entered.rows:
            _row(plan, row, result)
        if result.seen:
            _missing(result)
    return result


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """The roles of a file's columns: keys by position, and values with their columns or, in wide layout, with the last key."""

    keys: tuple[tuple[int, EntryColumn], ...]
    values: tuple[tuple[int, EntryColumn, str | None], ...]
    called: Mapping[str, str] | None = None
    """Where no column has the names of elements: by what the first column says, the names."""


# -- columns ---------------------------------------------------------------------------------------------------------


def _plan(thing: EntryTable, entered: EnteredTable, result: EntryComparison) -> ComparisonPlan | None:
    at = {column.text: number for number, column in enumerate(entered.columns)}
    keys = tuple((at[key.name], key) for key in thing.keys if key.name in at)
    lacking = [key for key in thing.keys if key.name not in at]
    others = [column for column in entered.columns if column.text not in {key.name for _, key in keys}]
    if not lacking:
        return _long(thing, keys, others, at, result)
    if len(lacking) == 1 and lacking[0] is thing.keys[-1] and thing.id.startswith("tables."):
        return _wide(thing, keys, others, at, result)
    if len(thing.keys) == 1 and not thing.id.startswith("tables.") and others:
        return _by_other(thing, others, at, result)
    names = ", ".join(key.name for key in lacking)
    result.add(
        make_finding("V154", entered.columns[0].span, near=None, why=Said("why.columns_lack", names=names)), "columns"
    )
    return None


def _long(
    thing: EntryTable,
    keys: tuple[tuple[int, EntryColumn], ...],
    others: Sequence[EnteredCell],
    at: Mapping[str, int],
    result: EntryComparison,
) -> ComparisonPlan | None:
    """Map each column that is not a key to a value column."""
    known = {column.name: column for column in thing.values}
    unknown = [column for column in others if column.text not in known]
    for column in unknown:
        told = Said(
            "why.no_column", name=column.text, known=abbreviated_list([*(key.name for key in thing.keys), *known])
        )
        result.add(make_finding("V154", column.span, near=closest_name(column.text, known), why=told), column.text)
    values = tuple((at[column.text], known[column.text], None) for column in others if column.text in known)
    return None if unknown or not values else ComparisonPlan(keys, values)


def _wide(
    thing: EntryTable,
    keys: tuple[tuple[int, EntryColumn], ...],
    others: Sequence[EnteredCell],
    at: Mapping[str, int],
    result: EntryComparison,
) -> ComparisonPlan | None:
    """Map the columns that are not keys to values of the last key."""
    last, value = thing.keys[-1], thing.values[0]
    known = last.known or {}
    across = [(at[column.text], value, known.get(fold_name(column.text)), column) for column in others]
    for _, _, name, column in across:
        if name is None:
            told = Said("why.no_column", name=column.text, known=abbreviated_list([*dict.fromkeys(known.values())]))
            result.add(
                make_finding("V154", column.span, near=closest_name(column.text, known.values()), why=told), column.text
            )
    if not across or any(name is None for _, _, name, _ in across):
        return None
    return ComparisonPlan(keys, tuple((number, column, name) for number, column, name, _ in across))


def _by_other(
    thing: EntryTable, others: Sequence[EnteredCell], at: Mapping[str, int], result: EntryComparison
) -> ComparisonPlan | None:
    """Match rows by the first column, if its values are unique in the ruleset."""
    first = others[0].text
    said = {key[0]: row[first].value for key, row in thing.rows.items() if first in row}
    if not said or len(set(said.values())) < len(thing.rows):
        told = Said("why.columns_lack", names=thing.keys[0].name)
        result.add(make_finding("V154", others[0].span, near=None, why=told), "columns")
        return None
    plan = _long(thing, (), others, at, result)
    called = {fold_name(str(value)): name for name, value in said.items()}
    return None if plan is None else ComparisonPlan(((at[first], thing.keys[0]),), plan.values, called)


# -- rows ------------------------------------------------------------------------------------------------------------


def _row(plan: ComparisonPlan, row: Sequence[EnteredCell], result: EntryComparison) -> None:
    begun = _key(plan, row, result)
    if begun is None:
        return
    across = plan.values[0][2] is not None
    if across and not any(key[:-1] == begun for key in result.thing.rows):
        _unknown(begun, row[0].span, result)
        return
    for number, column, last in plan.values:
        key, cell = begun if last is None else (*begun, last), row[number]
        found = _found(key, result.thing)
        if found is None:
            if not across or not cell.empty:
                _unknown(key, cell.span if across else row[0].span, result)
            if not across:
                return
        elif (across or number == plan.values[0][0]) and not _first(found, cell, result):
            return
        else:
            _cell(found, column, cell, result)


def _first(key: Key, cell: EnteredCell, result: EntryComparison) -> bool:
    """Record a key and return whether it is new; a duplicate is reported."""
    if key not in result.seen:
        result.seen[key] = cell.span
        return True
    related = [(result.seen[key], Said("here.stands_first"))]
    result.add(
        make_finding("V158", cell.span, near=None, related=related, name=joined_key_text(key)), joined_key_text(key)
    )
    return False


def _key(plan: ComparisonPlan, row: Sequence[EnteredCell], result: EntryComparison) -> Key | None:
    """Read the keys of a row; a key without a match in the ruleset stays as written."""
    found = []
    for number, column in plan.keys:
        if row[number].empty:
            result.add(
                make_finding("V154", row[number].span, near=None, why=Said("why.key_empty", name=column.name)), "keys"
            )
            return None
        known = column.known if plan.called is None else plan.called
        found.append((known or {}).get(fold_name(row[number].text), row[number].text))
    return tuple(found)


def _found(key: Key, thing: EntryTable) -> Key | None:
    """Return the key as the ruleset has it; a pair of ends may be in either order."""
    if key in thing.rows:
        return key
    return key[::-1] if thing.joins and key[::-1] in thing.rows else None


def joined_key_text(key: Key) -> str:
    """Return the text of a key: its parts, with commas between them."""
    return ", ".join(key)


def _unknown(key: Key, span: Span, result: EntryComparison) -> None:
    """Report that the ruleset has no such row."""
    thing = result.thing
    close = closest_name(key[0], (thing.keys[0].known or {}).values()) if len(thing.keys) == 1 else None
    related = [(thing.span, Said("here.thing_entered", name=thing.id))]
    result.add(
        make_finding("V152", span, near=close, related=related, name=joined_key_text(key), thing=thing.id),
        joined_key_text(key),
    )


def _missing(result: EntryComparison) -> None:
    """Record the rows of the ruleset that were not entered."""
    if not result.thing.partial:
        result.lacking += [key for key in result.thing.rows if key not in result.seen]


# -- cells -----------------------------------------------------------------------------------------------------------


def _cell(key: Key, column: EntryColumn, cell: EnteredCell, result: EntryComparison) -> None:
    if cell.empty:
        result.open += 1
        return
    held = result.thing.rows[key].get(column.name)
    value = read(cell, column)
    about = f"{joined_key_text(key)} {column.name}"
    if isinstance(value, Said):
        meant = closest_name(cell.text, (column.known or {}).values())
        result.add(make_finding("V155", cell.span, near=meant, why=value, name=_place(key, column)), about)
    elif held is not None and held.value != value:
        result.differing.append(EntryDifference(key, column, held, cell, value))
    else:
        counted = key[0] if result.thing.partial else column.name
        result.agreed[counted] = result.agreed.get(counted, 0) + 1


def _place(key: Key, column: EntryColumn) -> str:
    """Return the name of a cell from its key and its column."""
    return (
        joined_key_text(key)
        if column.name == VALUE
        else f"{joined_key_text(key)}: {column.name}"
        if key
        else column.name
    )


def read(cell: EnteredCell, column: EntryColumn) -> Value | Said:
    """Parse a cell as a value of its column, or return the expected form."""
    text = cell.text
    match column.sort:
        case "number":
            return (
                int(text.replace("\u2212", "-"))
                if _WHOLE.fullmatch(text)
                else Said("why.no_whole_number", text=_short(cell))
            )
        case "supply":
            return UNLIMITED if text.casefold() in ENDLESS else read(cell, EntryColumn(column.name, "number"))
        case "truth":
            return (
                True
                if text.casefold() in TRUE
                else False
                if text.casefold() in FALSE
                else Said("why.no_truth", text=_short(cell))
            )
        case "name":
            return None if text in NOTHING else _name(text, column, cell)
        case "names":
            return _names(cell, column)
        case "players":
            return _players(cell)
        case "text":
            return text


def _name(text: str, column: EntryColumn, cell: EnteredCell) -> str | Said:
    found = (column.known or {}).get(fold_name(text))
    known = abbreviated_list([*dict.fromkeys((column.known or {}).values())])
    return Said("why.no_name_known", text=_short(cell), known=known) if found is None else found


def _names(cell: EnteredCell, column: EntryColumn) -> Value | Said:
    whole = (column.known or {}).get(fold_name(cell.text))
    if whole is not None and cell.words is None:
        return (whole,)
    read_ = [_name(word, column, cell) for word in cell.listed]
    wrong = next((one for one in read_ if isinstance(one, Said)), None)
    return tuple(sorted(map(str, read_))) if wrong is None else wrong


def _players(cell: EnteredCell) -> Value | Said:
    """Parse player counts: 3, 3..4, 3-4, a list of these."""
    found: list[int] = []
    for word in cell.listed:
        ends = _PLAYERS.fullmatch(word)
        if ends is None or int(ends[2] or ends[1]) > 99:
            return Said("why.no_players", text=_short(cell))
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    return tuple(str(one) for one in sorted(set(found)))


def _short(cell: EnteredCell) -> str:
    text = cell.text if cell.words is None else ", ".join(cell.words)
    return text if len(text) <= 40 else f"{text[:39]}…"


def entry_value_text(value: Value) -> str:
    """Return a value in the form in which it would be entered."""
    match value:
        case bool():
            return "true" if value else "false"
        case None | ():
            return NOTHING[0]
        case tuple():
            return ", ".join(value)
        case _:
            return str(value)


def cell_differences(result: EntryComparison) -> Iterator[tuple[Diagnostic, EntryDifference]]:
    """Yield each cell that differs from the ruleset, with both places."""
    print_ = result.entered.said("print") or result.entered.name
    for one in result.differing:
        held = one.held
        related = [(held.span, Said("here.in_the_rules", value=entry_value_text(held.value)))]
        told = make_finding(
            "V151",
            one.cell.span,
            near=None,
            related=related,
            thing=result.thing.id,
            name=one.place,
            entered=entry_value_text(one.entered),
            found=entry_value_text(held.value),
            source=print_,
        )
        yield told, one
