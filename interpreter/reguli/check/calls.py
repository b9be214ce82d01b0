"""Which procedures call which, and which settle: what several checks ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import all_procedures, statements_of


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
