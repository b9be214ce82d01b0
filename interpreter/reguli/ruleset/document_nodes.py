"""Documents of a ruleset folder as written: the declarations in order, with nothing bound yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

from reguli.language.syntax_tree.expressions import Expression, Node
from reguli.language.syntax_tree.statements import Citation, Statement
from reguli.language.syntax_tree.top_level_items import (
    Adjust,
    At,
    Item,
    Moment,
    OptionGroup,
    Phase,
    RulesFile,
    Told,
    Waive,
    When,
    Whenever,
)
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    CITES,
    NAME,
    TEXT,
    AdjacentEntry,
    EitherShape,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedMapping,
    ParsedValue,
    enum_schema,
    name_set_schema,
    schema_with_conversion,
    schema_with_location,
)
from reguli.source.finding_catalogue import Said
from reguli.source.finding_catalogue import Value as Word
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Span
from reguli.source.yaml_reader import MappingEntry, ScalarNode
from reguli.source.yaml_reader import Node as YamlNode

# -- kind nodes ------------------------------------------------------------------------------------------------------
# Kinds of things as documents write them: their fields, elements, copies, grids and rules; and what every document is made of.


Tree = TypeVar("Tree")
Value = int | bool | str | tuple["Value", ...]
"""A value as written: a number, a truth, an id or text, or a list of these."""


@frozen_class
class Written(FrozenValue):
    """A node with its place in a document."""

    span: Span


@frozen_class
class Declared(Written):
    """A named declaration of a document."""

    id: str


Seen: TypeAlias = Literal["source", "photograph", "list", "inferred", "reconstructed"]
"""How data was obtained: from a source of the rules, read from a picture, taken from a published list, concluded from other data, or made up to fit."""
SEEN: Final = get_args(Seen)
COPY: Final = re.compile(r"_[0-9]+$")
"""The end of the id of a copy."""


@frozen_class
class Source(FrozenValue):
    """The origin of a value or rule: inventory ids, and its provenance if it is not from a rulebook."""

    cites: tuple[str, ...] = ()
    provenance: str | None = None
    seen: Seen | None = None
    """How the data was obtained, where no row says otherwise."""
    seen_rows: tuple[tuple[str, Seen, Span], ...] = ()
    """Rows whose data was obtained in another way: elements of a kind, or first keys of a table."""
    says: tuple[tuple[str, str, Span], ...] = ()
    """What words the statements that it cites: the codes of languages with the texts, and where these stand."""

    @property
    def elsewhere(self) -> bool:
        """Return whether anything of it comes from outside the sources of the rules."""
        return self.provenance is not None or self.seen not in {None, "source"} or bool(self.seen_rows)

    def seen_in(self, row: str = "") -> Seen | None:
        """Return how the data of a row was obtained; a copy has that of its element."""
        rows = {name: word for name, word, _ in self.seen_rows}
        return rows.get(row) or rows.get(COPY.sub("", row)) or self.seen


ROUND_KEY: Final = "round"
"""The number of the round: as the key of a table it goes from 1 to the last row, which holds for all later rounds."""


@frozen_class
class TableKey(Written):
    """One way into a table: ``player_count``, ``round``, a kind, or whole numbers from ``low`` to ``high``."""

    name: str
    low: int | None = None
    high: int | None = None


@frozen_class
class TableRow(Written):
    """One level of a table: a cell, a list in key order, or a mapping by key; a key may be a range of numbers, ``0..17``."""

    value: int | str | None = None
    items: tuple[TableRow, ...] | None = None
    entries: tuple[tuple[str, TableRow], ...] | None = None


@frozen_class
class FieldDecl(Declared):
    """A field of each element of a kind, fixed for the whole game."""

    form: Literal["number", "truth", "kind", "set", "text", "procedure", "condition", "amount"]
    """An ``amount`` is a number that is asked for, with values given."""
    of: str | None = None
    """The unit of a number, or the kind of an element or set."""
    compares: tuple[str, ...] = ()
    """Units a rank may be compared with."""
    parameters: tuple[tuple[str, str], ...] = ()
    """What it is asked for or run with: names with their kinds."""
    inverse: str | None = None
    """Of an element or set: what the way back from them is called."""
    by: tuple[TableKey, ...] = ()
    """What tells the values of one element apart, one for each key."""
    laid: str | None = None
    """Of a cell whose data depend on the part that lies there: the kind of the spots. The part and its way round are the first keys."""
    default: Value | None = None
    has_default: bool = False
    picture: bool = False
    """Whether a text names the file of a picture."""
    title: str = ""
    """What a sheet has above its column."""


@frozen_class
class Cell(Written):
    """One value of one element, with its place; rules texts on pieces are parsed already."""

    value: Value | None
    row: TableRow | None = None
    """The values of a field that has keys."""
    body: tuple[Statement, ...] | None = None
    condition: Expression | None = None
    items: tuple[Item, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    """Of a text: the same in several languages, by code."""
    places: tuple[tuple[str, Span], ...] = field(default=(), compare=False)
    """Where these are written, by code; ``span`` for any other."""

    @property
    def is_none(self) -> bool:
        """Return whether it is the cell of an absent rule."""
        return self.body is None and self.condition is None


@frozen_class
class Letter(Written):
    """A letter of a drawing with its column and line, both from 0, the top line first."""

    point: tuple[int, int]
    letter: str


@frozen_class
class ElementDecl(Declared):
    """One element of a kind: its id and its cells by field."""

    cells: tuple[tuple[str, Cell], ...]
    players: tuple[int, ...] | None = None
    """The numbers of players at which it is there; ``None`` for all."""
    drawn: tuple[tuple[int, int], ...] = ()
    """Of a shape: the columns and lines of its parts as they are drawn, both from 0, top line first."""
    counted: tuple[int, ...] | None = None
    """The numbers of players for which it is said how many copies there are; ``None`` where that is the same for all."""
    map: tuple[Letter, ...] = ()
    """Of a part of a board: its letters."""


@frozen_class
class TokensDecl(Written):
    """Pieces that are only counted: the supply of each variety; ``None`` is unlimited."""

    variety: str | None
    supply: tuple[tuple[str, int | None], ...]
    """By variety id; a single pair with id ``""`` holds for every variety."""


@frozen_class
class DrawnCell(Written):
    """A letter of a drawn board: its column and line, both from 0, the top line first, and its meaning in the legend."""

    point: tuple[int, int]
    letter: ElementDecl


@frozen_class
class Chosen(Written):
    """The choice for a spot: one name; or a random draw from some names, or from all if none are given."""

    names: tuple[tuple[str, Span], ...] = ()
    by_lot: bool = False


@frozen_class
class SpotDecl(Declared):
    """A spot of a board, by the letter that draws it: the part laid there, and its rotation; as drawn, if none is given."""

    part: Chosen
    way: Chosen | None = None


@frozen_class
class JoinDecl(Written):
    """The composition of a board: the kind of the parts, the names of the spots, and the part on each."""

    parts: str
    parts_span: Span
    spots: str
    spots_span: Span
    lay: tuple[SpotDecl, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """Return the letters of the map that are spots."""
        return tuple(spot.id for spot in self.lay)


@frozen_class
class GridDecl(Written):
    """A board of uniform cells; sizes are numbers or names of constants, and absent if the board is drawn."""

    shape: Literal["square", "hexagon", "rhombus"]
    sizes: tuple[tuple[str, int | str, Span], ...]
    edges: str | None = None
    corners: str | None = None
    drawn: tuple[DrawnCell, ...] | None = None
    legend: tuple[ElementDecl, ...] = ()
    """What the letters of a drawn board mean."""
    without: tuple[str | tuple[int, int], ...] = ()
    """Cells that this number of players does not have, by name or by where their letter stands."""


@frozen_class
class InForce(Written):
    """The conditions for a kind's rules to apply.

    Where its piece must lie (``player.cards``, ``market``), the kind of the pieces that carry it by a field, the player who owns it,
    and what else must hold.
    """

    zone: Expression | None
    of: str | None
    of_span: Span | None
    owner: Expression | None
    where: Expression | None


@frozen_class
class KindDecl(Declared):
    """A kind: plain elements, unique pieces, counted tokens, edges between elements, or cells of a grid."""

    plural: str
    form: Literal["elements", "pieces", "tokens", "edges", "grid"]
    fields: tuple[FieldDecl, ...]
    elements: tuple[ElementDecl, ...]
    label: str | None
    rank: str | None
    ring: bool
    """Whether the first element follows the last, and the elements go round."""
    joins: str | None
    tokens: TokensDecl | None
    grid: GridDecl | None
    starts: Expression | None
    source: Source
    in_force: InForce | None = None
    rules: tuple[Item, ...] = ()
    """What stands on each of its elements."""
    mirror: bool = False
    """Whether its shapes, and parts of boards, may be turned over."""
    join: JoinDecl | None = None
    """Of a grid: the parts that it is joined of."""
    board: str | None = None
    sheet: str = ""
    """The spreadsheet that its elements and fields come from, as it was named."""
    words: tuple[KindDecl, ...] = ()
    """The kinds of the words in that, until they stand beside it."""


# -- What a ruleset uses of libraries, as written, and what came of it -----------------------------------------------


Mapped: TypeAlias = tuple[tuple[str, Span], ...]
"""Statements of the game that stand for one of a library, each with its place; none where that says nothing here."""


@frozen_class
class UseDecl(FrozenValue):
    """``NAME: {library: …}``: a library under a name, with its arguments, the new names, and the statements it carries."""

    span: Span
    id: str
    library: str
    library_span: Span
    given: tuple[MappingEntry, ...]
    """By parameter, as written: what each must be is known to the library."""
    names: tuple[tuple[str, str, Span], ...]
    cites: tuple[tuple[str, Mapped, Span], ...]


@frozen_class
class BroughtIn(FrozenValue):
    """One use of a library, once its rules are part of the ruleset."""

    use: UseDecl
    rules: tuple[str, ...]
    """What rules call of it: ``bidding.ascending``."""
    typed: tuple[str, ...]
    """What it brings that is typed, or kept: decisions, options, reasons, state."""
    says: tuple[tuple[str, tuple[tuple[str, str, Span], ...]], ...]
    """Its own sentences: by what they word, by the code of their language, with their places."""


# -- document nodes --------------------------------------------------------------------------------------------------


@frozen_class
class ConstantDecl(Declared):
    """One number of the game."""

    value: int
    value_span: Span
    unit: str | None
    source: Source


@frozen_class
class TableDecl(Declared):
    """Numbers (or elements of a kind) by keys, total unless ``ragged`` allows shorter rows."""

    keys: tuple[TableKey, ...]
    unit: str | None
    of: str | None
    rows: TableRow
    shape: tuple[str, ...]
    ragged: bool
    source: Source
    board: str | None = None
    same_as: tuple[tuple[str, str, Span], ...] = ()
    """Rows that are meant to hold the same, by their names, with the place where that is said."""


Seeing: TypeAlias = Literal["all", "owner", "others", "nobody", "some"]
"""Who sees a value."""
Lasting: TypeAlias = Literal["turn", "phase", "round", "game"]
"""How long a value stands, the shortest first."""


@frozen_class
class Visibility(FrozenValue):
    """The viewers of a value: ``all``, its ``owner``, the ``others``, ``nobody``; or one of two, chosen by a switch.

    ``some`` are the players of a set, ``to``, in which ``owner`` is the element that the value belongs to.
    """

    who: Seeing
    option: str | None = None
    otherwise: Literal["all", "owner", "others", "nobody"] | None = None
    to: Expression | None = None


@frozen_class
class StateDecl(Declared):
    """One state field, of the game or of each element of a kind."""

    owner: str
    """``game`` or a kind id."""
    form: Literal["number", "flag", "element", "list", "set", "bundle", "zone"]
    of: str | None
    """Unit of a number; kind of an element, list, set or zone."""
    low: int = 0
    high: int | None = None
    """Range of a number; ``None`` is open."""
    start: Expression | None = None
    lasts: Lasting = "game"
    """A turn is what stands in ``turn of P:``."""
    order: Literal["set", "stack"] = "set"
    capacity: int | None = None
    by: tuple[TableKey, ...] = ()
    """What tells the places of one owner apart, one for each key."""
    inverse: str | None = None
    """Of a zone of pieces: what the way back from them is called."""
    visible: Visibility = field(default_factory=lambda: Visibility("all"))
    count: Literal["seen", "hidden"] = "seen"
    """Of a zone: whether those who do not see what lies there may still count it."""
    shown: bool = True
    """Whether people are told of it at the table: what is only book-keeping, or always the same, need not be."""
    laid: bool = False
    """Whether it tells how a board is joined: it is settled before anything else, is never nothing then, and no rule changes it."""
    source: Source = field(default_factory=Source)


@frozen_class
class OptionTerm(Written):
    """A relation of an option's value to another option: it excludes these values of that one, or needs one of them."""

    option: str
    values: tuple[str | bool, ...]
    excludes: bool = True


