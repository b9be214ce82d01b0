"""Places in YAML documents, whole or half-typed, and what the JSON Schema of their kind allows there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePath
from typing import Any, Final

from reguli.app.json_schemas import KINDS, json_schema_text
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode

Schema = dict[str, Any]
ITEM: Final = "[]"
"""Stands in a path for a place in a list."""
FREE_TEXT: Final = frozenset({"name", "note", "provenance", "ruling", "says", "statement", "text", "title"})
"""Keys of sentences for people, in which a word is no id."""
_WORD: Final = re.compile(r"""\s+|\#.*|"[^"]*"?|'[^']*'?|[{}\[\],]|:(?=\s|$)|(?:[^\s{}\[\],:]|:(?!\s|$))+""")
_DASH: Final = re.compile(r"-(?:\s+|$)")


@frozen_class
class YamlPlace(FrozenValue):
    """The keys round a place, ``[]`` for a list, from the outermost; what is typed of its word; whether a key stands there."""

    path: tuple[str, ...]
    typed: str
    is_key: bool


def yaml_place(lines: Sequence[str], line: int, column: int) -> YamlPlace:
    """Return where a column of a line lies, by the indentation of the lines above it alone."""
    margin, dashes, content = _margin(lines[line][:column])
    path, typed, is_key = _opened(content)
    path = [*(ITEM for _ in dashes), *path]
    least = dashes[0] if dashes else margin
    is_item = bool(dashes)
    for above in reversed(lines[:line]):
        if least == 0 and not is_item:
            break
        start, marks, rest = _margin(above)
        if not rest or rest.startswith("#"):
            continue
        keys = _opened(rest)[0][:1]
        if start < least or (start == least and is_item and not marks):
            if keys:
                path, least, is_item = [*keys, *path], start, False
        elif start != least or not marks:
            continue
        if marks and marks[0] < least:
            path, least, is_item = [*(ITEM for _ in marks), *path], marks[0], True
    return YamlPlace(tuple(path), typed, is_key)


def _margin(line: str) -> tuple[int, list[int], str]:
    """Return the column at which the content of a line begins, the columns of the dashes before it, and the content."""
    at, dashes = len(line) - len(line.lstrip(" ")), list[int]()
    while found := _DASH.match(line, at):
        dashes.append(at)
        at = found.end()
    return at, dashes, line[at:].rstrip("\n")


def _opened(content: str) -> tuple[list[str], str, bool]:
    """Return the keys that stand open at the end of a text, the word that ends it, and whether that is a key."""
    frames: list[list[str | None]] = [["{", None]]
    word = ""
    for found in _WORD.finditer(content):
        sign = found[0]
        match sign[0]:
            case "{" | "[":
                frames.append([sign, None])
                word = ""
            case "}" | "]":
                frames = frames[:-1] or frames
                word = ""
            case ",":
                frames[-1][1] = frames[-1][1] if len(frames) == 1 or frames[-1][0] == "[" else None
                word = ""
            case ":":
                frames[-1][1], word = word.strip().strip("\"'"), ""
            case "#":
                break
            case _:
                word += sign
    path = [step for kind, key in frames[:-1] for step in ([ITEM] if kind == "[" else [key] if key else [])]
    kind, key = frames[-1]
    if kind == "[" or key:
        return [*path, ITEM if kind == "[" else str(key)], word.strip(), False
    return path, word.strip(), True


@cache
def _schemas() -> Mapping[str, Schema]:
    """Return the schema of every kind of document, by the pattern of its files; that takes a fifth of a second."""
    made = [(kind.files.split(", "), json.loads(json_schema_text(kind))) for kind in KINDS]
    return {pattern: schema for patterns, schema in made for pattern in patterns}


def schemas_of(name: str) -> tuple[Schema, ...]:
    """Return the schema of the documents of a file name, relative to its ruleset; none for other files."""
    parts = PurePath(name).parts
    for tail in ("/".join(parts[at:]) for at in range(len(parts))):
        for pattern, schema in _schemas().items():
            if fnmatchcase(tail, pattern) and tail.count("/") == pattern.count("/"):
                return (schema,)
    return ()


def branches(schemas: Iterable[Any]) -> Iterator[Schema]:
    """Yield the alternatives of schemas, without those that only hold others."""
    for schema in schemas:
        if isinstance(schema, dict):
            inner = schema.get("anyOf")
            if inner is None:
                yield schema
            else:
                told = {"description": schema["description"]} if "description" in schema else {}
                yield from ({**told, **one} for one in branches(inner))


def step(schemas: Iterable[Any], key: str) -> tuple[Schema, ...]:
    """Return what may stand under a key, or in a list."""
    found = []
    for one in branches(schemas):
        below = one.get("items") if key == ITEM else one.get("properties", {}).get(key, one.get("additionalProperties"))
        if isinstance(below, dict):
            found.append(below)
    return tuple(found)


def schemas_at(name: str, path: Iterable[str]) -> tuple[Schema, ...]:
    """Return what may stand at a path of a document."""
    found = schemas_of(name)
    for key in path:
        found = step(found, key)
    return found


def allowed_keys(schemas: Iterable[Schema]) -> dict[str, str]:
    """Return the keys that schemas name, with what they mean."""
    return {
        key: str(one.get("description", ""))
        for branch in branches(schemas)
        for key, one in branch.get("properties", {}).items()
    }


def allowed_words(schemas: Iterable[Schema]) -> tuple[str, ...]:
    """Return the words of which a schema wants one."""
    found = []
    for one in branches(schemas):
        values = one.get("enum", [one["const"]] if "const" in one else [])
        values = ["true", "false"] if one.get("type") == "boolean" else values
        found += [value for value in values if isinstance(value, str)]
    return tuple(dict.fromkeys(found))


def id_scalars(node: Node, schemas: tuple[Schema, ...]) -> Iterator[tuple[ScalarNode, bool]]:
    """Yield the scalars of a document that may hold ids, and whether a pattern of the schema says so.

    Keys and words of the schema and sentences for people hold none.
    """
    match node:
        case MappingNode(entries=entries):
            named = allowed_keys(schemas)
            for entry in entries:
                key = entry.key.text
                if key not in named:
                    yield entry.key, True
                if key not in named or key not in FREE_TEXT:
                    yield from id_scalars(entry.value, step(schemas, key))
        case SequenceNode(items=items):
            for item in items:
                yield from id_scalars(item, step(schemas, ITEM))
        case ScalarNode() if node.text not in allowed_words(schemas):
            yield node, any(re.search(one.get("pattern", "(?!)"), node.text) for one in branches(schemas))
        case ScalarNode():
            pass
