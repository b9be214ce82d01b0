"""Playthroughs kept and gone on with: keys of positions with known chance, states, pickles."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from booth import written

import reguli

ORDER = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "leader": ["seat_2"]}
NAMES = ("anna", "ben")


@pytest.fixture
def booth(booth_folder: Path) -> reguli.Game:
    return reguli.load(booth_folder)


def begun(booth: reguli.Game, seed: int = 3, **prescribed: object) -> reguli.Playthrough:
    return booth.start(2, seed=seed, names=NAMES, prescribed={**ORDER, **prescribed})


def kept(playthrough: reguli.Playthrough) -> reguli.Playthrough:
    again = pickle.loads(pickle.dumps(playthrough))
    assert isinstance(again, reguli.Playthrough)
    return again


def told(playthrough: reguli.Playthrough) -> object:
    """Everything that must come back equal."""
    save = playthrough.to_json()
    return (
        (playthrough.hash, playthrough.key, playthrough.decision, playthrough.moves(), playthrough.journal()),
        (playthrough.position(), playthrough.view(0), playthrough.ranking, playthrough.unused_chance, save),
    )


def assert_same(one: reguli.Playthrough, other: reguli.Playthrough) -> None:
    """Hold two playthroughs together: as they are, as they go on, and as they go back."""
    assert told(one) == told(other)
    for _ in range(4):
        if one.over:
            break
        move = one.moves()[-1]
        one.apply(move)
        other.apply(move)
        assert told(one) == told(other)
    while one.undo():
        assert other.undo()
        assert told(one) == told(other)
    assert not other.undo()


# -- keys ------------------------------------------------------------------------------------------------------


def test_the_hash_leaves_out_what_nobody_has_drawn_and_the_key_does_not(booth: reguli.Game) -> None:
    first = begun(booth)
    second = begun(booth, deck=[["lynx", "wolf", "bear", "elk", "fox", "owl"]])
    assert first.hash == second.hash
    assert first.key != second.key
    assert begun(booth).key == first.key
    assert len(first.key) == 32


def test_the_key_is_that_of_the_way_on_not_of_the_way_there(booth: reguli.Game) -> None:
    one, other = begun(booth), begun(booth)
    for move in ("buy red", "buy blue"):
        one.apply(move)
    for move in ("buy blue", "buy red"):
        other.apply(move)
    assert one.key == other.key
    one.apply("lay 6")
    other.apply("lay 5")
    assert one.key != other.key
    one.undo()
    other.undo()
    assert one.key == other.key == one.branch().key


def test_the_key_counts_what_chance_is_still_to_bring(booth: reguli.Game) -> None:
    free = {"deck": ORDER["deck"]}
    assert begun(booth, seed=1).hash == begun(booth, seed=2).hash
    assert begun(booth, seed=1).key != begun(booth, seed=2).key
    assert begun(booth, winner=["anna"]).key != begun(booth, winner=["ben"]).key
    # What has come already counts no more.
    seeds = [
        seed for seed in range(20) if booth.start(2, seed=seed, names=NAMES, prescribed=free).value("line") == ["ben"]
    ]
    assert begun(booth, seed=seeds[0]).key == booth.start(2, seed=seeds[0], names=NAMES, prescribed=free).key


def test_a_restored_playthrough_has_the_key_of_the_one_it_was(booth: reguli.Game, booth_folder: Path) -> None:
    playthrough = begun(booth)
    playthrough.apply("buy red")
    assert reguli.from_json(playthrough.to_json(), booth_folder).key == playthrough.key


# -- states and pickles ----------------------------------------------------------------------------------------


def test_a_playthrough_comes_back_from_a_pickle(booth: reguli.Game) -> None:
    playthrough = begun(booth, winner=["anna"])
    for move in ("buy red", "lay 6", "rest", "buy blue"):
        playthrough.apply(move)
    again = kept(playthrough)
    assert (again.game.id, again.game.options) == ("booth", booth.options)
    assert_same(again, playthrough)


def test_a_branch_and_its_stem_come_back_apart(booth: reguli.Game) -> None:
    stem = begun(booth)
    stem.apply("buy red")
    branch = stem.branch()
    branch.apply("buy red")
    again_stem, again_branch = pickle.loads(pickle.dumps((stem, branch)))
    # One game for both, read once.
    assert again_stem.game is again_branch.game
    assert_same(again_branch, branch)
    assert_same(again_stem, stem)


def test_a_position_that_was_set_up_comes_back(booth: reguli.Game) -> None:
    position = {"seats": {"eva": 0, "finn": 1}, "at": {"phase": "morning", "by": "finn"}, "state": {"finn.coins": 1}}
    assert_same(kept(booth.start(position=position)), booth.start(position=position))
    bare = {"seats": {"eva": 0}, "state": {"eva.coins": 2}}
    assert kept(booth.start(position=bare)).decision is None


def test_a_finished_and_a_restored_playthrough_come_back(booth: reguli.Game, tmp_path: Path) -> None:
    playthrough = begun(booth)
    playthrough.play_on("random")
    assert playthrough.over
    assert_same(kept(playthrough), playthrough)
    richer = written(tmp_path, {"constants.yaml": ("purse: {value: 3}", "purse: {value: 4}")})
    other = reguli.from_json(playthrough.to_json(), richer)
    assert other.difference is not None
    assert kept(other).difference == other.difference


def test_what_is_to_be_said_of_a_save_is_a_remark(booth: reguli.Game, booth_folder: Path, tmp_path: Path) -> None:
    playthrough = begun(booth)
    playthrough.play_on("random")
    data = playthrough.to_json()
    assert reguli.from_json(data, booth_folder).remarks == ()
    changed = reguli.from_json({**data, "seed": 4}, booth_folder)
    assert [remark.code for remark in changed.remarks] == ["E211"]
    assert changed.difference is None
    other = reguli.from_json(data, written(tmp_path, {"constants.yaml": ("purse: {value: 3}", "purse: {value: 3 }")}))
    assert [remark.code for remark in other.remarks] == ["E212"]
    for restored in (changed, other):
        assert kept(restored).remarks == restored.branch().remarks == restored.remarks


def test_a_shipped_game_pickles_by_its_name_for_any_process(tmp_path: Path) -> None:
    playthrough = reguli.load("power_grid", {"map": "usa"}).start(4, seed=5, names=("ann", "ben", "cy", "dot"))
    playthrough.play_on("sane", moves=30)
    file = tmp_path / "game.pickle"
    file.write_bytes(pickle.dumps(playthrough))
    script = (
        "import pickle, sys; p = pickle.loads(open(sys.argv[1], 'rb').read()); print(p.key, p.game.options['map'], "
        "len(p.moves()), p.choose('sane')); p.play_on('sane', moves=5); print(p.key)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    first, second = ran.stdout.split("\n")[:2]
    assert first == f"{playthrough.key} usa {playthrough.count_moves()} {playthrough.choose('sane')}"
    playthrough.play_on("sane", moves=5)
    assert second == playthrough.key


def test_a_state_is_gone_on_with_without_loading_anything(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    playthrough.apply("buy red")
    state = pickle.loads(pickle.dumps(playthrough.state()))
    again = booth.resume(state)
    assert again.game is booth
    assert_same(again, playthrough)
    # A state is not used up.
    assert booth.resume(state).value("anna.coins") == 2


def test_under_other_rules_nothing_is_gone_on_with(booth: reguli.Game, booth_folder: Path, tmp_path: Path) -> None:
    state = begun(booth).state()
    richer = reguli.load(written(tmp_path / "richer", {"constants.yaml": ("purse: {value: 3}", "purse: {value: 4}")}))
    for other in (richer, reguli.load(booth_folder, {"goal": "high"}), reguli.load("tic_tac_toe")):
        with pytest.raises(reguli.Findings, match="E603"):
            other.resume(state)


def test_a_pickle_of_a_ruleset_that_was_changed_is_refused(tmp_path: Path) -> None:
    folder = written(tmp_path)
    data = pickle.dumps(begun(reguli.load(folder)))
    assert pickle.loads(data).over is False
    rules = folder / "constants.yaml"
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("purse: {value: 3}", "purse: {value: 4}"), encoding="utf-8"
    )
    with pytest.raises(reguli.Findings) as findings:
        pickle.loads(data)
    assert (findings.value.code, findings.value.sentence) == (
        "E603",
        "what was kept of 'booth' belongs to other rules than those here",
    )


def test_a_copy_stays_with_its_game(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    playthrough.apply("buy red")
    for again in (copy.copy(playthrough), copy.deepcopy(playthrough)):
        assert again.game is booth
        assert_same(again, playthrough.branch())
