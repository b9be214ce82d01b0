"""Players without a person: by lot, by the preferences a ruleset gives, or by looking one move ahead; and how they play on.

Every choice of a bot comes from a stream of its own, by seed, seat and number of moves so far (``ir.rng``): the same seat of the
same position with the same seed always moves alike, also after undo or in a game that was loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from reguli.engine.chance.chance_source import ChanceSource
from reguli.engine.gameplay.legal_actions import Family, Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.gameplay.ranking import Place, rank
from reguli.ir.rng import Bits, below, stream_of_seat
from reguli.ir.runtime_faults import RulesFault

CANDIDATES: Final = 12
"""Moves that the greedy bot compares at most."""
ROLLOUTS: Final = 4
"""Games by lot that it plays behind each."""
LONGEST_ROLLOUT: Final = 120
"""Moves of such a game at most; it is judged by the ranking as it then is."""


class Bot(Protocol):
    """Chooses a legal move of the decision that a playthrough stands at."""

    def choose(self, playthrough: Playthrough) -> Move:
        """Give a move; the playthrough is not changed."""
        ...


def stream_of(playthrough: Playthrough, seat: int) -> Bits:
    """Give the stream of a bot for the present decision."""
    return stream_of_seat(playthrough.chance.seed, seat, len(playthrough.moves))


def by_option(families: Sequence[Family]) -> list[list[Family]]:
    """Group moves by option, in the order of the text."""
    found: dict[str, list[Family]] = {}
    for family in families:
        found.setdefault(family.choice.option.rule, []).append(family)
    return list(found.values())


def by_lot(families: Sequence[Family], stream: Bits) -> Move:
    """Choose an option, each as likely, then one of its moves, each as likely."""
    options = by_option(families)
    return of_all(options[below(stream, len(options))], stream)


def of_all(families: Sequence[Family], stream: Bits) -> Move:
    """Choose one of all moves, each as likely."""
    at = below(stream, sum(family.size for family in families))
    for family in families:
        if at < family.size:
            return family.move(at)
        at -= family.size
    raise AssertionError(at)


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Chooses by lot: first the option, then the move."""

    def choose(self, playthrough: Playthrough) -> Move:
        """Give a move."""
        return by_lot(list(playthrough.families()), stream_of(playthrough, playthrough.actor))


@dataclass(frozen=True, slots=True)
class UniformBot:
    """Chooses by lot among all moves, each as likely."""

    def choose(self, playthrough: Playthrough) -> Move:
        """Give a move."""
        return of_all(list(playthrough.families()), stream_of(playthrough, playthrough.actor))


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Looks one move ahead: tries moves, plays on by lot behind each, and keeps the one that ranks best.

    It knows no game. What lies hidden it does not know better than chance where chance decides, but it does not guess
    what other players hold: it sees it.
    """

    def choose(self, playthrough: Playthrough) -> Move:
        """Give a move; the work is bounded by moves, not by the clock, so that it is always the same."""
        seat = playthrough.actor
        stream = stream_of(playthrough, seat)
        candidates = _sample(list(playthrough.families()), stream)
        if len(candidates) == 1:
            return candidates[0]
        best: tuple[tuple[float, ...], Move] | None = None
        for move in candidates:
            value = _value(playthrough, move, seat, stream)
            if best is None or value > best[0]:
                best = (value, move)
        assert best is not None
        return best[1]


def _sample(families: Sequence[Family], stream: Bits) -> list[Move]:
    """Give the candidates: all moves when they are few, else some of every option."""
    options = by_option(families)
    if sum(family.size for family in families) <= CANDIDATES:
        return [move for option in options for family in option for move in family.moves()]
    each = max(1, CANDIDATES // len(options))
    found: dict[Move, None] = {}
    for option in options:
        if sum(family.size for family in option) <= each:
            found.update((move, None) for family in option for move in family.moves())
        else:
            found.update((by_lot(option, stream), None) for _ in range(each))
    return list(found)


def _value(playthrough: Playthrough, move: Move, seat: int, stream: Bits) -> tuple[float, ...]:
    """Give what a move is worth to a seat: its mean share of those it leaves behind, then its own criteria."""
    behind, own = 0.0, [0.0] * len(playthrough.program.ruleset.ranking)
    for _ in range(ROLLOUTS):
        places = _rollout(playthrough, move, stream)
        mine = next(place for place in places if place.player == seat)
        behind += sum(1.0 if place.place > mine.place else 0.5 for place in places if place.player != seat
                      and place.place >= mine.place)  # fmt: skip
        for at, criterion in enumerate(playthrough.program.ruleset.ranking):
            own[at] += mine.values[at] if criterion.order == "most" else -mine.values[at]
    return (behind, *own)


def _rollout(playthrough: Playthrough, move: Move, stream: Bits) -> tuple[Place, ...]:
    """Play a move and then by lot, with chance of its own, and rank what comes of it."""
    chance = ChanceSource(
        stream.getrandbits(60), {}, list(playthrough.chance.log), constants=playthrough.chance.constants
    )
    trial = replace(playthrough, chance=chance, slots=list(playthrough.slots), journal=[], moves=[], _past=[])
    try:
        trial.apply(move)
        for _ in range(LONGEST_ROLLOUT):
            if trial.over:
                break
            trial.apply(by_lot(list(trial.families()), stream))
    except RulesFault:
        pass
    return rank(trial.program, trial.slots)


@dataclass(frozen=True, slots=True)
class Bounds:
    """So many rounds and chosen moves bots play among themselves before the game counts as one without end."""

    rounds: int = 500
    moves: int = 10_000


BOUNDS: Final = Bounds()


def play_unattended(playthrough: Playthrough, bots: Sequence[Bot | None], bounds: Bounds = BOUNDS) -> Iterator[int]:
    """Let bots (by seat) move until it is over or a seat without one must decide; give after each move how many they were.

    Raises ``RulesFault``: E320 beyond the bounds.
    """
    played, first = 0, playthrough.fact("round")
    while not playthrough.over:
        bot = bots[playthrough.actor]
        if bot is None:
            return
        rounds = playthrough.fact("round") - first
        if rounds >= bounds.rounds or played >= bounds.moves:
            raise _without_end(playthrough, rounds, played, bounds)
        playthrough.apply(bot.choose(playthrough))
        played += 1
        yield played


def _without_end(playthrough: Playthrough, rounds: int, moves: int, bounds: Bounds) -> RulesFault:
    fault = RulesFault("E320", rounds=rounds, moves=moves, most_rounds=bounds.rounds, most_moves=bounds.moves)
    assert playthrough.decision is not None
    fault.rule = playthrough.decision.ask.rule
    return fault
