"""Rulesets without a layout get a card all the same; missing words stop a language, and stand marked in a draft."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from cards import CODES, LOCALES, TOP, lines_of, loaded, source_of, spoken, texts, write_cards

from reguli.output_formats import list_formats
from reguli.pipeline import LoadedRuleset
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.products.card_planner import PhaseActors, phase_seat_order
from reguli.publish.products.reference_card import CardSource, card_realisers, card_source, plan_card, require_language
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import language_by_code
from reguli.words.translation.translation_workspace import WordingFolders

TOYS = sorted(path.parent.name for path in (TOP / "tests" / "rulesets").glob("*/game.yaml"))


@pytest.mark.parametrize("name", shipped_rulesets())
@pytest.mark.parametrize("code", CODES)
def test_every_shipped_ruleset_has_a_card_for_each_number_of_players(name: str, code: str) -> None:
    source = source_of(name)
    low, high = source.ruleset.players
    for players in (None, *range(low, high + 1)):
        assert texts(spoken(source, code, players))[1].split()[0].startswith(str(players or low))


@pytest.mark.parametrize("name", TOYS)
def test_every_toy_has_a_card(name: str, tmp_path: Path) -> None:
    opened = LoadedRuleset(str(TOP / "tests" / "rulesets" / name))
    assert opened.ruleset is not None
    bag, sources = Bag(), Sources()
    source = card_source(opened.ruleset, opened.layers, LOCALES, bag, sources)
    written = write_cards(source, CODES, None, list_formats("card", "template"), tmp_path, bag=bag, sources=sources)
    assert len(written) == len(CODES) * len(list_formats("card", "template"))
    # Nobody wrote words for it: what stands on the card by its id is told of all the same.
    raw = any("⟦" in path.read_text("utf-8") for path in written if path.suffix == ".md")
    assert (raw, set(bag.codes) - {"W203"}) == ((True, {"W336"}) if bag else (False, set()))


def test_a_generic_card_says_phases_numbers_and_options_by_wordings() -> None:
    lines = texts(spoken(_generic("connect_four"), "en"))
    assert lines[lines.index("length of a line") + 1] == "4"
    assert lines[lines.index("Size of the board") + 1] == "standard"


def test_what_a_generic_card_says_by_its_id_is_marked_and_found() -> None:
    source, bag = _generic("connect_four"), Bag()
    tongue = card_realisers(source, Sources()).tongue(require_language("en"), bag)
    known = {name: one for name, one in tongue.own.entries.items() if name != "constant:line_length"}
    without = replace(tongue, own=replace(tongue.own, entries=MappingProxyType(known)))
    plan = plan_card(source, None, bag)
    lines = texts(realise_plan(plan, without, bag))
    assert lines[lines.index("⟦line_length⟧") + 1] == "4"
    assert [(one.code, dict(one.args)["wording"]) for one in bag] == [("W302", "constant:line_length")]
    draft = Bag()
    assert texts(realise_plan(plan, without, draft, draft=True)) == lines
    assert not draft


def _generic(name: str, options: Mapping[str, str | bool] | None = None) -> CardSource:
    return replace(source_of(name, options), layouts={})


def test_options_change_what_a_generic_card_says() -> None:
    lines = texts(spoken(_generic("connect_four", {"size": "small"}), "en"))
    assert lines[lines.index("width of the board") + 1] == "4"
    assert lines[lines.index("Size of the board") + 1] == "small"


def test_who_acts_is_found_through_procedures_and_loops() -> None:
    ruleset = source_of("power_grid").ruleset
    found = [phase_seat_order(phase, ruleset) for phase in ruleset.phases]
    forward, backward = PhaseActors("game.turn_order"), PhaseActors("game.turn_order", reversed=True)
    assert found == [None, forward, backward, backward, forward]
    phases = source_of("warszawa").ruleset.phases
    assert [phase_seat_order(phase, source_of("warszawa").ruleset) for phase in phases] == [
        None,
        *[PhaseActors("player", around=True)] * 2,
    ]


@pytest.mark.parametrize(("name", "words"), [("garden", "in the order of the seats"), ("lanterns", "clockwise")])
def test_the_order_of_the_seats_is_worded_for_every_ruleset(name: str, words: str) -> None:
    opened = LoadedRuleset(str(TOP / "tests" / "rulesets" / name))
    assert opened.ruleset is not None
    bag, sources = Bag(), Sources()
    source = card_source(opened.ruleset, opened.layers, LOCALES, bag, sources)
    english = language_by_code("en")
    assert english is not None
    card = realise_plan(plan_card(source, None, bag), card_realisers(source, sources).tongue(english, bag), bag)
    assert [line.text for line in lines_of(card) if line.id == "card.order"] == [words]


def _with_locales(tmp_path: Path) -> CardSource:
    shutil.copytree(LOCALES, tmp_path / "locales")
    source = source_of("power_grid")
    return CardSource(source.ruleset, WordingFolders(tmp_path / "locales", source.places.rulesets), source.layouts)


def _without(path: Path, wording: str) -> int:
    """Empty the text of one entry; give the line of its id."""
    lines = path.read_text("utf-8").split("\n")
    at = lines.index(f'msgctxt "{wording}"')
    lines[at + 2] = 'msgstr ""'
    path.write_text("\n".join(lines), "utf-8")
    return at + 1


def test_a_missing_wording_stops_its_language_only(tmp_path: Path) -> None:
    source = _with_locales(tmp_path)
    line = _without(tmp_path / "locales" / "ro" / "power_grid.po", "card:start_money")
    bag = Bag()
    written = write_cards(source, CODES, None, ["md"], tmp_path / "out", bag=bag, sources=Sources())
    assert [path.name for path in written] == ["card.en.md", "card.hu.md"]
    (found,) = bag.diagnostics
    assert found.code == "W302"
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("ro/power_grid.po", line)


def test_a_draft_is_written_with_the_missing_wording_marked(tmp_path: Path) -> None:
    source = _with_locales(tmp_path)
    _without(tmp_path / "locales" / "ro" / "power_grid.po", "card:start_money")
    bag = Bag()
    (path,) = write_cards(source, ["ro"], None, ["md"], tmp_path / "out", bag=bag, sources=Sources(), draft=True)
    assert not bag
    assert "- ⟦card:start\\_money⟧: 50\n" in path.read_text("utf-8")


def test_a_fuzzy_wording_is_not_printed(tmp_path: Path) -> None:
    source = _with_locales(tmp_path)
    path = tmp_path / "locales" / "hu" / "power_grid.po"
    path.write_text(
        path.read_text("utf-8").replace('msgctxt "card:bidding"', '#, fuzzy\nmsgctxt "card:bidding"'), "utf-8"
    )
    bag = Bag()
    assert write_cards(source, ["hu"], None, ["md"], tmp_path / "out", bag=bag, sources=Sources()) == []
    assert bag.codes == ("W305",)


def test_a_value_that_a_wording_leaves_out_is_a_finding(tmp_path: Path) -> None:
    source = _with_locales(tmp_path)
    path = tmp_path / "locales" / "hu" / "power_grid.po"
    path.write_text(path.read_text("utf-8").replace("[money elektro:-val] kezd", "pénzzel kezd"), "utf-8")
    bag = Bag()
    assert write_cards(source, ["hu"], None, ["md"], tmp_path / "out", bag=bag, sources=Sources()) == []
    assert bag.codes == ("W405",)


def test_a_term_without_words_stops_its_language_only(tmp_path: Path) -> None:
    """A variant's new noun."""
    source = _with_locales(tmp_path)
    path = tmp_path / "locales" / "ro" / "power_grid.lexicon.yaml"
    path.write_text("\n".join(line for line in path.read_text("utf-8").split("\n") if "  coal:" not in line), "utf-8")
    bag = Bag()
    written = write_cards(source, CODES, None, ["md"], tmp_path / "out", bag=bag, sources=Sources())
    assert [path.name for path in written] == ["card.en.md", "card.hu.md"]
    assert set(bag.codes) == {"W203"}


