"""A cache of what is computed from large objects, which are compared by identity."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

V = TypeVar("V")


KEPT: Final = 3
"""Of how many objects the values are kept: a variant, its base, and one between them."""


class IdentityCache(Generic[V]):
    """The values computed from the objects that were asked for last; further objects replace those asked for longest ago."""

    def __init__(self) -> None:
        """Initialise empty."""
        self._known: dict[tuple[int, ...], tuple[tuple[object, ...], dict[Hashable, V]]] = {}

    def get(self, objects: tuple[object, ...], key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key for some objects, made where it is not known."""
        ids = tuple(map(id, objects))  # the objects are kept, so that no other one gets their ids
        known = self._known[ids] = self._known.pop(ids, (objects, {}))
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        if key not in known[1]:
            known[1][key] = make()
        return known[1][key]
