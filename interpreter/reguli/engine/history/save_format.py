"""The save format: plain JSON values, each validated, because files come from anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from reguli.engine.gameplay.playthrough import OPENLY, Forced
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class

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
MOST_MEMBERS = 1000
_ID = re.compile(r"[a-z][a-z0-9_]{0,59}")
_HASH = re.compile(r"[0-9a-f]{1,64}")


@frozen_class
class SavedMove(FrozenValue):
    """A saved move; ``hash`` is the position hash after it and the forced moves that follow."""

    by: int
    decision: str
    option: str
    arguments: Mapping[str, str | int | list[str]]
    text: str
    forced: bool
    hash: str | None


@frozen_class
class SaveData(FrozenValue):
    """The validated contents of a save."""

    ruleset: str
    version: str
    digest: str
    variants: tuple[str, ...]
    options: Mapping[str, str | bool]
    players: int
    names: tuple[str, ...]
    seed: int
    prescribed: Mapping[str, Sequence[object]]
    play_forced: Forced
    position: Mapping[str, object] | None
    chance: tuple[tuple[str, str], ...]
    moves: tuple[SavedMove, ...]
    start: str
    hash: str
    over: bool
    changed: bool
    """Whether something was changed after it was written."""


def save_digest(data: Mapping[str, object]) -> str:
    """Return the digest of a save's values, independent of order and layout: 32 hexadecimal digits."""
    rest = {key: value for key, value in data.items() if key != SEAL}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()


class _Wrong(Exception):  # noqa: N818 - it never leaves this file
    """The first format error of a save."""

    def __init__(self, code: str, **args: Value) -> None:
        super().__init__(code)
        self.code, self.said = code, args


def read_json_text(text: str, bag: Bag) -> object:
    """Parse JSON text; ``None`` with a finding (E201, E203) if invalid or too long."""
    if len(text) > LARGEST_SAVE:
        bag.add("E203", None, what=Said("part.text"), limit=Said("part.bytes", limit=LARGEST_SAVE))
        return None
    try:
        found: object = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        bag.add("E201", None, why=Said("why.too_deep"))
    except ValueError as error:
        at = error.lineno if isinstance(error, json.JSONDecodeError) else None
        bag.add("E201", None, why=Said("why.no_json") if at is None else Said("why.no_json_at", line=at))
    else:
        if found is None:
            bag.add("E202", None, where=Said("part.whole"), expected=Said("sort.group_of_values"))
        return found
    return None


def _no_constant(name: str) -> float:
    raise ValueError(name)


def parse_save_data(data: object, bag: Bag) -> SaveData | None:
    """Validate a save's format; ``None`` with one finding (E202, E203, E204) for the first error."""
    try:
        return _save(_group(data, Said("part.whole")))
    except _Wrong as wrong:
        bag.extend([Diagnostic(wrong.code, None, tuple(wrong.said.items()))])
        return None


def _save(data: Mapping[str, Any]) -> SaveData:
    for key, known in (("save", SAVE_VERSION), ("language", LANGUAGE_VERSION)):
        found = _whole(data, key, 0, LARGEST_NUMBER)
        if found != known:
            what = Said("thing.saves" if key == "save" else "part.language")
            raise _Wrong("E204", found=found, what=what, known=known)
    ruleset = _group(data.get("ruleset"), Said("part.named", name="ruleset"))
    players = _whole(data, "players", 1, MOST_PLAYERS)
    names = tuple(_name(name) for name in _list(data, "names", MOST_PLAYERS))
    if len(names) not in (0, players) or len({name.lower() for name in names}) < len(names):
        raise _expected(Said("part.named", name="names"), Said("sort.so_many_names", count=players))
    moves = tuple(_move(item, number) for number, item in enumerate(_list(data, "moves", MOST_MOVES), 1))
    position = data.get("position")
    return SaveData(
        ruleset=_id(ruleset, "id"),
        version=_text(ruleset, "version"),
        digest=_hash(ruleset, "digest"),
        variants=tuple(
            _word(item, Said("part.named", name="variants")) for item in _list(ruleset, "variants", MOST_ENTRIES)
        ),
        options=_options(data),
        players=players,
        names=names,
        seed=_whole(data, "seed", -LARGEST_NUMBER, LARGEST_NUMBER),
        prescribed=_prescribed(data),
        play_forced=OPENLY if data.get("play_forced") == OPENLY else _truth(data, "play_forced"),
        position=None if position is None else _position(position),
        chance=tuple(_outcome(item) for item in _list(data, "chance", MOST_CHANCE)),
        moves=moves,
        start=_hash(data, "start"),
        hash=_hash(data, "hash"),
        over=_truth(data, "over"),
        changed=_hash(data, SEAL) != save_digest(data),
    )


