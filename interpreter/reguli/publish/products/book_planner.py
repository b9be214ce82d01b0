"""Planning of a rulebook from a ruleset, a layout and executed examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final, assert_never

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document import book_units
from reguli.publish.document import document_tree as d
from reguli.publish.document.document_tree import Mark, SourceDocument, SourceList, SourceRow
from reguli.publish.document.inline_nodes import (
    Cell,
    HeadingText,
    IconLetter,
    JoinedInline,
    LiteralValue,
    MapLegend,
    NeighbourList,
    PlaceGroup,
    Sayable,
    SourceTitle,
    WordingStatement,
    find_blocks,
)
from reguli.publish.document.page_units import SEEN_SIGNS
from reguli.publish.document.placeholder_resolution import known_placeholder_values
from reguli.publish.document.table_cells import (
    cell_wording_value,
    cells_along_free_key,
    element_wording_value,
    table_key_kind,
)
from reguli.publish.document.table_planning import RulesetValueReader
from reguli.publish.layouts import book_layout
from reguli.publish.layouts.book_layout import LONGEST_TRACK, CardPart, MarketPart, TrackPart
from reguli.publish.layouts.card_layout import GeneratedPart, StatementQuote
from reguli.publish.layouts.default_layout import add_player_count_part, sort_phase_sections, sort_ranking_lines
from reguli.publish.layouts.piece_layout import IconPicture
from reguli.publish.pictures.map_marks import assign_neutral_icons
from reguli.publish.pictures.map_model import BoardOccupancy, BoardPicture, groups_have_areas
from reguli.publish.products.card_planner import CardPlanner, digest_value
from reguli.publish.products.piece_planner import PlannedPieces, list_pieces_by_sort
from reguli.publish.products.player_count_tables import plan_quantity_list, table_by_number
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.document_nodes import InventoryEntry, Source
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import NOWHERE, Span
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.effect_placeholders import claim_placeholder_name
from reguli.words.placeholders.placeholder_values import common_placeholders
from reguli.words.placeholders.wording_subjects import RULED, Subjects
from reguli.words.translation.translation_workspace import AUTHORED

# -- book back matter ------------------------------------------------------------------------------------------------
# Parts of a book beside its chapters: sources, copied material, colophon, fixed wordings, and the worked examples that fit the book.


TRANSCRIBED: Final = "data"
"""The state of a statement that is a picture in the sources and had to be copied."""
WORDS: Final = (
    "contents", "example", "examples", "sources", "sources_intro", "index", "colophon", "copied", "options", "partly", "left_out",
    "ruled", "ruled_meaning", "transcribed", "transcribed_meaning", "statement", "reconstructed", "section",
)  # fmt: skip
"""What a book says of itself, each a shared wording ``book.WORD``."""
_RANGE: Final = re.compile(r"(?<=\d)-(?=\d)")


def statement_sources(ruleset: Ruleset, homes: Mapping[str, int]) -> SourceList[Sayable]:
    """Return the sources of each statement; ``homes`` are the sections that print it. A title without a wording is printed as given."""
    game = ruleset.documents.game
    documents = tuple(
        SourceDocument(
            one.id,
            SourceTitle(WordingStatement(f"document:{one.id}", one.span, word=one.title), one.title, one.language),
        )
        for one in game.documents
    )
    copied = tuple(
        (WordingStatement(f"copied:{what}", span, word=what), _origin(source, span))
        for what, source, span in ruleset.documents.origins
    )
    rows = (
        _row(entry, homes.get(entry.id, 0), [one.id for one in game.documents]) for entry in ruleset.documents.inventory
    )
    partly, left_out = (
        tuple(
            SourceDocument(name, SourceTitle(WordingStatement(f"left_out:{name}", span, word=text), text, AUTHORED))
            for name, text, span in found
        )
        for found in (ruleset.in_part, game.leaves_out)
    )
    return SourceList(documents, copied, partly, left_out, tuple(rows))


def _origin(source: Source, span: Span) -> Sayable:
    """Return how data was obtained, with the rows that are exceptions, and the text of its provenance."""
    rows: dict[str, list[str]] = {} if source.seen in {None, "source"} else {str(source.seen): []}
    for row, word, _ in source.seen_rows:
        rows.setdefault(str(word), []).append(row)
    parts: list[Sayable] = (
        [] if source.provenance is None else [WordingStatement(f"provenance:{source.provenance}", span)]
    )
    for named, names in rows.items():
        sign = LiteralValue(ProperName(SEEN_SIGNS[named])) if named in SEEN_SIGNS else None
        said: Sayable = WordingStatement(f"seen.{named}", span, shared=True)
        said = said if sign is None else JoinedInline((sign, said), " ")
        parts.append(JoinedInline((said, LiteralValue(ProperName(", ".join(names)))), ": ") if names else said)
    return JoinedInline(tuple(parts), "; ")


def _row(entry: InventoryEntry, home: int, documents: Sequence[str]) -> SourceRow:
    places = {name: _RANGE.sub("–", text) for name, text in entry.sources}
    return SourceRow(entry.id, statement_mark(entry), home, tuple(places.get(name, "–") for name in documents))


def statement_mark(entry: InventoryEntry) -> Mark | None:
    """Return the mark of a statement."""
    if entry.ruling is not None or entry.state == RULED:
        return "ruled"
    return "transcribed" if entry.state == TRANSCRIBED else None


def plan_colophon(ruleset: Ruleset) -> tuple[WordingStatement, ...]:
    """Return the colophon: version, digest, options and variants of the rules, and a note that the text is unofficial."""
    game = ruleset.documents.game
    values = {"version": LiteralValue(ProperName(ruleset.version), ("game:version",)), "digest": digest_value(ruleset)}
    variants = (
        WordingStatement("book.variant", variant.span, {"name": LiteralValue(ProperName(variant.name))}, shared=True)
        for variant in ruleset.documents.variants
    )
    return (
        WordingStatement("book.version", game.span, values, shared=True),
        *variants,
        WordingStatement("book.unofficial", game.span, shared=True),
        WordingStatement("book.made", game.span, shared=True),
    )


def option_choice_text(option: WordingStatement, chosen: Cell) -> tuple[WordingStatement, WordingStatement]:
    """Return an option and the value chosen for it; a truth value is worded as yes or no."""
    if isinstance(chosen, LiteralValue):
        chosen = WordingStatement("card.yes" if chosen.value else "card.no", option.span, shared=True)
    return option, chosen


def book_wordings(ruleset: Ruleset) -> Mapping[str, WordingStatement]:
    """Return the wordings of the book's own labels, by name."""
    span = ruleset.documents.game.span
    return MappingProxyType({word: WordingStatement(f"book.{word}", span, shared=True) for word in WORDS})


