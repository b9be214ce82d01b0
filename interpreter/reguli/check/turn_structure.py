"""Checks of turns, deferral and endings: turns do not nest, rules wait only where allowed, the game ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from reguli.check.call_graph import CallGraph, build_call_graph, settle_point_procedures
from reguli.model.analysis.totality import transitive_closure
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_decisions,
    all_statements,
    all_terms,
    called_procedures,
    child_bodies,
    immediately_called_procedures,
    nested_statements,
    option_guards,
    reachable_terms,
    statement_terms,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said

TURN = "turn"
AT_TURN = "at_turn"


def check_nested_turns(ruleset: Ruleset, bag: Bag) -> None:
    """Report turns that can begin within another, through a call or at a settle point."""
    if not ruleset.turns:
        return
    calls = build_call_graph(ruleset)
    turns = [statement for statement in all_statements(ruleset) if isinstance(statement, b.Turn)]
    inside = calls.reach(_runs(ruleset, (turn.body for turn in turns)) | settle_point_procedures(ruleset))
    for name in sorted(inside):
        for statement in nested_statements(calls.procedures[name].body):
            if isinstance(statement, b.Turn):
                bag.add("C117", statement.span)


def _runs(ruleset: Ruleset, bodies: Iterable[b.Body]) -> set[str]:
    found = (one for body in bodies for one in nested_statements(body))
    return {procedure.id for one in found for procedure in immediately_called_procedures(ruleset, one)}


def check_current_player(ruleset: Ruleset, bag: Bag) -> None:
    """Report rules that read the current player but may run outside a turn."""
    if AT_TURN not in ruleset.facts:
        return
    calls = build_call_graph(ruleset)
    for name in sorted(_outside(ruleset, calls)):
        procedure = calls.procedures[name]
        if _asks(ruleset, procedure.body):
            node = procedure.node
            bag.add("C118", node.span if node is not None else None, name=name)
    for trigger in ruleset.triggers:
        if not _is_asked(trigger.condition) and _reads(ruleset, (trigger.condition,)):
            node = trigger.procedure.node
            bag.add("C118", node.span if node is not None else None, name=trigger.procedure.id)


def _outside(ruleset: Ruleset, calls: CallGraph) -> set[str]:
    """Return the procedures that may run outside a turn."""
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
            waiting += (one.id for statement in statements for one in called_procedures(ruleset, statement))
    return found


def _outside_turns(body: b.Body) -> Iterator[b.BoundStatement]:
    """Yield the statements of a body that are neither in a turn nor in a branch that tests for one."""
    for statement in body:
        if isinstance(statement, b.Turn):
            continue
        yield statement
        if isinstance(statement, b.Branch) and _is_asked(statement.condition):
            yield from _outside_turns(statement.otherwise)
            continue
        for inner in child_bodies(statement):
            yield from _outside_turns(inner)


def _asks(ruleset: Ruleset, body: b.Body) -> bool:
    """Return whether a statement outside turns reads the current player."""
    return any(
        _reads(ruleset, statement_terms(statement))
        for statement in _outside_turns(body)
        if not (isinstance(statement, b.Branch) and _is_asked(statement.condition))
    )


def _reads(ruleset: Ruleset, terms: Iterable[t.Term]) -> bool:
    """Return whether terms read the current player, except in a choice that first tests whether there is one."""
    found = list(reachable_terms(ruleset, terms))
    choices = (term for term in found if isinstance(term, t.Choice) and _is_nobody(term.condition))
    safe = {id(inner) for choice in choices for inner in all_terms(choice)}
    return any(isinstance(term, t.Fact) and term.name == AT_TURN and id(term) not in safe for term in found)


def _is_nobody(condition: t.Term) -> bool:
    match condition:
        case t.Builtin(name="is_none", arguments=(t.Fact(name="at_turn"),)):
            return True
        case t.ReadTerm() | t.ComputedTerm():
            return False


def _is_asked(condition: t.Term) -> bool:
    """Return whether a condition first tests whether there is a current player."""
    while True:
        match condition:
            case t.Logic(operator="and", left=first):
                condition = first
            case t.Exists(how="some", where=first) if first is not None:
                condition = first
            case t.ReadTerm() | t.ComputedTerm():
                break
    return isinstance(condition, t.Negation) and _is_nobody(condition.operand)


def check_turn_usage(ruleset: Ruleset, bag: Bag) -> None:
    """Report uses of turns in a game without turns."""
    if ruleset.turns:
        return
    for one in ruleset.moments:
        if one.moment.of == TURN:
            bag.add("C119", one.moment.span, what=Said("says.at_turn", edge=one.moment.edge))
    for name, declared in ruleset.state.items():
        if declared.lasts == TURN:
            bag.add("C119", declared.span, what=Said("says.lasts_turn", name=name.partition(".")[2]))


def check_termination(ruleset: Ruleset, bag: Bag) -> None:
    """Report games without a reachable ``end game``."""
    calls = build_call_graph(ruleset)
    begun = {phase.id for phase in ruleset.phases} | {moment.procedure.id for moment in ruleset.moments}
    run = calls.reach(begun | settle_point_procedures(ruleset))
    ends = (one for name in run for one in nested_statements(calls.procedures[name].body) if isinstance(one, b.Leave))
    if all(end.what != "game" for end in ends):
        bag.add("C102", ruleset.documents.game.span)


def check_round_end_in_setup(ruleset: Ruleset, bag: Bag) -> None:
    """Report ``end round`` statements that the set-up runs."""
    if ruleset.setup is None:
        return
    calls = build_call_graph(ruleset)
    for name in sorted(calls.reach({ruleset.setup.id})):
        for statement in nested_statements(calls.procedures[name].body):
            if isinstance(statement, b.Leave) and statement.what == "round":
                bag.add("C127", statement.span)


def check_stage_reachability(ruleset: Ruleset, bag: Bag) -> None:
    """Report stages unreachable from the first by transitions."""
    begins = [stage for stage in ruleset.stages if stage.when is not None or stage.card is not None]
    after = {one.index: [stage.index for stage in begins if one.index in stage.sources] for one in ruleset.stages}
    found = transitive_closure([*after][:1], after)
    for stage, declared in zip(ruleset.stages, ruleset.documents.game.stages, strict=True):
        if stage.index not in found:
            bag.add("C103", declared.span, name=stage.id)


CHANCE: Final = (b.Cast, b.TakeTop)
WAITING: Final = (*CHANCE, b.Ask, b.Around, b.Settle, b.Leave, b.PerformPiece)
"""What waits for a player or for chance, or leaves the rule around it."""


def check_waiver_costs(ruleset: Ruleset, bag: Bag) -> None:
    """Report waivers whose cost would ask a player, draw, or leave the enclosing rule."""
    for ask in all_decisions(ruleset):
        for guard in (guard for option in ask.options for guard in option_guards(option)):
            for waiver in guard.waivers:
                if _does(waiver.body, WAITING, ruleset):
                    bag.add("C108", guard.span, name=waiver.rule)


def check_chance_in_transaction(ruleset: Ruleset, bag: Bag) -> None:
    """Report chance within all-or-nothing decisions: which moves can be finished would reveal the outcome."""
    for ask in all_decisions(ruleset):
        if ask.all_or_nothing and _does((ask,), CHANCE, ruleset):
            bag.add("C109", ask.span, name=ask.name)


def _does(body: b.Body, sorts: tuple[type[b.BoundStatement], ...], ruleset: Ruleset) -> bool:
    """Return whether a body, or a procedure that it calls immediately, contains a statement of one of these classes."""
    statements = list(nested_statements(body))
    if any(isinstance(statement, sorts) for statement in statements):
        return True
    called = {one.rule: one for statement in statements for one in immediately_called_procedures(ruleset, statement)}
    return any(_does(one.body, sorts, ruleset) for one in called.values())
