"""The list of looks for slips in rules and data that nothing else shows; each is silent about what may well be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from reguli.verify.report.budget import Budget
from reguli.verify.report.found import Found, Holds
from reguli.verify.report.subject import Subject
from reguli.verify.static.names_with_numbers import other_numbers
from reguli.verify.static.rows import copied_rows, unlike_lengths
from reguli.verify.static.said_numbers import numbers_said
from reguli.verify.static.sequences import broken_lines

Lint = Callable[[Subject], Iterator[Found | Holds]]
LINTS: Final[tuple[Lint, ...]] = (
    copied_rows,
    unlike_lengths,
    broken_lines,
    other_numbers,
    numbers_said,
)


def lints(subject: Subject, budget: Budget) -> Iterator[Found | Holds]:
    """Look for everything; all of it together takes a fraction of a second, and nothing is left out for want of steps."""
    del budget
    for one in LINTS:
        yield from one(subject)
