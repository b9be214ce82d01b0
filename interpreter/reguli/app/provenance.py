"""The provenance of a number: its place, its source, its modifiers and its readers."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from reguli.app.errors import Refused, make_refusal
from reguli.language.parsing.parser import parse_expression
from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree.expressions import Expression, Field, Index, Name, Number
from reguli.model.bound_tree.tree_traversal import Target, names_read, rules_that_read
from reguli.model.resolved_ruleset import Kind, Ruleset, Table
from reguli.model.types import ElementType, ManyType, NumberType, PlaceType, TruthType, Type, UnknownType, type_text
from reguli.ruleset.document_nodes import Source
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import ENGLISH, Said, Value
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

Shown = int | str | bool | None | tuple["Shown", ...]
LONGEST: Final = 80
"""Letters of what was typed that are said back."""
MOST_LISTED: Final = 60
BEGINNING: Final = re.compile(r"[a-z_][a-z0-9_]*", re.ASCII)
PARTS: Final = 3
"""Of the path of a field: its kind, its element, itself."""


@dataclass(frozen=True, slots=True)
class TraceChange:
    """A modifier of a value: ``option board=large``, ``variant my_variant`` or ``adjust fee``; the new value if known, and whether it applies now."""

    by: str
    value: int | None
    chosen: bool
    place: str


@dataclass(frozen=True, slots=True)
class TracedStatement:
    """A statement of the inventory, its sources in the documents (``sources``: document and place), and its ruling."""

    id: str
    statement: str
    sources: tuple[tuple[str, str], ...]
    ruling: str | None


@dataclass(frozen=True, slots=True)
class TracedReader:
    """A rule that computes with a value: its id, its place, the statements it implements."""

    rule: str
    place: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The provenance of one value.

    ``form`` says what it is: ``constant``, ``table``, ``cell of a table``, ``field of KIND`` or ``define``. ``value`` is ``None`` for
    a whole table and a define; ``cells`` has every cell of a whole table by its keys, ``fees[3]``. ``unit`` is a unit,
    a kind or a type of the ruleset. ``span`` is where it is written, ``cites`` and ``provenance`` where it comes from, ``seen`` how it was obtained,
    ``reads`` the constants, tables and defines that a define is made of.
    """

    name: str
    form: str
    value: Shown
    cells: tuple[tuple[str, int | str | None], ...]
    unit: str | None
    span: Span
    cites: tuple[str, ...]
    provenance: str | None
    seen: str | None
    statements: tuple[TracedStatement, ...]
    changes: tuple[TraceChange, ...]
    reads: tuple[str, ...]
    readers: tuple[TracedReader, ...]
    sort: Said | None = None
    """Of what counts no unit: its type, which ``unit`` says in English."""

    def to_json(self) -> dict[str, object]:
        """Return the trace as JSON-ready values, as the command prints it: ``span`` is ``place``, ``reads`` are ``made_of``."""
        named = {"span": "place", "reads": "made_of"}
        plain = {named.get(name, name): value for name, value in dataclasses.asdict(self).items() if name != "sort"}
        statements = [{**each, "sources": dict(each["sources"])} for each in plain["statements"]]
        return {**plain, "cells": dict(self.cells), "place": str(self.span), "statements": statements}


def trace_value(ruleset: Ruleset, typed: str) -> Trace:
    """Trace a constant, a table or cell, a field of an element, or a define. Raises ``Refused``."""
    text = typed.strip()
    expression = parse_expression(text, "value", Bag())
    match expression:
        case Name(_, name) if name in ruleset.constants:
            return _constant(ruleset, name)
        case Name(_, name) if name in ruleset.tables:
            return _table(ruleset, ruleset.tables[name])
        case Name(_, name) if name in ruleset.defines:
            return _define(ruleset, name)
        case Index(_, Name(_, name), arguments) if name in ruleset.tables:
            return _cell(ruleset, ruleset.tables[name], text, arguments)
        case Field(_, Name(_, kind), field) if f"{kind}.{field}" in ruleset.tables:
            return _table(ruleset, ruleset.tables[f"{kind}.{field}"])
        case Index(_, place, arguments) if (own := _said_by(ruleset, place)) is not None:
            return _cell(ruleset, own, text, arguments)
        case Field() if (own := _said_by(ruleset, expression)) is not None:
            return _table(ruleset, own)
        case Field(_, Field(_, Name(_, kind), element), field) if kind in ruleset.kinds:
            return _field(ruleset, ruleset.kinds[kind], element, field)
        case Field(_, Name(_, element), field):
            return _field(ruleset, _kind_with(ruleset, element, field, text), element, field)
        case Number() | Name() | Field() | Index() | x.Call() | x.Operation() | x.Selection() | None:
            raise _unknown(ruleset, text)


