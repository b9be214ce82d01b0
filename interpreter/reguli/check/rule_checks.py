"""Checks of rules and declarations: constant conditions, unlimited choices, duplicate elements, unshuffled stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import comb, inf, isfinite, prod
from typing import Final

from reguli.check.call_graph import build_call_graph
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_decisions,
    all_procedures,
    all_statements,
    all_terms,
    all_value_references,
    child_bodies,
    field_of_place,
    immediately_called_procedures,
    nested_statements,
    source_procedures,
)
from reguli.model.resolved_ruleset import BoundProcedure, Kind, Ruleset
from reguli.model.types import BundleType, CollectionType, NumberType
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- unshuffled stacks -----------------------------------------------------------------------------------------------
# Stacks that are drawn from and not shuffled: their pieces lie in the order of the data.
#
# A stack that is filled from a heap lies in the order in which pieces are declared until it is shuffled; no example shows that.


InOrder = tuple[str, Span, str]
"""A stack in the order of the data: its field, and the place and rule that fills it."""


def check_unshuffled_stacks(ruleset: Ruleset, bag: Bag) -> None:
    """Report hidden stacks that are drawn from and never shuffled; visible ones may be sorted on purpose."""
    for name, span, _ in unshuffled_draw_stacks(ruleset, secret=True):
        bag.add("C143", span, name=ruleset.state[name].id)


def unshuffled_draw_stacks(ruleset: Ruleset, *, secret: bool) -> Iterator[InOrder]:
    """Yield the stacks filled and drawn from without a shuffle between: hidden, never shuffled ones, or the others."""
    ordered = {name: one for name, one in ruleset.state.items() if one.form == "zone" and one.order == "stack"}
    statements = tuple(all_statements(ruleset)) if ordered else ()
    mixed = {field_of_place(one.zone) for one in statements if isinstance(one, b.Mix)}
    drawn = {field_of_place(one.source) for one in statements if isinstance(one, b.TakeTop)}
    stacks = {
        name
        for name, one in ordered.items()
        if name in drawn and (one.visible.who == "nobody" and name not in mixed) is secret
    }
    if not stacks:
        return
    begin = {
        field_of_place(one.starts) for one in ruleset.kinds.values() if one.starts is not None and one.form == "pieces"
    }
    for name in sorted(stacks & begin - mixed):
        yield name, ruleset.state[name].span, f"state:{name}"
    called = frozenset().union(*build_call_graph(ruleset).callees.values())
    for procedure in source_procedures(ruleset):
        if procedure.id not in called:
            for name, statement in _followed(ruleset, procedure, stacks):
                yield name, statement.span, statement.rule


def _followed(ruleset: Ruleset, procedure: BoundProcedure, stacks: set[str]) -> Iterator[tuple[str, b.BoundStatement]]:
    """Follow a procedure in order, with its immediate calls; yield the stacks left in order, and the statements that fill them."""
    lying: dict[str, b.BoundStatement] = {}
    for statement in _in_order(ruleset, procedure.body, set()):
        match statement:
            case b.Relocate(many=True, source=source, target=target) if field_of_place(target) in stacks and not _mixed(
                ruleset, source
            ):
                lying[field_of_place(target) or ""] = statement
            case b.Mix(zone=zone):
                lying.pop(field_of_place(zone) or "", None)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                pass
    yield from lying.items()


def _mixed(ruleset: Ruleset, source: t.Term | None) -> bool:
    """Return whether the source of a move may already be in random order, as a stack keeps its order."""
    name = field_of_place(source)
    return name is not None and ruleset.state[name].order == "stack"


def _in_order(ruleset: Ruleset, body: b.Body, running: set[str]) -> Iterator[b.BoundStatement]:
    for statement in body:
        yield statement
        for procedure in immediately_called_procedures(ruleset, statement):
            if procedure.id not in running:
                yield from _in_order(ruleset, procedure.body, running | {procedure.id})
        for inner in child_bodies(statement):
            yield from _in_order(ruleset, inner, running)


# -- Elements that nobody could tell apart, and edges that stand twice -----------------------------------------------


def check_unique_labels(ruleset: Ruleset, bag: Bag) -> None:
    """Report different elements with the same label: typing the second one's name would select the first."""
    for kind in ruleset.kinds.values():
        if kind.declared is None or kind.declared.label is None:
            continue
        first: dict[str, int] = {}
        for index, label in enumerate(kind.labels):
            other = first.setdefault(label, index)
            if other != index and _differ(kind, other, index):
                related = [(_place(kind, other), Said("here.other"))]
                bag.add(
                    "C111",
                    _place(kind, index),
                    related=related,
                    name=kind.elements[index],
                    other=kind.elements[other],
                    label=label,
                    field=kind.declared.label,
                )


