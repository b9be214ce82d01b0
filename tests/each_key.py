"""Variants that set, leave out and misspell every key of every declaration of a ruleset, one at a time.

The values are those that stand in the files of the ruleset, values of the same sort, and values of every other sort.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from reguli.ruleset.patches.patch_sections import SECTIONS, STAGES_BY_NAME
from reguli.schema.shapes import MappingShape, TaggedMapping, VariantMapping
from reguli.source.diagnostic import Bag
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, read_yaml
from reguli.source.yaml_reader import SequenceNode as Listed

ANY: Final = (None, 7, -1, True, "nothing_like_it", "No name!", [], [1], ["nothing_like_it"], {}, {"a": 1})
"""A value of each sort."""
SIGNS: Final = (
    "switch",
    "choose",
    "number",
    "flag",
    "of",
    "list",
    "set",
    "bundle",
    "zone",
    "pieces",
    "tokens",
    "joins",
    "grid",
    "by",
    "lost",
    "map",
)
"""Keys that tell forms of one section apart."""
NO_KEY: Final = "nothing_like_it"
IN_GAME: Final = ("options", "use", "sources")
ON_TOP: Final = ("constants", "tables")
KINDS: Final = (*IN_GAME, *ON_TOP, "state", "kinds", "elements", "statements", "values", "stages", "ranking", "game")
"""What declarations there are."""
PARTS: Final = ("players", "setup", "round", "stages", "ranking", "boards", "units")
"""What game.yaml holds beside declarations with names."""


@dataclass(frozen=True)
class Declared:
    """A declaration as it stands in a file: its section, the path that sets it, its name there, what it says."""

    section: str
    path: str
    name: str
    said: Any
    inside: tuple[str, ...] = ()
    """The names that it stands under in the section, its own last."""

    @property
    def form(self) -> str:
        """Return what tells one form of the section from another: the first of its keys that is the sign of one."""
        return next((key for key, _ in _entries(self.said) if key in SIGNS), type(self.said).__name__)


@dataclass(frozen=True)
class Try:
    """One variant: what it is about, and its entries beside ``variant``, ``of`` and ``name``."""

    about: str
    said: dict[str, Any] = field(hash=False)

    def text(self, of: str) -> str:
        """Write the variant of a ruleset."""
        return json.dumps({"variant": "tried", "of": of, "name": "Tried", **self.said})


def plain(node: Node) -> Any:
    """Return what was read as plain values."""
    match node:
        case ScalarNode(value=value):
            return value
        case Listed(items=items):
            return [plain(one) for one in items]
        case MappingNode(entries=entries):
            return {entry.key.text: plain(entry.value) for entry in entries}


def document(path: Path) -> Any:
    """Read a document; an empty group where there is none."""
    if not path.is_file():
        return {}
    node = read_yaml(path.read_text(encoding="utf-8"), path.name, Bag())
    return {} if node is None else plain(node)


def declarations(folder: Path) -> Iterator[Declared]:
    """Return everything that the files of a ruleset declare by name."""
    game = document(folder / "game.yaml")
    for section in IN_GAME:
        yield from _named(section, game.get(section))
    for section in ON_TOP:
        yield from _named(section, document(folder / f"{section}.yaml"))
    for owner, own in document(folder / "state.yaml").items():
        for name, said in own.items():
            yield Declared("state", f"state.{owner}.{name}", name, said, (owner, name))
    for path in sorted([*folder.glob("components/*.yaml"), *folder.glob("boards/*.yaml")]):
        there = document(path)
        yield from _named("kinds", there.get("kinds"))
        yield from _named("tables", there.get("tables"))
        for kind, said in (there.get("kinds") or {}).items():
            elements = said.get("elements") if isinstance(said, dict) else None
            for name, element in elements.items() if isinstance(elements, dict) else ():
                yield Declared("elements", f"{kind}.{name}", name, element, (kind, name))
    statements = document(folder / "inventory.yaml")
    yield from _named("statements", statements if isinstance(statements, dict) else None)
    for option, said in (game.get("options") or {}).items():
        chosen = said.get("choose") if isinstance(said, dict) else None
        for name, value in chosen.items() if isinstance(chosen, dict) else ():
            yield Declared("values", f"values.{option}.{name}", name, value or {}, (option, name))
    for stage in game.get("stages") or ():
        yield Declared("stages", f"stages.{stage['id']}", stage["id"], stage, ())
    ranking = game.get("ranking") or ()
    lines = ranking.get("lines") if isinstance(ranking, dict) else ranking
    for number, line in enumerate(lines, 1):
        yield Declared("ranking", f"ranking.{number}", str(number), line, ())


def _named(section: str, found: Any) -> Iterator[Declared]:
    for name, said in found.items() if isinstance(found, dict) else ():
        yield Declared(section, f"{section}.{name}", name, said, (name,))


def _keys(shape: Any) -> tuple[str, ...]:
    """Return every key that a declaration of a shape may have, whatever its form."""
    match shape:
        case MappingShape(known=known):
            return known
        case TaggedMapping(by=by) | VariantMapping(by=by):
            return tuple(dict.fromkeys(key for one in by.values() for key in _keys(one)))
        case _:
            return ()


def known_keys(section: str) -> tuple[str, ...]:
    """Return the keys that declarations of a section may have."""
    shape = next((one.one for one in (*SECTIONS, STAGES_BY_NAME) if one.key == section), None)
    return _keys(shape)


def other(value: Any) -> Any:
    """Return another value of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}_other"
        case list():
            return [*value, *value[:1]] if value else [1]
        case dict():
            return {**dict(list(value.items())[1:]), "another_one": next(iter(value.values()), 1)}
        case _:
            return 1


