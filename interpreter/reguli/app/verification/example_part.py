"""The worked examples as a part of verification: one that fails is wrong, one of the base that a variant breaks is a change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from reguli.ruleset.declarations.example_files import ExampleDecl, load_all_examples
from reguli.source.diagnostic import Bag, Diagnostic, finding
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.verify.example_runner import ExampleResult, run_example, walked_programs
from reguli.verify.report.finding_types import Found, made_id
from reguli.verify.report.verification_target import Subject


class Worked:
    """The examples of a subject; which are its own is found out when one fails."""

    def __init__(self, subject: Subject) -> None:
        """Take the subject."""
        self.subject = subject
        self._programs = walked_programs(subject.opened)

    def run(self, example: ExampleDecl) -> ExampleResult:
        """Run one."""
        return run_example(self._programs, example, self.subject.opened.sources)

    @cached_property
    def own(self) -> frozenset[str]:
        """Give the ids of the examples that stand in the highest folder."""
        return frozenset(load_all_examples(self.subject.opened.layers.own, Bag()))

    def is_own(self, name: str) -> bool:
        """Tell whether an example is the ruleset's own, and not that of what it is a variant of."""
        return len(self.subject.opened.layers.folders) == 1 or name in self.own


def of_example(result: ExampleResult, worked: Worked, sources: Sources) -> Iterator[Found]:
    """Give what is found against an example: each claim that fails; of one that a variant inherits that it holds no longer."""
    if result.passed:
        return
    if worked.is_own(result.id):
        for told in result.findings:
            operand = f"{result.id} {line_of(told, sources)}"
            yield Found(made_id("examples", told.code, "", operand), "examples", "error", told)
        return
    related = tuple((one.span, Said("here.does_not_hold")) for one in result.findings if one.span is not None)
    told = finding("V604", result.span, near=None, related=related, name=result.id)
    yield Found(made_id("examples", told.code, "", result.id), "examples", "change", told)


def line_of(told: Diagnostic, sources: Sources) -> str:
    """Give what a finding stands at: its file and the text of its line, which may move."""
    if told.span is None:
        return " ".join(str(value) for _, value in told.args)
    line = sources.line(told.span.file, told.span.line) or ""
    return f"{told.span.file} {' '.join(line.split())}"
