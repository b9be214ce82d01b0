"""Faces of cards: their sizes by name and in mm, pictures from a folder, icons in texts, and texts that are too long."""

from __future__ import annotations

from pathlib import Path

import pytest
from decks import PIECE, png, rows, write_deck
from pages import reader_of

from reguli.app.loading import open_playable
from reguli.app.printing.print_requests import PrintOrder, Written
from reguli.app.printing.product_output import write_print_order
from reguli.cli.main import main
from reguli.publish.paper.paper_sizes import FACE_NAMES, face_by_name, paper_by_name, sleeve_slip
from reguli.publish.paper.sheet_printing import PrintedSheets, centred_card_grid, duplex_card_sheets
from reguli.source.diagnostic import finding_sentence

pytestmark = pytest.mark.pages

LONG = "Draw a card and keep it, or give it to the player on your left. " * 12


def _print(deck: Path, folder: Path, *languages: str, form: str = "pdf", **more: object) -> Written:
    order = PrintOrder("pieces", languages or ("en",), (form,), **more)  # type: ignore[arg-type]
    return write_print_order(open_playable(str(deck), {}), order, folder)


def _said(written: Written) -> list[tuple[str, str]]:
    return [(one.code, finding_sentence(one)) for one in written.findings]


@pytest.mark.parametrize(
    ("text", "width", "height", "shape"),
    [
        ("poker", 63, 88, "rectangle"),
        ("mini-euro", 44, 68, "rectangle"),
        ("tarot", 70, 120, "rectangle"),
        ("token", 25, 25, "round"),
        ("63 x 88 mm", 63, 88, "rectangle"),
        ("63,5×88.9mm", 63.5, 88.9, "rectangle"),
        ("30 mm", 30, 30, "round"),
        ("Tarot", 70, 120, "rectangle"),
        ("63 X 88 MM", 63, 88, "rectangle"),
    ],
)
def test_sizes_have_names_or_are_in_mm(text: str, width: float, height: float, shape: str) -> None:
    found = face_by_name(text)
    assert found is not None
    assert (found.width, found.height, found.shape) == (width, height, shape)


