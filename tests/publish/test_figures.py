"""Pictures of a card, a market and a track, as a layout asks for them: what they show is what the rules say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from cards import CODES
from rulebooks import book_source_of, pages_of, plain, spoken_book

from reguli.publish.document.book_units import CardFrontFigure, MarketFigure, TitledFigure, TrackFigure
from reguli.publish.document.document_realisation import pictures_of
from reguli.publish.document.document_tree import ParagraphList
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.layouts.book_layout import BOOK
from reguli.publish.pictures.figure_pictures import CARD
from reguli.publish.products.book_planner import plan_book
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml

pytestmark = pytest.mark.pages

TEXTS = "{http://www.w3.org/2000/svg}text"


def _figures(name: str, code: str) -> dict[str, TitledFigure]:  # type: ignore[type-arg]
    return {one.id: one for one in find_blocks(spoken_book(name, code), TitledFigure)}


@pytest.mark.parametrize("code", CODES)
def test_the_parts_of_a_card_have_the_numbers_of_the_list_beside_it(code: str) -> None:
    book = spoken_book("power_grid", code)
    blocks = [block for section in book.sections for block in section.blocks]
    (at,) = [
        at
        for at, block in enumerate(blocks)
        if isinstance(block, TitledFigure) and isinstance(block.shown, CardFrontFigure)
    ]
    face, following = blocks[at].shown, blocks[at + 1]
    assert isinstance(following, ParagraphList)
    assert following.ordered
    assert [[one.label for one in item] for item in following.items] == [["P70"], ["P72", "P80"], ["P75"]]
    assert face.points == ("number", "icons", "result")
    drawing = ET.fromstring(pictures_of(book)[blocks[at].name].svg)
    shown = [one.text for one in drawing.iter(TEXTS)]
    assert shown[-3:] == ["1", "2", "3"]
    assert plain(face.piece.number) in shown


def test_a_market_shows_what_lies_there_at_the_start() -> None:
    """Three coal on each space from 1 to 8, three oil from 3, three garbage on 7 and 8, uranium on 14 and 16 (P19 to P23)."""
    shown = _figures("power_grid", "en")["market_at_the_start"].shown
    assert isinstance(shown, MarketFigure)
    prices = [plain(price) for price in shown.costs]
    lie = {
        plain(row.name): {price: full for price, (_, full) in zip(prices, row.places, strict=True) if full}
        for row in shown.rows
    }
    spaces = [str(price) for price in range(1, 9)]
    assert lie == {
        "Coal": dict.fromkeys(spaces, 3),
        "Oil": dict.fromkeys(spaces[2:], 3),
        "Garbage": {"7": 3, "8": 3},
        "Uranium": {"14": 1, "16": 1},
    }
    assert [all_ for all_, _ in shown.rows[-1].places] == [1] * 12


def test_a_changed_table_changes_the_market() -> None:
    source = book_source_of("power_grid")
    tables = dict(source.material.ruleset.tables)
    tables["start_tokens"] = replace(tables["start_tokens"], cells=(24, 15, 6, 2))
    material = replace(source.material, ruleset=replace(source.material.ruleset, tables=tables))
    bag = Bag()
    (market,) = [
        one.shown
        for one in find_blocks(plan_book(material, source.layout, bag), TitledFigure)
        if isinstance(one.shown, MarketFigure)
    ]
    assert sum(full for _, full in market.rows[1].places) == 15


def test_a_track_has_every_space_once() -> None:
    figures = _figures("power_grid", "hu")
    track = figures["city_track"].shown
    assert isinstance(track, TrackFigure)
    assert track.spaces == (*range(1, 22),)
    drawing = ET.fromstring(pictures_of(spoken_book("power_grid", "hu"))["figure_city_track"].svg)
    assert [one.text for one in drawing.iter(TEXTS)] == [str(at) for at in range(1, 22)]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", shipped_rulesets())
def test_letters_of_a_card_stay_on_it(name: str, code: str) -> None:
    """Reckoned with broad letters, so that other fonts have room."""
    book = spoken_book(name, code)
    for figure in find_blocks(book, TitledFigure):
        if not isinstance(figure.shown, CardFrontFigure):
            continue
        for one in ET.fromstring(pictures_of(book)[figure.name].svg).iter(TEXTS):
            width = len(one.text or "") * float(one.get("font-size", "0")) * 0.6
            x, anchor = float(one.get("x", "0")), one.get("anchor", one.get("text-anchor"))
            left = {"start": x, "middle": x - width / 2, "end": x - width}[str(anchor)]
            assert left >= 0, one.text
            assert left + width <= CARD[0] + 88 + 4, one.text


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("{card: plant_99, of: plant, points: {number: P70}}", "W422"),
        ("{card: plant_5, of: stage}", "W422"),
        ('{track: t, to: "tables.payment[cities]"}', "W403"),
        ("{track: t, from: 9, to: players.max}", "W403"),
        ("{track: t, to: constants.nothing}", "W402"),
        ('{market: m, places: "tables.payment[cities]", full: "tables.start_tokens[fuel]"}', "W403"),
        ('{market: m, places: "tables.place_price[fuel, place]", full: "tables.payment[cities]"}', "W403"),
        ("{card: plant_5, of: plant, points: {colour: P70}}", "R107"),
    ],
)
def test_what_leads_nowhere_is_a_finding(part: str, code: str) -> None:
    bag = Bag()
    node = read_yaml(f"sections:\n  - section: aim\n    parts:\n      - {part}\n", "book.yaml", bag)
    assert node is not None
    layout = BOOK.read(node, ValueContext(""), NodeReader(bag, Sources()))
    if layout is not None and not bag:
        plan_book(book_source_of("power_grid").material, replace(layout, generic=True), bag)
    assert bag.codes == (code,)


def test_figures_are_told_in_words_and_printed() -> None:
    said = pictures_of(spoken_book("power_grid", "ro"))
    assert re.search(r"Petrol: 1 – 0/3, 2 – 0/3, 3 – 3/3", said["figure_market_at_the_start"].says)
    assert "Tabela de scor" in " ".join(pages_of("power_grid", "ro"))
