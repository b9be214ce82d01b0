"""Where a rulebook leads its reader: answers in short with the chapter that says more, references among the sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from cards import CODES
from rulebooks import book_source_of, page_of, pages_of, plain, planned, sentences, sources_of, spoken_book

from by_day import some_by_day
from reguli.publish.document.document_realisation import render_book
from reguli.publish.document.document_tree import (
    CrossReference,
    OpenQuestion,
    OpenQuestions,
    SaidDocument,
    StatementBlock,
)
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts import book_layout as layouts
from reguli.publish.layouts.card_layout import StatementQuote
from reguli.publish.products.book_planner import plan_book
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import realise_book
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources

pytestmark = pytest.mark.pages

ASKING = ("power_grid", "nucleum", "warszawa")
WORDS = {"en": ("Yes", "No"), "ro": ("Da", "Nu"), "hu": ("Igen", "Nem")}
"""Yes and no."""


def asked(book: SaidDocument) -> tuple[OpenQuestion, ...]:
    """Return all questions of a book."""
    return tuple(one for block in find_blocks(book, OpenQuestions) for one in block.items)


@pytest.mark.parametrize("name", ASKING)
def test_every_question_has_an_answer_of_its_own_and_leads_to_its_statement(name: str) -> None:
    plan = planned(book_source_of(name))
    homes = {row.label: row.chapter for row in sources_of(plan).rows}
    questions = [one for block in find_blocks(plan, OpenQuestions) for one in block.items]
    assert [one.answer.id for one in questions] == [f"answer:{one.label}" for one in questions]
    assert [None if one.see is None else one.see.number for one in questions] == [homes[one.label] for one in questions]
    ruled = {row.label for row in sources_of(plan).rows if row.mark == "ruled"}
    assert {one.label for one in questions} <= ruled


def test_what_is_ruled_is_asked() -> None:
    """But for where markers lie, and the order of a table: that needs no question."""
    plan = planned(book_source_of("power_grid"))
    ruled = {entry.label for entry in sources_of(plan).rows if entry.mark == "ruled"}
    questions = {one.label for block in find_blocks(plan, OpenQuestions) for one in block.items}
    assert ruled - questions == {"P17", "P166"}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ASKING)
def test_an_answer_does_not_repeat_what_the_book_says(name: str, code: str) -> None:
    book = spoken_book(name, code)
    said = {plain(line).casefold() for line in sentences(book).values()}
    answers = [plain(one.answer) for one in asked(book)]
    assert [text for text in answers if text.casefold() in said] == []
    length = sum(len(plain(sentences(book)[one.label])) for one in asked(book) if one.label in sentences(book))
    assert sum(map(len, answers)) < length / 2


@pytest.mark.parametrize("name", ASKING)
def test_yes_is_yes_in_every_language(name: str) -> None:
    """What one language answers with yes or no, the others answer with the same word, and first."""
    found = {
        code: {
            one.label: next(
                (at for at, word in enumerate(WORDS[code]) if re.match(rf"{word}\b", plain(one.answer))), None
            )
            for one in asked(spoken_book(name, code))
        }
        for code in CODES
    }
    assert found["en"] == found["ro"] == found["hu"]
    assert set(found["en"].values()) == {0, 1, None}


def test_a_question_for_yes_or_no_is_answered_so() -> None:
    """In English such a question begins with a verb; no other sort of question does."""
    for one in (one for name in ASKING for one in asked(spoken_book(name, "en"))):
        closed = re.match(r"(May|Can|Must|Is|Are|Do|Does)\b", plain(one.question)) is not None
        assert closed == (re.match(r"(Yes|No)\b[^a-z]", plain(one.answer)) is not None), plain(one.question)


@pytest.mark.parametrize("code", some_by_day(CODES, ["ro"]))
def test_a_reference_names_the_chapter_and_leads_there(code: str) -> None:
    book = spoken_book("power_grid", code)
    chapters = {chapter.id: chapter.number for chapter in book.sections}
    found = [see for chapter in book.sections[:-1] for see in find_blocks(chapter, CrossReference)]
    assert {see.section for see in found} >= {"stages", "tables", "auction"}
    for see in found:
        assert see.number == chapters[see.section]
        assert re.findall(r"\d+", plain(see.line)) == [str(see.number)]
    html, (markdown, *_) = page_of("power_grid", code), (text for _, text in render_book(book, "md", "x"))
    (stages,) = {plain(see.line) for see in found if see.section == "stages"}
    assert re.search(rf'<a href="#stages"[^>]*>{re.escape(stages)}</a>', html.replace("\u00a0", " "))
    assert f"([{stages}](#stages))" in str(markdown).replace("\u00a0", " ")
    printed = re.sub(r"\s+", " ", " ".join(pages_of("power_grid", code)))
    assert f"({stages})" in printed


def test_a_reference_to_no_section_is_a_finding_at_its_place() -> None:
    source, bag = book_source_of("power_grid"), Bag()
    (first, *others) = source.layout.sections
    (paragraph, *_) = first.parts
    assert isinstance(paragraph, layouts.ParagraphPart)
    wrong = layouts.ReferencePart(replace(paragraph.span, column=77), "stagse")
    told = replace(paragraph, said=(*paragraph.said, wrong))
    plan = plan_book(source.material, replace(source.layout, sections=(replace(first, parts=(told,)), *others)), bag)
    (found,) = bag
    assert (found.code, found.near, found.span.column) == ("W422", "stages", 77)
    assert not [see for see in find_blocks(plan.sections[0], CrossReference) if see.line]
    assert [one.label for one in find_blocks(plan.sections[0], StatementBlock)] == [
        one.id for one in paragraph.statements
    ]


# The index


@pytest.mark.parametrize(
    ("code", "found", "vain"),
    [
        ("en", "passing", ("card", "game", "player", "number", "rule", "market", "order")),
        ("ro", "pasare", ("carte", "joc", "jucător", "număr", "regulă", "piață", "ordine")),
        ("hu", "passzolás", ("kártya", "játék", "játékos", "szám", "szabály", "piac", "sorrend")),
    ],
)
def test_the_index_has_what_is_looked_up_and_nothing_else(code: str, found: str, vain: tuple[str, ...]) -> None:
    book = spoken_book("power_grid", code)
    entries = {entry.term: entry for entry in book.index}
    assert set(vain).isdisjoint(entries)
    (chapter,) = (chapter for chapter in book.sections if chapter.id == "auction")
    assert entries[found].places == tuple((chapter.number, label) for label in ("P47", "P48", "P53"))
    markdown, *_ = (str(text) for _, text in render_book(book, "md", "x"))
    assert f"- {found}: [{chapter.number}](#auction)\n" in markdown


def test_an_index_of_what_there_is_not_is_a_finding_at_its_place() -> None:
    source = book_source_of("power_grid")
    here = source.layout.sections[0].span
    index = layouts.IndexDecl(
        (("playr", here),), (("passing", (StatementQuote(here, "P999"),), here), ("pasing", (), here))
    )
    bag = Bag()
    plan = plan_book(source.material, replace(source.layout, index=index), bag)
    assert [(found.code, found.span, dict(found.args)["name"]) for found in bag] == [("W422", here, "P999")]
    bag = Bag()
    realise_book(plan, source, require_language("hu"), bag, Sources())
    assert [(found.code, found.span, found.near) for found in bag] == [("W203", here, "player")]
