"""The player aid: a short front, a back, icons before rows, two languages on one sheet, a default for a ruleset without layouts."""

import pytest
from cards import source_of
from pages import laid_product, printed_product, spoken_product

from reguli.publish.document.document_tree import DocumentSection, ProductDocument, TextLine, TextRun
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.default_layout import generate_aid_layout
from reguli.publish.products.product_registry import AID
from reguli.publish.products.reference_card import report_long_front, words_of_front
from reguli.source.diagnostic import Bag


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
def test_front_and_back_take_one_side_each(code: str) -> None:
    laid = laid_product("aid", (code,), "a5")
    sides = [
        {laid.units[0][at].back for band in page for column in band.columns for at in column} for page in laid.pages
    ]
    assert sides == [{False}, {True}]
    assert words_of_front(spoken_product("aid", code)) <= AID.words


def test_too_many_words_are_a_finding() -> None:
    said, bag = spoken_product("reference", "en"), Bag()
    report_long_front(said, AID, source_of("power_grid").ruleset.documents.game.span, bag)
    assert bag.codes == ("W415",)


def test_words_on_the_back_and_numbers_do_not_count() -> None:
    front = DocumentSection("front", TextLine((TextRun("Pay 3 coins"),)), ())
    back = DocumentSection("back", TextLine((TextRun("Rarely asked"),)), (), back=True)
    assert words_of_front(ProductDocument("x", "X", None, (), (front, back), ())) == 2


def test_rows_begin_with_the_icon_of_what_they_name() -> None:
    icons = {run.icon for line in find_blocks(spoken_product("aid", "hu"), TextLine) for run in line.runs if run.icon}
    assert {"coal", "oil", "garbage", "uranium"} <= icons


def test_two_languages_lie_back_to_back() -> None:
    assert len(printed_product("aid", ("ro", "hu"), "a5", "png").content) == 4


def test_default_has_a_back() -> None:
    layout = generate_aid_layout(source_of("power_grid").ruleset)
    assert {section.back for section in layout.sections} == {False, True}
