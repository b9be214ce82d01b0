"""Marks: the signs of groups of places on a board, and substitutes with an initial letter for elements without a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from reguli.publish.layouts.piece_layout import IconPicture
from reguli.source.frozen_values import FrozenValue, frozen_class

QUIET: Final = "#4a5358"
"""Dark enough for a white letter, and no colour that an icon has."""
FORMS: Final = (
    "M12 1.6 A10.4 10.4 0 1 0 12 22.4 A10.4 10.4 0 1 0 12 1.6 Z",
    "M2.6 2.6 L21.4 2.6 L21.4 21.4 L2.6 21.4 Z",
    "M12 0.4 L23.6 12 L12 23.6 L0.4 12 Z",
    "M6.4 2 L17.6 2 L23.2 12 L17.6 22 L6.4 22 L0.8 12 Z",
)
"""Outlines on a square of 24 by 24, each with room for a letter in its middle."""
SHAPES: Final = ("circle", "square", "triangle", "diamond", "pentagon", "star", "hexagon", "cross")
COLOURS: Final = ("#0067a5", "#8f5a00", "#006b4f", "#a8286e", "#5b3fa0", "#b83a0a", "#5f6b00", "#3d4c53")
"""Dark enough for white letters; who cannot tell two of them apart has the shape and the letter."""
TINTS: Final = ("#cfe1f1", "#f3e3c0", "#cfe8d6", "#f4d5e2", "#ded8f1", "#f9dccb", "#e4e9c6", "#d6dee2")
"""The grounds of areas, a pale one to each of these colours."""
SEATS: Final = tuple(
    zip(
        ("circle", "square", "triangle", "diamond", "pentagon", "star"),
        ("#56b4e9", "#e69f00", "#4cc38a", "#f2a7c8", "#f0e442", "#c8b6ff"),
        strict=True,
    )
)
"""The shape and colour of the pieces of each seat, pale enough for black numbers."""
RADIUS: Final = 14
_CORNERS: Final = {"square": (4, 45), "triangle": (3, -90), "diamond": (4, 0), "pentagon": (5, -90), "hexagon": (6, 0)}
"""How many corners a shape has, and at which angle the first lies, in degrees from the right."""
_LARGER: Final = {"square": 1.15, "triangle": 1.45, "diamond": 1.25, "pentagon": 1.15, "hexagon": 1.1}
"""By how much a shape reaches further than a circle, so that all look of one size."""


def assign_neutral_icons(elements: Sequence[str]) -> Mapping[str, IconPicture]:
    """Return a mark for each element; adjacent elements get different outlines, so that two with the same letter differ."""
    return MappingProxyType(
        {element: IconPicture(QUIET, (FORMS[at % len(FORMS)],)) for at, element in enumerate(elements)}
    )


def mark_letter(word: str) -> str:
    """Return the letter for the mark of a word: its first letter or digit, as a capital; empty where it has none."""
    return next((sign.upper() for sign in word if sign.isalnum()), "")


@frozen_class
class PlaceGroupSymbol(FrozenValue):
    """The sign of a group of places: its letter, its shape as a path around the centre, its colour."""

    letter: str
    path: str
    colour: str


def group_sign(group: int) -> PlaceGroupSymbol:
    """Return the sign of a group by its number; a negative number gives a grey circle without a letter."""
    if group < 0:
        return PlaceGroupSymbol("", _path("circle"), "#8a9499")
    shape = SHAPES[group % len(SHAPES)]
    return PlaceGroupSymbol(chr(ord("A") + group % 26), _path(shape), COLOURS[group % len(COLOURS)])


def seat_mark(seat: int) -> PlaceGroupSymbol:
    """Return the mark of the pieces of a seat: its number, its shape, its colour."""
    shape, colour = SEATS[seat % len(SEATS)]
    return PlaceGroupSymbol(str(seat + 1), _path(shape), colour)


def _path(shape: str) -> str:
    if shape == "circle":
        return f"M-{RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 {2 * RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 -{2 * RADIUS} 0z"
    if shape == "cross":
        a, b = round(RADIUS * 0.5, 1), round(RADIUS * 1.1, 1)
        return (
            f"M-{a} -{b}h{2 * a}v{b - a}h{b - a}v{2 * a}h-{b - a}v{b - a}h-{2 * a}v-{b - a}h-{b - a}v-{2 * a}h{b - a}z"
        )
    if shape == "star":
        reaches = [RADIUS * (1.3 if at % 2 == 0 else 0.75) for at in range(12)]
        return closed_path([(reach, -90 + 30 * at) for at, reach in enumerate(reaches)])
    corners, first = _CORNERS[shape]
    return closed_path([(RADIUS * _LARGER[shape], first + 360 / corners * at) for at in range(corners)])


def closed_path(points: Sequence[tuple[float, float]]) -> str:
    """Return a closed path through points given by distance and angle in degrees."""
    found = [(reach * math.cos(math.radians(angle)), reach * math.sin(math.radians(angle))) for reach, angle in points]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in found) + "z"
