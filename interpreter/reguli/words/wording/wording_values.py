"""What a wording can speak of: the kinds of values a rule offers, and the values themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Final, Literal, TypeAlias

from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.words.grammar.grammar_values import Name, Range
from reguli.words.wording.wording_parser import Wording

PlainKind: TypeAlias = Literal["number", "term", "name", "list", "truth", "phrase"]


@kept
class RowsOf(Kept):
    """The kind of a table whose rows offer these names."""

    fields: Reach


Kind: TypeAlias = PlainKind | RowsOf
Reach: TypeAlias = Mapping[str, Kind]
"""The names a wording may use, with what each is."""


@kept
class Rows(Kept):
    """The rows of a table, each with the values of its fields."""

    rows: tuple[Mapping[str, Value], ...]


@kept
class Phrase(Kept):
    """Several words that are inflected as one noun: a small wording with its own values.

    A form asked of the phrase is given to the value named ``head``. ``after`` is the wording used after a preposition
    where that differs; ``traits`` are the keys a choice by the phrase answers to: gender, number, ``definite``, ….
    """

    wording: Wording
    values: Values
    head: str
    traits: tuple[str, ...] = ()
    after: Wording | None = None


Value: TypeAlias = bool | int | str | Range | Name | Phrase | tuple["Value", ...] | Rows | None
"""A truth, a number, a term's id, a range, a person or place, a phrase, a list, rows; None is "any number"."""

Values: TypeAlias = Mapping[str, Value]


_SORTS: Final = (
    (NoneType, Said("sort.any_number")),
    (bool, Said("sort.truth")),
    (int | Range, Said("sort.number")),
    (str, Said("sort.term")),
    (Name, Said("sort.name")),
    (Phrase, Said("sort.phrase")),
    (Rows, Said("sort.rows")),
    (tuple, Said("sort.list")),
)


def kind_of(value: Value) -> Said:
    """Name the kind of a value in a finding."""
    return next(said for form, said in _SORTS if isinstance(value, form))
