"""Rulebooks: their parts stand where they belong, in each language and format alike, and are never made in two ways."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from cards import CODES, loaded
from rulebooks import (
    COMMAND,
    Page,
    book_source_of,
    page_of,
    pages_of,
    pdf_of,
    plain,
    planned,
    said_by,
    sentences,
    sources_of,
    spoken_book,
)

from by_day import some_by_day
from reguli.app.errors import Refused
from reguli.app.printing.book_sources import check
from reguli.app.printing.product_output import write_print_order
from reguli.output_formats import list_formats
from reguli.pipeline import LoadedRuleset
from reguli.publish.document.book_units import split_book_into_units
from reguli.publish.document.document_realisation import pictures_of, render_book
from reguli.publish.document.document_tree import DocumentBlock, ExampleBox, RoundDiagram, StatementBlock
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.document.templates import TEMPLATES
from reguli.publish.layouts.default_layout import generate_book_layout
from reguli.publish.paper.typst_backend import find_pdf_faults
from reguli.publish.products.book_planner import ExecutedExample, plan_book
from reguli.publish.products.product_registry import PrintOrder
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import BookSource, realise_book, write_books
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.translation.translation_workspace import RulesetRealisers

pytestmark = pytest.mark.pages

SHIPPED = shipped_rulesets()


@pytest.mark.parametrize("name", SHIPPED)
def test_all_languages_have_the_same_parts(name: str) -> None:
    books = [spoken_book(name, code) for code in CODES]
    shapes = [[(chapter.id, [type(block) for block in chapter.blocks]) for chapter in book.sections] for book in books]
    assert shapes[0] == shapes[1] == shapes[2]
    assert [list(sentences(book)) for book in books[1:]] == [list(sentences(books[0]))] * 2


def test_a_phase_has_a_section_with_its_number_and_the_order_of_play() -> None:
    book = spoken_book("power_grid", "hu")
    phases = [chapter for chapter in book.sections if chapter.phase is not None]
    assert [chapter.id for chapter in phases] == list(
        book_source_of("power_grid").material.ruleset.documents.game.round
    )
    orders = ["", "játékossorrendben", *["fordított játékossorrendben"] * 2, "játékossorrendben"]
    assert ["" if chapter.order is None else plain(chapter.order) for chapter in phases] == orders


@pytest.mark.parametrize("name", SHIPPED)
def test_examples_stand_after_what_they_show(name: str) -> None:
    """After the last of the statements they cite, but for those that the layout puts where a reader looks for them."""
    layout = book_source_of(name).layout
    put = {one for section in layout.sections for part in section.parts for one, _ in getattr(part, "ids", ())}
    said: set[str] = set()
    late = []
    placed = {row.label for row in sources_of(spoken_book(name, "en")).rows if row.chapter}
    for block in find_blocks(spoken_book(name, "en"), DocumentBlock):
        said |= {sentence.label for sentence in find_blocks(block, StatementBlock)} | {
            name for name, _ in getattr(block, "states", ())
        }
        late += [
            box.anchor
            for box in find_blocks(block, ExampleBox)
            if box.anchor not in put and not set(box.cites) & placed <= said
        ]
    assert late == []


def test_every_worked_example_that_is_not_left_out_is_printed_once() -> None:
    source = book_source_of("power_grid")
    left_out = {name for name, _ in source.layout.without}
    worded = source.material.worded
    told = [
        one
        for one in source.material.examples
        if (not one.abstract or f"example:{one.id}" in worded) and not one.span.file.endswith("kept.yaml")
    ]
    wanted = [example.id for example in told if example.id not in left_out]
    plan = planned(source)
    printed = [box.anchor for box in find_blocks(plan, ExampleBox)]
    assert sorted(printed) == sorted(wanted)


def test_a_position_is_told_before_the_examples_that_begin_at_it_and_only_with_them() -> None:
    source = book_source_of("power_grid")
    begun = [one.id for one in source.material.examples if one.base == "E6_position"]
    order = [box.anchor for box in find_blocks(planned(source), ExampleBox)]
    assert len(begun) >= 10
    # The first city is told where it is founded, and of who has which house by itself.
    assert [name for name in begun if order.index(name) < order.index("E6_position")] == ["first_city_late"]
    fails = source
    for name in begun:
        fails = _with(fails, name, ExecutedExample(name, False, MappingProxyType({}), False))
    assert "E6_position" not in [box.anchor for box in find_blocks(planned(fails), ExampleBox)]


def _with(source: BookSource, name: str, executed: ExecutedExample) -> BookSource:
    others = {**source.material.executed, name: executed}
    return replace(source, material=replace(source.material, executed=MappingProxyType(others)))


def test_the_numbers_of_examples_are_those_that_were_found() -> None:
    source = book_source_of("power_grid")
    before = sentences(spoken_book("power_grid", "ro"))["E6b_dortmund"]
    assert "12" in before.text
    found = ExecutedExample(
        "E6b_dortmund", passed=True, numbers={"price(a, dortmund)": 31, "connection_cost(a, dortmund)": 2}
    )
    after = sentences(said_by(_with(source, "E6b_dortmund", found), "ro"))["E6b_dortmund"]
    assert "31" in after.text
    assert "12" not in after.text


@pytest.mark.parametrize(("own", "codes"), [(True, ("W423",)), (False, ())])
def test_an_example_that_fails_is_not_printed(own: bool, codes: tuple[str, ...]) -> None:
    """It is a finding of the ruleset that wrote it; a variant that breaks an inherited one says nothing."""
    source = _with(book_source_of("power_grid"), "E6b_dortmund", ExecutedExample("E6b_dortmund", False, {}, own))
    bag = Bag()
    plan = plan_book(source.material, source.layout, bag)
    assert "E6b_dortmund" not in {box.anchor for box in find_blocks(plan, ExampleBox)}
    assert bag.codes == codes


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_book_for_some_players_has_their_examples_only(players: int) -> None:
    """An example that says how many play, or seats some, is for so many; one that does not say it is for all."""
    source, general = book_source_of("power_grid", players), book_source_of("power_grid")
    printed = {box.anchor for box in find_blocks(planned(source), ExampleBox)}
    counts = {example.id: example.position.players for example in general.material.examples}
    assert {counts[name] for name in printed} <= {players, None}
    wanted = {box.anchor for box in find_blocks(planned(general), ExampleBox) if counts[box.anchor] in (players, None)}
    assert wanted >= printed
    seated = {example.id for example in general.material.examples if example.position.seats}
    assert wanted - printed <= seated
    assert printed


def test_the_picture_of_the_round_has_its_phases_in_order() -> None:
    plan = planned(book_source_of("power_grid"))
    (picture,) = find_blocks(plan, RoundDiagram)
    order = book_source_of("power_grid").material.ruleset.documents.game.round
    assert [item.name.id for item in picture.items] == [f"phase:{name}" for name in order]


def test_what_was_copied_or_ruled_is_marked() -> None:
    book = spoken_book("power_grid", "en")
    marks = {row.label: row.mark for row in sources_of(book).rows}
    assert (marks["P113"], marks["P117"], marks["P101"]) == ("ruled", "transcribed", None)
    origins = {plain(what): plain(origin) for what, origin in sources_of(book).copied}
    assert origins["What the plant cards show"] == "from public transcriptions; ¶ taken from a published list"
    assert len(origins) == 5


def test_the_colophon_says_which_rules_were_printed() -> None:
    book = spoken_book("power_grid", "ro")
    ruleset = book_source_of("power_grid").material.ruleset
    text = " ".join(plain(line) for line in book.foot)
    assert ruleset.version in text
    assert ruleset.digest[:8] in text
    assert {line.id: plain(chosen) for line, chosen in book.options}["option:map"] == "Germania"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_page_is_well_formed_and_every_link_leads_somewhere(name: str, code: str) -> None:
    page = Page(page_of(name, code))
    assert page.open == []
    assert page.language == code
    assert len(set(page.ids)) == len(page.ids)
    assert [link for link in page.links if not link.startswith("#") or link[1:] not in page.ids] == []
    assert page.headings[0] == 1
    assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert page.pictures == page.titled > 0


@pytest.mark.parametrize("name", SHIPPED)
def test_markdown_has_its_pictures_and_places(name: str) -> None:
    made = dict(render_book(spoken_book(name, "hu"), "md", COMMAND))
    text = made.pop("book.hu.md")
    assert isinstance(text, str)
    assert sorted(re.findall(r"\]\((book[^)]+)\)", text)) == sorted(made)
    places = set(re.findall(r'<a id="([^"]+)">', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= places
    assert all(str(content).startswith("<svg") for content in made.values())


@pytest.mark.parametrize("code", some_by_day(CODES, ["hu"]))
def test_a_pdf_is_tagged_and_in_its_language(code: str) -> None:
    assert list(find_pdf_faults(pdf_of("power_grid", code), (code,))) == []


@pytest.mark.parametrize("form", list_formats("book"))
def test_the_same_rules_and_words_give_the_same_bytes(form: str) -> None:
    book = spoken_book("hex", "ro")
    assert list(render_book(book, form, COMMAND)) == list(render_book(book, form, COMMAND))


def test_what_a_ruleset_writes_stays_text() -> None:
    """Signs of HTML in a name are written so that no browser reads them."""
    book = replace(spoken_book("hex", "en"), name="<script>alert(1)</script> & | *x*")
    html, markdown = (str(dict(render_book(book, form, COMMAND))[f"book.en.{form}"]) for form in ("html", "md"))
    assert "<script" not in html
    assert "<script" not in markdown
    assert "\\| \\*x\\*" in markdown


def test_a_ruleset_without_a_layout_has_a_book_of_everything() -> None:
    source = book_source_of("tic_tac_toe")
    generic = replace(source, layout=generate_book_layout(source.material.ruleset))
    book = said_by(generic, "hu")
    assert [label for label in sentences(book) if label.startswith("T")] == [f"T{number}" for number in range(1, 9)]
    assert [chapter.id for chapter in book.sections] == ["round", "rules", "numbers", "ranking"]


@pytest.mark.parametrize("code", CODES)
def test_what_has_no_wording_is_said_by_a_gloss_in_a_draft(code: str) -> None:
    source = book_source_of("tic_tac_toe")
    wordless, bag = RulesetRealisers("nobody_worded_this", source.places, Sources()), Bag()
    book = realise_book(planned(source), source, require_language(code), bag, Sources(), draft=True, tongues=wordless)
    line = sentences(book)["T5"]
    assert line.made
    assert "3" in line.text
    assert not bag, bag.codes


def test_files_are_written_whole_and_named_by_players(tmp_path: Path) -> None:
    bag = Bag()
    written = write_books(book_source_of("hex"), ["hu"], ["md", "html"], tmp_path, bag=bag, sources=Sources())
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == [
        "hex/book.hu.board_cell.svg",
        "hex/book.hu.html",
        "hex/book.hu.md",
    ]
    four = write_books(book_source_of("power_grid", 4), ["en"], ["html"], tmp_path, bag=bag, sources=Sources())
    assert [path.name for path in four] == ["book.4.en.html"]
    assert not bag, bag.codes


@pytest.mark.parametrize(
    ("code", "form", "players", "why"),
    [("xx", "md", None, "X111"), ("en", "doc", None, "X111"), ("en", "md", 7, "X104")],
)
def test_what_cannot_be_asked_for(tmp_path: Path, code: str, form: str, players: int | None, why: str) -> None:
    order = PrintOrder(product="book", languages=(code,), formats=(form,), players=players)
    with pytest.raises(Refused, match=why):
        write_print_order(loaded("hex"), order, tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_check_of_a_ruleset_looks_at_its_book(tmp_path: Path) -> None:
    """A variant that lays the book out again and forgets a statement is told so, once."""
    layout = (Path(book_source_of("tic_tac_toe").places.rulesets[0]) / "book.yaml").read_text("utf-8")
    (tmp_path / "book.yaml").write_text(layout.replace("\n      - T7", ""), "utf-8")
    (tmp_path / "variant.yaml").write_text("variant: other\nof: tic_tac_toe\nname: Other\n", "utf-8")
    bag = Bag()
    check(LoadedRuleset(str(tmp_path)), CODES, bag)
    assert bag.codes == ("W421",)
    (found,) = bag
    assert dict(found.args) == {"name": "T7"}


@pytest.mark.parametrize("name", ["hex", "power_grid"])
def test_nothing_stands_on_a_printed_page_that_the_book_does_not_say(name: str) -> None:
    """The words of the PDF are those of the HTML; cells that the reader glues together begin with a capital."""
    text = " ".join(pages_of(name, "hu"))
    said = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page_of(name, "hu"), flags=re.DOTALL)
    words = (set(re.findall(r"[^\W\d_A-ZÁÉÍÓÖŐÚÜŰ]{3,}", one)) for one in (text, html.unescape(said)))
    printed, known = words
    assert len(printed) > 50
    assert {word for word in printed - known if not any(word in one for one in known)} == set()
    assert not {"unit", "block", "else"} & printed


# How a book is laid out


@pytest.mark.parametrize("code", CODES)
def test_a_picture_is_said_in_whole_sentences(code: str) -> None:
    """Each begins with a capital or a number and ends with a point, in alternative texts and captions alike."""
    for drawn in pictures_of(spoken_book("power_grid", code)).values():
        assert drawn.says.endswith(".")
        # After a number a point ends a sentence only where what it numbers follows: "in chapter 8. 1: Ann".
        sentences_said = re.split(r"(?:(?<=[^\d]\.)|(?<=\d\.)(?= \d+: )) ", drawn.says)
        assert len(sentences_said) > 1
        assert all(one[0].isupper() or one[0].isdigit() for one in sentences_said), drawn.says
    captions = re.findall(r"<figcaption><b[^>]*>(.*?)</b>", page_of("power_grid", code))
    assert len(captions) == 3
    assert all(caption.endswith(".") for caption in captions)


def test_a_long_table_stands_in_two_halves_and_loses_no_row() -> None:
    book = spoken_book("power_grid", "hu")
    units: list[Any] = [one.unit for one in split_book_into_units(book, pictures_of(book))]
    (long,) = [one for one in units if one.drawn["kind"] == "tabled" and len(one.drawn["parts"]) > 1]
    assert long.wide
    numbers = [[row["heads"][0]["runs"][0][0] for unit in part for row in unit["rows"]] for part in long.drawn["parts"]]
    kind = book_source_of("power_grid").material.ruleset.kinds["card"]
    plants = [
        str(number) for number, plant in zip(kind.values["number"], kind.values["is_plant"], strict=True) if plant
    ]
    assert [number for part in numbers for number in part] == plants
    assert abs(len(numbers[0]) - len(numbers[1])) <= 1


@pytest.mark.parametrize("name", SHIPPED)
def test_on_paper_no_heading_is_parted_from_what_it_heads(name: str) -> None:
    """A browser keeps a heading with the block after it: so that must be the text itself, and nothing empty between them."""
    following = re.findall(r"</h[23]>\s*<(\w+)([^>]*)>", page_of(name, "ro"))
    assert following
    # A heading under a heading is kept with it, and keeps what it heads itself.
    assert {tag for tag, _ in following} <= {"h3", "p", "ul", "ol", "dl", "div", "aside", "figure", "table"}
    for tag, attributes in following:
        assert tag != "div" or 'class="scroll"' in attributes or 'class="tabled"' in attributes
    css = (TEMPLATES / "book.css").read_text("utf-8")
    (kept,) = re.findall(r"\n  ([^\n]*) \{ break-after: avoid; \}", css)
    assert {"h2", "h3", ".order", ".tabled"} <= {selector.strip() for selector in kept.split(",")}


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_player_reads_no_numbers_of_statements_and_an_editor_all(tmp_path: Path, form: str) -> None:
    source, bag = book_source_of("power_grid"), Bag()
    texts = {}
    for annotated in (False, True):
        written = write_books(source, ["en"], [form], tmp_path, bag=bag, sources=Sources(), annotated=annotated)
        (path,) = (one for one in written if one.suffix == f".{form}")
        assert path.name == f"book.{'annotated.' if annotated else ''}en.{form}"
        texts[annotated] = path.read_text("utf-8")
    assert not bag, bag.codes
    placed = {row.label for row in sources_of(spoken_book("power_grid", "en")).rows if row.chapter}
    shown = {
        annotated: set(re.findall(r"(?:>|<sup>|\| )(P[0-9]+)[†‡]?(?=<| \|)", text)) for annotated, text in texts.items()
    }
    assert shown[False] == set()
    assert placed <= shown[True]
    # What was inferred, or copied from a picture, says so in both, and the signs are explained.
    assert all(text.count(sign) > 5 for text in texts.values() for sign in "†‡")
    assert "--edition annotated" in texts[True]


def test_a_number_is_not_parted_from_its_example(tmp_path: Path) -> None:
    source = book_source_of("power_grid")
    (path,) = write_books(source, ["hu"], ["html"], tmp_path, bag=Bag(), sources=Sources(), annotated=True)
    page = path.read_text("utf-8")
    boxes = re.findall(r'<aside class="examples">.*?</aside>', page, re.DOTALL)
    first = [re.search(r'(\s*)<a class="number"', box) for box in boxes]
    assert len(first) > 20
    assert all(found is not None and found[1] == "" for found in first)
