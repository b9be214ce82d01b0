"""Types of values: what may stand where."""

from __future__ import annotations

from dataclasses import dataclass

from reguli.source.said import Said


@dataclass(frozen=True, slots=True)
class NumberType:
    """A whole number; unit ``None`` is a plain number, which fits every unit."""

    unit: str | None = None
    compares: tuple[str, ...] = ()
    """Units a rank may be compared with or used as; empty for an ordinary number."""


@dataclass(frozen=True, slots=True)
class TruthType:
    """Holds or does not hold."""


@dataclass(frozen=True, slots=True)
class ElementType:
    """One element of a kind, or none."""

    kind: str


@dataclass(frozen=True, slots=True)
class CollectionType:
    """Elements of a kind, each at most once, in an order."""

    kind: str


@dataclass(frozen=True, slots=True)
class NumbersType:
    """A run of whole numbers."""

    unit: str | None


@dataclass(frozen=True, slots=True)
class GroupsType:
    """Sets of elements of a kind: what ``subsets`` gives; or ``parted``, groups in an order of which each element is in one at most."""

    kind: str
    parted: bool = False


@dataclass(frozen=True, slots=True)
class BundleType:
    """So many tokens of each variety of a kind: ``kind`` are the varieties, in whose order the numbers stand."""

    pieces: str
    kind: str


@dataclass(frozen=True, slots=True)
class ZoneType:
    """A place where pieces lie; a zone of tokens knows their variety."""

    pieces: str
    counted: bool
    variety: str | None = None
    """The kind of the varieties still told apart; ``None`` when only one number is left."""
    one: bool = False
    """Whether it has room for one piece, or one token of several varieties: where a value is wanted it is read as that."""


@dataclass(frozen=True, slots=True)
class KeyedType:
    """A row of places, one for each key; ``value`` is what stands at one of them."""

    keys: tuple[str, ...]
    """What the keys are called."""
    value: Type


@dataclass(frozen=True, slots=True)
class UnknownType:
    """A mistake was already reported here; everything fits."""


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
    """Say a type in a designer's words."""
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


def type_of_key(name: str, low: int | None) -> ElementType | NumberType:
    """Give the type of a key of what is tracked: an element of a kind, or a plain number where there is a lowest."""
    return ElementType(name) if low is None else PLAIN
