"""The one generator (``ir.rng``): numbers of 64 bits without a sign for a seed, a site, an occurrence and a candidate."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import around_add, around_mul, highest, shifted_right
from reguli.ir.rng import GOLDEN

FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(number: int) -> int:
    """Mix 64 bits so that each of them depends on all."""
    once = around_mul(number ^ shifted_right(number, 30), FIRST)
    twice = around_mul(once ^ shifted_right(once, 27), SECOND)
    return twice ^ shifted_right(twice, 31)


def fold(key: int, more: int) -> int:
    """Return the key that comes of a key and one thing more."""
    return mix(around_add(key ^ more, GOLDEN))


def cast_key(game: int, site: int, occurrence: int) -> int:
    """Return the key of one cast, or of one shuffle, at the site of this constant, by the key of the game."""
    return fold(fold(game, site), occurrence)


def bits_below(count: int) -> int:
    """Return how many digits the greatest number below a bound has."""
    return 0 if count < 2 else highest(count - 1) + 1
