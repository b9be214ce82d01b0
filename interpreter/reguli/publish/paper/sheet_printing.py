"""Printing of laid-out pages and cards on sheets, as PDF, PNG or SVG.

Sides lie one a page with bleed for a print shop, nine up with crop marks at home. Backs lie mirrored, so that a sheet turned over its
long edge has each back behind its front.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from types import MappingProxyType
from typing import Any, Final

from reguli.publish.document.document_tree import PrintedCard, RepeatedIcon, SaidDocument, TextLine
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.piece_layout import PLAIN, IconPicture, VisualTheme
from reguli.publish.paper.column_packing import FittedPages, column_widths
from reguli.publish.paper.icon_lettering import IconLettering
from reguli.publish.paper.paper_sizes import BLEED, POINTS, POKER, Paper, Purpose, sleeve_slip
from reguli.publish.paper.typst_backend import (
    DOTS_PER_INCH,
    TOO_HIGH,
    PrintForm,
    find_overfull_boxes,
    find_pdf_faults,
    measure_template,
    render_typst_template,
    texts_with_entry_names,
)
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class

SHEET: Final = "sheet.typ"
TABLE_DOTS: Final = 150
"""Dots per inch for virtual tabletops, which take no picture wider than 4096."""
MARK: Final = 4.0
"""The length of a crop mark in mm, and how far it stays away from the card."""
AWAY: Final = 1.0
LABEL_MARGIN: Final = 8.0
SMALL: Final = 0.5
"""A face with less than so much of the room on a poker card shows its parts one below the other."""
TABLE_COLUMNS: Final = 10
"""A virtual tabletop cuts a picture into ten columns and at most seven rows."""
TABLE_ROWS: Final = 7
TABLE_SIDE: Final = 4096
"""More dots than these no side of a picture for a virtual tabletop has: what Tabletop Simulator recommends, and others allow."""
NO_PICTURES: Final[Mapping[str, IconPicture]] = MappingProxyType({})


@frozen_class
class PrintJob(FrozenValue):
    """A print job: its purpose, its sheets (for cards to be cut out), its format.

    A ``thumbnail`` is the first sheet alone, so many points wide. ``kept`` are pictures of sheets, by what is on them, which are not drawn again.
    """

    purpose: Purpose
    sheet: Paper
    form: PrintForm
    thumbnail: int = 0
    look: VisualTheme = PLAIN
    kept: dict[str, bytes] = field(default_factory=dict, compare=False)


@frozen_class
class PrintedSheets(FrozenValue):
    """Printed output, one PDF or one picture per sheet, its faults, and the boxes of cards whose text does not fit, as measured."""

    content: tuple[bytes, ...]
    faults: tuple[Said, ...]
    overfull: tuple[Mapping[str, Any], ...] = ()


def render_page_layout(laid: FittedPages, job: PrintJob) -> PrintedSheets:
    """Print pages as ``render_sheets`` does."""
    return render_sheets(typst_page_data(laid, job), job)


def render_sheets(data: Mapping[str, Any], job: PrintJob) -> PrintedSheets:
    """Print sheets from their data, and check them. Raises ``NoTypst`` and ``TypstRefusal``."""
    dots: float = DOTS_PER_INCH
    sheets = data["sheets"]
    if job.thumbnail:
        data = {**data, "sheets": sheets[:1]}
        dots = job.thumbnail / sheets[0]["width"] * 25.4
    elif job.purpose in {"table", "tts"}:
        most = max(max(sheet["width"], sheet["height"]) for sheet in sheets) if sheets else 1.0
        dots = min(TABLE_DOTS if job.purpose == "table" else DOTS_PER_INCH, int(TABLE_SIDE * 25.4 / most))
    content = _rendered(data, job, dots)
    # What a box measures does not hang on the pictures, which are most of the data. Those of a thumbnail are checked with the full print.
    boxes = [] if job.thumbnail else list(find_overfull_boxes(SHEET, {**data, "pictures": {}}, job.look))
    overfull = tuple(one for one in boxes if "field" in one)
    low = [one for one in boxes if "field" not in one]
    return PrintedSheets(content, tuple(_faults(data, job, content, low)), overfull)


def _rendered(data: Mapping[str, Any], job: PrintJob, dots: float) -> tuple[bytes, ...]:
    """Return the printed sheets; as PNG those that an earlier job drew are taken over."""
    if job.form != "png":
        return render_typst_template(SHEET, data, job.form, dots_per_inch=dots, look=job.look)
    common = {
        name: value for name, value in data.items() if name not in {"foot", "sides", "sheets", "pictures", "stacks"}
    }
    base = hashlib.sha256(json.dumps([common, dots, job.look.as_data()], sort_keys=True).encode())
    for font in job.look.fonts:
        base.update(font.raw)
    keys = []
    for sheet in data["sheets"]:
        sides = [{**data["sides"][slot["side"]], "at": 0} for slot in sheet["slots"]]
        shown = [data["pictures"].get(side.get("picture")) for side in sides]
        slots = [(slot["x"], slot["y"], slot["turn"]) for slot in sheet["slots"]]
        foot = data["foot"] if sheet["marks"] else ""
        whole = (base.hexdigest(), {**sheet, "slots": slots}, sides, shown, foot)
        keys.append(hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest())
    missing = [at for at, key in enumerate(keys) if key not in job.kept]
    if missing or not keys:
        drawn = {**data, "sheets": [data["sheets"][at] for at in missing]}
        made = render_typst_template(SHEET, drawn, "png", dots_per_inch=dots, look=job.look)
        job.kept.update(zip((keys[at] for at in missing), made, strict=True))
    return tuple(job.kept[key] for key in keys)


BELOW: Final = 0.4
"""So much of their size letters reach above and below the height that is measured."""
AROUND: Final = 0.7
"""How many mm are left free around the text of a sticker."""


def render_stickers(data: Mapping[str, Any], job: PrintJob) -> PrintedSheets:
    """Print the texts of faces alone, each as large as its box on the face, with the boxes they do not fit."""
    data = {**data, "pictures": {}}
    boxes = measure_template(SHEET, data, job.look)
    stickers = sorted(_stickers(data["sides"], boxes), key=lambda one: (one["field"], one["at"]))
    sheets = [asdict(sheet) for sheet in sticker_sheets(stickers, job.sheet)]
    printed = render_sheets({**data, "sides": stickers, "sheets": sheets}, job)
    return replace(printed, overfull=tuple(one for one in boxes if one["height"] > one["room"] + TOO_HIGH))


def _stickers(sides: Sequence[Mapping[str, Any]], boxes: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield a sticker for each box of a face that holds a text in words, with its measures in mm."""
    measured = {(box["side"], box["field"]): box for box in boxes if box["box"][0] and box["field"] != "back"}
    for (at, part), box in measured.items():
        front, result = sides[at], sides[at]["result"] or {"line": None}
        facts = [{**head, "runs": [*head["runs"], [": ", False], *value["runs"]]} for head, value in front["facts"]]
        parts = {"title": [front["title"]], "label": [front["label"]], "text": front["text"], "facts": facts}
        parts["result"] = [result["line"]]
        # On a small face there is one box for all of them.
        lines = [line for one in parts.values() for line in one] if front["small"] else parts[part]
        # A box may be only as high as its letters, and a knife needs some room around them.
        wide, high = box["box"][0], max(box["box"][1], box["height"] + BELOW * box["size"])
        measures = {"width": round(wide / POINTS + 2 * AROUND, 2), "height": round(high / POINTS + 2 * AROUND, 2)}
        measures |= {"around": AROUND, "size": box["size"], "lines": [line for line in lines if line]}
        if measures["lines"]:
            yield {"kind": "sticker", "lang": front["lang"], "at": at, "field": part, **measures}


