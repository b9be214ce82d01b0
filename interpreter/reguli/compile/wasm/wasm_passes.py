"""Passes over generated functions: inlining, and fuel that limits how long a call runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import called_functions, descendant_nodes
from reguli.compile.wasm.memory_layout import Loop

# -- fuel metering ---------------------------------------------------------------------------------------------------
# How much may be done before it is counted: what makes sure that everything in the machine comes to an end, for next to nothing.
#
# The machine itself can count every stretch of code that it runs, and that costs a quarter of the time. But most code cannot take long: what is written there is done once,
# a loop over a known table goes round so often and no more, and a function that calls such functions is over soon. Its effort is known, so nobody has to count. What is left are loops of
# which nobody knows how often they go round, functions that may come to call themselves, and functions whose effort is great: only these take something off the fuel of a
# call, and loops not each time but once for so many rounds as are little effort together.


LITTLE: Final = 1 << 16
"""Rounds and calls that need not be counted."""
SHORT: Final = 256
"""Rounds and calls after which a loop is counted again."""


class FuelMetering:
    """Analysis of which functions and loops must count fuel."""

    def __init__(self, functions: Mapping[str, n.FunctionDefinition]) -> None:
        """Create the analysis, done on demand."""
        self._functions = functions
        self._known: dict[str, int] = {}
        self._under_way: set[str] = set()
        self._counted: set[str] = set()
        self._rounds: dict[int, int] = {}
        """By loop that is counted: after so many rounds."""

    def is_counted(self, name: str) -> bool:
        """Return whether each call of a function is counted."""
        self._of_call(name)
        return name in self._counted

    def rounds(self, loop: Loop) -> int | None:
        """Return after how many rounds a loop of an analysed function is counted; ``None`` if it is not counted."""
        return self._rounds.get(id(loop))

    def _of_call(self, name: str) -> int:
        if name in self._under_way:
            self._counted.add(name)
            return 1
        if name not in self._known:
            self._under_way.add(name)
            effort = 1 + self._of(self._functions[name].body)
            self._under_way.discard(name)
            if effort > LITTLE:
                self._counted.add(name)
            self._known[name] = 1 if name in self._counted else effort
        return self._known[name]

    def _calls(self, part: Any) -> int:
        return sum(map(self._of_call, called_functions(part)))

    def _of(self, body: n.Body) -> int:
        return sum(map(self._of_statement, body))

    def _of_statement(self, one: n.Statement) -> int:
        match one:
            case n.ConditionalBlock(test, yes, no):
                return self._calls(test) + max(self._of(yes), self._of(no))
            case n.TryStatement(body, otherwise):
                return self._of(body) + self._of(otherwise)
            case n.EndlessLoop() | n.CountedLoop() | n.ForEachLoop() | n.ForEachBit():
                return self._of_loop(one)
            case n.SimpleStatement():
                return self._calls(one)

    def _of_loop(self, loop: Loop) -> int:
        head = tuple(getattr(loop, name) for name in loop.__match_args__ if name != "body")
        inside, most = 1 + self._of(loop.body), _most_rounds(loop)
        if most is None or most * inside > LITTLE:
            most = self._rounds[id(loop)] = max(1, SHORT // inside)
        return self._calls(head) + most * inside


def _most_rounds(loop: Loop) -> int | None:
    """Return the maximum number of rounds of a loop, if known."""
    match loop:
        case n.CountedLoop(_, n.Int(low), n.Int(high)):
            return max(0, high - low)
        case n.ForEachLoop(_, n.ConstantArray(numbers)):
            return len(numbers)
        case n.ForEachLoop(_, n.ConstantArrayTable(runs)):
            return max(map(len, runs))
        case n.ForEachLoop(_, n.SlotRangeArray(_, count)):
            return count
        case n.ForEachBit():
            return 64
        case n.EndlessLoop() | n.CountedLoop() | n.ForEachLoop():
            return None


# -- function inlining -----------------------------------------------------------------------------------------------
# Functions that stand where they are called: small ones, and those that are called at one place.
#
# A call costs as much as ten other instructions, and what stands in place meets what is around it. Those that call themselves never do.


SMALL: Final = 40
"""Nodes of a function that stands in place wherever it is called."""
LARGE: Final = 1_000
"""Nodes of one that is called at one place."""
LONGEST: Final = 1 << 15
"""Bytes of a function; into a longer one nothing more is put."""


class FunctionInliner:
    """Inlining of functions at their calls."""

    def __init__(self, functions: Mapping[str, n.FunctionDefinition]) -> None:
        """Count the nodes and calls of all functions."""
        self._own = {name: _counted(function.body) for name, function in functions.items()}
        self._calls = Counter(name for _, called in self._own.values() for name in called)
        self._sizes: dict[str, int] = {}

    def stands(self, name: str) -> bool:
        """Return whether a function is inlined."""
        return self._size(name) <= (LARGE if self._calls[name] == 1 else SMALL)

    def _size(self, name: str) -> int:
        """Return the number of nodes of a function, including functions inlined in it."""
        if name not in self._sizes:
            self._sizes[name] = LARGE + 1
            own, called = self._own[name]
            self._sizes[name] = own + sum(self._size(one) for one in called if self.stands(one))
        return self._sizes[name]


def _counted(body: n.Body) -> tuple[int, tuple[str, ...]]:
    """Return the number of nodes, and the functions they call."""
    nodes = tuple(descendant_nodes(body))
    return len(nodes), tuple(one.function for one in nodes if isinstance(one, n.CallNode))
