"""The intrinsics of the restricted Python in which the library is written, each with its behaviour in plain Python.

A module of the library is real Python: it type-checks, and tests run it as it stands. ``lir.restricted_python`` reads the same text and makes functions
of the lower form of it, so it may say only what that form has:

* functions over ``int``, ``bool`` and ``Run``; names of theirs that are assigned, and constants of modules (whole numbers, tuples of them, tuples of such
  tuples), also imported ones;
* ``while``, ``for i in range(...)``, ``for x in run``, ``for x in digits(mask)``, ``if``, ``break``, ``continue``, ``return``, ``pass``; the name
  of a ``for`` belongs to its loop, which neither changes it nor leaves it behind;
* ``try: ... except Failed: ...``, out of which nothing leads but its end;
* ``+ - * // %`` (the divisor is above 0), ``& | ^ << >>`` of masks, comparisons, ``and``, ``or``, ``not``, ``a if c else b``,
  ``int(truth)``, ``min`` and ``max`` of two, ``abs`` (what stands there, or between two comparisons, is computed twice and calls no function); what is no truth is
  compared before it is asked;
* calls of other functions of the library, of the words below, and of *stubs*: functions whose only statement is ``raise NotGiven``. A stub stands for a
  function that is made for each program under the same name.

``new(room)`` is the only way to a run that can be changed (``Made``): by ``push``, ``extend``, ``cut`` and ``run[i] = x``, and only in the function that
made it. A function without parameters that is remembered (``@cache``) stands for a constant that is computed when somebody needs it. ``told("name")`` and ``told_run("name")`` are known when a program is made (``Making.told``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Never

from reguli.ir.runtime_faults import Failed as Failed  # noqa: PLC0414 - modules of the library take it from here

MASK = (1 << 64) - 1
Run = Sequence[int]
"""A row of whole numbers that is only read."""


class NotGiven(Exception):  # noqa: N818
    """Error for a stub called as plain Python; such a caller must replace the stub by a function."""


class Made(list[int]):
    """A mutable array with a fixed capacity."""

    def __init__(self, room: int) -> None:
        """Create an empty array."""
        super().__init__()
        self.room = room

    def __setitem__(self, index: object, value: object) -> None:
        """Change an existing number."""
        assert isinstance(index, int), index
        assert isinstance(value, int), value
        assert 0 <= index < len(self), index
        super().__setitem__(index, value)


class Plain:
    """Stand-in for the position, areas and global numbers when the library runs as plain Python."""

    def __init__(self) -> None:
        """Create empty state."""
        self.slots: list[int] = []
        self.earlier: list[int] = []
        self.areas: defaultdict[str, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.numbers: defaultdict[str, int] = defaultdict(int)
        self.told: dict[str, int | tuple[int, ...]] = {}
        self.budget = 1 << 53


PLAIN = Plain()

# -- runs ----------------------------------------------------------------------------------------------------


def new(room: int) -> Made:
    """Return an empty array."""
    return Made(room)


def push(run: Made, value: int) -> None:
    """Append a number to an array."""
    assert len(run) < run.room, run.room
    run.append(value)


def extend(run: Made, other: Run) -> None:
    """Append all numbers of one array to another."""
    assert len(run) + len(other) <= run.room, run.room
    run += other


def cut(run: Made, size: int) -> None:
    """Truncate an array to a length."""
    assert 0 <= size <= len(run), size
    del run[size:]


def size(run: Run) -> int:
    """Return the length of an array."""
    return len(run)


# -- the position, areas, numbers beside them ------------------------------------------------------------------


def load(slot: int) -> int:
    """Return the value of a slot."""
    return PLAIN.slots[slot]


def load_earlier(slot: int) -> int:
    """Return the value of a slot at the start of the move."""
    return PLAIN.earlier[slot]


def run_at(slot: int) -> Run:
    """Return the array stored in the position: its length in a slot, followed by its numbers."""
    return tuple(PLAIN.slots[slot + 1 : slot + 1 + PLAIN.slots[slot]])


def row_at(slot: int, count: int) -> Run:
    """Return consecutive slots as an array; the count is constant."""
    return tuple(PLAIN.slots[slot : slot + count])


def store(slot: int, value: int) -> None:
    """Assign a value to a slot."""
    PLAIN.slots[slot] = value


def fill_slots(slot: int, count: int, value: int) -> None:
    """Assign one value to a range of slots."""
    PLAIN.slots[slot : slot + count] = [value] * count


def copy_slots(to: int, source: int, count: int) -> None:
    """Copy a range of slots."""
    PLAIN.slots[to : to + count] = PLAIN.slots[source : source + count]


def at(area: str, index: int) -> int:
    """Return a number in an area."""
    return PLAIN.areas[area][index]


def put(area: str, index: int, value: int) -> None:
    """Assign a value to a number in an area."""
    PLAIN.areas[area][index] = value


def put_aside(area: str, index: int, slot: int, count: int) -> None:
    """Copy a range of slots into an area."""
    for number in range(count):
        PLAIN.areas[area][index + number] = PLAIN.slots[slot + number]


def same(slot: int, area: str, index: int, count: int) -> bool:
    """Return whether a range of slots equals a range of an area."""
    return all(PLAIN.slots[slot + one] == PLAIN.areas[area][index + one] for one in range(count))


def take_back(slot: int, area: str, index: int, count: int) -> None:
    """Copy a range of an area into slots."""
    for number in range(count):
        PLAIN.slots[slot + number] = PLAIN.areas[area][index + number]


def get(name: str) -> int:
    """Return a global number, kept outside the positions."""
    return PLAIN.numbers[name]


def set_(name: str, value: int) -> None:
    """Assign a value to a global number."""
    PLAIN.numbers[name] = value


def told(name: str) -> int:
    """Return a number that is constant for the program."""
    found = PLAIN.told[name]
    assert isinstance(found, int), name
    return found


def told_run(name: str) -> Run:
    """Return an array that is constant for the program."""
    found = PLAIN.told[name]
    assert isinstance(found, tuple), name
    return found


# -- what cannot go on -------------------------------------------------------------------------------------------


def fail(code: str) -> Never:
    """Raise a fault of the rules, given by its code."""
    raise Failed(code)


def spend(count: int) -> None:
    """Subtract an amount from the search budget."""
    PLAIN.budget -= count
    if PLAIN.budget < 0:
        fail("E319")


# -- words of 64 digits without a sign ---------------------------------------------------------------------------


def around_add(left: int, right: int) -> int:
    """Add modulo 2^64."""
    return (left + right) & MASK


def around_mul(left: int, right: int) -> int:
    """Multiply modulo 2^64."""
    return (left * right) & MASK


def below_unsigned(left: int, right: int) -> bool:
    """Return whether one number is less than another, both unsigned."""
    return left & MASK < right & MASK


def shifted_left(mask: int, places: int) -> int:
    """Shift bits left; overflowing bits are dropped."""
    return mask << places & MASK


def shifted_right(mask: int, places: int) -> int:
    """Shift bits right; zeros are shifted in."""
    return (mask & MASK) >> places


def bit(index: int) -> int:
    """Return the mask of one element."""
    return 1 << index


def lowest(mask: int) -> int:
    """Return the number of the lowest set bit."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Return the number of the highest set bit."""
    return mask.bit_length() - 1


def ones(mask: int) -> int:
    """Return the number of set bits."""
    return mask.bit_count()


def digits(mask: int) -> Iterator[int]:
    """Yield the numbers of the set bits, lowest first."""
    return (index for index in range(mask.bit_length()) if mask >> index & 1)
