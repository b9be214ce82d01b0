"""PettingZoo: the tests of the library for every shipped game and number of players, and what is wrong is said."""

from __future__ import annotations

import contextlib
import io
import random
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import reguli
import reguli.pettingzoo
from reguli.shipped_files import shipped_rulesets

# What the library warns of without end: observations that are a dictionary, though its own games have such ones, or that are 0, and that nothing is drawn.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Environment has not defined a render"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
TABLES = [
    (name, players)
    for name in shipped_rulesets()
    for players in range(reguli.load(name).players[0], reguli.load(name).players[1] + 1)
]
CYCLES = {"warszawa": 4, "nucleum": 4, "power_grid": 20}


def played(env: Any, seed: int, most: int) -> list[Any]:
    """Play by lot; return what every agent was given."""
    env.reset(seed=seed)
    lot, found = random.Random(1), list[Any]()
    for agent in env.agent_iter(most):
        seen, reward, ended, cut, _ = env.last()
        found.append((agent, seen["observation"].tobytes(), reward, ended, cut))
        env.step(None if ended or cut else lot.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_tests_of_the_library(name: str, players: int) -> None:
    env = reguli.pettingzoo.env(name, players)
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env, num_cycles=CYCLES.get(name, 200))
        seed_test(lambda: reguli.pettingzoo.env(name, players), num_cycles=CYCLES.get(name, 50))
    assert env.num_agents <= players == len(env.possible_agents)


def test_a_game_goes_to_its_end_and_pays_its_ranking() -> None:
    env = reguli.pettingzoo.env("connect_four")
    env.reset(seed=1)
    for column in (1, 2, 1, 2, 1, 2, 1):
        actions = {env.unwrapped.action_name(action): action for action in range(env.action_space("seat_1").n)}
        env.step(actions[f"drop {column}"])
    assert env.terminations == {"seat_1": True, "seat_2": True}
    assert env.rewards == {"seat_1": 1.0, "seat_2": -1.0}
    paid = {}
    for agent in env.agent_iter():
        paid[agent] = env.last()[1]
        env.step(None)
    assert paid == {"seat_1": 1.0, "seat_2": -1.0}
    assert env.agents == []


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    env = reguli.pettingzoo.env("power_grid", 3)
    assert played(env, 5, 60) == played(env, 5, 60) == played(reguli.pettingzoo.env("power_grid", 3), 5, 60)
    assert played(env, 5, 60) != played(env, 6, 60)


def test_without_a_seed_the_games_of_a_batch_are_played() -> None:
    env = reguli.pettingzoo.raw_env("power_grid", 3)
    env.reset(seed=5)
    env.reset()
    first, batch = env.episode, reguli.load("power_grid").simulate(3, games=1, seed=5, processes=1)
    assert first is not None
    assert first.playthrough.sitting.chance.seed == batch.rows[0][batch.columns.index("seed")]
    assert reguli.load("power_grid").start(3, 5).hash == (env.reset(seed=5) or env.episode.playthrough.hash)


def test_a_game_is_cut_off_after_so_many_actions() -> None:
    env = reguli.pettingzoo.env("hex", max_actions=7)
    found = played(env, 1, 100)
    assert len(found) == 7 + 2
    assert [one[3:] for one in found[-2:]] == [(False, True)] * 2


def test_moves_without_a_choice_are_asked_where_one_wishes() -> None:
    asked = reguli.pettingzoo.raw_env("connect_four", options={"size": "small"}, play_forced=False)
    lengths = [
        len(played(env, 4, 100))
        for env in (asked, reguli.pettingzoo.raw_env("connect_four", options={"size": "small"}))
    ]
    assert lengths[0] >= lengths[1]
    assert asked.action_space("seat_1").n == 4


# -- what is wrong -----------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_a_finding_and_ends_the_wrapped_game() -> None:
    raw = reguli.pettingzoo.raw_env("tic_tac_toe")
    raw.reset(seed=0)
    raw.step(4)
    for action in (4, 9, -1, None):
        with pytest.raises(reguli.IllegalMove) as illegal:
            raw.step(action)
        assert illegal.value.code == "X212"
    wrapped = reguli.pettingzoo.env("tic_tac_toe")
    wrapped.reset(seed=0)
    wrapped.step(4)
    with contextlib.redirect_stderr(io.StringIO()):
        wrapped.step(4)
    assert wrapped.rewards == {"seat_1": 0, "seat_2": -1}
    assert all(wrapped.terminations.values())


def test_nothing_is_taken_before_the_beginning_or_after_the_end() -> None:
    raw = reguli.pettingzoo.raw_env("tic_tac_toe")
    with pytest.raises(reguli.IllegalMove) as early:
        raw.step(0)
    assert early.value.code == "E602"
    played(raw, 1, 100)
    with pytest.raises(reguli.IllegalMove) as late:
        raw.step(0)
    assert late.value.code == "E602"


def test_what_cannot_be_played_is_said() -> None:
    with pytest.raises(reguli.Trouble) as unknown:
        reguli.pettingzoo.env("tic_tac_to")
    assert "tic_tac_toe" in str(unknown.value)
    with pytest.raises(reguli.UnfitPlayers):
        reguli.pettingzoo.env("tic_tac_toe", 3)
    with pytest.raises(reguli.Findings):
        reguli.pettingzoo.env("hex", options={"size": "vast"})


def test_a_library_that_is_not_installed_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "reguli.adapters.pettingzoo_env", raising=False)
    monkeypatch.delattr("reguli.adapters.pettingzoo_env", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(reguli.Refused) as refused:
        reguli.pettingzoo.env("tic_tac_toe")
    assert refused.value.code == "X210"
    assert "pip install 'reguli[pettingzoo]'" in str(refused.value)
