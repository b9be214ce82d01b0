"""Clauses of generated sentences: forms of verbs, commas after what stands before a clause and between acts."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
import yaml

from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import language_by_code
from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.realisation.phrase_templates import read_gloss_templates
from reguli.words.realisation.rule_realisation import realise_rule
from reguli.words.translation.translation_workspace import WordingFolders, open_ruleset_realiser

LANGUAGES = ("en", "hu", "ro")


@functools.cache
def loaded(game: str) -> LoadedRuleset:
    """Return a shipped ruleset."""
    return LoadedRuleset(game)


def said(game: str, rule: str, code: str) -> str:
    """Return the generated sentences of a rule of a shipped game, without findings."""
    layers, ruleset, language = loaded(game), loaded(game).ruleset, language_by_code(code)
    assert ruleset is not None
    assert language is not None
    bag, sources = Bag(), Sources()
    locales = shipped_folder("locales")
    places = WordingFolders(locales, tuple(reversed(layers.layers.folders)), layers.layers.statements)
    seat = open_ruleset_realiser(language, ruleset.documents.game.words, places, bag, sources)
    book = read_gloss_templates(seat.terms, locales, bag, sources, seat.own)
    return realise_rule(citing_rules(ruleset)[rule], ruleset, book)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_verb_has_the_form_that_each_clause_asks_for(code: str) -> None:
    gloss = yaml.safe_load((Path(shipped_folder("locales")) / code / "gloss.yaml").read_text(encoding="utf-8"))
    templates = gloss["templates"].items()
    asked = {one["verb"] for name, one in templates if name.startswith("clause.") and isinstance(one, dict)}
    assert asked
    lacking = {(verb, form) for verb, forms in gloss["verbs"].items() for form in asked if form not in forms}
    assert not lacking


@pytest.mark.parametrize(
    ("code", "start"),
    [
        ("en", "In phase 1, if round 1 is over, "),
        ("hu", "Az 1. fázisban, ha véget ért az 1. forduló, "),
    ],
)
def test_a_condition_stands_between_commas_after_an_adverbial(code: str, start: str) -> None:
    assert said("power_grid", "rule:player_order", code).startswith(start)


@pytest.mark.parametrize(
    ("code", "start"), [("en", "In phase 4, the player may "), ("hu", "A 4. fázisban a játékos csak akkor ")]
)
def test_the_language_decides_about_the_comma_after_an_adverbial(code: str, start: str) -> None:
    assert said("power_grid", "rule:building/construction/connect/city_full", code).startswith(start)


def test_hungarian_splits_the_prefix_after_csak_akkor() -> None:
    text = said("power_grid", "rule:building/construction/connect/already_connected", "hu")
    assert "csak akkor köthet be egy várost" in text
    assert text.endswith("ha a játékosnak nincs háza a város házai között.")
