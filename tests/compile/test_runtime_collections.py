"""Sorting, groups, sets and bundles of the library give what the interpreter gives."""

from __future__ import annotations

from itertools import accumulate, chain, groupby

from all_ways import AllWays
from hypothesis import given
from hypothesis import strategies as st

from reguli.compile.runtime import grouping, random_numbers, sorting
from reguli.compile.runtime.games import subset_indexing
from reguli.ir import rng as numbers
from reguli.ir.interpreter.builtin_functions import subsets_by_size
from reguli.ir.interpreter.collection_closures import encode_groups, groups_of, matching_closure, nth_group
from reguli.ir.interpreter.set_numbering import Bundles, Sets, decode_bundle, decode_set, encode_set

ask = AllWays()


def few(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 39), max_size=most, unique=True)


ROW = st.tuples(*[st.integers(-2, 1) | st.integers(-200, 199)] * 3)


@given(st.dictionaries(st.integers(0, 999), ROW, max_size=60), st.sampled_from((1, 3)))
def test_sorted_by_keys_and_stable(rows: dict[int, tuple[int, ...]], width: int) -> None:
    items, key_of = list(rows), {item: row[:width] for item, row in rows.items()}
    keys = list(chain(*key_of.values()))
    assert ask(sorting.sorted_by, items, keys, width) == sorted(items, key=key_of.__getitem__)
    groups = [list(group) for _, group in groupby(sorted(items, key=key_of.__getitem__), key_of.__getitem__)]
    assert ask(sorting.ranked_by, items, keys, width) == encode_groups(groups)
    assert ask(sorting.backwards, items) == items[::-1]


@given(few(12), st.sets(st.integers(1, 11)))
def test_groups_are_counted_and_found(members: list[int], drawn: set[int]) -> None:
    cuts = sorted(cut for cut in drawn if cut < len(members))
    groups = [members[a:b] for a, b in zip([0, *cuts], [*cuts, len(members)], strict=True)] if members else []
    written = encode_groups(groups)
    assert tuple(map(tuple, groups)) == groups_of(written)
    assert ask(grouping.count_of_groups, written) == len(groups)
    for number in range(-1, len(groups) + 2):
        assert ask(grouping.group_at, written, number) == list(nth_group(groups, number))
    for group in [*groups, [], [3], members, *(group[::-1] for group in groups)]:
        assert ask(grouping.is_group, group, written) == (group in groups)
        assert ask(grouping.group_of, group) == (encode_groups([group]) or [grouping.EMPTY])


@given(few(7))
def test_every_subset_the_smaller_ones_first(drawn: list[int]) -> None:
    members = tuple(drawn)
    expected = subsets_by_size(members)
    assert ask(grouping.count_of_subsets, members) == len(expected)
    assert [tuple(ask(grouping.subset_at, members, at)) for at in range(len(expected))] == expected
    written = ask(grouping.all_subsets, members)
    assert ask(grouping.count_of_groups, written) == len(expected)
    assert [tuple(ask(grouping.group_at, written, number + 1)) for number in range(len(expected))] == expected
    assert all(ask(grouping.is_group, one, written) for one in expected)
    assert not ask(grouping.is_group, (99,), written)


def test_too_many_subsets_are_a_fault() -> None:
    assert ask(grouping.count_of_subsets, tuple(range(13))) == "E304"


@given(few(9), st.integers(-1, 4), st.integers(-1, 6), few(4))
def test_sets_stand_where_the_interpreter_has_them(
    elements: list[int], least: int, most: int, others: list[int]
) -> None:
    sets = Sets(elements, least, most)
    count = ask(subset_indexing.count_of_sets, len(elements), least, most)
    assert count == len(sets)
    for at in range(count):
        members = decode_set(sets[at])
        assert ask(subset_indexing.set_at, elements, least, most, at) == list(members)
    for tried in [others, elements[:2], elements[1::2], elements, []]:
        held = encode_set(tried) in sets
        assert ask(subset_indexing.is_set_of, elements, least, most, sorted(tried)) == held


def test_very_many_sets_are_counted_as_many() -> None:
    assert ask(subset_indexing.count_of_sets, 100, 40, 60) == subset_indexing.MANY
    assert ask(subset_indexing.set_at, tuple(range(100)), 2, 50, 4_949) == [98, 99]


BUNDLE = st.lists(st.integers(0, 3), min_size=1, max_size=4)
TRIED = st.lists(st.tuples(*[st.integers(-1, 3)] * 4), max_size=10)


@given(BUNDLE, st.integers(-1, 3), st.integers(-1, 5), TRIED)
def test_bundles_stand_where_the_interpreter_has_them(
    there: list[int], least: int, most: int, drawn: list[tuple[int, ...]]
) -> None:
    bundles = Bundles(there, least, most)
    count = ask(subset_indexing.count_of_bundles, there, least, most)
    assert count == len(bundles)
    shares = [decode_bundle(bundles[at], len(there)) for at in range(count)]
    assert [tuple(ask(subset_indexing.bundle_at, there, least, most, at)) for at in range(count)] == shares
    for tried in (row[: len(there)] for row in drawn):
        assert ask(subset_indexing.is_bundle_of, there, least, most, tried) == (tried in shares)


def _most(lefts: range, rights: range, fits: set[tuple[int, int]]) -> int:
    most: int = matching_closure((0, 1), (lambda s: lefts, lambda s: rights), lambda s: (s[0], s[1]) in fits)([0, 0])
    return most


@given(st.integers(0, 7), st.integers(0, 7), st.sets(st.tuples(st.integers(0, 6), st.integers(3, 9)), max_size=25))
def test_as_many_pairs_as_the_interpreter_makes(left: int, right: int, drawn: set[tuple[int, int]]) -> None:
    lefts, rights = range(left), range(3, 3 + right)
    fits = {(one, other) for one, other in drawn if one in lefts and other in rights}
    rows = [[other for other in rights if (one, other) in fits] for one in lefts]
    starts = [0, *accumulate(map(len, rows))]
    assert ask(grouping.most_pairs, starts, list(chain(*rows))) == _most(lefts, rights, fits)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_the_generator_gives_the_same_numbers(key: int, more: int) -> None:
    assert ask(random_numbers.mix, key) == numbers.mix_bits(key)
    assert ask(random_numbers.fold, key, more) == numbers.derive_key(key, more)
    assert ask(random_numbers.cast_key, numbers.game_key(key), more, 3) == numbers.chance_key(key, more, 3)


def test_bits_for_a_number_below_a_bound() -> None:
    assert [ask(random_numbers.bits_below, count) for count in range(1, 10)] == [
        (n - 1).bit_length() for n in range(1, 10)
    ]
