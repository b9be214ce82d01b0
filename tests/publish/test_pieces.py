"""Cards from their data: every plant with its number, its fuels and its cities, and what a layout of pieces may not say."""

from __future__ import annotations

import pytest
from cards import CODES, plain, source_of
from pages import pieces_in, printed_pieces, words_on

from reguli.publish.piece_plan import plan_pieces
from reguli.publish.pieces_layout import PiecesLayout, read_pieces
from reguli.ruleset.schema import Schema
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.source.yaml_reader import read_yaml

ICON = 'icons:\n  coin: {colour: "#b8860b", paths: ["M2 2 L22 2 L12 22 Z"]}\n'
CARD = "{piece: plant, kind: card, back: {icon: coin, say: plant_back}}"


def _read(text: str, bag: Bag) -> PiecesLayout | None:
    node = read_yaml(text, "pieces.yaml", bag)
    assert node is not None
    return read_pieces(node, Schema(bag, Sources()))


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
        assert piece.result[0].text == str(powers)
        assert [(one.icon, one.times) for one in piece.icons] == [(fuels[at], need) for at in used] or not used
        assert [one.icon for one in piece.icons] != [] if not used else True


@pytest.mark.parametrize(
    ("code", "element", "words"),
    [
        ("ro", "plant_4", ["Cărbune", "folosește 2 jetoane de cărbune", "oraș alimentat"]),
        ("ro", "plant_5", ["Cărbune sau petrol", "folosește 2 jetoane de cărbune sau petrol", "oraș alimentat"]),
        ("ro", "plant_11", ["Uraniu", "folosește 1 jeton de uraniu", "orașe alimentate"]),
        ("ro", "plant_13", ["Fără resurse", "nu folosește resurse", "oraș alimentat"]),
        ("hu", "plant_5", ["Szén vagy olaj", "2 szenet vagy olajat használ fel", "ellátott város"]),
        ("hu", "plant_13", ["Erőforrás nélkül", "nem használ erőforrást", "ellátott város"]),
        ("en", "plant_30", ["Garbage", "uses 3 garbage", "supplied cities"]),
        ("en", "plant_9", ["Oil", "uses 1 oil", "supplied city"]),
    ],
)
def test_what_is_needed_is_said_in_words_too(code: str, element: str, words: list[str]) -> None:
    piece = next(piece for piece in pieces_in(code) if piece.element == element)
    lines = [piece.title, *piece.text, None if piece.result is None else piece.result[2]]
    assert [plain(line) for line in lines if line is not None] == words


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
        (CARD.replace("back:", "icons: {of: fuels, times: need}, back:"), ("W402",) * 4),
        (CARD.replace("icon: coin", "icon: cion"), ("R107",)),
        (CARD.replace("back: {icon: coin, say: plant_back}", ""), ("R102",)),
        (CARD.replace("back:", "title: {say: t, with: {n: constants.nothing}}, back:"), ("W402",)),
        (CARD.replace("back:", "size: 3, back:"), ("R101",)),
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
