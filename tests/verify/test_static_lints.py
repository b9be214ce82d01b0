"""Slips that stand in rules and data: each is planted and seen, and rules without one are left in peace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from changed_games import changed, subject

from reguli.shipped import shipped_rulesets
from reguli.verify.report.found import Found
from reguli.verify.report.subject import Subject
from reguli.verify.static.lints import LINTS
from reguli.verify.static.sequences import outlier


def _found(looked_at: Subject) -> Iterator[Found]:
    for lint in LINTS:
        yield from (one for one in lint(looked_at) if isinstance(one, Found))


TABLES, CONSTANTS = "tables.yaml", "constants.yaml"
POWER_GRID = (
    (TABLES, "  same_as: {oil: coal, garbage: coal}\n", "", {"V110 77", "V110 78"}),
    (TABLES, "105, 112, 118", "105, 113, 118", {"V113 54"}),
    (TABLES, "134, 138", "133, 138", {"V113 54"}),
    (TABLES, "second: [7, 5, 3, 3]", "second: [7, 5, 3, 1]", {"V113 91"}),
    ("components/cards.yaml", "[plant_26, 26", "[plant_26, 62", {"V114 43"}),
    (CONSTANTS, "start_money: {value: 50", "start_money: {value: 60", {"V115 2"}),
    (CONSTANTS, "value: 22", "value: 20", {"V115 1"}),
    (TABLES, "[10, 15, 20]", "[10, 15, 25]", {"V115 45"}),
    (TABLES, "{2: 8, 3: 8, 4: 4", "{2: 8, 3: 4, 4: 8", {"V116 10"}),
)


@pytest.mark.parametrize(("file", "old", "new", "codes"), POWER_GRID)
def test_a_slip_is_seen_at_its_line_and_nothing_else(
    file: str, old: str, new: str, codes: set[str], tmp_path: Path
) -> None:
    found = _found(subject(changed("power_grid", tmp_path, file, old, new)))
    assert {f"{one.told.code} {one.told.span.line}" for one in found if one.told.span} == codes


LARGE = ("nucleum", "warszawa")


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.night) if one in LARGE else one for one in shipped_rulesets()]
)
def test_shipped_rulesets_have_none(name: str) -> None:
    assert [(one.told.code, str(one.told.span)) for one in _found(subject(name))] == []


def test_a_row_that_is_the_same_but_for_one_cell(tmp_path: Path) -> None:
    folder = changed(
        "power_grid", tmp_path, TABLES, "  same_as: {oil: coal, garbage: coal}\n", "  same_as: {oil: coal}\n"
    )
    text = (
        (folder / TABLES).read_text("utf-8").replace("garbage: [8, 8, 8, 7, 7, 7, 6,", "garbage: [8, 8, 8, 7, 7, 7, 5,")
    )
    (folder / TABLES).write_text(text, "utf-8")
    found = [dict(one.told.args) for one in _found(subject(folder)) if one.told.code == "V111"]
    assert {(one["name"], one["found"], one["expected"]) for one in found} == {("garbage", 5, 6)}


@pytest.mark.parametrize(
    ("values", "at"),
    [
        ([1, 2, 3, 4, 9, 6, 7], 4),
        ([9, 8, 7, 6, 5, 1, 3, 2], 5),
        ([0, 1, 2, 4, 7, 12, 16, 22, 29, 37], 5),
        ([1, 1, 2, 1, 2, 1, 1], None),
        ([0, 1, 3, 5, 7, 9, 11, 13, 14], None),
        ([8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5], None),
        ([1, 5, 2], None),
    ],
)
def test_what_breaks_a_line(values: list[int], at: int | None) -> None:
    assert outlier(values) == at
