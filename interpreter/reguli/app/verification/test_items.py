"""A ruleset as a list of named test items: its check, its counts, its entered data, its worked examples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from reguli.app.loading import open_ruleset
from reguli.app.ruleset_check import check
from reguli.app.verification.part_registry import SubjectExamples, find_failed_claims, open_variant_origin
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag, Diagnostic, render_with_excerpt
from reguli.verify.double_entry.count_comparison import run_count_checks
from reguli.verify.double_entry.count_files import load_counts
from reguli.verify.double_entry.fact_comparison import (
    EnteredFacts,
    VariantOrigin,
    all_enterable_items,
    find_entered_data_files,
)
from reguli.verify.report import RED, Found, Holds, Subject, budget_of_units, load_answers, verification_target

CHECK: Final = "check"
COUNTS: Final = "counts"
UNITS: Final = 60
"""What counts may spend."""


@dataclass(slots=True)
class RulesetTestItem:
    """The test items of a ruleset; an item is run on demand, and programs are made once for all."""

    loaded: LoadedRuleset
    subject: Subject | None
    worked: SubjectExamples | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the unique names of all items."""
        if self.subject is None:
            return (CHECK,)
        counted = (COUNTS,) if load_counts(self.loaded.layers, Bag()) else ()
        own = (CHECK, *counted, *(one.name for one in find_entered_data_files(self.subject)))
        return (*own, *(one.id for one in self.subject.examples if one.id not in own))

    def run(self, name: str) -> tuple[str, str | None]:
        """Return the failure text of an item, empty if it passes, and the designer's reason for accepting it, if any."""
        if name == CHECK or self.subject is None:
            return self._said(check(self.loaded).findings), None
        if name == COUNTS:
            return self._judged(run_count_checks(self.subject, budget_of_units(UNITS), self._origin))
        file = next((one for one in find_entered_data_files(self.subject) if one.name == name), None)
        if file is not None:
            facts = EnteredFacts(self.subject, all_enterable_items(self.subject), self._origin)
            return self._judged(facts.compared(file))
        if self.worked is None:
            self.worked = SubjectExamples(self.subject)
        example = next(one for one in self.subject.examples if one.id == name)
        result = self.worked.run(example)
        found = tuple(find_failed_claims(result, self.worked, self.loaded.sources))
        return self._said(result.findings), self._accepted(found)

    def _origin(self) -> VariantOrigin | None:
        assert self.subject is not None
        answers = load_answers(self.loaded.layers, Bag(), self.loaded.sources)
        return open_variant_origin(self.loaded, self.subject, answers.accepted, self.subject.seed)

    def _judged(self, found: Iterable[Found | Holds]) -> tuple[str, str | None]:
        """Return the text of the errors and changes among the findings, and the reason for accepting them."""
        red = tuple(one for one in found if isinstance(one, Found) and one.severity in RED)
        return self._said(tuple(one.told for one in red)), self._accepted(red)

    def _accepted(self, found: tuple[Found, ...]) -> str | None:
        answers = load_answers(self.loaded.layers, Bag(), self.loaded.sources)
        because = [answer.because for one in found if (answer := answers.to(one)) and not answer.undecided]
        return because[0] if found and len(because) == len(found) else None

    def _said(self, findings: tuple[Diagnostic, ...]) -> str:
        return "\n\n".join(render_with_excerpt(one, self.loaded.sources) for one in findings)


def open_tested_ruleset(name: str) -> RulesetTestItem:
    """Open a ruleset by its path; if it cannot be read or bound, only its check is available. Raises as ``open_ruleset`` does."""
    loaded = open_ruleset(name, {})
    ruleset = loaded.ruleset
    return RulesetTestItem(loaded, None if ruleset is None else verification_target(loaded, ruleset))