def is_example_printed(example: ExampleDecl, material: BookMaterial, bag: Bag) -> bool:
    """Return whether an example is printed; one of this ruleset whose claims fail is a finding (W423)."""
    executed = material.executed.get(example.id)
    fails = executed is not None and executed.own and not executed.passed
    if fails and fits_player_count(example, material.players) and example_fits_options(example, material.ruleset):
        bag.add("W423", example.span, name=example.id)
    return _holds(example, material)


def _holds(example: ExampleDecl, material: BookMaterial) -> bool:
    """Return whether an example and its base belong in this book and hold; a position does if an example begins at it."""
    if example.abstract:
        return any(_holds(one, material) for one in material.examples if one.base == example.id)
    executed = material.executed.get(example.id)
    if not fits_player_count(example, material.players) or not example_fits_options(example, material.ruleset):
        return False
    base = next((one for one in material.examples if one.id == example.base and not one.abstract), None)
    return (executed is None or executed.passed) and (base is None or _holds(base, material))


def fits_player_count(example: ExampleDecl, players: int | None) -> bool:
    """Return whether an example suits a book for a number of players: it fixes no number of players, or this one."""
    position = example.position
    seated = 1 + max(seat for _, seat in position.seats) if position.seats else None
    said = position.players if position.players is not None else seated
    return players is None or said is None or said == players


