"""The findings of every corpus, said in every language: no phrase and no frame stays English."""

from __future__ import annotations

import re
from functools import cache

import pytest
from test_corpus import CHUNKS, READERS, Chunk

from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json, finding_sentence, render_with_excerpt
from reguli.source.finding_catalogue import ENGLISH, Said, Translation, finding_catalogue
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.finding_texts import messages_of
from reguli.words.grammar.languages import SHIPPED

LOCALES = shipped_folder("locales")
LANGUAGES = [code for code in SHIPPED if code != "en"]
NAMES = re.compile(
    r"[\w.\[\]#/()|'-]+(, [\w.\[\]#/()|'-]+)*( or [\w.\[\]]+)?|(start|end) of|U\+[0-9A-F]{4,6} [A-Z -]+|run \w+(\(\.\.\.\))?"
)
"""What is written the same in every language: lists of names, moments and calls of the rules language, names of characters."""


WORD = "grammar.word"
"""A word of the rules language in quotes."""


@cache
def _findings() -> tuple[Diagnostic, ...]:
    """One finding of each code that the corpora give, with each wording of its arguments."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    for chunk in CHUNKS:
        found |= {(one.code, one.args, one.related): one for one in _of(chunk)}
    return tuple(found.values())


def _of(chunk: Chunk) -> Bag:
    bag = Bag()
    READERS[chunk.reader](chunk.text, bag)
    return bag


def _phrases(finding: Diagnostic) -> set[Said]:
    values = (*(value for _, value in finding.args), *(shown for _, shown in finding.related))
    return {value for value in values if isinstance(value, Said)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_stays_english(language: str) -> None:
    translation = messages_of(language, LOCALES)
    phrases = {text for finding in _findings() for text in _phrases(finding)}
    assert len(phrases) > 100
    english = {phrase: ENGLISH.say(phrase) for phrase in phrases}
    same = [text for phrase, text in english.items() if translation.say(phrase) == text and phrase.phrase != WORD]
    assert sorted(text for text in same if not NAMES.fullmatch(text)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finding_in_another_language_keeps_its_place_its_code_and_its_names(language: str) -> None:
    translation = messages_of(language, LOCALES)
    for finding in _findings():
        english, said = (
            render_with_excerpt(finding, Sources()),
            render_with_excerpt(finding, Sources(), translation=translation),
        )
        assert said != english
        assert said.split()[:2] == english.split()[:2] or finding.span is None
        assert len(said.splitlines()) == len(english.splitlines())
        names = set(re.findall(r"'[a-z_]+'", finding_sentence(finding)))
        assert {name for name in names if name not in finding_sentence(finding, translation)} == set(), finding.code


def test_values_for_a_program_do_not_depend_on_the_language() -> None:
    translation: Translation = messages_of("hu", LOCALES)
    for finding in _findings():
        english, said = finding_as_json(finding), finding_as_json(finding, translation)
        for text in ("message", "expected", "remedy"):
            assert (
                english.pop(text) != said.pop(text)
                or not finding_catalogue()[finding.code].expected
                or text != "message"
            )
        english.pop("related")
        said.pop("related")
        assert english == said