@frozen_class
class OptionValue(Declared):
    """One value of an option and the settings that it makes."""

    boards: tuple[str, ...] = ()
    constants: tuple[tuple[str, int], ...] = ()
    excludes: tuple[OptionTerm, ...] = ()
    needs: tuple[OptionTerm, ...] = ()
    source: Source = field(default_factory=Source)


@frozen_class
class OptionDecl(Declared):
    """A choice made before the game: a switch, or one of several named values."""

    form: Literal["switch", "choose"]
    values: tuple[OptionValue, ...]
    default: str | bool
    source: Source
    excludes: tuple[OptionTerm, ...] = ()
    """Of a switch that is on; those of a choice stand in its values."""
    needs: tuple[OptionTerm, ...] = ()

    @property
    def terms(self) -> tuple[tuple[str | bool, OptionTerm], ...]:
        """Return the relations to other options, each with the value that has it."""
        own = [(True, term) for term in (*self.excludes, *self.needs)]
        return (*own, *((value.id, term) for value in self.values for term in (*value.excludes, *value.needs)))

    @property
    def every_value(self) -> tuple[str | bool, ...]:
        """Return every value: of a switch, true and then false."""
        return (True, False) if self.form == "switch" else tuple(value.id for value in self.values)


@frozen_class
class Scheduled(Written):
    """A procedure and the moment at which it runs."""

    run: str
    at: Moment


