"""The cards of a ruleset as they are printed: planned from their data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from reguli.model.ruleset import Kind, Ruleset
from reguli.publish.document.reading import Reader
from reguli.publish.document.sayable import Between, Cell, Given, Letter, Sayable, Statement
from reguli.publish.document.tree import Document, Icons, Piece, Plan, Result, Section
from reguli.publish.document.walk import every
from reguli.publish.layouts.card import FromTo, Reference, Say, Spec
from reguli.publish.layouts.look import Picture
from reguli.publish.layouts.pieces import PieceDecl, PiecesLayout, PieceTable
from reguli.publish.pictures.marks import neutral_marks
from reguli.publish.products.products import PIECES
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.near import near
from reguli.source.span import Span

MOST_ICONS: Final = 12
"""No card shows an icon more often than this in one row."""
LEAST_JOINED: Final = 2
"""So many rows of icons have a word between them."""


@dataclass(frozen=True, slots=True)
class PlannedPieces:
    """All cards, in the order of their sorts and elements; how a sort is listed in a text, by its id; every icon by its id.

    ``unpictured`` are the elements that a card shows and nobody drew: their icons are neutral marks.
    """

    plan: Plan
    tables: Mapping[str, PieceTable]
    icons: Mapping[str, Picture]
    unpictured: tuple[str, ...]

    @property
    def pieces(self) -> tuple[Piece[Sayable], ...]:
        """All cards."""
        return tuple(every(self.plan, Piece))


def plan_pieces(ruleset: Ruleset, layout: PiecesLayout, bag: Bag) -> PlannedPieces:
    """Plan every card; what leads nowhere is a finding (W402)."""
    planner = _PiecePlanner(ruleset, layout, bag)
    pieces = tuple(piece for declared in layout.pieces for piece in planner.pieces(declared))
    pieces = tuple(replace(piece, icons=tuple(_lettered(piece.icons, layout))) for piece in pieces)
    tables = {declared.id: declared.table for declared in layout.pieces if declared.table is not None}
    shown = dict.fromkeys(row.icon for piece in pieces for row in piece.icons)
    bare = tuple(icon for icon in shown if icon not in layout.icons)
    icons = MappingProxyType({**layout.icons, **neutral_marks(bare)})
    game = ruleset.documents.game
    section = Section(PIECES.id, Statement(PIECES.kind, game.span, shared=True), pieces)
    plan = Document(game.id, ruleset.name, None, (), (section,), ())
    return PlannedPieces(plan, MappingProxyType(tables), icons, bare)


def _lettered(icons: Iterable[Icons[Sayable]], layout: PiecesLayout) -> Iterator[Icons[Sayable]]:
    """Give icons that nobody drew a letter on their neutral marks."""
    yield from (row if row.icon in layout.icons else replace(row, letter=Letter(row.icon)) for row in icons)


class _PiecePlanner:
    """Plans cards sort by sort."""

    def __init__(self, ruleset: Ruleset, layout: PiecesLayout, bag: Bag) -> None:
        self.ruleset = ruleset
        self.layout = layout
        self.bag = bag

    def pieces(self, declared: PieceDecl) -> Iterator[Piece[Sayable]]:
        """Plan the cards of one sort; nothing with a finding where kind or field are unknown."""
        kind = self.ruleset.kinds.get(declared.kind.text)
        if kind is None:
            self._absent(declared.kind.span, declared.kind.text, self.ruleset.kinds)
            return
        named = declared.field
        if named is not None and named.text not in kind.fields:
            self._absent(named.span, named.text, kind.fields)
            return
        found = Bag()
        reader = Reader(self.ruleset, None, found)
        for index, element in enumerate(kind.elements):
            if named is None or bool(kind.values[named.text][index]) == declared.holds:
                yield _OneCard(reader, kind, element, declared).piece()
        # Every card of a sort has the same mistakes at the same places: they are told once.
        told: list[Diagnostic] = []
        for finding in found:
            if finding not in told:
                told.append(finding)
        self.bag.extend(told)

    def _absent(self, span: Span, name: str, known: Iterable[str]) -> None:
        self.bag.add("W402", span, near=near(name, known), text=name, name=name)


class _OneCard:
    """Plans one card."""

    def __init__(self, reader: Reader, kind: Kind, element: str, declared: PieceDecl) -> None:
        self.reader = reader
        self.kind = kind
        self.element = element
        self.declared = declared

    def piece(self) -> Piece[Sayable]:
        """Plan it."""
        declared = self.declared
        joined = None if declared.icons is None else declared.icons.join
        result: Result[Sayable] | None = None
        if declared.result is not None:
            number = self._field(declared.result.number)
            line = self._line(declared.result.line)
            result = None if number is None else Result(number, declared.result.icon, line)
        return Piece(
            sort=declared.id,
            element=self.element,
            number=self._field(declared.number) if declared.number else None,
            title=None if declared.title is None else self._line(declared.title),
            icons=(icons := tuple(self._icons())),
            text=tuple(self._line(say) for say in declared.text),
            result=result,
            back=(declared.back.icon, self._line(declared.back.line)),
            cells=tuple(self._cells()),
            join=None if joined is None or len(icons) < LEAST_JOINED else Between(joined),
        )

    def _cells(self) -> Iterator[Cell]:
        """Give what stands in the list of all cards of the sort."""
        for column in () if self.declared.table is None else self.declared.table.columns:
            found = self._field(column.cell) if isinstance(column.cell, str) else self._line(column.cell)
            yield Given(None) if found is None else found

    def _field(self, name: str) -> Given | None:
        return self.reader.scalar(self._own(Reference(self.declared.kind.span, name, (name,), ())))

    def _own(self, reference: Reference) -> Reference:
        """Turn a single name into the field of this card."""
        if len(reference.path) > 1 or reference.keys:
            return reference
        return replace(reference, path=(self.kind.id, self.element, reference.path[0]))

    def _line(self, say: Say) -> Statement:
        values = self.reader.values(tuple((name, self._spec(spec)) for name, spec in say.values))
        return Statement(f"card:{say.id}", say.span, values, cites=self.reader.cited(say))

    def _spec(self, spec: Spec) -> Spec:
        if isinstance(spec, FromTo):
            return FromTo(spec.span, self._own(spec.first), self._own(spec.last))
        return self._own(spec)

    def _icons(self) -> Iterator[Icons[Sayable]]:
        row = self.declared.icons
        if row is None:
            return
        given, times = self._field(row.of), self._field(row.times)
        members = given.value if given is not None and isinstance(given.value, tuple) else ()
        count = times.value if times is not None and isinstance(times.value, int) else 0
        yield from (Icons(str(member), min(count, MOST_ICONS)) for member in members)
        if not members and row.none:
            yield Icons(row.none, 1)
