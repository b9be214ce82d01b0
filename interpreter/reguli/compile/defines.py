"""Defines as functions; what takes time is remembered until the state changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reguli.compile.source import Lines, indented
from reguli.ir.layout import EPOCH
from reguli.model.ruleset import Ruleset
from reguli.model.tree import terms as t
from reguli.model.tree.walk import all_terms
from reguli.model.types import ElementType

if TYPE_CHECKING:
    from reguli.compile.expressions import Written

QUICK = frozenset({"count", "first", "last", "min", "max", "abs", "is_none"})
"""Functions of the language that are over at once."""
ATOM = re.compile(r"\w+|\(-\d+\)|s\[-?\d+\]")
MOST_IN_PLACE = 12
"""Terms of a define that is written where it is asked."""


def function_of_define(w: Written, name: str) -> str:
    """Write the function of a define and give its name."""
    define = w.ruleset.defines[name]
    inside: dict[int, str] = {}
    for variable in define.parameters:
        w.bind(variable)
        inside[variable.key] = w.module.new("p")
    lines = [f"r = {w.text(define.value, inside)}"]
    for _, condition, amount in define.adjusts:
        lines.append(f"if {w.text(condition, inside)}: r += {w.text(amount, inside)}")
    if _takes_time(w.ruleset, name):
        kept = [
            inside[p.key] if isinstance(p.type, ElementType) else f"kept({inside[p.key]})" for p in define.parameters
        ]
        lines = _remembered(w.module.thing("m", {"": 0}), kept, lines)
    return w.module.write(w.module.new("d"), ("s", *inside.values()), [*lines, "return r"])


def in_place(w: Written, name: str, arguments: list[str]) -> dict[int, str] | None:
    """Give the locals under which the value of a define can stand where it is asked; ``None`` for what needs a function.

    Arguments are written as often as they are asked for, so they must be names, numbers or slots; and a define that asks
    another is never written in place, for text would grow exponentially.
    """
    define = w.ruleset.defines[name]
    terms = list(all_terms(define.value))
    plain = not define.adjusts and not any(isinstance(term, t.Apply) or is_slow(w.ruleset, term) for term in terms)
    if not plain or len(terms) > MOST_IN_PLACE or not all(ATOM.fullmatch(argument) for argument in arguments):
        return None
    for variable in define.parameters:
        w.bind(variable)
    return {variable.key: argument for variable, argument in zip(define.parameters, arguments, strict=True)}


def _remembered(results: str, arguments: list[str], lines: Lines) -> Lines:
    """Look a result up before it is computed; ``s[EPOCH]`` numbers the state, 0 where nobody counts its changes."""
    look_up = [
        f"if {results}[''] != e:",
        f"    {results}.clear()",
        f"    {results}[''] = e",
        f"k = ({''.join(f'{argument}, ' for argument in arguments)})",
        f"if k in {results}: return {results}[k]",
    ]
    return [f"e = s[{EPOCH}]", "if e:", *indented(look_up), *lines, f"if e: {results}[k] = r"]


def _takes_time(ruleset: Ruleset, name: str) -> bool:
    """Tell whether a define goes through anything, itself or by what it asks."""
    define = ruleset.defines[name]
    terms = (define.value, *(part for _, *parts in define.adjusts for part in parts))
    return any(is_slow(ruleset, inner) for term in terms for inner in all_terms(term))


def is_slow(ruleset: Ruleset, term: t.Term) -> bool:
    """Tell whether a term itself goes through anything, or asks a define that does."""
    match term:
        case t.Exists() | t.Fold() | t.Filter() | t.PieceCondition():
            return True
        case t.Apply():
            return _takes_time(ruleset, term.define)
        case t.Builtin():
            return term.name not in QUICK
        case _:
            return False
