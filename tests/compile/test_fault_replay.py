"""Generated Python beside the interpreter where rules are run by themselves: what comes of them, faults with their values, texts of any length."""

from __future__ import annotations

from pathlib import Path

import pytest
from interpreter_pairs import PHASE, ran, rules, twins


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("set player.points to seven div left rounded down", "E303"),
        ("set player.points to seven div left rounded up", "E303"),
        ("set player.points to (player.best).weight", "E301"),
        ("set player.points to over", "E307"),
        ("set player.points to 0 - thirty", "E307"),
        ("let big = many * many\n    set left to big * big", "E315"),
        ("repeat many times:\n        append a to told", "E308"),
        (
            "repeat nine times:\n        add 1 to left\n        add left to player.points\n    set left to five div (left - nine) rounded up",
            "E303",
        ),
    ],
)
def test_faults_are_the_same(tmp_path: Path, body: str, code: str) -> None:
    written, walked = twins(rules(tmp_path, f"{PHASE}procedure try_it(player):\n    {body}\n"), 1)
    assert ran(written, 0) == ran(walked, 0)
    fault = ran(written, 0)[0]
    assert fault is not None
    assert fault[0] == code  # type: ignore[index]


def test_a_value_is_remembered_only_until_something_changes(tmp_path: Path) -> None:
    text = f"""{PHASE}define heavy = count(all stone in stones where stone.weight > left)
procedure try_it(player):
    add heavy to player.points
    add 1 to left
    add heavy to player.points
    for stone in stones where stone.weight > two:
        set left to stone.weight
        add ten * heavy to player.points
"""
    written, walked = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert fault is None
    # Weights 3, 1, 4, 1: four exceed 0, two exceed 1, one exceeds 3, none exceeds 4.
    assert slots[written.layout.fields["player.points"].base] == 4 + 2 + 10 * 1 + 10 * 0
    assert ran(walked, 0)[1] == slots


def test_rules_that_nest_deeper_than_python_can_are_walked(tmp_path: Path) -> None:
    depth = 25
    loops = "".join(
        f"{'    ' * (level + 1)}for s{level} in stones where s{level}.weight > three:\n" for level in range(depth)
    )
    text = f"{PHASE}procedure try_it(player):\n{loops}{'    ' * (depth + 1)}add 1 to player.points\n"
    written, _ = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert (fault, slots[written.layout.fields["player.points"].base]) == (None, 1)


def test_long_rules_make_long_text_and_no_longer(tmp_path: Path) -> None:
    """A define asked with a define, again and again: each level adds to the text, none doubles it."""
    depth = 30
    text = f"{PHASE}define onward(number: number) = (if number > three then 0 else number + 1)\nprocedure try_it(player):\n    set left to {'onward(' * depth}0{')' * depth}\n"
    written, walked = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert fault is None
    assert slots[written.layout.fields["game.left"].base] == depth % 5
    assert ran(walked, 0)[1] == slots


LAMPS = """
kinds:
  lamp:
    fields: {shine: {procedure: [player]}, blink: {procedure: [player]}}
    columns: [id, shine, blink]
    rows:
      - [red_lamp, "run green_lamp.shine(player)", "later run green_lamp.blink(player)"]
      - [green_lamp, "run blue_lamp.shine(player)", "run this.shine(player)"]
      - [blue_lamp, "add 1 to player.points", "add five to player.points"]
"""


def test_a_chain_of_rules_on_pieces_that_are_named_is_run_all_ways(tmp_path: Path) -> None:
    text = f"{PHASE}procedure try_it(player):\n    run red_lamp.shine(player)\n    run red_lamp.blink(player)\n    settle\n"
    for program in twins(rules(tmp_path, text, {"components/lamps.yaml": LAMPS}), 1):
        fault, slots = ran(program, 0)
        assert fault is None
        # Red leads to green and green to blue, now and once more afterwards; the others' own rules are not run.
        assert slots[program.layout.fields["player.points"].base] == 2