def _faults(
    data: Mapping[str, Any], job: PrintJob, content: tuple[bytes, ...], low: Sequence[Mapping[str, Any]]
) -> Iterator[Said]:
    """Yield the faults of the output and of the boxes on its pages that are too low."""
    sheets = data["sheets"]
    if job.form == "pdf":
        yield from find_pdf_faults(content[0], printed_languages(data), len(sheets))
    elif len(content) != len(sheets):
        yield Said("why.pages", found=len(content), pages=len(sheets))
    yield from (Said("why.box_too_low", height=f"{one['height']:.1f}", room=f"{one['room']:.1f}") for one in low)


def printed_languages(data: object) -> tuple[str, ...]:
    """Return every language named in data for Typst, in order: of faces, sides and single lines."""
    return tuple(dict.fromkeys(text for name, text in texts_with_entry_names(data) if name == "lang" and text))


def typst_page_data(laid: FittedPages, job: PrintJob) -> Mapping[str, object]:
    """Return the data of pages for Typst; with two languages, each page of the first is followed by the second's."""
    paper = laid.paper
    sides: list[Mapping[str, object]] = [
        {
            "kind": "page",
            "face": face,
            **_size(paper),
            "number": number,
            "count": len(laid.pages),
            "bands": [asdict(band) for band in page],
        }
        for number, page in enumerate(laid.pages, 1)
        for face in range(len(laid.faces))
    ]
    numbers = list(range(len(sides)))
    pairs = [(front, front + 1 if front + 1 < len(sides) else None) for front in range(0, len(sides), 2)]
    return {
        **_whole(laid.faces[0].name, _sheets(numbers, pairs, paper, job), sides, job),
        "room": paper.room[0],
        "widths": column_widths(paper),
        "gutter": paper.gutter,
        "size": laid.size,
        "faces": [
            {"lang": face.code, "units": [unit.drawn for unit in units]}
            for face, units in zip(laid.faces, laid.units, strict=True)
        ],
    }


