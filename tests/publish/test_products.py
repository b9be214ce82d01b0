"""Products as files: what can be ordered, how files are called, what happens where text does not fit."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from cards import CODES, LOCALES, loaded, source_of, texts, values_said
from pages import spoken_product
from pypdf import PdfReader

from reguli.app.errors import Refused
from reguli.app.printing.product_output import write_print_order
from reguli.publish.layouts.card_layout import CARD, CardLayout, StatementQuote
from reguli.publish.products.card_planner import make_card_plan
from reguli.publish.products.product_registry import PRODUCTS, REFERENCE, SETUP, SUMMARY, PrintOrder
from reguli.publish.products.product_writer import write_products
from reguli.publish.products.reference_card import CardSource
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.translation.translation_workspace import WordingFolders

pytestmark = pytest.mark.pages


def _written(order: PrintOrder, folder: Path, source: CardSource | None = None) -> tuple[list[str], tuple[str, ...]]:
    """Write an order and give the names of the files and the codes of what was found."""
    bag = Bag()
    paths = write_products(source or source_of("power_grid"), order, folder, bag=bag, sources=Sources())
    assert all(path.is_file() for path in paths)
    return [path.name for path in paths], bag.codes


def _layout(text: str, bag: Bag) -> CardLayout:
    node = read_yaml(text, "setup.yaml", bag)
    assert node is not None
    layout = CARD.read(node, ValueContext(""), NodeReader(bag, Sources()))
    assert layout is not None
    return layout


def test_every_product_is_laid_out_for_power_grid() -> None:
    source = source_of("power_grid")
    assert [product.id for product in PRODUCTS if source.has(product)] == [product.id for product in PRODUCTS]
    assert [product.id for product in PRODUCTS if source_of("hex").has(product)] == ["reference", "glossary"]


@pytest.mark.parametrize("product", [SETUP.id, SUMMARY.id])
@pytest.mark.parametrize("players", [None, 2, 5])
def test_all_languages_say_the_same_values(product: str, players: int | None) -> None:
    said = [values_said(spoken_product(product, code, players=players)) for code in CODES]
    assert said[0] == said[1] == said[2]
    assert said[0]


@pytest.mark.parametrize(("players", "words"), [(2, "3 regiuni."), (4, "4 regiuni."), (6, "5 regiuni.")])
def test_a_set_up_card_says_what_holds_for_its_players(players: int, words: str) -> None:
    assert f"Jucați în {words}" in texts(spoken_product("setup", "ro", players=players))


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (PrintOrder(), ["card.en.md", "card.en.html"]),
        (PrintOrder("setup", ("ro",), ("md", "pdf"), players=4), ["setup.4.ro.md", "setup.4.ro.pdf"]),
        (PrintOrder("summary", ("hu",), ("svg",), paper="a4"), ["summary.hu.a4.svg"]),
        (PrintOrder("reference", ("ro",), ("pdf",), back="hu"), ["card.ro-hu.pdf"]),
        (PrintOrder("reference", ("ro",), ("svg",), paper="a5"), ["card.ro.a5.1.svg", "card.ro.a5.2.svg"]),
        (PrintOrder("pieces", ("en",), ("pdf",), purpose="press"), ["pieces.en.press.pdf"]),
        (PrintOrder("pieces", ("en",), ("pdf",), sheet="letter"), ["pieces.en.letter.pdf"]),
        (PrintOrder("glossary", ("hu",), ("pdf",)), ["glossary.hu.pdf"]),
    ],
)
def test_files_are_named_after_what_is_not_usual(tmp_path: Path, order: PrintOrder, names: list[str]) -> None:
    assert _written(order, tmp_path) == (names, ())


def test_what_a_variant_prints_lies_under_its_own_name(tmp_path: Path) -> None:
    """Cards as books do, and the first line says how they are made again."""
    path = tmp_path / "variant.yaml"
    path.write_text("variant: richer\nof: power_grid\nname: Richer\nset: {constants.start_money: 60}\n", "utf-8")
    source, bag = source_of("power_grid", {}, path), Bag()
    (card,) = write_products(source, PrintOrder(formats=("md",)), tmp_path, bag=bag, sources=Sources())
    assert card.relative_to(tmp_path).as_posix() == "richer/card.en.md"
    assert "`reguli card richer --lang en --format md`" in card.read_text("utf-8")


@pytest.mark.parametrize(
    "order",
    [
        PrintOrder(languages=("xx",)),
        PrintOrder(formats=("doc",)),
        PrintOrder(paper="a9"),
        PrintOrder(sheet="poker"),
        PrintOrder(players=7),
        PrintOrder(back="xx"),
        PrintOrder(product="pieces", formats=("pdf",), paper="a4"),
        PrintOrder(purpose="nothing"),
    ],
)
def test_what_cannot_be_ordered_is_refused(tmp_path: Path, order: PrintOrder) -> None:
    with pytest.raises(Refused, match=r"X111|X104"):
        write_print_order(loaded("power_grid"), order, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_product_that_nobody_laid_out_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"X111.*setup"):
        write_print_order(loaded("hex"), PrintOrder(product="setup"), tmp_path)


def test_a_statement_of_the_rulebook_is_quoted_by_its_number() -> None:
    bag = Bag()
    layout = _layout("sections:\n  - {section: a, ordered: true, parts: [{statement: P12}, {statement: P999}]}\n", bag)
    assert isinstance(layout.sections[0].parts[0], StatementQuote)
    plan = make_card_plan(source_of("power_grid").ruleset, layout, None, bag)
    assert bag.codes == ("W402",)
    (listing,) = plan.sections[0].blocks
    assert getattr(listing, "ordered", None) is True
    assert [item.id for item in getattr(listing, "items", ())] == ["statement:P12"]


@pytest.mark.parametrize(("pages", "codes"), [("{a4: 2}", ()), ("{a9: 2}", ("R107",)), ("{a4: 0}", ("R105",))])
def test_a_layout_plans_its_pages(pages: str, codes: tuple[str, ...]) -> None:
    bag = Bag()
    layout = _layout(f"pages: {pages}\nsections: []\n", bag)
    assert bag.codes == codes
    assert layout.pages == ({"a4": 2} if not codes else {})


def test_what_needs_more_pages_than_planned_is_not_printed(tmp_path: Path) -> None:
    source = source_of("power_grid")
    layout = source.layouts[REFERENCE.id]
    tight = replace(source, layouts={REFERENCE.id: replace(layout, pages={"poker": 3})})
    assert _written(PrintOrder(formats=("pdf",), paper="poker"), tmp_path, tight) == ([], ("W406",))
    assert not list(tmp_path.iterdir())


def test_a_short_wording_is_taken_where_the_long_one_needs_another_page(tmp_path: Path) -> None:
    """A long text that is twice as long as the page, with a short one beside it."""
    shutil.copytree(LOCALES, tmp_path / "locales")
    path = tmp_path / "locales" / "en" / "power_grid.po"
    text = path.read_text("utf-8")
    long = "Long " + "and longer " * 330
    before = text[text.index('msgctxt "statement:P13"') : text.index('msgctxt "statement:P14"')]
    text = text.replace(before, f'msgctxt "statement:P13"\nmsgid "{long}"\nmsgstr ""\n\n')
    short = 'msgctxt "statement:P13@card"\nmsgid "Shortly said."\nmsgstr ""\n'
    path.write_text(f"{text}\n{short}", "utf-8")
    source = source_of("power_grid")
    changed = replace(source, places=WordingFolders(tmp_path / "locales", source.places.rulesets))
    for part, expected in ((short, "Shortly said."), ("", None)):
        path.write_text(f"{text}\n{part}", "utf-8")
        folder = tmp_path / f"out{len(part)}"
        names, codes = _written(PrintOrder("setup", formats=("pdf",)), folder, changed)
        assert (names, codes) == ((["setup.en.pdf"], ()) if expected else ([], ("W406",)))
        if expected:
            assert expected in _text(folder / "power_grid" / "setup.en.pdf")


def _text(path: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())
