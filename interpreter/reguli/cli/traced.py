"""Where a number comes from: its place, its source, what changed it, and who reads it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from reguli.cli.wrong import Wrong
from reguli.language.expressions import Expression, Field, Index, Name, Number
from reguli.language.parser import parse_expression
from reguli.model.references import Reading, Target, names_read, readers
from reguli.model.ruleset import Kind, Ruleset, Table
from reguli.model.types import ElementType, NumberType, type_text
from reguli.ruleset.documents import Source
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.span import Span

Shown = int | str | bool | None | list["Shown"]
ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Change:
    """What sets a value: an option's value, or a variant."""

    by: str
    value: int | None
    chosen: bool
    place: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the inventory and where the documents say it."""

    id: str
    statement: str
    sources: tuple[tuple[str, str], ...]
    ruling: str | None


@dataclass(frozen=True, slots=True)
class Traced:
    """All that is known of one value."""

    name: str
    form: str
    value: Shown
    cells: tuple[tuple[str, int | None], ...]
    """Of a whole table: every cell by its keys."""
    unit: str | None
    place: Span
    source: Source
    statements: tuple[Statement, ...]
    changes: tuple[Change, ...]
    reads: tuple[str, ...]
    """Of a define: the constants, tables and defines it is made of."""
    readers: tuple[Reading, ...]


def trace(ruleset: Ruleset, text: str) -> Traced:
    """Trace a constant, a table or cell, a field of an element, or a define. Raises ``Wrong``."""
    expression = parse_expression(text, "value", Bag())
    match expression:
        case Name(_, name) if name in ruleset.constants:
            return _constant(ruleset, name)
        case Name(_, name) if name in ruleset.tables:
            return _table(ruleset, ruleset.tables[name])
        case Name(_, name) if name in ruleset.defines:
            return _define(ruleset, name)
        case Index(_, Name(_, name), arguments) if name in ruleset.tables:
            return _cell(ruleset, ruleset.tables[name], [_word(argument, text) for argument in arguments])
        case Field(_, Field(_, Name(_, kind), element), field) if kind in ruleset.kinds:
            return _field(ruleset, ruleset.kinds[kind], element, field)
        case Field(_, Name(_, element), field):
            return _field(ruleset, _kind_with(ruleset, element, field, text), element, field)
        case _:
            raise _unknown(ruleset, text)


def names_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Give every name that can be traced, fields of elements as ``kind.element.field``."""
    fields = (
        f"{kind.id}.{element}.{field}"
        for kind in ruleset.kinds.values()
        if kind.declared is not None
        for element in kind.elements
        for field in kind.values
    )
    return (*ruleset.constants, *ruleset.tables, *ruleset.defines, *fields)


def _unknown(ruleset: Ruleset, text: str) -> Wrong:
    return Wrong("X109", near=near(text, names_of(ruleset)), name=text, ruleset=ruleset.id)


def _word(expression: Expression, text: str) -> str:
    match expression:
        case Name(_, name):
            return name
        case Number(_, value):
            return str(value)
        case _:
            raise Wrong("X111", word=text, what="cell", expected="table[key, key], each key a name or a number")


def _constant(ruleset: Ruleset, name: str) -> Traced:
    found = ruleset.constants[name]
    changes = []
    for option in ruleset.documents.game.options:
        for value in option.values:
            for constant, number in value.constants:
                if constant == name:
                    chosen = ruleset.options.get(option.id) == value.id
                    changes.append(Change(f"option {option.id}={value.id}", number, chosen, str(value.span)))
    return Traced(
        name, "constant", found.value, (), found.unit, found.span, found.source, _statements(ruleset, found.source),
        (*changes, *_variants(ruleset, found.span)), (), readers(ruleset, Target("constant", name)),
    )  # fmt: skip


def _keys(ruleset: Ruleset, table: Table, axis: int) -> list[str]:
    """Give the words of one way into a table, in order."""
    kind = ruleset.kinds.get(table.key_names[axis])
    low = table.lows[axis]
    if kind is not None:
        return list(kind.elements)
    return [str(low + at) for at in range(table.sizes[axis])]


def _unit(table: Table) -> str | None:
    match table.type:
        case NumberType(unit):
            return unit
        case other:
            return type_text(other)


def _shown_cell(ruleset: Ruleset, table: Table, at: int) -> Shown:
    value = table.cells[at]
    if isinstance(table.type, ElementType) and value is not None:
        return ruleset.kinds[table.type.kind].elements[value]
    return value


