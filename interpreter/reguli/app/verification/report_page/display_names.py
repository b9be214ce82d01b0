"""What statements, rules and examples are called on a page: never an id without words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from reguli.pipeline import Loaded, homes_at
from reguli.source.diagnostic import Bag
from reguli.source.source_texts import Sources
from reguli.words.catalogue.interface_texts import Interface
from reguli.words.placeholders.rule_citations import Citer
from reguli.words.placeholders.translator_notes import RuleText
from reguli.words.placeholders.wording_subjects import Subject, subjects
from reguli.words.realisation.phrase_templates import GlossBook
from reguli.words.realisation.rule_realisation import books_of, gloss, rule_texts
from reguli.words.translation.preview import SaidRule, say_rule
from reguli.words.translation.translation_workspace import Desk, Seat, open_desk

Worded = Literal["worded", "unconfirmed", "rule", "source"]
"""Who says a sentence: a translator, one who has still to confirm it, nobody (it follows from the rule), the list of statements."""
LONGEST: Final = 200
"""So many letters of a sentence are a name."""
IN_A_CELL: Final = 80
"""So many of an example in a cell of the matrix."""
WITH_VALUES: Final = frozenset({"reason", "move", "done", "table", "constant", "ranking"})
"""Wordings of these need values that only a position has, or do not say what the rule does: the rule itself is said."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and who says it."""

    text: str
    by: Worded


@dataclass(slots=True)
class Names:
    """Says what things of a ruleset are called in one language; of a ruleset that is not bound it knows ids alone."""

    desk: Desk | None
    seat: Seat | None
    rule_text: RuleText | None
    book: GlossBook | None
    statements: dict[str, str]
    by_citer: dict[str, tuple[Citer, Subject]] = field(default_factory=dict)
    known: dict[str, SaidRule] = field(default_factory=dict)

    def statement(self, name: str) -> Sentence:
        """Give a statement of the rulebook as the book says it; else the rules that carry it in words, else as it is listed."""
        said = self._said(f"statement:{name}")
        if said is not None and said.wording:
            return Sentence(said.wording, "unconfirmed" if said.fuzzy else "worded")
        # What is listed is in the language of whoever listed it, and says more than each of its rules.
        if said is not None and said.gloss and self.seat is not None and self.seat.language.code != "en":
            return Sentence(said.gloss, "rule")
        return Sentence(self.statements.get(name, ""), "source")

    def rule(self, name: str) -> str:
        """Say in one line what carries statements, by its id; empty for what nobody knows."""
        citer, subject = self.by_citer.get(name) or self.by_citer.get(f"rule:{name}") or (None, None)
        if citer is None or subject is None or self.desk is None or self.book is None:
            return ""
        said = None if subject.sort in WITH_VALUES else self._said(subject.id)
        text = said.wording if said is not None and said.wording else gloss(citer, self.desk.ruleset, self.book)
        return _in_one_line(text, LONGEST)

    def example(self, name: str, longest: int | None = None) -> str:
        """Give an example by what it says, where somebody worded it, else by its id as words."""
        said = self._said(f"example:{name}")
        text = said.wording if said is not None and said.wording else name.replace("_", " ")
        return _in_one_line(text, longest)

    def _said(self, name: str) -> SaidRule | None:
        if name not in self.known and self.desk is not None and name in self.desk.subjects:
            assert self.seat is not None
            assert self.rule_text is not None
            self.known[name] = say_rule(self.desk, self.desk.subjects[name], self.seat, self.rule_text)
        return self.known.get(name)


def _in_one_line(text: str, longest: int | None) -> str:
    text = " ".join(text.split())
    return text if longest is None or len(text) <= longest else f"{text[:longest].rstrip()} …"


def names_of(loaded: Loaded, words: Interface) -> Names:
    """Open the words of a ruleset in one language."""
    documents, ruleset = loaded.documents, loaded.ruleset
    statements = {} if documents is None else {one.id: one.statement for one in documents.inventory}
    if ruleset is None:
        return Names(None, None, None, None, statements)
    bag, sources = Bag(), Sources()
    examples = tuple(loaded.examples.values())
    homes = homes_at(loaded.path, ruleset.documents.game.words)
    desk = open_desk(ruleset, subjects(ruleset, examples), homes, bag, sources, codes=(words.code,))
    books = books_of(desk, bag, sources)
    by_citer: dict[str, tuple[Citer, Subject]] = {}
    for subject in desk.subjects.values():
        for citer in subject.citers if subject.sort != "statement" else ():
            by_citer.setdefault(citer.id, (citer, subject))
    text = rule_texts(ruleset, books)
    return Names(desk, desk.seats[words.code], text, books[words.code], statements, by_citer)