def card_sheet_data(
    fronts: SaidDocument,
    backs: SaidDocument,
    icons: Mapping[str, IconPicture],
    paper: Paper | None,
    job: PrintJob,
    *,
    pictures: Mapping[str, IconPicture] = NO_PICTURES,
) -> Mapping[str, object]:
    """Return the data of cards for Typst: all fronts first, then one back for each distinct one.

    Faces have the size of ``paper``, or without one their own; those of one size lie together. On the back of a slip for a sleeve stands the
    same face in the language of the backs, if that is another one.
    """
    lettered = IconLettering(job.look, {**icons, **job.look.icons})
    papers: list[Paper] = []
    sides: list[Mapping[str, object]] = []
    for piece in find_blocks(fronts, PrintedCard):
        papers.append(_face(piece, paper, job))
        sides.append({**_front(piece, fronts.code, lettered), **_size(papers[-1]), "at": len(sides)})
    found: list[Mapping[str, object]] = []
    pairs: list[tuple[int, int | None]] = []
    slips, alone = job.purpose == "sleeves", fronts.code == backs.code
    for at, piece in enumerate(find_blocks(backs, PrintedCard)):
        if slips and alone:
            pairs.append((at, None))
            continue
        drawn = _front(piece, backs.code, lettered) if slips else _back(piece, backs, lettered)
        back = {**drawn, **_size(_face(piece, paper, job))}
        if back not in found:
            found.append(back)
            papers.append(_face(piece, paper, job))
        pairs.append((at, len(sides) + found.index(back)))
    firsts = [next(at for at, back in pairs if back == len(sides) + number) for number in range(len(found))]
    found = [{**back, "at": at} for back, at in zip(found, firsts, strict=True)]
    sheets: list[PaperSheet] = []
    stacks = card_stacks(sides, pairs) if job.purpose in {"tts", "images"} else ()
    for stack in stacks:
        sheets += _stack_pages(stack, papers[stack.back], alone=job.purpose == "images")
    for size in () if stacks else dict.fromkeys(papers):
        alike = [pair for pair in pairs if papers[pair[0]] == size]
        numbers = [side for pair in alike for side in pair if side is not None]
        every = [side for side, on in enumerate(papers) if on == size]
        sheets += _sheets(every if job.purpose == "table" else numbers, alike, size, job)
    return {
        **_whole(fronts.name, sheets, [*sides, *found], job),
        "foot": " ".join(line.text for line in fronts.foot),
        "faces": [{"lang": fronts.code}] if sides else [],
        "icons": {
            key: {"svg": one.svg, "colour": one.colour, "ink": lettered.ink(one)} for key, one in lettered.icons.items()
        },
        "pictures": {name: {"svg": one.svg} for name, one in pictures.items()},
        "stacks": [asdict(stack) for stack in stacks],
    }