def _table(ruleset: Ruleset, table: Table) -> Traced:
    cells = []
    for at, value in enumerate(table.cells):
        rest, words = at, []
        for axis in reversed(range(len(table.sizes))):
            rest, index = divmod(rest, table.sizes[axis])
            words.append(_keys(ruleset, table, axis)[index])
        if value is not None:
            cells.append((f"{table.id}[{', '.join(reversed(words))}]", value))
    source = table.declared.source
    changes = tuple(change for span in dict.fromkeys(table.spans) for change in _variants(ruleset, span))
    return Traced(
        table.id, "table", None, tuple(cells), _unit(table), table.declared.span, source, _statements(ruleset, source),
        tuple(dict.fromkeys(changes)), (), readers(ruleset, Target("table", table.id)),
    )  # fmt: skip


def _cell(ruleset: Ruleset, table: Table, words: list[str]) -> Traced:
    whole = _table(ruleset, table)
    if len(words) != len(table.sizes):
        raise Wrong("X111", word=", ".join(words), what=f"cell of {table.id}", expected=", ".join(table.key_names))
    at = 0
    for axis, word in enumerate(words):
        known = _keys(ruleset, table, axis)
        if word not in known:
            raise Wrong(
                "X111", near=near(word, known), word=word, what=table.key_names[axis], expected=", ".join(known)
            )
        at = at * table.sizes[axis] + known.index(word)
    if table.cells[at] is None:
        row = at - at % table.sizes[-1]
        there = [word for word, value in zip(known, table.cells[row:], strict=False) if value is not None]
        raise Wrong("X111", word=words[-1], what=table.key_names[-1], expected=", ".join(there) or "none")
    name = f"{table.id}[{', '.join(words)}]"
    return dataclasses.replace(
        whole,
        name=name,
        form="cell of a table",
        value=_shown_cell(ruleset, table, at),
        cells=(),
        place=table.spans[at],
        changes=_variants(ruleset, table.spans[at]),
    )


def _kind_with(ruleset: Ruleset, element: str, field: str, text: str) -> Kind:
    for kind in ruleset.kinds.values():
        if kind.declared is not None and element in kind.elements and field in kind.values:
            return kind
    raise _unknown(ruleset, text)


def _field(ruleset: Ruleset, kind: Kind, element: str, field: str) -> Traced:
    name = f"{kind.id}.{element}.{field}"
    at, declared = kind.index(element), kind.declared
    if at is None or field not in kind.values or declared is None:
        raise _unknown(ruleset, name)
    value, unit = kind.values[field][at], kind.fields[field].of
    written = next((found for found in declared.elements if found.id == element), None)
    place = declared.span if written is None else written.span
    if written is not None:
        place = next((cell.span for key, cell in written.cells if key == field), place)
    return Traced(
        name, f"field of {kind.id}", _stored(ruleset, kind, field, value), (), unit, place, declared.source,
        _statements(ruleset, declared.source), _variants(ruleset, place), (),
        readers(ruleset, Target("field", kind.id, field)),
    )  # fmt: skip


def _stored(ruleset: Ruleset, kind: Kind, field: str, value: int | str | tuple[int, ...] | None) -> Shown:
    declared = kind.fields[field]
    names = ruleset.kinds[declared.of].elements if declared.form in ("kind", "set") and declared.of else ()
    match value:
        case tuple():
            return [names[item] for item in value]
        case int() if declared.form == "kind":
            return names[value] if value >= 0 else None
        case int() if declared.form == "truth":
            return bool(value)
        case _:
            return value


def _define(ruleset: Ruleset, name: str) -> Traced:
    found = ruleset.defines[name]
    unit = found.type.unit if isinstance(found.type, NumberType) else type_text(found.type)
    source = Source(tuple(cite.id for cite in found.node.cites))
    adjusted = tuple(Change(f"adjust {adjust.name}", None, True, str(adjust.span)) for adjust, _, _ in found.adjusts)
    return Traced(
        name, "define", None, (), unit, found.node.span, source, _statements(ruleset, source),
        (*adjusted, *_variants(ruleset, found.node.span)), tuple(dict.fromkeys(names_read(found.value))),
        readers(ruleset, Target("define", name)),
    )  # fmt: skip


def _statements(ruleset: Ruleset, source: Source) -> tuple[Statement, ...]:
    known = {entry.id: entry for entry in ruleset.documents.inventory}
    found = [known[cite] for cite in source.cites if cite in known]
    return tuple(Statement(entry.id, entry.statement, entry.sources, entry.ruling) for entry in found)


def _variants(ruleset: Ruleset, span: Span) -> tuple[Change, ...]:
    """Give the variant in whose files a value stands, if any."""
    folder = span.file.partition("/")[0]
    for variant in ruleset.documents.variants:
        if span.file == variant.span.file or (folder != span.file and folder == variant.span.file.partition("/")[0]):
            if folder == ruleset.documents.folder and span.file != variant.span.file:
                continue
            return (Change(f"variant {variant.id}", None, True, str(span)),)
    return ()
