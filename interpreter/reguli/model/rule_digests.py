"""Digests of rules: an id made of names, and a digest independent of wording and layout.

The digest is of the rule's own meaning. It is the same when only layout, comments, lines or the names of local variables change,
and another one when a number, an operator, an order or the name of anything it uses does. What is used counts by its name: a define or procedure
that changes has a digest of its own that does.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Constant, Variable
from reguli.model.bound_tree.tree_traversal import nested_statements, source_procedures
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import NumberType
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

WORDS: Final = frozenset({"rule", "text", "cites"})
"""Fields that say how a rule is called, written or justified, not what it does."""


@frozen_class
class Meaning(FrozenValue):
    """One rule: its id, which does not depend on line numbers, its place, and the digest of its meaning (32 hexadecimal digits)."""

    rule: str
    span: Span
    digest: str


def digest_rules(ruleset: Ruleset) -> tuple[Meaning, ...]:
    """Return every rule with its digest: defines and their adjusts, all procedures, options, invariants, stages, the ranking."""
    return tuple(Meaning(rule, span, make_digest_function(*parts)) for rule, span, parts in _rules(ruleset))


def make_digest_function(*parts: object) -> str:
    """Return the digest of bound things; those of one call share their local variables."""
    return blake2b(repr(_plain(parts, {})).encode(), digest_size=16).hexdigest()


def _rules(ruleset: Ruleset) -> Iterator[tuple[str, Span, tuple[object, ...]]]:
    for define in ruleset.written_defines:
        yield f"define.{define.id}", define.node.span, (define.parameters, define.type, define.value)
        for node, condition, amount in define.adjusts:
            yield f"adjust.{node.name}", node.span, (define.id, define.parameters, condition, amount)
    conditions = {trigger.procedure.rule: (trigger.variable, trigger.condition) for trigger in ruleset.triggers}
    moments = {moment.procedure.rule: (moment.moment, moment.order) for moment in ruleset.moments}
    # The set-up is one of the named procedures, too.
    for procedure in {one.rule: one for one in source_procedures(ruleset)}.values():
        when = (*conditions.get(procedure.rule, ()), *moments.get(procedure.rule, ()))
        yield procedure.rule, _span(ruleset, procedure), (procedure.parameters, when, procedure.body)
        for statement in nested_statements(procedure.body):
            if isinstance(statement, b.Ask):
                yield from ((option.rule, option.span, (option,)) for option in statement.options)
    for (kind, field), rules in ruleset.piece_conditions.items():
        for element, one in zip(ruleset.kinds[kind].elements, rules, strict=True):
            if one is not None:
                yield f"{kind}.{field}/{element}", one[1].span, one
    for bound, stage in zip(ruleset.stages, ruleset.documents.game.stages, strict=True):
        own = (bound.sources, bound.when, stage.checked, stage.effective, stage.once, stage.order)
        yield f"stage.{stage.id}", stage.span, own
        yield from (
            (f"stage.{stage.id}/{case.edge}.{case.of}", case.span, (case.now, case.then, case.effective))
            for case in stage.cases
        )
    for number, criterion in enumerate(ruleset.ranking, 1):
        yield f"ranking.{number}", criterion.by.span, (criterion.variable, criterion.by, criterion.order)
    for invariant in ruleset.invariants:
        yield invariant.rule, invariant.span, (invariant.condition, invariant.reason)


def _span(ruleset: Ruleset, procedure: BoundProcedure) -> Span:
    """Return the place of a procedure; for one on a piece, that of its first statement."""
    if procedure.node is not None:
        return procedure.node.span
    return procedure.body[0].span if procedure.body else ruleset.documents.game.span


def _plain(thing: object, known: dict[int, int]) -> object:
    """Return a node as tuples of plain values: variables numbered by occurrence, without places and texts."""
    match thing:
        case Span():
            return None
        case Variable(_, kind, key):
            return "variable", known.setdefault(key, len(known)), repr(kind)
        case Constant(NumberType() as kind, value):
            return "number", value, repr(kind)
        case Constant(kind, value, origin):
            return "constant", value if origin is None else origin, repr(kind)
        case tuple():
            return tuple(_plain(item, known) for item in thing)
        case _:
            names = getattr(thing, "__match_args__", ())
            parts = ((name, _plain(getattr(thing, name), known)) for name in names if name not in WORDS)
            return (type(thing).__name__, *parts) if names else repr(thing)
