"""Sentences that hold only for some values of the rules are said for these and for no others, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from realisers import LOCALES

from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import WordingCatalogue, find_wording, open_catalogue
from reguli.words.grammar.grammar_values import NO_BREAK
from reguli.words.grammar.languages import language_by_code
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_values import fixed_or_sample_values
from reguli.words.placeholders.wording_subjects import WordingSubject, wording_subjects
from reguli.words.terminology import LanguageRealiser, open_realiser

FIRST_STAGE = {"en": "Step 1", "ro": "Nivelul 1", "hu": "1. szakasz"}
MORE_HOUSES = """\
variant: more_houses
of: power_grid
name: More houses
set: {"tables.houses_per_city[first]": 2, "tables.houses_per_city[second]": 3, "tables.houses_per_city[third]": 4}
"""


Subjects = Mapping[str, WordingSubject]


def _speakables(loaded: LoadedRuleset) -> Subjects:
    assert loaded.ruleset is not None
    assert not loaded.bag, loaded.bag.codes
    return wording_subjects(loaded.ruleset, ())


@cache
def _as_shipped() -> Subjects:
    return _speakables(LoadedRuleset("power_grid"))


@cache
def _with_more_houses() -> Subjects:
    with TemporaryDirectory() as folder:
        (Path(folder) / "variant.yaml").write_text(MORE_HOUSES, encoding="utf-8")
        return _speakables(LoadedRuleset(folder))


@cache
def _spoken_by(code: str) -> tuple[LanguageRealiser, WordingCatalogue]:
    language, bag, sources = language_by_code(code), Bag(), Sources()
    assert language is not None
    tongue = open_realiser(language, "power_grid", LOCALES, bag, sources)
    catalogue = open_catalogue(code, "power_grid", LOCALES, bag, sources, authored=code == "en")
    assert not bag, bag.codes
    return tongue, catalogue


def _said(offered: Subjects, code: str, name: str) -> str:
    (tongue, catalogue), bag = _spoken_by(code), Bag()
    wording = find_wording(catalogue, name, bag)
    assert wording is not None
    text = format_wording(wording, fixed_or_sample_values(offered[name].offers), tongue, bag)
    assert not bag, bag.codes
    return text.replace(NO_BREAK, " ")


@pytest.mark.parametrize("code", sorted(FIRST_STAGE))
@pytest.mark.parametrize("name", ["statement:P93", "statement:P94"])
def test_only_where_a_city_takes_a_single_house_is_a_city_without_houses_asked_for(code: str, name: str) -> None:
    assert FIRST_STAGE[code] in _said(_as_shipped(), code, name)
    assert FIRST_STAGE[code] not in _said(_with_more_houses(), code, name)


@pytest.mark.parametrize("code", sorted(FIRST_STAGE))
def test_only_where_a_city_takes_a_single_house_has_it_a_single_price(code: str) -> None:
    before, after = (_said(made, code, "statement:P134") for made in (_as_shipped(), _with_more_houses()))
    assert "10 " in before
    assert "10 " not in after
    assert "2 " in after
    assert FIRST_STAGE[code] in after


@pytest.mark.parametrize("code", sorted(FIRST_STAGE))
def test_no_sentence_is_left_with_a_stray_space_or_sign(code: str) -> None:
    ruleset = _with_more_houses()
    for name in ("statement:P93", "statement:P94", "statement:P134"):
        for text in (_said(ruleset, code, name), _said(_as_shipped(), code, name)):
            assert not any(amiss in text for amiss in ("  ", " .", " ,", " ;", "..", ";.", ",."))


OPEN_MONEY = {"en": "Everybody may see", "ro": "Oricine poate vedea", "hu": "Bárki láthatja"}
SECRET_MONEY = {"en": "secret", "ro": "secret", "hu": "titokban"}
EMPTY_CITY = {"en": "any city without houses", "ro": "orice oraș fără căsuțe", "hu": "amelyben még nincs ház"}


def _under(option: str, value: str | bool) -> Subjects:
    return _speakables(LoadedRuleset("power_grid", {option: value}))


@pytest.mark.parametrize("code", sorted(OPEN_MONEY))
def test_a_sentence_follows_the_options_that_were_chosen(code: str) -> None:
    assert SECRET_MONEY[code] in _said(_as_shipped(), code, "statement:P119")
    opened = _said(_under("hidden_money", False), code, "statement:P119")
    assert SECRET_MONEY[code] not in opened
    assert OPEN_MONEY[code] in opened
    assert EMPTY_CITY[code] not in _said(_as_shipped(), code, "statement:P93")
    assert EMPTY_CITY[code] in _said(_under("start_city", "empty_city"), code, "statement:P93")
