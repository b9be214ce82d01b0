"""The cards of a ruleset, planned from their data: for print, and as a text with one table or listing for each sort."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from reguli.model.kind_binding import find_field_value
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.publish.document.document_tree import (
    DocumentRow,
    DocumentSection,
    DocumentTable,
    IconNumberBlock,
    LineList,
    Plan,
    PrintedCard,
    ProductDocument,
    RepeatedIcon,
    icon_name,
)
from reguli.publish.document.inline_nodes import (
    Cell,
    IconLetter,
    JoinedInline,
    ListConjunction,
    LiteralValue,
    Sayable,
    WordingStatement,
    find_blocks,
)
from reguli.publish.document.table_planning import RulesetValueReader
from reguli.publish.layouts.card_layout import CardStatement, Spec, ValueReference, ValueReferenceRange
from reguli.publish.layouts.default_faces import ID, OTHERS, name_element, name_field, name_kind, other_fields
from reguli.publish.layouts.piece_layout import PIECES as LAYOUT
from reguli.publish.layouts.piece_layout import FaceLine, IconPicture, PieceDecl, PiecesLayout, PieceTable
from reguli.publish.layouts.theme import read_picture
from reguli.publish.pictures.map_marks import assign_neutral_icons
from reguli.publish.products.card_planner import title_wording_id
from reguli.publish.products.product_registry import PIECES, load_layout
from reguli.ruleset.folder_contents import ICONS, Folder
from reguli.ruleset.variant_layers import Layers
from reguli.source.bounded_files import folder_has_entry
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import NOWHERE, Sources, Span
from reguli.words.grammar.grammar_values import NO_BREAK, ProperName

Alike = TypeVar("Alike")

MOST_ICONS: Final = 12
"""No card shows an icon more often than this in one row."""
PICTURES: Final = "pictures"
"""The folder of a ruleset with the pictures of its cards."""
ICON_ENDINGS: Final = (".png", ".svg", ".jpg", ".jpeg", ".gif", ".webp")
"""What pictures end in; one that is no PNG is a finding, not overlooked."""
ITS_ID: Final = "id"
LEAST_JOINED: Final = 2
"""So many rows of icons have a word between them."""


@frozen_class
class PlannedPieces(FrozenValue):
    """All cards, in the order of their sorts and elements; the text table of each sort and every icon, by id.

    ``unpictured`` are the elements that a card shows and nobody drew: their icons are neutral marks. ``kinds`` are those of the sorts,
    ``pictures`` those that were read, by name.
    """

    plan: Plan
    tables: Mapping[str, PieceTable]
    icons: Mapping[str, IconPicture]
    unpictured: tuple[str, ...]
    kinds: Mapping[str, str]
    pictures: Mapping[str, IconPicture] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def pieces(self) -> tuple[PrintedCard[Sayable], ...]:
        """Return all cards."""
        return tuple(find_blocks(self.plan, PrintedCard))

    def place_of_text(self, piece: PrintedCard[Sayable], part: str, ruleset: Ruleset, code: str) -> Span:
        """Return the place where a text of a piece is written in a language: the cell of its element, else the line of the layout."""
        kind, parts = ruleset.kinds[self.kinds[piece.sort]], getattr(piece, part)
        lines = list(find_blocks(parts, WordingStatement))
        values = [*(value for line in lines for value in line.values.values()), *find_blocks(parts, LiteralValue)]
        texts = [one for one in values if isinstance(one, LiteralValue) and isinstance(one.value, ProperName)]
        rows = () if kind.declared is None else kind.declared.elements
        for row in (one for one in rows if one.id == piece.element):
            cells = (find_field_value(row, name.rpartition(".")[2]) for one in texts for name in one.ids)
            cell = next((cell for cell in cells if cell is not None), None)
            return dict(cell.places).get(code, cell.span) if cell is not None else lines[0].span if lines else row.span
        return lines[0].span if lines else kind.span

    def place(self, piece: PrintedCard[Sayable]) -> str:
        """Return the place of a piece in its ruleset, as used by variants."""
        return f"{self.kinds[piece.sort]}.{piece.element}"


def plan_pieces(ruleset: Ruleset, layout: PiecesLayout, bag: Bag, folders: Sequence[Path] = ()) -> PlannedPieces:
    """Plan every card, with pictures from ``folders``; what is not there is a finding (W402, Y101)."""
    pieces = tuple(piece for declared in layout.pieces for piece in _pieces(declared, ruleset, layout.icons, bag))
    pictures = dict(_pictures(ruleset, layout, folders, bag)) if folders else {}
    tables = {declared.id: declared.table for declared in layout.pieces if declared.table is not None}
    shown = dict.fromkeys(row.icon for piece in pieces for row in piece.icons)
    bare = tuple(icon for icon in shown if icon not in layout.icons)
    icons = MappingProxyType({**layout.icons, **assign_neutral_icons(bare)})
    game = ruleset.documents.game
    section = DocumentSection(PIECES.id, WordingStatement(PIECES.kind, game.span, shared=True), pieces)
    plan = ProductDocument(game.id, ruleset.name, None, (), (section,), (), called=title_wording_id(ruleset))
    kinds = {declared.id: declared.kind.text for declared in layout.pieces}
    return PlannedPieces(
        plan, MappingProxyType(tables), icons, bare, MappingProxyType(kinds), MappingProxyType(pictures)
    )


def folder_icons(layers: Layers, bag: Bag) -> Mapping[str, IconPicture]:
    """Read the icons in the folders ``icons/``, by the names of their files; those of upper layers first, a PNG before all others.

    Findings: R120, Y102, Y105, and W433 for what is no usable PNG.
    """
    found: dict[str, IconPicture | None] = {}
    for folder in (Folder(path, bag, Sources()) for path in layers.folders):
        drawn = [name for name in folder.names(ICONS, "") if Path(name).suffix.lower() in ICON_ENDINGS]
        for name in sorted(drawn, key=lambda name: Path(name).suffix.lower() != ICON_ENDINGS[0]):
            icon = icon_name(Path(name).stem)
            if icon not in found:
                found[icon] = read_picture(name, folder.whole(name), folder)
    return {name: icon for name, icon in found.items() if icon is not None}


def load_pieces(
    layers: Layers, bag: Bag, sources: Sources, default: Callable[[], PiecesLayout | None] | None = None
) -> PiecesLayout | None:
    """Read ``pieces.yaml`` and the icons in folders; where no pieces are laid out, the ``default`` ones."""
    icons, laid_out = folder_icons(layers, bag), any(folder_has_entry(one / PIECES.file) for one in layers.folders)
    layout = load_layout(layers, PIECES.file, LAYOUT, bag, sources, icons=icons) if laid_out else PiecesLayout({}, ())
    usual = default() if default is not None and layout is not None and not layout.pieces else layout
    if layout is None or usual is None or not usual.pieces:
        return None
    return PiecesLayout(MappingProxyType({**layout.icons, **icons}), usual.pieces)


def check_pieces(layers: Layers, ruleset: Ruleset, bag: Bag, sources: Sources) -> None:
    """Report faults in a ruleset's own ``pieces.yaml`` and icons, and what it names and the ruleset does not have."""
    own = layers.has_own(PIECES.file) or layers.has_own(ICONS)
    layout = load_pieces(layers, bag, sources) if own else None
    if layout is not None:
        plan_pieces(ruleset, layout, bag, layers.folders)


