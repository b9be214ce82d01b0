"""The ways in which whole games are played by lot, each move as likely as any other: by hand, by OpenSpiel, by reguli.

Whatever Python chooses it chooses alike, ``int(random() * moves)``, which is the quickest there is; what lies behind a back end draws as ``reguli.ir.rng``
says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from random import Random
from time import process_time
from typing import Any, Protocol, TypeVar

from back_ends import BACK_ENDS, Simulated
from back_ends import THERE as THERE_ENGINES
from by_hand import breakthrough, connect_four, tic_tac_toe
from by_hand import hex as hexes

from reguli.app.game_sessions import bind_ruleset_bots
from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.legal_actions import ActionSet, Move, legal_action_sets
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.gameplay.program_execution import PC, apply_move, run_to_decision
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.program import Journal
from reguli.pipeline import LoadedRuleset, Options

SEED = 7
Plays = Callable[[int], int]
"""Plays so many games and gives how many moves they had together."""
M = TypeVar("M")


class Sitting(Protocol[M]):
    """A game written by hand, at some position."""

    @property
    def over(self) -> bool:
        """Return whether it has ended."""
        ...

    def moves(self) -> list[M]:
        """Return the legal moves."""
        ...

    def play(self, move: M, /) -> None:
        """Play one of them."""
        ...


@dataclass(frozen=True, slots=True)
class Game:
    """What is played: a ruleset under options, by how many; the same written by hand, and as OpenSpiel calls it."""

    ruleset: str
    players: int = 2
    options: Options = field(default_factory=dict)
    listing: Callable[[], Sitting[Any]] | None = None
    proposing: Callable[[Random], tuple[int, int]] | None = None
    open_spiel: str | None = None


GAMES: Mapping[str, Game] = {
    "tic_tac_toe": Game(
        "tic_tac_toe", listing=tic_tac_toe.Game, proposing=tic_tac_toe.played, open_spiel="tic_tac_toe"
    ),
    "connect_four": Game(
        "connect_four", listing=connect_four.Game, proposing=connect_four.played, open_spiel="connect_four"
    ),
    "breakthrough": Game(
        "breakthrough", listing=breakthrough.Game, proposing=breakthrough.played, open_spiel="breakthrough"
    ),
    # Nobody else knows the swap.
    "hex": Game("hex", options={"swap": False}, listing=hexes.Game, proposing=hexes.played, open_spiel="hex"),
    "power_grid": Game("power_grid", 4),
}
LISTING, PROPOSING, OPEN_SPIEL = "by hand, listing", "by hand, proposing", "OpenSpiel"
THERE = find_spec("pyspiel") is not None
"""Whether OpenSpiel is installed."""


class Way:
    """One way to play a game, and what it has played so far."""

    def __init__(self, plays: Plays) -> None:
        """Play once, so that what is made when it is first needed has been made."""
        self.plays = plays
        self.games, self.moves = 1, plays(1)

    @property
    def length(self) -> float:
        """Return the mean number of moves of a game."""
        return self.moves / self.games

    def rate(self, seconds: float) -> float:
        """Return the games of a second of the processor, over so many seconds; calls become longer until one is long enough."""
        at_once = 1
        while True:
            begun = process_time()
            self.moves += self.plays(at_once)
            spent = process_time() - begun
            self.games += at_once
            if spent >= seconds:
                return at_once / spent
            at_once = max(at_once + 1, int(at_once * min(8.0, 1.2 * seconds / max(spent, 1e-6))))


def ways_of(game: Game) -> dict[str, Way]:
    """Return every way there is to play a game."""
    return {name: Way(plays) for name, plays in _ways(game)}


def ways_of_bots(game: Game, policies: Sequence[str]) -> dict[str, Way]:
    """Return each back end with each policy."""
    loaded = LoadedRuleset(game.ruleset, game.options)
    ruleset, bots = loaded.ruleset_for(game.players), bind_ruleset_bots(loaded, loaded.program(game.players))
    assert ruleset is not None
    return {
        f"{policy}, by {name}": Way(
            _by_number(Simulated(engine, ruleset, game.players, SEED, policy=policy, bots=bots).play)
        )
        for name, engine in THERE_ENGINES.items()
        for policy in policies
    }


def _ways(game: Game) -> Iterator[tuple[str, Plays]]:
    lots = Random(SEED)
    if game.listing is not None:
        yield LISTING, _by_listing(game.listing, lots)
    if game.proposing is not None:
        yield PROPOSING, _by_proposing(game.proposing, lots)
    if game.open_spiel is not None and THERE:
        yield OPEN_SPIEL, _by_open_spiel(game.open_spiel, lots)
    loaded = LoadedRuleset(game.ruleset, game.options)
    ruleset = loaded.ruleset_for(game.players)
    assert ruleset is not None
    seeds = count()
    yield "walker", _in_one_position(make_executable(build_program(ruleset, game.players)), seeds, lots)
    yield "engine", _in_one_position(loaded.program(game.players), seeds, lots)
    yield "playthrough", _by_playthrough(loaded.program(game.players), seeds, lots)
    for name, made in BACK_ENDS.items():
        yield name, _by_number(made(ruleset, game.players, SEED).play)


def _by_listing(game: Callable[[], Sitting[Any]], lots: Random) -> Plays:
    """List all moves and take one."""

    def plays(games: int) -> int:
        played, lot = 0, lots.random
        for _ in range(games):
            sitting = game()
            moves, play = sitting.moves, sitting.play
            while not sitting.over:
                found = moves()
                play(found[int(lot() * len(found))])
                played += 1
        return played

    return plays


def _by_proposing(played: Callable[[Random], tuple[int, int]], lots: Random) -> Plays:
    """Propose moves until one is legal."""
    return lambda games: sum(played(lots)[0] for _ in range(games))


def _by_open_spiel(name: str, lots: Random) -> Plays:
    """Drive OpenSpiel from Python, as its wheel allows: it lists, Python takes one."""
    import pyspiel

    game = pyspiel.load_game(name)

    def plays(games: int) -> int:
        played, lot = 0, lots.random
        for _ in range(games):
            state = game.new_initial_state()
            over, moves, play = state.is_terminal, state.legal_actions, state.apply_action
            while not over():
                found = moves()
                play(found[int(lot() * len(found))])
                played += 1
        return played

    return plays


def _of_all(found: list[ActionSet], lots: Random) -> tuple[ActionSet, Move]:
    """Take one of all moves."""
    at = int(lots.random() * sum(family.size for family in found))
    for family in found:
        if at < family.size:
            return family, family.move(at)
        at -= family.size
    raise AssertionError(at)


def _in_one_position(program: Playable, seeds: Iterator[int], lots: Random) -> Plays:
    """List the moves, take one and run on, in one position: nothing is kept to go back to, nothing looked for ahead."""

    def played() -> int:
        slots, journal = list(program.first), Journal()
        chance = ChanceSource(next(seeds), constants=program.constants)
        decision, moves = run_to_decision(program, slots, journal, chance), 0
        while decision is not None:
            found = list(legal_action_sets(program, decision, slots))
            if not found:
                assert decision.otherwise is not None
                slots[PC] = decision.otherwise
                decision = run_to_decision(program, slots, journal, chance)
            else:
                family, move = _of_all(found, lots)
                journal.append((family.choice.note, program.actors[decision.number](slots), *move.arguments))
                decision = apply_move(program, family.choice, move.arguments, s=slots, j=journal, chance=chance)
                moves += 1
        return moves

    return lambda games: sum(played() for _ in range(games))


def _by_playthrough(program: Playable, seeds: Iterator[int], lots: Random) -> Plays:
    """Play as a person's playthrough is played: each move on a copy, with undo, forced moves found ahead."""

    def played() -> int:
        playthrough = start_playthrough(program, next(seeds))
        while not playthrough.over:
            playthrough.apply(_of_all(list(playthrough.families()), lots)[1])
        return len(playthrough.moves)

    return lambda games: sum(played() for _ in range(games))


def _by_number(play: Callable[[int, int], int]) -> Plays:
    """Play the next numbers of a batch."""
    numbers = count()

    def plays(games: int) -> int:
        first = next(numbers)
        for _ in range(games - 1):
            next(numbers)
        return play(first, games)

    return plays
