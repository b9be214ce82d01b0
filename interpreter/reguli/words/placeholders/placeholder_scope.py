"""The names in scope for a rule: the constants, tables and elements it reads, its arguments and parameters.

A wording has gaps, ``[limit]`` or ``[each table.rows: …]``, and what may stand in them is not a list somebody keeps: it is read off the
rule that the wording belongs to. If a rule asks a define that looks a table up, the table's cells may be named in its
sentence; if nothing leads to that table, naming it is a finding. Names come in this order, and an earlier one hides a later:

1. *What is the citer's own* (``_own``): the cells of a table, the value of a constant, the fields of a kind; of an option its
   parameters and who moves (``player``; ``you``, whether the reader is meant); of a guard the arguments of its reason, and, where it
   compares amounts, its two sides and what is ``missing``. Most of these only a playthrough knows: they are offered with samples.
2. *What its rule reads* (``read``): constants, tables and elements in its bound terms, then those of the defines and procedures it
   uses, breadth first, each define and procedure looked at once for all rules.
3. *What is offered everywhere*: numbers of players, phases and stages.

``offers`` lists what one constant, table or kind gives. Here these come to it:

``TABLE.….values``, ``.least``, ``.most``, ``.each``   of rows: the different values (three or more neighbours as a range), the least,
                                                       the greatest, and of how many cells each value is
``TABLE.KEY.OTHER.values``, …                          of a table of amounts by kinds, where another table goes along the same kinds and
                                                       then along places: what the first so many places of that one have
``KIND.TRUTH``, ``KIND.TRUTH.labels``                  of how many elements a truth holds, and their numbers
``KIND.FIELD.each``                                    where each element of another kind has as many of this one: how many
``KIND.FIELD.ELEMENT``, ``KIND.FIELD.ELEMENT.KEY``, …  of numbers in the fields of a kind that is no pieces: what stands there
``phase.count``, ``stage.count``, ``players.least``, ``players.most``   everywhere
``players.KIND``, ``players.KIND.ROW``                 everywhere: the numbers of players that have these rows (``players:``, ``copies:``)
``players.without.KIND``, ``players.without.KIND.ROW`` everywhere: the numbers of players that do not have them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby, product
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Ask, BoundOption, BoundParameter, BoundReason, Guard, Perform
from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.types import BundleType, CollectionType, ElementType, NumberType, Type
from reguli.ruleset.document_nodes import GameDecl, OptionDecl, StateDecl
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.words.grammar.grammar_values import NumberRange
from reguli.words.placeholders import placeholder_values as o
from reguli.words.placeholders.placeholder_values import (
    COUNTED_KINDS,
    PlaceholderValue,
    element_kind,
    element_value,
    number_placeholders,
    placeholder_kind,
    rows_placeholder_kind,
)
from reguli.words.placeholders.rule_citations import (
    AdjustRule,
    CitingRule,
    RoundRule,
    SharedRule,
    StageRule,
    WaiveRule,
    citing_rules,
)
from reguli.words.wording_parser import Kind, PlainKind, RowValues, Value

# -- table placeholders ----------------------------------------------------------------------------------------------
# What a table offers to wordings: its cells by key, the base value with its exceptions, its rows and its span.


PLAYER_COUNT = "player_count"
PLAYERS = "players"
"""What the number of players is called in a row."""


@frozen_class
class TableKeyValue(FrozenValue):
    """One key of a table: its name, the kind of its values, and each value with its name."""

    name: str
    kind: PlainKind
    values: tuple[tuple[str, Value], ...]


@frozen_class
class TableCellValue(FrozenValue):
    """One cell: the names and values of its keys, its value, and the ids of the ruleset cells it represents."""

    path: tuple[str, ...]
    keys: tuple[Value, ...]
    value: int
    ids: tuple[str, ...]


def table_placeholders(table: Table, ruleset: Ruleset, players: int | None) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield the offers of a table of numbers; with ``players`` only those for that number. Tables of elements have no offers yet."""
    if not isinstance(table.type, NumberType):
        return
    keys = tuple(_key(table, at, ruleset) for at in range(len(table.key_names)))
    cells = tuple(_cells(table, keys))
    if PLAYER_COUNT not in table.key_names:
        yield from _plain(table.id, keys, cells, table.type.unit)
        if len(keys) == 1 and table.is_numeric(0) and cells:
            yield f"{table.id}.rows", _rows(keys, tuple(_written_rows(table, cells)))
        return
    at = table.key_names.index(PLAYER_COUNT)
    rest = tuple(key for place, key in enumerate(keys) if place != at)
    found: list[TableCellValue] = []
    for path, group in _by_rest(cells, at).items():
        base = _base(group, players)
        same = tuple(cell for cell in group if cell.value == base.value) if players is None else (base,)
        found.append(TableCellValue(path, base.keys[:at] + base.keys[at + 1 :], base.value, _ids(same)))
        name = ".".join((table.id, *path))
        yield from _exceptions(name, group, base.value, at, players)
    yield from _plain(table.id, rest, tuple(found), table.type.unit)


