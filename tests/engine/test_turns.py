"""Turns: who has one, what is done when it begins and ends, and how it is left from anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

FILES = {
    "game.yaml": "ruleset: walks\nlanguage: 2\nversion: 1.0.0\nname: Walks\nplayers: {min: 2, max: 3}\nround: [going]\n",
    "state.yaml": "player:\n  begun: {number: number, range: [0, 9]}\n  gone: {number: number, range: [0, 9]}\n"
    "  ended: {number: number, range: [0, 9]}\n  tired: {flag: true, lasts: turn}\n",
    "rules/walks.rules": """\
phase going:
    for interpreter in players:
        turn of interpreter:
            run walk(interpreter)
            settle
            add 1 to interpreter.gone

procedure walk(interpreter: player):
    decide deed by interpreter, repeatedly:
        rest:
            set interpreter.tired to true
        stay:
            run give_up
            add 1 to interpreter.gone
        stumble:
            announce stumbled(interpreter)
            end deed
        go:
            end deed

procedure give_up:
    end turn

event stumbled(interpreter: player)

when falls: stumbled(any interpreter) then:
    decide help by interpreter:
        fall:
            run give_up
        stand:
            add 1 to interpreter.gone

at start of turn, order 2 second:
    if at_turn.begun > 0:
        add 1 to at_turn.begun

at start of turn, order 1 first:
    set at_turn.begun to 1

at end of turn evening:
    if not at_turn.tired:
        add 1 to at_turn.ended

at end of round done:
    end game
""",
}


@pytest.fixture
def walks(tmp_path: Path) -> reguli.Playthrough:
    return start(tmp_path, FILES)


def start(tmp_path: Path, files: dict[str, str]) -> reguli.Playthrough:
    folder = tmp_path / "walks"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return reguli.load(str(folder)).start(players=2, seed=1, play_forced=False)


def numbers(walks: reguli.Playthrough, seat: str) -> list[object]:
    """How often the turn of a seat was begun (by two rules in order: 2), gone through and ended."""
    return [walks.value(f"{seat}.{name}") for name in ("begun", "gone", "ended")]


def test_moments_of_a_turn_come_in_order_and_know_whose_it_is(walks: reguli.Playthrough) -> None:
    assert walks.value("at_turn = seat_1")
    assert numbers(walks, "seat_1") == [2, 0, 0]
    walks.apply("go")
    assert walks.value("at_turn = seat_2")
    assert numbers(walks, "seat_1") == [2, 1, 1]


def test_what_lasts_a_turn_is_still_there_at_its_end(walks: reguli.Playthrough) -> None:
    walks.apply("rest")
    walks.apply("go")
    assert numbers(walks, "seat_1") == [2, 1, 0]
    # The turn of the next has begun, and it is gone.
    assert walks.value("seat_1.tired") is False
    assert walks.position()["facts"]["at_turn"] == "seat_2"  # type: ignore[index,call-overload]


def test_a_turn_is_left_from_what_it_runs(walks: reguli.Playthrough) -> None:
    walks.apply("stay")
    # Neither the option nor the turn goes on, and the end of the turn comes.
    assert numbers(walks, "seat_1") == [2, 0, 1]
    assert walks.value("at_turn = seat_2")


def test_what_comes_afterwards_ends_the_turn_when_it_has_ended(walks: reguli.Playthrough) -> None:
    walks.apply("stumble")
    assert walks.decision is not None
    assert walks.decision.name == "help"
    walks.apply("fall")
    assert numbers(walks, "seat_1") == [2, 0, 1]
    assert walks.value("at_turn = seat_2")


def test_and_otherwise_it_goes_on(walks: reguli.Playthrough) -> None:
    walks.apply("stumble")
    walks.apply("stand")
    assert numbers(walks, "seat_1") == [2, 2, 1]


def test_what_comes_last_in_a_turn_may_end_it(tmp_path: Path) -> None:
    rules = FILES["rules/walks.rules"].replace("            settle\n", "")
    walks = start(tmp_path, FILES | {"rules/walks.rules": rules})
    walks.apply("stumble")
    walks.apply("fall")
    # It had been gone through; its end comes once, and the next turn begins.
    assert numbers(walks, "seat_1") == [2, 1, 1]
    assert walks.value("at_turn = seat_2")


def test_a_turn_left_in_the_midst_leaves_nothing_behind(walks: reguli.Playthrough) -> None:
    other = walks.branch()
    for move in ("stay", "stay"):
        walks.apply(move)
    assert walks.over
    assert "at_turn" not in walks.position()["facts"]  # type: ignore[operator]
    other.apply("stay")
    again = other.branch()
    again.apply("rest")
    assert again.decision == other.decision
