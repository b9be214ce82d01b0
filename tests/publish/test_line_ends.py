"""A number and its word never part at a line end: not on a page as it came out, and not where a browser breaks lines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

import pytest
from cards import CODES, lines_of
from pages import TEXTS, job, parted_numbers, printed_product, reader_of, spoken_product
from rulebooks import COMMAND, page_of, pages_of, sentences, spoken_book

from reguli.output_formats import list_formats
from reguli.publish.document.document_realisation import render_book, render_card
from reguli.publish.document.document_tree import DocumentSection, LineList, ProductDocument, TextLine, TextRun
from reguli.publish.paper.column_packing import lay_out_columns
from reguli.publish.paper.paper_sizes import paper_by_name
from reguli.publish.paper.sheet_printing import PrintedSheets, render_page_layout

pytestmark = pytest.mark.pages

FOOT = re.compile(r"^(?:Power Grid|Magas feszültség) \d+$", re.MULTILINE)
ROW = re.compile(r"(\d+ ){3}|^\d+ \D+ \d+ $|\u00a0(\d+, )+$")
"""A row of a table (several numbers, one after the other, or a number, words and a number before the last), an entry of the index."""
PAIR = re.compile(r"(?<![\w\u00a0])([\w–-]*\d\.?)\u00a0([^\W\d_]+)")


def _pairs(lines: Iterable[TextLine]) -> set[tuple[str, str]]:
    """Return every number with the word that follows it."""
    return {(found[1], found[2]) for line in lines for found in PAIR.finditer(line.text)}


def _texts(printed: PrintedSheets) -> list[str]:
    return [page.extract_text() for page in reader_of(printed).pages]


def _parted(pages: Iterable[str], pairs: set[tuple[str, str]]) -> Iterator[str]:
    """Yield the pairs between which a line of the page ends."""
    text = "\n\f\n".join(FOOT.sub("", page) for page in pages)
    for number, word in sorted(pairs):
        # Not a cell of a table, which stands alone in its line.
        for found in re.finditer(rf"^(.+ )?{re.escape(number)}[ \u00a0]*\n{re.escape(word)}\b", text, re.MULTILINE):
            if found[1] and ROW.search(found[1]) is None:
                yield found[0]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("product", [product for product in TEXTS if product != "glossary"])
def test_no_line_of_a_page_ends_between_them(product: str, code: str) -> None:
    pairs = _pairs(lines_of(spoken_product(product, code)))
    assert len(pairs) > 3
    assert list(_parted(_texts(printed_product(product, (code,), "a4")), pairs)) == []


@pytest.mark.night
@pytest.mark.parametrize("code", CODES)
def test_no_line_of_a_book_ends_between_them(code: str) -> None:
    pairs = _pairs(sentences(spoken_book("power_grid", code)).values())
    assert len(pairs) > 50
    assert list(_parted(pages_of("power_grid", code), pairs)) == []


def test_a_line_that_ends_between_them_is_found() -> None:
    """With ordinary spaces some line does."""
    texts = [" ".join(f"word{'s' * (at % 7)} and {at} houses" for at in range(at, at + 20)) for at in range(0, 400, 20)]
    free = tuple(TextLine((TextRun(text),)) for text in texts)
    held = tuple(TextLine((TextRun(re.sub(r"(\d) ", "\\1\u00a0", text)),)) for text in texts)
    paper = paper_by_name("a4")
    assert paper is not None
    found = []
    for lines in (held, free):
        section = DocumentSection("a", TextLine((TextRun("A"),)), (LineList(lines),))
        laid = lay_out_columns([ProductDocument("x", "x", None, (), (section,), (), code="en")], paper)
        assert laid is not None
        found.append(list(_parted(_texts(render_page_layout(laid, job())), {(str(at), "houses") for at in range(400)})))
    assert found[0] == []
    assert len(found[1]) > 5


def _in_text(text: str) -> list[str]:
    """Return the lines of what a browser shows in which a number could part from its word; code and comments are none."""
    bare = re.sub(r"<!--.*?-->|<style>.*?</style>|<code>.*?</code>|<sup>.*?</sup>", "", text, flags=re.DOTALL)
    # What stands in cells and headings of its own cannot part; the signs of Markdown are no words.
    pieces = re.split(r"<[^>]*>|\n|\||^\d+\. ", bare, flags=re.MULTILINE)
    return list(
        parted_numbers(TextLine((TextRun(html.unescape(re.sub(r"^\d+\. ", "", piece.strip()))),)) for piece in pieces)
    )


@pytest.mark.parametrize("form", list_formats("card", "template"))
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("product", TEXTS)
def test_texts_hold_them_together(product: str, code: str, form: str) -> None:
    assert _in_text(render_card(spoken_product(product, code), form, "")) == []


@pytest.mark.parametrize("code", CODES)
def test_books_hold_them_together(code: str) -> None:
    assert _in_text(page_of("power_grid", code)) == []
    made = dict(render_book(spoken_book("power_grid", code), "md", COMMAND))
    assert _in_text(str(made[f"book.{code}.md"])) == []
