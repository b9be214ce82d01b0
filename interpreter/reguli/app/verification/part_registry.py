"""The parts of verification, with their budget shares and their inputs."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from reguli.app.errors import make_refusal
from reguli.app.git_revisions import (
    SearchProgress,
    ignore_revisions,
    is_digest_of,
    open_comparison_base,
    open_under_same_options,
)
from reguli.app.user_files import read_utf8_file
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.declarations.example_files import ExampleDecl, load_all_examples
from reguli.ruleset.folder_contents import BASELINE_FILE
from reguli.ruleset.patches.variant_loading import GAME, VARIANT, is_variant
from reguli.shipped_files import BESIDES
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.verify.double_entry.count_comparison import run_double_entry
from reguli.verify.double_entry.fact_comparison import OpenOrigin, VariantOrigin, no_base_ruleset
from reguli.verify.example_runner import ExampleResult, interpreter_programs, run_example
from reguli.verify.report import (
    EXAMPLE,
    Budget,
    Found,
    Holds,
    Offered,
    Part,
    Progress,
    Ran,
    Spread,
    Subject,
    ignore_progress,
    in_turn,
    make_report_finding,
    verification_target,
)
from reguli.verify.static_analysis.static_part import run_static_analysis
from reguli.words.catalogue.interface_texts import InterfaceTexts

if TYPE_CHECKING:
    from reguli.verify.regression.baseline_snapshot import BaselineSnapshot


@dataclass(frozen=True, slots=True)
class ComparisonBase:
    """The comparison base of a ruleset: an opened ruleset, its baseline, or both; and the name under which reports show it."""

    subject: Subject | None
    said: str
    baseline: BaselineSnapshot | None = None


@dataclass(frozen=True, slots=True)
class PartInput:
    """The input of the parts: the ruleset, its comparison base, a folder of recorded games, and the accepted ids."""

    subject: Subject
    sources: Sources
    base: ComparisonBase | None = None
    saves: Path | None = None
    accepted: Collection[str] = ()
    spread: Spread = in_turn
    """Does pieces of work on all cores or machines."""
    origin: OpenOrigin = no_base_ruleset
    """Opens what a variant comes from, whatever it is compared with."""


Run = Callable[[PartInput, Budget, Progress], Iterator[Found | Holds]]
"""A part: it says what it finds as it goes, so that who interrupts it keeps that."""


def _regression(work: PartInput, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.verify.regression.regression_part import run_regression

    base, baseline = (None, None) if work.base is None else (work.base.subject, work.base.baseline)
    yield from run_regression(
        work.subject, budget, progress, base=base, accepted=work.accepted, baseline=baseline, saves=work.saves
    )


def _model_check(work: PartInput, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.app.verification.instance_selection import select_instances
    from reguli.verify.model_checking import run_model_checking

    count, instances = select_instances(work.subject)
    yield from run_model_checking(instances, budget, progress, count=count)


def _mutation(work: PartInput, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.verify.mutation.mutation_part import run_mutation

    yield from run_mutation(work.subject, budget, progress, work.accepted, work.spread)


def _fuzz(work: PartInput, budget: Budget, progress: Progress) -> Iterator[Found | Holds]:
    # When it is its turn.
    from reguli.app.verification.move_texts import move_language_opener
    from reguli.app.verification.reordered_copy import make_reordered_source
    from reguli.verify.fuzzing.fuzzing_part import run_fuzzing

    writing, tongues = make_reordered_source(work.subject), move_language_opener(work.subject)
    yield from run_fuzzing(work.subject, budget, progress, writing=writing, tongues=tongues)


# -- example part ----------------------------------------------------------------------------------------------------
# The worked examples as a part of verification: one that fails is wrong, one of the base that a variant breaks is a change.


class SubjectExamples:
    """Runs the examples of a subject; those of the ruleset itself are determined only when one fails."""

    def __init__(self, subject: Subject) -> None:
        """Store the subject."""
        self.subject = subject
        self._programs = interpreter_programs(subject.opened)

    def run(self, example: ExampleDecl) -> ExampleResult:
        """Run one example."""
        return run_example(self._programs, example, self.subject.opened.sources)

    @cached_property
    def own(self) -> frozenset[str]:
        """Return the ids of the examples in the topmost folder."""
        return frozenset(load_all_examples(self.subject.opened.layers.own, Bag()))

    def is_own(self, name: str) -> bool:
        """Return whether an example belongs to the ruleset itself, not to one of its bases."""
        return len(self.subject.opened.layers.folders) == 1 or name in self.own


def find_failed_claims(result: ExampleResult, worked: SubjectExamples, sources: Sources) -> Iterator[Found]:
    """Yield the findings on an example: each failing claim; for an inherited example, that it no longer holds."""
    if result.passed:
        return
    if worked.is_own(result.id):
        for told in result.findings:
            yield make_report_finding("examples", "error", told, "", f"{result.id} {finding_anchor(told, sources)}")
        return
    related = tuple((one.span, Said("here.does_not_hold")) for one in result.findings if one.span is not None)
    told = make_finding("V604", result.span, near=None, related=related, name=result.id)
    yield make_report_finding("examples", "change", told, "", result.id)


def finding_anchor(told: Diagnostic, sources: Sources) -> str:
    """Return what identifies a finding's place even when lines shift: its file and the text of its line."""
    if told.span is None:
        return " ".join(str(value) for _, value in told.args)
    line = sources.line(told.span.file, told.span.line) or ""
    return f"{told.span.file} {' '.join(line.split())}"


