"""Kinds of things as documents write them: their fields, elements, copies, grids and rules; and what every document is made of."""

from __future__ import annotations

from typing import Literal

from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.statements import Statement
from reguli.language.syntax_tree.top_level_items import Item
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

Value = int | bool | str | tuple["Value", ...]
"""A value as written: a number, a truth, an id or text, or a list of these."""


@kept
class Written(Kept):
    """What stands at a place of a document."""

    span: Span


@kept
class Declared(Written):
    """What a document declares, by its name."""

    id: str


@kept
class Source(Kept):
    """Where a value or rule comes from: inventory ids, and how it was obtained when not from a rulebook."""

    cites: tuple[str, ...] = ()
    provenance: str | None = None
    says: tuple[tuple[str, str, Span], ...] = ()
    """What words the statements that it cites: the codes of languages with the texts, and where these stand."""


@kept
class TableKey(Written):
    """One way into a table: ``player_count``, a kind, or whole numbers from ``low`` to ``high``."""

    name: str
    low: int | None = None
    high: int | None = None


@kept
class TableRow(Written):
    """One level of a table: a cell, a list in key order, or a mapping by key."""

    value: int | str | None = None
    items: tuple[TableRow, ...] | None = None
    entries: tuple[tuple[str, TableRow], ...] | None = None


@kept
class FieldDecl(Declared):
    """What each element of a kind has, fixed for the whole game."""

    form: Literal["number", "truth", "kind", "set", "text", "procedure", "condition", "amount"]
    """An ``amount`` is a number that is asked for, with values given."""
    of: str | None = None
    """The unit of a number, or the kind of an element or set."""
    compares: tuple[str, ...] = ()
    """Units a rank may be compared with."""
    parameters: tuple[tuple[str, str], ...] = ()
    """What it is asked for or run with: names with their kinds."""
    inverse: str | None = None
    """Of an element or set: what the way back from them is called."""
    by: tuple[TableKey, ...] = ()
    """What tells the values of one element apart, one for each key."""
    laid: str | None = None
    """Of a cell whose data hang on the part that lies there: the kind of the spots. The part and its way round are the first keys."""
    default: Value | None = None
    has_default: bool = False


@kept
class Cell(Written):
    """One value of one element, with its place; rules texts on pieces are parsed already."""

    value: Value | None
    row: TableRow | None = None
    """The values of a field that has keys."""
    body: tuple[Statement, ...] | None = None
    condition: Expression | None = None
    items: tuple[Item, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether it is the cell of a rule that is not there."""
        return self.body is None and self.condition is None


@kept
class Letter(Written):
    """A letter of a drawing with its column and line, both from 0, the top line first."""

    point: tuple[int, int]
    letter: str


@kept
class ElementDecl(Declared):
    """One element of a kind: its id and its cells by field."""

    cells: tuple[tuple[str, Cell], ...]
    players: tuple[int, ...] | None = None
    """The numbers of players at which it is there; ``None`` for all."""
    drawn: tuple[tuple[int, int], ...] = ()
    """Of a shape: the columns and lines of its parts as they are drawn, both from 0, top line first."""
    counted: tuple[int, ...] | None = None
    """The numbers of players for which it is said how many copies there are; ``None`` where that is the same for all."""
    map: tuple[Letter, ...] = ()
    """Of a part of a board: its letters."""


@kept
class TokensDecl(Written):
    """Pieces that only count: how many of each variety; ``None`` is without limit."""

    variety: str | None
    supply: tuple[tuple[str, int | None], ...]
    """By variety id; a single pair with id ``""`` holds for every variety."""


@kept
class DrawnCell(Written):
    """A letter of a drawn board: its column and line, both from 0, the top line first, and what the legend says of it."""

    point: tuple[int, int]
    letter: ElementDecl


@kept
class Chosen(Written):
    """What is settled for a spot: one name; or by lot one of some names, or of all there are where none are given."""

    names: tuple[tuple[str, Span], ...] = ()
    by_lot: bool = False


@kept
class SpotDecl(Declared):
    """A spot of a board, by the letter that draws it: which part lies there, and which way round; as it is drawn, where that is not said."""

    part: Chosen
    way: Chosen | None = None


@kept
class JoinDecl(Written):
    """What a board is joined of: the kind of the parts, what the spots are called, and what lies on each."""

    parts: str
    parts_span: Span
    spots: str
    spots_span: Span
    lay: tuple[SpotDecl, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the map that are spots."""
        return tuple(spot.id for spot in self.lay)


@kept
class GridDecl(Written):
    """A board of like cells; sizes are numbers or names of constants, and there are none where the board is drawn."""

    shape: Literal["square", "hexagon", "rhombus"]
    sizes: tuple[tuple[str, int | str, Span], ...]
    edges: str | None = None
    corners: str | None = None
    drawn: tuple[DrawnCell, ...] | None = None
    legend: tuple[ElementDecl, ...] = ()
    """What the letters of a drawn board mean."""
    without: tuple[str | tuple[int, int], ...] = ()
    """Cells that this number of players does not have, by name or by where their letter stands."""


@kept
class InForce(Written):
    """When the rules on a kind are in force.

    Where its piece must lie (``player.cards``, ``market``), the kind of the pieces that carry it by a field, the player who owns it,
    and what else must hold.
    """

    zone: Expression | None
    of: str | None
    of_span: Span | None
    owner: Expression | None
    where: Expression | None


@kept
class KindDecl(Declared):
    """A kind: plain elements, unique pieces, counted tokens, edges between elements, or cells of a grid."""

    plural: str
    form: Literal["elements", "pieces", "tokens", "edges", "grid"]
    fields: tuple[FieldDecl, ...]
    elements: tuple[ElementDecl, ...]
    label: str | None
    rank: str | None
    ring: bool
    """Whether the first element follows the last, and the elements go round."""
    joins: str | None
    tokens: TokensDecl | None
    grid: GridDecl | None
    starts: Expression | None
    source: Source
    in_force: InForce | None = None
    rules: tuple[Item, ...] = ()
    """What stands on each of its elements."""
    mirror: bool = False
    """Whether its shapes, and parts of boards, may be turned over."""
    join: JoinDecl | None = None
    """Of a grid: the parts that it is joined of."""
    board: str | None = None
