"""The sorts of declarations that a variant lays by name, and the shapes of what it replaces, adds and removes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from reguli.ruleset.declarations.constant_and_table_files import CONSTANT, CONSTANTS, TABLE, TABLES
from reguli.ruleset.declarations.element_rows import ELEMENTS
from reguli.ruleset.declarations.game_file import (
    BOARDS,
    DOCUMENT,
    OPTION,
    OPTIONS,
    PLAYERS,
    RANKING,
    ROUND,
    SOURCES,
    VALUES,
)
from reguli.ruleset.declarations.inventory_file import INVENTORY
from reguli.ruleset.declarations.inventory_file import STATEMENT as ENTRY
from reguli.ruleset.declarations.kind_files import KIND, KINDS
from reguli.ruleset.declarations.stage_declarations import STAGE, STAGES
from reguli.ruleset.declarations.state_file import STATE, TRACKED
from reguli.ruleset.document_nodes import Documents, StateDecl, TableDecl
from reguli.ruleset.kind_nodes import Declared, KindDecl
from reguli.ruleset.libraries.use_section import USE, USES
from reguli.ruleset.variant_layers import LAYOUTS, Change, Edit
from reguli.schema.mapping_shapes import Field, Group
from reguli.schema.node_reader import LONGEST_ID
from reguli.schema.scalar_shapes import ANY_NAME, NAME, NEW_NAMES, NODE, STATEMENT, TEXT, matching, names, number, word
from reguli.schema.value_shapes import Either, ListOf, MapOf, Shape, made, placed
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry, Node, Scalar

TRACKED_NAME: Final = matching(re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*"), "R163", 2 * LONGEST_ID)
"""What is tracked, by whose it is and what it is called: ``player.money``."""


@kept
class Section(Kept):
    """One sort of declarations: the key it has in a variant, how it is written, where documents have it, what one is called.

    ``one`` is the shape of a single one, ``listed`` that of a list of names; of ``game`` are those that game.yaml declares.
    """

    key: str
    shape: Shape[Any]
    one: Shape[Any]
    attribute: str
    what: Value
    game: bool = False
    name: Shape[str] = NAME

    @property
    def listed(self) -> Shape[tuple[Declared, ...]]:
        """Give the shape of a list of names."""
        return listed(self.name)

    def of(self, documents: Documents) -> tuple[Any, ...]:
        """Give the declarations."""
        found: tuple[Any, ...] = getattr(documents.game if self.game else documents, self.attribute)
        return found


def listed(shape: Shape[str] = NAME) -> Shape[tuple[Declared, ...]]:
    """Give the shape of a list of names that are declared elsewhere."""
    return made(names(shape), lambda found: tuple(Declared(span, name) for name, span in found))


SECTIONS: Final = (
    Section("constants", CONSTANTS, CONSTANT, "constants", Said("thing.constant")),
    Section("tables", TABLES, TABLE, "tables", Said("thing.table")),
    Section("state", STATE, TRACKED, "state", Said("thing.state"), name=TRACKED_NAME),
    Section("kinds", KINDS, KIND, "kinds", Said("thing.kind")),
    Section("options", OPTIONS, OPTION, "options", Said("thing.option"), game=True),
    Section("use", USES, USE, "uses", Said("thing.use"), game=True),
    Section("statements", INVENTORY, ENTRY, "inventory", Said("thing.statement"), name=STATEMENT),
    Section("sources", SOURCES, DOCUMENT, "documents", Said("thing.source"), game=True),
)
"""What is laid by name."""
STAGES_BY_NAME: Final = Section("stages", STAGES, STAGE, "stages", Said("thing.stage"), game=True)
"""Stages are replaced as a whole, and added and taken away by name."""


@kept
class Part(Kept):
    """A part of a rule by its path, and what is written in its place or added to it; None where it is taken away."""

    path: str
    span: Span
    written: Node | None = None


@kept
class Overlay(Kept):
    """What a variant replaces, adds or removes: by section, elements and values of options by what they belong to, the rest as a whole.

    What only stands in a list of names is a bare ``Declared``. None is what is not there.
    """

    named: Mapping[str, tuple[Declared, ...]]
    elements: tuple[Entry, ...] = ()
    """By kind, as written: what they are hangs on the fields of the kind."""
    values: tuple[tuple[Scalar, tuple[Declared, ...]], ...] = ()
    """By option."""
    taken: tuple[tuple[Scalar, tuple[Declared, ...]], ...] = ()
    """Elements that go, by kind."""
    whole: Mapping[str, Any] | None = None
    """What is neither of these: parts of game.yaml by key."""
    rules: tuple[Declared, ...] = ()
    boards: tuple[Declared, ...] = ()
    parts: tuple[Part, ...] = ()
    beside: tuple[Edit, ...] = ()
    """What is edited in files beside the rules."""


OF_OVERLAY: Final = ("elements", "values", "taken", "rules", "boards", "parts")
OF_GAME: Final = ("players", "units", "setup", "boards_at", "round", "stages", "ranking")


def _overlay(**found: Any) -> Overlay:
    own: dict[str, Any] = {key: found.pop(key) for key in OF_OVERLAY if key in found}
    own["beside"] = tuple(edit for key in BESIDE for edits in found.pop(key, ()) for edit in edits)
    whole = {key: value for key in OF_GAME if (value := found.pop(key, None)) is not None}
    return Overlay(named={key: value for key, value in found.items() if value}, whole=whole, **own)


BESIDE: Final = ("layouts", "bots", "examples")
"""What a variant edits by names in files beside the rules."""


def _of_variant(name: str) -> Said:
    return Said("part.field", name=name, where=Said("part.variant"))


def _by(shape: Shape[Any], called: str) -> MapOf[tuple[Scalar, tuple[Declared, ...]]]:
    return MapOf(ANY_NAME, shape, "", called, lambda key, _, found: (key, found))


PARTS: Final = MapOf(ANY_NAME, NODE, "", "", lambda key, _, node: Part(key.text, key.span, node))
"""Parts of rules by their paths, with what is written instead or besides."""
TAKEN_PARTS: Final = made(
    ListOf(placed(TEXT), or_one=(Scalar,)), lambda found: tuple(Part(path, span) for path, span in found)
)


def _written_edits(change: Change) -> Shape[tuple[tuple[Edit, ...], ...]]:
    """Give the shape of things of layouts, by layout, with what is written for each."""

    def edits(file: Scalar, _: Any, found: tuple[Entry, ...]) -> tuple[Edit, ...]:
        return tuple(Edit(file.text, change, one.key.text, one.key.span, one.value) for one in found)

    lines = MapOf(ANY_NAME, NODE, "", "", lambda key, _, node: Entry(key, node))
    return MapOf(word(*LAYOUTS), lines, "part.layout", "part.layout", edits)


def _taken_from(file: str) -> Shape[tuple[tuple[Edit, ...], ...]]:
    """Give the shape of a list of names of a file beside the rules."""
    taken = lambda found: (tuple(Edit(file, "remove", path, span) for path, span in found),)  # noqa: E731 - a shape's end
    return made(ListOf(placed(TEXT), or_one=(Scalar,)), taken)


TAKEN_LINES: Final = MapOf(
    word(*LAYOUTS),
    ListOf(placed(TEXT), or_one=(Scalar,)),
    "part.layout",
    "part.layout",
    lambda key, _, found: tuple(Edit(key.text, "remove", path, span) for path, span in found),
)
BY_KIND: Final = MapOf(ANY_NAME, ELEMENTS, "", "", lambda key, _, node: Entry(key, node))
_WRITTEN: Final = (
    Field("elements", BY_KIND, default=(), called=_of_variant("elements")),
    Field("values", _by(VALUES, "part.option"), default=()),
)
REPLACED: Final = Group(
    _overlay,
    (
        *(Field(one.key, one.shape, default=(), called=_of_variant(one.key)) for one in SECTIONS),
        *_WRITTEN,
        Field("players", PLAYERS),
        Field("boards", BOARDS, "boards_at"),
        Field("setup", placed(NAME)),
        Field("round", ROUND, called=_of_variant("round")),
        Field("stages", STAGES),
        Field("ranking", RANKING, called="part.named"),
        Field("parts", PARTS, default=(), called=_of_variant("parts")),
        Field("layouts", _written_edits("replace"), default=(), called=_of_variant("layouts")),
    ),
)
ADDED: Final = Group(
    _overlay,
    (
        *(Field(one.key, Either(one.shape, one.listed), default=(), called=_of_variant(one.key)) for one in SECTIONS),
        *_WRITTEN,
        Field("boards", listed(), default=(), called=_of_variant("boards")),
        Field("units", NEW_NAMES),
        Field("round", ROUND, called=_of_variant("round")),
        Field("stages", STAGES),
        Field("ranking", RANKING, called="part.named"),
        Field("rules", listed(), default=(), called="part.added_rules"),
        Field("parts", PARTS, default=(), called=_of_variant("parts")),
        Field("layouts", _written_edits("add"), default=(), called=_of_variant("layouts")),
    ),
)
TAKEN: Final = Group(
    _overlay,
    (
        *(Field(one.key, one.listed, default=(), called=_of_variant(one.key)) for one in SECTIONS),
        Field("elements", _by(listed(), "part.kind"), "taken", default=(), called=_of_variant("elements")),
        Field("values", _by(listed(), "part.option"), default=()),
        Field("boards", listed(), default=(), called=_of_variant("boards")),
        Field("setup", placed(NAME)),
        Field("round", ROUND, called=_of_variant("round")),
        Field("stages", listed()),
        Field("ranking", ListOf(placed(number(1)), or_one=(Scalar,))),
        Field("rules", listed(), default=(), called=_of_variant("rules")),
        Field("parts", TAKEN_PARTS, default=(), called=_of_variant("parts")),
        Field("layouts", TAKEN_LINES, default=(), called=_of_variant("layouts")),
        Field("bots", _taken_from("bots"), default=(), called=_of_variant("bots")),
        Field("examples", _taken_from("examples"), default=(), called=_of_variant("examples")),
    ),
)


def name_of(item: Declared) -> str:
    """Give the name by which a declaration is replaced."""
    if isinstance(item, StateDecl):
        return f"{item.owner}.{item.id}"
    if isinstance(item, KindDecl | TableDecl) and item.board is not None:
        return f"{item.board}/{item.id}"
    return item.id
