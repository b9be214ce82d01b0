"""The forms of numbers: the tables of 0 to 120 as kept, and 0 to 2000 against the slow rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import slow_numbers
from realisers import TONGUES
from slow_numbers import ALL, LAST, NB, TABLES

from reguli.words.grammar.grammar_values import Language, Noun

NUMBERS = range(2001)


def _fast(code: str, n: int) -> Iterator[tuple[str, str | None]]:
    """Yield the same forms by the grammar."""
    tongue = TONGUES[code]
    language, digits = tongue.language, tongue.style.digits
    for form in ALL[code](n):
        names = frozenset(form.split())
        if form == "digits":
            yield form, language.number_form(n, frozenset(), digits)
        elif form == "article":
            yield form, language.choose_article(str(n), "")
        elif form == "label" or form.startswith("counted"):
            yield form, _counted(code, language, n, names)
        else:
            yield form, language.number_form(n, names, digits)


def _counted(code: str, language: Language, n: int, names: frozenset[str]) -> str | None:
    tongue = TONGUES[code]
    term = {"m": "player", "n": "token"}.get(next(iter(names & {"m", "n"}), ""), "card")
    noun = tongue.lexicon.counting_noun(term)
    assert isinstance(noun, Noun)
    return language.counted(n, noun, names - {"counted", "m", "f", "n"}, tongue.style.digits)


def _missing_is_empty(forms: Iterator[tuple[str, str | None]]) -> dict[str, str]:
    return {name: text or "" for name, text in forms}


@pytest.mark.parametrize("code", ALL)
def test_the_grammar_agrees_with_the_slow_rules(code: str) -> None:
    slow: Callable[[int], dict[str, str]] = ALL[code]
    for n in NUMBERS:
        assert _missing_is_empty(_fast(code, n)) == slow(n)


@pytest.mark.parametrize("code", ALL)
def test_the_table_is_what_the_rules_give(code: str) -> None:
    assert (TABLES / f"{code}.tsv").read_text(encoding="utf-8") == slow_numbers.table(code)


@pytest.mark.parametrize("code", ALL)
def test_every_cell_of_the_table_is_said(code: str) -> None:
    _, names, *rows = (TABLES / f"{code}.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")
    assert len(rows) == LAST + 1
    for n, row in enumerate(rows):
        cells = dict(zip(names.split("\t"), row.replace("_", NB).split("\t"), strict=True))
        assert _missing_is_empty(_fast(code, n)) == cells


@pytest.mark.parametrize(
    ("code", "n", "form", "text"),
    [
        # As the design states them.
        ("ro", 19, "counted n", "19 jetoane"),
        ("ro", 20, "counted n", "20 de jetoane"),
        ("ro", 101, "counted n", "101 jetoane"),
        ("ro", 120, "counted n", "120 de jetoane"),
        ("ro", 0, "counted f", "0 cărți"),
        ("ro", 21, "counted f words", "douăzeci și una de cărți"),
        ("ro", 7, "ord m", "al 7-lea"),
        ("ro", 2, "ord f", "a 2-a"),
        ("ro", 8, "ordwords m", "al optulea"),
        ("hu", 5, "-s", "5-ös"),
        ("hu", 3, "-s", "3-as"),
        ("hu", 6, "-s", "6-os"),
        ("hu", 40, "-s", "40-es"),
        ("hu", 20, "-t", "20-at"),
        ("hu", 5, "-val", "5-tel"),
        ("hu", 8, "-val", "8-cal"),
        ("hu", 10, "-val", "10-zel"),
        ("hu", 20, "-val", "20-szal"),
        ("hu", 1, "article", "az"),
        ("hu", 50, "article", "az"),
        ("hu", 15, "article", "a"),
        ("hu", 5, "ord -ban", "5.-ben"),
        ("en", 8, "article", "an"),
        ("en", 100, "article", "a"),
        ("en", 112, "ord", "112th"),
    ],
)
def test_forms_as_stated(code: str, n: int, form: str, text: str) -> None:
    assert ALL[code](n)[form].replace(NB, " ") == text
