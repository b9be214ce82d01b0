"""Checks by machine find what they are there to find."""

from __future__ import annotations

import re

import pytest
from cards import CODES, lines_of
from pages import TEXTS, parted_numbers, printed_product, spoken_product

from reguli.publish.document.document_tree import TextLine, TextRun, split_text_runs
from reguli.publish.paper.typst_backend import find_pdf_faults
from reguli.source.finding_catalogue import ENGLISH

pytestmark = pytest.mark.pages

PDF = ("reference", ("ro",), "a4")


def _pdf() -> bytes:
    (content,) = printed_product(*PDF).content
    return content


def test_a_good_page_has_no_faults() -> None:
    assert [*map(ENGLISH.say, find_pdf_faults(_pdf(), ("ro",), 1))] == []


@pytest.mark.parametrize(
    ("pattern", "by", "fault"),
    [
        (rb"/Lang\s*\(ro\)", b"/Lung (ro)", "its language is not set to ro"),
        (rb"/StructTreeRoot", b"/StructTreeBoot", "it has no tags"),
        (rb"/Marked\s+true", b"/Marked false", "it is not marked as tagged"),
        (rb"/DisplayDocTitle\s+true", b"/DisplayDocTitle false", "it has no title"),
        (rb"/FontFile(?=[23]? )", b"/FontName", "3 of its 3 fonts are not embedded"),
    ],
)
def test_what_is_missing_is_told(pattern: bytes, by: bytes, fault: str) -> None:
    assert [*map(ENGLISH.say, find_pdf_faults(re.sub(pattern, by, _pdf()), ("ro",), 1))] == [fault]


def test_a_second_language_must_be_there_too() -> None:
    assert [*map(ENGLISH.say, find_pdf_faults(_pdf(), ("ro", "hu"), 1))] == ["its language is not set to hu"]
    both = printed_product("reference", ("ro", "hu"), "a4")
    assert [*map(ENGLISH.say, find_pdf_faults(both.content[0], ("ro", "hu"), 2))] == []


def test_another_number_of_pages_is_told() -> None:
    assert [*map(ENGLISH.say, find_pdf_faults(_pdf(), ("ro",), 2))] == ["it has 1 pages, not 2"]


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("50 de Elektro", True),
        ("az 5. fázis", True),
        ("50\u00a0de Elektro", False),
        ("un oraș, 10. Apoi", False),
        ("10, a doua 15", False),
        ("până la 13", False),
    ],
)
def test_a_number_that_may_be_parted_from_its_noun_is_told(text: str, parted: bool) -> None:
    line = TextLine((TextRun(text),))
    assert list(parted_numbers([line])) == ([text] if parted else [])
    assert list(parted_numbers([TextLine(split_text_runs(text))])) == []


@pytest.mark.parametrize("product", TEXTS)
@pytest.mark.parametrize("code", CODES)
def test_no_product_parts_a_number_from_its_noun(product: str, code: str) -> None:
    assert list(parted_numbers(lines_of(spoken_product(product, code)))) == []
