"""A variant with a new fuel: nobody drew it, and at first no language has a word for it. What can be printed is printed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cards import LOCALES
from pages import job

from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import PrintedCard, SaidDocument
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.piece_layout import IconPicture, VisualTheme
from reguli.publish.paper.paper_sizes import paper_by_name
from reguli.publish.paper.sheet_printing import card_sheet_data
from reguli.publish.pictures.map_marks import assign_neutral_icons, mark_letter
from reguli.publish.products.piece_planner import plan_pieces
from reguli.publish.products.product_registry import PIECES, REFERENCE, PrintOrder
from reguli.publish.products.product_writer import write_products
from reguli.publish.products.reference_card import CardSource, card_source
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import language_by_code
from reguli.words.translation.translation_workspace import open_ruleset_realiser

pytestmark = pytest.mark.pages

PRICES = "[8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1]"
STAGES = "{first: [3, 2, 1, 1, 1], second: [4, 2, 2, 1, 1], third: [3, 4, 3, 1, 1]}"
VARIANT = f"""\
variant: peat
of: power_grid
name: Power Grid, peat
add:
  elements:
    fuel: [peat]
    card:
      plant_41: {{number: 41, fuels: [peat], need: 2, powers: 6}}
      plant_43: {{number: 43, fuels: [coal, peat], need: 3, powers: 7}}
replace:
  kinds:
    token:
      plural: tokens
      tokens: {{variety: fuel, supply: {{coal: 24, oil: 24, garbage: 24, uranium: 12, peat: 12}}}}
      starts: supply
      source: [P3]
  tables:
    market_places:
      keys: [fuel]
      unit: token
      rows: {{coal: 24, oil: 24, garbage: 24, uranium: 12, peat: 12}}
      source: [P22, P25, P26]
    start_tokens:
      keys: [fuel]
      unit: token
      rows: {{coal: 24, oil: 18, garbage: 6, uranium: 2, peat: 4}}
      source: [P19, P20, P21, P23, P24]
    place_price:
      keys: [fuel, {{name: place, from: 1, to: 24}}]
      unit: elektro
      ragged: true
      rows:
        coal: {PRICES}
        oil: {PRICES}
        garbage: {PRICES}
        uranium: [16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1]
        peat: [9, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3, 3]
      source: [P22, P25, P26, P86, P126, P127]
    resupply:
      keys: [player_count, stage, fuel]
      unit: token
      rows:
        2: {STAGES}
        3: {STAGES}
        4: {STAGES}
        5: {STAGES}
        6: {STAGES}
      source: [P125, P134, P139, P152, P166]
"""
WORDS = {
    "en": "{singular: peat, mass: true}",
    "ro": "{gender: f, singular: turbă, unit: token, forms: {of: turbe, of the: turbei}}",
    "hu": "{nominative: tőzeg, accusative: tőzeget, possessive: tőzege, harmony: front}",
}


@pytest.fixture(scope="module")
def peat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the variant, with a word for the new fuel in Romanian and Hungarian only."""
    home = tmp_path_factory.mktemp("variants") / "peat"
    home.mkdir()
    (home / "variant.yaml").write_text(VARIANT, "utf-8")
    for code in ("ro", "hu"):
        _give_word(home, code)
    return home


def _give_word(home: Path, code: str, entry: str = "") -> None:
    folder = home / "words" / code
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lexicon.yaml").write_text(f"language: {code}\nterms:\n  peat: {entry or WORDS[code]}\n", "utf-8")


def _source(home: Path) -> CardSource:
    opened, bag = LoadedRuleset(str(home)), Bag()
    assert opened.ruleset is not None, opened.bag.codes
    source = card_source(opened.ruleset, opened.layers, LOCALES, bag, Sources())
    assert not bag, bag.codes
    return source


@pytest.fixture(scope="module")
def source(peat: Path) -> CardSource:
    """Open the variant once."""
    return _source(peat)


def _said(source: CardSource, code: str) -> SaidDocument:
    bag, language = Bag(), language_by_code(code)
    assert source.pieces is not None
    assert language is not None
    tongue = open_ruleset_realiser(language, "power_grid", source.places, bag, Sources())
    said = realise_plan(plan_pieces(source.ruleset, source.pieces, bag).plan, tongue, bag)
    assert not bag, bag.codes
    return said


