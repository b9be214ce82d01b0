"""trace: value, place, source, what changed it, who reads it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from command_runs import Run


def traced(reguli: Run, *words: str) -> Any:
    ran = reguli("trace", *words, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize(
    ("name", "value", "unit", "cite", "file"),
    [
        ("start_money", 50, "elektro", "P16", "constants.yaml"),
        ("max_plants[2]", 4, "card", "P60", "tables.yaml"),
        ("resupply[4, first, coal]", 5, "token", "P166", "tables.yaml"),
        ("place_price[uranium, 1]", 16, "elektro", "P22", "tables.yaml"),
        ("card.plant_13.powers", 1, "city", "P75", "components/cards.yaml"),
        ("plant_14.fuels", ["garbage"], "fuel", "P72", "components/cards.yaml"),
        ("city.essen.region", "w", "region", "P1", "boards/germany.yaml"),
        ("card.stage_3.is_plant", False, None, "P7", "components/cards.yaml"),
    ],
)
def test_a_value_has_place_unit_and_source(
    reguli: Run, *, name: str, value: object, unit: str | None, cite: str, file: str
) -> None:
    found = traced(reguli, "power_grid", name)
    assert (found["value"], found["unit"]) == (value, unit)
    assert found["place"].startswith(f"power_grid/{file}:")
    assert cite in found["cites"]
    assert any(statement["id"] == cite and statement["sources"] for statement in found["statements"])


def test_who_reads_a_value_is_told_with_file_and_line(reguli: Run) -> None:
    (reader,) = traced(reguli, "power_grid", "start_money")["readers"]
    assert reader["rule"] == "equip_players/move"
    assert reader["place"].startswith("power_grid/rules/setup.rules:")
    readers = {reader["rule"] for reader in traced(reguli, "power_grid", "end_cities")["readers"]}
    assert any("game_end" in rule for rule in readers)
    assert {"stage.second"} <= {reader["rule"] for reader in traced(reguli, "power_grid", "stage_2_cities")["readers"]}


def test_a_define_says_what_it_is_made_of(reguli: Run) -> None:
    found = traced(reguli, "power_grid", "price")
    assert found["made_of"] == ["connection_cost", "house_cost"]
    assert any("connect" in reader["rule"] for reader in found["readers"])


def test_an_option_that_sets_a_constant_is_told(reguli: Run) -> None:
    changes = {change["by"]: change for change in traced(reguli, "breakthrough", "width")["changes"]}
    assert changes["option size=small"]["value"] == 6
    assert not changes["option size=small"]["chosen"]
    found = traced(reguli, "breakthrough", "width", "--option", "size=small")
    assert found["value"] == 6
    assert {change["by"] for change in found["changes"] if change["chosen"]} == {"option size=small"}


def test_a_variant_that_sets_a_value_is_told(reguli: Run, variant: Callable[[str], str]) -> None:
    path = variant("variant: rich\nof: power_grid\nset:\n  constants.start_money: 60\n  'tables.max_plants[2]': 5\n")
    for name, value, line in (("start_money", 60, 4), ("max_plants[2]", 5, 5)):
        found = traced(reguli, path, name)
        assert found["value"] == value
        assert [change["by"] for change in found["changes"]] == ["variant rich"]
        assert found["place"].startswith(f"mine/variant.yaml:{line}:")
    assert traced(reguli, path, "max_plants[3]")["changes"] == []


def test_the_text_says_the_same(reguli: Run) -> None:
    out = reguli("trace", "power_grid", "resupply[4,", "first,", "coal]").out
    assert out.startswith("resupply[4, first, coal] = 5 token")
    assert "refill_resource_market" in out
    assert "max_plants[2] = 4" in reguli("trace", "power_grid", "max_plants").out


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("max_plants[7]", "X121", "'7' is no player_count of max_plants\n  expected: one of: 2, 3, 4, 5, 6\n"),
        ("max_plants[two]", "X121", "expected: one of: 2, 3, 4, 5, 6\n"),
        ("resupply[4, frist, coal]", "X121", "did you mean 'first'?"),
        ("place_price[uranium, 13]", "X121", "9, 10, 11, 12\n"),
        ("max_plants[2, 3]", "X122", "expected: max_plants[player_count]\n"),
        ("resupply[4]", "X122", "stage (first, second, third), fuel (coal, oil, garbage, uranium)"),
        ("max_plants[]", "X122", "player_count (2, 3, 4, 5, 6)"),
        ("max_plants[2", "X122", "max_plants[player_count]"),
        ("max_plants[2+1]", "X122", "max_plants[player_count]"),
        ("max_plants[-1]", "X122", "max_plants[player_count]"),
        ("max_plants[2][3]", "X122", "max_plants[player_count]"),
        ("max_plants 3", "X122", "max_plants[player_count]"),
        (f"max_plants[{'(' * 5000}", "X122", "…' is no cell of max_plants"),
        ("max_plants[99999999999999999999]", "X122", "max_plants[player_count]"),
        ("max_plnts[3]", "X109", "did you mean 'max_plants'?"),
        ("start_money[2]", "X109", "did you mean 'start_money'?"),
        ("constants.start_money", "X109", "did you mean 'start_money'?"),
        ("price(anna)", "X109", "did you mean 'price'?"),
        ("card.plnat_9.powers", "X121", "did you mean 'plant_9'?"),
        ("card.plant_13.powres", "X121", "expected: one of: number, fuels, need, powers, is_plant\n"),
        ("essen.regoin", "X121", "did you mean 'region'?"),
        ("card", "X123", "'card' is a kind, which has no value of its own"),
        ("card.plant_13", "X123", "for example card.plant_13.number"),
        ("essen", "X123", "for example city.essen.name"),
        ("card..powers", "X121", "'powers' is no element of card"),
        ("fifty", "X109", "reguli info power_grid --names"),
        ("50", "X109", "reguli info power_grid --names"),
        ("", "X103", "say which value"),
        ("  ", "X103", "say which value"),
        ("x" * 5000, "X109", f"'{'x' * 80}…' names no value"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_cannot_be_traced_is_said_with_what_can(reguli: Run, typed: str, code: str, said: str) -> None:
    ran = reguli("trace", "power_grid", typed)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{code} ")
    assert said in ran.err
