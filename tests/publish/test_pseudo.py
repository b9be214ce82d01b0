"""A language that does not exist: every letter marked, every word forty percent longer. What stays as it was is hard-coded."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from math import ceil
from typing import TypeVar

import pytest
from cards import source_of
from pages import TEXTS, faces_in, faces_of, job, pieces_in, render_card_sheets, spoken_product, words_on

from reguli.output_formats import list_formats
from reguli.publish.document.document_realisation import render_card
from reguli.publish.document.document_tree import SaidDocument, TextLine, TextRun
from reguli.publish.layouts.piece_layout import IconPicture
from reguli.publish.paper.column_packing import lay_out_columns
from reguli.publish.paper.paper_sizes import PAPERS, paper_by_name
from reguli.publish.paper.sheet_printing import render_page_layout

pytestmark = pytest.mark.pages

MARKED = str.maketrans("aeiouAEIOU", "àèìòùÀÈÌÒÙ")
Part = TypeVar("Part")


def pseudo(said: Part) -> Part:
    """Mark and lengthen every word of every line in a spoken thing; numbers stay."""
    if isinstance(said, TextLine):
        return replace(said, runs=tuple(TextRun(_longer(run.text), run.held) for run in said.runs))
    if isinstance(said, tuple):
        return tuple(pseudo(item) for item in said)  # type: ignore[return-value]
    if is_dataclass(said) and not isinstance(said, type):
        changed = {field.name: pseudo(getattr(said, field.name)) for field in fields(said)}
        return replace(said, **changed)
    return said


def _longer(text: str) -> str:
    return re.sub(r"[^\W\d_]+", lambda word: word[0].translate(MARKED) + "ñ" * ceil(len(word[0]) * 0.4), text)


def _unmarked(text: str) -> set[str]:
    words = re.findall(r"[^\W\d_]{2,}", text)
    assert any("ñ" in word for word in words)
    return {word for word in words if "ñ" not in word}


def _card(product: str) -> SaidDocument:
    return pseudo(spoken_product(product, "en"))


def test_a_pseudo_word_is_forty_percent_longer() -> None:
    assert _longer("power plants 13") == "pòwèrññ plàntsñññ 13"


@pytest.mark.parametrize("product", TEXTS)
def test_no_word_is_hard_coded_on_a_page(product: str) -> None:
    paper = paper_by_name("a4")
    assert paper is not None
    laid = lay_out_columns([_card(product)], paper)
    assert laid is not None
    made = render_page_layout(laid, job())
    assert made.faults == ()
    assert _unmarked(words_on(made)) == {"Power", "Grid"}


@pytest.mark.parametrize("form", list_formats("card", "template"))
@pytest.mark.parametrize("product", TEXTS)
def test_no_word_is_hard_coded_in_a_text(product: str, form: str) -> None:
    text = render_card(_card(product), form, "")
    text = re.sub(r"<!--.*?-->|<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert _unmarked(html.unescape(text)) == {"Power", "Grid"}


ON_PAPER = [
    *(("reference", paper.id) for paper in PAPERS),
    ("setup", "a5"),
    ("summary", "poker"),
    ("glossary", "letter"),
]
"""One product on every paper; of the others one each, since all are laid out alike."""


@pytest.mark.night
@pytest.mark.parametrize(("product", "paper"), ON_PAPER)
def test_longer_words_fit_or_are_told(product: str, paper: str) -> None:
    """Nothing is cut: either every text has its room, or there are no pages at all."""
    on = paper_by_name(paper)
    assert on is not None
    laid = lay_out_columns([_card(product)], on)
    assert laid is None or render_page_layout(laid, job()).faults == ()
    assert laid is not None or on.card


def test_longer_words_fit_on_cards() -> None:
    faces, paper = pseudo(faces_in("en")), paper_by_name("poker")
    assert paper is not None
    made = render_card_sheets(faces, faces, _icons(), paper, job())
    assert _unmarked(words_on(made)) == {"Power", "Grid"}


def test_what_does_not_fit_on_a_card_is_told() -> None:
    paper = paper_by_name("poker")
    assert paper is not None
    last = pieces_in("hu")[-1]
    long = faces_of([replace(last, text=last.text * 6)], "hu")
    made = render_card_sheets(long, long, _icons(), paper, job())
    assert {(box["side"], box["field"], box["way"]) for box in made.overfull} == {(0, "text", "height")}


def _icons() -> Mapping[str, IconPicture]:
    pieces = source_of("power_grid").pieces
    assert pieces is not None
    return pieces.icons
