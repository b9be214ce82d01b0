"""How far each sentence of the rules is held, as a stripe; and the matrix of statements, rules, examples, levels and wordings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.app.verification.report_page.display_names import IN_A_CELL, Names, Worded
from reguli.app.verification.text_report import level_name, property_name
from reguli.app.verification.triaged_report import Report, StatementRow, bare
from reguli.source.finding_translation import Translation
from reguli.verify.report.finding_types import Holds, Level
from reguli.words.catalogue.interface_texts import Interface

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


def stripes_of(row: StatementRow) -> tuple[Stripe, ...]:
    """Give all ways in which the rules of a statement are held, the strongest first; nothing is a way where there is no other."""
    found = {BY_LEVEL[level] for _, level in row.levels}
    if row.exercised:
        found.add("exercised")
    if row.cited:
        found.add("cited")
    found.discard("nothing")
    return tuple(one for one in STRIPES if one in found) or ("nothing",)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A statement with one of the rules that carry it; either is empty where there is no other."""

    statement: str
    sentence: str
    state: str
    rule: str
    rule_said: str
    examples: tuple[str, ...]
    stripe: Stripe
    levels: tuple[str, ...]
    wording: str


def stripe_words(words: Interface) -> dict[Stripe, tuple[str, str, str]]:
    """Give of each stripe its letter, its word and what it means."""
    say = words.say
    both: dict[Stripe, tuple[str, str]] = {
        "proved": (say("P: proved"), say("it holds in every position, or in every one of a small game")),
        "exercised": (say("E: exercised"), say("an example fails when the rule is changed")),
        "played": (say("G: played"), say("games or a comparison showed nothing against it")),
        "cited": (say("C: cited"), say("a rule says that it carries the sentence")),
        "nothing": (say("–: nothing"), say("no rule carries it, and nothing looks at it")),
    }
    return {name: (*_parted(head), means) for name, (head, means) in both.items()}


def _parted(text: str) -> tuple[str, str]:
    letter, _, word = text.partition(BETWEEN)
    return letter, word


def state_words(words: Interface) -> dict[str, str]:
    """Say the states of statements; others are said as they are written."""
    say = words.say
    return {
        "specified": say("a rule"),
        "ruled": say("a ruling"),
        "data": say("data of the game"),
        "partly": say("carried in part"),
    }


def worded_words(words: Interface) -> dict[Worded, str]:
    """Say who says a sentence."""
    say = words.say
    return {
        "worded": say("worded"),
        "unconfirmed": say("worded, not confirmed"),
        "rule": say("made of the rule, not worded"),
        "source": say("as it is listed, not worded"),
    }


@dataclass(frozen=True, slots=True)
class Coverage:
    """Says how far statements and rules are held."""

    report: Report
    words: Interface
    translation: Translation
    names: Names

    def sentences(self) -> Iterator[dict[str, object]]:
        """Give each statement with its stripes, for the text of the rules."""
        states, marks = state_words(self.words), stripe_words(self.words)
        for row in self.report.statements:
            said, stripes = self.names.statement(row.id), stripes_of(row)
            yield {
                "id": row.id,
                "said": said.text,
                "by": "" if said.by == "worded" else worded_words(self.words)[said.by],
                "state": states.get(row.state, row.state),
                "stripe": stripes[0],
                "marks": [{"letter": marks[one][0], "word": marks[one][1]} for one in stripes],
                "levels": [
                    f"{property_name(name, self.words)}: {level_name(level, self.words)}"
                    for name, level in row.levels
                    if level > Level.CITED
                ],
                "examples": [self.names.example(name) for name in row.examples],
            }

    def matrix(self) -> Iterator[MatrixRow]:
        """Give a row for each statement and rule that carries it, then one for each rule that carries none."""
        held: dict[str, list[Holds]] = {}
        for one in self.report.holds:
            held.setdefault(bare(one.rule), []).append(one)
        seen: set[str] = set()
        for row in self.report.statements:
            for rule in row.rules or ("",):
                seen.add(rule)
                yield self._row(row, rule, held.get(bare(rule), []))
        for rule in self.report.rules:
            if rule not in seen:
                yield self._row(None, rule, held.get(bare(rule), []))

    def _row(self, row: StatementRow | None, rule: str, held: list[Holds]) -> MatrixRow:
        said = None if row is None else self.names.statement(row.id)
        state = "" if row is None else state_words(self.words).get(row.state, row.state)
        found = {BY_LEVEL[one.level] for one in held} | ({"cited"} if row is not None and rule else set())
        return MatrixRow(
            statement="" if row is None else row.id,
            sentence="" if said is None else said.text,
            state=state,
            rule=bare(rule),
            rule_said=self.names.rule(rule) if rule else "",
            examples=() if row is None else tuple(self.names.example(name, IN_A_CELL) for name in row.examples),
            stripe=next((one for one in STRIPES if one in found), "nothing"),
            levels=tuple(self._level(one) for one in held),
            wording="" if said is None else worded_words(self.words)[said.by],
        )

    def _level(self, one: Holds) -> str:
        name, level = property_name(one.property, self.words), level_name(one.level, self.words)
        return f"{name}: {level} ({self.translation.say(one.by)})"
