"""What a wording can speak of: the kinds of values a rule offers, and the values themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from reguli.words.noun import Name, Range

PlainKind: TypeAlias = Literal["number", "term", "name", "list", "truth"]


@dataclass(frozen=True, slots=True)
class RowsOf:
    """The kind of a table whose rows offer these names."""

    fields: Reach


Kind: TypeAlias = PlainKind | RowsOf
Reach: TypeAlias = Mapping[str, Kind]
"""The names a wording may use, with what each is."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table, each with the values of its fields."""

    rows: tuple[Mapping[str, Value], ...]


Value: TypeAlias = bool | int | str | Range | Name | tuple["Value", ...] | Rows | None
"""A truth, a number, a term's id, a range, a person or place, a list, rows; None is "any number"."""

Values: TypeAlias = Mapping[str, Value]


def kind_of(value: Value) -> str:
    """Name the kind of a value in a finding."""
    match value:
        case None:
            return "any number"
        case bool():
            return "a truth"
        case int() | Range():
            return "a number"
        case str():
            return "a term"
        case Name():
            return "a name"
        case Rows():
            return "rows"
        case _:
            return "a list"
