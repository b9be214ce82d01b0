"""What may lie on each spot of a joined board, held to what there is: parts, ways round, letters, outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from reguli.model.cell_shapes import fits_hexagons
from reguli.model.modular_boards.part_placement import AS_DRAWN, Fitting
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.kind_nodes import Chosen, ElementDecl, GridDecl, JoinDecl, KindDecl, Letter, SpotDecl
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near
from reguli.source.span import Span


@kept
class Settled(Kept):
    """A spot with the parts that may lie there, and the ways round; one of each where no lot decides."""

    name: str
    """The element that it is: its letter behind the name of the spots."""
    spot: SpotDecl
    parts: tuple[ElementDecl, ...]
    ways: tuple[str, ...]

    @property
    def by_lot(self) -> bool:
        """Whether a lot decides what lies there or how."""
        return self.spot.part.by_lot or (self.spot.way is not None and self.spot.way.by_lot)


class Settling:
    """One joined board while it is held to its parts."""

    def __init__(self, join: JoinDecl, parts: KindDecl, fitting: Fitting, documents: Documents, bag: Bag) -> None:
        """Take what is joined, and what there is."""
        self.join = join
        self.parts = {one.id: one for one in parts.elements}
        self.kind = parts
        self.fitting = fitting
        self.documents = documents
        self.bag = bag

    def settled(self) -> tuple[Settled, ...]:
        """Give what may lie on each spot; whatever is wrong with it is in the bag."""
        fixed = {name for spot in self.join.lay if not spot.part.by_lot for name, _ in spot.part.names}
        found = [self._spot(spot, fixed) for spot in self.join.lay]
        known = tuple(one for one in found if one is not None)
        fitting = [self._fits(one) for one in known]
        self._twice()
        if len(known) == len(found) and all(fitting):
            self._enough(known)
        return known

    def _spot(self, spot: SpotDecl, fixed: Collection[str]) -> Settled | None:
        if spot.id not in self.fitting.cells:
            self.bag.add("R381", spot.span, letter=spot.id)
            return None
        parts = self._names(spot.part, Said("thing.part"), self.parts, self._elsewhere())
        ways = (AS_DRAWN,) if spot.way is None else self._names(spot.way, Said("thing.way"), self.fitting.ways)
        if parts is None or ways is None:
            return None
        if spot.part.by_lot:
            parts = tuple(name for name in parts if name not in fixed)
        return Settled(f"{self.join.spots}_{spot.id}", spot, tuple(self.parts[name] for name in parts), ways)

    def _elsewhere(self) -> tuple[str, ...]:
        """Name the parts that only other numbers of players have."""
        return tuple(name for kind, name in self.documents.absent if kind == self.kind.id)

    def _names(
        self, chosen: Chosen, what: Said, known: Collection[str], elsewhere: Collection[str] = ()
    ) -> tuple[str, ...] | None:
        """Give the names that are chosen, of which a lot leaves out what is not there; R387 for one that does not exist."""
        if not chosen.names:
            return tuple(known)
        unknown = [
            (name, span)
            for name, span in chosen.names
            if name not in known and not (chosen.by_lot and name in elsewhere)
        ]
        for name, span in unknown:
            listed = ", ".join(known) or Said("list.none")
            self.bag.add("R387", span, near=near(name, known), what=what, name=name, known=listed)
        return None if unknown else tuple(name for name, _ in chosen.names if name in known)

    def _twice(self) -> None:
        """Report a part that is said to lie on two spots (R384)."""
        first: dict[str, Span] = {}
        for spot in self.join.lay:
            for name, span in () if spot.part.by_lot else spot.part.names:
                if name in first:
                    self.bag.add("R384", span, related=[(first[name], Said("here.lies_first", name=name))], name=name)
                first.setdefault(name, span)

    def _fits(self, one: Settled) -> bool:
        """Hold every part that may lie on a spot to its outline, in each way round (R383); the first that does not fit is told."""
        spot, mapped = one.spot, [part for part in one.parts if part.map]
        if len(mapped) < len(one.parts):
            return False
        wanted = len(self.fitting.cells[spot.id])
        for way in one.ways:
            for part in mapped:
                if not self.fitting.fits(spot.id, part, way):
                    found = len(part.map)
                    why = (
                        Said("why.other_outline")
                        if found == wanted
                        else Said("why.so_many_cells", found=found, count=wanted)
                    )
                    span = (spot.part if spot.way is None or way == AS_DRAWN else spot.way).span
                    related = [(part.span, Said("here.part_drawn", name=part.id))]
                    names = {"part": part.id, "way": way, "letter": spot.id}
                    self.bag.add("R383", span, related=related, **names, why=why)
                    return False
        return True

    def _enough(self, settled: tuple[Settled, ...]) -> None:
        """Hold lots to leave a part for every spot: spots with the same parts need as many, and others share none (R385)."""
        lots = [(one, frozenset(part.id for part in one.parts)) for one in settled if one.spot.part.by_lot]
        count = Counter(parts for _, parts in lots)
        for at, (one, parts) in enumerate(lots):
            shared = next((other for other, those in lots[:at] if parts != those and parts & those), None)
            if len(parts) < count[parts]:
                why = Said("why.too_few_parts", found=len(parts), count=count[parts])
            elif shared is not None:
                why = Said("why.parts_shared", letter=shared.spot.id)
            else:
                continue
            self.bag.add("R385", one.spot.part.span, letter=one.spot.id, why=why)
            return


def check_letters(kind: KindDecl, grid: GridDecl, join: JoinDecl, parts: KindDecl, bag: Bag) -> None:
    """Hold the letters of all maps to one legend: each has a meaning (R141), each meaning a letter (R142), none is a spot too (R382).

    A part that is not drawn is R102; a letter between the hexagons R143.
    """
    legend = {one.id: one for one in grid.legend}
    spots = {spot.id: spot for spot in join.lay}
    used = {cell.letter.id for cell in grid.drawn or ()} - spots.keys()
    for name in legend.keys() & spots.keys():
        related = [(legend[name].span, Said("here.in_legend"))]
        bag.add("R382", spots[name].span, related=related, letter=name)
    drawn = [Letter(cell.span, cell.point, cell.letter.id) for cell in grid.drawn or () if cell.letter.id not in spots]
    lacking: set[str] = set()
    for one in (*drawn, *(one for part in parts.elements for one in part.map)):
        if one.letter not in legend and one.letter not in lacking:
            lacking.add(one.letter)
            close = near(one.letter, legend)
            bag.add("R141", one.span, near=close, letter=one.letter, known=", ".join(legend) or Said("list.none"))
    for part in parts.elements:
        used |= {one.letter for one in part.map}
        if not part.map:
            where = Said("part.entry", name=part.id, where=Said("part.kind", name=parts.id))
            bag.add("R102", part.span, where=where, name="map")
        elif grid.shape != "square" and not fits_hexagons(tuple(one.point for one in part.map)):
            even = sum(part.map[0].point) % 2
            wrong = next(one for one in part.map if sum(one.point) % 2 != even)
            bag.add("R143", wrong.span, letter=wrong.letter)
    for name, meaning in legend.items():
        if name not in used | spots.keys():
            bag.add("R142", meaning.span, near=None, letter=name)
