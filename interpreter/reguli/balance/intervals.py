"""Intervals, tests and what they can show; the only statistics of the package.

A share has Wilson's interval, a mean Student's, at 95 %. Differences of many figures are judged together by Holm's method, so that with no
difference at all one report in twenty has a false alarm in a group of figures, however many figures the group has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, inf, sqrt
from statistics import NormalDist
from typing import Final

NORMAL: Final = NormalDist()
LEVEL: Final = 0.05
"""The risk of a false alarm, and what an interval lets by."""
POWER: Final = 0.8
"""How likely the smallest difference is shown."""
FEW: Final = 30
"""Values below which no difference is judged: the normal distribution is no guide there."""
Interval = tuple[float, float]


@dataclass(slots=True)
class Sums:
    """The number of some values, their sum, and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add one value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """Return the mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Return the standard error of the mean, by the sample variance; infinite below two values."""
        if self.count < 2:
            return inf
        spread = self.squares - self.total * self.total / self.count
        # Sums of squares of equal values differ in their last digits.
        return sqrt(spread / (self.count - 1) / self.count) if spread > 1e-9 * self.squares else 0.0


def wilson_interval(share: float, count: float) -> Interval:
    """Return the 95 % interval of a share of ``count`` independent trials; parts of a success only make it wider than needed.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    if not count:
        return 0.0, 1.0
    z = NORMAL.inv_cdf(1 - LEVEL / 2)
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    # At 0 and 1 the bound is exact, and rounding would put it on the wrong side.
    return 0.0 if share <= 0 else max(0.0, middle - half), 1.0 if share >= 1 else min(1.0, middle + half)


def newcombe_interval(share: float, count: float, other: float, other_count: float) -> Interval:
    """Return the 95 % interval of the difference of two independent shares.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17 (1998), method 10.
    """
    (low, high), (other_low, other_high) = wilson_interval(share, count), wilson_interval(other, other_count)
    difference = share - other
    return difference - hypot(share - low, other_high - other), difference + hypot(high - share, other - other_low)


def pooled_error(share: float, count: float, other: float, other_count: float) -> float:
    """Return the standard error of the difference of two independent shares if both were the same."""
    pooled = (share * count + other * other_count) / (count + other_count)
    return sqrt(pooled * (1 - pooled) * (1 / count + 1 / other_count))


def student_quantile(probability: float, freedom: int) -> float:
    """Return a quantile of Student's distribution by its expansion about the normal one, exact to 1 % from three degrees of freedom on.

    M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
    """
    z = NORMAL.inv_cdf(probability)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_interval(mean: float, error: float, count: int) -> Interval:
    """Return the 95 % interval of a mean, or of a mean paired difference, by its standard error."""
    if count < 2:
        return -inf, inf
    half = student_quantile(1 - LEVEL / 2, count - 1) * error
    return mean - half, mean + half


def two_sided_p(difference: float, error: float) -> float:
    """Return how likely chance alone makes a difference of at least this size, by the normal distribution."""
    if not difference:
        return 1.0
    return 2 * NORMAL.cdf(-abs(difference) / error) if error else 0.0


def holm_rejections(values: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return which of several hypotheses are rejected by their p-values, the risk of any false rejection being at most ``level``.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
    """
    rejected = [False] * len(values)
    for rank, number in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        if values[number] > level / (len(values) - rank):
            break
        rejected[number] = True
    return rejected


def smallest_difference(error: float, tests: int = 1) -> float:
    """Return the difference that is shown with 80 % probability among so many tests, by the standard error of the difference.

    J. Cohen, "Statistical Power Analysis for the Behavioral Sciences" (1988), 2.4; Holm's strictest step stands for all.
    """
    return (NORMAL.inv_cdf(1 - LEVEL / (2 * max(1, tests))) + NORMAL.inv_cdf(POWER)) * error
