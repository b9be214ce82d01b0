"""The end of a round from anywhere: what is under way comes to its end, and no further phase comes."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.notation import parse_move
from reguli.ir.state_layout import FACTS
from reguli.pipeline import LoadedRuleset

GAME = "ruleset: fogs\nlanguage: 2\nversion: 1.0.0\nname: Fogs\nplayers: {min: 2, max: 3}\nround: [sailing, trading, resting]\n"
STATE = "game:\n" + "".join(
    f"  {name}: {{number: number, range: [0, 99]}}\n"
    for name in ("sailed", "traded", "rested", "behind", "turns", "sail_ends", "trade_ends", "round_ends", "warned")
)
RULES = """\
phase sailing:
    for sailor in players:
        decide course by sailor:
            on:
                add 1 to sailed
            turn_back:
                run fog
                add 1 to behind
    add 1 to behind

phase trading:
    for trader in players:
        turn of trader:
            decide bargain by trader:
                trade:
                    add 1 to traded
                leave_all:
                    run fog
                warn:
                    announce warned_of(trader)
                    add 1 to warned
            settle
            add 1 to behind
    add 1 to behind

phase resting:
    decide rest by seat_1:
        sleep:
            add 1 to rested
        wake:
            add 1 to rested

procedure fog:
    end round

event warned_of(trader: player)

when heard: warned_of(any trader) then:
    decide answer by next(trader):
        believe:
            run fog
            add 1 to behind
        laugh:
            add 1 to warned

at end of sailing sailed_out:
    add 1 to sail_ends

at end of trading traded_out:
    add 1 to trade_ends

at end of turn gone:
    add 1 to turns

at end of round, order 1 night:
    add 1 to round_ends

at end of round, order 2 done:
    if round = count(players) + 1:
        end game
"""


def sailing_only(home: Path, rules: str) -> reguli.Playthrough:
    return start(home, rules, GAME.replace(", trading, resting", ""))


def start(home: Path, rules: str = RULES, game: str = GAME) -> reguli.Playthrough:
    folder = home / "fogs"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "state.yaml").write_text(STATE, encoding="utf-8")
    (folder / "rules/fogs.rules").write_text(rules, encoding="utf-8")
    return reguli.load(str(folder)).start(players=2, seed=1, play_forced=False)


@pytest.fixture
def fogs(tmp_path: Path) -> reguli.Playthrough:
    return start(tmp_path)


def values(fogs: reguli.Playthrough, *names: str) -> list[object]:
    return [fogs.value(name) for name in names]


def asked(fogs: reguli.Playthrough) -> str:
    assert fogs.decision is not None
    return fogs.decision.name


def test_phases_after_it_do_not_come(fogs: reguli.Playthrough) -> None:
    fogs.apply("turn_back")
    # Of three phases the first has come to its end, with what stands there, and the next round has begun with it.
    assert values(fogs, "round", "sail_ends", "trade_ends", "round_ends") == [2, 1, 0, 1]
    assert asked(fogs) == "course"
    assert values(fogs, "sailed", "traded", "rested", "behind") == [0, 0, 0, 0]


def test_the_turn_under_way_ends_first(fogs: reguli.Playthrough) -> None:
    for move in ("on", "on", "trade", "leave_all"):
        fogs.apply(move)
    # Two turns were taken and both ended; behind each turn but the second stands a line, and one behind the first phase.
    assert values(fogs, "round", "turns", "behind", "trade_ends", "rested") == [2, 2, 2, 1, 0]
    assert "at_turn" not in fogs.position()["facts"]  # type: ignore[operator]


def test_what_comes_afterwards_ends_it_when_it_has_ended(fogs: reguli.Playthrough) -> None:
    for move in ("on", "on", "warn", "believe"):
        fogs.apply(move)
    assert values(fogs, "round", "turns", "warned", "trade_ends", "round_ends") == [2, 1, 1, 1, 1]
    # What ran the rule that ends the round was done to its end, the turn was not gone on with; one stands behind the first phase.
    assert values(fogs, "behind") == [2]


def test_so_does_what_comes_last_in_a_turn(tmp_path: Path) -> None:
    fogs = start(tmp_path, RULES.replace("            settle\n", ""))
    for move in ("on", "on", "warn", "believe"):
        fogs.apply(move)
    # There is nothing in the turn by then that is left out; its end comes once.
    assert values(fogs, "round", "turns", "behind", "trade_ends", "round_ends") == [2, 1, 3, 1, 1]


def test_and_otherwise_the_round_goes_on(fogs: reguli.Playthrough) -> None:
    for move in ("on", "on", "warn", "laugh", "trade", "sleep"):
        fogs.apply(move)
    assert values(fogs, "round", "turns", "rested", "sail_ends", "trade_ends", "round_ends") == [2, 2, 1, 1, 1, 1]


def test_rounds_left_are_rounds(fogs: reguli.Playthrough) -> None:
    for _ in range(3):
        fogs.apply("turn_back")
    assert fogs.over
    assert values(fogs, "round", "round_ends") == [3, 3]


def test_a_round_left_in_the_midst_leaves_nothing_behind(fogs: reguli.Playthrough, tmp_path: Path) -> None:
    """However the second round was come to, nothing but the rules' own counters differs."""
    program = LoadedRuleset(str(tmp_path / "fogs")).program(2)
    ends = []
    for moves in (["turn_back"], ["on", "on", "leave_all"], ["on", "on", "warn", "believe"], ["on", "turn_back"]):
        playthrough = start_playthrough(program, 1, play_forced=False)
        for move in moves:
            playthrough.apply(parse_move(program, playthrough.decision, move))
        assert playthrough.fact("round") == 2
        ends.append([*playthrough.slots[: len(FACTS)], *playthrough.slots[program.frames : program.logical]])
    assert ends[1:] == ends[:1] * 3


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        # At the start of a round no phase comes; at the start of one that ends, and at an end what comes behind does not.
        ("at start of round cut:\n    if round = 1:\n        end round\n", [2, 0, 0, 1]),
        ("at start of trading cut:\n    if round = 1:\n        end round\n", [2, 1, 1, 1]),
        ("at end of trading, order 9 cut:\n    if round = 1:\n        end round\n", [2, 1, 1, 1]),
        ("at end of round, order 9 cut:\n    if round = 1:\n        end round\n", [2, 1, 1, 1]),
        ("at start of turn cut:\n    if round = 1:\n        end round\n", [2, 1, 1, 1]),
        ("at end of turn, order 9 cut:\n    if round = 1:\n        end round\n", [2, 1, 1, 1]),
    ],
)
def test_it_may_stand_at_every_moment(tmp_path: Path, moment: str, expected: list[int]) -> None:
    fogs = start(tmp_path, RULES + "\n" + moment)
    while fogs.value("round") == 1:
        fogs.apply({"course": "on", "bargain": "trade", "rest": "sleep"}[asked(fogs)])
    assert values(fogs, "round", "sail_ends", "trade_ends", "round_ends") == expected


