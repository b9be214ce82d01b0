"""Options at any time of one's turn: offered whatever is asked, nested and afterwards, and then it is asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

FILES = {
    "game.yaml": "ruleset: hikes\nlanguage: 2\nversion: 1.0.0\nname: Hikes\nplayers: {min: 2, max: 2}\nround: [going]\n",
    "state.yaml": "player:\n  breaths: {number: number, range: [0, 9]}\n  cups: {number: number, range: [0, 9]}\n"
    "  steps: {number: number, range: [0, 9]}\n",
    "rules/hikes.rules": """\
options at_any_time(interpreter: player) during turn of interpreter:
    breathe:
        needs interpreter.breaths = 0 because breathed
        add 1 to interpreter.breaths
    drink:
        needs interpreter.cups <= 1 because had_enough
        run pour(interpreter)

procedure pour(interpreter: player):
    decide cup by interpreter:
        small:
            add 1 to interpreter.cups
        large:
            add 1 to interpreter.cups
            add 1 to interpreter.cups

phase going:
    for interpreter in players:
        turn of interpreter:
            decide deed by interpreter:
                climb:
                    run climb_on(interpreter)
                pour_out:
                    run pour(interpreter)
                shout:
                    announce shouted(interpreter)
                try_hard:
                    run hard(interpreter)
    end game

procedure climb_on(interpreter: player):
    decide way by interpreter:
        left:
            add 1 to interpreter.steps
        right:
            add 1 to interpreter.steps
    decide advice by next(interpreter):
        wise:
            add 1 to interpreter.steps
        foolish:
            add 1 to interpreter.steps

event shouted(interpreter: player)

when heard: shouted(any interpreter) then:
    decide echo by interpreter:
        listen:
            add 1 to interpreter.steps
        laugh:
            add 1 to interpreter.steps

procedure hard(interpreter: player):
    decide effort by interpreter, repeatedly, all or nothing:
        push:
            add 1 to interpreter.steps
        enough:
            needs interpreter.steps > 0 because not_a_step
            end effort
""",
}


@pytest.fixture
def hike(tmp_path: Path) -> reguli.Playthrough:
    return begin(tmp_path, FILES)


def begin(tmp_path: Path, files: dict[str, str]) -> reguli.Playthrough:
    folder = tmp_path / "hikes"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return reguli.load(str(folder)).start(players=2, seed=1, play_forced=False)


def asked(hike: reguli.Playthrough) -> str:
    assert hike.decision is not None
    return hike.decision.name


def test_it_is_asked_again_after_an_option_at_any_time(hike: reguli.Playthrough) -> None:
    hike.apply("breathe")
    assert asked(hike) == "deed"
    assert hike.why("breathe")[0].name == "breathed"
    assert hike.moves() == ["climb", "pour_out", "shout", "try_hard", "drink"]


def test_it_is_offered_in_decisions_within(hike: reguli.Playthrough) -> None:
    hike.apply("climb")
    hike.apply("breathe")
    assert asked(hike) == "way"
    assert hike.value("seat_1.breaths") == 1


def test_not_to_others_in_that_turn(hike: reguli.Playthrough) -> None:
    hike.apply("climb")
    hike.apply("left")
    assert asked(hike) == "advice"
    assert hike.moves() == ["wise", "foolish"]
    assert hike.why("breathe")[0].name == "turn_of_another"
    assert "turn" in hike.say_why("breathe")[0]


def test_what_it_asks_itself_offers_none_and_keeps_a_frame_of_its_own(hike: reguli.Playthrough) -> None:
    # The same procedure waits for a cup already.
    hike.apply("pour_out")
    hike.apply("drink")
    assert (asked(hike), hike.moves()) == ("cup", ["small", "large"])
    hike.apply("large")
    assert asked(hike) == "cup"
    assert hike.value("seat_1.cups") == 2
    hike.apply("small")
    assert hike.value("seat_1.cups") == 3
    assert hike.value("at_turn = seat_2")


def test_it_is_offered_in_what_comes_afterwards(hike: reguli.Playthrough) -> None:
    hike.apply("shout")
    assert asked(hike) == "echo"
    hike.apply("drink")
    hike.apply("small")
    assert asked(hike) == "echo"
    hike.apply("listen")
    assert hike.value("at_turn = seat_2")
    assert hike.value("seat_1.steps + seat_1.cups") == 2


def test_not_in_what_is_all_or_nothing(hike: reguli.Playthrough) -> None:
    hike.apply("try_hard")
    assert hike.moves() == ["push"]


def test_an_option_may_end_itself(tmp_path: Path) -> None:
    ended = """\
    breathe:
        needs interpreter.breaths = 0 because breathed
        add 1 to interpreter.breaths
        if interpreter.steps = 0:
            end at_any_time
        add 1 to interpreter.cups
"""
    plain = "    breathe:\n        needs walker.breaths = 0 because breathed\n        add 1 to walker.breaths\n"
    rules = FILES["rules/hikes.rules"].replace(plain, ended)
    hike = begin(tmp_path, FILES | {"rules/hikes.rules": rules})
    hike.apply("breathe")
    # Nothing but the option is left: the same decision is asked again, with the options at any time.
    assert asked(hike) == "deed"
    assert [hike.value(f"seat_1.{name}") for name in ("breaths", "cups")] == [1, 0]
    hike.apply("drink")
    assert asked(hike) == "cup"
