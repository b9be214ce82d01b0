"""What the rules offer to a wording, as values of a plan: each with the ids of the places in the ruleset it is read from.

``limit`` and ``limit.next`` are read from ``constant:limit``; ``fees.2`` from ``table:fees[2]``; ``fees.rows`` from every cell.
Of a table by number of players the base value is read from the cells that have it, its exceptions from the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model.ruleset import Ruleset, Table
from reguli.publish.document.cells import PLAYER_COUNT, key_texts
from reguli.publish.document.sayable import Given, GivenRows
from reguli.words.grammar.noun import Name, Range
from reguli.words.offers.elements import COUNTED_KINDS
from reguli.words.offers.offers import Offers
from reguli.words.wording.values import Rows, RowsOf

Offered = Mapping[str, Given | GivenRows]
Cell: TypeAlias = tuple[tuple[str, ...], int]
"""A cell of a table, with its keys before it."""

PLAYERS: Final = "players"
_EXCEPTIONS: Final = ("exceptions", "exception_runs")
_OF_CELLS: Final = frozenset(
    {"next", "rows", "values", "least", "most", "each", "span", "labels", "count", *_EXCEPTIONS}
)
"""How the names of values end that are made of other values."""


def offered(offers: Offers, origins: Origins) -> Offered:
    """Give what is known of some offers before any playthrough."""
    return MappingProxyType(dict(_given(offers, origins)))


def _given(offers: Offers, origins: Origins) -> Iterator[tuple[str, Given | GivenRows]]:
    for name, offer in offers.items():
        value = offer.value
        match value:
            case Rows():
                columns = offer.kind.fields if isinstance(offer.kind, RowsOf) else {}
                yield name, GivenRows(value, columns, origins.of(name))
            case tuple():
                items = tuple(item for item in value if isinstance(item, int | str | Name | Range))
                yield name, Given(items, origins.of(name))
            case bool() | int() | str() | Range() | Name():
                yield name, Given(value, origins.of(name))
            case _:
                continue


class Origins:
    """Finds where values of a ruleset come from, for a number of players or for every number; each name is looked up once."""

    def __init__(self, ruleset: Ruleset, players: int | None) -> None:
        self.ruleset = ruleset
        self.players = players
        self.known: dict[str, tuple[str, ...]] = {}

    def of(self, name: str) -> tuple[str, ...]:
        """Give the ids of the places a value is read from; one of the example's own has its name."""
        if name not in self.known:
            self.known[name] = self._found(name)
        return self.known[name]

    def _found(self, name: str) -> tuple[str, ...]:
        head, *path = name.split(".")
        end = ""
        while path and path[-1] in _OF_CELLS:
            end = path.pop()
        if head in self.ruleset.constants:
            return (f"constant:{head}",)
        if head in self.ruleset.tables:
            return tuple(self._cells(self.ruleset.tables[head], path, end))
        if head == PLAYERS:
            return (f"{PLAYERS}:max",) if end == "most" else (f"{PLAYERS}:min", f"{PLAYERS}:max")
        if head in COUNTED_KINDS and path:
            return (f"{head}:{path[0]}",)
        if head in self.ruleset.kinds:
            return (".".join((f"kind:{head}", *path)),)
        if head in self.ruleset.options:
            return (f"option:{head}",)
        return (f"state:{head}" if end or path == ["capacity"] else f"value:{name}",)

    def _cells(self, table: Table, path: list[str], end: str) -> Iterator[str]:
        """Give the cells of a table below a path of keys, the number of players left out of it."""
        other = next((at for at, word in enumerate(path) if word in self.ruleset.tables), None)
        if other is not None:
            yield from self._placed(table, path[:other], path[other])
            return
        found = self._below(table, path)
        if PLAYER_COUNT in table.key_names:
            found = [one for group in _by_rest(table, found).values() for one in self._chosen(table, group, end)]
        for texts, _ in found:
            yield f"table:{table.id}[{','.join(texts)}]"

    def _placed(self, table: Table, path: list[str], other: str) -> Iterator[str]:
        """Give the cells of the first so many places of another table, and the amount that says how many."""
        for texts, amount in self._below(table, path):
            yield f"table:{table.id}[{','.join(texts)}]"
            for place in range(1, amount + 1):
                yield f"table:{other}[{','.join((*texts, str(place)))}]"

    def _below(self, table: Table, path: list[str]) -> list[Cell]:
        """Give the cells there are below a path of keys."""
        every = product(*(key_texts(self.ruleset, table, at) for at in range(len(table.key_names))))
        found = [(texts, cell) for texts, cell in zip(every, table.cells, strict=True) if cell is not None]
        number = table.key_names.index(PLAYER_COUNT) if PLAYER_COUNT in table.key_names else len(table.key_names)
        return [one for one in found if [*one[0][:number], *one[0][number + 1 :]][: len(path)] == path]

    def _chosen(self, table: Table, group: list[Cell], end: str) -> list[Cell]:
        """Keep of the cells that differ in the number of players those that a base value or its exceptions are."""
        at = table.key_names.index(PLAYER_COUNT)
        if self.players is not None:
            return [] if end in _EXCEPTIONS else [one for one in group if one[0][at] == str(self.players)]
        base = Counter(cell for _, cell in group).most_common(1)[0][0]
        return [one for one in group if (one[1] != base) == (end in _EXCEPTIONS)]


def _by_rest(table: Table, cells: list[Cell]) -> dict[tuple[str, ...], list[Cell]]:
    """Group cells that differ only in the number of players."""
    at = table.key_names.index(PLAYER_COUNT)
    found: dict[tuple[str, ...], list[Cell]] = {}
    for texts, cell in cells:
        found.setdefault((*texts[:at], *texts[at + 1 :]), []).append((texts, cell))
    return found
