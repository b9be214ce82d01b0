"""Distribution of units over the columns of pages: fewest pages, columns of similar height, no unit cut.

A unit is what must not be cut: a heading, a paragraph, a row of a table. Its height is known already (Typst has measured it; all
heights are in points). What is dealt stands in three nested things:

    page    bands one below the other, as high as the paper allows
    band    columns side by side; a wide unit (a broad table, a picture) is a band of one column, narrow ones share as many as there are
    column  units one below the other, a gap between two

A run of narrow units is dealt in two attempts. First the columns are made as low as they can be: beginning with the height that an even
share would have, and growing by ``STEP`` until everything fits into the columns of this band (``strict``). So the last page
of a card is not one long column and an empty one. If the room on the page is not enough even so, columns are filled to the bottom and what
is left goes on the next page. A band is not begun in a rest of the page that is hardly worth it (``WORTH_BEGINNING``), nor where only its
first lines would stand there and the whole would fit on a fresh page (``_lonely``).

A column ends where units may be parted. ``keep`` ties a unit to the next, always: a heading to its first line. ``soft`` would rather
not be parted, and is only where the column would otherwise stay emptier than ``TOO_EMPTY``. ``lead`` is what stands above
the first row of a part in a column, the head of a table say, and is repeated where the part goes on in the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from typing import Final

from reguli.publish.document.document_tree import SaidDocument
from reguli.publish.document.page_units import PageUnit, split_into_units
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.paper.icon_lettering import IconLettering
from reguli.publish.paper.paper_sizes import Paper
from reguli.publish.paper.typst_backend import measure_template
from reguli.source.frozen_values import FrozenValue, frozen_class

TOO_EMPTY: Final = 0.4
"""How full a column must be before a unit goes to the next one for company's sake."""
WORTH_BEGINNING: Final = 0.12
"""The part of a page that is worth beginning a band of columns in."""
STEP: Final = 2.0
SLACK: Final = 0.01
CUT: Final = 120.0
"""How much room, in points, must be saved for a loose piece to stand inside a list."""
HIGH: Final = 0.35
"""What part of a page a loose piece takes that may stand in the chapters behind its own, too."""
ROUNDS: Final = 3
"""How often these are looked at again."""
FAR: Final = 4.0
"""How much must be saved for each piece that it moves away from its place."""


@frozen_class
class PackedUnit(FrozenValue):
    """A unit for packing: its height, the height that its first row adds (``lead``), the gap before it, its index.

    ``part`` names the table or list that its neighbours of the same name belong to. A ``loose`` one may stand elsewhere among
    those of its ``chapter``, and if it is high in so many ``behind`` that.
    """

    at: int
    height: float
    lead: float
    gap: float
    wide: bool
    part: str = ""
    keep: bool = False
    soft: bool = False
    chapter: int = 0
    loose: bool = False
    behind: int = 1


@frozen_class
class ColumnBand(FrozenValue):
    """A band of adjacent columns: the unit indexes in each, the band's height, the gap above it."""

    columns: tuple[tuple[int, ...], ...]
    wide: bool
    height: float
    gap: float


Page = tuple[ColumnBand, ...]


def pack_columns(pieces: Sequence[PackedUnit], height: float, columns: int) -> tuple[Page, ...] | None:
    """Distribute units over pages of a given height, narrow ones in columns; None where a unit is higher than a page."""
    dealer = _filled_dealer(pieces, height, columns)
    return None if dealer is None else dealer.pages()


def place_floating_units(pieces: Sequence[PackedUnit], height: float, columns: int) -> list[PackedUnit]:
    """Move each loose unit to the place that minimises the page space up to its chapter's end, as near as possible to its own place.

    It stays in its chapter and among the loose ones as it was, and never stands between pieces that are kept together. One that is high
    (``HIGH``) leaves a page empty that it does not fit on: then the text of the chapters behind its own may begin there before it, and
    before what follows it at once. So that several make way one after the other, these are looked at again and again, from the last to the first.
    """
    order = list(pieces)
    loose_ones = [piece for piece in pieces if piece.loose]
    for loose in loose_ones:
        order = _moved(order, [loose], 0, height, columns)
    for loose in [one for one in reversed(loose_ones) if one.height > height * HIGH] * ROUNDS:
        order = _moved(order, [loose], loose.behind, height, columns)
        order = _moved(order, _with_next(order, loose), loose.behind, height, columns)
    return order


def _with_next(order: Sequence[PackedUnit], loose: PackedUnit) -> list[PackedUnit]:
    """Return a loose unit with the loose units of its chapter that follow it directly."""
    behind = order[order.index(loose) :]
    return list(takewhile(lambda piece: piece.loose and piece.chapter == loose.chapter, behind))


