"""A variant that changes a guard: the reason worded for the old one is not given; the guard itself is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.shipped_files import find_ruleset
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.event_realiser import EventRealiser, open_event_realiser
from reguli.words.grammar.languages import language_by_code

REASON = "reason:no_room_on_plants"


def teller_of(loaded: LoadedRuleset, code: str) -> EventRealiser:
    """Open what speaks to players of a ruleset."""
    language = language_by_code(code)
    assert loaded.ruleset is not None, loaded.bag.codes
    assert language is not None
    homes = locate_wording_folders(loaded.path, loaded.ruleset.documents.game.id)
    return open_event_realiser(loaded.ruleset, language, homes, names=("a", "b"), bag=Bag(), sources=Sources())


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
def test_a_reason_is_held_to_its_guard(tmp_path: Path, code: str) -> None:
    shipped = find_ruleset("power_grid")
    assert shipped is not None
    rules = (shipped / "rules" / "resources.rules").read_text(encoding="utf-8")
    old = "needs amount <= room(buyer, fuel) because"
    assert old in rules
    folder = tmp_path / "roomy"
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text("variant: roomy\nof: power_grid\nname: Roomy\n", encoding="utf-8")
    changed = folder / "rules" / "resources.rules"
    changed.write_text(rules, encoding="utf-8")
    same = teller_of(LoadedRuleset(str(folder)), code)
    changed.write_text(rules.replace(old, "needs amount <= room(buyer, fuel) + 1 because"), encoding="utf-8")
    other = teller_of(LoadedRuleset(str(folder)), code)
    assert teller_of(LoadedRuleset("power_grid"), code).own.accepted(REASON)
    assert same.own.accepted(REASON)
    assert other.own.accepted(REASON) is None
    assert other.own.accepted("reason:too_expensive")
