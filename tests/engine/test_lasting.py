"""What lasts a turn, a phase or a round is set back when the next one begins."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

FILES = {
    "game.yaml": "ruleset: wells\nlanguage: 2\nversion: 1.0.0\nname: Wells\nplayers: {min: 2, max: 2}\nround: [drawing, resting]\n",
    "state.yaml": "game:\n  well: {zone: drop}\nplayer:\n  thirst: {number: drop, range: [2, 9], lasts: round}\n  drew: {flag: true, lasts: turn}\n"
    "  slept: {flag: true, lasts: phase}\n",
    "components/kinds.yaml": "kinds:\n  drop: {tokens: {supply: unlimited}, starts: well}\n",
    "rules/rounds.rules": "phase drawing:\n    for player in players:\n        turn of player:\n            decide turn by player, repeatedly, or leave:\n"
    "                draw_up:\n                    needs not player.drew because once_a_turn\n                    set player.drew to true\n"
    "                    add 1 to player.thirst\n\n"
    "phase resting:\n    for player in players:\n        decide rest by player:\n            sleep:\n"
    "                needs not player.slept because asleep\n                set player.slept to true\n            wake:\n"
    "                if round > 1 and player.slept: end game\n\nat end of round night:\n    if round > 1: end game\n",
}


@pytest.fixture
def wells(tmp_path: Path) -> reguli.Game:
    folder = tmp_path / "wells"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return reguli.load(str(folder))


def test_a_flag_of_the_turn_is_gone_when_the_next_player_comes(wells: reguli.Game) -> None:
    sitting = wells.start(players=2, seed=1, play_forced=False)
    sitting.apply("draw_up")
    assert sitting.value("seat_1.drew") is True
    assert sitting.why("draw_up")[0].name == "once_a_turn"
    sitting.apply("leave")
    assert sitting.value("seat_1.drew") is False
    assert "draw_up" in sitting.moves()


def test_values_of_phase_and_round_come_back_to_their_start(wells: reguli.Game) -> None:
    sitting = wells.start(players=2, seed=1, play_forced=False)
    assert sitting.value("seat_1.thirst") == 2
    for move in ("draw_up", "leave", "draw_up", "leave", "sleep", "sleep"):
        sitting.apply(move)
    assert sitting.value("round") == 2
    assert sitting.value("seat_1.thirst") == 2
    for move in ("leave", "leave"):
        sitting.apply(move)
    assert sitting.value("seat_1.slept") is False
