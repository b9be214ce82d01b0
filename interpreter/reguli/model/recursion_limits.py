"""Bounded recursion of values and effects: ``at most N deep``.

A rule that asks or runs itself is written out: one copy for each depth, each of which leads on to the next, and behind the last one a
fault that names the chain. So nothing later knows of depth: what a copy keeps has a place of its own, a position can be saved
while a player decides in the middle of one, and every way through the rules has an end that can be proved. A copy is called as
the rule with its depth behind ``@``, which nobody can write and nobody is shown (``without_copy_depth``).

In a ring of several rules one says how deep it goes; the others go on at the depth they were come to. A copy costs what the rule
costs, so ``DEEPEST`` bounds a depth and ``MOST_COPIES`` all copies together.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from reguli.language.syntax_tree.expressions import Name, Node
from reguli.language.syntax_tree.statements import Run
from reguli.language.syntax_tree.top_level_items import Define, Procedure
from reguli.model.analysis.totality import transitive_closure
from reguli.model.binding.binding_context import World
from reguli.model.resolved_ruleset import DEEPER
from reguli.source.finding_catalogue import Said

R = TypeVar("R", Define, Procedure)
N = TypeVar("N", bound=Node)
DEEPEST: Final = 64
MOST_COPIES: Final = 256


def expand_recursion(
    world: World, rules: Mapping[str, R], needs_of: Callable[[R], Iterable[str]]
) -> tuple[dict[str, R], dict[str, str]]:
    """Expand rules to their declared depths; return all of them by name, and for each fault beyond the last depth its call chain.

    A depth that nothing needs (R267), two in one ring (R268), and one that is no number from 1 to ``DEEPEST``, or makes too many
    copies (R269), are findings; the rule then stays as it is written.
    """
    found, faults = dict(rules), dict[str, str]()
    # Few games have such rules, and what every rule needs takes time to gather.
    deep = any(rule.deep is not None for rule in rules.values())
    needs = {name: tuple(needs_of(rule)) for name, rule in rules.items()} if deep else {}
    for name, rule in rules.items():
        if rule.deep is None:
            continue
        group: tuple[str, ...] = _ring_of(name, needs)
        others = [one for one in group if one != name and rules[one].deep is not None]
        depth = _depth(world, rule.deep, len(group))
        if not group:
            world.bag.add("R267", rule.deep.span, name=name)
        elif others:
            related = [(rules[others[0]].span, Said("here.name_stands", name=others[0]))]
            if name < others[0]:
                world.bag.add("R268", rule.deep.span, related=related, name=name, other=others[0])
        elif depth is not None:
            found |= _copies(name, depth, {one: rules[one] for one in group})
            faults[f"{name}{DEEPER}{depth + 1}"] = " → ".join((*group, name))
    return found, faults


def _ring_of(name: str, needs: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the rules on a cycle with a rule, itself first; empty if it is not recursive."""
    graph = {one: [other for other in others if other in needs] for one, others in needs.items()}
    ring = {one for one in transitive_closure(graph[name], graph) if name in transitive_closure(graph[one], graph)}
    return (name, *(one for one in graph if one in ring and one != name)) if name in ring else ()


def _depth(world: World, said: Name, size: int) -> int | None:
    constant = world.constants.get(said.id)
    if constant is None:
        world.unknown("R200", said.span, said.id, world.constants)
        return None
    if not 1 <= constant.value <= DEEPEST or constant.value * max(1, size) > MOST_COPIES:
        world.bag.add(
            "R269", said.span, name=said.id, value=constant.value, most=min(DEEPEST, MOST_COPIES // max(1, size))
        )
        return None
    return constant.value


def _copies(name: str, depth: int, group: Mapping[str, R]) -> dict[str, R]:
    made: dict[str, R] = {}
    for level in range(1, depth + 1):
        names = {one: _at(one, level + (one == name)) for one in group}
        for one, rule in group.items():
            called = _at(one, level)
            made[called] = dataclasses.replace(_leading(rule, names), name=called)
    last = _at(name, depth + 1)
    made[last] = dataclasses.replace(group[name], name=last)
    return made


def _at(name: str, level: int) -> str:
    return name if level == 1 else f"{name}{DEEPER}{level}"


def _leading(rule: R, names: Mapping[str, str]) -> R:
    """Redirect the references of a rule: all references of a value, the immediate calls of effects."""

    def changed(node: Any) -> Any:
        if isinstance(rule, Define) and isinstance(node, Name) and node is not rule.deep:
            return dataclasses.replace(node, id=names.get(node.id, node.id))
        if isinstance(node, Run) and not node.later and isinstance(node.procedure, Name):
            run = names.get(node.procedure.id, node.procedure.id)
            return dataclasses.replace(node, procedure=dataclasses.replace(node.procedure, id=run))
        return node

    led: R = _each(rule, changed)
    return led


def _each(node: N, change: Callable[[Any], Any]) -> N:
    """Rebuild a tree with a function applied to every node."""
    changes: dict[str, Any] = {}
    for name in node.__match_args__:
        value = getattr(node, name)
        if isinstance(value, Node):
            changes[name] = _each(value, change)
        elif isinstance(value, tuple) and any(isinstance(one, Node) for one in value):
            changes[name] = tuple(_each(one, change) if isinstance(one, Node) else one for one in value)
    made: N = change(dataclasses.replace(node, **changes) if changes else node)
    return made
