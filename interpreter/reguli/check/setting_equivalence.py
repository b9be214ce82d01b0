"""Equivalence of two settings of one ruleset: if both agree on what may be absent, analysing the second adds nothing.

Numbers, boards and most options change what a rule counts with, and not what it asks.
"""

from __future__ import annotations

from reguli.model.bound_tree.bound_statements import PerformPiece
from reguli.model.bound_tree.bound_terms import Constant, Listed, Term
from reguli.model.bound_tree.tree_traversal import all_procedures, all_statements, called_procedures
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import TruthType
from reguli.source.frozen_values import FrozenValue


def settings_share_rules(one: Ruleset, other: Ruleset) -> bool:
    """Return whether the rules of two settings are the same, apart from numbers and elements."""
    return _presence(one) == _presence(other) and _alike(_rules(one), _rules(other))


def _presence(ruleset: Ruleset) -> tuple[object, ...]:
    """Return the data known without the rules: values that may be none, kinds that have elements."""
    kinds = {
        name: (kind.ring, bool(kind.elements), {field: -1 in values for field, values in kind.values.items()})
        for name, kind in ruleset.kinds.items()
    }
    tables = {name: -1 in table.cells for name, table in ruleset.tables.items()}
    return kinds, tables, ruleset.absent, ruleset.variables, ruleset.state, ruleset.starts, ruleset.state_types


def _rules(ruleset: Ruleset) -> tuple[object, ...]:
    """Return all statements and terms of the rules."""
    game = ruleset.documents.game
    return (
        [(one.id, one.rule, one.parameters, one.body) for one in all_procedures(ruleset)],
        {
            name: (one.parameters, one.value, [both for _, *both in one.adjusts])
            for name, one in ruleset.defines.items()
        },
        ruleset.piece_conditions,
        [
            [rule.id for rule in called_procedures(ruleset, one)]
            for one in all_statements(ruleset)
            if isinstance(one, PerformPiece)
        ],
        {name: [rule.id for rule in rules] for name, rules in ruleset.events.items()},
        [one.condition for one in ruleset.triggers],
        [one.condition for one in ruleset.invariants],
        [one.by for one in ruleset.ranking],
        [one.when for one in ruleset.stages],
        (game.stages, None if ruleset.setup is None else ruleset.setup.id),
        [len(group) for group in (ruleset.phases, ruleset.triggers, ruleset.moments, ruleset.at_any_time)],
    )


def _all_there(items: tuple[Term, ...]) -> bool:
    """Return whether all elements of a set literal are present."""
    return bool(items) and all(isinstance(one, Constant) and one.value >= 0 for one in items)


def _alike(one: object, other: object) -> bool:
    """Return whether two nodes are equal, ignoring the values of named numbers and elements and the members of set literals."""
    if one == other:
        return True
    match one, other:
        case Constant(), Constant() if one.origin is not None and not isinstance(one.type, TruthType):
            return (one.type, one.origin, one.value < 0) == (other.type, other.origin, other.value < 0)
        case Listed(of, mine), Listed(other_of, its) if of == other_of and _all_there(mine) and _all_there(its):
            return True
        case FrozenValue(), FrozenValue() if type(one) is type(other):
            return all(_alike(getattr(one, name), getattr(other, name)) for name in one.__match_args__)
        case dict(), dict() if one.keys() == other.keys():
            return all(_alike(value, other[name]) for name, value in one.items())
        case tuple() | list(), tuple() | list() if len(one) == len(other):
            return all(_alike(mine, its) for mine, its in zip(one, other, strict=True))
        case _:
            return False
