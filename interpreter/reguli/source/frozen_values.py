"""Immutable values: the nodes of the trees, and what is declared, planned, bound and worded.

There are some hundred such classes, and a command makes all that it imports before it does anything. Four fifths of what a frozen dataclass
costs to make are the methods that refuse a change at run time, and an ``__eq__``, a ``__hash__`` and a ``__repr__`` for each: a fifth of the time
of a check. So a kept class is a dataclass with slots whose frozenness the type checker holds, and these methods are written here once. What sets the
fields is another for each, and takes three quarters of what is left; half of the classes that a command imports it makes nothing of, so that is
written when the first value is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made", bound="FrozenValue")


class FrozenValue:
    """A value equal to another of its class whose compared fields are equal."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()
    __content__ = attrgetter("__class__")

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        return self is other or (type(self) is type(other) and self.__content__(self) == self.__content__(other))

    def __hash__(self) -> int:
        """Return a hash consistent with equality."""
        return hash(self.__content__(self))

    def __repr__(self) -> str:
        """Return the class name and its fields as text."""
        said = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(said)})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_class(made: type[Made]) -> type[Made]:
    """Convert a subclass of ``FrozenValue`` to a slotted dataclass."""
    done = dataclass(slots=True, eq=False, repr=False, init=False)(made)
    done.__content__ = attrgetter("__class__", *(one.name for one in fields(done) if one.compare))  # type: ignore[arg-type]
    if "__init__" not in vars(made):
        done.__init__ = _at_first(done)  # type: ignore[method-assign]
    return done


def _at_first(made: type[Any]) -> Callable[..., None]:
    """Return an ``__init__`` that generates the real one on first use and, unless it was replaced, installs it."""
    written: Callable[..., None] | None = None

    def begin(self: FrozenValue, *values: object, **named: object) -> None:
        nonlocal written
        if written is None:
            written = _written(made)
            if made.__init__ is begin:
                made.__init__ = written
        written(self, *values, **named)

    return begin


def _written(made: type[Any]) -> Callable[..., None]:
    """Generate a class's ``__init__``, as ``dataclass`` would."""
    names: dict[str, object] = {"missing": MISSING}
    by_place, by_name, lines = ["self"], list[str](), list[str]()
    for one in (one for one in fields(made) if one.init):
        own, value = one.name, one.name
        if one.default is not MISSING:
            names[f"default_{own}"] = one.default
        elif one.default_factory is not MISSING:
            names[f"make_{own}"] = one.default_factory
            value = f"make_{own}() if {own} is missing else {own}"
        default = f"=default_{own}" if one.default is not MISSING else "=missing" if value != own else ""
        (by_name if one.kw_only else by_place).append(own + default)
        lines.append(f"    self.{own} = {value}")
    asked = ", ".join([*by_place, *(("*", *by_name) if by_name else ())])
    lines += ["    self.__post_init__()"] if hasattr(made, "__post_init__") else []
    exec("\n".join((f"def __init__({asked}):", *(lines or ["    pass"]))), names)  # noqa: S102 - written from our own classes
    return names["__init__"]  # type: ignore[return-value]
