"""Sections of a variant that replace, add and remove: their shapes by key, and their application to the documents."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias, TypeVar

from reguli.ruleset.declarations.constant_and_table_files import CONSTANT, CONSTANTS, TABLE, TABLES
from reguli.ruleset.declarations.element_rows import ELEMENTS, read_elements
from reguli.ruleset.declarations.element_rows import Shape as Rows
from reguli.ruleset.declarations.game_file import (
    BOARDS,
    DOCUMENT,
    GAME,
    OPTION,
    OPTIONS,
    PLAYERS,
    RANKING,
    ROUND,
    SOURCES,
    STAGE,
    STAGES,
    VALUES,
)
from reguli.ruleset.declarations.inventory_file import INVENTORY
from reguli.ruleset.declarations.inventory_file import STATEMENT as ENTRY
from reguli.ruleset.declarations.kind_files import KIND, KINDS
from reguli.ruleset.declarations.state_file import STATE, TRACKED
from reguli.ruleset.document_nodes import (
    Declared,
    Documents,
    ElementDecl,
    GameDecl,
    InventoryEntry,
    KindDecl,
    Source,
    StateDecl,
    TableDecl,
)
from reguli.ruleset.libraries.use_section import USE, USES
from reguli.ruleset.variant_layers import LAYOUTS, Change, Edit
from reguli.schema.node_reader import LONGEST_ID, NodeReader
from reguli.schema.shapes import (
    ANY_NAME,
    NAME,
    NEW_NAMES,
    NODE,
    STATEMENT,
    TEXT,
    EitherShape,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ValueShape,
    enum_schema,
    name_set_schema,
    number_schema,
    pattern_schema,
    schema_with_conversion,
    schema_with_location,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import Node, ScalarNode

# -- Declarations with names -----------------------------------------------------------------------------------------


T = TypeVar("T")
D = TypeVar("D", bound=Declared)
Verb = Literal["replace", "add", "remove"]
Overlay: TypeAlias = Mapping[str, Any]
"""What a variant replaces, adds or removes, by key; what only stands in a list of names is a bare ``Declared``."""

TRACKED_NAME: Final = pattern_schema(re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*"), "R163", 2 * LONGEST_ID)
"""What is tracked, by whose it is and what it is called: ``player.money``."""


@frozen_class
class Section(FrozenValue):
    """One sort of declaration: its key in a variant, its shape, its location in the documents, its word for findings.

    ``one`` is the shape of a single one, ``listed`` that of a list of names; of ``game`` are those that game.yaml declares.
    """

    key: str
    shape: ValueShape[Any]
    one: ValueShape[Any]
    attribute: str
    what: Value
    game: bool = False
    name: ValueShape[str] = NAME

    @property
    def listed(self) -> ValueShape[tuple[Declared, ...]]:
        """Return the shape of a list of names."""
        return name_list_schema(self.name)

    def of(self, documents: Documents) -> tuple[Any, ...]:
        """Return the declarations."""
        found: tuple[Any, ...] = getattr(documents.game if self.game else documents, self.attribute)
        return found

    def put(self, documents: Documents, found: tuple[Any, ...]) -> Documents:
        """Return the documents with these declarations replaced."""
        return replace_attributes(documents, documents.game if self.game else documents, **{self.attribute: found})


def name_list_schema(shape: ValueShape[str] = NAME) -> ValueShape[tuple[Declared, ...]]:
    """Return the shape of a list of names that are declared elsewhere."""
    return schema_with_conversion(
        name_set_schema(shape), lambda found: tuple(Declared(span, name) for name, span in found)
    )


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


@frozen_class
class Part(FrozenValue):
    """A part of a rule by its path, and the node that replaces or extends it; ``None`` if it is deleted."""

    path: str
    span: Span
    written: Node | None = None


# -- What may stand under each key -----------------------------------------------------------------------------------


OF_GAME: Final = ("players", "units", "setup", "boards_at", "round", "stages", "ranking")
"""Parts of game.yaml that are touched as a whole."""
BESIDE: Final = ("layouts", "bots", "examples")
"""What is edited by names in files beside the rules."""
_TEXTS: Final = ListOf(schema_with_location(TEXT), or_one=(ScalarNode,))


def _there(**found: Any) -> Overlay:
    return {key: value for key, value in found.items() if value is not None}


def _own(key: str, shape: ValueShape[object]) -> MappingField:
    """Return an entry that findings attribute to the variant alone."""
    return MappingField(key, shape, called=Said("part.field", name=key, where=Said("part.variant")))


def _by(shape: ValueShape[Any], called: str = "") -> NamedValuesShape[tuple[ScalarNode, Any]]:
    return NamedValuesShape(ANY_NAME, shape, "", called, lambda key, _, found: (key, found))


def _flat(shape: ValueShape[tuple[tuple[Edit, ...], ...]]) -> ValueShape[tuple[Edit, ...]]:
    return schema_with_conversion(shape, lambda found: tuple(edit for edits in found for edit in edits))


def _edits(change: Change) -> ValueShape[tuple[Edit, ...]]:
    """Return the shape of edits of layouts, by layout, with the new node of each."""

    def edits(file: ScalarNode, _: Any, found: tuple[tuple[ScalarNode, Node], ...]) -> tuple[Edit, ...]:
        return tuple(Edit(file.text, change, key.text, key.span, node) for key, node in found)

    return _flat(NamedValuesShape(enum_schema(*LAYOUTS), _by(NODE), "part.layout", "part.layout", edits))


def _taken(file: str, found: tuple[tuple[str, Span], ...]) -> tuple[Edit, ...]:
    return tuple(Edit(file, "remove", path, span) for path, span in found)


PARTS: Final = NamedValuesShape(ANY_NAME, NODE, "", "", lambda key, _, node: Part(key.text, key.span, node))
"""Parts of rules by their paths, with what is written instead or besides."""
_WRITTEN: Final = (_own("elements", _by(ELEMENTS)), MappingField("values", _by(VALUES, "part.option")))
"""Elements as written: what they are depends on the fields of their kind."""
REPLACED: Final[MappingShape[Overlay]] = MappingShape(
    _there,
    (
        *(_own(one.key, one.shape) for one in SECTIONS),
        *_WRITTEN,
        MappingField("players", PLAYERS),
        MappingField("boards", BOARDS, "boards_at"),
        MappingField("setup", schema_with_location(NAME)),
        _own("round", ROUND),
        MappingField("stages", STAGES),
        MappingField("ranking", RANKING, called="part.named"),
        _own("parts", PARTS),
        _own("layouts", _edits("replace")),
    ),
)
ADDED: Final[MappingShape[Overlay]] = MappingShape(
    _there,
    (
        *(_own(one.key, EitherShape(one.shape, one.listed)) for one in SECTIONS),
        *_WRITTEN,
        _own("boards", name_list_schema()),
        MappingField("units", NEW_NAMES),
        _own("round", ROUND),
        MappingField("stages", STAGES),
        MappingField("ranking", RANKING, called="part.named"),
        MappingField("rules", name_list_schema(), called="part.added_rules"),
        _own("parts", PARTS),
        _own("layouts", _edits("add")),
    ),
)
TAKEN: Final[MappingShape[Overlay]] = MappingShape(
    _there,
    (
        *(_own(one.key, one.listed) for one in SECTIONS),
        _own("elements", _by(name_list_schema(), "part.kind")),
        MappingField("values", _by(name_list_schema(), "part.option")),
        _own("boards", name_list_schema()),
        MappingField("setup", schema_with_location(NAME)),
        _own("round", ROUND),
        MappingField("stages", name_list_schema()),
        MappingField("ranking", ListOf(schema_with_location(number_schema(1)), or_one=(ScalarNode,))),
        _own("rules", name_list_schema()),
        _own("parts", schema_with_conversion(_TEXTS, lambda found: tuple(Part(path, span) for path, span in found))),
        _own(
            "layouts",
            _flat(
                NamedValuesShape(
                    enum_schema(*LAYOUTS),
                    _TEXTS,
                    "part.layout",
                    "part.layout",
                    lambda key, _, found: _taken(key.text, found),
                )
            ),
        ),
        _own("bots", schema_with_conversion(_TEXTS, lambda found: _taken("bots", found))),
        _own("examples", schema_with_conversion(_TEXTS, lambda found: _taken("examples", found))),
    ),
)


def declaration_name(item: Declared) -> str:
    """Return the name that identifies a declaration for replacement."""
    if isinstance(item, StateDecl):
        return f"{item.owner}.{item.id}"
    if isinstance(item, KindDecl | TableDecl) and item.board is not None:
        return f"{item.board}/{item.id}"
    return item.id


# -- How it is laid --------------------------------------------------------------------------------------------------


def replace_tuple_item(items: tuple[T, ...], old: T, new: T) -> tuple[T, ...]:
    """Return items with one of them replaced."""
    return tuple(new if item is old else item for item in items)


def replace_attributes(documents: Documents, holder: Any, /, **changed: Any) -> Documents:
    """Return the documents with attributes changed: of themselves, of the game, or of an option, a kind, a table."""
    new = dataclasses.replace(holder, **changed)
    if holder is documents:
        return new  # type: ignore[no-any-return]  # the documents themselves
    if holder is documents.game:
        return dataclasses.replace(documents, game=new)
    section = next(one for one in SECTIONS if any(item is holder for item in one.of(documents)))
    return section.put(documents, replace_tuple_item(section.of(documents), holder, new))


@frozen_class
class Overlaying(FrozenValue):
    """The operation on declarations, and the reader of elements."""

    verb: Verb
    reader: NodeReader

    def lay(self, old: tuple[D, ...], new: tuple[Any, ...], what: Value) -> tuple[D, ...]:
        """Replace each old declaration of the same name, or append the new one, or remove the old one."""
        at = {declaration_name(item): index for index, item in enumerate(old)}
        found: list[D | None] = list(old)
        for item in new:
            name = declaration_name(item)
            index = at.get(name)
            if self.verb == "add" and isinstance(item, InventoryEntry):
                # A number of the game itself would mean two things in the variant's files.
                index = at.get(name.rpartition(".")[2], index)
            if self.verb == "add" and index is not None:
                related = [(old[index].span, Said("here.in_ruleset"))]
                self.reader.bag.add("R156", item.span, related=related, what=what, name=name.rpartition("/")[2])
            elif self.verb == "add":
                found.append(item)
            elif index is None:
                self.not_there(item.span, name.rpartition("/")[2], [declaration_name(one) for one in old], what)
            else:
                found[index] = item if self.verb == "replace" else None
        return tuple(item for item in found if item is not None)

    def not_there(self, span: Span, name: str, known: Iterable[str], what: Value) -> None:
        """Report a declaration to replace or remove that does not exist."""
        code = "R161" if self.verb == "remove" else "R155"
        self.reader.absent(span, name, {one.rpartition("/")[2] for one in known}, what, code)


def apply_declaration_patch(documents: Documents, overlay: Overlay, laying: Overlaying) -> Documents:
    """Apply a variant's replacements, additions or removals to the documents."""
    for key in OF_GAME:
        if key in overlay:
            laid = _of_game(documents.game, key.removesuffix("_at"), overlay[key], laying)
            documents = replace_attributes(documents, documents.game, **laid)
    if laying.verb == "remove":
        documents = _without_boards(documents, overlay.get("boards", ()), laying)
    for section in SECTIONS:
        if overlay.get(section.key):
            documents = _section(documents, laying, section, overlay[section.key])
    documents = _values(documents, laying, overlay.get("values", ()))
    return _elements(documents, laying, overlay.get("elements", ()))


