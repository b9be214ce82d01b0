"""The generator once more, written from its published parts alone: what ``ir.rng`` says is held against this.

SplitMix64 as in Vigna's ``splitmix64.c`` (https://prng.di.unimi.it/splitmix64.c), a generator with a state; all else is made of its first number for a
state. Nothing of the package is used here.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from ctypes import c_uint64
from hashlib import blake2b


def splitmix(state: int) -> Callable[[], int]:
    """``next()`` of the C file, with numbers that overflow as those of C do."""
    x = c_uint64(state)

    def following() -> int:
        x.value += 0x9E3779B97F4A7C15
        z = c_uint64(x.value)
        z.value = (z.value ^ (z.value >> 30)) * 0xBF58476D1CE4E5B9
        z.value = (z.value ^ (z.value >> 27)) * 0x94D049BB133111EB
        return z.value ^ (z.value >> 31)

    return following


def chained(*keys: int) -> int:
    """Begin with nothing, and take one key after the other into the state."""
    state = 0
    for key in keys:
        state = splitmix(state ^ c_uint64(key).value)()
    return state


def named(text: str) -> int:
    """The constant of a name."""
    (found,) = struct.unpack("<Q", blake2b(text.encode("utf-8"), digest_size=8).digest())
    return int(found)


def set_of(members: Iterable[str]) -> int:
    """The constant of a set of elements."""
    total = c_uint64(0)
    for member in members:
        total.value += named(member)
    return total.value


def ticket(seed: int, site: str, occurrence: int, candidate: int, number: int = 0) -> int:
    """The ticket of a candidate in a cast; of its further ones by their number."""
    return chained(seed, named(site), occurrence, candidate, *([number] if number else []))
