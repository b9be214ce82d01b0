"""Lists of names within a finding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MOST: Final = 60


def some_of(names: Sequence[str], most: int = MOST) -> str:
    """List names; of a long list the first, and how many more there are: ``a, b, … (+40)``."""
    more = [f"… (+{len(names) - most})"] if len(names) > most else []
    return ", ".join([*names[:most], *more])
