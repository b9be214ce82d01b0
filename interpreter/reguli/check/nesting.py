"""Where a rule may wait: one frame for a procedure, none for what a waiver costs, and no chance in what is all or nothing."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.check.calls import Calls, calls_of, late_procedures
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.walk import statements_of
from reguli.source.diagnostic import Bag
from reguli.source.span import Span


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


def waivers_wait_for_nobody(ruleset: Ruleset, bag: Bag) -> None:
    """Find waivers whose cost would ask somebody, draw, or leave the rule around it."""
    calls = calls_of(ruleset)
    for procedure in calls.procedures.values():
        for statement in statements_of(procedure.body):
            for waiver, span in _waivers(statement):
                if _waits(waiver.body, calls):
                    bag.add("C108", span, name=waiver.rule)


def chance_is_not_held(ruleset: Ruleset, bag: Bag) -> None:
    """Find decisions that are all or nothing within which chance decides: what can be finished would tell what comes."""
    calls = calls_of(ruleset)
    for procedure in calls.procedures.values():
        for statement in statements_of(procedure.body):
            if isinstance(statement, b.Ask) and statement.all_or_nothing and _draws((statement,), ruleset, calls):
                bag.add("C109", statement.span, name=statement.name)


def _draws(body: b.Body, ruleset: Ruleset, calls: Calls) -> bool:
    called: set[str] = set()
    for statement in statements_of(body):
        match statement:
            case b.Cast() | b.TakeTop():
                return True
            case b.Perform(procedure=name, later=False):
                called.add(name)
            case b.PerformPiece(kind=kind, field=field):
                called |= {rule.id for rule in ruleset.piece_rules[kind, field] if rule is not None}
            case _:
                pass
    return any(_draws(calls.procedures[name].body, ruleset, calls) for name in sorted(called))


def _waivers(statement: b.BoundStatement) -> Iterator[tuple[b.Waiver, Span]]:
    if isinstance(statement, b.Ask):
        for option in statement.options:
            for check in option.checks:
                if isinstance(check, b.Guard):
                    yield from ((waiver, check.span) for waiver in check.waivers)


def _waits(body: b.Body, calls: Calls) -> bool:
    called = []
    for statement in statements_of(body):
        match statement:
            case b.Ask() | b.Cast() | b.TakeTop() | b.Around() | b.Control() | b.PerformPiece():
                return True
            case b.Perform(procedure=name, later=False):
                called.append(name)
            case _:
                pass
    return any(_waits(calls.procedures[name].body, calls) for name in called)
