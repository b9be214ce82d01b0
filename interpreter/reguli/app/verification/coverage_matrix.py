"""The evidence for each sentence of the rules as stripes, and the matrix of statements, rules, examples, levels and wordings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.app.verification.text_report import (
    StatementRow,
    VerificationReport,
    checked_property_label,
    levels_by_rule,
    seen_text,
    strip_rule_sort,
    verification_level_label,
)
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.ruleset.document_nodes import cited_declarations
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Translation
from reguli.source.source_excerpt import Sources
from reguli.verify.report import Holds, Level
from reguli.words.catalogue.interface_texts import InterfaceTexts
from reguli.words.placeholders.rule_citations import CitingRule
from reguli.words.placeholders.translator_notes import RuleText
from reguli.words.placeholders.wording_subjects import WordingSubject, wording_subjects
from reguli.words.realisation.phrase_templates import PhraseTemplates
from reguli.words.realisation.rule_realisation import load_phrase_templates, make_rule_realiser, realise_rule
from reguli.words.translation.preview import SaidRule, preview_rule
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace, open_workspace

# -- What statements, rules and examples are called on a page: never an id without words -----------------------------


Worded = Literal["worded", "unconfirmed", "rule", "source"]
"""Who says a sentence: a translator, one who has still to confirm it, nobody (it follows from the rule), the list of statements."""
LONGEST: Final = 200
"""So many letters of a sentence are a name."""
IN_A_CELL: Final = 80
"""So many of an example in a cell of the matrix."""
WITH_VALUES: Final = frozenset({"reason", "move", "done", "table", "constant", "ranking"})
"""Wordings of these need values that only a position has, or do not say what the rule does: the rule itself is said."""


@dataclass(frozen=True, slots=True)
class AttributedSentence:
    """A sentence and the origin of its text."""

    text: str
    by: Worded


@dataclass(slots=True)
class DisplayNames:
    """Display names of a ruleset's items in one language; for an unbound ruleset only ids are available."""

    desk: TranslationWorkspace | None
    seat: LanguageWorkspace | None
    rule_text: RuleText | None
    book: PhraseTemplates | None
    statements: dict[str, str]
    by_citer: dict[str, tuple[CitingRule, WordingSubject]] = field(default_factory=dict)
    known: dict[str, SaidRule] = field(default_factory=dict)

    def statement(self, name: str) -> AttributedSentence:
        """Return a statement in the rulebook's wording; else the rules that cite it in words, else as listed."""
        said = self._said(f"statement:{name}")
        if said is not None and said.wording:
            return AttributedSentence(said.wording, "unconfirmed" if said.fuzzy else "worded")
        # What is listed is in the language of whoever listed it, and says more than each of its rules.
        if said is not None and said.gloss and self.seat is not None and self.seat.language.code != "en":
            return AttributedSentence(said.gloss, "rule")
        return AttributedSentence(self.statements.get(name, ""), "source")

    def rule(self, name: str) -> str:
        """Return a one-line description of a rule, by its id; empty if it is unknown."""
        citer, subject = self.by_citer.get(name) or self.by_citer.get(f"rule:{name}") or (None, None)
        if citer is None or subject is None or self.desk is None or self.book is None:
            return ""
        said = None if subject.sort in WITH_VALUES else self._said(subject.id)
        text = (
            said.wording
            if said is not None and said.wording
            else realise_rule(citer, self.desk.ruleset, self.book) or citer.id.partition(":")[2]
        )
        return _in_one_line(text, LONGEST)

    def example(self, name: str, longest: int | None = None) -> str:
        """Return an example's wording, or its id as words if it has none."""
        said = self._said(f"example:{name}")
        text = said.wording if said is not None and said.wording else name.replace("_", " ")
        return _in_one_line(text, longest)

    def _said(self, name: str) -> SaidRule | None:
        if name not in self.known and self.desk is not None and name in self.desk.subjects:
            assert self.seat is not None
            assert self.rule_text is not None
            self.known[name] = preview_rule(self.desk, self.desk.subjects[name], self.seat, self.rule_text)
        return self.known.get(name)


def _in_one_line(text: str, longest: int | None) -> str:
    text = " ".join(text.split())
    return text if longest is None or len(text) <= longest else f"{text[:longest].rstrip()} …"


def load_display_names(loaded: LoadedRuleset, words: InterfaceTexts) -> DisplayNames:
    """Load the display names of a ruleset in one language."""
    documents, ruleset = loaded.documents, loaded.ruleset
    statements = {} if documents is None else {one.id: one.statement for one in documents.inventory}
    if ruleset is None:
        return DisplayNames(None, None, None, None, statements)
    bag, sources = Bag(), Sources()
    examples = tuple(loaded.examples.values())
    homes = locate_wording_folders(loaded.path, ruleset.documents.game.words)
    desk = open_workspace(ruleset, wording_subjects(ruleset, examples), homes, bag, sources, codes=(words.code,))
    books = load_phrase_templates(desk, bag, sources)
    by_citer: dict[str, tuple[CitingRule, WordingSubject]] = {}
    for subject in desk.subjects.values():
        for citer in subject.citers if subject.sort != "statement" else ():
            by_citer.setdefault(citer.id, (citer, subject))
    text = make_rule_realiser(ruleset, books)
    return DisplayNames(desk, desk.seats[words.code], text, books[words.code], statements, by_citer)


# -- coverage matrix -------------------------------------------------------------------------------------------------


