"""Every statement that a rule carries out is shown by a worked example; that these hold is tested with those of all rulesets."""

from __future__ import annotations

import json

import pytest

from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.source.diagnostic import Bag


def test_each_statement_that_is_carried_has_an_example() -> None:
    loaded = LoadedRuleset("warszawa")
    assert loaded.documents is not None
    examples = load_all_examples(loaded.layers, Bag(), sources=loaded.sources)
    shown = {one for example in examples.values() for one in example.cites}
    carried = [entry.id for entry in loaded.documents.inventory if entry.carries != "none"]
    assert len(carried) == 123
    assert [name for name in carried if name not in shown] == []


def test_tokens_of_a_player_lack_by_their_number(capsys: pytest.CaptureFixture[str]) -> None:
    """W63: what is missing is a tile of one's own; a player is no unit."""
    assert main(["why", "warszawa#own_hexes_used_up", "build", "grand_hotel", "with_concrete", "--json"]) == 1
    (reason,) = json.loads(capsys.readouterr().out)["reasons"]
    assert (reason["name"], reason["missing"], reason["lacking"]) == ("no_hex_left", 1, [])
