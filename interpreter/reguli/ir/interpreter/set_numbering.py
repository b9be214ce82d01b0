"""Sets that one move may choose, numbered as combinations: counting, finding and picking need no enumeration.

A chosen set is one whole number: the binary digits of its members, whatever lies beside them. In the slots of its parameter it
is a list in the order of the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Protocol, overload

from reguli.ir.interpreter.builtin_functions import SlotOf, read_list_members, write_list_members
from reguli.ir.interpreter.collection_closures import table_lookup
from reguli.ir.program import ParameterStep, Slots
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FieldSlots, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Table
from reguli.model.types import BundleType


def encode_set(chosen: Sequence[int]) -> int:
    """Return the number of a set of elements."""
    return sum(1 << element for element in set(chosen))


def decode_set(number: int) -> tuple[int, ...]:
    """Return the elements of a set by its number, in box order."""
    return tuple(element for element in range(number.bit_length()) if number >> element & 1)


class Sets(Sequence[int]):
    """The numbers of all sets of ``least`` to ``most`` of some elements: smaller sets first, then in box order."""

    __slots__ = ("elements", "least", "most")

    def __init__(self, elements: Sequence[int], least: int, most: int) -> None:
        """Store the elements and the set size bounds, capped at the number of elements."""
        self.elements = tuple(sorted(elements))
        self.least, self.most = max(0, least), min(most, len(self.elements))

    def __eq__(self, other: object) -> bool:
        """Return whether both offer equal sets."""
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
        """Return how many sets there are."""
        return sum(comb(len(self.elements), size) for size in self._sizes)

    def __iter__(self) -> Iterator[int]:
        """Yield the numbers of the sets, in order."""
        for size in self._sizes:
            for chosen in combinations(self.elements, size):
                yield encode_set(chosen)

    def __contains__(self, number: object) -> bool:
        """Return whether a set is one of these."""
        if not isinstance(number, int) or number < 0:
            return False
        chosen = decode_set(number)
        return len(chosen) in self._sizes and set(chosen) <= set(self.elements)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        """Return the number of the set that stands at a place of the order."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        left = index % len(self)
        for size in self._sizes:
            room = comb(len(self.elements), size)
            if left < room:
                return encode_set(_combination(self.elements, size, left))
            left -= room
        raise IndexError(index)


def _combination(elements: tuple[int, ...], size: int, index: int) -> list[int]:
    """Return the combination of a size at an index, skipping earlier ones."""
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


# -- bundle numbering ------------------------------------------------------------------------------------------------
# Bundles: so many tokens of each variety, as a tuple of numbers in the order of the varieties.
#
# What a move chooses is one whole number: each variety has its digits, so it means the same in every position.


DIGITS = 32
"""Binary digits of a variety: more than there are tokens in any box."""


def encode_bundle(shares: Sequence[int]) -> int:
    """Return the number of a bundle."""
    return sum(share << DIGITS * variety for variety, share in enumerate(shares))


def decode_bundle(number: int, varieties: int) -> tuple[int, ...]:
    """Return how many of each variety a bundle holds, by its number."""
    return tuple(number >> DIGITS * variety & (1 << DIGITS) - 1 for variety in range(varieties))


def token_selections(there: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all selections of a number of tokens, those with more of an earlier variety first."""
    if not there:
        yield from [()] if not size else []
        return
    behind = there[1:]
    for share in range(min(there[0], size), max(0, size - sum(behind)) - 1, -1):
        yield from ((share, *rest) for rest in token_selections(behind, size - share))


class Bundles(Sets):
    """The numbers of all bundles of ``least`` to ``most`` tokens from a zone: smaller ones first.

    ``elements`` say how many there are of each variety. What is declared keeps them few, so they are made at once.
    """

    __slots__ = ("_numbers",)

    def __init__(self, there: Sequence[int], least: int, most: int) -> None:
        """Store the available tokens and the bounds on the bundle size; ``most`` is capped at the total."""
        self.elements = tuple(there)
        self.least, self.most = max(0, least), min(most, sum(there))
        sizes = range(self.least, self.most + 1)
        self._numbers = [encode_bundle(one) for size in sizes for one in token_selections(self.elements, size)]

    def __len__(self) -> int:
        """Return how many bundles there are."""
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        """Return the numbers of the bundles, in order."""
        return iter(self._numbers)

    def __contains__(self, number: object) -> bool:
        """Return whether a bundle is one of these."""
        return number in self._numbers

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: int | slice) -> int | list[int]:
        """Return the number of the bundle that stands at a place of the order."""
        return self._numbers[index]


class _Values(Protocol):
    """A closure factory."""

    layout: Layout

    def closure(self, term: t.Term) -> Closure: ...

    def token_slots(self, zone: t.Term) -> tuple[FieldSlots, SlotOf, Closure | None]: ...


def bundle_closure(values: _Values, term: t.Bundled | t.Share) -> Closure:
    """Make the closure of a bundle literal or of a bundle's token count."""
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


def zone_bundle_closure(values: _Values, zone: t.Term) -> Closure:
    """Make the closure of the bundle of all tokens in a zone."""
    field, base, _ = values.token_slots(zone)
    return variety_counts(field, base)


def variety_counts(field: FieldSlots, base: SlotOf) -> Closure:
    """Make the closure that reads a field with one number per variety."""
    count = field.capacity
    return lambda s: tuple(s[base(s) : base(s) + count])


def bundle_store_closure(field: FieldSlots, base: SlotOf, bundle: Closure) -> Callable[[Slots], tuple[int, int]]:
    """Make the closure that writes a bundle into such a field and returns its first slot and bundle number."""
    count = field.capacity

    def keep(s: Slots) -> tuple[int, int]:
        at, shares = base(s), bundle(s)
        if max(shares) >> DIGITS:
            raise RulesFault("E315", digits=len(str(max(shares))))
        s[at : at + count] = shares
        return at, encode_bundle(shares)

    return keep


def table_row_closure(table: Table, keys: Sequence[Closure], varieties: int) -> Closure:
    """Make the closure of a table row over all varieties, the omitted last key; negative cells count as 0."""
    return lambda s: tuple(
        max(0, table_lookup(table, [*(key(s) for key in keys), variety])) for variety in range(varieties)
    )


# -- move arguments --------------------------------------------------------------------------------------------------
# What a move gives the parameters of an option: one whole number each, in slots as the value that it stands for.


def store_argument(s: Slots, step: ParameterStep, value: int) -> None:
    """Decode a move's argument and store it in its parameter's slots."""
    if not step.room:
        s[step.slot] = value
        return
    bundled = isinstance(step.parameter.variable.type, BundleType)
    write_list_members(s, step.slot, decode_bundle(value, step.room) if bundled else decode_set(value), step.room)


def read_argument(s: Slots, step: ParameterStep) -> int:
    """Read a parameter's argument."""
    if not step.room:
        return s[step.slot]
    chosen = read_list_members(s, step.slot)
    return encode_bundle(chosen) if isinstance(step.parameter.variable.type, BundleType) else encode_set(chosen)
