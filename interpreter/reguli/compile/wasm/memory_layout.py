"""Where everything lies in the one memory of a program.

First the position as it is played (slot 0 at address 0, each 8 bytes), behind it the one that was kept when the move began, then a few words for the code itself,
the areas, and what is known: tables, and the numbers kept beside the positions. Behind all that come what is told, what is offered, and runs,
which are stacked: whoever made runs and is left puts the top of the stack back to where it was.

A run is its length and its numbers, a word each; an element of a table of numbers has as few bytes as the greatest of them needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from struct import pack
from typing import Final

from reguli.compile.wasm.encoding import PAGE
from reguli.compile.wasm.instruction_builder import as_signed

WORD: Final = 8
FAULT, TOP, STAMP, TOLD, TOLD_END, OFFERED, OFFERED_END, FUEL = range(8)
"""The words of the code itself: the code of a fault, where the next run goes, the last stamp, where the next thing told or offered goes, what is left of the fuel."""
WORDS: Final = 8
TOLD_ROOM: Final = 1 << 17
OFFERED_ROOM: Final = 1 << 18
RUNS_ROOM: Final = 1 << 20
"""In words."""
SPARE: Final = 1 << 20
"""Bytes of what becomes known later, by functions that are put in place of others."""
WASTE: Final = 2
"""Rows of a table are made equally long where that takes no more than so many times the room."""
SMALL: Final = 4096
"""Bytes; a table that is smaller may be wasteful."""

Rows = tuple[tuple[int, ...], ...]


class Memory:
    """Hands out addresses while functions are printed."""

    def __init__(self, width: int, areas: Mapping[str, int]) -> None:
        """Lay out a position of so many slots, and areas of so many words."""
        self.width = width
        self.past = WORD * width
        self.words = 2 * self.past
        at = self.words + WORD * WORDS
        self.areas: dict[str, tuple[int, int]] = {}
        for name, size in areas.items():
            self.areas[name] = (at, size)
            at += WORD * size
        self.first_known = at
        self.known = bytearray()
        self.numbers: dict[str, int] = {}
        self._tables: dict[object, int] = {}

    def word(self, which: int) -> int:
        """Give the address of a word of the code itself."""
        return self.words + WORD * which

    def slot(self, slot: int, past: bool = False) -> int:
        """Give the address of a known slot; below 0 it is counted from the end."""
        return WORD * (slot + self.width if slot < 0 else slot) + (self.past if past else 0)

    def area(self, name: str) -> int:
        """Give the address of an area."""
        return self.areas[name][0]

    def new_area(self, name: str, size: int) -> None:
        """Lay out an area among what is known; one that is there may not grow."""
        if name not in self.areas:
            self.areas[name] = (self._kept(bytes(WORD * size)), size)
        elif size > self.areas[name][1]:
            raise ValueError(name)

    def number(self, name: str) -> int:
        """Give the address of a number that is kept beside the positions."""
        if name not in self.numbers:
            self.numbers[name] = self._kept(bytes(WORD))
        return self.numbers[name]

    def cells(self, numbers: tuple[int, ...]) -> tuple[int, int]:
        """Give the address of a row of known numbers, and how many bytes each has."""
        found = [as_signed(number) for number in numbers]
        size = next(
            size for size in (1, 2, 4, 8) if all(-(1 << 8 * size - 1) <= one < 1 << 8 * size - 1 for one in found)
        )
        address = self._once(
            ("cells", size, numbers), lambda: b"".join(one.to_bytes(size, "little", signed=True) for one in found)
        )
        return address, size

    def run(self, numbers: tuple[int, ...]) -> int:
        """Give the address of a known run."""
        return self._once(("run", numbers), lambda: _run(numbers))

    def rows(self, runs: Rows) -> tuple[int, int]:
        """Give the address of known runs that are equally far apart, and how far; 0 where their addresses stand there, of four bytes each."""
        longest = max(map(len, runs))
        stride, used = WORD * (1 + longest), sum(WORD * (1 + len(run)) for run in set(runs))
        if stride * len(runs) <= max(SMALL, WASTE * used):
            return self._once(("rows", runs), lambda: b"".join(_run(run).ljust(stride, b"\0") for run in runs)), stride
        addresses = [self.run(run) for run in runs]
        return self._once(("addresses", runs), lambda: pack(f"<{len(addresses)}I", *addresses)), 0

    def _once(self, key: object, content: object) -> int:
        if key not in self._tables:
            assert callable(content)
            self._tables[key] = self._kept(content())
        return self._tables[key]

    def _kept(self, content: bytes) -> int:
        address = self.first_known + len(self.known)
        self.known += content.ljust(-(-len(content) // WORD) * WORD, b"\0")
        return address


class Extent:
    """How a memory ends: where what is told, what is offered and runs begin, and how many pages there are."""

    def __init__(self, memory: Memory, spare: int = 0) -> None:
        """Lay out behind what is known now, and so many bytes more."""
        self.known_end = memory.first_known + len(memory.known) + spare
        self.told = self.known_end
        self.offered = self.told + WORD * TOLD_ROOM
        self.runs = self.offered + WORD * OFFERED_ROOM
        self.pages = -(-(self.runs + WORD * RUNS_ROOM) // PAGE)


def _run(numbers: tuple[int, ...]) -> bytes:
    return pack(f"<{1 + len(numbers)}q", len(numbers), *map(as_signed, numbers))
