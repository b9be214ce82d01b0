"""The cards of a ruleset as they are printed: planned from their data, then said in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from reguli.model.ruleset import Kind, Ruleset
from reguli.publish.document.plan import Given, Listing, Plan, Section, Statement
from reguli.publish.document.reading import Reader
from reguli.publish.document.say import Speaker
from reguli.publish.document.spoken import Line
from reguli.publish.layouts.card import FromTo, Reference, Say, Spec
from reguli.publish.layouts.look import Picture
from reguli.publish.layouts.pieces import Join, PieceDecl, PiecesLayout, PieceTable
from reguli.publish.pictures.marks import letter_of, neutral_marks
from reguli.publish.products.products import PIECES
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.near import near
from reguli.source.span import Span

MOST_ICONS: Final = 12
"""No card shows an icon more often than this in one row."""
LEAST_JOINED: Final = 2
"""So many rows of icons have a word between them."""


@dataclass(frozen=True, slots=True)
class IconsShown:
    """An icon and how many times it is shown; ``letter`` stands on the neutral mark of what has no picture."""

    icon: str
    times: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPiece:
    """One card: the sort and the element it shows, and what is printed on it."""

    sort: str
    element: str
    number: Given | None
    title: Statement | None
    icons: tuple[IconsShown, ...]
    text: tuple[Statement, ...]
    result: tuple[Given, str, Statement] | None
    back: tuple[str, Statement]
    cells: tuple[Given | Statement, ...] = ()
    join: Join | None = None


@dataclass(frozen=True, slots=True)
class PlannedPieces:
    """All cards, in the order of their sorts and elements; how a sort is listed in a text, by its id; every icon by its id.

    ``unpictured`` are the elements that a card shows and nobody drew: their icons are neutral marks.
    """

    ruleset: Ruleset
    pieces: tuple[PlannedPiece, ...]
    tables: Mapping[str, PieceTable]
    icons: Mapping[str, Picture]
    unpictured: tuple[str, ...]

    def statements(self) -> Iterator[Statement]:
        """Give every statement."""
        for piece in self.pieces:
            yield from (() if piece.title is None else (piece.title,))
            yield from piece.text
            yield from (() if piece.result is None else (piece.result[2],))
            yield piece.back[1]
            yield from (cell for cell in piece.cells if isinstance(cell, Statement))

    def listed(self) -> Iterator[Statement]:
        """Give every statement of the lists of all pieces."""
        for piece in self.pieces:
            if piece.sort in self.tables:
                yield from (cell for cell in piece.cells if isinstance(cell, Statement))
            else:
                yield from (() if piece.title is None else (piece.title,))
                yield from piece.text

    def as_plan(self) -> Plan:
        """Give all statements, each id once, as the plan of a card: so they are checked and offered to translators."""
        unique = {statement.id: statement for statement in self.statements()}
        game = self.ruleset.documents.game
        heading = Statement(PIECES.kind, game.span, shared=True)
        section = Section(PIECES.id, heading, wide=False, blocks=(Listing(tuple(unique.values())),))
        return Plan(game.id, self.ruleset.name, None, generic=False, head=(), sections=(section,), foot=())


@dataclass(frozen=True, slots=True)
class SpokenPiece:
    """One card in one language; ``icons`` are rows of icons, ``result`` a number with its icon and line.

    ``join`` is the word between two rows of icons, for example ``or`` where one of them is enough; None without one.
    """

    sort: str
    element: str
    code: str
    number: Line | None
    title: Line | None
    icons: tuple[IconsShown, ...]
    text: tuple[Line, ...]
    result: tuple[Line, str, Line] | None
    back: tuple[str, Line]
    join: Line | None = None


def plan_pieces(ruleset: Ruleset, layout: PiecesLayout, bag: Bag) -> PlannedPieces:
    """Plan every card; what leads nowhere is a finding (W402)."""
    planner = _PiecePlanner(ruleset, layout, bag)
    pieces = tuple(piece for declared in layout.pieces for piece in planner.pieces(declared))
    tables = {declared.id: declared.table for declared in layout.pieces if declared.table is not None}
    shown = dict.fromkeys(row.icon for piece in pieces for row in piece.icons)
    bare = tuple(icon for icon in shown if icon not in layout.icons)
    icons = MappingProxyType({**layout.icons, **neutral_marks(bare)})
    return PlannedPieces(ruleset, pieces, MappingProxyType(tables), icons, bare)


def say_pieces(planned: PlannedPieces, speaker: Speaker) -> tuple[SpokenPiece, ...]:
    """Say every card in the language of a speaker."""
    letters = {name: letter_of(speaker.term(name) or name) for name in planned.unpictured}
    return tuple(_said(piece, letters, speaker) for piece in planned.pieces)


def _said(piece: PlannedPiece, letters: Mapping[str, str], speaker: Speaker) -> SpokenPiece:
    result = None
    if piece.result is not None:
        number, icon, line = piece.result
        result = (speaker.cell(number), icon, speaker.line(line))
    return SpokenPiece(
        sort=piece.sort,
        element=piece.element,
        code=speaker.voice.tongue.language.code,
        number=None if piece.number is None else speaker.cell(piece.number),
        title=None if piece.title is None else speaker.line(piece.title),
        icons=tuple(replace(row, letter=letters.get(row.icon, "")) for row in piece.icons),
        text=tuple(speaker.line(statement) for statement in piece.text),
        result=result,
        back=(piece.back[0], speaker.line(piece.back[1])),
        join=None if piece.join is None or len(piece.icons) < LEAST_JOINED else speaker.joining(piece.join),
    )


class _PiecePlanner:
    """Plans cards sort by sort."""

    def __init__(self, ruleset: Ruleset, layout: PiecesLayout, bag: Bag) -> None:
        self.ruleset = ruleset
        self.layout = layout
        self.bag = bag

    def pieces(self, declared: PieceDecl) -> Iterator[PlannedPiece]:
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

    def piece(self) -> PlannedPiece:
        """Plan it."""
        declared = self.declared
        result = None
        if declared.result is not None:
            number = self._field(declared.result.number)
            line = self._line(declared.result.line)
            result = None if number is None else (number, declared.result.icon, line)
        return PlannedPiece(
            sort=declared.id,
            element=self.element,
            number=self._field(declared.number) if declared.number else None,
            title=None if declared.title is None else self._line(declared.title),
            icons=tuple(self._icons()),
            text=tuple(self._line(say) for say in declared.text),
            result=result,
            back=(declared.back.icon, self._line(declared.back.line)),
            cells=tuple(self._cells()),
            join=None if declared.icons is None else declared.icons.join,
        )

    def _cells(self) -> Iterator[Given | Statement]:
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

    def _icons(self) -> Iterator[IconsShown]:
        row = self.declared.icons
        if row is None:
            return
        given, times = self._field(row.of), self._field(row.times)
        members = given.value if given is not None and isinstance(given.value, tuple) else ()
        count = times.value if times is not None and isinstance(times.value, int) else 0
        yield from (IconsShown(str(member), min(count, MOST_ICONS)) for member in members)
        if not members and row.none:
            yield IconsShown(row.none, 1)