_ATTRIBUTES: Final = {part.key: part.attributes for part in GAME.fields if isinstance(part, MappingField)}
_STAYS: Final = ("players_source", "players_span")


def _of_game(game: GameDecl, key: str, given: Any, laying: Overlaying) -> dict[str, Any]:
    """Return the changed attributes for a key of game.yaml; a source is kept unless a new one is given."""
    match laying.verb, key:
        case "add" | "remove", "stages":
            return {"stages": laying.lay(game.stages, given, STAGES_BY_NAME.what)}
        case "remove", "setup" if game.setup != given[0]:
            laying.not_there(given[1], given[0], [game.setup or ""], Said("thing.setup"))
            return {}
        case "remove", "setup":
            return {"setup": None, "setup_span": None}
        case "remove", "round":
            phases = tuple(Declared(span, name) for name, span in zip(game.round, game.round_spans, strict=True))
            gone = tuple(Declared(span, name) for name, span in zip(*given[:2], strict=True))
            left = laying.lay(phases, gone, Said("thing.phase"))
            return {"round": tuple(one.id for one in left), "round_spans": tuple(one.span for one in left)}
        case "remove", _:
            for at, span in given:
                if at > len(game.ranking):
                    laying.not_there(span, str(at), (), Said("thing.line_of_ranking"))
            lines = {number for number, _ in given}
            return {"ranking": tuple(line for at, line in enumerate(game.ranking, 1) if at not in lines)}
        case "add", "units":
            return {"units": tuple(dict.fromkeys((*game.units, *given)))}
        case _:
            pass
    laid = dict(zip(_ATTRIBUTES[key], given if len(_ATTRIBUTES[key]) > 1 else (given,), strict=True))
    if laying.verb == "add":
        return {name: (*getattr(game, name), *one) for name, one in laid.items() if isinstance(one, tuple)}
    said = {name: one for name, one in laid.items() if not isinstance(one, Source) or one.cites}
    return {name: one for name, one in said.items() if name not in _STAYS}


