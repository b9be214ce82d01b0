"""Realises a planned document in one language; every problem is a finding, and in a draft missing text is marked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from hashlib import blake2b
from typing import Any, Final, Protocol, TypeVar, assert_never, get_args

from markupsafe import Markup

from reguli.publish.document import inline_nodes as s
from reguli.publish.document.book_units import TitledFigure
from reguli.publish.document.document_tree import (
    BoardDiagram,
    DocumentBlock,
    DocumentRow,
    DocumentTable,
    IndexEntry,
    KeyValueStrip,
    LineList,
    OpenQuestions,
    Paragraph,
    ParagraphList,
    PhaseBlock,
    PrintedCard,
    ProductDocument,
    RoundDiagram,
    SaidDocument,
    StatementBlock,
    TextLine,
    TextRun,
    capitalise_line,
    join_lines,
    split_icons,
    split_text_runs,
)
from reguli.publish.document.inline_nodes import find_blocks, replace_leaves
from reguli.publish.document.page_units import MARKS, SEEN_SIGNS, changes_data
from reguli.publish.document.templates import load_page_template
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.paper.book_pagination import book_page_data
from reguli.publish.paper.typst_backend import check_missing_glyphs, render_typst_template
from reguli.publish.pictures.board_pictures import DrawnPicture, draw_board, draw_round_diagram
from reguli.publish.pictures.figure_pictures import draw_figure
from reguli.publish.pictures.map_marks import group_sign, mark_letter
from reguli.publish.pictures.map_model import BoardPicture, groups_have_areas
from reguli.ruleset.folder_contents import SHORT_DIGEST
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import abbreviated_list
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import NOWHERE, Span
from reguli.words.catalogue.wording_catalogue import (
    SHORT,
    UNWORDED,
    TypedSentence,
    find_wording,
    is_translated,
    report_missing_wording,
)
from reguli.words.grammar.grammar_values import NO_BREAK, ProperName
from reguli.words.grammar.language_files import make_collation_key
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_values import element_wording
from reguli.words.placeholders.wording_signature import WITHHELD
from reguli.words.terminology import list_phrase
from reguli.words.translation.translation_workspace import AUTHORED, RulesetRealiser, is_inline_wording
from reguli.words.wording_checks import UNLINKED, check_wording, mentioned_terms, mentioned_values
from reguli.words.wording_parser import Reach, Wording

NOTHING: Final = "–"
"""What stands in an empty cell."""
STATEMENT: Final = "statement:"
"""How the ids begin of statements of the rulebook."""
STATING: Final = (STATEMENT, "ranking:", "transition:")
"""How the ids begin of sentences whose rule can be printed in their place."""
NAMING: Final = ("option:", "phase:", "stage:", "decision:", "move:")
"""How the ids begin of names whose element is printed by its id where nobody has named it."""
UNCHECKED: Final = "°"
"""What stands behind a typed sentence that nothing has checked against its rule."""
BLOCKING_NOTHING: Final = WITHHELD | {"W336"}
"""Findings on sentences and names that keep nothing else from being printed."""
FEW: Final = 6
"""Where no more sections say a term, the index leads to all of them."""
OFTEN: Final = 3
"""Where more do, it leads to those that say it at least a third as often as the one that says it most."""
MARK_BYTES: Final = 2
LEAVES: Final = get_args(s.Sayable)
T = TypeVar("T")


class Gloss(Protocol):
    """Realiser of the rules behind the sentences of a document; each text is empty where there is nothing to state."""

    def prepare(self, printed: Iterable[tuple[str, ...]]) -> None:
        """Take note of the sentences of the document, each by its id and the statements that it sums up."""

    def rules(self, names: tuple[str, ...]) -> str | None:
        """Return the rules behind some ids, None where there are none, nothing where the document tells them elsewhere."""

    def additions(self, names: tuple[str, ...]) -> str:
        """Return what variants add to the rules behind some ids and nothing on the page states yet."""


def realise_plan(
    plan: ProductDocument[s.Sayable] | ProductDocument[s.Sayable | TextLine],
    tongue: RulesetRealiser,
    bag: Bag,
    *,
    draft: bool = False,
    long: bool = False,
    gloss: Gloss | None = None,
    book: bool = False,
) -> SaidDocument:
    """Return a realised plan, with its ``long`` wordings where there are two; a ``book`` gets its index.

    Findings: W302, W305 and W314 for wordings missing, fuzzy or not approved, W2 for what they cannot say, W203 for terms without words, W405
    for values that a wording leaves out. A statement without a wording, or with one that is stale or not yet confirmed, is replaced by its rules
    (``gloss``). In a draft, and in a plan without a layout, a term or a bare id replaces any other missing wording; a mark ``⟦id⟧`` in a plan
    without a layout is a finding.
    """
    if gloss is not None:
        gloss.prepare((one.id, *one.cites) for one in s.find_blocks(plan, s.WordingStatement) if not one.shared)
    sayer = LeafRealiser(tongue, bag, draft or plan.generic, long, gloss, marked=plan.generic and not draft)
    filled = replace_leaves(replace_leaves(plan, LEAVES, sayer.say), (DocumentRow,), _filled)
    said: SaidDocument = replace_leaves(filled, (*REPEATING, OpenQuestions), _said_once)
    said = mark_seen(said, sayer)
    if sayer.unchecked:
        said = replace(said, foot=(*said.foot, sayer.legend(UNCHECKED, "typed.unchecked")))
    sayer.report_missing_icons()
    sayer.report_lacking()
    name = sayer.name(plan.called, plan.name)
    made = replace(said, name=name, code=tongue.terms.language.code, index=sayer.index(said) if book else ())
    return add_wording_mark(made)


def add_wording_mark(said: SaidDocument) -> SaidDocument:
    """Return a document whose digest is followed by a mark of its words: two prints of the same rules with other words differ in it."""
    texts = [said.name, *(line.text for line in find_blocks(replace(said, foot=()), TextLine))]
    mark = blake2b("\n".join(texts).encode(), digest_size=MARK_BYTES).hexdigest()
    marked = partial(re.compile(f"([0-9a-f]{{{SHORT_DIGEST}}})(?:-[0-9a-f]+)?").sub, rf"\1-{mark}", count=1)
    foot = (
        replace(line, runs=split_text_runs(marked(line.text))) if s.DIGEST_ID in line.values else line
        for line in said.foot
    )
    return replace(said, foot=tuple(foot))


def mark_seen(said: SaidDocument, sayer: LeafRealiser) -> SaidDocument:
    """Return a document that marks how data in rows and on cards was obtained, with the meanings of the signs at its foot."""
    used: set[str] = set()

    def words(*lines: TextLine | None) -> str:
        found = {
            word for line in lines if line is not None for one in line.values if (word := seen_word(said.seen, one))
        }
        used.update(found)
        return "".join(sign for word, sign in SEEN_SIGNS.items() if word in found)

    def signed(line: TextLine, signs: str) -> TextLine:
        return replace(line, runs=(*line.runs, TextRun(NO_BREAK + signs))) if signs else line

    def marked(block: DocumentRow[TextLine] | PrintedCard[TextLine]) -> Any:
        if isinstance(block, PrintedCard):
            signs = words(*find_blocks(block, TextLine))
            # A text has room for a sign: it is broken into lines, which a title is not.
            if block.text:
                return replace(block, text=(*block.text[:-1], signed(block.text[-1], signs)))
            return block if block.title is None else replace(block, title=signed(block.title, signs))
        each = [words(cell) for cell in block.cells]
        alike = {signs for signs, cell in zip(each, block.cells, strict=True) if cell.values}
        if block.headings and len(alike) == 1:
            headings = (*block.headings[:-1], signed(block.headings[-1], alike.pop()))
            return replace(block, headings=headings)
        return replace(block, cells=tuple(map(signed, block.cells, each)))

    if not said.seen:
        return said
    made: SaidDocument = replace_leaves(said, (DocumentRow, PrintedCard), marked)
    legend = [sayer.legend(sign, f"seen.{word}") for word, sign in SEEN_SIGNS.items() if word in used]
    return replace(made, foot=(*made.foot, *legend))


def seen_word(seen: Mapping[str, str], value: str) -> str:
    """Return how a value was obtained, by its id: that of its row, else that of its table, kind or constant."""
    row = value.rpartition(".")[0] if value.startswith("field:") else value.partition("]")[0].partition(",")[0]
    word = seen.get(row) or seen.get(value.partition("[")[0]) or ""
    return "" if word == "source" else word


def _filled(row: DocumentRow[TextLine]) -> DocumentRow[TextLine]:
    """Return a row with a dash in each blank cell, since a blank would look like an error."""
    return replace(row, cells=tuple(cell if cell.text else TextLine(split_text_runs(NOTHING)) for cell in row.cells))


ENDS: Final = (".", "!", "?", ":")
"""How a sentence ends; the lines of a card end without a sign."""


REPEATING: Final = {LineList: "items", Paragraph: "sentences", ParagraphList: "items", PhaseBlock: "lines"}
"""Where the sentences of a block stand, of which one may word several statements."""


def _said_once(block: Any) -> Any:
    """Return a block in which no sentence follows itself; a question whose answer no longer holds is left out."""
    if isinstance(block, OpenQuestions):
        return replace(block, items=tuple(one for one in block.items if one.answer.text))
    name = REPEATING[type(block)]
    return replace(block, **{name: _without_repeats(getattr(block, name))})


def _without_repeats(parts: tuple[T, ...]) -> tuple[T, ...]:
    last, found = "", []
    for part in parts:
        alone = part[0] if isinstance(part, tuple) and len(part) == 1 else part
        line = alone.line if isinstance(alone, StatementBlock) else alone
        text = line.text if isinstance(line, TextLine) and line.id.startswith(STATEMENT) else ""
        told = isinstance(line, TextLine) and not line.text
        if not told and (not text or text != last):
            found.append(part)
        last = text or last
    return tuple(found) or parts[:1]


@frozen_class
class LeafRealiser(FrozenValue):
    """Realiser of a document's leaves; ``heard`` holds each wording's terms by id, ``opening`` those it begins with; ``marked`` also reports marked text."""

    tongue: RulesetRealiser
    bag: Bag
    draft: bool = False
    long: bool = False
    gloss: Gloss | None = None
    marked: bool = False
    heard: dict[str, frozenset[str]] = field(default_factory=dict)
    opening: dict[str, frozenset[str]] = field(default_factory=dict)
    missing: dict[str, dict[Span, tuple[str, str | None]]] = field(default_factory=dict)
    """The icons that nothing draws: each place that names one, with what is written there and the icon that is probably meant."""
    unchecked: set[str] = field(default_factory=set)
    """The typed sentences that nothing has checked against their rules."""
    lacking: dict[str, Span] = field(default_factory=dict)
    """The sentences and names that the language lacks, with their places: another language has the sentence, or none has the name."""

    def say(self, leaf: s.Sayable) -> TextLine | tuple[TextLine, ...]:
        """Return the text of a leaf; only a map's text has several lines."""
        style = self.tongue.terms.style
        match leaf:
            case s.WordingStatement():
                return self.line(leaf)
            case s.LiteralValue():
                span = dict(leaf.places).get(self.tongue.terms.language.code, leaf.span)
                runs = self.runs(self._text(leaf), leaf.icons, span, "".join(leaf.ids[:1]))
                return TextLine(runs, values=leaf.ids)
            case s.HeadingText(given=given, many=many, icon=icon):
                if isinstance(given, s.WordingStatement):
                    return capitalise_line(self.line(given))
                line = capitalise_line(TextLine(split_text_runs(self._text(given, many=many)), values=given.ids))
                return replace(line, runs=(TextRun("", icon=icon), TextRun(NO_BREAK), *line.runs)) if icon else line
            case s.IconLetter(term=term):
                return TextLine(split_text_runs(mark_letter(self.term(term) or term)))
            case s.ListConjunction(sign=sign):
                either, both = style.either.strip(), style.both.strip()
                return TextLine(split_text_runs({"or": either, "and": both, "and_or": f"{both}/{either}"}[sign]))
            case s.SourceTitle():
                return self.title(leaf)
            case s.NamedThing():
                return capitalise_line(self.named(leaf))
            case s.JoinedInline(parts=parts, sign=sign):
                lines = (line for part in parts for line in find_blocks(self.say(part), TextLine))
                return join_lines([line for line in lines if line.runs], sign)
            case s.PlaceGroup(picture=picture, number=number):
                return self.group(picture, number)
            case s.MapLegend(picture=picture):
                return TextLine(split_text_runs(f"{', '.join(self.signs(picture))}."))
            case s.NeighbourList(picture=picture):
                return tuple(self.neighbours(picture))
            case _:
                assert_never(leaf)

    def legend(self, sign: str, wording: str) -> TextLine:
        """Return the meaning of a sign, by a shared wording."""
        said = self.line(s.WordingStatement(wording, NOWHERE, shared=True))
        return join_lines((TextLine(split_text_runs(sign)), said), " ")

    def name(self, wording: str, given: str) -> str:
        """Return the name of a game or variant by its wording, or as it was given."""
        worded = wording and self.tongue.own.accepted(wording)
        return self.line(s.WordingStatement(wording, NOWHERE)).text if worded else given

    def named(self, thing: s.NamedThing) -> TextLine:
        """Return the name of a thing by its wording, its term, or the text given."""
        if self.tongue.own.accepted(thing.wording) is not None:
            return self.line(s.WordingStatement(thing.wording, NOWHERE, word=thing.term))
        terms = self.tongue.terms
        text = self.term(thing.term) if thing.term in {*terms.lexicon.terms, *terms.called} else None
        return TextLine(split_text_runs(text or terms.lexicon.name(thing.text).text))

    def title(self, titled: s.SourceTitle) -> TextLine:
        """Return the title of a source by its wording, or as given."""
        if titled.statement.id in self.tongue.own.entries:
            return self.line(titled.statement)
        own = "" if titled.language == self.tongue.terms.language.code else titled.language
        return TextLine(split_text_runs(titled.given), titled.statement.id, lang=own)

    def group(self, picture: BoardPicture, number: int) -> TextLine:
        """Return the text of a group of places by its wording, its term, or its name in the ruleset."""
        group, wording = picture.groups[number], element_wording(picture.grouped, picture.groups[number])
        if wording in self.tongue.own.entries:
            return self.line(s.WordingStatement(wording, NOWHERE, word=group))
        lexicon = self.tongue.terms.lexicon
        named = self.term(group) if group in lexicon.terms else None
        return TextLine(split_text_runs(named or lexicon.name(ProperName(group)).text))

    def signs(self, picture: BoardPicture) -> Iterator[str]:
        """Yield the legend of a map, one line for each sign."""
        for number in range(len(picture.groups)):
            yield f"{group_sign(number).letter}: {self.group(picture, number).text}"

    def neighbours(self, picture: BoardPicture) -> Iterator[TextLine]:
        """Yield one line for each place of a map, with its group and connections, as an alternative to the picture."""
        beside: dict[int, list[tuple[str, int | None]]] = {}
        names = [self.tongue.terms.lexicon.name(ProperName(spot.name)).text for spot in picture.spots]
        groups = [self.group(picture, group).text for group in range(len(picture.groups))]
        if not groups_have_areas(picture):
            groups = [f"{group_sign(number).letter}, {group}" for number, group in enumerate(groups)]
        for joint in picture.joints:
            for here, there in ((joint.first, joint.second), (joint.second, joint.first)):
                beside.setdefault(here, []).append((names[there], joint.cost))
        key = make_collation_key(self.tongue.terms.style.alphabet)
        for at in sorted(range(len(names)), key=lambda one: key(names[one])):
            others = sorted(beside.get(at, ()), key=lambda one: key(one[0]))
            texts = [name if cost is None else f"{name}{NO_BREAK}{cost}" for name, cost in others]
            group = picture.spots[at].group
            named = f"{names[at]} ({groups[group]})" if group >= 0 else names[at]
            yield TextLine(split_text_runs(f"{named}: {', '.join(texts) or NOTHING}"))

    def _text(self, given: s.LiteralValue, *, many: bool = False) -> str:
        """Return the text of a value in its base form; with ``many`` a term is in its plural."""
        value, language, style = given.value, self.tongue.terms.language, self.tongue.terms.style
        match value:
            case None:
                return NOTHING
            case bool():
                return self.line(s.WordingStatement("card.yes" if value else "card.no", NOWHERE, shared=True)).text
            case str():
                return self.term(value, many=many) or ""
            case ProperName():
                return self.tongue.terms.lexicon.name(value).text
            case tuple():
                return list_phrase(tuple(self._text(s.LiteralValue(item)) for item in value), style)
            case _:
                return language.number_form(value, frozenset(), style.digits) or ""

    def term(self, term: str, *, many: bool = False) -> str | None:
        """Return a term in its base form or plural; a term without words is a finding (W203), or is marked in a draft."""
        tongue = self.tongue.terms
        noun = tongue.lexicon.noun(term)
        form = frozenset({"many"}) if many and noun is not None and not noun.mass else frozenset[str]()
        text = None if noun is None else tongue.language.noun_form(noun, form)
        if noun is None and term in tongue.called:
            return tongue.called[term].text
        if text is None and (self.marked or not self.draft):
            self._report_term(term, Span(self.tongue.own.file, 0, 0, 0, 0))
        return UNWORDED.format(term) if text is None and self.draft else text

    def _report_term(self, term: str, span: Span) -> None:
        """Report a term without words (W203)."""
        tongue = self.tongue.terms
        close, code = closest_name(term, tongue.lexicon.terms), tongue.language.code
        self.bag.add("W203", span, near=close, wording=term, term=term, language=code)

    def line(self, statement: s.WordingStatement) -> TextLine:
        """Return the text of a statement by its wording; a stale wording is not used."""
        if statement.called:
            code = self.tongue.terms.language.code
            named = {one: names.get(code) or names.get(AUTHORED, one) for one, names in statement.called.items()}
            people = {player: s.LiteralValue(ProperName(name)) for player, name in named.items()}
            statement = replace(statement, values={**statement.values, **people})
        catalogue = self.tongue.shared if statement.shared else self.tongue.own
        entries = (
            None if self.long else catalogue.entries.get(statement.id + SHORT),
            catalogue.entries.get(statement.id),
        )
        printed = next((entry for entry in entries if entry is not None and catalogue.printed(entry)), None)
        if printed is not None and printed.withheld is not None:
            self.bag.extend([printed.withheld])
        if printed is not None and printed.typed is None and is_inline_wording(printed):
            self.lacking.setdefault(statement.id, printed.span)  # it is typed in another language
        old = printed is not None and printed.stale
        told = self.rule_text(statement) if old or (printed is None and statement.id.startswith(STATING)) else None
        if told is not None or old or (printed is None and (self.is_only_named(statement) or self.draft)):
            return told or self.unworded(statement)
        if printed is None and statement.id.startswith(NAMING) and not any(entries) and is_translated(catalogue):
            code, word = catalogue.code, _own_id(statement)
            span = statement.span if statement.span.line else Span(catalogue.file, 0, 0, 0, 0)
            self.bag.add("W323", span, wording=statement.id, language=code)
            return TextLine(split_text_runs(word.replace("_", " ")), statement.id, made=True)
        wording = find_wording(catalogue, statement.id, self.bag, short=not self.long)
        if wording is None:
            return self.unworded(statement)
        reach = s.placeholders_in_scope(statement)
        said = mentioned_values(wording.pieces, reach)
        unsaid = [] if statement.offered else [name for name in reach if name not in said]
        if unsaid:
            span = wording.place(0, len(wording.text))
            code = self.tongue.terms.language.code
            self.bag.add("W405", span, wording=statement.id, language=code, names=", ".join(unsaid))
        self.heard[statement.id] = mentioned_terms(wording.pieces, reach, self.tongue.terms.lexicon)
        self.opening[statement.id] = mentioned_terms(wording.pieces[:1], reach, self.tongue.terms.lexicon)
        text = format_wording(wording, s.statement_values(statement), self.tongue.terms, self.bag)
        ids = (value_id for name, given in statement.values.items() if name in said for value_id in given.ids)
        span = statement.span if statement.icons is None else wording.place(0, len(wording.text))
        line = TextLine(self.runs(text, statement.icons, span, statement.id), statement.id, tuple(ids))
        if printed is not None and printed.typed is not None:
            line = self.typed(line, printed.typed, wording, reach)
        added = "" if self.gloss is None else self.gloss.additions((statement.id, *statement.cites))
        sign = " " if text.endswith(ENDS) else ". "
        return join_lines((line, TextLine(split_text_runs(added))), sign) if added else line

    def typed(self, line: TextLine, sentence: TypedSentence, wording: Wording, reach: Reach) -> TextLine:
        """Return a sentence that is typed beside its rule: with the options that it holds with, and a sign where nothing checks it.

        What is typed without placeholders does not follow the rules: an inventory's own statement, a number in digits or in words.
        """
        found = Bag()
        check_wording(wording, reach, self.tongue.terms, found)
        if sentence.plain or UNLINKED & {*found.codes}:
            self.unchecked.add(line.id)
            line = replace(line, runs=(*line.runs, TextRun(NO_BREAK + UNCHECKED)))
        if not sentence.only_with:
            return line
        named = ", ".join(map(self.setting, sentence.only_with))
        values = {"option": s.LiteralValue(ProperName(named, thing=True))}
        condition = self.line(s.WordingStatement("typed.only_with", NOWHERE, values, shared=True))
        return replace(line, runs=(*condition.runs, TextRun(" "), *line.runs))

    def setting(self, wording: str) -> str:
        """Return the name of an option, or of one of its values behind it."""
        ids = (wording.partition("/")[0], wording) if "/" in wording else (wording,)
        return ": ".join(self.line(s.WordingStatement(one, NOWHERE)).text for one in ids)

    def report_lacking(self) -> None:
        """Report what the language lacks, all in one finding (W336)."""
        if self.lacking and (self.marked or not self.draft):
            code, span = self.tongue.terms.language.code, next(iter(self.lacking.values()))
            names = abbreviated_list([name.removeprefix(STATEMENT) for name in self.lacking])
            self.bag.add("W336", span if span.line else None, language=code, names=names)

    def is_only_named(self, statement: s.WordingStatement) -> bool:
        """Return whether a name stands for something unworded: that of the lexicon, or its id where the language has no catalogue (``lacking``)."""
        if statement.shared or self.tongue.own.partial:
            return False
        named = self.given_name(statement) is not None
        if not named and not is_translated(self.tongue.own):
            self.lacking.setdefault(statement.id, statement.span)
        return named or statement.id in self.lacking

    def given_name(self, statement: s.WordingStatement) -> str | None:
        """Return the name that the lexicon gives to something without a wording: its term, or what it is called; None where it has none."""
        word, terms = _own_id(statement), self.tongue.terms
        if word in terms.lexicon.terms and (statement.word or statement.id.startswith(NAMING)):
            return self.term(word)
        return terms.lexicon.name(ProperName(word)).text if word in terms.lexicon.names else None

    def runs(self, text: str, icons: tuple[str, ...] | None, span: Span, place: str) -> tuple[TextRun, ...]:
        """Return the runs of a text; on a face ``:NAME:`` is an icon, and an unknown one is kept in ``missing``."""
        if icons is None or ":" not in text:
            return split_text_runs(text)
        runs, unknown = split_icons(text, icons, self._icon_word)
        for name in unknown:
            self.missing.setdefault(name, {}).setdefault(span, (place, closest_name(name, icons)))
        return runs

    def report_missing_icons(self) -> None:
        """Report each icon that nothing draws once, at the first place that names it (W413)."""
        code = self.tongue.terms.language.code
        for name, places in self.missing.items():
            span, (place, near) = next(iter(places.items()))
            self.bag.add("W413", span, near=near, icon=name, text=place, language=code, count=len(places))

    def _icon_word(self, icon: str) -> str:
        """Return the word that stands for an icon where there are no pictures: its term, or its id."""
        return (self.term(icon) if icon in self.tongue.terms.lexicon.terms else None) or icon.replace("_", " ")

    def rule_text(self, statement: s.WordingStatement) -> TextLine | None:
        """Return the rule of a statement as generated text; ``None`` where it has no rule. A product to be published asks for approval (W314)."""
        text = None if self.gloss is None else self.gloss.rules((statement.id, *statement.cites))
        own = self.tongue.own
        if text == "":
            # The document says it already.
            return TextLine((), statement.id, made=True)
        if text and own.final:
            entry = own.entries.get(statement.id)
            span = statement.span if entry is None else entry.span
            self.bag.add("W314", span, wording=statement.id, language=own.code)
        return TextLine(split_text_runs(text), statement.id, made=True) if text else None

    def unworded(self, statement: s.WordingStatement) -> TextLine:
        """Return the term or the id of a statement without a wording, marked, with its values."""
        bare = statement.word or statement.id in self.lacking
        word, named = _own_id(statement) if bare else statement.id, self.given_name(statement)
        if self.marked and named is None and statement.id not in self.lacking:
            report_missing_wording(self.tongue.shared if statement.shared else self.tongue.own, statement.id, self.bag)
        text = named or UNWORDED.format(word)
        given = [value for value in statement.values.values() if isinstance(value, s.LiteralValue)]
        given = given if len(given) == 1 else [value for value in given if not isinstance(value.value, bool)]
        values = ", ".join(self._text(value) for value in given)
        ids = (value_id for value in statement.values.values() for value_id in value.ids)
        whole = text[:1].upper() + text[1:] + (f": {values}" if values else "")
        return TextLine(split_text_runs(whole), statement.id, tuple(ids), made=named is None)

    def index(self, said: SaidDocument) -> tuple[IndexEntry, ...]:
        """Return the terms used, in alphabetical order, with the sections that mention them.

        Of many these are those that do so most, those where a table stands whose title begins with them, and those named besides.
        """
        left_out = {term for term, span in said.unindexed if self._is_term(term, span)}
        left_out |= {name for name, term in self.tongue.terms.lexicon.terms.items() if not term.index}
        besides: dict[str, list[str]] = {}
        for term, label, span in said.indexed:
            besides.setdefault(label, []).extend([term] if self._is_term(term, span) else [])
        found: dict[str, dict[tuple[int, str], bool]] = {}
        for section in said.sections:
            for one in find_blocks(section, StatementBlock):
                heard = self.heard.get(one.line.id, frozenset()) if one.line.id.startswith(STATEMENT) else frozenset()
                named = besides.get(one.label, ())
                for term in (*(heard - left_out), *named):
                    if text := self._base(term):
                        found.setdefault(text, {})[section.number, one.label] = term in named
            titled: list[DocumentTable[TextLine] | KeyValueStrip[TextLine]] = [
                *find_blocks(section, DocumentTable),
                *find_blocks(section, KeyValueStrip),
            ]
            for table in titled:
                for text in filter(None, map(self._base, self.opening.get(table.title.id, frozenset()) - left_out)):
                    found.setdefault(text, {}).update({(section.number, label): True for label, _ in table.states})
        key = make_collation_key(self.tongue.terms.style.alphabet)
        return tuple(IndexEntry(term, _looked_up(found[term])) for term in sorted(found, key=key))

    def _base(self, term: str) -> str | None:
        """Return the base form of a term, under which it is indexed; None where it has no noun."""
        noun = self.tongue.terms.lexicon.noun(term)
        return None if noun is None else self.tongue.terms.language.noun_form(noun, frozenset())

    def _is_term(self, term: str, span: Span) -> bool:
        """Return whether the index may list a term; one without words is a finding (W203)."""
        known = term in self.tongue.terms.lexicon.terms
        if not known and not self.draft:
            self._report_term(term, span)
        return known