def example_fits_options(example: ExampleDecl, ruleset: Ruleset) -> bool:
    """Return whether an example suits a book with the options of this one.

    What it names as it usually is must be so. What it names otherwise its sentence says ("if you play that …"), so that it may stand
    beside the usual rules; but for another board, whose places this book has no names for.
    """
    known = {option.id: option for option in ruleset.documents.game.options}
    for name, value, _ in example.position.options:
        option = known.get(name)
        if option is None or ruleset.options.get(name) == value:
            continue
        if value == option.default or any(one.boards for one in option.values):
            return False
    return True


@frozen_class
class ExecutedExample(FrozenValue):
    """The result of a worked example: whether all its claims hold, and the numbers found for them, by the text of the claim.

    ``own`` where the ruleset brought it itself: one that was inherited and that a variant breaks is left out without a word.
    """

    id: str
    passed: bool
    numbers: Mapping[str, int]
    own: bool = True


@frozen_class
class PlacedPosition(FrozenValue):
    """A position on its board: the pieces on it, and the players' names in the example, by seat."""

    picture: BoardPicture
    standing: BoardOccupancy
    names: tuple[str, ...]


@frozen_class
class BookMaterial(FrozenValue):
    """The input of a book: the ruleset, the number of players, all its subjects, its examples, its boards by name.

    ``worded`` are the ids that have a base text, ``positions`` the boards of positions that examples begin at, by their ids. A board's name is the id of the wording that names it, else empty.
    ``pieces`` are its cards where they have a layout.
    """

    ruleset: Ruleset
    players: int | None
    subjects: Subjects
    examples: tuple[ExampleDecl, ...]
    worded: frozenset[str]
    executed: Mapping[str, ExecutedExample]
    boards: tuple[tuple[str, BoardPicture], ...]
    positions: Mapping[str, PlacedPosition] = field(default_factory=lambda: MappingProxyType({}))
    pieces: PlannedPieces | None = None


# -- The boards of a rulebook: each board of a ruleset, and positions that examples begin at -------------------------


def plan_board_pictures(boards: Iterable[tuple[str, BoardPicture]], span: Span) -> Iterator[d.BoardDiagram[Sayable]]:
    """Yield a picture of each board; its name is the id of the wording that names it, else empty."""
    for name, picture in boards:
        last = name.replace(":", "/").rpartition("/")[2]
        title = WordingStatement(name, span, word=last) if name else WordingStatement("book.board", span, shared=True)
        caption = JoinedInline(tuple(_captions(picture, span)), " ")
        board = _board(last or picture.places, title, caption, picture)
        if picture.form == "map" and picture.joints:
            costs = any(joint.cost is not None for joint in picture.joints)
            heading = WordingStatement("book.joined", span, {"costs": LiteralValue(costs)}, shared=True)
            board = replace(board, heading=heading, places=(NeighbourList(picture),))
        yield board


def plan_position_figure(example: ExampleDecl, stood: PlacedPosition, chapter: LiteralValue) -> d.BoardDiagram[Sayable]:
    """Return the picture of the position at which examples of a chapter begin, with a caption that names the pieces' owners.

    It says which chapter: on pages a broad picture may stand behind its own.
    """
    span, named = example.span, dict(example.names)
    whose = []
    for seat in sorted({seat for pieces in stood.standing.pieces.values() for seat in pieces}):
        typed = stood.names[seat]
        called = {AUTHORED: typed, **dict(named.get(typed, ()))}
        whose.append(
            WordingStatement("book.whose", span, {"n": LiteralValue(seat + 1)}, shared=True, called={"who": called})
        )
    title = WordingStatement("book.position", span, {"n": chapter}, shared=True)
    caption = JoinedInline(tuple(whose), ", ")
    return replace(_board(example.id, title, caption, stood.picture), standing=stood.standing)


