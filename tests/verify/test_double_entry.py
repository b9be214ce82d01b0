"""Data entered a second time: what differs is found at both places, whatever program the file comes from, and what agrees is held."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reguli.app.verification.part_registry import open_variant_origin
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.source_excerpt import Span
from reguli.source.spreadsheet_files import written_table
from reguli.verify.double_entry.entered_files import list_entered_files
from reguli.verify.double_entry.entry_forms import empty_form as form_of
from reguli.verify.double_entry.fact_comparison import (
    EnterableItems,
    EnteredFacts,
    all_enterable_items,
    find_entered_data_files,
)
from reguli.verify.report import Found, Holds, Level, Subject, verification_target

# As the rulebook prints it: what is paid for 0 to 20 cities.
PAID = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150)
SIGNED = (("of", "tables.payment"), ("who", "Ana"), ("when", "2026-11-25"), ("print", "edition of 2004"), ())


def table(rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]], of: str = "tables.payment", mark: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\r\n").writerows([("of", of), *SIGNED[1:], *rows])
    return text.getvalue()


def payment(changed: dict[int, str] | None = None) -> list[tuple[str, ...]]:
    paid = {str(cities): str(sum_) for cities, sum_ in enumerate(PAID)} | {
        str(key): one for key, one in (changed or {}).items()
    }
    return [("cities", "value"), *paid.items()]


class Home:
    """A copy of Power Grid in which something is entered; its rules are read once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "facts").mkdir()
        self.subject = opened(path)
        self.things = all_enterable_items(self.subject)

    def enter(self, name: str, content: str | bytes) -> None:
        for old in list_entered_files(self.path):
            old.unlink()
        (self.path / "facts" / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def told(self, name: str, content: str | bytes) -> tuple[list[Found], list[Holds]]:
        self.enter(name, content)
        return told(self.subject, self.things)

    def codes(self, name: str, content: str | bytes) -> list[str]:
        return [one.told.code for one in self.told(name, content)[0]]


def opened(path: Path) -> Subject:
    loaded = LoadedRuleset(str(path))
    assert loaded.ruleset is not None
    assert not loaded.bag
    return verification_target(loaded, loaded.ruleset)


def told(subject: Subject, things: EnterableItems) -> tuple[list[Found], list[Holds]]:
    facts = EnteredFacts(subject, things)
    found = [one for file in find_entered_data_files(subject) for one in facts.compared(file)]
    return [one for one in found if isinstance(one, Found)], [one for one in found if isinstance(one, Holds)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    path = tmp_path_factory.mktemp("home") / "grid"
    shutil.copytree(shipped_folder("rulesets") / "power_grid", path, ignore=shutil.ignore_patterns("facts"))
    return Home(path)


def test_what_agrees_is_held_once_all_of_it_is_entered(home: Home) -> None:
    found, holds = home.told("payment.csv", table(payment()))
    assert not found
    assert [(one.rule, one.level) for one in holds] == [("table:payment", Level.ENTERED_TWICE)]
    found, holds = home.told("payment.csv", table(payment({7: ""})))
    assert ([(one.told.code, one.severity) for one in found], holds) == ([("V160", "note")], [])


def test_one_wrong_cell_is_found_at_both_places(home: Home) -> None:
    (found,), holds = home.told("payment.csv", table(payment({4: "55"})))
    assert (found.told.code, found.severity, dict(found.told.args)["found"]) == ("V151", "error", "54")
    assert found.told.span == Span("grid/facts/payment.csv", 11, 3, 11, 5)
    ((place, _),) = found.told.related
    assert place.file == "grid/tables.yaml"
    assert not holds


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig"])
def test_spreadsheets_of_every_country_write_it_otherwise(home: Home, mark: str, coding: str) -> None:
    text = table(payment({4: "55"}), mark=mark).replace("Ana", "Anikó")
    assert home.codes("payment.csv", text.encode(coding)) == ["V151"]
    padded = "".join(f"{line}{mark}{mark}\r\n" for line in text.splitlines())
    assert home.codes("payment.csv", padded.encode(coding)) == ["V151"]


@pytest.mark.parametrize("coding", ["utf-16", "cp1250"])
def test_a_table_in_another_encoding_is_refused(home: Home, coding: str) -> None:
    assert home.codes("payment.csv", table(payment()).replace("Ana", "Anikó").encode(coding)) == ["Y113"]


def test_a_spreadsheet_and_yaml_say_the_same(home: Home) -> None:
    rows = [tuple(one) for one in (*SIGNED, *payment({4: "55"}))]
    (found,), _ = home.told("payment.xlsx", written_table(rows))
    assert (found.told.code, str(found.told.span)) == ("V151", "grid/facts/payment.xlsx:Sheet!B11")
    lines = "".join(f"  - [{', '.join(row)}]\n" for row in payment({4: "55"})[1:])
    head = "".join(f"{key}: '{value}'\n" for key, value in SIGNED[:-1])
    (found,), _ = home.told("payment.yaml", f"{head}columns: [cities, value]\nrows:\n{lines}")
    assert (found.told.code, str(found.told.span)) == ("V151", "grid/facts/payment.yaml:11:9")


def test_rows_that_only_one_side_has_are_told(home: Home) -> None:
    found, _ = home.told("payment.csv", table([*payment()[:5], ("30", "160")]))
    assert [one.told.code for one in found] == ["V152", "V153"]
    assert dict(found[1].told.args)["count"] == 17
    assert home.codes("payment.csv", table([*payment(), ("3", "44")])) == ["V158"]


def test_connections_have_two_ends_in_any_order(home: Home) -> None:
    text = (shipped_folder("rulesets") / "power_grid" / "boards" / "germany.yaml").read_text(encoding="utf-8")
    listed = [
        line.strip(" -[]").split(", ")
        for line in text[text.index("  connection:") :].splitlines()
        if line.count(", ") == 2
    ]
    edges = [(second, first.upper(), cost) for first, second, cost in listed if cost.isdigit()]
    rows = [("board", "germany"), (), ("first", "second", "cost"), *edges]
    whole = table(rows, "kinds.connection").replace("\r\n\r\nboard", "\r\nboard")
    assert (home.told("map.csv", whole)[0], len(edges)) == ([], 83)
    one = edges[7]
    (found,), _ = home.told("map.csv", whole.replace(",".join(one), f"{one[0]},{one[1]},99"))
    assert found.told.code == "V151"
    assert home.codes("map.csv", whole.replace("germany", "usa")) == ["V152"] * 83


def test_elements_are_known_by_the_number_that_is_printed_on_them(home: Home) -> None:
    rows = [
        ("number", "powers", "fuels"),
        ("3", "1", "oil"),
        ("5", "1", "oil, coal"),
        ("50", "6", "-"),
        ("51", "7", "x"),
    ]
    found, _ = home.told("cards.csv", table([tuple(row) for row in rows], "kinds.card"))
    assert [one.told.code for one in found] == ["V152", "V153"]


BROKEN = {
    "no head": ("cities,value\n0,10\n", ["V156"]),
    "no thing": (table(payment(), "tables.paiment"), ["V156"]),
    "which board": (table([("first", "second", "cost")], "kinds.connection"), ["V156"]),
    "no such column": (table([("cities", "elektros"), ("0", "10")]), ["V154"]),
    "no key": (table([("value",), ("10",)]), ["V154"]),
    "no columns": (table([]), ["V154"]),
    "column twice": (table([("cities", "value", "value"), ("0", "10", "10")]), ["V154"]),
    "too many cells": (table([("cities", "value"), ("0", "10", "11")]), ["V154"]),
    "no number": (table(payment({4: "54 elektro"})), ["V155"]),
    "half a number": (table(payment({4: "54,5"})), ["V155"]),
    "open quote": (table([("cities", "value")]) + '0,"10', ["R390"]),
    "nobody signed": ("of,tables.payment\n\n" + table(payment()).partition("\r\n\r\n")[2], ["V156"]),
    "nothing": ("", ["V154"]),
    "NUL": ("\0\0\0", ["Y107"]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_a_file_is_said_once(home: Home, name: str) -> None:
    content, codes = BROKEN[name]
    assert home.codes("payment.csv", content) == codes


@pytest.mark.parametrize("cut", [0, 10, 500, 3000])
def test_a_damaged_spreadsheet_is_a_finding(home: Home, cut: int) -> None:
    assert home.codes("payment.xlsx", written_table([tuple(one) for one in (*SIGNED, *payment())])[:cut]) == ["Y114"]


def test_an_empty_form_says_nothing_wrong_and_a_table_may_stand_long_or_wide(home: Home) -> None:
    thing = home.things.thing("tables.resupply")
    assert thing is not None
    form = "".join(f"{','.join(row)}\n" for row in form_of(thing))
    assert form.splitlines()[6] == "player_count,stage,coal,oil,garbage,uranium"
    assert home.codes("resupply.csv", form) == ["V160"]
    wide = (
        form.replace("3,first,,,,", "3,first,4,2,1,2")
        .replace("who,", "who,Ana")
        .replace("when,", "when,x")
        .replace("print,", "print,x")
    )
    assert home.codes("resupply.csv", wide) == ["V151", "V160"]
    long = table([("stage", "fuel", "player_count", "value"), ("first", "uranium", "3", "2")], "tables.resupply")
    assert home.codes("resupply.csv", long) == ["V151", "V153"]


def test_what_a_variant_says_is_wanted_and_a_mistake_of_the_game_is_none(home: Home, tmp_path: Path) -> None:
    variant = tmp_path / "rich" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text(f"variant: rich\nof: {home.path}\nname: Rich\nset:\n  tables.payment[4]: 60\n", encoding="utf-8")
    rich = opened(variant.parent)
    home.enter("payment.csv", table(payment()))
    (found,), _ = told(rich, all_enterable_items(rich))
    assert (found.told.code, found.severity, dict(found.told.args)["count"]) == ("V159", "note", 1)
    home.enter("payment.csv", table(payment({5: "65"})))
    assert sorted((one.told.code, one.severity) for one in told(rich, all_enterable_items(rich))[0]) == [
        ("V151", "error"),
        ("V159", "note"),
    ]


def test_options_and_state_that_a_variant_sets_are_wanted(home: Home, tmp_path: Path) -> None:
    """Facts of options and of state have the place of the game below, and the value that the variant sets."""
    rows = [("option", "value", "default"), ("hidden_money", "true", "true"), ("hidden_money", "false", "false")]
    home.enter("options.csv", table(rows, "options"))
    (home.path / "facts" / "state.csv").write_text(
        table([("place", "visible", "lasts"), ("player.plants", "all", "phase")], "state"), encoding="utf-8"
    )
    variant = tmp_path / "open" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text(
        f"variant: open\nof: {home.path}\nname: Open\nset: {{options.hidden_money: false}}\n", encoding="utf-8"
    )
    loaded = LoadedRuleset(str(variant.parent))
    assert loaded.ruleset is not None
    subject = verification_target(loaded, loaded.ruleset)
    facts = EnteredFacts(subject, all_enterable_items(subject), lambda: open_variant_origin(loaded, subject, (), 0))
    found = [one for file in find_entered_data_files(subject) for one in facts.compared(file) if isinstance(one, Found)]
    # The base itself has no fact "lasts: phase" of plants: that stays a mistake, whatever the variant sets beside it.
    assert sorted((one.told.code, one.severity, one.told.span.file.rpartition("/")[2]) for one in found) == [
        ("V151", "error", "state.csv"),
        ("V159", "note", "options.csv"),
    ]


STATE = [
    ("place", "visible", "when", "otherwise", "capacity", "lasts"),
    ("game.deck", "nobody", "none", "none", "unlimited", "game"),
    ("player.money", "owner", "hidden_money", "all", "", ""),
    # One more than the rulebook lets a player keep (P60, P61): the card just bought joins the four of a game of two.
    ("player.plants", "all", "", "", "5", ""),
    ("card.fired", "", "", "", "", "phase"),
]


def test_who_sees_what_and_for_how_long_can_be_entered(home: Home) -> None:
    found, holds = home.told("state.csv", table(STATE, "state"))
    assert [one.told.code for one in found] == ["V160"]
    assert [one.rule for one in holds] == [f"state:{row[0]}" for row in STATE[1:]]
    wrong = [
        STATE[0],
        ("game.deck", "all", "none", "none", "3", "round"),
        ("player.money", "all", "hidden_money", "owner", "", ""),
    ]
    found, _ = home.told("state.csv", table(wrong, "state"))
    differing = [dict(one.told.args) for one in found if one.told.code == "V151"]
    assert [(one["name"], one["found"]) for one in differing] == [
        ("game.deck: visible", "nobody"),
        ("game.deck: capacity", "unlimited"),
        ("game.deck: lasts", "game"),
        ("player.money: visible", "owner"),
        ("player.money: otherwise", "all"),
    ]
    assert home.codes("state.csv", table([STATE[0], ("game.dekc", "all", "", "", "", "")], "state")) == ["V152"]


def test_what_options_are_by_default_can_be_entered(home: Home) -> None:
    rows = [("option", "value", "default"), ("hidden_money", "true", "true"), ("start_city", "empty_city", "false")]
    found, holds = home.told("options.csv", table(rows, "options"))
    assert (found, [one.rule for one in holds]) == ([], ["option:hidden_money", "option:start_city"])
    (wrong,), _ = home.told("options.csv", table([rows[0], ("start_city", "empty city", "yes")], "options"))
    assert (wrong.told.code, dict(wrong.told.args)["name"]) == ("V151", "start_city, empty_city: default")


def test_constants_that_an_option_sets_can_be_entered(tmp_path: Path) -> None:
    folder = shutil.copytree(
        shipped_folder("rulesets") / "warszawa", tmp_path / "town", ignore=shutil.ignore_patterns("facts")
    )
    (folder / "facts").mkdir()
    subject = opened(folder)
    rows = [("option", "value", "last_round"), ("length", "seven_rounds", "8")]
    (folder / "facts" / "options.csv").write_text(table(rows, "options"), encoding="utf-8")
    (found,), _ = told(subject, all_enterable_items(subject))
    assert (found.told.code, dict(found.told.args)["found"]) == ("V151", "7")
