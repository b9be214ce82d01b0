"""Settings that cover every pair, and options that exclude or need one another."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from reguli.ruleset.document_nodes import OptionDecl, OptionTerm, OptionValue, Source
from reguli.ruleset.option_settings import (
    PLAYERS,
    check_option_terms,
    cover_settings,
    option_conflicts,
    settings_of_each_value,
)
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import NOWHERE

Chosen = dict[str, str | bool]


def switch(name: str, *terms: OptionTerm) -> OptionDecl:
    excluded, needed = (tuple(one for one in terms if one.excludes == which) for which in (True, False))
    return OptionDecl(NOWHERE, name, "switch", (), False, Source(), excluded, needed)


def choice(name: str, count: int, *terms: tuple[int, OptionTerm]) -> OptionDecl:
    values = []
    for number in range(count):
        own = [term for at, term in terms if at == number]
        excluded, needed = (tuple(one for one in own if one.excludes == which) for which in (True, False))
        values.append(OptionValue(NOWHERE, f"v{number}", (), (), excluded, needed))
    return OptionDecl(NOWHERE, name, "choose", tuple(values), "v0", Source())


def excludes(option: str, *values: str | bool) -> OptionTerm:
    return OptionTerm(NOWHERE, option, values or (True,))


def needs(option: str, *values: str | bool) -> OptionTerm:
    return OptionTerm(NOWHERE, option, values or (True,), excludes=False)


def every_setting(options: list[OptionDecl]) -> list[Chosen]:
    """Every setting that violates nothing, by going through all of them."""
    every = [
        dict(zip((one.id for one in options), values, strict=True))
        for values in product(*(one.every_value for one in options))
    ]
    return [one for one in every if not list(option_conflicts(options, one))]


def pairs_of(options: Chosen, players: int) -> set[frozenset[tuple[str, object]]]:
    cells: list[tuple[str, object]] = [(PLAYERS, players), *options.items()]
    return {frozenset(pair) for pair in combinations(cells, 2)}


@st.composite
def declared(draw: st.DrawFn) -> list[OptionDecl]:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    options = []
    for number, size in enumerate(sizes):
        terms = []
        for at in range(1, size):
            if number and draw(st.booleans()):
                other = draw(st.integers(0, number - 1))
                value = f"v{draw(st.integers(0, sizes[other] - 1))}"
                make = draw(st.sampled_from([excludes, needs]))
                if not (make is excludes and value == "v0") and (make is excludes or draw(st.booleans())):
                    terms.append((at, make(f"o{other}", value)))
        options.append(choice(f"o{number}", size, *terms))
    return options


@given(declared(), st.integers(1, 4))
def test_every_pair_that_can_occur_is_covered_and_nothing_is_violated(options: list[OptionDecl], most: int) -> None:
    players = range(1, most + 1)
    cover = cover_settings(options, players, {})
    allowed = every_setting(options)
    assert all(row in allowed for row, _ in cover.settings)
    possible = {pair for row in allowed for count in players for pair in pairs_of(row, count)}
    covered = {pair for row, count in cover.settings for pair in pairs_of(row, count)}
    assert covered == possible
    assert len({(tuple(row.items()), count) for row, count in cover.settings}) == len(cover.settings)
    every: set[frozenset[tuple[str, object]]] = {
        frozenset(pair)
        for a, b in combinations(options, 2)
        for pair in product(((a.id, v) for v in a.every_value), ((b.id, v) for v in b.every_value))
    }
    sized = product(options, players)
    every |= {frozenset[tuple[str, object]](((PLAYERS, count), (a.id, v))) for a, count in sized for v in a.every_value}
    assert len(cover.impossible) == len(every - possible)


def test_a_cover_is_small_and_begins_with_the_defaults() -> None:
    """Ten switches and two numbers of players have 2,048 settings; a covering array has no more than twelve and the defaults."""
    options = [switch(f"s{number}") for number in range(10)]
    cover = cover_settings(options, (2, 3), {})
    defaults = {one.id: False for one in options}
    assert cover.settings[:2] == ((defaults, 2), (defaults, 3))
    assert len(cover.settings) <= 14
    assert cover == cover_settings(options, (2, 3), {})


def test_what_is_given_stays() -> None:
    options = [switch("hard", excludes("soft")), switch("soft"), choice("size", 3)]
    cover = cover_settings(options, (2,), {"hard": True})
    assert {row["hard"] for row, _ in cover.settings} == {True}
    assert {row["soft"] for row, _ in cover.settings} == {False}
    assert {row["size"] for row, _ in cover.settings} == {"v0", "v1", "v2"}


def test_each_value_comes_in_the_setting_nearest_to_the_defaults() -> None:
    """Map 1 needs the expansion; map 2 needs the long game (1 or 2), of which 1 comes first."""
    maps = choice("map", 3, (1, needs("expansion")), (2, needs("length", "v1", "v2")))
    options = [maps, switch("expansion"), choice("length", 3)]
    found = {(one.id, value): list(setting.values()) for one, value, setting in settings_of_each_value(options, {})}
    assert found == {
        ("map", "v1"): ["v1", True, "v0"],
        ("map", "v2"): ["v2", False, "v1"],
        ("expansion", True): ["v0", True, "v0"],
        ("length", "v1"): ["v0", False, "v1"],
        ("length", "v2"): ["v0", False, "v2"],
    }
    given = {one.id for one, value, _ in settings_of_each_value(options, {"expansion": False}) if value == "v1"}
    assert given == {"length"}, "without the expansion there is no map 1"


def test_declarations_that_are_too_hard_are_given_up_in_bounded_work() -> None:
    """Nine options that all need different ones of eight values: no setting has one of them, and to prove it takes long."""
    names = [f"o{number}" for number in range(9)]
    options = []
    for name in names:
        terms = []
        for at in range(1, 9):
            others = [one for one in names if one != name]
            terms += [(at, needs(one, *(f"v{value}" for value in range(1, 9)))) for one in others]
            terms += [(at, excludes(one, f"v{at}")) for one in others]
        options.append(choice(name, 9, *terms))
    bag = Bag()
    check_option_terms(options, bag)
    assert set(bag.codes) == {"R423"}
    cover = cover_settings(options, (2,), {})
    assert cover.left_out > 0
    assert cover.what.phrase == "settings.part"