def _board(name: str, title: Sayable, caption: Sayable, picture: BoardPicture) -> d.BoardDiagram[Sayable]:
    is_map = picture.form == "map"
    return d.BoardDiagram(
        name,
        title,
        caption,
        picture,
        names=tuple(LiteralValue(ProperName(spot.name)) for spot in picture.spots) if is_map else (),
        groups=tuple(PlaceGroup(picture, group) for group in range(len(picture.groups))) if is_map else (),
    )


def _captions(picture: BoardPicture, span: Span) -> Iterator[WordingStatement | MapLegend]:
    """Yield the captions of a board, which explain its signs and numbers."""
    if picture.form != "map":
        yield WordingStatement("book.board_caption", span, shared=True)
        return
    if picture.groups:
        areas = groups_have_areas(picture)
        yield WordingStatement("book.map_areas" if areas else "book.map_signs", span, shared=True)
        yield from () if areas else (MapLegend(picture),)
    if any(joint.cost is not None for joint in picture.joints):
        yield WordingStatement("book.map_costs", span, shared=True)
    if any(spot.holes for spot in picture.spots):
        yield WordingStatement("book.map_rooms", span, {"where": LiteralValue(picture.places)}, shared=True)


# -- figure planner --------------------------------------------------------------------------------------------------
# Pictures of things of a game, planned for a rulebook: a card with numbered parts, a market at the start, a track.


def plan_card_figure(
    part: CardPart, piece: d.PrintedCard[Sayable], icons: Mapping[str, IconPicture]
) -> book_units.TitledFigure[Sayable]:
    """Return the picture of a card."""
    named = tuple(one for one in (piece.number, piece.title) if one is not None) or (piece.back[1],)
    shown = {*(row.icon for row in piece.icons), *(() if piece.result is None else (piece.result.icon,))}
    drawn = {name: icons[name] for name in icons if name in shown}
    face = book_units.CardFrontFigure(piece, tuple(point for point, _ in part.points), drawn)
    return book_units.TitledFigure(part.element, JoinedInline(named, " – "), face)


def plan_figure(
    part: MarketPart | TrackPart, reader: RulesetValueReader, icons: Mapping[str, IconPicture]
) -> Iterator[book_units.TitledFigure[Sayable]]:
    """Yield the picture of a market or a track; none with findings (W402, W403) where its references are unknown or do not fit."""
    title = WordingStatement(f"figure:{part.id}", part.span, word=part.id)
    shown = _track(part, reader) if isinstance(part, TrackPart) else _market(part, reader, icons)
    if shown is not None:
        yield book_units.TitledFigure(part.id, title, shown)


def _track(part: TrackPart, reader: RulesetValueReader) -> book_units.TrackFigure | None:
    last = reader.scalar(part.high)
    if last is None:
        return None
    if not isinstance(last.value, int) or not part.low <= last.value <= LONGEST_TRACK:
        reader.unfit(part.high, Said("why.no_such_track", low=part.low, high=LONGEST_TRACK))
        return None
    return book_units.TrackFigure(tuple(range(part.low, last.value + 1)))


