"""Rows of games → figures: results by seat, length, points, stages, decisions, options and elements.

Of each figure only sums are kept, so any number of games fits. Two rulesets that play a game of the same number have the same chance, so their
differences are taken game by game; how often takers win has no pairs and is compared as two samples, which is the wider interval.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from math import isinf, sqrt
from operator import attrgetter
from statistics import fmean
from typing import Final

from reguli.balance.intervals import (
    FEW,
    Interval,
    Sums,
    holm_rejections,
    mean_interval,
    newcombe_interval,
    pooled_error,
    smallest_difference,
    two_sided_p,
    wilson_interval,
)
from reguli.batch.move_counts import MoveCounts
from reguli.batch.playouts import (
    PlayoutBatch,
)
from reguli.batch.rows import (
    PlayedGame,
)

RESULTS, LENGTH, POINTS, STAGES, DECISIONS, OPTIONS, ELEMENTS, TAKERS = (
    "results",
    "length",
    "points",
    "stages",
    "decisions",
    "options",
    "elements",
    "takers",
)
"""Groups of figures, in the order of a report; Holm's method judges each apart."""
WINS: Final = "wins"
SPARSE: Final = (DECISIONS, OPTIONS, ELEMENTS)
"""Groups whose figures are 0 where nothing was counted."""
Key = tuple[str, str, int | None]
"""Group, name, seat."""


@dataclass(frozen=True, slots=True)
class BalanceFigure:
    """A figure: its group, name, seat (1-based; None: of all), value, 95 % interval and the number of games, or of takers, that it is taken from.

    ``expected`` is what equal chances give; ``base`` the value of the other ruleset. ``difference`` is that to either, with its
    interval, ``smallest`` what this number of games can show, and ``noise`` whether the difference is within what chance explains.
    """

    group: str
    name: str
    seat: int | None
    value: float
    low: float
    high: float
    count: int
    expected: float | None = None
    base: float | None = None
    difference: float | None = None
    difference_low: float | None = None
    difference_high: float | None = None
    smallest: float | None = None
    noise: bool | None = None
    p: float | None = None

    @property
    def is_share(self) -> bool:
        """Return whether the value is a share between 0 and 1."""
        return self.group in (RESULTS, TAKERS)

    def to_json(self) -> dict[str, object]:
        """Return the figure as JSON-ready values; None for what is unbounded."""
        return {name: None if isinstance(one, float) and isinf(one) else one for name, one in asdict(self).items()}


class GameReader:
    """Reads the figures of a game from its rows."""

    def __init__(self, batch: PlayoutBatch) -> None:
        """Find the columns once."""
        counts = batch.counts
        assert counts is not None
        self.counts: MoveCounts = counts
        self._players = batch.players
        names = batch.terms.headers
        self._at = {name: at for at, name in enumerate(names)}
        items = sorted((self._at[f"{one.column}_seat_1"], one) for one in counts.items)
        self._first_item = items[0][0] if items else len(names)
        # In the order of the columns, each as wide as there are players.
        self._items = [(OPTIONS if one.parameter is None else ELEMENTS, one.column) for _, one in items]
        self._points = [
            (one.name, self._at[f"{one.name}_seat_1" if one.each else one.name], one.each) for one in batch.columns
        ]
        self._decisions = [
            (f"{form}.{name}", self._at[f"{form}.{name}"]) for name in counts.decisions for form in ("moves", "choices")
        ]

    def figures(self, played: PlayedGame) -> tuple[dict[Key, float], dict[str, tuple[float, int]]]:
        """Return the figures of a finished game, and by option or element the first places of its takers and their number."""
        row, players, at = played.rows[-1], self._players, self._at
        winners = str(row[at["winners"]] or "").split()
        shares = [(f"seat_{seat + 1}" in winners) / max(1, len(winners)) for seat in range(players)]
        found: dict[Key, float] = {(RESULTS, WINS, seat): share for seat, share in enumerate(shares, 1)}
        for name in ("moves", "rounds", "choices", "branching", "turns", "laps", "leads"):
            found.update(_number((LENGTH, name, None), row[at[name]]))
        for name, first, each in self._points:
            cells = row[first : first + (players if each else 1)]
            numbers = [float(cell) for cell in cells if isinstance(cell, int | float)]
            if len(numbers) == len(cells):
                found[POINTS, name, None] = fmean(numbers)
                found.update(((POINTS, name, seat), value) for seat, value in enumerate(numbers, 1) if each)
        for name in self.counts.stages:
            found.update(_number((STAGES, name, None), row[at[f"stage.{name}"]]))
        for name, place in self._decisions:
            found.update(_number((DECISIONS, name, None), row[place] or None))
        takers: dict[str, tuple[float, int]] = {}
        # Most counts are 0, and reading is what keeps the games waiting.
        for place, count in enumerate(row[self._first_item :]):
            if count:
                group, name = self._items[place // players]
                key: Key = group, name, None
                wins, number = takers.get(name, (0.0, 0))
                takers[name] = wins + shares[place % players], number + 1
                found[key] = found.get(key, 0.0) + count  # type: ignore[operator]  # a number
        return found, takers


def _number(key: Key, cell: object) -> Iterator[tuple[Key, float]]:
    if isinstance(cell, int | float):
        yield key, float(cell)


@dataclass(slots=True)
class FigureSums:
    """The sums of one ruleset's figures, and of the differences from the base ruleset, over the games that both finished."""

    games: int = 0
    pairs: int = 0
    values: defaultdict[Key, Sums] = field(default_factory=lambda: defaultdict(Sums))
    base: defaultdict[Key, Sums] = field(default_factory=lambda: defaultdict(Sums))
    differences: defaultdict[Key, Sums] = field(default_factory=lambda: defaultdict(Sums))
    takers: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0]))

    def add(self, figures: Mapping[Key, float], takers: Mapping[str, tuple[float, int]]) -> None:
        """Add a finished game."""
        self.games += 1
        for key, value in figures.items():
            self.values[key].add(value)
        for name, (wins, count) in takers.items():
            self.takers[name][0] += wins
            self.takers[name][1] += count

    def add_pair(self, figures: Mapping[Key, float], base: Mapping[Key, float]) -> None:
        """Add the difference of a game of the same number by both rulesets."""
        self.pairs += 1
        for key in {*figures, *base}:
            if key[0] in SPARSE or (key in figures and key in base):
                self.base[key].add(base.get(key, 0.0))
                self.differences[key].add(figures.get(key, 0.0) - base.get(key, 0.0))


