"""Boards as something to be drawn: places, lines between them, groups of places; numbers are thousandths of the width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the board: where it lies, its name and where that is written, the number of its group (-1 for none)."""

    id: str
    name: str
    group: int
    x: int
    y: int
    anchor: Literal["start", "middle", "end"] = "middle"
    right: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Joint:
    """A line between two places, by their numbers, what it costs, and where that is written."""

    first: int
    second: int
    cost: int | None
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board: its form, the kinds it shows, how large it and its cells are, what is on it; ``groups`` are ids."""

    form: Literal["map", "square", "hexagon"]
    places: str
    group_kind: str | None
    size: int
    width: int
    height: int
    spots: tuple[Spot, ...]
    joints: tuple[Joint, ...]
    groups: tuple[str, ...]
