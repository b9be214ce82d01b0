"""All elements of a ruleset that can be worded: each with its id, the values its wording may use, and its place.

=====================================  ==========================================================================
``game:ID``                            the name of the game
``option:ID``, ``option:ID/VALUE``     what is settled before the game, and each value of it
``phase:ID``, ``stage:ID``             their names
``decision:NAME``                      the question that is asked; one for all decisions of a name
``move:NAME``                          what may be chosen; ``move:DECISION/NAME`` where one decision says it otherwise
``done:NAME``                          what was chosen, in the past: a line of the journal; ``done:DECISION/NAME`` likewise
``effect:RULE``                        what an effect did, in the past, where the journal shall say it in words of its own
``reason:NAME``                        why not; ``reason:MOVE/NAME`` where one option says it otherwise
``transition:STAGE``                   when a stage begins
``procedure:ID``, ``define:ID``        what is done, what is meant
``trigger:ID``, ``moment:ID``          what happens by itself, at once or at a moment of the round
``rule:ID``                            what a rulebook says of a rule that a variant writes or adds to, instead of generated sentences
``event:ID``, ``adjust:ID``            what follows an event, what changes a value for as long as something holds
``constant:ID``, ``table:ID``          numbers of the game
``kind:ID``, ``state:OWNER.ID``        what there is, and what is kept of it: a name, of a flag what holds ("has passed")
``field:KIND.ID``                      what the elements of a kind have of it: a name, as of a column ("cost")
``element:KIND/ID``                    what one element is called that has no name and no term, ``needed`` where it has no number either
``ranking:most TEXT``                  each criterion of the final ranking, most, least or lost, as written
``statement:ID``                       a numbered statement of the rulebook, ``needed`` where it states a rule
``ruling:ID``                          the question that such a statement answers, where the rulebook leaves it open
``answer:ID``                          its answer in short, ``needed`` where a book asks the question
``example:ID``                         a worked example
``card:ID``, ``section:ID``, …         what a printed product says besides, and nothing else does
=====================================  ==========================================================================

An element is ``needed`` unless statements that have wordings of their own say it already; what is kept and shown at the
table needs its name in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree.bound_statements import Ask, BoundOption, Guard
from reguli.model.bound_tree.tree_traversal import nested_statements, source_procedures
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.document_nodes import GameDecl, KindDecl, OptionDecl, StateDecl
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import split_line_words
from reguli.words.placeholders.effect_placeholders import (
    TOLD,
    effect_offers,
    example_placeholders,
    individually_worded_ids,
)
from reguli.words.placeholders.negative_statements import contradicting_rules
from reguli.words.placeholders.placeholder_scope import READER, PlaceholderScope, common_rule_values
from reguli.words.placeholders.placeholder_values import (
    NO_OFFERS,
    UNKNOWN,
    Offers,
    PlaceholderValue,
    element_kind,
    names_by_kind,
)
from reguli.words.placeholders.rule_citations import (
    AdjustRule,
    CitingRule,
    DeclaredNode,
    RoundRule,
    RuleNode,
    SharedRule,
    StageRule,
    WaiveRule,
    citing_rules,
)
from reguli.words.wording_parser import Reach

Sort: TypeAlias = Literal[
    "game", "variant", "option", "phase", "stage", "decision", "move", "done", "effect", "reason", "transition", "procedure", "define",
    "trigger", "moment", "event", "adjust", "constant", "table", "kind", "field", "state", "element", "ranking", "statement",
    "ruling", "answer", "example", "card", "rule",
]  # fmt: skip
ALWAYS_NEEDED: Final = frozenset(
    split_line_words("game option phase stage decision move done reason ranking statement example card")
)
"""What has a name or a sentence of its own even where a statement speaks of the same rule."""
RULED: Final = "ruled"
"""The state of a statement that the rulebook leaves open."""


@frozen_class
class WordingSubject(FrozenValue):
    """One element that can be worded.

    ``offers`` are the values a wording may use; ``general`` is the id whose wording stands in where this one has none;
    ``citers`` are the rules it speaks of, ``cites`` the statements they carry, ``spans`` their places; ``against`` are rules that do
    what it says never happens. Where a language has the term ``word``, that is said in its place, and nothing is needed.
    """

    id: str
    sort: Sort
    offers: Offers
    citers: tuple[CitingRule, ...]
    cites: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    needed: bool = True
    general: str | None = None
    word: str = ""
    against: tuple[CitingRule, ...] = ()

    @property
    def reach(self) -> Reach:
        """Return the names that a wording may use, with their kinds."""
        return names_by_kind(self.offers)


Subjects: TypeAlias = Mapping[str, WordingSubject]


_AGAINST: Final = IdentityCache[tuple[CitingRule, ...]]()
"""The rules that do what a statement says never happens, by the id of the statement."""
_SUBJECTS: Final = IdentityCache[Subjects]()
"""The elements to be worded of the rulesets that were asked for last, without examples, by the number of players."""


def wording_subjects(ruleset: m.Ruleset, examples: Iterable[ExampleDecl] = (), players: int | None = None) -> Subjects:
    """Return all elements to be worded, by id, in a fixed order; values for ``players``, or for any number of them."""
    listed = tuple(examples)
    make = partial(_list_subjects, ruleset, listed, players)
    return make() if listed else _SUBJECTS.get((ruleset,), players, make)


def _list_subjects(ruleset: m.Ruleset, examples: tuple[ExampleDecl, ...], players: int | None) -> Subjects:
    lister = _Lister(ruleset, players)
    found: dict[str, WordingSubject] = {}
    for one in (
        *lister.rules(),
        *lister.variants(),
        *lister.effects(),
        *lister.statements(),
        *lister.examples(examples),
    ):
        known = found.get(one.id)
        found[one.id] = one if known is None else _merged(known, one)
    worded = {one.id for one in found.values() if one.sort == "statement"}
    for name, one in found.items():
        if (
            one.sort not in ALWAYS_NEEDED
            and not any(isinstance(citer.node, StateDecl) and citer.node.shown for citer in one.citers)
            and any(f"statement:{cite}" in worded for cite in one.cites)
        ):
            found[name] = replace(one, needed=False)
    return MappingProxyType(found)


def element_subjects(kinds: Iterable[KindDecl], ruleset: m.Ruleset) -> Iterator[WordingSubject]:
    """Yield the individual elements that may be worded, of all boards that an option can select; without a number they need a term or wording."""
    offers = MappingProxyType(dict(common_rule_values(ruleset)))
    for name, kind in individually_worded_ids(kinds).items():
        bound, element = ruleset.kinds.get(kind.id), name.rpartition("/")[2]
        shown = bound is None or element_kind(bound) == "term"
        yield WordingSubject(name, "element", offers, (), kind.source.cites, (kind.span,), needed=shown, word=element)


def _merged(known: WordingSubject, other: WordingSubject) -> WordingSubject:
    """Return two elements of one id merged: a shared wording may use offers of both, with a value only where both agree."""
    shared = {name: offer for name, offer in known.offers.items() if name in other.offers}
    same = {
        name: offer if offer == other.offers[name] else replace(offer, value=UNKNOWN)
        for name, offer in shared.items()
        if offer.kind == other.offers[name].kind
    }
    return replace(
        known,
        offers=MappingProxyType(same),
        citers=(*known.citers, *other.citers),
        cites=tuple(dict.fromkeys((*known.cites, *other.cites))),
        spans=tuple(dict.fromkeys((*known.spans, *other.spans))),
        needed=known.needed or other.needed,
    )


def add_product_subjects(known: Subjects, more: Iterable[WordingSubject]) -> Subjects:
    """Return the elements with those of printed products added; an element printed there is needed and gets their offers too."""
    found = dict(known)
    for one in more:
        own = found.get(one.id)
        offers = {} if own is None else own.offers
        merged = MappingProxyType(
            {**offers, **{name: offer for name, offer in one.offers.items() if name not in offers}}
        )
        asked_besides = own is not None and own.needed and own.word != one.word
        word = "" if asked_besides else one.word
        found[one.id] = one if own is None else replace(own, offers=merged, needed=own.needed or one.needed, word=word)
    return MappingProxyType(found)


class _Lister:
    """Lists the elements of one ruleset."""

    def __init__(self, ruleset: m.Ruleset, players: int | None) -> None:
        self.ruleset = ruleset
        self.citers = citing_rules(ruleset)
        self.reach = PlaceholderScope(ruleset, players)
        self.cites: dict[str, tuple[str, ...]] = {}
        for cite, names in ruleset.citations.items():
            for name in names:
                self.cites[name] = (*self.cites.get(name, ()), cite)

    def rules(self) -> Iterator[WordingSubject]:
        """Yield the elements of the documents and the rules."""
        for citer in self.citers.values():
            yield from self._of(citer)

    def _of(self, citer: CitingRule) -> Iterator[WordingSubject]:
        match citer.node:
            case m.Kind(declared=None) | RoundRule() | SharedRule():
                return
            case GameDecl() | m.ConstantValue() | m.Table() | m.Kind() | StateDecl():
                yield self._made(_sort(citer.id), citer.id, citer)
                if isinstance(citer.node, m.Kind):
                    yield from (self._field(citer.node.id, field, citer) for field in citer.node.fields)
            case OptionDecl(values=values):
                yield self._made("option", citer.id, citer)
                for value in values:
                    yield self._made("option", f"{citer.id}/{value.id}", citer)
            case StageRule():
                stage = citer.node.bound.id
                yield self._made("stage", f"stage:{stage}", citer)
                if citer.node.bound.sources:
                    yield self._made("transition", f"transition:{stage}", citer)
            case m.BoundRanking(order=order, text=text):
                yield self._made("ranking", f"ranking:{order} {text}", citer)
            case _ if isinstance(citer.node, RuleNode):
                yield from self._of_rule(citer)

    def _field(self, kind: str, field: str, citer: CitingRule) -> WordingSubject:
        offers = MappingProxyType(dict(self.reach.everywhere))
        return WordingSubject(f"field:{kind}.{field}", "field", offers, (), citer.cites, (citer.span,), needed=False)

    def _of_rule(self, citer: CitingRule) -> Iterator[WordingSubject]:
        match citer.node:
            case m.BoundTrigger(id=name):
                yield self._made("trigger", f"trigger:{name}", citer)
            case m.BoundDefine() | AdjustRule():
                name = citer.id.removeprefix("rule:").replace(".", ":", 1)
                yield self._made(_sort(name), name, citer)
            case m.BoundProcedure():
                yield self._procedure(citer.node, citer)
            case Ask(name=name):
                yield self._made("decision", f"decision:{name}", citer)
            case BoundOption(name=name):
                assert isinstance(citer.owner, Ask)
                yield self._made("move", f"move:{name}", citer)
                yield self._special("move", f"move:{citer.owner.name}/{name}", f"move:{name}", citer)
                yield self._past(f"done:{name}", citer)
                yield replace(
                    self._past(f"done:{citer.owner.name}/{name}", citer), needed=False, general=f"done:{name}"
                )
            case Guard(reason=reason):
                assert isinstance(citer.owner, BoundOption)
                yield self._made("reason", f"reason:{reason.name}", citer)
                special = f"reason:{citer.owner.name}/{reason.name}"
                yield self._special("reason", special, f"reason:{reason.name}", citer)
            case m.Invariant(reason=reason):
                yield self._made("reason", f"reason:{reason.name}", citer)
            case _ if isinstance(citer.node, m.BoundRanking | StageRule | WaiveRule | DeclaredNode):
                return

    def _procedure(self, procedure: m.BoundProcedure, citer: CitingRule) -> WordingSubject:
        if any(procedure is phase for phase in self.ruleset.phases):
            at = self.ruleset.kinds["phase"].index(procedure.id)
            number = {} if at is None else {"number": PlaceholderValue("number", at + 1, "phase")}
            return self._made("phase", f"phase:{procedure.id}", citer, number)
        head, _, rest = procedure.rule.partition(".")
        sort = {"at": "moment", "when": "event", "whenever": "trigger"}.get(head, "")
        name = f"{sort}:{rest}" if sort else f"procedure:{procedure.rule}"
        return self._made(_sort(name), name, citer)

    def _past(self, name: str, citer: CitingRule) -> WordingSubject:
        """Return the element for a completed choice; it has the option's offers except the address to the reader."""
        made = self._made("done", name, citer)
        offers = MappingProxyType({offered: offer for offered, offer in made.offers.items() if offered != READER})
        return replace(made, offers=offers)

    def effects(self) -> Iterator[WordingSubject]:
        """Yield the effects of all rules that a journal reports."""
        everywhere = dict(self.reach.everywhere)
        for procedure in source_procedures(self.ruleset):
            for statement in nested_statements(procedure.body):
                if isinstance(statement, TOLD):
                    offers = MappingProxyType({**everywhere, **effect_offers(statement, self.ruleset)})
                    name = f"effect:{statement.rule}"
                    yield WordingSubject(name, "effect", offers, (), procedure.cites, (statement.span,), needed=False)

    def _special(self, sort: Sort, name: str, general: str, citer: CitingRule) -> WordingSubject:
        return replace(self._made(sort, name, citer), needed=False, general=general)

    def _made(self, sort: Sort, name: str, citer: CitingRule, more: Offers = NO_OFFERS) -> WordingSubject:
        offers = MappingProxyType({**self.reach.offers(citer), **more})
        return WordingSubject(name, sort, offers, (citer,), self.cites.get(citer.id, citer.cites), (citer.span,))

    def variants(self) -> Iterator[WordingSubject]:
        """Yield the names of the variants applied to the ruleset, which may be worded in other languages, and the rules that they change."""
        offers = MappingProxyType(dict(self.reach.everywhere))
        for variant in self.ruleset.documents.variants:
            yield WordingSubject(f"variant:{variant.id}", "variant", offers, (), (), (variant.span,), needed=False)
        for name in dict.fromkeys(self._changed() if self.ruleset.documents.variants else ()):
            if name in self.citers and name.startswith("rule:"):
                yield replace(self._made("rule", name.replace(":define.", ":"), self.citers[name]), needed=False)

    def _changed(self) -> Iterator[str]:
        """Yield the rules that variants write, or to which they add something."""
        files = file_prefixes(self.ruleset.documents, len(self.ruleset.documents.variants))
        yield from (name.partition("/")[0] for name, one in self.citers.items() if is_in_files(one.span, files))
        for procedure in source_procedures(self.ruleset):
            if any(is_in_files(one.span, files) for one in nested_statements(procedure.body)):
                yield f"rule:{procedure.rule}"

    def statements(self) -> Iterator[WordingSubject]:
        """Yield the statements of the rulebook with the combined offers of their rules; a statement without a rule may be worded."""
        for entry in self.ruleset.documents.inventory:
            find = partial(contradicting_rules, entry.absence, self.ruleset, self.citers)
            carrying, against = self._carrying((entry.id,)), _AGAINST.get((self.ruleset,), entry.id, find)
            found = (*carrying, *(citer for citer in against if citer not in carrying))
            offers = self._together(carrying)
            spans = (entry.span, *(citer.span for citer in found))
            yield WordingSubject(
                f"statement:{entry.id}",
                "statement",
                offers,
                found,
                (entry.id,),
                spans,
                needed=bool(self.ruleset.citations.get(entry.id)),
                against=against,
            )
            if entry.ruling is not None or entry.state == RULED:
                yield WordingSubject(
                    f"ruling:{entry.id}", "ruling", offers, (), (entry.id,), (entry.span,), needed=False
                )
                answer = WordingSubject(f"answer:{entry.id}", "answer", offers, found, (entry.id,), spans, needed=False)
                yield replace(answer, against=against)

    def _carrying(self, cites: Iterable[str]) -> tuple[CitingRule, ...]:
        """Return the citers of some statements, in their order."""
        names = (name for cite in cites for name in self.ruleset.citations.get(cite, ()))
        return tuple(self.citers[name] for name in names if name in self.citers)

    def _together(self, found: Iterable[CitingRule]) -> Offers:
        """Return the combined offers of some citers; a value known only during a playthrough is offered by its own rule alone."""
        offers: dict[str, PlaceholderValue] = {}
        for citer in found:
            for name, offer in self.reach.offers(citer).items():
                if offer.value is not UNKNOWN:
                    offers.setdefault(name, offer)
        for name, offer in self.reach.everywhere:
            offers.setdefault(name, offer)
        return MappingProxyType(offers)

    def examples(self, examples: tuple[ExampleDecl, ...]) -> Iterator[WordingSubject]:
        """Yield the worked examples, with their players and claims; a position needs a wording if a printed example begins at it."""
        begun = {example.base for example in examples if example.sources}
        for example in examples:
            found = self._carrying(example.cites)
            own = dict(example_placeholders(example, self.ruleset, self.citers.values()))
            offers = MappingProxyType({**self._together(found), **own})
            yield WordingSubject(
                f"example:{example.id}",
                "example",
                offers,
                (),
                example.cites,
                (example.span,),
                needed=example.id in begun if example.abstract else bool(example.sources),
            )


def _sort(name: str) -> Sort:
    """Return the type of an element, which is the prefix of its id."""
    return name.partition(":")[0]  # type: ignore[return-value]
