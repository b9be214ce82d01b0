"""The budget of what rules look at: each look is taken off it, by the interpreter and by generated code, down to the last one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from interpreter_pairs import PHASE, ran, rules, twins

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.runtime_faults import RulesFault

GRAINS = 100
"""More than generated code goes through without counting."""
FILES = {
    "components/grains.yaml": "kinds:\n  grain: {plural: grains, elements: ["
    + ", ".join(f"g{number}" for number in range(GRAINS))
    + "]}\n",
}
EVERY, NONE, SOME = "every grain in grains has", "no grain in grains where", "some grain in grains where"
OTHER = "some other in grains where"


@pytest.mark.parametrize(
    ("body", "looks"),
    [
        (f"if {SOME} round > three: end try_it", 100),
        (f"if {NONE} round > three: end try_it", 100),
        (f"if {EVERY} round < three: end try_it", 100),
        ("set left to sum(round for grain in grains)", 100),
        ("set left to min(round for grain in grains)", 100),
        ("set left to max(round for grain in grains)", 100),
        ("if some number in 1 .. thirty where number > thirty + left: end try_it", 30),
        ("let late = all grain in grains where round > three", 100),
        ("for grain in grains: set left to 1", 100),
        ("for grain in grains where round > three: set left to 1", 100),
        ("for number in 1 .. thirty: set left to number", 30),
        (f"if {SOME} ({OTHER} round > three): end try_it", 100 + 100 * 100),
        ("for number in 1 .. two: for grain in grains: set left to 1", 2 + 2 * 100),
        # A round of a loop costs 100 looks.
        ("while left < three: add 1 to left", 300),
        ("repeat three times: add 1 to left", 300),
    ],
)
def test_what_is_looked_at_is_taken_off_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, looks: int
) -> None:
    lines = [f"{'    ' * (depth + 1)}{line}" for depth, line in enumerate(re.split("(?<=:) ", body))]
    text = "\n".join([f"{PHASE}procedure try_it:", *lines, ""])
    # Generated code computes once what is the same in every round: it looks at no more than the interpreter, and it is bounded as well.
    for program, fewer in zip(twins(rules(tmp_path, text, FILES), 1), (1, looks - 1), strict=True):
        monkeypatch.setattr("reguli.engine.state_snapshots.LOOKS", looks)
        assert ran(program)[0] is None
        monkeypatch.setattr("reguli.engine.state_snapshots.LOOKS", fewer)
        fault = ran(program)[0]
        assert isinstance(fault, tuple)
        assert fault[0] == ("E308" if body.startswith(("while", "repeat")) else "E319")


@pytest.mark.parametrize(
    ("option", "looks"),
    [
        # Trying a value costs 20 looks, and what is asked of it costs its own.
        ("pick(grain in grains)", 2000),
        ("pick(grain in grains where (no other in grains where other = grain) because late)", 2000 + 100 * 100),
    ],
)
def test_what_a_listing_of_moves_tries_is_taken_off_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, looks: int
) -> None:
    text = f"phase counting:\n    decide go by first(players):\n        {option}: end game\n        rest: end game\n"
    begun = [start_playthrough(program, play_forced=False) for program in twins(rules(tmp_path, text, FILES), 1)]
    monkeypatch.setattr("reguli.engine.gameplay.legal_actions.LOOKS", looks)
    for playthrough in begun:
        assert list(playthrough.families())
    for playthrough, fewer in zip(begun, (1, looks - 1), strict=True):
        monkeypatch.setattr("reguli.engine.gameplay.legal_actions.LOOKS", fewer)
        with pytest.raises(RulesFault) as fault:
            list(playthrough.families())
        assert fault.value.code == "E319"