def apply_patch_files(
    documents: Documents, written: Mapping[str, tuple[Declared, ...]], added: Overlay | None, reader: NodeReader
) -> Documents:
    """Apply the declarations in a variant's files: each replaces the one of its name, unless ``added`` lists it."""
    boards = _new_boards(documents, written, () if added is None else added.get("boards", ()), reader)
    for section in SECTIONS:
        names = () if added is None else added.get(section.key, ())
        wanted = {one.id: one.span for one in names if type(one) is Declared}
        new: list[Declared] = []
        changed: list[Declared] = []
        found = written.get(section.key, ())
        for item in found:
            on_new_board = isinstance(item, KindDecl | TableDecl) and item.board in boards
            is_new = on_new_board or declaration_name(item).rpartition("/")[2] in wanted
            (new if is_new else changed).append(item)
        there = {declaration_name(item).rpartition("/")[2] for item in found}
        for name, span in wanted.items():
            if name not in there:
                reader.bag.add("R159", span, near=reader.meant(name, there), name=name)
        documents = _section(documents, Overlaying("replace", reader), section, tuple(changed))
        documents = _section(documents, Overlaying("add", reader), section, tuple(new))
    return documents


def _new_boards(
    documents: Documents, written: Mapping[str, tuple[Declared, ...]], added: Iterable[Declared], reader: NodeReader
) -> frozenset[str]:
    """Return the new boards; one that already exists, or that no file declares, is a finding."""
    brought = {kind.board for kind in written.get("kinds", ()) if isinstance(kind, KindDecl)}
    found = []
    for board in added:
        old = next((kind for kind in documents.kinds if kind.board == board.id), None)
        if old is not None:
            related = [(old.span, Said("here.in_ruleset"))]
            reader.bag.add("R156", board.span, related=related, what=Said("thing.board"), name=board.id)
        elif board.id not in brought:
            reader.bag.add("R159", board.span, name=board.id)
        else:
            found.append(board.id)
    return frozenset(found)


