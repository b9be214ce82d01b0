"""What runs in the main flow, at a settle point and by an option at any time has a frame in each: all may stand open at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from interpreter_pairs import twins

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.save_files import replay_json_save, to_json
from reguli.engine.notation import parse_move
from reguli.ir.executable_program import Playable
from reguli.source.diagnostic import Bag

FILES = {
    "game.yaml": "ruleset: wells\nlanguage: 2\nversion: 1.0.0\nname: Wells\nplayers: {min: 2, max: 2}\nround: [drawing]\n",
    "constants.yaml": "main_cup: 1\nlate_cup: 10\naside_cup: 100\n",
    "state.yaml": "player:\n  cups: {number: number, range: [0, 999]}\n  rung: {flag: true, lasts: turn}\n"
    "  drunk: {flag: true, lasts: turn}\n",
    "rules/wells.rules": """\
phase drawing:
    for drawer in players:
        turn of drawer:
            run pour(drawer, main_cup)
    end game

procedure pour(drawer: player, amount: number):
    let held = amount
    decide cup by drawer:
        fill:
            add held to drawer.cups
        ring:
            needs not drawer.rung because rung_already
            set drawer.rung to true
            announce heard_of(drawer)
            settle
            add held to drawer.cups

event heard_of(drawer: player)

when answered: heard_of(any drawer) then:
    run pour(drawer, late_cup)

options at_any_time(drawer: player) during turn of drawer:
    drink:
        needs not drawer.drunk because had_enough
        set drawer.drunk to true
        run pour(drawer, aside_cup)
""",
}


@pytest.fixture
def wells(tmp_path: Path) -> tuple[Playable, Playable]:
    for name, text in FILES.items():
        (tmp_path / "wells" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "wells" / name).write_text(text, encoding="utf-8")
    return twins(tmp_path / "wells", 2)


def play(playthrough: GamePlaythrough, *moves: str) -> None:
    for move in moves:
        playthrough.apply(parse_move(playthrough.program, playthrough.decision, move))


def cups(playthrough: GamePlaythrough) -> int:
    return playthrough.slots[playthrough.program.layout.fields["player.cups"].base]


def again(playthrough: GamePlaythrough) -> GamePlaythrough:
    """Save and load a playthrough."""

    def load(name: str, options: Mapping[str, str | bool], players: int, bag: Bag) -> Playable:
        return playthrough.program

    found = replay_json_save(json.loads(json.dumps(to_json(playthrough))), load, Bag())
    assert found is not None
    assert (found.differs, found.stopped) == (None, None)
    return found.playthrough


@pytest.mark.parametrize("which", [0, 1])
def test_all_three_stand_open_and_each_keeps_its_own(wells: tuple[Playable, Playable], which: int) -> None:
    playthrough = start_playthrough(wells[which], 1, play_forced=False)
    play(playthrough, "ring", "drink")
    assert cups(playthrough) == 0
    # What was begun last is done first, each with the cup it was run with; who rang for the first fills it without being asked again.
    for expected in (100, 100 + 10 + 1):
        playthrough = again(playthrough)
        play(playthrough, "fill")
        assert cups(playthrough) == expected


@pytest.mark.parametrize("seed", range(20))
def test_both_walk_alike_and_go_on_alike_when_saved(wells: tuple[Playable, Playable], seed: int) -> None:
    lots = Random(seed)
    written, walked = (start_playthrough(program, seed, play_forced=False) for program in wells)
    while not walked.over:
        family = lots.choice(list(walked.families()))
        move = family.move(lots.randrange(family.size))
        kept = again(walked)
        for playthrough in (written, walked, kept):
            playthrough.apply(move)
        assert standing(written) == standing(walked) == standing(kept)
    assert written.over


def standing(playthrough: GamePlaythrough) -> object:
    """What is saved, with every frame, and what may be done now."""
    moves = [(family.choice.option.name, family.arguments) for family in playthrough.families()]
    return list(map(int, playthrough.slots[: playthrough.program.saved])), moves
