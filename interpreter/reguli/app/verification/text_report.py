"""The report of ``reguli verify`` as text: first actions, all findings, the evidence, and the omissions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from reguli.app.verification.part_registry import PARTS
from reguli.publish.document.page_units import SEEN_SIGNS
from reguli.ruleset.folder_contents import SHORT_DIGEST
from reguli.source.diagnostic import finding_as_json, finding_sentence, render_with_excerpt
from reguli.source.finding_catalogue import ENGLISH, Translation
from reguli.source.source_excerpt import Sources
from reguli.verify.report import RED, Found, Holds, Level, PartDone, Ran, Severity, State
from reguli.words.catalogue.interface_texts import InterfaceTexts

# -- triaged report --------------------------------------------------------------------------------------------------
# What verification found, answered: findings with the decisions of the designer, statements with what holds them, what was left out.


ORDER: Final[tuple[Severity, ...]] = ("error", "change", "gap", "open", "warning", "note")
"""What comes first in a report."""
MOST_ACTIONS: Final = 10
"""Of what there is to do so much stands on the first page."""
RULE: Final = "rule:"
LOCALIZED: Final = "V606"
"""The code of the rules to which failing examples point, which stand first in a report."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding, with the designer's reason for accepting it, if any; ``question``: the open point that no statement decides."""

    found: Found
    accepted: str | None = None
    question: str | None = None

    @property
    def open(self) -> bool:
        """Whether the finding still needs action."""
        return self.accepted is None and self.found.severity != "note"

    def to_json(self, translation: Translation = ENGLISH) -> dict[str, object]:
        """Return the finding as JSON-ready values."""
        one, offered = self.found, self.found.offered
        plain: dict[str, object] = {name: getattr(one, name) for name in ("id", "part", "severity", "rule")}
        plain |= {"accepted": self.accepted, "question": self.question, **finding_as_json(one.told, translation)}
        if offered is None:
            return {**plain, "offered": None}
        readings = [
            {"claim": each.claim, "said": translation.say(each.said), "now": each.now, "step": each.step}
            for each in offered.readings
        ]
        besides = [{"claim": each.claim, "said": translation.say(each.said)} for each in offered.besides]
        example = {name: getattr(offered, name) for name in ("id", "file", "given", "places", "notices")}
        return {**plain, "offered": {**example, "besides": besides, "readings": readings}}


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A rulebook statement: the rules that cite it, the examples that illustrate it, and the level of each property of its rules.

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
        """Whether any rule cites it."""
        return bool(self.rules)

    def to_json(self) -> dict[str, object]:
        """Return the row as JSON-ready values."""
        levels = {name: level.name for name, level in self.levels}
        lists = {name: list(getattr(self, name)) for name in ("rules", "examples", "exercised")}
        return {"statement": self.id, "state": self.state, "cited": self.cited, **lists, "levels": levels}


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The result of verification: ``clean`` is whether there are no errors and no unanswered changes.

    ``judged`` are the findings in the order of the report, ``holds`` how far rules are held, ``parts`` what each part did and left
    out, ``examples`` those that were run. ``against``: what the ruleset was compared with. ``rules``: the ids of all rules.
    """

    name: str
    title: str
    version: str
    digest: str
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
        """Whether there are no errors and no unaccepted changes; warnings do not count."""
        return not any(one.open and one.found.severity in RED for one in self.judged)

    @property
    def interrupted(self) -> bool:
        """Whether it was interrupted."""
        return any(one.state == "interrupted" for one in self.parts)

    @property
    def actions(self) -> tuple[Judged, ...]:
        """The findings that need action, most urgent first; among gaps, those with an example."""
        waiting = [one for one in self.judged if one.open]
        return tuple(sorted(waiting, key=lambda one: (ORDER.index(one.found.severity), one.found.offered is None)))

    def of(self, *severities: Severity) -> tuple[Judged, ...]:
        """Return the findings of some severities, in report order."""
        return tuple(one for one in self.judged if one.found.severity in severities)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Return the ids of rules without evidence beyond a citation."""
        held = {strip_rule_sort(one.rule) for one in self.holds if one.level > Level.CITED}
        return tuple(rule for rule in self.rules if strip_rule_sort(rule) not in held)

    def find(self, name: str) -> Judged | None:
        """Return a finding by its id."""
        return next((one for one in self.judged if one.found.id == name), None)

    def to_json(self, translation: Translation = ENGLISH) -> dict[str, object]:
        """Return the report as JSON-ready values; only texts depend on the language."""
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
            "digest": self.digest,
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


