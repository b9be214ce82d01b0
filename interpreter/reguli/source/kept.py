"""Values that nobody changes once they are made: the nodes of the trees, and what documents declare.

There are two hundred such classes, and every command makes them all before it does anything. Half of what a frozen dataclass costs to
make are methods that refuse a change at run time, and most of the rest are an ``__eq__`` and a ``__repr__`` for each: a third of the time to import
the pipeline. So a kept class is a dataclass with slots whose frozenness the type checker holds, and these methods are written here once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


class Kept:
    """A value that equals another of its class which says the same; where it says it counts only if that is a plain field."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        return self is other or (
            type(self) is type(other)
            and all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)
        )

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        """Say the class and its fields."""
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__match_args__)})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def kept(made: type[Made]) -> type[Made]:
    """Make a kept class of one that is built on ``Kept``."""
    return dataclass(slots=True, eq=False, repr=False)(made)
