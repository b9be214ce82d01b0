"""The part ``regression`` of the report: the base, the baseline and recorded games, each with its share of the budget."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from reguli.verify.regression.base_comparison import (
    NO_IDS,
    RulesetVersion,
    compare_with_base,
    judge_document_changes,
    revert_subject_changes,
)
from reguli.verify.regression.baseline_snapshot import BaselineSnapshot, compare_with_baseline, write_baseline
from reguli.verify.regression.recorded_games import replay_saves
from reguli.verify.report import Budget, Found, Holds, Progress, Subject

OF_SAVES: Final = 0.4
"""So much of the budget is for recorded games, where there are any, besides what the base leaves."""


def run_regression(
    subject: Subject,
    budget: Budget,
    progress: Progress,
    *,
    base: Subject | None = None,
    accepted: Collection[str] = NO_IDS,
    baseline: BaselineSnapshot | None = None,
    saves: Path | None = None,
) -> Iterator[Found | Holds]:
    """Compare a ruleset with its base, its baseline and recorded games, as far as they are given.

    ``accepted`` are the ids of findings that a designer accepted. With a base, the baseline only says which changes from it are wanted; without one
    the ruleset is held against it.
    """
    share = budget.share(OF_SAVES) if saves is not None else None
    both = None
    if base is not None:
        known = None if baseline is None else baseline.changes
        both = judge_document_changes(base, subject, accepted, known)
        yield from compare_with_base(both, base, subject, budget, progress)
    elif baseline is not None:
        yield from compare_with_baseline(subject, budget, progress, baseline=baseline)
    if saves is not None and share is not None:
        now = RulesetVersion(subject.documents, subject.opened.options) if both is None else both.now
        share.give_back(budget)
        budget.left, budget.cut = 0, 0
        yield from replay_saves(both, now, saves, share, progress)
        budget.give_back(share)


def revert_unexpected_changes(
    base: Subject, subject: Subject, accepted: Collection[str] = NO_IDS, baseline: BaselineSnapshot | None = None
) -> Subject | None:
    """Return the ruleset with only the wanted changes and every other change reverted; None if it cannot be bound."""
    both = judge_document_changes(base, subject, accepted, None if baseline is None else baseline.changes)
    return revert_subject_changes([one for one in both.judged if not one.wanted], both, subject)


def baseline_text(subject: Subject, base: Subject | None = None) -> str:
    """Return the text of ``verify.blessed.json`` for the current ruleset, with every change from its base accepted."""
    changes = () if base is None else tuple(one.id for one in judge_document_changes(base, subject).judged)
    return write_baseline(subject, changes)
