"""What changed a value: the standing changes in force of the defines that a term asks for, each with its piece and its owner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from reguli.engine.gameplay.condition_diagnosis import Conditions, evaluate
from reguli.engine.gameplay.illegal_moves import Change
from reguli.engine.notation import value_plain
from reguli.ir.runtime_faults import RulesFault
from reguli.language.syntax_tree.expressions import Name
from reguli.language.syntax_tree.top_level_items import Adjust
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_terms, seen_through
from reguli.model.types import ElementType

DEEPEST: Final = 8
"""How many defines within one another are looked through."""
MOST: Final = 20
"""How many changes are told."""
THIS: Final = "this"
OWNER: Final = "owner"


def changes_of(conditions: Conditions, terms: Iterable[t.Term]) -> tuple[Change, ...]:
    """Give the changes in force of what terms ask for, in the order of the rules; each once. Where the rules fail in that, as far as they were found."""
    found: dict[Change, None] = {}
    try:
        for term in terms:
            found.update(dict.fromkeys(_within(conditions, term, 0)))
    except RulesFault:
        pass
    return tuple(found)[:MOST]


def _within(conditions: Conditions, term: t.Term, depth: int) -> Iterator[Change]:
    # What a quantifier goes through has no value here.
    bound = {one.variable.key for one in all_terms(term) if isinstance(one, t.Exists | t.Fold | t.Filter)}
    for one in all_terms(term):
        if not isinstance(one, t.Apply) or depth >= DEEPEST:
            continue
        define = conditions.program.ruleset.defines[one.define]
        names = (inner for argument in one.arguments for inner in all_terms(argument) if isinstance(inner, t.Local))
        if any(name.variable.key in bound for name in names):
            continue
        given = {variable.key: value for variable, value in zip(define.parameters, one.arguments, strict=True)}
        for adjust, condition, amount in define.adjusts:
            yield from _of_adjust(conditions, one, adjust, seen_through((condition, amount), given))
        yield from _within(conditions, seen_through(define.value, given), depth + 1)


def _of_adjust(
    conditions: Conditions, applied: t.Apply, adjust: Adjust, parts: tuple[t.Term, t.Term]
) -> Iterator[Change]:
    condition, amount = parts
    held: dict[str, t.Term] = {}
    for pattern, argument in zip(adjust.arguments, applied.arguments, strict=True):
        if isinstance(pattern, Name) and pattern.id == OWNER:
            held[OWNER] = argument
    for names in _holding(conditions, condition, held):
        one = amount
        while isinstance(one, t.Fold):
            one = seen_through(one.value, {one.variable.key: names[one.variable.name]})
        piece, owner = (_said(conditions, names.get(name)) for name in (THIS, OWNER))
        if piece is None and "/" in adjust.name:
            piece = adjust.name.split("/")[1]
        yield Change(f"adjust.{adjust.name}", conditions.number(one), piece, owner)


def _holding(conditions: Conditions, condition: t.Term, names: Mapping[str, t.Term]) -> Iterator[Mapping[str, t.Term]]:
    """Give what each name of a rule in force stands for, once for everything it is in force for."""
    if not isinstance(condition, t.Exists):
        if conditions.number(condition):
            yield names
        return
    kind = condition.variable.type
    elements = evaluate(conditions.program, condition.domain, conditions.slots)
    if not isinstance(kind, ElementType) or not isinstance(elements, Iterable):
        return
    for element in elements:
        chosen = t.Constant(kind, element, conditions.program.ruleset.kinds[kind.kind].elements[element])
        inner = t.Constant(condition.type, 1, "true") if condition.where is None else condition.where
        yield from _holding(
            conditions,
            seen_through(inner, {condition.variable.key: chosen}),
            {**names, condition.variable.name: chosen},
        )


def _said(conditions: Conditions, term: t.Term | None) -> str | None:
    if term is None:
        return None
    value = evaluate(conditions.program, term, conditions.slots)
    return str(value_plain(conditions.program, term.type, value, conditions.names, ids=conditions.ids))
