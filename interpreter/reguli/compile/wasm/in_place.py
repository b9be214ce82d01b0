"""Functions that stand where they are called: small ones, and those that are called at one place.

A call costs as much as ten other instructions, and what stands in place meets what is around it. Those that call themselves never do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from reguli.compile.form import nodes as n
from reguli.compile.form.within import called_in, within

SMALL: Final = 40
"""Nodes of a function that stands in place wherever it is called."""
LARGE: Final = 1_000
"""Nodes of one that is called at one place."""
LONGEST: Final = 1 << 15
"""Bytes of a function; into a longer one nothing more is put."""


class InPlace:
    """Tells which functions stand in place."""

    def __init__(self, functions: Mapping[str, n.Function]) -> None:
        """Count the calls of all functions."""
        self._functions = functions
        self._calls = Counter(name for function in functions.values() for name in called_in(function.body))
        self._sizes: dict[str, int] = {}

    def stands(self, name: str) -> bool:
        """Tell whether a function stands in place."""
        return self._size(name) <= (LARGE if self._calls[name] == 1 else SMALL)

    def _size(self, name: str) -> int:
        """Give how many nodes a function has, with those of functions that stand in place there."""
        if name not in self._sizes:
            self._sizes[name] = LARGE + 1
            body = self._functions[name].body
            inner = sum(self._size(one) for one in called_in(body) if self.stands(one))
            self._sizes[name] = inner + sum(1 for _ in within(body))
        return self._sizes[name]
