"""Every rule that cites a statement is noticed by an example when it is taken away, or the ruleset says why none can."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from taken_away import Examples, accepted, opened, rules_of

from reguli.shipped import shipped_folder
from reguli.words.offers.citers import Citer

RULESETS = ("power_grid", "warszawa", "nucleum")
BY_DAY = 8
"""So many rules of each, drawn by a fixed seed; by night all."""


@cache
def _examples(name: str) -> Examples:
    return opened(shipped_folder("rulesets") / name)


def _answered(name: str) -> frozenset[str]:
    return frozenset(accepted(shipped_folder("rulesets") / name))


def _gaps(name: str, rules: list[Citer]) -> set[str]:
    examples = _examples(name)
    # An example that fails with every rule in its place would notice everything.
    assert [one.id for one in examples.found if examples.failing(examples.programs, one)] == []
    return {rule.id for rule in rules if examples.unnoticed(rule)}


@pytest.mark.parametrize("name", RULESETS)
def test_a_rule_taken_away_is_noticed(name: str) -> None:
    rules = [rule for rule in rules_of(_examples(name).ruleset) if rule.id not in _answered(name)]
    assert _gaps(name, Random(20261124).sample(rules, BY_DAY)) == set()


@pytest.mark.night
@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_taken_away_is_noticed_or_answered(name: str) -> None:
    """What is answered is still a gap: an answer to none would hide the next one."""
    assert _gaps(name, rules_of(_examples(name).ruleset)) == _answered(name)
