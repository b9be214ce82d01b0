"""Pagination of a realised rulebook: measures its units, moves pictures and broad tables within chapters, distributes all over pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from reguli.publish.document.book_units import BookUnit, book_words, split_book_into_units
from reguli.publish.document.document_tree import SaidDocument
from reguli.publish.document.page_units import WIDE
from reguli.publish.layouts.piece_layout import VisualTheme
from reguli.publish.paper.column_packing import PackedUnit, Page, pack_columns, place_floating_units
from reguli.publish.paper.paper_sizes import POINTS
from reguli.publish.paper.typst_backend import TypstRefusal, check_missing_glyphs, measure_template
from reguli.publish.pictures.board_pictures import DrawnPicture
from reguli.source.finding_catalogue import Said

MEASURE: Final = "book_measure.typ"
PAPER: Final[Mapping[str, float]] = {"width": 210, "height": 297, "side": 17, "top": 17, "bottom": 19, "gutter": 8}
"""The page and its margins, in mm."""
COLUMNS: Final = 2
SIZE: Final = 9.6
"""The size of letters, in points."""
SCALES: Final = (0.9, 0.8, 0.7)
"""How much smaller broad pictures may be where fewer pages are enough then."""
HIGH: Final = 0.2
"""What part of a page a picture takes that is made smaller then."""
WIDTH: Final = (PAPER["width"] - 2 * PAPER["side"]) * POINTS
HEIGHT: Final = (PAPER["height"] - PAPER["top"] - PAPER["bottom"]) * POINTS
"""What can be printed on, in points."""
WIDTHS: Final[Mapping[str, float]] = {
    "wide": WIDTH,
    "narrow": (WIDTH - (COLUMNS - 1) * PAPER["gutter"] * POINTS) / COLUMNS,
}


def book_page_data(book: SaidDocument, pictures: Mapping[str, DrawnPicture], look: VisualTheme) -> Mapping[str, object]:
    """Return all data that the template of the book prints.

    Raises ``NoTypst``, and ``TypstRefusal`` for a letter without a glyph or a unit higher than a page.
    """
    data: dict[str, Any] = {**book_words(book), "widths": WIDTHS, "size": SIZE, "paper": PAPER}
    units = split_book_into_units(book, pictures)
    sized = _measured(units, data, look)
    if cut := set(_too_high(units, sized)):
        units = split_book_into_units(book, pictures, cut)
        sized = _measured(units, data, look)
    best, pages = data, _dealt(units, sized)
    for scale in SCALES if any(one.loose for one in units) else ():
        smaller = {**data, "units": [_scaled(one, size, scale) for one, size in zip(units, sized, strict=True)]}
        resized = _resized(smaller, sized, look)
        fewer = _dealt(units, resized)
        if fewer is not None and (pages is None or len(fewer) < len(pages)):
            best, pages = smaller, fewer
    if pages is None:
        highest = max(size["height"] for size in sized)
        raise TypstRefusal(Said("why.box_too_low", height=f"{highest:.1f}", room=f"{HEIGHT:.1f}"))
    return {**best, "pages": [[asdict(band) for band in page] for page in pages]}


def _measured(units: Sequence[BookUnit], data: dict[str, Any], look: VisualTheme) -> list[Mapping[str, float]]:
    """Return the measured size of each unit of a book."""
    data["units"] = [one.unit.drawn for one in units]
    check_missing_glyphs(data, look)
    sizes: list[Mapping[str, float]] = measure_template(MEASURE, data, look)[0]
    return sizes


def _too_high(units: Sequence[BookUnit], sized: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the parts whose tables are higher than a page."""
    for one, size in zip(units, sized, strict=True):
        if size["height"] > HEIGHT and "table" in one.unit.drawn:
            yield str(one.unit.drawn["table"])


def find_illegible_picture_parts(drawn: DrawnPicture) -> Iterator[Said]:
    """Yield the illegible texts of a picture on a page."""
    yield from (Said("why.text_covered", text=text) for text in drawn.faults)
    if drawn.least > WIDTH:
        yield Said("why.letters_small", width=f"{drawn.least:.0f}", room=f"{WIDTH:.0f}")


def _scaled(one: BookUnit, size: Mapping[str, float], scale: float) -> Mapping[str, object]:
    """Return a unit's data, scaled down for a broad picture that is too high."""
    high = one.loose and "scale" in one.unit.drawn and size["height"] > HIGH * HEIGHT
    return {**one.unit.drawn, "scale": scale} if high else one.unit.drawn


def _resized(
    data: Mapping[str, Any], sized: Sequence[Mapping[str, float]], look: VisualTheme
) -> list[Mapping[str, float]]:
    """Return the sizes with only the broad pictures measured again."""
    pictures = [at for at, unit in enumerate(data["units"]) if "scale" in unit and unit["width"] == WIDE]
    anew = measure_template(MEASURE, {**data, "units": [data["units"][at] for at in pictures]}, look)[0]
    heights = {at: size["height"] for at, size in zip(pictures, anew, strict=True)}
    return [{**size, "height": heights.get(at, size["height"])} for at, size in enumerate(sized)]


def _dealt(units: Sequence[BookUnit], sized: Sequence[Mapping[str, float]]) -> tuple[Page, ...] | None:
    return pack_columns(place_floating_units(_pieces(units, sized), HEIGHT, COLUMNS), HEIGHT, COLUMNS)


def _pieces(units: Sequence[BookUnit], sized: Sequence[Mapping[str, float]]) -> list[PackedUnit]:
    return [
        PackedUnit(
            at=at,
            height=size["height"],
            lead=size["lead"],
            gap=size["gap"],
            wide=one.unit.wide,
            part=str(one.unit.drawn["part"]),
            keep=one.unit.keep,
            soft=one.unit.soft,
            chapter=one.chapter,
            loose=one.loose,
            behind=one.behind,
        )
        for at, (one, size) in enumerate(zip(units, sized, strict=True))
    ]
