"""The form of a save: plain JSON values checked one by one, because files come from anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from reguli.source.diagnostic import Bag, Diagnostic

SAVE_VERSION = 1
SEAL = "seal"
LANGUAGE_VERSION = 1
LARGEST_SAVE = 32 * 1024 * 1024
"""Bytes of a save at most."""
LARGEST_POSITION = 200_000
MOST_MOVES = 100_000
MOST_CHANCE = 200_000
MOST_ENTRIES = 1000
LONGEST_TEXT = 400
LARGEST_NUMBER = 1 << 62
MOST_PLAYERS = 20
_ID = re.compile(r"[a-z][a-z0-9_]{0,59}")
_HASH = re.compile(r"[0-9a-f]{1,64}")


@dataclass(frozen=True, slots=True)
class SavedMove:
    """One move as saved; ``hash`` is that of the position when it and the forced moves behind it were done."""

    by: int
    decision: str
    option: str
    arguments: Mapping[str, str | int]
    text: str
    forced: bool
    hash: str | None


@dataclass(frozen=True, slots=True)
class Save:
    """What a save says, every part of the right form."""

    ruleset: str
    version: str
    digest: str
    variants: tuple[str, ...]
    options: Mapping[str, str | bool]
    players: int
    names: tuple[str, ...]
    seed: int
    prescribed: Mapping[str, object]
    play_forced: bool
    position: Mapping[str, object] | None
    chance: tuple[tuple[str, str], ...]
    moves: tuple[SavedMove, ...]
    start: str
    hash: str
    over: bool
    changed: bool
    """Whether something was changed after it was written."""


def seal(data: Mapping[str, object]) -> str:
    """Give the digest of a save as plain values, whatever the order and layout of its text: 32 hexadecimal digits."""
    rest = {key: value for key, value in data.items() if key != SEAL}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()


class _Wrong(Exception):  # noqa: N818 - it never leaves this file
    """The first thing that is wrong with a save."""

    def __init__(self, code: str, **args: str | int) -> None:
        super().__init__(code)
        self.code, self.said = code, args


def read_json_text(text: str, bag: Bag) -> object:
    """Read JSON text; ``None`` with a finding (E201, E203) when it is none or too long."""
    if len(text) > LARGEST_SAVE:
        bag.add("E203", None, what="its text", limit=f"{LARGEST_SAVE} bytes")
        return None
    try:
        found: object = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        bag.add("E201", None, why="its parts lie within one another too deep")
    except ValueError as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        bag.add("E201", None, why=f"it is no JSON{place}")
    else:
        if found is None:
            bag.add("E202", None, where="the whole", expected="a group of named values")
        return found
    return None


def _no_constant(name: str) -> float:
    raise ValueError(name)


def read_save(data: object, bag: Bag) -> Save | None:
    """Check the form of a save; ``None`` with one finding (E202, E203, E204) for the first thing that is wrong."""
    try:
        return _save(_group(data, "the whole"))
    except _Wrong as wrong:
        bag.extend([Diagnostic(wrong.code, None, tuple(wrong.said.items()))])
        return None


def _save(data: Mapping[str, Any]) -> Save:
    for key, known in (("save", SAVE_VERSION), ("language", LANGUAGE_VERSION)):
        found = _whole(data, key, 0, LARGEST_NUMBER)
        if found != known:
            what = "saves" if key == "save" else "the language"
            raise _Wrong("E204", found=found, what=what, known=known)
    ruleset = _group(data.get("ruleset"), "'ruleset'")
    players = _whole(data, "players", 1, MOST_PLAYERS)
    names = tuple(_name(name) for name in _list(data, "names", MOST_PLAYERS))
    if len(names) not in (0, players) or len({name.lower() for name in names}) < len(names):
        raise _expected("'names'", f"a list of {players} different names")
    moves = tuple(_move(item, number) for number, item in enumerate(_list(data, "moves", MOST_MOVES), 1))
    position = data.get("position")
    return Save(
        ruleset=_id(ruleset, "id"),
        version=_text(ruleset, "version"),
        digest=_hash(ruleset, "digest"),
        variants=tuple(_word(item, "'variants'") for item in _list(ruleset, "variants", MOST_ENTRIES)),
        options=_options(data),
        players=players,
        names=names,
        seed=_whole(data, "seed", -LARGEST_NUMBER, LARGEST_NUMBER),
        prescribed=_prescribed(data),
        play_forced=_truth(data, "play_forced"),
        position=None if position is None else _position(position),
        chance=tuple(_outcome(item) for item in _list(data, "chance", MOST_CHANCE)),
        moves=moves,
        start=_hash(data, "start"),
        hash=_hash(data, "hash"),
        over=_truth(data, "over"),
        changed=_hash(data, SEAL) != seal(data),
    )


def _move(item: object, number: int) -> SavedMove:
    where = f"move {number}"
    data = _group(item, where)
    arguments = _group(data.get("arguments"), f"'arguments' of {where}")
    return SavedMove(
        by=_whole(data, "by", 0, MOST_PLAYERS - 1),
        decision=_text(data, "decision"),
        option=_text(data, "option"),
        arguments={_word(key, where): _argument(value, where) for key, value in arguments.items()},
        text=_text(data, "text"),
        forced=_truth(data, "forced"),
        hash=None if data.get("hash") is None else _hash(data, "hash"),
    )


def _argument(value: object, where: str) -> str | int:
    if isinstance(value, str) and len(value) <= LONGEST_TEXT:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER:
        return value
    raise _expected(f"an argument of {where}", "a name or a whole number")


def _options(data: Mapping[str, Any]) -> dict[str, str | bool]:
    found: dict[str, str | bool] = {}
    for key, value in _group(data.get("options"), "'options'").items():
        if not isinstance(value, bool):
            _word(value, "an option's value")
        found[_word(key, "an option")] = value
    return found


def _prescribed(data: Mapping[str, Any]) -> dict[str, object]:
    found: dict[str, object] = {}
    room = MOST_CHANCE
    for key, outcomes in _group(data.get("prescribed"), "'prescribed'").items():
        if not isinstance(outcomes, list):
            raise _expected(f"'{key[:60]}' in 'prescribed'", "a list of outcomes")
        for outcome in outcomes:
            inner = outcome if isinstance(outcome, list) else [outcome]
            room -= len(inner)
            if room < 0:
                raise _Wrong("E203", what="prescribed outcomes", limit=MOST_CHANCE)
            for item in inner:
                _argument(item, "'prescribed'")
        found[_word(key, "'prescribed'")] = outcomes
    return found


def _position(found: object) -> Mapping[str, object]:
    data = _group(found, "'position'")
    if len(json.dumps(data)) > LARGEST_POSITION:
        raise _Wrong("E203", what="letters in 'position'", limit=LARGEST_POSITION)
    return data


def _outcome(item: object) -> tuple[str, str]:
    if isinstance(item, list) and len(item) == 2:
        return _word(item[0], "an outcome of 'chance'"), _word(item[1], "an outcome of 'chance'")
    raise _expected("an outcome of 'chance'", "a pair of site and outcome")


# -- single values ---------------------------------------------------------------------------------------------


def _expected(where: str, expected: str) -> _Wrong:
    return _Wrong("E202", where=where, expected=expected)


def _group(data: object, where: str) -> Mapping[str, Any]:
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise _expected(where, "a group of named values")
    if len(data) > MOST_ENTRIES:
        raise _Wrong("E203", what=f"entries in {where}", limit=MOST_ENTRIES)
    return data


def _list(data: Mapping[str, Any], key: str, most: int) -> list[Any]:
    found = data.get(key)
    if not isinstance(found, list):
        raise _expected(f"'{key}'", "a list")
    if len(found) > most:
        raise _Wrong("E203", what=f"entries in '{key}'", limit=most)
    return found


def _whole(data: Mapping[str, Any], key: str, low: int, high: int) -> int:
    found = data.get(key)
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
        raise _expected(f"'{key}'", f"a whole number from {low} to {high}")
    return found


def _truth(data: Mapping[str, Any], key: str) -> bool:
    found = data.get(key)
    if not isinstance(found, bool):
        raise _expected(f"'{key}'", "true or false")
    return found


def _word(found: object, where: str) -> str:
    if not isinstance(found, str) or len(found) > LONGEST_TEXT or not found.isprintable():
        raise _expected(where, f"a text of at most {LONGEST_TEXT} letters")
    return found


def _text(data: Mapping[str, Any], key: str) -> str:
    return _word(data.get(key), f"'{key}'")


def _name(found: object) -> str:
    name = _word(found, "a player's name")
    if not name or len(name) > 40 or name.split() != [name]:
        raise _expected("a player's name", "one word of at most 40 letters")
    return name


def _id(data: Mapping[str, Any], key: str) -> str:
    found = _text(data, key)
    if not _ID.fullmatch(found):
        raise _expected(f"'{key}'", "the id of a ruleset")
    return found


def _hash(data: Mapping[str, Any], key: str) -> str:
    found = _text(data, key)
    if not _HASH.fullmatch(found):
        raise _expected(f"'{key}'", "a hash in hexadecimal digits")
    return found
