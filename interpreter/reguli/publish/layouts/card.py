"""The layout of a card as written in ``card.yaml``, ``setup.yaml`` or ``summary.yaml``: sections, in order, saying which values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from reguli.source.span import Span


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a value is read: ``constants.ID``, ``tables.ID[key, …]``, ``phases.ID``, ``stages.ID.effective``, ….

    ``path`` holds the words between the points, ``keys`` what stands in the brackets (none without brackets).
    """

    span: Span
    text: str
    path: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FromTo:
    """A range from one value to another."""

    span: Span
    first: Reference
    last: Reference


Spec: TypeAlias = Reference | FromTo
Named: TypeAlias = tuple[tuple[str, Spec], ...]
"""The values a wording is given, by the names it uses."""


@dataclass(frozen=True, slots=True)
class Say:
    """A statement: the id of its wording, its values, and the statements of the rulebook that it says in short."""

    span: Span
    id: str
    values: Named
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A statement of the rulebook, by its own wording."""

    span: Span
    id: str


@dataclass(frozen=True, slots=True)
class PhasesPart:
    """The phases of the round in their order, each with statements."""

    span: Span
    said: tuple[tuple[str, Span, tuple[Say, ...]], ...]


@dataclass(frozen=True, slots=True)
class RankingPart:
    """The criteria of the final ranking, in their order."""

    span: Span


@dataclass(frozen=True, slots=True)
class OptionsPart:
    """The options of the game with what was chosen."""

    span: Span


@dataclass(frozen=True, slots=True)
class NumbersPart:
    """All constants, one below the other."""

    span: Span


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the cells, and the values its heading speaks of."""

    cell: Reference
    values: Named


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table: the values its title speaks of, its row keys, and what stands in each row.

    That is, for each value of the keys ``across``, a ``cell``; or, of the cells of ``spread``, how many have each
    value; then the ``columns``.
    """

    span: Span
    id: str
    values: Named
    rows: tuple[tuple[str, Span], ...]
    across: tuple[tuple[str, Span], ...]
    cell: Reference | None
    spread: Reference | None
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class StripPart:
    """A table of one key, written as pairs of key and value, so many to a line; its title may speak of values."""

    span: Span
    id: str
    values: Named
    of: Reference
    wrap: int


Part: TypeAlias = Say | Quote | PhasesPart | RankingPart | OptionsPart | NumbersPart | TablePart | StripPart


@dataclass(frozen=True, slots=True)
class SectionDecl:
    """A section: its id, the values its heading speaks of, its parts; a wide one takes the whole width of the page.

    The statements of an ``ordered`` one are done one after the other.
    """

    span: Span
    id: str
    wide: bool
    values: Named
    parts: tuple[Part, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole card; ``generic`` when nobody wrote it and it was made from the ruleset alone.

    ``pages`` says by paper how many pages it may take, ``paper`` which is its usual one where it is not that of the product.
    """

    sections: tuple[SectionDecl, ...]
    generic: bool = False
    pages: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    paper: str = ""
