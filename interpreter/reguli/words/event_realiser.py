"""Realises a playthrough in one language: the engine's moves, refusals and events, with the players' names.

The engine gives ids, numbers and names (``Plain``). A tongue turns them into what wordings take, says the wording of the
ruleset where there is one, else what the tool says for every ruleset (``interface.po``), else a gloss, marked as one. Players are
called by their names, or by their seats in the language where they have no names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model import types as ty
from reguli.model.bound_tree.bound_statements import Ask, BoundOption
from reguli.model.types import BundleType, CollectionType, ElementType, NumberType, TruthType, Type, ZoneType
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import NOWHERE, Sources
from reguli.words.catalogue.wording_catalogue import WordingCatalogue
from reguli.words.grammar.grammar_values import NO_BREAK, Language, ProperName
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_scope import MOVER, READER, PlaceholderScope
from reguli.words.placeholders.placeholder_values import (
    ELEMENT_WORDING,
    GAME,
    PLAYER,
    element_value,
    rule_fixed_values,
)
from reguli.words.placeholders.rule_citations import CitingRule, citing_rules
from reguli.words.placeholders.translator_notes import TranslatorLabels
from reguli.words.placeholders.wording_signature import base_signatures, mark_stale_wordings, rule_signatures
from reguli.words.placeholders.wording_subjects import wording_subjects
from reguli.words.realisation.noun_phrases import with_id_terms
from reguli.words.realisation.phrase_templates import PhraseTemplates, read_gloss_templates
from reguli.words.realisation.rule_realisation import mark_text_as_gloss
from reguli.words.realisation.term_phrases import TermPhrases, variety_counts_phrase
from reguli.words.terminology import LanguageRealiser
from reguli.words.translation.translation_workspace import WordLocations, open_ruleset_realiser
from reguli.words.translation.typed_sentences import collect_inline_sentences
from reguli.words.wording_parser import InflectedPhrase, Value, Values

Plain: TypeAlias = "int | bool | str | Sequence[Plain] | Mapping[str, Plain] | None"
"""What JSON can say of a value; ``{"hidden": true}`` stands for what the reader may not know."""

UNKNOWN: Final = ProperName("?")
IN_A_SENTENCE: Final = "seat.said"
"""The wording of a seat that stands in a sentence and is inflected there."""
BY_ITSELF: Final = "seat.title"
"""The wording of a seat at the head of a line, in a list, in a table."""
SEAT: Final = "n"
_SCOPES: Final = IdentityCache[PlaceholderScope]()
_FIXED: Final = IdentityCache[Values]()
"""By rule the values that are the same in every game; a table asks for them with every move that it lists."""


@frozen_class
class EventText(FrozenValue):
    """A realised text, and whether it is a gloss generated because there is no wording."""

    text: str
    gloss: bool = False


@frozen_class
class EventRealiser(FrozenValue):
    """Realiser for one language, with the wordings of the ruleset (``own``) and of the tool (``shared``), and the players at the table.

    The players are ``names`` in sentences and ``titles`` by themselves; ``called`` is what the engine calls them.
    """

    ruleset: m.Ruleset
    book: PhraseTemplates
    own: WordingCatalogue
    shared: WordingCatalogue
    citers: Mapping[str, CitingRule]
    called: tuple[str, ...]
    names: tuple[Value, ...]
    titles: tuple[str, ...]

    @property
    def terms(self) -> LanguageRealiser:
        """Return the language's realiser."""
        return self.book.tongue

    @property
    def phrases(self) -> TermPhrases:
        """Return the realiser of rule values as phrases."""
        return TermPhrases(self.ruleset, self.book, self.names)

    @property
    def labels(self) -> TranslatorLabels:
        """Return the labels of fields and elements."""
        return TranslatorLabels(self.ruleset, self.terms, self.own)

    def with_players(self, names: Sequence[str], spoken: Mapping[str, str]) -> EventRealiser:
        """Return the realiser for other players; the arguments are those of ``open_event_realiser``."""
        seats = tuple(_seats(names, self.ruleset, self.shared, self.terms, spoken))
        titles = tuple(title for _, title in seats)
        return replace(self, called=tuple(names), names=tuple(name for name, _ in seats), titles=titles)

    # -- values ------------------------------------------------------------------------------------------------

    def value(self, plain: Plain, found: Type) -> Value:
        """Convert an engine value to a value for wordings; elements are found by name, label or id, hidden ones said by their kind."""
        if isinstance(plain, Mapping):
            noun = self.phrases.noun_of(self.ruleset.kinds[found.kind]) if isinstance(found, ElementType) else ""
            return self.phrases.made("hidden_one", noun=noun) if noun in self.terms.lexicon.terms else UNKNOWN
        match found:
            case TruthType():
                return bool(plain)
            case NumberType():
                return plain if isinstance(plain, int) else UNKNOWN
            case ElementType(kind):
                return ProperName("–") if plain is None else self.element(kind, str(plain))
            case CollectionType(kind) | ZoneType(kind) | BundleType(kind=kind):
                if isinstance(plain, Sequence) and not isinstance(plain, str):
                    return tuple(self.element(kind, str(item)) for item in plain)
                return plain if isinstance(plain, int) else UNKNOWN
            case ty.NumbersType() | ty.GroupsType() | ty.KeyedType() | ty.UnknownType():
                return plain if isinstance(plain, int) else ProperName(str(plain))

    def element(self, kind_id: str, word: str) -> Value:
        """Return an element by the engine's word for it: a term, or its own wording; an unknown word becomes a proper name."""
        kind = self.ruleset.kinds[kind_id]
        index = self._index(kind, word)
        if index is None:
            return ProperName(word)
        value = element_value(kind, index, self.names)
        if isinstance(value, str) and value not in self.terms.lexicon.terms:
            return ProperName(self.labels.element(kind_id, value) or value)
        return value

    def _index(self, kind: m.Kind, word: str) -> int | None:
        if kind.id == PLAYER and word in self.called:
            return self.called.index(word)
        for words in (kind.elements, kind.typed):
            if word in words:
                return words.index(word)
        return None

    def _apart(self, found: Type, plain: Plain, value: Value) -> Value:
        """Return a value as a gloss lists it; an element that shares its label with another is shown as it is typed."""
        if not isinstance(found, ElementType) or plain is None:
            return value
        if isinstance(plain, Mapping):
            return value
        kind = self.ruleset.kinds[found.kind]
        index = self._index(kind, str(plain))
        return value if index is None or kind.told_apart(index) else ProperName(kind.word(index))

    def phrase(self, kind_id: str, word: str) -> Value:
        """Return an element as a phrase that can be inflected; an element that shares its label with another is shown as it is typed."""
        kind = self.ruleset.kinds[kind_id]
        index = self._index(kind, word)
        if index is None or not kind.told_apart(index):
            return ProperName(word if index is None else kind.word(index))
        phrase = self.phrases.element(kind_id, index)
        if isinstance(phrase, InflectedPhrase) and not phrase.wording.id.startswith(ELEMENT_WORDING):
            said = self.labels.element(kind_id, kind.elements[index])
            if said and not self.phrases.known(kind.elements[index]):
                return ProperName(said)
        return phrase

    def listed(self, kind_id: str, word: str) -> str:
        """Return the text of an element as a list item; an element without its own word is shown by its id, marked as generated."""
        kind = self.ruleset.kinds[kind_id]
        index = self._index(kind, word)
        if index is None:
            return word
        if kind_id == PLAYER:
            return self.title(index)
        said, value = self.labels.element(kind_id, kind.elements[index]), element_value(kind, index)
        term = self.terms.lexicon.terms.get(kind.elements[index])
        # A term that is made of an id says less than the name of the element.
        if isinstance(value, ProperName) and (not said or (term is not None and term.span == NOWHERE)):
            return self.terms.lexicon.name(value).text
        if said:
            return said
        label = kind.word(index)
        return label if label != kind.elements[index] else mark_text_as_gloss(label.replace("_", " "))

    def so_many(self, kind: str, amounts: Iterable[tuple[str, int]]) -> tuple[Value, ...]:
        """Return the amount of each variety of a kind, given by the engine's words; a phrase for "nothing" if there are none."""
        known = self.ruleset.kinds[kind]
        found = [(self._index(known, word), amount) for word, amount in amounts]
        there = [(index, amount) for index, amount in found if index is not None]
        return variety_counts_phrase(self.phrases, kind, there, lambda index: self.element(kind, known.elements[index]))

    def player(self, word: str) -> Value:
        """Return a player by name or seat."""
        found = self.element(PLAYER, word)
        return found if isinstance(found, ProperName | InflectedPhrase) else ProperName(word)

    def title(self, seat: int) -> str:
        """Return a player by seat, as a stand-alone title."""
        return self.titles[seat] if seat < len(self.titles) else self.ruleset.kinds[PLAYER].elements[seat]

    def in_a_sentence(self, seat: int) -> str:
        """Return a player by seat, in uninflected form for use within a sentence."""
        return self.shared_wording("seat.named", player=self.names[seat]).replace(NO_BREAK, " ")

    # -- wordings ----------------------------------------------------------------------------------------------

    def own_wording(self, ids: Sequence[str], values: Values) -> str | None:
        """Return the text of the ruleset's first existing wording; None where there is none or it lacks a value."""
        return next((text for name in ids if (text := self._said(self.own, name, values)) is not None), None)

    def shared_wording(self, name: str, /, **values: Value) -> str:
        """Return a text of the tool; where the language lacks it, its id in brackets."""
        text = self._said(self.shared, name, values)
        return text if text is not None else f"⟦{name}⟧"

    def _said(self, catalogue: WordingCatalogue, name: str, values: Values) -> str | None:
        entry, bag = catalogue.accepted(name), Bag()
        text = None if entry is None else format_wording(catalogue.wording(entry, bag), values, self.terms, bag)
        return None if bag else text

    def line(self, name: str, /, **values: Value) -> EventText:
        """Return a text of the tool as a sentence."""
        return EventText(capitalise_for_screen(self.shared_wording(name, **values)))

    def worded(self, ids: Sequence[str], values: Values, otherwise: str, /, **said: Value) -> EventText:
        """Return the text of the ruleset's first existing wording, else the tool's text ``otherwise`` as a gloss."""
        text = self.own_wording(ids, values)
        if text is not None:
            return EventText(capitalise_for_screen(text))
        return EventText(capitalise_for_screen(mark_text_as_gloss(self.shared_wording(otherwise, **said))), gloss=True)

    # -- moves -------------------------------------------------------------------------------------------------

    def option(self, rule: str) -> tuple[BoundOption, Ask] | None:
        """Return an option and its decision by the option's rule id; None if there is none."""
        found = self.citers.get(f"rule:{rule}")
        if found is None or not isinstance(found.node, BoundOption) or not isinstance(found.owner, Ask):
            return None
        return found.node, found.owner

    def move_values(
        self, option: BoundOption, arguments: Mapping[str, Plain], player: str, you: bool
    ) -> dict[str, Value]:
        """Return the values that the wording of a move may use."""
        made = (one.variable for one in option.parameters if one.variable.name in arguments)
        values = {one.name: self.value(arguments[one.name], one.type) for one in made}
        return {**self._fixed(option.rule), MOVER: self.player(player), READER: you, **values}

    def _fixed(self, rule: str) -> Values:
        """Return the values that the rules fix and the wording of a rule may use, such as the constants that it reads."""
        citer = self.citers.get(f"rule:{rule}")
        if citer is None:
            return {}
        return _FIXED.get((self.ruleset,), rule, lambda: rule_fixed_values(self._scope.offers(citer)))

    @property
    def _scope(self) -> PlaceholderScope:
        return _SCOPES.get((self.ruleset,), "", lambda: PlaceholderScope(self.ruleset))

    def move(self, rule: str, arguments: Mapping[str, Plain], player: str, *, you: bool = False) -> EventText:
        """Return the text of a move: an action open to a player, or with ``you`` to the reader."""
        return self._moved("move", rule, arguments, player, you=you)

    def done(self, rule: str, arguments: Mapping[str, Plain], player: str) -> EventText:
        """Return the text of a completed move, in the past tense."""
        return self._moved("done", rule, arguments, player)

    def _moved(
        self, sort: str, rule: str, arguments: Mapping[str, Plain], player: str, *, you: bool = False
    ) -> EventText:
        known = self.option(rule)
        if known is None:
            return EventText(capitalise_for_screen(mark_text_as_gloss(rule)), gloss=True)
        option, ask = known
        values = self.move_values(option, arguments, player, you)
        ids = (f"{sort}:{ask.name}/{option.name}", f"{sort}:{option.name}")
        made = (one.variable for one in option.parameters if one.variable.name in arguments)
        items = tuple(self._apart(one.type, arguments[one.name], values[one.name]) for one in made)
        what = ProperName(option.name)
        return self.worded(ids, values, "journal.choose", player=values[MOVER], what=what, items=items)

    def decision(self, rule: str, player: str, *, you: bool = True) -> EventText:
        """Return the question of a decision."""
        found = self.citers.get(f"rule:{rule}")
        name = found.node.name if found is not None and isinstance(found.node, Ask) else rule
        values: Values = {**self._fixed(rule), MOVER: self.player(player), READER: you}
        return self.worded((f"decision:{name}",), values, "journal.ask", player=values[MOVER], what=ProperName(name))

    def zone(self, text: str) -> Value:
        """Return a zone by the engine's text for it: ``deck``, ``anna.cards``, ``tower.guards``."""
        known = self.kept_at(text)
        if known is None:
            return ProperName(text)
        kind, _, field = known.partition(".")
        bare, _, keys = text.rstrip("]").partition("[")
        said = self.place(kind, field, self.ruleset.state_types[known], bare.rpartition(".")[0])
        return self.keyed(known, said, keys.split(",")) if keys else said

    def keyed(self, field: str, place: Value, words: Sequence[Plain]) -> Value:
        """Return a phrase for one place of a keyed field; the keys are given by the engine's words."""
        keys = tuple(
            UNKNOWN
            if isinstance(word, Mapping)
            else self.phrase(key.name, str(word))
            if key.low is None
            else int(str(word))
            for key, word in zip(self.ruleset.state[field].by, words, strict=True)
        )
        return self.phrases.keyed(place, keys)

    def kept_at(self, text: str) -> str | None:
        """Return the state field of a zone by the engine's text for it: ``player.cards``; None if it is no state field."""
        owner, _, field = text.partition("[")[0].rpartition(".")
        for name in self.ruleset.state_types:
            kind, _, known = name.partition(".")
            if known == field and (
                not owner if kind == GAME else self._index(self.ruleset.kinds[kind], owner) is not None
            ):
                return name
        return None

    def place(self, kind: str, field: str, found: Type | None, owner: str = "", *, listed: bool = False) -> Value:
        """Return the phrase for a field within a sentence, with its owner; a field of other elements is named by its owner alone."""
        if kind not in (GAME, PLAYER):
            return self.phrase(kind, owner)
        whose = self.phrase(kind, owner) if owner else None
        label = self.labels.field(kind, field)
        if label.term:
            if whose is None:
                return self.phrases.made("the_many" if label.many else "the", noun=label.term)
            return self.phrases.made("owned_many" if label.many else "owned", owner=whose, thing=label.term)
        if whose is None and not label.gloss:
            return ProperName(label.text)
        return self.phrases.place(field if label.gloss else label.text, found, whose, listed=listed)

    def owner(self, zone: str) -> Value | None:
        """Return the owner of a zone, by the engine's text for the zone; None where the zone belongs to the game."""
        kind = (self.kept_at(zone) or GAME).partition(".")[0]
        return None if kind == GAME else self.element(kind, zone.partition("[")[0].rpartition(".")[0])


