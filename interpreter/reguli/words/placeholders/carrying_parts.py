"""The part of a rule that carries some statements: the steps that cite them, in the branches and loops around these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree.bound_statements import (
    Binding,
    Body,
    BoundOption,
    BoundStatement,
    Branch,
    Give,
    Looping,
    Turn,
)
from reguli.model.bound_tree.bound_terms import Local
from reguli.words.placeholders.placeholder_scope import walk_bound_nodes
from reguli.words.placeholders.rule_citations import CitingRule, Node, inner_citations
from reguli.words.placeholders.wording_subjects import WordingSubject

REACHING: Final = frozenset({"answer", "card", "ranking", "statement", "transition"})
"""The sorts of sentences that depend on the steps that cite their statements, on what these call, and on where they are run."""


def carrying_rules(subject: WordingSubject, ruleset: m.Ruleset) -> tuple[CitingRule, ...]:
    """Return the rules of an element, for a sentence only the parts that carry its statements."""
    if subject.sort not in REACHING:
        return subject.citers
    return tuple(carrying_part(citer, subject.cites, ruleset) for citer in subject.citers)


def carrying_part(citer: CitingRule, statements: Iterable[str], ruleset: m.Ruleset) -> CitingRule:
    """Return a rule without the steps that carry other statements only; unchanged where no step cites a statement of its own.

    A statement that steps cite is carried by these, one that only the head cites by every step that cites none.
    """
    node = citer.node
    procedure = node.procedure if isinstance(node, m.BoundTrigger) else node
    if not isinstance(procedure, m.BoundProcedure | BoundOption):
        return citer
    body = procedure.effects if isinstance(procedure, BoundOption) else procedure.body
    cited, wanted, heads = frozenset(inner_citations(body, ruleset)), frozenset(statements), frozenset(procedure.cites)
    if not cited:
        return citer
    found = _Part(wanted & cited, bool(wanted & heads - cited), ruleset).of(body)
    if isinstance(procedure, BoundOption):
        part: Node = replace(procedure, effects=found)
    else:
        own = replace(procedure, body=found)
        part = replace(node, procedure=own) if isinstance(node, m.BoundTrigger) else own
    return replace(citer, node=part, part=tuple(sorted(wanted & (cited | heads))))


class _Part:
    """Picker of the steps of a body that carry ``wanted`` statements, and with ``others`` of those that cite none."""

    def __init__(self, wanted: frozenset[str], others: bool, ruleset: m.Ruleset) -> None:
        self._wanted, self._others, self._cited = wanted, others, ruleset.own_citations
        self._used: set[int] = set()

    def of(self, body: Body) -> Body:
        """Return the steps picked, in the branches and loops around them, with the names that they use."""
        size = -1
        while size < len(self._used):
            size = len(self._used)
            found = self._picked(body)
            self._used |= {node.variable.key for node in walk_bound_nodes(found) if isinstance(node, Local)}
        return found

    def _picked(self, body: Body) -> Body:
        return tuple(one for statement in body for one in self._pick(statement))

    def _pick(self, statement: BoundStatement) -> Iterator[BoundStatement]:
        if isinstance(statement, Binding) and statement.variable.key in self._used:
            yield statement
        elif statement.rule in self._cited:
            yield from (statement,) if self._wanted & {*self._cited[statement.rule]} else ()
        elif isinstance(statement, Branch):
            then, otherwise = self._picked(statement.then), self._picked(statement.otherwise)
            yield from (replace(statement, then=then, otherwise=otherwise),) if then or otherwise else ()
        elif isinstance(statement, Looping | Turn):
            inner = self._picked(statement.body)
            yield from (replace(statement, body=inner),) if inner else ()
        elif self._others and not isinstance(statement, Give):
            yield statement
