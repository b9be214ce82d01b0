"""Every form, function and word of rules text has an entry whose example runs, and no entry speaks of what is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tried import asked, played

from reguli.language.parsing.lr_driver import RESERVED, Tokenizer, load_tables, parse_chunk
from reguli.language.parsing.parser import RULES
from reguli.language.syntax_forms import ITEM_SHAPES, STATEMENT_SHAPES
from reguli.model.binding.binding_context import FACTS
from reguli.model.types import BUILTINS
from reguli.reference.library_reference import find_entries
from reguli.reference.reference_entry import THEMES, ReferenceEntry, read_themes
from reguli.schema.node_reader import NO_NAMES
from reguli.source.source_excerpt import Span

ALL = read_themes()
ENTRIES = [entry for theme in ALL for entry in theme.entries]
SHOWN_ONLY = {"vocabulary", "mechanisms", "placeholders"}
"""Themes without programs of their own; the lines of mechanisms are those of rulesets that are played (`tests/rulesets`), placeholders are printed (`test_placeholders.py`)."""
PROGRAMS = [entry for entry in ENTRIES if entry.example and entry.theme not in SHOWN_ONLY]
ASKS = [(entry, ask) for entry in ENTRIES for ask in entry.asks]
OF_FORMS = [entry for entry in ENTRIES if entry.theme not in {"functions", "units", *SHOWN_ONLY}]
TABLES = load_tables()
SEPARATORS = {",", ":"}
"""Signs that only part what they stand between."""


def _rules_of(text: str, start: str) -> set[str]:
    """Return the rules of the grammar that a text is parsed by, but for those that are empty there."""
    seen: set[str] = set()

    def note(rule: str, span: Span, children: object) -> None:
        if span.line:
            seen.add(rule)

    cutter = Tokenizer() if start == "start_item" else Tokenizer(lines=False, items=False)
    for chunk in cutter.cut(text).chunks:
        parse_chunk(TABLES, start, chunk, "example", note)
    return seen


def _exercised(entry: ReferenceEntry) -> set[str]:
    asks = (_rules_of(ask.value, "start_expression") for ask in entry.asks)
    return set().union(_rules_of(entry.example, "start_item") if entry.example else set(), *asks)


def test_the_themes_of_rules_text_come_first() -> None:
    assert tuple(theme.id for theme in ALL[: len(THEMES)]) == THEMES
    assert all(theme.groups for theme in ALL[len(THEMES) :])


def test_every_shape_has_an_entry() -> None:
    for theme, shapes in (("items", ITEM_SHAPES), ("statements", STATEMENT_SHAPES)):
        forms = [entry.forms[0] for entry in ENTRIES if entry.theme == theme]
        assert [shape for shape in shapes.values() if shape not in forms] == []


def test_every_rule_of_the_grammar_has_an_entry() -> None:
    known = {*RULES} - {"start_item", "start_body", "start_options"}
    spoken = {rule for entry in ENTRIES for rule in entry.rules}
    assert (sorted(known - spoken), sorted(spoken - known)) == ([], [])


def test_every_word_of_the_grammar_has_an_entry() -> None:
    spoken = {word for entry in OF_FORMS for word in entry.words}
    assert (sorted(TABLES.keywords.keys() - spoken - SEPARATORS), sorted(spoken - TABLES.keywords.keys())) == ([], [])
    assert [word for word in sorted(RESERVED) if not find_entries(word, ALL)] == []
    assert [word for word in sorted(NO_NAMES) if not find_entries(word, ALL)] == []


def test_every_function_has_an_entry() -> None:
    entries = [entry.name for entry in ENTRIES if entry.theme == "functions"]
    assert sorted(entries) == sorted(builtin.name for builtin in BUILTINS)


def test_every_word_of_the_vocabulary_is_given_in_three_languages() -> None:
    entries = [entry for entry in ENTRIES if entry.theme == "vocabulary"]
    assert [[form.partition(": ")[0] for form in entry.forms] for entry in entries] == [
        ["Romanian", "Hungarian"]
    ] * len(entries)
    for at in range(2):
        words = [entry.forms[at] for entry in entries]
        assert [word for word in words if words.count(word) > 1] == []


def test_every_fact_has_an_entry() -> None:
    assert FACTS.keys() <= {entry.name for entry in ENTRIES if entry.theme == "units"}


def test_every_entry_is_whole_and_no_two_stand_at_one_place() -> None:
    for theme in ALL:
        every = list(theme.all_entries())
        assert [entry.name for entry in every if not (entry.forms and entry.means)] == []
        places = [entry.anchor for entry in every]
        assert [place for place in places if places.count(place) > 1] == []
    assert [
        entry.name for entry in ENTRIES if entry.theme not in SHOWN_ONLY and not entry.example and not entry.asks
    ] == []


@pytest.mark.parametrize("entry", OF_FORMS, ids=lambda entry: entry.anchor)
def test_an_entry_says_and_shows_what_it_speaks_of(entry: ReferenceEntry) -> None:
    forms, shown = "\n".join(entry.forms), "\n".join((entry.example, *(ask.value for ask in entry.asks)))
    for word in entry.words:
        pattern = rf"\b{re.escape(word)}\b" if word[0].isalpha() else re.escape(word)
        assert re.search(pattern, forms), f"no form of '{entry.name}' has '{word}'"
        assert re.search(pattern, shown), f"no example of '{entry.name}' has '{word}'"
    assert sorted(set(entry.rules) - _exercised(entry)) == []


@pytest.mark.parametrize("entry", PROGRAMS, ids=lambda entry: entry.anchor)
def test_a_program_is_played_and_what_it_says_holds(entry: ReferenceEntry, tmp_path: Path) -> None:
    playthrough = played(entry.example, tmp_path)
    assert [holds for holds in entry.holds if playthrough.value(holds) is not True] == []


@pytest.mark.parametrize(("entry", "ask"), ASKS, ids=lambda one: getattr(one, "anchor", getattr(one, "value", "")))
def test_a_question_is_answered_so(entry: ReferenceEntry, ask: object) -> None:
    del entry
    assert asked(ask.of, ask.value) == ask.wanted
