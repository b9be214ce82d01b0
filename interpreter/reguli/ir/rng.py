"""The random generator: 64 bits for a seed, site, occurrence and candidate, identical in every back end.

Everything is done in whole numbers of 64 bits without a sign; what overflows is dropped. There is no state: whoever knows the keys knows the number.

    mix(z):  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;  z = (z ^ z >> 27) * 0x94d049bb133111eb;  z ^ z >> 31
    fold(h, x) = mix((h ^ x) + 0x9e3779b97f4a7c15)

``mix`` is variant 13 of Stafford's finalisers ("Better bit mixing", 2011), the step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014; reference: Vigna, https://prng.di.unimi.it/splitmix64.c), and the number added is SplitMix64's: ``fold(0, seed)`` is the first
number that generator gives for the seed. Both are bijections of what is folded in, so two candidates of one cast never tie.

    name(text)   = the first 8 bytes of BLAKE2b-64 of the UTF-8 text, least byte first: a constant of the program
    game         = fold(0, seed)                                       the seed modulo 2^64
    cast         = fold(fold(game, name(site)), occurrence)
    candidate    = name(id) of an element; a number itself, modulo 2^64; of a set the sum of those of its members
    ticket 0     = fold(cast, candidate);  ticket n = fold(ticket 0, n)

The outcome is the candidate with the least ticket (see ``source``). Bots and policies draw from streams:

    stream       = fold(fold(fold(game, name("|bot")), seat), moves)   moves made so far, those that played themselves too
    number n     = mix(stream + (n + 1) * 0x9e3779b97f4a7c15)          from 0 on: SplitMix64 with the stream for its seed
    below(k)     = the highest bits of a number, as many as k - 1 has; again with the next number until it is less than k

Playout k of a batch has the seed ``fold(fold(game, name("|playout")), k) >> 11``: 53 bits, which every table and every language holds exactly. No site is called
like ``|bot``, so nothing shares a stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Protocol, TypeVar

Item = TypeVar("Item")

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio, made odd."""
BOT: Final = "|bot"
PLAYOUT: Final = "|playout"
BETWEEN: Final = "+"
"""What stands between the members of a group in its id."""
NO_MEMBERS: Final = "none"
MOST_WEIGHT: Final = 10_000
"""No more tickets than this are in one lot: each of them is made."""


def mix_bits(z: int) -> int:
    """Mix 64 bits bijectively so that each depends on all."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def derive_key(key: int, more: int) -> int:
    """Return the key derived from a key and a value."""
    return mix_bits(((key ^ more) + GOLDEN) & MASK)


def hash_name(text: str) -> int:
    """Return the hash of a name."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


class Constants(dict[str, int]):
    """A cache of the constants of names; pickled copies are empty."""

    def __missing__(self, text: str) -> int:
        """Make the constant of a name."""
        self[text] = found = hash_name(text)
        return found

    def __reduce__(self) -> tuple[type[Constants], tuple[()]]:
        """Pickle as an empty cache."""
        return Constants, ()

    def candidate(self, text: str) -> int:
        """Return the constant of a candidate, by its id: an element, a number, or a set (``a+c+d``, ``none``)."""
        if text == NO_MEMBERS:
            return 0
        if text[-1:].isdecimal() and text.removeprefix("-").isdecimal():
            return int(text) & MASK
        return sum(self[member] for member in text.split(BETWEEN)) & MASK if BETWEEN in text else self[text]


def game_key(seed: int) -> int:
    """Return the key of a seed of any size and sign."""
    return derive_key(0, seed & MASK)


def chance_key(seed: int, site: int, occurrence: int) -> int:
    """Return the key of one draw or shuffle at the site of this constant."""
    return derive_key(derive_key(game_key(seed), site), occurrence)


def playout_seed(seed: int, number: int) -> int:
    """Return the seed of one playout of a batch."""
    return derive_key(derive_key(game_key(seed), hash_name(PLAYOUT)), number) >> 11


class Bits(Protocol):
    """A random bit source: a ``Stream``, or a ``random.Random``."""

    def getrandbits(self, k: int, /) -> int:
        """Return ``k`` bits."""
        ...


@dataclass(slots=True)
class Stream:
    """A SplitMix64 sequence of numbers."""

    key: int

    def getrandbits(self, k: int, /) -> int:
        """Return the highest ``k`` bits of the next number, 64 at most."""
        self.key = (self.key + GOLDEN) & MASK
        return mix_bits(self.key) >> (64 - k)


def seat_random_stream(seed: int, seat: int, moves: int) -> Stream:
    """Return the stream for one decision of a seat."""
    return Stream(derive_key(derive_key(derive_key(game_key(seed), hash_name(BOT)), seat), moves))


def shuffled(items: Iterable[Item], stream: Bits) -> list[Item]:
    """Return the items in random order (Fisher and Yates)."""
    found = list(items)
    for at in range(len(found) - 1, 0, -1):
        other = uniform_below(stream, at + 1)
        found[at], found[other] = found[other], found[at]
    return found


def uniform_below(stream: Bits, count: int) -> int:
    """Return a uniform integer from 0 to ``count - 1``, by rejection sampling on random bits."""
    bits = (count - 1).bit_length()
    while True:
        number = stream.getrandbits(bits) if bits else 0
        if number < count:
            return number