def _pictures(
    ruleset: Ruleset, layout: PiecesLayout, folders: Sequence[Path], bag: Bag
) -> Iterator[tuple[str, IconPicture]]:
    """Read every picture once, from the first folder that has it. Findings: Y101, Y102, Y105, W433."""
    seen: set[str] = set()
    for declared in layout.pieces:
        kind, field_name = ruleset.kinds.get(declared.kind.text), declared.picture
        if field_name is None or kind is None or kind.declared is None:
            continue
        rows = {row.id: row for row in kind.declared.elements}
        for element in kind.elements:
            name = _picture_name(kind, element, declared)
            if name in seen or not name:
                continue
            seen.add(name)
            cell = find_field_value(rows[element], field_name.text) if element in rows else None
            home = next((folder for folder in folders if folder_has_entry(folder / name)), folders[0])
            found = read_picture(name, field_name.span if cell is None else cell.span, Folder(home, bag, Sources()))
            if found is not None:
                yield name, found


def _picture_name(kind: Kind, element: str, declared: PieceDecl) -> str:
    """Return the file of the picture of an element, below the folder of the ruleset; empty without one."""
    at, named = kind.elements.index(element), "" if declared.picture is None else declared.picture.text
    value = {ITS_ID: kind.elements, **kind.values}.get(named, kind.elements[:0])[at : at + 1]
    return "".join(
        f"{PICTURES}/{one}" + ("" if "." in one else ".png") for one in value if isinstance(one, str) and one
    )


