"""The best use of what overlapping demands share, against trying everything; a die; loops over subsets that wait."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from toys import Sitting, place, sit

FINDS = [f"{sort}_{number}" for sort in ("cherry", "brick", "pebble", "slate") for number in range(1, 7)]
ASKED = {
    "shore_case": ("red", "curved", "any"),
    "red_case": ("red", "red", "curved"),
    "round_case": ("curved", "curved", "any"),
    "sand_case": ("red", "any", "any"),
}


def suits(find: str, demand: str) -> bool:
    sort = find.split("_", maxsplit=1)[0]
    return {"red": sort in ("cherry", "brick"), "curved": sort in ("cherry", "pebble"), "any": True}[demand]


def most_sets(finds: list[str], demands: tuple[str, ...]) -> int:
    """Take every set that can be made first, by trying all ways."""
    best = 0
    for taken in permutations(finds, len(demands)):
        if all(suits(find, demand) for find, demand in zip(taken, demands, strict=True)):
            best = max(best, 1 + most_sets([find for find in finds if find not in taken], demands))
            if best == len(finds) // len(demands):
                break
    return best


@pytest.mark.parametrize("case", sorted(ASKED))
def test_a_find_counts_once_and_is_used_as_best_it_can_be(case: str) -> None:
    lots = Random(case)
    for size in (2, 3, 4, 5, 6, 6):
        finds = lots.sample(FINDS, size)
        sitting = place("collectors", f"{{players: 2, state: {{a.finds: [{', '.join(finds)}]}}}}")
        assert sitting.value(f"sets_made(a, {case})") == most_sets(finds, ASKED[case]), finds


def test_the_die_says_how_many_are_found() -> None:
    for eyes in (1, 2, 3):
        sitting = sit("collectors", 2, chance={"eyes": [eyes]}, play_forced=False)
        assert sitting.value("count(a.finds)") == eyes


def test_every_number_of_eyes_comes_up() -> None:
    found = {sit("collectors", 2, seed=seed, play_forced=False).value("count(a.finds)") for seed in range(20)}
    assert found == {1, 2, 3}


def showing(finds: str) -> Sitting:
    return place(
        "collectors",
        f"""
        players: 2
        at: {{phase: showing, decision: pair_to_show, by: a}}
        state: {{round: 1, a.finds: [{finds}]}}
        """,
    )


def test_a_loop_over_subsets_waits_for_each_that_fits() -> None:
    sitting = showing("cherry_1, cherry_2, slate_1, pebble_3, slate_4").play("a: keep_pair")
    assert (sitting.by, sitting.asked) == ("a", "pair_to_show")
    sitting.play("a: show_pair")
    assert sitting.value("sea") == ["slate_1", "slate_4"]
    assert sitting.value("a.points") == 1
    assert (sitting.value("round"), sitting.asked) == (2, "throwing")