def _differ(kind: Kind, one: int, other: int) -> bool:
    return any(values[one] != values[other] for values in kind.values.values())


def check_duplicate_edges(ruleset: Ruleset, bag: Bag) -> None:
    """Report edges repeated with their ends exchanged; parallel edges with their own names are allowed."""
    for kind in ruleset.kinds.values():
        if kind.form != "edges" or kind.declared is None or kind.joins is None:
            continue
        nodes = ruleset.kinds[kind.joins].elements
        first: dict[frozenset[object], int] = {}
        for index, ends in enumerate(zip(kind.values["first"], kind.values["second"], strict=True)):
            names = [nodes[end] for end in ends if isinstance(end, int) and end >= 0]
            if kind.elements[index] != "__".join(names):
                continue
            other = first.setdefault(frozenset(ends), index)
            if other != index:
                related = [(_place(kind, other), Said("here.other"))]
                bag.add("C112", _place(kind, index), related=related, kind=kind.id, first=names[0], second=names[-1])


def _place(kind: Kind, index: int) -> Span:
    """Return the place that declares an element; copies share that of their row."""
    assert kind.declared is not None
    rows = kind.declared.elements
    return rows[index].span if index < len(rows) else kind.span


# -- constant conditions ---------------------------------------------------------------------------------------------
# Conditions that always hold or never do, and guards that ask what an option then moves: together they are a charge.


Range = tuple[int | None, int | None]
"""The least and the greatest value, as far as they are known."""
TURNED: dict[str, str] = {">": "<", ">=": "<="}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def check_constant_conditions(ruleset: Ruleset, bag: Bag) -> None:
    """Report conditions whose result does not depend on the position (options of the game excepted).

    Numbers with a name count where a condition is a guard or brings a stage. Where it only chooses between two ways, they do
    not: a number may be there to be changed, by a variant for one.
    """
    for span, text, term, named in _conditions(ruleset):
        answer = _settled(term, ruleset, named=named)
        if answer is not None:
            bag.add("C107", span, text=text, answer=Said("says.always") if answer else Said("says.never"))


def _conditions(ruleset: Ruleset) -> Iterator[tuple[Span, str, t.Term, bool]]:
    """Yield each condition with its place, its text, and whether named constants count as numbers."""
    for stage, declared in zip(ruleset.stages, ruleset.documents.game.stages, strict=True):
        if stage.when is not None and declared.when is not None:
            yield declared.when.span, _line(ruleset, declared.when.span), stage.when, True
    for trigger in ruleset.triggers:
        node = trigger.procedure.node
        if node is not None:
            yield node.span, _line(ruleset, node.span), trigger.condition, True
    for statement in all_statements(ruleset):
        match statement:
            case b.Ask(options=options):
                guards = (check for option in options for check in option.checks if isinstance(check, b.Guard))
                yield from ((guard.span, guard.text, guard.condition, True) for guard in guards)
            case b.Branch() | b.Loop():
                yield statement.span, _line(ruleset, statement.span), statement.condition, False
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Turn() | b.Looping():
                pass


def _line(ruleset: Ruleset, span: Span) -> str:
    """Return the first line of a place, without the keywords around the condition."""
    text = next((text for file, text in ruleset.documents.texts if file == span.file), "")
    lines = text.split("\n")
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end].strip().removeprefix("if ").removeprefix("while ").rstrip(":")


def _settled(term: t.Term, ruleset: Ruleset, *, named: bool) -> bool | None:
    """Return the result of a condition that contains only literals and constants, or ``None``."""
    match term:
        case t.Compare(_, sign, t.Constant() as left, t.Constant() as right):
            if left.origin in ruleset.options or right.origin in ruleset.options:
                return None
            if not named and not (left.origin is None and right.origin is None):
                return None
            return COMPARED[sign](left.value, right.value)
        case t.Negation(_, operand):
            answer = _settled(operand, ruleset, named=named)
            return None if answer is None else not answer
        case t.Logic(_, operator, left, right):
            answers = _settled(left, ruleset, named=named), _settled(right, ruleset, named=named)
            decisive = operator == "or"
            if decisive in answers:
                return decisive
            return None if None in answers else not decisive
        case t.Compare(_, sign, t.Tracked() as left, t.Tracked() as right) if (
            left.owner is None and right.owner is None
        ):
            return sign in ("=", "<=", ">=") if left.field == right.field else None
        case t.Compare(_, sign, left, right):
            return _always(sign, _range(left, ruleset), _range(right, ruleset))
        case t.ReadTerm() | t.ComputedTerm():
            return None


