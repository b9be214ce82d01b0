"""Every worked example of every shipped ruleset passes, under every option it names."""

from __future__ import annotations

import pytest

from reguli.pipeline import Loaded
from reguli.shipped import shipped_rulesets
from reguli.source.diagnostic import Bag, render
from reguli.verify.examples import run_examples


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_examples_of_a_ruleset_pass(name: str) -> None:
    loaded, bag = Loaded(name), Bag()
    results = list(run_examples(loaded, bag))
    assert not bag, bag.codes
    assert results
    failed = [render(finding, loaded.sources) for result in results for finding in result.findings]
    assert not failed, "\n\n".join(failed)
    assert all(result.claims for result in results)
