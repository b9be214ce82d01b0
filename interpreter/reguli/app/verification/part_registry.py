"""The parts of verification, each with its share of the budget, and what they are given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from reguli.source.source_texts import Sources
from reguli.verify.double_entry.variant_origin import OpenOrigin, no_origin
from reguli.verify.report.finding_types import Found, Holds, Part
from reguli.verify.report.step_budget import Budget, Progress
from reguli.verify.report.verification_target import Subject

if TYPE_CHECKING:
    # What plays costs a tenth of a second, and is loaded part by part when it is its turn.
    from reguli.verify.regression.baseline_snapshot import Blessed


@dataclass(frozen=True, slots=True)
class Base:
    """What a ruleset is compared with: as it was opened, what was blessed of it, or both; and under what name that is told of."""

    subject: Subject | None
    said: str
    blessed: Blessed | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """What parts look at: the ruleset, what it is compared with, a folder of recorded games, and the ids that were accepted."""

    subject: Subject
    sources: Sources
    base: Base | None = None
    saves: Path | None = None
    accepted: Collection[str] = ()
    origin: OpenOrigin = no_origin
    """Opens what a variant comes from, whatever it is compared with."""


Run = Callable[[Work, Budget, Progress], Iterator[Found | Holds]]
"""A part: it says what it finds as it goes, so that who interrupts it keeps that."""


@dataclass(frozen=True, slots=True)
class PartEntry:
    """A part that is there: its share of the budget as against those of the others, and what runs it."""

    share: int
    run: Run


def _against(work: Work, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.verify.regression.regression_part import against

    base, blessed = (None, None) if work.base is None else (work.base.subject, work.base.blessed)
    yield from against(
        work.subject, budget, progress, base=base, accepted=work.accepted, blessed=blessed, saves=work.saves
    )


def _exhausted(work: Work, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.app.verification.instance_selection import instances_of
    from reguli.verify.model_checking.model_checking_part import exhausted

    count, instances = instances_of(work.subject)
    yield from exhausted(instances, budget, progress, count=count)


def _strength(work: Work, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.verify.mutation.mutation_part import strength

    yield from strength(work.subject, budget, progress, work.accepted)


def _play(work: Work, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.app.verification.move_texts import tongues_of
    from reguli.app.verification.reordered_copy import writing_of
    from reguli.verify.fuzzing.fuzzing_part import play

    writing, tongues = writing_of(work.subject), tongues_of(work.subject)
    yield from play(work.subject, budget, progress, writing=writing, tongues=tongues)


PARTS: Final[Mapping[Part, PartEntry]] = MappingProxyType(
    {
        "strength": PartEntry(6, _strength),
        "against": PartEntry(5, _against),
        "play": PartEntry(5, _play),
        "exhausted": PartEntry(4, _exhausted),
    }
)
"""Every part that plays, in the order they run; what else there is falls into ``pieces``."""
BASED: Final[tuple[Part, ...]] = ("against",)
"""Parts that need something to compare with."""
