"""Silent games find what players can do in the first round only, and rounds in which nobody does anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.ruleset_check import check
from reguli.pipeline import LoadedRuleset

FILES = {
    "game.yaml": "ruleset: fields\nlanguage: 2\nversion: 1.0.0\nname: Fields\nplayers: {min: 2, max: 3}\nround: [work, rest]\n"
    "ranking: [{by: player.points, order: most}]\n",
    "components/k.yaml": "kinds:\n  worker: {tokens: {variety: player, supply: 3}, starts: worker.home}\n"
    "  field: {plural: fields, elements: [north, south, east]}\n".replace("starts: worker.home", "starts: player.home"),
    "state.yaml": "field: {workers: {zone: worker}}\n"
    "player: {home: {zone: worker}, points: {number: number}, role: {of: field}}\ngame: {clock: {number: number}}\n",
}
HOME = """
    for spot in fields:
        for owner in players:
            move count(spot.workers[owner]) of owner from spot.workers to owner.home
"""
RULES = """
phase work:
    for player in players:
        DECISION

phase rest:
    add 1 to clock
    if clock = last_round:
        end game

at end of round home_again:
    settleHOME
"""
ASKED = """repeat workers_each times:
            decide sending by player:
                send(spot in fields):
                    needs count(player.home[player]) > 0 because nobody_left
                    move 1 of player from player.home to spot.workers
                    add 1 to player.points
                stay:
                    needs count(player.home[player]) = 0 because somebody_left
                    settle"""
NOT_ASKED = """while count(player.home[player]) > 0:
            decide sending by player:
                send(spot in fields):
                    move 1 of player from player.home to spot.workers
                    add 1 to player.points"""
ONCE = """decide choosing by player:
            take_role(spot in fields):
                needs player.role is none because has_role
                set player.role to spot
                add 1 to player.points
            act:
                needs player.role is not none because no_role
                add 1 to player.points"""
AT_FIRST = """decide planting by player, repeatedly, or go_on:
            plant:
                needs round = 1 and player.points < last_round because too_late
                add 1 to player.points
        decide tending by player:
            tend:
                add 1 to player.points
            rest_a_while:
                settle"""


def codes(home: Path, decision: str, back: str) -> list[str]:
    rules = RULES.replace("DECISION", decision).replace("HOME", back)
    numbers = "last_round: 6\n" + "workers_each: 3\n" * ("workers_each" in rules)
    for name, text in {**FILES, "constants.yaml": numbers, "rules/r.rules": rules}.items():
        path = home / "fields" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [one.code for one in check(LoadedRuleset(str(home / "fields")), play=True).findings]


@pytest.mark.parametrize(
    ("decision", "back", "expected"),
    [
        pytest.param(ASKED, "", ["C144"], id="workers stay away, and players can only stay"),
        pytest.param(NOT_ASKED, "", ["C145"], id="workers stay away, and nobody is asked"),
        pytest.param(ASKED, HOME, [], id="workers come home"),
        pytest.param(ONCE, "", [], id="a role is chosen once"),
        pytest.param(AT_FIRST, "", [], id="an option says that it is of the first round"),
    ],
)
def test_what_is_used_up_and_never_given_back(tmp_path: Path, decision: str, back: str, expected: list[str]) -> None:
    assert codes(tmp_path, decision, back) == expected
