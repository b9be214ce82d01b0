"""Numbers that know nothing of this program: how many positions and games some small games have."""

from __future__ import annotations

import pytest
from game_trees import games, reachable

from reguli.pipeline import LoadedRuleset


def test_tic_tac_toe_has_5478_positions_and_255168_games() -> None:
    program = LoadedRuleset("tic_tac_toe").program(2)
    assert reachable(program) == 5_478
    assert games(program) == 255_168


@pytest.mark.night
def test_connect_four_on_4_by_4_has_161029_positions() -> None:
    assert reachable(LoadedRuleset("connect_four", {"size": "small"}).program(2)) == 161_029