def open_event_realiser(
    ruleset: m.Ruleset,
    language: Language,
    homes: WordLocations,
    *,
    names: Sequence[str],
    bag: Bag,
    sources: Sources,
    spoken: Mapping[str, str] | None = None,
) -> EventRealiser:
    """Read the files needed to realise a ruleset in a language; faults are findings, and the text is then a gloss.

    ``names`` are what the players are called by where they type, by seat; ``spoken`` is what those are called in the
    language who are called otherwise in it.
    """
    beside = collect_inline_sentences(ruleset)
    opened = open_ruleset_realiser(language, homes.name, homes.places, bag, sources, beside=beside)
    own, tongue = opened.own, opened.terms
    if not homes.shipped:
        # The wordings of a shipped ruleset are those of its rules, as a test proves; a tenth of a second is saved.
        subjects = wording_subjects(ruleset, (), None)
        own = mark_stale_wordings(own, rule_signatures(subjects, ruleset), base_signatures(subjects, ruleset))
    book = with_id_terms(read_gloss_templates(tongue, homes.general, bag, sources, own), ruleset)
    opened_realiser = EventRealiser(ruleset, book, own, opened.shared, citing_rules(ruleset), (), (), ())
    return opened_realiser.with_players(names, spoken or {})


def capitalise_for_screen(text: str) -> str:
    """Capitalise the first letter and replace no-break spaces by ordinary ones, for display on a screen."""
    text = text.strip().replace(NO_BREAK, " ")
    return text[:1].upper() + text[1:]


