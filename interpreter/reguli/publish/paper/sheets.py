"""Puts the sides of cards and pages onto sheets: one a page with bleed for a print shop, nine up with crop marks at home.

Backs lie mirrored, so that a sheet turned over its long edge has each back behind its front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.publish.paper.sizes import BLEED, Grid, Paper, grid_on

MARK: Final = 4.0
"""The length of a crop mark in mm, and how far it stays away from the card."""
AWAY: Final = 1.0
TABLE_COLUMNS: Final = 10
"""A virtual tabletop cuts a picture into ten columns and at most seven rows."""
TABLE_ROWS: Final = 7


@dataclass(frozen=True, slots=True)
class Slot:
    """A side by its number, and where its upper left corner lies, in mm."""

    side: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet in mm with its bleed, what lies on it, and the crop marks: where each begins and how far it goes."""

    width: float
    height: float
    bleed: float
    slots: tuple[Slot, ...]
    marks: tuple[tuple[float, float, float, float], ...] = ()


def one_a_page(sides: Sequence[int], paper: Paper, *, bleed: bool, boxed: bool) -> tuple[Sheet, ...]:
    """Put every side on a page of its own; ``boxed`` where the format knows what is cut away, else the page is larger."""
    around = BLEED if bleed and not boxed else 0.0
    width, height = paper.width + 2 * around, paper.height + 2 * around
    inside = BLEED if bleed and boxed else 0.0
    return tuple(Sheet(width, height, inside, (Slot(side, around, around),)) for side in sides)


def sheets_for(cards: Sequence[tuple[int, int | None]], card: Paper, sheet: Paper) -> tuple[Sheet, ...]:
    """Put cards (front and back, None for an empty back) on sheets, each followed by that of its backs."""
    grid = grid_on(sheet, card)
    room = grid.columns * grid.rows
    found: list[Sheet] = []
    for begin in range(0, len(cards), room):
        lot = cards[begin : begin + room]
        fronts = tuple(_slot(front, at, grid, card, mirrored=False) for at, (front, _) in enumerate(lot))
        backs = tuple(
            _slot(back, at, grid, card, mirrored=True) for at, (_, back) in enumerate(lot) if back is not None
        )
        marks = tuple(_marks(grid, card))
        found.append(Sheet(sheet.width, sheet.height, 0.0, fronts, marks))
        if backs:
            found.append(Sheet(sheet.width, sheet.height, 0.0, backs, marks))
    return tuple(found)


def tabletop(sides: Sequence[int], card: Paper) -> tuple[Sheet, ...]:
    """Put fronts edge to edge, ten in a row, seven rows at most: what virtual tabletops cut cards from."""
    found = []
    for begin in range(0, len(sides), TABLE_COLUMNS * TABLE_ROWS):
        lot = sides[begin : begin + TABLE_COLUMNS * TABLE_ROWS]
        columns = min(TABLE_COLUMNS, len(lot))
        rows = -(-len(lot) // columns)
        grid = Grid(columns, rows, 0.0, 0.0)
        slots = tuple(_slot(side, at, grid, card, mirrored=False) for at, side in enumerate(lot))
        found.append(Sheet(columns * card.width, rows * card.height, 0.0, slots))
    return tuple(found)


def _slot(side: int, at: int, grid: Grid, card: Paper, *, mirrored: bool) -> Slot:
    row, column = divmod(at, grid.columns)
    column = grid.columns - 1 - column if mirrored else column
    return Slot(side, round(grid.left + column * card.width, 4), round(grid.top + row * card.height, 4))


def _marks(grid: Grid, card: Paper) -> Iterator[tuple[float, float, float, float]]:
    """Give the crop marks: beyond every edge of the block of cards, in line with each cut."""
    right, bottom = grid.left + grid.columns * card.width, grid.top + grid.rows * card.height
    for column in range(grid.columns + 1):
        x = grid.left + column * card.width
        yield x, grid.top - AWAY - MARK, 0.0, MARK
        yield x, bottom + AWAY, 0.0, MARK
    for row in range(grid.rows + 1):
        y = grid.top + row * card.height
        yield grid.left - AWAY - MARK, y, MARK, 0.0
        yield right + AWAY, y, MARK, 0.0
