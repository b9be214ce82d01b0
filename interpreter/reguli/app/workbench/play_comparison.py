"""What a change does to play: the same bots play the same numbered games by two states of the rules, and the differences are counted.

Both states play each game with the same seed, so a difference is taken game by game (common random numbers). Intervals are
those of the mean at 95 % (``balance.intervals``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Final

from reguli.app.errors import make_refusal
from reguli.app.game_sessions import bind_ruleset_bots
from reguli.app.loading import bind_for_players, choose_player_count
from reguli.app.simulation.batch_preparation import (
    simulate_games,
)
from reguli.app.simulation.simulation_runs import (
    Progress,
    Simulated,
    SimulationOrder,
)
from reguli.balance.intervals import Sums, mean_interval
from reguli.batch.playouts import (
    ranking_columns,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset

FEWEST: Final = 2
"""Games that an interval needs."""
GAMES: Final = "games"
UNIFORM: Final = "uniform"
SEAT: Final = re.compile(r"(.+)_seat_(\d+)")
WINS: Final = "wins"


@dataclass(frozen=True, slots=True)
class PlayFigure:
    """A figure of play: its name (``rounds``, ``wins`` of a seat, or what the ranking compares, by seat or of all), and its mean after the change.

    ``margin`` is half the interval of ``after``; of a comparison ``before`` is the mean of the other rules, ``difference`` the mean
    difference of the games and ``spread`` half its interval.
    """

    name: str
    seat: int | None
    after: float
    margin: float
    before: float | None = None
    difference: float | None = None
    spread: float | None = None

    @property
    def noise(self) -> bool:
        """Return whether the difference is within what chance explains."""
        return self.difference is None or self.spread is None or abs(self.difference) <= self.spread

    def to_json(self) -> dict[str, object]:
        """Return the figure as JSON-ready values."""
        return {**asdict(self), "noise": self.noise}


def compare_play(
    now: LoadedRuleset, before: LoadedRuleset | None, order: SimulationOrder, progress: Progress | None = None
) -> tuple[PlayFigure, ...]:
    """Play the games of an order by the rules as they are now, and by those before, and return the figures; those of all seats come first.

    Raises ``Refused`` or ``Findings`` as ``simulate_games`` does; X150 for fewer games than an interval needs.
    """
    if order.games < FEWEST:
        raise make_refusal("X150", name=GAMES, found=order.games, low=FEWEST, high="…")
    played = _figures(simulate_games(now, order, progress))
    other = {} if before is None else _figures(simulate_games(before, order, progress))
    return tuple(_compared(*key, values, other.get(key)) for key, values in played.items())


def ranking_figures(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the figures that the ranking compares, in its order."""
    return tuple(ranking_columns(ruleset))


def default_policy(loaded: LoadedRuleset, players: int | None = None) -> str:
    """Return the first bot of a ruleset; without one that which moves at random."""
    number = choose_player_count(bind_for_players(loaded), players)
    bots = bind_ruleset_bots(loaded, loaded.program(number))
    return bots[0].id if bots else UNIFORM


def _figures(played: Simulated) -> Mapping[tuple[str, int | None], Sequence[float]]:
    """Return the values of each figure by game: of all seats together, then seat by seat."""
    together, apart = (
        defaultdict[tuple[str, int | None], list[float]](list),
        defaultdict[tuple[str, int | None], list[float]](list),
    )
    players = played.batch.players
    for row in played.dicts():
        winners = str(row["winners"]).split()
        for seat in range(1, players + 1):
            apart[WINS, seat].append((f"seat_{seat}" in winners) / max(1, len(winners)))
        for name in ("rounds", "moves"):
            together[name, None].append(_number(row[name]))
        for name, values in _by_seat(row).items():
            together[name, None].append(fmean(values))
            for seat, value in enumerate(values, 1):
                apart[name, seat].append(value)
    return {**together, **apart}


def _by_seat(row: Mapping[str, object]) -> Mapping[str, list[float]]:
    """Return the values of the columns that have one for each seat."""
    found = defaultdict[str, list[float]](list)
    for column, value in row.items():
        match = SEAT.fullmatch(column)
        if match is not None and match[1] != "place":
            found[match[1]].append(_number(value))
    return found


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _compared(name: str, seat: int | None, now: Sequence[float], before: Sequence[float] | None) -> PlayFigure:
    after, margin = _interval(now)
    if before is None or len(before) != len(now):
        return PlayFigure(name, seat, after, margin)
    difference, spread = _interval([one - other for one, other in zip(now, before, strict=True)])
    return PlayFigure(name, seat, after, margin, fmean(before), difference, spread)


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values, and half its interval at 95 %."""
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums.mean, mean_interval(sums.mean, sums.error, sums.count)[1] - sums.mean


def notable(figures: Sequence[PlayFigure]) -> Iterator[PlayFigure]:
    """Yield the figures of all seats and the wins of each, then what else differs by more than noise."""
    for one in figures:
        if one.seat is None or one.name == WINS or not one.noise:
            yield one
