"""The page of a report: everything in one file, said in the reader's language, for the eye, the keyboard and the ear; no name taken for markup."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from offered_pages import ALLOWED, GIVEN, REFUSED, TAKEN, Outline, gap, of_tic_tac_toe, offered, report_on

from reguli.app.verification.coverage_matrix import stripe_legend, verification_levels
from reguli.app.verification.runner import VerificationRequest, Verified, verify
from reguli.app.verification.text_report import StatementRow
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.pipeline import LoadedRuleset
from reguli.play.replay_steps import flatten_position
from reguli.ruleset.declarations.example_files import load_example_file, read_examples
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.verify.example_runner import run_examples
from reguli.verify.report import Level
from reguli.words.catalogue.interface_texts import load_interface_texts

HOSTILE = "</script><img/src=x/onerror=alert(1)>'\"&\u202e"
WRITTEN = f"={HOSTILE[:-1]}"
"""As much of it as a document may hold, to begin with what begins a formula."""
LANGUAGES = ("en", "ro", "hu")
BOOKS = Path(__file__).resolve().parents[2] / "generated_docs" / "tic_tac_toe"


@pytest.fixture(scope="module")
def report() -> Verified:
    return of_tic_tac_toe()


@pytest.fixture(scope="module")
def pages(report: Verified) -> dict[str, Outline]:
    return {code: Outline(report.page(code)) for code in LANGUAGES}


def data_of(page: Outline) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.scripts[0])
    return found


def test_the_page_can_be_walked_by_headings_and_landmarks(pages: dict[str, Outline]) -> None:
    for code, page in pages.items():
        assert page.those("html") == [{"lang": code}]
        assert [len(page.those(name)) for name in ("header", "nav", "main", "footer", "h1")] == [1] * 5
        levels = [level for level, _ in page.headings]
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert all(text.strip() for _, text in page.headings)
        assert len(set(page.ids)) == len(page.ids)
        assert page.tags[[tag for tag, _ in page.tags].index("body") + 1] == (
            "a",
            {"class": "skip", "href": "#actions"},
        )


def test_every_link_and_every_label_leads_somewhere(pages: dict[str, Outline]) -> None:
    page = pages["en"]
    links = [str(one["href"]) for one in page.those("a")]
    assert all(link.startswith("#") and link[1:] in page.ids for link in links)
    assert [link for link in links if link.startswith("#S-")] == ["#S-000001", "#S-000002", "#S-000003"]
    named = [name for _, one in page.tags for name in (one.get("aria-labelledby") or "").split()]
    assert named
    assert set(named) <= set(page.ids)
    assert {one["for"] for one in page.those("label")} <= set(page.ids)
    assert {one["data-of"] for one in page.those("button")} <= set(page.ids)


def test_tables_say_what_their_heads_are_for_and_scroll_in_a_box_that_keys_reach(pages: dict[str, Outline]) -> None:
    page = pages["en"]
    assert {one.get("scope") for one in page.those("th")} == {"col", "row"}
    boxes = [one for one in page.those("div") if "wide" in (one.get("class") or "")]
    assert boxes
    assert all(one["tabindex"] == "0" and one["role"] == "region" for one in boxes)


def test_the_page_needs_nothing_from_elsewhere(report: Verified, pages: dict[str, Outline]) -> None:
    page = pages["en"]
    assert not [tag for tag, one in page.tags if {"src", "srcset", "data"} & set(one)]
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", report.page())
    (policy,) = [one["content"] for one in page.those("meta") if "http-equiv" in one]
    assert str(policy).startswith("default-src 'none'")


def test_a_finding_says_what_where_and_how_it_is_answered(pages: dict[str, Outline]) -> None:
    text = pages["en"].texts["S-000001"]
    assert "'place' is another one: before 'marks = 0', now 'marks = 1'" in text
    assert "cell in cells where cell.marks is empty because cell_taken" in text
    assert "only if" in text
    assert pages["en"].texts["S-000001-r1-c"] == "reguli keep tic_tac_toe S-000001 --reading 1"
    assert pages["en"].texts["S-000001-r2-c"] == "reguli keep tic_tac_toe S-000001 --reading 2"
    assert pages["en"].texts["S-000001-a"] == 'reguli accept tic_tac_toe S-000001 --because "…"'
    assert "Reading 1 (so it is now)" in text
    assert REFUSED in text
    assert ALLOWED in text


@pytest.mark.parametrize(
    ("code", "sets", "first", "asks"),
    [
        ("en", ("a1", "Marks", "Ben"), "Ann put a mark on b2", "Ann: Where do you put a mark?"),
        ("ro", ("a1", "Semne", "Dan"), "Ana a pus un semn pe b2", "Ana: Unde pui un semn?"),
        ("hu", ("a1", "Jelek", "Bence"), "Anna egy jelet tett ide: b2", "Anna: Hová teszel jelet?"),
    ],
)
def test_the_position_is_said_in_the_readers_language(
    pages: dict[str, Outline], code: str, sets: tuple[str, ...], first: str, asks: str
) -> None:
    text = " ".join(pages[code].texts["S-000001"].split())
    assert "".join(sets) in text
    assert first in text
    assert asks in text


def test_what_each_step_changes_adds_up_to_its_position(pages: dict[str, Outline]) -> None:
    data = data_of(pages["en"])
    shown = data["positions"]["S-000001"]
    flat = {**data["tables"][shown["table"]]["start"], **shown["start"]}
    (example,) = read_examples(f"examples:\n{GIVEN}    - {REFUSED}\n", "x.yaml", Bag(), Sources())
    playthrough = set_up_position(LoadedRuleset("tic_tac_toe").program(2), example.position, Bag())
    assert playthrough is not None
    assert flat == flatten_position(playthrough)
    cells = [name for name in flat if name.startswith("cell/marks/")]
    marks = []
    for step in shown["steps"]:
        flat.update(step["changed"])
        marks.append({name.rpartition("/")[2]: flat[name] for name in cells if flat[name]})
    first, second = data["tables"][shown["table"]]["seat_ids"]
    assert marks == [
        {"a1": {second: 1}},
        {"a1": {second: 1}, "b2": {first: 1}},
        {"a1": {second: 1}, "b2": {first: 1}, "c3": {second: 1}},
    ]


def test_the_example_that_is_copied_runs_and_one_reading_alone_holds(pages: dict[str, Outline], tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    passed = []
    for number in (1, 2):
        file = folder / "examples" / "offered.yaml"
        file.write_text(pages["en"].texts[f"S-000001-r{number}-y"], encoding="utf-8")
        (result,) = run_examples(LoadedRuleset(str(folder)), Bag(), only=["taken_by_the_other"])
        assert load_example_file(file, Bag())[0].cites == ("T3",)
        passed.append(result.passed)
    assert passed == [True, False]


def test_what_fails_shows_the_example_it_stands_in(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    wrong = f"{GIVEN}  then:\n    - {{value: b2.marks, is: {{b: 1}}}}\n"
    (folder / "examples" / "wrong.yaml").write_text(f"examples:\n{wrong}", encoding="utf-8")
    page = Outline(verify(LoadedRuleset(str(folder)), VerificationRequest(only=("examples",))).page())
    ((name, shown),) = data_of(page)["positions"].items()
    assert [step.get("move") for step in shown["steps"]] == [None, "Ann put a mark on b2", "Ben put a mark on c3"]
    assert "The position, of the example: taken by the other" in page.texts[name]


def test_a_move_that_cannot_be_made_ends_the_steps_and_says_why() -> None:
    given = GIVEN.replace("place c3, by: b", "place b2, by: b")
    page = Outline(report_on("tic_tac_toe", [gap(LoadedRuleset("tic_tac_toe"), example=offered(given))]).page())
    (shown,) = data_of(page)["positions"].values()
    assert [bool(step.get("failed")) for step in shown["steps"]] == [False, False, True]
    assert "cell_taken" in shown["steps"][-1]["failed"]


def test_an_example_that_cannot_be_set_up_says_why_and_is_still_offered() -> None:
    given = GIVEN.replace("a1.marks", "z9.marks")
    page = Outline(report_on("tic_tac_toe", [gap(LoadedRuleset("tic_tac_toe"), example=offered(given))]).page())
    assert data_of(page)["positions"] == {}
    assert "It cannot be drawn: " in page.texts["S-000001"]
    assert "z9" in page.texts["S-000001-r1-y"]


def test_sentences_are_those_of_the_book(pages: dict[str, Outline]) -> None:
    for code in LANGUAGES:
        book = (BOOKS / f"book.{code}.md").read_text(encoding="utf-8")
        sentence = max(pages[code].texts["s-T3"].splitlines(), key=len)
        assert sentence in " ".join(book.split())
    texts = [" ".join(pages[code].texts["s-T5"].split()) for code in LANGUAGES]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("levels", "exercised", "rules", "stripes"),
    [
        ((), (), (), ["nothing"]),
        ((), (), ("rule:a",), ["cited"]),
        ((("p", Level.ENTERED_TWICE),), (), ("rule:a",), ["cited"]),
        ((("p", Level.SAME), ("q", Level.CITED)), (), ("rule:a",), ["played", "cited"]),
        ((("p", Level.TESTED),), ("rule:a",), ("rule:a",), ["exercised", "played", "cited"]),
        ((("p", Level.EXHAUSTED), ("q", Level.EXAMPLE)), (), ("rule:a",), ["proved", "exercised", "cited"]),
    ],
)
def test_a_stripe_for_each_way_a_sentence_is_held(
    levels: Any, exercised: tuple[str, ...], rules: tuple[str, ...], stripes: list[str]
) -> None:
    assert list(verification_levels(StatementRow("T1", "", "specified", rules, (), exercised, levels))) == stripes


@pytest.mark.parametrize("code", LANGUAGES)
def test_stripes_differ_by_letter_and_pattern_not_by_colour_alone(code: str, report: Verified) -> None:
    said = stripe_legend(load_interface_texts(code, shipped_folder("locales")))
    letters = [letter for letter, _, _ in said.values()]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 and word for letter, word, _ in said.values())
    patterns = re.findall(r"^\.stripe\.(\w+) \{ (.*) \}$", report.page(code), re.MULTILINE)
    assert [name for name, _ in patterns] == [*said]
    assert len({re.sub(r"#\w+", "", pattern) for _, pattern in patterns}) == len(patterns)


def test_the_matrix_has_a_row_for_each_statement_and_rule_and_is_a_spreadsheet_too(report: Verified) -> None:
    sheet = openpyxl.load_workbook(BytesIO(report.matrix("en"))).active
    assert sheet is not None
    heads, *rows = [["" if value is None else str(value) for value in row] for row in sheet.iter_rows(values_only=True)]
    assert heads == [
        "statement",
        "sentence",
        "sort",
        "rule",
        "the rule in words",
        "examples",
        "held",
        "levels",
        "wording",
    ]
    wanted = [(row.id, rule.removeprefix("rule:")) for row in report.statements for rule in row.rules or ("",)]
    carried = {rule for _, rule in wanted}
    wanted += [("", rule.removeprefix("rule:")) for rule in report.rules if rule.removeprefix("rule:") not in carried]
    assert [(row[0], row[3]) for row in rows] == wanted
    by_rule = {row[3]: row for row in rows}
    assert by_rule["play/turn/place/cell_taken"][6] == "exercised"
    assert by_rule["play/turn/place/cell_taken"][7].splitlines()[-1].startswith("tested property: held by an example")
    assert by_rule["define.lines"][6] == "played"
    assert by_rule["define.completes_line"][6] == "proved"
    assert all(row[4] for row in rows if row[3])
    assert report.matrix("en") == report.matrix("en")
    page = Outline(report.page())
    assert len(rows) == sum("data-stripe" in one for one in page.those("tr"))


def test_no_name_becomes_markup_and_no_cell_a_formula(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    assert "name: Tic-Tac-Toe" in game
    (folder / "game.yaml").write_text(
        game.replace("name: Tic-Tac-Toe", f"name: {json.dumps(WRITTEN)}"), encoding="utf-8"
    )
    with (folder / "inventory.yaml").open("a", encoding="utf-8") as inventory:
        inventory.write(f"T9:\n  statement: {json.dumps(WRITTEN)}\n  state: house\n  carries: none\n  reason: advice\n")
    given = GIVEN.replace("Ann", HOSTILE.replace("'", "").replace('"', ""))
    one = gap(LoadedRuleset(str(folder)), example=offered(given, f"{{value: x, is: {HOSTILE!r}}}"))
    told = dataclasses.replace(one.told, args=(("path", HOSTILE), ("before", HOSTILE), ("now", HOSTILE)))
    report = report_on(str(folder), [dataclasses.replace(one, told=told)])
    for code in LANGUAGES:
        page = Outline(report.page(code))
        assert not {"img", "iframe", "object", "style/"} & {tag for tag, _ in page.tags}
        assert len(page.scripts) == 2
        assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
        json.loads(page.scripts[0])
    assert "img/src" in page.texts["S-000001"]
    assert "\u202e" not in page.texts["S-000001-h"]
    sheet = openpyxl.load_workbook(BytesIO(report.matrix("en"))).active
    assert sheet is not None
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert [cell for cell in cells if str(cell.value).startswith("=")]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr"}


def test_what_waits_comes_first_ten_of_it_each_with_a_way_to_it() -> None:
    loaded = LoadedRuleset("tic_tac_toe")
    found = [gap(loaded, name=f"S-{number:06x}") for number in range(12)]
    page = Outline(report_on("tic_tac_toe", [*found, gap(loaded, TAKEN, offered(), "S-00ffff")]).page())
    links = [str(one["href"]) for one in page.those("a") if str(one["href"]).startswith("#S-")]
    assert len(links) == 10
    assert links[0] == "#S-00ffff"


def test_rules_that_cannot_be_read_have_a_page(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    (folder / "rules" / "more.rules").write_text("phase\n", encoding="utf-8")
    report = verify(LoadedRuleset(str(folder)), VerificationRequest(only=("static",)))
    page = Outline(report.page("hu"))
    assert not report.clean
    assert "more.rules:1" in page.texts[report.actions[0].found.id]


def test_what_was_not_looked_at_is_said_with_its_reason(pages: dict[str, Outline]) -> None:
    text = pages["en"].texts["left_out"]
    assert "mutation: 3 things were left out: the budget is spent (faults planted into the rules)" in text
    assert "fuzz: not asked for (games of bots)" in text
    assert "static" not in text
    # The other rules of the game cite a statement, and no more is known of them than that.
    rules = [line for line in pages["en"].texts["unheld"].splitlines() if line]
    assert [line.rpartition(" ")[2] for line in rules] == [
        "play", "play/turn", "play/turn/place", "define.run_from", "define.holds",
    ]  # fmt: skip
    assert all(len(line.split()) > 2 for line in rules)
