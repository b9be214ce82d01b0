"""Quantifiers, folds and filters: a function of its own for each, with the locals it reads as parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reguli.compile.defines import is_slow
from reguli.compile.places import lying, unordered_zone
from reguli.compile.source import Lines, indented
from reguli.ir.layout import BUDGET
from reguli.model.tree import terms as t
from reguli.model.tree.walk import all_terms, variables_read

if TYPE_CHECKING:
    from reguli.compile.expressions import Locals, Written

SMALL = 64
"""A fixed number of elements up to this one, of which nothing is asked that takes time, is not worth counting."""


def spending(count: str, fault: str = "too_much") -> Lines:
    """Write how what is looked at, or a round of a loop, is taken off the budget, and what is raised when that is spent."""
    return [f"n = s[{BUDGET}] = s[{BUDGET}] - {count}", f"if n < 0: {fault}()"]


def exists(w: Written, term: t.Exists, known: Locals) -> str:
    """Write a quantifier; what it finds is left in the slot of its variable, where a trigger picks it up."""
    if term.where is None and term.has is None and term.how != "every":
        zone = unordered_zone(w, term.domain)
        if zone is not None:
            places, number = lying(w, zone, known)
            return f"({number} {'in' if term.how == 'some' else 'not in'} {places})"
    name, inside, lines = _through(w, term, known)
    wanted = [] if term.where is None else [w.text(term.where, inside)]
    if term.has is not None:
        has = w.text(term.has, inside)
        wanted.append(f"not {has}" if term.how == "every" else has)
    found = [f"s[{w.bind(term.variable)}] = {name}", f"return {term.how == 'some'}"]
    body = [f"if {' and '.join(wanted)}:", *indented(found)] if wanted else found
    return w.call("e", [*lines, *indented(body), f"return {term.how != 'some'}"], _reads(term, known))


def fold(w: Written, term: t.Fold, known: Locals) -> str:
    """Write a sum, a greatest or a least; 0 over nothing."""
    _, inside, lines = _through(w, term, known)
    value = w.text(term.value, inside)
    if term.how == "sum":
        first, body, result = "r = 0", [f"r += {value}"], "r"
    else:
        sign = ">" if term.how == "max" else "<"
        first, body, result = "r = None", [f"h = {value}", f"if r is None or h {sign} r: r = h"], "r or 0"
    if term.where is not None:
        body = [f"if {w.text(term.where, inside)}:", *indented(body)]
    return w.call("g", [first, *lines, *indented(body), f"return {result}"], _reads(term, known))


def filtered(w: Written, term: t.Filter, known: Locals) -> str:
    """Write the elements that fulfil a condition, stably sorted by keys."""
    name, inside, lines = _through(w, term, known)
    condition = "" if term.where is None else f" if {w.text(term.where, inside)}"
    chosen = [*lines[:-1], f"r = [{name} {lines[-1].removesuffix(':')}{condition}]"]
    if term.keys:
        keys = ", ".join(f"{'-' if down else ''}{w.text(key, inside)}" for key, down in term.keys)
        chosen.append(f"r.sort(key=lambda {name}: ({keys}))")
    return w.call("c", [*chosen, "return r"], _reads(term, known))


def _through(w: Written, term: t.Exists | t.Fold | t.Filter, known: Locals) -> tuple[str, dict[int, str], Lines]:
    """Give the variable's name, the locals inside, and the lines up to the body."""
    w.bind_member(term.variable)
    name, domain = w.module.new("v"), w.text(term.domain, known)
    inside = {**known, term.variable.key: name}
    if isinstance(term.domain, t.Elements):
        size = w.layout.size_of(term.domain.kind)
        small = size <= SMALL and not any(is_slow(w.ruleset, part) for part in _asked(term))
        return name, inside, [*([] if small else spending(str(size))), f"for {name} in {domain}:"]
    return name, inside, [f"d = {domain}", *spending("len(d)"), f"for {name} in d:"]


def _asked(term: t.Exists | t.Fold | t.Filter) -> Iterator[t.Term]:
    """Give all that is asked of each element."""
    for part in all_terms(term):
        if part is not term and part is not term.domain:
            yield part


def _reads(term: t.Term, known: Locals) -> list[str]:
    return [known[key] for key in sorted(variables_read(term)) if key in known]
