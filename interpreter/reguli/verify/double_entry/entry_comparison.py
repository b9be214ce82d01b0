"""What was entered held against the ruleset, cell by cell, by the names of keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from reguli.source.diagnostic import Diagnostic, finding
from reguli.source.finding_catalogue import Said, some_of
from reguli.source.frozen_values import Kept, kept
from reguli.source.name_suggestions import near
from reguli.source.source_excerpt import Span
from reguli.verify.double_entry.entered_files import NOTHING, Cell, Entered, plainly

# -- A thing that can be entered a second time: rows under keys, each value with its place ---------------------------


Sort = Literal["number", "truth", "name", "names", "text", "players", "supply"]
"""Of what sort the cells of a column are."""
Value = int | bool | str | tuple[str, ...] | None
Key = tuple[str, ...]
VALUE: Final = "value"
UNLIMITED: Final = "unlimited"


@kept
class Column(Kept):
    """A column: its name, what stands in it, and of names how they are written plainly, each with the id that is meant."""

    name: str
    sort: Sort
    known: Mapping[str, str] | None = None
    unit: str | None = None


@kept
class Held(Kept):
    """A value of the ruleset, and where it stands."""

    value: Value
    span: Span


@kept
class Thing(Kept):
    """One thing: its id as a path, ``tables.worth``, the board it lies on where several have one of that name, the columns of its keys and of its values, and its rows."""

    id: str
    board: str | None
    span: Span
    keys: tuple[Column, ...]
    values: tuple[Column, ...]
    rows: Mapping[Key, Mapping[str, Held]]
    spans: Mapping[Key, Span]
    joins: bool = False
    """Whether its keys are two ends, either of which may be first."""
    partial: bool = False
    """Whether a file may leave rows out: not every constant is printed anywhere, and not everything that is tracked."""

    def rule(self, column: str) -> str:
        """Return the id of what a column says: ``table:worth``, ``constant:fee`` for a row of constants, ``kind:card.number``."""
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
class Differing:
    """A cell whose value is another one in the ruleset: its row and column there, and the value that was entered."""

    key: Key
    column: Column
    held: Held
    cell: Cell
    entered: Value

    @property
    def place(self) -> str:
        """Return its name for a reader, from its key and its column."""
        return _place(self.key, self.column)


@dataclass(slots=True)
class Compared:
    """What came of one file: findings with the key that they are about, and of each column how many cells agree, differ and are open."""

    thing: Thing
    entered: Entered
    found: list[tuple[Diagnostic, str]] = field(default_factory=list)
    differing: list[Differing] = field(default_factory=list)
    agreed: dict[str, int] = field(default_factory=dict)
    lacking: list[Key] = field(default_factory=list)
    """Keys that the ruleset has and the file has not."""
    open: int = 0
    seen: dict[Key, Span] = field(default_factory=dict)

    def add(self, told: Diagnostic, about: str) -> None:
        """Take in a finding."""
        self.found.append((told, about))


def compared(thing: Thing, entered: Entered) -> Compared:
    """Compare one file with the thing that it says it enters."""
    result = Compared(thing, entered)
    plan = _plan(thing, entered, result)
    if plan is not None:
        for row in entered.rows:
            _row(plan, row, result)
        if result.seen:
            _missing(result)
    return result


@dataclass(frozen=True, slots=True)
class Plan:
    """Which column of a file is which: those of keys by place, those of values with their columns or, across, with the last key."""

    keys: tuple[tuple[int, Column], ...]
    values: tuple[tuple[int, Column, str | None], ...]
    called: Mapping[str, str] | None = None
    """Where no column has the names of elements: by what the first column says, the names."""


# -- columns ---------------------------------------------------------------------------------------------------------


def _plan(thing: Thing, entered: Entered, result: Compared) -> Plan | None:
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
        finding("V154", entered.columns[0].span, near=None, why=Said("why.columns_lack", names=names)), "columns"
    )
    return None


def _long(
    thing: Thing, keys: tuple[tuple[int, Column], ...], others: Sequence[Cell], at: Mapping[str, int], result: Compared
) -> Plan | None:
    """Take each column that is no key for one of the values."""
    known = {column.name: column for column in thing.values}
    unknown = [column for column in others if column.text not in known]
    for column in unknown:
        told = Said("why.no_column", name=column.text, known=some_of([*(key.name for key in thing.keys), *known]))
        result.add(finding("V154", column.span, near=near(column.text, known), why=told), column.text)
    values = tuple((at[column.text], known[column.text], None) for column in others if column.text in known)
    return None if unknown or not values else Plan(keys, values)


def _wide(
    thing: Thing, keys: tuple[tuple[int, Column], ...], others: Sequence[Cell], at: Mapping[str, int], result: Compared
) -> Plan | None:
    """Take the columns that are no keys for values of the last key."""
    last, value = thing.keys[-1], thing.values[0]
    known = last.known or {}
    across = [(at[column.text], value, known.get(plainly(column.text)), column) for column in others]
    for _, _, name, column in across:
        if name is None:
            told = Said("why.no_column", name=column.text, known=some_of([*dict.fromkeys(known.values())]))
            result.add(finding("V154", column.span, near=near(column.text, known.values()), why=told), column.text)
    if not across or any(name is None for _, _, name, _ in across):
        return None
    return Plan(keys, tuple((number, column, name) for number, column, name, _ in across))


def _by_other(thing: Thing, others: Sequence[Cell], at: Mapping[str, int], result: Compared) -> Plan | None:
    """Tell rows apart by the first column, where no two of the ruleset have the same there."""
    first = others[0].text
    said = {key[0]: row[first].value for key, row in thing.rows.items() if first in row}
    if not said or len(set(said.values())) < len(thing.rows):
        told = Said("why.columns_lack", names=thing.keys[0].name)
        result.add(finding("V154", others[0].span, near=None, why=told), "columns")
        return None
    plan = _long(thing, (), others, at, result)
    called = {plainly(str(value)): name for name, value in said.items()}
    return None if plan is None else Plan(((at[first], thing.keys[0]),), plan.values, called)


# -- rows ------------------------------------------------------------------------------------------------------------


def _row(plan: Plan, row: Sequence[Cell], result: Compared) -> None:
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


def _first(key: Key, cell: Cell, result: Compared) -> bool:
    """Take note of a key; return where it stands a second time."""
    if key not in result.seen:
        result.seen[key] = cell.span
        return True
    related = [(result.seen[key], Said("here.stands_first"))]
    result.add(finding("V158", cell.span, near=None, related=related, name=named(key)), named(key))
    return False


def _key(plan: Plan, row: Sequence[Cell], result: Compared) -> Key | None:
    """Read the keys of a row; one that the ruleset has no name for stands as it is written."""
    found = []
    for number, column in plan.keys:
        if row[number].empty:
            result.add(
                finding("V154", row[number].span, near=None, why=Said("why.key_empty", name=column.name)), "keys"
            )
            return None
        known = column.known if plan.called is None else plan.called
        found.append((known or {}).get(plainly(row[number].text), row[number].text))
    return tuple(found)


def _found(key: Key, thing: Thing) -> Key | None:
    """Return the key as the ruleset has it; of two ends either may stand first."""
    if key in thing.rows:
        return key
    return key[::-1] if thing.joins and key[::-1] in thing.rows else None


def named(key: Key) -> str:
    """Say a key: its parts, with commas between them."""
    return ", ".join(key)


def _unknown(key: Key, span: Span, result: Compared) -> None:
    """Report that the ruleset has no such row."""
    thing = result.thing
    close = near(key[0], (thing.keys[0].known or {}).values()) if len(thing.keys) == 1 else None
    related = [(thing.span, Said("here.thing_entered", name=thing.id))]
    result.add(finding("V152", span, near=close, related=related, name=named(key), thing=thing.id), named(key))


def _missing(result: Compared) -> None:
    """Take note of the rows of the ruleset that were not entered."""
    if not result.thing.partial:
        result.lacking += [key for key in result.thing.rows if key not in result.seen]


# -- cells -----------------------------------------------------------------------------------------------------------


def _cell(key: Key, column: Column, cell: Cell, result: Compared) -> None:
    if cell.empty:
        result.open += 1
        return
    held = result.thing.rows[key].get(column.name)
    value = read(cell, column)
    about = f"{named(key)} {column.name}"
    if isinstance(value, Said):
        meant = near(cell.text, (column.known or {}).values())
        result.add(finding("V155", cell.span, near=meant, why=value, name=_place(key, column)), about)
    elif held is not None and held.value != value:
        result.differing.append(Differing(key, column, held, cell, value))
    else:
        counted = key[0] if result.thing.partial else column.name
        result.agreed[counted] = result.agreed.get(counted, 0) + 1


def _place(key: Key, column: Column) -> str:
    """Name a cell by its key and its column."""
    return named(key) if column.name == VALUE else f"{named(key)}: {column.name}" if key else column.name


def read(cell: Cell, column: Column) -> Value | Said:
    """Read a cell as what its column holds, or say what it should be."""
    text = cell.text
    match column.sort:
        case "number":
            return (
                int(text.replace("\u2212", "-"))
                if _WHOLE.fullmatch(text)
                else Said("why.no_whole_number", text=_short(cell))
            )
        case "supply":
            return UNLIMITED if text.casefold() in ENDLESS else read(cell, Column(column.name, "number"))
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


def _name(text: str, column: Column, cell: Cell) -> str | Said:
    found = (column.known or {}).get(plainly(text))
    known = some_of([*dict.fromkeys((column.known or {}).values())])
    return Said("why.no_name_known", text=_short(cell), known=known) if found is None else found


def _names(cell: Cell, column: Column) -> Value | Said:
    whole = (column.known or {}).get(plainly(cell.text))
    if whole is not None and cell.words is None:
        return (whole,)
    read_ = [_name(word, column, cell) for word in cell.listed]
    wrong = next((one for one in read_ if isinstance(one, Said)), None)
    return tuple(sorted(map(str, read_))) if wrong is None else wrong


def _players(cell: Cell) -> Value | Said:
    """Read numbers of players: 3, 3..4, 3-4, a list of these."""
    found: list[int] = []
    for word in cell.listed:
        ends = _PLAYERS.fullmatch(word)
        if ends is None or int(ends[2] or ends[1]) > 99:
            return Said("why.no_players", text=_short(cell))
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    return tuple(str(one) for one in sorted(set(found)))


def _short(cell: Cell) -> str:
    text = cell.text if cell.words is None else ", ".join(cell.words)
    return text if len(text) <= 40 else f"{text[:39]}…"


def shown(value: Value) -> str:
    """Return a value as one would enter it."""
    match value:
        case bool():
            return "true" if value else "false"
        case None | ():
            return NOTHING[0]
        case tuple():
            return ", ".join(value)
        case _:
            return str(value)


def differences(result: Compared) -> Iterator[tuple[Diagnostic, Differing]]:
    """Say each cell that is another one in the ruleset, with the places of both."""
    print_ = result.entered.said("print") or result.entered.name
    for one in result.differing:
        held = one.held
        related = [(held.span, Said("here.in_the_rules", value=shown(held.value)))]
        told = finding(
            "V151",
            one.cell.span,
            near=None,
            related=related,
            thing=result.thing.id,
            name=one.place,
            entered=shown(one.entered),
            found=shown(held.value),
            source=print_,
        )
        yield told, one