def number_field_placeholders(kind: m.Kind, ruleset: Ruleset) -> Iterator[tuple[str, PlaceholderValue]]:
    """Yield the numbers in the fields of a kind whose elements are terms; none for pieces, which are many."""
    if kind.form != "elements" or element_kind(kind) != "term":
        return
    for name, table in ruleset.tables.items():
        if name.startswith(f"{kind.id}.") and isinstance(table.type, NumberType):
            for cell in _cells(table, tuple(_key(table, at, ruleset) for at in range(len(table.key_names)))):
                yield from number_placeholders(".".join((name, *cell.path)), cell.value, table.type.unit, cell.ids)
    for field in kind.fields.values():
        for element, value in zip(kind.elements, kind.values[field.id], strict=True):
            if field.form == "number" and isinstance(value, int):
                yield from number_placeholders(f"{kind.id}.{field.id}.{element}", value, field.of)


def _key(table: Table, at: int, ruleset: Ruleset) -> TableKeyValue:
    name, low = table.key_names[at], table.lows[at]
    declared = table.declared.keys[at]
    kind = None if declared.low is not None else ruleset.kinds.get(declared.name)
    if kind is None:
        shown = PLAYERS if name == PLAYER_COUNT else name
        numbers = range(low, low + table.sizes[at])
        return TableKeyValue(shown, "number", tuple((str(number), number) for number in numbers))
    values = tuple((element, element_value(kind, index)) for index, element in enumerate(kind.elements))
    return TableKeyValue(name, element_kind(kind), values)


def _cells(table: Table, keys: tuple[TableKeyValue, ...]) -> Iterator[TableCellValue]:
    for chosen, value in zip(product(*(key.values for key in keys)), table.cells, strict=True):
        if value is not None:
            path = tuple(name for name, _ in chosen)
            yield TableCellValue(path, tuple(item for _, item in chosen), value, (table_cell_id(table, path),))


def _written_rows(table: Table, cells: tuple[TableCellValue, ...]) -> Iterator[TableCellValue]:
    """Yield the rows of a table with one numeric key as they are written: those of a range as one."""
    at = {path: cell for cell in cells for path in cell.path}
    for group in table.row_groups(0):
        there = [cell for one in group if (cell := at.get(str(table.lows[0] + one))) is not None]
        if there:
            low, high = table.lows[0] + group[0], table.lows[0] + group[-1]
            key = low if low == high else NumberRange(low, high)
            yield replace(there[0], keys=(key,), ids=_ids(there))


def table_cell_id(table: Table, path: Iterable[str]) -> str:
    """Return the id of a cell: ``table:income[4,early]``."""
    return f"table:{table.id}[{','.join(path)}]"


def _ids(cells: Iterable[TableCellValue]) -> tuple[str, ...]:
    return tuple(one for cell in cells for one in cell.ids)


def _by_rest(cells: tuple[TableCellValue, ...], at: int) -> Mapping[tuple[str, ...], tuple[TableCellValue, ...]]:
    """Return the cells grouped by all keys but the number of players."""
    found: dict[tuple[str, ...], tuple[TableCellValue, ...]] = {}
    for cell in cells:
        rest = cell.path[:at] + cell.path[at + 1 :]
        found[rest] = (*found.get(rest, ()), cell)
    return found


