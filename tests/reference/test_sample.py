"""The small game that the reference speaks of is a sound one."""

from __future__ import annotations

import pytest

from reguli.pipeline import LoadedRuleset
from reguli.reference.reference_entry import FOLDER
from reguli.source.diagnostic import Bag
from reguli.verify.example_runner import run_examples


@pytest.mark.parametrize("name", ["sample", "sample_variant"])
def test_nothing_is_found_in_it(name: str) -> None:
    loaded = LoadedRuleset(str(FOLDER / name))
    assert loaded.checked, [(found.code, str(found.span)) for found in loaded.bag]


def test_its_examples_hold() -> None:
    bag = Bag()
    ran = tuple(run_examples(LoadedRuleset(str(FOLDER / "sample")), bag))
    assert [(result.id, finding.code) for result in ran for finding in result.findings] == []
    assert len(ran) == 4
    assert not bag
