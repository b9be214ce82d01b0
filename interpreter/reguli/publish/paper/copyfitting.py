"""Lays a spoken product out on paper: the largest letters with which it takes the fewest pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from reguli.publish.document.document_tree import SaidDocument
from reguli.publish.document.page_units import Unit, units_of
from reguli.publish.layouts.visual_style import PLAIN, Look
from reguli.publish.paper.column_packing import Page, Piece, deal
from reguli.publish.paper.paper_sizes import Paper
from reguli.publish.paper.typst_backend import measured
from reguli.source.frozen_values import Kept, kept

TOO_WIDE: Final = 0.6
"""By how many points a word may stand beyond its column: less than a hairline of the margin."""


@kept
class Laid(Kept):
    """A product on paper: its faces (one a language) as units, the size of letters in points, and the pages."""

    paper: Paper
    faces: tuple[SaidDocument, ...]
    units: tuple[tuple[Unit, ...], ...]
    size: float
    pages: tuple[Page, ...]


def lay_out(faces: Sequence[SaidDocument], paper: Paper, look: Look = PLAIN) -> Laid | None:
    """Lay out one product, or the same in several languages with the same units on the same pages.

    None where a word is wider than its column, or a unit higher than a page, at every size of letters.
    """
    units = tuple(units_of(face, slim=paper.card) for face in faces)
    if len({len(one) for one in units}) > 1:
        return None
    least, *larger = reversed(paper.sizes)
    best = _laid(faces, units, paper, least, look)
    if best is None:
        return None
    # Larger letters never take fewer pages, so the largest that take no more are found by halving.
    low, high = 0, len(larger)
    while low < high:
        middle = (low + high) // 2
        tried = _laid(faces, units, paper, larger[middle], look)
        if tried is None or len(tried.pages) > len(best.pages):
            high = middle
        else:
            best, low = tried, middle + 1
    return best


def _laid(
    faces: Sequence[SaidDocument], units: tuple[tuple[Unit, ...], ...], paper: Paper, size: float, look: Look
) -> Laid | None:
    """Lay out with letters of one size; None where something does not fit."""
    sized = [_measured(face, own, paper, size, look) for face, own in zip(faces, units, strict=True)]
    if any(unit["over"] > TOO_WIDE for one in sized for unit in one):
        return None
    pages = deal(_pieces(units[0], sized), paper.room[1], paper.columns)
    return None if pages is None else Laid(paper, tuple(faces), units, size, pages)


def widths(paper: Paper) -> Mapping[str, float]:
    """Give the widths of the two kinds of columns, in points."""
    return {"wide": paper.room[0], "narrow": paper.column}


def _measured(
    face: SaidDocument, units: Sequence[Unit], paper: Paper, size: float, look: Look
) -> list[dict[str, float]]:
    data = {
        "lang": face.code,
        "units": [unit.drawn for unit in units],
        "widths": widths(paper),
        "size": size,
    }
    found: list[dict[str, float]] = measured("measure.typ", data, look)[0]
    return found


def _pieces(units: Sequence[Unit], sized: Sequence[Sequence[Mapping[str, float]]]) -> list[Piece]:
    """Give units with the room they need in the language that needs most."""
    return [
        Piece(
            at=at,
            height=max(one["height"] for one in every),
            lead=max(one["lead"] for one in every),
            gap=max(one["gap"] for one in every),
            wide=unit.wide,
            part=str(unit.drawn["part"]),
            keep=unit.keep,
            soft=unit.soft,
        )
        for at, (unit, *every) in enumerate(zip(units, *sized, strict=True))
    ]