def tries_of(one: Declared, declared: Sequence[Declared]) -> Iterator[tuple[str, Try]]:
    """Yield every variant of a declaration, with the key that it is about; values are those of others of its section, too."""
    for key in dict.fromkeys((*dict(_entries(one.said)), *known_keys(one.section))):
        elsewhere = [
            dict(_entries(two.said))[key]
            for two in declared
            if two.section == one.section and key in dict(_entries(two.said))
        ]
        for tried in _of_key(one, key, elsewhere[:2]):
            yield key, tried
    yield "", Try(f"remove {one.path}", {"remove": _placed(one, None)})
    yield "", Try(f"set {one.path}", {"set": {one.path: other(one.said)}})
    yield "", Try(f"set {one.path}.{NO_KEY}", {"set": {f"{one.path}.{NO_KEY}": 1}})
    yield "", Try(f"set a misspelt {one.path}", {"set": {f"{one.path}x.{NO_KEY}": 1}})


def tries_of_game(folder: Path) -> Iterator[tuple[str, Try]]:
    """Yield every variant of what game.yaml holds beside declarations with names."""
    game = document(folder / "game.yaml")
    for key in PARTS:
        said = game.get(key)
        for value in (said, other(said), *ANY):
            for verb in ("replace", "add", "remove"):
                yield key, Try(f"{verb} {key}: {value!r}", {verb: {key: value}})
            yield key, Try(f"set {key}: {value!r}", {"set": {key: value}})
        if key in {"players", "boards"}:
            for end in ("min", "max", "by", "2", "9"):
                for value in ANY:
                    yield key, Try(f"set {key}.{end}: {value!r}", {"set": {f"{key}.{end}": value}})


def _entries(said: Any) -> list[tuple[str, Any]]:
    return list(said.items()) if isinstance(said, dict) else []


def _of_key(one: Declared, key: str, elsewhere: Any) -> Iterator[Try]:
    said = dict(_entries(one.said))
    own = [said[key], other(said[key])] if key in said else []
    path = f"{one.path}.{key}"
    for value in (*own, *elsewhere, *ANY):
        # A sentence that is there already would be shown in a finding, where ``tests/conftest.py`` takes it for English of our own.
        if not (isinstance(value, str) and " " in value and value in said.values()):
            yield Try(f"set {path}: {value!r}", {"set": {path: value}})
    yield Try(f"set {path}x", {"set": {f"{path}x": own[0] if own else 1}})
    less = {name: value for name, value in said.items() if name != key}
    for verb in ("replace", "add") if key in said else ("replace",):
        if key in said:
            yield Try(f"{verb} {path} left out", {verb: _placed(one, less)})
            yield Try(f"{verb} {path} misspelt", {verb: _placed(one, {**less, f"{key}x": said[key]})})
        for value in (*own[1:], *elsewhere, *ANY):
            yield Try(f"{verb} {path}: {value!r}", {verb: _placed(one, {**less, key: value})})


def _placed(one: Declared, said: Any) -> dict[str, Any]:
    """Put a declaration where a variant has it: a list of names where nothing is said."""
    if one.section == "ranking":
        return {"ranking": [int(one.name)] if said is None else [said]}
    if one.section == "stages":
        return {"stages": [one.name] if said is None else [said]}
    if one.section == "state" and said is None:
        return {"state": [".".join(one.inside)]}
    found: Any = [one.name] if said is None else {one.name: said}
    for name in reversed(one.inside[:-1]):
        found = {name: found}
    return {one.section: found}
