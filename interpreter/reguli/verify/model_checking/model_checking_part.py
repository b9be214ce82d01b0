"""The part ``exhausted``: every position of the scales of a ruleset, or of the game itself where it is small enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from reguli.verify.model_checking.checked_instance import Instance
from reguli.verify.model_checking.model_checking_findings import left_out, told
from reguli.verify.model_checking.state_search import MOVES, Search
from reguli.verify.report.finding_types import Found, Holds
from reguli.verify.report.step_budget import MAKING, Budget, Progress

SMALL: Final = 50_000
"""A game of which nobody named a scale is looked at as it is for so many moves; whatever has more is not small."""


def exhausted(
    instances: Iterable[Instance | Found], budget: Budget, progress: Progress, *, count: int = 1
) -> Iterator[Found | Holds]:
    """Look at every position of one instance after the other, of which ``count`` share the budget alike; what is wrong with one stands in its place."""
    for number, instance in enumerate(instances):
        budget.spend(MAKING)
        if isinstance(instance, Found):
            yield instance
            continue
        search = Search(instance)
        share = budget.share(1 / max(1, count - number))
        if not instance.name:
            budget.give_back(Budget(max(0, share.left - SMALL // MOVES)))
            share.left = min(share.left, SMALL // MOVES)
        broken_off = None
        try:
            search.run(share, progress)
        except KeyboardInterrupt as stop:
            broken_off = stop
        budget.give_back(share if instance.name else Budget(share.left))
        yield from told(search)
        if broken_off is not None:
            raise broken_off
        if not search.complete:
            yield left_out(search)
