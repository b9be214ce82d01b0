"""Boards joined of randomly drawn parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.top_level_items import RulesFile
from reguli.model.binding.binding_context import (
    DIRECTION,
    LAYING,
    PHASE,
    PLAYER,
    STAGE,
    WAY,
    WAY_OF_SPOT,
    WAYS,
    declared_kind_names,
)
from reguli.model.grids import (
    COMPASS,
    HEXAGON_STEPS,
    HEXAGON_TURNS,
    SQUARE_TURNS,
    Point,
    drawn_letter_points,
    fits_hexagons,
    orientation_names,
    oriented_letter_points,
    relative_offsets,
    turned_direction,
    used_orientations,
)
from reguli.ruleset.document_nodes import (
    Cell,
    Chosen,
    Documents,
    DrawnCell,
    ElementDecl,
    FieldDecl,
    GameDecl,
    GridDecl,
    JoinDecl,
    KindDecl,
    Letter,
    SpotDecl,
    StateDecl,
    TableKey,
    TableRow,
    Value,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

# -- part placement --------------------------------------------------------------------------------------------------
# How the drawn parts of a board lie on its spots: which letter comes to which cell, and what a turned letter says.


Lying = Mapping[Point, Letter]
"""The letters of a part as it lies, by the step from the first of them in reading order."""
AS_DRAWN: Final = "turn_0"


class PartFitting:
    """The spots of one board, and the fit of its parts on them."""

    def __init__(self, kind: KindDecl, grid: GridDecl, join: JoinDecl, parts: KindDecl) -> None:
        """Take a board and the kind of its parts."""
        self.hexagons = grid.shape != "square"
        self.turns = HEXAGON_TURNS if self.hexagons else SQUARE_TURNS
        self.ways = orientation_names(self.turns, mirror=parts.mirror)
        self.fields: Mapping[str, FieldDecl] = {field.id: field for field in kind.fields}
        self.legend = {one.id: one for one in grid.legend}
        drawn = grid.drawn or ()
        points = drawn_letter_points(grid, drawn)
        self.cells: dict[str, dict[Point, DrawnCell]] = {}
        """The cells of each spot, by the step from the first."""
        for letter in join.letters:
            own = [(point, cell) for point, cell in zip(points, drawn, strict=True) if cell.letter.id == letter]
            if own:
                steps = relative_offsets([point for point, _ in own], hexagons=self.hexagons)
                self.cells[letter] = {step: cell for step, (_, cell) in zip(steps, own, strict=True)}
        self._known: dict[tuple[str, str], Lying] = {}

    def lying(self, part: ElementDecl, way: str) -> Lying:
        """Return the letters of a rotated part."""
        found = self._known.get((part.id, way))
        if found is None:
            drawing = tuple(one.point for one in part.map)
            turn, mirrored = self._turned(way)
            points = oriented_letter_points(drawing, turn, mirrored=mirrored, hexagons=self.hexagons) if drawing else []
            steps = relative_offsets(points, hexagons=self.hexagons) if points else []
            found = self._known[part.id, way] = dict(zip(steps, part.map, strict=True))
        return found

    def letter(self, part: ElementDecl, way: str, step: Point) -> Letter | None:
        """Return the letter of a part on a cell; any, if the part does not fit, which is reported elsewhere."""
        found = self.lying(part, way)
        return found.get(step) or next(iter(found.values()), None)

    def fits(self, spot: str, part: ElementDecl, way: str) -> bool:
        """Return whether a part covers just the cells of a spot."""
        return self.lying(part, way).keys() == self.cells[spot].keys()

    def said(self, letter: str, way: str) -> dict[str, Cell]:
        """Return the legend's values for a letter of a rotated part, with directions turned along with it."""
        meaning = self.legend.get(letter)
        if meaning is None:
            return {}
        return {name: self._turned_cell(cell, self.fields.get(name), way) for name, cell in meaning.cells}

    def _turned(self, way: str) -> tuple[int, bool]:
        at = self.ways.index(way)
        return at % self.turns, at >= self.turns

    def _turned_cell(self, cell: Cell, field: FieldDecl | None, way: str) -> Cell:
        if field is None or way == AS_DRAWN:
            return cell
        if field.form in ("kind", "set") and field.of == DIRECTION:
            return replace(cell, value=self._pointing(cell.value, way))
        keys = [key.name for key in field.by]
        if cell.row is None or (DIRECTION not in keys and field.of != DIRECTION):
            return cell
        return replace(cell, row=self._turned_row(cell.row, keys, field.of == DIRECTION, way))

    def _turned_row(self, row: TableRow, keys: list[str], pointing: bool, way: str) -> TableRow:
        """Turn the keys of a row that are directions, and with ``pointing`` its values."""
        if row.entries is not None:
            turned = keys[:1] == [DIRECTION]
            entries = tuple(
                (str(self._pointing(name, way)) if turned else name, self._turned_row(one, keys[1:], pointing, way))
                for name, one in row.entries
            )
            return replace(row, entries=entries)
        if row.items is not None:
            items = tuple(self._turned_row(one, keys[1:], pointing, way) for one in row.items)
            if keys[:1] == [DIRECTION]:
                names = self._directions(len(items))
                known = {str(self._pointing(name, way)): one for name, one in zip(names, items, strict=False)}
                items = tuple(known[name] for name in names if name in known)
            return replace(row, items=items)
        return replace(row, value=self._pointing(row.value, way)) if pointing else row  # type: ignore[arg-type]  # a name

    def _directions(self, count: int) -> Iterable[str]:
        """Return the directions of a list with one value for each, in list order."""
        return [name for name in COMPASS if name in HEXAGON_STEPS] if count == HEXAGON_TURNS else COMPASS

    def _pointing(self, value: Value | None, way: str) -> Value | None:
        if isinstance(value, tuple):
            return tuple(turned for one in value if (turned := self._pointing(one, way)) is not None)
        known = self._directions(self.turns if self.hexagons else 0)
        if not isinstance(value, str) or value not in known:
            return value
        turn, mirrored = self._turned(way)
        return turned_direction(value, turn, mirrored=mirrored, hexagons=self.hexagons)


