"""A machine that runs generated Python on its own: it has its own position and calls functions by name.

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
    """Runs a program's functions; ``slots`` is the position, ``past`` the one stored at the start of the move. No journal is kept."""

    def __init__(self, functions: Iterable[n.FunctionDefinition], width: int, areas: Mapping[str, int]) -> None:
        """Print functions; they are compiled on the first call."""
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
        """Return an area itself, not a copy."""
        return self._module.area(name)

    def number(self, name: str) -> int:
        """Return a number stored outside the positions."""
        return self._module.number(name)
