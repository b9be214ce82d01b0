"""All or nothing: what surely cannot be finished is refused, what may be is offered, and whoever finds no end is taken back."""

from __future__ import annotations

import pickle
from itertools import chain, combinations
from pathlib import Path

import pytest
from furnace import furnace, strongest
from test_symmetry_classes import judged
from vault import vault

from reguli.engine.gameplay import program_execution
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.history.journal import visible_entries
from reguli.engine.history.playthrough_state import capture_state, position_and_chance_hash, resume_playthrough
from reguli.engine.history.save_files import replay_json_save, to_json
from reguli.engine.notation import move_text, parse_move
from reguli.ir.executable_program import Playable
from reguli.source.diagnostic import Bag


def moves(played: GamePlaythrough) -> list[str]:
    assert played.decision is not None
    return [move_text(played.program, played.decision, move) for move in played.legal()]


def take(played: GamePlaythrough, *texts: str) -> None:
    for text in texts:
        played.apply(move(played, text))


def move(played: GamePlaythrough, text: str) -> Move:
    assert played.decision is not None
    return parse_move(played.program, played.decision, text)


def refused(played: GamePlaythrough, text: str) -> list[str]:
    return [refusal.name for refusal in refusal_reasons(played, move(played, text))]


def told(played: GamePlaythrough) -> list[str]:
    return [entry.text for entry in visible_entries(played) if entry.verb == "take_back"]


def test_every_answer_is_that_of_full_enumeration(tmp_path: Path) -> None:
    """With five bolts: from each set of bolts that are out, those may follow that keep the first one in."""
    made = vault(tmp_path, 5, out=5)
    names = [f"bolt_{number}" for number in range(1, 6)]
    for out in chain.from_iterable(combinations(names[1:], size) for size in range(5)):
        played = start_playthrough(made, play_forced=False)
        take(played, "try_lock", *(f"turn_out {bolt}" for bolt in out))
        wanted = [f"turn_out {bolt}" for bolt in names[1:] if bolt not in out]
        assert moves(played) == wanted + ["open_door"] * ("bolt_5" in out)
        assert refused(played, "turn_out bolt_1") == ["cannot_be_finished"]
        assert played.doubts == set()


@pytest.mark.parametrize("bolts", [8, 18])
def test_a_search_that_gives_up_refuses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bolts: int) -> None:
    monkeypatch.setattr(program_execution, "TRIES", 40)
    played = start_playthrough(vault(tmp_path, bolts, out=bolts))
    assert moves(played) == ["try_lock", "walk_away"]
    assert played.doubts == {"at_the_door"}
    # What is legal may be done: the last bolt out, and the door opened.
    take(played, "try_lock", f"turn_out bolt_{bolts}", "open_door")
    assert (played.over, played.fact("over"), told(played)) == (True, 1, [])


def in_vain(made: Playable) -> GamePlaythrough:
    """The first bolt out, then the others until none is left: with the first one out the door never opens."""
    played = start_playthrough(made)
    take(played, "try_lock", "turn_out bolt_1")
    while played._held is not None and played._held.first is not None:
        take(played, moves(played)[0])
    return played


def test_who_has_no_move_left_is_taken_back_and_what_was_in_vain_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_execution, "TRIES", 20)
    played = in_vain(vault(tmp_path, 8, out=8))
    assert told(played) == ["take_back seat_1: bolts_to_turn"]
    assert moves(played) == [f"turn_out bolt_{number}" for number in range(2, 9)]
    assert refused(played, "turn_out bolt_1") == ["tried_in_vain"]
    assert not played.allows(move(played, "turn_out bolt_1"))
    take(played, "turn_out bolt_8", "open_door")
    assert played.over


def fresh(made: Playable) -> GamePlaythrough:
    played = start_playthrough(made)
    take(played, "try_lock")
    return played


def test_what_was_in_vain_is_part_of_the_past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_execution, "TRIES", 20)
    made = vault(tmp_path, 8, out=8)
    played = in_vain(made)
    branched, kept = played.branch(), resume_playthrough(made, pickle.loads(pickle.dumps(capture_state(played))))
    bag = Bag()
    again = replay_json_save(to_json(played), lambda *_: made, bag)
    assert again is not None
    assert (bag.codes, again.differs, again.playthrough.hash) == ((), None, played.hash)
    assert position_and_chance_hash(kept) == position_and_chance_hash(played) != position_and_chance_hash(fresh(made))
    for other in (branched, kept, again.playthrough):
        assert moves(other) == moves(played)
        assert refused(other, "turn_out bolt_1") == ["tried_in_vain"]
    while played.undo():
        pass
    take(played, "try_lock")
    assert refused(played, "turn_out bolt_1") == []


def test_nobody_goes_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A vault that cannot be opened: each first bolt is tried once, then the lock itself is refused, and one walks away."""
    monkeypatch.setattr(program_execution, "TRIES", 3)
    played = start_playthrough(vault(tmp_path, 6, out=1), play_forced=False)
    take(played, "try_lock")
    count = 0
    while not played.over and moves(played) != ["walk_away"]:
        take(played, moves(played)[0])
        count += 1
        assert count < 100
    assert len(told(played)) == 7
    assert refused(played, "try_lock") == ["tried_in_vain"]
    take(played, "walk_away")
    assert played.over


def test_after_sixteen_tries_the_move_that_led_in_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_execution, "TRIES", 3)
    played = start_playthrough(vault(tmp_path, 18, out=1), play_forced=False)
    take(played, "try_lock")
    while moves(played) != ["walk_away"]:
        take(played, moves(played)[0])
    assert len(told(played)) == 16


def test_a_move_in_doubt_is_no_reason_to_play_the_other_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_execution, "TRIES", 3)
    assert not start_playthrough(vault(tmp_path, 18, out=18)).moves


@pytest.mark.parametrize("coins", [0, 1, 7, 10, 25])
@pytest.mark.parametrize("short", [0, 1, 40])
def test_thirteen_wagons_are_soon_looked_through(tmp_path: Path, coins: int, short: int) -> None:
    """A fire that is just strong enough, by one too weak, and far too weak: no list looks at more than 2,000 positions."""
    most = strongest(wagons=13, coins=coins, rods=6, limit=6)
    played = start_playthrough(furnace(tmp_path, needs=(most + short,), coins=coins), play_forced=False)
    assert moves(played) == ["fire", "walk_away"][short > 0 :]
    assert judged(played)[1] <= 2000
    while short == 0 and not played.over:
        assert played.doubts == set()
        assert judged(played)[1] <= 2000
        take(played, moves(played)[0])
