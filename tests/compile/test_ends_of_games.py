"""What was announced or put off before ``end game`` still takes effect, then the game is over: the same in every back end."""

from __future__ import annotations

from pathlib import Path

import pytest
from interpreter_pairs import GAME, rules, ruleset
from same_game import BACK_ENDS, Compared, walker

EVENT = """
event built(builder: player)

when paid: built(any builder) then:
    {answer}
"""
ONE_POINT = EVENT.format(answer="add 1 to builder.points")


def ended(folder: Path, text: str, *taken: int, game: str = GAME) -> list[int]:
    """Play the moves of these places in every back end, and give the points of both players at the end."""
    made = ruleset(rules(folder, text, {"game.yaml": game}), 2)
    one = walker(made, 2)
    compared = Compared("ends", one, *(back(made, 2) for back in BACK_ENDS.values()))
    compared.begin(1, {})
    for at in taken:
        assert compared.look() is not None
        compared.alike("a move", lambda back, at=at: back.take(at))
    assert compared.look() is None
    assert one.here.over
    points = one.program.layout.fields["player.points"]
    return [one.slots()[points.base + seat * points.stride] for seat in range(2)]


def test_what_was_announced_before_the_end_is_answered(tmp_path: Path) -> None:
    text = f"""
phase counting:
    for one in players:
        announce built(one)
    announce built(first(players))
    end game
{ONE_POINT}"""
    assert ended(tmp_path, text) == [2, 1]


def test_what_was_put_off_before_the_end_is_done(tmp_path: Path) -> None:
    text = """
phase counting:
    later run pay(last(players))
    end game

procedure pay(one: player):
    add two to one.points
"""
    assert ended(tmp_path, text) == [0, 2]


def test_what_answers_announce_is_answered_too_and_triggers_are_asked_no_more(tmp_path: Path) -> None:
    text = """
phase counting:
    announce built(first(players))
    end game

event built(builder: player)
event praised(one: player)

when paid: built(any builder) then:
    add 1 to builder.points
    announce praised(next(builder))

when proud: praised(any one) then:
    add five to one.points

whenever rich: first(players).points = 1 then:
    add seven to first(players).points
"""
    assert ended(tmp_path, text) == [1, 5]


def test_nothing_behind_an_end_in_what_is_done_late_is_done(tmp_path: Path) -> None:
    text = f"""
phase counting:
    add 1 to left
    settle
    add seven to first(players).points

whenever full: left = 1 then:
    run finish
    add seven to first(players).points

procedure finish:
    announce built(last(players))
    announce built(last(players))
    end game
{ONE_POINT}"""
    assert ended(tmp_path, text) == [0, 2]


def test_an_answer_may_ask_and_may_end_the_game_itself(tmp_path: Path) -> None:
    answer = """decide bonus by builder:
        take:
            add 1 to builder.points
        stop:
            end game
    add two to builder.points"""
    text = f"""
phase counting:
    for one in players:
        announce built(one)
    end game
{EVENT.format(answer=answer)}"""
    assert ended(tmp_path / "both", text, 0, 0) == [3, 3]
    assert ended(tmp_path / "first", text, 0, 1) == [3, 0]
    assert ended(tmp_path / "second", text, 1, 0) == [0, 3]


TURNS = """
phase counting:
    for one in players:
        turn of one:
            decide go by one:
                build:
                    announce built(one)
                    {ending}
                rest:
                    settle
            add five to one.points
    end game

at end of turn counted:
    add thirty to first(players).points
"""


@pytest.mark.parametrize("answer", ["end turn", "end round", "settle"])
def test_the_turn_under_way_does_not_end_any_more(tmp_path: Path, answer: str) -> None:
    text = TURNS.format(ending="end game") + EVENT.format(answer=f"add 1 to builder.points\n    {answer}")
    assert ended(tmp_path, text, 0) == [1, 0]


def test_what_ends_the_game_may_run_again_in_what_is_left(tmp_path: Path) -> None:
    answer = """if builder.points < three:
        add 1 to builder.points
        run build(builder)"""
    text = f"""
phase counting:
    run build(first(players))

procedure build(one: player):
    decide go by one:
        on:
            announce built(one)
            end game
        wait:
            settle
    add five to one.points
{EVENT.format(answer=answer)}"""
    assert ended(tmp_path / "on", text, 0, 0, 0, 0) == [3, 0]
    assert ended(tmp_path / "wait", text, 0, 1) == [6, 0]