# -- board assembly --------------------------------------------------------------------------------------------------
# Boards joined of drawn parts, before anything is bound.
#
# Where nothing depends on a lot, the parts are drawn into the map, and the board is one like any other. Where a lot decides, the cells stand all
# the same; which part lies on a spot, and which way round, is tracked, and what a part says of a cell is a field with these two for its first keys.


# -- layout options --------------------------------------------------------------------------------------------------
# What may lie on each spot of a joined board, held to what there is: parts, ways round, letters, outlines.


@frozen_class
class SpotCandidates(FrozenValue):
    """A spot with its candidate parts and rotations; exactly one of each unless drawn at random."""

    name: str
    """The element that it is: its letter behind the name of the spots."""
    spot: SpotDecl
    parts: tuple[ElementDecl, ...]
    ways: tuple[str, ...]

    @property
    def by_lot(self) -> bool:
        """Return whether part or rotation is drawn at random."""
        return self.spot.part.by_lot or (self.spot.way is not None and self.spot.way.by_lot)


class BoardAssembly:
    """One joined board while its parts are checked."""

    def __init__(self, join: JoinDecl, parts: KindDecl, fitting: PartFitting, documents: Documents, bag: Bag) -> None:
        """Store the board to join and the available parts."""
        self.join = join
        self.parts = {one.id: one for one in parts.elements}
        self.kind = parts
        self.fitting = fitting
        self.documents = documents
        self.bag = bag

    def settled(self) -> tuple[SpotCandidates, ...]:
        """Return the candidates for each spot; errors go into the bag."""
        fixed = {name for spot in self.join.lay if not spot.part.by_lot for name, _ in spot.part.names}
        found = [self._spot(spot, fixed) for spot in self.join.lay]
        known = tuple(one for one in found if one is not None)
        fitting = [self._fits(one) for one in known]
        self._twice()
        if len(known) == len(found) and all(fitting):
            self._enough(known)
        return known

    def _spot(self, spot: SpotDecl, fixed: Collection[str]) -> SpotCandidates | None:
        if spot.id not in self.fitting.cells:
            self.bag.add("R381", spot.span, letter=spot.id)
            return None
        parts = self._names(spot.part, Said("thing.part"), self.parts, self._elsewhere())
        ways = (AS_DRAWN,) if spot.way is None else self._names(spot.way, Said("thing.way"), self.fitting.ways)
        if parts is None or ways is None:
            return None
        if spot.part.by_lot:
            parts = tuple(name for name in parts if name not in fixed)
        return SpotCandidates(f"{self.join.spots}_{spot.id}", spot, tuple(self.parts[name] for name in parts), ways)

    def _elsewhere(self) -> tuple[str, ...]:
        """Return the names of the parts that only other player counts have."""
        return tuple(name for kind, name in self.documents.absent if kind == self.kind.id)

    def _names(
        self, chosen: Chosen, what: Said, known: Collection[str], elsewhere: Collection[str] = ()
    ) -> tuple[str, ...] | None:
        """Return the chosen names, without absent ones in a random draw; R387 for one that does not exist."""
        if not chosen.names:
            return tuple(known)
        unknown = [
            (name, span)
            for name, span in chosen.names
            if name not in known and not (chosen.by_lot and name in elsewhere)
        ]
        for name, span in unknown:
            listed = ", ".join(known) or Said("list.none")
            self.bag.add("R387", span, near=closest_name(name, known), what=what, name=name, known=listed)
        return None if unknown else tuple(name for name, _ in chosen.names if name in known)

    def _twice(self) -> None:
        """Report a part assigned to two spots (R384)."""
        first: dict[str, Span] = {}
        for spot in self.join.lay:
            for name, span in () if spot.part.by_lot else spot.part.names:
                if name in first:
                    self.bag.add("R384", span, related=[(first[name], Said("here.lies_first", name=name))], name=name)
                first.setdefault(name, span)

    def _fits(self, one: SpotCandidates) -> bool:
        """Check the outline of every candidate part in each rotation (R383); report the first that does not fit."""
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

    def _enough(self, settled: tuple[SpotCandidates, ...]) -> None:
        """Check that draws leave a part for every spot: spots with equal candidates need as many, others share none (R385)."""
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


