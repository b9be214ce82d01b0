"""Sizes of sheets and cards for printing, in millimetres, and the printing purposes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name

Purpose: TypeAlias = Literal["home", "press", "table", "sleeves", "stickers", "tts", "images"]
PURPOSES: Final[tuple[Purpose, ...]] = ("home", "press", "table", "sleeves", "stickers", "tts", "images")
"""A printer at home, a print shop, one picture; slips for sleeves, stickers for a printed box; Tabletop Simulator, a picture for each card."""
TABLETOPS: Final = ("tts", "images")
"""Uses that write pictures beside a list of them, and nothing else."""
OF_PIECES: Final = ("sleeves", "stickers", *TABLETOPS)
POINTS: Final = 72 / 25.4
"""Points in a millimetre."""
BLEED: Final = 3.0
"""What a print shop cuts away around a page."""
Shape: TypeAlias = Literal["rectangle", "round", "hexagon"]


@frozen_class
class Paper(FrozenValue):
    """A paper size: width, height and margin in mm, number of text columns, font sizes to try in points, largest first.

    ``card`` is a size that is cut out of sheets, ``shape`` its outline; ``gutter`` the room between columns in mm.
    """

    id: str
    width: float
    height: float
    margin: float
    columns: int
    sizes: tuple[float, ...]
    gutter: float = 6.0
    card: bool = False
    shape: Shape = "rectangle"

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


# -- faces -----------------------------------------------------------------------------------------------------------
# The sizes that publishers, sleeve makers and print shops commonly use, in mm. Card makers round the sizes in inches (poker 2.5 by 3.5,
# bridge 2.25 by 3.5) differently by up to half a millimetre. Sleeves are sold for the card sizes: mini euro 44 by 68, mini american 41 by 63,
# euro 59 by 92 (the standard European size), tarot 70 by 120, square 70 by 70. Landscape tiles are mostly 45 by 45; tokens 25 across (one
# inch); a hexagon is measured between two flat sides, here at the left and right.


POKER: Final = paper_by_name("poker")
SMALLEST_SIDE: Final = 15
LARGEST_FACE: Final = (190, 277)
"""A face lies on a sheet of A4 with its crop marks."""
SHRUNK: Final = 1.0
"""By how many mm a slip for a sleeve is narrower and lower than its card."""
_MEASURED: Final = re.compile(r"(\d{1,4}(?:[.,]\d{1,2})?)(?: ?[x×] ?(\d{1,4}(?:[.,]\d{1,2})?))? ?mm")


def face_of(name: str, width: float, height: float, shape: Shape = "rectangle") -> Paper:
    """Return the size of a face; margins shrink with faces smaller than a poker card."""
    margin = POKER.margin * min(1.0, width / POKER.width, height / POKER.height)
    return Paper(name, width, height, round(max(margin, 1.5), 2), 1, _SMALL, card=True, shape=shape)


FACES: Final = (
    POKER,
    face_of("bridge", 57, 89),
    face_of("mini-euro", 44, 68),
    face_of("mini-american", 41, 63),
    face_of("euro", 59, 92),
    face_of("tarot", 70, 120),
    face_of("square", 70, 70),
    face_of("tile", 45, 45),
    face_of("hexagon", 60, round(60 * 2 / 3**0.5, 2), "hexagon"),
    face_of("token", 25, 25, "round"),
)
FACE_NAMES: Final = tuple(face.id for face in FACES)
MEASURED: Final = "W x H mm"


def face_by_name(text: str) -> Paper | None:
    """Return the size with a name from ``FACES``, in any case, or one in mm: ``63 x 88 mm``, or ``30 mm`` for a round token; else None."""
    text = text.strip().lower()
    named = next((face for face in FACES if face.id == text), None)
    found = _MEASURED.fullmatch(text)
    if named is not None or found is None:
        return named
    width, height = (float((one or found[1]).replace(",", ".")) for one in found.groups())
    if min(width, height) < SMALLEST_SIDE or width > LARGEST_FACE[0] or height > LARGEST_FACE[1]:
        return None
    name = f"{width:g}x{height:g}mm" if found[2] else f"{width:g}mm"
    return face_of(name, width, height, "rectangle" if found[2] else "round")


def closest_face(text: str) -> str | None:
    """Return the size that is probably meant by a text that names none: one without its unit, or a name."""
    return f"{text} mm" if face_by_name(f"{text} mm") is not None else closest_name(text.lower(), FACE_NAMES)


def sleeve_slip(card: Paper) -> Paper:
    """Return the size of a slip for the sleeve of a card: smaller all around, with what is printed at the same size."""
    margin = max(card.margin - SHRUNK / 2, 0.5)
    return replace(card, width=card.width - SHRUNK, height=card.height - SHRUNK, margin=margin)
