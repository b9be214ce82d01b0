"""What a variant changes, as data: values, rules and the statements to be compared, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from reguli.model.ruleset import Kind, Ruleset, Table
from reguli.publish.document.cells import Keys, cell_given, element_given, key_texts
from reguli.publish.document.sayable import Given
from reguli.publish.document.tree import Difference
from reguli.words.grammar.noun import Name
from reguli.words.offers.citers import Citer, citers
from reguli.words.offers.signature import structure_of

RULES: Final = ("rule:", "stage:", "ranking:", "state:", "option:")
"""How the ids begin of what is compared by its structure; values are compared one by one."""
Known = Mapping[str, Given]


@dataclass(frozen=True, slots=True)
class ChangedRule:
    """A rule by its id, before and after; None where there is none."""

    id: str
    before: Citer | None
    after: Citer | None

    @property
    def cites(self) -> tuple[str, ...]:
        """The statements that it carries."""
        found = self.after or self.before
        return () if found is None else found.cites


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs between two rulesets, but for words; values by their places in the ruleset."""

    values: tuple[Difference[Given], ...]
    rules: tuple[ChangedRule, ...]


def compare(before: Ruleset, after: Ruleset) -> Changes:
    """Compare a ruleset with a variant of it."""
    old, new = dict(_values(before)), dict(_values(after))
    values = tuple(
        Difference(path, old.get(path), new.get(path))
        for path in dict.fromkeys((*old, *new))
        if path not in old or path not in new or old[path].value != new[path].value
    )
    return Changes(values, tuple(_rules(before, after)))


def _rules(before: Ruleset, after: Ruleset) -> Iterator[ChangedRule]:
    old = {name: one for name, one in citers(before).items() if name.startswith(RULES)}
    new = {name: one for name, one in citers(after).items() if name.startswith(RULES)}
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name), new.get(name)
        if was is None or now is None or structure_of(was, before) != structure_of(now, after):
            yield ChangedRule(name, was, now)


def _values(ruleset: Ruleset) -> Iterator[tuple[str, Given]]:
    """Give every value of a ruleset by its place, as variants name it."""
    low, high = ruleset.players
    yield "players.min", Given(low)
    yield "players.max", Given(high)
    for constant in ruleset.constants.values():
        yield f"constants.{constant.id}", Given(constant.value)
    for table in ruleset.tables.values():
        yield from _cells(table, ruleset)
    for kind in ruleset.kinds.values():
        yield from _fields(kind, ruleset)


def _cells(table: Table, ruleset: Ruleset) -> Iterator[tuple[str, Given]]:
    texts = [key_texts(ruleset, table, at) for at in range(len(table.key_names))]
    for at in product(*(range(size) for size in table.sizes)):
        cell = cell_given(ruleset, Keys(table, at))
        if cell.ids:
            keys = ", ".join(known[index] for known, index in zip(texts, at, strict=True))
            yield f"tables.{table.id}[{keys}]", cell


def _fields(kind: Kind, ruleset: Ruleset) -> Iterator[tuple[str, Given]]:
    for variety, supply in zip(_varieties(kind, ruleset), kind.supply, strict=False):
        yield f"{kind.id}.supply{variety}", Given(supply)
    if kind.declared is None or kind.form in {"tokens", "grid"}:
        return
    for index, element in enumerate(kind.elements):
        yield f"{kind.id}.{element}", Given(Name(kind.labels[index]))
        for field in kind.fields.values():
            value = kind.values[field.id][index]
            target = None if field.of is None else ruleset.kinds.get(field.of)
            match value:
                case tuple() if target is not None:
                    members = tuple(element_given(target, member).value for member in value)
                    said = tuple(one for one in members if isinstance(one, int | str | Name))
                    yield f"{kind.id}.{element}.{field.id}", Given(said)
                case int() if field.form == "truth":
                    yield f"{kind.id}.{element}.{field.id}", Given(bool(value))
                case int() if field.form == "kind" and target is not None and value >= 0:
                    yield f"{kind.id}.{element}.{field.id}", element_given(target, value)
                case int() if field.form == "number":
                    yield f"{kind.id}.{element}.{field.id}", Given(value)
                case str():
                    yield f"{kind.id}.{element}.{field.id}", Given(Name(value))
                case _:
                    continue


def _varieties(kind: Kind, ruleset: Ruleset) -> tuple[str, ...]:
    if kind.form != "tokens":
        return ()
    variety = None if kind.variety is None else ruleset.kinds.get(kind.variety)
    return ("",) if variety is None else tuple(f".{element}" for element in variety.elements)
