"""Runs as they lie: when what a function gives need not be copied.

A run that is given back belongs to whoever called, so one that lies in the position or in an area is copied then: it could be written anew while it is still asked. But
most are gone through at once, and nothing that is done meanwhile writes there. Which functions write where is known, so whoever asks for a run for so long says it
may be given as it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.lir_traversal import called_in, within
from reguli.source.frozen_values import Kept

SLOTS: Final = "its slots"
PAST: Final = "its past"
"""Beside the areas: where a run may lie."""


class Views:
    """Knows of functions where the runs lie that they give, and where they write."""

    def __init__(self, functions: Mapping[str, n.Function]) -> None:
        """Look at functions when they are asked about."""
        self._functions = functions
        self._lies: dict[str, frozenset[str]] = {}
        self._written: dict[str, frozenset[str]] = {}

    def stays(self, run: n.Code, meanwhile: Any) -> bool:
        """Tell whether a run that a function gives stays as it lies, whatever is done meanwhile."""
        if not isinstance(run, n.Call) or run.kind != n.RUN:
            return False
        return not self._lying(run.function) & self._written_in(meanwhile)

    def stays_in(self, run: n.Code, called: str, behind: tuple[n.Code, ...]) -> bool:
        """Tell so of an argument of a function, while others are worked out and the function is run."""
        return (
            self.stays(run, behind) and isinstance(run, n.Call) and not self._lying(run.function) & self._writes(called)
        )

    def _lying(self, name: str) -> frozenset[str]:
        """Give where the runs may lie that a function gives as they lie."""
        if name not in self._lies:
            self._lies[name] = frozenset()
            body = self._functions[name].body
            given = (one.value for one in within(body) if isinstance(one, n.Give | n.Let) and one.value is not None)
            self._lies[name] = frozenset(place for value in given for place in self._places(value))
        return self._lies[name]

    def _places(self, value: n.Code) -> Iterator[str]:
        match value:
            case n.RunAt(_, past):
                yield PAST if past else SLOTS
            case n.RunIn(area):
                yield area
            case n.If(_, yes, no):
                yield from self._places(yes)
                yield from self._places(no)
            case n.Call(function, _, n.RUN):
                yield from self._lying(function)

    def _writes(self, name: str) -> frozenset[str]:
        """Give where a function writes, and all that it comes to call."""
        if name not in self._written:
            reached, waiting = {name}, [name]
            while waiting:
                new = set(called_in(self._functions[waiting.pop()].body)) - reached
                reached |= new
                waiting += new
            found = (place for one in reached for place in _written(self._functions[one].body))
            self._written[name] = frozenset(found)
        return self._written[name]

    def _written_in(self, part: Any) -> frozenset[str]:
        return frozenset(_written(part)).union(*map(self._writes, set(called_in(part))))


def lies_elsewhere(value: n.Code | None, names: frozenset[str] = frozenset()) -> bool:
    """Tell whether a run may lie where it could be written anew; some names are known to."""
    match value:
        case n.RunAt() | n.RunIn():
            return True
        case n.Var(name, n.RUN):
            return name in names
        case n.If(_, yes, no):
            return lies_elsewhere(yes, names) or lies_elsewhere(no, names)
        case _:
            return False


def names_elsewhere(nodes: Iterable[Kept]) -> frozenset[str]:
    """Give the locals of a function, told by all nodes in it, whose runs may lie where they could be written anew."""
    lets = [one for one in nodes if isinstance(one, n.Let) and one.var.kind == n.RUN]
    found: frozenset[str] = frozenset()
    while True:
        more = found.union(one.var.name for one in lets if lies_elsewhere(one.value, found))
        if more == found:
            return found
        found = more


def _written(part: Any) -> Iterator[str]:
    for one in within(part):
        match one:
            case n.Put(area) | n.PutAside(area):
                yield area
            case n.Store() | n.FillSlots() | n.CopySlots() | n.TakeBack():
                yield SLOTS
            case n.KeepPast():
                yield PAST
