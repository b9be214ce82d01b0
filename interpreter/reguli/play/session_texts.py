"""Texts for a table in a person's language: moves, questions, events, reasons, phases and the ranking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from reguli.engine.gameplay.legal_actions import ActionSet, Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, Refusal
from reguli.engine.history.journal import JournalEntry
from reguli.engine.notation import Plain, element_text, find_matching_choice, move_json
from reguli.ir.program import Decide
from reguli.model import types as ty
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Apply,
    Builtin,
    Cell,
    ComputedTerm,
    Constant,
    Contents,
    Fact,
    ReadTerm,
    Term,
    Tracked,
)
from reguli.model.bound_tree.tree_traversal import all_terms
from reguli.model.resolved_ruleset import Ruleset, without_copy_depth
from reguli.model.types import CollectionType, NumberType
from reguli.source.diagnostic import Bag
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import Sources
from reguli.words.event_realiser import EventRealiser, EventText, capitalise_for_screen, open_event_realiser
from reguli.words.grammar.grammar_values import NO_BREAK, Language, NumberRange, ProperName
from reguli.words.journal_texts import MOST_SHOWN, event_text, is_reported, phase_name_numbers, say_refusal
from reguli.words.translation.translation_workspace import WordLocations

CLOSING: Final = ")”»"
"""What a word at the end of a sentence may be followed by."""


@dataclass(frozen=True, slots=True)
class SessionRealiser:
    """The texts of one table in one language; opening it takes 0.1 to 0.2 s, so it is done once."""

    events: EventRealiser

    @property
    def language(self) -> str:
        """Return the code of the language."""
        return self.events.terms.language.code

    def title(self, seat: int) -> str:
        """Return a player's name on its own, as in a heading."""
        return self.events.title(seat)

    @property
    def guessed(self) -> tuple[str, ...]:
        """Return the player names whose grammatical forms the language only guesses."""
        lexicon = self.events.terms.lexicon
        return tuple(name.text for name in self.events.names if isinstance(name, ProperName) and lexicon.guesses(name))

    def named(self, seat: int) -> str:
        """Return a name for a sentence."""
        return self.events.in_a_sentence(seat)

    def event(self, entry: JournalEntry) -> str:
        """Return an event's text; empty for unreported events."""
        return self._named(event_text(entry, self.events).text) if is_reported(entry, self.events) else ""

    def done(self, playthrough: GamePlaythrough, decision: Decide, move: Move, seat: int) -> str:
        """Return the text of a completed move, in the past; without a wording in the ruleset, a marked gloss."""
        rule = without_copy_depth(find_matching_choice(decision, move.option, move.arguments).option.rule)
        told = self.events.done(rule, _arguments(playthrough, decision, move), _player(playthrough, seat))
        return self._named(told.text)

    def move(self, playthrough: GamePlaythrough, decision: Decide, move: Move, seat: int, *, you: bool = False) -> str:
        """Return the text of a move; empty without a wording in the ruleset, since a gloss would only repeat the typed form."""
        rule = without_copy_depth(find_matching_choice(decision, move.option, move.arguments).option.rule)
        told = self.events.move(rule, _arguments(playthrough, decision, move), _player(playthrough, seat), you=you)
        return "" if told.gloss else self._named(told.text)

    def family(self, playthrough: GamePlaythrough, family: ActionSet) -> str:
        """Return the text of an option for the player choosing it, with number ranges kept; empty without a wording."""
        decision = playthrough.decision
        assert decision is not None
        if family.size == 1 or not isinstance(family.span, range):
            return self.move(playthrough, decision, family.move(0), playthrough.actor, you=True)
        option = family.choice.option
        given = _arguments(playthrough, decision, family.move(0))
        values = self.events.move_values(option, given, _player(playthrough, playthrough.actor), you=True)
        values[option.parameters[-1].variable.name] = NumberRange(family.span[0], family.span[-1])
        names = (f"move:{decision.ask.name}/{option.name}", f"move:{option.name}")
        return capitalise_for_screen(self.events.own_wording(names, values) or "")

    def gloss_of_family(self, playthrough: GamePlaythrough, family: ActionSet) -> str:
        """Return an option as a marked gloss: its name in the rules, and the arguments that are settled."""
        open_one = family.choice.option.parameters[-1].variable.name if family.size > 1 else None
        return self.gloss_of_move(playthrough, family.move(0), besides=open_one)

    def gloss_of_move(self, playthrough: GamePlaythrough, move: Move, besides: str | None = None) -> str:
        """Return a move as a marked gloss, without the argument ``besides``."""
        decision = playthrough.decision
        assert decision is not None
        rule = without_copy_depth(find_matching_choice(decision, move.option, move.arguments).option.rule)
        given = {name: one for name, one in _arguments(playthrough, decision, move).items() if name != besides}
        return self._named(self.events.move(rule, given, _player(playthrough, playthrough.actor)).text)

    def question(self, playthrough: GamePlaythrough, *, you: bool = True) -> str:
        """Return the question, put to the player who decides (``you``) or told to another; empty without a wording."""
        told = self._asked(playthrough, you=you)
        return "" if told.gloss else told.text

    def gloss_of_question(self, playthrough: GamePlaythrough) -> str:
        """Return the question as a marked gloss: the decision by its name in the rules, without a wording."""
        return self._asked(playthrough).text

    def _asked(self, playthrough: GamePlaythrough, *, you: bool = True) -> EventText:
        assert playthrough.decision is not None
        rule = without_copy_depth(playthrough.decision.ask.rule)
        return self.events.decision(rule, _player(playthrough, playthrough.actor), you=you)

    def refusal(self, playthrough: GamePlaythrough, move: Move, refusal: Refusal, *, you: bool = True) -> str:
        """Return the text of a refusal reason, addressed to the mover (``you``) or to another player."""
        assert playthrough.decision is not None
        given = _arguments(playthrough, playthrough.decision, move)
        player, nearest = _player(playthrough, playthrough.actor), refusal.nearest
        said = self._reason(refusal, player, given, you=you)
        if nearest is None:
            return said
        why_not = self._reason(nearest.refusal, player, nearest.arguments, you=you)
        worded = self.events.move(nearest.option, nearest.arguments, player, you=you)
        called = nearest.move if worded.gloss else self._named(worded.text)
        return f"{said} {self.shared('reason.nearest', move=ProperName(called), why=ProperName(why_not))}"

    def _reason(self, refusal: Refusal, player: str, given: Mapping[str, Plain], *, you: bool) -> str:
        return _ended(self._named(say_refusal(refusal, self.events, player=player, move=given, you=you).text))

    @staticmethod
    def says_all_of(refusal: Refusal) -> bool:
        """Return whether ``refusal`` lists all valid values."""
        return len(refusal.admissible) <= MOST_SHOWN

    def amount(self, number: int, unit: str) -> str:
        """Return the text of a number of things; a bare number if the language has no noun for them."""
        if unit not in self.events.terms.lexicon.terms:
            return str(number)
        return self.shared("view.amount", n=number, thing=unit)

    def shared(self, name: str, **values: int | str | ProperName | tuple[ProperName, ...]) -> str:
        """Return the text of a wording shared by all rulesets, with ordinary spaces."""
        return self.events.shared_wording(name, **values).strip().replace(NO_BREAK, " ")

    def name(self, text: str) -> ProperName:
        """Return a name as a placeholder value."""
        return ProperName(text)

    def element(self, word: str) -> str:
        """Return an element's text by its id or label; as typed if several kinds share it with different names."""
        kinds = [kind for kind in self.events.ruleset.kinds.values() if word in (*kind.elements, *kind.typed)]
        said = {self.events.listed(kind.id, word) for kind in kinds}
        if word in self.events.called:
            said = {self.title(self.events.called.index(word))}
        return said.pop() if len(said) == 1 else word

    def key(self, kind: str | None, word: str) -> str:
        """Return the text of a tracked field's key: an element as in a list, a number in digits."""
        return word if kind is None else self.events.listed(kind, word)

    def _named(self, text: str) -> str:
        """Restore a player's spelling at the start of a sentence; a single letter may be an article as well."""
        for name in self.events.names:
            if not isinstance(name, ProperName) or len(name.text) == 1 or name.text[:1] == text[:1]:
                continue
            written = name.text[:1].upper() + name.text[1:]
            if text.startswith(written) and not text[len(written) : len(written) + 1].isalnum():
                return name.text[:1] + text[1:]
        return text

    def round(self, number: int) -> str:
        """Return the round's text."""
        return capitalise_for_screen(self.events.shared_wording("journal.round", n=number))

    def era(self, kind_id: str, name: str) -> str:
        """Return the name of a phase or stage; its id if the ruleset has no wording for it."""
        number = (self.events.ruleset.kinds[kind_id].index(name) or 0) + 1
        said = self.events.own_wording((f"{kind_id}:{name}",), phase_name_numbers(self.events, number))
        return name if said is None else capitalise_for_screen(said)

    def own_text(self, subject: str) -> str:
        """Return a wording of the ruleset that names no value; empty if there is none."""
        said = self.events.own_wording((subject,), {})
        return "" if said is None else capitalise_for_screen(said.strip().replace(NO_BREAK, " "))

    def kind_name(self, kind: str) -> str:
        """Return the noun of a kind as a heading; its id if the language has none."""
        found = self.events.ruleset.kinds[kind]
        return capitalise_for_screen(self.events.labels.noun(self.events.phrases.noun_of(found)) or found.id)

    def sum_name(self, term: Term) -> str:
        """Return what an amount is called: by the first value in it that has a noun and counts the same unit, else a generated phrase."""
        for inner in all_terms(term):
            match inner:
                case Tracked():
                    said = self._counted(inner)
                case Apply(define=name) | Cell(table=name) | Constant(origin=str() as name):
                    noun, many = self.events.phrases.field_noun(without_copy_depth(name))
                    said = self.events.labels.noun(noun, many=many)
                case Fact(name=name):
                    said = self.events.labels.noun(name)
                case ReadTerm() | ComputedTerm():
                    said = ""
            if said and (_unit(inner) is None or _unit(inner) == _unit(term)):
                return capitalise_for_screen(said)
        return capitalise_for_screen(self.events.shared_wording("view.term", term=self.events.phrases.of(term)))

    def criteria(self) -> tuple[str, ...]:
        """Return the texts of the ranking criteria, in rules notation if they have no wording."""
        said = []
        for criterion in self.events.ruleset.ranking:
            name = f"ranking:{criterion.order} {criterion.text}"
            text = self.events.own_wording((name,), {})
            said.append(criterion.text if text is None else text.strip().replace(NO_BREAK, " "))
        return tuple(said)

    def values_ranked(self) -> tuple[str, ...]:
        """Return, for each ranking criterion, the noun that its value counts; empty if the language has none."""
        return tuple(self._counted(criterion.by) for criterion in self.events.ruleset.ranking)

    def _counted(self, term: Term) -> str:
        """Return the noun that a value counts: its field's label, its define's noun, else that of its things or its unit.

        A define that counts things has a closer noun than they have; one that adds up units counts those.
        """
        labels = self.events.labels
        match term:
            case Builtin(name="count", arguments=(Apply(type=CollectionType(kind=kind)),)):
                return labels.noun(self.events.phrases.noun_of(self.events.ruleset.kinds[kind]), many=True)
            case Amount(zone=inner) | Contents(zone=inner) | Builtin(name="count", arguments=(inner,)):
                return self._counted(inner)
            case Tracked(field=field):
                owner, _, name = field.rpartition(".")
                label = labels.field(owner, name)
                return "" if label.gloss else label.text
            case Apply(define=name) if not self._is_of_unit(term) and (said := labels.noun(name, many=True)):
                return said
        match term.type:
            case CollectionType(kind=kind):
                return labels.noun(self.events.phrases.noun_of(self.events.ruleset.kinds[kind]), many=True)
            case NumberType(unit=str() as unit):
                return labels.noun(unit, many=True)
            case NumberType() | ty.TruthType() | ty.ElementType() | ty.ManyType() | ty.PlaceType() | ty.UnknownType():
                return ""

    def _is_of_unit(self, term: Term) -> bool:
        """Return whether a value is a number of units which are no things."""
        unit = term.type.unit if isinstance(term.type, NumberType) else None
        return unit is not None and unit not in self.events.ruleset.kinds

    def happened(self, entry: JournalEntry) -> str:
        """Return the text of a move's consequence in its rule's own wording; empty if it has none."""
        return self.event(entry) if self.events.own.accepted(f"effect:{entry.rule}") is not None else ""

    def ranking_title(self) -> str:
        """Return the ranking's title."""
        return capitalise_for_screen(self.events.shared_wording("section:ranking"))

    def word(self, name: str) -> str:
        """Return the noun of a thing in the ruleset; empty if the language has none."""
        term = self.events.terms.lexicon.terms.get(name)
        form = None if term is None else self.events.terms.language.noun_form(term.noun, frozenset())
        return (form or "").replace(NO_BREAK, " ")