@pytest.mark.parametrize(("code", "letter"), [("ro", "T"), ("hu", "T")])
def test_what_nobody_drew_is_shown_by_its_first_letter(source: CardSource, code: str, letter: str) -> None:
    pieces = {piece.element: piece for piece in find_blocks(_said(source, code), PrintedCard)}
    rows = {
        name: [(row.icon, row.times, row.letter and row.letter.text) for row in pieces[name].icons] for name in pieces
    }
    assert rows["plant_41"] == [("peat", 2, letter)]
    assert rows["plant_43"] == [("coal", 3, None), ("peat", 3, letter)]
    assert {row[2] for name, shown in rows.items() if name not in ("plant_41", "plant_43") for row in shown} == {None}


@pytest.mark.parametrize("product", [REFERENCE, PIECES])
def test_a_language_without_the_word_is_not_printed_and_the_others_are(
    source: CardSource, tmp_path: Path, product: Any
) -> None:
    bag = Bag()
    order = PrintOrder(product.id, ("en", "ro", "hu"), ("md", "pdf"))
    written = write_products(source, order, tmp_path, bag=bag, sources=Sources())
    names = [f"{product.stem}.{code}.{form}" for code in ("ro", "hu") for form in ("md", "pdf")]
    assert [path.name for path in written] == names
    assert [finding.code for finding in bag] == ["W203"]


def test_a_draft_is_printed_and_marks_what_has_no_word(source: CardSource, tmp_path: Path) -> None:
    order = PrintOrder("pieces", ("en",), ("md", "pdf"), draft=True)
    (markdown, pdf) = write_products(source, order, tmp_path, bag=Bag(), sources=Sources())
    assert "⟦" in markdown.read_text("utf-8")
    assert "--draft`" in markdown.read_text("utf-8").splitlines()[0]
    assert pdf.stat().st_size > 0


def test_a_term_that_one_language_cannot_inflect_stops_no_other_glossary(peat: Path, tmp_path: Path) -> None:
    home = tmp_path / "peat"
    shutil.copytree(peat, home)
    _give_word(home, "ro", "{gender: f, singular: turbă}")
    bag = Bag()
    order = PrintOrder("glossary", ("en", "ro", "hu"), ("md",))
    written = write_products(_source(home), order, tmp_path / "out", bag=bag, sources=Sources())
    assert [path.name for path in written] == ["glossary.en.md", "glossary.hu.md"]
    assert {finding.code for finding in bag} == {"W106"}
    (row,) = [line for line in written[0].read_text("utf-8").splitlines() if "tőzeg" in line]
    assert row.startswith("| – | ")


def test_a_picture_of_a_theme_takes_the_place_of_the_mark(source: CardSource) -> None:
    paper = paper_by_name("poker")
    assert paper is not None
    faces = _said(source, "ro")
    planned = plan_pieces(source.ruleset, source.pieces, Bag())  # type: ignore[arg-type]
    drawn = IconPicture("#112233", ("M1 1 L2 2 Z",))
    for look, letters, colour in (
        (VisualTheme(), {"", "T"}, "#4a5358"),
        (VisualTheme(icons={"peat": drawn}), {""}, "#112233"),
    ):
        data: Any = card_sheet_data(faces, faces, planned.icons, paper, replace(job(), look=look))
        fronts = [side for side in data["sides"] if side["kind"] == "front"]
        assert {row["letter"] for side in fronts for row in side["icons"]} == letters
        assert data["icons"]["peat"]["colour"] == colour


def test_neighbouring_marks_differ_in_shape() -> None:
    marks = assign_neutral_icons(["one", "other", "third"])
    assert len({mark.paths for mark in marks.values()}) == len(marks)
    assert [mark_letter(word) for word in ("ștanță", "⟦peat⟧", "őz", "3D", "–")] == ["Ș", "P", "Ő", "3", ""]


def test_the_book_lists_what_is_new(peat: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["book", str(peat), "--lang", "en,ro,hu", "--format", "md", "--folder", str(tmp_path)]
    assert main(given) == 1
    assert "W203" in capsys.readouterr().err
    assert not (tmp_path / "peat" / "book.en.md").exists()
    for code in ("ro", "hu"):
        text = (tmp_path / "peat" / f"book.{code}.md").read_text("utf-8").replace("\xa0", " ")
        assert [line for line in text.splitlines() if line.startswith("| 41 ")]


def test_the_command_says_what_has_no_picture(peat: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["card", str(peat), "--product", "pieces", "--lang", "ro", "--format", "md", "--folder", str(tmp_path)]
    assert main(["--lang", "ro", *given]) == 0
    assert "fără desen, deci tipărite cu prima literă: peat" in capsys.readouterr().err
