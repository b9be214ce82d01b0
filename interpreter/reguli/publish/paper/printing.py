"""Prints what was laid out: pages and cards on sheets, as PDF, PNG or SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from reguli.publish.document.line import Line
from reguli.publish.document.tree import Icons, Piece, SaidDocument
from reguli.publish.document.units import plain
from reguli.publish.document.walk import every
from reguli.publish.layouts.look import PLAIN, Look, Picture, letters_on
from reguli.publish.paper.fit import Laid, widths
from reguli.publish.paper.sheets import Sheet, one_a_page, sheets_for, tabletop
from reguli.publish.paper.sizes import BLEED, Paper, Purpose
from reguli.publish.paper.typst_page import DOTS_PER_INCH, PrintForm, box_faults, pdf_faults, printed
from reguli.source.said import Said

SHEET: Final = "sheet.typ"
TABLE_DOTS: Final = 150
"""Dots per inch for virtual tabletops, which take no picture wider than 4096."""


@dataclass(frozen=True, slots=True)
class Job:
    """How something is printed: for what, on which sheets (where cards are cut from them), in which form.

    A ``thumbnail`` is the first sheet alone, so many points wide.
    """

    purpose: Purpose
    sheet: Paper
    form: PrintForm
    thumbnail: int = 0
    look: Look = PLAIN


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed, one PDF or a picture for each sheet, and what is amiss with it."""

    content: tuple[bytes, ...]
    faults: tuple[Said, ...]


def print_laid(laid: Laid, job: Job) -> Printed:
    """Print pages and check them. Raises ``NoTypst`` and ``Unprintable``."""
    return _printed(laid_data(laid, job), job)


def print_pieces(
    fronts: SaidDocument, backs: SaidDocument, icons: Mapping[str, Picture], paper: Paper, job: Job
) -> Printed:
    """Print cards with their backs, which may be in another language."""
    return _printed(pieces_data(fronts, backs, icons, paper, job), job)


def _printed(data: Mapping[str, Any], job: Job) -> Printed:
    dots: float = TABLE_DOTS if job.purpose == "table" else DOTS_PER_INCH
    sheets = data["sheets"]
    if job.thumbnail:
        data = {**data, "sheets": sheets[:1]}
        dots = job.thumbnail / sheets[0]["width"] * 25.4
    content = printed(SHEET, data, job.form, dots_per_inch=dots, look=job.look)
    return Printed(content, tuple(_faults(data, job, content)))


def _faults(data: Mapping[str, Any], job: Job, content: tuple[bytes, ...]) -> Iterator[Said]:
    """Check what came out and the boxes on its pages; a small picture is of a page that is checked when it is printed whole."""
    sheets = data["sheets"]
    if job.form == "pdf":
        yield from pdf_faults(content[0], languages_in(data), len(sheets))
    elif len(content) != len(sheets):
        yield Said("why.pages", found=len(content), pages=len(sheets))
    if not job.thumbnail:
        yield from box_faults(SHEET, data, job.look)


def languages_in(data: object) -> tuple[str, ...]:
    """Give every language that data for Typst name, in their order: of faces, sides and single lines."""
    match data:
        case Mapping():
            own = (str(data["lang"]),) if data.get("lang") else ()
            return tuple(dict.fromkeys((*own, *(code for value in data.values() for code in languages_in(value)))))
        case list() | tuple():
            return tuple(dict.fromkeys(code for value in data for code in languages_in(value)))
        case _:
            return ()


def laid_data(laid: Laid, job: Job) -> Mapping[str, object]:
    """Give pages as Typst takes them; where they are in two languages, each page of the first is followed by that of the second."""
    paper = laid.paper
    sides: list[Mapping[str, object]] = [
        {
            "kind": "page",
            "face": face,
            "margin": paper.margin,
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
        **_whole(laid.faces[0].name, _sheets(numbers, pairs, paper, job), sides, paper, job),
        "room": paper.room[0],
        "widths": widths(paper),
        "gutter": paper.gutter,
        "size": laid.size,
        "faces": [
            {"lang": face.code, "units": [unit.drawn for unit in units]}
            for face, units in zip(laid.faces, laid.units, strict=True)
        ],
    }


def pieces_data(
    fronts: SaidDocument, backs: SaidDocument, icons: Mapping[str, Picture], paper: Paper, job: Job
) -> Mapping[str, object]:
    """Give cards as Typst takes them: all fronts first, then one back for each that differs."""
    sides = [_front(piece, fronts.code, job.look) for piece in every(fronts, Piece)]
    found: list[Mapping[str, object]] = []
    pairs: list[tuple[int, int | None]] = []
    for at, piece in enumerate(every(backs, Piece)):
        back = _back(piece, backs)
        if back not in found:
            found.append(back)
        pairs.append((at, len(sides) + found.index(back)))
    numbers = [side for pair in pairs for side in pair if side is not None]
    chosen = range(len(sides) + len(found)) if job.purpose == "table" else numbers
    return {
        **_whole(fronts.name, _sheets(chosen, pairs, paper, job), [*sides, *found], paper, job),
        "faces": [{"lang": fronts.code}] if sides else [],
        "icons": {
            key: {"svg": icon.svg, "colour": icon.colour, "ink": letters_on(icon.colour, job.look)}
            for key, icon in {**icons, **job.look.icons}.items()
        },
    }


def _whole(
    title: str, sheets: Sequence[Sheet], sides: Sequence[Mapping[str, object]], paper: Paper, job: Job
) -> dict[str, object]:
    return {
        "title": title,
        "side": {"width": paper.width, "height": paper.height, "bleed": BLEED if job.purpose == "press" else 0.0},
        "sides": list(sides),
        "sheets": [asdict(sheet) for sheet in sheets],
        "icons": {},
    }


def _sheets(
    numbers: Sequence[int], pairs: Sequence[tuple[int, int | None]], paper: Paper, job: Job
) -> tuple[Sheet, ...]:
    """Choose how sides lie on sheets."""
    if job.purpose == "table":
        return tabletop(numbers, paper)
    if job.purpose == "press" or not paper.card:
        return one_a_page(numbers, paper, bleed=job.purpose == "press", boxed=job.form == "pdf")
    return sheets_for(pairs, paper, job.sheet)


def _front(piece: Piece[Line], code: str, look: Look) -> Mapping[str, object]:
    return {
        "kind": "front",
        "lang": code,
        "number": plain(piece.number),
        "title": plain(piece.title),
        "icons": [
            {"icon": one.icon, "times": one.times, "letter": _letter(one, look)} for one in piece.icons if one.times
        ],
        "join": plain(piece.join),
        "text": plain(piece.text),
        "result": plain(piece.result),
    }


def _letter(shown: Icons[Line], look: Look) -> str:
    return "" if shown.letter is None or shown.icon in look.icons else shown.letter.text


def _back(piece: Piece[Line], backs: SaidDocument) -> Mapping[str, object]:
    icon, line = piece.back
    return {"kind": "back", "lang": backs.code, "icon": icon, "name": backs.name, "line": plain(line)}