def _own_id(statement: s.WordingStatement) -> str:
    """Return the id of what a wording names: ``evening`` of ``option:evening``."""
    return statement.word or re.split("[:/.]", statement.id)[-1]


def _looked_up(places: Mapping[tuple[int, str], bool]) -> tuple[tuple[int, str], ...]:
    """Return the sentences that an index entry lists, in order: those named explicitly, and those of sections that use the term often enough."""
    counts = Counter(number for number, _ in places)
    most = max(counts.values())
    often = {number for number, count in counts.items() if len(counts) <= FEW or count * OFTEN >= most}
    return tuple(place for place, named in places.items() if named or place[0] in often)


# -- Said documents to Markdown, HTML and PDF, by the templates beside this file -------------------------------------


ORIGIN: Final = "<!-- Generated by `reguli book`; changes made here are lost. -->"
"""Stands at the head of a picture that has a file of its own."""


def render_card(card: SaidDocument, form: str, command: str, look: VisualTheme = PLAIN) -> str:
    """Render a card as ``md`` or ``html``; the first line names ``command`` as the one that generated the file.

    Everything that comes from a ruleset or a wording is escaped; the result ends with a line break.
    """
    return _rendered(f"card.{form}.j2", card, command, look)


def _rendered(name: str, document: SaidDocument, command: str, look: VisualTheme, **more: object) -> str:
    return load_page_template(name).render(
        document=document,
        command=command,
        signs=MARKS,
        css=Markup(look.css),  # noqa: S704 - colours and names that the reader of themes let through
        logo=Markup("" if look.logo is None else look.logo.svg),  # noqa: S704 - drawn by us
        icons={name: Markup(icon.svg) for name, icon in look.icons.items()},  # noqa: S704 - drawn by us
        **more,
    )


