"""Types of values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class


class SingleType(FrozenValue):
    """The type of one value."""

    __slots__ = ()


class ManyType(FrozenValue):
    """The type of several values."""

    __slots__ = ()


class PlaceType(FrozenValue):
    """The type of a place, or of a row of places."""

    __slots__ = ()


@frozen_class
class NumberType(SingleType):
    """A whole number; unit ``None`` is a plain number, which fits every unit."""

    unit: str | None = None
    compares: tuple[str, ...] = ()
    """Units a rank may be compared with or used as; empty for an ordinary number."""


@frozen_class
class TruthType(SingleType):
    """A truth value."""


@frozen_class
class ElementType(SingleType):
    """One element of a kind, or none."""

    kind: str


@frozen_class
class CollectionType(ManyType):
    """Elements of a kind, each at most once, in an order."""

    kind: str


@frozen_class
class NumbersType(ManyType):
    """An interval of consecutive whole numbers."""

    unit: str | None


@frozen_class
class GroupsType(ManyType):
    """Sets of elements of a kind, as ``subsets`` returns; or ``parted``, an ordered list of disjoint groups."""

    kind: str
    parted: bool = False


@frozen_class
class BundleType(ManyType):
    """A number of tokens for each variety of a kind: ``kind`` holds the varieties, in whose order the numbers are kept."""

    pieces: str
    kind: str


@frozen_class
class ZoneType(PlaceType):
    """A place where pieces lie; a zone of tokens knows their variety."""

    pieces: str
    counted: bool
    variety: str | None = None
    """The kind of the varieties still told apart; ``None`` when only one number is left."""
    one: bool = False
    """Whether it has room for one piece, or one token of several varieties: where a value is wanted it is read as that."""


@frozen_class
class KeyedType(PlaceType):
    """A row of places, one for each key; ``value`` is the type of each place."""

    keys: tuple[str, ...]
    """What the keys are called."""
    value: Type


@frozen_class
class UnknownType(FrozenValue):
    """The type after a reported error; it fits every type."""


Type = (
    NumberType
    | TruthType
    | ElementType
    | CollectionType
    | NumbersType
    | GroupsType
    | BundleType
    | ZoneType
    | KeyedType
    | UnknownType
)

PLAIN = NumberType()
TRUTH = TruthType()
UNKNOWN = UnknownType()


def type_text(value: Type) -> Said:
    """Return a type in a designer's vocabulary."""
    match value:
        case NumberType(unit):
            return Said("sort.number") if unit is None else Said("sort.number_of", unit=unit)
        case TruthType():
            return Said("sort.condition")
        case ElementType(kind):
            return Said("sort.one", kind=kind)
        case CollectionType(kind):
            return Said("sort.set_of", kind=kind)
        case NumbersType():
            return Said("sort.numbers")
        case GroupsType(kind):
            return Said("sort.sets_of", kind=kind)
        case BundleType(pieces):
            return Said("sort.bundle_of", pieces=pieces)
        case ZoneType(pieces):
            return Said("sort.zone_of", pieces=pieces)
        case KeyedType(keys):
            return Said("sort.by_keys", keys=", ".join(keys))
        case UnknownType():
            return Said("sort.unknown")


def key_type(name: str, low: int | None) -> ElementType | NumberType:
    """Return the type of a key of a state field: an element of a kind, or a plain number if it has a lower bound."""
    return ElementType(name) if low is None else PLAIN


# -- Units of numbers: what may be added, compared, multiplied and divided -------------------------------------------


def common_number_type(left: NumberType, right: NumberType) -> NumberType | None:
    """Return the common type in a sum or comparison; ``None`` if the units differ.

    A plain number fits every unit. A rank fits its own unit and those it may be compared with.
    """
    if left.unit is None:
        return right
    if right.unit is None or left.unit == right.unit:
        return left
    if right.unit in left.compares:
        return right
    if left.unit in right.compares:
        return left
    return None


