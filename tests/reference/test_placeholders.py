"""The reference of placeholders: every example prints what stands beside it, and no form, key or kind of placeholder is left out."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType

import pytest

from reguli.app.explanations import explain_term
from reguli.reference.reference_entry import read_themes
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import NOWHERE, Sources, Span
from reguli.words.grammar.grammar_values import NO_BREAK, ProperName
from reguli.words.grammar.languages import shipped_languages
from reguli.words.placeholder_formatting import format_wording
from reguli.words.terminology import open_realiser
from reguli.words.wording_parser import KEYS, PHRASE_KEYS, RowValues, Values, parse_wording

(THEME,) = (theme for theme in read_themes() if theme.id == "placeholders")
LOCALES = Path(__file__).resolve().parents[2] / "locales"
TONGUES = {one.code: open_realiser(one, None, LOCALES, Bag(), Sources()) for one in shipped_languages()}
VALUES: Values = MappingProxyType(
    {
        "n": 3,
        "last": 1,
        "limit": None,
        "player": ProperName("Ana"),
        "things": ("card", "token"),
        "nothing": (),
        "ready": True,
        "rows": RowValues(({"place": 1, "prize": 5}, {"place": 2, "prize": 3})),
    }
)
"""The values that the head of the page names."""
LINES = [(entry.name, line) for entry in THEME.entries for line in entry.example.splitlines()]


def place(start: int, end: int) -> Span:
    del start, end
    return NOWHERE


@pytest.mark.parametrize(("name", "line"), LINES, ids=[line for _, line in LINES])
def test_an_example_prints_what_stands_beside_it(name: str, line: str) -> None:
    code, rest = line.split(None, 1)
    sentence, printed = rest.split("  →  ")
    bag = Bag()
    text = format_wording(parse_wording(name, sentence, place, bag), VALUES, TONGUES[code], bag)
    assert (text.replace(NO_BREAK, " "), bag.codes) == (printed, ())


def test_every_form_and_key_that_a_sentence_may_use_is_named() -> None:
    text = " ".join(" ".join((*entry.forms, entry.means, *entry.words)) for entry in THEME.entries)
    named = set(re.findall(r"-?\w+(?:/\w+)?", text))
    assert sorted(set(KEYS) - set(PHRASE_KEYS) - named) == []
    for tongue in TONGUES.values():
        assert sorted(tongue.language.noun_forms - named - tongue.language.agreeing_forms) == []


@pytest.mark.parametrize("word", ["placeholder", "placeholders", "each", "quoted", "article", "choice"])
def test_explain_knows_them(word: str) -> None:
    found = explain_term(word)
    assert "placeholders" in [meaning.sort for meaning in found.meanings]