_OPENED: Final = IdentityCache[EventRealiser]()
"""Texts of the rulesets that were opened last: many tables of a server play one ruleset, and its texts take a second to open."""


def open_sitting_tongue(
    ruleset: Ruleset,
    language: Language,
    homes: WordLocations,
    playthrough: GamePlaythrough,
    spoken: Mapping[str, str] | None = None,
) -> SessionRealiser:
    """Open the realiser for a table; errors in the wordings do not stop the game but appear as glosses.

    ``spoken`` gives what players are called in the language who are called otherwise where they are typed.
    """
    called = [_player(playthrough, seat) for seat in range(playthrough.program.players)]
    events = _OPENED.get(
        (ruleset,),
        (language.code, homes),
        lambda: open_event_realiser(ruleset, language, homes, names=(), bag=Bag(), sources=Sources()),
    )
    return SessionRealiser(events.with_players(called, spoken or {}))


def _ended(text: str) -> str:
    """Append a full stop to a text that ends in a word or number, also within brackets or quotes."""
    return f"{text}." if text.rstrip(CLOSING)[-1:].isalnum() else text


def _unit(term: Term) -> str | None:
    return term.type.unit if isinstance(term.type, NumberType) else None


def _player(playthrough: GamePlaythrough, seat: int) -> str:
    return element_text(playthrough.program, "player", seat, playthrough.names)


def _arguments(playthrough: GamePlaythrough, decision: Decide, move: Move) -> Mapping[str, Plain]:
    given = move_json(playthrough.program, decision, move)["arguments"]
    assert isinstance(given, dict)
    return given
