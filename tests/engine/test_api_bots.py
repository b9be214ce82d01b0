"""Bots in the library: they choose a move, or play on."""

from __future__ import annotations

from pathlib import Path

import pytest
from booth import written

import reguli


@pytest.fixture
def booth(booth_folder: Path) -> reguli.Game:
    return reguli.load(booth_folder)


def test_a_game_names_its_bots(booth: reguli.Game) -> None:
    assert booth.bots == ("random", "uniform", "greedy", "search")
    assert reguli.load("power_grid").bots == ("random", "uniform", "greedy", "search", "sane")


def test_a_bot_chooses_a_move_and_plays_nothing(booth: reguli.Game) -> None:
    playthrough = booth.start(2, seed=4, names=("anna", "ben"))
    before = playthrough.key
    for bot in booth.bots:
        move = playthrough.choose(bot)
        assert move in playthrough.moves()
        assert playthrough.choose(bot) == move
    assert playthrough.key == before


def test_bots_play_to_the_end_or_so_many_moves(booth: reguli.Game) -> None:
    whole, steps = booth.start(2, seed=4), booth.start(2, seed=4)
    made = whole.play_on("random")
    assert whole.over
    assert [steps.play_on(["random", "random"], moves=1) for _ in range(made)] == [1] * made
    assert (steps.over, steps.hash, steps.play_on("random")) == (True, whole.hash, 0)
    by_hand = booth.start(2, seed=4)
    while not by_hand.over:
        by_hand.apply(by_hand.choose("random"))
    assert by_hand.hash == whole.hash


def test_bots_that_come_to_no_end_are_stopped(booth: reguli.Game) -> None:
    playthrough = booth.start(2, seed=4)
    whole = booth.start(2, seed=4).play_on("random")
    with pytest.raises(reguli.RulesFault) as fault:
        playthrough.play_on("random", bounds=reguli.Bounds(moves=whole - 1))
    assert (fault.value.code, playthrough.over) == ("E320", False)
    assert f" rounds and {whole - 1} moves, and the game has not ended" in fault.value.sentence
    assert fault.value.place.startswith("booth/rules/")
    assert playthrough.play_on("random", moves=1, bounds=reguli.Bounds(moves=1)) == 1
    assert playthrough.over


def test_bots_stop_where_a_person_decides(booth: reguli.Game) -> None:
    playthrough = booth.start(2, seed=4, names=("anna", "ben"))
    playthrough.play_on(["random", "person"])
    assert playthrough.decision is not None
    assert playthrough.decision.by == "ben"
    assert playthrough.play_on(["random", "person"]) == 0


def test_bots_with_findings_are_told(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "bots.yaml").write_text("bots: 3\n", encoding="utf-8")
    game = reguli.load(folder)
    with pytest.raises(reguli.Findings) as findings:
        _ = game.bots
    assert findings.value.place.startswith("booth/bots.yaml:1")