def _face(piece: PrintedCard[TextLine], paper: Paper | None, job: PrintJob) -> Paper:
    """Return the size on which a piece is printed: the one of the job, or its own."""
    size = piece.size if paper is None else paper
    return sleeve_slip(size) if job.purpose == "sleeves" else size


def _size(paper: Paper) -> Mapping[str, object]:
    """Return the measures of a side, and by how much the room on it is smaller than on a poker card."""
    wide, high = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    measures = {"width": paper.width, "height": paper.height, "margin": paper.margin, "shape": paper.shape}
    scale = round(min(1.0, wide / (POKER.width - 2 * POKER.margin), high / (POKER.height - 2 * POKER.margin)), 4)
    return {**measures, "scale": scale, "small": paper.shape != "rectangle" or scale < SMALL}


def _whole(
    title: str, sheets: Sequence[PaperSheet], sides: Sequence[Mapping[str, object]], job: PrintJob
) -> dict[str, object]:
    return {
        "title": title,
        "bleed": BLEED if job.purpose == "press" else 0.0,
        "cut": job.purpose == "home",
        "sides": list(sides),
        "sheets": [asdict(sheet) for sheet in sheets],
        "icons": {},
        "foot": "",
        "pictures": {},
        "stacks": [],
    }


def _sheets(
    numbers: Sequence[int], pairs: Sequence[tuple[int, int | None]], paper: Paper, job: PrintJob
) -> tuple[PaperSheet, ...]:
    """Return the sheets, arranged for the job's purpose."""
    if job.purpose == "table":
        return sprite_sheet_pages(numbers, paper)
    if job.purpose == "press" or not paper.card:
        return one_side_per_page(numbers, paper, bleed=job.purpose == "press", boxed=job.form == "pdf")
    return duplex_card_sheets(pairs, paper, job.sheet)


def _front(piece: PrintedCard[TextLine], code: str, lettered: IconLettering) -> Mapping[str, object]:
    return {
        "kind": "front",
        "lang": code,
        "number": lettered.plain(piece.number),
        "title": lettered.plain(piece.title),
        "icons": [
            {"icon": one.icon, "times": one.times, "letter": _letter(one, lettered.look)}
            for one in piece.icons
            if one.times
        ],
        "join": lettered.plain(piece.join),
        "text": lettered.plain(piece.text),
        "label": lettered.plain(piece.label),
        "facts": lettered.plain(piece.facts),
        "plain": piece.plain,
        "result": lettered.plain(piece.result),
        "picture": piece.picture,
    }


def _letter(shown: RepeatedIcon[TextLine], look: VisualTheme) -> str:
    return "" if shown.letter is None or shown.icon in look.icons else shown.letter.text


def _back(piece: PrintedCard[TextLine], backs: SaidDocument, lettered: IconLettering) -> Mapping[str, object]:
    icon, line = piece.back
    return {"kind": "back", "lang": backs.code, "icon": icon, "name": backs.name, "line": lettered.plain(line)}


@frozen_class
class PlacedCardSide(FrozenValue):
    """A side by its number, with the position of its upper left corner, in mm, and by how many degrees it is turned."""

    side: int
    x: float
    y: float
    turn: int = 0


