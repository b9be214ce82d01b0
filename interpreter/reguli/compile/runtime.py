"""What generated code calls: faults, and what the walker calls too where an operator is not enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reguli.ir.faults import RulesFault
from reguli.ir.walking.collections_of import common, without
from reguli.ir.walking.entering import kept
from reguli.ir.walking.places import write_members
from reguli.ir.walking.values import LOOKS, divide, looked_up


def absent(field: str) -> int:
    """Raise the fault of a field asked of no element."""
    raise RulesFault("E301", field=field)


def outside(field: str, value: int, low: int, high: int | None) -> None:
    """Raise the fault of a number written where it must not be so small or large."""
    raise RulesFault("E307", field=field, value=value, low=low, high="…" if high is None else high)


def endless() -> None:
    """Raise the fault of a loop that goes on and on."""
    raise RulesFault("E308", limit=LOOKS)


def too_much() -> None:
    """Raise the fault of conditions that look at too much."""
    raise RulesFault("E319", limit=LOOKS)


def large(number: int) -> int:
    """Raise the fault of a number larger than any game needs."""
    raise RulesFault("E315", digits=len(str(abs(number))))


def too_few(zone: str, variety: int, wanted: int, there: int) -> None:
    """Raise the fault of more tokens of a variety (0 where there is but one) moved than lie there."""
    raise RulesFault("E310", zone=zone, what=variety, wanted=wanted, there=there)


def too_many(capacity: int) -> None:
    """Raise the fault of a zone that would hold more than it may."""
    raise RulesFault("E305", capacity=capacity, count=capacity + 1)


def elsewhere(piece: str) -> None:
    """Raise the fault of a piece that does not lie where it was said to."""
    raise RulesFault("E309", piece=piece)


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    absent,
    common,
    divide,
    elsewhere,
    endless,
    kept,
    large,
    looked_up,
    outside,
    too_few,
    too_many,
    too_much,
    without,
    write_members,
)
