"""Values that nobody changes once they are made: the nodes of the trees, what documents declare, what is planned, bound and said.

There are some hundred such classes, and a command makes all that it imports before it does anything. Four fifths of what a frozen dataclass
costs to make are the methods that refuse a change at run time, and an ``__eq__``, a ``__hash__`` and a ``__repr__`` for each: a fifth of the time
of a check. So a kept class is a dataclass with slots whose frozenness the type checker holds, and these methods are written here once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made", bound="Kept")


class Kept:
    """A value that equals another of its class which says the same in every field that is compared."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()
    __content__ = attrgetter("__class__")

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        return self is other or (type(self) is type(other) and self.__content__(self) == self.__content__(other))

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        return hash(self.__content__(self))

    def __repr__(self) -> str:
        """Say the class and its fields."""
        said = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(said)})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def kept(made: type[Made]) -> type[Made]:
    """Make a kept class of one that is built on ``Kept``."""
    done = dataclass(slots=True, eq=False, repr=False)(made)
    done.__content__ = attrgetter("__class__", *(one.name for one in fields(done) if one.compare))  # type: ignore[arg-type]
    return done
