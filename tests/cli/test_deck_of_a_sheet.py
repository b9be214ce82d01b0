"""A spreadsheet becomes printed cards: `new --from` makes a game of it, and the sheet stays the source of everything printed."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "publish"))

from command_runs import Ran, Run
from decks import png
from openpyxl import Workbook
from pypdf import PdfReader

from reguli.app.loading import bind_for_players, open_playable
from reguli.model.resolved_ruleset import Kind

pytestmark = pytest.mark.pages

Rows = Sequence[Sequence[object]]
HEADS = ("Name", "Type", "Cost", "Text", "Text (ro)", "Text (hu)", "Qty", "Range", "Unique")
COPIES = 2
TYPES = ("Action", "Attack", "Building")
CARDS = 54
DECK: Rows = (
    HEADS,
    *(
        (
            f"Card {at:02}",
            TYPES[at % 3],
            at % 7,
            f"Draw {at} cards at once.",
            f"Trage {at} cărți deodată.",
            f"Húzz egyszerre {at} lapot.",
            COPIES,
            "1,5" if at % 2 else "2,5",
            "yes" if at % 9 == 0 else "",
        )
        for at in range(1, CARDS // COPIES + 1)
    ),
)
SAYS = {"en": "Draw {} cards at once.", "ro": "Trage {} cărți deodată.", "hu": "Húzz egyszerre {} lapot."}


def _workbook(file: Path, rows: Rows, **others: Rows) -> Path:
    book = Workbook()
    book.active.title = "Cards"
    for row in rows:
        book.active.append(list(row))
    for title, more in others.items():
        sheet = book.create_sheet(title)
        for row in more:
            sheet.append(list(row))
    book.save(file)
    return file


def _csv(file: Path, rows: Rows) -> Path:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";").writerows(rows)
    file.write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode())
    return file


def _sheet(file: Path, rows: Rows) -> Path:
    return _workbook(file, rows) if file.suffix == ".xlsx" else _csv(file, rows)


def _made(reguli: Run, folder: Path, rows: Rows, *words: str, file: str = "cards.csv") -> Ran:
    return reguli("new", "deck", "--from", str(_sheet(folder / file, rows)), "--folder", str(folder), *words)


def _kind(folder: Path) -> Kind:
    return bind_for_players(open_playable(str(folder / "deck"), {})).kinds["card"]


def _printed(reguli: Run, folder: Path, *words: str, code: str = "en") -> tuple[Ran, str]:
    """Print the cards as a text in a language, and return it."""
    home = str(folder / "out")
    ran = reguli("card", str(folder / "deck"), "--product", "pieces", "--lang", code, "--folder", home, *words)
    file = folder / "out" / "deck" / f"pieces.{code}.md"
    return ran, file.read_text(encoding="utf-8").replace("\u00a0", " ") if file.is_file() else ""


@pytest.mark.parametrize("file", ["cards.xlsx", pytest.param("cards.csv", marks=pytest.mark.night)])
def test_a_sheet_becomes_54_cards_in_three_languages(reguli: Run, tmp_path: Path, file: str) -> None:
    ran = _made(reguli, tmp_path, DECK, file=file)
    assert (ran.code, ran.err) == (0, "")
    assert "54 cards of 27 rows" in ran.out
    for line in ("title: Name", "in the corner: Cost", "below the title: Type, Unique", "text: Text", "table: Range"):
        assert line in ran.out
    command = ran.out.rstrip().splitlines()[-1].partition(": ")[2]
    assert command.startswith(f"reguli card {tmp_path}/deck --product pieces --lang en,ro,hu")
    assert reguli("check", str(tmp_path / "deck")).code == 0
    ran = reguli(*command.split()[1:], "--folder", str(tmp_path / "out"))
    assert (ran.code, ran.err) == (0, "3 files written, no findings\n")
    for code, says in SAYS.items():
        pages = PdfReader(tmp_path / "out" / "deck" / f"pieces.{code}.pdf").pages
        text = " ".join(" ".join(page.extract_text() for page in pages).replace("\u00a0", " ").split())
        for at in range(1, CARDS // COPIES + 1):
            assert text.count(f"Card {at:02}") == COPIES
            assert text.count(says.format(at)) == COPIES
        assert text.count("Range") == CARDS
        assert text.count("Unique") == 3 * COPIES


def test_the_sheet_is_all_that_is_edited(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, [("Name", "Cost"), ("Fire", 3)]).code == 0
    assert "3 – Fire" in _printed(reguli, tmp_path)[1]
    _csv(tmp_path / "deck" / "components" / "cards.csv", [("Name", "Cost", "Power"), ("Fire", 4, 7), ("Ice", 2, 8)])
    ran, text = _printed(reguli, tmp_path)
    assert ran.code == 0
    assert "4 – Fire: Power: 7" in text
    assert "2 – Ice: Power: 8" in text


def test_the_default_face_can_be_written_out_and_prints_the_same(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, DECK, "--with-faces").code == 0
    faces = tmp_path / "deck" / "pieces.yaml"
    assert "title: {cell: name}" in faces.read_text()
    _, written = _printed(reguli, tmp_path)
    faces.unlink()
    assert _printed(reguli, tmp_path)[1] == written


def test_a_column_is_a_field_of_the_form_that_its_cells_have(reguli: Run, tmp_path: Path) -> None:
    """Fields of a row: the form, the unit or kind, and the value of the second element."""
    rows = [
        ("Name", "Class", "Cost", "Rare?", "Weight", "Rules", "Blank"),
        ("Fire", "red", "−1", "da", "2,5", "Burn: all players lose a card.", ""),
        ("Ice", "blue", "", "nu", "3", "Freeze another player for a round.", ""),
        ("Rain", "Red", "12", "", "0,5", "Everybody washes their hands.", ""),
        ("Wind", "blue", "4", "DA", "1", "Blow the topmost card away.", ""),
    ]
    assert _made(reguli, tmp_path, rows).code == 0
    kind = _kind(tmp_path)
    assert {name: (field.form, field.of, field.title) for name, field in kind.fields.items()} == {
        "name": ("text", None, "Name"),
        "class": ("kind", "card_class", "Class"),
        "cost": ("number", "number", "Cost"),
        "rare": ("truth", None, "Rare?"),
        "weight": ("text", None, "Weight"),
        "card_rules": ("text", None, "Rules"),
        "blank": ("text", None, "Blank"),
    }
    assert kind.values["cost"][0] == -1
    assert kind.values["rare"] == (1, 0, 0, 1)
    assert kind.values["class"] == (0, 1, 0, 1)
    assert kind.values["weight"][0] == "2,5"
    text = _printed(reguli, tmp_path)[1]
    assert "- Ice: blue; Freeze another player for a round.; Weight: 3\n" in text
    assert "-1 – Fire: red · Rare?" in text.replace("\u2212", "-")


def test_an_element_is_called_by_its_name(reguli: Run, tmp_path: Path) -> None:
    names = ["Küche & Bad", "Țară", "7 of Cups", "If", "Fire", "Fire", "Огонь"]
    assert _made(reguli, tmp_path, [("Title", "Power", "Qty")] + [(name, 1, 1) for name in names]).code == 0
    assert _kind(tmp_path).elements == ("kuche_bad", "tara", "card_7_of_cups", "card_if", "fire", "fire_b", "card_8")
    again = [("Title", "Power", "Qty"), ("Fire", 1, 2), ("Fire 1", 1, 1), ("Ice", 1, 0), ("Fire", 2, 1)]
    _csv(tmp_path / "deck" / "components" / "cards.csv", again)
    assert _kind(tmp_path).elements == ("fire_1", "fire_2", "fire_1_b", "fire_b")


@pytest.mark.parametrize("heads", [("Text ro", "Text hu"), ("text_RO", "Text [hu]"), ("Text (ro)", "TEXT_hu")])
def test_a_language_stands_at_the_end_of_a_head(reguli: Run, tmp_path: Path, heads: tuple[str, str]) -> None:
    rows = [
        ("Name", "Name (ro)", "Type", "Type (ro)", "Type (hu)", "Text", *heads),
        ("Fire", "Foc", "Spell", "Vrajă", "Varázslat", "Burn a card.", "Arde o carte.", "Égess el egy lapot."),
        ("Ice", "Gheață", "Spell", "", "", "Freeze a card.", "Îngheață o carte.", "Fagyassz meg egy lapot."),
    ]
    assert _made(reguli, tmp_path, rows).code == 0
    ran, text = _printed(reguli, tmp_path, code="ro")
    assert ran.code == 0
    assert "- Foc: Vrajă; Arde o carte." in text
    assert "- Gheață: Vrajă; Îngheață o carte." in text
    assert "- Fire: Spell; Burn a card." in _printed(reguli, tmp_path)[1]


def test_a_missing_text_is_found_and_it_is_said_what_is_printed(reguli: Run, tmp_path: Path) -> None:
    rows = [
        ("Name", "Text", "Text (ro)"),
        ("Fire", "Burn a card.", "Arde o carte."),
        ("Ice", "Freeze a card.", ""),
    ]
    assert _made(reguli, tmp_path, rows).code == 0
    ran, text = _printed(reguli, tmp_path, code="ro")
    assert ran.code == 1
    assert "cards.csv:3:5 R406 'ice' has no 'Text' in ro; 'Freeze a card.' is printed" in ran.err
    assert "Ice: Freeze a card." in text
    ran, text = _printed(reguli, tmp_path, code="hu")
    assert "cards.csv:1:6 R405 'Text' has no texts in hu; 2 are printed in en" in ran.err
    assert "Fire: Burn a card." in text
    assert _printed(reguli, tmp_path)[0].code == 0


def test_a_lexicon_translates_heads_and_words_of_a_sheet(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, [("Name", "Type", "Power"), ("Fire", "Spell", 3), ("Ice", "Spell", 2)]).code == 0
    words = tmp_path / "deck" / "words" / "ro"
    assert reguli("words", "update", str(tmp_path / "deck")).code == 0
    names = "names:\n  Fire: {called: Foc}\n  Spell: {called: Vrajă}\n  Power: {called: Putere}\n"
    (words / "lexicon.yaml").write_text(f"language: ro\nterms: {{}}\navoid: {{}}\n{names}", encoding="utf-8")
    assert "- Foc: Vrajă; Putere: 3" in _printed(reguli, tmp_path, code="ro")[1]


MISTAKES: dict[str, tuple[Rows, str]] = {
    "no names": ([("Type", "Cost"), ("a", 1)], "cards.xlsx:Cards!A1 R400 "),
    "no sheet": ([], "cards.xlsx R393 "),
    "no rows": ([("Name", "Cost")], "cards.xlsx:Cards!A1 R407 "),
    "a row without a name": ([("Name", "Cost"), ("", 1)], "cards.xlsx:Cards!A2 R401 "),
    "a head twice": ([("Name", "Cost", "cost"), ("Fire", 1, 2)], "cards.xlsx:Cards!C1 R402 "),
    "a formula": ([("Name", "Cost"), ("Fire", "=1+1")], "cards.xlsx:Cards!B2 R392 "),
    "a word for copies": ([("Name", "Qty"), ("Fire", "x")], "cards.xlsx:Cards!B2 R103 "),
    "less than no copies": ([("Name", "Qty"), ("Fire", -1)], "cards.xlsx:Cards!B2 R105 "),
    "a letter in a number": ([("Name", "Cost"), *[("a", 1)] * 4, ("b", "l")], "cards.xlsx:Cards!B6 R403 'l' "),
    "two translations": (
        [("Name", "Type", "Type (ro)"), ("Fire", "Spell", "Vrajă"), ("Ice", "spell", "Farmec")],
        "cards.xlsx:Cards!C3 R404 ",
    ),
    "no such picture": ([("Name", "Picture"), ("Fire", "fire.png")], "cards.xlsx:Cards!B2 R408 "),
    "a picture that is no PNG": ([("Name", "Picture"), ("Fire", "fire.jpg")], "cards.xlsx:Cards!B2 R412 "),
    "pictures without an ending": ([("Name", "Kép"), ("Fire", "fire")], "cards.xlsx:Cards!B2 R408 "),
    "a slip in the head of copies": ([("Name", "Coppies"), ("Fire", 2)], "cards.xlsx:Cards!B1 R409 "),
    "a slip in a Romanian head": ([("Nume", "Cantitatte"), ("Foc", 2)], "cards.xlsx:Cards!B1 R409 "),
    "a slip in the head of names": ([("Nmae", "Cost"), ("Fire", 2)], "cards.xlsx:Cards!A1 R409 "),
    "a slip in the head of names in English": (
        [("Nane", "Name (ro)", "Cost"), ("Fire", "Foc", 2)],
        "cards.xlsx:Cards!A1 R409 ",
    ),
    "a slip in the head of a translation": (
        [("Name", "Rules", "Ruels (ro)"), ("Fire", "Burn a card.", "Arde o carte.")],
        "cards.xlsx:Cards!C1 R409 ",
    ),
    "no such language": (
        [("Name", "Rules", "Rules (uh)"), ("Fire", "Burn a card.", "Égess el egy lapot.")],
        "cards.xlsx:Cards!C1 R410 ",
    ),
    "a title above the heads": (
        [("My cards",), ("Name", "Cost", "Power"), ("Fire", 1, 2)],
        "cards.xlsx:Cards!A1 R411 ",
    ),
    "300 columns": ([tuple(range(300))], "cards.xlsx:Cards Y116 "),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_where_it_is_and_nothing_is_written(reguli: Run, tmp_path: Path, mistake: str) -> None:
    rows, said = MISTAKES[mistake]
    ran = _made(reguli, tmp_path, rows, file="cards.xlsx")
    assert ran.code == 1
    assert ran.err.startswith(f"{tmp_path}/{said}")
    assert "1 finding:" in ran.err
    assert "  to do: " in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["cards.xlsx"]


def test_of_two_sheets_one_is_named(reguli: Run, tmp_path: Path) -> None:
    file = _workbook(tmp_path / "cards.xlsx", [("a",), ("b",)], Deck=[("Name", "Cost"), ("Fire", 1)], Empty=[])
    words = ("new", "deck", "--from", str(file), "--folder", str(tmp_path))
    ran = reguli(*words)
    assert ran.code == 2
    assert "several sheets that are filled: Cards, Deck" in ran.err
    assert "Y115" in reguli(*words, "--sheet", "Dekc").err
    assert reguli(*words, "--sheet", "Deck").code == 0
    assert 'sheet: "cards.xlsx:Deck"' in (tmp_path / "deck" / "components" / "cards.yaml").read_text()
    assert "X112" in reguli(*words, "--sheet", "Deck").err


def test_what_is_no_table_is_refused(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "cards.ods").write_bytes(b"PK")
    (tmp_path / "cards.csv").write_bytes("Name;Text\nKő;Zúzd össze\n".encode("cp1250"))
    for file, *words, said in (
        ("cards.ods", "X165"),
        ("cards.csv", "Y113"),
        ("cards.csv", "--sheet", "Cards", "X167"),
        ("missing.csv", "X105"),
    ):
        ran = reguli("new", "deck", "--from", str(tmp_path / file), "--folder", str(tmp_path), *words)
        assert ran.code != 0
        assert said in ran.err
    assert not (tmp_path / "deck").exists()


def test_the_pictures_of_a_sheet_come_along(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "fire.png").write_bytes(DOT)
    (tmp_path / "ice.png").write_bytes(DOT)
    assert _made(reguli, tmp_path, [("Name", "Art"), ("Fire", "fire.png"), ("Ice", "ice.png"), ("Rain", "")]).code == 0
    assert sorted(path.name for path in (tmp_path / "deck" / "pictures").iterdir()) == ["fire.png", "ice.png"]
    assert _printed(reguli, tmp_path, "--format", "md,svg")[0].code == 0


DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)

GAME = {
    "game.yaml": "ruleset: deck\nlanguage: 2\nversion: 1.0.0\nname: Harbour\nplayers: {min: 2, max: 4}\nunits: [coin]\n"
    "round: [play]\nranking: []\n",
    "components/projects.yaml": "kinds:\n  ware: {elements: [wood, sea_salt]}\n  project:\n    fields: {price: {number: coin},"
    " ware: {kind: ware}, needs: {set: ware}}\n    rows:\n      - [big_mill, 3, sea_salt, [wood, sea_salt]]\n      - [crane, 4, wood, []]\n",
    "rules/play.rules": "phase play:\n    end game\n",
}


def test_a_game_without_a_layout_prints_its_cards_too(reguli: Run, tmp_path: Path) -> None:
    for name, text in GAME.items():
        (tmp_path / "deck" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "deck" / name).write_text(text, encoding="utf-8")
    ran, text = _printed(reguli, tmp_path)
    assert ran.code == 0
    assert "## Project\n\n- 3 – Big mill: Sea salt; Needs: Wood, Sea salt\n- 4 – Crane: Wood\n" in text
    ran = reguli("card", "tic_tac_toe", "--product", "pieces", "--folder", str(tmp_path))
    assert "X111" in ran.err


def test_an_unknown_icon_is_found_in_its_cell(reguli: Run, tmp_path: Path) -> None:
    rows = (("Name", "Text"), ("Crane", "Draw a card."), ("Coal pit", "Gain 1 :coal:."))
    assert _made(reguli, tmp_path, rows, file="cards.xlsx").code == 0
    printed = reguli("card", str(tmp_path / "deck"), "--product", "pieces", "--format", "md", "--folder", str(tmp_path))
    assert printed.code == 1
    assert "cards.xlsx:Cards!B3 W413 ':coal:'" in printed.err


NUMBERED = {
    "a number for each card": (("#", "Name"), (1, "Fire"), (2, "Ice"), (3, "Rain")),
    "a number and copies": (("Number", "Name", "Copies"), (2, "Fire", 1), (2, "Ice", 1), (2, "Rain", 1)),
    "a count of something and copies": (("Count", "Name", "Copies"), (5, "Fire", 1), (4, "Ice", 1), (4, "Rain", 1)),
}


@pytest.mark.parametrize("rows", NUMBERED.values(), ids=NUMBERED)
def test_a_number_of_a_card_is_no_number_of_copies(reguli: Run, tmp_path: Path, rows: Rows) -> None:
    ran = _made(reguli, tmp_path, rows)
    assert (ran.code, ran.err) == (0, "")
    assert "3 cards of 3 rows" in ran.out
    assert f"Fire: {rows[0][0]}: {rows[1][0]}\n" in _printed(reguli, tmp_path)[1]


def test_a_number_that_returns_is_a_number_of_copies(reguli: Run, tmp_path: Path) -> None:
    ran = _made(reguli, tmp_path, [("#", "Name", "Cost"), (2, "Fire", 1), (2, "Ice", 1), (3, "Rain", 2)])
    assert "7 cards of 3 rows" in ran.out
    assert "number of copies: #\n" in ran.out


def test_a_declared_field_is_no_slip(reguli: Run, tmp_path: Path) -> None:
    """'Copiez' is a letter away from 'Copies'."""
    assert _made(reguli, tmp_path, [("Name", "Cost"), ("Fire", 2), ("Ice", 3)]).code == 0
    home = tmp_path / "deck" / "components"
    _csv(home / "cards.csv", [("Name", "Copiez"), ("Fire", 2), ("Ice", 3)])
    ran = reguli("check", str(tmp_path / "deck"))
    assert "cards.csv:1:6 R409" in ran.err + ran.out
    assert "fields: {copiez: {text: true}}" in ran.err + ran.out
    kinds = (home / "cards.yaml").read_text()
    (home / "cards.yaml").write_text(f"{kinds}    fields: {{copiez: {{number: number}}}}\n")
    assert reguli("check", str(tmp_path / "deck")).code == 0
    assert _kind(tmp_path).values["copiez"] == (2, 3)


@pytest.mark.parametrize("head", ["Fame", "Tile", "Game"])
def test_a_head_beside_that_of_names_is_no_slip(reguli: Run, tmp_path: Path, head: str) -> None:
    assert _made(reguli, tmp_path, [("Name", head), ("Fire", "Great"), ("Ice", "Small")]).code == 0


def test_a_language_has_a_name_and_may_be_one_that_is_not_printed(reguli: Run, tmp_path: Path) -> None:
    heads = ("Name", "Rule", "Rule (Romanian)", "Rule (magyar)", "Rule (de)", "Weight")
    row = ("Fire", "Burn a card.", "Arde o carte.", "Égess el egy lapot.", "Verbrenne eine Karte.", 3)
    ran = _made(reguli, tmp_path, [heads, row])
    assert "not printed, in other languages: de\n" in ran.out
    assert "heads that are printed too: Weight (words/ro/lexicon.yaml" in ran.out
    assert "names: {Weight: {called: ...}}" in ran.out
    assert "- Arde o carte.\n- Weight: 3\n" in _printed(reguli, tmp_path, code="ro")[1]
    assert "- Égess el egy lapot.\n- Weight: 3\n" in _printed(reguli, tmp_path, code="hu")[1]
    words = tmp_path / "deck" / "words" / "ro"
    words.mkdir(parents=True)
    (words / "lexicon.yaml").write_text("language: ro\nnames: {Weight: {called: Greutate}}\n", encoding="utf-8")
    ran, text = _printed(reguli, tmp_path, code="ro")
    assert (ran.code, "Greutate: 3" in text) == (0, True)


@pytest.mark.parametrize("file", ["cards.xlsx", "cards.csv"])
def test_a_decimal_number_has_the_sign_of_the_language(reguli: Run, tmp_path: Path, file: str) -> None:
    """A workbook has numbers, a CSV what the computer of its country writes; versions and thousands are texts."""
    weights: Sequence[object] = (2.25, 3) if file == "cards.xlsx" else ("2,25", "3")
    rows = [
        ("Name", "Weight", "Version", "Votes"),
        ("Fire", weights[0], "1.2.3", "1,000"),
        ("Ice", weights[1], "1.2", "2,500"),
    ]
    assert _made(reguli, tmp_path, rows, file=file).code == 0
    for code, sign in (("en", "."), ("ro", ","), ("hu", ",")):
        text = _printed(reguli, tmp_path, code=code)[1]
        assert f"Fire: Weight: 2{sign}25; Version: 1.2.3; Votes: 1,000\n" in text
        assert "Ice: Weight: 3; Version: 1.2; Votes: 2,500\n" in text


def test_a_word_among_decimal_numbers_is_found(reguli: Run, tmp_path: Path) -> None:
    rows = [("Name", "Range"), *((name, 1.5) for name in ("Fire", "Ice", "Rain", "Wind")), ("Fog", "two")]
    ran = _made(reguli, tmp_path, rows)
    assert ran.code == 1
    assert "cards.csv:6:5 R403 'two' is not a number like the other cells below 'Range'" in ran.err + ran.out


def test_the_head_that_stands_alone_is_the_slip(reguli: Run, tmp_path: Path) -> None:
    heads = ("Name", "Ruls", "Rules (ro)", "Rules (hu)")
    ran = _made(reguli, tmp_path, [heads, ("Fire", "Burn a card.", "Arde o carte.", "Égess el egy lapot.")])
    assert "cards.csv:1:6 R409" in ran.err + ran.out
    assert "did you mean 'Rules'?" in ran.err + ran.out


def test_a_decimal_number_of_a_declared_text_stays(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, [("Name", "Weight", "Cost"), ("Fire", "2.5", 1), ("Ice", "1.5", 1)]).code == 0
    kinds = tmp_path / "deck" / "components" / "cards.yaml"
    kinds.write_text(f"{kinds.read_text()}    fields: {{weight: {{text: true}}}}\n")
    assert "2.5" in _printed(reguli, tmp_path, code="ro")[1]


def test_what_is_left_out_or_doubled_is_told(reguli: Run, tmp_path: Path) -> None:
    rows = [("Name", "Cost", "Copies"), ("Fire", 1, 2), ("Ice", 1, 0), ("Fire", 2, 1), ("Rain", 2, 0)]
    ran = _made(reguli, tmp_path, rows)
    assert "3 cards of 2 rows" in ran.out
    assert "  in several rows, each a card of its own: Fire\n" in ran.out
    assert "  rows left out, because of 0 copies: 2\n" in ran.out
    _csv(tmp_path / "deck" / "components" / "cards.csv", [("Name", "Copies"), ("Fire", -2)])
    ran = reguli("check", str(tmp_path / "deck"))
    assert "from 0 to 1000" in ran.err + ran.out


def test_one_picture_may_lack_its_ending(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    names = ("fire", "ice", "rain", "wind", "snow")
    for name in names:
        (tmp_path / "pictures" / f"{name}.png").write_bytes(DOT)
    rows = [("Name", "Face"), *((name.title(), name if name == "ice" else f"{name}.png") for name in names)]
    ran = _made(reguli, tmp_path, rows, "--with-faces")
    assert "  picture: Face\n" in ran.out
    assert sorted(path.stem for path in (tmp_path / "deck" / "pictures").iterdir()) == sorted(names)
    assert reguli("check", str(tmp_path / "deck")).code == 0
    (tmp_path / "deck" / "pictures" / "ice.png").unlink()
    ran = reguli("check", str(tmp_path / "deck"))
    assert "cards.csv:3:5 Y101" in ran.err + ran.out
    assert "1 finding" in ran.err + ran.out


def test_a_column_of_pictures_needs_no_endings(reguli: Run, tmp_path: Path) -> None:
    for name in ("fire", "ice"):
        (tmp_path / f"{name}.png").write_bytes(DOT)
    ran = _made(reguli, tmp_path, [("Name", "Image"), *(("Fire", "fire"), ("Ice", "ice")) * 2])
    assert (ran.code, ran.err) == (0, "")
    assert "  picture: Image\n" in ran.out


def test_a_finding_of_a_text_is_at_the_cell_of_its_language(reguli: Run, tmp_path: Path) -> None:
    """Too long in Romanian (W414) and an unknown icon in Hungarian (W413), each told once for three copies."""
    long = " ".join(["Aruncă toate cărțile din mână și trage altele."] * 40)
    rows = [("Name", "Copies", "Text", "Text (ro)", "Text (hu)"), ("Fire", 3, "Burn.", long, "Égj :szen:.")]
    assert _made(reguli, tmp_path, rows, file="cards.xlsx").code == 0
    ran, _ = _printed(reguli, tmp_path, "--format", "pdf", code="ro")
    assert ran.err.count("W414") == 1
    assert "cards.xlsx:Cards!D2 W414" in ran.err
    assert "in letters of 7 pt" in ran.err
    ran, _ = _printed(reguli, tmp_path, code="hu")
    assert ran.err.count("W413") == 1
    assert "cards.xlsx:Cards!E2 W413" in ran.err


@pytest.mark.parametrize("raw", [b"\xd0\xcf\x11\xe0 of old", b"no workbook"])
def test_a_file_that_is_no_workbook_is_called_so(reguli: Run, tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "cards.xlsx").write_bytes(raw)
    with ZipFile(tmp_path / "calc.xlsx", "w") as packed:
        packed.writestr("content.xml", "<a/>")
    for file in ("cards.xlsx", "calc.xlsx"):
        ran = reguli("new", "deck", "--from", str(tmp_path / file), "--folder", str(tmp_path))
        assert "Y114 the workbook cannot be read: it is no Excel workbook" in ran.err


# Icons of one's own

ICONS: Rows = (
    ("Name", "Cost", "Text", "Text (hu)", "Qty"),
    ("Bear", 3, "Lose 1 :Honey: and 1 :wax:.", "Elveszítesz 1 :honey: jelet.", 30),
    ("Grove", 2, "Gain 2 :honey:.", "Kapsz 2 :honey: jelet.", 24),
)


def test_an_icon_without_a_picture_is_one_finding_for_each_language(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, ICONS).code == 0
    ran, _ = _printed(reguli, tmp_path, "--lang", "en,hu")
    found = [line for line in ran.err.splitlines() if " W413 " in line]
    assert len(found) == 3
    assert "':honey:' is no icon (en, 2 x, " in found[0]
    assert "icons/honey.png" in ran.err


def test_new_tells_which_icons_have_no_picture_and_takes_those_beside_the_sheet(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "Honey.png").write_bytes(png(24, 24))
    ran = _made(reguli, tmp_path, ICONS)
    assert "icons in texts, without a picture yet: wax\n" in ran.out
    assert f"{tmp_path}/deck/icons/wax.png" in ran.out
    assert (tmp_path / "deck" / "icons" / "Honey.png").read_bytes() == png(24, 24)


def test_a_file_in_the_folder_of_icons_is_an_icon(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, ICONS).code == 0
    home = tmp_path / "deck" / "icons"
    home.mkdir()
    for name in ("honey", "Wax"):
        (home / f"{name}.png").write_bytes(png(24, 24))
    assert reguli("check", str(tmp_path / "deck")).code == 0
    ran, text = _printed(reguli, tmp_path, "--format", "md,pdf")
    assert (ran.code, ran.err) == (0, "2 files written, no findings\n")
    assert "Lose 1 honey and 1 wax." in text
    (home / "wax.svg").write_text("<svg/>")
    assert reguli("check", str(tmp_path / "deck")).code == 0
    (home / "wax.svg").rename(home / "resin.svg")
    for command in ("check", "card"):
        more = () if command == "check" else ("--product", "pieces", "--folder", str(tmp_path / "out"))
        ran = reguli(command, str(tmp_path / "deck"), *more)
        assert ran.code == 1
        assert "W433 the picture 'icons/resin.svg' cannot be used" in ran.err + ran.out


def test_an_icon_of_a_variant_stands_before_that_of_the_game(reguli: Run, tmp_path: Path) -> None:
    from reguli.publish.products.piece_planner import folder_icons
    from reguli.source.diagnostic import Bag

    assert _made(reguli, tmp_path, ICONS).code == 0
    assert reguli("new", "mine", "--of", str(tmp_path / "deck"), "--folder", str(tmp_path)).code == 0
    for folder, name, side in (("deck", "honey", 24), ("deck", "wax", 24), ("mine", "honey", 30)):
        (tmp_path / folder / "icons").mkdir(exist_ok=True)
        (tmp_path / folder / "icons" / f"{name}.png").write_bytes(png(side, side))
    loaded, bag = open_playable(str(tmp_path / "mine"), {}), Bag()
    found = folder_icons(loaded.layers, bag)
    assert ({name: icon.shape for name, icon in found.items()}, len(bag)) == ({"honey": (30, 30), "wax": (24, 24)}, 0)


def test_a_layout_may_hold_icons_alone(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, ICONS).code == 0
    drawn = '{colour: "#946a00", paths: ["M12 2 L22 22 L2 22 Z"]}'
    (tmp_path / "deck" / "pieces.yaml").write_text(f"icons:\n  honey: {drawn}\n  wax: {drawn}\n")
    assert reguli("check", str(tmp_path / "deck")).code == 0
    ran, text = _printed(reguli, tmp_path)
    assert ran.code == 0
    assert "3 – Bear: Lose 1 honey and 1 wax." in text


def test_a_layout_may_name_an_icon_of_the_folder(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, ICONS).code == 0
    layout = "pieces:\n  - {piece: card, kind: card, title: {cell: name}, back: {icon: honey, say: back}}\n"
    (tmp_path / "deck" / "pieces.yaml").write_text(layout)
    assert "R107" in reguli("check", str(tmp_path / "deck")).out
    (tmp_path / "deck" / "icons").mkdir()
    (tmp_path / "deck" / "icons" / "honey.png").write_bytes(png(24, 24))
    ran = reguli("check", str(tmp_path / "deck"))
    assert "R107" not in ran.out + ran.err


# What an earlier print left


def test_a_file_that_was_not_renewed_is_named(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, [("Name", "Text", "Text (hu)"), ("Bear", "Roar.", "Morog.")]).code == 0
    ran, _ = _printed(reguli, tmp_path, "--lang", "en,hu")
    assert "earlier" not in ran.err
    sheet = tmp_path / "deck" / "components" / "cards.csv"
    sheet.write_text(sheet.read_text("utf-8-sig").replace("Morog.", "Kap 1 :mez: jelet."), "utf-8")
    ran, _ = _printed(reguli, tmp_path, "--lang", "en,hu", "--format", "md")
    files = [str(tmp_path / "out" / "deck" / f"pieces.{code}.md") for code in ("en", "hu")]
    assert ran.out.splitlines() == files[:1]
    assert f"from an earlier print, and not renewed now: {files[1]}\n" in ran.err
    assert ran.err.endswith("1 file written, 1 finding\n")
    assert Path(files[1]).is_file()


def test_a_picture_of_a_card_that_is_gone_is_named(reguli: Run, tmp_path: Path) -> None:
    assert _made(reguli, tmp_path, [("Name", "Cost"), ("Bear", 3), ("Wolf", 2)]).code == 0
    order = (
        "card",
        str(tmp_path / "deck"),
        "--product",
        "pieces",
        "--for",
        "images",
        "--folder",
        str(tmp_path / "out"),
    )
    assert reguli(*order).code == 0
    _csv(tmp_path / "deck" / "components" / "cards.csv", [("Name", "Cost"), ("Bear", 3)])
    ran = reguli(*order)
    assert ran.code == 0
    home = tmp_path / "out" / "deck" / "pieces.en.images"
    assert f"not renewed now: {home / 'wolf.png'}\n" in ran.err
    assert (home / "cards.csv").read_text("utf-8").splitlines()[1] == "bear.png,Bear,1,back-1.png"


def test_only_the_language_that_changed_is_printed_again(reguli: Run, tmp_path: Path) -> None:
    rows = [("Name", "Text", "Text (hu)"), ("Bear", "Roar.", "Morog."), ("Wolf", "Howl.", "Vonyít.")]
    assert _made(reguli, tmp_path, rows).code == 0
    shutil.copytree(tmp_path / "deck", tmp_path / "old")
    _csv(tmp_path / "deck" / "components" / "cards.csv", [*rows[:2], ("Wolf", "Howl.", "Üvölt.")])
    order = ("card", str(tmp_path / "deck"), "--product", "pieces", "--lang", "en,hu", "--format", "md")
    ran = reguli(*order, "--changed", "--against", str(tmp_path / "old"), "--folder", str(tmp_path / "out"))
    assert ran.out.splitlines() == [str(tmp_path / "out" / "deck" / "pieces.part.hu.md")]
    text = (tmp_path / "out" / "deck" / "pieces.part.hu.md").read_text("utf-8")
    assert ("Üvölt." in text, "Morog." in text) == (True, False)


def test_cards_with_another_picture_of_an_icon_are_printed_again(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    for name in ("honey", "wax"):
        (tmp_path / "icons" / f"{name}.png").write_bytes(png(24, 24))
    assert _made(reguli, tmp_path, [row[:4] for row in ICONS]).code == 0
    shutil.copytree(tmp_path / "deck", tmp_path / "old")
    order = ("card", str(tmp_path / "deck"), "--product", "pieces", "--changed", "--against", str(tmp_path / "old"))
    order = (*order, "--lang", "en,hu", "--format", "md", "--json", "--folder", str(tmp_path / "out"))
    assert json.loads(reguli(*order).out)["pieces"] == []
    (tmp_path / "deck" / "icons" / "wax.png").write_bytes(png(20, 24))
    told = json.loads(reguli(*order).out)
    # Only the English text of the bear shows wax.
    assert (told["pieces"], [Path(one).name for one in told["files"]]) == (["card.bear"], ["pieces.part.en.md"])


def test_without_a_typesetter_the_hint_says_how_pdf_is_had(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reguli.app.printing.product_output.has_typesetter", lambda: False)
    said = _made(reguli, tmp_path, [("Name", "Cost"), ("Bear", 3)]).out.splitlines()
    assert "reguli[print]" in said[-2]
    assert said[-1].endswith("--lang en --format pdf")