def _range(term: t.Term, ruleset: Ruleset) -> Range:
    """Return the range of a state number, a count or a literal; named constants have none, since they may change."""
    match term:
        case t.Constant(_, value, None) if isinstance(term.type, NumberType):
            return value, value
        case t.Tracked(_, field) if ruleset.state[field].form == "number":
            return ruleset.state[field].low, ruleset.state[field].high
        case t.Builtin(_, "count") | t.Amount():
            return 0, None
        case t.LeafTerm() | t.LookupTerm() | t.Variety() | t.Contents() | t.Occupant() | t.ComputedTerm():
            return None, None


def _always(sign: str, left: Range, right: Range) -> bool | None:
    """Return the result of a comparison that the ranges of both sides determine."""
    if sign in (">", ">="):
        return _always(TURNED[sign], right, left)
    (low, high), (least, most) = left, right
    if sign in ("=", "!="):
        return sign == "!=" if _at_most(high, least, 1) or _at_most(most, low, 1) else None
    strict = sign == "<"
    return True if _at_most(high, least, strict) else False if _at_most(most, low, not strict) else None


def _at_most(one: int | None, other: int | None, less: int) -> bool:
    return one is not None and other is not None and one + less <= other


def check_repeated_costs(ruleset: Ruleset, bag: Bag) -> None:
    """Report guards that require an amount which the same option moves unconditionally: ``pay`` does both."""
    for ask in all_decisions(ruleset):
        for option in ask.options:
            guards = [check for check in option.checks if isinstance(check, b.Guard)]
            for moved in option.effects:
                if isinstance(moved, b.Transfer) and not moved.up_to:
                    _in_two(ruleset, bag, guards, moved)


def _in_two(ruleset: Ruleset, bag: Bag, guards: list[b.Guard], moved: b.Transfer) -> None:
    for guard in guards:
        if guard.span != moved.span and _asks(guard.condition, moved):
            move = _written(ruleset, moved.span).partition(" ")[2]
            bag.add("C121", guard.span, text=guard.text, move=move, reason=guard.reason.name)


def _asks(condition: t.Term, moved: b.Transfer) -> bool:
    match condition:
        case t.Compare(_, "<=", amount, t.Amount(_, zone)) | t.Compare(_, ">=", t.Amount(_, zone), amount):
            return amount == moved.amount and zone == moved.source
        case t.ReadTerm() | t.ComputedTerm():
            return False


def _written(ruleset: Ruleset, span: Span) -> str:
    text = next((text for file, text in ruleset.documents.texts if file == span.file), "")
    return " ".join(text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1].split())


# -- choice limits ---------------------------------------------------------------------------------------------------
# How many sets one move may choose among, by what is declared: so many can be listed, more are chosen one by one.


MOST_CHOICES: Final = 10_000
"""So many sets one option may be taken with."""


def check_subset_choice_size(ruleset: Ruleset, bag: Bag) -> None:
    """Report options that choose a subset from too many possible ones."""
    for ask in all_decisions(ruleset):
        for option in ask.options:
            several = [one for one in option.parameters if isinstance(one.domain, t.Several)]
            found = prod(_sets(ruleset, one.domain) for one in several if isinstance(one.domain, t.Several))
            if several and found > MOST_CHOICES:
                why = _why(ruleset, [one.domain for one in several])
                bag.add("C122", several[-1].span, text=several[-1].text, found=found, why=why, limit=MOST_CHOICES)


def _why(ruleset: Ruleset, domains: Iterable[t.Term]) -> Said:
    """Return the reason for the number: a zone without capacity, or the size."""
    chosen = [one.domain for one in domains if isinstance(one, t.Several)]
    largest = max(chosen, key=lambda one: _size(ruleset, one))
    place = largest.zone if isinstance(largest, t.Contents) else largest
    field = ruleset.state[place.field] if isinstance(place, t.Tracked) else None
    if field is not None and field.form == "zone" and field.capacity is None:
        return Said("why.no_capacity", name=field.id)
    return Said("why.so_many", count=_size(ruleset, largest))


