"""Parse tables generated from the grammar by Lark: ``python -m reguli.language.parsing.table_generator``."""

from __future__ import annotations

import json
import re
from operator import itemgetter
from typing import Any, Final

from lark import Lark
from lark.grammar import Rule as LarkRule
from lark.lexer import TerminalDef

from reguli.language.parsing.grammar_files import TABLES, grammar_digest, grammar_text

STARTS: Final = ("start_item", "start_body", "start_options", "start_expression")


def format_parse_tables(tables: dict[str, Any]) -> str:
    """Return the text of the tables file: one state or production per line, for readable diffs."""
    parts = []
    for name, part in tables.items():
        if isinstance(part, list):
            lines = ",\n".join(json.dumps(item, separators=(",", ":")) for item in part)
            parts.append(f'"{name}":[\n{lines}\n]')
        else:
            parts.append(f'"{name}":{json.dumps(part, separators=(",", ":"))}')
    return "{" + ",\n".join(parts) + "}\n"


def build_parse_tables(text: str) -> dict[str, Any]:
    """Run Lark on a grammar and return the tables as plain values, with the grammar's digest; takes about 0.2 s."""
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
        "grammar": grammar_digest(text),
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
    """Return the number of each state, in the order of traversal."""
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
    """Return a production in Lark's tree builder shape."""
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
    """Return the possible terminals of each word or sign; a phrase such as ``up to`` is one word here."""
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


if __name__ == "__main__":
    TABLES.write_text(format_parse_tables(build_parse_tables(grammar_text())), encoding="utf-8")