def test_a_ruleset_brings_its_own_words(tmp_path: Path) -> None:
    folder = tmp_path / "connect_four"
    shutil.copytree(loaded("connect_four").path, folder)
    words = folder / "words" / "ro"
    words.mkdir(parents=True)
    (words / "lexicon.yaml").write_text(
        "language: ro\nterms:\n  size: {gender: f, singular: mărime, plural: mărimi}\navoid: {}\n", "utf-8"
    )
    (words / "wordings.po").write_text(
        'msgid ""\nmsgstr "Language: ro\\n"\n\nmsgctxt "constant:line_length"\nmsgid "Lungimea liniei"\nmsgstr ""\n\n'
        'msgctxt "constant:width"\nmsgid "[Size]"\nmsgstr ""\n',
        "utf-8",
    )
    opened = LoadedRuleset(str(folder))
    assert opened.ruleset is not None
    bag, sources = Bag(), Sources()
    source = card_source(opened.ruleset, opened.layers, LOCALES, bag, sources)
    language = language_by_code("ro")
    assert language is not None
    source = replace(source, layouts={})
    card = realise_plan(plan_card(source, None, bag), card_realisers(source, sources).tongue(language, bag), bag)
    assert not bag, bag.codes
    lines = [line.text for line in lines_of(card)]
    assert "Lungimea liniei" in lines
    assert "Mărime" in lines


def test_a_variant_takes_the_layout_of_its_base(tmp_path: Path) -> None:
    path = tmp_path / "rich.yaml"
    path.write_text("variant: rich\nof: power_grid\nname: Rich Grid\nset: {constants.start_money: 100}\n", "utf-8")
    opened = LoadedRuleset(str(path))
    assert opened.ruleset is not None
    bag, sources = Bag(), Sources()
    source = card_source(opened.ruleset, opened.layers, LOCALES, bag, sources)
    lines = texts(spoken(source, "ro"))
    assert "fiecare jucător începe cu 100 de Elektro" in lines