# -- worker jobs -----------------------------------------------------------------------------------------------------
# The parts of verification that fall into pieces which depend on nothing but the ruleset: examples, looks at the rules, what was entered twice.
#
# They are done side by side, and come to the same on any number of cores.


@frozen_class
class JobResult(FrozenValue):
    """The result of a job: its findings, evidence or example run; the steps it took, and the work skipped for lack of steps."""

    found: tuple[Found | Holds | Ran, ...]
    taken: int
    cut: int = 0


@frozen_class
class VerificationJob(FrozenValue):
    """A job of a part: its progress text, and the function that runs it."""

    what: str
    do: Callable[[], JobResult]
    table: Hashable = None
    """Of an example: what programs are made for."""
    long: bool = False
    """Whether it takes much longer than an example."""


def _examples(work: PartInput, steps: int) -> Iterator[VerificationJob]:
    """Yield the jobs that run each example; none is skipped for lack of steps."""
    worked = SubjectExamples(work.subject)
    for example in work.subject.examples:
        yield VerificationJob(example.id, partial(_example, worked, work, example), example.position.table)


def _example(worked: SubjectExamples, work: PartInput, example: ExampleDecl) -> JobResult:
    result = worked.run(example)
    ran = Ran(result.id, result.cites, result.span, result.passed)
    return JobResult((ran, *find_failed_claims(result, worked, work.sources)), EXAMPLE)


def _static(work: PartInput, steps: int) -> Iterator[VerificationJob]:
    """Yield the jobs for static analysis and for double entry."""

    def rules(_: Budget) -> Iterator[Found | Holds]:
        return run_static_analysis(work.subject)

    def entries(budget: Budget) -> Iterator[Found | Holds]:
        return run_double_entry(work.subject, budget, ignore_progress, origin=work.origin)

    yield VerificationJob("rules", partial(_wholly, rules, steps), long=True)
    yield VerificationJob("facts", partial(_wholly, entries, steps), long=True)


def _wholly(look: Callable[[Budget], Iterator[Found | Holds]], steps: int) -> JobResult:
    budget = Budget(steps)
    return JobResult(tuple(look(budget)), steps - budget.left, budget.cut)


@dataclass(frozen=True, slots=True)
class PartSpec:
    """A part of verification: its title, and its function or jobs, each with a limit on steps."""

    title: Callable[[InterfaceTexts], str]
    run: Run | None = None
    pieces: Callable[[PartInput, int], Iterator[VerificationJob]] | None = None
    share: int = 0
    """The share of the budget as against those of the others that run by themselves."""
    needs_base: bool = False
    """Whether it needs something to compare with."""


PARTS: Final[Mapping[Part, PartSpec]] = MappingProxyType(
    {
        "examples": PartSpec(lambda words: words.say("the worked examples"), pieces=_examples),
        "static": PartSpec(lambda words: words.say("the rules as they are written"), pieces=_static),
        "mutation": PartSpec(lambda words: words.say("faults planted into the rules"), _mutation, share=6),
        "regression": PartSpec(
            lambda words: words.say("rules and games beside those of a base"), _regression, share=5, needs_base=True
        ),
        "fuzz": PartSpec(lambda words: words.say("games of bots"), _fuzz, share=5),
        "model-check": PartSpec(lambda words: words.say("every position of a small game"), _model_check, share=4),
    }
)
"""Every part, in the order of the report; those in pieces come before all others."""