def levels_by_rule(holds: Iterable[Holds]) -> dict[str, list[Holds]]:
    """Return the evidence for each rule, by its id without its sort."""
    found: dict[str, list[Holds]] = {}
    for one in holds:
        found.setdefault(strip_rule_sort(one.rule), []).append(one)
    return found


def strip_rule_sort(rule: str) -> str:
    """Return the id of a rule without the prefix that only some ids have."""
    return rule.removeprefix(RULE)


# -- text report -----------------------------------------------------------------------------------------------------


INDENT: Final = "    "
MOST_NAMED: Final = 12
"""Of rules that nothing holds so many are named."""


def report_lines(
    verified: VerificationReport, words: InterfaceTexts, translation: Translation, *, colour: bool = False
) -> Iterator[str]:
    """Yield the lines of the full report."""
    yield from top_action_lines(verified, words, translation)
    for severity, title in _titles(words):
        found = verified.of(severity)
        if found:
            yield from ("", f"== {title} ({len(found)})", "")
        for one in found:
            yield from finding_lines(one, verified, words, translation, colour=colour)
            yield ""
    yield from ("", f"== {words.say('What holds')}", "", *property_level_lines(verified, words, translation))
    yield from ("", f"== {words.say('What was not looked at')}", "", *unchecked_lines(verified, words))
    yield from ("", report_header_line(verified, words))


def _titles(words: InterfaceTexts) -> tuple[tuple[Severity, str], ...]:
    say = words.say
    return (
        ("error", say("Wrong now")),
        ("change", say("Changed")),
        ("gap", say("What no example notices")),
        ("open", say("Open questions")),
        ("warning", say("Worth a look")),
        ("note", say("Remarks")),
    )


def severity_heading(severity: Severity, words: InterfaceTexts) -> str:
    """Return the heading for findings of a severity."""
    return dict(_titles(words))[severity]


def top_action_lines(verified: VerificationReport, words: InterfaceTexts, translation: Translation) -> Iterator[str]:
    """Yield the first actions: at most ten lines, one action each."""
    actions = verified.actions
    if not actions:
        yield words.say("Nothing is to be done.")
        return
    yield words.count("{n} thing is to be done; first:", "{n} things are to be done; first:", len(actions))
    for number, one in enumerate(actions[:MOST_ACTIONS], 1):
        place = "" if one.found.told.span is None else f"  {one.found.told.span}"
        yield f"{number:>3}  {one.found.id}  {suggested_action(one, words, translation)}{place}"


def suggested_action(one: Judged, words: InterfaceTexts, translation: Translation) -> str:
    """Return the suggested action for a finding, on one line."""
    told = finding_sentence(one.found.told, translation)
    match one.found.severity:
        case "error" if one.found.told.code == LOCALIZED:
            return words.say("look here first: {told}", told=told)
        case "error":
            return words.say("mend: {told}", told=told)
        case "change":
            return words.say("mend or accept: {told}", told=told)
        case "gap" if one.found.offered is not None:
            return words.say("keep one of two readings: {told}", told=told)
        case "gap":
            return words.say("write an example: {told}", told=told)
        case "open":
            return words.say("decide: {told}", told=told)
        case _:
            return words.say("look at: {told}", told=told)


