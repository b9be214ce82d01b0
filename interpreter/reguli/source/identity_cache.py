"""A cache of what is computed from large objects, which are compared by identity."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class IdentityCache(Generic[V]):
    """The values computed from the objects that were asked for last; other objects replace them."""

    def __init__(self) -> None:
        """Initialise empty."""
        self._objects: tuple[object, ...] = ()
        self._values: dict[Hashable, V] = {}

    def get(self, objects: tuple[object, ...], key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key for some objects, made where it is not known."""
        if len(objects) != len(self._objects) or any(a is not b for a, b in zip(objects, self._objects, strict=True)):
            self._objects, self._values = objects, {}
        if key not in self._values:
            self._values[key] = make()
        return self._values[key]
