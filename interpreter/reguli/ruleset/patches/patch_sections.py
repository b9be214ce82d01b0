"""The sorts of declarations that a variant lays by name, and the shapes of what it replaces, adds and removes."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

from reguli.ruleset.declarations.constant_and_table_files import CONSTANT, CONSTANTS, TABLE, TABLES
from reguli.ruleset.declarations.element_rows import ELEMENTS
from reguli.ruleset.declarations.game_file import (
    BOARDS,
    CHOSEN,
    DOCUMENT,
    LOST,
    MOST_PLAYERS,
    OPTION,
    OPTIONS,
    PLAYERS,
    RANK,
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
from reguli.ruleset.document_nodes import BoardsAt, Declared, Documents, GameDecl, KindDecl, StateDecl, TableDecl
from reguli.ruleset.libraries.use_section import USE, USES
from reguli.ruleset.patches.map_patches import Setting, set_letter, set_map, set_spot
from reguli.ruleset.variant_layers import LAYOUTS, Change, Edit
from reguli.schema.node_reader import LONGEST_ID, Reader
from reguli.schema.shapes import (
    ANY_NAME,
    NAME,
    NAMES,
    NEW_NAMES,
    NODE,
    STATEMENT,
    TEXT,
    Either,
    Field,
    Found,
    Group,
    ListOf,
    MapOf,
    Shape,
    Signed,
    Spot,
    made,
    matching,
    names,
    number,
    placed,
    word,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import Kept, kept
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import Entry, Node, Scalar

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


# -- Declarations laid over others by their names --------------------------------------------------------------------


D = TypeVar("D", bound=Declared)
Verb = Literal["replace", "add", "remove"]


@kept
class Overlaying(Kept):
    """What is done with declarations, and who reads elements."""

    verb: Verb
    reader: Reader

    def lay(self, old: tuple[D, ...], new: tuple[Any, ...], what: Value) -> tuple[D, ...]:
        """Put each new declaration in the place of the old one of its name, or after the last; or take the old one away."""
        at = {name_of(item): index for index, item in enumerate(old)}
        found: list[D | None] = list(old)
        for item in new:
            name = name_of(item)
            index = at.get(name)
            if self.verb == "add" and index is not None:
                related = [(old[index].span, Said("here.in_ruleset"))]
                self.reader.bag.add("R156", item.span, related=related, what=what, name=name.rpartition("/")[2])
            elif self.verb == "add":
                found.append(item)
            elif index is None:
                self.not_there(item.span, name.rpartition("/")[2], [name_of(one) for one in old], what)
            else:
                found[index] = item if self.verb == "replace" else None
        return tuple(item for item in found if item is not None)

    def not_there(self, span: Span, name: str, known: Iterable[str], what: Value) -> None:
        """Report what is replaced or taken away and is not there."""
        close = self.reader.meant(name, {one.rpartition("/")[2] for one in known})
        if self.verb == "remove":
            self.reader.bag.add("R161", span, near=close, what=what, name=name)
        else:
            self.reader.bag.add("R155", span, near=close, what=what, name=name)


# -- game patches ----------------------------------------------------------------------------------------------------
# What a variant replaces, adds or removes of game.yaml that has no section of its own: players, round, stages, ranking, set-up, units.


Laid = dict[str, Any]
"""What becomes of attributes of the game."""
How = Callable[[GameDecl, Any, Overlaying], Laid]


def overlay_game(documents: Documents, parts: Mapping[str, Any], laying: Overlaying) -> Documents:
    """Lay parts of game.yaml, by key."""
    for key, given in parts.items():
        laid = _HOW[laying.verb][key](documents.game, given, laying)
        documents = dataclasses.replace(documents, game=dataclasses.replace(documents.game, **laid))
    return documents


def _stages(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    return {"stages": laying.lay(game.stages, given, STAGES_BY_NAME.what)}


def _without_phases(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    phases = tuple(Declared(span, name) for name, span in zip(game.round, game.round_spans, strict=True))
    gone = tuple(Declared(span, name) for name, span in zip(*given[:2], strict=True))
    left = laying.lay(phases, gone, Said("thing.phase"))
    return {"round": tuple(one.id for one in left), "round_spans": tuple(one.span for one in left)}


def _without_lines(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    for at, span in given:
        if at > len(game.ranking):
            laying.not_there(span, str(at), (), Said("thing.line_of_ranking"))
    gone = {number for number, _ in given}
    return {"ranking": tuple(line for at, line in enumerate(game.ranking, 1) if at not in gone)}


def _without_setup(game: GameDecl, given: Any, laying: Overlaying) -> Laid:
    name, span = given
    if game.setup != name:
        laying.not_there(span, name, [game.setup or ""], Said("thing.setup"))
        return {}
    return {"setup": None, "setup_span": None}


_REPLACED: Final[Mapping[str, How]] = {
    "players": lambda game, given, laying: {"players": given[0]},
    "boards_at": lambda game, given, laying: {"boards": given},
    "setup": lambda game, given, laying: {"setup": given[0], "setup_span": given[1]},
    "round": lambda game, given, laying: {
        "round": given[0],
        "round_spans": given[1],
        "round_source": given[2] if given[2].cites else game.round_source,
    },
    "stages": lambda game, given, laying: {"stages": given},
    "ranking": lambda game, given, laying: {
        "ranking": given[0],
        "ranking_source": given[1] if given[1].cites else game.ranking_source,
    },
}
_ADDED: Final[Mapping[str, How]] = {
    "units": lambda game, given, laying: {"units": tuple(dict.fromkeys((*game.units, *given)))},
    "round": lambda game, given, laying: {
        "round": (*game.round, *given[0]),
        "round_spans": (*game.round_spans, *given[1]),
    },
    "stages": _stages,
    "ranking": lambda game, given, laying: {"ranking": (*game.ranking, *given[0])},
}
_TAKEN: Final[Mapping[str, How]] = {
    "setup": _without_setup,
    "round": _without_phases,
    "stages": _stages,
    "ranking": _without_lines,
}
_HOW: Final = {"replace": _REPLACED, "add": _ADDED, "remove": _TAKEN}


# -- key patches -----------------------------------------------------------------------------------------------------
# Keys of declarations that a variant sets one by one: the unit of a constant, the shape of a table, the boards of a value.


_BY_KEY: Final = {one.key: one for one in (*SECTIONS, STAGES_BY_NAME)}
KEYED: Final = frozenset((*_BY_KEY, "players", "setup", "values", "ranking", "boards"))
"""What a path with keys of declarations may begin with."""
UNSET: Final = ("fields",)
"""What more hangs on than one value."""
_FORMS: Final = {"element": "of"}


def set_key(documents: Documents, words: Sequence[str], setting: Setting, near: str | None) -> Documents:
    """Set one key of a declaration, or one of game.yaml; ``near`` is the path that is perhaps meant when there is no such one."""
    game = documents.game
    match tuple(words):
        case "players", ("min" | "max") as end:
            return _with_players(documents, end, setting)
        case ("setup",):
            name = setting.reader.id(setting.value, Said("part.named", name=setting.path))
            if name is None or setting.same(name, game.setup):
                return documents
            return _of_game(documents, setup=name, setup_span=setting.value.span)
        case "ranking", number, key if number.isdigit() and 0 < int(number) <= len(game.ranking):
            old = game.ranking[int(number) - 1]
            return _of_game(
                documents,
                ranking=_swapped(game.ranking, old, _changed(old, LOST if old.order == "lost" else RANK, key, setting)),
            )
        case "values", option, value, key:
            chosen = setting.named(option, Said("thing.option"), [one for one in game.options if one.values])
            one = chosen and setting.named(value, Said("thing.value_of", name=option), chosen.values)
            if chosen is None or one is None:
                return documents
            laid = dataclasses.replace(chosen, values=_swapped(chosen.values, one, _changed(one, CHOSEN, key, setting)))
            return _of_game(documents, options=_swapped(game.options, chosen, laid))
        case "boards", number if number.isdigit() and game.boards:
            return _of_game(documents, boards=_boards_at(game.boards, int(number), setting))
        case "kinds", name, "map":
            return set_map(documents, name, setting)
        case "kinds", name, "legend", letter:
            return set_letter(documents, name, letter, setting)
        case "kinds", name, "join", letter:
            return set_spot(documents, name, letter, setting)
        case section, *name, key if section in _BY_KEY and len(name) == (2 if section == "state" else 1):
            return _declared(documents, section, ".".join(name), key, setting)
        case _:
            setting.reader.bag.add("R151", setting.key.span, near=near, path=setting.key.text)
            return documents


def _declared(documents: Documents, key: str, name: str, field: str, setting: Setting) -> Documents:
    """Set a key of what is declared by name; of a kind on every board that has it."""
    section = _BY_KEY[key]
    all_of_them = section.of(documents)
    found = [one for one in all_of_them if name_of(one).rpartition("/")[2] == name]
    if not found:
        known = {name_of(one).rpartition("/")[2] for one in all_of_them}
        close = setting.reader.meant(name, known)
        setting.reader.bag.add("R152", setting.key.span, near=close, what=section.what, name=name)
    for old in found:
        if not setting.again(old.span):
            all_of_them = _swapped(all_of_them, old, _changed(old, section.one, field, setting))
    changed: dict[str, Any] = {section.attribute: all_of_them}
    return _of_game(documents, **changed) if section.game else dataclasses.replace(documents, **changed)


def _changed(old: Any, shape: Shape[Any], key: str, setting: Setting) -> Any:
    """Give what is declared with one key read anew, by the shape that reads it in its own file."""
    fields = dict(_settable(_group(shape, old), old))
    if key not in fields:
        name = old.id if isinstance(old, Declared) else setting.path.rpartition(".")[0]
        close = setting.reader.meant(key, fields)
        setting.reader.bag.add("R152", setting.key.span, near=close, what=Said("thing.key_of", name=name), name=key)
        return old
    group, field, into = fields[key]
    value = field.shape.read(setting.value, Spot(Said("part.named", name=setting.path)), setting.reader)
    if value is None:
        return old
    shared: tuple[Any, ...] = value if len(field.attributes) > 1 else (value,)  # type: ignore[assignment]  # by `Found.fill`
    laid: dict[str, Any] = dict(zip(field.attributes, shared, strict=True))
    holder = getattr(old, into) if into else old
    before = {name: getattr(holder, name) for name in laid}
    if all(isinstance(one, str | int | tuple) for one in laid.values()) and setting.same(laid, before):
        return old
    new = dataclasses.replace(holder, **_settled(group, holder, key, laid, setting))
    return dataclasses.replace(old, **{into: new}) if into else new


def _settled(group: Group[Any], holder: Any, key: str, laid: dict[str, Any], setting: Setting) -> dict[str, Any]:
    """Hold what is set to the other entries of its group, and return what comes of it; what a kind settles hangs on its elements as written."""
    if group.settle is None or group.make is KindDecl:
        return laid
    fields = [part for part in group.fields if isinstance(part, Field)]
    values = {name: getattr(holder, name) for part in fields for name in part.attributes if hasattr(holder, name)}
    values |= laid
    there = [part.key for part in fields if part.key == key or part.needed or _says(part, values)]
    entry = Entry(setting.key, setting.value)
    what = Said("part.named", name=setting.path)
    found = Found(values, dict.fromkeys(there, entry), setting.value, what, setting.reader)
    return {name: values[name] for name in values if hasattr(holder, name)} if group.settle(found) else {}


def _says(part: Field, values: Mapping[str, Any]) -> bool:
    """Return whether an entry that may be left out was written."""
    default = part.default if len(part.attributes) > 1 else (part.default,)
    return any(values.get(name) != one for name, one in zip(part.attributes, default, strict=False))


def _settable(group: Group[Any], holder: Any, into: str = "") -> Iterator[tuple[str, tuple[Group[Any], Field, str]]]:
    """Yield the keys that can be set: each with its group, its field, and the attribute that holds it where that is a value of its own."""
    for part in group.fields:
        names = part.attributes
        if not names or not all(hasattr(holder, name) and name not in UNSET for name in names):
            continue
        if isinstance(part, Field):
            yield part.key, (group, part, into)
        else:
            yield from _settable(part.group, getattr(holder, part.into), part.into)


def _group(shape: Shape[Any], old: Any) -> Group[Any]:
    if isinstance(shape, Signed):
        shape = shape.by[_FORMS.get(old.form, old.form)]
    assert isinstance(shape, Group)
    return shape


def _with_players(documents: Documents, end: str, setting: Setting) -> Documents:
    low, high = documents.game.players
    bounds = (1, high) if end == "min" else (low, MOST_PLAYERS)
    number = setting.reader.number(setting.value, Said("part.named", name=setting.path), *bounds)
    if number is None or setting.same(number, low if end == "min" else high):
        return documents
    return _of_game(documents, players=(number, high) if end == "min" else (low, number))


def _boards_at(boards: tuple[BoardsAt, ...], count: int, setting: Setting) -> tuple[BoardsAt, ...]:
    """Give the boards by number of players, with others for one number."""
    names = NAMES.read(setting.value, Spot(Said("part.named", name=setting.path)), setting.reader)
    old = next((one.boards for one in boards if count in one.players), None)
    if names is None or setting.same(names, old):
        return boards
    others = (dataclasses.replace(one, players=tuple(at for at in one.players if at != count)) for one in boards)
    return (*(one for one in others if one.players), BoardsAt(setting.key.span, (count,), names))


def _of_game(there: Documents, /, **changed: Any) -> Documents:
    return dataclasses.replace(there, game=dataclasses.replace(there.game, **changed))


def _swapped(items: tuple[Any, ...], old: Any, new: Any) -> tuple[Any, ...]:
    return tuple(new if item is old else item for item in items)
