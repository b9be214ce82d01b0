"""Our search against the Monte Carlo tree search of OpenSpiel, at equally many iterations.

    python benchmarks/open_spiel_match.py [connect_four] [hex] [--games 400] [--iterations 1000] [--seed 20261130] [--processes 2] [--record FILE] [--json]

Seats are swapped after each game; a tie counts half. Both are given the number of iterations and nothing else. OpenSpiel's bot is the one of its wheel, written in C++, with one uniform
rollout for each leaf, its solver, and the constant of its own examples (2). Its move is played by name in both programs, and both must agree on when a game ends and on who has won.
Games are recorded, and a run that was cut goes on, as ``tournaments.py`` says. "low" and "high" are Wilson's 95 % interval. "ours" and "theirs" are CPU seconds of a move. Needs ``pip install "reguli[openspiel]"``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyspiel
from measuring import Row, show
from sane_bots import wilson
from tournaments import FIXED, Finished, code_digest, finish

import reguli

EXPLORATION = 2.0
MEGABYTES = 1_000


@dataclass(frozen=True, slots=True)
class Pair:
    """A game in both programs: our options, their name, and how a move of ours is called by theirs."""

    options: dict[str, str | bool]
    theirs: str
    move: Callable[[str], str]


PAIRS = {
    "connect_four": Pair({}, "connect_four", lambda move: str(int(move.split()[1]) - 1)),
    "hex": Pair({"swap": False}, "hex", lambda move: move.split()[1]),
}


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: a game, how many iterations either makes for a move, from which seed on, with the digests of the rules and of the interpreter."""

    game: str
    rules: str
    code: str
    iterations: int
    seed: int


@dataclass(frozen=True, slots=True)
class MatchGame(Finished):
    """A game, with the moves of the other program and their CPU seconds."""

    their_choices: int
    their_cpu: float


def names_of_moves(state: pyspiel.State) -> dict[str, int]:
    """Return the legal actions by the name of their place or column."""
    found = {}
    for action in state.legal_actions():
        said = state.action_to_string(state.current_player(), action)
        found["".join(one for one in said if one.isdigit()) if said[0] in "xo" and said[1:].isdigit() else said] = (
            action
        )
    return found


def play(asked: tuple[Match, int]) -> MatchGame:
    """Play one game."""
    match, number = asked
    name, iterations, seed = match.game, match.iterations, match.seed
    pair = PAIRS[name]
    rules = pyspiel.load_game(pair.theirs)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed + number)
    bot = pyspiel.MCTSBot(rules, evaluator, EXPLORATION, iterations, MEGABYTES, True, seed + number, False)
    ours, state = (
        reguli.load(name, pair.options).start(2, seed=seed + number, play_forced=False),
        rules.new_initial_state(),
    )
    seat, moves, cpu = number % 2, [0, 0], [0.0, 0.0]
    while ours.decision is not None:
        begun, who = time.process_time(), int(ours.decision.seat != seat)
        by_name = names_of_moves(state)
        if who == 0:
            move = ours.choose(f"search:{iterations}")
            action = by_name[pair.move(str(move))]
        else:
            action = bot.step(state)
            move = next(str(one) for one in ours.moves() if by_name.get(pair.move(str(one))) == action)
        cpu[who] += time.process_time() - begun
        moves[who] += 1
        ours.apply(move)
        state.apply_action(action)
        assert state.is_terminal() == ours.over
    first = [place.seat for place in ours.ranking if place.place == 1]
    won = 1 / len(first) if seat in first else 0.0
    assert state.returns()[seat] == 2 * won - 1
    return MatchGame(number, won, moves[0], cpu[0], moves[1], cpu[1])


def main() -> None:
    """Play the matches and print their table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="game", choices=[*PAIRS, []])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=FIXED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--record", type=Path, default=Path("open_spiel_match.jsonl"))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = []
    for name in given.names or PAIRS:
        rules = reguli.load(name, PAIRS[name].options).digest
        match = Match(name, rules, code_digest(), given.iterations, given.seed)
        bounds = {"games": given.games, "target": None, "processes": given.processes, "record": given.record}
        found = finish(match, play, MatchGame, **bounds)
        print(file=sys.stderr)
        won = sum(one.won for one in found)
        low, high = wilson(won, len(found))
        ours = sum(one.cpu for one in found) / sum(one.choices for one in found)
        theirs = sum(one.their_cpu for one in found) / sum(one.their_choices for one in found)
        rows.append(
            Row(name, {"games": len(found), "won": won, "low": low, "high": high, "ours": ours, "theirs": theirs})
        )
    show("Games won against OpenSpiel", rows, as_json=given.json, how=f"{given.iterations} iterations each")


if __name__ == "__main__":
    main()
