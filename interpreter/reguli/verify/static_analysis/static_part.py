"""The static part of verification: a list of checks on rules and data, each of which yields findings and evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from reguli.verify.report import Found, Holds, Subject
from reguli.verify.static_analysis.cited_numbers import check_cited_numbers
from reguli.verify.static_analysis.dead_code import (
    empty_decisions,
    find_no_op_statements,
    find_self_comparisons,
    find_unread_names,
    find_unused_options,
    find_unused_state,
)
from reguli.verify.static_analysis.sequence_outliers import copied_rows, find_row_length_outliers, find_sequence_breaks
from reguli.verify.static_analysis.settled_conditions import find_decided_conditions
from reguli.verify.static_analysis.threshold_checks import (
    find_mismatched_ids,
    find_player_thresholds,
    find_skipped_values,
    find_unmoved_pieces,
    find_unshuffled_stacks,
    find_visible_shuffles,
    rules_by_field,
)

Lint = Callable[[Subject], Iterator[Found | Holds]]
LINTS: Final[tuple[Lint, ...]] = (
    copied_rows,
    find_row_length_outliers,
    find_sequence_breaks,
    find_mismatched_ids,
    check_cited_numbers,
    find_decided_conditions,
    find_player_thresholds,
    find_skipped_values,
    empty_decisions,
    find_unread_names,
    find_self_comparisons,
    find_no_op_statements,
    find_unshuffled_stacks,
    find_visible_shuffles,
    find_unmoved_pieces,
    find_unused_options,
    find_unused_state,
    rules_by_field,
)


def run_static_analysis(subject: Subject) -> Iterator[Found | Holds]:
    """Run all static checks; ``check`` already ran without findings. It takes a fraction of a second, so no steps are counted."""
    for lint in LINTS:
        yield from lint(subject)