def check_map_legend(kind: KindDecl, grid: GridDecl, join: JoinDecl, parts: KindDecl, bag: Bag) -> None:
    """Check the letters of all maps against one legend: no unexplained letter (R141), no unused entry (R142), no spot letter (R382).

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
            close = closest_name(one.letter, legend)
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


# -- The lots that lay the parts of a board, as rules: they are cast before anything else of the set-up --------------


Lots = Mapping[str, tuple[str, ...]]
"""By spot: what its lot is cast among."""
OTHER = "other"
"""What another spot is called in the rules."""


def laying_procedure(
    kind: KindDecl, join: JoinDecl, parts: KindDecl, settled: Sequence[SpotCandidates], game: GameDecl
) -> i.Procedure:
    """Return the procedure that lays the parts and then runs the set-up of the ruleset."""
    body: list[s.Statement] = [one for spot in settled for one in _said(spot, join)]
    body += [*_parts_cast(settled, join, parts), *_ways_cast(settled, join)]
    if game.setup is not None:
        span = game.setup_span or game.span
        body.append(s.Run(span, x.Name(span, game.setup), (), False))
    cites = tuple(s.Citation(kind.span, one) for one in kind.source.cites)
    return i.Procedure(join.span, f"{kind.id}.{LAYING}", (), tuple(body), cites)


def _said(one: SpotCandidates, join: JoinDecl) -> Iterator[s.Statement]:
    """Yield a spot's fixed parts and rotations."""
    span = one.spot.part.span
    spot = _element(span, join.spots, one.name)
    if not one.spot.part.by_lot:
        for part in one.parts[:1]:
            yield s.Assign(span, x.Field(span, spot, join.parts), _element(span, join.parts, part.id))
    if one.spot.way is None or not one.spot.way.by_lot:
        for way in one.ways[:1]:
            yield s.Assign(span, x.Field(span, spot, WAY_OF_SPOT), _element(span, WAY, way))


def _parts_cast(settled: Sequence[SpotCandidates], join: JoinDecl, parts: KindDecl) -> Iterator[s.Statement]:
    """Yield the random draws of the parts; none is laid twice."""
    lots = {one.name: tuple(part.id for part in one.parts) for one in settled if one.spot.part.by_lot}
    span = next((one.spot.part.span for one in settled if one.spot.part.by_lot), join.span)
    there = x.Field(span, x.Name(span, OTHER), join.parts)
    taken = x.Binary(span, "=", there, x.Name(span, join.parts))
    free = x.Quantified(span, "no", OTHER, x.Name(span, f"{join.spots}s"), taken, None)
    among = _Among(span, join.parts, parts.plural, tuple(part.id for part in parts.elements))
    yield from _cast(lots, settled, join, s.Lot(span, join.parts, among.by_spot(lots, join), free, None))


