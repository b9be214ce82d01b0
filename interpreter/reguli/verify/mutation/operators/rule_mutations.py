"""Faults of whole rules: a procedure that does nothing, a define that is nothing, a moment moved, a stage that never comes, a criterion turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from reguli.language.syntax_tree.top_level_items import Moment
from reguli.model import types as ty
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import (
    BoundDefine,
    BoundMoment,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    BoundTrigger,
    Ruleset,
)
from reguli.ruleset.document_nodes import Lasting, StageDecl, StateDecl
from reguli.source.message_arguments import Said
from reguli.verify.mutation.operators.expression_mutations import FALSE, with_field, without_one
from reguli.verify.mutation.operators.mutant import GONE, Sign, Variation, key_of
from reguli.verify.mutation.operators.mutant_texts import Words
from reguli.verify.mutation.operators.statement_mutations import asked

Of = Callable[[Any, Words, Ruleset], Iterator[Variation]]
Edge = Literal["before", "start", "end"]
EDGES: Final[Mapping[Edge, Edge]] = MappingProxyType({"start": "end", "end": "start", "before": "end"})
"""The moment that a rule is moved to."""
LASTS: Final = get_args(Lasting)


def variations(node: object, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    """Give the ways in which a whole rule may be wrong."""
    of = RULES.get(type(node))
    if of is not None:
        yield from of(node, words, ruleset)


def _procedure(node: BoundProcedure, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    if len(node.body) > 1:
        yield Variation("rule", Said("fault.idle", what=node.id), with_field(body=()))


def _define(node: BoundDefine, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    for instead, phrase in _nothings(node.type):
        if instead != node.value:
            signs = asked(node.value, instead)
            yield Variation("rule", Said(phrase, what=node.id), with_field(value=instead), signs, as_sign=True)
    for at, (adjust, condition, _) in enumerate(node.adjusts):
        said = Said("fault.adjust_left_out", what=adjust.name)
        yield Variation("adjust", said, without_one("adjusts", at), asked(condition, FALSE), adjust.span, as_sign=True)


def _nothings(kind: ty.Type) -> Iterator[tuple[t.Term, str]]:
    """Give what is nothing of a type, and how that is said; of what holds or not, that it always and never does."""
    match kind:
        case ty.TruthType():
            yield t.Constant(kind, 1), "fault.always"
            yield t.Constant(kind, 0), "fault.never"
        case ty.CollectionType():
            yield t.Listed(kind, ()), "fault.is_nothing"
        case ty.ElementType():
            yield t.Constant(kind, -1, "none"), "fault.is_nothing"
        case ty.NumberType():
            yield t.Constant(kind, 0), "fault.is_nothing"
        case _:
            return


def _trigger(node: BoundTrigger, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    signs = asked(node.condition, FALSE)
    yield Variation("rule", Said("fault.rule_left_out", what=node.id), lambda one: GONE, signs, as_sign=True)


def _moment(node: BoundMoment, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    name = node.procedure.id
    yield Variation("rule", Said("fault.rule_left_out", what=name), lambda one: GONE)
    yield from _moved(node.moment, name, lambda one, moment: replace(one, moment=moment))


def _moved(moment: Moment, name: str, change: Callable[[Any, Moment], Any]) -> Iterator[Variation]:
    if moment.of == "round" and moment.edge == "before":
        return
    other = replace(moment, edge=EDGES[moment.edge])
    said = Said("fault.moment_moved", what=name, before=_text(moment), now=_text(other))
    yield Variation("moment", said, lambda one: change(one, other))


def _text(moment: Moment) -> str:
    return f"{moment.edge} of {moment.of}" if moment.edge != "before" else f"before {moment.of}"


def _ranking(node: BoundRanking, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    signs = (Sign(key_of(node.by)),)
    yield Variation("rule", Said("fault.criterion_left_out", what=node.text), lambda one: GONE, signs)
    other = {"most": "least", "least": "most"}.get(node.order)
    if other is not None:
        said = Said("fault.criterion_turned", what=node.text, before=node.order, now=other)
        yield Variation("order", said, lambda one: replace(one, order=other), signs)


def _stage(node: BoundStage, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    if node.when is None and node.card is None:
        return
    signs = asked(node.when, FALSE) if node.when is not None and node.card is None else ()
    never = with_field(when=None if node.when is None else FALSE, card=None, deck=None)
    yield Variation("rule", Said("fault.stage_never", what=node.id), never, signs)
    for at, source in enumerate(node.sources if len(node.sources) > 1 else ()):
        said = Said("fault.source_left_out", what=node.id, source=ruleset.stages[source].id)
        yield Variation("part", said, without_one("sources", at), signs)


def _declared_stage(node: StageDecl, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    if node.effective is not None:
        yield from _moved(node.effective, node.id, lambda one, moment: replace(one, effective=moment))
    if node.checked is not None:
        yield from _moved(node.checked, node.id, lambda one, moment: replace(one, checked=moment))


def _state(node: StateDecl, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    if node.capacity is not None and node.capacity > 1:
        fewer = node.capacity - 1
        said = Said("fault.capacity", what=node.id, before=node.capacity, now=fewer)
        yield Variation("number", said, with_field(capacity=fewer))
    if node.lasts != "game":
        at = LASTS.index(node.lasts)
        for other in LASTS[max(0, at - 1) : at + 2]:
            if other != node.lasts and (other != "turn" or ruleset.turns):
                said = Said("fault.lasts", what=node.id, before=node.lasts, now=other)
                yield Variation("moment", said, with_field(lasts=other))


RULES: Final[Mapping[type, Of]] = MappingProxyType(
    {
        BoundProcedure: _procedure,
        BoundDefine: _define,
        BoundTrigger: _trigger,
        BoundMoment: _moment,
        BoundRanking: _ranking,
        BoundStage: _stage,
        StageDecl: _declared_stage,
        StateDecl: _state,
    }
)
"""By class: what may be wrong of a rule as a whole."""
