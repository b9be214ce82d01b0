"""What was entered a second time as a part of verification: counts, every file of facts, and of which data there is none."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.ruleset.folder_contents import COUNTS
from reguli.verify.double_entry.count_comparison import counts
from reguli.verify.double_entry.entered_cells import ReadSheet
from reguli.verify.double_entry.fact_comparison import Facts, facts_files, things_of, unheld
from reguli.verify.double_entry.variant_origin import OpenOrigin
from reguli.verify.report.finding_types import Found, Holds
from reguli.verify.report.step_budget import Budget, Progress
from reguli.verify.report.verification_target import Subject


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
