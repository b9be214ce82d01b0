"""A card as it is printed in one language: lines of text runs and tables, each with the ids of the values it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from reguli.publish.document.runs import Run


@dataclass(frozen=True, slots=True)
class Line:
    """A text in runs; ``id`` is its wording's, ``values`` the ids of the values it says; ``made`` where no wording is.

    ``lang`` is the code of its language where that is another one than the page's.
    """

    runs: tuple[Run, ...]
    id: str = ""
    values: tuple[str, ...] = ()
    made: bool = False
    lang: str = ""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class SpokenListing:
    """Lines one below the other."""

    items: tuple[Line, ...]
    ordered: bool
    form: str = "listing"


@dataclass(frozen=True, slots=True)
class SpokenPhase:
    """A phase with its number, name, the order of play, and its lines."""

    number: Line
    name: Line
    order: Line | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SpokenPhases:
    """The phases of a round."""

    items: tuple[SpokenPhase, ...]
    form: str = "phases"


@dataclass(frozen=True, slots=True)
class Group:
    """A heading over neighbouring columns, ``first`` and ``span`` counted in columns."""

    line: Line | None
    first: int
    span: int


@dataclass(frozen=True, slots=True)
class SpokenRow:
    """A row of a table: its headings and cells."""

    headings: tuple[Line, ...]
    cells: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SpokenTable:
    """A table; ``groups`` is empty where no columns stand under a common heading; ``text`` where its cells are no numbers."""

    title: Line
    corner: tuple[Line, ...]
    groups: tuple[Group, ...]
    columns: tuple[Line, ...]
    rows: tuple[SpokenRow, ...]
    form: str = "table"
    text: bool = False


@dataclass(frozen=True, slots=True)
class SpokenStrip:
    """Keys over values, in lines of pairs."""

    title: Line
    key: Line
    value: Line
    lines: tuple[tuple[tuple[Line, Line], ...], ...]
    form: str = "strip"


SpokenBlock: TypeAlias = SpokenListing | SpokenPhases | SpokenTable | SpokenStrip


@dataclass(frozen=True, slots=True)
class SpokenSection:
    """A section with its heading."""

    id: str
    heading: Line
    wide: bool
    blocks: tuple[SpokenBlock, ...]


@dataclass(frozen=True, slots=True)
class SpokenCard:
    """A whole card in one language, its ``code`` as HTML writes it."""

    code: str
    ruleset: str
    name: str
    players: int | None
    head: tuple[Line, ...]
    sections: tuple[SpokenSection, ...]
    foot: tuple[Line, ...]
