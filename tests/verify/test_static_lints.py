"""Slips that stand in rules and data: each is planted and seen, and rules without one are left in peace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from changed_games import changed, subject

from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.verify.regression.base_comparison import compare_with_base, judge_document_changes
from reguli.verify.report import Budget, Found, Holds, Level, Subject, ignore_progress, load_answers
from reguli.verify.static_analysis.dead_code import empty_decisions
from reguli.verify.static_analysis.sequence_outliers import find_outlier
from reguli.verify.static_analysis.static_part import LINTS
from reguli.verify.static_analysis.threshold_checks import rules_by_field


def _found(looked_at: Subject) -> Iterator[Found]:
    for lint in LINTS:
        yield from (one for one in lint(looked_at) if isinstance(one, Found))


TABLES, CONSTANTS = "tables.yaml", "constants.yaml"
BUILDING, SETUP = "rules/building.rules", "rules/setup.rules"
POWER_GRID = (
    (TABLES, "  same_as: {oil: coal, garbage: coal}\n", "", {"V110 78", "V110 79"}),
    (TABLES, "105, 112, 118", "105, 113, 118", {"V113 54"}),
    (TABLES, "134, 138", "133, 138", {"V113 54"}),
    (TABLES, "second: [7, 5, 3, 3]", "second: [7, 5, 3, 1]", {"V113 92"}),
    ("components/cards.yaml", "[plant_26, 26", "[plant_26, 62", {"V114 44"}),
    (CONSTANTS, "start_money: {value: 50", "start_money: {value: 60", {"V115 2"}),
    (CONSTANTS, "value: 22", "value: 20", {"V115 1"}),
    (TABLES, "[10, 15, 20]", "[10, 15, 25]", {"V115 45"}),
    (TABLES, "{2: 8, 3: 8, 4: 4", "{2: 8, 3: 4, 4: 8", {"V116 10"}),
    ("rules/auction.rules", "needs round > 1", "needs round >= 1", {"V120 8"}),
    (TABLES, "{2: 21, 3: 17", "{2: 45, 3: 17", {"V115 25", "V125 30"}),
    ("rules/bureaucracy.rules", ">= plant.need because", ">= 0 because", {"V120 12"}),
    ("state.yaml", "plants: {zone: card, capacity: 5", "plants: {zone: card, capacity: 3", {"V120 41"}),
    (BUILDING, "count(city.houses) < houses_per_city", "count(city.houses) <= houses_per_city", {"V122 20"}),
    (CONSTANTS, "most_paid_cities: {value: 20", "most_paid_cities: {value: 19", {"V123 54"}),
    ("rules/bureaucracy.rules", "from bank to owner.money", "from bank to bank", {"V132 15"}),
    ("rules/plant_market.rules", "plant.number <= most_cities", "plant.number <= plant.number", {"V131 16"}),
    (SETUP, "    shuffle deck cites P32, P34\n", "", {"V133 42"}),
    ("state.yaml", "deck: {zone: card, order: stack, visible: nobody", "deck: {zone: card, order: stack", {"V134 4"}),
    (
        SETUP,
        "plant.is_plant and plant != plant_13",
        "plant.is_plant and plant != plant_13 and plant != plant_50",
        {"V135 62"},
    ),
    (
        SETUP,
        "for player in players:\n        move start_money from bank to player.money",
        "for player in players:\n        for owner in players:\n            move start_money from bank to player.money",
        {"V130 12"},
    ),
    ("game.yaml", "  hidden_money:", "  bright: {switch: false}\n  hidden_money:", {"V136 15"}),
)


BY_DAY = {"V110 78", "V113 54", "V115 2", "V120 41", "V122 20", "V131 16", "V133 42", "V135 62"}
"""One of each file is looked at by day: each takes half a second."""


@pytest.mark.parametrize(
    ("file", "old", "new", "codes"),
    [pytest.param(*one, marks=() if one[3] & BY_DAY else pytest.mark.night) for one in POWER_GRID],
)
def test_a_slip_is_seen_at_its_line_and_nothing_else(
    file: str, old: str, new: str, codes: set[str], tmp_path: Path
) -> None:
    found = _found(subject(changed("power_grid", tmp_path, file, old, new)))
    assert {f"{one.told.code} {one.told.span.line}" for one in found if one.told.span} == codes


LARGE = ("nucleum", "warszawa")


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.night) if one in LARGE else one for one in shipped_rulesets()]
)
def test_shipped_rulesets_have_none_but_what_is_accepted(name: str) -> None:
    looked_at = subject(name)
    answers = load_answers(looked_at.opened.layers, Bag())
    assert [(one.told.code, str(one.told.span)) for one in _found(looked_at) if answers.to(one) is None] == []


def test_a_row_that_is_the_same_but_for_one_cell(tmp_path: Path) -> None:
    folder = changed(
        "power_grid", tmp_path, TABLES, "  same_as: {oil: coal, garbage: coal}\n", "  same_as: {oil: coal}\n"
    )
    text = (
        (folder / TABLES).read_text("utf-8").replace("garbage: [8, 8, 8, 7, 7, 7, 6,", "garbage: [8, 8, 8, 7, 7, 7, 5,")
    )
    (folder / TABLES).write_text(text, "utf-8")
    found = [dict(one.told.args) for one in _found(subject(folder)) if one.told.code == "V111"]
    assert {(one["name"], one["found"], one["expected"]) for one in found} == {("garbage", 5, 6)}


@pytest.mark.parametrize(
    ("values", "at"),
    [
        ([1, 2, 3, 4, 9, 6, 7], 4),
        ([9, 8, 7, 6, 5, 1, 3, 2], 5),
        ([0, 1, 2, 4, 7, 12, 16, 22, 29, 37], 5),
        ([1, 1, 2, 1, 2, 1, 1], None),
        ([0, 1, 3, 5, 7, 9, 11, 13, 14], None),
        ([8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5], None),
        ([1, 5, 2], None),
    ],
)
def test_what_breaks_a_line(values: list[int], at: int | None) -> None:
    assert find_outlier(values) == at


def test_a_decision_is_told_when_nobody_asks_before_it(tmp_path: Path) -> None:
    asked = "    if count(buyer.plants) > max_plants[player_count]:\n        run give_up_plant(buyer, plant)"
    assert [one for one in empty_decisions(subject("power_grid")) if isinstance(one, Found)] == []
    # The plant that was bought lies among those of its buyer: to fill a zone is to know of it.
    folder = changed("power_grid", tmp_path, "rules/auction.rules", asked, "    run give_up_plant(buyer, plant)")
    assert [one for one in empty_decisions(subject(folder)) if isinstance(one, Found)] == []
    found = [one for one in empty_decisions(subject("breakthrough")) if isinstance(one, Found)]
    assert [(one.told.code, one.rule) for one in found] == [("V124", "play/turn")]


def test_a_free_option_is_a_choice() -> None:
    found = [one for one in empty_decisions(subject("power_grid")) if isinstance(one, Holds)]
    assert {(one.rule, one.level) for one in found} == {
        ("bidding.ascending/outbidding", Level.PROVED),
        ("building/construction", Level.PROVED),
        ("earn_money/production", Level.PROVED),
        ("resources/purchase", Level.PROVED),
    }


def test_who_changes_what() -> None:
    found = {one.rule: dict(one.by.args)["names"] for one in rules_by_field(subject("power_grid"))}
    assert found["state:region.in_play"] == "choose_regions"
    assert found["state:game.turn_order"] == "draw_starting_order, set_turn_order"
    assert found["state:city.houses"] == "build_house"


def test_a_rule_that_changes_something_anew_is_told_against_the_base(tmp_path: Path) -> None:
    anew = "                set plant.fired to true cites P77\n                set owner.bought to true\n"
    folder = changed(
        "power_grid", tmp_path, "rules/bureaucracy.rules", "                set plant.fired to true cites P77\n", anew
    )
    base, now = subject("power_grid"), subject(folder)
    found = compare_with_base(judge_document_changes(base, now), base, now, Budget(0), ignore_progress)
    told = [(one.told, one.severity) for one in found if isinstance(one, Found) and one.told.code == "V312"]
    assert [(str(one.span).rpartition("/")[2], severity) for one, severity in told] == [
        ("bureaucracy.rules:14:17", "change")
    ]
    assert {name: dict(told[0][0].args)[name] for name in ("rule", "name", "others")} == {
        "rule": "earn_money",
        "name": "player.bought",
        "others": "sell",
    }


@pytest.mark.parametrize(
    ("steps", "asked", "codes"),
    [(2, "= enough", {"V126"}), (1, "= enough", set()), (2, ">= enough", set())],
    ids=["in twos", "in ones", "or more"],
)
def test_what_waits_for_one_number_that_is_passed_over(steps: int, asked: str, codes: set[str], tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "state.yaml", "player:\n", "player:\n  marks_made: {number: point}\n")
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text("utf-8") + "units: [point]\n", "utf-8")
    (folder / "constants.yaml").write_text(
        f"line_length: {{value: 3, source: [T5]}}\nstride: {{value: {steps}, unit: point}}\nenough: {{value: 9, unit: point}}\n",
        "utf-8",
    )
    text = (folder / "rules/play.rules").read_text("utf-8")
    made = "                set to_move to next(to_move)\n"
    assert made in text
    text = text.replace(made, f"                add stride to to_move.marks_made\n{made}")
    text += f"\nwhenever tired: some player in players where player.marks_made {asked} then:\n    end game\n"
    (folder / "rules/play.rules").write_text(text, "utf-8")
    assert {one.told.code for one in _found(subject(folder))} & {"V126"} == codes