def _moved(
    order: Sequence[PackedUnit], moved: Sequence[PackedUnit], behind: int, height: float, columns: int
) -> list[PackedUnit]:
    """Move adjacent loose units to the place that takes the least space: in their chapter, or only backwards into ``behind`` later ones."""
    own, last = order.index(moved[0]), moved[0].chapter + behind
    rest = [*order[:own], *order[own + len(moved) :]]
    end = max(at for at, piece in enumerate(rest) if moved[0].chapter <= piece.chapter <= last) + 1

    def room(place: int) -> float:
        dealer = _filled_dealer([*rest[:place], *moved, *rest[place:end]], height, columns)
        if dealer is None:
            return float("inf")
        cut = 0 < place < end and rest[place].part != "" and rest[place].part == rest[place - 1].part
        far = abs(place - own) * FAR + (CUT if cut else 0.0)
        return dealer.taken + far + (dealer.gaping if behind else 0.0)

    places = [place for place in _places(rest, own, moved[0], last) if not behind or place >= own]
    place = min(places, key=lambda place: (room(place), abs(place - own)))
    return [*rest[:place], *moved, *rest[place:]]


def _places(rest: Sequence[PackedUnit], own: int, loose: PackedUnit, last_chapter: int) -> list[int]:
    """Return the permitted places of a loose unit among the others, its current place included."""
    first, last = own, own
    while first > 0 and _passes(rest[first - 1], loose, last_chapter):
        first -= 1
    while last < len(rest) and _passes(rest[last], loose, last_chapter):
        last += 1
    after = (place for place in range(max(first, 1), last + 1) if not rest[place - 1].keep)
    return sorted({own, *(place for place in after if rest[place - 1].chapter >= loose.chapter)})


def _passes(other: PackedUnit, loose: PackedUnit, last_chapter: int) -> bool:
    """Return whether a loose unit may be moved past another unit."""
    return loose.chapter <= other.chapter <= last_chapter and not other.loose


def _filled_dealer(pieces: Sequence[PackedUnit], height: float, columns: int) -> _Dealer | None:
    dealer = _Dealer(height)
    for wide, run in groupby(pieces, key=lambda piece: piece.wide):
        if not dealer.band(list(run), 1 if wide else columns, wide=wide):
            return None
    return dealer


