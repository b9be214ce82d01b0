"""Playouts a second, every choice by lot: the interpreter beside the same games written by hand, in one run.

    python benchmarks/playouts.py [GAME ...] [--seconds 0.5] [--rounds 5] [--json]

"engine" lists the moves, takes one and runs on, in one position; "walker" does the same without generated code; "playthrough" is
what ``reguli play`` does: each move on a copy, with undo, forced moves found ahead, and the record of a save. "share" is the
engine's part of the hand-written pace; it is a ratio within one run, so machines can be compared by it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from statistics import mean
from typing import Any, Protocol, TypeVar

from by_hand import breakthrough, connect_four, tic_tac_toe
from measuring import ROUNDS, Row, rate, show, side_by_side

from reguli.engine.chance.source import ChanceSource
from reguli.engine.playing.legal import enter, families
from reguli.engine.playing.playthrough import begin
from reguli.engine.playing.run import PC, run
from reguli.ir.make import make_program
from reguli.ir.mixing import below
from reguli.ir.playable import Playable, playable
from reguli.ir.program import Journal
from reguli.pipeline import Loaded
from reguli.play.bots import by_lot

SEED = 7
M = TypeVar("M")


class Sitting(Protocol[M]):
    """A game written by hand, at some position."""

    @property
    def over(self) -> bool:
        """Tell whether it has ended."""
        ...

    def moves(self) -> list[M]:
        """Give the legal moves."""
        ...

    def play(self, move: M, /) -> None:
        """Play one of them."""
        ...


BY_HAND: Mapping[str, Callable[[], Sitting[Any]]] = {
    "tic_tac_toe": tic_tac_toe.Game,
    "connect_four": connect_four.Game,
    "breakthrough": breakthrough.Game,
}
GAMES = {"tic_tac_toe": 2, "connect_four": 2, "breakthrough": 2, "hex": 2, "power_grid": 4}
"""What is played, and by how many."""


def by_hand(game: Callable[[], Sitting[M]], stream: random.Random) -> int:
    """Play a game written by hand to its end and count its moves."""
    sitting, played = game(), 0
    while not sitting.over:
        moves = sitting.moves()
        sitting.play(moves[below(stream, len(moves))])
        played += 1
    return played


def by_engine(program: Playable, seed: int, stream: random.Random) -> int:
    """Play rules to their end in one position and count the moves."""
    slots, journal, chance = list(program.first), Journal(), ChanceSource(seed, constants=program.constants)
    decision, played = run(program, slots, journal, chance), 0
    while decision is not None:
        found = list(families(program, decision, slots))
        if not found:
            assert decision.otherwise is not None
            slots[PC] = decision.otherwise
        else:
            move = by_lot(found, stream)
            choice = next(family.choice for family in found if family.choice.option.name == move.option)
            journal.append((choice.note, program.actors[decision.number](slots), *move.arguments))
            enter(program, choice, slots, journal, move)
            slots[PC] = choice.entry
            played += 1
        decision = run(program, slots, journal, chance)
    return played


def by_playthrough(program: Playable, seed: int, stream: random.Random) -> int:
    """Play rules to their end as a person's playthrough is played and count the moves, forced ones too."""
    playthrough = begin(program, seed)
    while not playthrough.over:
        playthrough.apply(by_lot(list(playthrough.families()), stream))
    return len(playthrough.moves)


def measured(name: str, players: int, seconds: float, rounds: int) -> Row:
    """Measure one game, each way in turn."""
    loaded, stream, seeds = Loaded(name), random.Random(SEED), count()
    program = loaded.program(players)
    assert loaded.ruleset is not None
    walked = playable(make_program(loaded.ruleset, players))
    lengths: list[int] = []
    ways: dict[str, Callable[[], object]] = {
        "engine": lambda: lengths.append(by_engine(program, next(seeds), stream)),
        "walker": lambda: by_engine(walked, next(seeds), stream),
        "playthrough": lambda: by_playthrough(program, next(seeds), stream),
    }
    if name in BY_HAND:
        ways["by hand"] = partial(by_hand, BY_HAND[name], stream)
    found = side_by_side({way: partial(rate, once, seconds) for way, once in ways.items()}, rounds)
    hand = found.get("by hand")
    return Row(
        f"{name}, {players} players",
        {
            "moves": mean(lengths),
            "by hand": hand,
            "engine": found["engine"],
            "walker": found["walker"],
            "playthrough": found["playthrough"],
            "share": None if hand is None else found["engine"] / hand,
        },
    )


def main() -> None:
    """Measure every game and print the table."""
    parser = argparse.ArgumentParser(description="Playouts a second.")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each measurement lasts (default: 0.5)")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"measurements, of which the median counts (default: {ROUNDS})"
    )
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", choices=[[], *GAMES], help=f"what to play (default: {' '.join(GAMES)})"
    )
    given = parser.parse_args()
    games = {name: GAMES[name] for name in given.games} or GAMES
    rows = [measured(name, players, given.seconds, given.rounds) for name, players in games.items()]
    show("Playouts a second", rows, as_json=given.json)


if __name__ == "__main__":
    main()
