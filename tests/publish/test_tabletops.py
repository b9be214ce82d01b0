"""Outputs of cards beside sheets to cut: decks for virtual tabletops, pictures of single cards, slips for sleeves, stickers."""

from __future__ import annotations

import csv
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from decks import PIECE, rows, write_deck
from pages import reader_of

from reguli.app.loading import open_playable
from reguli.app.printing.print_requests import PrintOrder
from reguli.app.printing.product_output import write_print_order
from reguli.cli.main import main
from reguli.publish.paper.paper_sizes import Purpose, paper_by_name
from reguli.publish.paper.sheet_printing import PrintedSheets, _stickers, sticker_sheets, table_grid

pytestmark = pytest.mark.pages


def _print(deck: Path, folder: Path, purpose: Purpose, form: str = "png", code: str = "en", **more: Any) -> list[Path]:
    order = PrintOrder("pieces", (code,), (form,), purpose=purpose, **more)
    written = write_print_order(open_playable(str(deck), {}), order, folder)
    assert written.findings == ()
    return list(written.files)


def _sides(picture: Path) -> tuple[int, int]:
    """Return the width and height of a PNG in dots, by its header."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def _words(pdf: Path) -> list[str]:
    pages = reader_of(PrintedSheets((pdf.read_bytes(),), ())).pages
    return [" ".join(page.extract_text().split()) for page in pages]


# Tabletop Simulator


def test_a_saved_object_holds_every_card_with_its_picture_and_place(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", [{**one, "title": one["id"]} for one in rows(12)])
    *pictures, saved = _print(deck, tmp_path / "out", "tts")
    assert [path.name for path in (*pictures, saved)] == [
        "pieces.en.tts.1.png", "pieces.en.tts.2.png", "pieces.en.tts.json",
    ]  # fmt: skip
    (stack,) = json.loads(saved.read_text("utf-8"))["ObjectStates"]
    assert stack["Name"] == "DeckCustom"
    assert stack["DeckIDs"] == list(range(100, 112))
    (number,) = stack["CustomDeck"]
    sheet = stack["CustomDeck"][number]
    assert number == "1"
    assert sheet["NumWidth"] * sheet["NumHeight"] >= 13
    assert (sheet["FaceURL"], sheet["BackURL"]) == tuple(path.resolve().as_uri() for path in pictures)
    cards = stack["ContainedObjects"]
    assert [card["CardID"] for card in cards] == stack["DeckIDs"]
    assert [card["Nickname"] for card in cards] == [f"{at} – c{at}" for at in range(1, 13)]
    assert {card["Description"] for card in cards} == {"Pay coal to draw: once."}
    assert all(card["CustomDeck"] == stack["CustomDeck"] and card["Name"] == "Card" for card in cards)
    guids = [stack["GUID"], *(card["GUID"] for card in cards)]
    assert len(set(guids)) == 13
    assert all(len(guid) == 6 for guid in guids)


@pytest.mark.parametrize(("faces", "grid"), [(1, (2, 1)), (9, (10, 1)), (10, (10, 2)), (54, (10, 6)), (69, (10, 7))])
def test_the_last_slot_of_a_picture_is_hidden(faces: int, grid: tuple[int, int]) -> None:
    assert table_grid(faces + 1) == grid


def test_more_than_69_faces_take_two_pictures(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(71))
    *pictures, saved = _print(deck, tmp_path / "out", "tts")
    assert len(pictures) == 3
    for picture in pictures:
        assert max(_sides(picture)) <= 4096
    (stack,) = json.loads(saved.read_text("utf-8"))["ObjectStates"]
    assert stack["DeckIDs"] == [*range(100, 169), 200, 201]
    shapes = {name: (one["NumWidth"], one["NumHeight"]) for name, one in stack["CustomDeck"].items()}
    assert shapes == {"1": (10, 7), "2": (3, 1)}
    assert stack["ContainedObjects"][-1]["CustomDeck"].keys() == {"2"}


def test_copies_share_a_face(tmp_path: Path) -> None:
    alike = [{**rows(1)[0], "id": f"c{at}"} for at in range(1, 4)]
    deck = write_deck(tmp_path / "deck", [*alike, {**rows(1)[0], "id": "other", "cost": 9}])
    saved = _print(deck, tmp_path / "out", "tts")[-1]
    (stack,) = json.loads(saved.read_text("utf-8"))["ObjectStates"]
    assert stack["DeckIDs"] == [100, 100, 100, 101]
    listed = _print(deck, tmp_path / "out", "images")[-1]
    table = list(csv.DictReader(listed.read_text("utf-8").splitlines()))
    assert [(row["file"], row["copies"]) for row in table] == [("c1.png", "3"), ("other.png", "1")]


def test_a_round_token_is_round_and_in_proportion(tmp_path: Path) -> None:
    cards = [{**one, "title": "Oil", "rule": ":coal:"} for one in rows(2)]
    deck = write_deck(tmp_path / "deck", cards, pieces=PIECE + "    size: token\n")
    (stack,) = json.loads(_print(deck, tmp_path / "out", "tts")[-1].read_text("utf-8"))["ObjectStates"]
    assert stack["CustomDeck"]["1"]["Type"] == 4
    assert stack["Transform"]["scaleX"] == pytest.approx(25 / 63, abs=0.0001)


def test_stacks_have_one_back_each_and_words_in_the_language(tmp_path: Path) -> None:
    files = _print(Path("warszawa"), tmp_path, "tts", code="ro")
    objects = json.loads(files[-1].read_text("utf-8"))["ObjectStates"]
    backs = [next(iter(one["CustomDeck"].values()))["BackURL"] for one in objects]
    assert len(objects) == len(set(backs)) > 2
    assert sum(len(one["ContainedObjects"]) for one in objects) == sum(len(one["DeckIDs"]) for one in objects) == 100
    assert any("Clădire" in card["Nickname"] for one in objects for card in one["ContainedObjects"])


def test_an_address_takes_the_place_of_the_folder(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(2))
    saved = _print(deck, tmp_path / "out", "tts", address="https://example.org/my deck/".replace(" ", "%20"))[-1]
    (stack,) = json.loads(saved.read_text("utf-8"))["ObjectStates"]
    assert stack["CustomDeck"]["1"]["FaceURL"] == "https://example.org/my%20deck/pieces.en.tts.1.png"


def test_the_same_cards_give_the_same_bytes(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(3))
    for purpose in ("tts", "images", "stickers", "sleeves"):
        form: str = "pdf" if purpose in {"stickers", "sleeves"} else "png"
        made = [
            [path.read_bytes() for path in _print(deck, tmp_path / "out", purpose, form)]  # type: ignore[arg-type]
            for _ in range(2)
        ]
        assert made[0] == made[1]


# Pictures of single cards


def test_each_card_is_a_picture_and_a_list_names_them(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(3))
    *pictures, listed = _print(deck, tmp_path / "out", "images", address="https://example.org/d")
    assert [path.parent.name for path in (pictures[0], listed)] == ["pieces.en.images"] * 2
    assert [path.name for path in pictures] == ["c1.png", "c2.png", "c3.png", "back-1.png"]
    assert _sides(pictures[0]) == pytest.approx((63 / 25.4 * 300, 88 / 25.4 * 300), abs=1)
    table = list(csv.reader(listed.read_text("utf-8").splitlines()))
    assert table[0] == ["file", "name", "copies", "back", "image"]
    assert table[1] == ["c1.png", "1 – Lantern 1", "1", "back-1.png", "https://example.org/d/c1.png"]
    assert len(table) == 4


# Sleeves and stickers


def test_slips_are_packed_without_backs(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(3))
    (slips,) = _print(deck, tmp_path / "out", "sleeves", "pdf", "hu")
    (page,) = _words(slips)
    assert page.count("Lantern") == 3
    assert "Egy lap" not in page


def test_the_other_language_stands_on_the_reverse_of_a_slip(tmp_path: Path) -> None:
    (slips,) = _print(Path("power_grid"), tmp_path, "sleeves", "pdf", "en", back="hu")
    fronts, backs, *_ = _words(slips)
    assert "uses 2 tokens of oil" in fronts
    assert "2 olajat használ fel" in backs


def test_a_long_text_has_a_back_in_another_language(tmp_path: Path) -> None:
    long = "Draw a card and keep it, or give it to the player on your left. " * 6
    deck = write_deck(tmp_path / "deck", [{**one, "rule": long} for one in rows(2)])
    (sheets,) = _print(deck, tmp_path / "out", "home", "pdf", "en", back="hu")
    assert "Egy lap" in _words(sheets)[1]


def test_stickers_are_the_texts_alone_as_large_as_their_boxes(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(2))
    (stickers,) = _print(deck, tmp_path / "out", "stickers", "pdf", "hu")
    (page,) = _words(stickers)
    assert page.split() == ["Pay", "to", "draw:", "once."] * 2 + ["Lantern", "1", "Lantern", "2"]


def test_stickers_hold_every_text_of_a_face(tmp_path: Path) -> None:
    face = PIECE + "    labels: [art]\n    facts: [cost]\n"
    deck = write_deck(tmp_path / "deck", [{**one, "art": "Beast"} for one in rows(1)], pieces=face)
    (stickers,) = _print(deck, tmp_path / "out", "stickers", "pdf", "hu")
    (page,) = _words(stickers)
    for text in ("Lantern 1", "Beast", "Pay to draw: once.", "Költség: 1"):
        assert text in page


def test_a_sticker_is_higher_than_its_letters() -> None:
    """A line of 10 pt reaches 4 pt beyond the height of its capitals, and a knife needs some room."""
    line = {"runs": [["Világítótorony", False]]}
    side = {"result": None, "facts": [], "title": line, "label": None, "text": [], "small": False, "lang": "hu"}
    box = {"side": 0, "field": "title", "box": [100.0, 7.0], "height": 7.0, "room": 7.0, "size": 10.0}
    (sticker,) = _stickers([side], [box])
    assert sticker["height"] >= (7 + 4) / 72 * 25.4 + 1
    assert sticker["width"] >= 100 / 72 * 25.4 + 1


def test_stickers_never_leave_their_sheet() -> None:
    sheet = paper_by_name("a4")
    stickers = [{"width": 55.0, "height": 34.0}] * 40
    placed = list(sticker_sheets(stickers, sheet))
    assert [len(one.slots) for one in placed] == [24, 16]
    assert sorted(slot.side for one in placed for slot in one.slots) == list(range(40))
    for one in placed:
        corners = {(slot.x, slot.y) for slot in one.slots}
        assert len(corners) == len(one.slots)
        assert all(8 <= x <= 210 - 8 - 55 and 8 <= y <= 297 - 8 - 34 for x, y in corners)


# What cannot be


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--product", "pieces", "--for", "tts", "--format", "pdf"), "X170"),
        (("--product", "pieces", "--for", "images", "--format", "png,svg"), "X170"),
        (("--for", "tts"), "X103"),
        (("--for", "stickers"), "X103"),
        (("--product", "pieces", "--for", "tts", "--address", "example.org"), "X103"),
        (("--product", "pieces", "--address", "https://example.org"), "X103"),
        (("--product", "pieces", "--for", "tss"), "X111"),
        (("--product", "pieces", "--paper", "160 x 220 mm", "--sheet", "a5"), "X171"),
    ],
)
def test_an_order_that_cannot_be_met_is_one_finding(
    words: tuple[str, ...], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["card", "power_grid", *words, "--folder", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(code)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(("use", "ending"), [("press", "pdf"), ("table", "png"), ("tts", "json"), ("images", "csv")])
def test_a_use_has_its_usual_format(use: str, ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = write_deck(tmp_path / "deck", rows(2))
    assert main(["card", str(deck), "--product", "pieces", "--for", use, "--folder", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(f".{ending}")
