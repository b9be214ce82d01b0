"""Which rules may change what is tracked, and no others: read off the bound effects, for each number, flag, list and zone."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.check.claims import written_by
from reguli.source.said import Said
from reguli.verify.report.found import Holds, Level
from reguli.verify.report.subject import Subject

WRITERS = "changed only by"
"""The property of a field that no other rules change it."""


def writers(subject: Subject) -> Iterator[Holds]:
    """Say of each field which rules may change it; what a library does stands under the name of its use."""
    for name, rules in sorted(written_by(subject.ruleset).items()):
        yield Holds(f"state:{name}", WRITERS, Level.PROVED, Said("why.changed_by", names=", ".join(sorted(rules))))
