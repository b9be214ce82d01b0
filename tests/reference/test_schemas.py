"""The schemas that editors read: each shipped document fits its own, and what a reader finds wrong does not."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from reading_watch import TOP
from shapes_walked import groups_of

from reguli.app.json_schemas import KINDS, DocumentKind, json_schema_text
from reguli.source.diagnostic import Bag
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

PLACES = (TOP / "rulesets", TOP / "locales", TOP / "interpreter/reguli/reference", TOP / "tests/publish/themes")
BY_ID = {kind.id: kind for kind in KINDS}


def _plain(node: Node) -> object:
    """Return a document as any other program would read it."""
    match node:
        case MappingNode(entries=entries):
            return {entry.key.text: _plain(entry.value) for entry in entries}
        case SequenceNode(items=items):
            return [_plain(item) for item in items]
        case ScalarNode(value=value):
            return value


def _kind_of(path: Path) -> DocumentKind | None:
    """Return the kind of a file by its name and its folder."""
    folder = f"{path.parent.name}/*.yaml"
    for kind in KINDS:
        names = kind.files.split(", ")
        if path.name in names or folder in names or (kind.id == "lexicon" and path.name.endswith(".lexicon.yaml")):
            return kind
    return None


FILES = [
    (kind, path)
    for place in PLACES
    for path in sorted(place.rglob("*.yaml"))
    if "entries" not in path.parts and (kind := _kind_of(path)) is not None
]


@cache
def _validator(kind: str) -> Draft202012Validator:
    schema = json.loads(json_schema_text(BY_ID[kind]))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize(("kind", "path"), FILES, ids=[path.relative_to(TOP).as_posix() for _, path in FILES])
def test_a_shipped_document_fits(kind: DocumentKind, path: Path) -> None:
    node = read_yaml(path.read_text("utf-8"), path.name, Bag())
    assert node is not None
    found = [
        f"{'/'.join(map(str, one.path))}: {one.message[:200]}" for one in _validator(kind.id).iter_errors(_plain(node))
    ]
    assert found == []


def test_every_kind_has_a_document() -> None:
    assert {kind.id for kind, _ in FILES} == set(BY_ID)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("game", "{ruleset: x, language: 2, version: '1', players: {min: 1, max: 2}}"),  # no name
        ("game", "{ruleset: x, language: 2, version: '1', name: X, players: {min: 0, max: 2}}"),
        ("game", "{ruleset: x, language: 1, version: '1', name: X, players: {min: 1, max: 2}}"),
        ("game", "{ruleset: Bad Name, language: 2, version: '1', name: X, players: {min: 1, max: 2}}"),
        ("game", "{ruleset: x, language: 2, version: '1', name: X, players: {min: 1, max: 2}, rounds: []}"),
        (
            "game",
            "{ruleset: x, language: 2, version: '1', name: X, players: {min: 1, max: 2}, ranking: [{by: 1, order: best}]}",
        ),
        ("constants", "{two: x}"),
        ("constants", "{two: {unit: coin}}"),
        ("tables", "{fee: {keys: stage}}"),
        ("tables", "{fee: {keys: [], rows: [1]}}"),
        ("state", "{game: {heap: {zone: card, order: pile}}}"),
        ("state", "{game: {heap: {zone: card, capacity: 0}}}"),
        ("state", "{game: {coins: {number: coin, range: [1, 2, 3]}}}"),
        ("components", "{kinds: {card: {piece: true}}}"),
        ("components", "{kinds: {cell: {grid: {shape: square, width: 3}}}}"),
        ("components", "{kinds: {coin: {tokens: {supply: -1}}}}"),
        ("inventory", "{12: {statement: x, state: data}}"),
        ("inventory", "{P12: {statement: x}}"),
        ("examples", "{examples: [{id: a, then: [{value: x}]}]}"),
        ("position", "{players: 0}"),
        ("position", "{at: {decision: x}}"),
        ("variant", "{name: X}"),
        ("variant", "{variant: x, replace: {rules: [a]}}"),
        ("bots", "{bots: {b: {prefer: [{option: take, base: much}]}}}"),
        ("card", "{sections: [{section: a, parts: [{say: x, table: y}]}]}"),
        ("card", "{sections: [], paper: a3}"),
        ("book", "{sections: [{section: a, parts: [p10]}]}"),
        ("pieces", "{pieces: [{piece: a}]}"),
        ("pieces", "{pieces: [], icons: {coin: {colour: red, paths: [M0 0]}}}"),
        ("theme", "{theme: a, colours: {ink: black}}"),
        ("lexicon", "{language: de}"),
        ("lexicon", "{language: en, terms: {card: {gender: f}}}"),
        ("style", "{language: en}"),
        ("gloss", "{templates: {nothing_such: x}}"),
    ],
)
def test_what_is_wrong_does_not_fit(kind: str, text: str) -> None:
    node = read_yaml(text, "small", Bag())
    assert node is not None
    assert list(_validator(kind).iter_errors(_plain(node)))


SETTLED: dict[str, tuple[set[str], set[str]]] = {
    "GameDecl": ({"players_source"}, set()),
    "KindDecl": ({"pieces"}, {"form", "elements"}),
    "PieceDecl": ({"where", "unless"}, {"field", "holds"}),
}
"""What the function that settles a group takes away of its attributes, and what it adds."""


def _groups() -> Iterator[tuple[str, Any]]:
    for kind in KINDS:
        for shape in kind.shapes:
            yield from ((kind.id, group) for group in groups_of(shape))


def test_what_a_group_reads_is_what_its_value_takes() -> None:
    """A group gives its maker an attribute for each of its entries, and lacks none that the maker needs."""
    for kind, group in _groups():
        given = {name for part in group.fields for name in part.attributes}
        given |= {"span", *group.named.split()} if group.named else set()
        given |= {"span"} if group.span is not None else set()
        taken = inspect.signature(group.make).parameters.values()
        if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken):
            continue
        names = {one.name for one in taken}
        needed = {one.name for one in taken if one.default is inspect.Parameter.empty}
        dropped, settled = SETTLED.get(getattr(group.make, "__name__", ""), (set(), set()))
        assert given - dropped <= names, f"{kind}: {group.known} give {given - names}"
        assert needed <= given | settled, f"{kind}: {group.known} lack {needed - given}"


def test_what_is_meant_by_a_key_is_told() -> None:
    schema = json.loads(json_schema_text(BY_ID["game"]))
    assert schema["properties"]["players"]["properties"]["min"]["description"] == "The fewest players."
    assert schema["properties"]["setup"]["description"].startswith("The procedure that lays the game out")