def unit_matches(found: NumberType, wanted: str | None) -> bool:
    """Return whether a number fits an expected unit; ``None`` accepts any number."""
    return wanted is None or found.unit is None or found.unit == wanted or wanted in found.compares


def product_type(left: NumberType, right: NumberType, measures: frozenset[str]) -> NumberType | None:
    """Return the type of a product; None when both are measures (units of value, not counts of things)."""
    if left.unit is None:
        return right
    if right.unit is None:
        return left
    match left.unit in measures, right.unit in measures:
        case True, True:
            return None
        case True, False:
            return left
        case False, True:
            return right
        case _:
            return PLAIN


def quotient_type(left: NumberType, right: NumberType, measures: frozenset[str]) -> NumberType | None:
    """Return the type of a quotient; None when a measure is divided into another measure."""
    if right.unit is None:
        return left
    if left.unit == right.unit:
        return PLAIN
    if left.unit is None or left.unit not in measures:
        return PLAIN
    return None if right.unit in measures else left


# -- The functions of the language: what a rule may ask without defining it ------------------------------------------


MOST: Final = 99
"""No call has more arguments."""


@frozen_class
class BuiltinEntry(FrozenValue):
    """A built-in function: its name, call syntax, result, and its meaning in one sentence."""

    name: str
    signature: str
    gives: str
    meaning: str

    @property
    def counts(self) -> tuple[int, int]:
        """Return the minimum and maximum number of arguments; a variable-length list may have a single one."""
        counts = [written.count(",") + 1 for written in re.findall(r"\((.*?)\)", self.signature)]
        return (1, MOST) if "..." in self.signature else (min(counts), max(counts))


