"""What variants of the bazaar have, as the tests of cells look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reguli.reference.reference_entry import FOLDER
from reguli.ruleset.document_nodes import Documents

HEAD = f"variant: mine\nof: {FOLDER / 'sample'}\nname: Mine\n"
NO_COMB = "remove:\n  boards: [comb]\n  values: {square: [comb]}\n"
ONLY_HALL = "remove: {boards: [yard]}\nreplace:\n  boards: {by: player_count, 3: [hall]}\n"
NO_GIFTS = "remove: {use: [kindness], rules: [note_gift, evening_gifts], parts: [closing/if stage]}\n"
WHISTLE = "rules/more.rules"


def ids(found: Iterable[Any]) -> list[str]:
    """Return the names of declarations."""
    return [one.id for one in found]


def one(found: Iterable[Any], name: str) -> Any:
    """Return the declaration of a name."""
    return next(one for one in found if one.id == name)


def options(there: Documents) -> dict[str, Any]:
    """Return the options with their defaults."""
    return {one.id: one.default for one in there.game.options}


def values(there: Documents, option: str) -> list[str]:
    """Return the values of an option."""
    return ids(one(there.game.options, option).values)


def constant(there: Documents, name: str) -> tuple[int, str | None]:
    """Return a constant with its unit."""
    found = one(there.constants, name)
    return found.value, found.unit


def written(row: Any) -> object:
    """Return what a row of a table says, by its keys."""
    if row.items is not None:
        return [written(one) for one in row.items]
    return row.value if row.entries is None else {key: written(one) for key, one in row.entries}


def table(there: Documents, name: str) -> object:
    """Return what a table says, by its keys."""
    return written(one(there.tables, name).rows)


def state(there: Documents) -> list[str]:
    """Return what is tracked."""
    return [f"{one.owner}.{one.id}" for one in there.state]


def held(there: Documents, name: str) -> Any:
    """Return how something is tracked."""
    return next(one for one in there.state if f"{one.owner}.{one.id}" == name)


def elements(there: Documents, kind: str) -> list[str]:
    """Return the elements of a kind."""
    return ids(one(there.kinds, kind).elements)


def cell(there: Documents, kind: str, element: str, field: str) -> Any:
    """Return a cell of an element."""
    return dict(one(one(there.kinds, kind).elements, element).cells)[field]


def rules(there: Documents) -> list[str]:
    """Return the names of rules."""
    return [item.name for file in there.rules for item in file.items if hasattr(item, "name")]


def boards(there: Documents) -> list[str]:
    """Return the boards on which something lies."""
    return sorted({one.board for one in (*there.kinds, *there.elsewhere) if getattr(one, "board", None)})


Cell = tuple[str, dict[str, str], Callable[[Documents], object], object]
"""What the variant says, its other files, what is looked at, and what that must be."""
PLAIN: dict[str, str] = {}
