"""Which procedures call which, and which settle: what several checks ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import all_procedures, statements_of

Begun = Literal["setup", "phase", "moment", "settling", "stage", "piece"]
"""What begins a procedure: the game, a round, a moment, a settle point (triggers, events, what was put off), a stage, a piece."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The call graph by procedure id; ``settling`` are procedures with a settle point of their own."""

    procedures: Mapping[str, BoundProcedure]
    callees: Mapping[str, frozenset[str]]
    settling: frozenset[str]

    def reach(self, start: Iterable[str]) -> frozenset[str]:
        """Give every procedure that can be called from some, themselves included."""
        found: set[str] = set()
        waiting = list(start)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.callees[name]
        return frozenset(found)


def calls_of(ruleset: Ruleset) -> Calls:
    """Read the call graph of a ruleset."""
    procedures = {procedure.id: procedure for procedure in all_procedures(ruleset)}
    callees: dict[str, frozenset[str]] = {}
    settling = set()
    for name, procedure in procedures.items():
        called: set[str] = set()
        for statement in statements_of(procedure.body):
            match statement:
                case b.Perform(procedure=callee, later=False):
                    called.add(callee)
                case b.PerformPiece(kind=kind, field=field):
                    called |= {rule.id for rule in ruleset.piece_rules[kind, field] if rule is not None}
                case b.Ask() | b.Control(what="settle"):
                    settling.add(name)
                case _:
                    pass
        callees[name] = frozenset(called)
    return Calls(procedures, callees, frozenset(settling))


def late_procedures(ruleset: Ruleset) -> frozenset[str]:
    """Give what runs at settle points: triggers, event rules and what was put off."""
    late = {trigger.procedure.id for trigger in ruleset.triggers}
    late |= {rule.id for rules in ruleset.events.values() for rule in rules}
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if isinstance(statement, b.Perform) and statement.later:
                late.add(statement.procedure)
    return frozenset(late)


def begun(ruleset: Ruleset) -> dict[str, Begun]:
    """Give the procedures that no other one runs, with what begins them."""
    found: dict[str, Begun] = {
        rule.id: "piece" for rules in ruleset.piece_rules.values() for rule in rules if rule is not None
    }
    for stage in ruleset.documents.game.stages:
        scheduled = (stage.once, *(case.then for case in stage.cases))
        names = {one.run for one in scheduled if one} | {case.now for case in stage.cases if case.now is not None}
        found.update(dict.fromkeys(sorted(names), "stage"))
    found.update(dict.fromkeys(sorted(late_procedures(ruleset)), "settling"))
    found.update({moment.procedure.id: "moment" for moment in ruleset.moments})
    if ruleset.setup is not None:
        found[ruleset.setup.id] = "setup"
    found.update({phase.id: "phase" for phase in ruleset.phases})
    return found
