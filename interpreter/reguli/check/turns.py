"""Turns: one after the other, somebody's turn where somebody is asked for, and turns where something happens at their ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reguli.check.calls import Calls, calls_of, late_procedures
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.reads import all_within, run_at_once, run_by
from reguli.model.tree.walk import all_statements, all_terms, inner_bodies, statement_terms, statements_of
from reguli.source.diagnostic import Bag
from reguli.source.said import Said

TURN = "turn"
AT_TURN = "at_turn"


def turns_do_not_nest(ruleset: Ruleset, bag: Bag) -> None:
    """Find turns that can begin in the midst of another: run by it, or at a settle point."""
    if not ruleset.turns:
        return
    calls = calls_of(ruleset)
    turns = [statement for statement in all_statements(ruleset) if isinstance(statement, b.Turn)]
    inside = calls.reach(_runs(ruleset, (turn.body for turn in turns)) | late_procedures(ruleset))
    for name in sorted(inside):
        for statement in statements_of(calls.procedures[name].body):
            if isinstance(statement, b.Turn):
                bag.add("C117", statement.span)


def _runs(ruleset: Ruleset, bodies: Iterable[b.Body]) -> set[str]:
    found = (one for body in bodies for one in statements_of(body))
    return {procedure.id for one in found for procedure in run_at_once(ruleset, one)}


def somebody_is_at_turn(ruleset: Ruleset, bag: Bag) -> None:
    """Find rules that ask who has the turn, and can be run where nobody has."""
    if AT_TURN not in ruleset.facts:
        return
    calls = calls_of(ruleset)
    for name in sorted(_outside(ruleset, calls)):
        procedure = calls.procedures[name]
        if _asks(ruleset, procedure.body):
            node = procedure.node
            bag.add("C118", node.span if node is not None else None, name=name)
    for trigger in ruleset.triggers:
        if not _is_asked(trigger.condition) and _reads(ruleset, (trigger.condition,)):
            node = trigger.procedure.node
            bag.add("C118", node.span if node is not None else None, name=trigger.procedure.id)


def _outside(ruleset: Ruleset, calls: Calls) -> set[str]:
    """Give the procedures that can be run where no turn is under way."""
    waiting = [*(phase.id for phase in ruleset.phases)]
    waiting += (one.procedure.id for one in ruleset.moments if one.moment.of != TURN)
    waiting += (trigger.procedure.id for trigger in ruleset.triggers if not _is_asked(trigger.condition))
    if ruleset.setup is not None:
        waiting.append(ruleset.setup.id)
    found: set[str] = set()
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            statements = _outside_turns(calls.procedures[here].body)
            waiting += (one.id for statement in statements for one in run_by(ruleset, statement))
    return found


def _outside_turns(body: b.Body) -> Iterator[b.BoundStatement]:
    """Give the statements of a body that stand in no turn, nor where it was asked whether there is one."""
    for statement in body:
        if isinstance(statement, b.Turn):
            continue
        yield statement
        if isinstance(statement, b.Branch) and _is_asked(statement.condition):
            yield from _outside_turns(statement.otherwise)
            continue
        for inner in inner_bodies(statement):
            yield from _outside_turns(inner)


def _asks(ruleset: Ruleset, body: b.Body) -> bool:
    """Tell whether something outside of turns asks who has one."""
    return any(
        _reads(ruleset, statement_terms(statement))
        for statement in _outside_turns(body)
        if not (isinstance(statement, b.Branch) and _is_asked(statement.condition))
    )


def _reads(ruleset: Ruleset, terms: Iterable[t.Term]) -> bool:
    """Tell whether terms ask who has the turn, but for a choice that asks first of all whether somebody has."""
    found = list(all_within(ruleset, terms))
    choices = (term for term in found if isinstance(term, t.Choice) and _is_nobody(term.condition))
    safe = {id(inner) for choice in choices for inner in all_terms(choice)}
    return any(isinstance(term, t.Fact) and term.name == AT_TURN and id(term) not in safe for term in found)


def _is_nobody(condition: t.Term) -> bool:
    match condition:
        case t.Builtin(name="is_none", arguments=(t.Fact(name="at_turn"),)):
            return True
        case _:
            return False


def _is_asked(condition: t.Term) -> bool:
    """Tell whether a condition asks first of all whether it is somebody's turn."""
    while True:
        match condition:
            case t.Logic(operator="and", left=first):
                condition = first
            case t.Exists(how="some", where=first) if first is not None:
                condition = first
            case _:
                break
    return isinstance(condition, t.Negation) and _is_nobody(condition.operand)


def turns_are_taken(ruleset: Ruleset, bag: Bag) -> None:
    """Find what hangs on turns in a game that has none."""
    if ruleset.turns:
        return
    for one in ruleset.moments:
        if one.moment.of == TURN:
            bag.add("C119", one.moment.span, what=Said("says.at_turn", edge=one.moment.edge))
    for name, declared in ruleset.state.items():
        if declared.lasts == TURN:
            bag.add("C119", declared.span, what=Said("says.lasts_turn", name=name.partition(".")[2]))
