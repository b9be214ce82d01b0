"""A ruleset as a list of things that must hold, each by its name: its check, its worked examples."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from reguli.app.checking import check
from reguli.app.opening import opened
from reguli.app.verification.worked import Worked, of_example
from reguli.pipeline import Loaded
from reguli.source.diagnostic import Bag, Diagnostic, render
from reguli.verify.report.answers import load_answers
from reguli.verify.report.subject import Subject, subject_of

CHECK: Final = "check"


@dataclass(slots=True)
class Tested:
    """What must hold of a ruleset; an item is run when it is asked for, programs are made once for all."""

    loaded: Loaded
    subject: Subject | None
    worked: Worked | None = field(default=None)

    @property
    def names(self) -> tuple[str, ...]:
        """Give the names of all items."""
        return (CHECK, *(() if self.subject is None else (one.id for one in self.subject.examples)))

    def run(self, name: str) -> tuple[str, str | None]:
        """Say what is found against an item, nothing where it holds, and why the designer accepts that, if so."""
        if name == CHECK or self.subject is None:
            return self._said(check(self.loaded).findings), None
        if self.worked is None:
            self.worked = Worked(self.subject)
        answers = load_answers(self.loaded.layers, Bag(), self.loaded.sources)
        example = next(one for one in self.subject.examples if one.id == name)
        result = self.worked.run(example)
        found = tuple(of_example(result, self.worked, self.loaded.sources))
        because = [answer.because for one in found if (answer := answers.to(one)) is not None]
        said = self._said(result.findings)
        return said, because[0] if found and len(because) == len(found) else None

    def _said(self, findings: tuple[Diagnostic, ...]) -> str:
        return "\n\n".join(render(one, self.loaded.sources) for one in findings)


def tested(name: str) -> Tested:
    """Open a ruleset by its path; one that cannot be read or bound has its check alone. Raises as ``opened`` does."""
    loaded = opened(name, {})
    ruleset = loaded.ruleset
    stands = ruleset is not None and not loaded.bag
    return Tested(loaded, subject_of(loaded, ruleset) if ruleset is not None and stands else None)
