"""Rulesets that many tests of the model look at, bound once."""

from __future__ import annotations

import pytest
from bound_rulesets import TOP, bound

from reguli.model.resolved_ruleset import Ruleset


@pytest.fixture(scope="session")
def power_grid() -> Ruleset:
    return bound(TOP / "rulesets" / "power_grid", {})


@pytest.fixture(scope="session")
def hex_game() -> Ruleset:
    return bound(TOP / "rulesets" / "hex", {"size": "tiny"})
