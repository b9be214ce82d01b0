"""The worked examples of CONTRIBUTING.md are taken out of the page, checked and played; paths that documents name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from parsed import TOP

from reguli.engine.legal import Move
from reguli.engine.playthrough import Playthrough, begin
from reguli.pipeline import Loaded
from reguli.ruleset.examples import load_example_file
from reguli.source.diagnostic import Bag

BLOCK = re.compile(r"^```\w+ (nim/\S+)( add)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED_PATH = re.compile(r"`((?:interpreter|rulesets|locales|tests|benchmarks|generated_docs)/[\w./]*|[A-Z]+\.md)`")
DOCUMENTS = sorted(TOP.glob("*.md"))
GAME, RULE = "## Add a game", "## Add a rule"


def _written(text: str, top: Path) -> None:
    """Write the files that a part of the page shows."""
    for name, add, content in BLOCK.findall(text):
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text(encoding="utf-8") if add else "") + content, encoding="utf-8")


def _begun(folder: Path) -> Playthrough:
    """Begin a game of it, when it has no findings and neither do its examples."""
    loaded = Loaded(str(folder))
    assert loaded.checked, loaded.bag.codes
    examples = Bag()
    for path in sorted((folder / "examples").glob("*.yaml")):
        load_example_file(path, examples)
    assert examples.codes == ()
    return begin(loaded.program(2), play_forced=False)


def _parts() -> tuple[str, str]:
    page = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    game, _, rule = page.partition(RULE)
    return game.partition(GAME)[2], rule


def test_the_game_of_the_page_is_played_to_its_end(tmp_path: Path) -> None:
    game, _ = _parts()
    _written(game, tmp_path)
    played = _begun(tmp_path / "nim")
    for amount in (3, 3, 3, 3):
        played.apply(Move("take", (amount,)))
    assert played.over
    assert [(place.place, place.player) for place in played.places()] == [(1, 1), (2, 0)]


def test_the_rule_of_the_page_holds_at_the_first_turn_only(tmp_path: Path) -> None:
    for part in _parts():
        _written(part, tmp_path)
    played = _begun(tmp_path / "nim")
    assert not played.allows(Move("take", (3,)))
    played.apply(Move("take", (2,)))
    assert played.allows(Move("take", (3,)))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_that_a_document_names_exist(document: Path) -> None:
    named = NAMED_PATH.findall(document.read_text(encoding="utf-8"))
    assert [name for name in named if not (TOP / name).exists()] == []
