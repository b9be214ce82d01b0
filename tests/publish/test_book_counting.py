"""What is in the box, as rulebooks list it: every number from the rules, every sort of thing once, the same in every language."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from cards import CODES
from rulebooks import book_source_of, plain, said_change, spoken_book

from reguli.publish.document.document_tree import DocumentTable, QuantityList, SaidDocument, StatementBlock
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts import book_layout as layouts
from reguli.publish.products.player_count_tables import plan_quantity_list
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span

pytestmark = pytest.mark.pages

HERE = Span("book.yaml", 7, 21, 7, 30)


def things(book: SaidDocument) -> list[str]:
    """Return the list of a book."""
    (listed,) = find_blocks(book, QuantityList)
    return [plain(line) for line in listed.items]


def test_the_list_of_power_grid_is_whole() -> None:
    """As its rulebooks give it: a board, 132 houses, 84 tokens, money, 42 plant cards and one card more, six summaries (P1 to P7)."""
    listed = things(spoken_book("power_grid", "en"))
    assert "1 board" in listed
    assert "132 houses (6 colours, 22 each)" in listed
    assert [line for line in listed if not re.match(r"\d", line)] == ["Money"]
    assert "1 “Step 3” card" in listed
    assert sum(int(line.split()[0]) for line in listed if re.search(r"coal|oil|garbage|uranium", line)) == 84
    assert {"42 plant cards", "6 summary cards"} < set(listed)


def test_what_the_list_states_is_said_nowhere_else_and_is_found_there() -> None:
    book = spoken_book("power_grid", "en")
    (listed,) = find_blocks(book, QuantityList)
    assert listed.states == (("P2", None),)
    assert "P2" not in {one.label for one in find_blocks(book, StatementBlock)}
    assert book.sources is not None
    assert {row.label: row.chapter for row in book.sources.rows}["P2"] == 2


@pytest.mark.parametrize(("code", "text"), [("en", "120 houses (6 colours, 20 each)"), ("ro", "120 de căsuțe (6 culori, câte 20)"), ("hu", "120 ház (6 szín, színenként 20)")])  # fmt: skip
def test_its_numbers_are_those_of_the_rules(code: str, text: str) -> None:
    assert text in things(said_change("constants.houses_per_player: 20", code))


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_book_lists_what_is_in_the_box_and_in_every_language_the_same(name: str) -> None:
    lists = [things(spoken_book(name, code)) for code in CODES]
    numbers = [[re.findall(r"\d+", line) for line in listed if "„" not in line and "“" not in line] for listed in lists]
    assert numbers[0] == numbers[1] == numbers[2]
    assert ["1"] in numbers[0]
    assert all(len(set(listed)) == len(listed) for listed in lists)
    assert all(line[0].isupper() or line[0].isdigit() for listed in lists for line in listed)


@pytest.mark.parametrize(
    ("thing", "name", "close"),
    [
        (layouts.QuantityItem(HERE, "tokn.coal", "coal"), "tokn.coal", "token.coal"),
        (layouts.QuantityItem(HERE, "hidden_money", "money"), "hidden_money", None),
        (layouts.QuantityPerElement(HERE, "houses_per_playr", "players.most", "colour", "house"), "houses_per_playr", "houses_per_player"),
        (layouts.SingleElement(HERE, "card", "stage3"), "card.stage3", "stage_3"),
        (layouts.SingleElement(HERE, "crad", "stage_3"), "crad.stage_3", None),
    ],
)  # fmt: skip
def test_what_the_rules_have_no_number_of_is_a_finding(
    thing: layouts.QuantityItem | layouts.QuantityPerElement | layouts.SingleElement, name: str, close: str | None
) -> None:
    material, bag = book_source_of("power_grid").material, Bag()
    part = layouts.QuantityListPart(HERE, (thing, replace(thing, span=HERE)))
    assert list(plan_quantity_list(part, material.ruleset, material.subjects, bag)) == []
    assert [(found.code, found.span, dict(found.args)["name"]) for found in bag] == [("W402", HERE, name)]
    assert close is None or next(iter(bag)).near == close


@pytest.mark.parametrize("code", CODES)
def test_pieces_that_are_printed_alike_stand_in_one_row_with_their_number(code: str) -> None:
    """Four of each of twelve buildings, and ten neutral ones of which no two are alike."""
    (chapter,) = (chapter for chapter in spoken_book("nucleum", code).sections if chapter.id == "material")
    *_, own, neutral = find_blocks(chapter, DocumentTable)
    rows = [[plain(line) for line in (*row.headings, *row.cells)] for row in (*own.rows, *neutral.rows)]
    assert len(set(map(tuple, rows))) == len(rows)
    assert all(cell for row in rows for cell in row)
    copies = [int(found[1]) if (found := re.search(r"\(×(\d+)\)(?: [‡¶≈◊])?$", first)) else 1 for first, *_ in rows]
    assert copies == [4] * 12 + [1] * 10
    assert sum(copies) == len(book_source_of("nucleum").material.ruleset.kinds["building"].elements)