def _ways_cast(settled: Sequence[SpotCandidates], join: JoinDecl) -> Iterator[s.Statement]:
    """Yield the random draws of the rotations."""
    lots = {one.name: one.ways for one in settled if one.spot.way is not None and one.spot.way.by_lot}
    span = next((one.spot.way.span for one in settled if one.spot.way is not None and one.spot.way.by_lot), join.span)
    among = _Among(span, WAY, WAYS, ())
    yield from _cast(lots, settled, join, s.Lot(span, WAY_OF_SPOT, among.by_spot(lots, join), None, None))


def _cast(lots: Lots, settled: Sequence[SpotCandidates], join: JoinDecl, lot: s.Lot) -> Iterator[s.Statement]:
    """Yield a loop with a random draw for each spot that needs one, stored in the field of that name."""
    if lots:
        every = tuple(one.name for one in settled)
        span = lot.span
        keep = s.Assign(span, x.Field(span, x.Name(span, join.spots), lot.variable), x.Name(span, lot.variable))
        spots = _Among(span, join.spots, f"{join.spots}s", every).those(tuple(lots))
        yield s.For(span, join.spots, spots, None, None, (lot, keep))


@frozen_class
class _Among(FrozenValue):
    """The domain of a draw: the elements of a kind, whose plural denotes all of them."""

    span: Span
    kind: str
    plural: str
    every: tuple[str, ...]

    def those(self, names: tuple[str, ...]) -> x.Expression:
        """Return the set as expression."""
        if names == self.every:
            return x.Name(self.span, self.plural)
        return x.SetOf(self.span, tuple(_element(self.span, self.kind, name) for name in names))

    def by_spot(self, lots: Lots, join: JoinDecl) -> x.Expression:
        """Return the expression for the domain of a draw, which may depend on the spot."""
        found: x.Expression | None = None
        for names in dict.fromkeys(reversed(tuple(lots.values()))):
            spots = tuple(spot for spot, those in lots.items() if those == names)
            listed = x.SetOf(self.span, tuple(x.Name(self.span, one) for one in spots))
            here = x.Member(self.span, x.Name(self.span, join.spots), listed, False)
            those = self.those(names)
            found = those if found is None else x.IfElse(self.span, here, those, found)
        return found or self.those(())


def _element(span: Span, kind: str, name: str) -> x.Field:
    return x.Field(span, x.Name(span, kind), name)


# -- board assembly --------------------------------------------------------------------------------------------------


TABLED: Final = ("number", "truth", "kind")
"""The fields whose values may depend on what lies on a spot."""

OWN: Final = (PLAYER, PHASE, STAGE, DIRECTION, WAY)
"""The kinds that are not declared."""


def join_boards(documents: Documents, bag: Bag) -> Documents | None:
    """Join the boards of a ruleset; return ``None`` if the parts of one are unknown."""
    for kind in documents.kinds:
        if kind.join is None or kind.grid is None or not kind.grid.drawn:
            continue
        named = kind.join.parts
        parts = next((one for one in documents.kinds if one.id == named and one.form in ("elements", "pieces")), None)
        if parts is None:
            known = [one.id for one in documents.kinds if any(element.map for element in one.elements)]
            span, listed = kind.join.parts_span, ", ".join(known) or Said("list.none")
            bag.add(
                "R387",
                span,
                near=closest_name(named, known),
                what=Said("thing.kind_of_parts"),
                name=named,
                known=listed,
            )
            return None
        taken = {*OWN, *(name for one in documents.kinds for name in declared_kind_names(one))}
        if kind.join.spots in taken:
            bag.add("R209", kind.join.spots_span, name=kind.join.spots, what=Said("thing.a_kind"))
            return None
        documents = _Joining(kind, parts, documents, bag).joined()
    return documents


