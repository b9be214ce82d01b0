"""The resolved ruleset: the single value from which play, print and proof start."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from itertools import groupby
from math import prod
from typing import Final, Literal

from reguli.language.syntax_tree.top_level_items import Adjust, At, Define, Moment, Phase, Procedure, When, Whenever
from reguli.model.bound_tree.bound_statements import Body, BoundReason, Rule
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.types import Type
from reguli.ruleset.document_nodes import (
    ROUND_KEY,
    Cell,
    Documents,
    ElementDecl,
    FieldDecl,
    KindDecl,
    Source,
    StateDecl,
    TableDecl,
)
from reguli.ruleset.folder_contents import SHORT_DIGEST
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- Stable ids of rules, made of names ------------------------------------------------------------------------------


DEEPER: Final = "@"
"""Stands between the name of a rule and the depth of a copy of it."""
_DEPTH: Final = re.compile(rf"{DEEPER}[0-9]+")


def without_copy_depth(rule: str) -> str:
    """Return the name or id of a rule without the depth of a copy."""
    return _DEPTH.sub("", rule) if DEEPER in rule else rule


class RuleIds:
    """Allocator of rule ids within one item; the second use of a name on a path is ``.2``, the third ``.3``."""

    __slots__ = ("_used",)

    def __init__(self) -> None:
        """Start with no ids allocated."""
        self._used: dict[str, int] = {}

    def next(self, path: str, name: str) -> Rule:
        """Return the next id of a name on a path."""
        rule = f"{path}/{name}"
        count = self._used.get(rule, 0) + 1
        self._used[rule] = count
        return rule if count == 1 else f"{rule}.{count}"


@frozen_class
class Surrounding(FrozenValue):
    """An enclosing construct that a statement can leave by name: a decision, a turn, a loop, or the procedure, phase or other rule."""

    what: Literal["decision", "procedure", "turn", "loop"]
    name: str
    rule: Rule


@frozen_class
class Site(FrozenValue):
    """The position of a statement: its path, and the constructs around it that it can leave, outermost first."""

    path: str
    ids: RuleIds
    around: tuple[Surrounding, ...] = ()
    asked: Term | None = None
    """Who is asked by the decision around."""

    def below(self, path: str) -> Site:
        """Return a nested decision's or option's site."""
        return replace(self, path=path)

    def asking(self, asked: Term) -> Site:
        """Return the site inside a decision."""
        return replace(self, asked=asked)

    def within(self, surrounding: Surrounding) -> Site:
        """Return the site inside a named construct."""
        return replace(self, around=(*self.around, surrounding))


# -- resolved ruleset ------------------------------------------------------------------------------------------------


@frozen_class
class Relation(FrozenValue):
    """A fixed adjacency relation of a board: for each element and direction, the adjacent element (or -1)."""

    directions: tuple[str, ...]
    """Every element of the kind ``direction``, in its order."""
    steps: tuple[tuple[int, ...], ...]
    """``steps[direction][element]``."""
    neighbours: tuple[tuple[int, ...], ...] = ()
    """By element: those it shares a side with, in the order of the directions."""


COORDINATES: Final = ("longitude", "latitude")
"""The fields of places on a map, in a hundredth of a degree: they are for drawing alone."""


_COPY: Final = re.compile(r"_\d+$")


def written_rows(kind: KindDecl) -> dict[str, tuple[ElementDecl, ...]]:
    """Return the rows of a kind as written: one for several copies, under its written name."""
    found: dict[str, tuple[ElementDecl, ...]] = {}
    for (_, name), same in groupby(kind.elements, key=lambda one: (one.span, _COPY.sub("", one.id))):
        row = tuple(same)
        found[name if len(row) > 1 or row[0].counted is not None else row[0].id] = row
    return found


@frozen_class
class Kind(FrozenValue):
    """A kind with its elements; ``values[field][i]`` is the fixed field of element ``i`` (sets as tuples of indices)."""

    id: str
    plural: str
    form: Literal["elements", "pieces", "tokens", "edges", "grid"]
    elements: tuple[str, ...]
    labels: tuple[str, ...]
    span: Span
    fields: Mapping[str, FieldDecl] = field(default_factory=dict)
    values: Mapping[str, tuple[int | str | tuple[int, ...] | None, ...]] = field(default_factory=dict)
    rank: str | None = None
    joins: str | None = None
    variety: str | None = None
    supply: tuple[int | None, ...] = ()
    """For tokens: how many of each variety are in the box; ``None`` is without limit."""
    starts: Term | None = None
    starts_variable: Variable | None = None
    """For tokens of a variety: stands for the variety's element in ``starts``."""
    relation: Relation | None = None
    drawn: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Of shapes: by element the columns and lines of its parts as drawn, both from 0; of other kinds nothing."""
    ring: bool = False
    """Whether the first element follows the last."""
    declared: KindDecl | None = None
    typed: tuple[str, ...] = ()
    """What is typed for each element where that is not always its id: its label, or its id where the label would not tell it apart."""

    def word(self, index: int) -> str:
        """Return the typed name of an element, which is unique."""
        return (self.typed or self.elements)[index]

    def told_apart(self, index: int) -> bool:
        """Return whether the label of an element is unique within the kind."""
        return self.labels.count(self.labels[index]) == 1

    def cell(self, field: str, index: int) -> Cell | None:
        """Return the cell in which the value of a field of an element is written; ``None`` where it is not written."""
        listed = () if self.declared is None else self.declared.elements
        if index >= len(listed) or listed[index].id != self.elements[index]:
            return None
        return next((cell for name, cell in listed[index].cells if name == field), None)

    def translations(self, field: str, index: int) -> tuple[tuple[str, str], ...]:
        """Return a text of an element in the languages that have one, by code."""
        cell = self.cell(field, index)
        return () if cell is None else cell.texts

    def index(self, element: str) -> int | None:
        """Return the position of an element id, or ``None``."""
        try:
            return self.elements.index(element)
        except ValueError:
            return None


@frozen_class
class Absent(FrozenValue):
    """The places that may hold no element: variables by key, state fields by their qualified names, defines."""

    variables: Collection[int] = ()
    fields: Collection[str] = ()
    defines: Collection[str] = ()


@frozen_class
class ConstantValue(FrozenValue):
    """A constant and its origin."""

    id: str
    value: int
    unit: str | None
    source: Source
    span: Span


@frozen_class
class Table(FrozenValue):
    """A table flattened in key order: ``cells`` is row-major over ``sizes``; key values start at ``lows``."""

    id: str
    type: Type
    key_names: tuple[str, ...]
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    cells: tuple[int | None, ...]
    spans: tuple[Span, ...]
    declared: TableDecl

    def is_numeric(self, at: int) -> bool:
        """Return whether the values of a key are numbers with rows of their own: declared ones, or rounds."""
        return self.declared.keys[at].low is not None or self.key_names[at] == ROUND_KEY

    def row_groups(self, at: int) -> tuple[range, ...]:
        """Return the values of a key by number; those that one row was written for, as ``0..17``, are together."""
        below, size = prod(self.sizes[at + 1 :]), self.sizes[at]
        places = [range(start, start + below) for start in range(0, len(self.spans), below)]
        rows = [[self.spans[cell] for above in places[one::size] for cell in above] for one in range(size)]
        starts = [one for one in range(size) if not one or not self.is_numeric(at) or rows[one] != rows[one - 1]]
        return tuple(range(start, end) for start, end in zip(starts, [*starts[1:], size], strict=True))


def is_field_table(table: str) -> bool:
    """Return whether a table, by its name, holds the values of a field with keys: ``KIND.FIELD``."""
    return "." in table


@frozen_class
class BoundDefine(FrozenValue):
    """A named value with its adjusts."""

    id: str
    parameters: tuple[Variable, ...]
    type: Type
    value: Term
    adjusts: tuple[tuple[Adjust, Term, Term], ...]
    """Each adjust: as written, its condition, its amount; its parameters are those of the define."""
    node: Define

    @property
    def deep(self) -> str | None:
        """Return the constant that limits its recursion depth; ``None`` if it is not recursive."""
        return None if self.node.deep is None else self.node.deep.id


@frozen_class
class BoundProcedure(FrozenValue):
    """Named effects; ``rule`` is its stable id."""

    id: str
    rule: str
    parameters: tuple[Variable, ...]
    body: Body
    node: Procedure | Phase | At | When | Whenever | None
    cites: tuple[str, ...]

    @property
    def deep(self) -> str | None:
        """Return the constant that limits its recursion depth; ``None`` if it is not recursive."""
        return self.node.deep.id if isinstance(self.node, Procedure) and self.node.deep is not None else None


@frozen_class
class BoundTrigger(FrozenValue):
    """A state trigger: its condition, and the variable in scope in its body."""

    id: str
    condition: Term
    variable: Variable | None
    procedure: BoundProcedure


@frozen_class
class BoundMoment(FrozenValue):
    """A procedure scheduled at a moment of the round, after all those of lower order."""

    moment: Moment
    order: int
    procedure: BoundProcedure


@frozen_class
class BoundStage(FrozenValue):
    """A stage with its transition bound; see ``StageDecl``."""

    id: str
    index: int
    sources: tuple[int, ...]
    when: Term | None
    card: int | None
    deck: str | None


@frozen_class
class BoundRanking(FrozenValue):
    """One criterion of the final ranking, for a player; or ``lost``, a condition under which all players lose."""

    variable: Variable
    by: Term
    order: Literal["most", "least", "lost"]
    source: Source
    text: str


@frozen_class
class Standing(FrozenValue):
    """A rule printed on a piece, as it is written; the test whether it is in force is kept apart. Used for wording only.

    ``carrier`` stands for the piece that carries the element, where another one does; ``lies`` is what ``in_force`` says,
    ``rest`` what the rule itself asks for; ``amount`` is that of an ``adjust``.
    """

    kind: str
    element: int
    carrier: Variable | None
    lies: Term
    rest: Term | None
    amount: Term | None
    body: Body


@frozen_class
class Invariant(FrozenValue):
    """A condition that holds at every settle point, with its reason and its source text."""

    rule: str
    condition: Term
    reason: BoundReason
    text: str
    span: Span


@frozen_class
class OnlyBy(FrozenValue):
    """A field that only the named rules may change, with the places of their names."""

    field: str
    rules: tuple[str, ...]
    spans: tuple[Span, ...]
    span: Span


@frozen_class
class Hidden(FrozenValue):
    """A field that no player sees, or only the player it belongs to."""

    field: str
    who: Literal["everybody", "others"]
    """From whom it is hidden."""
    span: Span


@frozen_class
class Ruleset(FrozenValue):
    """Everything known about a game under chosen options, for every player count or the one its documents are settled for.

    Two are equal when they are made of the same documents under the same options, for the same number of players.
    """

    id: str
    name: str
    version: str
    digest: str
    documents: Documents
    options: Mapping[str, str | bool]
    players: tuple[int, int]
    kinds: Mapping[str, Kind]
    named: Mapping[str, tuple[tuple[str, int], ...]]
    """Where the elements of an id stand: kind and index."""
    constants: Mapping[str, ConstantValue]
    tables: Mapping[str, Table]
    state: Mapping[str, StateDecl]
    """By qualified name: ``game.deck``, ``player.money``."""
    state_types: Mapping[str, Type]
    audiences: Mapping[str, tuple[Variable | None, Term]]
    """By state field: the players who see it, where a set of them does, and the variable of the element it belongs to."""
    starts: Mapping[str, Term]
    """Start values of state fields that declare one."""
    defines: Mapping[str, BoundDefine]
    procedures: Mapping[str, BoundProcedure]
    piece_rules: Mapping[tuple[str, str], tuple[BoundProcedure | None, ...]]
    """Procedures written on pieces, by (kind, field): one for each element."""
    piece_conditions: Mapping[tuple[str, str], tuple[tuple[tuple[Variable, ...], Term] | None, ...]]
    phases: tuple[BoundProcedure, ...]
    setup: BoundProcedure | None
    triggers: tuple[BoundTrigger, ...]
    events: Mapping[str, tuple[BoundProcedure, ...]]
    """Event rules by event; the condition of each is its first statement."""
    moments: tuple[BoundMoment, ...]
    at_any_time: tuple[BoundProcedure, ...]
    """Groups of options that are offered during a player's turn, each as the decision it would be by itself."""
    stages: tuple[BoundStage, ...]
    ranking: tuple[BoundRanking, ...]
    invariants: tuple[Invariant, ...]
    standing: Mapping[str, Standing]
    """What rules on pieces say besides when they are in force, by rule."""
    only_by: tuple[OnlyBy, ...]
    hidden: tuple[Hidden, ...]
    citations: Mapping[str, tuple[str, ...]]
    """By inventory id: the rules, tables and constants that carry it."""
    own_citations: Mapping[str, tuple[str, ...]]
    """By the rule id of a single step: the inventory statements that it carries by itself."""
    in_part: tuple[tuple[str, str, Span], ...]
    """What the rules leave out of statements that they carry: the id of each, what is left out, and where that is said."""
    veiled: tuple[str, ...]
    """Rules of the decisions whose list of moves depends on what another player may not see."""
    facts: tuple[str, ...]
    """What the rules ask of what the engine itself keeps."""
    turns: bool
    """Whether any part of the rules is the turn of a player."""
    variables: int
    """How many variables the rules name: their keys are 1 and so on."""
    absent: Absent = field(default_factory=Absent)

    @property
    def short_digest(self) -> str:
        """Return the first digits of the digest, which name this state of the rules in print."""
        return self.digest[:SHORT_DIGEST]

    @property
    def written_defines(self) -> tuple[BoundDefine, ...]:
        """Return the defines as written: of a recursive one, only the first depth."""
        return tuple(define for name, define in self.defines.items() if DEEPER not in name)

    @property
    def own_tables(self) -> tuple[Table, ...]:
        """Return the tables declared as such, without those of fields."""
        return tuple(table for name, table in self.tables.items() if not is_field_table(name))

    def __eq__(self, other: object) -> bool:
        """Compare documents and options."""
        return isinstance(other, Ruleset) and self._made_of == other._made_of

    @property
    def _made_of(self) -> tuple[object, ...]:
        return self.digest, self.options, self.documents.players

    def __hash__(self) -> int:
        """Return a hash consistent with equality."""
        return hash(self.digest)
