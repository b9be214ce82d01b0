"""Pictures of a book as SVG: a round with its phases, a board with its places. Sizes are in units of the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from reguli.publish.document.book_spoken import SpokenBoard, SpokenRound
from reguli.publish.document.spoken import SpokenPhase
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.pictures.embedded import BoardPicture

TEMPLATES: Final = Path(__file__).parents[1] / "templates"
SHAPES: Final = ("circle", "square", "triangle", "diamond", "pentagon", "star", "hexagon", "cross")
COLOURS: Final = ("#0067a5", "#8f5a00", "#006b4f", "#a8286e", "#5b3fa0", "#b83a0a", "#5f6b00", "#3d4c53")
"""Dark enough for white letters; who cannot tell two of them apart has the shape and the letter."""
RADIUS: Final = 14
NARROW: Final = 64
"""A board with more cells needs the whole width of a page."""
_CORNERS: Final = {"square": (4, 45), "triangle": (3, -90), "diamond": (4, 0), "pentagon": (5, -90), "hexagon": (6, 0)}
"""How many corners a shape has, and at which angle the first lies, in degrees from the right."""
_LARGER: Final = {"square": 1.15, "triangle": 1.45, "diamond": 1.25, "pentagon": 1.15, "hexagon": 1.1}
"""By how much a shape reaches further than a circle, so that all look of one size."""
WIDE: Final = 470
"""How wide the picture of a round is at least."""
ROW: Final = 58
STEP: Final = 14
TOP: Final = 8
CHARACTER: Final = 8.3
SMALL_CHARACTER: Final = 7.4
LARGE_CHARACTER: Final = 9.4
"""How wide a letter is on the whole: on a chip, of an order of play, of the name of a phase."""
BROADER: Final = 1.3
"""By how much letters of another font than the package's may be wider."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture: its SVG, its size, what it shows in words, and whether it needs the whole width of a page."""

    svg: str
    width: int
    height: int
    says: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign of a group of places: its letter, its shape as a path round the middle, its colour."""

    letter: str
    path: str
    colour: str


def sign_of(group: int) -> Sign:
    """Give the sign of a group by its number; one of no group is a grey circle without a letter."""
    if group < 0:
        return Sign("", _path("circle"), "#8a9499")
    shape = SHAPES[group % len(SHAPES)]
    return Sign(chr(ord("A") + group % 26), _path(shape), COLOURS[group % len(COLOURS)])


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
        return _closed([(reach, -90 + 30 * at) for at, reach in enumerate(reaches)])
    corners, first = _CORNERS[shape]
    return _closed([(RADIUS * _LARGER[shape], first + 360 / corners * at) for at in range(corners)])


def _closed(points: Sequence[tuple[float, float]]) -> str:
    """Write a path through points given by distance and angle in degrees."""
    found = [(reach * math.cos(math.radians(angle)), reach * math.sin(math.radians(angle))) for reach, angle in points]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in found) + "z"


def draw_board(board: SpokenBoard, *, embedded: bool = False, look: Look = PLAIN) -> Drawn:
    """Draw a board; ``embedded`` without the line that says where a file comes from."""
    picture = board.picture
    says = f"{board.title.text}. {board.caption.text}"
    svg = _template("board.svg.j2").render(
        picture=picture,
        title=says,
        signs=[sign_of(spot.group) for spot in picture.spots],
        polygon=_cell(picture),
        embedded=embedded,
        colours=look.colours,
        family=look.family,
    )
    return Drawn(svg, picture.width, picture.height, says, wide=len(picture.spots) > NARROW or picture.form == "map")


def _cell(picture: BoardPicture) -> str:
    """Give the outline of a cell of a grid as a path round its middle."""
    if picture.form == "square":
        half = picture.size / 2
        return f"M-{half} -{half}h{picture.size}v{picture.size}h-{picture.size}z"
    return _closed([(picture.size / math.sqrt(3), 30 + 60 * at) for at in range(6)])


def draw_round(picture: SpokenRound, *, embedded: bool = False, look: Look = PLAIN) -> Drawn:
    """Draw the phases of a round one below the other, each with the order in which players act, and the way back."""
    rows = len(picture.items)
    broader = BROADER if look.fonts else 1.0
    width = max(WIDE, *(round(_width_of(item, broader)) for item in picture.items))
    height = TOP + rows * ROW + (rows - 1) * STEP + 46
    parts = [
        f"{item.number.text}: {item.name.text}" + (f", {item.order.text}" if item.order else "")
        for item in picture.items
    ]
    again = picture.again.text
    says = f"{picture.title.text}. {'; '.join(parts)}. {again[:1].upper()}{again[1:]}."
    svg = _template("round.svg.j2").render(
        picture=picture,
        says=says,
        rows=[
            {"top": TOP + at * (ROW + STEP), "chip": _chip(item, broader), "phase": item}
            for at, item in enumerate(picture.items)
        ],
        row=ROW,
        step=STEP,
        width=width,
        height=height,
        embedded=embedded,
        colours=look.colours,
        family=look.family,
    )
    return Drawn(svg, width, height, says)


def _chip(phase: SpokenPhase, broader: float) -> int:
    return round(len(phase.number.text) * CHARACTER * broader) + 16


def _width_of(phase: SpokenPhase, broader: float) -> float:
    """Give how wide the picture must be for a phase."""
    order = "" if phase.order is None else phase.order.text
    longest = max(len(phase.name.text) * LARGE_CHARACTER, len(order) * SMALL_CHARACTER)
    return 110 + _chip(phase, broader) + longest * broader


def _template(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name)