@pytest.mark.parametrize("text", ["pokr", "0 mm", "0 x 0 mm", "400 x 3 mm", "63 x 88", "-63 x 88 mm", "63 x 88 cm"])
def test_another_size_is_a_finding_that_names_the_sizes(text: str, tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", pieces=PIECE + f'    size: "{text}"\n')
    ((code, sentence),) = _said(_print(deck, tmp_path))
    assert code == "W412"
    assert f"'{text}'" in sentence


@pytest.mark.parametrize(("text", "meant"), [("63x88", "63x88 mm"), ("Tarrot", "tarot"), ("9x9", None)])
def test_the_size_that_is_meant_is_named(
    text: str, meant: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = write_deck(tmp_path / "deck", pieces=PIECE + f'    size: "{text}"\n')
    (finding,) = _print(deck, tmp_path).findings
    assert (finding.code, finding.near) == ("W412", meant)
    deck = write_deck(tmp_path / "deck")
    assert main(["card", str(deck), "--product", "pieces", "--paper", text, "--folder", str(tmp_path)]) == 2
    assert (f"did you mean '{meant}'?" in capsys.readouterr().err) == (meant is not None)


@pytest.mark.parametrize(
    ("name", "columns", "rows", "turned"),
    [
        ("poker", 3, 3, False),
        ("tarot", 2, 2, False),  # three abreast reach to both edges of the paper
        ("square", 2, 4, False),
        ("mini-american", 3, 7, True),  # upright there is room for 4 by 4
        ("190 x 277 mm", 1, 1, False),
    ],
)
def test_cards_leave_room_for_crop_marks(name: str, columns: int, rows: int, turned: bool) -> None:
    face, sheet = face_by_name(name), paper_by_name("a4")
    assert face is not None
    grid = centred_card_grid(sheet, face)
    assert (grid.columns, grid.rows, grid.turned) == (columns, rows, turned)
    fronts, backs = duplex_card_sheets([(0, 1)], face, sheet)
    for x, y, wide, high in fronts.marks:
        assert 0 <= x <= x + wide <= sheet.width
        assert 0 <= y <= y + high <= sheet.height
    # Front and back of a card lie at the same place of the sheet, with their heads at the same end.
    (front,), (back,) = fronts.slots, backs.slots
    assert back.x == pytest.approx(sheet.width - front.x - grid.width)
    assert (front.y, front.turn, back.turn) == (back.y, 90 * turned, 270 * turned)


def test_turned_cards_are_printed(tmp_path: Path) -> None:
    cards = [{**one, "title": "Oil", "rule": ":coal:"} for one in rows(22)]
    deck = write_deck(tmp_path / "deck", cards, pieces=PIECE + "    size: Mini-American\n")
    written = _print(deck, tmp_path)
    assert _said(written) == []
    assert len(reader_of(PrintedSheets((written.files[0].read_bytes(),), ())).pages) == 4


@pytest.mark.parametrize("name", FACE_NAMES)
def test_every_size_is_printed_as_large_as_it_is(name: str, tmp_path: Path) -> None:
    cards = [{**one, "title": "Oil", "rule": ":coal:"} for one in rows(2)]
    deck = write_deck(tmp_path / "deck", cards, pieces=PIECE + f"    size: {name}\n")
    written = _print(deck, tmp_path, purpose="press")
    assert _said(written) == []
    face = face_by_name(name)
    assert face is not None
    reader = reader_of(PrintedSheets((written.files[0].read_bytes(),), ()))
    for page in reader.pages:
        millimetres = [float(one) / 72 * 25.4 for one in (page.trimbox.width, page.trimbox.height)]
        assert millimetres == pytest.approx([face.width, face.height], abs=0.05)


def test_a_slip_for_a_sleeve_is_one_millimetre_smaller() -> None:
    face = face_by_name("poker")
    assert face is not None
    slip = sleeve_slip(face)
    assert (slip.width, slip.height) == (62, 87)
    assert slip.width - 2 * slip.margin == face.width - 2 * face.margin


def test_an_icon_stands_in_a_text_and_its_word_in_a_page(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(1))
    (markdown,) = _print(deck, tmp_path, form="md").files
    assert "Pay coal to draw: once." in markdown.read_text("utf-8")
    written = _print(deck, tmp_path, form="svg")
    assert _said(written) == []
    assert "image" in written.files[0].read_text("utf-8")


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
def test_an_unknown_icon_is_a_finding_with_the_name_that_is_meant(code: str, tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", [{**rows(1)[0], "rule": "Pay :cola: to draw."}])
    (finding,) = _print(deck, tmp_path, code).findings
    assert (finding.code, finding.near) == ("W413", "coal")


def test_a_text_that_is_too_long_names_element_field_language_and_by_how_much(tmp_path: Path) -> None:
    cards = rows(2)
    deck = write_deck(tmp_path / "deck", [cards[0], {**cards[1], "rule": LONG}], pieces=PIECE + "    size: mini-euro\n")
    written = _print(deck, tmp_path, "en", "hu")
    assert written.files == ()
    for (code, sentence), language in zip(_said(written), ("en", "hu"), strict=True):
        assert code == "W414"
        assert sentence.startswith(f"text of 'c2' in {language} needs ")
        assert sentence.endswith(" mm more height on a face of 44 x 68 mm, in letters of 7 pt")
    span = written.findings[0].span
    assert span is not None
    assert (span.file, span.line) == ("deck/components/cards.yaml", 11)


def test_a_long_text_takes_the_room_that_nothing_else_needs(tmp_path: Path) -> None:
    assert _said(_print(write_deck(tmp_path / "deck", [{**rows(1)[0], "rule": LONG}]), tmp_path)) == []


def test_a_long_word_is_set_smaller_before_it_is_a_finding(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", [{**rows(1)[0], "title": "Donaudampfschifffahrt"}])
    assert _said(_print(deck, tmp_path)) == []


def test_a_title_of_a_default_face_is_told_before_it_is_tiny(tmp_path: Path) -> None:
    face = "pieces:\n  - {piece: card, kind: card, number: cost, title: {cell: title}, back: {icon: star, say: back}}\n"
    titles = (
        "The keeper of the long winding river",
        "A winding name of a card that nobody at the table will ever want to read",
    )
    cards = [{**one, "title": title} for one, title in zip(rows(2), titles, strict=True)]
    ((code, sentence),) = _said(_print(write_deck(tmp_path / "deck", cards, pieces=face), tmp_path))
    assert code == "W414"
    assert sentence.startswith("title of 'c2' in en needs ")
    assert sentence.endswith("in letters of 10.5 pt")


def test_a_word_that_is_too_broad_is_told_as_well(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", [{**rows(1)[0], "title": "W" * 40}])
    ((code, sentence),) = _said(_print(deck, tmp_path))
    assert code == "W414"
    assert sentence.startswith("title of 'c1' in en needs ")
    assert " mm more width " in sentence


@pytest.mark.parametrize("size", ["poker", "tile", "token"])
def test_pictures_lie_in_a_folder_of_the_ruleset(size: str, tmp_path: Path) -> None:
    cards = [{**one, "title": "Oil", "rule": "", "art": "lamp"} for one in rows(2)]
    deck = write_deck(tmp_path / "deck", cards, pieces=PIECE + f"    size: {size}\n    picture: art\n")
    (deck / "pictures").mkdir()
    (deck / "pictures" / "lamp.png").write_bytes(png(300, 200))
    written = _print(deck, tmp_path, form="svg")
    assert _said(written) == []
    assert written.files[0].stat().st_size > 1000


def test_a_missing_picture_is_a_finding_at_its_cell_with_a_near_name(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", [{**rows(1)[0], "art": "lmap"}], pieces=PIECE + "    picture: art\n")
    (deck / "pictures").mkdir()
    (deck / "pictures" / "lamp.png").write_bytes(png(3, 2))
    (finding,) = _print(deck, tmp_path).findings
    assert (finding.code, finding.near) == ("Y101", "pictures/lamp.png")
    assert finding.span is not None
    assert finding.span.file == "deck/components/cards.yaml"


def test_check_finds_what_a_face_names_and_nobody_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = write_deck(tmp_path / "deck", [{**rows(1)[0], "art": "lamp"}], pieces=PIECE + "    picture: art\n")
    assert main(["check", str(deck)]) == 1
    assert "Y101" in capsys.readouterr().out
    write_deck(deck, pieces=PIECE.replace("number: cost", "number: cots"))
    assert main(["check", str(deck)]) == 1
    assert "W402" in (said := capsys.readouterr().out)
    assert said.count("did you mean 'cost'") == 1


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("lamp.png", b"\0" * 2_000_001, "more than 2000000 bytes"),
        ("lamp.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "it is no PNG"),
        ("lamp.png", png(3, 2)[:-4], "it is broken"),
    ],
)
def test_a_picture_that_cannot_be_used_is_one_finding(name: str, content: bytes, why: str, tmp_path: Path) -> None:
    cards = [{**one, "art": name} for one in rows(3)]
    deck = write_deck(tmp_path / "deck", cards, pieces=PIECE + "    picture: art\n")
    (deck / "pictures").mkdir()
    (deck / "pictures" / name).write_bytes(content)
    ((code, sentence),) = _said(_print(deck, tmp_path))
    assert code == "W433"
    assert why in sentence


def test_a_picture_by_the_id_of_its_card(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(1), pieces=PIECE + "    picture: id\n")
    (finding,) = _print(deck, tmp_path).findings
    assert finding.code == "Y101"
    (deck / "pictures").mkdir()
    (deck / "pictures" / "c1.png").write_bytes(png(3, 2))
    assert _said(_print(deck, tmp_path)) == []


def test_a_size_may_be_tried_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = str(write_deck(tmp_path / "deck", [{**one, "title": "Oil"} for one in rows(2)]))
    given = ["card", deck, "--product", "pieces", "--format", "svg", "--folder", str(tmp_path / "out"), "--paper"]
    assert main([*given, "80 x 50 mm"]) == 0
    assert "pieces.en.80x50mm" in capsys.readouterr().out
    assert main([*given, "tarto"]) == 2
    assert "did you mean 'tarot'" in capsys.readouterr().err
