"""The walks over all bodies and all terms come by everything that a ruleset holds, whatever it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import pytest
from bound_rulesets import TOP

from reguli.model.bound_tree.bound_statements import BoundOption, Guard, Ruled
from reguli.model.bound_tree.bound_terms import Placed
from reguli.model.bound_tree.tree_traversal import (
    all_statements,
    all_terms,
    statement_terms,
    terms_outside_procedures,
    variables_bound_by,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.source.frozen_values import FrozenValue

FOLDERS = sorted(path.parent for home in ("rulesets", "tests/rulesets") for path in (TOP / home).glob("*/game.yaml"))
NOT_PLAYED = frozenset({"standing", "documents", "absent"})
"""What rules on pieces say apart from when they are in force is only said; documents are as written."""


def held(value: object, met: set[int]) -> Iterator[object]:
    """Yield everything that a value holds, by the fields that it declares, each once."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from held(inner, met)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from held(inner, met)
    elif isinstance(value, FrozenValue) and id(value) not in met:
        met.add(id(value))
        yield value
        for one in fields(value):  # type: ignore[arg-type]  # whatever is kept has fields
            if not (isinstance(value, Ruleset) and one.name in NOT_PLAYED):
                yield from held(getattr(value, one.name), met)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_walks_come_by_everything(folder: Path) -> None:
    ruleset = LoadedRuleset(str(folder)).ruleset
    assert ruleset is not None
    everything = list(held(ruleset, set()))
    statements = list(all_statements(ruleset))
    options = [one for one in everything if isinstance(one, BoundOption)]
    # What an option gives a name to is asked with its guards.
    walked = {id(one) for one in (*statements, *(check for option in options for check in option.checks))}
    statements_held = [one for one in everything if isinstance(one, Ruled) and not isinstance(one, BoundOption | Guard)]
    assert [one.rule for one in statements_held if id(one) not in walked] == []
    outer = [*terms_outside_procedures(ruleset), *(term for one in statements for term in statement_terms(one))]
    terms = [inner for term in outer for inner in all_terms(term)]
    come_by = {id(one) for one in terms}
    lost = [one for one in everything if isinstance(one, Placed) and id(one) not in come_by]
    # What was written, before guards of an option were asked, is said of a value that is known.
    said = {id(inner) for one in terms for inner in all_terms(one)}
    assert [one for one in lost if id(one) not in said] == []


def test_each_form_names_the_variables_that_it_binds() -> None:
    ruleset = LoadedRuleset(str(TOP / "rulesets" / "nucleum")).ruleset
    assert ruleset is not None
    bound = {one.key for statement in all_statements(ruleset) for one in variables_bound_by(statement)}
    terms = [
        *terms_outside_procedures(ruleset),
        *(term for one in all_statements(ruleset) for term in statement_terms(one)),
    ]
    bound |= {one.key for outer in terms for term in all_terms(outer) for one in variables_bound_by(term)}
    heads = [define.parameters for define in ruleset.defines.values()]
    heads += [one.parameters for one in held(ruleset, set()) if type(one).__name__ == "BoundProcedure"]
    heads += [rule[0] for rules in ruleset.piece_conditions.values() for rule in rules if rule is not None]
    bound |= {one.key for head in heads for one in head}
    bound |= {one.variable.key for one in (*ruleset.triggers, *ruleset.ranking) if one.variable is not None}
    bound |= {one.key for one, _ in ruleset.audiences.values() if one is not None}
    bound |= {kind.starts_variable.key for kind in ruleset.kinds.values() if kind.starts_variable is not None}
    named = {one.variable.key for one in held(ruleset, set()) if type(one).__name__ in ("Local", "Known")}
    assert named - bound == set()
