"""SVG pictures of game components: a card with numbered parts, a market with its items, a track. Sizes are in units of the picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from reguli.publish.document.book_units import CardFrontFigure, MarketFigure, TitledFigure, TrackFigure
from reguli.publish.document.document_tree import PrintedCard, TextLine
from reguli.publish.document.templates import load_page_template
from reguli.publish.layouts.piece_layout import PLAIN, IconPicture, VisualTheme, readable_text_colour
from reguli.publish.pictures.board_pictures import DrawnPicture
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.grammar.grammar_values import NO_BREAK

CARD: Final = (210, 294)
"""The size of a card, of the shape of a playing card."""
SIDE: Final = 44
"""What is kept free on each side of a card for the numbers of its parts."""
LETTER: Final = 0.54
"""How wide a letter is on the whole, by its height."""
ICON: Final = 42
MARK: Final = 17
CELL: Final = 62
"""How wide the places of a cost are, and how large a thing on a place is."""
HIGH: Final = 30
HEAD: Final = 26
SPACE: Final = 40
MOST_SPACES: Final = 24
"""So many spaces of a track stand in a row."""
NARROW: Final = 420
"""A picture that is broader takes the whole width of a page."""


@frozen_class
class PlacedIcon(FrozenValue):
    """An icon at a position with a size, or an empty place if there is no icon."""

    x: float
    y: float
    size: float
    icon: IconPicture | None = None
    letter: str = ""
    ink: str = "#ffffff"


@frozen_class
class PlacedText(FrozenValue):
    """A line of text at a place, with its size and the side it begins on."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"
    strong: bool = False
    ink: str = ""