def read_figures(sums: FigureSums, counts: MoveCounts, base: FigureSums | None) -> tuple[BalanceFigure, ...]:
    """Return all figures of a ruleset, judged against the base ruleset, or without one against equal chances."""
    found = [_plain(key, _filled(one, key, sums.games)) for key, one in _all_keys(sums, counts).items()]
    found += [
        _taken(name, wins, int(count), counts.players) for name, (wins, count) in sorted(sums.takers.items()) if count
    ]
    order = [RESULTS, LENGTH, POINTS, STAGES, DECISIONS, OPTIONS, ELEMENTS, TAKERS]
    found.sort(key=lambda one: order.index(one.group))
    judged: list[BalanceFigure] = []
    for _, group in groupby(found, key=attrgetter("group")):
        together = list(group)
        if base is None:
            judged += _corrected([_against_chance(one, counts.players) for one in together])
        else:
            judged += _corrected([_against(one, sums, base) for one in together])
    return tuple(judged)


def _all_keys(sums: FigureSums, counts: MoveCounts) -> dict[Key, Sums]:
    """Return the sums of all figures, those of what was never taken included."""
    names = [(OPTIONS if item.parameter is None else ELEMENTS, item.column, None) for item in counts.items]
    asked = [(DECISIONS, f"{form}.{name}", None) for name in counts.decisions for form in ("moves", "choices")]
    # In the order of the rules, and not of what came up first.
    counted: dict[Key, Sums] = {key: sums.values.get(key, Sums()) for key in (*asked, *names)}
    return {**counted, **{key: one for key, one in sums.values.items() if key not in counted}}


def _filled(sums: Sums, key: Key, games: int) -> Sums:
    return replace(sums, count=games) if key[0] in SPARSE else sums


def _plain(key: Key, sums: Sums) -> BalanceFigure:
    group, name, seat = key
    interval = (
        wilson_interval(sums.mean, sums.count) if group == RESULTS else mean_interval(sums.mean, sums.error, sums.count)
    )
    return BalanceFigure(group, name, seat, sums.mean, *interval, sums.count)


def _taken(name: str, wins: float, count: int, players: int) -> BalanceFigure:
    """Return how often takers win: takers of one game win less often together than apart, so Wilson's interval is wide enough."""
    return BalanceFigure(TAKERS, name, None, wins / count, *wilson_interval(wins / count, count), count, 1 / players)


def _against_chance(one: BalanceFigure, players: int) -> BalanceFigure:
    if not one.is_share or not one.count:
        return one
    even = 1 / players
    error = sqrt(even * (1 - even) / one.count)
    difference = one.value - even
    interval = one.low - even, one.high - even
    return _with(replace(one, expected=even), difference, error, interval, judged=one.count >= FEW)


def _against(one: BalanceFigure, sums: FigureSums, base: FigureSums) -> BalanceFigure:
    if one.group == TAKERS:
        wins, count = base.takers.get(one.name, (0.0, 0))
        if not count:
            return one
        shares = one.value, one.count, wins / count, count
        interval, error = newcombe_interval(*shares), pooled_error(*shares)
        judged = min(one.count, count) >= FEW
        return _with(replace(one, base=wins / count), one.value - wins / count, error, interval, judged=judged)
    key = one.group, one.name, one.seat
    paired = _filled(sums.differences.get(key, Sums()), key, sums.pairs)
    if paired.count < 2:
        return one
    interval = mean_interval(paired.mean, paired.error, paired.count)
    other_mean = _filled(sums.base.get(key, Sums()), key, sums.pairs).mean
    return _with(replace(one, base=other_mean), paired.mean, paired.error, interval, judged=paired.count >= FEW)


def _with(one: BalanceFigure, difference: float, error: float, interval: Interval, *, judged: bool) -> BalanceFigure:
    low, high = interval
    found = replace(one, difference=difference, difference_low=low, difference_high=high)
    return replace(found, smallest=error, p=two_sided_p(difference, error)) if judged else found


def _corrected(figures: Sequence[BalanceFigure]) -> list[BalanceFigure]:
    """Judge the differences of a group together; until then ``smallest`` is the standard error."""
    values = [one.p for one in figures if one.p is not None]
    shown = iter(holm_rejections(values))
    return [
        one
        if one.p is None or one.smallest is None
        else replace(one, noise=not next(shown), smallest=smallest_difference(one.smallest, len(values)))
        for one in figures
    ]