def _market(
    part: MarketPart, reader: RulesetValueReader, icons: Mapping[str, IconPicture]
) -> book_units.MarketFigure[Sayable] | None:
    """Return a planned market: the key common to both tables gives the items, the other one the places."""
    places, full = reader.keys(part.places), reader.keys(part.full)
    if places is None or full is None:
        return None
    kind = table_key_kind(reader.ruleset, full.table, full.table.key_names.index(full.free[0])) if full.free else None
    along = [name for name in places.free if name not in full.free]
    if len(full.free) != 1 or len(places.free) != 2 or len(along) != 1 or kind is None:
        reader.unfit(part.places, Said("why.no_market"))
        return None
    marks = assign_neutral_icons([one for one in kind.elements if one not in icons])
    rows, costs = [], set[int]()
    for index, element in enumerate(kind.elements):
        chosen = {full.free[0]: index}
        own = [pair.value.value for pair in cells_along_free_key(reader.ruleset, places.filled(chosen), along[0])]
        filled = cell_wording_value(reader.ruleset, full.filled(chosen)).value
        costs |= {cost for cost in own if isinstance(cost, int)}
        rows.append((element, element_wording_value(kind, index), own, filled if isinstance(filled, int) else 0))
    order = sorted(costs)
    return book_units.MarketFigure(
        tuple(LiteralValue(cost) for cost in order),
        tuple(
            book_units.MarketRow(
                HeadingText(name),
                icons[element] if element in icons else marks[element],
                None if element in icons else IconLetter(element),
                tuple((own.count(cost), own[:filled].count(cost)) for cost in order),
            )
            for element, name, own, filled in rows
        ),
    )


# -- book planner ----------------------------------------------------------------------------------------------------


STATEMENT, EXAMPLE, RULING, ANSWER = "statement:", "example:", "ruling:", "answer:"
"""How the ids begin of statements, of worked examples, of the questions that rulings answer, of what is answered in short."""


def plan_book(material: BookMaterial, layout: book_layout.BookLayout, bag: Bag) -> d.Plan:
    """Plan the book for the number of players of the material, or for every number.

    Findings: W421 for a statement that states a rule and stands nowhere, W422 for what the layout names and the ruleset does
    not have, R109 for what stands twice, W423 for examples that fail, W402 to W404 as on a card.
    """
    planner = _BookPlanner(material, layout, bag)
    ruleset = material.ruleset
    chapters = tuple(planner.chapter(section, at) for at, section in enumerate(planner.layout.sections, 1))
    planner.report_missing()
    return replace(
        planner.document("book.kind", chapters, plan_colophon(ruleset)),
        words=book_wordings(ruleset),
        sources=statement_sources(ruleset, dict(_homes(chapters))),
        options=tuple(option_choice_text(*option) for option in planner.options()),
        unindexed=planner.layout.index.without,
        indexed=tuple(planner.indexed()),
    )


def _homes(chapters: Iterable[d.DocumentSection[Sayable]]) -> Iterator[tuple[str, int]]:
    """Yield each statement that a section prints, with the number of the section."""
    for chapter in chapters:
        for block in chapter.blocks:
            yield from ((one.label, chapter.number) for one in find_blocks(block, d.StatementBlock))
            yield from ((label, chapter.number) for label, _ in getattr(block, "states", ()))


