"""Types of values: what may stand where."""

from __future__ import annotations

from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said


@kept
class NumberType(Kept):
    """A whole number; unit ``None`` is a plain number, which fits every unit."""

    unit: str | None = None
    compares: tuple[str, ...] = ()
    """Units a rank may be compared with or used as; empty for an ordinary number."""


@kept
class TruthType(Kept):
    """Holds or does not hold."""


@kept
class ElementType(Kept):
    """One element of a kind, or none."""

    kind: str


@kept
class CollectionType(Kept):
    """Elements of a kind, each at most once, in an order."""

    kind: str


@kept
class NumbersType(Kept):
    """A run of whole numbers."""

    unit: str | None


@kept
class GroupsType(Kept):
    """Sets of elements of a kind: what ``subsets`` gives; or ``parted``, groups in an order of which each element is in one at most."""

    kind: str
    parted: bool = False


@kept
class BundleType(Kept):
    """So many tokens of each variety of a kind: ``kind`` are the varieties, in whose order the numbers stand."""

    pieces: str
    kind: str


@kept
class ZoneType(Kept):
    """A place where pieces lie; a zone of tokens knows their variety."""

    pieces: str
    counted: bool
    variety: str | None = None
    """The kind of the varieties still told apart; ``None`` when only one number is left."""
    one: bool = False
    """Whether it has room for one piece, or one token of several varieties: where a value is wanted it is read as that."""


@kept
class KeyedType(Kept):
    """A row of places, one for each key; ``value`` is what stands at one of them."""

    keys: tuple[str, ...]
    """What the keys are called."""
    value: Type


@kept
class UnknownType(Kept):
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
