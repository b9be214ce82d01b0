"""The one generator: held against code written from its published parts, and against what chance must look like."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from lots import chained, named, set_of, splitmix, ticket
from reguli.engine.chance_source import ChanceSource
from reguli.ir.rng import (
    Constants,
    Stream,
    chance_key,
    derive_key,
    game_key,
    hash_name,
    mix_bits,
    playout_seed,
    seat_random_stream,
    uniform_below,
)

CARDS = ("fox", "owl", "elk", "bear", "wolf")
NUMBERS = {
    "name": 16834521453305574274,
    "cast": 16718038881343302491,
    "ticket": 2315097630612084603,
    "playout": 1817004618361024,
}
FIVE_DEVIATIONS = 5.0
"""What sums up many deviations may lie so many standard deviations above what is expected: once in some million tries."""


def far(counts: Counter[object], cells: int) -> float:
    """By how many standard deviations chi-square lies above what even chance gives: its mean is the degrees of freedom, its variance twice that."""
    expected = sum(counts.values()) / cells
    chi = sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected
    return (chi - (cells - 1)) / (2 * (cells - 1)) ** 0.5


def test_a_stream_is_the_published_generator() -> None:
    """The numbers that SplitMix64 gives for the seed 1234567, as others publish them (Rosetta Code, "Pseudo-random numbers/Splitmix64")."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    stream, again = Stream(1234567), splitmix(1234567)
    assert [stream.getrandbits(64) for _ in published] == published == [again() for _ in published]


@pytest.mark.parametrize("seed", [0, 1, -1, 7, (1 << 62), -(1 << 62), (1 << 63) - 1, 1 << 70])
def test_every_key_is_that_of_independent_code(seed: int) -> None:
    assert game_key(seed) == chained(seed)
    for site, occurrence in product(("deck", "deck.1", "first_player"), (0, 1, 2, 99)):
        key = chance_key(seed, named(site), occurrence)
        assert key == chained(seed, named(site), occurrence)
        for text, constant in (
            ("fox", named("fox")),
            ("6", 6),
            ("-3", -3),
            ("none", 0),
            ("elk+fox", set_of(["fox", "elk"])),
        ):
            assert derive_key(key, Constants().candidate(text)) == ticket(seed, site, occurrence, constant)
    for seat, moves in product(range(3), (0, 1, 500)):
        key = chained(seed, named("|bot"), seat, moves)
        stream, again = seat_random_stream(seed, seat, moves), splitmix(key)
        assert [stream.getrandbits(bits) for bits in (64, 5, 1)] == [again(), again() >> 59, again() >> 63]
    assert [playout_seed(seed, number) for number in range(3)] == [
        chained(seed, named("|playout"), number) >> 11 for number in range(3)
    ]


def test_the_numbers_stay_what_they_are() -> None:
    """Computed once by ``tests/lots.py``: whoever changes the generator changes every game, and reads it here."""
    assert hash_name("deck") == named("deck") == NUMBERS["name"]
    assert chance_key(7, named("deck"), 1) == NUMBERS["cast"]
    assert derive_key(chance_key(7, named("deck"), 1), hash_name("fox")) == NUMBERS["ticket"]
    assert playout_seed(7, 0) == NUMBERS["playout"]


def test_mixing_is_a_bijection_where_one_can_see_it() -> None:
    assert len({mix_bits(z) for z in range(1 << 16)}) == 1 << 16
    assert len({derive_key(5, z) for z in range(1 << 16)}) == 1 << 16


def test_each_bit_of_a_key_turns_half_of_the_bits() -> None:
    """Of 64 bits 32 change on the average, whichever bit of the seed, occurrence or candidate is another."""
    for at in range(64):
        turned = [
            (derive_key(key, 1 << at) ^ derive_key(key, 0)).bit_count()
            + (derive_key(key ^ (1 << at), 9) ^ derive_key(key, 9)).bit_count()
            for key in map(game_key, range(200))
        ]
        # 400 differences of 64 fair bits: the standard deviation of their mean is 0.2.
        assert abs(sum(turned) / 400 - 32) < 1.2


def test_every_outcome_is_as_likely_over_seeds_over_casts_and_over_sites() -> None:
    faces = [str(face) for face in range(1, 7)]
    ways = {
        "seeds": lambda n: (n, "die", 1),
        "casts": lambda n: (7, "die", n),
        "sites": lambda n: (7, f"die_{n}", 1),
        "far seeds": lambda n: (n << 40, "die", 1),
    }
    for way, keys in ways.items():
        came: Counter[object] = Counter()
        for n in range(12_000):
            seed, site, occurrence = keys(n)
            came[ChanceSource(seed).choose(site, occurrence, 0, faces)] += 1
        assert far(came, 6) < FIVE_DEVIATIONS, way


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    came: Counter[object] = Counter()
    for seed in range(12_000):
        key = chance_key(seed, named("deck"), 1)
        came[tuple(sorted(CARDS, key=lambda card: derive_key(key, hash_name(card))))] += 1
    assert set(came) == set(permutations(CARDS))
    assert far(came, 120) < FIVE_DEVIATIONS


@pytest.mark.parametrize("apart", ["seed", "occurrence", "site"])
def test_neighbours_know_nothing_of_each_other(apart: str) -> None:
    """Pairs of casts whose keys differ by one: all pairs of outcomes are as likely."""
    came: Counter[object] = Counter()
    for n in range(12_000):
        first = (n, "deck.0", 3)
        second = {"seed": (n + 1, "deck.0", 3), "occurrence": (n, "deck.0", 4), "site": (n, "deck.1", 3)}[apart]
        pair = [ChanceSource(seed).choose(site, at, 0, CARDS) for seed, site, at in (first, second)]
        came[tuple(pair)] += 1
    assert far(came, 25) < FIVE_DEVIATIONS


def test_streams_of_seats_and_moves_know_nothing_of_each_other() -> None:
    came: Counter[object] = Counter()
    for moves in range(4000):
        firsts = [
            uniform_below(seat_random_stream(7, seat, moves + later), 5) for seat, later in ((0, 0), (1, 0), (0, 1))
        ]
        came[tuple(firsts)] += 1
    assert far(came, 125) < FIVE_DEVIATIONS


def test_seeds_of_playouts_are_many_and_small_enough() -> None:
    seeds = {playout_seed(seed, number) for seed in range(3) for number in range(20_000)}
    assert len(seeds) == 60_000
    assert max(seeds) < 1 << 53


def test_a_card_more_changes_the_place_of_no_other() -> None:
    for seed in range(50):
        key = chance_key(seed, named("deck"), 1)
        order = sorted(CARDS, key=lambda card: derive_key(key, hash_name(card)))
        more = sorted((*CARDS, "lynx"), key=lambda card: derive_key(key, hash_name(card)))
        assert [card for card in more if card != "lynx"] == order
