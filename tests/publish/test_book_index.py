"""The index of a rulebook: the terms that are looked up, in the order of the alphabet, with the chapters that speak of them."""

from __future__ import annotations

import pytest
from cards import CODES
from rulebooks import (
    book_source_of,
    spoken_book,
)

from reguli.publish.document.document_tree import StatementBlock
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.products.reference_card import require_language
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.language_files import make_collation_key
from reguli.words.translation.translation_workspace import open_ruleset_realiser

pytestmark = pytest.mark.pages


@pytest.mark.parametrize("code", CODES)
def test_the_index_leads_to_sections_that_speak_of_the_term(code: str) -> None:
    book = spoken_book("power_grid", code)
    terms = [entry.term for entry in book.index]
    tongue = open_ruleset_realiser(
        require_language(code), "power_grid", book_source_of("power_grid").places, Bag(), Sources()
    )
    assert terms == sorted(terms, key=make_collation_key(tongue.terms.style.alphabet))
    assert len(set(terms)) == len(terms)
    deck = {"en": "deck", "ro": "pachet", "hu": "pakli"}[code]
    (found,) = [entry for entry in book.index if entry.term == deck]
    # With every sentence that says it, for a printed page, and the first of each chapter, for a link.
    said = [
        (chapter.number, one.label)
        for chapter in book.sections
        for one in find_blocks(chapter, StatementBlock)
        if deck in one.line.text.lower()
    ]
    assert list(found.places) == said
    assert list(found.chapters) == [place for at, place in enumerate(said) if place[0] not in {n for n, _ in said[:at]}]


@pytest.mark.parametrize(
    ("code", "step", "round_"), [("en", "step", "round"), ("ro", "nivel", "rundă"), ("hu", "szakasz", "forduló")]
)
def test_of_a_term_that_many_chapters_say_the_index_names_those_that_speak_of_it(
    code: str, step: str, round_: str
) -> None:
    """What a round is made of, and how the auction goes by rounds; of steps their own chapter, and the sentence that the layout names besides."""
    book = spoken_book("power_grid", code)
    named = {entry.term: {book.sections[number - 1].id for number, _ in entry.places} for entry in book.index}
    assert {"round", "auction"} <= named[round_] < {chapter.id for chapter in book.sections}
    assert {"stages", "round"} <= named[step] < {chapter.id for chapter in book.sections}
    assert "tables" not in named[step]


@pytest.mark.parametrize(
    ("code", "payments", "refill"),
    [
        ("en", "payment table", "refill table"),
        ("ro", "tabel de venituri", "tabel de aprovizionare cu resurse"),
        ("hu", "kifizetési táblázat", "erőforrás-táblázat"),
    ],
)
def test_the_index_leads_to_the_table_that_has_the_name(code: str, payments: str, refill: str) -> None:
    """Chapter 13 holds both tables; what their titles name besides, a phase, is not looked up there."""
    book = spoken_book("power_grid", code)
    (chapter,) = (section.number for section in book.sections if section.id == "tables")
    there = {entry.term for entry in book.index if chapter in {number for number, _ in entry.places}}
    assert {payments, refill} <= there
    assert len(there) < 6


@pytest.mark.parametrize(
    ("code", "common", "wanted"),
    [
        ("en", {"game", "player", "number", "card", "market", "rule"}, {"bidding", "guaranteed minimum"}),
        ("ro", {"joc", "jucător", "număr", "carte", "piață", "regulă"}, {"licitare", "minim garantat"}),
        ("hu", {"játék", "játékos", "szám", "szín", "kártya", "szabály"}, {"licitálás", "garantált minimum"}),
    ],
)
def test_the_index_leaves_out_what_is_spoken_of_everywhere(code: str, common: set[str], wanted: set[str]) -> None:
    terms = {entry.term for entry in spoken_book("power_grid", code).index}
    assert (terms & common, wanted - terms) == (set(), set())


@pytest.mark.parametrize("code", CODES)
def test_a_term_that_its_lexicon_keeps_out_of_an_index_has_no_entry(code: str) -> None:
    """The layout of this book names none: what is spoken of everywhere is marked in the general lexicon."""
    terms = {entry.term for entry in spoken_book("hex", code).index}
    assert not terms & {"game", "player", "joc", "jucător", "játék", "játékos"}
    assert terms & {"chain", "lanț", "lánc"}
