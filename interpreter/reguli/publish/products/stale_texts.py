"""What products say besides the rulebook, and the rules it stands on: so a sentence of a card is held to its rules too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.document_realisation import Gloss
from reguli.publish.document.document_traversal import every
from reguli.publish.document.document_tree import Plan, Question
from reguli.publish.document.inline_nodes import Statement, reach_of, values_of
from reguli.source.diagnostic import Bag
from reguli.source.source_texts import Sources
from reguli.words.placeholders.placeholder_values import Offer
from reguli.words.placeholders.withheld_sentences import Rules
from reguli.words.placeholders.wording_signature import rule_signatures
from reguli.words.placeholders.wording_subjects import Subject, Subjects, subjects
from reguli.words.realisation.phrase_templates import GlossBook, open_gloss_book
from reguli.words.realisation.rule_realisation import gloss
from reguli.words.translation.ruleset_realiser import Places, RulesetTongue, RulesetTongues, beside_of


def product_subjects(plan: Plan, own: Subjects) -> Iterator[Subject]:
    """Give what a product says besides, each with the rules of the statements it says in short; ``own`` is what the ruleset says."""
    for statement in every(plan, Statement):
        if not statement.shared and not statement.offered:
            yield subject_of(statement, own, generic=plan.generic)


def answers_needed(plan: Plan, own: Subjects) -> Iterator[Subject]:
    """Give the answers to what a rulebook asks: whoever words a question words its answer."""
    answers = (question.answer for question in every(plan, Question) if isinstance(question.answer, Statement))
    yield from (replace(own[answer.id], needed=True) for answer in answers if answer.id in own)


def subject_of(statement: Statement, own: Subjects, *, generic: bool) -> Subject:
    """Give what a product says as something to be worded, with the rules of the statements it says in short.

    In one that is ``generic`` a term is name enough; who lays one out words it.
    """
    values = values_of(statement)
    kinds, cells = reach_of(statement).items(), {name: given.ids for name, given in statement.values.items()}
    offers = MappingProxyType({name: Offer(kind, values[name], cells=cells[name]) for name, kind in kinds})
    cited = [own[name] for name in statement.cites if name in own]
    citers = {citer.id: citer for one in cited for citer in one.citers}
    cites = dict.fromkeys(cite for one in cited for cite in one.cites)
    against = tuple({citer.id: citer for one in cited for citer in one.against}.values())
    word = statement.word if generic else ""
    one = Subject(statement.id, "card", offers, tuple(citers.values()), tuple(cites), (statement.span,), word=word)
    return replace(one, against=against)


def tongues_of(
    ruleset: Ruleset,
    places: Places,
    sources: Sources,
    plans: Iterable[Plan] = (),
    *,
    approved: Mapping[str, str] | None = None,
    players: int | None = None,
) -> RulesetTongues:
    """Return the languages of a ruleset as it is bound: what was written for other rules is stale, and so is what is false on a page for so many ``players``.

    ``plans`` are those of its products, for every number of players. With ``approved``, the digests of all rules, what nobody approved is marked.
    """
    own = subjects(ruleset, (), None)
    known = {**own, **{one.id: one for plan in plans for one in product_subjects(plan, own) if one.citers}}
    rules, words = Rules(ruleset, known, players, rule_signatures(known, ruleset)), ruleset.documents.game.words
    return RulesetTongues(words, places, sources, rules=rules, beside=beside_of(ruleset), approved=approved)


def glosses(ruleset: Ruleset, subjects_of: Callable[[], Subjects], places: Places, tongue: RulesetTongue) -> Gloss:
    """Give a function that says the rules behind ids; what it is made of is read when it is first asked."""
    opened: list[GlossBook] = []

    def said(names: Iterable[str]) -> str:
        known = subjects_of()
        citers = {citer.id: citer for name in names if name in known for citer in known[name].citers}
        if citers and not opened:
            opened.append(open_gloss_book(tongue.terms, places.locales, Bag(), Sources(), tongue.own))
        texts = (gloss(citer, ruleset, opened[0]) for citer in citers.values())
        return " ".join(text for text in texts if text)

    return said
