"""Positions as numbers, in the order in which they were come to: from where each was come to first, and where each leads."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Final, Literal

State = Literal["unseen", "decides", "casts", "over", "stuck", "taken_back", "faulty", "cut"]
"""Not looked at yet; somebody decides; chance does; the game is over; nobody can move; nobody can, and is taken back; its moves cannot be listed; beyond a cap."""
STATES: Final[tuple[State, ...]] = ("unseen", "decides", "casts", "over", "stuck", "taken_back", "faulty", "cut")
BEGIN: Final = 0
"""Before the set-up: what is come to by it follows."""
MOST_POSITIONS: Final = 1_000_000
MOST_LINKS: Final = 16_000_000
"""What is kept of them: some 170 bytes of a position and 4 of a step, so 240 MB at most, besides the positions that wait to be looked at."""


@dataclass(slots=True)
class Graph:
    """Every position found so far; they are looked at in the order of their numbers, so the way back by ``came`` is a shortest one."""

    number: dict[bytes, int] = field(default_factory=dict)
    came: array[int] = field(default_factory=lambda: array("i", [BEGIN]))
    """The position that each was come to from first."""
    by: array[int] = field(default_factory=lambda: array("i", [0]))
    """Which of its steps that was."""
    first: array[int] = field(default_factory=lambda: array("i", [0]))
    """Where the steps of each begin in ``next``; those that were looked at have the next one's behind them."""
    next: array[int] = field(default_factory=lambda: array("i"))
    state: bytearray = field(default_factory=lambda: bytearray([STATES.index("decides")]))

    casts: int = 0
    """How many positions wait for chance."""

    @property
    def positions(self) -> int:
        """Give how many positions there are in which somebody decides or it is over."""
        return len(self.came) - 1 - self.casts

    @property
    def last(self) -> int:
        """Give the number of the position that was found last."""
        return len(self.came) - 1

    @property
    def looked(self) -> int:
        """Give how many were looked at, that before the set-up included."""
        return len(self.first) - 1

    @property
    def full(self) -> bool:
        """Tell whether there is no room for more."""
        return len(self.came) > MOST_POSITIONS or len(self.next) > MOST_LINKS

    def come_to(self, digest: bytes, source: int, step: int) -> bool:
        """Take note of a step that leads to a position; tell whether that is a new one."""
        fresh = len(self.came)
        known = self.number.setdefault(digest, fresh)
        self.next.append(known)
        if known < fresh:
            return False
        self.came.append(source)
        self.by.append(step)
        self.state.append(STATES.index("unseen"))
        return True

    def looked_at(self) -> None:
        """Say that all steps of the next position in order are known."""
        self.first.append(len(self.next))

    def mark(self, position: int, state: State) -> None:
        """Say what a position is."""
        self.state[position] = STATES.index(state)

    def state_of(self, position: int) -> State:
        """Give what a position is."""
        return STATES[self.state[position]]

    def steps_of(self, position: int) -> array[int]:
        """Give where a position leads, once for each step; nowhere as long as it was not looked at."""
        if position + 1 >= len(self.first):
            return array("i")
        return self.next[self.first[position] : self.first[position + 1]]

    def way_to(self, position: int) -> list[tuple[int, int]]:
        """Give a shortest way from before the set-up: each position on it with the number of the step that leads on."""
        way: list[tuple[int, int]] = []
        while position != BEGIN:
            way.append((self.came[position], self.by[position]))
            position = self.came[position]
        return way[::-1]
