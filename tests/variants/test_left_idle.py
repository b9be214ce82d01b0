"""What a variant has from its base and leaves idle may be cited there; what it declares itself has to be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.app.ruleset_check import check
from reguli.pipeline import LoadedRuleset

VARIANT = """
variant: plain_pay
of: power_grid
name: Power Grid, plain pay
replace:
  parts:
    earn_money/move payment: move payment[most_paid_cities] from bank to owner.money
"""


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        ("", []),
        ("add: {constants: {unread: {value: 3, unit: city, provenance: ours}}}\n", ["C104"]),
    ],
)
def test_only_what_is_of_the_base_may_be_left_idle(tmp_path: Path, more: str, codes: list[str]) -> None:
    variant = tmp_path / "plain_pay.yaml"
    variant.write_text(VARIANT + more, encoding="utf-8")
    assert [one.code for one in check(LoadedRuleset(str(variant))).findings] == codes