RING = """\
phase sailing:
    for sailor round clockwise_from(seat_1):
        turn of sailor:
            decide course by sailor:
                on:
                    add 1 to sailed
                turn_back:
                    end round
            add 1 to behind
        add 1 to traded
    add 1 to rested
    if round = count(players):
        end game

at end of turn gone:
    add 1 to turns
"""


def test_in_a_way_round_it_leaves_that_when_the_turn_has_ended(tmp_path: Path) -> None:
    fogs = sailing_only(tmp_path, RING)
    for move in ("on", "on", "on", "turn_back"):
        fogs.apply(move)
    # Four turns were taken and ended; the lines behind the last in the loop did not come, the one behind the loop did.
    assert values(fogs, "round", "sailed", "behind", "traded", "turns", "rested") == [2, 3, 3, 3, 4, 1]
    fogs.apply("turn_back")
    assert fogs.over
    assert values(fogs, "turns", "rested") == [5, 2]
    assert fogs.value("at_turn is none")


def test_a_way_round_within_a_decision_is_left_alone(tmp_path: Path) -> None:
    inner = """\
phase sailing:
    decide plan by seat_1, repeatedly:
        sail:
            needs sailed = 0 because too_far
            for sailor round clockwise_from(seat_1):
                decide course by sailor:
                    on:
                        add 1 to sailed
                    turn_back:
                        end round
            add 1 to behind
        stop:
            end game
"""
    fogs = sailing_only(tmp_path, inner)
    for move in ("sail", "on", "turn_back"):
        fogs.apply(move)
    # What is behind the loop is done, and the decision round it is asked again.
    assert values(fogs, "sailed", "behind") == [1, 1]
    assert asked(fogs) == "plan"


def test_what_is_round_a_turn_is_left_behind_its_end(tmp_path: Path) -> None:
    left = """\
phase sailing:
    for sailor in players:
        decide plan by sailor:
            sail:
                turn of sailor:
                    decide course by sailor:
                        on:
                            add 1 to sailed
                        give_up:
                            end plan
                        turn_back:
                            end sailing
                add 1 to behind
    add 1 to rested

at end of turn gone:
    add 1 to turns

at end of sailing, order 1 done:
    if round = count(players):
        end game
"""
    fogs = sailing_only(tmp_path, left)
    for move in ("sail", "on", "sail", "give_up"):
        fogs.apply(move)
    assert values(fogs, "round", "behind", "turns", "rested") == [2, 1, 2, 1]
    for move in ("sail", "turn_back"):
        fogs.apply(move)
    assert fogs.over
    assert values(fogs, "behind", "turns", "rested", "sail_ends") == [1, 3, 1, 0]
    assert fogs.value("at_turn is none")
