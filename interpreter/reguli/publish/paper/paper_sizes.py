"""Sizes of sheets and cards for printing, in millimetres, and the printing purposes."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from reguli.source.frozen_values import FrozenValue, frozen_class

Purpose: TypeAlias = Literal["home", "press", "table"]
PURPOSES: Final[tuple[Purpose, ...]] = ("home", "press", "table")
"""A printer at home, a print shop, a virtual tabletop."""
POINTS: Final = 72 / 25.4
"""Points in a millimetre."""
BLEED: Final = 3.0
"""What a print shop cuts away around a page."""


@frozen_class
class Paper(FrozenValue):
    """A paper size: width, height and margin in mm, number of text columns, font sizes to try in points, largest first.

    ``card`` is a size that is cut out of sheets; ``gutter`` the room between columns in mm.
    """

    id: str
    width: float
    height: float
    margin: float
    columns: int
    sizes: tuple[float, ...]
    gutter: float = 6.0
    card: bool = False

    @property
    def room(self) -> tuple[float, float]:
        """Return the width and height of the printable area, in points."""
        return (self.width - 2 * self.margin) * POINTS, (self.height - 2 * self.margin) * POINTS

    @property
    def column(self) -> float:
        """Return the width of one column, in points."""
        return (self.room[0] - (self.columns - 1) * self.gutter * POINTS) / self.columns


_LARGE: Final = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5)
_SMALL: Final = (8.0, 7.75, 7.5, 7.25, 7.0)
PAPERS: Final = (
    Paper("a4", 210, 297, 11, 2, _LARGE, 7),
    Paper("letter", 215.9, 279.4, 11, 2, _LARGE, 7),
    Paper("a5", 148, 210, 8, 2, _LARGE),
    Paper("poker", 63, 88, 4, 1, _SMALL, card=True),
)
PAPER_NAMES: Final = tuple(paper.id for paper in PAPERS)


def paper_by_name(name: str) -> Paper:
    """Return the paper with a name from ``PAPERS``."""
    return next(paper for paper in PAPERS if paper.id == name)
