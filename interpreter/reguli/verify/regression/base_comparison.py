"""The part ``against``: what a ruleset does otherwise than its base, told by change, and what of that nobody wanted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from reguli.check.access_claims import written_by
from reguli.model.rule_digests import meanings
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.diagnostic import Bag, finding
from reguli.source.message_arguments import Said
from reguli.source.span import Span
from reguli.verify.differential.first_difference import Difference
from reguli.verify.example_runner import Programs, run_example
from reguli.verify.regression.cell_difference import blocks_of
from reguli.verify.regression.change_effects import Between, Group, effects_of
from reguli.verify.regression.document_difference import changes_of
from reguli.verify.regression.expected_changes import Judged, naming_of
from reguli.verify.regression.hybrid_rulesets import Reopened, Version, VersionSettings, settings_of
from reguli.verify.regression.regression_findings import said, told
from reguli.verify.report.finding_types import Found, Holds, Level, Offered, Severity, made_id
from reguli.verify.report.step_budget import EXAMPLE, Budget, Progress
from reguli.verify.report.verification_target import Subject
from reguli.verify.test_generation.example_generation import cited_by, offered

ALARM: Final = 0.1
"""So much of the budget looks for a difference that no change can reach."""
OFFERING: Final = 0.1
"""So much of the budget is for examples of what is not the same."""
AT_MOST: Final = 3_000
"""Steps that are spent on one example at most."""
NO_IDS: Final[frozenset[str]] = frozenset()


def compared(
    both: Between, base: Subject, subject: Subject, budget: Budget, progress: Progress
) -> Iterator[Found | Holds]:
    """Compare a ruleset with its base: documents, examples, play side by side."""
    sources = base.opened.sources, subject.opened.sources
    for one in both.judged:
        severity: Severity = "note" if one.wanted else "change"
        yield Found(one.id, "against", severity, told(one, sources), rule_of(one.path))
    yield from _alarm(both, budget)
    yield from _examples(both, base, subject, budget)
    examples = budget.share(OFFERING)
    for groups, (group, difference) in enumerate(effects_of(both, budget), 1):
        progress("against", groups, 0)
        if difference is not None:
            yield _of_group(group, difference, subject, examples)
    budget.give_back(examples)
    yield from _new_writers(both, base, subject)
    yield from _same(base, subject)


def between_subjects(
    base: Subject, subject: Subject, accepted: Collection[str] = NO_IDS, blessed: Collection[str] | None = None
) -> Between:
    """Compare the documents of two rulesets and judge each change."""
    assert base.opened.documents is not None
    assert subject.opened.documents is not None
    before = Version(base.opened.documents, base.opened.options)
    now = Version(subject.opened.documents, subject.opened.options, codes=before.codes)
    changes = changes_of(before.documents, now.documents)
    blocks = list(blocks_of(base.ruleset, subject.ruleset))
    naming = naming_of(before.documents, now.documents, changes, accepted, blessed)
    judged = tuple(naming.judge(changes, blocks))
    return Between(before, now, judged, settings_of(before.documents, now.documents))


def rule_of(path: str) -> str:
    """Give the id of the rule that a path leads to: ``rules.greet`` is ``rule:greet``, others are as ``trace`` calls them."""
    section, _, name = path.partition("[")[0].partition(".")
    sorts = {"rules": "rule", "constants": "constant", "tables": "table", "state": "state", "kinds": "kind"}
    return f"{sorts[section]}:{name}" if section in sorts else path


def _alarm(both: Between, budget: Budget) -> Iterator[Found]:
    """Look for a difference that no change can reach: with all changes put back the ruleset must be its base."""
    same = both.before.documents.digest == both.now.documents.digest
    if same or not both.settings:
        return
    share = budget.share(ALARM)
    back = both.without(both.judged)
    difference = both.first(both.before, back, share)
    budget.give_back(share)
    if difference is not None:
        identity = made_id("against", "alarm", difference.kind, difference.what)
        yield Found(identity, "against", "error", finding("V305", _rule_span(difference), what=said(difference)))


def _rule_span(difference: Difference) -> Span | None:
    side = difference.playing
    if side is None or not difference.rules:
        return None
    place = side.program.rules.get(difference.rules[-1])
    return None if place is None else place.span


def _of_group(group: Group, difference: Difference, subject: Subject, budget: Budget) -> Found:
    """Say what a group does, with an example that keeps it: rules that fail are an error, whoever wanted them."""
    fails = difference.kind in ("begin", "fault") and bool(difference.now)
    code = "V306" if fails else "V303" if group.wanted else "V304"
    identity = made_id("against", "effect", group.path, " ".join(one.id for one in group.judged))
    diagnostic = finding(
        code, _rule_span(difference) if fails else _span(group), path=group.path, what=said(difference)
    )
    severity: Severity = "error" if fails else "note" if group.wanted else "change"
    rule = rule_of(group.path)
    example = None if fails else _offered(subject, difference, rule, budget)
    return Found(identity, "against", severity, diagnostic, rule, example)


def _offered(subject: Subject, difference: Difference, rule: str, budget: Budget) -> Offered | None:
    """Offer an example that shows what was before and what is now."""
    return offered(subject, difference, rule, cited_by(subject, rule), budget, of_base=True, most=AT_MOST)


def _span(group: Group) -> Span | None:
    return next((one.what.span for one in group.judged if one.what.span is not None), None)


def _examples(both: Between, base: Subject, subject: Subject, budget: Budget) -> Iterator[Found]:
    """Tell which examples of the base fail because of what is wanted alone."""
    known = {example.id: example for example in base.examples}
    shared = [one for one in subject.examples if known.get(one.id) is not None and known[one.id].span == one.span]
    if not any(one.wanted for one in both.judged) or not budget.spend(EXAMPLE * len(shared)):
        return
    failing = [one for one in shared if not _passes(subject.programs, one, subject)]
    if not failing:
        return
    wanted_alone = subject_without([one for one in both.judged if not one.wanted], both, subject)
    for example in failing:
        budget.spend(2 * EXAMPLE)
        if _passes(base.programs, example, base) and (
            wanted_alone is None or not _passes(wanted_alone.programs, example, subject)
        ):
            identity = made_id("against", "example", example.id)
            diagnostic = finding("V307", example.span, name=example.id)
            yield Found(identity, "against", "note", diagnostic, f"example:{example.id}")


def subject_without(back: Sequence[Judged], both: Between, subject: Subject) -> Subject | None:
    """Return the ruleset with some changes put back as the base has them; None where it cannot be bound so."""
    if not back:
        return subject
    version = both.without(back)
    settings, opened = VersionSettings(version.documents, version=version), subject.opened
    ruleset = settings.ruleset(opened.options, None, Bag())
    if ruleset is None:
        return None
    changed = Reopened(
        opened.options, opened.sources, opened.examples, Bag(), opened.layers, version.documents, settings
    )
    return replace(subject, opened=changed, ruleset=ruleset, programs=Programs(settings, opened.options))


def _passes(programs: Programs, example: ExampleDecl, subject: Subject) -> bool:
    return run_example(programs, example, subject.opened.sources).passed


def _new_writers(both: Between, base: Subject, subject: Subject) -> Iterator[Found]:
    """Tell which rules change something that they left alone in the base."""
    wanted = {one.path.partition("[")[0].removeprefix("rules.") for one in both.judged if one.wanted}
    before, now = written_by(base.ruleset), written_by(subject.ruleset)
    for field, rules in now.items():
        for rule, span in rules.items():
            if field in subject.ruleset.state and field in base.ruleset.state and rule not in before.get(field, {}):
                severity: Severity = "note" if rule in wanted else "change"
                name = field.removeprefix("game.")
                told_so = finding(
                    "V312",
                    span,
                    name=name,
                    rule=rule,
                    others=", ".join(sorted(before.get(field, {}))) or Said("differs.nothing"),
                )
                yield Found(made_id("against", "writer", rule, field), "against", severity, told_so, f"rule:{rule}")


def _same(base: Subject, subject: Subject) -> Iterator[Holds]:
    """Say of each rule whose meaning is that of the base that it is the same."""
    before = {one.rule: one.digest for one in meanings(base.ruleset)}
    for one in meanings(subject.ruleset):
        if before.get(one.rule) == one.digest:
            yield Holds(one.rule, "as in the base", Level.SAME, Said("differs.same_text"))