@frozen_class
class StageCase(Written):
    """The effect of drawing the stage card in one part of the round; edge ``during`` is the phase itself."""

    edge: Literal["before", "start", "during", "end"]
    of: str
    now: str | None
    then: Scheduled | None
    effective: Moment
    source: Source = field(default_factory=Source)


@frozen_class
class StageDecl(Declared):
    """A stage and its transition: armed, checked, and taking effect at moments, or by drawing a card."""

    sources: tuple[str, ...]
    """Stages it may be reached from; empty for the first."""
    when: Expression | None
    checked: Moment | None
    order: int
    once: Scheduled | None
    effective: Moment | None
    card: str | None
    deck: str | None
    cases: tuple[StageCase, ...]
    source: Source


@frozen_class
class RankingDecl(Written):
    """One criterion of the final ranking, a number of each player; or ``lost``, a condition under which all players lose."""

    by: Expression
    order: Literal["most", "least", "lost"]
    source: Source


@frozen_class
class DocumentDecl(Declared):
    """A source document that inventories cite."""

    title: str
    language: str
    kind: str


@frozen_class
class BoardsAt(Written):
    """The boards used at some player counts."""

    players: tuple[int, ...]
    boards: tuple[str, ...]


ROUND: Final = "round:phases"
"""What the order of the phases is called where it carries statements."""
SHARED: Final = "ranking:shared"
"""What it is called, where it carries statements, that who is level in all lines of the ranking shares a place."""


