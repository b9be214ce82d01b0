"""Every statement that a rule carries out is shown by a worked example; that these hold is tested with those of all rulesets."""

from __future__ import annotations

from reguli.pipeline import Loaded
from reguli.ruleset.declared.examples import load_all_examples
from reguli.source.diagnostic import Bag


def test_each_statement_that_is_carried_has_an_example() -> None:
    loaded = Loaded("warszawa")
    assert loaded.documents is not None
    examples = load_all_examples(loaded.layers, Bag(), sources=loaded.sources)
    shown = {one for example in examples.values() for one in example.cites}
    carried = [entry.id for entry in loaded.documents.inventory if entry.carries != "none"]
    assert len(carried) == 120
    assert [name for name in carried if name not in shown] == []
