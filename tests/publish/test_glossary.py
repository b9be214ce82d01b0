"""The glossary: the terms of the game in three languages, sorted as a reader looks for it."""

from __future__ import annotations

import re

import pytest
from cards import CODES, plain
from pages import VOICES, printed_product, spoken_product

from reguli.publish.document.document_realisation import render_card
from reguli.publish.document.document_tree import DocumentTable, TextLine
from reguli.publish.products.glossary import glossary_entry
from reguli.source.diagnostic import Bag
from reguli.words.grammar.languages import language_by_code


def _tables(code: str) -> list[DocumentTable[TextLine]]:
    blocks = [block for section in spoken_product("glossary", code).sections for block in section.blocks]
    tables = [block for block in blocks if isinstance(block, DocumentTable)]
    assert len(tables) == len(blocks) == 2
    return tables


def _rows(code: str) -> list[tuple[str, ...]]:
    return [tuple(plain(line) for line in (*row.headings, *row.cells)) for table in _tables(code) for row in table.rows]


@pytest.mark.parametrize("code", CODES)
def test_its_own_language_comes_first(code: str) -> None:
    names = {"en": "English", "ro": "Română", "hu": "Magyar"}
    for table in _tables(code):
        heads = [plain(line) for line in (*table.corner, *table.columns)]
        assert heads[0] == names[code]
        assert sorted(heads) == sorted(names.values())


@pytest.mark.parametrize(
    ("code", "row"),
    [
        ("ro", ("oraș, orașe (n.)", "city, cities", "város, várost, városa")),
        (
            "hu",
            ("közös készlet, -et, -e", "general supply, general supplies", "rezervă generală, rezerve generale (f.)"),
        ),
        ("en", ("coal", "cărbune (m.)", "szén, szenet, szene")),
        ("en", ("player, players", "jucător, jucători (m.)", "játékos, játékost, játékosa")),
    ],
)
def test_terms_stand_with_their_forms(code: str, row: tuple[str, ...]) -> None:
    assert row in _rows(code)


def test_terms_are_sorted_by_bare_letters() -> None:
    """Of each table: Romanian căsuță before centrală, Hungarian áram before elektró."""
    for code, before, after in (
        ("ro", "căsuță", "centrală"),
        ("hu", "áram", "elektró"),
        ("hu", "ökológiai", "város"),
    ):
        firsts = [plain(row.headings[0]) for row in _tables(code)[0].rows]
        assert [name.startswith(before) for name in firsts].index(True) < [
            name.startswith(after) for name in firsts
        ].index(True)


@pytest.mark.parametrize("code", CODES)
def test_every_term_carries_its_language(code: str) -> None:
    """In a page for a browser and in a PDF alike; what is in the language of the page says nothing."""
    others = [other for other in CODES if other != code]
    for table in _tables(code):
        for lines in ((*table.corner, *table.columns), *((*row.headings, *row.cells) for row in table.rows)):
            assert sorted(line.lang for line in lines) == sorted(["", *others])
            assert lines[0].lang == ""
    html = render_card(spoken_product("glossary", code), "html", "")
    rows = sum(len(table.rows) for table in _tables(code))
    for other in others:
        assert len(re.findall(rf'<td[^>]* lang="{other}"', html)) == rows
    (made,) = printed_product("glossary", (code,), "a4").content
    assert re.search(rb"/Lang\s*\(%s\)" % code.encode(), made)
    assert all(len(re.findall(rb"/Lang\s*\(%s\)" % other.encode(), made)) >= rows for other in others)


def test_no_row_stands_twice() -> None:
    rows = _rows("hu")
    assert len(rows) == len(set(rows))


def test_a_term_that_a_language_lacks_has_a_dash() -> None:
    language = language_by_code("ro")
    assert language is not None
    assert glossary_entry(VOICES.tongue(language, Bag()), "no_such_term").base == "–"