class _Dealer:
    """Packer that holds the page being filled."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.done: list[Page] = []
        self.open: list[ColumnBand] = []
        self.used = self.filled = 0.0
        self.left: list[float] = []

    @property
    def taken(self) -> float:
        """Return the height of all pages so far, counting the last one as far as it is filled."""
        return len(self.done) * self.height + self.used

    @property
    def gaping(self) -> float:
        """Return the penalty for empty space on completed pages, quadratic in the space of each page."""
        return sum(left**2 for left in self.left) / self.height

    def pages(self) -> tuple[Page, ...]:
        """Return all pages."""
        return (*self.done, tuple(self.open)) if self.open else tuple(self.done)

    def turn(self) -> None:
        """Start a new page."""
        self.done.append(tuple(self.open))
        self.left.append(self.height - self.filled)
        self.open, self.used, self.filled = [], 0.0, 0.0

    def band(self, pieces: list[PackedUnit], columns: int, *, wide: bool) -> bool:
        """Place a run of units; return False where one of them fits on no page."""
        while pieces:
            gap = pieces[0].gap if self.open else 0.0
            room = self.height - self.used - gap
            dealt = _dealt(pieces, room, columns) if room > self.height * WORTH_BEGINNING or not self.open else None
            if dealt is None and not self.open:
                return False
            if dealt is None or (self.open and _lonely(dealt, pieces)):
                self.turn()
                continue
            self._place(dealt, gap, wide=wide)
            pieces = pieces[sum(len(column) for column in dealt) :]
            if pieces:
                self.turn()
        return True

    def _place(self, dealt: list[list[PackedUnit]], gap: float, *, wide: bool) -> None:
        height = max(stacked_height(column) for column in dealt)
        self.open.append(ColumnBand(tuple(tuple(one.at for one in column) for column in dealt), wide, height, gap))
        self.used += gap + height
        self.filled += gap + sum(map(stacked_height, dealt)) / len(dealt)


def _lonely(dealt: list[list[PackedUnit]], pieces: list[PackedUnit]) -> bool:
    """Return whether a band that would fit whole on a new page is split after its first units."""
    return sum(len(column) for column in dealt) < len(pieces) and len(dealt[0]) < 3 and len(pieces) < 6


def _dealt(pieces: list[PackedUnit], room: float, columns: int) -> list[list[PackedUnit]] | None:
    """Distribute units over columns of similar height; units that do not fit are left out, None where none fits."""
    whole = stacked_height(pieces)
    least = max(whole / columns, *(piece.height for piece in pieces))
    height = least
    while columns > 1 and height < room:
        found = _filled(pieces, height, columns, strict=True)
        if found is not None and sum(map(len, found)) == len(pieces):
            return found
        height += STEP
    return _filled(pieces, room, columns, strict=False)


def _filled(pieces: list[PackedUnit], height: float, columns: int, *, strict: bool) -> list[list[PackedUnit]] | None:
    """Fill columns one after the other."""
    found: list[list[PackedUnit]] = []
    rest = pieces
    for _ in range(columns):
        count = _fitting(rest, height, strict=strict)
        if not count and not found:
            return None
        found.append(rest[:count])
        rest = rest[count:]
    return found


def _fitting(pieces: list[PackedUnit], height: float, *, strict: bool) -> int:
    """Return the number of units that fit in a column, ending where a break is allowed."""
    ends: list[tuple[int, float, bool]] = []
    used = 0.0
    before: PackedUnit | None = None
    for count, piece in enumerate(pieces, 1):
        used += _added(before, piece)
        if used > height + SLACK:
            break
        if not piece.keep or count == len(pieces):
            ends.append((count, used, piece.soft and count < len(pieces)))
        before = piece
    if ends and ends[-1][0] == len(pieces):
        return len(pieces)
    firm = [end for end in ends if not end[2]]
    if firm and (strict or firm[-1][1] >= height * TOO_EMPTY):
        return firm[-1][0]
    return 0 if strict or not ends else ends[-1][0]


def _added(before: PackedUnit | None, piece: PackedUnit) -> float:
    if before is None:
        return piece.height + piece.lead
    return piece.gap + piece.height + (0.0 if piece.part and piece.part == before.part else piece.lead)


def stacked_height(pieces: Sequence[PackedUnit]) -> float:
    """Return the total height of stacked units."""
    before: PackedUnit | None = None
    height = 0.0
    for piece in pieces:
        height += _added(before, piece)
        before = piece
    return height


# -- Lays a spoken product out on paper: the largest letters with which it takes the fewest pages --------------------


TOO_WIDE: Final = 0.6
"""By how many points a word may stand beyond its column: less than a hairline of the margin."""


@frozen_class
class FittedPages(FrozenValue):
    """A product laid out on paper: its faces (one per language), their units, the font size in points, and the pages."""

    paper: Paper
    faces: tuple[SaidDocument, ...]
    units: tuple[tuple[PageUnit, ...], ...]
    size: float
    pages: tuple[Page, ...]


def lay_out_columns(faces: Sequence[SaidDocument], paper: Paper, look: VisualTheme = PLAIN) -> FittedPages | None:
    """Lay out one product, in one language or in several with the same units on the same pages.

    None where a word is wider than its column, or a unit higher than a page, at every size of letters.
    """
    drawn = IconLettering(look, look.icons).drawn
    units = tuple(
        tuple(replace(unit, drawn=drawn(unit.drawn)) for unit in split_into_units(face, slim=paper.card))
        for face in faces
    )
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
    faces: Sequence[SaidDocument], units: tuple[tuple[PageUnit, ...], ...], paper: Paper, size: float, look: VisualTheme
) -> FittedPages | None:
    """Lay out at one font size; None where something does not fit."""
    sized = [_measured(face, own, paper, size, look) for face, own in zip(faces, units, strict=True)]
    if any(unit["over"] > TOO_WIDE for one in sized for unit in one):
        return None
    sides = groupby(_pieces(units[0], sized), key=lambda piece: units[0][piece.at].back)
    pages = [pack_columns(list(pieces), paper.room[1], paper.columns) for _, pieces in sides]
    found = tuple(page for side in pages if side is not None for page in side)
    return None if None in pages else FittedPages(paper, tuple(faces), units, size, found)


def column_widths(paper: Paper) -> Mapping[str, float]:
    """Return the widths of wide and narrow columns, in points."""
    return {"wide": paper.room[0], "narrow": paper.column}


def _measured(
    face: SaidDocument, units: Sequence[PageUnit], paper: Paper, size: float, look: VisualTheme
) -> list[dict[str, float]]:
    data = {"lang": face.code, "units": [unit.drawn for unit in units], "widths": column_widths(paper), "size": size}
    found: list[dict[str, float]] = measure_template("measure.typ", data, look)[0]
    return found


def _pieces(units: Sequence[PageUnit], sized: Sequence[Sequence[Mapping[str, float]]]) -> list[PackedUnit]:
    """Return the units for packing, each with its maximum size over all languages."""
    return [
        PackedUnit(
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
