"""The parts of a ruleset that carry its statements: every rule, table, constant, kind, with its id, its citations and its place.

Ids are those of ``Ruleset.citations``: ``rule:PHASE/DECISION/OPTION``, ``table:ID``, ``state:player.ID``, ….
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree.bound_statements import Ask, Body, BoundOption, BoundStatement, Guard, Nesting
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.bound_tree.tree_traversal import nested_bodies, nested_statements, source_procedures
from reguli.ruleset.document_nodes import ROUND, SHARED, GameDecl, OptionDecl, StateDecl
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import Span


@frozen_class
class AdjustRule(FrozenValue):
    """A standing change of a named value: which value, the condition, the amount."""

    define: str
    condition: Term
    amount: Term


@frozen_class
class WaiveRule(FrozenValue):
    """A waiver of a guard: the guard, the condition, the cost of using it."""

    guard: Guard
    condition: Term
    body: Body


@frozen_class
class RoundRule(FrozenValue):
    """The phases of a round, in their order."""

    phases: tuple[str, ...]


@frozen_class
class SharedRule(FrozenValue):
    """The rule that players level in all lines of the ranking share a place."""


@frozen_class
class StageRule(FrozenValue):
    """A stage: as declared in the game document, and its transition as bound."""

    at: int
    bound: m.BoundStage


RuleNode: TypeAlias = (
    m.BoundProcedure
    | m.BoundTrigger
    | m.BoundDefine
    | BoundOption
    | m.BoundRanking
    | Ask
    | Guard
    | m.Invariant
    | AdjustRule
    | WaiveRule
    | StageRule
)
DeclaredNode: TypeAlias = (
    RoundRule | SharedRule | m.Table | m.ConstantValue | m.Kind | StateDecl | OptionDecl | GameDecl
)
"""What is declared, and no rule that is run."""
Node: TypeAlias = RuleNode | DeclaredNode
"""What a citer is: a bound rule, or a document that no rule has."""


@frozen_class
class CitingRule(FrozenValue):
    """A part of the ruleset that cites statements; ``owner`` is the option of a guard, or the decision of an option.

    ``asked`` is the player who decides on the option of a guard. ``part`` names the statements to which a rule was narrowed.
    """

    id: str
    node: Node
    cites: tuple[str, ...]
    span: Span
    owner: BoundOption | Ask | None = None
    asked: Term | None = None
    part: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the id of the rule, with the statements to which it was narrowed."""
        return " ".join((self.id, *self.part))


_CITING: Final = IdentityCache[Mapping[str, CitingRule]]()


def citing_rules(ruleset: m.Ruleset) -> Mapping[str, CitingRule]:
    """Return every part of a ruleset that cites statements, by id: documents first, rules in their order."""

    def collect() -> Mapping[str, CitingRule]:
        found: dict[str, CitingRule] = {}
        for citer in (*_documents(ruleset), *_rules(ruleset)):
            found.setdefault(citer.id, citer)
        return MappingProxyType(found)

    return _CITING.get((ruleset,), "", collect)


def _documents(ruleset: m.Ruleset) -> Iterator[CitingRule]:
    documents = ruleset.documents
    game = documents.game
    yield CitingRule(f"game:{game.id}", game, game.source.cites, game.span)
    if game.round_source.cites:
        yield CitingRule(ROUND, RoundRule(game.round), game.round_source.cites, game.round_spans[0])
    for option in game.options:
        yield CitingRule(f"option:{option.id}", option, option.source.cites, option.span)
    for stage, bound in zip(game.stages, ruleset.stages, strict=True):
        yield CitingRule(f"stage:{stage.id}", StageRule(bound.index, bound), stage.source.cites, stage.span)
    if game.ranking_source.cites and game.ranking:
        yield CitingRule(SHARED, SharedRule(), game.ranking_source.cites, game.ranking[0].span)
    for number, (line, criterion) in enumerate(zip(game.ranking, ruleset.ranking, strict=True), 1):
        yield CitingRule(f"ranking:{number}", criterion, line.source.cites, line.span)
    for constant in ruleset.constants.values():
        yield CitingRule(f"constant:{constant.id}", constant, constant.source.cites, constant.span)
    for table in ruleset.own_tables:
        yield CitingRule(f"table:{table.id}", table, table.declared.source.cites, table.declared.span)
    for kind in ruleset.kinds.values():
        cites = () if kind.declared is None else kind.declared.source.cites
        yield CitingRule(f"kind:{kind.id}", kind, cites, kind.span)
    for name, state in ruleset.state.items():
        yield CitingRule(f"state:{name}", state, state.source.cites, state.span)


def _rules(ruleset: m.Ruleset) -> Iterator[CitingRule]:
    for procedure in source_procedures(ruleset):
        written = (procedure.node, *procedure.body)
        span = next((part.span for part in written if part is not None), None)
        if span is not None:
            runs = next((trigger for trigger in ruleset.triggers if trigger.procedure is procedure), procedure)
            cites = (*procedure.cites, *inner_citations(procedure.body, ruleset))
            yield CitingRule(f"rule:{procedure.rule}", runs, cites, span)
        yield from _decisions(procedure, ruleset)
    for define in ruleset.written_defines:
        cites = tuple(cite.id for cite in define.node.cites)
        yield CitingRule(f"rule:define.{define.id}", define, cites, define.node.span)
        for adjust, condition, amount in define.adjusts:
            changed = AdjustRule(define.id, condition, amount)
            yield CitingRule(
                f"rule:adjust.{adjust.name}", changed, tuple(cite.id for cite in adjust.cites), adjust.span
            )
    for invariant in ruleset.invariants:
        yield CitingRule(f"rule:{invariant.rule}", invariant, (), invariant.span)


def _decisions(procedure: m.BoundProcedure, ruleset: m.Ruleset) -> Iterator[CitingRule]:
    for statement in nested_statements(procedure.body):
        if not isinstance(statement, Ask):
            continue
        yield CitingRule(f"rule:{statement.rule}", statement, statement.cites, statement.span)
        for option in statement.options:
            cites = (*option.cites, *inner_citations(option.effects, ruleset))
            yield CitingRule(f"rule:{option.rule}", option, cites, option.span, statement)
            for guard in cited_guards(option):
                yield CitingRule(f"rule:{guard.rule}", guard, guard.cites, guard.span, option, statement.actor)
                for waiver in guard.waivers:
                    rule = f"rule:waive.{waiver.rule.removeprefix(f'{guard.rule}/')}"
                    cites = tuple(cite for cite, carrying in ruleset.citations.items() if rule in carrying)
                    waived = WaiveRule(guard, waiver.condition, waiver.body)
                    yield CitingRule(rule, waived, cites, guard.span, option, statement.actor)


def cited_guards(option: BoundOption) -> Iterator[Guard]:
    """Yield the guards of an option: first those of its parameters, then its own conditions, in written order."""
    for parameter in option.parameters:
        if parameter.where is not None:
            yield parameter.where
    for check in option.checks:
        if isinstance(check, Guard):
            yield check


def own_steps(body: Body) -> Iterator[BoundStatement]:
    """Yield the statements of a body, without those in decisions, which are rules of their own."""
    for statement in body:
        yield statement
        if isinstance(statement, Nesting) and not isinstance(statement, Ask):
            yield from (one for inner, _ in nested_bodies(statement) for one in own_steps(inner))


def inner_citations(body: Body, ruleset: m.Ruleset) -> Iterator[str]:
    """Yield the statements that single steps of a body carry by themselves."""
    if ruleset.own_citations:
        yield from (cite for step in own_steps(body) for cite in ruleset.own_citations.get(step.rule, ()))
