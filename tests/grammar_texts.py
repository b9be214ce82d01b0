"""Rules texts made from the grammar itself, by chance from a seed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from lark import Lark

from reguli.language.parsing.grammar_files import grammar_text
from reguli.language.parsing.lr_driver import load_tables
from reguli.language.parsing.table_generator import STARTS

NAMES = ("card", "price", "owner", "city_2", "x", "set", "order", "top", "max", "up")
PLAIN = {"INT": ("0", "1", "23"), "CITE": ("P1", "P48", "R7a"), "TEXT": ('"the draw"', '"1 # 2"', '"ț, ő"')}
TERMINAL_DEPTH = 0


@cache
def _expansions() -> tuple[dict[str, list[tuple[Any, ...]]], dict[str, int]]:
    lark = Lark(grammar_text(), parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=True)
    by_origin: dict[str, list[tuple[Any, ...]]] = {}
    for rule in lark.rules:
        by_origin.setdefault(rule.origin.name, []).append(tuple(rule.expansion))
    depths: dict[str, int] = {}
    while len(depths) < len(by_origin):
        for origin, expansions in by_origin.items():
            known = [_depth(expansion, depths) for expansion in expansions]
            best = min((depth for depth in known if depth is not None), default=None)
            if best is not None and best + 1 < depths.get(origin, 10_000):
                depths[origin] = best + 1
    return by_origin, depths


def _depth(expansion: tuple[Any, ...], depths: dict[str, int]) -> int | None:
    found = [0 if symbol.is_term else depths.get(symbol.name) for symbol in expansion]
    return None if None in found else max((depth for depth in found if depth is not None), default=0)


def text_from(start: str, seed: int, size: int = 12) -> str:
    """Derive a text from a start symbol; ``size`` is about how deep the derivation goes."""
    chance = random.Random(seed)
    tokens: list[str] = []
    _derive(start, size, chance, tokens)
    return _laid_out(tokens)


def _derive(origin: str, room: int, chance: random.Random, tokens: list[str], *, changed: bool = False) -> None:
    """Derive one symbol; what is ``changed`` does not begin with ``all``, which would take the rest of it for its own."""
    by_origin, depths = _expansions()
    open_ended = [expansion for expansion in by_origin[origin] if changed and expansion[0].name == "ALL"]
    known = [
        (expansion, _depth(expansion, depths) or 0) for expansion in by_origin[origin] if expansion not in open_ended
    ]
    fitting = [expansion for expansion, depth in known if depth < room]
    least = min(depth for _, depth in known)
    chosen = chance.choice(fitting or [expansion for expansion, depth in known if depth == least])
    for at, symbol in enumerate(chosen):
        if symbol.is_term:
            tokens.append(_word(symbol.name, chance))
        else:
            _derive(symbol.name, room - 1, chance, tokens, changed=at == 0 and (changed or origin == "target"))


def _word(terminal: str, chance: random.Random) -> str:
    if terminal.startswith("_") and not terminal.startswith("__"):
        return terminal
    if terminal == "NAME":
        return chance.choice(NAMES)
    if terminal in PLAIN:
        return chance.choice(PLAIN[terminal])
    return chance.choice([word for word, kinds in load_tables().keywords.items() if terminal in kinds])


def _laid_out(tokens: list[str]) -> str:
    lines: list[str] = []
    words: list[str] = []
    level = 0
    for token in tokens:
        if token == "_NL":
            if words:
                lines.append("  " * level + " ".join(words))
            words = []
        elif token in {"_INDENT", "_DEDENT"}:
            level += 1 if token == "_INDENT" else -1
        else:
            words.append(token)
    if words:
        lines.append("  " * level + " ".join(words))
    return "".join(f"{line}\n" for line in lines)
