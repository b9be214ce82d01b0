"""Stages that come: at most one at a time, whatever other conditions hold meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import game

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.history.journal import visible_entries

KINDS = "  card: {plural: cards, pieces: true, starts: deck, elements: [last_card]}"
STATE = "game:\n  deck: {zone: card, order: stack}\n  table: {zone: card}\n"
RULES = """
procedure set_up:
    settle

phase going:
    if round = end_round:
        end game

phase drawing:
    if round = drawing_round:
        draw drawn from deck to table
"""
STAGES = """
stages:
  - id: early
  - id: middle
    from: [early]
    when: "round >= 1"
    checked: {{at: end of going, order: {first}}}
    effective: start of round
  - id: late
    from: [early, middle]
    when: "round >= 1"
    checked: {{at: end of going, order: {second}}}
    effective: start of round
"""
CARD = """
stages:
  - id: early
  - id: middle
    from: [early]
    when: "round >= 1"
    checked: {at: end of going, order: 1}
    effective: start of round
  - id: late
    from: [early, middle]
    drawn: {card: last_card, from: deck}
    cases:
      during drawing: {effective: start of round}
"""


def told(home: Path, stages: str, drawing_round: int = 9) -> list[str]:
    """The rounds and stages of a playthrough of four rounds, as the journal tells them."""
    loaded = game(home, KINDS, STATE, RULES, stages=stages, end_round=4, drawing_round=drawing_round)
    assert loaded.ruleset is not None
    playthrough = start_playthrough(loaded.program(2))
    return [entry.text for entry in visible_entries(playthrough) if entry.verb in ("round", "stage")]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # Both conditions always hold. While the middle stage comes the late one is not asked; it is at the next chance.
        (1, 2, ["round 1", "round 2", "stage middle", "round 3", "stage late", "round 4"]),
        # The late stage is asked first: then the middle one never comes.
        (2, 1, ["round 1", "round 2", "stage late", "round 3", "round 4"]),
    ],
)
def test_no_stage_is_begun_by_its_condition_while_another_comes(
    tmp_path: Path, first: int, second: int, expected: list[str]
) -> None:
    assert told(tmp_path, STAGES.format(first=first, second=second)) == expected


def test_a_card_drawn_meanwhile_takes_the_place_of_what_comes(tmp_path: Path) -> None:
    assert told(tmp_path, CARD, drawing_round=1) == ["round 1", "round 2", "stage late", "round 3", "round 4"]
    other = told(tmp_path, CARD, drawing_round=3)
    assert other == ["round 1", "round 2", "stage middle", "round 3", "round 4", "stage late"]
