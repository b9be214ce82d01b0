"""Tables flattened in the order of their keys."""

from __future__ import annotations

from bound_rulesets import TOP, bound

from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType, NumberType


def _cell(ruleset: Ruleset, name: str, *at: int) -> int | None:
    """Look a cell up as a reader of the document would: by the place of each key's value."""
    table = ruleset.tables[name]
    place = 0
    for size, index in zip(table.sizes, at, strict=True):
        place = place * size + index
    return table.cells[place]


def test_keys_have_their_first_value_and_their_size(power_grid: Ruleset) -> None:
    table = power_grid.tables["resupply"]
    assert table.key_names == ("player_count", "stage", "fuel")
    assert table.lows == (2, 0, 0)
    assert table.sizes == (5, 3, 4)
    assert len(table.cells) == len(table.spans) == 5 * 3 * 4
    assert table.type == NumberType("token")


def test_cells_stand_in_the_order_of_the_keys(power_grid: Ruleset) -> None:
    # Two players, first stage: 3 coal, 2 oil, 1 garbage, 1 uranium.
    assert [_cell(power_grid, "resupply", 0, 0, fuel) for fuel in range(4)] == [3, 2, 1, 1]


def test_a_table_may_name_elements() -> None:
    ruleset = bound(TOP / "rulesets" / "connect_four", {})
    table = ruleset.tables["opposite"]
    directions = ruleset.kinds["direction"].elements
    assert table.type == ElementType("direction")
    assert table.cells[directions.index("north_east")] == directions.index("south_west")
