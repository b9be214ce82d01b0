"""Libraries: each has a small game of its own whose examples hold, and speaks three languages; two uses are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from toys import home, libraries, loaded, sit

from reguli.app.worked_examples import run_examples_parallel
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import check_catalogue
from reguli.words.grammar.languages import shipped_languages
from reguli.words.placeholders.wording_subjects import wording_subjects
from reguli.words.translation.translation_workspace import open_ruleset_realiser
from reguli.words.translation.typed_sentences import collect_inline_sentences


@pytest.mark.parametrize("name", libraries())
def test_its_examples_hold(name: str) -> None:
    results = list(run_examples_parallel(LoadedRuleset(str(home(name)))))
    assert len(results) > 1
    assert [result.id for result in results if not result.passed] == []


@pytest.mark.parametrize("name", libraries())
def test_what_is_chosen_is_said_in_every_language(name: str) -> None:
    ruleset = loaded(name).ruleset
    assert ruleset is not None
    spoken = wording_subjects(ruleset, (), None)
    typed = {word for one in ruleset.documents.brought for word in one.typed}
    chosen = [known for known in spoken if known.partition(":")[0] in {"decision", "move", "done"} and "/" not in known]
    beside = collect_inline_sentences(ruleset)
    own = [known for known in spoken if known in beside or (known in chosen and known.partition(":")[2] in typed)]
    own = [known for known in own if not known.startswith("statement:")]
    assert own
    for language in shipped_languages():
        sources, bag = Sources(), Bag()
        homes = locate_wording_folders(home(name), ruleset.id)
        tongue = open_ruleset_realiser(language, homes.name, homes.places, bag, sources, beside=beside)
        assert [known for known in own if tongue.own.accepted(known) is None] == []
        reaches = {known: spoken[known].reach for known in own}
        said = replace(tongue.own, entries=MappingProxyType({known: tongue.own.entries[known] for known in own}))
        check_catalogue(said, None, reaches, tongue.terms, bag)
        assert not bag, "\n".join(render_with_excerpt(finding, sources) for finding in bag)


def test_who_leads_may_be_outbid_only_by_more() -> None:
    sitting = sit("auction", 3, play_forced=False)
    assert (sitting.by, sitting.asked) == ("b", "outbidding")
    assert sitting.refused("raise_bid 1") == ["not_offered"]
    assert sitting.refused("raise_bid 13") == ["not_offered"]
    sitting.play("b: raise_bid 2", "c: pass_bid", "a: pass_bid")
    assert sitting.value("count(b.coins)") == 10
    assert sitting.value("count(b.wall)") == 1


def test_only_what_lies_in_the_own_hand_is_kept_or_thrown_away() -> None:
    drafted = sit("draft", 2, play_forced=False)
    mine, theirs = drafted.value("first(a.box)"), drafted.value("first(b.box)")
    assert drafted.refused(f"keep {theirs}") == ["not_offered"]
    assert drafted.play(f"a: keep {mine}").by == "b"
    gleaned = sit("deck", 2, play_forced=False)
    while gleaned.asked != "field_discarding":
        gleaned.play(gleaned.first())
    mine, left = gleaned.value("first(a.barn)"), gleaned.value("first(stack)")
    assert gleaned.refused(f"field_throw_away {left}") == ["not_offered"]
    assert gleaned.play(f"a: field_throw_away {mine}").value("stubble") == [mine]


def test_a_sealed_bid_is_seen_by_nobody_else() -> None:
    sitting = sit("auction", 3, play_forced=False)
    sitting.play("b: pass_bid", "c: pass_bid", "c: pass_single", "a: pass_single", "b: pass_single")
    while sitting.asked == "taking":
        sitting.play("wait")
    assert sitting.asked == "sealing"
    assert [field.declared.visible.who for field in _fields(sitting)] == ["owner"]


def _fields(sitting: object) -> Iterator[object]:
    fields = sitting.playthrough.program.layout.fields  # type: ignore[attr-defined]
    return (field for name, field in fields.items() if name.endswith("sealed"))
