"""A loop over parts that share no element, with a decision for each of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.pipeline import LoadedRuleset

TOYS = Path(__file__).parents[1] / "rulesets"
COUNTED = """    for player in players:
        add count(parts(herd(player))) as point to player.points
"""
ASKED = """    for player in players:
        for part in parts(herd(player)):
            decide tribute by player:
                take cites P5:
                    add count(part) as point to player.points
                leave cites P5:
                    add 0 to player.points
"""
FIRST, SECOND = (0, 1, 5, 10, 15), (3, 7, 11, 12, 13)
"""Lawns of a board of four by four, counted by rows: parts of three, one and one; parts of three and two."""


@pytest.mark.parametrize("answer", ["take", "leave"])
def test_each_part_is_asked_once_in_order(tmp_path: Path, answer: str) -> None:
    folder = tmp_path / "pastures"
    shutil.copytree(TOYS / "pastures", folder)
    rules = folder / "rules" / "grazing.rules"
    text = rules.read_text("utf-8")
    assert COUNTED in text
    rules.write_text(text.replace(COUNTED, ASKED), "utf-8")
    played = start_playthrough(LoadedRuleset(str(folder)).program(2), 1)
    for lawns in zip(FIRST, SECOND, strict=True):
        for lawn in lawns:
            played.apply(Move("graze", (lawn,)))
    asked = []
    while not played.over and len(asked) < 20:
        asked.append(played.actor)
        played.apply(Move(answer, ()))
    assert asked == [0, 0, 0, 1, 1]
