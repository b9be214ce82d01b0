"""Every worked example of every shipped ruleset passes, under every option it names, by whatever plays it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from large import LARGE
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import render_with_excerpt
from reguli.verify.example_runner import ProgramCache, interpreter_programs, run_example, selected_examples


def generated(loaded: LoadedRuleset) -> ProgramCache:
    return ProgramCache(loaded.settings, loaded.options)


@pytest.mark.parametrize(
    ("name", "programs_of"),
    [
        pytest.param(
            name, programs_of, marks=[pytest.mark.night] * (name in LARGE and programs_of is interpreter_programs)
        )
        for name in shipped_rulesets()
        for programs_of in (generated, interpreter_programs)
    ],
)
def test_the_examples_of_a_ruleset_pass(name: str, programs_of: Callable[[LoadedRuleset], ProgramCache]) -> None:
    """By day those of large rulesets as generated code alone, which ``tests/compile`` holds to the interpreter."""
    loaded = LoadedRuleset(name)
    programs = programs_of(loaded)
    results = [run_example(programs, one, loaded.sources) for one in selected_examples(loaded)]
    assert not loaded.bag, loaded.bag.codes
    assert not loaded.found_in_examples, loaded.found_in_examples.codes
    assert results
    failed = [render_with_excerpt(finding, loaded.sources) for result in results for finding in result.findings]
    assert not failed, "\n\n".join(failed)
    assert all(result.claims for result in results)