@frozen_class
class FigureFrame(FrozenValue):
    """A background, or the frame of a place."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str = ""
    round: float = 0


@frozen_class
class CalloutPointer(FrozenValue):
    """The number of a part, and the point that it marks."""

    number: int
    x: float
    y: float
    to: float


@frozen_class
class FigureScene(FrozenValue):
    """All shapes of a picture, from back to front."""

    width: int
    height: int
    boxes: tuple[FigureFrame, ...]
    puts: tuple[PlacedIcon, ...]
    words: tuple[PlacedText, ...]
    pointers: tuple[CalloutPointer, ...] = ()


def draw_figure(figure: TitledFigure[TextLine], *, look: VisualTheme = PLAIN) -> DrawnPicture:
    """Draw a figure as SVG."""
    match figure.shown:
        case CardFrontFigure() as face:
            scene, said = _card(face, look), " ".join(_sentence(text) for text in _texts(face.piece))
        case MarketFigure() as market:
            scene, said = _market(market, look), " ".join(_row_said(market, at) for at in range(len(market.rows)))
        case TrackFigure(spaces=spaces):
            scene, said = _track(spaces, look), f"{spaces[0]}–{spaces[-1]}."
    says = f"{_sentence(figure.title.text)} {said}"
    svg = load_page_template("figure.svg.j2").render(scene=scene, says=says, look=look)
    return DrawnPicture(svg, scene.width, scene.height, says, wide=scene.width > NARROW)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _texts(piece: PrintedCard[TextLine]) -> Iterator[str]:
    yield from (line.text for line in piece.text)
    if piece.result is not None:
        yield f"{piece.result.number.text}{NO_BREAK}{piece.result.line.text}"


def _row_said(market: MarketFigure[TextLine], at: int) -> str:
    row = market.rows[at]
    pairs = zip(market.costs, row.places, strict=True)
    filled = ", ".join(f"{cost.text} – {full}/{all_}" for cost, (all_, full) in pairs if all_)
    return _sentence(f"{row.name.text}: {filled}")


def _wrapped(text: str, size: float, width: float) -> list[str]:
    return textwrap.wrap(text, max(6, int(width / (size * LETTER))), break_long_words=False) or [""]


def _paragraph(text: str, x: float, top: float, size: float, width: float) -> list[PlacedText]:
    return [
        PlacedText(x, top + size * (1 + 1.2 * at), line, size) for at, line in enumerate(_wrapped(text, size, width))
    ]


def _card(face: CardFrontFigure[TextLine], look: VisualTheme) -> FigureScene:
    """Return the front of a card: number and title on a band, icons, texts, result."""
    piece, (width, height) = face.piece, CARD
    left, middle = SIDE, SIDE + width / 2
    colours = list(dict.fromkeys(face.icons[row.icon].colour for row in piece.icons if row.icon in face.icons))
    accent = look.colours["accent"]
    fills = colours or [accent]
    boxes = [
        FigureFrame(left, 6, width, height, look.colours["card"], look.colours["rule"], 10),
        FigureFrame(left + 10, 16, width - 20, 50, fills[0], round=6),
        *([FigureFrame(middle, 16, width / 2 - 10, 50, fills[-1], round=6)] if len(fills) > 1 else []),
    ]
    words: list[PlacedText] = []
    puts: list[PlacedIcon] = []
    at = {"number": (left + 10.0, 41.0), "title": (left + width - 10.0, 41.0)}
    if piece.number is not None:
        ink = readable_text_colour(fills[0], look)
        words.append(PlacedText(left + 20, 53, piece.number.text, 34, "start", True, ink))
    if piece.title is not None:
        lines = _wrapped(piece.title.text, 13, width - 90 if piece.number else width - 30)
        ink = readable_text_colour(fills[-1], look)
        top = 46.0 - 8 * (len(lines) - 1)
        words += [
            PlacedText(left + width - 18, top + 16 * row, line, 13, "end", True, ink) for row, line in enumerate(lines)
        ]
    low = 232 if piece.result is not None else 290
    text_lines = sum(len(_wrapped(line.text, 12, width - 24)) for line in piece.text)
    text_top = low - 10 - 14.4 * text_lines
    if not piece.icons:
        text_top = 76 + (text_top - 76) / 2
    area = (76.0, text_top)
    puts += _icons(face, (left + 12, area[0]), width - 24, area[1] - area[0], look)
    if piece.join is not None:
        words.append(PlacedText(middle, sum(area) / 2 + 5, piece.join.text, 14, strong=True, ink=accent))
    at["icons"] = (
        min((one.x for one in puts), default=left + 40),
        puts[0].y + puts[0].size / 2 if puts else sum(area) / 2,
    )
    at["text"] = (left + 12.0, text_top + 12)
    top = float(text_top)
    for line in piece.text:
        words += (said := _paragraph(line.text, middle, top, 12, width - 24))
        top += 14.4 * len(said)
    if piece.result is not None:
        boxes.append(FigureFrame(left + 12, low, width - 24, 1.5, look.colours["accent"]))
        puts.append(PlacedIcon(left + 18, low + 12, 40, face.icons.get(piece.result.icon)))
        words.append(PlacedText(left + 82, low + 44, piece.result.number.text, 32, strong=True, ink=accent))
        found = _wrapped(piece.result.line.text, 13, width - 120)
        words += [
            PlacedText(left + 106, low + 37 - 8 * (len(found) - 1) + 16 * row, one, 13, "start")
            for row, one in enumerate(found)
        ]
        at["result"] = (left + 18.0, low + 32)
    pointers = [
        CalloutPointer(number, SIDE * 2 + width - 14 if point == "title" else 14, at[point][1], at[point][0])
        for number, point in enumerate(face.points, 1)
        if point in at
    ]
    return FigureScene(width + 2 * SIDE, height + 12, tuple(boxes), tuple(puts), tuple(words), tuple(pointers))


def _icons(
    face: CardFrontFigure[TextLine], start: tuple[float, float], width: float, height: float, look: VisualTheme
) -> Iterator[PlacedIcon]:
    """Yield the icons in rows centred in their area, with room between rows for a joining word."""
    rows = [row for row in face.piece.icons if row.icon in face.icons]
    between = 26 if face.piece.join is not None else 8
    size = min(ICON, (height - between * (len(rows) - 1) - 8) / max(1, len(rows)))
    top = start[1] + (height - size * len(rows) - between * (len(rows) - 1)) / 2
    for at, row in enumerate(rows):
        icon, step = face.icons[row.icon], min(size + 8, width / max(1, row.times))
        first, y = start[0] + (width - step * row.times + step - size) / 2, top + at * (size + between)
        letter, ink = "" if row.letter is None else row.letter.text, readable_text_colour(icon.colour, look)
        for place in range(row.times):
            yield PlacedIcon(first + step * place, y, size, icon, letter, ink)


def _market(market: MarketFigure[TextLine], look: VisualTheme) -> FigureScene:
    """Return a market: a column per cost, a row per item, empty places as rings."""
    side = 20 + max(len(row.name.text) for row in market.rows) * 15 * LETTER
    most = max(all_ for row in market.rows for all_, _ in row.places)
    cell, high = max(CELL, most * (MARK + 3) + 6), HEAD + HIGH * len(market.rows)
    boxes, puts, words = [], [], []
    for at, cost in enumerate(market.costs):
        x = side + at * cell
        boxes.append(FigureFrame(x + 1.5, 2, cell - 3, high, look.colours["tint"], look.colours["rule"], 5))
        words.append(PlacedText(x + cell / 2, 20, cost.text, 16, strong=True, ink=look.colours["accent"]))
    for at, row in enumerate(market.rows):
        y, ink = 2 + HEAD + at * HIGH, readable_text_colour(row.icon.colour, look)
        words.append(PlacedText(side - 8, y + MARK / 2 + 5, row.name.text, 15, "end"))
        for column, (all_, full) in enumerate(row.places):
            first = side + column * cell + (cell - all_ * (MARK + 3) + 3) / 2
            for place in range(all_):
                letter = "" if row.letter is None else row.letter.text
                shown = row.icon if place >= all_ - full else None
                puts.append(PlacedIcon(first + place * (MARK + 3), y, MARK, shown, letter if shown else "", ink))
    width = round(side + cell * len(market.costs) + 4)
    return FigureScene(width, 4 + high, tuple(boxes), tuple(puts), tuple(words))


def _track(spaces: tuple[int, ...], look: VisualTheme) -> FigureScene:
    """Return numbered spaces in rows of similar length."""
    rows = -(-len(spaces) // MOST_SPACES)
    count = -(-len(spaces) // rows)
    boxes, words = [], []
    for at, number in enumerate(spaces):
        x, y = 2 + at % count * (SPACE + 3), 2 + at // count * (SPACE + 3)
        boxes.append(FigureFrame(x, y, SPACE, SPACE, look.colours["tint"], look.colours["accent"], 5))
        words.append(PlacedText(x + SPACE / 2, y + SPACE / 2 + 6, str(number), 17, strong=True))
    width, height = 4 + count * (SPACE + 3), 4 + rows * (SPACE + 3)
    return FigureScene(width, height, tuple(boxes), (), tuple(words))