def _said_by(ruleset: Ruleset, place: Expression) -> Table | None:
    """Return an element's values by keys, ``kind.element.field`` or ``element.field``, as a table of its own."""
    match place:
        case Field(_, Field(_, Name(_, kind), element), field):
            kinds = [kind]
        case Field(_, Name(_, element), field):
            kinds = [kind.id for kind in ruleset.kinds.values() if element in kind.elements]
        case Number() | Name() | Field() | Index() | x.Call() | x.Operation() | x.Selection():
            return None
    table = next((ruleset.tables[f"{kind}.{field}"] for kind in kinds if f"{kind}.{field}" in ruleset.tables), None)
    at = None if table is None else ruleset.kinds[table.key_names[0]].index(element)
    if table is None or at is None:
        return None
    size = len(table.cells) // table.sizes[0]
    here = slice(at * size, (at + 1) * size)
    return replace(
        table,
        id=f"{table.key_names[0]}.{element}.{field}",
        key_names=table.key_names[1:],
        lows=table.lows[1:],
        sizes=table.sizes[1:],
        cells=table.cells[here],
        spans=table.spans[here],
    )


def traceable_names(ruleset: Ruleset) -> tuple[str, ...]:
    """Return every name that can be traced; fields of elements as ``kind.element.field``."""
    fields = (
        f"{kind.id}.{element}.{field}"
        for kind in ruleset.kinds.values()
        if kind.declared is not None
        for element in kind.elements
        for field in kind.values
    )
    return (*ruleset.constants, *ruleset.tables, *(define.id for define in ruleset.written_defines), *fields)


def _unknown(ruleset: Ruleset, text: str) -> Refused:
    """Return the error for a name that is not a value: the kind of thing it names instead, or a similar name."""
    begins = BEGINNING.match(text)
    first, parts = begins.group() if begins else "", [part for part in text.split(".") if part]
    if first in ruleset.tables:
        return _no_cell(ruleset, ruleset.tables[first], text)
    path = _path(ruleset, parts)
    if path is not None:
        return _unknown_field(ruleset.kinds[path[0]], path)
    known = traceable_names(ruleset)
    meant = next((name for name in (first, *parts[-1:]) if name in known), None)
    meant = meant or closest_name(text, known) or closest_name(first, known)
    return make_refusal("X109", near=meant, name=_short(text), ruleset=ruleset.id)


def _path(ruleset: Ruleset, parts: list[str]) -> list[str] | None:
    """Return the path of a field starting with its kind, if the typed parts begin such a path."""
    if not 0 < len(parts) <= PARTS:
        return None
    kinds = [kind for kind in ruleset.kinds.values() if kind.declared is not None and kind.values]
    if any(kind.id == parts[0] for kind in kinds):
        return parts
    kind = next((kind.id for kind in kinds if parts[0] in kind.elements), None)
    return None if kind is None or len(parts) == PARTS else [kind, *parts]


def _unknown_field(kind: Kind, parts: list[str]) -> Refused:
    """Return the error for an invalid field path whose kind is known."""
    fields, elements = tuple(kind.values), tuple(kind.elements)
    element, field = [*parts[1:], "", ""][:2]
    if element and element not in elements:
        return _foreign(element, Said("thing.element"), kind.id, elements, f"{kind.id}.{elements[0]}.{fields[0]}")
    if field:
        return _foreign(field, Said("thing.field"), kind.id, fields, f"{kind.id}.{element}.{fields[0]}")
    what = Said("thing.an_element_of", kind=kind.id) if element else Said("thing.a_kind")
    form = f"{kind.id}.{element or elements[0]}.{fields[0]}"
    return make_refusal("X123", name=".".join(parts), what=what, form=form, known=_listed(fields))


