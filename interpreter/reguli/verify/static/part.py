"""The static part of verification: a list of looks at rules and data, each of which says what it finds and what holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from reguli.verify.report.budget import Budget, Progress
from reguli.verify.report.found import Found, Holds
from reguli.verify.report.subject import Subject
from reguli.verify.static.choices import empty_decisions
from reguli.verify.static.conditions import settled
from reguli.verify.static.half_done import effects_without_effect, names_without_readers, same_on_both_sides
from reguli.verify.static.idle import options_without_effect, state_without_use
from reguli.verify.static.names_with_numbers import other_numbers
from reguli.verify.static.quotas import passed_over, thresholds_reached
from reguli.verify.static.rows import copied_rows, unlike_lengths
from reguli.verify.static.said_numbers import numbers_said
from reguli.verify.static.sequences import broken_lines
from reguli.verify.static.stacks import pieces_left_over, stacks_in_sight, stacks_out_of_turn, writers

Lint = Callable[[Subject], Iterator[Found | Holds]]
LINTS: Final[tuple[Lint, ...]] = (
    copied_rows,
    unlike_lengths,
    broken_lines,
    other_numbers,
    numbers_said,
    settled,
    thresholds_reached,
    passed_over,
    empty_decisions,
    names_without_readers,
    same_on_both_sides,
    effects_without_effect,
    stacks_out_of_turn,
    stacks_in_sight,
    pieces_left_over,
    options_without_effect,
    state_without_use,
    writers,
)


def lints(subject: Subject, budget: Budget) -> Iterator[Found | Holds]:
    """Look for everything; all of it together takes a fraction of a second, and nothing is left out for want of steps."""
    del budget
    for one in LINTS:
        yield from one(subject)


Look = Callable[[Subject, Budget], Iterator[Found | Holds]]
"""A look at a ruleset; it takes the steps that it needs, and most need none."""
LOOKS: Final[tuple[Look, ...]] = (lints,)
"""Every look, in the order in which they are told; together they take less than a second on a large game."""


def static(subject: Subject, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    """Look at everything; ``check`` was run before, and found nothing."""
    for at, look in enumerate(LOOKS):
        progress("static", at, len(LOOKS))
        yield from look(subject, budget)
