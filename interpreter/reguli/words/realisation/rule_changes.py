"""Says what a variant changes in a rule: what is new, what is another order, and what is no longer so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from reguli.model.bound_tree.bound_statements import Around, BoundOption, Each, Guard, Leave, Write
from reguli.model.bound_tree.bound_terms import Arithmetic, Term
from reguli.model.resolved_ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.model.types import ElementType
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.rule_citations import CitingRule
from reguli.words.realisation.message_realisation import lowered, sentence
from reguli.words.realisation.messages import Message, is_player
from reguli.words.realisation.phrase_templates import PhraseTemplates
from reguli.words.realisation.rule_realisation import RuleRealiser, sentence_id

Version: TypeAlias = tuple[CitingRule, Ruleset] | None
"""A rule in a ruleset; None where the ruleset does not have it."""
_STEPS: int = 12
"""The most steps of a rule whose new order is told."""
_LONGEST_DEFINITION: int = 20
"""The most words of a definition that is told again."""


def realise_changes(
    before: Version, after: Version, book: PhraseTemplates, is_stated: Callable[[object], bool] | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Return what a rule says that it did not say before, then what it says no longer, by the id of the smallest rule around it.

    That is an option, or the whole rule, or for a guard that is added the decision. Of a new rule it is everything. Left out is what is no
    longer so where something of the same sort has come in its place, and what ``is_stated``: what has a sentence of its own elsewhere.
    """
    citer = (after or before or (None,))[0]
    if citer is None:
        return {}
    if before is None or after is None:
        return {citer.id: _whole(before, after, book)}
    old, new = _both(before, after, book)
    if typed := new.typed(sentence_id(after[0])):
        return {citer.id: (typed,)}
    known, now = old.messages_by_text(before[0]), new.messages_by_text(after[0])
    if not known and not now:
        return {citer.id: _declared(before, after, old, new)}
    fresh = [
        one for text, one in now.items() if text not in known and not (is_stated is not None and is_stated(one.node))
    ]
    lost = [one for text, one in known.items() if text not in now]
    others = list(_other_turns(old, new, before[0], after[0]))
    turns = list(dict.fromkeys(text for text, _, _ in others))
    fresh = [one for one in fresh if all(one.node is not now.node for _, _, now in others)]
    lost = [one for one in lost if all(one.node is not then.node for _, then, _ in others)]
    other_guards = [_owner(one, before[0]) for one in lost if isinstance(one.node, Guard)]
    for one in fresh:
        instead = next((other for other in lost if type(other.node) is type(one.node)), None)
        lost = [other for other in lost if other is not instead]
    gone = [one.option for one in lost if isinstance(one.node, BoundOption)]
    lost = [one for one in lost if one.option not in gone or isinstance(one.node, BoundOption)]
    if fresh or turns:
        # What holds now says enough; that a condition is gone does not follow from it.
        lost = [one for one in lost if isinstance(one.node, Guard)]
    found: dict[str, tuple[str, ...]] = {citer.id: tuple(turns)} if turns else {}
    last = max((at for at, text in enumerate(now) if text in known), default=len(now))
    ended = [one for at, one in enumerate(now.values()) if at > last]
    if known:
        fresh = [_as_event(one, after[0], book, ended=one in ended) for one in fresh]
    narrowed = {_owner(one, before[0]) for one in known.values()}.difference(other_guards)
    for owner, group in groupby(fresh, key=lambda one: _owner(one, citer)):
        told = list(group)
        texts = list(new.sentences(told))
        exception = isinstance(told[0].node, Guard) and owner in narrowed
        if exception:
            texts[0] = sentence(new.said("rule.however", text=ProperName(lowered(texts[0]))))
        place = owner.rpartition("/")[0] if exception else owner
        found[place] = (*found.get(place, ()), *texts)
    for one in lost:
        owner = _owner(one, citer)
        found[owner] = (*found.get(owner, ()), old.dropped(one))
    if not found:
        found = dict(_other_order(known, now, new, citer))
    return {owner: tuple(text for text in dict.fromkeys(texts) if text) for owner, texts in found.items()}


def realise_in_order(
    before: tuple[CitingRule, Ruleset],
    after: tuple[CitingRule, Ruleset],
    part: CitingRule,
    book: PhraseTemplates,
    told: tuple[str, ...],
) -> tuple[str, ...]:
    """Return the sentences of a ``part`` of a changed rule with what is new in the rule, in one order.

    Nothing is returned where what is ``told`` of the change is more than new steps.
    """
    old, new = _both(before, after, book)
    known, own, now = old.messages_by_text(before[0]), new.messages_by_text(part), new.messages_by_text(after[0])
    if tuple(new.sentences(one for text, one in now.items() if text not in known)) != told:
        return ()
    return tuple(new.sentences(one for text, one in now.items() if text in own or text not in known))


def _both(
    before: tuple[CitingRule, Ruleset], after: tuple[CitingRule, Ruleset], book: PhraseTemplates
) -> tuple[RuleRealiser, RuleRealiser]:
    """Return the realisers before and after a change; both repeat the sentence of a procedure that the rules before had, where it is called."""
    old, new = RuleRealiser(before[1], book), RuleRealiser(after[1], book)
    old.called_before = new.called_before = frozenset(before[1].procedures)
    return old, new