def _base(cells: tuple[TableCellValue, ...], players: int | None) -> TableCellValue:
    """Return the cell for a number of players; without one, the first cell with the most common value.

    Nothing is the base only where there is nothing else: "no cards (9 with 2 players)" is no way to say it.
    """
    if players is not None:
        return next((cell for cell in cells if players in cell.keys), cells[0])
    counts = Counter(cell.value for cell in cells if cell.value) or Counter({0: 1})
    common = counts.most_common(1)[0][0]
    return next(cell for cell in cells if cell.value == common)


def _exceptions(
    name: str, cells: tuple[TableCellValue, ...], base: int, at: int, players: int | None
) -> Iterator[tuple[str, PlaceholderValue]]:
    kind = rows_placeholder_kind({PLAYERS: "number"})
    others = () if players is not None else tuple(cell for cell in cells if cell.value != base)
    rows = tuple(_row({PLAYERS: cell.keys[at]}, cell.value) for cell in others)
    yield f"{name}.exceptions", PlaceholderValue(kind, RowValues(rows), cells=_ids(others))
    runs: list[Mapping[str, Value]] = []
    for value, group in groupby(others, key=attrgetter("value")):
        counts = [count for cell in group if isinstance(count := cell.keys[at], int)]
        for first, last in _runs(counts):
            runs.append(_row({PLAYERS: first if first == last else NumberRange(first, last)}, value))
    yield f"{name}.exception_runs", PlaceholderValue(kind, RowValues(tuple(runs)), cells=_ids(others))


def _runs(counts: list[int]) -> Iterator[tuple[int, int]]:
    for _, group in groupby(enumerate(counts), key=lambda pair: pair[1] - pair[0]):
        run = [count for _, count in group]
        yield run[0], run[-1]


def _row(keys: Mapping[str, Value], value: int) -> Mapping[str, Value]:
    return {**keys, "value": value, "next": value + 1}


def _plain(
    name: str, keys: tuple[TableKeyValue, ...], cells: tuple[TableCellValue, ...], unit: str | None
) -> Iterator[tuple[str, PlaceholderValue]]:
    for cell in cells:
        yield from number_placeholders(".".join((name, *cell.path)), cell.value, unit, cell.ids)
        if len(keys) == 1 and keys[0].kind == "number":
            yield f"{name}.{cell.path[0]}.key", PlaceholderValue("number", cell.keys[0])
    if not keys or not cells:
        return
    yield f"{name}.rows", _rows(keys, cells)
    yield from _summary(name, cells, unit)
    if len(keys) > 1:
        for first, _ in keys[0].values:
            inside = (cell for cell in cells if cell.path[0] == first)
            below = tuple(replace(cell, path=cell.path[1:], keys=cell.keys[1:]) for cell in inside)
            if below:
                inner = f"{name}.{first}"
                yield f"{inner}.rows", _rows(keys[1:], below)
                yield from _summary(inner, below, unit)


def _rows(keys: tuple[TableKeyValue, ...], cells: tuple[TableCellValue, ...]) -> PlaceholderValue:
    kinds: dict[str, Kind] = {key.name: key.kind for key in keys}
    rows = RowValues(tuple(_row(dict(zip(kinds, cell.keys, strict=True)), cell.value) for cell in cells))
    return PlaceholderValue(rows_placeholder_kind(kinds), rows, cells=_ids(cells))


def _summary(name: str, cells: tuple[TableCellValue, ...], unit: str | None) -> Iterator[tuple[str, PlaceholderValue]]:
    low, high = min(cell.value for cell in cells), max(cell.value for cell in cells)
    yield (
        f"{name}.span",
        PlaceholderValue("number", low if low == high else NumberRange(low, high), unit or "", cells=_ids(cells)),
    )
    counts = set(Counter(cell.value for cell in cells).values())
    each = counts.pop()
    if not counts and each > 1:
        yield f"{name}.each", PlaceholderValue("number", each, unit or "", cells=_ids(cells))


# -- placeholder scope -----------------------------------------------------------------------------------------------


