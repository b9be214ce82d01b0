"""Keys of declarations that a variant sets one by one: the unit of a constant, the shape of a table, the boards of a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from reguli.ruleset.declarations.game_file import CHOSEN, LOST, RANK
from reguli.ruleset.declarations.player_counts import MOST_PLAYERS
from reguli.ruleset.document_nodes import BoardsAt, Documents
from reguli.ruleset.kind_nodes import Declared, KindDecl
from reguli.ruleset.patches.map_patches import set_letter, set_map, set_spot
from reguli.ruleset.patches.patch_sections import SECTIONS, STAGES_BY_NAME, name_of
from reguli.ruleset.patches.set_path import Setting
from reguli.schema.mapping_shapes import Field, Found, Group, Signed
from reguli.schema.scalar_shapes import NAMES
from reguli.schema.value_shapes import Shape, Spot
from reguli.source.message_arguments import Said
from reguli.source.yaml_nodes import Entry

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