def _pieces(
    declared: PieceDecl, ruleset: Ruleset, drawn: Mapping[str, IconPicture], bag: Bag
) -> Iterator[PrintedCard[Sayable]]:
    """Yield the cards of one sort; nothing with a finding where kind or field are unknown."""
    kind, holding = ruleset.kinds.get(declared.kind.text), declared.field
    fields = {} if kind is None else kind.fields
    pictured = (*(name for name, one in fields.items() if one.form == "text"), ITS_ID)
    for named, known in ((declared.kind, ruleset.kinds), (holding, fields), (declared.picture, pictured)):
        if named is not None and named.text not in known:
            bag.add("W402", named.span, near=closest_name(named.text, known), text=named.text, name=named.text)
            return
    assert kind is not None
    found = Bag()
    reader = RulesetValueReader(ruleset, None, found)
    shown = tuple(dict.fromkeys((*drawn, *(one for each in ruleset.kinds.values() for one in each.elements))))
    for index, element in enumerate(kind.elements):
        if holding is None or bool(kind.values[holding.text][index]) == declared.holds:
            yield _OneCard(reader, kind, index, element, declared, drawn, shown).piece()
    # Every card of a sort has the same mistakes at the same places: they are told once.
    bag.extend(dict.fromkeys(found))


@frozen_class
class _OneCard(FrozenValue):
    """Planner of one card."""

    reader: RulesetValueReader
    kind: Kind
    index: int
    element: str
    declared: PieceDecl
    drawn: Mapping[str, IconPicture]
    shown: tuple[str, ...]
    """The icons that its texts may show: those of the layout, and the elements, which a theme may draw."""

    def piece(self) -> PrintedCard[Sayable]:
        """Return the planned card."""
        declared = self.declared
        joined = None if declared.icons is None else declared.icons.join
        labels, result = tuple(self._label(name) for name in declared.labels), self._result()
        return PrintedCard(
            sort=declared.id,
            element=self.element,
            number=self._value(declared.number) if declared.number else None,
            title=None if declared.title is None else self._text(declared.title),
            heading=None if declared.heading is None else self._text(declared.heading),
            icons=(icons := tuple(self._icons())),
            text=tuple(one for one in map(self._text, declared.text) if one is not None),
            result=result,
            back=self._back(),
            cells=tuple(self._cells()),
            join=None if joined is None or len(icons) < LEAST_JOINED else ListConjunction(joined),
            picture=_picture_name(self.kind, self.element, declared),
            size=declared.size,
            label=JoinedInline(found, " · ") if (found := tuple(one for one in labels if one is not None)) else None,
            facts=tuple((name_field(self.kind, name), value) for name in self._facts() if (value := self._value(name))),
            plain=isinstance(declared.title, str) and declared.icons is None and declared.result is None,
        )

    def _result(self) -> IconNumberBlock[Sayable] | None:
        if (declared := self.declared.result) is None:
            return None
        number, line = self._field(declared.number), self._line(declared.line)
        return IconNumberBlock(number, declared.icon, line) if number is not None and number.value else None

    def _back(self) -> tuple[str, Sayable]:
        """Return the back as laid out, by default the name of the kind without an icon."""
        back = self.declared.back
        return ("", name_kind(self.kind)) if back is None else (back.icon, self._line(back.line))

    def _text(self, line: FaceLine) -> Sayable | None:
        return self._value(line) if isinstance(line, str) else self._line(line)

    def _value(self, name: str) -> Sayable | None:
        """Return the value of a field of this card as it is printed; ``None`` where it has none."""
        if name == ID:
            return name_element(self.kind, self.index)
        found = self._field(name)
        if found is None or found.value in (None, ()):
            return None
        of = self.reader.ruleset.kinds.get(self.kind.fields[name].of or "") if name in self.kind.fields else None
        if of is None or not isinstance(found.value, str | tuple):
            return found
        members = found.value if isinstance(found.value, tuple) else (found.value,)
        named = tuple(
            name_element(of, of.elements.index(one)) if isinstance(one, str) else LiteralValue(one) for one in members
        )
        return JoinedInline(named, ", ")

    def _label(self, name: str) -> Sayable | None:
        """Return a value as a label; of a truth that holds its name."""
        found = self._value(name)
        truth = found.value if isinstance(found, LiteralValue) else None
        if isinstance(truth, bool):
            return name_field(self.kind, name) if truth else None
        return found

    def _facts(self) -> Iterator[str]:
        """Yield the fields listed as facts; ``others`` are those that stand nowhere else on the card."""
        for name in self.declared.facts:
            if name == OTHERS and name not in self.kind.fields:
                yield from other_fields(self.kind, self.declared)
            else:
                yield name

    def _cells(self) -> Iterator[Cell]:
        """Yield the card's cells in the list of all cards of the sort."""
        for column in () if self.declared.table is None else self.declared.table.columns:
            found = self._field(column.cell) if isinstance(column.cell, str) else self._line(column.cell)
            yield LiteralValue(None) if found is None else found

    def _field(self, name: str) -> LiteralValue | None:
        found = self.reader.scalar(self._own(ValueReference(self.declared.kind.span, name, (name,), ())))
        if found is None or not isinstance(found.value, ProperName):
            return found
        rows = () if self.kind.declared is None else self.kind.declared.elements
        cells = (find_field_value(row, name) for row in rows if row.id == self.element)
        cell = next((cell for cell in cells if cell is not None), None)
        span, places = (NOWHERE, ()) if cell is None else (cell.span, cell.places)
        return replace(found, icons=self.shown, span=span, places=places)

    def _own(self, reference: ValueReference) -> ValueReference:
        """Return a reference in which a single name is resolved to the field of this card."""
        if len(reference.path) > 1 or reference.keys:
            return reference
        return replace(reference, path=(self.kind.id, self.element, reference.path[0]))

    def _line(self, say: CardStatement) -> WordingStatement:
        values = self.reader.values(tuple((name, self._spec(spec)) for name, spec in say.values))
        return WordingStatement(f"card:{say.id}", say.span, values, cites=self.reader.cited(say), icons=self.shown)

    def _spec(self, spec: Spec) -> Spec:
        if isinstance(spec, ValueReferenceRange):
            return ValueReferenceRange(spec.span, self._own(spec.first), self._own(spec.last))
        return self._own(spec)

    def _icons(self) -> Iterator[RepeatedIcon[Sayable]]:
        row = self.declared.icons
        if row is None:
            return
        given, times = self._field(row.of), self._field(row.times)
        members = given.value if given is not None and isinstance(given.value, tuple) else ()
        count = times.value if times is not None and isinstance(times.value, int) else 0
        yield from (self._icon(str(member), min(count, MOST_ICONS)) for member in members)
        if not members and row.none:
            yield self._icon(row.none, 1)

    def _icon(self, icon: str, times: int) -> RepeatedIcon[Sayable]:
        """Return a repeated icon; one without a drawing has a letter on its neutral mark."""
        return RepeatedIcon(icon, times, None if icon in self.drawn else IconLetter(icon))