Named = tuple[str, o.PlaceholderValue]
Look = tuple[tuple[Named | str, ...], tuple[str, ...]]
"""What stands in a part of the rules, its tables by their names alone, and the names of the parts it uses."""
_LOOKS: Final = IdentityCache[Look]()
"""What stands in the parts of a ruleset, whose values may depend on the number of players."""
_DEFINE = "define."

MOVER = "player"
"""What the one who moves is called in options and reasons."""
READER = "you"
"""Whether the one who reads is the one who moves."""
MISSING, LEFT, RIGHT, ALLOWED, LACKING = "missing", "left", "right", "allowed", "lacking"
"""What a comparison that failed lacks, its two sides, what would be allowed, and how much of which variety of tokens lacks."""
SHORTEST_RANGE: Final = 3
"""How many neighbouring numbers are said as a range."""


def walk_bound_nodes(node: Any) -> Iterator[object]:
    """Yield every bound object in a node: rules, terms, statements, options, guards; outer objects come before inner ones."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one[::-1]
        elif type(one).__module__ in _BOUND_MODULES:
            yield one
            waiting += [getattr(one, name) for name in one.__match_args__[::-1]]


_BOUND_MODULES = frozenset({t.__name__, BoundOption.__module__, m.BoundProcedure.__module__, AdjustRule.__module__})


class PlaceholderScope:
    """Resolves the names in scope of rules; the offers of each table and citer are computed once.

    ``everywhere`` is what every wording of a rule may speak of.
    """

    def __init__(self, ruleset: m.Ruleset, players: int | None = None) -> None:
        """Set up the scope for a ruleset, for one number of players or for all."""
        self.ruleset = ruleset
        self.players = players
        self.everywhere = tuple(common_rule_values(ruleset))
        self._found: dict[str, tuple[CitingRule, o.Offers]] = {}
        self._tables: dict[str, tuple[Named, ...]] = {}

    def offers(self, citer: CitingRule) -> o.Offers:
        """Return the offers of a citer: first its own, then those that its rule reads, then the common ones."""
        known, found = self._found.get(citer.id, (None, o.NO_OFFERS))
        if known is not citer:
            made: dict[str, o.PlaceholderValue] = {}
            for name, offer in (*self._own(citer), *self.read(citer), *self.everywhere):
                made.setdefault(name, offer)
            found = MappingProxyType(made)
            self._found[citer.id] = citer, found
        return found

    def read(self, citer: CitingRule) -> Iterator[Named]:
        """Yield the constants, tables and elements that a rule reads, also through its defines and procedures."""
        node, is_whole = citer.node, citing_rules(self.ruleset).get(citer.id) is citer
        start = self.ruleset.starts.get(f"{node.owner}.{node.id}") if isinstance(node, StateDecl) else None
        look = partial(self._looked_at, start or node)
        waiting, known = [_LOOKS.get((self.ruleset,), citer.id, look) if is_whole else look()], set[str]()
        while waiting:
            named, followed = waiting.pop(0)
            for one in named:
                yield from self._table(one) if isinstance(one, str) else (one,)
            for name in followed:
                if name not in known:
                    known.add(name)
                    waiting.append(self._part(name))

    def _part(self, name: str) -> Look:
        """Return the names in a define or procedure, computed once for all rules that use it."""
        ruleset, define = self.ruleset, name.removeprefix(_DEFINE)
        part: object = ruleset.procedures[name].body if define == name else ruleset.defines[define].value
        return _LOOKS.get((ruleset,), name, partial(self._looked_at, part))

    def _looked_at(self, part: object) -> Look:
        """Return the names in a part itself, and the names of the defines and procedures it uses."""
        named: list[Named | str] = []
        followed: list[str] = []
        for node in walk_bound_nodes(part):
            named += self._named(node)
            if isinstance(node, t.Apply) and node.define in self.ruleset.defines:
                followed.append(_DEFINE + node.define)
            elif isinstance(node, Perform) and node.procedure in self.ruleset.procedures:
                followed.append(node.procedure)
        return tuple(named), tuple(dict.fromkeys(followed))

    def _own(self, citer: CitingRule) -> Iterator[Named]:
        match citer.node:
            case m.ConstantValue():
                yield from o.constant_placeholders(citer.node)
            case m.Table():
                yield from self._table(citer.node.id)
            case m.Kind():
                yield from o.kind_placeholders(citer.node, self.ruleset)
                yield from _field_offers(citer.node, self.ruleset)
                yield from number_field_placeholders(citer.node, self.ruleset)
            case StateDecl():
                yield from o.capacity_placeholders(citer.node)
            case OptionDecl():
                yield from o.option_placeholders(citer.node, self.ruleset)
            case m.BoundProcedure(parameters=parameters) | m.BoundDefine(parameters=parameters):
                yield from self._variables(parameters)
            case m.BoundTrigger(variable=variable):
                yield from self._variables(() if variable is None else (variable,))
            case BoundOption(parameters=parameters):
                yield from self._move(parameters)
            case Ask():
                yield from self._move(())
            case Guard():
                assert isinstance(citer.owner, BoundOption)
                yield from self.guard(citer.node, citer.owner)
            case m.Invariant(reason=reason):
                yield from self.reason(reason)
            case m.BoundRanking() | AdjustRule() | RoundRule() | SharedRule() | StageRule() | WaiveRule() | GameDecl():
                return

    def _move(self, parameters: tuple[BoundParameter, ...]) -> Iterator[Named]:
        yield MOVER, o.playtime_placeholder("name")
        yield READER, o.playtime_placeholder("truth")
        yield from self._variables(tuple(parameter.variable for parameter in parameters))

    def guard(self, guard: Guard, option: BoundOption) -> Iterator[Named]:
        """Yield the offers of a guard's reason: the acting player, the move, the reason's arguments, the missing amount."""
        yield from self._move(option.parameters)
        yield from self.reason(guard.reason)
        if is_amount_comparison(guard.condition):
            for name in (MISSING, LEFT, RIGHT):
                yield name, o.playtime_placeholder("number", _unit(guard.condition))
        kind = compared_variety_kind(guard.condition, self.ruleset)
        if kind is not None:
            yield LACKING, o.playtime_placeholder("list", kind)
            if not is_amount_comparison(guard.condition):
                yield MISSING, o.playtime_placeholder("number")

    def reason(self, reason: BoundReason) -> Iterator[Named]:
        """Yield the arguments of a reason by name."""
        for name, argument in zip(argument_names(reason), reason.arguments, strict=True):
            kind = placeholder_kind(argument.type, self.ruleset)
            if isinstance(argument, t.Constant) and kind == "number":
                yield name, o.PlaceholderValue("number", argument.value, _unit_of(argument.type))
            elif kind is not None:
                yield name, self._unknown(kind, argument.type)

    def _variables(self, variables: tuple[t.Variable, ...]) -> Iterator[Named]:
        for variable in variables:
            kind = placeholder_kind(variable.type, self.ruleset)
            if kind is not None:
                yield variable.name, self._unknown(kind, variable.type)

    def _unknown(self, kind: Kind, found: Type) -> o.PlaceholderValue:
        """Return an offer of an unknown value of a type, with the first elements of its kind as samples."""
        if not isinstance(found, ElementType | CollectionType | BundleType):
            return o.playtime_placeholder(kind, _unit_of(found))
        known = self.ruleset.kinds[found.kind]
        if known.id == MOVER:
            return o.playtime_placeholder(kind, known.id)
        items = tuple(element_value(known, index) for index in range(len(known.elements))[:3])
        return o.playtime_placeholder(
            kind, known.id, items if not isinstance(found, ElementType) else items[0] if items else None
        )

    def _named(self, node: object) -> Iterator[Named | str]:
        ruleset = self.ruleset
        if isinstance(node, t.Cell):
            yield from () if m.is_field_table(node.table) else (node.table,)
        elif isinstance(node, t.Constant) and isinstance(node.type, NumberType):
            known = ruleset.constants.get(node.origin or "")
            yield from () if known is None else o.constant_placeholders(known)
        elif isinstance(node, t.Constant) and isinstance(node.type, ElementType) and node.value >= 0:
            kind = ruleset.kinds[node.type.kind]
            if kind.id != MOVER and kind.declared is not None:
                yield o.element_placeholder(ruleset, kind, node.value, element_kind(kind))

    def _table(self, name: str) -> tuple[Named, ...]:
        known = self._tables.get(name)
        if known is None:
            table = self.ruleset.tables[name]
            found = tuple(table_placeholders(table, self.ruleset, self.players))
            known = (*found, *_of_rows(found), *_placed(table, self.ruleset))
            self._tables[name] = known
        return known


def argument_names(reason: BoundReason) -> tuple[str, ...]:
    """Return names for the arguments of a reason: a variable, a define, a field, a table; a second one gets ``2``."""
    found: list[str] = []
    for argument in reason.arguments:
        name = term_placeholder_name(argument)
        same = sum(1 for other in found if other.rstrip("0123456789") == name)
        found.append(name if not same else f"{name}{same + 1}")
    return tuple(found)


def term_placeholder_name(term: t.Term) -> str:
    """Return a name for a term; ``value`` where it has no name of its own."""
    match term:
        case t.Known():
            return term_placeholder_name(term.written)
        case t.Local():
            return term.variable.name
        case t.Apply():
            return term.define
        case t.Cell():
            return term.table.rpartition(".")[2]
        case t.Constant(origin=str(origin)):
            return origin
        case t.Fixed():
            return term.field
        case t.Tracked():
            return term.field.partition(".")[2]
        case t.Gathered():
            return term.kind
        case t.Lies(type=ElementType(kind)):
            return kind
        case t.Amount(zone=inner) | t.Contents(zone=inner) | t.Occupant(zone=inner) | t.Variety(zone=inner):
            return term_placeholder_name(inner)
        case t.Builtin(arguments=(inner, *_)):
            return term_placeholder_name(inner)
        case t.Fact():
            return term.name
        case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Builtin() | t.PieceCondition():
            return "value"


def is_amount_comparison(condition: t.Term) -> bool:
    """Return whether a condition compares amounts, so that an amount is missing when it fails."""
    return (
        isinstance(condition, t.Compare)
        and isinstance(condition.left.type, NumberType)
        and condition.operator in ("<", "<=", ">", ">=", "=")
    )


def compared_variety_kind(condition: t.Term, ruleset: m.Ruleset) -> str | None:
    """Return the kind of the token varieties that a condition compares one by one; None where it compares none."""
    waiting = [condition]
    while waiting:
        match waiting.pop(0):
            case t.Logic(_, "and", left, right):
                waiting += [left, right]
            case t.Exists(_, "every", variable, t.Elements(), None, t.Compare(_, "<=", _, more)) if (
                isinstance(variable.type, ElementType) and _variety_of(more, ruleset) == variable.type.kind
            ):
                return variable.type.kind
            case t.Compare(_, "<=", _, t.Amount(_, t.Variety()) as more):
                return _variety_of(more, ruleset)
            case t.ReadTerm() | t.ComputedTerm():
                pass
    return None


def _variety_of(tokens: t.Term, ruleset: m.Ruleset) -> str | None:
    kind = ruleset.kinds.get(_unit_of(tokens.type))
    return None if kind is None else kind.variety


def _unit(condition: t.Term) -> str:
    assert isinstance(condition, t.Compare)
    return _unit_of(condition.left.type) or _unit_of(condition.right.type)


def _unit_of(found: Type) -> str:
    return found.unit or "" if isinstance(found, NumberType) else ""


def common_rule_values(ruleset: m.Ruleset) -> Iterator[Named]:
    """Yield the offers common to every wording of a rule, with the numbers of phases and stages and the maximum number of players."""
    yield from o.common_placeholders(ruleset)
    for name in COUNTED_KINDS:
        yield f"{name}.count", o.PlaceholderValue("number", len(ruleset.kinds[name].elements), name)
    for name, number in zip(("least", "most"), ruleset.players, strict=True):
        yield f"players.{name}", o.PlaceholderValue("number", number, MOVER)
    for name, counts in o.seat_values(ruleset):
        yield f"players.{name}", o.PlaceholderValue("number", counts, MOVER, cells=(o.SEATS + name,))


def _field_offers(kind: m.Kind, ruleset: m.Ruleset) -> Iterator[Named]:
    """Yield, for each field, the number of elements with a true value, their labels, and the number that share each element of another kind."""
    for field in kind.fields.values():
        values = kind.values[field.id]
        if field.form == "truth":
            holding = [index for index, value in enumerate(values) if value]
            yield f"{kind.id}.{field.id}", o.PlaceholderValue("number", len(holding), kind.id)
            labels = [element_value(kind, index) for index in holding]
            numbers = [label for label in labels if isinstance(label, int)]
            if numbers:
                yield f"{kind.id}.{field.id}.labels", o.PlaceholderValue("list", compress_ranges(numbers), kind.id)
        elif field.form == "kind" and field.of is not None and field.of in ruleset.kinds:
            counts = Counter(values)
            sizes = {counts[index] for index in range(len(ruleset.kinds[field.of].elements))}
            if len(sizes) == 1 and 0 not in sizes:
                yield f"{kind.id}.{field.id}.each", o.PlaceholderValue("number", sizes.pop(), kind.id)


def _of_rows(named: Iterable[Named]) -> Iterator[Named]:
    for name, offer in named:
        if isinstance(offer.value, RowValues) and name.endswith(".rows"):
            values = [row["value"] for row in offer.value.rows]
            numbers = [value for value in values if isinstance(value, int)]
            yield from _spread(name.removesuffix("rows"), numbers, offer.cells)


def _spread(prefix: str, values: list[int], cells: tuple[str, ...]) -> Iterator[Named]:
    """Yield the distinct values of some cells, the minimum, the maximum, and the count per value where it is uniform."""
    if not values:
        return
    yield f"{prefix}values", o.PlaceholderValue("list", compress_ranges(values), cells=cells)
    yield f"{prefix}least", o.PlaceholderValue("number", min(values), cells=cells)
    yield f"{prefix}most", o.PlaceholderValue("number", max(values), cells=cells)
    counts = set(Counter(values).values())
    if len(counts) == 1:
        yield f"{prefix}each", o.PlaceholderValue("number", counts.pop(), cells=cells)


def compress_ranges(numbers: Iterable[int]) -> tuple[int | NumberRange, ...]:
    """Return distinct numbers in ascending order, with runs of three or more as ranges."""
    found: list[int | NumberRange] = []
    run: list[int] = []
    for number in (*sorted(set(numbers)), None):
        if run and (number is None or number != run[-1] + 1):
            found.extend(run if len(run) < SHORTEST_RANGE else (NumberRange(run[0], run[-1]),))
            run = []
        if number is not None:
            run.append(number)
    return tuple(found)


def _placed(table: m.Table, ruleset: m.Ruleset) -> Iterator[Named]:
    """Yield offers of the first places up to an amount, for each other table along places of the same kinds."""
    keys = [ruleset.kinds.get(key.name) for key in table.declared.keys]
    kinds = [kind for kind in keys if kind is not None]
    if not isinstance(table.type, NumberType) or len(kinds) != len(keys) or PLAYER_COUNT in table.key_names:
        return
    paths = list(product(*(kind.elements for kind in kinds)))
    for other in ruleset.own_tables:
        if not _along_places(other, table, ruleset.kinds):
            continue
        places = other.sizes[-1]
        for at, (path, amount) in enumerate(zip(paths, table.cells, strict=True)):
            row = other.cells[at * places : (at + 1) * places]
            if amount is not None and 0 < amount <= places:
                values = [value for value in row[:amount] if value is not None]
                along = (table_cell_id(other, (*path, str(place))) for place in range(1, amount + 1))
                cells = (table_cell_id(table, path), *along)
                yield from _spread(".".join((table.id, *path, other.id, "")), values, cells)


def _along_places(other: m.Table, table: m.Table, kinds: Mapping[str, m.Kind]) -> bool:
    """Return whether a table has the keys of another and then places, numbered from 1."""
    return (
        isinstance(other.type, NumberType)
        and other.key_names[:-1] == table.key_names
        and other.declared.keys[-1].name not in kinds
        and other.lows[-1] == 1
    )
