"""info: what a ruleset consists of, and what is left to chance in it."""

from __future__ import annotations

import json
import shlex

import pytest
from command_runs import Run


def test_every_site_of_chance_is_said_with_an_example_that_can_be_copied(reguli: Run) -> None:
    ran = reguli("info", "power_grid", "--chance", "--players", "3")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert [line.split(":")[0] for line in lines if line and not line.startswith(" ")][:3] == ["area", "player", "deck"]
    assert "    cast by choose_regions/lot  power_grid/rules/setup.rules:21:5  P12, P13, P14" in lines
    copied = [word for line in lines if "--chance" in line for word in shlex.split(line.partition("--chance")[2])]
    assert len(copied) == 3
    words = [word for example in copied for word in ("--chance", example)]
    assert reguli("play", "power_grid", "--players", "3", "--bots", "random", *words).code == 0


def test_the_order_in_which_chance_is_asked_is_said(reguli: Run) -> None:
    """P34: of three players 8 plants are taken out unseen; they are the first that come from the deck."""
    out = reguli("info", "power_grid", "--chance", "--players", "3").out
    assert out.endswith(
        "Before the first decision a game of 3 players asks of chance, in this order:\n"
        "   1  area: 1 outcome  (choose_regions/lot)\n"
        "   2  player: 3 outcomes  (draw_starting_order/lot)\n"
        "   3  deck: 8 outcomes  (prepare_plant_market/draw)\n"
    )


def test_chance_is_given_as_json(reguli: Run) -> None:
    told = json.loads(reguli("info", "power_grid", "--chance", "--json").out)["chance"]
    assert told["players"] == 2
    assert [site["name"] for site in told["sites"]] == ["area", "player", "deck"]
    assert told["sites"][0]["rules"][0]["place"] == "power_grid/rules/setup.rules:21:5"
    assert told["beginning"][2] == {"site": "deck", "rule": "prepare_plant_market/draw", "count": 8}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Nothing is left to chance."),
        ("ro", "Nimic nu este lăsat hazardului."),
        ("hu", "Semmi sincs a véletlenre bízva."),
    ],
)
def test_where_nothing_is_left_to_chance_that_is_said(reguli: Run, code: str, said: str) -> None:
    assert reguli("info", "hex", "--chance", "--lang", code).out == f"{said}\n"


def test_names_and_chance_come_together(reguli: Run) -> None:
    out = reguli("info", "power_grid", "--names", "--chance").out
    assert "start_money" in out.splitlines()
    assert "area: a lot that falls on several at once of the kind region" in out.splitlines()


def test_a_table_that_cannot_be_is_wrong_usage(reguli: Run) -> None:
    ran = reguli("info", "power_grid", "--chance", "--players", "9")
    assert (ran.code, ran.out) == (2, "")
    assert "X104" in ran.err
