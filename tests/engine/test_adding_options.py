"""Options added to a decision: whoever is asked has a name of their own, and the decision is asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli

FILES = {
    "game.yaml": "ruleset: fairs\nlanguage: 2\nversion: 1.0.0\nname: Fairs\nplayers: {min: 2, max: 2}\nround: [going]\n",
    "state.yaml": "game:\n  mover: {of: player, start: seat_1}\nplayer:\n  rides: {number: number, range: [0, 9]}\n"
    "  jumped: {flag: true}\n",
    "rules/fairs.rules": """\
phase going:
    let prize = 1
    decide ride by mover:
        wheel:
            add prize to mover.rides
        train:
            add 1 to mover.rides
    decide walk by mover, or go_home:
        round_the_pond:
            add 1 to mover.rides
    end game

options ride(rider: player):
    jump:
        needs not rider.jumped because jumped_already
        set rider.jumped to true
        set mover to next(mover)
        add prize to rider.rides
    leave:
        end ride

options walk(rider: player):
    hop:
        needs rider.rides < 1 because full
        add 1 to rider.rides
""",
}


@pytest.fixture
def fair(tmp_path: Path) -> reguli.Playthrough:
    folder = tmp_path / "fairs"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return reguli.load(str(folder)).start(players=2, seed=1, play_forced=False)


def asked(fair: reguli.Playthrough) -> tuple[str, str]:
    assert fair.decision is not None
    return fair.decision.name, fair.decision.by


def test_who_was_asked_keeps_the_name_and_whoever_is_next_is_asked(fair: reguli.Playthrough) -> None:
    assert fair.moves() == ["wheel", "train", "jump", "leave"]
    fair.apply("jump")
    assert (fair.value("seat_1.rides"), fair.value("seat_2.rides")) == (1, 0)
    assert asked(fair) == ("ride", "seat_2")
    fair.apply("jump")
    assert asked(fair) == ("ride", "seat_1")
    assert fair.why("jump")[0].name == "jumped_already"


def test_one_that_ends_the_decision_leaves_it(fair: reguli.Playthrough) -> None:
    fair.apply("leave")
    assert asked(fair) == ("walk", "seat_1")
    assert fair.moves() == ["round_the_pond", "go_home", "hop"]
    fair.apply("hop")
    assert fair.moves() == ["round_the_pond", "go_home"]
    fair.apply("go_home")
    assert fair.over


def test_a_game_with_them_is_saved_and_opened(fair: reguli.Playthrough, tmp_path: Path) -> None:
    fair.apply("jump")
    fair.save(tmp_path / "fair.json")
    again = reguli.load_save(tmp_path / "fair.json")
    assert again.hash == fair.hash
