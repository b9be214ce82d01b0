"""The values that the rules offer to a wording, in the form used in plans: each with the ids of its places in the ruleset.

``limit`` and ``limit.next`` are read from ``constant:limit``; ``fees.2`` from ``table:fees[2]``; ``fees.rows`` from every cell.
Of a table by number of players the base value is read from the cells that have it, its exceptions from the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.inline_nodes import LiteralRows, LiteralValue
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.placeholders.placeholder_values import COUNTED_KINDS, Offers, PlaceholderValue
from reguli.words.wording_parser import RowsKind, RowValues

PLAYERS: Final = "players"
_MADE: Final = ("next", "least", "most", "each", "labels", "count")
"""How the names of values end that are made of other values."""


class _Offered(Mapping[str, LiteralValue | LiteralRows]):
    """The known values of some offers, computed on access, since a sentence uses few of them."""

    def __init__(self, offers: Offers, ruleset: Ruleset) -> None:
        self._offers, self._ruleset = offers, ruleset

    def __getitem__(self, name: str) -> LiteralValue | LiteralRows:
        offer = self._offers[name]
        value, ids = offer.value, offer.cells or _origins(name, self._ruleset)
        match value:
            case RowValues():
                return LiteralRows(value, offer.kind.fields if isinstance(offer.kind, RowsKind) else {}, ids)
            case tuple():
                return LiteralValue(
                    tuple(item for item in value if isinstance(item, int | str | ProperName | NumberRange)), ids
                )
            case int() | str() | NumberRange() | ProperName():
                return LiteralValue(value, ids)
            case _:
                raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, offer in self._offers.items() if _is_known(offer))

    def __len__(self) -> int:
        return sum(map(_is_known, self._offers.values()))


def known_placeholder_values(offers: Offers, ruleset: Ruleset) -> Mapping[str, LiteralValue | LiteralRows]:
    """Return those placeholder values of a ruleset that are known before any game is played."""
    return _Offered(offers, ruleset)


def _is_known(offer: PlaceholderValue) -> bool:
    return isinstance(offer.value, RowValues | tuple | int | str | NumberRange | ProperName)


def _origins(name: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the places that a value without a cell is read from; an example's own value has its name."""
    head, *path = name.split(".")
    end = ""
    while path and path[-1] in _MADE:
        end = path.pop()
    if head in ruleset.constants:
        return (f"constant:{head}",)
    if head in ruleset.tables:
        return ()
    if head == PLAYERS:
        return (f"{PLAYERS}:max",) if end == "most" else (f"{PLAYERS}:min", f"{PLAYERS}:max")
    if head in COUNTED_KINDS and path:
        return (f"{head}:{path[0]}",)
    if head in ruleset.kinds:
        return (".".join((f"kind:{head}", *path)),)
    if head in ruleset.options:
        return (f"option:{head}",)
    return (f"state:{head}" if end or path == ["capacity"] else f"value:{name}",)
