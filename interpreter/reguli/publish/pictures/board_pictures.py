"""SVG pictures of a book: a round with its phases, a board with its places. Sizes are in units of the picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from reguli.publish.document.document_tree import BoardDiagram, PhaseBlock, RoundDiagram, TextLine
from reguli.publish.document.templates import load_page_template
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.pictures.map_marks import closed_path
from reguli.publish.pictures.map_model import NAME, BoardPicture
from reguli.publish.pictures.map_renderer import draw_map
from reguli.publish.pictures.map_template_values import map_template_data, piece_template_data
from reguli.source.frozen_values import FrozenValue, frozen_class

NARROW: Final = 64
"""A board with more cells needs the whole width of a page."""
WIDE: Final = 470
"""How wide the picture of a round is at least."""
READABLE: Final = 6.2
"""How high the letters of a map are on paper at least, in points."""
ROW: Final = 58
STEP: Final = 14
TOP: Final = 8
CHARACTER: Final = 8.3
SMALL_CHARACTER: Final = 7.4
LARGE_CHARACTER: Final = 9.4
"""How wide a letter is on the whole: on a chip, of an order of play, of the name of a phase."""
PIECE: Final = 0.32
"""How far a piece reaches that stands alone on a cell, in widths of the cell."""
BROADER: Final = 1.3
"""By how much letters of another font than the package's may be wider."""


@frozen_class
class DrawnPicture(FrozenValue):
    """A picture: its SVG, its size, its alternative text, whether it needs the full page width, and the texts that overlap others.

    Narrower than ``least``, in points, its letters would be too small.
    """

    svg: str
    width: int
    height: int
    says: str
    wide: bool = False
    faults: tuple[str, ...] = ()
    least: float = 0.0


def draw_board(board: BoardDiagram[TextLine], *, look: VisualTheme = PLAIN) -> DrawnPicture:
    """Draw a board with the pieces on it."""
    picture = board.picture
    says = f"{board.title.text}. {board.caption.text.removesuffix('.')}."
    names, groups = ([line.text for line in lines] for lines in (board.names, board.groups))
    drawn = draw_map(picture, names, groups) if picture.form == "map" else None
    box = (0, 0, picture.width, picture.height) if drawn is None else drawn.box
    svg = load_page_template("board.svg.j2").render(
        picture=picture,
        title=says,
        map=None if drawn is None else map_template_data(drawn, picture, board.standing),
        pieces=_on_cells(board),
        polygon=_cell(picture),
        box=box,
        look=look,
    )
    if drawn is not None:
        return DrawnPicture(svg, *box[2:], says, wide=True, faults=drawn.faults, least=box[2] * READABLE / NAME)
    return DrawnPicture(svg, *box[2:], says, wide=len(picture.spots) > NARROW)


def _on_cells(board: BoardDiagram[TextLine]) -> Mapping[int, Sequence[Mapping[str, object]]]:
    """Return the pieces on each cell of a grid, arranged in a row."""
    found: dict[int, list[Mapping[str, object]]] = {}
    for at, seats in board.standing.pieces.items():
        reach = board.picture.size * PIECE / max(1, len(seats) - 1)
        for place, seat in enumerate(seats):
            x = round((place - (len(seats) - 1) / 2) * reach * 2.2, 1)
            found.setdefault(at, []).append({**piece_template_data(seat, reach), "x": x})
    return found


def _cell(picture: BoardPicture) -> str:
    """Return the outline of a grid cell as a path around its centre."""
    if picture.form == "square":
        half = picture.size / 2
        return f"M-{half} -{half}h{picture.size}v{picture.size}h-{picture.size}z"
    return closed_path([(picture.size / math.sqrt(3), 30 + 60 * at) for at in range(6)])


def draw_round_diagram(picture: RoundDiagram[TextLine], *, look: VisualTheme = PLAIN) -> DrawnPicture:
    """Draw the phases of a round in a column, each with its order of players, and the return arrow."""
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
    svg = load_page_template("round.svg.j2").render(
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
        look=look,
    )
    return DrawnPicture(svg, width, height, says)


def _chip(phase: PhaseBlock[TextLine], broader: float) -> int:
    return round(len(phase.number.text) * CHARACTER * broader) + 16


def _width_of(phase: PhaseBlock[TextLine], broader: float) -> float:
    """Return the width that a phase needs in the picture."""
    order = "" if phase.order is None else phase.order.text
    longest = max(len(phase.name.text) * LARGE_CHARACTER, len(order) * SMALL_CHARACTER)
    return 110 + _chip(phase, broader) + longest * broader
