"""What ``verify`` gives: what was found, with the decisions of the designer laid over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from reguli.app.verification.result_cache import read_what_is_shown
from reguli.app.verification.text_report import report_lines
from reguli.app.verification.triaged_report import ORDER, RULE, Judged, Report, StatementRow, bare
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_translation import ENGLISH, Translation
from reguli.source.message_arguments import Said
from reguli.verify.report.accepted_findings import Answers, gone, load_answers
from reguli.verify.report.finding_types import LETTERS, Found, Holds, Level, made_id
from reguli.verify.report.verification_outcome import Outcome
from reguli.words.catalogue.finding_texts import messages_of
from reguli.words.catalogue.interface_texts import ENGLISH as PLAIN
from reguli.words.catalogue.interface_texts import Interface, interface_of
from reguli.words.placeholders.rule_citations import citers

SOURCE: Final = "source"
"""The property of a rule that somebody says where it comes from."""


@dataclass(frozen=True, slots=True)
class Verified(Report):
    """A report; ``str()`` says it in English, as the command does."""

    loaded: Any = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Say everything."""
        return "\n".join(report_lines(self, PLAIN, ENGLISH))

    def page(self, language: str = "en") -> str:
        """Give the report as one HTML file that needs nothing else: ``Path("report.html").write_text(report.page("ro"), "utf-8")``."""
        # Pages open the words of a game, a fifth of what it costs to find out what is wrong.
        from reguli.app.verification.report_page.page_output import report_page

        return report_page(self, self.loaded, *_spoken(language))

    def matrix(self, language: str = "en") -> bytes:
        """Give statements, rules, examples, levels and wordings as a spreadsheet. Raises ``Refused`` (W503) where nothing writes any."""
        # As above.
        from reguli.app.verification.report_page.page_output import report_matrix

        return report_matrix(self, self.loaded, *_spoken(language))


def _spoken(language: str) -> tuple[Interface, Translation]:
    locales = shipped_folder("locales")
    return interface_of(language, locales), messages_of(language, locales)


def _answered(found: Found, answers: Answers) -> Judged:
    """Lay the answer to a finding beside it: what no statement decides is an open question."""
    answer = answers.to(found)
    if answer is None or found.told.code[0] != "V":
        return Judged(found)
    if answer.undecided:
        return Judged(replace(found, severity="open"), question=answer.because)
    return Judged(found, answer.because)


def judged(loaded: Loaded, budget: int, seed: int, against: str | None, outcome: Outcome) -> Verified:
    """Lay the decisions of the designer over what was found, and put it in order."""
    ruleset, documents = loaded.ruleset, loaded.documents
    cited = () if ruleset is None else tuple(_cited(ruleset))
    outcome = Outcome(outcome.found, (*cited, *outcome.holds), outcome.examples, outcome.parts)
    answers = load_answers(loaded.layers, Bag(), loaded.sources)
    known = () if ruleset is None else tuple(citers(ruleset))
    finished: set[str] = {LETTERS[one.part] for one in outcome.parts if one.state == "done"}
    # Where rules could not be bound, nobody knows which of them there are.
    left = [] if ruleset is None else [_of_answer(one) for one in gone(answers, outcome.found, finished, {*known})]
    told = [_answered(one, answers) for one in (*outcome.found, *left)]
    read_what_is_shown((one.found for one in told), loaded)
    return Verified(
        loaded.name,
        loaded.name if documents is None else documents.game.name,
        "" if documents is None else documents.game.version,
        budget,
        seed,
        against,
        tuple(sorted(told, key=_place)),
        outcome.holds,
        () if ruleset is None else tuple(_rows(ruleset, outcome)),
        outcome.examples,
        outcome.parts,
        tuple(name for name in known if name.startswith(RULE)),
        loaded.sources,
        loaded,
    )


def _of_answer(told: Diagnostic) -> Found:
    return Found(made_id("static", told.code, "", str(dict(told.args)["name"])), "static", "warning", told)


def _cited(ruleset: Ruleset) -> Iterator[Holds]:
    """Say of each rule which statements it cites."""
    for name, citer in citers(ruleset).items():
        if name.startswith(RULE) and citer.cites:
            yield Holds(bare(name), SOURCE, Level.CITED, Said("why.cites", names=", ".join(citer.cites)))


def _place(one: Judged) -> tuple[int, bool, int, str, int, int, str]:
    """Give by what findings are ordered: by severity, those that are answered last, by how much they would notice, then as they stand in the files."""
    span = one.found.told.span
    at = ("", 0, 0) if span is None else (span.file, span.line, span.column)
    return ORDER.index(one.found.severity), one.accepted is not None, -max(one.found.notices, 1), *at, one.found.id


def _rows(ruleset: Ruleset, outcome: Outcome) -> Iterator[StatementRow]:
    """Say of each statement what carries it and what holds that."""
    held: dict[str, list[Holds]] = {}
    for one in outcome.holds:
        held.setdefault(bare(one.rule), []).append(one)
    shown: dict[str, list[str]] = {}
    for ran in outcome.examples:
        for cite in ran.cites:
            shown.setdefault(cite, []).append(ran.id)
    for entry in ruleset.documents.inventory:
        rules = ruleset.citations.get(entry.id, ())
        own = {rule: held.get(bare(rule), []) for rule in rules}
        exercised = tuple(rule for rule, by in own.items() if any(one.level == Level.EXAMPLE for one in by))
        levels = _best(one for by in own.values() for one in by)
        yield StatementRow(
            entry.id, entry.statement, entry.state, rules, tuple(shown.get(entry.id, ())), exercised, levels
        )


def _best(holds: Iterable[Holds]) -> tuple[tuple[str, Level], ...]:
    """Give the best level of each property; levels of different properties are never merged."""
    found: dict[str, Level] = {}
    for one in holds:
        found[one.property] = max(found.get(one.property, Level.UNCHECKED), one.level)
    return tuple(sorted(found.items()))
