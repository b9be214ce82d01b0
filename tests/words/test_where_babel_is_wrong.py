"""Where CLDR and Babel are right they are used; where they are wrong for our purpose it is said here."""

from __future__ import annotations

import pytest
from babel import Locale
from babel.lists import format_list

from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.hu_numbers import article
from reguli.words.grammar.languages import shipped_languages


@pytest.mark.parametrize("language", shipped_languages(), ids=[language.code for language in shipped_languages()])
def test_the_plural_categories_are_those_of_cldr(language: Language) -> None:
    rule = Locale(language.code).plural_form
    assert all(language.category(number) == rule(number) for number in range(2001))


def test_the_ordinal_category_of_hungarian_is_no_rule_for_the_article() -> None:
    rule = Locale("hu").ordinal_form
    assert rule(1) == rule(5) == "one"
    assert article("50") == "az"
    assert rule(50) == "other"


def test_lists_of_units_cannot_be_made_in_romanian() -> None:
    with pytest.raises(KeyError):
        format_list(["1", "2", "3"], style="unit", locale="ro")