class _BookPlanner(CardPlanner):
    """Planner of a book's chapters from the sections of a layout."""

    def __init__(self, material: BookMaterial, layout: book_layout.BookLayout, bag: Bag) -> None:
        super().__init__(material.ruleset, RulesetValueReader(material.ruleset, material.players, bag), layout.generic)
        self.material = material
        self.subjects = material.subjects
        ordered = sort_ranking_lines(sort_phase_sections(layout, material.ruleset), material.ruleset)
        self.layout = add_player_count_part(ordered, material.ruleset)
        self.bag = bag
        self.entries = {entry.id: entry for entry in material.ruleset.documents.inventory}
        self.everywhere = known_placeholder_values(dict(common_placeholders(self.ruleset)), self.ruleset)
        self.stands: dict[str, Span] = {}
        parts = [part for section in self.layout.sections for part in section.parts]
        self.numbers = {section.id: at for at, section in enumerate(self.layout.sections, 1)}
        self.placed = {
            said.id: section.id for section in self.layout.sections for part in section.parts for said in _said_in(part)
        }
        self.waiting = self._automatic(parts)

    def _automatic(self, parts: list[book_layout.BookPart]) -> list[ExampleDecl]:
        """Return the examples to print after the statements they cite; optional ones only if they have a wording."""
        known = {example.id: example for example in self.material.examples}
        named = [one for part in parts if isinstance(part, book_layout.ExamplesPart) for one in part.ids]
        for name, span in (*self.layout.without, *named):
            if name not in known:
                self.unknown(name, span, known)
        taken = {name for name, _ in (*self.layout.without, *named)}
        waiting = [example for example in known.values() if example.id not in taken and example.cites]
        return [
            one for one in waiting if (one.sources and not one.abstract) or EXAMPLE + one.id in self.material.worded
        ]

    def chapter(self, section: book_layout.BookSectionDecl, number: int) -> d.DocumentSection[Sayable]:
        """Plan one section."""
        here = LiteralValue(number, (f"section:{section.id}",))
        blocks = _joined(block for part in section.parts for block in self._with_examples(part, here))
        if not section.phase:
            heading = self.heading(section.id, section.span)
            if section.shared:
                heading = WordingStatement(f"section:{section.id}", section.span, shared=True)
            return d.DocumentSection(section.id, heading, blocks, number=number)
        order = self.ruleset.documents.game.round
        if section.id not in order:
            self.unknown(section.id, section.span, order)
            return d.DocumentSection(
                section.id, WordingStatement(f"phase:{section.id}", section.span), blocks, number=number
            )
        item = self.phase(section.id, section.span)
        return d.DocumentSection(section.id, item.name, blocks, number=number, phase=item.number, order=item.order)

    def heading(self, name: str, span: Span) -> WordingStatement:
        """Return a heading, which may use the values common to every wording."""
        return WordingStatement(f"section:{name}", span, self.everywhere, self.layout.generic, word=name, offered=True)

    def _with_examples(self, part: book_layout.BookPart, chapter: LiteralValue) -> Iterator[d.DocumentBlock]:
        """Yield the blocks of one part of a chapter, and the examples whose last cited statement is in it."""
        yield from self.blocks(part)
        ready = [
            one for one in self.waiting if all(cite in self.stands or cite not in self.placed for cite in one.cites)
        ]
        self.waiting = [one for one in self.waiting if one not in ready]
        told = [(example, box) for example in ready if (box := self.box(example)) is not None]
        if told:
            yield _boxes(tuple(box for _, box in told))
        places = self.material.positions
        yield from (plan_position_figure(one, places[one.id], chapter) for one, _ in told if one.id in places)

    def blocks(self, part: book_layout.BookPart) -> Iterator[d.DocumentBlock]:
        """Yield the blocks of one part, without the examples after it."""
        match part:
            case book_layout.ParagraphPart():
                yield d.Paragraph(self.paragraph(part))
            case book_layout.ListPart(items=items, ordered=ordered):
                yield d.ParagraphList(tuple(self.paragraph(item) for item in items), ordered)
            case book_layout.HeadingPart(id=name, span=span):
                yield d.Subheading(name, self.heading(name, span))
            case book_layout.QuantityListPart():
                listed = plan_quantity_list(part, self.ruleset, self.material.subjects, self.bag)
                yield d.QuantityList(tuple(listed), tuple(self.state(name) for name in self.said_once(part.states)))
            case book_layout.ExamplesPart(ids=ids):
                known = {example.id: example for example in self.material.examples}
                boxes = (self.box(known[name]) for name, _ in ids if name in known)
                yield _boxes(tuple(box for box in boxes if box is not None))
            case GeneratedPart(what="pieces"):
                yield from self.pieces()
            case GeneratedPart(what="board"):
                yield from plan_board_pictures(self.material.boards, part.span)
            case GeneratedPart():
                found = self.made(part)
                yield from () if found is None else (found,)
            case book_layout.CardPart() | book_layout.MarketPart() | book_layout.TrackPart():
                yield from self.figure(part)
            case book_layout.TableFigurePart():
                table = self.block(part.part)
                states = tuple(self.state(name) for name in self.said_once(part.states))
                yield from (
                    (replace(table, states=states),) if isinstance(table, d.DocumentTable | d.KeyValueStrip) else ()
                )
            case _:
                assert_never(part)

    def figure(
        self, part: book_layout.CardPart | book_layout.MarketPart | book_layout.TrackPart
    ) -> Iterator[d.DocumentBlock]:
        """Yield the picture of a component, followed by a list that explains its numbers."""
        pieces = self.material.pieces
        if not isinstance(part, book_layout.CardPart):
            yield from plan_figure(part, self.reader, {} if pieces is None else pieces.icons)
            return
        known = {} if pieces is None else {one.element: one for one in pieces.pieces if one.sort == part.sort}
        if pieces is None or part.element not in known:
            self.unknown(part.element, part.span, known)
        else:
            yield plan_card_figure(part, known[part.element], pieces.icons)
        items = (self.paragraph(book_layout.ParagraphPart(part.span, said)) for _, said in part.points)
        if part.points:
            yield d.ParagraphList(tuple(items), ordered=True)

    def state(self, name: str) -> d.State:
        """Return a statement by its number, with its mark."""
        return name, statement_mark(self.entries[name])

    def paragraph(
        self, part: book_layout.ParagraphPart
    ) -> tuple[d.StatementBlock[Sayable] | d.CrossReference[Sayable], ...]:
        """Return the statements of a paragraph, and the references among them."""
        return tuple(told for one in part.said for told in self._told(one, part.span))

    def _told(
        self, said: StatementQuote | book_layout.ReferencePart, span: Span
    ) -> Iterator[d.StatementBlock[Sayable] | d.CrossReference[Sayable]]:
        """Yield one statement, or a reference; one to an unknown section is a finding and is left out."""
        if isinstance(said, StatementQuote):
            states = (self.state(name) for name in self.said_once((said,)))
            yield from (d.StatementBlock(name, self.statement(STATEMENT + name, span), mark) for name, mark in states)
        elif said.id in self.numbers:
            yield self.see(said.id, said.span)
        else:
            self.unknown(said.id, said.span, self.numbers)

    def see(self, section: str, span: Span, label: str = "") -> d.CrossReference[Sayable]:
        """Return a reference to a section, and to a statement there."""
        number = self.numbers[section]
        line = WordingStatement("book.see", span, {"n": LiteralValue(number, (f"section:{section}",))}, shared=True)
        return d.CrossReference(section, number, line, label)

    def pieces(self) -> Iterator[d.DocumentBlock]:
        """Yield the lists of all pieces; a list that is no table gets its own heading."""
        for sort, heading, listed in () if self.material.pieces is None else list_pieces_by_sort(self.material.pieces):
            if isinstance(listed, d.LineList):
                yield d.Subheading(f"pieces-{sort}", heading)
            yield listed

    def said_once(self, statements: Iterable[StatementQuote]) -> Iterator[str]:
        """Yield the ids of statements; an unknown or repeated one is a finding and is left out."""
        for said in statements:
            if said.id not in self.entries:
                self.unknown(said.id, said.span, self.entries)
            elif said.id in self.stands:
                first = (self.stands[said.id], Said("here.stands_first"))
                self.bag.add("R109", said.span, related=[first], what=Said("part.book"), name=said.id)
            else:
                self.stands[said.id] = said.span
                yield said.id

    def box(self, example: ExampleDecl) -> d.ExampleBox[Sayable] | None:
        """Return an example with its computed numbers; a failing one is a finding and None, as is one for other player counts or options."""
        executed, name = self.material.executed.get(example.id), EXAMPLE + example.id
        if not is_example_printed(example, self.material, self.bag):
            return None
        statement = self.statement(name, example.span)
        values = dict(statement.values)
        for text, number in () if executed is None else executed.numbers.items():
            claimed = claim_placeholder_name(text)
            if claimed in values:
                values[claimed] = LiteralValue(number, (f"{name}/{claimed}",))
        called = {player: dict(names) for player, names in example.names}
        line = WordingStatement(name, example.span, values, offered=True, called=called)
        return d.ExampleBox(example.id, line, example.cites)

    def made(self, part: GeneratedPart) -> d.DocumentBlock | None:
        """Return the block of a part generated from the whole ruleset."""
        match part.what:
            case "round":
                title, again = (
                    WordingStatement(name, part.span, shared=True) for name in ("book.round", "book.next_round")
                )
                phases = (self.phase(name, part.span) for name in self.ruleset.documents.game.round)
                return d.RoundDiagram(title, tuple(phases), again)
            case "by_number":
                return table_by_number(self.ruleset, self.material.players, part.span)
            case "questions":
                return d.OpenQuestions(tuple(self.questions()))
            case _:
                return super().made(part)

    def questions(self) -> Iterator[d.OpenQuestion[Sayable]]:
        """Yield the questions settled by rulings, those with a wording, each with its answer and the place of the ruling."""
        for entry in self.ruleset.documents.inventory:
            if RULING + entry.id in self.material.worded:
                question, answer = (self.statement(sign + entry.id, entry.span) for sign in (RULING, ANSWER))
                home = self.placed.get(entry.id)
                see = None if home is None else self.see(home, entry.span, entry.id)
                yield d.OpenQuestion(entry.id, question, answer, see)

    def indexed(self) -> Iterator[tuple[str, str, Span]]:
        """Yield the additional index entries: a term and a statement that mentions it."""
        for term, statements, span in self.layout.index.besides:
            for said in statements:
                if said.id in self.entries:
                    yield term, said.id, span
                else:
                    self.unknown(said.id, said.span, self.entries)

    def unknown(self, name: str, span: Span, known: Iterable[str]) -> None:
        """Report a name that the ruleset does not have (W422)."""
        self.bag.add("W422", span, near=closest_name(name, known), name=name)

    def report_missing(self) -> None:
        """Report statements that state a rule but are missing from the layout (W421)."""
        for entry in self.ruleset.documents.inventory:
            if entry.id not in self.stands and self.ruleset.citations.get(entry.id) and not self.layout.generic:
                self.bag.add("W421", entry.span, name=entry.id)


