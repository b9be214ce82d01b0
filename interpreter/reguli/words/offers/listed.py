"""Values that a sentence names one by one, and whether it names all of them.

A bridge that costs 1 fund and 2 concrete is described by two cells of one value, told apart by their key. When a third resource is added
and the bridge costs that one too, both numbers stay right and the sentence is false. So of each value whose keys a sentence names
one by one, the keys are compared with those that it has now. A sentence may name some of them on purpose ("the silver and the gold stack hold 9
contracts"): its signature keeps which lists are partial, and only a new one is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from reguli.model import ruleset as m
from reguli.source.kept import Kept, kept
from reguli.source.span import Span
from reguli.words.offers.subjects import Subject
from reguli.words.offers.tables import PLAYER_COUNT

NEXT: Final = "next"
"""How the name of the number after a value ends."""
WHOLE: Final = frozenset({"rows", "values", "span", "least", "most", "each"})
"""How the names end of what says all cells of a value at once."""
_CELL: Final = re.compile(r"table:([^\[]+)\[(.*)\]")
_FIELD: Final = re.compile(r"field:([^.]+)\.([^.]+)\.([^.]+)")
Path = tuple[str, ...]


@kept
class Partial(Kept):
    """A value of which a sentence names some keys and not others: the value, the first key left out, and where that has its value."""

    of: str
    key: str
    span: Span


def partial_lists(subject: Subject, names: Iterable[str], ruleset: m.Ruleset) -> tuple[Partial, ...]:
    """Return the values of which a sentence that says some ``names`` lists at least two keys, and leaves out another that has a value."""
    said: dict[str, set[Path]] = {}
    whole = set[str]()
    for name in names:
        for value, path in _places(subject, name, ruleset):
            said.setdefault(value, set()).add(path)
            whole |= {value} if path and path[-1] in WHOLE else set()
    found = (one for value, paths in said.items() if value not in whole for one in _partial(value, paths, ruleset))
    return tuple(sorted(found, key=lambda one: one.of))


def _places(subject: Subject, name: str, ruleset: m.Ruleset) -> Iterable[tuple[str, Path]]:
    """Return where the value of a name stands: the table, field or supply, and the keys in it."""
    if subject.sort == "card":
        offer = subject.offers.get(name)
        return () if offer is None else (place for one in offer.cells if (place := _read(one, ruleset)) is not None)
    parts = tuple(name.split("."))
    parts = parts[:-1] if parts[-1] == NEXT else parts
    for size in (2, 1):
        value = ".".join(parts[:size])
        if value in ruleset.tables or _of_kind(value, ruleset) is not None:
            return ((value, parts[size:]),) if len(parts) > size else ()
    return ()


def _read(value_id: str, ruleset: m.Ruleset) -> tuple[str, Path] | None:
    """Read the id that a product has of a value: of its cell, or of the field of an element."""
    if found := _FIELD.fullmatch(value_id):
        return f"{found[1]}.{found[3]}", (found[2],)
    cell = _CELL.fullmatch(value_id)
    table = None if cell is None else ruleset.tables.get(cell[1])
    if cell is None or table is None:
        return None
    keys = zip(table.key_names, cell[2].split(","), strict=False)
    return table.id, tuple(key for name, key in keys if name != PLAYER_COUNT)


def _partial(value: str, said: set[Path], ruleset: m.Ruleset) -> Iterable[Partial]:
    cells = _cells(value, ruleset)
    for at in range(len(next(iter(cells), ()))):
        lists: dict[tuple[Path, Path], set[str]] = {}
        for path in said & cells.keys():
            lists.setdefault((path[:at], path[at + 1 :]), set()).add(path[at])
        for (before, behind), keys in lists.items():
            left = [path for path in cells if (path[:at], path[at + 1 :]) == (before, behind) and path[at] not in keys]
            if len(keys) > 1 and left:
                first = max(left, key=lambda path: is_new(cells[path], ruleset))
                yield Partial(".".join((value, *before, "*", *behind)).removesuffix(".*"), first[at], cells[first])


def is_new(span: Span, ruleset: m.Ruleset) -> bool:
    """Return whether something is written in the outermost variant."""
    return any(span.file == one.span.file for one in ruleset.documents.variants[-1:])


def _cells(value: str, ruleset: m.Ruleset) -> Mapping[Path, Span]:
    """Return the cells of a value that are not nothing, each with its place; keys of numbers of players are left out."""
    table = ruleset.tables.get(value)
    if table is None:
        return _of_kind(value, ruleset) or {}
    names = []
    for at, key in enumerate(table.declared.keys):
        kind = None if key.low is not None else ruleset.kinds.get(key.name)
        low, size = table.lows[at], table.sizes[at]
        names.append(tuple(map(str, range(low, low + size))) if kind is None else kind.elements)
    counted = [name == PLAYER_COUNT for name in table.key_names]
    return {
        tuple(key for key, left in zip(path, counted, strict=True) if not left): span
        for path, cell, span in zip(product(*names), table.cells, table.spans, strict=True)
        if cell
    }


def _of_kind(value: str, ruleset: m.Ruleset) -> Mapping[Path, Span] | None:
    """Return the numbers of a field by element, or how many tokens there are of each variety; None for a value that is neither."""
    name, _, field = value.partition(".")
    kind = ruleset.kinds.get(name)
    if kind is None:
        return None
    if not field:
        variety = ruleset.kinds.get(kind.variety or "")
        counted = () if variety is None else zip(variety.elements, kind.supply, strict=False)
        spans = {} if variety is None else _spans(variety)
        return {(element,): spans.get(element, kind.span) for element, count in counted if count}
    if field not in kind.fields or kind.fields[field].form != "number" or field not in kind.values:
        return None
    spans = _spans(kind)
    return {
        (element,): spans.get(element, kind.span)
        for element, number in zip(kind.elements, kind.values[field], strict=True)
        if number
    }


def _spans(kind: m.Kind) -> Mapping[str, Span]:
    return {} if kind.declared is None else {one.id: one.span for one in kind.declared.elements}