def _foreign(word: str, what: Value, where: str, known: Sequence[str], form: str) -> Refused:
    near, listed = closest_name(word, known), _listed(known)
    return make_refusal("X121", near=near, word=_short(word), what=what, where=where, known=listed, form=form)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_LISTED]) + (", …" if len(names) > MOST_LISTED else "")


def _no_cell(ruleset: Ruleset, table: Table, text: str) -> Refused:
    ways = zip(table.key_names, table_keys(ruleset, table), strict=True)
    keys = [f"{name} ({_listed(words)})" for name, words in ways]
    return make_refusal("X122", name=_short(text), table=table.id, form=_form(table), keys=", ".join(keys))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _form(table: Table) -> str:
    return f"{table.id}[{', '.join(table.key_names)}]"


def _word(expression: Expression) -> str | None:
    match expression:
        case Name(_, name):
            return name
        case Number(_, value):
            return str(value)
        case Field() | Index() | x.Call() | x.Operation() | x.Selection():
            return None


def _constant(ruleset: Ruleset, name: str) -> Trace:
    found = ruleset.constants[name]
    values = ((option.id, value) for option in ruleset.documents.game.options for value in option.values)
    changes = [
        TraceChange(f"option {option}={value.id}", number, ruleset.options.get(option) == value.id, str(value.span))
        for option, value in values
        for constant, number in value.constants
        if constant == name
    ]
    written = _written(ruleset, Target("constant", name), found.source, found.span, changes)
    return replace(written, value=found.value, unit=found.unit)


def table_keys(ruleset: Ruleset, table: Table) -> list[tuple[str, ...]]:
    """Return the keys of each path into a table, in order."""
    ways = zip(table.key_names, table.lows, table.sizes, strict=True)
    return [
        tuple(map(str, range(low, low + size))) if (kind := ruleset.kinds.get(name)) is None else tuple(kind.elements)
        for name, low, size in ways
    ]


def _typed(written: Trace, found: Type) -> Trace:
    """Return the trace with the value's unit, or with its type if it is not a number."""
    if isinstance(found, NumberType):
        return replace(written, unit=found.unit)
    return replace(written, unit=ENGLISH.say(type_text(found)), sort=type_text(found))


def _table(ruleset: Ruleset, table: Table) -> Trace:
    cells = zip(product(*table_keys(ruleset, table)), table.cells, strict=True)
    declared, spans = table.declared, dict.fromkeys(table.spans)
    written = replace(_written(ruleset, Target("table", declared.id), declared.source, declared.span), name=table.id)
    changes = dict.fromkeys(change for span in spans for change in _variants(ruleset, span))
    named = tuple(
        (f"{table.id}[{', '.join(words)}]", _held(ruleset, table, value)) for words, value in cells if value is not None
    )
    return replace(_typed(written, table.type), cells=named, changes=tuple(changes))


def _cell(ruleset: Ruleset, table: Table, text: str, arguments: Sequence[Expression]) -> Trace:
    words = [word for argument in arguments if (word := _word(argument)) is not None]
    if not len(words) == len(arguments) == len(table.sizes):
        raise _no_cell(ruleset, table, text)
    at, keys = 0, table_keys(ruleset, table)
    for word, known, name in zip(words, keys, table.key_names, strict=True):
        if word not in known:
            raise _foreign(word, name, table.id, known, _form(table))
        at = at * len(known) + known.index(word)
    value = table.cells[at]
    if value is None:
        row = at - at % table.sizes[-1]
        there = [word for word, value in zip(keys[-1], table.cells[row:], strict=False) if value is not None]
        where = f"{table.id}[{', '.join([*words[:-1], '…'])}]"
        raise _foreign(words[-1], table.key_names[-1], where, there, _form(table))
    return replace(
        _table(ruleset, table),
        name=f"{table.id}[{', '.join(words)}]",
        form="cell of a table",
        value=_held(ruleset, table, value),
        cells=(),
        span=table.spans[at],
        changes=_variants(ruleset, table.spans[at]),
        seen=table.declared.source.seen_in(words[0]),
    )