def list_pieces_by_sort(
    planned: PlannedPieces,
) -> Iterator[tuple[str, Sayable, DocumentTable[Sayable] | LineList[Sayable]]]:
    """Yield the sorts with their headings: a table where the layout has one, else a line for each piece."""
    for sort, group in groupby(planned.pieces, key=lambda piece: piece.sort):
        pieces = tuple(group)
        table = planned.tables.get(sort)
        if table is not None:
            # What has one column is no table.
            yield sort, table.title, _table(table, pieces) if len(table.columns) > 1 else _listing(pieces)
            continue
        alone = len(pieces) == 1 and pieces[0].title is not None and pieces[0].number is None
        heading = pieces[0].heading or (pieces[0].title if alone else None) or pieces[0].back[1]
        lines = [line for piece in pieces for line in _lines(piece, alone=alone)]
        yield sort, heading, LineList(tuple(_counted(lines)))


def piece_sections(planned: PlannedPieces) -> tuple[DocumentSection[Sayable], ...]:
    """Return the sorts as sections of a text of their own."""
    return tuple(
        DocumentSection(sort, heading, (block,), wide=True) for sort, heading, block in list_pieces_by_sort(planned)
    )


def _table(table: PieceTable, pieces: Sequence[PrintedCard[Sayable]]) -> DocumentTable[Sayable]:
    heads = tuple(column.head for column in table.columns)
    same = _alike([(tuple(map(_said, piece.cells)), piece) for piece in pieces])
    rows = tuple(DocumentRow((_times(first.cells[0], count),), first.cells[1:]) for first, count in same)
    return DocumentTable(table.title, heads[:1], (), heads[1:], rows)


