"""Where in a ruleset something may be wrong: every node of its rules with the way there, the rule it stands in and what may be named there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import of_option, opened
from reguli.model.resolved_ruleset import (
    BoundDefine,
    BoundMoment,
    BoundProcedure,
    BoundRanking,
    BoundStage,
    BoundTrigger,
    Ruleset,
)
from reguli.model.rule_ids import as_written
from reguli.source.frozen_values import Kept, kept

ROOTS: Final = (
    "procedures",
    "phases",
    "setup",
    "triggers",
    "events",
    "moments",
    "at_any_time",
    "piece_rules",
    "defines",
    "stages",
    "ranking",
    "starts",
)
"""What of a ruleset may be wrong; what must always hold is no rule, and neither is what a loop keeps."""
UNTOLD: Final = frozenset({"span", "type", "node", "rule", "cites", "text", "reason", "written", "moment", "variable"})
"""Fields in which no rule stands: what is said of a refusal is one of them."""
MODULES: Final = frozenset({b.__name__, BoundDefine.__module__})
"""Where the classes of rules are made: what is of another class was declared and not bound."""
Step = str | int | tuple[str, str]
Path = tuple[Step, ...]


@kept
class Site(Kept):
    """A node: the way there from the ruleset, the rule that it stands in, and the variables that may be named there.

    ``terms`` are the terms it stands within, each with the length of the way to it, the outermost first; ``statement`` and ``decision`` are those around it.
    """

    node: Any
    path: Path
    rule: str
    scope: tuple[t.Variable, ...] = ()
    terms: tuple[tuple[t.Term, int], ...] = ()
    statement: b.Ruled | None = None
    depth: int = 0
    """The length of the way to that statement."""
    decision: b.Ask | None = None


def sites_of(ruleset: Ruleset) -> Iterator[Site]:
    """Give every node of the rules, each before what is within it; the same rule may be come to by several ways."""
    for name in ROOTS:
        yield from _through(getattr(ruleset, name), Site(None, (name,), ""))
    for (kind, condition), rules in ruleset.piece_conditions.items():
        for at, element in enumerate(ruleset.kinds[kind].elements):
            path, rule = ("piece_conditions", (kind, condition), at), f"rule:{kind}.{condition}/{element}"
            yield from _through(rules[at], Site(None, path, rule))
    for name, state in ruleset.state.items():
        yield Site(state, ("state", name), f"state:{name}")
    for at, stage in enumerate(ruleset.documents.game.stages):
        yield Site(stage, ("documents", "game", "stages", at), f"stage:{stage.id}")


def _through(value: Any, at: Site) -> Iterator[Site]:
    """Go through a mapping, a row or a node."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            rule = f"state:{key}" if at.path == ("starts",) else at.rule
            yield from _through(one, replace(at, path=(*at.path, key), rule=rule))
    elif isinstance(value, t.Placed):
        yield from _through_term(value, at)
    elif isinstance(value, tuple):
        yield from _through_row(value, at)
    elif isinstance(value, Kept) and type(value).__module__ in MODULES and not isinstance(value, b.Claim):
        yield from _through_node(value, at)


def _through_term(term: Any, at: Site) -> Iterator[Site]:
    yield replace(at, node=term)
    within = (*at.terms, (term, len(at.path)))
    for name in term.__match_args__:
        value = getattr(term, name)
        if name not in UNTOLD and isinstance(value, t.Placed | tuple):
            yield from _through(value, replace(at, path=(*at.path, name), terms=within))


def _through_row(row: tuple[Any, ...], at: Site) -> Iterator[Site]:
    scope = at.scope
    for number, one in enumerate(row):
        yield from _through(one, replace(at, path=(*at.path, number), scope=scope))
        if isinstance(one, b.Give | b.TakeTop | b.Cast):
            scope = (*scope, one.variable)


def _through_node(node: Any, at: Site) -> Iterator[Site]:
    here = replace(at, node=node, rule=_rule_of(node, at), scope=(*at.scope, *_names(node)))
    yield here
    if isinstance(node, b.Ask):
        here = replace(here, decision=node)
    if isinstance(node, b.Ruled) and not isinstance(node, b.Guard | b.BoundOption):
        here = replace(here, statement=node, depth=len(here.path))
    bodies = dict(_scopes(node)) if isinstance(node, b.Ruled) else {}
    for name in node.__match_args__:
        if name not in UNTOLD:
            value = getattr(node, name)
            scope = (*here.scope, *bodies.get(id(value), ()))
            yield from _through(value, replace(here, path=(*here.path, name), scope=scope, terms=()))


def _scopes(statement: Any) -> Iterator[tuple[int, tuple[t.Variable, ...]]]:
    if isinstance(statement, b.BoundStatement) and not isinstance(statement, b.Ask):
        yield from ((id(body), held) for body, held in opened(statement))


def _names(node: Any) -> tuple[t.Variable, ...]:
    """Give the variables that a node names for all that is within it."""
    match node:
        case BoundProcedure(parameters=parameters) | BoundDefine(parameters=parameters):
            return parameters
        case b.BoundOption():
            return of_option(node)
        case BoundTrigger(variable=variable) if variable is not None:
            return (variable,)
        case _:
            return ()


def _rule_of(node: Any, at: Site) -> str:
    """Give the id of the rule that a node is, or stands in."""
    match node:
        case BoundProcedure(rule=rule) | b.Ask(rule=rule) | b.BoundOption(rule=rule) | b.Guard(rule=rule):
            return f"rule:{as_written(rule)}"
        case BoundTrigger(procedure=procedure) | BoundMoment(procedure=procedure):
            return f"rule:{as_written(procedure.rule)}"
        case b.Waiver(rule=rule):
            return f"rule:waive.{rule.removeprefix(at.rule.removeprefix('rule:') + '/')}"
        case BoundDefine(id=own):
            return f"rule:define.{as_written(own)}"
        case BoundStage(id=own):
            return f"stage:{own}"
        case BoundRanking():
            return f"ranking:{_number(at) + 1}"
        case _:
            return at.rule


def _number(at: Site) -> int:
    last = at.path[-1]
    assert isinstance(last, int)
    return last
