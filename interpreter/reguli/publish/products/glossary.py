"""A glossary: the terms that a ruleset prints in one language, sorted, with their forms and their equivalents in the other languages."""

from __future__ import annotations

import re
from collections import ChainMap, Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document import inline_nodes as s
from reguli.publish.document.document_realisation import NOTHING, LeafRealiser, add_wording_mark, realise_plan
from reguli.publish.document.document_tree import (
    DocumentRow,
    DocumentSection,
    DocumentTable,
    Plan,
    SaidDocument,
    TextLine,
    split_text_runs,
)
from reguli.publish.document.inline_nodes import WordingStatement, find_blocks
from reguli.publish.products.reference_card import CardSource, card_plans
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE
from reguli.words.catalogue.wording_catalogue import SHORT
from reguli.words.grammar.grammar_values import NO_BREAK
from reguli.words.grammar.language_files import make_collation_key
from reguli.words.placeholders.placeholder_values import element_kind, names_by_kind
from reguli.words.placeholders.wording_subjects import wording_subjects
from reguli.words.translation.translation_workspace import RulesetRealiser
from reguli.words.wording_checks import mentioned_terms, mentioned_values
from reguli.words.wording_parser import Reach, RowValues

# -- printed terms ---------------------------------------------------------------------------------------------------
# Which terms of a ruleset are printed: those that a sentence of its book or cards says, and those that stand there as values.


AT_THE_TABLE: Final = frozenset({"decision", "move", "done", "effect", "reason"})
"""What is said while a game is played on a screen, and printed nowhere."""
DECLARED: Final = frozenset({"constant", "copied", "field", "procedure", "state"})
"""What is named on a screen and in lists of changes, and elsewhere only where a plan has it."""


@frozen_class
class NamedKind(FrozenValue):
    """A kind whose elements are named by terms, and whether they are pieces."""

    elements: tuple[str, ...]
    pieces: bool


@frozen_class
class PrintedTerms(FrozenValue):
    """The terms a ruleset prints: the names in scope of its wordings, by id, with their terms; terms printed as values; kinds named by terms."""

    reaches: Mapping[str, Reach]
    valued: Mapping[str, Mapping[str, frozenset[str]]]
    values: frozenset[str]
    planned: frozenset[str]
    """The ids of what cards say."""
    named: tuple[NamedKind, ...]

    def said_in(self, tongue: RulesetRealiser) -> frozenset[str]:
        """Return the terms that are printed in a language."""
        return frozenset(self._worded(tongue)) | self.values

    def _worded(self, tongue: RulesetRealiser) -> Iterator[str]:
        """Yield the terms that wordings use, by their own names or as values."""
        for entry in tongue.own.entries.values():
            name = entry.id.removesuffix(SHORT)
            sort = name.partition(":")[0]
            if sort in AT_THE_TABLE or (sort in DECLARED and name not in self.planned):
                continue
            pieces, reach = tongue.own.wording(entry, Bag()).pieces, self.reaches.get(name, {})
            yield from mentioned_terms(pieces, reach, tongue.terms.lexicon)
            valued = self.valued.get(name, {})
            for each in mentioned_values(pieces, reach) & valued.keys():
                yield from valued[each]


def printed_terms(source: CardSource) -> PrintedTerms:
    """Return the terms that a ruleset prints, its book included."""
    examples = () if source.layers is None else load_all_examples(source.layers, Bag()).values()
    own = wording_subjects(source.ruleset, examples)
    plans = list(card_plans(source, None, Bag()))
    statements = [statement for plan in plans for statement in find_blocks(plan, s.WordingStatement)]
    besides = {one.id: s.placeholders_in_scope(one) for one in statements if one.id not in own}
    values = {term for plan in plans for given in find_blocks(plan, s.LiteralValue) for term in _terms_in(given.value)}
    said = (one for one in statements if not one.offered)
    values |= {term for one in said for value in s.statement_values(one).values() for term in _terms_in(value)}
    values |= {one.term for plan in plans for one in find_blocks(plan, s.IconLetter)}
    return PrintedTerms(
        ChainMap({one.id: names_by_kind(one.offers) for one in own.values()}, besides),
        {
            one.id: {name: frozenset(_terms_in(offer.value)) for name, offer in one.offers.items()}
            for one in own.values()
        },
        frozenset(values),
        frozenset(one.id for one in statements),
        tuple(_named(source.ruleset)),
    )


