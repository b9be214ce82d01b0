"""Bundles: so many tokens of each variety, as a tuple of numbers in the order of the varieties.

What a move chooses is one whole number: each variety has its digits, so it means the same in every position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, overload

from reguli.ir.interpreter.integer_arithmetic import looked_up
from reguli.ir.interpreter.set_numbering import Sets
from reguli.ir.interpreter.slot_collections import SlotOf
from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FieldSlots, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Table
from reguli.model.types import BundleType

DIGITS = 32
"""Binary digits of a variety: more than there are tokens in any box."""


def number_of_shares(shares: Sequence[int]) -> int:
    """Give the number of a bundle."""
    return sum(share << DIGITS * variety for variety, share in enumerate(shares))


def shares_of(number: int, varieties: int) -> tuple[int, ...]:
    """Give how many of each variety a bundle holds, by its number."""
    return tuple(number >> DIGITS * variety & (1 << DIGITS) - 1 for variety in range(varieties))


def picked(there: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Give all ways to take so many of what there is, those with more of an earlier variety first."""
    if not there:
        yield from [()] if not size else []
        return
    behind = there[1:]
    for share in range(min(there[0], size), max(0, size - sum(behind)) - 1, -1):
        yield from ((share, *rest) for rest in picked(behind, size - share))


class Bundles(Sets):
    """The numbers of all bundles of ``least`` to ``most`` tokens out of a zone: smaller ones first.

    ``elements`` say how many there are of each variety. What is declared keeps them few, so they are made at once.
    """

    __slots__ = ("_numbers",)

    def __init__(self, there: Sequence[int], least: int, most: int) -> None:
        """Take what lies there, and how many tokens are chosen; where there are fewer, fewer can be chosen at most."""
        self.elements = tuple(there)
        self.least, self.most = max(0, least), min(most, sum(there))
        sizes = range(self.least, self.most + 1)
        self._numbers = [number_of_shares(one) for size in sizes for one in picked(self.elements, size)]

    def __len__(self) -> int:
        """Give how many bundles there are."""
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        """Give the numbers of the bundles, in order."""
        return iter(self._numbers)

    def __contains__(self, number: object) -> bool:
        """Tell whether a bundle is one of these."""
        return number in self._numbers

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        """Give the number of the bundle that stands at a place of the order."""
        return self._numbers[index]


class _Values(Protocol):
    """What makes closures."""

    layout: Layout

    def closure(self, term: t.Term) -> Closure: ...

    def token_slots(self, zone: t.Term) -> tuple[FieldSlots, SlotOf, Closure | None]: ...


def of_bundle(values: _Values, term: t.Bundled | t.Share) -> Closure:
    """Make the closure of a bundle written out, or of how many tokens it holds."""
    if isinstance(term, t.Share):
        bundle = values.closure(term.bundle)
        if term.variety is None:
            return lambda s: sum(bundle(s))
        variety = values.closure(term.variety)
        return lambda s: bundle(s)[variety(s)]
    assert isinstance(term.type, BundleType)
    varieties = values.layout.size_of(term.type.kind)
    parts = [
        (values.closure(which), values.closure(amount))
        for which, amount in zip(term.varieties, term.amounts, strict=True)
    ]

    def written(s: Slots) -> tuple[int, ...]:
        shares = [0] * varieties
        for which, amount in parts:
            shares[which(s)] += max(0, amount(s))
        return tuple(shares)

    return written


def lying_there(values: _Values, zone: t.Term) -> Closure:
    """Make the closure of the bundle of all tokens in a zone."""
    field, base, _ = values.token_slots(zone)
    return kept(field, base)


def kept(field: FieldSlots, base: SlotOf) -> Closure:
    """Make the closure of what stands in a field that has a number for each variety."""
    count = field.capacity
    return lambda s: tuple(s[base(s) : base(s) + count])


def keeping(field: FieldSlots, base: SlotOf, bundle: Closure) -> Callable[[Slots], tuple[int, int]]:
    """Make the closure that writes a bundle into such a field, and gives its first slot and the number of the bundle."""
    count = field.capacity

    def keep(s: Slots) -> tuple[int, int]:
        at, shares = base(s), bundle(s)
        if max(shares) >> DIGITS:
            raise RulesFault("E315", digits=len(str(max(shares))))
        s[at : at + count] = shares
        return at, number_of_shares(shares)

    return keep


def row_of(table: Table, keys: Sequence[Closure], varieties: int) -> Closure:
    """Make the closure of a row of a table whose last key is left out, a variety: of what is less than nothing there is none."""
    return lambda s: tuple(
        max(0, looked_up(table, [*(key(s) for key in keys), variety])) for variety in range(varieties)
    )
