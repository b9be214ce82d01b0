"""Hungarian: a number with its noun, which stays singular; pure functions that know no game."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from reguli.words.grammar.hu_nouns import CASES, NOUN_FORMS, noun_form
from reguli.words.grammar.hu_numbers import number_form
from reguli.words.grammar.noun import NO_BREAK, Count, Digits, Noun

COUNTED_FORMS: Final = frozenset({"ord", "words", "ordwords", "-s", *NOUN_FORMS})
NAME_FORMS: Final = CASES
ARTICLE: Final = "a/az"
_NUMBER_KINDS: Final = frozenset({"ord", "words", "ordwords", "-s"})


def counted(count: Count, noun: Noun, forms: frozenset[str], digits: Digits) -> str | None:
    """Say a number with its noun, the suffix on the noun: 17 kártya, 3 kártyát, 5. fázisban, 13-as lapkát."""
    kinds = forms & _NUMBER_KINDS
    number = number_form(count, frozenset({"attr"}) if kinds == {"words"} else kinds, digits)
    word = noun_form(noun, forms - _NUMBER_KINDS)
    return None if number is None or word is None else f"{number}{NO_BREAK}{word}"


def with_unit(unit: Noun, noun: Noun) -> Noun:
    """Make the noun that counts another by its unit: 3 vödör víz takes its suffixes on the thing."""
    before = f"{unit.before}{unit.parts['nominative']} {noun.before}"
    return replace(noun, before=before, whole=MappingProxyType({}), sound="")
