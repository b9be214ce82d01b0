"""The search: fair, the same everywhere, and right where the best move is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import reguli
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.rng import Stream
from reguli.search.hidden_information import branch_anew
from reguli.search.position_machine import PositionMachine, move_word
from reguli.search.search_bot import SearchBot, SearchMachines
from reguli.search.tree_search import SearchSettings, TreeSearch, rank_values

wasm = pytest.mark.skipif(not has_wasm(), reason="the extra fast is missing")
SETTINGS = SearchSettings(120)


def position(name: str, players: int, moves: int, seed: int = 3) -> GamePlaythrough:
    found = reguli.load(name).start(players, seed=seed, play_forced=True)
    found.play_on("random", moves=moves)
    return found.sitting


@cache
def machine(name: str, players: int, engine: str) -> PositionMachine:
    return PositionMachine(reguli.load(name).program(players), engine=engine)


def test_a_shared_first_place_counts_by_its_share_and_nothing_when_all_have_lost() -> None:
    assert rank_values((1, 2)) == (1.0, 0.0)
    assert rank_values((1, 1)) == (0.5, 0.5)
    assert rank_values((0, 0, 0)) == (0.0, 0.0, 0.0)
    first, second, third = rank_values((1, 2, 3))
    assert 1.0 == first > second > third == 0.0


@pytest.mark.parametrize(("name", "players", "moves"), [("connect_four", 2, 6), ("power_grid", 2, 4)])
@wasm
def test_the_choice_is_the_same_on_every_executor(name: str, players: int, moves: int) -> None:
    played, settings = position(name, players, moves), SearchSettings(40, horizon=30)
    chosen = [
        TreeSearch(machine(name, players, engine), played, settings, Stream(5)).run() for engine in (PYTHON, WASM)
    ]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize(("name", "players", "moves"), [("warszawa", 3, 12), ("nucleum", 2, 12), ("power_grid", 3, 20)])
@wasm
def test_what_a_seat_cannot_see_changes_no_choice(name: str, players: int, moves: int) -> None:
    played, settings = position(name, players, moves), SearchSettings(60, horizon=60)
    searched = TreeSearch(machine(name, players, WASM), played, settings, Stream(1))
    chosen, values = searched.run(), searched.values()
    exchanged = 0
    for seed in range(4):
        other = branch_anew(played, seed, played.actor)
        exchanged += other.slots != played.slots
        again = TreeSearch(machine(name, players, WASM), other, settings, Stream(1))
        assert (again.run(), again.values()) == (chosen, values)
    assert exchanged == 4


@wasm
def test_a_search_changes_nothing_and_chooses_the_same_again() -> None:
    game = reguli.load("power_grid")
    found = game.start(3, seed=8)
    found.play_on("sane", moves=20)
    before = found.key, len(found.sitting.journal), found.sitting.moves[:]
    assert found.choose("search:60") == found.choose("search:60") in found.moves()
    assert (found.key, len(found.sitting.journal), found.sitting.moves[:]) == before


def test_a_search_of_a_number_of_iterations_is_a_bot_and_others_are_unknown() -> None:
    found = reguli.load("tic_tac_toe").start(seed=1)
    assert "search" in found.game.bots
    assert found.choose("search:7") in found.moves()
    for name in ("search:0", "search:", "search:x", "search:-1", "searching"):
        with pytest.raises(reguli.UnknownBot) as unknown:
            found.choose(name)
        assert "search" in str(unknown.value)


# -- a game that is solved -------------------------------------------------------------------------------------------


LINES = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]


def solved(board: str) -> int:
    """The value of a position of noughts and crosses for whoever moves, by looking at all that follows: 1, 0 or -1."""
    return _solved(board)


@cache
def _solved(board: str) -> int:
    mover, other = ("x", "o") if board.count("x") == board.count("o") else ("o", "x")
    if any(all(board["abcdefghi".index(cell)] == other for cell in line) for line in LINES):
        return -1
    if "." not in board:
        return 0
    return max(-_solved(after) for after in _after(board, mover))


def _after(board: str, mover: str) -> Iterator[str]:
    return (board[:at] + mover + board[at + 1 :] for at, cell in enumerate(board) if cell == ".")


def every_position() -> Iterator[tuple[str, GamePlaythrough]]:
    """Every unfinished position that can be come to, once, with the playthrough there."""
    start = reguli.load("tic_tac_toe").start(seed=1, play_forced=False).sitting
    known, waiting = set[str](), [(start, "." * 9)]
    while waiting:
        played, board = waiting.pop()
        if played.over or board in known:
            continue
        known.add(board)
        yield board, played
        for move in played.legal():
            after = played.branch()
            after.apply(move)
            waiting.append((after, _with(board, move)))


def _with(board: str, move: Move) -> str:
    at = move.arguments[0]
    return board[:at] + ("x" if board.count("x") == board.count("o") else "o") + board[at + 1 :]


@wasm
def test_in_each_unfinished_position_of_a_solved_game_the_choice_keeps_its_value() -> None:
    bot, count = SearchBot(SearchMachines(reguli.load("tic_tac_toe").program(2), ()), 5_000), 0
    for board, played in every_position():
        count += 1
        assert -solved(_with(board, bot.choose(played))) == solved(board), board
    # As many unfinished positions are known (5,478 in all, 958 of them ended).
    assert count == 4_520


@pytest.mark.parametrize("seed", range(4))
@wasm
def test_a_search_beats_chance(seed: int) -> None:
    played = reguli.load("connect_four").start(seed=seed)
    played.play_on([["search:200", "random"], ["random", "search:200"]][seed % 2])
    assert played.ranking[0].seat == seed % 2
    assert played.ranking[0].place < played.ranking[1].place


GAMES = Path(__file__).parent / "games"
"""Games of others, of which nothing is known but their rules: one with chance, one with many moves."""


@pytest.mark.parametrize(("name", "options"), [("cantstop", {}), ("quoridor", {"board": "five"})])
@wasm
def test_a_search_beats_chance_in_games_that_it_was_not_made_with(name: str, options: dict[str, str | bool]) -> None:
    game, won = reguli.load(GAMES / name, options), 0
    for seed in range(6):
        played = game.start(2, seed=seed)
        played.play_on([["search:60", "random"], ["random", "search:60"]][seed % 2])
        won += [place.seat for place in played.ranking if place.place == 1] == [seed % 2]
    assert won >= 5


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
@pytest.mark.parametrize("engine", [PYTHON, pytest.param(WASM, marks=wasm)])
def test_playouts_take_what_wins_at_once_and_prove_it(name: str, engine: str) -> None:
    """Played on by chance until somebody can end the game: then every playout is that move, and it is proved."""
    found, made = 0, machine(name, 2, engine)
    for seed in range(8):
        played = position(name, 2, 0, seed)
        while not played.over:
            wins = [move for move in played.legal() if _ends_well(played, move)]
            made.put(played)
            made.restart(seed | 1)
            places, proved, moves = made.play_out_by_lot(500)
            if wins and len(played.legal()) > 1:
                found += 1
                words = {move_word(played.decision.number, made.key_of(played.decision, move)) for move in wins}
                assert (proved, places.index(1), len(moves), moves[0]) == (True, played.actor, 2, played.actor)
                assert moves[1] in words
            played.apply(played.legal()[Stream(seed).getrandbits(30) % len(played.legal())])
    assert found > 3


def _ends_well(played: GamePlaythrough, move: Move) -> bool:
    after, seat = played.branch(), played.actor
    after.apply(move)
    return after.over and [place.player for place in after.places() if place.place == 1] == [seat]
