"""What rules may change: the fields that bodies and procedures write, and whether they move pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from reguli.check.call_graph import Calls, late_procedures
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import fields_written, run_by
from reguli.model.bound_tree.tree_traversal import all_procedures, opened, statements_of
from reguli.model.resolved_ruleset import Ruleset

MOVED: Final = "*"
"""Stands among the fields that are written for where pieces lie."""
Within = tuple[frozenset[int], frozenset[str]]
"""The variables, by key, that are given something somewhere, and the fields that are written there."""


@dataclass(slots=True)
class Writes:
    """What every procedure may change, by its id, what it runs and what settles inside it included."""

    ruleset: Ruleset
    calls: Calls
    all: frozenset[str] = frozenset()
    by: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Gather them once."""
        own = {one.id: frozenset(written(self.ruleset, one.body)) for one in all_procedures(self.ruleset)}
        self.all = frozenset().union(*own.values())
        calls = self.calls
        late = late_procedures(self.ruleset) | {group.id for group in self.ruleset.at_any_time}
        settled = frozenset().union(*(own.get(name, frozenset()) for name in calls.reach(late)))
        for name in calls.procedures:
            reached = calls.reach([name])
            self.by[name] = frozenset().union(*(own[one] for one in reached if one in own))
            if reached & calls.settling:
                self.by[name] |= settled
        self.settled = settled

    settled: frozenset[str] = frozenset()
    """What may change at a settle point, or while somebody is asked."""
    # What was found out once, by the identity of statements of the ruleset, which it holds.
    _itself: dict[int, frozenset[str]] = field(default_factory=dict)
    _within: dict[int, Within] = field(default_factory=dict)

    def of(self, body: b.Body) -> frozenset[str]:
        """Give what a body may change."""
        found = set(written(self.ruleset, body))
        for statement in statements_of(body):
            for one in run_by(self.ruleset, statement):
                found |= self.by[one.id]
            if isinstance(statement, b.Ask | b.Settle | b.Announce):
                found |= self.settled
        return frozenset(found)

    def itself(self, statement: b.BoundStatement) -> frozenset[str]:
        """Give what a statement writes itself."""
        found = self._itself.get(id(statement))
        if found is None:
            found = self._itself[id(statement)] = frozenset(written(self.ruleset, (statement,)))
        return found

    def within(self, statement: b.BoundStatement) -> Within:
        """Give what the statements that stand in one may give something to, variables by key, and change."""
        found = self._within.get(id(statement))
        if found is None:
            bodies = tuple(inner for body, _ in opened(statement) for inner in body)
            found = self._within[id(statement)] = frozenset(given_in(bodies)), self.of(bodies)
        return found

    def paid(self, guard: b.Guard) -> frozenset[str]:
        """Give what the waivers of a guard may change."""
        return self.of(tuple(statement for waiver in guard.waivers for statement in waiver.body))


def written(ruleset: Ruleset, body: b.Body) -> Iterator[str]:
    """Give the fields that a body writes itself, and whether it moves pieces; twice where it does so twice."""
    for statement in statements_of(body):
        yield from fields_written(ruleset, statement)
        if isinstance(statement, b.Relocate | b.Transfer | b.TakeTop):
            yield MOVED


def given_in(body: b.Body) -> set[int]:
    """Give the keys of the variables that are given something in a body."""
    found: set[int] = set()
    for one in statements_of(body):
        match one:
            case b.Give(variable=variable) | b.TakeTop(variable=variable) | b.Cast(variable=variable):
                found.add(variable.key)
            case b.Write(place=t.Local(_, variable)):
                found.add(variable.key)
            case _:
                pass
    return found