# -- comparison bases ------------------------------------------------------------------------------------------------
# What a ruleset is compared with: another ruleset, a folder, a revision of the repository it lies in, the ruleset that a variant is of.


OF: Final = "base"
"""The word for what a variant is of."""
BASELINE: Final = "baseline"
"""The word for what ``reguli baseline`` wrote."""


@contextmanager
def load_comparison_base(
    loaded: LoadedRuleset, said: str | None, seed: int, progress: SearchProgress = ignore_revisions
) -> Iterator[ComparisonBase | None]:
    """Open the comparison base of a ruleset under the same options; files extracted from a repository are deleted afterwards.

    Without a word a variant is compared with what it is of, a game with its baseline, and with nothing where it has none. Raises
    ``Refused`` (X105, X151), and ``UnusableRuleset`` for a base with findings.
    """
    below = _below(loaded)
    baseline = load_baseline(loaded)
    if said is not None and baseline is not None and is_digest_of(said, baseline.digest):
        said = BASELINE
    if said == BASELINE or (said is None and below is None):
        if said == BASELINE and baseline is None:
            raise make_refusal("X151", name=loaded.name, base=BASELINE, why=Said("why.not_blessed"))
        yield None if baseline is None else ComparisonBase(None, BASELINE, baseline)
    elif said is None or (said == OF and below is not None):
        yield replace(_based(open_under_same_options(loaded, str(below)), OF, seed), baseline=baseline)
    elif said == OF:
        raise make_refusal("X151", name=loaded.name, base=OF, why=Said("why.no_variant"))
    else:
        with open_comparison_base(loaded, said, progress) as base:
            yield _based(base, said, seed)


def open_variant_origin(
    loaded: LoadedRuleset, subject: Subject, accepted: Collection[str], seed: int
) -> VariantOrigin | None:
    """Open the base of a variant under the same options, alone and with the wanted changes; None for a game. Raises ``UnusableRuleset`` for a base with findings."""
    name = _below(loaded)
    base = None if name is None else _based(open_under_same_options(loaded, name), OF, seed).subject
    if base is None:
        return None
    # As above.
    from reguli.verify.regression.regression_part import revert_unexpected_changes

    return VariantOrigin(base, revert_unexpected_changes(base, subject, accepted, load_baseline(loaded)))


def load_baseline(loaded: LoadedRuleset) -> BaselineSnapshot | None:
    """Return the baseline of a ruleset, if it has one. Raises ``Refused`` (X151) for an invalid file."""
    file = loaded.path / BASELINE_FILE  # a variant in a single file has none
    if not file.is_file():
        return None
    # As above.
    from reguli.verify.regression.baseline_snapshot import read_baseline

    baseline = read_baseline(read_utf8_file(file))
    if baseline is None:
        raise make_refusal("X151", name=loaded.name, base=str(file), why=Said("why.blessed_unread"))
    return baseline


def _below(loaded: LoadedRuleset) -> str | None:
    """Return the base of a variant; for variants layered over a ruleset by name, that ruleset."""
    first, *besides = [loaded.name] if Path(loaded.name).exists() else loaded.name.split(BESIDES)
    if besides:
        return first
    if not is_variant(loaded.path):
        return None
    folders = loaded.layers.folders[1:]
    return str(next((one for one in folders if (one / VARIANT).is_file() or (one / GAME).is_file()), folders[-1]))


def _based(base: LoadedRuleset, said: str, seed: int) -> ComparisonBase:
    assert base.ruleset is not None
    return ComparisonBase(verification_target(base, base.ruleset, seed), said)


# -- An offered example as text: with the reading that is right it is an example of the ruleset ----------------------


BEGUN: Final = "examples:"
HEAD: Final = "# Offered by `reguli verify`, and kept.\n"


def offered_example_yaml(offered: Offered, reading: int) -> str:
    """Return an offered example with one of its readings as a YAML item of the list ``examples``."""
    return textwrap.indent(offered.item(offered.readings[reading - 1]), "  ")
