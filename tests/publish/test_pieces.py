"""Cards from their data: every plant with its number, its fuels and its cities, and what a layout of pieces may not say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from cards import CODES, plain, source_of
from pages import VOICES, faces_in, job, pieces_in, printed_pieces, words_on
from rulebooks import Page, spoken_book

from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import (
    DocumentSection,
    DocumentTable,
    LineList,
    PrintedCard,
    ProductDocument,
    SaidDocument,
    TextLine,
)
from reguli.publish.document.inline_nodes import LiteralValue, WordingStatement, find_blocks
from reguli.publish.layouts.piece_layout import PIECES as PIECES_LAYOUT
from reguli.publish.layouts.piece_layout import PiecesLayout
from reguli.publish.paper.paper_sizes import paper_by_name
from reguli.publish.paper.sheet_printing import card_sheet_data
from reguli.publish.products.card_planner import seen_by_value
from reguli.publish.products.piece_planner import PlannedPieces, piece_sections, plan_pieces
from reguli.publish.products.product_registry import PIECES, PrintOrder
from reguli.publish.products.product_writer import write_products
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.languages import language_by_code

pytestmark = pytest.mark.pages

ICON = 'icons:\n  coin: {colour: "#b8860b", paths: ["M2 2 L22 2 L12 22 Z"]}\n'
CARD = "{piece: plant, kind: card, back: {icon: coin, say: plant_back}}"


def _read(text: str, bag: Bag) -> PiecesLayout | None:
    node = read_yaml(text, "pieces.yaml", bag)
    assert node is not None
    return PIECES_LAYOUT.read(node, ValueContext(""), NodeReader(bag, Sources()))


def _codes(pieces: str, icons: str = ICON) -> tuple[str, ...]:
    """Read and plan a layout for Power Grid, and give what is amiss."""
    bag = Bag()
    layout = _read(f"{icons}pieces:\n  - {pieces}\n", bag)
    if layout is not None:
        plan_pieces(source_of("power_grid").ruleset, layout, bag)
    return bag.codes


@pytest.mark.parametrize("code", CODES)
def test_every_card_of_the_deck_is_there_once(code: str) -> None:
    kind = source_of("power_grid").ruleset.kinds["card"]
    assert sorted(piece.element for piece in pieces_in(code)) == sorted(kind.elements)


@pytest.mark.parametrize("code", CODES)
def test_a_card_shows_its_data(code: str) -> None:
    kind = source_of("power_grid").ruleset.kinds["card"]
    fuels = source_of("power_grid").ruleset.kinds["fuel"].elements
    for piece in pieces_in(code):
        if piece.sort != "plant":
            continue
        index = kind.index(piece.element)
        assert index is not None
        number, need, powers, used = (kind.values[name][index] for name in ("number", "need", "powers", "fuels"))
        assert isinstance(used, tuple)
        assert piece.number is not None
        assert piece.number.text == str(number)
        assert piece.result is not None
        assert piece.result.number.text == str(powers)
        assert [(one.icon, one.times) for one in piece.icons] == [(fuels[at], need) for at in used] or not used
        assert [one.icon for one in piece.icons] != [] if not used else True


@pytest.mark.parametrize(
    ("code", "element", "words"),
    [
        ("ro", "plant_4", ["Cărbune", "folosește 2 jetoane de cărbune", "oraș alimentat"]),
        (
            "ro",
            "plant_5",
            ["Cărbune sau petrol", "folosește 2 jetoane de cărbune sau petrol, în orice combinație", "oraș alimentat"],
        ),
        ("ro", "plant_11", ["Uraniu", "folosește 1 jeton de uraniu", "orașe alimentate"]),
        ("ro", "plant_13", ["Fără resurse", "nu folosește resurse", "oraș alimentat"]),
        (
            "hu",
            "plant_5",
            ["Szén vagy olaj", "2 szenet vagy olajat használ fel, tetszőleges arányban", "ellátható város"],
        ),
        ("hu", "plant_13", ["Erőforrás nélkül", "nem használ erőforrást", "ellátható város"]),
        ("en", "plant_30", ["Garbage", "uses 3 tokens of garbage", "supplied cities"]),
        ("en", "plant_9", ["Oil", "uses 1 token of oil", "supplied city"]),
    ],
)
def test_what_is_needed_is_said_in_words_too(code: str, element: str, words: list[str]) -> None:
    piece = next(piece for piece in pieces_in(code) if piece.element == element)
    lines = [piece.title, *piece.text, None if piece.result is None else piece.result.line]
    assert [plain(line) for line in lines if line is not None] == words


def test_a_result_of_nought_is_not_printed() -> None:
    """Two buildings alone bring the first contract no victory points; five railway tiles bring another one two."""
    source = source_of("nucleum")
    assert source.pieces is not None
    pieces = {piece.element: piece for piece in plan_pieces(source.ruleset, source.pieces, Bag()).pieces}
    assert pieces["c01"].result is None
    result = pieces["c08"].result
    assert result is not None
    assert isinstance(result.number, LiteralValue)
    assert result.number.value == 2


@pytest.mark.parametrize("code", CODES)
def test_printed_cards_have_no_faults_and_all_numbers(code: str) -> None:
    made = printed_pieces(code)
    assert made.faults == ()
    numbers = {piece.number.text for piece in pieces_in(code) if piece.number is not None}
    assert numbers <= set(words_on(made).split())


@pytest.mark.parametrize(
    ("pieces", "codes"),
    [
        (CARD, ()),
        (CARD.replace("kind: card", "kind: crad"), ("W402",)),
        (CARD.replace("back:", "where: is_plnat, back:"), ("W402",)),
        (CARD.replace("back:", "number: nubmer, back:"), ("W402",)),
        (CARD.replace("back:", "icons: {of: fuels, times: need}, back:"), ()),
        (CARD.replace("back:", "icons: {of: fules, times: need}, back:"), ("W402",)),
        (CARD.replace("back:", "icons: {of: fuels, times: need, join: nor}, back:"), ("R107",)),
        (CARD.replace("icon: coin", "icon: cion"), ("R107",)),
        (CARD.replace("back: {icon: coin, say: plant_back}", ""), ()),
        (CARD.replace("back:", "labels: [nubmer], facts: [nubmer], back:"), ("W402",)),
        (CARD.replace("back:", "title: {cell: nubmer}, back:"), ("W402",)),
        (CARD.replace("back:", "title: {say: t, with: {n: constants.nothing}}, back:"), ("W402",)),
        (CARD.replace("back:", "sort: 3, back:"), ("R101",)),
        (CARD.replace("back:", "size: 3, back:"), ("W412",)),
        (CARD.replace("back:", "size: 3 mm, back:"), ("W412",)),
        (CARD.replace("back:", "picture: fuels, back:"), ("W402",)),
    ],
)
def test_mistakes_of_a_layout_are_told_once_each(pieces: str, codes: tuple[str, ...]) -> None:
    assert _codes(pieces) == codes


@pytest.mark.parametrize(
    "icon",
    [
        '{colour: "gold", paths: ["M0 0 L1 1"]}',
        '{colour: "#b8860b", paths: ["<script>"]}',
        '{colour: "#b8860b", paths: ["L0 0"]}',
        '{colour: "#b8860b", paths: ["M0 0 url(x)"]}',
        f'{{colour: "#b8860b", paths: ["M{"0 " * 1000}"]}}',
    ],
)
def test_nothing_but_colours_and_paths_is_drawn(icon: str) -> None:
    bag = Bag()
    layout = _read(f"icons:\n  coin: {icon}\npieces: []\n", bag)
    assert bag.codes == ("W410",)
    assert layout is not None
    assert layout.icons == {}


def test_shapes_tell_apart_what_colours_may_not() -> None:
    """No two icons are drawn alike."""
    pieces = source_of("power_grid").pieces
    assert pieces is not None
    paths = [icon.paths for icon in pieces.icons.values()]
    assert len(set(paths)) == len(paths)


def test_every_icon_of_the_shipped_cards_is_drawn() -> None:
    """A slip in the id of an icon would print a letter."""
    source, bag = source_of("power_grid"), Bag()
    assert source.pieces is not None
    assert plan_pieces(source.ruleset, source.pieces, bag).unpictured == ()


@pytest.mark.parametrize(("code", "word"), [("en", "and/or"), ("ro", "și/sau"), ("hu", "és/vagy")])
def test_between_two_rows_of_which_any_mix_will_do_stand_both_words(code: str, word: str) -> None:
    joined = {piece.element: None if piece.join is None else plain(piece.join) for piece in pieces_in(code)}
    several = {piece.element for piece in pieces_in(code) if len(piece.icons) > 1}
    assert {"plant_5", "plant_46"} <= several
    assert joined == {element: word if element in several else None for element in joined}
    hybrids = [data for data in _fronts(code) if len(data["icons"]) > 1]
    assert [data["join"]["runs"] for data in hybrids] == [[[word, False]]] * len(several)
    assert words_on(printed_pieces(code)).split().count(word) >= len(several)


@pytest.mark.parametrize(("join", "word"), [("and", "és"), ("or", "vagy")])
def test_rows_of_which_one_is_enough_or_all_are_meant_are_joined_by_one_word(join: str, word: str) -> None:
    bag, source, language = Bag(), source_of("power_grid"), language_by_code("hu")
    pieces = CARD.replace("back:", f"icons: {{of: fuels, times: need, join: {join}}}, back:")
    layout = _read(f"{ICON}pieces:\n  - {pieces}\n", bag)
    assert language is not None
    assert layout is not None
    said = realise_plan(plan_pieces(source.ruleset, layout, bag).plan, VOICES.tongue(language, bag), bag)
    assert {plain(piece.join) for piece in find_blocks(said, PrintedCard) if piece.join is not None} == {word}
    assert bag.codes == ()


def _fronts(code: str) -> list[Any]:
    """Return the fronts as Typst takes them."""
    source, paper = source_of("power_grid"), paper_by_name(PIECES.paper)
    assert source.pieces is not None
    assert paper is not None
    data: Any = card_sheet_data(faces_in(code), faces_in(code), source.pieces.icons, paper, job())
    return [side for side in data["sides"] if side["kind"] == "front"]


# All of them in a text


def _listed(
    planned: PlannedPieces, code: str, bag: Bag, seen: Mapping[str, str] = MappingProxyType({})
) -> tuple[DocumentSection[TextLine], ...]:
    language = language_by_code(code)
    assert language is not None
    plan = ProductDocument("power_grid", "Power Grid", None, (), piece_sections(planned), (), seen=seen)
    said: SaidDocument = realise_plan(plan, VOICES.tongue(language, bag), bag)
    return said.sections


def _lists(code: str) -> tuple[DocumentSection[TextLine], ...]:
    bag, source = Bag(), source_of("power_grid")
    assert source.pieces is not None
    found = _listed(plan_pieces(source.ruleset, source.pieces, bag), code, bag)
    assert not bag, bag.codes
    return found


def test_a_sort_is_headed_in_a_text_as_its_layout_says() -> None:
    """The card itself only names the step."""
    heading = _lists("en")[1].heading
    assert plain(heading) == "The “Step 3” card"
    source, bag = source_of("power_grid"), Bag()
    assert source.pieces is not None
    bare = replace(source.pieces, pieces=tuple(replace(one, heading=None) for one in source.pieces.pieces))
    assert plain(_listed(plan_pieces(source.ruleset, bare, bag), "en", bag)[1].heading) == "Step 3"


@pytest.mark.parametrize("code", CODES)
def test_every_card_is_listed_with_its_printed_data(code: str) -> None:
    kind = source_of("power_grid").ruleset.kinds["card"]
    plant_cards, others = _lists(code)
    (table,), (listing,) = plant_cards.blocks, others.blocks
    assert isinstance(table, DocumentTable)
    plants = [at for at in range(len(kind.elements)) if kind.values["is_plant"][at]]
    wanted = [tuple(str(kind.values[name][at]) for name in ("number", "need", "powers")) for at in plants]
    found = [tuple(plain(line) for line in (*row.headings, *row.cells)) for row in table.rows]
    assert [(number, need, powers) for number, _, need, powers in found] == wanted
    titles = [plain(piece.title) for piece in pieces_in(code) if piece.sort == "plant" and piece.title is not None]
    assert [fuels for _, fuels, _, _ in found] == titles
    assert isinstance(listing, LineList)
    stage = pieces_in(code)[-1]
    assert stage.heading is not None
    assert plain(others.heading) == plain(stage.heading)
    assert [plain(line) for line in listing.items] == [plain(line) for line in stage.text]


@pytest.mark.parametrize(
    ("code", "heads"),
    [
        ("en", ["Number", "Resources", "Resource tokens", "Cities supplied (max.)"]),
        ("ro", ["Număr", "Resurse", "Jetoane de resurse", "Orașe alimentate (max.)"]),
        ("hu", ["Szám", "Erőforrások", "Erőforrásjelzők", "Ellátható városok"]),
    ],
)
def test_the_columns_are_headed_by_terms(code: str, heads: list[str]) -> None:
    (table,) = _lists(code)[0].blocks
    assert isinstance(table, DocumentTable)
    assert [plain(line) for line in (*table.corner, *table.columns)] == heads


def test_sorts_without_a_table_are_listed_by_what_stands_on_them() -> None:
    bag, source = Bag(), source_of("power_grid")
    assert source.pieces is not None
    bare = replace(source.pieces, pieces=tuple(replace(one, table=None) for one in source.pieces.pieces))
    cards, _ = _listed(plan_pieces(source.ruleset, bare, bag), "en", bag)
    (listing,) = cards.blocks
    assert isinstance(listing, LineList)
    assert plain(cards.heading) == "Power plant"
    assert plain(listing.items[2]) == "5 – Coal or oil: uses 2 tokens of coal or oil, in any mixture; 1 supplied city"
    assert len(listing.items) == len(pieces_in("en")) - 1


def test_a_table_of_one_column_is_a_list() -> None:
    bag, source = Bag(), source_of("power_grid")
    assert source.pieces is not None
    sorts = [
        replace(one, table=None if one.table is None else replace(one.table, columns=one.table.columns[:1]))
        for one in source.pieces.pieces
    ]
    planned = plan_pieces(source.ruleset, replace(source.pieces, pieces=tuple(sorts)), bag)
    cards, _ = _listed(planned, "en", bag)
    (listing,) = cards.blocks
    assert isinstance(listing, LineList)
    kind = source.ruleset.kinds["card"]
    numbers = [
        number for number, is_plant in zip(kind.values["number"], kind.values["is_plant"], strict=True) if is_plant
    ]
    assert [plain(line) for line in listing.items] == [str(number) for number in numbers]


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        ("{title: plant_card, columns: [{head: number, cell: number}]}", ()),
        ('{title: "plant_card:few", columns: [{head: number, cell: number}]}', ("R104",)),
        ("{title: plant_card, columns: [{head: number, cell: nubmer}]}", ("W402",)),
        ("{title: plant_card, columns: [{head: number}]}", ("R102",)),
        ("{title: plant_card, columns: [{head: number, cell: number, say: it}]}", ("R101",)),
        ("{title: plant_card}", ("R102",)),
        ("{columns: []}", ("R102",)),
    ],
)
def test_mistakes_of_a_table_are_told(table: str, codes: tuple[str, ...]) -> None:
    assert _codes(CARD.replace("back:", f"table: {table}, back:")) == codes


def test_a_field_that_names_nothing_is_left_to_its_wording() -> None:
    """Houses and factories of Nucleum climb one track, which is named; laboratories have none of their own."""
    source = source_of("nucleum")
    assert source.pieces is not None
    kind, tracks = source.ruleset.kinds["building"], source.ruleset.kinds["income"].elements
    planned = plan_pieces(source.ruleset, source.pieces, bag := Bag())
    buildings = [piece for piece in planned.pieces if planned.kinds[piece.sort] == "building"]
    assert len(buildings) == len(kind.elements)
    for piece in buildings:
        (brings,) = (line for line in piece.text if isinstance(line, WordingStatement))
        at, named = kind.values["track"][kind.elements.index(piece.element)], brings.values["track"]
        assert isinstance(named, LiteralValue)
        assert isinstance(at, int)
        assert named.value == (None if at < 0 else tracks[at])
    assert not bag


def test_what_leads_back_to_a_card_is_a_list() -> None:
    source = source_of("warszawa")
    assert source.pieces is not None
    planned = plan_pieces(source.ruleset, source.pieces, Bag())
    zones = {
        piece.element: line.values["places"]
        for piece in planned.pieces
        for line in piece.text
        if isinstance(line, WordingStatement) and line.id == "card:project_zones"
    }
    kind = source.ruleset.kinds["project"]
    assert zones.keys() == set(kind.elements)
    marked = {name for name, places in zones.items() if isinstance(places, LiteralValue) and places.value}
    assert marked == {"rynek_nowego_miasta", "rynek_starego_miasta", "palac_staszica", "palac_na_wyspie"}


@pytest.mark.parametrize("code", CODES)
def test_pieces_are_a_page_of_their_own(tmp_path: Path, code: str) -> None:
    bag = Bag()
    order = PrintOrder("pieces", (code,), ("md", "html"))
    markdown, html = write_products(source_of("power_grid"), order, tmp_path, bag=bag, sources=Sources())
    assert not bag, bag.codes
    rows = [line for line in markdown.read_text("utf-8").splitlines() if re.match(r"\| \d+\s¶ \|", line)]
    assert len(rows) == len(pieces_in(code)) - 1
    page = Page(html.read_text("utf-8"))
    assert page.language == code
    assert page.open == []
    assert [link for link in page.links if not link.startswith("#")] == []
    assert page.headings == [1, 2, 2]


@pytest.mark.parametrize("code", CODES)
def test_the_book_shows_all_pieces_too(code: str) -> None:
    """The sign of how the data was obtained included."""
    source = source_of("power_grid")
    assert source.pieces is not None
    seen = seen_by_value(source.ruleset)
    (first, *_) = _listed(plan_pieces(source.ruleset, source.pieces, Bag()), code, Bag(), seen)
    assert first.blocks[0] in find_blocks(spoken_book("power_grid", code), DocumentTable)
