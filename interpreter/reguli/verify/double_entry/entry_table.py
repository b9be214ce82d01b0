"""A thing that can be entered a second time: rows under keys, each value with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

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
        """Give the id of what a column says: ``table:worth``, ``constant:fee`` for a row of constants, ``kind:card.number``."""
        section, _, name = self.id.partition(".")
        own = name if self.board is None else f"{name}@{self.board}"
        return f"{section.removesuffix('s')}:{own or column}" + (f".{column}" if section == "kinds" else "")