def _named(ruleset: Ruleset) -> Iterator[NamedKind]:
    """Yield the kinds whose elements are named by terms."""
    for kind in ruleset.kinds.values():
        if element_kind(kind) == "term":
            yield NamedKind(kind.elements, kind.form == "pieces")


def _terms_in(value: object) -> Iterator[str]:
    """Yield the terms that a value is or contains."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, RowValues):
        for row in value.rows:
            for cell in row.values():
                yield from _terms_in(cell)
    elif isinstance(value, tuple):
        for part in value:
            yield from _terms_in(part)


# -- glossary --------------------------------------------------------------------------------------------------------


LONG: Final = 9
"""From how many letters on a form is not written twice."""
MANY: Final = "many"
"""The form of a noun that is its plural, which is never shortened."""
_TELLS_APART: Final = re.compile(r"\d|\b[IVX]+\b|[“„«]")
"""A number, or a name in quotes: what stands before a term and tells apart what has its name (10. kártya, level-2 card, “north” card)."""
_MARK: Final = re.compile(r"\b(\d+|[A-Z]|[IVX]+)\b")
"""What tells things of one name apart: a number or a capital letter."""


@frozen_class
class GlossaryEntry(FrozenValue):
    """A term in dictionary form: its base form, its other forms in full and shortened, its gender where nouns have one."""

    base: str
    forms: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    gender: str = ""

    @property
    def line(self) -> TextLine:
        """Return the text of the cell."""
        gender = f"{NO_BREAK}({self.gender})" if self.gender else ""
        return TextLine(split_text_runs(", ".join((self.base, *self.short)) + gender))

    def says(self, other: GlossaryEntry) -> bool:
        """Return whether the entry includes all forms of another one."""
        return {other.base, *other.forms} <= {self.base, *self.forms}


Entries: TypeAlias = tuple[GlossaryEntry, ...]
"""A term in each language."""


def say_glossary(plan: Plan, tongues: Sequence[RulesetRealiser], printed: PrintedTerms, bag: Bag) -> SaidDocument:
    """Return the glossary in the language of the first realiser, with a column for each; ``plan`` supplies its head and foot.

    Listed is what is ``printed`` in that language. Terms of the ruleset come first, then the general ones: those that are general in any
    of the languages. What has the same words in all of them, or only forms that another term shows as well, is listed once, under the
    ruleset's own where it is one of these. A term that a language lacks has a dash there.
    """
    sayer = LeafRealiser(tongues[0], bag)
    own, general = _terms(tongues, printed)
    single = frozenset(name for kind in printed.named for name in _single(kind, tongues))
    rows = {
        term: tuple(glossary_entry(tongue, term, single=term in single) for tongue in tongues)
        for term in (*own, *general)
    }
    listed, owned = _once(tuple(dict.fromkeys(rows.values()))), {rows[term] for term in own}
    sections = (
        ("own_terms", [row for row in listed if row in owned]),
        ("general_terms", [row for row in listed if row not in owned]),
    )
    terms = {entry.base for row in listed for entry in row}
    made = tuple(_section(name, rows, terms, tongues, sayer) for name, rows in sections if rows)
    empty = replace(plan, players=None, generic=False, head=plan.head[:1], sections=())
    return add_wording_mark(replace(realise_plan(empty, tongues[0], bag), sections=made))


def _section(
    name: str, rows: Iterable[Entries], terms: Container[str], tongues: Sequence[RulesetRealiser], sayer: LeafRealiser
) -> DocumentSection[TextLine]:
    """Return a section with its rows, sorted; ``terms`` are those of all sections, under which others are indexed."""
    heading = sayer.line(WordingStatement(f"section:{name}", NOWHERE, shared=True))
    # The first column is in the language of the page.
    langs = ("", *(tongue.terms.language.code for tongue in tongues[1:]))
    names = [tongue.terms.language.name for tongue in tongues]
    heads = [
        TextLine(split_text_runs(name[:1].upper() + name[1:]), lang=lang)
        for name, lang in zip(names, langs, strict=True)
    ]
    key = make_collation_key(tongues[0].terms.style.alphabet)
    in_order = sorted(rows, key=lambda row: [key(_looked_up(entry.base, terms)) for entry in row])
    lines = [tuple(replace(entry.line, lang=lang) for entry, lang in zip(row, langs, strict=True)) for row in in_order]
    made = tuple(DocumentRow(each[:1], each[1:]) for each in lines)
    return DocumentSection(
        name, heading, (DocumentTable(heading, (heads[0],), (), tuple(heads[1:]), made, text=True),), wide=True
    )


def _looked_up(base: str, terms: Container[str]) -> str:
    """Return the sort form of a term: the longest known term it ends in comes first, if the words before it distinguish it."""
    words = base.split(" ")
    for at in range(1, len(words)):
        front, name = " ".join(words[:at]), " ".join(words[at:])
        if name in terms and _TELLS_APART.search(front):
            return f"{name} {front}"
    return base


def _single(kind: NamedKind, tongues: Sequence[RulesetRealiser]) -> Iterator[str]:
    """Yield the elements whose name is unique in their kind and that are pieces or have a mark; all pieces where most are unique."""
    bases = [tuple(glossary_entry(tongue, element).base for tongue in tongues) for element in kind.elements]
    named = Counter(bases)
    mostly = kind.pieces and len(named) * 2 > len(bases)
    for element, names in zip(kind.elements, bases, strict=True):
        if mostly or (named[names] == 1 and (kind.pieces or any(map(_MARK.search, names)))):
            yield element


def _once(rows: Sequence[Entries]) -> list[Entries]:
    """Return the rows without those that another row covers; of equal rows the first one stays."""
    return [
        row
        for at, row in enumerate(rows)
        if not any(
            _covers(other, row) and not (at < there and _covers(row, other))
            for there, other in enumerate(rows)
            if there != at
        )
    ]


def _covers(row: Entries, other: Entries) -> bool:
    return all(one.says(two) for one, two in zip(row, other, strict=True))


def glossary_entry(tongue: RulesetRealiser, term: str, *, single: bool = False) -> GlossaryEntry:
    """Return a term in dictionary form: its forms, and its gender where nouns have one.

    What is not counted has no plural, nor has a ``single`` thing. What only has a plural is marked.
    """
    language, noun = tongue.terms.language, tongue.terms.lexicon.noun(term)
    if noun is None:
        return GlossaryEntry(NOTHING)
    counted = tongue.terms.lexicon.terms[term].counted and not noun.mass and not single
    names = [name for name in language.dictionary_forms if counted or MANY not in name.split()]
    made = {name: language.noun_form(noun, frozenset(name.split())) for name in names}
    first, *others = dict.fromkeys(form for form in made.values() if form) or (NOTHING,)
    cases = {form for name, form in made.items() if MANY not in name.split()}
    short = tuple(_shortened(form, first) if form in cases else form for form in others)
    plural = f"{NO_BREAK}pl." if "plural" in noun.parts and "singular" not in noun.parts else ""
    return GlossaryEntry(first, tuple(others), short, f"{noun.gender}.{plural}" if noun.gender else "")


def _shortened(form: str, base: str) -> str:
    """Return a form with a dash in place of a long base form if a case only adds an ending: közös készlet, -et, -e."""
    return f"-{form.removeprefix(base)}" if len(base) >= LONG and form.startswith(base) else form


def _terms(tongues: Sequence[RulesetRealiser], printed: PrintedTerms) -> tuple[list[str], list[str]]:
    """Return the printed terms: the ruleset's own, and those that are general in any of the languages."""
    used = printed.said_in(tongues[0])
    known = dict.fromkeys(name for tongue in tongues for name in tongue.terms.lexicon.terms if name in used)
    general = {f"{tongue.terms.language.code}/lexicon.yaml" for tongue in tongues}
    shared = {
        name for tongue in tongues for name, term in tongue.terms.lexicon.terms.items() if term.span.file in general
    }
    return [name for name in known if name not in shared], [name for name in known if name in shared]