@frozen_class
class GameDecl(Declared):
    """The game itself."""

    name: str
    version: str
    language: int
    players: tuple[int, int]
    units: tuple[str, ...]
    options: tuple[OptionDecl, ...]
    setup: str | None
    setup_span: Span | None
    round: tuple[str, ...]
    round_spans: tuple[Span, ...]
    stages: tuple[StageDecl, ...]
    agenda: int
    """How many things may wait on the agenda at once."""
    ranking: tuple[RankingDecl, ...]
    documents: tuple[DocumentDecl, ...]
    source: Source
    boards: tuple[BoardsAt, ...] = ()
    uses: tuple[UseDecl, ...] = ()
    words_of: str | None = None
    written_in: str = "en"
    """The language of the statements of its inventory."""
    players_span: Span = NOWHERE
    round_source: Source = field(default_factory=Source)
    """What carries that the phases follow one another in this order."""
    ranking_source: Source = field(default_factory=Source)
    """What carries that who is level in all lines of the ranking shares a place."""
    leaves_out: tuple[tuple[str, str, Span], ...] = ()
    """What of the printed game the ruleset leaves out: names with texts and places."""

    @property
    def words(self) -> str:
        """Return the id under which its wordings are stored: its own, or that of the game it is a copy of."""
        return self.words_of or self.id


