"""Sorting, groups, sets and bundles of the library give what the interpreter gives."""

from __future__ import annotations

from itertools import accumulate, chain, groupby
from random import Random

import pytest
from all_ways import AllWays

from reguli.compile.runtime import grouping, random_numbers, sorting
from reguli.compile.runtime.games import subset_indexing
from reguli.ir import rng as numbers
from reguli.ir.interpreter.builtin_functions import subsets_of
from reguli.ir.interpreter.collection_closures import group_at, groups_of, matched, store_groups
from reguli.ir.interpreter.set_numbering import Bundles, Sets, bundle_counts, set_members, set_number

ask = AllWays()


def few(lot: Random, most: int, span: int = 40) -> list[int]:
    return lot.sample(range(span), lot.randrange(min(most, span) + 1))


@pytest.mark.parametrize("length", [*range(15), 24, 25, 26, 37, 48, 49, 100])
@pytest.mark.parametrize("width", [1, 3])
def test_sorted_by_keys_and_stable(length: int, width: int) -> None:
    lot = Random(length)
    for span in (2, 200):
        items = lot.sample(range(1000), length)
        keys = [lot.randrange(-span, span) for _ in range(length * width)]
        key_of = {item: keys[at * width : (at + 1) * width] for at, item in enumerate(items)}
        assert ask(sorting.sorted_by, items, keys, width) == sorted(items, key=key_of.__getitem__)
        groups = [list(group) for _, group in groupby(sorted(items, key=key_of.__getitem__), key_of.__getitem__)]
        assert ask(sorting.ranked_by, items, keys, width) == store_groups(groups)
        assert ask(sorting.backwards, items) == items[::-1]


def test_groups_are_counted_and_found() -> None:
    lot = Random(5)
    for _ in range(40):
        members = few(lot, 12)
        cuts = sorted(lot.sample(range(1, len(members)), lot.randrange(len(members)))) if members else []
        groups = [members[a:b] for a, b in zip([0, *cuts], [*cuts, len(members)], strict=True)] if members else []
        written = store_groups(groups)
        assert tuple(map(tuple, groups)) == groups_of(written)
        assert ask(grouping.count_of_groups, written) == len(groups)
        for number in range(-1, len(groups) + 2):
            assert ask(grouping.group_at, written, number) == list(group_at(groups, number))
        for group in [*groups, [], [3], members, *(group[::-1] for group in groups)]:
            assert ask(grouping.is_group, group, written) == (group in groups)
            assert ask(grouping.group_of, group) == (store_groups([group]) or [grouping.EMPTY])


def test_every_subset_the_smaller_ones_first() -> None:
    lot = Random(6)
    for count in (0, 1, 2, 5, 7):
        members = tuple(lot.sample(range(20), count))
        expected = subsets_of(members)
        assert ask(grouping.count_of_subsets, members) == len(expected)
        assert [tuple(ask(grouping.subset_at, members, at)) for at in range(len(expected))] == expected
        written = ask(grouping.all_subsets, members)
        assert ask(grouping.count_of_groups, written) == len(expected)
        found = [tuple(ask(grouping.group_at, written, number + 1)) for number in range(len(expected))]
        assert found == expected
        assert all(ask(grouping.is_group, one, written) for one in expected)
        assert not ask(grouping.is_group, (99,), written)
    assert ask(grouping.count_of_subsets, tuple(range(13))) == "E304"


def test_sets_stand_where_the_interpreter_has_them() -> None:
    lot = Random(7)
    for _ in range(40):
        elements = few(lot, 9)
        least, most = lot.randrange(-1, 5), lot.randrange(-1, 7)
        sets = Sets(elements, least, most)
        count = ask(subset_indexing.count_of_sets, len(elements), least, most)
        assert count == len(sets)
        for at in range(count):
            members = set_members(sets[at])
            assert ask(subset_indexing.set_at, elements, least, most, at) == list(members)
        for tried in [few(lot, 4), lot.sample(elements, min(2, len(elements))), elements, []]:
            held = set_number(tried) in sets
            assert ask(subset_indexing.is_set_of, elements, least, most, sorted(tried)) == held


def test_very_many_sets_are_counted_as_many() -> None:
    assert ask(subset_indexing.count_of_sets, 100, 40, 60) == subset_indexing.MANY
    assert ask(subset_indexing.set_at, tuple(range(100)), 2, 50, 4_949) == [98, 99]


def test_bundles_stand_where_the_interpreter_has_them() -> None:
    lot = Random(8)
    for _ in range(40):
        there = [lot.randrange(4) for _ in range(lot.randrange(1, 5))]
        least, most = lot.randrange(-1, 4), lot.randrange(-1, 6)
        bundles = Bundles(there, least, most)
        count = ask(subset_indexing.count_of_bundles, there, least, most)
        assert count == len(bundles)
        shares = [bundle_counts(bundles[at], len(there)) for at in range(count)]
        assert [tuple(ask(subset_indexing.bundle_at, there, least, most, at)) for at in range(count)] == shares
        for _ in range(10):
            tried = tuple(lot.randrange(-1, 4) for _ in there)
            assert ask(subset_indexing.is_bundle_of, there, least, most, tried) == (tried in shares)


def _most(lefts: range, rights: range, fits: set[tuple[int, int]]) -> int:
    most: int = matched((0, 1), (lambda s: lefts, lambda s: rights), lambda s: (s[0], s[1]) in fits)([0, 0])
    return most


def test_as_many_pairs_as_the_interpreter_makes() -> None:
    lot = Random(9)
    for _ in range(40):
        lefts, rights = range(lot.randrange(8)), range(3, 3 + lot.randrange(8))
        fits = {(one, other) for one in lefts for other in rights if lot.random() < 0.3}
        rows = [[other for other in rights if (one, other) in fits] for one in lefts]
        starts = [0, *accumulate(map(len, rows))]
        assert ask(grouping.most_pairs, starts, list(chain(*rows))) == _most(lefts, rights, fits)


def test_the_generator_gives_the_same_numbers() -> None:
    lot = Random(10)
    for _ in range(50):
        key, more = lot.getrandbits(64), lot.getrandbits(64)
        assert ask(random_numbers.mix, key) == numbers.mix_bits(key)
        assert ask(random_numbers.fold, key, more) == numbers.fold_key(key, more)
        assert ask(random_numbers.cast_key, numbers.game_key(key), more, 3) == numbers.cast_key(key, more, 3)
    assert [ask(random_numbers.bits_below, count) for count in range(1, 10)] == [
        (n - 1).bit_length() for n in range(1, 10)
    ]
