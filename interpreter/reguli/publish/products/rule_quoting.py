"""Says the rules behind the sentences of a document: what a variant changed in them, or the rules as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.model.bound_tree.bound_statements import Ask, Guard, Leave, Write
from reguli.model.bound_tree.bound_terms import Cell, Constant, Tracked
from reguli.model.resolved_ruleset import BoundProcedure, BoundTrigger, Ruleset
from reguli.ruleset.document_nodes import ROUND, SHARED
from reguli.ruleset.variant_layers import file_prefixes, is_from_variants
from reguli.source.diagnostic import Bag
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import NOWHERE, Sources
from reguli.words.placeholders.carrying_parts import carrying_part
from reguli.words.placeholders.placeholder_scope import walk_bound_nodes
from reguli.words.placeholders.rule_citations import (
    CitingRule,
    SharedRule,
    WaiveRule,
    citing_rules,
    inner_citations,
    own_steps,
)
from reguli.words.placeholders.rule_structure import structures_of
from reguli.words.placeholders.wording_signature import citer_structure, named_element_rules
from reguli.words.placeholders.wording_subjects import Subjects
from reguli.words.realisation.messages import MessagePlanner
from reguli.words.realisation.phrase_templates import PhraseTemplates, read_gloss_templates
from reguli.words.realisation.rule_changes import Version, realise_changes, realise_in_order, realise_kept
from reguli.words.realisation.rule_realisation import RuleRealiser
from reguli.words.translation.translation_workspace import RulesetRealiser, WordingFolders
from reguli.words.wording_checks import mentioned_terms

Compared: TypeAlias = tuple[Mapping[str, CitingRule], Mapping[str, CitingRule], list[str]]
Names: TypeAlias = tuple[str, ...]
"""A sentence of a document: its id and the statements that it sums up."""
LONGEST_RULE = 90
"""The most words of a changed rule that is told as a whole."""
LONGEST = 75
"""The most words of a changed sentence with what it said and still holds: a longer text helps nobody."""
MOST_RULES = 3
"""The most rules behind a sentence of which is told what still holds."""
SENTENCES = ("statement:", "card:", "ranking:", "transition:")
"""How the ids of sentences begin that rules may replace; anything else is a name, a heading or an answer."""
LINE = "card:"
"""How the ids begin of sentences that only a card prints."""
RANKING = "ranking:"
"""How the ids of lines of the ranking begin: each has its place in the list of who wins."""
KIND = "kind:"
QUIET = ("constant:", "state:", "table:", KIND)
"""How the ids of what is new begin that only rules speak of: they say its value."""
ANSWER = "answer:"
"""How the ids of answers begin, which only a person can write."""


class RuleQuoter:
    """Realiser of the rules behind the sentences of one document; its templates and the base are read on first use.

    Each change of a variant is told once in a document, at the sentence that is nearest to the changed rule.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        subjects_of: Callable[[], Subjects],
        places: WordingFolders,
        tongue: RulesetRealiser,
        base: Callable[[], Ruleset | None],
    ) -> None:
        """Set up the quoter; subjects and ``base``, the ruleset without its variants, are collected on first use."""
        self._ruleset, self._subjects_of, self._places, self._tongue = ruleset, subjects_of, places, tongue
        self._base = base
        self._printed: tuple[Names, ...] = ()
        self._said: set[str] = set()
        self._texts: dict[Names, str | None] = {}
        """What replaces sentences of the document."""

    def prepare(self, printed: Iterable[Names]) -> None:
        """Take note of the sentences of the document, each by its id and the statements that it sums up."""
        self._printed = tuple(dict.fromkeys(names for names in printed if names[0].startswith(SENTENCES)))

    @cached_property
    def _templates(self) -> PhraseTemplates:
        tongue = self._tongue
        found = read_gloss_templates(tongue.terms, self._places.locales, None, Sources(), tongue.own)
        called = {name: one for name, one in found.called.items() if name.split(".")[1] not in self._outdated.values()}
        return replace(found, called=MappingProxyType(called))

    @cached_property
    def _outdated(self) -> Mapping[str, str]:
        """Return the rules in which variants changed more than they added, and whose words may no longer fit, with their ids in the lexicon."""
        base, documents = self._base(), self._ruleset.documents
        if base is None or not documents.variants:
            return {}
        old, new, changed = _changed_rules(base, self._ruleset)
        structures = structures_of(self._ruleset, file_prefixes(documents, len(documents.variants)))
        words = {name.split(".")[1] for name in self._tongue.terms.lexicon.patterns}
        ids = {
            name: name.removeprefix("rule:").removeprefix("define.") for name in changed if name in old and name in new
        }
        return {
            name: word
            for name, word in ids.items()
            if word in words and structures.own(name, new[name].node).text != citer_structure(old[name], base)
        }

    @cached_property
    def _rules(self) -> Mapping[str, CitingRule]:
        return citing_rules(self._ruleset)

    @cached_property
    def _changes(self) -> Mapping[str, tuple[str, ...]]:
        """Return the sentences on what variants change, by the id of the smallest rule; none where there is no base."""
        base = self._base() if self._ruleset.documents.variants else None
        if base is None:
            return {}
        ruleset, (old, new, changed) = self._ruleset, _changed_rules(base, self._ruleset)
        named = {name for name in self._outdated if any(name in called for called in self._calls.values())}
        changed = [name for name in changed if name not in named] + [
            name for name, called in self._calls.items() if called & named and name in old and name not in changed
        ]
        whole = {root for name in changed if (root := name.partition("/")[0]) in old and root in new}
        todo = [*whole, *(name for name in changed if name.partition("/")[0] not in whole)]
        standing = {one.id for one in ruleset.documents.inventory}
        called = frozenset[str]().union(*_calls(old, base).values())
        found: dict[str, tuple[str, ...]] = {}
        for name in (one for one in dict.fromkeys((*new, *old)) if one in todo):
            if name not in old and name.startswith(QUIET):
                continue
            if name not in new and (name.partition("/")[0] in called or not standing & set(old[name].cites)):
                continue  # what called it tells what it calls now, or nobody has read of it
            if "/" in name and (name.rpartition("/")[0] in changed):
                continue
            before, after = (old[name], base) if name in old else None, (new[name], ruleset) if name in new else None
            for rule, texts in realise_changes(before, after, self._templates, self._reads_stated).items():
                if rule not in new or not self._is_stated(new[rule]):
                    found[rule] = (*found.get(rule, ()), *texts)
        return found

    @cached_property
    def _told_at(self) -> Mapping[Names, Mapping[str, tuple[str, ...]]]:
        """Return the sentences on changes by the sentence of the document that they follow or replace, and by the rule."""
        by_rule = dict[str, list[Names]]()
        for names in self._printed:
            for rule in self._carriers(names):
                by_rule.setdefault(rule, []).append(names)
        named = [(rule, names) for names in self._printed for rule in self._named_elements(names)]
        by_rule |= {rule: [names for other, names in named if other == rule] for rule, _ in named}
        found: dict[Names, dict[str, tuple[str, ...]]] = {}
        for rule, sentences in self._changes.items():
            place = self._nearest(rule, by_rule)
            if place is not None:
                found.setdefault(place, {})[rule] = sentences
        return found

    def _nearest(self, rule: str, by_rule: Mapping[str, list[Names]]) -> Names | None:
        """Return the sentence nearest to a rule: of the rule itself, of what it stands in, or of what calls it."""
        for start in (rule, *self._akin(rule)):
            todo, met = [start], set[str]()
            while todo:
                name = todo.pop(0)
                inner = [one for other, found in by_rule.items() if other.startswith(f"{name}/") for one in found]
                if near := by_rule.get(name) or inner:
                    return self._place_among(near, start, name)
                met.add(name)
                if "/" in name:
                    above = [name.rpartition("/")[0]]
                else:
                    above = [other.partition("/")[0] for other, called in self._calls.items() if name in called]
                todo += [one for one in dict.fromkeys(above) if one not in met]
        return None

    def _akin(self, rule: str) -> Iterator[str]:
        """Yield rules beside which a rule can be told that nothing calls.

        They are the lines of the ranking before one, others that end the game as it does, then its phase, then the round.
        """
        if rule.startswith(RANKING):
            yield from sorted(
                (name for name in self._rules if name.startswith(RANKING) and name != SHARED), reverse=True
            )
        citer = self._rules.get(rule)
        if citer is not None and _ends_game(citer):
            yield from (name for name, other in self._rules.items() if name != rule and _ends_game(other))
        time = MessagePlanner(self._ruleset, lambda name: False, lambda rule: False).time_of(rule.removeprefix("rule:"))
        if time is not None:
            yield f"rule:{time.of}"
        yield ROUND

    def _place_among(self, near: list[Names], rule: str, around: str) -> Names:
        """Return the sentence at which a change of a rule is told, of those on the rule or on what is ``around`` it.

        It is the one on the fewest rules that no longer holds, else the middle one on the step before the first new step, else the one on the
        statement that is cited first, else for a decision the first one, and for any other rule the first one on the most rules.
        """
        entries, sentences = self._tongue.own.entries, [names for names in self._printed if names in near]
        stale = [names for names in sentences if names[0] in entries and entries[names[0]].stale]
        if stale:
            return min(stale, key=lambda names: len(self._carriers(names)))
        before, citer = self._cited_before(self._rules.get(rule)), self._rules.get(around)
        for cites in (before, *((one,) for one in (() if citer is None else citer.cites))):
            beside = [names for names in sentences if any(f"statement:{one}" in names for one in cites)]
            if beside:
                return beside[len(beside) // 2]
        is_decision = citer is not None and isinstance(citer.node, Ask)
        return sentences[0] if is_decision else max(sentences, key=near.count)

    def _cited_before(self, citer: CitingRule | None) -> frozenset[str]:
        """Return the statements cited by the last citing step of a rule before the first step of a variant."""
        node = None if citer is None else citer.node
        rule = node.procedure if isinstance(node, BoundTrigger) else node
        found = frozenset[str]()
        for step in own_steps(rule.body) if isinstance(rule, BoundProcedure) else ():
            if is_from_variants(step.span, self._ruleset.documents):
                return found
            found = frozenset(self._ruleset.own_citations.get(step.rule, found))
        return frozenset()

    @cached_property
    def _calls(self) -> Mapping[str, frozenset[str]]:
        """Return the rules that each rule calls itself; a kind and whatever runs the rules of its elements call those."""
        return _calls(self._rules, self._ruleset)

    def rules(self, names: Names) -> str | None:
        """Return what variants change in the rules behind some ids, after what still holds of them; None where there is none.

        Each sentence stands once in a document. The text is empty where the document tells everything elsewhere, and for an answer: what a
        rule says need not answer the question.
        """
        if names[0].startswith(ANSWER):
            return ""
        if names not in self._texts:
            citers = self._carriers(names)
            silent = not self._ruleset.documents.variants and not any(map(self._sentences, citers.values()))
            self._texts[names] = None if silent or not citers else " ".join(self._stated(names, citers))
        return self._texts[names]

    def _stated(self, names: Names, citers: Mapping[str, CitingRule]) -> Iterator[str]:
        variants = self._ruleset.documents.variants
        alone = self._told_at.get(names, {})
        told = {rule: self._in_order(rule, citers, texts) for rule, texts in alone.items()}
        changes = tuple(dict.fromkeys(text for texts in told.values() for text in texts))
        kept = [citer for rule, citer in citers.items() if told.get(rule) == alone.get(rule)]
        whole = all(one.startswith(RANKING) for one in citers)
        tell = self._sentences if whole or not variants else lambda citer: self._kept(citer, citers)
        found = [text for citer in kept for text in tell(citer) if text not in changes]
        if whole and SHARED not in self._rules and f"{RANKING}{len(self._ruleset.ranking)}" in citers:
            found += self._sentences(CitingRule(SHARED, SharedRule(), (), NOWHERE))  # no other sentence says it
        words = 0 if whole or not variants else sum(len(text.split()) for text in changes)
        for text in found:
            words += len(text.split()) if variants and not whole else 0
            if words <= LONGEST and (whole or text not in self._said):
                self._said.add(text)
                yield text
        yield from changes

    def _before(self, rule: str) -> Version:
        """Return a rule as it is in the base."""
        base = self._base()
        old = {} if base is None else _changed_rules(base, self._ruleset)[0]
        return None if base is None or rule not in old else (old[rule], base)

    def _in_order(self, rule: str, citers: Mapping[str, CitingRule], told: tuple[str, ...]) -> tuple[str, ...]:
        """Return what is told of a change, among what holds of the same rule where that is short."""
        before, part = self._before(rule), citers.get(rule)
        if before is None or part is None or not isinstance(part.node, BoundProcedure):
            return told
        texts = realise_in_order(before, (self._rules[rule], self._ruleset), part, self._templates, told)
        return texts if texts and sum(len(text.split()) for text in texts) <= LONGEST_RULE else told

    def _kept(self, citer: CitingRule, citers: Iterable[str]) -> Iterable[str]:
        """Return the sentences of a rule that hold in the base too.

        Nothing is returned for a rule in which others stand, for they say it, nor for one that carries several statements by the same steps,
        nor for a guard alone, nor for a rule of an element or of many others that carry the sentence.
        """
        base, ruleset = self._base(), self._ruleset
        of_elements = (f"rule:{kind}." for kind, _ in (*ruleset.piece_rules, *ruleset.piece_conditions))
        if (
            base is None
            or isinstance(citer.node, Guard | WaiveRule)
            or len({one.partition("/")[0] for one in citers if one.startswith("rule:")}) > MOST_RULES
            or citer.id.startswith((*QUIET, "option:", *of_elements))
            or any(other.startswith(f"{citer.id}/") for other in citers)
        ):
            return ()
        old, _, changed = _changed_rules(base, ruleset)
        rule = citer.node.procedure if isinstance(citer.node, BoundTrigger) else citer.node
        own = not isinstance(rule, BoundProcedure) or any(inner_citations(rule.body, ruleset))
        if (not own and len(set(citer.cites)) > 1) or (citer.id in changed and citer.id not in old):
            return ()
        before = (old[citer.id], base) if citer.id in changed else None
        return realise_kept(before, (citer, ruleset), self._templates)

    def _sentences(self, citer: CitingRule) -> tuple[str, ...]:
        return tuple(RuleRealiser(self._ruleset, self._templates).rule(citer))

    def _carriers(self, names: Names) -> Mapping[str, CitingRule]:
        """Return the parts of rules that carry the statements behind some ids, by the id of the rule."""
        known = self._subjects_of()
        subjects = [known[name] for name in names if name in known]
        cites = {cite for one in subjects for cite in one.cites}
        elements = {rule: self._rules[rule] for rule in self._named_elements(names) if names[0].startswith(LINE)}
        return elements or {
            one.id: carrying_part(one, cites, self._ruleset) for subject in subjects for one in subject.citers
        }

    def _named_elements(self, names: Names) -> Iterator[str]:
        """Yield the rules of the elements that a sentence names."""
        entry, known = self._tongue.own.entries.get(names[0]), self._subjects_of()
        if entry is None:
            return
        pieces = self._tongue.own.wording(entry, Bag()).pieces
        for subject in (known[name] for name in names if name in known):
            terms = mentioned_terms(pieces, subject.reach, self._tongue.terms.lexicon)
            found = named_element_rules(subject, terms, self._ruleset)
            yield from (rule for name in found if (rule := f"rule:{name}") in self._rules)

    def additions(self, names: Names) -> str:
        """Return what variants add to the rules behind some ids and nothing in the document states."""
        told = self._told_at.get(names, {}) if self._ruleset.documents.variants else {}
        return " ".join(dict.fromkeys(text for texts in told.values() for text in texts))

    @cached_property
    def _stated_values(self) -> frozenset[str]:
        """Return the constants and tables of variants that have a sentence of their own."""
        return frozenset(
            name.partition(":")[2]
            for name, citer in self._rules.items()
            if name.startswith(("constant:", "table:")) and self._is_stated(citer)
        )

    @cached_property
    def _state_of_guards(self) -> frozenset[str]:
        """Return the state of variants that is only kept for guards whose sentences tell what it is for."""
        base = self._base()
        known = () if base is None else base.state
        nodes = (node for citer in self._rules.values() for node in walk_bound_nodes(citer.node))
        guards = [node for node in nodes if isinstance(node, Guard) and self._reads_value(node)]
        read = {one.field for guard in guards for one in walk_bound_nodes(guard) if isinstance(one, Tracked)}
        return frozenset(read.difference(known))

    def _reads_stated(self, node: object) -> bool:
        """Return whether a part of a rule reads a value of a variant whose sentence tells what it is for, or keeps what it is about."""
        if isinstance(node, Write) and isinstance(node.place, Tracked) and node.place.field in self._state_of_guards:
            return True
        return self._reads_value(node)

    def _reads_value(self, node: object) -> bool:
        names = (
            one.origin if isinstance(one, Constant) else one.table
            for one in walk_bound_nodes(node)
            if isinstance(one, Constant | Cell)
        )
        return any(name in self._stated_values for name in names)

    def _is_stated(self, citer: CitingRule) -> bool:
        """Return whether a rule cites a statement of a variant, which has a sentence of its own."""
        worded = self._tongue.own
        return any("." in cite and worded.accepted(f"statement:{cite}") is not None for cite in citer.cites)


def _calls(rules: Mapping[str, CitingRule], ruleset: Ruleset) -> Mapping[str, frozenset[str]]:
    """Return the rules that each rule calls itself; a kind and whatever runs the rules of its elements call those."""
    structures = structures_of(ruleset)
    found = {name: frozenset(structures.callees(name, citer.node)) for name, citer in rules.items()}
    kinds = {f"kind:{kind}": {name for name in found if name.startswith(f"rule:{kind}.")} for kind in ruleset.kinds}
    return {name: called.union(*(kinds.get(one, ()) for one in (name, *called))) for name, called in found.items()}


_COMPARED: Final = IdentityCache[Compared]()
"""The last comparison of two rulesets: all languages of a product ask for the same one."""


def _changed_rules(base: Ruleset, ruleset: Ruleset) -> Compared:
    """Return the rules of two rulesets, and the ids of those that differ."""

    def compare() -> Compared:
        old, new = citing_rules(base), citing_rules(ruleset)
        was, now = (
            {name: citer_structure(one, of) for name, one in rules.items()}
            for rules, of in ((old, base), (new, ruleset))
        )
        return old, new, [name for name in dict.fromkeys((*new, *old)) if was.get(name) != now.get(name)]

    return _COMPARED.get((base, ruleset), "", compare)


def _ends_game(citer: CitingRule) -> bool:
    return any(isinstance(node, Leave) and node.what == "game" for node in walk_bound_nodes(citer.node))