@frozen_class
class AbsenceDecl(Written):
    """An act that a statement rules out: kinds moved between places, their charge, or kinds of limited supply.

    A place is a field of the state (``player.fuel``), or whose field it is (``player``, ``game``); from one player to a player is to another.
    """

    move: tuple[str, ...] = ()
    source: str = ""
    target: str = ""
    paid: tuple[str, ...] = ()
    limit: tuple[str, ...] = ()


@frozen_class
class InventoryEntry(Declared):
    """One numbered statement of the rulebook."""

    statement: str
    state: str
    sources: tuple[tuple[str, str], ...]
    ruling: str | None
    carries: str | None
    """``none`` with a reason when the statement carries no rule."""
    says: tuple[tuple[str, str, Span], ...] = ()
    """Sentences written beside it, by the code of their language, with their places."""
    absence: tuple[AbsenceDecl, ...] = ()


@frozen_class
class VariantDecl(Declared):
    """An overlay applied to a ruleset."""

    name: str
    written_in: str = "en"


@frozen_class
class Documents(FrozenValue):
    """A whole ruleset as written, with its variants applied."""

    folder: str
    game: GameDecl
    constants: tuple[ConstantDecl, ...]
    tables: tuple[TableDecl, ...]
    kinds: tuple[KindDecl, ...]
    state: tuple[StateDecl, ...]
    rules: tuple[RulesFile, ...]
    inventory: tuple[InventoryEntry, ...]
    digest: str
    """SHA-256 over every file that matters to play, in order of names."""
    texts: tuple[tuple[str, str], ...]
    """File name and text, for excerpts."""
    variants: tuple[VariantDecl, ...] = ()
    """Overlays from the innermost to the outermost."""
    players: int | None = None
    """The number of players that was settled; ``None`` where all that any number has is there."""
    absent: tuple[tuple[str, str], ...] = ()
    whole: tuple[KindDecl, ...] = ()
    """Elements by kind and name that only other numbers of players have, and the kinds with the rows of every number."""
    sizes: frozenset[str] = frozenset()
    """Constants that data name: by which boards are sized, and in place of other numbers; boards that were not chosen included."""
    elsewhere: tuple[KindDecl | TableDecl, ...] = ()
    """What lies on boards of other numbers of players."""
    brought: tuple[BroughtIn, ...] = ()
    taken: tuple[tuple[str, Span], ...] = ()
    """What variants took away, as paths such as ``constants.NAME`` and ``rules.NAME``, with the places where they say so."""
    named: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """By the id of each variant: what it adds, changes or takes away by name, as such paths."""
    base: Documents | None = field(default=None, repr=False, compare=False)
    """The documents below the topmost variant."""

    @property
    def origins(self) -> tuple[tuple[str, Source, Span], ...]:
        """Return the constants, tables and kinds with a provenance outside the rules: name, source, place."""
        declared: tuple[ConstantDecl | TableDecl | KindDecl, ...] = (*self.constants, *self.tables, *self.kinds)
        found = {(one.id, one.source.provenance, one.source.seen): one for one in declared if one.source.elsewhere}
        return tuple((name, one.source, one.span) for (name, _, _), one in found.items())

    @property
    def by_players(self) -> bool:
        """Return whether the elements depend on the player count."""
        rows = (row for kind in self.kinds for row in (*kind.elements, *(kind.grid.legend if kind.grid else ())))
        return bool(self.game.boards) or any(row.players is not None for row in rows)


