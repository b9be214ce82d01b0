"""The rulings of the inventory, each at a position computed on paper, by the referee alone."""

from __future__ import annotations

import pytest
from war_printed import Edge
from war_table import Table, edge, pose, seat

NORTH, SOUTH = edge((1, -1), (2, -2)), edge((1, -1), (2, -1))
"""Two sides of the river; a segment on the right bank between them may have its tunnel on either."""


@pytest.mark.parametrize(
    ("bridges", "tunnels"),
    [(set(), {NORTH, SOUTH}), ({NORTH}, {SOUTH}), ({SOUTH}, {NORTH}), ({NORTH, SOUTH}, set())],
)
def test_no_tunnel_where_a_bridge_lies(bridges: set[Edge], tunnels: set[Edge]) -> None:
    """W87, W91: one or the other; where bridges lie on every side there is no tunnel, and no decision."""
    referee = pose(4, seat("1/0/0"), bridges=dict.fromkeys(bridges, 1))
    table = Table(referee, "realization", both=False)
    table.do("metro", edge((2, -2), (2, -1)))
    assert table.places("tunnel") == tunnels
    assert (table.ask is not None, table.legal == {("end",)}) == (True, not tunnels)
    assert referee.tunnel is None


def test_no_bridge_where_the_tunnel_lies() -> None:
    """W91: the other order."""
    referee = pose(4, seat("2/2/0"), metro={edge((2, -2), (2, -1)): 1}, tunnel=NORTH)
    table = Table(referee, "realization", both=False)
    assert NORTH not in {move[1] for move in table.legal if move[0] == "bridge"}
    assert SOUTH in {move[1] for move in table.legal if move[0] == "bridge"}