def _sets(ruleset: Ruleset, several: t.Several) -> int:
    """Return an upper bound on the number of subsets."""
    size = _size(ruleset, several.domain)
    if isinstance(several.type, BundleType):
        return _bundles(ruleset, several, size)
    least, most = max(0, _bounds(ruleset, several.least)[0]), min(_bounds(ruleset, several.most)[1], size)
    counts = [comb(size, chosen) for chosen in range(least, most + 1)]
    return max(counts, default=0) if several.least == several.most else sum(counts)


def _bundles(ruleset: Ruleset, several: t.Several, size: int) -> int:
    """Return an upper bound on the number of bundles, assuming enough of each variety."""
    assert isinstance(several.type, BundleType)
    varieties = len(ruleset.kinds[several.type.kind].elements)
    least, most = max(0, _bounds(ruleset, several.least)[0]), min(_bounds(ruleset, several.most)[1], size)
    counts = [comb(varieties + chosen - 1, chosen) for chosen in range(least, most + 1)]
    return max(counts, default=0) if several.least == several.most else sum(counts)


def _size(ruleset: Ruleset, term: t.Term) -> int:
    """Return the maximum size of a collection."""
    match term:
        case t.Contents(_, t.Tracked(_, field)) | t.Tracked(_, field) if ruleset.state[field].capacity is not None:
            return ruleset.state[field].capacity or 0
        case _ if isinstance(term.type, BundleType):
            pieces = term.type.pieces
            return sum(1 << 20 if supply is None else supply for supply in ruleset.kinds[pieces].supply)
        case t.Listed(_, items):
            return len(items)
        case t.Filter(_, _, domain) | t.Builtin(_, "reversed", (domain,)):
            return _size(ruleset, domain)
        case t.SetOperation(_, "without", left, _):
            return _size(ruleset, left)
        case t.SetOperation(_, "common", left, right):
            return min(_size(ruleset, left), _size(ruleset, right))
        case t.LeafTerm() | t.LookupTerm() | t.Variety() | t.Contents() | t.Occupant() | t.Amount() | t.ComputedTerm():
            assert isinstance(term.type, CollectionType)
            return len(ruleset.kinds[term.type.kind].elements)


def _bounds(ruleset: Ruleset, term: t.Term) -> tuple[int, int]:
    """Return the minimum and maximum of a number, as far as declared."""
    anything = 0, 1 << 20
    match term:
        case t.Constant(_, value):
            return value, value
        case t.Cell(_, table):
            cells = [cell for cell in ruleset.tables[table].cells if cell is not None]
            return min(cells, default=0), max(cells, default=0)
        case t.Fixed(_, kind, field):
            values = [value for value in ruleset.kinds[kind].values[field] if isinstance(value, int)]
            return min(values, default=0), max(values, default=0)
        case t.Tracked(_, field) if ruleset.state[field].form == "number":
            declared = ruleset.state[field]
            return declared.low, anything[1] if declared.high is None else declared.high
        case t.Builtin(_, "count", (collection,)):
            return 0, _size(ruleset, collection)
        case t.Builtin(_, "min", parts):
            found = [_bounds(ruleset, part) for part in parts]
            return min(low for low, _ in found), min(high for _, high in found)
        case t.Builtin(_, "max", parts):
            found = [_bounds(ruleset, part) for part in parts]
            return max(low for low, _ in found), max(high for _, high in found)
        case t.Arithmetic(_, "+", left, right):
            (low, high), (less, more) = _bounds(ruleset, left), _bounds(ruleset, right)
            return low + less, high + more
        case t.Arithmetic(_, "-", left, right):
            (low, high), (less, more) = _bounds(ruleset, left), _bounds(ruleset, right)
            return low - more, high - less
        case t.ReadTerm() | t.ComputedTerm():
            return anything


# -- table bounds ----------------------------------------------------------------------------------------------------
# Whether tables are long enough for the numbers they are asked for.
#
# Only bounds that are written down count: a number that holds another one with ``min`` or ``max``, the ends of a range that is gone
# through, what a field of an element or a cell of another table says. What a guard keeps away nobody has to write into a
# table, so bounds of what is tracked do not count.


DEEPEST = 20
"""So deep defines are looked into."""


@frozen_class
class DeclaredRange(FrozenValue):
    """The declared minimum and maximum of a number; infinite where none is declared."""

    low: float = -inf
    high: float = inf


NOTHING = DeclaredRange()
Ranges = Mapping[int, DeclaredRange]
"""What is known of variables, by key."""


