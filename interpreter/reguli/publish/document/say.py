"""Says the plan of a card in one language; every trouble is a finding, and in a draft what is missing stands there marked."""

from __future__ import annotations

from itertools import groupby
from typing import Final, Literal, assert_never

from reguli.publish.document.plan import (
    Block,
    Given,
    Heading,
    Listing,
    PhaseItem,
    Phases,
    Plan,
    Section,
    Statement,
    Strip,
    Table,
    TableColumn,
    ids_of,
    reach_of,
    values_of,
)
from reguli.publish.document.runs import runs_of
from reguli.publish.document.spoken import (
    Group,
    Line,
    SpokenBlock,
    SpokenCard,
    SpokenListing,
    SpokenPhase,
    SpokenPhases,
    SpokenRow,
    SpokenSection,
    SpokenStrip,
    SpokenTable,
)
from reguli.publish.document.voice import Voice
from reguli.publish.products.overtaken import Gloss
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.span import NOWHERE, Span
from reguli.words.catalogue.catalogue import SHORT, wording_of
from reguli.words.gloss.gloss import marked as said_from_rules
from reguli.words.grammar.noun import Name
from reguli.words.terms.style import listed
from reguli.words.wording.checking import names_said
from reguli.words.wording.phrase import Wording
from reguli.words.wording.saying import say

NOTHING: Final = "–"
"""What stands in an empty cell."""


def say_plan(
    plan: Plan, voice: Voice, bag: Bag, *, draft: bool = False, long: bool = False, gloss: Gloss | None = None
) -> SpokenCard:
    """Say a plan, with its ``long`` wordings where it has two.

    Findings: W302 and W305 for wordings missing or fuzzy, W2 for what they cannot say, W203 for terms without words, W405
    for values that a wording leaves out. For a stale wording its rules are said by ``gloss``, marked. In a draft a missing wording is no finding: the term or the bare id stands in,
    marked ``⟦id⟧`` where no word of the language was found.
    """
    speaker = Speaker(voice, bag, draft=draft or plan.generic, long=long, gloss=gloss)
    return SpokenCard(
        code=voice.tongue.language.code,
        ruleset=plan.ruleset,
        name=plan.name,
        players=plan.players,
        head=tuple(speaker.line(statement) for statement in plan.head),
        sections=tuple(speaker.section(section) for section in plan.sections),
        foot=tuple(speaker.line(statement) for statement in plan.foot),
    )