def _section(documents: Documents, laying: Overlaying, section: Section, new: tuple[Declared, ...]) -> Documents:
    """Lay the declarations of one section."""
    if section.key in {"kinds", "tables"}:
        known = section.of(documents)
        new = tuple(one for item in new for one in _on_boards(item, known, laying))
    if laying.verb == "add":
        new = tuple(item for item in new if type(item) is not Declared)
    return section.put(documents, laying.lay(section.of(documents), new, section.what))


def _on_boards(item: Declared, known: tuple[KindDecl | TableDecl, ...], laying: Overlaying) -> tuple[Declared, ...]:
    """Return a kind or table, named without a board, on its existing board; R164 if there are several."""
    if laying.verb == "add" or (isinstance(item, KindDecl | TableDecl) and item.board is not None):
        return (item,)
    holders = [one for one in known if one.id == item.id]
    if laying.verb == "remove":
        return tuple(dataclasses.replace(one, span=item.span) for one in holders) or (item,)
    boards = ", ".join(one.board or "" for one in holders)
    if len(holders) > 1:
        laying.reader.bag.add("R164", item.span, name=item.id, boards=boards)
        return ()
    assert isinstance(item, KindDecl | TableDecl)
    return (dataclasses.replace(item, board=holders[0].board),) if holders else (item,)


