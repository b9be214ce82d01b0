"""When runs may be dropped: whose room is used again.

Runs are stacked. A function that makes some puts the top back when it is left; a loop puts it back before each round, unless a run that was made in one round may be
asked in a later one, or behind the loop. That can be read off the names: a run is handed on only by a local, so it is enough that each
local which is given a new run inside is asked nowhere outside, and nowhere inside before it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.lir_traversal import within
from reguli.compile.lir.value_kinds import kind_of
from reguli.compile.wasm.memory_views import names_elsewhere
from reguli.source.frozen_values import Kept

Loop = n.Repeat | n.Counting | n.Through | n.ThroughBits


def makes_runs(part: Any) -> bool:
    """Tell whether runs are made by a node or body itself, or given to it by what it calls."""
    return any(map(_makes_run, within(part)))


class Runs:
    """What is known of the runs of one function; it is gone through once, at however many places it stands."""

    def __init__(self, body: n.Body) -> None:
        """Look a function over."""
        nodes = tuple(within(body))
        self.makes = any(map(_makes_run, nodes))
        """Whether it makes runs, or what it calls gives it some."""
        self.own = sorted(_own(nodes))
        """The locals of runs that are made there and have no other name, so that only what is done to these changes them."""
        self.elsewhere = names_elsewhere(nodes)
        """The locals whose runs may lie where they could be written anew."""
        self._asked = _mentions(nodes)

    def dropped_each_round(self, loop: Loop) -> bool:
        """Tell whether what a round of a loop made may be dropped before the next: it makes runs, and none of them is asked for later."""
        if not makes_runs(loop.body):
            return False
        inside = _mentions(within(loop.body))
        given = dict.fromkeys(_given(loop.body, {*_made(loop.body)}))
        early = _Order().asked_before_given(loop.body)
        return all(inside[name] == self._asked[name] and name not in early for name in given)


def _own(nodes: Iterable[Kept]) -> frozenset[str]:
    made: set[str] = set()
    other: set[str] = set()
    for one in nodes:
        match one:
            case n.NewRun(var):
                made.add(var.name)
            case n.Let(var, value) if var.kind == n.RUN:
                other |= {var.name, *_handed(value)}
    return frozenset(made - other)


def _handed(value: n.Code) -> Iterator[str]:
    match value:
        case n.Var(name):
            yield name
        case n.If(_, yes, no):
            yield from _handed(yes)
            yield from _handed(no)


def _makes_run(one: Any) -> bool:
    match one:
        case n.NewRun() | n.RowAt() | n.Call(_, _, n.RUN):
            return True
        case n.Give(value):
            return value is not None and kind_of(value) == n.RUN
        case _:
            return False


def _mentions(nodes: Iterable[Kept]) -> Counter[str]:
    return Counter(one.name for one in nodes if isinstance(one, n.Var) and one.kind == n.RUN)


def _made(body: n.Body) -> Iterator[str]:
    """Give the locals that are given any run inside: what is handed on by them may be new."""
    for one in within(body):
        if isinstance(one, n.NewRun | n.Let) and one.var.kind == n.RUN:
            yield one.var.name


def _given(body: n.Body, made: set[str]) -> Iterator[str]:
    """Give the locals that may be given a run that is made inside."""
    for one in within(body):
        if isinstance(one, n.NewRun) or (
            isinstance(one, n.Let) and one.var.kind == n.RUN and _may_be_new(one.value, made)
        ):
            yield one.var.name


def _may_be_new(value: n.Code, made: set[str]) -> bool:
    match value:
        case n.Var(name):
            return name in made
        case n.If(_, yes, no):
            return _may_be_new(yes, made) or _may_be_new(no, made)
        case _:
            return isinstance(value, n.RowAt | n.Call)


class _Order:
    """Follows the ways through a body: which locals have been given a run on all of them; ``None`` where no way leads."""

    def __init__(self) -> None:
        self._early: set[str] = set()

    def asked_before_given(self, body: n.Body) -> set[str]:
        """Give the locals that may be asked before they are given a run."""
        self._body(body, frozenset())
        return self._early

    def _body(self, body: n.Body, given: frozenset[str] | None) -> frozenset[str] | None:
        for one in body:
            if given is not None:
                given = self._statement(one, given)
        return given

    def _statement(self, one: n.Statement, given: frozenset[str]) -> frozenset[str] | None:
        match one:
            case n.Let(var, value) if var.kind == n.RUN:
                self._ask(value, given)
                return given | {var.name}
            case n.NewRun(var, room):
                self._ask(room, given)
                return given | {var.name}
            case n.When(test, yes, no):
                self._ask(test, given)
                ways = [way for way in (self._body(yes, given), self._body(no, given)) if way is not None]
                return frozenset.intersection(*ways) if ways else None
            case n.Repeat() | n.Counting() | n.Through() | n.ThroughBits():
                self._ask(tuple(getattr(one, name) for name in one.__match_args__ if name != "body"), given)
                self._body(one.body, given)
                return given
            case n.Attempt(body, otherwise):
                self._body(body, given)
                self._body(otherwise, given)
                return given
            case _:
                self._ask(one, given)
                return None if isinstance(one, n.Break | n.Again | n.Give | n.Fail) else given

    def _ask(self, part: Any, given: frozenset[str]) -> None:
        asked = (one.name for one in within(part) if isinstance(one, n.Var) and one.kind == n.RUN)
        self._early.update(name for name in asked if name not in given)