class Speaker:
    """Says the parts of one card; ``long`` wordings, where there are two, serve a book."""

    def __init__(self, voice: Voice, bag: Bag, *, draft: bool, long: bool = False, gloss: Gloss | None = None) -> None:
        self.voice = voice
        self.bag = bag
        self.draft = draft
        self.long = long
        self.gloss = gloss

    def section(self, section: Section) -> SpokenSection:
        """Say a section."""
        blocks = tuple(self.block(block) for block in section.blocks)
        return SpokenSection(section.id, self.line(section.heading), section.wide, blocks)

    def block(self, block: Block) -> SpokenBlock:
        """Say a block."""
        match block:
            case Listing():
                return SpokenListing(tuple(self.line(item) for item in block.items), block.ordered)
            case Phases():
                return SpokenPhases(tuple(self.phase(item) for item in block.items))
            case Table():
                return self.table(block)
            case Strip():
                return self.strip(block)
            case _:
                assert_never(block)

    def phase(self, item: PhaseItem) -> SpokenPhase:
        """Say a phase."""
        return SpokenPhase(
            number=self.line(item.number),
            name=self.line(item.name),
            order=None if item.order is None else self.line(item.order),
            lines=tuple(self.line(statement) for statement in item.statements),
        )

    def table(self, table: Table) -> SpokenTable:
        """Say a table."""
        return SpokenTable(
            title=self.line(table.title),
            corner=tuple(self.line(statement) for statement in table.corner),
            groups=self._groups(table.columns),
            columns=tuple(self.heading(column.heading) for column in table.columns),
            rows=tuple(
                SpokenRow(
                    tuple(self.heading(heading) for heading in row.headings),
                    tuple(self.heading(cell) if isinstance(cell, Statement) else self.cell(cell) for cell in row.cells),
                )
                for row in table.rows
            ),
        )

    def _groups(self, columns: tuple[TableColumn, ...]) -> tuple[Group, ...]:
        """Say the headings over neighbouring columns; none at all where no column has one."""
        if all(column.group is None for column in columns):
            return ()
        found: list[Group] = []
        first = 0
        for heading, members in groupby(columns, key=lambda column: column.group):
            span = len(tuple(members))
            found.append(Group(None if heading is None else self.heading(heading), first, span))
            first += span
        return tuple(found)

    def strip(self, strip: Strip) -> SpokenStrip:
        """Say pairs, so many to a line."""
        said = [(self.heading(pair.key), self.cell(pair.value)) for pair in strip.pairs]
        lines = tuple(tuple(said[at : at + strip.wrap]) for at in range(0, len(said), strip.wrap))
        return SpokenStrip(self.line(strip.title), self.line(strip.key), self.line(strip.value), lines)

    def heading(self, heading: Heading) -> Line:
        """Say the head of a row or column, with a capital where it is a term."""
        if isinstance(heading, Statement):
            return self.line(heading)
        text = self._text(heading)
        return Line(runs_of(text[:1].upper() + text[1:]), values=heading.ids)

    def cell(self, cell: Given) -> Line:
        """Say a value that stands alone."""
        return Line(runs_of(self._text(cell)), values=cell.ids)

    def joining(self, sign: Literal["or", "and"]) -> Line:
        """Say the word between things of which one is enough, or all are meant, as a list has it."""
        style = self.voice.tongue.style
        return Line(runs_of((style.either if sign == "or" else style.both).strip()))

    def _text(self, given: Given) -> str:
        """Say a value in its base form."""
        value, language, style = given.value, self.voice.tongue.language, self.voice.tongue.style
        match value:
            case None:
                return NOTHING
            case bool():
                return self.line(Statement("card.yes" if value else "card.no", NOWHERE, shared=True)).text
            case str():
                return self.term(value) or ""
            case Name():
                return value.text
            case tuple():
                return listed(tuple(self._text(Given(item)) for item in value), style)
            case _:
                return language.number_form(value, frozenset(), style.digits) or ""

    def term(self, term: str, *, many: bool = False) -> str | None:
        """Say a term in its base form, or in its plural where it has one; a term without words is a finding (W203), in a draft a mark."""
        tongue = self.voice.tongue
        noun = tongue.lexicon.noun(term)
        form = frozenset({"many"}) if many and noun is not None and not noun.mass else frozenset[str]()
        text = None if noun is None else tongue.language.noun_form(noun, form)
        if text is None and self.draft:
            return marked(term)
        if text is None:
            code, file = tongue.language.code, self.voice.own.file
            close = near(term, tongue.lexicon.terms)
            self.bag.add("W203", Span(file, 0, 0, 0, 0), near=close, wording=term, term=term, language=code)
        return text

    def line(self, statement: Statement) -> Line:
        """Say a statement by its wording; one that was written for another rule is not said."""
        catalogue = self.voice.shared if statement.shared else self.voice.own
        entries = (
            None if self.long else catalogue.entries.get(statement.id + SHORT),
            catalogue.entries.get(statement.id),
        )
        printed = next((entry for entry in entries if entry is not None and catalogue.printed(entry)), None)
        if (printed is None and self.draft) or (printed is not None and printed.stale):
            return self.unworded(statement, stale=printed is not None)
        wording = wording_of(catalogue, statement.id, self.bag, short=not self.long)
        if wording is None:
            return self.unworded(statement)
        reach = reach_of(statement)
        said = names_said(wording.pieces, reach)
        unsaid = [] if statement.offered else [name for name in reach if name not in said]
        if unsaid:
            span = wording.place(0, len(wording.text))
            code = self.voice.tongue.language.code
            self.bag.add("W405", span, wording=statement.id, language=code, names=", ".join(unsaid))
        self.heard(statement, wording)
        text = say(wording, values_of(statement), self.voice.tongue, self.bag)
        ids = (value_id for name, given in statement.values.items() if name in said for value_id in ids_of(given))
        return Line(runs_of(text), statement.id, tuple(ids))

    def heard(self, statement: Statement, wording: Wording) -> None:
        """Take note of a wording that is said; a card needs no notes."""

    def unworded(self, statement: Statement, *, stale: bool = False) -> Line:
        """Say what has a wording of another rule by its gloss, what has none by the term of its name or its id, marked, and its values."""
        text = self.gloss((statement.id, *statement.cites)) if stale and self.gloss is not None else ""
        if text:
            return Line(runs_of(said_from_rules(text)), statement.id, made=True)
        lexicon = self.voice.tongue.lexicon
        word = statement.word or statement.id
        named = self.term(word) if word in lexicon.terms else marked(word)
        text = named or marked(word)
        given = [value for value in statement.values.values() if isinstance(value, Given)]
        given = given if len(given) == 1 else [value for value in given if not isinstance(value.value, bool)]
        values = ", ".join(self._text(value) for value in given)
        ids = (value_id for value in statement.values.values() for value_id in ids_of(value))
        whole = text[:1].upper() + text[1:] + (f": {values}" if values else "")
        return Line(runs_of(whole), statement.id, tuple(ids), made=True)


def marked(word: str) -> str:
    """Mark a word that is no word of the language."""
    return f"⟦{word}⟧"
