"""Which terms of a ruleset are printed: those that a sentence of its book or cards says, and those that stand there as values."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document import inline_nodes as s
from reguli.publish.document.document_traversal import every
from reguli.publish.products.reference_card import CardSource, card_plans
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.words.catalogue.wording_catalogue import SHORT
from reguli.words.placeholders.element_values import element_kind
from reguli.words.placeholders.placeholder_values import reach_of
from reguli.words.placeholders.wording_subjects import subjects
from reguli.words.translation.ruleset_realiser import RulesetTongue
from reguli.words.wording.wording_checks import names_said, terms_said
from reguli.words.wording.wording_values import Reach, Rows

AT_THE_TABLE: Final = frozenset({"decision", "move", "done", "effect", "reason"})
"""What is said while a game is played on a screen, and printed nowhere."""
DECLARED: Final = frozenset({"constant", "copied", "field", "procedure", "state"})
"""What is named on a screen and in lists of changes, and elsewhere only where a plan has it."""


@kept
class Named(Kept):
    """A kind whose elements have terms for names, and whether they are pieces."""

    elements: tuple[str, ...]
    pieces: bool


@kept
class PrintedTerms(Kept):
    """What a ruleset prints: what its wordings may speak of, by id, with the terms among these values; terms that are printed as values; kinds of what has a name."""

    reaches: Mapping[str, Reach]
    valued: Mapping[str, Mapping[str, frozenset[str]]]
    values: frozenset[str]
    planned: frozenset[str]
    """The ids of what cards say."""
    named: tuple[Named, ...]

    def said_in(self, tongue: RulesetTongue) -> frozenset[str]:
        """Give the terms that are printed in a language."""
        return frozenset(self._worded(tongue)) | self.values

    def _worded(self, tongue: RulesetTongue) -> Iterator[str]:
        """Give the terms that wordings say, by their own names or as values."""
        for entry in tongue.own.entries.values():
            name = entry.id.removesuffix(SHORT)
            sort = name.partition(":")[0]
            if sort in AT_THE_TABLE or (sort in DECLARED and name not in self.planned):
                continue
            pieces, reach = tongue.own.wording(entry, Bag()).pieces, self.reaches.get(name, {})
            yield from terms_said(pieces, reach, tongue.terms.lexicon)
            valued = self.valued.get(name, {})
            for each in names_said(pieces, reach) & valued.keys():
                yield from valued[each]


def printed_terms(source: CardSource) -> PrintedTerms:
    """Find what a ruleset prints, in its book too."""
    examples = () if source.layers is None else load_all_examples(source.layers, Bag()).values()
    own = subjects(source.ruleset, examples)
    plans = list(card_plans(source, None, Bag()))
    statements = [statement for plan in plans for statement in every(plan, s.Statement)]
    besides = {one.id: s.reach_of(one) for one in statements if one.id not in own}
    values = {term for plan in plans for given in every(plan, s.Given) for term in _terms_in(given.value)}
    said = (one for one in statements if not one.offered)
    values |= {term for one in said for value in s.values_of(one).values() for term in _terms_in(value)}
    values |= {one.term for plan in plans for one in every(plan, s.Letter)}
    return PrintedTerms(
        ChainMap({one.id: reach_of(one.offers) for one in own.values()}, besides),
        {
            one.id: {name: frozenset(_terms_in(offer.value)) for name, offer in one.offers.items()}
            for one in own.values()
        },
        frozenset(values),
        frozenset(one.id for one in statements),
        tuple(_named(source.ruleset)),
    )


def _named(ruleset: Ruleset) -> Iterator[Named]:
    """Give the kinds whose elements have terms for names."""
    for kind in ruleset.kinds.values():
        if element_kind(kind) == "term":
            yield Named(kind.elements, kind.form == "pieces")


def _terms_in(value: object) -> Iterator[str]:
    """Give the terms that a value is or holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Rows):
        for row in value.rows:
            for cell in row.values():
                yield from _terms_in(cell)
    elif isinstance(value, tuple):
        for part in value:
            yield from _terms_in(part)
