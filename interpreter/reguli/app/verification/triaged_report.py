"""What verification found, answered: findings with the decisions of the designer, statements with what holds them, what was left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from reguli.source.diagnostic import as_json
from reguli.source.finding_translation import ENGLISH, Translation
from reguli.source.source_texts import Sources
from reguli.verify.report.finding_types import RED, Found, Holds, Level, Severity
from reguli.verify.report.verification_outcome import PartDone, Ran

ORDER: Final[tuple[Severity, ...]] = ("error", "change", "gap", "open", "warning", "note")
"""What comes first in a report."""
MOST_ACTIONS: Final = 10
"""Of what there is to do so much stands on the first page."""
RULE: Final = "rule:"


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding, and why the designer accepts it, if so; ``question``: what no statement decides of it, which is then open."""

    found: Found
    accepted: str | None = None
    question: str | None = None

    @property
    def open(self) -> bool:
        """Whether there is still something to be done."""
        return self.accepted is None and self.found.severity != "note"

    def to_json(self, translation: Translation = ENGLISH) -> dict[str, object]:
        """Give it as plain values."""
        one, offered = self.found, self.found.offered
        plain = {"id": one.id, "part": one.part, "severity": one.severity, "rule": one.rule, "accepted": self.accepted}
        plain["question"] = self.question
        if offered is not None:
            readings = [
                {"claim": each.claim, "said": translation.say(each.said), "now": each.now, "step": each.step}
                for each in offered.readings
            ]
            besides = [{"claim": each.claim, "said": translation.say(each.said)} for each in offered.besides]
            example = {
                **{name: getattr(offered, name) for name in ("id", "file", "given", "places", "notices")},
                "besides": besides,
                "readings": readings,
            }
            return {**plain, **as_json(one.told, translation), "offered": example}
        return {**plain, **as_json(one.told, translation), "offered": None}


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A statement of the rulebook: the rules that cite it, the examples that show it, how far each property of its rules is held.

    ``exercised`` are those of its rules of which an example notices a change.
    """

    id: str
    statement: str
    state: str
    rules: tuple[str, ...]
    examples: tuple[str, ...]
    exercised: tuple[str, ...]
    levels: tuple[tuple[str, Level], ...]

    @property
    def cited(self) -> bool:
        """Whether any rule says that it carries it."""
        return bool(self.rules)

    def to_json(self) -> dict[str, object]:
        """Give it as plain values."""
        levels = {name: level.name for name, level in self.levels}
        lists = {name: list(getattr(self, name)) for name in ("rules", "examples", "exercised")}
        return {"statement": self.id, "state": self.state, "cited": self.cited, **lists, "levels": levels}


@dataclass(frozen=True, slots=True)
class Report:
    """What verification came to: ``clean`` tells whether nothing is wrong and no change waits for an answer.

    ``judged`` are the findings in the order of the report, ``holds`` how far rules are held, ``parts`` what each part did and left
    out, ``examples`` those that were run. ``against``: what the ruleset was compared with. ``rules``: the ids of all rules.
    """

    name: str
    title: str
    version: str
    budget: int
    seed: int
    against: str | None
    judged: tuple[Judged, ...]
    holds: tuple[Holds, ...]
    statements: tuple[StatementRow, ...]
    examples: tuple[Ran, ...]
    parts: tuple[PartDone, ...]
    rules: tuple[str, ...]
    sources: Sources = field(repr=False, compare=False)

    @property
    def clean(self) -> bool:
        """Whether there is no error, and no change that is not accepted; warnings do not count."""
        return not any(one.open and one.found.severity in RED for one in self.judged)

    @property
    def interrupted(self) -> bool:
        """Whether somebody broke it off."""
        return any(one.state == "interrupted" for one in self.parts)

    @property
    def actions(self) -> tuple[Judged, ...]:
        """What there is to do, the most urgent first: of gaps those that come with an example."""
        waiting = [one for one in self.judged if one.open]
        return tuple(sorted(waiting, key=lambda one: (ORDER.index(one.found.severity), one.found.offered is None)))

    def of(self, *severities: Severity) -> tuple[Judged, ...]:
        """Give the findings of some severities, in the order of the report."""
        return tuple(one for one in self.judged if one.found.severity in severities)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Give the ids of rules of which no property is held by more than a citation."""
        held = {bare(one.rule) for one in self.holds if one.level > Level.CITED}
        return tuple(rule for rule in self.rules if bare(rule) not in held)

    def find(self, name: str) -> Judged | None:
        """Give a finding by its id."""
        return next((one for one in self.judged if one.found.id == name), None)

    def to_json(self, translation: Translation = ENGLISH) -> dict[str, object]:
        """Give everything as plain values; only texts hang on the language."""
        parts = [
            {"part": one.part, "state": one.state, "given": one.given, "taken": one.taken, "cut": one.cut}
            for one in self.parts
        ]
        holds = [
            {"rule": one.rule, "property": one.property, "level": one.level.name, "by": translation.say(one.by)}
            for one in self.holds
        ]
        return {
            "ruleset": self.name,
            "version": self.version,
            "budget": self.budget,
            "seed": self.seed,
            "against": self.against,
            "clean": self.clean,
            "parts": parts,
            "findings": [one.to_json(translation) for one in self.judged],
            "examples": [{"id": one.id, "cites": list(one.cites), "passed": one.passed} for one in self.examples],
            "statements": [one.to_json() for one in self.statements],
            "holds": holds,
            "unchecked": list(self.unchecked),
        }


def bare(rule: str) -> str:
    """Give the id of a rule without its sort, which only some say."""
    return rule.removeprefix(RULE)