def all_rule_items(documents: Documents) -> Iterator[Item]:
    """Yield every rule of a ruleset: those of its rules files, then those on pieces, of kinds and of their elements."""
    yield from (item for file in documents.rules for item in file.items)
    for kind in documents.kinds:
        yield from kind.rules
        yield from (item for element in kind.elements for _, cell in element.cells for item in cell.items)


def cited_declarations(documents: Documents) -> Iterator[tuple[str, Source, Span]]:
    """Yield every declaration that may carry statements: its name in ``Ruleset.citations``, its source, its place."""
    game = documents.game
    yield f"game:{game.id}", game.source, game.span
    yield ROUND, game.round_source, game.round_spans[0] if game.round_spans else game.span
    for option in game.options:
        yield f"option:{option.id}", option.source, option.span
        yield from ((f"option:{option.id}", value.source, value.span) for value in option.values)
    for stage in game.stages:
        yield f"stage:{stage.id}", stage.source, stage.span
        yield from ((f"stage:{stage.id}", case.source, case.span) for case in stage.cases)
    yield SHARED, game.ranking_source, game.ranking[0].span if game.ranking else game.span
    yield from ((f"ranking:{number}", line.source, line.span) for number, line in enumerate(game.ranking, 1))
    yield from ((f"constant:{constant.id}", constant.source, constant.span) for constant in documents.constants)
    for one in (*documents.tables, *documents.kinds, *documents.elsewhere):
        sort = "kind" if isinstance(one, KindDecl) else "table"
        yield f"{sort}:{one.id}", one.source, one.span
    yield from ((f"state:{state.owner}.{state.id}", state.source, state.span) for state in documents.state)


def inline_sentences(documents: Documents) -> dict[str, list[tuple[str, str, Span]]]:
    """Return the sentences in declarations, by the ids of the statements that they word."""
    found: dict[str, list[tuple[str, str, Span]]] = {}
    for _, source, _ in cited_declarations(documents):
        for cite in worded_statements(source.cites) if source.says else ():
            found.setdefault(cite, []).extend(source.says)
    return found


def worded_statements(cites: Iterable[str]) -> tuple[str, ...]:
    """Return the statements that a sentence beside their citation words: those that variants add, or else all.

    What the base says of a statement that a variant only cites stays.
    """
    found = tuple(cites)
    return tuple(cite for cite in found if "." in cite) or found


def rule_head_sentences(documents: Documents) -> dict[Span, tuple[tuple[str, str, Span], ...]]:
    """Return the sentences under the heads of rules, by place of the rule: language code, text and place."""
    if not any("says" in text for _, text in documents.texts):
        return {}
    items = (one for item in all_rule_items(documents) for one in walk_document_node(item))
    told = (one for one in items if isinstance(one, Told) and one.says)
    return {one.span: tuple((said.language, said.text, said.span) for said in one.says) for one in told}


# -- source citations ------------------------------------------------------------------------------------------------
# What stands beside a value: where it comes from, ``source: [P16]`` and ``provenance:``, and how that is said, ``says: {en: …}``.


