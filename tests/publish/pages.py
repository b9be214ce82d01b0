"""Printed products for the tests: each made once, read back by a library that knows nothing of how they were made."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from cards import LOCALES, source_of
from pypdf import PdfReader

from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import DocumentSection, PrintedCard, ProductDocument, SaidDocument, TextLine
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.piece_layout import IconPicture
from reguli.publish.paper.column_packing import FittedPages, lay_out_columns
from reguli.publish.paper.paper_sizes import Paper, Purpose, paper_by_name
from reguli.publish.paper.sheet_printing import (
    PrintedSheets,
    PrintJob,
    card_sheet_data,
    render_page_layout,
    render_sheets,
)
from reguli.publish.paper.typst_backend import PrintForm
from reguli.publish.products.glossary import printed_terms, say_glossary
from reguli.publish.products.piece_planner import plan_pieces
from reguli.publish.products.product_registry import GLOSSARY, PIECES, product_by_name
from reguli.publish.products.reference_card import plan_card
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.translation.translation_workspace import RulesetRealisers, WordingFolders

TEXTS = ("reference", "aid", "setup", "summary", "glossary")
PARTED = re.compile(r"\d\.? (?=[^\W\d_])")
SENTENCE_END = re.compile(r"\d\. (?=[^a-zà-öø-ÿăâîșțőű])")
VOICES = RulesetRealisers("power_grid", WordingFolders(LOCALES, ()), Sources())


@cache
def spoken_product(product: str, code: str, *, long: bool = False, players: int | None = None) -> SaidDocument:
    """Return a product of Power Grid without any finding."""
    bag, language, wanted = Bag(), language_by_code(code), product_by_name(product)
    assert language is not None
    assert wanted is not None
    plan = plan_card(source_of("power_grid"), players, bag, wanted)
    if wanted == GLOSSARY:
        others = [other for other in shipped_languages() if other != language]
        printed = printed_terms(source_of("power_grid"))
        card = say_glossary(plan, [VOICES.tongue(one, bag) for one in (language, *others)], printed, bag)
    else:
        card = realise_plan(plan, VOICES.tongue(language, bag), bag, long=long)
    assert not bag, bag.codes
    return card


@cache
def laid_product(product: str, codes: tuple[str, ...], paper: str) -> FittedPages:
    """Lay a product out, in one language or with another on the backs."""
    on = paper_by_name(paper)
    assert on is not None
    laid = lay_out_columns([spoken_product(product, code) for code in codes], on)
    assert laid is not None
    return laid


def job(form: PrintForm = "pdf", purpose: Purpose = "home", sheet: str = "a4") -> PrintJob:
    """Return a print job."""
    on = paper_by_name(sheet)
    assert on is not None
    return PrintJob(purpose, on, form)


@cache
def printed_product(
    product: str, codes: tuple[str, ...], paper: str, form: PrintForm = "pdf", purpose: Purpose = "home"
) -> PrintedSheets:
    """Print a product."""
    return render_page_layout(laid_product(product, codes, paper), job(form, purpose))


@cache
def faces_in(code: str) -> SaidDocument:
    """Return the cards of Power Grid without any finding."""
    bag, language, source = Bag(), language_by_code(code), source_of("power_grid")
    assert language is not None
    assert source.pieces is not None
    said = realise_plan(plan_pieces(source.ruleset, source.pieces, bag).plan, VOICES.tongue(language, bag), bag)
    assert not bag, bag.codes
    return said


def pieces_in(code: str) -> tuple[PrintedCard[TextLine], ...]:
    """Return the cards of Power Grid."""
    return tuple(find_blocks(faces_in(code), PrintedCard))


def faces_of(pieces: Iterable[PrintedCard[TextLine]], code: str = "en") -> SaidDocument:
    """Return some cards as a product."""
    return ProductDocument(
        "x", "Power Grid", None, (), (DocumentSection("pieces", TextLine(()), tuple(pieces)),), (), code=code
    )


def render_card_sheets(
    fronts: SaidDocument, backs: SaidDocument, icons: Mapping[str, IconPicture], paper: Paper, task: PrintJob
) -> PrintedSheets:
    """Print cards with their backs, all of one size."""
    return render_sheets(card_sheet_data(fronts, backs, icons, paper, task), task)


@cache
def printed_pieces(code: str, back: str = "", form: PrintForm = "pdf", purpose: Purpose = "home") -> PrintedSheets:
    """Print the cards of Power Grid."""
    source, paper = source_of("power_grid"), paper_by_name(PIECES.paper)
    assert source.pieces is not None
    assert paper is not None
    fronts, backs = faces_in(code), faces_in(back or code)
    return render_card_sheets(fronts, backs, source.pieces.icons, paper, job(form, purpose))


def reader_of(printed: PrintedSheets) -> PdfReader:
    """Open a PDF."""
    return PdfReader(io.BytesIO(printed.content[0]))


def words_on(printed: PrintedSheets) -> str:
    """Return the text of all pages, every space an ordinary one and none at line ends."""
    text = " ".join(page.extract_text() for page in reader_of(printed).pages)
    return " ".join(text.replace("\u00a0", " ").split())


def parted_numbers(lines: Iterable[TextLine]) -> Iterator[str]:
    """Yield the lines in which a line end could part a number from the word it belongs to."""
    for line in lines:
        for run in line.runs:
            text = SENTENCE_END.sub("", run.text)
            if not run.held and PARTED.search(text):
                yield line.text
                break