def _joined(blocks: Iterable[d.DocumentBlock]) -> tuple[d.DocumentBlock, ...]:
    """Return the blocks with consecutive examples merged, without paragraphs and headings that have nothing to say."""
    found: list[d.DocumentBlock] = []
    for block in blocks:
        if isinstance(block, d.Subheading) and found and isinstance(found[-1], d.Subheading):
            found.pop()
        last = found[-1] if found else None
        if isinstance(block, d.Paragraph) and not block.sentences:
            continue
        if isinstance(block, d.ExampleBoxes) and isinstance(last, d.ExampleBoxes):
            found[-1] = _boxes((*last.items, *block.items))
        else:
            found.append(block)
    return tuple(found[:-1] if found and isinstance(found[-1], d.Subheading) else found)


def _boxes(items: tuple[d.ExampleBox[Sayable], ...]) -> d.ExampleBoxes[Sayable]:
    """Return examples grouped under a title."""
    return d.ExampleBoxes(
        WordingStatement("book.example" if len(items) == 1 else "book.examples", NOWHERE, shared=True), items
    )


def _said_in(part: book_layout.BookPart) -> tuple[StatementQuote, ...]:
    match part:
        case book_layout.TableFigurePart() | book_layout.QuantityListPart():
            return part.states
        case book_layout.ParagraphPart():
            return part.statements
        case book_layout.CardPart():
            return tuple(said for _, of_point in part.points for said in of_point)
        case book_layout.ListPart():
            return tuple(said for item in part.items for said in item.statements)
        case book_layout.ExamplesPart() | book_layout.HeadingPart() | MarketPart() | TrackPart() | GeneratedPart():
            return ()