def _held(ruleset: Ruleset, table: Table, value: int) -> int | str | None:
    """Return the value of a cell as shown: an element by its id, none if it refers to nothing."""
    match table.type:
        case ElementType(kind):
            return ruleset.kinds[kind].elements[value] if value >= 0 else None
        case TruthType():
            return bool(value)
        case NumberType() | ManyType() | PlaceType() | UnknownType():
            return value


def _kind_with(ruleset: Ruleset, element: str, field: str, text: str) -> Kind:
    for kind in ruleset.kinds.values():
        if kind.declared is not None and element in kind.elements and field in kind.values:
            return kind
    raise _unknown(ruleset, text)


def _field(ruleset: Ruleset, kind: Kind, element: str, field: str) -> Trace:
    name = f"{kind.id}.{element}.{field}"
    at, declared = kind.index(element), kind.declared
    if at is None or field not in kind.values or declared is None:
        raise _unknown(ruleset, name)
    row = next((found for found in declared.elements if found.id == element), None)
    place = declared.span if row is None else next((cell.span for key, cell in row.cells if key == field), row.span)
    value = _stored(ruleset, kind, field, kind.values[field][at])
    written = _written(ruleset, Target("field", kind.id, field), declared.source, place)
    seen, unit = declared.source.seen_in(element), kind.fields[field].of
    return replace(written, name=name, form=f"field of {kind.id}", value=value, unit=unit, seen=seen)


def _stored(ruleset: Ruleset, kind: Kind, field: str, value: int | str | tuple[int, ...] | None) -> Shown:
    declared = kind.fields[field]
    names = ruleset.kinds[declared.of].elements if declared.form in ("kind", "set") and declared.of else ()
    match value:
        case tuple():
            return tuple(names[item] for item in value)
        case int() if declared.form == "kind":
            return names[value] if value >= 0 else None
        case int() if declared.form == "truth":
            return bool(value)
        case _:
            return value


def _define(ruleset: Ruleset, name: str) -> Trace:
    found = ruleset.defines[name]
    source = Source(tuple(cite.id for cite in found.node.cites))
    adjusted = [TraceChange(f"adjust {adjust.name}", None, True, str(adjust.span)) for adjust, _, _ in found.adjusts]
    written = _written(ruleset, Target("define", name), source, found.node.span, adjusted)
    return replace(_typed(written, found.type), reads=tuple(dict.fromkeys(names_read(found.value))))


def _written(
    ruleset: Ruleset, target: Target, source: Source, span: Span, changes: Sequence[TraceChange] = ()
) -> Trace:
    """Return the part of a trace common to all values: the place, the statements, the modifiers, the readers."""
    known = {entry.id: entry for entry in ruleset.documents.inventory}
    found = [known[cite] for cite in source.cites if cite in known]
    return Trace(
        name=target.id,
        form=target.form,
        value=None,
        cells=(),
        unit=None,
        span=span,
        cites=source.cites,
        provenance=source.provenance,
        seen=source.seen,
        statements=tuple(TracedStatement(entry.id, entry.statement, entry.sources, entry.ruling) for entry in found),
        changes=(*changes, *_variants(ruleset, span)),
        reads=(),
        readers=tuple(TracedReader(one.rule, str(one.span), one.cites) for one in rules_that_read(ruleset, target)),
    )


def _variants(ruleset: Ruleset, span: Span) -> tuple[TraceChange, ...]:
    """Return the variant whose files contain a value, if any."""
    folder = span.file.partition("/")[0]
    own = folder not in (span.file, ruleset.documents.folder)
    for variant in ruleset.documents.variants:
        if span.file == variant.span.file or (own and folder == variant.span.file.partition("/")[0]):
            return (TraceChange(f"variant {variant.id}", None, True, str(span)),)
    return ()