def check_table_bounds(ruleset: Ruleset, bag: Bag) -> None:
    """Report tables that end before the numbers used to index them."""
    told: set[tuple[str, str, float]] = set()
    for span, term in ((reading.span, term) for reading in all_value_references(ruleset) for term in reading.terms):
        inside = list(all_terms(term))
        cells = [one for one in inside if isinstance(one, t.Cell)]
        ranges = dict(_gone_through(inside, ruleset)) if cells else {}
        for cell in cells:
            table = ruleset.tables[cell.table]
            # A row that is a bundle goes without its last key, which is no number.
            for key, name, low, size in zip(cell.keys, table.key_names, table.lows, table.sizes, strict=False):
                if not isinstance(key.type, NumberType):
                    continue
                ends = declared_value_range(key, ruleset, ranges)
                high = low + size - 1
                for wrong in (ends.low, ends.high):
                    if isfinite(wrong) and not low <= wrong <= high and (table.id, name, wrong) not in told:
                        told.add((table.id, name, wrong))
                        at, asked, found = table.declared.span, [(span, Said("here.asked"))], int(wrong)
                        bag.add("C114", at, related=asked, table=table.id, key=name, low=low, high=high, found=found)


def check_group_positions(ruleset: Ruleset, bag: Bag) -> None:
    """Report group indices that may be less than 1."""
    loops = (
        one
        for procedure in all_procedures(ruleset)
        for one in nested_statements(procedure.body)
        if isinstance(one, b.Each)
    )
    counted = {loop.variable.key: _domain(loop.domain, ruleset) for loop in loops}
    for span, term in ((reading.span, term) for reading in all_value_references(ruleset) for term in reading.terms):
        inside = list(all_terms(term))
        parts = [one for one in inside if isinstance(one, t.Part)]
        ranges = {**counted, **dict(_gone_through(inside, ruleset))} if parts else {}
        for part in parts:
            low = declared_value_range(part.number, ruleset, ranges).low
            if isfinite(low) and low < 1:
                bag.add("C137", part.number.span or span, found=int(low))


def _gone_through(terms: Iterable[t.Term], ruleset: Ruleset) -> Iterator[tuple[int, DeclaredRange]]:
    for inner in terms:
        if isinstance(inner, t.Exists | t.Fold | t.Filter) and inner.where is None:
            yield inner.variable.key, _domain(inner.domain, ruleset)


def _domain(term: t.Term, ruleset: Ruleset) -> DeclaredRange:
    if not isinstance(term, t.Interval):
        return NOTHING
    return DeclaredRange(
        declared_value_range(term.low, ruleset, {}).low, declared_value_range(term.high, ruleset, {}).high
    )


def declared_value_range(term: t.Term, ruleset: Ruleset, ranges: Ranges, depth: int = 0) -> DeclaredRange:
    """Return the declared range of a number."""

    def inner(one: t.Term) -> DeclaredRange:
        return declared_value_range(one, ruleset, ranges, depth + 1)

    if depth > DEEPEST:
        return NOTHING
    match term:
        case t.Constant(value=value):
            return DeclaredRange(value, value)
        case t.Local(variable=variable):
            return ranges.get(variable.key, NOTHING)
        case t.Builtin(name="min" | "max" as name, arguments=arguments) if len(arguments) > 1:
            # One number that is known holds all of them on its side.
            several, least = [inner(one) for one in arguments], min if name == "min" else max
            return DeclaredRange(least(one.low for one in several), least(one.high for one in several))
        case t.Arithmetic(operator="+", left=left, right=right):
            a, c = inner(left), inner(right)
            return DeclaredRange(a.low + c.low, a.high + c.high)
        case t.Arithmetic(operator="-", left=left, right=right):
            a, c = inner(left), inner(right)
            return DeclaredRange(a.low - c.high, a.high - c.low)
        case t.Fixed(kind=kind, field=field):
            return _spread(ruleset.kinds[kind].values[field])
        case t.Cell(table=table):
            return _spread(ruleset.tables[table].cells)
        case t.Choice(then=then, otherwise=otherwise):
            a, c = inner(then), inner(otherwise)
            return DeclaredRange(min(a.low, c.low), max(a.high, c.high))
        case t.Apply(define=define):
            return inner(ruleset.defines[define].value)
        case t.Elements() | t.Fact() | t.Tracked() | t.Gathered() | t.Lies() | t.ZoneTerm() | t.ComputedTerm():
            return NOTHING


def _spread(values: tuple[object, ...]) -> DeclaredRange:
    numbers = [value for value in values if isinstance(value, int)]
    return DeclaredRange(min(numbers), max(numbers)) if len(numbers) == len(values) and numbers else NOTHING