def realise_kept(before: Version, after: tuple[CitingRule, Ruleset], book: PhraseTemplates) -> tuple[str, ...]:
    """Return the sentences that a rule had before, or has where ``before`` is None, as far as they say when something happens.

    Left out are options where the rule has several, stored values, and definitions that are long or name an element.
    """
    new, rule = RuleRealiser(after[1], book), after[0].node
    known = None if before is None else RuleRealiser(before[1], book).messages_by_text(before[0])
    messages = new.messages_by_text(after[0])
    if new.typed(sentence_id(after[0])):
        return tuple(new.rule(after[0]))
    if not messages:
        names_element = isinstance(rule, BoundDefine) and isinstance(rule.type, ElementType)
        texts = () if known is not None or names_element else tuple(new.rule(after[0]))
        return texts if sum(len(text.split()) for text in texts) <= _LONGEST_DEFINITION else ()
    kept = [
        _as_event(one, after[0], book, ended=False)
        for text, one in messages.items()
        if (known is None or text in known) and not (isinstance(one.node, Write) and not one.node.add)
    ]
    options = {one.option.rule for one in kept if one.option is not None}
    return tuple(
        new.sentences(one for one in kept if (one.option is None or len(options) == 1) and one.around.has_moment)
    )


def _as_event(message: Message, citer: CitingRule, book: PhraseTemplates, *, ended: bool) -> Message:
    """Return a message of a procedure as what follows when a player does, or has done, what the procedure is called."""
    rule = citer.node
    known = isinstance(rule, BoundProcedure) and f"act.{rule.rule}" in book.called
    if not isinstance(rule, BoundProcedure) or not known or not any(map(is_player, rule.parameters[:1])):
        return message
    return replace(message, around=replace(message.around, event=rule.rule, ended=ended, time=None))


def _other_order(
    known: Mapping[str, Message], now: Mapping[str, Message], new: RuleRealiser, citer: CitingRule
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the steps of each rule whose steps come in another order, by its id; a step that is new or gone moves no other."""
    before = dict[str, list[str]]()
    for text, one in known.items():
        before.setdefault(_owner(one, citer), []).append(text)
    after = dict[str, list[str]]()
    for text, one in now.items():
        after.setdefault(_owner(one, citer), []).append(text)
    for owner, texts in after.items():
        then = before.get(owner, [])
        if [one for one in texts if one in then] != [one for one in then if one in texts] and len(texts) <= _STEPS:
            said = lowered(" ".join(new.sentences(now[text] for text in texts)))
            yield owner, (sentence(new.said("rule.in_order", text=ProperName(said))),)


def _owner(message: Message, citer: CitingRule) -> str:
    """Return the id of the smallest rule around a message."""
    return citer.id if message.option is None else f"rule:{message.option.rule}"


def _whole(before: Version, after: Version, book: PhraseTemplates) -> tuple[str, ...]:
    """Return the sentences of a rule that is new, or that a rule is gone."""
    if after is not None:
        return tuple(RuleRealiser(after[1], book).rule(after[0]))
    if before is None:
        return ()
    old = RuleRealiser(before[1], book)
    messages = [one for one in old.messages(before[0]) if not isinstance(one.node, Leave)]
    texts = map(old.dropped, messages) if messages else map(old.stopped, old.rule(before[0]))
    return tuple(dict.fromkeys(text for text in texts if text))


def _declared(
    before: tuple[CitingRule, Ruleset], after: tuple[CitingRule, Ruleset], old: RuleRealiser, new: RuleRealiser
) -> tuple[str, ...]:
    """Return what is new in a declaration; of a sum only what is added to it or taken away from it."""
    then, now = before[0].node, after[0].node
    if isinstance(then, BoundDefine) and isinstance(now, BoundDefine):
        texts = tuple(_summands(then, now, old, new))
        if texts:
            return texts
    was = list(old.rule(before[0]))
    return tuple(text for text in new.rule(after[0]) if text not in was)


def _summands(then: BoundDefine, now: BoundDefine, old: RuleRealiser, new: RuleRealiser) -> Iterator[str]:
    """Yield the summands that a sum has now and had not before; nothing where it is no longer the same sum otherwise."""
    known = {old.value_text(term): adds for term, adds in _terms(then.value)}
    terms = [(new.value_text(term), term, adds) for term, adds in _terms(now.value)]
    if len(known) > 1 and all(any(text == one for text, _, _ in terms) for one in known):
        for text, term, adds in terms:
            if text not in known:
                name = "rule.adjust" if adds else "rule.adjust_less"
                yield sentence(new.said(name, name=ProperName(new.name_of(now.id)), amount=new.of(term)))


def _terms(term: Term, adds: bool = True) -> Iterator[tuple[Term, bool]]:
    if isinstance(term, Arithmetic) and term.operator in {"+", "-"}:
        yield from _terms(term.left, adds)
        yield from _terms(term.right, adds == (term.operator == "+"))
    else:
        yield term, adds


def _other_turns(
    old: RuleRealiser, new: RuleRealiser, before: CitingRule, after: CitingRule
) -> Iterator[tuple[str, Message, Message]]:
    """Yield in which order players act in messages that are the same otherwise: the sentence, the message before, and the message now."""
    was = {old.without_loops(one): one for one in old.messages(before)}
    for one in new.messages(after):
        then = was.get(new.without_loops(one))
        for mine, theirs in () if then is None else zip(one.around.loops, then.around.loops, strict=False):
            if isinstance(mine, Each | Around) and isinstance(theirs, Each | Around) and is_player(mine.variable):
                text = new.turns(mine, one.around)
                if then is not None and text != old.turns(theirs, then.around):
                    yield text, then, one