Stripe: TypeAlias = Literal["proved", "exercised", "played", "cited", "nothing"]
STRIPES: Final[tuple[Stripe, ...]] = ("proved", "exercised", "played", "cited", "nothing")
"""How a sentence is held, the strongest first."""
BY_LEVEL: Final[Mapping[Level, Stripe]] = MappingProxyType(
    {
        Level.UNCHECKED: "nothing",
        Level.CITED: "cited",
        Level.ENTERED_TWICE: "cited",
        Level.SAME: "played",
        Level.TESTED: "played",
        Level.EXAMPLE: "exercised",
        Level.EXHAUSTED: "proved",
        Level.PROVED: "proved",
    }
)
BETWEEN: Final = ": "


def verification_levels(row: StatementRow) -> tuple[Stripe, ...]:
    """Return the kinds of evidence for a statement's rules, strongest first; ``nothing`` if there is none."""
    found = {BY_LEVEL[level] for _, level in row.levels}
    if row.exercised:
        found.add("exercised")
    if row.cited:
        found.add("cited")
    found.discard("nothing")
    return tuple(one for one in STRIPES if one in found) or ("nothing",)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A statement with one of the rules that cite it; either is empty if it has no counterpart."""

    statement: str
    sentence: str
    state: str
    rule: str
    rule_said: str
    examples: tuple[str, ...]
    stripe: Stripe
    levels: tuple[str, ...]
    wording: str


def stripe_legend(words: InterfaceTexts) -> dict[Stripe, tuple[str, str, str]]:
    """Return the letter, the name and the meaning of each stripe."""
    say = words.say
    both: dict[Stripe, tuple[str, str]] = {
        "proved": (say("P: proved"), say("it holds in every position, or in every one of a small game")),
        "exercised": (say("E: exercised"), say("an example fails when the rule is changed")),
        "played": (say("G: played"), say("games or a comparison showed nothing against it")),
        "cited": (say("C: cited"), say("a rule says that it carries the sentence")),
        "nothing": (say("–: nothing"), say("no rule carries it, and nothing looks at it")),
    }
    return {name: (*head.partition(BETWEEN)[::2], means) for name, (head, means) in both.items()}


def statement_state_labels(words: InterfaceTexts) -> dict[str, str]:
    """Return the texts of the states of statements; other states are shown as written."""
    say = words.say
    return {
        "specified": say("a rule"),
        "ruled": say("a ruling"),
        "data": say("data of the game"),
        "partly": say("carried in part"),
    }


def speaker_labels(words: InterfaceTexts) -> dict[Worded, str]:
    """Return the texts for the origins of a sentence."""
    say = words.say
    return {
        "worded": say("worded"),
        "unconfirmed": say("worded, not confirmed"),
        "rule": say("made of the rule, not worded"),
        "source": say("as it is listed, not worded"),
    }


@dataclass(frozen=True, slots=True)
class CoverageTexts:
    """Texts on the coverage of statements and rules."""

    report: VerificationReport
    words: InterfaceTexts
    translation: Translation
    names: DisplayNames

    def sentences(self) -> Iterator[dict[str, object]]:
        """Yield each statement with its stripes, for the text of the rules."""
        states, marks = statement_state_labels(self.words), stripe_legend(self.words)
        for row in self.report.statements:
            said, stripes = self.names.statement(row.id), verification_levels(row)
            yield {
                "id": row.id,
                "said": said.text,
                "by": "" if said.by == "worded" else speaker_labels(self.words)[said.by],
                "state": states.get(row.state, row.state),
                "stripe": stripes[0],
                "marks": [{"letter": marks[one][0], "word": marks[one][1]} for one in stripes],
                "levels": [
                    f"{checked_property_label(name, self.words)}: {verification_level_label(level, self.words)}"
                    for name, level in row.levels
                    if level > Level.CITED
                ],
                "examples": [self.names.example(name) for name in row.examples],
            }

    def matrix(self) -> Iterator[MatrixRow]:
        """Yield a row for each pair of statement and citing rule, then one for each rule without a statement."""
        held = levels_by_rule(self.report.holds)
        seen: set[str] = set()
        for row in self.report.statements:
            for rule in row.rules or ("",):
                seen.add(rule)
                yield self._row(row, rule, held.get(strip_rule_sort(rule), []))
        for rule in self.report.rules:
            if rule not in seen:
                yield self._row(None, rule, held.get(strip_rule_sort(rule), []))

    def _row(self, row: StatementRow | None, rule: str, held: list[Holds]) -> MatrixRow:
        said = None if row is None else self.names.statement(row.id)
        state = "" if row is None else statement_state_labels(self.words).get(row.state, row.state)
        found = {BY_LEVEL[one.level] for one in held} | ({"cited"} if row is not None and rule else set())
        return MatrixRow(
            statement="" if row is None else row.id,
            sentence="" if said is None else said.text,
            state=state,
            rule=strip_rule_sort(rule),
            rule_said=self.names.rule(rule) if rule else "",
            examples=() if row is None else tuple(self.names.example(name, IN_A_CELL) for name in row.examples),
            stripe=next((one for one in STRIPES if one in found), "nothing"),
            levels=(*(self._level(one) for one in held), *self._seen(rule)),
            wording="" if said is None else speaker_labels(self.words)[said.by],
        )

    def _seen(self, rule: str) -> Iterator[str]:
        """Yield how the data of a constant, table or kind was obtained, if it says so."""
        for name, source, _ in () if self.names.desk is None else cited_declarations(self.names.desk.ruleset.documents):
            found = tuple(word for word in (source.seen, *(word for _, word, _ in source.seen_rows)) if word)
            if name == rule and found:
                yield seen_text(found, self.words)

    def _level(self, one: Holds) -> str:
        name, level = checked_property_label(one.property, self.words), verification_level_label(one.level, self.words)
        return f"{name}: {level} ({self.translation.say(one.by)})"
