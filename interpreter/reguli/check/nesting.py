"""Where a rule may wait: not in what a waiver costs, and not for chance in what is all or nothing."""

from __future__ import annotations

from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.reads import run_at_once
from reguli.model.tree.walk import all_asks, guards_of, statements_of
from reguli.source.diagnostic import Bag

CHANCE: Final = (b.Cast, b.TakeTop)
WAITING: Final = (*CHANCE, b.Ask, b.Around, b.Settle, b.Leave, b.PerformPiece)
"""What waits for somebody or for chance, or leaves the rule around it."""


def waivers_wait_for_nobody(ruleset: Ruleset, bag: Bag) -> None:
    """Find waivers whose cost would ask somebody, draw, or leave the rule around it."""
    for ask in all_asks(ruleset):
        for guard in (guard for option in ask.options for guard in guards_of(option)):
            for waiver in guard.waivers:
                if _does(waiver.body, WAITING, ruleset):
                    bag.add("C108", guard.span, name=waiver.rule)


def chance_is_not_held(ruleset: Ruleset, bag: Bag) -> None:
    """Find decisions that are all or nothing within which chance decides: what can be finished would tell what comes."""
    for ask in all_asks(ruleset):
        if ask.all_or_nothing and _does((ask,), CHANCE, ruleset):
            bag.add("C109", ask.span, name=ask.name)


def _does(body: b.Body, sorts: tuple[type[b.BoundStatement], ...], ruleset: Ruleset) -> bool:
    """Say whether a statement of some sorts stands in a body, or in what it runs at once."""
    statements = list(statements_of(body))
    if any(isinstance(statement, sorts) for statement in statements):
        return True
    called = {one.rule: one for statement in statements for one in run_at_once(ruleset, statement)}
    return any(_does(one.body, sorts, ruleset) for one in called.values())
