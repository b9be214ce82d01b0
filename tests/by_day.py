"""Parameters of which a run by day takes some and ``.ci/night`` takes all, where each takes the same way through the program."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest


def some_by_day(every: Sequence[str], by_day: Collection[str]) -> list[Any]:
    """Return parameters of one word each; those that are not tested by day are marked."""
    assert set(by_day) <= set(every)
    return [pytest.param(one, marks=[pytest.mark.night] * (one not in by_day)) for one in every]
