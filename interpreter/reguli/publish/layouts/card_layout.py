"""Reader of ``card.yaml``, and of the layouts of the other cards, which have the same format.

    paper: a5                                                   # its usual size; without it that of the product
    pages: {a4: 1, poker: 6}                                    # how many it may take at most
    sections:
      - section: start
        wide: true
        parts:
          - first_player                                        # a statement without values
          - {say: income, with: {sum: constants.start_sum}, cites: [K4]}   # says K4 of the rulebook in short
          - {statement: P12}                                    # a statement of the rulebook, as the rulebook says it
          - phases: {planning: [draw_cards], scoring: []}
          - {table: by_players, rows: player_count, columns: ["tables.limit[player_count]"]}
          - {table: income, rows: player_count, across: [stage], cell: "tables.income[player_count, stage]"}
          - {table: track, rows: suit, spread: "tables.fee[suit, place]"}
          - {strip: pay, of: "tables.pay[points]", wrap: 7}
          - ranking
          - options
          - numbers

Ids are those of wordings: ``section:ID`` for headings, ``card:ID`` for statements and titles of tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.publish.paper.paper_sizes import PAPER_NAMES
from reguli.schema.node_reader import CITE, NodeReader, report_duplicates
from reguli.schema.shapes import (
    ANY_NAME,
    CITES,
    HERE,
    NAME,
    STATEMENT,
    TEXT,
    TRUTH,
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
    name_set_schema,
    named_value_pairs_schema,
    number_schema,
    required_field,
    schema_with_conversion,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import Node, ScalarNode

Made: TypeAlias = Literal["round", "board", "pieces", "ranking", "options", "questions", "numbers", "by_number"]
"""What is made from the ruleset as a whole: the picture of a round, the boards, all cards, the ranking, the options, the questions, all numbers, what depends on the number of players."""
MADE_BY_CARDS: Final[tuple[Made, ...]] = ("ranking", "options", "numbers")
WIDEST: Final = 40
MOST_PARTS: Final = 500
MOST_PAGES: Final = 60
_PATH: Final = re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z0-9][a-z0-9_]*){0,3})(?:\[([^\[\]]*)\])?")


@frozen_class
class ValueReference(FrozenValue):
    """A reference to a value: ``constants.ID``, ``tables.ID[key, …]``, ``phases.ID``, ``stages.ID.effective``, ….

    ``path`` holds the words between the points, ``keys`` what stands in the brackets (none without brackets).
    """

    span: Span
    text: str
    path: tuple[str, ...]
    keys: tuple[str, ...]


@frozen_class
class ValueReferenceRange(FrozenValue):
    """A range from one value to another."""

    span: Span
    first: ValueReference
    last: ValueReference


Spec: TypeAlias = ValueReference | ValueReferenceRange
Named: TypeAlias = tuple[tuple[str, Spec], ...]
"""The values a wording is given, by the names it uses."""


@frozen_class
class CardStatement(FrozenValue):
    """A statement: the id of its wording, its values, and the rulebook statements that it summarises."""

    span: Span
    id: str
    values: Named
    cites: tuple[str, ...] = ()


@frozen_class
class StatementQuote(FrozenValue):
    """A statement of the rulebook in its own wording."""

    span: Span
    id: str


SaidPart: TypeAlias = CardStatement | StatementQuote


@frozen_class
class PhasesPart(FrozenValue):
    """The phases of the round in their order, each with statements."""

    span: Span
    said: tuple[tuple[str, Span, tuple[SaidPart, ...]], ...]


@frozen_class
class GeneratedPart(FrozenValue):
    """A part generated from the whole ruleset."""

    span: Span
    what: Made


@frozen_class
class LayoutColumn(FrozenValue):
    """A column of a table: its cells, and the values used in its heading."""

    cell: ValueReference
    values: Named


@frozen_class
class TablePart(FrozenValue):
    """A table: the values used in its title, its row keys, and the content of each row.

    That is, for each value of the keys ``across``, a ``cell``; or, of the cells of ``spread``, how many have each
    value; then the ``columns``.
    """

    span: Span
    id: str
    values: Named
    rows: tuple[tuple[str, Span], ...]
    across: tuple[tuple[str, Span], ...]
    cell: ValueReference | None
    spread: ValueReference | None
    columns: tuple[LayoutColumn, ...]


@frozen_class
class StripPart(FrozenValue):
    """A table with one key, printed as key-value pairs with a fixed number per line; its title may use values."""

    span: Span
    id: str
    values: Named
    of: ValueReference
    wrap: int


Part: TypeAlias = SaidPart | PhasesPart | GeneratedPart | TablePart | StripPart


@frozen_class
class SectionDecl(FrozenValue):
    """A section: its id, the values used in its heading, its parts; a wide one takes the full page width.

    The statements of an ``ordered`` one are done one after the other; the heading of a ``shared`` one is no game's.
    One at the ``back`` begins a new side.
    """

    span: Span
    id: str
    wide: bool
    values: Named
    parts: tuple[Part, ...]
    ordered: bool = False
    shared: bool = False
    back: bool = False


@frozen_class
class CardLayout(FrozenValue):
    """A whole card; ``generic`` means that it was not written but generated from the ruleset.

    ``pages`` says by paper how many pages it may take, ``paper`` which is its usual one where it is not that of the product.
    """

    sections: tuple[SectionDecl, ...]
    generic: bool = False
    pages: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    paper: str = ""


def _reference(reader: NodeReader, node: Node, what: Value) -> ValueReference | None:
    """Parse a reference such as ``tables.income[player_count, early]``; W401 for an invalid one."""
    text = reader.text(node, what)
    found = None if text is None else _PATH.fullmatch(text.strip())
    keys = () if found is None or found[2] is None else tuple(key.strip() for key in found[2].split(","))
    if text is not None and (found is None or not all(re.fullmatch(r"[a-z0-9_]+", key) for key in keys)):
        reader.bag.add("W401", node.span, text=text)
        return None
    return None if text is None or found is None else ValueReference(node.span, text, tuple(found[1].split(".")), keys)


def _bare(reader: NodeReader, node: Node, what: Value) -> Part | None:
    """Read a part that is a single word: a statement of the rulebook by its number, a generated part, or a statement without values."""
    if _is_number(node):
        return _stated(reader, node, what)
    if not isinstance(node, ScalarNode):
        reader.wrong(node, what, Said("sort.statement_or_group"))
        return None
    name = reader.id(node, what)
    if name is None:
        return None
    made_of = next((one for one in MADE_BY_CARDS if one == name), None)
    return CardStatement(node.span, name, ()) if made_of is None else GeneratedPart(node.span, made_of)


def _stated(reader: NodeReader, node: Node, what: Value) -> SaidPart | None:
    """Read a statement by its id alone: of the rulebook by its number, or of the card."""
    if not _is_number(node):
        return SAY.read(node, ValueContext(what), reader)
    number = STATEMENT.ask(reader, node, what)
    return None if number is None else StatementQuote(node.span, number)


def _is_number(node: Node) -> bool:
    return isinstance(node, ScalarNode) and CITE.fullmatch(node.text) is not None


def _crossed(found: ParsedMapping) -> bool:
    """Report cells without column keys, and column keys without cells; R102."""
    crossed = [key in found.entries for key in ("across", "cell")]
    if any(crossed) and not all(crossed):
        where, missing = Said("part.table", name=found.values["id"]), "cell" if crossed[0] else "across"
        found.reader.bag.add("R102", found.values["span"], where=where, name=missing)
    return any(crossed) == all(crossed)


def _different(found: ParsedMapping) -> bool:
    """Report duplicate sections and statements; R109."""
    sections: tuple[SectionDecl, ...] = found.values["sections"]
    said = [(part.id, part.span) for section in sections for part in _named_parts(section)]
    report_duplicates([(one.id, one.span) for one in sections], found.reader.bag, what=found.of("sections"))
    report_duplicates(said, found.reader.bag, what=Said("part.said_by_card"))
    return True


def _named_parts(section: SectionDecl) -> list[CardStatement | TablePart | StripPart]:
    found: list[CardStatement | TablePart | StripPart] = []
    for part in section.parts:
        if isinstance(part, PhasesPart):
            found += [say for _, _, says in part.said for say in says if isinstance(say, CardStatement)]
        elif isinstance(part, CardStatement | TablePart | StripPart):
            found.append(part)
    return found


REFERENCE: Final = ParsedValue(_reference, TEXT.schema)
RANGE: Final = MappingShape(
    ValueReferenceRange,
    (required_field("from", REFERENCE, "first"), required_field("to", REFERENCE, "last")),
    span=HERE,
)
SPEC: Final[EitherShape[Spec]] = EitherShape(RANGE, REFERENCE)
WITH: Final = MappingField(
    "with", named_value_pairs_schema(NAME, SPEC, "part.name_of_value", "part.value"), "values", default=()
)
SAY: Final = MappingShape(
    CardStatement,
    (required_field("say", NAME, "id"), WITH, MappingField("cites", CITES, default=())),
    span="say",
    short="say",
    called="part.statement_of_card",
)
"""A statement that only cards make, by its id or with its values."""
QUOTE: Final = MappingShape(
    StatementQuote,
    (required_field("statement", STATEMENT, "id", called="part.number_of_statement"),),
    span="statement",
    called="part.statement_of_rulebook",
)
STATED: Final[TaggedMapping[SaidPart]] = TaggedMapping({"say": SAY, "statement": QUOTE}, usual="say")
NUMBERED: Final[ParsedValue[SaidPart]] = ParsedValue(_stated, {"anyOf": [NAME.schema, STATEMENT.schema]})
PHASES: Final = MappingShape(
    PhasesPart,
    (
        required_field(
            "phases",
            NamedValuesShape(
                ANY_NAME,
                ListOf(EitherShape(STATED, NUMBERED), most=MOST_PARTS),
                "",
                "part.statements",
                lambda key, phase, says: (phase, key.span, says),
            ),
            "said",
            called=Said("part.field", name="phases", where=Said("part.card")),
        ),
    ),
    span=HERE,
    called="part.phases_of_card",
)
COLUMN: Final = MappingShape(
    LayoutColumn, (required_field("cell", REFERENCE), WITH), short="cell", called="part.column_of_card"
)
TABLE: Final = MappingShape(
    TablePart,
    (
        required_field("table", NAME, "id"),
        required_field("rows", name_set_schema()),
        MappingField("across", name_set_schema(), default=()),
        MappingField("cell", REFERENCE),
        MappingField("spread", REFERENCE),
        MappingField("columns", ListOf(COLUMN), default=()),
        WITH,
    ),
    span="table",
    settle=_crossed,
    called="part.table_of_card",
)
STRIP: Final = MappingShape(
    StripPart,
    (
        required_field("strip", NAME, "id"),
        required_field("of", REFERENCE),
        MappingField("wrap", number_schema(1, WIDEST), default=WIDEST),
        WITH,
    ),
    span="strip",
    called="part.strip_of_card",
)
SIGNED: Final[TaggedMapping[Part]] = TaggedMapping(
    {"say": SAY, "statement": QUOTE, "phases": PHASES, "table": TABLE, "strip": STRIP}
)
BARE: Final[ParsedValue[Part]] = ParsedValue(_bare, {"anyOf": [NAME.schema, STATEMENT.schema]})
SECTION: Final = MappingShape(
    SectionDecl,
    (
        required_field("section", NAME, "id"),
        required_field("parts", ListOf(EitherShape(SIGNED, BARE), "part.part_of_card", MOST_PARTS)),
        WITH,
        MappingField("wide", TRUTH, default=False),
        MappingField("ordered", TRUTH, default=False),
        MappingField("back", TRUTH, default=False),
    ),
    span="section",
)
PAPER: Final = enum_schema(*PAPER_NAMES)
PAGES: Final = schema_with_conversion(
    named_value_pairs_schema(PAPER, number_schema(1, MOST_PAGES), called="part.pages_of"),
    lambda found: MappingProxyType(dict(found)),
)
CARD: Final = MappingShape(
    CardLayout,
    (
        required_field("sections", ListOf(SECTION, "part.section_of_card")),
        MappingField("pages", PAGES, default=MappingProxyType({})),
        MappingField("paper", PAPER, default=""),
    ),
    settle=_different,
    called="part.card",
)
"""The whole of a card; none, with findings (R1), when it has no sections."""