@frozen_class
class PaperSheet(FrozenValue):
    """A sheet in mm with its bleed, its slots, and the crop marks, each with its start and extent."""

    width: float
    height: float
    bleed: float
    slots: tuple[PlacedCardSide, ...]
    marks: tuple[tuple[float, float, float, float], ...] = ()


@frozen_class
class CardGrid(FrozenValue):
    """The grid of cards on a sheet, sizes in mm: columns, rows, the origin of the first card, the size of a place; ``turned`` cards lie on a side."""

    columns: int
    rows: int
    left: float
    top: float
    width: float
    height: float
    turned: bool = False


def centred_card_grid(sheet: Paper, card: Paper) -> CardGrid:
    """Return the centred grid with the most cards on a sheet, upright or turned, with room for crop marks unless none fits then."""
    grids = []
    for margin in (AWAY + MARK, 0.0):
        for wide, high in ((card.width, card.height), (card.height, card.width)):
            columns, rows = int((sheet.width - 2 * margin) // wide), int((sheet.height - 2 * margin) // high)
            left, top = (sheet.width - columns * wide) / 2, (sheet.height - rows * high) / 2
            grids.append(CardGrid(columns, rows, left, top, wide, high, turned=wide != card.width))
    with_marks, without = (max(pair, key=lambda grid: grid.columns * grid.rows) for pair in (grids[:2], grids[2:]))
    return with_marks if with_marks.columns * with_marks.rows else without


def one_side_per_page(sides: Sequence[int], paper: Paper, *, bleed: bool, boxed: bool) -> tuple[PaperSheet, ...]:
    """Return one page per side; with ``boxed`` the format stores the trim box, else the page is larger by the bleed."""
    around = BLEED if bleed and not boxed else 0.0
    width, height = paper.width + 2 * around, paper.height + 2 * around
    inside = BLEED if bleed and boxed else 0.0
    return tuple(PaperSheet(width, height, inside, (PlacedCardSide(side, around, around),)) for side in sides)


def duplex_card_sheets(cards: Sequence[tuple[int, int | None]], card: Paper, sheet: Paper) -> tuple[PaperSheet, ...]:
    """Return sheets of card fronts, each followed by the sheet of their backs; a back of None is left empty."""
    grid = centred_card_grid(sheet, card)
    room = grid.columns * grid.rows
    found: list[PaperSheet] = []
    for begin in range(0, len(cards), room):
        lot = cards[begin : begin + room]
        fronts = tuple(_slot(front, at, grid, mirrored=False) for at, (front, _) in enumerate(lot))
        backs = tuple(_slot(back, at, grid, mirrored=True) for at, (_, back) in enumerate(lot) if back is not None)
        marks = tuple(_marks(grid))
        found.append(PaperSheet(sheet.width, sheet.height, 0.0, fronts, marks))
        if backs:
            found.append(PaperSheet(sheet.width, sheet.height, 0.0, backs, marks))
    return tuple(found)


def sprite_sheet_pages(sides: Sequence[int], card: Paper) -> tuple[PaperSheet, ...]:
    """Return pages of adjacent fronts, ten per row and at most seven rows, as virtual tabletops expect."""
    most = TABLE_COLUMNS * TABLE_ROWS
    lots = (sides[begin : begin + most] for begin in range(0, len(sides), most))
    return tuple(_sprites(tuple(enumerate(lot)), *table_grid(len(lot)), card) for lot in lots)


def table_grid(sides: int) -> tuple[int, int]:
    """Return the columns and rows of a picture with so many sides."""
    columns = min(TABLE_COLUMNS, sides)
    return columns, -(-sides // columns)


def _sprites(placed: Sequence[tuple[int, int]], columns: int, rows: int, card: Paper) -> PaperSheet:
    """Return a page of adjacent sides, each with its place."""
    grid = CardGrid(columns, rows, 0.0, 0.0, card.width, card.height)
    slots = tuple(_slot(side, at, grid, mirrored=False) for at, side in placed)
    return PaperSheet(columns * card.width, rows * card.height, 0.0, slots)


@frozen_class
class CardStack(FrozenValue):
    """Cards with one back: the side of the back, and for each distinct face the cards that have it."""

    back: int
    faces: tuple[tuple[int, ...], ...]

    @property
    def lots(self) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield the faces of each picture for Tabletop Simulator: its last slot is what others see of a hand."""
        most = TABLE_COLUMNS * TABLE_ROWS - 1
        yield from (self.faces[begin : begin + most] for begin in range(0, len(self.faces), most))


def card_stacks(
    sides: Sequence[Mapping[str, object]], pairs: Sequence[tuple[int, int | None]]
) -> tuple[CardStack, ...]:
    """Return cards by their backs; of those that look alike one face stands for all."""
    found: dict[int, dict[str, list[int]]] = {}
    for front, back in pairs:
        seen = json.dumps({**sides[front], "at": 0}, sort_keys=True)
        found.setdefault(back or 0, {}).setdefault(seen, []).append(front)
    return tuple(CardStack(back, tuple(tuple(one) for one in faces.values())) for back, faces in found.items())


def _stack_pages(stack: CardStack, card: Paper, *, alone: bool) -> Iterator[PaperSheet]:
    """Yield the pictures of a stack, each face ``alone`` or up to 69 of them together, and that of its back last."""
    for lot in () if alone else stack.lots:
        columns, rows = table_grid(len(lot) + 1)
        faces = tuple((at, face[0]) for at, face in enumerate(lot))
        yield _sprites((*faces, (columns * rows - 1, stack.back)), columns, rows, card)
    single = [*(face[0] for face in stack.faces if alone), stack.back]
    yield from one_side_per_page(single, card, bleed=False, boxed=False)


def sticker_sheets(stickers: Sequence[Mapping[str, Any]], sheet: Paper) -> Iterator[PaperSheet]:
    """Yield sheets of labels with stickers side by side in rows, without a gap, and a margin that every printer reaches."""
    x, y, row, slots = LABEL_MARGIN, LABEL_MARGIN, 0.0, list[PlacedCardSide]()
    for at, one in enumerate(stickers):
        if x + one["width"] > sheet.width - LABEL_MARGIN:
            x, y, row = LABEL_MARGIN, y + row, 0.0
        if y + one["height"] > sheet.height - LABEL_MARGIN:
            yield PaperSheet(sheet.width, sheet.height, 0.0, tuple(slots))
            x, y, row, slots = LABEL_MARGIN, LABEL_MARGIN, 0.0, []
        slots.append(PlacedCardSide(at, round(x, 4), round(y, 4)))
        x, row = x + one["width"], max(row, one["height"])
    if slots:
        yield PaperSheet(sheet.width, sheet.height, 0.0, tuple(slots))


def _slot(side: int, at: int, grid: CardGrid, *, mirrored: bool) -> PlacedCardSide:
    """Return a side in its place; of a turned card the heads of front and back lie at the same end."""
    row, column = divmod(at, grid.columns)
    column = grid.columns - 1 - column if mirrored else column
    x, y = grid.left + column * grid.width, grid.top + row * grid.height
    return PlacedCardSide(side, round(x, 4), round(y, 4), grid.turned * (270 if mirrored else 90))


def _marks(grid: CardGrid) -> Iterator[tuple[float, float, float, float]]:
    """Yield the crop marks: outside every edge of the block of cards, in line with each cut."""
    right, bottom = grid.left + grid.columns * grid.width, grid.top + grid.rows * grid.height
    for column in range(grid.columns + 1):
        x = grid.left + column * grid.width
        yield x, grid.top - AWAY - MARK, 0.0, MARK
        yield x, bottom + AWAY, 0.0, MARK
    for row in range(grid.rows + 1):
        y = grid.top + row * grid.height
        yield grid.left - AWAY - MARK, y, MARK, 0.0
        yield right + AWAY, y, MARK, 0.0
