"""Spreads what is known to be there through all rules, from the set-up on, until nothing changes any more.

What a procedure may count on is what every place that runs it knows; what runs at settle points counts on what stays known whatever else happens.
What is known only ever becomes less, so that the order in which procedures are gone through changes nothing of what comes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from reguli.check.call_graph import calls_of
from reguli.check.nullability.definitely_present import Assured
from reguli.check.nullability.presence_facts import NOTHING, Facts, either, everywhere
from reguli.check.nullability.procedure_flow import Following, Seen
from reguli.check.write_sets import Writes
from reguli.model.analysis.dependency_cycles import order_and_rings
from reguli.model.binding.binding_context import GAME
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_procedures
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import ElementType


@dataclass(slots=True)
class Spreading:
    """What is known by now of where procedures begin and end, and which of them are to be gone through again."""

    ruleset: Ruleset
    assured: Assured
    writes: Writes
    kept: set[str]
    """The fields that are never given nothing, as far as it is known by now; ``assured`` has the same set."""
    begins: dict[str, Facts] = field(default_factory=dict)
    ends: dict[str, Facts] = field(default_factory=dict)
    late: Facts | None = None
    """What stays known at every settle point."""
    waiting: set[str] = field(default_factory=set)

    def go(self) -> None:
        """Go through procedures until nothing changes."""
        procedures, runs = self.writes.calls.procedures, self.writes.calls.callees
        order, _ = order_and_rings({name: sorted(run) for name, run in runs.items()})
        # What is run before what runs it, so that ends are known when they are asked for.
        place = {name: at for at, name in enumerate(order)}
        callers: dict[str, set[str]] = {name: set() for name in procedures}
        for name, run in runs.items():
            for one in run:
                callers[one].add(name)
        self._begin_all()
        while self.waiting:
            name = min(self.waiting, key=place.__getitem__)
            self.waiting.remove(name)
            self._through(procedures[name], callers[name])

    def _through(self, procedure: BoundProcedure, callers: set[str]) -> None:
        """Go through a procedure, and tell those that hang on what came of it."""
        way = self._way(None)
        before = self.ends.get(procedure.id), self.late, len(self.kept)
        end = either(way.go(procedure, self.begins[procedure.id]), before[0])
        if end is not None and end != before[0]:
            self.ends[procedure.id] = end
            self.waiting |= callers & self.begins.keys()
        self.late = either(self.late, way.late)
        self.kept -= way.lost
        for name, facts in way.found.items():
            self._begin(name, facts)
        if len(self.kept) < before[2]:
            self.waiting |= self.begins.keys()
        if (self.ends.get(procedure.id), self.late, len(self.kept)) != before:
            self._begin_all()

    def _way(self, seen: Seen | None) -> Following:
        return Following(self.ruleset, self.assured, self.writes, self.ends, seen)

    def _begin(self, name: str, facts: Facts | None) -> None:
        """Take in what is known somewhere where a procedure begins."""
        before = self.begins.get(name)
        now = either(before, facts)
        if now is not None and now != before:
            self.begins[name] = now
            self.waiting.add(name)

    def _begin_all(self) -> None:
        """Take in what is known where the game itself begins a procedure."""
        setup, ruleset = self.ruleset.setup, self.ruleset
        after: Facts | None = started(ruleset, self.assured)
        if setup is not None:
            self._begin(setup.id, after)
            after = self.ends.get(setup.id)
        if after is None:
            return
        set_up = self._way(None).lasting(after)
        self.late = either(self.late, set_up)
        for one in (*ruleset.phases, *(moment.procedure for moment in ruleset.moments)):
            self._begin(one.id, set_up)
        for stage in ruleset.documents.game.stages:
            scheduled = [one.run for one in (stage.once, *(case.then for case in stage.cases)) if one]
            for name in (*scheduled, *(case.now for case in stage.cases if case.now is not None)):
                self._begin(name, self.late)
        for trigger in ruleset.triggers:
            known = None if self.late is None else self.assured.given(self.late, trigger.condition, True)
            self._begin(trigger.procedure.id, known)
        for group in ruleset.at_any_time:
            here = frozenset(t.Local(one.type, one) for one in group.parameters)
            self._begin(group.id, None if self.late is None else self.late | here)

    def show(self, seen: Seen) -> None:
        """Show every expression, with what is known where it stands."""
        for procedure in all_procedures(self.ruleset):
            if procedure.id in self.begins:
                self._way(seen).go(procedure, self.begins[procedure.id])
        for term in _beside(self.ruleset) if self.late is not None else ():
            seen(term, self.late or NOTHING, self.assured)


def started(ruleset: Ruleset, assured: Assured) -> Facts:
    """Give what is there before anything is done, by the start values."""
    found: set[t.Term] = set()
    for name, value in ruleset.starts.items():
        if name in assured.kept and assured.is_there(value, NOTHING):
            owner = ruleset.state[name].owner
            of = None if owner == GAME else everywhere(t.Elements(ElementType(owner), owner))
            found.add(t.Tracked(value.type, name, of))
    return frozenset(found)


def _beside(ruleset: Ruleset) -> Iterator[t.Term]:
    """Give what is computed at settle points and at the end of the game, outside of procedures."""
    yield from (trigger.condition for trigger in ruleset.triggers)
    yield from (stage.when for stage in ruleset.stages if stage.when is not None)
    yield from (criterion.by for criterion in ruleset.ranking)
    yield from (invariant.condition for invariant in ruleset.invariants)


def follow(ruleset: Ruleset, seen: Seen) -> None:
    """Follow all rules until nothing more changes, then show every expression with what is known where it stands."""
    kept = {name for name, one in ruleset.state.items() if one.form == "element" and one.lasts == "game"}
    spreading = Spreading(ruleset, Assured(ruleset, kept), Writes(ruleset, calls_of(ruleset)), kept)
    spreading.go()
    spreading.show(seen)
