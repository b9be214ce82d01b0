"""Functions of the lower form as one Python module: printed and compiled when they are first asked for.

Each takes the slots, then the journal if it or what it calls tells anything, then the list of offers if it offers anything, then its parameters. What the engine calls itself
takes the same whatever it does: by the first word of its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from types import CodeType
from typing import Any, Final

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.lir_traversal import locals_in, within
from reguli.compile.lir.recursion_depth import deep
from reguli.compile.python.expression_printer import Expressions
from reguli.compile.python.identifier_allocation import (
    BUNDLE,
    DIGITS,
    FAILED,
    JOURNAL,
    NUMBERS,
    OFFERS,
    SLOTS,
    Locals,
    Shared,
)
from reguli.compile.python.statement_printer import TOLD, Depth, Lines, Statements, Telling, assigned_in
from reguli.ir.interpreter.bundle_numbering import number_of_shares
from reguli.ir.runtime_faults import Failed

ALWAYS: Final[Mapping[str, frozenset[str]]] = {
    "block": frozenset({JOURNAL}),
    "chosen": frozenset({JOURNAL}),
    "effect": frozenset({JOURNAL}),
    "enter": frozenset({JOURNAL}),
    "list": frozenset({OFFERS}),
}
"""What functions take in any case, by the first word of their names."""
MOST_MASKS: Final = 65_536
"""Masks whose digits are kept at most."""


class Codes(dict[str, CodeType]):
    """Code by its text, for programs of rules that differ in one place and have nearly all functions in common: compiling is most of what a program takes."""

    def __missing__(self, text: str) -> CodeType:
        """Compile a text."""
        # Only our own words, numbers and names are in the text: nothing of a ruleset is run as it was written.
        self[text] = code = compile(text, "<rules>", "exec")
        return code


class Digits(dict[int, tuple[int, ...]]):
    """By mask the numbers of its digits that are set: looked up four times as fast as found one by one."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        """Find them."""
        if len(self) >= MOST_MASKS:
            self.clear()
        self[mask] = found = tuple(at for at in range(mask.bit_length()) if mask >> at & 1)
        return found


class Module:
    """Generated functions over slots of one width, each compiled once."""

    def __init__(
        self,
        functions: Mapping[str, n.Function],
        areas: Mapping[str, int],
        *,
        width: int,
        numbers: Iterator[int],
        telling: Telling = TOLD,
        codes: Codes | None = None,
    ) -> None:
        """Print ``functions``, which may become more; ``numbers`` are given to what has changed, ``codes`` are compiled already."""
        self._codes = codes
        self._functions, self._areas, self._width, self._telling = functions, areas, width, telling
        self.shared = Shared()
        self.shared.namespace |= {FAILED: Failed, NUMBERS: numbers, BUNDLE: number_of_shares, DIGITS: Digits()}
        self._sizes: dict[str, int] = {}
        """By area how long it was made."""
        self._besides: dict[str, frozenset[str]] = {}
        """By function that was printed: what it takes besides slots and parameters."""
        self._sets: dict[str, frozenset[str]] = {}
        """By function that is printed: the numbers beside the positions that it sets."""

    def take(self, name: str) -> Callable[..., Any]:
        """Give a function, compiled with all that were made meanwhile."""
        self._compile(self._fresh())
        function: Callable[..., Any] = self.shared.namespace[self.shared.function(name)]
        return function

    def native(self, name: str, function: Callable[..., Any]) -> None:
        """Take a function as it is in place of a generated one; it takes the slots and its parameters."""
        self.shared.namespace[self.shared.function(name)] = function
        self._besides[name] = frozenset()

    def once(self, function: n.Function) -> Callable[..., Any]:
        """Compile a function that no other one calls; only who is given it keeps it."""
        self._compile({**self._fresh(), function.name: function})
        del self._besides[function.name]
        made: Callable[..., Any] = self.shared.namespace.pop(self.shared.function(function.name))
        return made

    def area(self, name: str) -> list[int]:
        """Give an area, as it is."""
        key, size = self.shared.area(name), self._areas[name]
        if key not in self.shared.namespace:
            # Some hold millions of numbers: to make one longer takes five times as long as to make it.
            self.shared.namespace[key] = [0] * size
        area: list[int] = self.shared.namespace[key]
        if len(area) < size:
            area.extend(repeat(0, size - len(area)))
        return area

    def _fresh(self) -> dict[str, n.Function]:
        return {name: function for name, function in self._functions.items() if name not in self._besides}

    def _compile(self, fresh: Mapping[str, n.Function]) -> None:
        if fresh:
            with deep():
                exec((Codes() if self._codes is None else self._codes)[self.source(fresh)], self.shared.namespace)  # noqa: S102

    def source(self, fresh: Mapping[str, n.Function]) -> str:
        """Print functions that were not printed before."""
        self._look_through(fresh)
        for name, size in self._areas.items():
            if size != self._sizes.get(name):
                self._sizes[name] = len(self.area(name))
        lines: Lines = []
        for function in fresh.values():
            lines.extend(_Printing(self, function, self._telling).lines())
        self._sets.clear()
        return "\n".join(lines)

    def number(self, name: str) -> int:
        """Give a number that is kept beside the positions."""
        found: int = self.shared.namespace.get(self.shared.known(name), 0)
        return found

    def set_number(self, name: str, value: int) -> None:
        """Give a number beside the positions a value."""
        self.shared.namespace[self.shared.known(name)] = value

    def besides(self, function: str) -> Lines:
        """Give what a function takes besides slots and parameters."""
        return [one for one in (JOURNAL, OFFERS) if one in self._besides[function]]

    def sets(self, function: str) -> Lines:
        """Give the numbers beside the positions that a function which is being printed sets."""
        return sorted(map(self.shared.known, self._sets[function]))

    @property
    def width(self) -> int:
        """Give how many slots there are."""
        return self._width

    def _look_through(self, fresh: Mapping[str, n.Function]) -> None:
        """Find which functions tell or offer something, themselves or by what they call, and begin the numbers beside the positions that they name."""
        calls: dict[str, frozenset[str]] = {}
        for name, function in fresh.items():
            own, called, known = set(ALWAYS.get(name.partition(" ")[0], ())), set[str](), set[str]()
            sets = set[str]()
            for part in within(function.body):
                match part:
                    case n.Entry() if self._telling.journal:
                        own.add(JOURNAL)
                    case n.Offer():
                        own.add(OFFERS)
                    case n.Call(function=other):
                        called.add(other)
                    case n.Global(name=other):
                        known.add(other)
                    case n.SetGlobal(name=other):
                        sets.add(other)
                    case _:
                        pass
            self._besides[name], calls[name], self._sets[name] = frozenset(own), frozenset(called), frozenset(sets)
            for other in known | sets:
                self.shared.namespace.setdefault(self.shared.known(other), 0)
        changed = True
        while changed:
            changed = False
            for name in fresh:
                found = self._besides[name].union(*(self._besides[one] for one in calls[name]))
                changed |= found != self._besides[name]
                self._besides[name] = found


class _Printing:
    """Prints one function, and the parts of it that stand too deep."""

    def __init__(self, module: Module, function: n.Function, telling: Telling) -> None:
        self._module, self._function, self._telling = module, function, telling
        self._local = Locals()
        self._takes = [SLOTS, *module.besides(function.name)]
        self._named: Counter[str] | None = None
        self._parts: Lines = []
        self._handed: list[set[str]] = [set()]
        """Of the function, and of each part that is being printed: the locals that go out into parts, so that they must have a value."""

    def lines(self) -> Lines:
        """Print it, its parts first."""
        function = self._function
        parameters = [one.name for one in function.parameters]
        statements = Statements(self._expressions(), self._body_outside, telling=self._telling)
        body = statements.body(function.body, Depth())
        name = self._module.shared.function(function.name)
        return [*self._parts, *self._defined(name, parameters, [*self._begun(parameters), *body])]

    def _defined(self, name: str, parameters: Sequence[str], body: Lines) -> Lines:
        takes, sets = (
            ", ".join([*self._takes, *map(self._local.local, parameters)]),
            self._module.sets(self._function.name),
        )
        head = [f"global {', '.join(sets)}"] if sets else []
        return [f"def {name}({takes}):", *(f" {line}" for line in [*head, *body])]

    def _begun(self, parameters: Sequence[str]) -> Lines:
        """Give what is handed to parts a value."""
        names = sorted(self._handed[-1].difference(parameters))
        return [f"{' = '.join(map(self._local.local, names))} = 0"] if names else []

    def _expressions(self) -> Expressions:
        return Expressions(self._module.shared, self._local, self._module.width, self._call, self._outside)

    def _call(self, call: n.Call, value: Callable[[n.Code], str]) -> str:
        given = [SLOTS, *self._module.besides(call.function), *map(value, call.arguments)]
        return f"{self._module.shared.function(call.function)}({', '.join(given)})"

    def _outside(self, code: n.Code) -> str:
        """Print an expression as a function of its own."""
        name, read = self._module.shared.part(), sorted(set(locals_in(code)))
        inner = self._expressions()
        self._parts.extend(self._defined(name, read, [f"return {inner.topmost(code)}"]))
        return f"{name}({', '.join([*self._takes, *map(self._local.local, read)])})"

    def _body_outside(self, body: n.Body) -> tuple[str, Sequence[str]]:
        """Print a body as a function of its own: what is named inside and outside of it goes in, and comes back if it is assigned."""
        if self._named is None:
            self._named = Counter([*locals_in(self._function.body), *(one.name for one in self._function.parameters)])
        inside = Counter(locals_in(body))
        both = sorted(one for one, count in inside.items() if self._named[one] > count)
        back = sorted(set(both).intersection(assigned_in(body)))
        name, back_names = self._module.shared.part(), [*map(self._local.local, back)]
        self._handed[-1].update(both)
        self._handed.append(set())
        statements = Statements(self._expressions(), self._body_outside, telling=self._telling, back=back_names)
        printed = statements.body(body, Depth())
        self._parts.extend(self._defined(name, both, [*self._begun(both), *printed, *statements.end()]))
        self._handed.pop()
        return f"{name}({', '.join([*self._takes, *map(self._local.local, both)])})", back_names
