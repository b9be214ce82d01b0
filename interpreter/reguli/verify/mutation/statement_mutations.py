"""Mutation operators on statements and on parts of decisions, by class.

What changes nothing anyhow is not there: 'set' in place of 'add' on a flag, top and bottom of a zone without an order, 'up to' where the amount is
guarded, a 'settle' where the engine settles anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType, NumberType
from reguli.source.finding_catalogue import Said
from reguli.verify.mutation.mutant import (
    FALSE,
    GONE,
    TRUE,
    InfectionCondition,
    MutantTexts,
    NodeMutation,
    exchange_operands,
    mutate_sort_keys,
    node_key,
    removal_text,
    replace_fields,
)

STAYS: Final = (b.Give, b.Cast, b.Settle)
"""What is never left out: names would be without a value."""
Scope = Sequence[t.Variable]
"""The variables that may be named where something stands."""
Of = Callable[[Any, MutantTexts, Ruleset, Scope], Iterator[NodeMutation]]


def statement_variations(node: object, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    """Yield the mutations of a statement, an option, a parameter or a guard."""
    if isinstance(node, b.Ruled) and not isinstance(node, (*STAYS, b.BoundOption, b.Guard)):
        yield NodeMutation("statement", removal_text(words.first_line(node)), lambda one: GONE)
    of = STATEMENTS.get(type(node))
    if of is not None:
        yield from of(node, words, ruleset, scope)


def condition_infections(term: t.Term, instead: t.Term) -> tuple[InfectionCondition, ...]:
    """Return the infection condition for a condition that is replaced by another term."""
    return (InfectionCondition(node_key(term), lambda one: instead),)


def constant_condition(node: Any, name: str, value: t.Term, said: Said, operator: str = "part") -> NodeMutation:
    """Return the mutation that makes a condition constant; an optional condition is left out."""
    condition = getattr(node, name)
    changed = value if operator == "branch" else None
    return NodeMutation(
        operator, said, replace_fields(**{name: changed}), condition_infections(condition, value), as_sign=True
    )


def _branch(node: b.Branch, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    what = words.of(node.condition)
    yield constant_condition(node, "condition", TRUE, Said("fault.always", what=what), "branch")
    if node.otherwise:
        yield constant_condition(node, "condition", FALSE, Said("fault.never", what=what), "branch")


def _loop(node: b.Loop, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    said = Said("fault.once", what=words.of(node.condition))
    yield NodeMutation("branch", said, lambda one: b.Branch(one.span, one.rule, one.condition, one.body, ()))


def _each(node: b.Each | b.Around, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    if node.where is not None:
        yield constant_condition(node, "where", TRUE, Said("fault.where_left_out", what=words.of(node.where)))
    if isinstance(node, b.Around) and node.until is not None:
        yield constant_condition(node, "until", FALSE, Said("fault.until_left_out", what=words.of(node.until)))


def _transfer(node: b.Transfer, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    if node.amount is not None:
        yield NodeMutation("number", Said("fault.all_moved", what=words.of(node.amount)), replace_fields(amount=None))
    if node.up_to and node.amount is not None:
        yield NodeMutation("number", Said("fault.not_up_to", what=words.first_line(node)), replace_fields(up_to=False))
    said = Said("fault.from_to", what=words.first_line(node))
    yield NodeMutation("swapped", said, lambda one: replace(one, source=one.target, target=one.source))


def _top(node: b.Relocate | b.TakeTop, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    zones = (node.target,) if isinstance(node, b.Relocate) else (node.source, node.target)
    if any(zone is not None and _is_stack(zone, ruleset) for zone in zones):
        said = Said("fault.top_bottom", what=words.first_line(node))
        yield NodeMutation("order", said, lambda one: replace(one, top=not one.top))


def _is_stack(zone: t.Term, ruleset: Ruleset) -> bool:
    while isinstance(zone, t.Contents | t.Variety):
        zone = zone.zone
    return isinstance(zone, t.Tracked) and ruleset.state[zone.field].order == "stack"


def _write(node: b.Write, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    if isinstance(node.place.type, NumberType):
        said = Said("fault.set_for_add" if node.add else "fault.add_for_set", what=words.first_line(node))
        yield NodeMutation("arithmetic", said, lambda one: replace(one, add=not one.add))


def _ask(node: b.Ask, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    yield from _other_actor(node, words, scope)
    if node.repeatedly and not node.each_once:
        yield NodeMutation("branch", Said("fault.asked_once", what=node.name), replace_fields(repeatedly=False))
    if node.otherwise:
        yield NodeMutation("branch", Said("fault.otherwise", what=node.name), replace_fields(otherwise=()))


def _other_actor(node: b.Ask | b.Turn, words: MutantTexts, scope: Scope) -> Iterator[NodeMutation]:
    """Yield mutations that ask the next player, and each other player that has a name in scope."""
    actor = node.actor
    own = actor.variable.key if isinstance(actor, t.Local) else None
    said = Said("fault.next_asked", what=words.of(actor))
    yield NodeMutation(
        "actor",
        said,
        lambda one: replace(one, actor=t.Builtin(one.actor.type, "next", (one.actor,), span=one.actor.span)),
    )
    for other in scope:
        if other.type == ElementType("player") and other.key != own:
            said = Said("fault.other_asked", what=words.of(actor), other=other.name)
            yield NodeMutation("actor", said, partial(_asking, other))


def _asking(other: t.Variable, node: Any) -> Any:
    return replace(node, actor=t.Local(node.actor.type, other, span=node.actor.span))


def _option(node: b.BoundOption, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    yield NodeMutation("option", Said("fault.option_left_out", what=node.name), lambda one: GONE)


def _guard(node: b.Guard | b.Waiver, words: MutantTexts, ruleset: Ruleset, scope: Scope) -> Iterator[NodeMutation]:
    # It is taken out wherever it stands: in a row of checks, or as the 'where' of a parameter.
    said, instead_of = Said("fault.waiver_left_out", what=words.of(node.condition)), FALSE
    if isinstance(node, b.Guard):
        said, instead_of = Said("fault.guard_left_out", what=node.text), TRUE
    yield NodeMutation("guard", said, lambda one: GONE, condition_infections(node.condition, instead_of), as_sign=True)


STATEMENTS: Final[Mapping[type, Of]] = MappingProxyType(
    {
        b.Branch: _branch,
        b.Loop: _loop,
        b.Each: _each,
        b.Around: _each,
        b.Transfer: _transfer,
        b.Relocate: _top,
        b.TakeTop: _top,
        b.Order: lambda node, words, ruleset, scope: mutate_sort_keys(node, words),
        b.Perform: lambda node, words, ruleset, scope: exchange_operands(node, "arguments", words),
        b.PerformPiece: lambda node, words, ruleset, scope: exchange_operands(node, "arguments", words),
        b.Write: _write,
        b.Turn: lambda node, words, ruleset, scope: _other_actor(node, words, scope),
        b.Ask: _ask,
        b.BoundOption: _option,
        b.Guard: _guard,
        b.Waiver: _guard,
    }
)
"""By class: what may be wrong besides that it is not there at all."""
