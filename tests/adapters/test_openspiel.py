"""OpenSpiel: its random simulation test for every shipped game and number of players, and what is wrong is said."""

from __future__ import annotations

import random
import sys
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import reguli
import reguli.openspiel
from reguli.shipped_files import shipped_rulesets

TABLES = [
    (name, players)
    for name in shipped_rulesets()
    for players in range(reguli.load(name).players[0], reguli.load(name).players[1] + 1)
]
ACTIONS = {"warszawa": 25, "nucleum": 15, "power_grid": 60}
"""Of big games so many actions are simulated: a game that is cut off ends like any other."""


def played(game: Any, lot: random.Random) -> list[Any]:
    """Play a game by lot; return what came."""
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        state.apply_action(lot.choice(state.legal_actions()))
        found.append(str(state))
    return [*found, *state.returns()]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_random_simulation_of_the_library(name: str, players: int) -> None:
    game = reguli.openspiel.load_game(name, players, max_actions=ACTIONS.get(name, 10_000))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_players() == players
    assert game.observation_tensor_shape() == [len(game.legend)]
    draws = bool(reguli.load(name).chance_for(players).sites)
    assert (game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC) == draws


def test_states_without_chance_are_serialized() -> None:
    game = reguli.openspiel.load_game("tic_tac_toe")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_a_state_with_chance_is_serialized_with_its_game() -> None:
    game = reguli.openspiel.load_game("power_grid", 2)
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    again = game.deserialize_state(state.serialize())
    assert (str(again), again.history(), again.legal_actions()) == (str(state), state.history(), state.legal_actions())
    again.apply_action(again.legal_actions()[-1])


def test_a_seed_begins_a_series_of_games() -> None:
    games = [reguli.openspiel.load_game("power_grid", 2, seed=seed, max_actions=40) for seed in (3, 3, 4)]
    found = [[played(game, random.Random(1)) for _ in range(2)] for game in games]
    assert found[0] == found[1]
    assert found[0] != found[2]
    assert found[0][0] != found[0][1]


def test_a_game_is_known_by_its_text() -> None:
    reguli.openspiel.register()
    game = pyspiel.load_game("reguli(ruleset=hex,options=size:tiny;swap:false)")
    assert game.num_distinct_actions() == 3 * 3 + 1
    assert pyspiel.load_game(str(game)).num_distinct_actions() == 10
    assert reguli.openspiel.load_game("hex", options={"size": "tiny", "swap": False}).num_distinct_actions() == 10


def test_what_a_player_cannot_see_is_drawn_anew() -> None:
    game = reguli.openspiel.load_game("power_grid", 3, play_forced=True)
    state, lot = game.new_initial_state(), random.Random(2)
    for _ in range(30):
        state.apply_action(lot.choice(state.legal_actions()))
    other = state.resample_from_infostate(0, lambda: 0.375)
    assert other.history() == state.history()
    assert other.observation_tensor(0) == state.observation_tensor(0)
    assert other.observation_string(0) == state.observation_string(0)
    assert str(other) != str(state)


def test_a_search_of_the_library_wins_where_it_can_in_one_move() -> None:
    game = reguli.openspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    names = {state.action_to_string(0, action): action for action in state.legal_actions()}
    for cell in ("a1", "b1", "a2", "b2"):
        state.apply_action(names[f"place {cell}"])
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1), solve=True)
    assert state.action_to_string(bot.step(state)) == "place a3"


def test_an_observer_sees_what_anybody_or_nobody_sees() -> None:
    game = reguli.openspiel.load_game("power_grid", 2)
    state = game.new_initial_state()
    state.apply_action(0)
    private = pyspiel.PrivateInfoType
    found = {}
    for kind in (private.NONE, private.SINGLE_PLAYER, private.ALL_PLAYERS):
        observer = game.make_py_observer(pyspiel.IIGObservationType(True, False, kind))
        found[kind] = [line for line in observer.string_from(state, 0).splitlines() if "money: elektro" in line]
    assert [len(found[kind]) for kind in (private.NONE, private.SINGLE_PLAYER, private.ALL_PLAYERS)] == [0, 1, 2]
    with pytest.raises(ValueError, match="perfect recall"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))


def test_what_is_wrong_is_said() -> None:
    state = reguli.openspiel.load_game("tic_tac_toe").new_initial_state()
    state.apply_action(4)
    with pytest.raises(reguli.IllegalMove) as illegal:
        state.apply_action(4)
    assert illegal.value.code == "X212"
    with pytest.raises(reguli.Trouble) as unknown:
        reguli.openspiel.load_game("tic_tac_to")
    assert "tic_tac_toe" in str(unknown.value)
    with pytest.raises(reguli.UnfitPlayers):
        reguli.openspiel.load_game("tic_tac_toe", 3)


def test_a_library_that_is_not_installed_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "reguli.adapters.openspiel_game", raising=False)
    monkeypatch.delattr("reguli.adapters.openspiel_game", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(reguli.Refused) as refused:
        reguli.openspiel.load_game("tic_tac_toe")
    assert refused.value.code == "X210"
    assert "pip install 'reguli[openspiel]'" in str(refused.value)
