"""Documents of a ruleset folder as written: what exists and in which order, nothing bound yet."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from reguli.language.tree.expressions import Expression
from reguli.language.tree.items import Item, Moment, RulesFile
from reguli.language.tree.statements import Statement
from reguli.source.kept import Kept, kept
from reguli.source.span import Span

Value = int | bool | str | tuple["Value", ...]
"""A value as written: a number, a truth, an id or text, or a list of these."""


@kept
class Written(Kept):
    """What stands at a place of a document."""

    span: Span


@kept
class Declared(Written):
    """What a document declares, by its name."""

    id: str


@kept
class Source(Kept):
    """Where a value or rule comes from: inventory ids, and how it was obtained when not from a rulebook."""

    cites: tuple[str, ...] = ()
    provenance: str | None = None


@kept
class ConstantDecl(Declared):
    """One number of the game."""

    value: int
    value_span: Span
    unit: str | None
    source: Source


@kept
class TableKey(Written):
    """One way into a table: ``player_count``, a kind, or whole numbers from ``low`` to ``high``."""

    name: str
    low: int | None = None
    high: int | None = None


@kept
class TableRow(Written):
    """One level of a table: a cell, a list in key order, or a mapping by key."""

    value: int | str | None = None
    items: tuple[TableRow, ...] | None = None
    entries: tuple[tuple[str, TableRow], ...] | None = None


@kept
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


@kept
class FieldDecl(Declared):
    """What each element of a kind has, fixed for the whole game."""

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
    default: Value | None = None
    has_default: bool = False


@kept
class Cell(Written):
    """One value of one element, with its place; rules texts on pieces are parsed already."""

    value: Value | None
    body: tuple[Statement, ...] | None = None
    condition: Expression | None = None
    items: tuple[Item, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether it is the cell of a rule that is not there."""
        return self.body is None and self.condition is None


@kept
class ElementDecl(Declared):
    """One element of a kind: its id and its cells by field."""

    cells: tuple[tuple[str, Cell], ...]
    players: tuple[int, ...] | None = None
    """The numbers of players at which it is there; ``None`` for all."""
    drawn: tuple[tuple[int, int], ...] = ()
    """Of a shape: the columns and lines of its parts as they are drawn, both from 0, top line first."""
    counted: tuple[int, ...] | None = None
    """The numbers of players for which it is said how many copies there are; ``None`` where that is the same for all."""


@kept
class TokensDecl(Written):
    """Pieces that only count: how many of each variety; ``None`` is without limit."""

    variety: str | None
    supply: tuple[tuple[str, int | None], ...]
    """By variety id; a single pair with id ``""`` holds for every variety."""


@kept
class DrawnCell(Written):
    """A letter of a drawn board: its column and line, both from 0, the top line first, and what the legend says of it."""

    point: tuple[int, int]
    letter: ElementDecl


@kept
class GridDecl(Written):
    """A board of like cells; sizes are numbers or names of constants, and there are none where the board is drawn."""

    shape: Literal["square", "hexagon", "rhombus"]
    sizes: tuple[tuple[str, int | str, Span], ...]
    edges: str | None = None
    corners: str | None = None
    drawn: tuple[DrawnCell, ...] | None = None
    without: tuple[str | tuple[int, int], ...] = ()
    """Cells that this number of players does not have, by name or by where their letter stands."""


@kept
class InForce(Written):
    """When the rules on a kind are in force.

    Where its piece must lie (``player.cards``, ``market``), the kind of the pieces that carry it by a field, the player who owns it,
    and what else must hold.
    """

    zone: Expression | None
    of: str | None
    of_span: Span | None
    owner: Expression | None
    where: Expression | None


@kept
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
    """Whether its shapes may be turned over."""
    board: str | None = None


@kept
class Visibility(Kept):
    """Who may see a value: ``all``, its ``owner``, the ``others`` at the table, ``nobody``; or one of two by a switch.

    ``some`` are the players of a set, ``to``, in which ``owner`` is the element that the value belongs to.
    """

    who: Literal["all", "owner", "others", "nobody", "some"]
    option: str | None = None
    otherwise: Literal["all", "owner", "others", "nobody"] | None = None
    to: Expression | None = None


@kept
class StateDecl(Declared):
    """One thing that is tracked, once for the game or for each element of a kind."""

    owner: str
    """``game`` or a kind id."""
    form: Literal["number", "flag", "element", "list", "set", "zone"]
    of: str | None
    """Unit of a number; kind of an element, list, set or zone."""
    low: int = 0
    high: int | None = None
    """Range of a number; ``None`` is open."""
    start: Expression | None = None
    lasts: Literal["game", "round", "phase", "turn"] = "game"
    """A turn is what stands in ``turn of P:``."""
    order: Literal["set", "stack"] = "set"
    capacity: int | None = None
    by: tuple[TableKey, ...] = ()
    """What tells the places of one owner apart, one for each key."""
    inverse: str | None = None
    """Of a zone of pieces: what the way back from them is called."""
    visible: Visibility = field(default_factory=lambda: Visibility("all"))
    shown: bool = True
    """Whether people are told of it at the table: what is only book-keeping, or always the same, need not be."""
    source: Source = field(default_factory=Source)


@kept
class OptionValue(Declared):
    """One value of an option and what choosing it sets."""

    boards: tuple[str, ...] = ()
    constants: tuple[tuple[str, int], ...] = ()
    source: Source = field(default_factory=Source)


@kept
class OptionDecl(Declared):
    """What is settled before the game: a switch, or a choice among named values."""

    form: Literal["switch", "choose"]
    values: tuple[OptionValue, ...]
    default: str | bool
    source: Source


@kept
class Scheduled(Written):
    """A procedure and the moment it runs at."""

    run: str
    at: Moment


@kept
class StageCase(Written):
    """What drawing the stage card does at one part of the round; edge ``during`` is the phase itself."""

    edge: Literal["before", "start", "during", "end"]
    of: str
    now: str | None
    then: Scheduled | None
    effective: Moment
    source: Source = field(default_factory=Source)


@kept
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


@kept
class RankingDecl(Written):
    """One criterion of the final ranking, a number of each player; or ``lost``, a condition under which all players lose."""

    by: Expression
    order: Literal["most", "least", "lost"]
    source: Source


@kept
class DocumentDecl(Declared):
    """A source document that inventories cite."""

    title: str
    language: str
    kind: str


@kept
class BoardsAt(Written):
    """The boards that are on the table at some numbers of players."""

    players: tuple[int, ...]
    boards: tuple[str, ...]


@kept
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


@kept
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


@kept
class VariantDecl(Declared):
    """An overlay that was laid over a ruleset."""

    name: str


@kept
class Documents(Kept):
    """A whole ruleset as written, variants laid over."""

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
    """Elements by kind and name that only other numbers of players have."""
    elsewhere: tuple[KindDecl | TableDecl, ...] = ()
    """What lies on boards of other numbers of players."""

    @property
    def by_players(self) -> bool:
        """Tell whether what there is hangs on the number of players."""
        there = [element.players for kind in self.kinds for element in kind.elements]
        there += [cell.letter.players for kind in self.kinds if kind.grid for cell in kind.grid.drawn or ()]
        return bool(self.game.boards) or any(players is not None for players in there)