def _values(
    documents: Documents, laying: Overlaying, by_option: Iterable[tuple[ScalarNode, tuple[Declared, ...]]]
) -> Documents:
    """Apply values of options."""
    for key, new in by_option:
        old = next((one for one in documents.game.options if one.id == key.text and one.form == "choose"), None)
        if old is None:
            known = [one.id for one in documents.game.options if one.form == "choose"]
            laying.reader.absent(key.span, key.text, known, Said("thing.option"))
            continue
        values = laying.lay(old.values, new, Said("thing.value_of", name=old.id))
        documents = replace_attributes(documents, old, values=values)
    return documents


def _elements(documents: Documents, laying: Overlaying, by_kind: Iterable[tuple[ScalarNode, Any]]) -> Documents:
    """Apply elements by kind, as written or as names; if several boards have the kind, on those with the element."""
    for key, given in by_kind:
        holders = [declared for declared in documents.kinds if declared.id == key.text]
        if not holders:
            known = {declared.id for declared in documents.kinds}
            laying.reader.absent(key.span, key.text, known, Said("thing.kind"))
            continue
        new = given if isinstance(given, tuple) else _read(given, holders[0], laying.reader)
        for declared in holders:
            own = new if laying.verb == "add" or len(holders) == 1 else _held(declared, new, holders)
            documents = replace_attributes(
                documents, declared, elements=laying.lay(declared.elements, own, declared.id)
            )
    return documents


def _without_boards(documents: Documents, boards: Iterable[Declared], laying: Overlaying) -> Documents:
    for board in boards:
        left = tuple(kind for kind in documents.kinds if kind.board != board.id)
        if len(left) == len(documents.kinds):
            known = {kind.board for kind in documents.kinds if kind.board is not None}
            laying.not_there(board.span, board.id, known, Said("thing.board"))
        tables = tuple(table for table in documents.tables if table.board != board.id)
        documents = replace_attributes(documents, documents, kinds=left, tables=tables)
    return documents


def _read(node: Node, kind: KindDecl, reader: NodeReader) -> tuple[ElementDecl, ...]:
    fields = {field.id: field for field in kind.fields}
    shape = Rows(Said("part.kind", name=kind.id), fields, kind.form == "edges", kind.form == "grid")
    return read_elements(node, shape, reader)


def _held(declared: KindDecl, named: tuple[D, ...], holders: list[KindDecl]) -> tuple[D, ...]:
    """Drop elements that other boards have but this one lacks; the first board reports those on no board."""
    own = {element.id for element in declared.elements}
    others = {element.id for other in holders for element in other.elements}
    first = declared is holders[0]
    return tuple(element for element in named if element.id in own or (first and element.id not in others))
