"""A map in words: every place with what it is joined to, for those who do not see the picture."""

from __future__ import annotations

import re

import pytest
from cards import CODES
from rulebooks import COMMAND, book_source_of, empty_boards, loaded, page_of, spoken_book

from by_day import some_by_day
from reguli.app.printing.book_sources import collect_book_source
from reguli.publish.document.document_realisation import render_book
from reguli.publish.document.document_tree import BoardDiagram, TextLine
from reguli.publish.products.rulebook import BookSource
from reguli.source.diagnostic import Bag

pytestmark = pytest.mark.pages


def _boards(name: str, code: str) -> list[BoardDiagram[TextLine]]:
    return empty_boards(name, code)


@pytest.mark.parametrize("code", some_by_day(CODES, ["hu"]))
def test_every_connection_is_said_from_both_ends(code: str) -> None:
    pictures = dict(book_source_of("power_grid").material.boards)
    assert len(_boards("power_grid", code)) == len(pictures) == 2
    for board, picture in zip(_boards("power_grid", code), pictures.values(), strict=True):
        assert board.heading is not None
        assert len(board.places) == len(picture.spots)
        said = {}
        for line in board.places:
            name, _, others = line.text.partition(": ")
            for other in others.split(", "):
                place, _, cost = other.rpartition("\u00a0")
                said[re.sub(r" \([^)]*\)$", "", name), place] = int(cost)
        names = [spot.name for spot in picture.spots]
        wanted = {(names[one.first], names[one.second]): one.cost for one in picture.joints}
        assert said == wanted | {(second, first): cost for (first, second), cost in wanted.items()}


def test_a_board_for_some_numbers_of_players_is_drawn_for_each() -> None:
    """Görlitz lies only on the side of Nucleum for three and four players; a book for three draws that one alone."""

    def drawn(source: BookSource) -> dict[str, bool]:
        return {name: "Görlitz" in {spot.name for spot in picture.spots} for name, picture in source.material.boards}

    assert drawn(book_source_of("nucleum")) == {"board:side_2": False, "board:side_3_4": True}
    assert drawn(collect_book_source(loaded("nucleum"), 3, Bag())) == {"": True}


def test_places_stand_in_the_order_of_the_alphabet() -> None:
    (first, *_), *_ = ([line.text for line in board.places] for board in _boards("power_grid", "hu"))
    assert first.startswith("Aachen")


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex"])
def test_a_grid_needs_no_words(name: str) -> None:
    assert all(board.heading is None and board.places == () for board in _boards(name, "en"))


@pytest.mark.parametrize("code", some_by_day(CODES, ["hu"]))
def test_pages_hold_them_folded(code: str) -> None:
    markdown = str(dict(render_book(spoken_book("power_grid", code), "md", COMMAND))[f"book.{code}.md"])
    for text in (page_of("power_grid", code), markdown):
        assert text.count("<details>") == text.count("</details>") == 2
        assert all(board.heading and board.heading.text in text for board in _boards("power_grid", code))
