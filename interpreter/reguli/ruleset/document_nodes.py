"""Documents of a ruleset folder as written: what exists and in which order, nothing bound yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final, Literal, TypeAlias

from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.top_level_items import Item, Moment, RulesFile, Told
from reguli.ruleset.kind_nodes import Declared, KindDecl, Source, TableKey, TableRow, Written
from reguli.ruleset.library_imports import BroughtIn, UseDecl
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import NOWHERE, Span


@kept
class ConstantDecl(Declared):
    """One number of the game."""

    value: int
    value_span: Span
    unit: str | None
    source: Source


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
    same_as: tuple[tuple[str, str, Span], ...] = ()
    """Rows that are meant to hold the same, by their names, with the place where that is said."""


Seeing: TypeAlias = Literal["all", "owner", "others", "nobody", "some"]
"""Who sees a value."""
Lasting: TypeAlias = Literal["turn", "phase", "round", "game"]
"""How long a value stands, the shortest first."""


@kept
class Visibility(Kept):
    """Who may see a value: ``all``, its ``owner``, the ``others`` at the table, ``nobody``; or one of two by a switch.

    ``some`` are the players of a set, ``to``, in which ``owner`` is the element that the value belongs to.
    """

    who: Seeing
    option: str | None = None
    otherwise: Literal["all", "owner", "others", "nobody"] | None = None
    to: Expression | None = None


@kept
class StateDecl(Declared):
    """One thing that is tracked, once for the game or for each element of a kind."""

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


ROUND: Final = "round:phases"
"""What the order of the phases is called where it carries statements."""
SHARED: Final = "ranking:shared"
"""What it is called, where it carries statements, that who is level in all lines of the ranking shares a place."""


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
    uses: tuple[UseDecl, ...] = ()
    words_of: str | None = None
    players_span: Span = NOWHERE
    round_source: Source = field(default_factory=Source)
    """What carries that the phases follow one another in this order."""
    ranking_source: Source = field(default_factory=Source)
    """What carries that who is level in all lines of the ranking shares a place."""

    @property
    def words(self) -> str:
        """Give the id by which its words are found: its own, or that of the game that it is a copy of."""
        return self.words_of or self.id


@kept
class AbsenceDecl(Written):
    """What a statement says never happens: kinds that are moved between places, against what they are paid with, or whose supply is limited.

    A place is a field of the state (``player.fuel``), or whose field it is (``player``, ``game``); from one player to a player is to another.
    """

    move: tuple[str, ...] = ()
    source: str = ""
    target: str = ""
    paid: tuple[str, ...] = ()
    limit: tuple[str, ...] = ()


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
    absence: tuple[AbsenceDecl, ...] = ()


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
    sizes: frozenset[str] = frozenset()
    """Constants by which boards are sized, those that were not chosen included."""
    elsewhere: tuple[KindDecl | TableDecl, ...] = ()
    """What lies on boards of other numbers of players."""
    brought: tuple[BroughtIn, ...] = ()
    taken: tuple[tuple[str, Span], ...] = ()
    """What variants took away, as paths such as ``constants.NAME`` and ``rules.NAME``, with the places where they say so."""
    named: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """By the id of each variant: what it adds, changes or takes away by name, as such paths."""

    @property
    def origins(self) -> tuple[tuple[str, str, Span], ...]:
        """What is not from a source of the rules: each constant, table and kind with a provenance, what that is, where it is declared."""
        declared: tuple[ConstantDecl | TableDecl | KindDecl, ...] = (*self.constants, *self.tables, *self.kinds)
        found = {(one.id, one.source.provenance): one for one in declared if one.source.provenance is not None}
        return tuple((name, origin or "", one.span) for (name, origin), one in found.items())

    @property
    def by_players(self) -> bool:
        """Tell whether what there is hangs on the number of players."""
        there = [element.players for kind in self.kinds for element in kind.elements]
        there += [letter.players for kind in self.kinds if kind.grid for letter in kind.grid.legend]
        return bool(self.game.boards) or any(players is not None for players in there)


def items_of(documents: Documents) -> Iterator[Item]:
    """Give every rule of a ruleset: those of its rules files, then those on pieces, of kinds and of their elements."""
    yield from (item for file in documents.rules for item in file.items)
    for kind in documents.kinds:
        yield from kind.rules
        yield from (item for element in kind.elements for _, cell in element.cells for item in cell.items)


def sourced_in(documents: Documents) -> Iterator[tuple[str, Source, Span]]:
    """Give everything declared that may carry statements: what it is called in ``Ruleset.citations``, where it comes from, its place."""
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


def sentences_beside(documents: Documents) -> dict[str, list[tuple[str, str, Span]]]:
    """Give what declarations say of the statements that they carry, by the ids of these."""
    found: dict[str, list[tuple[str, str, Span]]] = {}
    for _, source, _ in sourced_in(documents):
        for cite in source.cites if source.says else ():
            found.setdefault(cite, []).extend(source.says)
    return found


def sentences_under_heads(documents: Documents) -> dict[Span, tuple[tuple[str, str, Span], ...]]:
    """Give what is said under the heads of rules, by their places: the codes of languages with the texts, and where these stand."""
    items = (item for item in items_of(documents) if isinstance(item, Told) and item.says)
    return {item.span: tuple((said.language, said.text, said.span) for said in item.says) for item in items}