def _move(item: object, number: int) -> SavedMove:
    where = Said("part.move", number=number)
    data = _group(item, where)
    arguments = _group(data.get("arguments"), Said("part.field", name="arguments", where=where))
    return SavedMove(
        by=_whole(data, "by", 0, MOST_PLAYERS - 1),
        decision=_text(data, "decision"),
        option=_text(data, "option"),
        arguments={_word(key, where): _given(value, where) for key, value in arguments.items()},
        text=_text(data, "text"),
        forced=_truth(data, "forced"),
        hash=None if data.get("hash") is None else _hash(data, "hash"),
    )


def _argument(value: object, where: Value) -> str | int:
    if isinstance(value, str) and len(value) <= LONGEST_TEXT:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER:
        return value
    raise _expected(Said("part.an_argument", where=where), Said("sort.name_or_whole_number"))


def _given(value: object, where: Value) -> str | int | list[str]:
    """Read an argument; a chosen set is a list of its members."""
    if isinstance(value, list) and len(value) <= MOST_MEMBERS:
        return [str(_argument(item, where)) for item in value]
    return _argument(value, where)


def _options(data: Mapping[str, Any]) -> dict[str, str | bool]:
    found: dict[str, str | bool] = {}
    for key, value in _group(data.get("options"), Said("part.named", name="options")).items():
        if not isinstance(value, bool):
            _word(value, Said("part.value_of_option"))
        found[_word(key, Said("thing.an_option"))] = value
    return found


def _prescribed(data: Mapping[str, Any]) -> dict[str, Sequence[object]]:
    found: dict[str, Sequence[object]] = {}
    room = MOST_CHANCE
    for key, outcomes in _group(data.get("prescribed"), Said("part.named", name="prescribed")).items():
        if not isinstance(outcomes, list):
            raise _expected(
                Said("part.entry", name=key[:60], where=Said("part.named", name="prescribed")), Said("sort.outcomes")
            )
        for outcome in outcomes:
            inner = outcome if isinstance(outcome, list) else [outcome]
            room -= len(inner)
            if room < 0:
                raise _Wrong("E203", what=Said("part.outcomes"), limit=MOST_CHANCE)
            for item in inner:
                _argument(item, Said("part.named", name="prescribed"))
        found[_word(key, Said("part.named", name="prescribed"))] = outcomes
    return found


def _position(found: object) -> Mapping[str, object]:
    data = _group(found, Said("part.named", name="position"))
    if len(json.dumps(data)) > LARGEST_POSITION:
        raise _Wrong("E203", what=Said("part.letters"), limit=LARGEST_POSITION)
    return data


def _outcome(item: object) -> tuple[str, str]:
    if isinstance(item, list) and len(item) == 2:
        return _word(item[0], Said("part.outcome")), _word(item[1], Said("part.outcome"))
    raise _expected(Said("part.outcome"), Said("sort.site_and_outcome"))


# -- single values ---------------------------------------------------------------------------------------------


def _expected(where: Value, expected: Value) -> _Wrong:
    return _Wrong("E202", where=where, expected=expected)


def _group(data: object, where: Value) -> Mapping[str, Any]:
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise _expected(where, Said("sort.group_of_values"))
    if len(data) > MOST_ENTRIES:
        raise _Wrong("E203", what=Said("part.entries", where=where), limit=MOST_ENTRIES)
    return data


def _list(data: Mapping[str, Any], key: str, most: int) -> list[Any]:
    found = data.get(key)
    if not isinstance(found, list):
        raise _expected(Said("part.named", name=key), Said("sort.list"))
    if len(found) > most:
        raise _Wrong("E203", what=Said("part.entries", where=Said("part.named", name=key)), limit=most)
    return found


def _whole(data: Mapping[str, Any], key: str, low: int, high: int) -> int:
    found = data.get(key)
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
        raise _expected(Said("part.named", name=key), Said("sort.whole_number_between", low=low, high=high))
    return found


def _truth(data: Mapping[str, Any], key: str) -> bool:
    found = data.get(key)
    if not isinstance(found, bool):
        raise _expected(Said("part.named", name=key), Said("sort.true_or_false"))
    return found


def _word(found: object, where: Value) -> str:
    if not isinstance(found, str) or len(found) > LONGEST_TEXT or not found.isprintable():
        raise _expected(where, Said("sort.text_of_letters", limit=LONGEST_TEXT))
    return found


def _text(data: Mapping[str, Any], key: str) -> str:
    return _word(data.get(key), Said("part.named", name=key))


def _name(found: object) -> str:
    name = _word(found, Said("part.name_of_player"))
    if not name or len(name) > 40 or name.split() != [name]:
        raise _expected(Said("part.name_of_player"), Said("sort.word_of_letters", limit=40))
    return name


def _id(data: Mapping[str, Any], key: str) -> str:
    found = _text(data, key)
    if not _ID.fullmatch(found):
        raise _expected(Said("part.named", name=key), Said("part.id_of_ruleset"))
    return found


def _hash(data: Mapping[str, Any], key: str) -> str:
    found = _text(data, key)
    if not _HASH.fullmatch(found):
        raise _expected(Said("part.named", name=key), Said("sort.hash"))
    return found
