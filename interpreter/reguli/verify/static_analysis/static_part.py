"""The static part of verification: a list of looks at rules and data, each of which says what it finds and what holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from reguli.verify.report import Found, Holds, Subject
from reguli.verify.static_analysis.cited_numbers import numbers_said
from reguli.verify.static_analysis.dead_code import (
    effects_without_effect,
    empty_decisions,
    names_without_readers,
    options_without_effect,
    same_on_both_sides,
    state_without_use,
)
from reguli.verify.static_analysis.sequence_outliers import broken_lines, copied_rows, unlike_lengths
from reguli.verify.static_analysis.settled_conditions import settled
from reguli.verify.static_analysis.threshold_checks import (
    other_numbers,
    passed_over,
    pieces_left_over,
    stacks_in_sight,
    stacks_out_of_turn,
    thresholds_reached,
    writers,
)

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


def run_static_analysis(subject: Subject) -> Iterator[Found | Holds]:
    """Look for everything; ``check`` was run before, and found nothing. It takes a fraction of a second: nothing is left out for want of steps."""
    for lint in LINTS:
        yield from lint(subject)