def finding_lines(
    one: Judged, verified: VerificationReport, words: InterfaceTexts, translation: Translation, *, colour: bool = False
) -> Iterator[str]:
    """Yield the lines of a finding: its place, the offered example, and how to answer it."""
    found, say = one.found, words.say
    head = f"{found.id}  {strip_rule_sort(found.rule)}".rstrip()
    yield f"{head}  ({say('accepted: {because}', because=one.accepted)})" if one.accepted is not None else head
    if one.accepted is not None:
        yield INDENT + finding_sentence(found.told, translation)
        return
    text = render_with_excerpt(found.told, verified.sources, colour=colour, translation=translation)
    yield from (INDENT + line for line in text.splitlines())
    if one.question is not None:
        yield INDENT + say("no statement decides it: {question}", question=one.question)
    if found.offered is None:
        return
    yield INDENT + say("the example that would notice:")
    yield from (2 * INDENT + line for line in found.offered.given.splitlines())
    if found.offered.besides:
        yield INDENT + say("what it claims by either reading:")
        yield from (2 * INDENT + translation.say(one.said) for one in found.offered.besides)
    for number, reading in enumerate(found.offered.readings, 1):
        said = translation.say(reading.said)
        told = f"{number}: {said}"
        yield INDENT + (say("{number}: {said} (so it is now)", number=number, said=said) if reading.now else told)
    yield INDENT + f"reguli keep {verified.name} {found.id} --reading 1|2"


def report_header_line(verified: VerificationReport, words: InterfaceTexts) -> str:
    """Return the line that names the ruleset and the settings of the run."""
    say = words.say
    said = [
        " ".join(filter(None, (verified.title, verified.version, verified.digest[:SHORT_DIGEST]))),
        say("budget {budget}, seed {seed}", budget=verified.budget, seed=verified.seed),
    ]
    if verified.against is not None:
        said.append(say("compared with {base}", base=comparison_base_name(verified.against, words)))
    return ", ".join(said)


def seen_text(found: Iterable[str], words: InterfaceTexts) -> str:
    """Return how data was obtained, each way with its sign: ``◊ reconstructed``."""
    say = words.say
    labels = {
        "source": say("from a source of the rules"),
        "photograph": say("read from a photograph"),
        "list": say("taken from a published list"),
        "inferred": say("inferred from other data"),
        "reconstructed": say("reconstructed"),
    }
    return ", ".join(f"{SEEN_SIGNS.get(one, '')} {labels[one]}".strip() for one in labels if one in {*found})


def comparison_base_name(base: str, words: InterfaceTexts) -> str:
    """Return the name of the comparison base."""
    say = words.say
    known = {"base": say("what it is a variant of"), "baseline": say("the baseline")}
    return known.get(base, base)


def finding_counts_line(verified: VerificationReport, words: InterfaceTexts) -> str:
    """Return the line with the number of open findings of each severity."""
    counts = Counter(one.found.severity for one in verified.judged if one.open)
    return words.say(
        "{name}: {errors} wrong, {changes} changed, {gaps} unnoticed, {questions} open, {warnings} worth a look",
        name=verified.name,
        errors=counts["error"],
        changes=counts["change"],
        gaps=counts["gap"],
        questions=counts["open"],
        warnings=counts["warning"],
    )


