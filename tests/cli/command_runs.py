"""What came of a command that a test has run; the fixture that runs one is in ``conftest.py``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