class _Joining:
    """One board while it is joined."""

    def __init__(self, kind: KindDecl, parts: KindDecl, documents: Documents, bag: Bag) -> None:
        """Store a grid to join and the kind of its parts."""
        assert kind.grid is not None
        assert kind.join is not None
        self.kind, self.parts = kind, parts
        self.grid: GridDecl = kind.grid
        self.join: JoinDecl = kind.join
        self.documents = documents
        self.bag = bag
        self.fitting = PartFitting(kind, self.grid, self.join, parts)

    def joined(self) -> Documents:
        """Return the ruleset with the joined board, its spots, their state fields, and the draws that precede the set-up."""
        check_map_legend(self.kind, self.grid, self.join, self.parts, self.bag)
        new = tuple(self._board if one is self.kind else one for one in self.documents.kinds)
        documents = replace(self.documents, kinds=(*new, self._spots))
        if not self.by_lot:
            return documents
        procedure = laying_procedure(self.kind, self.join, self.parts, self.settled, documents.game)
        setup_span = documents.game.setup_span or self.join.span
        game = replace(documents.game, setup=procedure.name, setup_span=setup_span)
        file = RulesFile(self.kind.span.file, (procedure,))
        return replace(documents, game=game, rules=(*documents.rules, file), state=(*documents.state, *self._state))

    @cached_property
    def settled(self) -> tuple[SpotCandidates, ...]:
        """Return the candidates for each spot."""
        return BoardAssembly(self.join, self.parts, self.fitting, self.documents, self.bag).settled()

    @property
    def by_lot(self) -> bool:
        """Return whether anything is drawn at random."""
        return any(one.by_lot for one in self.settled)

    @cached_property
    def laid(self) -> Mapping[str, FieldDecl]:
        """Return the fields whose values depend on the parts drawn."""
        letters = {one.letter for spot in self.settled if spot.by_lot for part in spot.parts for one in part.map}
        said = {name for letter in letters for name, _ in self._meaning(letter)}
        return {field.id: field for field in self.kind.fields if field.id in said and field.form in TABLED}

    def _meaning(self, letter: str) -> tuple[tuple[str, Cell], ...]:
        meaning = self.fitting.legend.get(letter)
        return () if meaning is None else meaning.cells

    # ---------------------------------------------------------------- the spots

    @property
    def _spots(self) -> KindDecl:
        """Return the kind of the spots; if nothing is drawn at random, its fields hold the parts."""
        join = self.join
        fields = () if self.by_lot else tuple(FieldDecl(join.span, name, "kind", of) for name, of in self._told)
        elements = tuple(
            ElementDecl(one.spot.span, one.name, () if self.by_lot else tuple(self._lying_there(one)))
            for one in self.settled
        )
        return KindDecl(
            join.spots_span,
            join.spots,
            f"{join.spots}s",
            "elements",
            fields,
            elements,
            None,
            None,
            False,
            None,
            None,
            None,
            None,
            self.kind.source,
            board=self.kind.board,
        )

    @property
    def _told(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of a spot with their kinds: the part and its rotation."""
        return (self.join.parts, self.join.parts), (WAY_OF_SPOT, WAY)

    def _lying_there(self, one: SpotCandidates) -> Iterator[tuple[str, Cell]]:
        for part, way in zip(one.parts[:1], one.ways[:1], strict=False):
            yield self.join.parts, Cell(one.spot.part.span, part.id)
            yield WAY_OF_SPOT, Cell(one.spot.part.span, way)

    @property
    def _state(self) -> tuple[StateDecl, ...]:
        join, source = self.join, self.kind.source
        return tuple(
            StateDecl(join.span, name, join.spots, "element", of, laid=True, source=source) for name, of in self._told
        )

    # ---------------------------------------------------------------- the board

    @property
    def _board(self) -> KindDecl:
        """Return the board, with the values and the spot of each cell."""
        join, kind = self.join, self.kind
        if any(field.id == join.spots for field in kind.fields):
            what = Said("thing.a_field_of", kind=kind.id)
            self.bag.add("R209", join.spots_span, name=join.spots, what=what)
            return kind
        cells: dict[int, DrawnCell] = {}
        gone = []
        for one in self.settled:
            for step, cell in self.fitting.cells[one.spot.id].items():
                made, there = self._cell(one, step, cell)
                cells[id(cell)] = made
                gone += [] if there else [cell.point]
        everywhere = (self._common(cells.get(id(cell), cell)) for cell in self.grid.drawn or ())
        grid = replace(self.grid, drawn=tuple(everywhere), without=(*self.grid.without, *gone))
        spot = FieldDecl(join.span, join.spots, "kind", join.spots, has_default=True)
        fields = (*(self._keyed(field) for field in kind.fields), spot)
        rows = tuple(replace(row, cells=tuple(self._common_cells(row))) for row in kind.elements)
        return replace(kind, grid=grid, fields=fields, elements=rows)

    def _keyed(self, field: FieldDecl) -> FieldDecl:
        if field.id not in self.laid:
            return field
        keys = (TableKey(field.span, self.join.parts), TableKey(field.span, WAY))
        return replace(field, by=(*keys, *field.by), laid=self.join.spots)

    def _cell(self, one: SpotCandidates, step: tuple[int, int], cell: DrawnCell) -> tuple[DrawnCell, bool]:
        """Return a cell of a spot, and whether it exists at this player count."""
        own = (self.join.spots, Cell(one.spot.span, one.name))
        if one.by_lot:
            return replace(cell, letter=replace(cell.letter, cells=(own, *self._by_lot(one, step)))), True
        part = one.parts[0] if one.parts else None
        letter = None if part is None else self.fitting.letter(part, one.ways[0], step)
        if letter is None:
            return cell, True
        meaning = self.fitting.legend.get(letter.letter)
        there = meaning is None or meaning.players is None or self.documents.players in (None, *meaning.players)
        said = self.fitting.said(letter.letter, one.ways[0])
        return replace(cell, letter=replace(cell.letter, cells=(*said.items(), own))), there

    def _by_lot(self, one: SpotCandidates, step: tuple[int, int]) -> Iterator[tuple[str, Cell]]:
        """Yield the values of a cell, by candidate part and rotation."""
        rows: dict[str, dict[str, dict[str, TableRow]]] = {}
        lacks: set[str] = set()
        for part in one.parts:
            for way in one.ways:
                letter = self.fitting.letter(part, way, step)
                said = {} if letter is None else self.fitting.said(letter.letter, way)
                if letter is not None:
                    self._check_letter(letter.letter)
                for name, field in self.laid.items():
                    row = self._row(said.get(name), field)
                    if row is None:
                        lacks.add(name)
                    else:
                        rows.setdefault(name, {}).setdefault(part.id, {})[way] = row
        for name, by_part in rows.items():
            if name not in lacks:
                yield name, Cell(one.spot.span, None, row=self._whole(by_part))

    def _check_letter(self, letter: str) -> None:
        """Report letters that cannot be drawn at random: not present at all player counts, or values without a table (R386)."""
        meaning = self.fitting.legend.get(letter)
        if meaning is None:
            return
        if meaning.players is not None:
            self.bag.add("R386", meaning.span, letter=letter, name="players")
        for name, cell in meaning.cells:
            if name not in self.laid:
                self.bag.add("R386", cell.span, letter=letter, name=name)

    def _whole(self, by_part: Mapping[str, Mapping[str, TableRow]]) -> TableRow:
        """Complete the rows of a cell: combinations that never occur take the first row's values, and are never read."""
        span, known = self.join.span, {name: dict(rows) for name, rows in by_part.items()}
        usual = next(iter(next(iter(known.values())).values()))
        return TableRow(
            span,
            entries=tuple(
                (
                    part.id,
                    TableRow(
                        span, entries=tuple((way, known.get(part.id, {}).get(way, usual)) for way in self._all_ways)
                    ),
                )
                for part in self.parts.elements
            ),
        )

    @cached_property
    def _all_ways(self) -> tuple[str, ...]:
        return used_orientations(self.documents.kinds) or self.fitting.ways

    def _common(self, cell: DrawnCell) -> DrawnCell:
        """Return a cell outside all spots with its values, which do not depend on the draws."""
        return replace(cell, letter=replace(cell.letter, cells=tuple(self._common_cells(cell.letter))))

    def _common_cells(self, element: ElementDecl) -> Iterator[tuple[str, Cell]]:
        for name, cell in element.cells:
            field = self.laid.get(name)
            if field is None or (cell.row is not None and self._is_laid(cell)):
                yield name, cell
            else:
                row = self._row(cell, field)
                if row is not None:
                    rows = {part.id: dict.fromkeys(self._all_ways, row) for part in self.parts.elements}
                    yield name, replace(cell, value=None, row=self._whole(rows))

    def _is_laid(self, cell: Cell) -> bool:
        return cell.row is not None and cell.row.span is self.join.span

    def _row(self, cell: Cell | None, field: FieldDecl) -> TableRow | None:
        """Return the value of a field, or its default, as a table row; ``None`` if there is neither."""
        if cell is not None and cell.row is not None:
            return cell.row
        if cell is None and not field.has_default:
            return None
        value: Value | None = field.default if cell is None else cell.value
        span = field.span if cell is None else cell.span
        return TableRow(span, value="none" if value is None else value)  # type: ignore[arg-type]  # as declared
