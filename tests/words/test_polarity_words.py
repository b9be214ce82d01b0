"""Sentences that are false and read well: what is said with words that turn a rule into its contrary is held to other languages and to the rule."""

from __future__ import annotations

import pytest
from realisers import LOCALES

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources, Span
from reguli.words.grammar.languages import shipped_languages
from reguli.words.polarity import (
    POLES,
    OutlierWording,
    SentenceFeatures,
    contradicted_axes,
    find_polarity_outliers,
    make_polarity_lexicon,
    read_polarity,
    read_polarity_words,
)
from reguli.words.wording_parser import parse_wording

SENSES = {language.code: read_polarity_words(language, LOCALES, Bag(), Sources()) for language in shipped_languages()}


def gist(text: str, code: str = "en") -> SentenceFeatures:
    bag = Bag()
    found = read_polarity(
        parse_wording("example", text, lambda *at: Span("example", 1, at[0], 1, at[1]), bag).pieces, SENSES[code]
    )
    assert not bag
    return found


def poles(text: str, code: str = "en") -> list[str]:
    return [word.pole for word in gist(text, code).words]


def odd(**texts: str) -> dict[str, list[OutlierWording]]:
    found: dict[str, list[OutlierWording]] = {}
    gists = {code: gist(text, code) for code, text in texts.items()}
    for code, one in find_polarity_outliers(gists, "en", lambda a, b: True, {"coal", "oil"}, {"coal", "oil", "card"}):
        found.setdefault(code, []).append(one)
    return found


def test_every_language_has_words_for_every_pole() -> None:
    for senses in SENSES.values():
        assert set(POLES) <= set(senses.poles)


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("Keep at most [n card].", "en", ["at_most"]),
        ("No more than one; nobody never.", "en", ["at_most", "not"]),
        ("Păstrați cel mult [n card], nu mai puțin de atât.", "ro", ["at_most", "at_least"]),
        ("Nimeni nu alege nici una, nici alta.", "ro", ["not", "other"]),
        ("Senki sem vesz, és a legnagyobb számú kimarad.", "hu", ["not", "highest"]),
        ("Az óramutató járásával ellentétes irányban", "hu", ["anticlockwise"]),
        ("Amost.", "en", []),
    ],
)
def test_words_are_found_whole_and_the_longest_first(text: str, code: str, expected: list[str]) -> None:
    assert poles(text, code) == expected


def test_an_idle_phrase_says_nothing() -> None:
    senses = make_polarity_lexicon([("last", "last"), ("at * last", "idle")])
    assert [pole for pole, _, _ in senses.found("At long last the last one")] == ["last"]


def test_a_word_is_found_where_it_stands() -> None:
    (word,) = gist("Keep [n card], but at least [m].").words
    assert "Keep [n card], but at least [m]."[word.start : word.end] == "at least"


def test_of_a_choice_the_branch_counts_that_says_most() -> None:
    said = gist("[n? one: at most one | at most [n], at most [m]]. Not [n].")
    assert [word.pole for word in said.words] == ["at_most", "at_most", "not"]


def test_the_one_that_says_something_else_is_odd() -> None:
    right = {"en": "Take at most [n card].", "hu": "Legfeljebb [n card] vehető el."}
    assert odd(**right, ro="Luați cel mult [n card].") == {}
    (found,) = odd(**right, ro="Luați cel puțin [n card].")["ro"]
    assert (found.sort, found.what, found.own[0].text, found.theirs[0].text) == (
        "sense",
        "bound",
        "cel puțin",
        "at most",
    )
    # What is said as often in all languages may not be dropped; other words may be said otherwise.
    assert list(odd(**right, ro="Limita este de [n card].")) == ["ro"]
    assert odd(en="Then take [n].", hu="Ezután [n] jár.", ro="Luați [n].") == {}
    assert list(odd(en="[n] cannot run.", ro="[n] funcționează.", hu="[n] nem működik.")) == ["ro"]


def test_of_two_languages_the_translation_is_odd() -> None:
    assert list(odd(en="Before the end of [n].", ro="După sfârșitul [n].")) == ["ro"]
    assert odd(en="Before the end of [n].") == {}


def test_values_that_are_others_or_were_exchanged_are_odd() -> None:
    texts = {"en": "Draw [n card] and keep [m].", "hu": "[n card] húzása után [m] marad."}
    assert odd(**texts, ro="Trageți [n card] și păstrați [m].") == {}
    assert [one.sort for one in odd(**texts, ro="Trageți [m card] și păstrați [n].")["ro"]] == ["order"]
    assert [one.sort for one in odd(**texts, ro="Trageți [n card] și păstrați [n].")["ro"]] == ["value"]
    named = {"en": "It burns [coal].", "hu": "[coal] fogy."}
    assert [one.sort for one in odd(**named, ro="Consumă [oil].")["ro"]] == ["term"]


def test_a_sentence_is_held_to_what_a_rule_says_alone() -> None:
    assert list(contradicted_axes(frozenset({"at_least"}), frozenset({"at_most"}))) == [("bound", "at_most")]
    assert not list(contradicted_axes(frozenset({"at_least"}), frozenset({"at_most", "at_least"})))
    assert not list(contradicted_axes(frozenset({"at_least", "at_most"}), frozenset({"at_most"})))
    assert not list(contradicted_axes(frozenset({"exactly"}), frozenset({"at_most"})))
