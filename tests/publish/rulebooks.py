"""Rulebooks for the tests: sources of shipped rulesets and variants, spoken books, what they say under which label."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from cards import loaded, ruleset_of, source_of, tongues_of
from pypdf import PdfReader

from reguli.app.printing.book_sources import collect_book_source
from reguli.publish.document.document_realisation import render_book
from reguli.publish.document.document_tree import (
    BoardDiagram,
    DocumentRow,
    KeyValueStrip,
    Plan,
    ProductDocument,
    QuantityList,
    SaidDocument,
    SourceList,
    TextLine,
)
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.products.book_planner import plan_book
from reguli.publish.products.change_sheet import labelled_sentences
from reguli.publish.products.piece_planner import plan_pieces
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import BookSource, realise_book
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources as Texts
from reguli.words.placeholders.wording_subjects import wording_subjects

COMMAND = "reguli book"


@cache
def book_source_of(name: str, players: int | None = None) -> BookSource:
    """Return what books of a shipped ruleset are made from, its examples executed once for all numbers of players."""
    if players is not None:
        base = book_source_of(name)
        said = wording_subjects(base.material.ruleset, base.material.examples, players)
        return replace(base, material=replace(base.material, players=players, subjects=said))
    bag = Bag()
    source = collect_book_source(loaded(name), players, bag)
    assert not bag, bag.codes
    return source


def empty_boards(name: str, code: str) -> list[BoardDiagram[TextLine]]:
    """Return the boards of a book as they lie in the box, without the positions of examples."""
    return [board for board in find_blocks(spoken_book(name, code), BoardDiagram) if not board.standing.pieces]


@cache
def changed_source(change: str, name: str = "power_grid") -> BookSource:
    """Return what books of a ruleset with one value changed are made from; its examples are not executed."""
    base = book_source_of(name)
    text = f"variant: other\nof: {name}\nname: {base.material.ruleset.name}\nset: {{{change}}}\n"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "other.yaml"
        path.write_text(text, "utf-8")
        ruleset = ruleset_of(name, {}, path)
    said = wording_subjects(ruleset, base.material.examples)
    layout = source_of(name).pieces
    pieces = None if layout is None else plan_pieces(ruleset, layout, Bag())
    material = replace(base.material, ruleset=ruleset, subjects=said, executed=MappingProxyType({}), pieces=pieces)
    return replace(base, material=material)


@cache
def planned_change(change: str, name: str = "power_grid") -> Plan:
    """Plan the book of a ruleset with one value changed."""
    return planned(changed_source(change, name))


def said_change(change: str, code: str, name: str = "power_grid") -> SaidDocument:
    """Return the book of a ruleset with one value changed."""
    return _said(planned_change(change, name), changed_source(change, name), code)


def planned(source: BookSource) -> Plan:
    """Plan a book without any finding."""
    bag = Bag()
    plan = plan_book(source.material, source.layout, bag)
    assert not bag, "\n".join(render_with_excerpt(found, Texts()) for found in bag)
    return plan


def said_by(source: BookSource, code: str) -> SaidDocument:
    """Return a book without any finding."""
    return _said(planned(source), source, code)


def _said(plan: Plan, source: BookSource, code: str) -> SaidDocument:
    bag, sources = Bag(), Texts()
    tongues = tongues_of(plan.ruleset, source.places)
    book = realise_book(plan, source, require_language(code), bag, sources, tongues=tongues)
    assert not bag, "\n".join(render_with_excerpt(found, sources) for found in bag)
    return book


@cache
def spoken_book(name: str, code: str, players: int | None = None) -> SaidDocument:
    """Return the book of a shipped ruleset once."""
    return said_by(book_source_of(name, players), code)


@cache
def page_of(name: str, code: str) -> str:
    """Return the HTML of a book."""
    ((_, text),) = render_book(spoken_book(name, code), "html", COMMAND)
    assert isinstance(text, str)
    return text


@cache
def pdf_of(name: str, code: str) -> bytes:
    """Print a book once."""
    ((found, made),) = render_book(spoken_book(name, code), "pdf", COMMAND)
    assert found == f"book.{code}.pdf"
    assert isinstance(made, bytes)
    return made


@cache
def pages_of(name: str, code: str) -> tuple[str, ...]:
    """Read the texts of a printed book's pages back once."""
    return tuple(page.extract_text() for page in PdfReader(io.BytesIO(pdf_of(name, code))).pages)


def sentences(book: SaidDocument) -> dict[str, TextLine]:
    """Return every sentence by its label, examples by their ids."""
    return dict(labelled_sentences(book))


def sources_of(book: ProductDocument[Any]) -> SourceList[Any]:
    """Return where the statements of a book stand, as it is planned or said."""
    assert book.sources is not None
    return book.sources


def cells(book: SaidDocument) -> Iterator[TextLine]:
    """Yield every cell of every table, and every line of what is counted."""
    yield from (line for listed in find_blocks(book, QuantityList) for line in listed.items)
    yield from (cell for row in find_blocks(book, DocumentRow) for cell in row.cells)
    yield from (value for strip in find_blocks(book, KeyValueStrip) for _, value in strip.pairs)


def plain(line: TextLine) -> str:
    """Return a text with ordinary spaces."""
    return line.text.replace("\u00a0", " ")


class Page(HTMLParser):
    """Reads a page: ids, links inside it, headings, figures, and whether everything that opens closes."""

    EMPTY = ("meta", "link", "br", "img", "line", "path", "rect")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.titled = 0
        self.pictures = 0
        self.language = ""
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [str(found["id"])] if found.get("id") else []
        target = found.get("href") or found.get("src")
        self.links += [target] if target else []
        self.headings += [int(tag[1])] if tag in ("h1", "h2", "h3") else []
        self.pictures += tag == "svg"
        self.titled += tag == "title" and "svg" in self.open
        self.language = found.get("lang") or self.language
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
