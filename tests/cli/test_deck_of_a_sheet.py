"""A spreadsheet becomes printed cards: `new --from` makes a game of it, and the sheet stays the source of everything printed."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from command_runs import Ran, Run
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


@pytest.mark.parametrize("file", ["cards.xlsx", "cards.csv"])
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
    assert (ran.code, ran.err) == (0, "3 cards written, no findings\n")
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
    dot = bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
    )
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "fire.png").write_bytes(dot)
    (tmp_path / "ice.png").write_bytes(dot)
    assert _made(reguli, tmp_path, [("Name", "Art"), ("Fire", "fire.png"), ("Ice", "ice.png"), ("Rain", "")]).code == 0
    assert sorted(path.name for path in (tmp_path / "deck" / "pictures").iterdir()) == ["fire.png", "ice.png"]
    assert _printed(reguli, tmp_path, "--format", "md,svg")[0].code == 0


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
