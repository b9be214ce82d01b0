"""Rulebooks on paper: figures and tables stand in their chapter and between whole sentences, nothing is higher than its room."""

from __future__ import annotations

from functools import cache
from itertools import groupby, pairwise
from typing import Any

import pytest
from cards import CODES
from pages import spoken_product
from rulebooks import plain, spoken_book

from large import LARGE
from reguli.publish.document.book_units import split_book_into_units
from reguli.publish.document.document_realisation import pictures_of
from reguli.publish.document.document_tree import (
    DocumentRow,
    DocumentTable,
    KeyValueStrip,
    StatementBlock,
    TextLine,
    TextRun,
)
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.document.page_units import split_into_units
from reguli.publish.document.templates import column_alignment
from reguli.publish.layouts.piece_layout import PLAIN
from reguli.publish.paper.book_pagination import HEIGHT, book_page_data
from reguli.publish.paper.typst_backend import find_overfull_boxes
from reguli.shipped_files import shipped_rulesets

pytestmark = pytest.mark.pages

SHIPPED = shipped_rulesets()
FEWEST = {"tic_tac_toe": 1, "connect_four": 1, "breakthrough": 1}
"""Games whose rulebook is one page."""


@cache
def _data(name: str, code: str) -> dict[str, Any]:
    book = spoken_book(name, code)
    return dict(book_page_data(book, pictures_of(book), PLAIN))


def _order(data: dict[str, Any]) -> list[int]:
    return [at for page in data["pages"] for band in page for column in band["columns"] for at in column]


BOOKS = [
    pytest.param(name, code, marks=[pytest.mark.night] * (name in LARGE and code != "ro"))
    for name in SHIPPED
    for code in CODES
]
"""By day the large books are laid out in one language."""


@pytest.mark.parametrize(("name", "code"), BOOKS)
def test_no_box_is_too_low_for_what_stands_in_it(name: str, code: str) -> None:
    assert list(find_overfull_boxes("book.typ", _data(name, code), PLAIN)) == []


@pytest.mark.parametrize(("name", "code"), BOOKS)
def test_all_units_stand_once_and_each_in_its_chapter(name: str, code: str) -> None:
    data, book = _data(name, code), spoken_book(name, code)
    units = split_book_into_units(book, pictures_of(book))
    order = _order(data)
    assert sorted(order) == [*range(len(units))]
    # A high picture that would leave its page empty may stand in a chapter behind its own.
    home, moved = 0, []
    for at in order:
        if units[at].loose and units[at].chapter < home:
            moved.append(at)
        home = units[at].chapter if at not in moved else home
    sized = {
        at: band["height"] for page in data["pages"] for band in page for column in band["columns"] for at in column
    }
    assert all(units[at].unit.wide and sized[at] > HEIGHT * 0.3 for at in moved), moved
    order = [at for at in order if at not in moved]
    chapters = [units[at].chapter for at in order]
    assert [number for number, _ in groupby(chapters)] == [0, *(one.number for one in book.sections), 0]
    for before, at in pairwise(order):
        assert units[before].chapter == units[at].chapter or units[at].unit.drawn["kind"] == "chapter"


@pytest.mark.parametrize(("name", "code"), BOOKS)
def test_pages_are_full_where_text_could_stand(name: str, code: str) -> None:
    """A page ends early only where what comes next is too high for the rest of it."""
    data = _data(name, code)
    units = data["units"]
    for page, following in pairwise(data["pages"]):
        used = sum(band["height"] + band["gap"] for band in page)
        first = units[following[0]["columns"][0][0]]
        figure = first["width"] == "wide" or first["kind"] == "chapter"
        assert figure or used > HEIGHT * 0.8, used / HEIGHT
    assert len(data["pages"]) <= FEWEST.get(name, len(data["pages"]))