def render_book(
    book: SaidDocument,
    form: str,
    command: str,
    look: VisualTheme = PLAIN,
    *,
    stem: str = "book",
    pictures: Mapping[str, DrawnPicture] | None = None,
) -> Iterator[tuple[str, str | bytes]]:
    """Render a book as ``md``, ``html`` or ``pdf`` and yield file names with contents; Markdown comes with its pictures.

    ``pictures`` are those of the book, where somebody has drawn them already; ``command`` is what the first line says has made the file; a change sheet has templates of another ``stem``. Raises ``NoTypst`` for PDF,
    ``TypstRefusal`` for it and for pictures.
    """
    name = _name(book, stem, form)
    pictures = pictures_of(book, look) if pictures is None else pictures
    if form == "pdf":
        data = changes_data(book) if stem == "changes" else book_page_data(book, pictures, look)
        (made,) = render_typst_template(f"{stem}.typ", data, "pdf", look=look)
        yield name, made
        return
    check_missing_glyphs([{"svg": drawn.svg} for drawn in pictures.values()], look)
    files = {key: _name(book, stem, f"{key}.svg") for key in pictures}
    drawings = {key: Markup(drawn.svg) for key, drawn in pictures.items()}  # noqa: S704 - drawn and escaped here
    yield name, _rendered(f"{stem}.{form}.j2", book, command, look, pictures=pictures, drawings=drawings, files=files)
    if form == "md":
        yield from ((files[key], drawn.svg.replace("\n", f"{ORIGIN}\n", 1)) for key, drawn in pictures.items())


def _name(book: SaidDocument, stem: str, end: str) -> str:
    """Return the file name of a book, or of one of its pictures."""
    edition = "annotated." if book.annotated else ""
    return f"{stem}.{edition}{'' if book.players is None else f'{book.players}.'}{book.code}.{end}"


def pictures_of(book: SaidDocument, look: VisualTheme = PLAIN) -> Mapping[str, DrawnPicture]:
    """Return every picture of a book, drawn, by its name."""
    found: dict[str, DrawnPicture] = {}
    for block in find_blocks(book, DocumentBlock):
        if isinstance(block, RoundDiagram):
            found[block.name] = draw_round_diagram(block, look=look)
        elif isinstance(block, TitledFigure):
            found[block.name] = draw_figure(block, look=look)
        elif isinstance(block, BoardDiagram):
            found[block.name] = draw_board(block, look=look)
    return found