def _seats(
    called: Sequence[str],
    ruleset: m.Ruleset,
    shared: WordingCatalogue,
    tongue: LanguageRealiser,
    spoken: Mapping[str, str],
) -> Iterator[tuple[Value, str]]:
    """Yield each player by seat: as named within sentences (a name, or a phrase such as "the first player"), and as a stand-alone title.

    ``spoken`` gives the names of those who are called otherwise where they are typed; without one there, a word that is only the
    id of the seat is no name.
    """
    inside, alone = (
        None if (entry := shared.accepted(name)) is None else shared.wording(entry, Bag())
        for name in (IN_A_SENTENCE, BY_ITSELF)
    )
    kind, noun = ruleset.kinds[PLAYER], tongue.lexicon.noun(PLAYER)
    traits = (*((noun.gender,) if noun is not None and noun.gender else ()), "definite", "person", "one")
    for seat, word in enumerate(called):
        name, number = spoken.get(word, word), {SEAT: seat + 1}
        if word in spoken or seat >= len(kind.elements) or word not in (kind.elements[seat], kind.labels[seat]):
            yield ProperName(name), name
            continue
        title = name if alone is None else format_wording(alone, number, tongue, Bag()).replace(NO_BREAK, " ")
        yield ProperName(word) if inside is None else InflectedPhrase(inside, number, PLAYER, traits), title
