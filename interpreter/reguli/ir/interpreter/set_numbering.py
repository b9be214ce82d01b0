"""Sets that one move may choose: numbered as combinations, so that nobody lists them to count, find or pick them.

A chosen set is one whole number: the binary digits of its members, whatever lies beside them. In the slots of its parameter it
is a list in the order of the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import overload


def number_of(chosen: Sequence[int]) -> int:
    """Give the number of a set of elements."""
    return sum(1 << element for element in set(chosen))


def members_of(number: int) -> tuple[int, ...]:
    """Give the elements of a set by its number, in the order of the box."""
    return tuple(element for element in range(number.bit_length()) if number >> element & 1)


class Sets(Sequence[int]):
    """The numbers of all sets of ``least`` to ``most`` of some elements: smaller sets first, then in the order of the box."""

    __slots__ = ("elements", "least", "most")

    def __init__(self, elements: Sequence[int], least: int, most: int) -> None:
        """Take what is chosen of, and how many; where there are fewer, fewer can be chosen at most."""
        self.elements = tuple(sorted(elements))
        self.least, self.most = max(0, least), min(most, len(self.elements))

    def __eq__(self, other: object) -> bool:
        """Two are equal that offer the same sets."""
        return isinstance(other, Sets) and (self.elements, self.least, self.most) == (
            other.elements,
            other.least,
            other.most,
        )

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        return hash((self.elements, self.least, self.most))

    @property
    def _sizes(self) -> range:
        return range(self.least, self.most + 1)

    def __len__(self) -> int:
        """Give how many sets there are."""
        return sum(comb(len(self.elements), size) for size in self._sizes)

    def __iter__(self) -> Iterator[int]:
        """Give the numbers of the sets, in order."""
        for size in self._sizes:
            for chosen in combinations(self.elements, size):
                yield number_of(chosen)

    def __contains__(self, number: object) -> bool:
        """Tell whether a set is one of these."""
        if not isinstance(number, int) or number < 0:
            return False
        chosen = members_of(number)
        return len(chosen) in self._sizes and set(chosen) <= set(self.elements)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        """Give the number of the set that stands at a place of the order."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        left = index % len(self)
        for size in self._sizes:
            room = comb(len(self.elements), size)
            if left < room:
                return number_of(_combination(self.elements, size, left))
            left -= room
        raise IndexError(index)


def _combination(elements: tuple[int, ...], size: int, index: int) -> list[int]:
    """Give the combination of a size that stands at a place, without those before it."""
    chosen: list[int] = []
    for at, element in enumerate(elements):
        if len(chosen) == size:
            break
        beginning = comb(len(elements) - at - 1, size - len(chosen) - 1)
        if index < beginning:
            chosen.append(element)
        else:
            index -= beginning
    return chosen