SAYS: Final = NamedValuesShape(
    NAME, schema_with_location(TEXT), "part.language", "part.inside", lambda _, code, said: (code, said[0], said[1])
)
"""Sentences by language, with their places."""


def _printed(found: ParsedMapping) -> bool:
    """Check that a sentence has a statement to word, as only those are printed."""
    if "says" in found.entries and "source" not in found.entries:
        found.reader.missing(found.entries["says"].key.span, found.what, "source")
        found.values["says"] = ()
    return True


def _seen(**words: Any) -> tuple[Seen, tuple[tuple[str, Seen, Span], ...]]:
    """Return the default and the rows of a ``seen`` group, which has a list of rows by word."""
    default = words.pop("default")
    return default, tuple((row, word, span) for word in SEEN for row, span in words[word] or ())


def _row_name(reader: NodeReader, node: YamlNode, what: Word) -> str | None:
    """Return the id of an element or a key of a table, which may be a number."""
    if isinstance(node, ScalarNode):
        return node.text
    reader.wrong(node, what, Said("sort.whole_number_or_name"))
    return None


ROW: Final = ParsedValue(_row_name, {"type": ["string", "integer"]})
SEEN_WORD: Final = enum_schema(*SEEN)
SEEN_SHAPE: Final = EitherShape(
    MappingShape(
        _seen,
        (
            MappingField("default", SEEN_WORD, default="source"),
            *(MappingField(word, name_set_schema(ROW), default=()) for word in SEEN),
        ),
    ),
    schema_with_conversion(SEEN_WORD, lambda word: (word, ())),
)
"""One word for everything, or lists of rows by word beside a default."""
SOURCE: Final = AdjacentEntry(
    "source",
    MappingShape(
        Source,
        (
            MappingField("source", CITES, "cites", default=()),
            MappingField("provenance", TEXT),
            MappingField("seen", SEEN_SHAPE, "seen seen_rows", default=(None, ())),
            MappingField("says", SAYS, default=()),
        ),
        settle=_printed,
    ),
)
"""What may stand beside any value."""


# -- unspecified rules -----------------------------------------------------------------------------------------------
# Rules that no text tells: books and cards say the statements of a ruleset, and what carries none stands in none of them.


STANDING = (Phase, OptionGroup, Whenever, When, At, Adjust, Waive)
"""What is in force or done by itself. Procedures and values are told where they are used, events where they are announced."""


def unspecified_rules(documents: Documents) -> tuple[tuple[str, Span], ...]:
    """Return the rules that cite no statement, at any depth: the name of each, and its place."""
    items = (item for item in all_rule_items(documents) if isinstance(item, STANDING))
    return tuple(
        (item.name or type(item).__name__.lower(), item.span)
        for item in items
        if not any(isinstance(one, Citation) for one in walk_document_node(item))
    )


def walk_document_node(node: object) -> Iterator[Any]:
    """Yield a node and all its descendants."""
    if isinstance(node, tuple):
        for one in node:
            yield from walk_document_node(one)
    elif isinstance(node, Node):
        yield node
        for name in node.__match_args__:
            value = getattr(node, name)
            if isinstance(value, tuple | Node):
                yield from walk_document_node(value)


def replace_subtree(tree: Tree, old: object, new: tuple[object, ...]) -> Tree:
    """Return a tree with one subtree replaced or deleted; the tree itself if it has no such subtree."""
    if isinstance(tree, tuple):
        made = [one for below in tree for one in (new if below is old else (replace_subtree(below, old, new),))]
        same = len(made) == len(tree) and all(one is below for one, below in zip(made, tree, strict=True))
        return tree if same else tuple(made)  # type: ignore[return-value]  # a tuple of the same
    changed = {}
    for name in tree.__match_args__ if isinstance(tree, FrozenValue) and not isinstance(tree, Span) else ():
        value = getattr(tree, name)
        made_value = next(iter(new), None) if value is old else replace_subtree(value, old, new)
        if made_value is not value:
            changed[name] = made_value
    return replace(tree, **changed) if changed else tree  # type: ignore[type-var]  # a kept value
