"""A machine that runs generated Python by itself: a position of its own, and functions that are called by their names.

It does what that of WebAssembly does, so whoever plays batches asks neither which one it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from reguli.compile.lir import lir_nodes as n
from reguli.compile.python.expression_printer import PAST
from reguli.compile.python.python_module import SILENT, PythonModule


class PythonMachine:
    """Runs the functions of a program; ``slots`` is the position, ``past`` the one that was kept when the move began. No journal is kept."""

    def __init__(self, functions: Iterable[n.Function], width: int, areas: Mapping[str, int]) -> None:
        """Print functions; they are compiled when the first is called."""
        named = {one.name: one for one in functions}
        self._module = PythonModule(named, areas, width=width, numbers=count(1), telling=SILENT)
        self.slots, self.past = [0] * width, [0] * width
        self._module.shared.namespace[PAST] = self.past
        self._known: dict[str, tuple[Any, list[list[Any]]]] = {}

    def call(self, name: str, *arguments: int) -> Any:
        """Call a function by its name; raises ``Failed``."""
        known = self._known.get(name)
        if known is None:
            function = self._module.take(name)
            known = self._known[name] = function, [[] for _ in self._module.besides(name)]
        function, besides = known
        return function(self.slots, *besides, *arguments)

    def area(self, name: str) -> list[int]:
        """Return an area, as it is."""
        return self._module.area(name)

    def number(self, name: str) -> int:
        """Return a number that is kept beside the positions."""
        return self._module.number(name)
