"""What was entered a second time as a part of verification: counts, every file of facts, and of which data there is none."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.ruleset.folder import COUNTS
from reguli.verify.entered.cells import ReadSheet
from reguli.verify.entered.counting import counts
from reguli.verify.entered.facts import Facts, facts_files, things_of, unheld
from reguli.verify.entered.origin import OpenOrigin
from reguli.verify.report.budget import Budget, Progress
from reguli.verify.report.found import Found, Holds
from reguli.verify.report.subject import Subject


def entered(
    subject: Subject, budget: Budget, progress: Progress, *, sheets: ReadSheet, origin: OpenOrigin
) -> Iterator[Found | Holds]:
    """Compare a ruleset with its counts and with data entered a second time; ``sheets`` reads spreadsheets, ``origin`` opens the base of a variant."""
    progress(COUNTS, 0, 0)
    yield from counts(subject, budget, origin)
    files = facts_files(subject)
    things = things_of(subject)
    facts, held = Facts(subject, sheets, things, origin), dict[str, Holds]()
    for at, file in enumerate(files):
        progress(file.name, at, len(files))
        for one in facts.compared(file):
            if isinstance(one, Holds):
                held[one.rule] = one
            yield one
    yield from unheld(things, held)
