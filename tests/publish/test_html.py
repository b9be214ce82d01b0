"""The pages themselves: well formed, in their language, on their own, and saying what the plan says."""

from __future__ import annotations

import base64
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from cards import CODES, source_of, spoken, values_said

from reguli.publish.document.document_realisation import render_card
from reguli.publish.document.document_tree import (
    DocumentSection,
    LineList,
    ProductDocument,
    SaidDocument,
    TextLine,
    TextRun,
    split_text_runs,
)
from reguli.publish.document.templates import escape_markdown
from reguli.publish.layouts.piece_layout import PLAIN

pytestmark = pytest.mark.pages

EMPTY = {"meta", "br", "link", "img", "input", "hr"}


class _Page(HTMLParser):
    """Reads a page: open elements, attributes, text, marks of values."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self.values: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.doctype = ""
        self.wrong: list[str] = []
        self.feed(text)
        self.close()

    def handle_decl(self, decl: str) -> None:
        self.doctype = decl

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.attributes += attrs
        found = dict(attrs)
        self.values.update((found.get("data-values") or "").split())
        if found.get("id"):
            self.ids[str(found["id"])] += 1
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def _page(code: str, players: int | None = None) -> _Page:
    return _Page(render_card(spoken(source_of("power_grid"), code, players), "html", "reguli card"))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("players", [None, 2, 6])
def test_a_page_is_well_formed_and_stands_alone(code: str, players: int | None) -> None:
    page = _page(code, players)
    assert page.doctype == "DOCTYPE html"
    assert not page.wrong
    assert not page.open
    assert ("lang", code) in page.attributes
    assert page.seen["title"] == page.seen["main"] == page.seen["h1"] == 1
    assert page.seen["script"] == page.seen["link"] == page.seen["img"] == 0
    assert not [value for name, value in page.attributes if name in {"src", "href", "srcset", "action"}]
    assert max(page.ids.values()) == 1


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_fetched(code: str) -> None:
    text = render_card(spoken(source_of("power_grid"), code), "html", "reguli card")
    assert "://" not in text
    assert set(re.findall(r"url\((.{10})", text)) == {"data:font/"}
    assert "@import" not in text


@pytest.mark.parametrize("code", CODES)
def test_tables_are_headed(code: str) -> None:
    page = _page(code)
    assert page.seen["table"] == page.seen["caption"] == 4
    scopes = Counter(value for name, value in page.attributes if name == "scope")
    assert sum(scopes.values()) == page.seen["th"]


def test_each_page_carries_the_ids_of_the_values_it_says() -> None:
    """A table's heading row is repeated in each line of a strip, so a page may say an id oftener than the card, never less."""
    cards = [spoken(source_of("power_grid"), code) for code in CODES]
    pages = [_page(code).values for code in CODES]
    assert pages[0] == pages[1] == pages[2]
    assert not values_said(cards[0]) - pages[0]


@pytest.mark.parametrize("code", CODES)
def test_every_run_that_holds_together_is_marked(code: str) -> None:
    card = spoken(source_of("power_grid"), code)
    held = [run.text for line in card.head for run in line.runs if run.held]
    assert held == ["2–6"]


def _hostile(text: str) -> SaidDocument:
    line = TextLine(split_text_runs(text))
    section = DocumentSection("start", line, (LineList((line,)),))
    return ProductDocument("x", text, None, (line,), (section,), (line,), code="en")


def test_what_a_ruleset_writes_is_text_and_never_markup() -> None:
    text = render_card(_hostile('<script>alert("x")</script> & [a](b) *c*'), "html", "reguli card")
    assert "<script" not in text
    text = render_card(_hostile("<script>x</script> & [a](b) *c* | `d`"), "md", "reguli card")
    assert "<script" not in text
    assert "\\[a\\](b)" in text
    assert "\\*c\\*" in text
    assert "\\|" in text


@pytest.mark.parametrize(
    ("text", "first", "expected"),
    [
        ("1. fázis", True, "1\\. fázis"),
        ("1. fázis", False, "1. fázis"),
        ("# a", True, "\\# a"),
        ("- a", True, "\\- a"),
        ("10 a", True, "10 a"),
        ("a_b", False, "a\\_b"),
    ],
)
def test_markdown_signs_are_made_harmless(text: str, first: bool, expected: str) -> None:
    assert escape_markdown(text, first=first) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("az 5. fázis", "az\u00a05.\u00a0fázis"),
        ("A 7. mező", "A\u00a07.\u00a0mező"),
        ("a ház", "a ház"),
        ("10 orașe, 2 ș", "10\u00a0orașe, 2\u00a0ș"),
        ("până la 13. Apoi", "până la 13. Apoi"),
        ("2 + 3", "2 + 3"),
    ],
)
def test_a_number_stays_with_its_article_and_its_noun(text: str, expected: str) -> None:
    assert "".join(run.text for run in split_text_runs(text)) == expected


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("al\u00a07-lea oraș", ["7-lea"]),
        ("a\u00a013-as erőmű", ["13-as"]),
        ("az\u00a01–8.\u00a0mezőre 3-3\u00a0szenet", ["1–8.", "3-3"]),
        ("dintr-un oraș", ["dintr-un"]),
        ("l-a luat", ["l-a"]),
        ("(2–6\u00a0jucători)", ["2–6"]),
        ("Erőforrás-vásárlás", []),
        ("a – b", []),
        ("10\u00a0orașe", []),
    ],
)
def test_runs_that_no_line_end_may_part(text: str, held: list[str]) -> None:
    runs = split_text_runs(text)
    assert "".join(run.text for run in runs) == text
    assert [run.text for run in runs if run.held] == held
    assert TextRun("") not in runs


def test_a_page_brings_the_letters_that_it_is_written_in() -> None:
    """Upright, semibold and italic, the Latin letters only, so that a page stays small; a theme with fonts brings its own instead."""
    faces = re.findall(
        r'font-family: "([^"]+)"; font-weight: (\d+); font-style: (\w+); src: url\(data:font/woff2;base64,([^)]+)\)',
        PLAIN.css,
    )
    assert sorted(face[:3] for face in faces) == [
        (PLAIN.family, "400", "italic"),
        (PLAIN.family, "400", "normal"),
        (PLAIN.family, "600", "normal"),
    ]
    for *_, code in faces:
        raw = base64.b64decode(code)
        assert raw.startswith(b"wOF2")
        assert len(raw) < 20_000
