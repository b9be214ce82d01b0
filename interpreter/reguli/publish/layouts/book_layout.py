"""Reader of ``book.yaml``.

    sections:
      - section: setup
        parts:
          - P10                                        # one statement, a paragraph of its own
          - [P11, P12, {see: turns}]                   # a paragraph of two, and where there is more: "See chapter 3."
          - steps: [P13, [P14, P15]]                   # done one after the other; `list:` where the order means nothing
          - {heading: first_round}
          - counted: {coin: coin.count}                # a term and its number, called as wordings call it; or `one`, or `any` number
          - counted: {meeple: {each: meeple.each, among: players.most, called: player}, joker: {element_of: card}}
          - {table: by_players, rows: player_count, columns: ["tables.limit[player_count]"], states: P16}    # as on a card
          - board
          - {card: ace, of: suits, points: {number: P17, result: [P18, P19]}}   # one card drawn, its parts numbered and explained
          - {market: fees, places: "tables.fee[suit, place]", full: "tables.stock[suit]"}   # places by what they cost, those full at the start
          - {track: score, from: 0, to: constants.goal}                          # numbered spaces
          - by_number                                  # boards, rows and cells by the number of players
          - {examples: [E1]}
      - phase: planning
        parts: [P20]
    without: [E2]                                      # worked examples that are not printed
    index: {without: [player], besides: {bidding: [P12, P14]}}   # terms that are looked up in vain, and what is said in other words

``states`` names statements that say nothing else than the table does, or things that are ``counted``. Examples stand where the layout puts them, or after the last of the statements they cite. Ids of wordings are
``section:ID`` for headings, ``statement:ID``, ``example:ID``, ``card:ID`` for the titles of tables, ``figure:ID`` for those of markets and tracks,
``counted:KIND/ID`` for the line of a single element.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias, get_args

from reguli.publish.layouts.card_layout import (
    REFERENCE,
    STRIP,
    TABLE,
    GeneratedPart,
    Made,
    StatementQuote,
    StripPart,
    TablePart,
    ValueReference,
)
from reguli.schema.node_reader import CITE, NodeReader, report_duplicates
from reguli.schema.shapes import (
    EXAMPLE_ID,
    NAME,
    TEXT,
    AdjacentEntry,
    DerivedShape,
    EitherShape,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedMapping,
    ParsedValue,
    TaggedMapping,
    ValueContext,
    enum_schema,
    named_value_pairs_schema,
    number_schema,
    required_field,
    schema_with_conversion,
    schema_with_location,
    statement_schema,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode

MOST_PARTS: Final = 500
LONGEST_TRACK: Final = 200
CardPoint: TypeAlias = Literal["number", "title", "icons", "text", "result"]
"""The parts of a card, as ``pieces.yaml`` names them."""
CARD_POINTS: Final = get_args(CardPoint)
_BOOK: Final = "part.book"


@frozen_class
class ReferencePart(FrozenValue):
    """A reference to another section, by its id or that of its phase."""

    span: Span
    id: str


@frozen_class
class ParagraphPart(FrozenValue):
    """Consecutive statements in running text, with references among them."""

    span: Span
    said: tuple[StatementQuote | ReferencePart, ...]

    @property
    def statements(self) -> tuple[StatementQuote, ...]:
        """Return the statements without the references."""
        return tuple(one for one in self.said if isinstance(one, StatementQuote))


@frozen_class
class ListPart(FrozenValue):
    """A sequence of paragraphs; ``ordered`` where they are steps carried out in this order."""

    span: Span
    items: tuple[ParagraphPart, ...]
    ordered: bool


@frozen_class
class HeadingPart(FrozenValue):
    """A heading inside a section."""

    span: Span
    id: str


@frozen_class
class QuantityItem(FrozenValue):
    """A counted item: a term and its number, as a name used by wordings, ``one``, or ``any`` where no number is printed."""

    span: Span
    number: str
    term: str = ""


@frozen_class
class QuantityPerElement(FrozenValue):
    """An item that each of several elements has in equal number; ``called`` is the term for those elements."""

    span: Span
    each: str
    among: str
    called: str
    term: str = ""


@frozen_class
class SingleElement(FrozenValue):
    """A single element of a kind, by its name."""

    span: Span
    kind: str
    term: str = ""


@frozen_class
class QuantityListPart(FrozenValue):
    """A list of counted items, with the statements that it fully expresses."""

    span: Span
    things: tuple[QuantityItem | QuantityPerElement | SingleElement, ...]
    states: tuple[StatementQuote, ...] = ()


@frozen_class
class ExamplesPart(FrozenValue):
    """Worked examples to print at this point, by id."""

    span: Span
    ids: tuple[tuple[str, Span], ...]


@frozen_class
class TableFigurePart(FrozenValue):
    """A table or strip, with the statements that it fully expresses."""

    span: Span
    part: TablePart | StripPart
    states: tuple[StatementQuote, ...]


@frozen_class
class CardPart(FrozenValue):
    """A drawing of one card: its element and sort, and the statements on its parts, in the order of their numbers."""

    span: Span
    element: str
    sort: str
    points: tuple[tuple[CardPoint, tuple[StatementQuote, ...]], ...]


@frozen_class
class MarketPart(FrozenValue):
    """A drawing of a market at the start: costs in a table with two keys, and the number of leading places filled in each row."""

    span: Span
    id: str
    places: ValueReference
    full: ValueReference


@frozen_class
class TrackPart(FrozenValue):
    """A row of numbered spaces."""

    span: Span
    id: str
    low: int
    high: ValueReference


BookPart: TypeAlias = (
    ParagraphPart
    | ListPart
    | HeadingPart
    | QuantityListPart
    | ExamplesPart
    | GeneratedPart
    | TableFigurePart
    | CardPart
    | MarketPart
    | TrackPart
)


@frozen_class
class BookSectionDecl(FrozenValue):
    """A section: its id, or that of its phase, and its parts; the heading of a ``shared`` one is common to all games."""

    span: Span
    id: str
    phase: bool
    parts: tuple[BookPart, ...]
    shared: bool = False


@frozen_class
class IndexDecl(FrozenValue):
    """Terms excluded from the index, and terms added to it, with the statements that paraphrase them."""

    without: tuple[tuple[str, Span], ...] = ()
    besides: tuple[tuple[str, tuple[StatementQuote, ...], Span], ...] = ()


@frozen_class
class BookLayout(FrozenValue):
    """A whole book; ``without`` are omitted examples, ``generic`` means that no layout was written."""

    sections: tuple[BookSectionDecl, ...]
    without: tuple[tuple[str, Span], ...] = ()
    index: IndexDecl = IndexDecl()
    generic: bool = False


def _paragraph(
    found: tuple[StatementQuote | ReferencePart, ...], node: Node, what: Value, reader: NodeReader
) -> ParagraphPart | None:
    return ParagraphPart(node.span, found) if found else None


def _bare(reader: NodeReader, node: Node, what: Value) -> BookPart | None:
    """Read a part that is a single word: a generated part, or a statement."""
    made_of = next((one for one in get_args(Made) if isinstance(node, ScalarNode) and one == node.text), None)
    return PARAGRAPH.read(node, ValueContext(what), reader) if made_of is None else GeneratedPart(node.span, made_of)


def _headings(found: ParsedMapping) -> bool:
    """Report duplicate headings; R109."""
    sections: tuple[BookSectionDecl, ...] = found.values["sections"]
    headed = [(section.id, section.span) for section in sections]
    headed += [(part.id, part.span) for one in sections for part in one.parts if isinstance(part, HeadingPart)]
    report_duplicates(headed, found.reader.bag, what=Said("part.headings_of_book"))
    return True


SAID: Final = schema_with_conversion(
    schema_with_location(statement_schema(Said(_BOOK))), lambda found: StatementQuote(found[1], found[0])
)
STATEMENTS: Final = ListOf(SAID, "part.statement_of_book", or_one=(ScalarNode,))
SEE: Final = MappingShape(ReferencePart, (required_field("see", NAME, "id"),), span="see")
TOLD: Final[EitherShape[StatementQuote | ReferencePart]] = EitherShape(SEE, SAID)
TOLDS: Final[ListOf[StatementQuote | ReferencePart]] = ListOf(
    TOLD, "part.statement_of_book", or_one=(ScalarNode, MappingNode)
)
PARAGRAPH: Final = DerivedShape(TOLDS, _paragraph)
PARAGRAPHS: Final = ListOf(PARAGRAPH, "part.paragraph_of_book")
AMOUNT: Final[EitherShape[QuantityItem | QuantityPerElement | SingleElement]] = EitherShape(
    TaggedMapping(
        {
            "each": MappingShape(
                QuantityPerElement,
                (required_field("each", TEXT), required_field("among", TEXT), required_field("called", NAME)),
                span="each",
            ),
            "element_of": MappingShape(SingleElement, (required_field("element_of", NAME, "kind"),), span="element_of"),
        }
    ),
    schema_with_conversion(schema_with_location(TEXT), lambda found: QuantityItem(found[1], found[0])),
)
COUNTED: Final = NamedValuesShape(
    NAME, AMOUNT, "sort.term", "part.number", lambda _, term, thing: replace(thing, term=term)
)
POINTS: Final = named_value_pairs_schema(enum_schema(*CARD_POINTS), STATEMENTS, called="part.points_of_card")
EXAMPLES: Final = ListOf(schema_with_location(EXAMPLE_ID), or_one=(ScalarNode,), distinct=True)
STATES: Final = MappingField("states", STATEMENTS, default=(), called="part.paragraph_of_book")


def _tabled(group: MappingShape[TablePart] | MappingShape[StripPart]) -> MappingShape[TableFigurePart]:
    return MappingShape(
        lambda part, states: TableFigurePart(part.span, part, states),
        (AdjacentEntry("part", group, vital=True), STATES),
        called=group.called,
    )


def _list(sign: str, *, ordered: bool) -> MappingShape[ListPart]:
    return MappingShape(partial(ListPart, ordered=ordered), (required_field(sign, PARAGRAPHS, "items"),), span=sign)


SIGNED: Final[TaggedMapping[BookPart]] = TaggedMapping(
    {
        "steps": _list("steps", ordered=True),
        "list": _list("list", ordered=False),
        "see": PARAGRAPH,
        "heading": MappingShape(HeadingPart, (required_field("heading", NAME, "id"),), span="heading"),
        "counted": MappingShape(
            QuantityListPart, (required_field("counted", COUNTED, "things"), STATES), span="counted"
        ),
        "table": _tabled(TABLE),
        "strip": _tabled(STRIP),
        "card": MappingShape(
            CardPart,
            (
                required_field("card", NAME, "element"),
                required_field("of", NAME, "sort"),
                MappingField("points", POINTS, default=()),
            ),
            span="card",
        ),
        "market": MappingShape(
            MarketPart,
            (
                required_field("market", NAME, "id"),
                required_field("places", REFERENCE),
                required_field("full", REFERENCE),
            ),
            span="market",
        ),
        "track": MappingShape(
            TrackPart,
            (
                required_field("track", NAME, "id"),
                MappingField("from", number_schema(0, LONGEST_TRACK), "low", default=1),
                required_field("to", REFERENCE, "high"),
            ),
            span="track",
        ),
        "examples": MappingShape(ExamplesPart, (required_field("examples", EXAMPLES, "ids"),), span="examples"),
    }
)
BARE: Final[ParsedValue[BookPart]] = ParsedValue(
    _bare, {"anyOf": [{"enum": list(get_args(Made))}, {"type": "string", "pattern": f"^{CITE.pattern}$"}]}
)
PARTS: Final = ListOf(EitherShape(SIGNED, BARE, PARAGRAPH), "part.part_of_book", MOST_PARTS)


def _section(sign: str, *, phase: bool) -> MappingShape[BookSectionDecl]:
    return MappingShape(
        partial(BookSectionDecl, phase=phase),
        (required_field(sign, NAME, "id"), required_field("parts", PARTS)),
        span=sign,
    )


SECTION: Final = TaggedMapping(
    {"phase": _section("phase", phase=True), "section": _section("section", phase=False)}, usual="section"
)
TERMS: Final = ListOf(schema_with_location(NAME), or_one=(ScalarNode,), distinct=True)
SPEAKING: Final = NamedValuesShape(
    NAME, STATEMENTS, "sort.term", "part.paragraph_of_book", lambda key, term, said: (term, said, key.span)
)
INDEX: Final = MappingShape(
    IndexDecl, (MappingField("without", TERMS, default=()), MappingField("besides", SPEAKING, default=()))
)
BOOK: Final = MappingShape(
    BookLayout,
    (
        required_field("sections", ListOf(SECTION, "part.section_of_book", MOST_PARTS)),
        MappingField("without", EXAMPLES, default=()),
        MappingField("index", INDEX, default=IndexDecl()),
    ),
    settle=_headings,
    called=_BOOK,
)
"""The whole of a book; none, with findings (R1), when it has no sections."""
