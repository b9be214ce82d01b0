"""Functions that stand where they are called: small ones, and those that are called at one place.

A call costs as much as ten other instructions, and what stands in place meets what is around it. Those that call themselves never do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.lir_traversal import within

SMALL: Final = 40
"""Nodes of a function that stands in place wherever it is called."""
LARGE: Final = 1_000
"""Nodes of one that is called at one place."""
LONGEST: Final = 1 << 15
"""Bytes of a function; into a longer one nothing more is put."""


class InPlace:
    """Tells which functions stand in place."""

    def __init__(self, functions: Mapping[str, n.Function]) -> None:
        """Count the nodes of all functions, and their calls."""
        self._own = {name: _counted(function.body) for name, function in functions.items()}
        self._calls = Counter(name for _, called in self._own.values() for name in called)
        self._sizes: dict[str, int] = {}

    def stands(self, name: str) -> bool:
        """Tell whether a function stands in place."""
        return self._size(name) <= (LARGE if self._calls[name] == 1 else SMALL)

    def _size(self, name: str) -> int:
        """Give how many nodes a function has, with those of functions that stand in place there."""
        if name not in self._sizes:
            self._sizes[name] = LARGE + 1
            own, called = self._own[name]
            self._sizes[name] = own + sum(self._size(one) for one in called if self.stands(one))
        return self._sizes[name]


def _counted(body: n.Body) -> tuple[int, tuple[str, ...]]:
    """Give how many nodes there are, and what they call."""
    nodes = tuple(within(body))
    return len(nodes), tuple(one.function for one in nodes if isinstance(one, n.Call))
