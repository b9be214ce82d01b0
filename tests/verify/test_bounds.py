"""Between which numbers a value lies: what guards tell, what options leave open, and what is proved of tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_games import changed, subject

from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import PLAIN, TRUTH
from reguli.verify.report import Holds, Level, Subject
from reguli.verify.static_analysis.settled_conditions import find_decided_conditions
from reguli.verify.static_analysis.value_bounds import EITHER, NO, YES, BoundEvaluator, common_interval


@pytest.fixture(scope="module")
def bounds() -> BoundEvaluator:
    return BoundEvaluator(subject("power_grid").ruleset, 3)


ROUND = t.Fact(PLAIN, "round")


def number(value: int) -> t.Constant:
    return t.Constant(PLAIN, value)


def compare(sign: str, left: t.Term, right: t.Term) -> t.Compare:
    return t.Compare(TRUTH, sign, left, right)  # type: ignore[arg-type]  # a sign of the test


@pytest.mark.parametrize(
    ("sign", "other", "answer"),
    [(">=", 1, YES), (">", 1, EITHER), ("<", 1, NO), ("=", 0, NO), ("!=", 0, YES), ("<=", 0, NO), ("<=", 1, EITHER)],
)
def test_a_comparison_with_a_round(sign: str, other: int, answer: tuple[int, int], bounds: BoundEvaluator) -> None:
    assert bounds.of(compare(sign, ROUND, number(other))) == answer


@pytest.mark.parametrize(
    ("sign", "other", "holds", "left"),
    [
        (">", 1, True, (2, None)),
        (">", 1, False, (1, 1)),
        ("<=", 4, True, (1, 4)),
        ("<=", 4, False, (5, None)),
        ("=", 3, True, (3, 3)),
        ("=", 3, False, (1, None)),
        ("=", 1, False, (2, None)),
    ],
)
def test_what_a_condition_tells(
    sign: str, other: int, holds: bool, left: tuple[int, int | None], bounds: BoundEvaluator
) -> None:
    known = bounds.told(compare(sign, ROUND, number(other)), holds=holds)
    assert known is not None
    assert bounds.knowing(known).of(ROUND) == left


def test_what_cannot_be_is_no_way_on(bounds: BoundEvaluator) -> None:
    assert bounds.told(compare("<", ROUND, number(1)), holds=True) is None
    assert bounds.told(compare(">=", ROUND, number(1)), holds=False) is None
    assert common_interval((1, 2), (3, None)) is None


def test_an_option_settles_nothing(bounds: BoundEvaluator) -> None:
    switch = t.Constant(TRUTH, 1, "rearrange_between_firings")
    assert bounds.of(switch) == EITHER
    assert bounds.of(t.Logic(TRUTH, "or", switch, compare(">=", ROUND, number(1)))) == YES


def test_a_condition_narrows_the_one_behind_it(bounds: BoundEvaluator) -> None:
    late = compare(">", ROUND, number(3))
    assert bounds.of(t.Logic(TRUTH, "and", late, compare("=", ROUND, number(2)))) == NO
    assert bounds.of(t.Logic(TRUTH, "or", late, compare("<=", ROUND, number(3)))) == YES


def _proved(looked_at: Subject) -> set[tuple[str, str]]:
    found = (one for one in find_decided_conditions(looked_at) if isinstance(one, Holds) and one.level == Level.PROVED)
    return {(one.rule, one.property) for one in found}


def test_a_price_is_proved_inside_its_table_by_the_guard_before_it(tmp_path: Path) -> None:
    price = ("building/construction/connect", "inside tables")
    assert price in _proved(subject("power_grid"))
    guard = "                needs count(city.houses) < houses_per_city[stage] because city_full cites P93, P94, P95, P100, P102, P107, P134, P138, P151\n"
    assert price not in _proved(subject(changed("power_grid", tmp_path, "rules/building.rules", guard, "")))
