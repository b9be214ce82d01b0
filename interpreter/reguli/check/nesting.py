"""A procedure that waits has one frame: it may not be entered again at a settle point while it waits there."""

from __future__ import annotations

from reguli.check.calls import calls_of, late_procedures
from reguli.model.ruleset import Ruleset
from reguli.source.diagnostic import Bag


def settle_does_not_nest(ruleset: Ruleset, bag: Bag) -> None:
    """Find procedures that can stand open at a settle point of the main flow and be run by a trigger there."""
    calls = calls_of(ruleset)
    late = calls.reach(late_procedures(ruleset))
    main = {phase.id for phase in ruleset.phases} | {moment.procedure.id for moment in ruleset.moments}
    if ruleset.setup is not None:
        main.add(ruleset.setup.id)
    for name in sorted(calls.reach(main) & late):
        if calls.reach([name]) & calls.settling:
            node = calls.procedures[name].node
            bag.add("C101", node.span if node is not None else None, name=name)