def test_the_number_of_a_phase_is_no_part_of_the_heading_of_its_chapter() -> None:
    book = spoken_book("power_grid", "hu")
    heads = [unit for unit in _data("power_grid", "hu")["units"] if unit["kind"] == "chapter" and unit["number"]]
    phases = [unit for unit in heads if unit["phase"] is not None]
    assert len(phases) == len([one for one in book.sections if one.phase is not None]) == 5
    assert all("fázis" in _text(unit["phase"]) and "fázis" not in _text(unit["line"]) for unit in phases)


def test_a_paragraph_is_parted_between_sentences_only() -> None:
    book = spoken_book("power_grid", "ro")
    said = {one.label: plain(one.line) for one in find_blocks(book, StatementBlock)}
    stretches = [unit for unit in _data("power_grid", "ro")["units"] if "sentences" in unit]
    told = [one for unit in stretches for one in unit["sentences"] if "section" not in one]
    assert {one["label"]: _text(one["line"]) for one in told} == said
    assert sum(unit["more"] for unit in stretches) > 5
    for before, unit in pairwise(stretches):
        assert not unit["more"] or before["part"] == unit["part"]


def test_where_columns_become_rows_the_corner_says_what_headed_them() -> None:
    """On slim paper the prices stand below each other: the corner names them, not the resources beside them any more."""
    tables = [
        unit.drawn
        for unit in split_into_units(spoken_product("reference", "hu"), slim=True)
        if unit.drawn["kind"] == "table"
    ]
    corners = {_text(row["heads"][0]): _text(one) for one, row in _corners(tables)}
    assert corners["16"] == "Egy mező ára"


def _corners(tables: list[Any]) -> list[tuple[Any, Any]]:
    return [(table["corner"][0], row) for table in tables for row in table["rows"] if table["corner"]]


def test_words_stand_on_the_left_and_numbers_on_the_right() -> None:
    rows = (
        DocumentRow((_line("a"),), (_line("olaj"), _line("12"))),
        DocumentRow((_line("b"),), (_line("–"), _line("–"))),
    )
    table = DocumentTable(_line("t"), (_line("k"),), (), (_line("x"), _line("y")), rows)
    assert [column_alignment(table, at) for at in (0, 1)] == ["---", "---:"]


def _text(line: Any) -> str:
    return "".join(text for text, _ in line["runs"]).replace("\N{NO-BREAK SPACE}", " ")


def _line(text: str) -> TextLine:
    return TextLine((TextRun(text),))


@pytest.mark.parametrize(
    ("count", "wrap", "lines"), [(21, 11, [7, 7, 7]), (10, 11, [10]), (12, 8, [6, 6]), (13, 8, [7, 6]), (0, 5, [])]
)
def test_the_lines_of_a_strip_are_of_like_length(count: int, wrap: int, lines: list[int]) -> None:
    pairs = tuple((_line(str(at)), _line(str(at))) for at in range(count))
    strip = KeyValueStrip(_line("t"), _line("k"), _line("v"), pairs, wrap)
    assert [len(line) for line in strip.lines] == lines
    assert tuple(pair for line in strip.lines for pair in line) == pairs


def test_a_table_that_would_be_higher_than_a_page_is_parted_between_pages() -> None:
    """Side by side its parts have narrow columns, whose cells take several lines; row by row it goes on as far as it must."""
    book = spoken_book("power_grid", "en")
    pictures = pictures_of(book)
    units = [one.unit.drawn for one in split_book_into_units(book, pictures)]
    whole: Any = next(unit for unit in units if unit["kind"] == "tabled" and len(unit["parts"]) > 1)
    rows = [row for part in whole["parts"] for one in part for row in one["rows"]]
    cut: list[Any] = [one.unit.drawn for one in split_book_into_units(book, pictures, {whole["table"]})]
    parted = [unit for unit in cut if unit["part"] == whole["table"] and unit["kind"] == "table"]
    assert [unit["rows"] for unit in parted] == [[row] for row in rows]
    assert [unit["title"] for unit in cut if unit["kind"] == "table_title"][:1] == [whole["title"]]