BUILTINS: Final[tuple[BuiltinEntry, ...]] = (
    BuiltinEntry("count", "count(set or zone)", "a number of its kind", "How many elements or pieces there are."),
    BuiltinEntry("first", "first(set)", "one element or none", "The first element in the order of the set."),
    BuiltinEntry("last", "last(set)", "one element or none", "The last element in the order of the set."),
    BuiltinEntry(
        "lowest",
        "lowest(set) or lowest(set, n)",
        "one element or none; with n, a set",
        "The element of the lowest rank, or the n elements of the lowest ranks, lowest first.",
    ),
    BuiltinEntry(
        "highest",
        "highest(set) or highest(set, n)",
        "one element or none; with n, a set",
        "The element of the highest rank, or the n elements of the highest ranks, highest first.",
    ),
    BuiltinEntry("reversed", "reversed(set)", "a set", "The same elements, last first."),
    BuiltinEntry(
        "subsets",
        "subsets(set)",
        "sets",
        "Every set that can be made of the elements, the empty one included: to be gone through, or for a lot.",
    ),
    BuiltinEntry("min", "min(a, b, ...)", "a number", "The least of several numbers."),
    BuiltinEntry("max", "max(a, b, ...)", "a number", "The greatest of several numbers."),
    BuiltinEntry("abs", "abs(n)", "a number", "The number without its sign."),
    BuiltinEntry(
        "cheapest_path",
        "cheapest_path(sources, target, edges, cost)",
        "a number of the unit of the cost",
        "What the cheapest way from any source to the target costs over these edges, the cost being a field of the edges.",
    ),
    BuiltinEntry(
        "reaches",
        "reaches(sources, targets, edges) or, on a grid, reaches(sources, targets, cells)",
        "a condition",
        "Some source is joined to some target over these edges, or by steps over these cells of which both are part.",
    ),
    BuiltinEntry(
        "step",
        "step(cell, direction) or step(cell, direction, n)",
        "one cell or none",
        "The cell one step, or n steps, away in a direction; none beyond the board.",
    ),
    BuiltinEntry(
        "adjacent",
        "adjacent(x) or adjacent(x, edges)",
        "a set of its kind",
        "The cells across the sides of a cell in the order of the directions, or the elements that edges join to this one.",
    ),
    BuiltinEntry(
        "parts",
        "parts(cells) or parts(elements, edges)",
        "sets",
        "The parts into which cells fall that share sides, or elements that these edges join: in the order of their first elements.",
    ),
    BuiltinEntry(
        "longest",
        "longest(edges) or longest(edges, places)",
        "a number of edges",
        "How many of these edges the longest way goes along, each once. It may go on only through these places, and begin and end at any.",
    ),
    BuiltinEntry("ends", "ends(edge)", "a set", "The two elements that an edge joins."),
    BuiltinEntry(
        "other_end", "other_end(edge, element)", "one element or none", "The end of an edge that is not this one."
    ),
    BuiltinEntry(
        "edges_at", "edges_at(element, edges)", "a set of edges", "Those of the edges that end at an element."
    ),
    BuiltinEntry(
        "edges_of", "edges_of(cell)", "a set of edges", "The edges round a cell of a grid whose edges are named."
    ),
    BuiltinEntry("cells_of", "cells_of(edge or corner)", "a set of cells", "The cells that share an edge or a corner."),
    BuiltinEntry(
        "corners_of", "corners_of(cell or edge)", "a set of corners", "The corners of a cell, or the ends of an edge."
    ),
    BuiltinEntry(
        "edges_at_corner", "edges_at_corner(corner)", "a set of edges", "The edges that meet in a corner of a grid."
    ),
    BuiltinEntry(
        "placed",
        "placed(shape, cell, way)",
        "a set of cells",
        "The cells that a shape covers, its first part on the cell, turned this way round; none when a part is off the board.",
    ),
    BuiltinEntry(
        "ways_of", "ways_of(shape)", "a set of ways round", "The ways round in which a shape lies differently."
    ),
    BuiltinEntry(
        "turned",
        "turned(direction, way)",
        "one direction",
        "Where a direction points when what it is drawn on lies this way round.",
    ),
    BuiltinEntry(
        "turned_back",
        "turned_back(direction, way)",
        "one direction",
        "Which direction of what lies this way round points there: 'turned' the other way about.",
    ),
    BuiltinEntry("distance", "distance(cell, cell)", "a number", "The fewest steps between two cells of a grid."),
    BuiltinEntry(
        "next",
        "next(x) or next(x, n)",
        "one element of its kind or none",
        "The next element, or the one n further on: round a ring, such as the players clockwise; of another kind in its order, none after the last.",
    ),
    BuiltinEntry(
        "previous",
        "previous(x) or previous(x, n)",
        "one element of its kind or none",
        "The element before, or the one n further back: round a ring, such as the players; of another kind none before the first.",
    ),
    BuiltinEntry(
        "clockwise_from",
        "clockwise_from(x)",
        "all of a ring",
        "Every element of a ring once, such as the players, this one first; the other way round: reversed(clockwise_from(next(x))).",
    ),
)
"""Every function there is. A set argument is a collection or a zone of single pieces; where sources or targets are
asked for, a single element stands for the set of it."""

COUNTS: Final[Mapping[str, tuple[int, int]]] = {entry.name: entry.counts for entry in BUILTINS}
"""How many arguments each function takes, at least and at most."""
TOO_DEEP: Final = "too_deep"
"""What no ruleset can call: the fault behind the last depth of a rule that comes back to itself."""
NAMES: Final[frozenset[str]] = frozenset(COUNTS)
MUST_BE_THERE: Final[Mapping[str, tuple[int, ...]]] = {
    "cheapest_path": (1,),
    "adjacent": (0,),
    "ends": (0,),
    "other_end": (0,),
    "edges_at": (0,),
    "edges_of": (0,),
    "cells_of": (0,),
    "corners_of": (0,),
    "edges_at_corner": (0,),
    "distance": (0, 1),
    "ways_of": (0,),
    "next": (0,),
    "previous": (0,),
    "clockwise_from": (0,),
}
"""Which arguments of a function must be elements that are there."""