def _listing(pieces: Sequence[PrintedCard[Sayable]]) -> LineList[Sayable]:
    return LineList(tuple(_counted([cell for piece in pieces for cell in piece.cells])))


def _lines(piece: PrintedCard[Sayable], *, alone: bool) -> Iterator[Sayable]:
    """Yield the texts of a piece: one line each if it is the only piece, else a single line."""
    yield from _texts(piece) if alone else (plan_single_line(piece),)


def _counted(lines: Sequence[Sayable]) -> Iterator[Sayable]:
    """Yield lines with equal ones merged into one with their number."""
    yield from (_times(first, count) for first, count in _alike([(_said(line), line) for line in lines]))


def _alike(said: Iterable[tuple[object, Alike]]) -> Iterator[tuple[Alike, int]]:
    """Yield the first of each set of equal items, with the size of the set."""
    same: dict[object, list[Alike]] = {}
    for what, one in said:
        same.setdefault(what, []).append(one)
    yield from ((first, len(others) + 1) for first, *others in same.values())


def _times(line: Sayable, count: int) -> Sayable:
    return line if count == 1 else JoinedInline((line, LiteralValue(ProperName(f"(×{count})"))), " ")


def _said(line: object) -> object:
    """Return the content of a line without its value sources, for comparison."""
    match line:
        case LiteralValue(value=value):
            return repr(value)
        case WordingStatement(id=name, values=values):
            return name, tuple((key, _said(value)) for key, value in values.items())
        case JoinedInline(parts=parts, sign=sign):
            return sign, tuple(map(_said, parts))
        case _:
            return repr(line)


def plan_single_line(piece: PrintedCard[Sayable]) -> Sayable:
    """Return the content of a piece as one line, its number and title first."""
    name = JoinedInline(tuple(one for one in (piece.number, piece.title) if one is not None), " – ")
    return JoinedInline((name, JoinedInline(tuple(_texts(piece)), "; ")), ": ")


def _texts(piece: PrintedCard[Sayable]) -> Iterator[Sayable]:
    yield from () if piece.label is None else (piece.label,)
    yield from piece.text
    yield from (JoinedInline(fact, ": ") for fact in piece.facts)
    if piece.result is not None:
        yield JoinedInline((piece.result.number, piece.result.line), NO_BREAK)
