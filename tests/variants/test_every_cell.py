"""Every sort of thing that a ruleset declares, set, replaced, added and taken away: one small variant of the bazaar for each.

The bazaar is the game of the reference; what is expected is what the variant says, and the rest as its files have it. Lines of cards
and parts of rules have files of tests of their own.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from cells_of_play import PLAY
from cells_of_things import THINGS
from looked_at import HEAD

from reguli.pipeline import LoadedRuleset
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.source.diagnostic import Bag

CELLS = {**THINGS, **PLAY}


def _written(folder: Path, text: str, files: dict[str, str]) -> LoadedRuleset:
    folder /= "mine"
    for name, content in {"variant.yaml": HEAD + text + "\n", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return LoadedRuleset(str(folder))


UNCHANGED = {
    "table removed": ["C142"],
    "rule removed": ["C142"],
    "set-up removed": ["C142", "C143"],
}
"""What a variant breaks that takes away the one rule that changed something: the gems, the turn order, the order of the deck."""


@pytest.mark.parametrize("cell", CELLS)
def test_it_is_laid_and_nothing_else_is_found(tmp_path: Path, cell: str) -> None:
    text, files, looked_at, expected = CELLS[cell]
    loaded = _written(tmp_path, text, files)
    _ = loaded.checked
    found = [(one.code, dict(one.args), str(one.span)) for one in loaded.bag]
    assert sorted(code for code, _, _ in found) == UNCHANGED.get(cell, []), found
    assert loaded.documents is not None
    assert looked_at(loaded.documents) == expected


def test_a_bot_is_set_replaced_added_and_taken_away(tmp_path: Path) -> None:
    file = {
        "bots.yaml": "bots:\n  careful: {prefer: [{option: pass, base: 2}]}\n  bold: {prefer: [{option: buy, base: 1}]}\n"
    }
    cells: dict[str, tuple[str, dict[str, str], dict[str, int]]] = {
        "set": ("set: {bots.careful.prefer: [{option: pass, base: 3}]}", {}, {"careful": 1}),
        "laid": ("note: a file", file, {"careful": 1, "bold": 1}),
        "gone": ("remove: {bots: [careful]}", {}, {}),
    }
    for name, (text, files, expected) in cells.items():
        bag = Bag()
        bots = load_all_bots(_written(tmp_path / name, text, files).layers, bag)
        assert ({one.id: len(one.preferences) for one in bots}, list(bag)) == (expected, [])


def test_an_example_is_set_replaced_added_and_taken_away(tmp_path: Path) -> None:
    lamp = "  - {id: a_lamp_is_bought, players: 3, at: {phase: trading, decision: purchase, by: seat_1}, then: [{value: round, is: 1}]}\n"
    new = lamp.replace("a_lamp_is_bought", "three_begin")
    cells: dict[str, tuple[str, dict[str, str], str, int | None]] = {
        "as it was": ("note: none", {}, "a_lamp_is_bought", 2),
        "set": ("set: {examples.a_lamp_is_bought.players: 3}", {}, "a_lamp_is_bought", 3),
        "replaced": ("note: a file", {"examples/more.yaml": "examples:\n" + lamp}, "a_lamp_is_bought", 3),
        "added": ("note: a file", {"examples/more.yaml": "examples:\n" + new}, "three_begin", 3),
        "gone": ("remove: {examples: [a_lamp_is_bought]}", {}, "a_lamp_is_bought", None),
    }
    for name, (text, files, example, players) in cells.items():
        bag = Bag()
        found = load_all_examples(_written(tmp_path / name, text, files).layers, bag)
        assert (found[example].position.players if example in found else None, list(bag)) == (players, []), name
