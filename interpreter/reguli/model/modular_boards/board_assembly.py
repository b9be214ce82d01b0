"""Boards joined of drawn parts, before anything is bound.

Where nothing hangs on a lot, the parts are drawn into the map, and the board is one like any other. Where a lot decides, the cells stand all
the same; which part lies on a spot, and which way round, is tracked, and what a part says of a cell is a field with these two for its first keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from reguli.language.syntax_tree.top_level_items import RulesFile
from reguli.model.binding.binding_context import DIRECTION, PHASE, PLAYER, STAGE, WAY, WAY_OF_SPOT, names_of_kind
from reguli.model.cell_shapes import ways_there
from reguli.model.modular_boards.layout_options import Settled, Settling, check_letters
from reguli.model.modular_boards.part_placement import Fitting
from reguli.model.modular_boards.random_layouts import laying
from reguli.ruleset.document_nodes import Documents, StateDecl
from reguli.ruleset.kind_nodes import (
    Cell,
    DrawnCell,
    ElementDecl,
    FieldDecl,
    GridDecl,
    JoinDecl,
    KindDecl,
    TableKey,
    TableRow,
    Value,
)
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near

TABLED: Final = ("number", "truth", "kind")
"""The fields whose values may hang on what lies on a spot."""

OWN: Final = (PLAYER, PHASE, STAGE, DIRECTION, WAY)
"""The kinds that nobody declares."""


def joined(documents: Documents, bag: Bag) -> Documents | None:
    """Join the boards of a ruleset; None where the parts of one are not known."""
    for kind in documents.kinds:
        if kind.join is None or kind.grid is None or not kind.grid.drawn:
            continue
        named = kind.join.parts
        parts = next((one for one in documents.kinds if one.id == named and one.form in ("elements", "pieces")), None)
        if parts is None:
            known = [one.id for one in documents.kinds if any(element.map for element in one.elements)]
            span, listed = kind.join.parts_span, ", ".join(known) or Said("list.none")
            bag.add("R387", span, near=near(named, known), what=Said("thing.kind_of_parts"), name=named, known=listed)
            return None
        taken = {*OWN, *(name for one in documents.kinds for name in names_of_kind(one))}
        if kind.join.spots in taken:
            bag.add("R209", kind.join.spots_span, name=kind.join.spots, what=Said("thing.a_kind"))
            return None
        documents = _Joining(kind, parts, documents, bag).joined()
    return documents


class _Joining:
    """One board on its way to be joined."""

    def __init__(self, kind: KindDecl, parts: KindDecl, documents: Documents, bag: Bag) -> None:
        """Take a grid that is joined, and the kind of its parts."""
        assert kind.grid is not None
        assert kind.join is not None
        self.kind, self.parts = kind, parts
        self.grid: GridDecl = kind.grid
        self.join: JoinDecl = kind.join
        self.documents = documents
        self.bag = bag
        self.fitting = Fitting(kind, self.grid, self.join, parts)

    def joined(self) -> Documents:
        """Give the ruleset with the board, its spots, what is tracked of them, and the lots that are cast before all else."""
        check_letters(self.kind, self.grid, self.join, self.parts, self.bag)
        new = tuple(self._board if one is self.kind else one for one in self.documents.kinds)
        documents = replace(self.documents, kinds=(*new, self._spots))
        if not self.by_lot:
            return documents
        procedure = laying(self.kind, self.join, self.parts, self.settled, documents.game)
        setup_span = documents.game.setup_span or self.join.span
        game = replace(documents.game, setup=procedure.name, setup_span=setup_span)
        file = RulesFile(self.kind.span.file, (procedure,))
        return replace(documents, game=game, rules=(*documents.rules, file), state=(*documents.state, *self._state))

    @cached_property
    def settled(self) -> tuple[Settled, ...]:
        """What may lie on each spot."""
        return Settling(self.join, self.parts, self.fitting, self.documents, self.bag).settled()

    @property
    def by_lot(self) -> bool:
        """Whether anything is left to a lot."""
        return any(one.by_lot for one in self.settled)

    @cached_property
    def laid(self) -> Mapping[str, FieldDecl]:
        """The fields of which a part says something that a lot may lay."""
        letters = {one.letter for spot in self.settled if spot.by_lot for part in spot.parts for one in part.map}
        said = {name for letter in letters for name, _ in self._meaning(letter)}
        return {field.id: field for field in self.kind.fields if field.id in said and field.form in TABLED}

    def _meaning(self, letter: str) -> tuple[tuple[str, Cell], ...]:
        meaning = self.fitting.legend.get(letter)
        return () if meaning is None else meaning.cells

    # ---------------------------------------------------------------- the spots

    @property
    def _spots(self) -> KindDecl:
        """Make the kind of the spots; where no lot decides, they say themselves what lies there."""
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
        """What is told of a spot, with its kind: the part and its way round."""
        return (self.join.parts, self.join.parts), (WAY_OF_SPOT, WAY)

    def _lying_there(self, one: Settled) -> Iterator[tuple[str, Cell]]:
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
        """Make the board: each cell says what is drawn there, and on which spot it lies."""
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

    def _cell(self, one: Settled, step: tuple[int, int], cell: DrawnCell) -> tuple[DrawnCell, bool]:
        """Make a cell of a spot, and tell whether this number of players has it."""
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

    def _by_lot(self, one: Settled, step: tuple[int, int]) -> Iterator[tuple[str, Cell]]:
        """Give what a cell has, by the part that may lie there and its way round."""
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
        """Report what cannot be laid by lot: a letter that not all numbers of players have, values of which there is no table (R386)."""
        meaning = self.fitting.legend.get(letter)
        if meaning is None:
            return
        if meaning.players is not None:
            self.bag.add("R386", meaning.span, letter=letter, name="players")
        for name, cell in meaning.cells:
            if name not in self.laid:
                self.bag.add("R386", cell.span, letter=letter, name=name)

    def _whole(self, by_part: Mapping[str, Mapping[str, TableRow]]) -> TableRow:
        """Make the rows of a cell total: what never lies there says what the first does, and is never read."""
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
        return ways_there(self.documents.kinds) or self.fitting.ways

    def _common(self, cell: DrawnCell) -> DrawnCell:
        """Give a cell that lies on no spot with what holds of it whatever lies elsewhere."""
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
        """Give what is said of a field as a row of a table, its default where nothing is said; None where there is none."""
        if cell is not None and cell.row is not None:
            return cell.row
        if cell is None and not field.has_default:
            return None
        value: Value | None = field.default if cell is None else cell.value
        span = field.span if cell is None else cell.span
        return TableRow(span, value="none" if value is None else value)  # type: ignore[arg-type]  # as declared