def property_level_lines(
    verified: VerificationReport, words: InterfaceTexts, translation: Translation
) -> Iterator[str]:
    """Yield, for each property, the number of rules at each level, and the levels of the rulebook's statements.

    What was played or looked at in every position says for which settings that was.
    """
    cited = [row for row in verified.statements if row.cited]
    if verified.statements:
        exercised = sum(bool(row.exercised) for row in cited)
        shown = sum(bool(row.examples) for row in verified.statements)
        numbers = {"cited": len(cited), "all": len(verified.statements), "exercised": exercised, "shown": shown}
        yield words.say(
            "of {all} statements {cited} are cited by rules, {shown} shown by examples, {exercised} exercised: an example notices a change",
            **numbers,
        )
    failed = sum(not one.passed for one in verified.examples)
    if verified.examples:
        yield words.count(
            "{n} example, {failed} failed", "{n} examples, {failed} failed", len(verified.examples), failed=failed
        )
    by_property = sorted(verified.holds, key=lambda one: (one.property, -one.level))
    for name, same_property in groupby(by_property, key=lambda one: one.property):
        held = list(same_property)
        said_by = {translation.say(one.by) for one in held if one.level in (Level.TESTED, Level.EXHAUSTED)}
        levels = groupby(held, key=lambda one: one.level)
        said = ", ".join(_at_level(level, len({one.rule for one in same}), words) for level, same in levels)
        why = f" – {', '.join(said_by)}" if len(said_by) == 1 else ""
        yield f"{checked_property_label(name, words)}: {said}{why}"


def _at_level(level: Level, rules: int, words: InterfaceTexts) -> str:
    return words.count("{level} ({n} rule)", "{level} ({n} rules)", rules, level=verification_level_label(level, words))


def checked_property_label(name: str, words: InterfaceTexts) -> str:
    """Return the text of a property of a rule; unknown ones as written."""
    say = words.say
    known = {
        "source": say("where it comes from"),
        "number": say("where its number comes from"),
        "data": say("entered a second time"),
        "mutation": say("a change of it is noticed"),
        "fuzz": say("nothing against it in games"),
        "as in the base": say("as in the base"),
        "changed only by": say("which rules change it"),
        "inside tables": say("asks tables for no cell that they lack"),
        "offers something": say("always offers something"),
        "as in the baseline": say("as in the baseline"),
        "no fault": say("no position in which it fails"),
        "some move": say("a player can always move"),
        "claim": say("it holds in every position"),
        "breaking": say("a planted fault breaks it"),
    }
    return known.get(name, name.replace("_", " "))


def verification_level_label(level: Level, words: InterfaceTexts) -> str:
    """Return the text of a level."""
    say = words.say
    names = {
        Level.UNCHECKED: say("unchecked"),
        Level.CITED: say("cited"),
        Level.ENTERED_TWICE: say("entered twice"),
        Level.SAME: say("same as before"),
        Level.TESTED: say("tested in play"),
        Level.EXAMPLE: say("held by an example"),
        Level.EXHAUSTED: say("exhausted"),
        Level.PROVED: say("proved"),
    }
    return names[level]


def unchecked_lines(verified: VerificationReport, words: InterfaceTexts) -> Iterator[str]:
    """Yield the lines on skipped work with its reasons, and on rules without evidence."""
    yield from omission_lines(verified, words)
    rules = verified.unchecked
    if rules:
        named = ", ".join([*map(strip_rule_sort, rules[:MOST_NAMED]), *(["…"] if len(rules) > MOST_NAMED else [])])
        yield words.count(
            "{n} rule is held by nothing: {named}", "{n} rules are held by nothing: {named}", len(rules), named=named
        )
    elif all(part.state == "done" for part in verified.parts):
        yield words.say("nothing was left out")


def omission_lines(verified: VerificationReport, words: InterfaceTexts) -> Iterator[str]:
    """Yield the lines on parts that were not completed, with the reasons."""
    for part in verified.parts:
        if part.state != "done":
            yield f"{part.part}: {_why(part, part.state, words)} ({PARTS[part.part].title(words)})"


def _why(part: PartDone, state: State, words: InterfaceTexts) -> str:
    say = words.say
    match state:
        case "cut":
            return words.count(
                "{n} thing was left out: the budget is spent", "{n} things were left out: the budget is spent", part.cut
            )
        case "interrupted":
            return say("broken off")
        case "unasked":
            return say("not asked for")
        case _ if part.part == "regression":
            return say("there is nothing to compare it with: no base, and no baseline")
        case _:
            return say("there was nothing to run it on")
