"""Runs of moves without a choice: a circle and a run without end are findings that name the place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from booth import opened

from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.playthrough import ForcedCycleDetector, GamePlaythrough, start_playthrough
from reguli.ir.cycle_detection import FREE
from reguli.ir.runtime_faults import RulesFault
from reguli.source.diagnostic import finding_sentence

GAME = """
ruleset: pond
language: 2
version: 1.0.0
name: Pond
players: {min: 2, max: 2}
round: [crossing]
units: [step]
ranking:
  - {by: (if player = first(players) then 1 else 0), order: most}
"""
FILES = {
    "game.yaml": GAME,
    "constants.yaml": "width: {value: 9, unit: step}\n",
    "components/stones.yaml": "kinds:\n  stone: {plural: stones, elements: [left_stone, right_stone]}\n",
    "state.yaml": "game:\n  here: {of: stone, start: left_stone}\n  steps: {number: step, range: [0, 100000]}\n",
}
CIRCLE = """
phase crossing:
    let player = first(players)
    while steps < width:
        decide leap by player:
            leap_left:
                needs here = right_stone because on_the_left
                set here to left_stone
            leap_right:
                needs here = left_stone because on_the_right
                set here to right_stone
    end game
"""
ENDLESS = """
phase crossing:
    let player = first(players)
    while here = left_stone:
        decide stride by player:
            one_step:
                add 1 to steps
    end game
"""
BY_LOT = """
phase crossing:
    let player = first(players)
    while here = left_stone:
        decide throw by player:
            throw_stone:
                by lot stone in stones
                set here to stone
    end game
"""


def pond(folder: Path, rules: str) -> Path:
    top = folder / "pond"
    for name, text in {**FILES, "rules/pond.rules": rules}.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return top


def begun(folder: Path, rules: str, seed: int = 0) -> GamePlaythrough:
    return start_playthrough(opened(pond(folder, rules)).program(2), seed)


def test_a_circle_is_found_and_named(tmp_path: Path) -> None:
    with pytest.raises(RulesFault) as fault:
        begun(tmp_path, CIRCLE)
    assert (fault.value.code, fault.value.values["decisions"]) == ("E317", "leap")
    program = opened(tmp_path / "pond").program(2)
    found = fault_diagnostic(program, fault.value)
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("pond/rules/pond.rules", 5)
    assert "'leap'" in finding_sentence(found) or "leap" in finding_sentence(found)


def test_a_run_without_end_is_cut(tmp_path: Path) -> None:
    with pytest.raises(RulesFault) as fault:
        begun(tmp_path, ENDLESS)
    assert (fault.value.code, fault.value.values) == ("E318", {"limit": 2000, "decisions": "stride"})


def test_what_chance_ends_is_no_circle(tmp_path: Path) -> None:
    """The same position comes again until the lot falls on the other stone."""
    assert all(begun(tmp_path, BY_LOT, seed).over for seed in range(20))


def test_the_command_ends_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "reguli", "play", str(pond(tmp_path, CIRCLE))],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 1
    assert "E317" in done.stderr


@pytest.mark.parametrize(("tail", "ring"), [(0, 1), (1, 1), (3, 7), (40, 3), (200, 100)])
def test_a_circle_is_found_within_three_times_its_length(tmp_path: Path, tail: int, ring: int) -> None:
    circles = ForcedCycleDetector(100_000)
    decision = begun(tmp_path, BY_LOT).program.decisions[0]
    for step in range(tail + ring):
        circles.look((step,), decision)

    def go_round() -> None:
        for step in range(ring, 3 * (tail + ring) + FREE):
            circles.look((tail + step % ring,), decision)

    with pytest.raises(RulesFault, match="E317"):
        go_round()
