"""The parse tables: built from the grammar by Lark, and as plain numbers and words that a file can hold."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from reguli.language.parsing import table_cache

STARTS: Final = ("start_item", "start_body", "start_expression")
GRAMMAR: Final = Path(__file__).with_name("rules.lark")
LAYOUT: Final = 2  # the layout of the stored tables; raise it when the shape below changes


@dataclass(frozen=True, slots=True)
class Rule:
    """One production: its name for the builder, how many symbols it takes, and which of them it keeps.

    ``keeps`` lists positions among the symbols, -1 where an optional part is absent. ``passes`` marks a rule that hands
    on its only child; a rule without a name is a repetition and gives a list.
    """

    name: str
    origin: str
    size: int
    keeps: tuple[int, ...]
    passes: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything the parser needs: actions by state and symbol, productions, start and end states, keywords.

    An action of 0 or more goes to that state; an action below 0 reduces the production ``-1 - action``.
    """

    states: tuple[Mapping[str, int], ...]
    rules: tuple[Rule, ...]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    keywords: Mapping[str, tuple[str, ...]]


def grammar_text() -> str:
    """Give the grammar as written."""
    return GRAMMAR.read_text(encoding="utf-8")


@cache
def load_tables() -> Tables:
    """Give the tables, from this user's cache when it holds them for this very grammar and Lark."""
    text = grammar_text()
    key = hashlib.sha256(f"{LAYOUT}\n{table_cache.tool_versions()}\n{text}".encode()).hexdigest()
    stored = table_cache.read(key)
    if stored is not None:
        tables = _thawed(stored)
        if tables is not None:
            return tables
    plain = build(text)
    table_cache.write(key, plain)
    tables = _thawed(plain)
    assert tables is not None
    return tables


def build(text: str) -> dict[str, Any]:
    """Run Lark over a grammar and give the tables as plain values; takes about 0.2 s."""
    # Lark is opened only when no tables are stored: importing it costs more than parsing a whole ruleset.
    from lark import Lark
    from lark.grammar import Rule as LarkRule
    from lark.lexer import TerminalDef

    lark = Lark(text, parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=True)
    written, memo = lark.memo_serialize([TerminalDef, LarkRule])
    parser = written["parser"]["parser"]
    symbols = parser["tokens"]
    # Lark numbers states and productions as its sets happen to lie; ours are numbered in an order of their own.
    rows = {
        state: sorted(((symbols[symbol], *action) for symbol, action in row.items()), key=itemgetter(0))
        for state, row in parser["states"].items()
    }
    starts, ends = parser["start_states"], parser["end_states"]
    numbers = _numbered([starts[name] for name in STARTS], rows)
    shapes = {memo_id: _rule(rule) for memo_id, rule in memo.items() if rule["__type__"] == "Rule"}
    used = {arg["@"] for row in rows.values() for _, act, arg in row if act == 1}
    rules = {memo_id: number for number, memo_id in enumerate(sorted(used, key=lambda memo_id: _order(memo[memo_id])))}
    return {
        "states": [
            {symbol: numbers[arg] if act == 0 else -1 - rules[arg["@"]] for symbol, act, arg in rows[state]}
            for state in numbers
        ],
        "rules": [shapes[memo_id] for memo_id in rules],
        "starts": {name: numbers[starts[name]] for name in STARTS},
        "ends": {name: numbers[ends[name]] for name in STARTS},
        "keywords": _keywords([value for value in memo.values() if value["__type__"] == "TerminalDef"]),
    }


def _numbered(starts: list[int], rows: dict[int, list[Any]]) -> dict[int, int]:
    """Count the states in the order in which they are reached."""
    numbers: dict[int, int] = {}
    waiting = list(starts)
    for state in waiting:
        if state not in numbers:
            numbers[state] = len(numbers)
            waiting.extend(arg for _, act, arg in rows[state] if act == 0)
    return numbers


def _order(rule: dict[str, Any]) -> tuple[str, int, list[str]]:
    return rule["origin"]["name"], rule["order"], [symbol["name"] for symbol in rule["expansion"]]


def _rule(rule: dict[str, Any]) -> list[Any]:
    """Shape one production as Lark's own tree builder would."""
    expansion, options, origin = rule["expansion"], rule["options"], rule["origin"]["name"]
    absent = list(options["empty_indices"]) or [False] * len(expansion)
    keeps: list[int] = []
    position = 0
    for is_absent in absent:
        if is_absent:
            keeps.append(-1)
            continue
        if not expansion[position].get("filter_out", False):
            keeps.append(position)
        position += 1
    helper = origin.startswith("_")
    passes = bool(options["expand1"]) and not rule["alias"] and len(keeps) == 1 and not helper
    name = "" if helper else rule["alias"] or origin
    return [name, origin, len(expansion), keeps, passes]


def _keywords(terminals: list[dict[str, Any]]) -> dict[str, list[str]]:
    """List the terminals each written word or sign can be; a phrase such as ``up to`` is one word here."""
    found: dict[str, list[str]] = {}
    for terminal in sorted(terminals, key=lambda terminal: str(terminal["name"])):
        for word in _words(terminal["pattern"]):
            found.setdefault(word, []).append(terminal["name"])
    return {word: found[word] for word in sorted(found)}


def _words(pattern: dict[str, Any]) -> list[str]:
    value: str = pattern["value"]
    if pattern["__type__"] == "PatternStr":
        return [value]
    alternatives = value.removeprefix("(?:").removesuffix(")").split("|")
    return [re.sub(r"\\(.)", r"\1", word) for word in alternatives]


def _thawed(plain: Any) -> Tables | None:
    """Make the tables of plain values; None when they are not what ``build`` gives."""
    try:
        tables = Tables(
            states=tuple(dict(row) for row in plain["states"]),
            rules=tuple(Rule(n, o, int(size), tuple(keeps), bool(p)) for n, o, size, keeps, p in plain["rules"]),
            starts=dict(plain["starts"]),
            ends=dict(plain["ends"]),
            keywords={word: tuple(terminals) for word, terminals in plain["keywords"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    highest, lowest = len(tables.states), -len(tables.rules)
    sound = all(lowest <= action < highest for row in tables.states for action in row.values())
    return tables if sound and set(tables.starts) == set(STARTS) == set(tables.ends) else None
