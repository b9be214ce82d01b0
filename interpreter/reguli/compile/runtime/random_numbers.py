"""The random number generator (``ir.rng``): unsigned 64-bit numbers from a seed, a site, an occurrence and a candidate."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import around_add, around_mul, highest, shifted_right
from reguli.ir.rng import GOLDEN

FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(number: int) -> int:
    """Mix 64 bits so that each depends on all."""
    once = around_mul(number ^ shifted_right(number, 30), FIRST)
    twice = around_mul(once ^ shifted_right(once, 27), SECOND)
    return twice ^ shifted_right(twice, 31)


def fold(key: int, more: int) -> int:
    """Return the key derived from a key and one more value."""
    return mix(around_add(key ^ more, GOLDEN))


def cast_key(game: int, site: int, occurrence: int) -> int:
    """Return the key of one cast or shuffle from the game's key, the site's constant and the occurrence."""
    return fold(fold(game, site), occurrence)


def bits_below(count: int) -> int:
    """Return the number of bits in the greatest number below a bound."""
    return 0 if count < 2 else highest(count - 1) + 1
