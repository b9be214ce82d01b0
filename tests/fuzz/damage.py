"""Texts changed at random, by a generator that is given: YAML by its tree, rules by their words, anything by its letters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from reguli.source.diagnostic import Bag
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode, read_yaml

VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 2, 7, 100_000, 10**9, -(10**12), "", "x", "none", "all", "nothing_like_it", "No name!", "player", "seat_1",
    "P1", "T99", "1..3", "[a]", "{a}", "\u202e", "\x1b[31m", "ș", "a" * 300, [], [1], ["x"], [[]], {}, {"x": 1}, {"of": "player"}, {"number": "x"}, [None],
)  # fmt: skip
EXPRESSIONS: Final = (
    "player",
    "1 = 1",
    "count(all x in players)",
    "next(player)",
    "to_move.won",
    "sum(1)",
    "none",
    "round",
    "-1",
    "first(players)",
)
WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\s+|.")
ROUND: Final = {"and": "or", "or": "and", "=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "add": "subtract", "subtract": "add",
                "to": "from", "from": "to", "all": "some", "some": "no", "no": "some", "every": "some", "min": "max", "max": "min", "first": "last", "last": "first", "up": "down",
                "down": "up", "not": "", "if": "while", "while": "if", "empty": "none", "true": "false", "false": "true", "top": "bottom", "bottom": "top"}  # fmt: skip


def nodes(node: Node) -> Iterator[Node]:
    """Yield a node and all below it."""
    yield node
    match node:
        case MappingNode(entries=entries):
            for entry in entries:
                yield entry.key
                yield from nodes(entry.value)
        case SequenceNode(items=items):
            for item in items:
                yield from nodes(item)


def _entries(node: Node) -> Iterator[MappingEntry]:
    match node:
        case MappingNode(entries=entries):
            for entry in entries:
                yield entry
                yield from _entries(entry.value)
        case SequenceNode(items=items):
            for item in items:
                yield from _entries(item)


def yaml_damaged(text: str, chance: Random, times: int = 1) -> str:
    """Change values, names and entries of a document."""
    for _ in range(times):
        top = read_yaml(text, "it", Bag())
        if top is None:
            return letters_damaged(text, chance)
        every, entries = list(nodes(top)), list(_entries(top))
        at, other = chance.choice(every), chance.choice(every)
        match chance.randrange(9):
            case 0 | 1 | 2:
                text = _put(text, at, _value(at, chance))
            case 3 | 4:
                text = _put(text, at, text[other.start : other.end])
            case 5 if entries:
                entry = chance.choice(entries)
                text = text[: entry.key.start] + text[entry.value.end :]
            case 6 if entries:
                entry = chance.choice(entries)
                text = _put(
                    text,
                    entry.key,
                    chance.choice([f"{entry.key.text}x", chance.choice(entries).key.text, "nothing_like_it"]),
                )
            case 7 if entries:
                entry, two = chance.choice(entries), chance.choice(entries)
                text = _put(text, entry.value, text[two.value.start : two.value.end])
            case _:
                lines = text.splitlines(keepends=True)
                line = chance.randrange(len(lines)) if lines else 0
                text = "".join([*lines[:line], *lines[line : line + 1] * chance.choice([0, 2]), *lines[line + 1 :]])
    return text


def _value(node: Node, chance: Random) -> str:
    if isinstance(node, ScalarNode):
        match node.value:
            case bool(node.value):
                return chance.choice(["true", "false", "3"])
            case int():
                return (
                    str(node.value + chance.choice([-1, 1, 1000]))
                    if chance.random() < 0.6
                    else json.dumps(chance.choice(VALUES))
                )
    return json.dumps(chance.choice((*VALUES, *EXPRESSIONS)))


def _put(text: str, node: Node, new: str) -> str:
    return text[: node.start] + new + text[node.end :]


def rules_damaged(text: str, chance: Random, times: int = 1, *, gently: bool = False) -> str:
    """Change words of rules; ``gently`` puts in only what means the opposite, a neighbouring number, or another name."""
    for _ in range(times):
        words = WORD.findall(text)
        solid = [at for at, word in enumerate(words) if not word.isspace()]
        if not solid:
            return text
        at = chance.choice(solid)
        turned = [one for one in solid if words[one] in ROUND]
        names = [words[one] for one in solid if words[one][0].isalpha()]
        if gently:
            at = chance.choice(turned) if turned and chance.random() < 0.7 else at
            words[at] = ROUND.get(words[at], chance.choice(names) if words[at][0].isalpha() else words[at])
        else:
            match chance.randrange(6):
                case 0:
                    words[at] = ""
                case 1:
                    words[at] += f" {words[at]}"
                case 2:
                    words[at] = chance.choice(names or ["x"])
                case 3:
                    words[at] = ROUND.get(words[at], words[chance.choice(solid)])
                case 4:
                    words[at] = chance.choice([*EXPRESSIONS, ":", "(", ")", ",", "\n", "    ", "cites T1", "9" * 40])
                case _:
                    two = chance.choice(solid)
                    words[at], words[two] = words[two], words[at]
        text = "".join(words)
    return text


def letters_damaged(text: str, chance: Random, times: int = 1) -> str:
    """Change letters and lines of any text."""
    for _ in range(times):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice([0, 1, 1, 3, 20]))
        text = (
            text[:at]
            + chance.choice(
                [
                    "",
                    "",
                    "\x00",
                    "\ufeff",
                    "\u202e",
                    "\x1b",
                    "{",
                    "}",
                    '"',
                    "[",
                    "]",
                    "\\",
                    "\n",
                    "\t",
                    "é",
                    "7",
                    text[at:to] * 2,
                ]
            )
            + text[to:]
        )
    return text


def json_damaged(found: Any, chance: Random) -> Any:
    """Change one value of plain data, anywhere."""
    match found:
        case dict() if found and chance.random() < 0.85:
            key = chance.choice(list(found))
            if chance.random() < 0.1:
                return {name: value for name, value in found.items() if name != key}
            return {**found, key: json_damaged(found[key], chance)}
        case list() if found and chance.random() < 0.85:
            at = chance.randrange(len(found))
            if chance.random() < 0.15:
                return [*found[:at], *found[at : at + 1] * chance.choice([0, 2]), *found[at + 1 :]]
            return [*found[:at], json_damaged(found[at], chance), *found[at + 1 :]]
        case bool():
            return chance.choice([not found, None, 1])
        case int():
            return chance.choice([found + 1, found - 1, 0, -1, 10**20, str(found), None])
        case str() if chance.random() < 0.6:
            return letters_damaged(found, chance)
    return chance.choice(VALUES)
