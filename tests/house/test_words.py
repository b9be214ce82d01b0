"""No game in the interpreter: no id of a ruleset occurs there, but for the language's own words."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from own_words import EXAMPLE_WORDS, GAME_WORDS, PLAIN_WORDS
from parsed import PACKAGE, Parsed, hold
from vocabulary import Words, game_words, words_of

KINDS = {".py", ".yaml", ".lark", ".j2", ".html", ".css", ".js"}
REFERENCE = PACKAGE / "reference"
"""Its data explain by examples: a small game of its own, and questions that shipped games answer. Its programs know none."""
TEXTS = sorted(
    path
    for path in PACKAGE.rglob("*")
    if path.suffix in KINDS and not (path.is_relative_to(REFERENCE) and path.suffix == ".yaml")
)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ESCAPE = re.compile(r"\\[abfnrtvx]")


@cache
def _forbidden() -> Mapping[str, tuple[Words, ...]]:
    """The words of the games that are not the language's own, by their first word."""
    own = {words_of(word) for word in (*GAME_WORDS, *PLAIN_WORDS, *keyword.kwlist)}
    found: dict[str, tuple[Words, ...]] = {}
    for words in sorted(game_words().keys() - own):
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


def _found(text: str, spoken: set[Words]) -> Iterator[tuple[int, str]]:
    """Every line and word of a text in which the words of an id follow one another."""
    forbidden = _forbidden()
    for number, line in enumerate(text.split("\n"), 1):
        for name in _WORD.findall(_ESCAPE.sub(" ", line)):
            parts = words_of(name)
            for at, part in enumerate(parts):
                begun = [words for words in forbidden.get(part, ()) if words not in spoken]
                if any(parts[at : at + len(words)] == words for words in begun):
                    yield number, name


def test_no_word_of_a_game_in_the_interpreter() -> None:
    """Names, texts, docstrings and comments alike. The examples of the catalogue may speak of a game nobody has."""
    hold(_said_of_a_game, [Parsed(path, PACKAGE) for path in TEXTS])


def _said_of_a_game(file: Parsed) -> Iterator[tuple[int, str]]:
    spoken = {words_of(word) for word in EXAMPLE_WORDS} if file.path.match("source/catalogue/*.yaml") else set()
    yield from sorted(set(_found(file.text, spoken)))


@pytest.mark.parametrize("text", ["plant", "city", "cheapest_city", "CoalMarket", "auctions", "'elektro'", "# garbage"])
def test_the_net_has_no_holes(text: str) -> None:
    assert list(_found(text, {words_of(word) for word in EXAMPLE_WORDS}))


def test_the_own_words_are_few_and_needed() -> None:
    """Every plain word and every word of examples is the id of some ruleset; without that it needs no leave."""
    assert len(GAME_WORDS) <= 55
    assert len(PLAIN_WORDS) + len(EXAMPLE_WORDS) <= 182
    declared = game_words()
    assert [word for word in (*PLAIN_WORDS, *EXAMPLE_WORDS) if words_of(word) not in declared] == []
