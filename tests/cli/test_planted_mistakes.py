"""Slips of a designer in a copy of Power Grid that rules out nothing by itself: what `check` and `check --play` say of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run

from reguli.shipped_files import shipped_folder

SETTLED = ["start_city=by_step", "rearrange_between_firings=false", "hidden_money=true"]
"""Options that make no difference here: one table for each number of players is enough."""
Slip = Callable[[str, str, str], str]


@pytest.fixture
def slip(tmp_path: Path) -> Slip:
    """Write a copy of the game with one text replaced, and give its path."""

    def write(file: str, old: str, new: str) -> str:
        folder = tmp_path / "grid"
        shutil.copytree(shipped_folder("rulesets") / "power_grid", folder)
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old, text.count(old))
        path.write_text(text.replace(old, new), encoding="utf-8")
        return str(folder)

    return write


FOUND_AT_ONCE = [
    pytest.param(
        (
            "game.yaml",
            'when: "most_cities >= stage_2_cities[player_count]"',
            'when: "1 = 0"',
        ),
        "C107",
        ["grid/game.yaml:", "'1 = 0' never holds"],
        id="stage condition that never holds",
    ),
    pytest.param(
        ("components/cards.yaml", "[plant_4, 4, [coal]", "[plant_4, 3, [coal]"),
        "C111",
        ["grid/components/cards.yaml:21:", "'plant_4' and 'plant_3' are both called '3'"],
        id="two plants with one number",
    ),
    pytest.param(
        ("rules/bureaucracy.rules", "while count(plant.burning) < plant.need:", "while plant.need > 0:"),
        "R308",
        ["grid/rules/bureaucracy.rules:", "plant.need > 0"],
        id="loop that asks for what never changes",
    ),
    pytest.param(
        ("boards/germany.yaml", "      - [flensburg, kiel, 4]\n", ""),
        "C113",
        ["grid/boards/germany.yaml:23:", "flensburg"],
        id="city without a connection",
    ),
    pytest.param(
        (
            "boards/germany.yaml",
            "      - [dortmund, essen, 4]\n",
            "      - [dortmund, essen, 4]\n      - [essen, dortmund, 5]\n",
        ),
        "C112",
        ["grid/boards/germany.yaml:93:", "'essen' and 'dortmund' stands twice"],
        id="connection that stands twice",
    ),
    pytest.param(
        ("components/fuel.yaml", "supply: {coal: 24,", "supply: {coal: 20,"),
        "E310",
        ["grid/rules/setup.rules:", "24 of 'coal' were to be taken from 'game.supply', where 20 are", "with 2 players"],
        id="supply smaller than what is laid out",
    ),
    pytest.param(
        ("tables.yaml", "rows: {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}", "rows: {2: 3, 3: 3, 4: 4, 5: 5, 6: 7}"),
        "E3",
        ["grid/rules/setup.rules:", "with 6 players"],
        id="more regions than there are",
    ),
    pytest.param(
        (
            "tables.yaml",
            "to: 20}]\n  unit: elektro\n  rows: [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150]",
            "to: 19}]\n  unit: elektro\n  rows: [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148]",
        ),
        "C114",
        ["grid/tables.yaml:", "asked for 20"],
        id="last row of a table cut off",
    ),
]
FOUND_IN_PLAY = [
    pytest.param(
        (
            "rules/building.rules",
            "for builder in reversed(turn_order):",
            "for builder in reversed(turn_order) where builder.houses is empty:",
        ),
        "C115",
        ["grid/rules/building.rules:", "'building'"],
        id="phase in which nobody acts",
    ),
    pytest.param(
        ("tables.yaml", "    uranium: [16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1]", "    uranium: [2, 1]"),
        "E302",
        ["grid/rules/resources.rules:", "'place_price' has no cell for uranium, "],
        id="price table shorter than the market",
    ),
    pytest.param(
        (
            "rules/building.rules",
            "pay cost from builder.money to bank because too_expensive(cost) cites P94, P97, P98, P99, P101, P106, P134, P138, P151, P168, P172",
            "move cost from builder.money to bank",
        ),
        "E310",
        ["grid/rules/building.rules:", "'player.money'"],
        id="guard for money taken out",
    ),
    pytest.param(
        ("tables.yaml", "rows: {2: 21, 3: 17, 4: 17, 5: 15, 6: 14}", "rows: {2: 99, 3: 99, 4: 99, 5: 99, 6: 99}"),
        "E320",
        ["grid/rules/", "the game has not ended"],
        id="end that cannot come",
    ),
    pytest.param(
        ("tables.yaml", "2: {first: [3, 2, 1, 1]", "2: {first: [-3, 2, 1, 1]"),
        "E310",
        ["grid/rules/bureaucracy.rules:", "-3 of 'coal'", "with 2 players"],
        id="resupply below zero with two players",
    ),
    pytest.param(
        ("rules/auction.rules", "needs round > 1", "needs round >= 1"),
        "V120",
        ["grid/rules/auction.rules:", "'round >= 1' always holds"],
        id="guard that always holds",
    ),
]


@pytest.mark.parametrize(("change", "code", "said"), FOUND_AT_ONCE)
def test_check_finds(reguli: Run, slip: Slip, change: tuple[str, str, str], code: str, said: list[str]) -> None:
    ran = reguli("check", slip(*change))
    assert ran.code == 1
    assert code in ran.out
    for part in said:
        assert part in ran.out
    assert "to do:" in ran.out


@pytest.mark.parametrize(("change", "code", "said"), FOUND_IN_PLAY)
def test_check_play_finds(reguli: Run, slip: Slip, change: tuple[str, str, str], code: str, said: list[str]) -> None:
    folder = slip(*change)
    assert reguli("check", folder).code == 0, "it would not be found without playing"
    options = [word for option in ("map=germany", *SETTLED) for word in ("--option", option)]
    ran = reguli("check", folder, "--play", "--budget", "2000", *options)
    assert ran.code == 1
    assert code in ran.out
    for part in said:
        assert part in ran.out
    assert "to do:" in ran.out
    if code.startswith("E"):
        assert f"to see it: reguli play {folder} --players" in ran.out
