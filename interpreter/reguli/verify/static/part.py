"""The static part of verification: a list of looks at rules and data, each of which says what it finds and what holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from reguli.verify.report.budget import Budget, Progress
from reguli.verify.report.found import Found, Holds
from reguli.verify.report.subject import Subject
from reguli.verify.static.lints import lints

Look = Callable[[Subject, Budget], Iterator[Found | Holds]]
"""A look at a ruleset; it takes the steps that it needs, and most need none."""
LOOKS: Final[tuple[Look, ...]] = (lints,)
"""Every look, in the order in which they are told; together they take less than a second on a large game."""


def static(subject: Subject, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    """Look at everything; ``check`` was run before, and found nothing."""
    for at, look in enumerate(LOOKS):
        progress("static", at, len(LOOKS))
        yield from look(subject, budget)
