"""Call graph of the procedures, with their settle points; shared by several checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from reguli.model.analysis.totality import transitive_closure
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_statements,
    called_procedures,
    immediately_called_procedures,
    may_reach_settle_point,
    nested_statements,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.source.frozen_values import FrozenValue, frozen_class

Begun = Literal["setup", "phase", "moment", "settling", "stage", "piece"]
"""What begins a procedure: the game, a round, a moment, a settle point (triggers, events, what was put off), a stage, a piece."""


@frozen_class
class CallGraph(FrozenValue):
    """The call graph by procedure id; ``settling`` are procedures with a settle point of their own."""

    procedures: Mapping[str, BoundProcedure]
    callees: Mapping[str, frozenset[str]]
    settling: frozenset[str]

    def reach(self, start: Iterable[str]) -> frozenset[str]:
        """Return every procedure reachable from some, themselves included."""
        return frozenset(transitive_closure(start, self.callees))


def build_call_graph(ruleset: Ruleset) -> CallGraph:
    """Build the call graph of a ruleset."""
    procedures = {procedure.id: procedure for procedure in all_procedures(ruleset)}
    statements = {name: list(nested_statements(procedure.body)) for name, procedure in procedures.items()}
    callees = {
        name: frozenset(called.id for one in body for called in immediately_called_procedures(ruleset, one))
        for name, body in statements.items()
    }
    settling = (name for name, body in statements.items() if any(map(may_reach_settle_point, body)))
    return CallGraph(procedures, callees, frozenset(settling))


def settle_point_procedures(ruleset: Ruleset) -> frozenset[str]:
    """Return the procedures that run at settle points: triggers, event rules and deferred calls."""
    late = {trigger.procedure.id for trigger in ruleset.triggers}
    late |= {rule.id for rules in ruleset.events.values() for rule in rules}
    for statement in all_statements(ruleset):
        if isinstance(statement, b.Perform | b.PerformPiece) and statement.later:
            late |= {procedure.id for procedure in called_procedures(ruleset, statement)}
    return frozenset(late)


def entry_procedures(ruleset: Ruleset) -> dict[str, Begun]:
    """Return the procedures that are entry points, with what starts each."""
    found: dict[str, Begun] = {
        rule.id: "piece" for rules in ruleset.piece_rules.values() for rule in rules if rule is not None
    }
    for stage in ruleset.documents.game.stages:
        scheduled = (stage.once, *(case.then for case in stage.cases))
        names = {one.run for one in scheduled if one} | {case.now for case in stage.cases if case.now is not None}
        found.update(dict.fromkeys(sorted(names), "stage"))
    found.update(dict.fromkeys(sorted(settle_point_procedures(ruleset)), "settling"))
    found.update({moment.procedure.id: "moment" for moment in ruleset.moments})
    if ruleset.setup is not None:
        found[ruleset.setup.id] = "setup"
    found.update({phase.id: "phase" for phase in ruleset.phases})
    return found
