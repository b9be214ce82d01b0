"""The translator notes of each entry: the rule, its source, its values, the usable forms, the length limit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.words.catalogue.wording_catalogue import SHORT, CatalogueEntry, WordingCatalogue
from reguli.words.grammar.grammar_values import NO_BREAK, DigitGrouping, NumberRange, ProperName, count_text
from reguli.words.placeholder_formatting import format_wording
from reguli.words.placeholders.placeholder_scope import common_rule_values
from reguli.words.placeholders.placeholder_values import (
    EVERYWHERE,
    SAMPLES,
    PlaceholderValue,
    UnknownValue,
    capacity_placeholders,
    element_wording,
    fixed_or_sample_values,
    rule_fixed_values,
)
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.realisation.rule_realisation import mark_text_as_gloss
from reguli.words.terminology import LanguageRealiser
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace
from reguli.words.wording_checks import mentioned_terms, mentioned_values
from reguli.words.wording_parser import (
    InflectedPhrase,
    Piece,
    PlaceholderText,
    PlainKind,
    RowsKind,
    RowValues,
    Value,
    Values,
    Wording,
)

RuleText: TypeAlias = Callable[[WordingSubject, LanguageWorkspace], str]
"""Says the rule of an element in a language, as well as it can without a wording."""

ROOM: Final = {"game": 24, "option": 60, "phase": 24, "stage": 16, "move": 48, "decision": 60, "reason": 80, "card": 90}
ROOM_OF_A_STATEMENT: Final = 120
"""How many characters a short text has on a card of 63 × 88 mm: three lines of forty in small print."""
MOST_VALUES: Final = 12
MOST_OF_A_TABLE: Final = 4
MOST_TERMS: Final = 5
_KINDS: Final[Mapping[PlainKind, str]] = {
    "number": "a number",
    "term": "a term",
    "name": "a name",
    "list": "a list",
    "truth": "yes or no",
    "phrase": "a phrase",
}
_PLAIN: Final = DigitGrouping("", 99)
RULE: Final = "rule"
SOURCE: Final = "source"
VALUES: Final = "values"
ROOM_LINE: Final = "room"


def neutral_notes(
    desk: TranslationWorkspace, subject: WordingSubject, rule_text: RuleText, seat: LanguageWorkspace | None = None
) -> tuple[str, ...]:
    """Return the notes common to all languages: rule, source, values, length limit; the rule is in the language of ``seat``."""
    said = rule_text(subject, desk.seats[desk.base] if seat is None else seat)
    return tuple(
        line
        for line in (
            *(f"{RULE}: {line}" for line in said.split("\n") if line),
            *_sources(desk, subject),
            _values(subject, mentioned_values(_base_pieces(desk, subject), subject.reach)),
            length_limit_line(subject.id, subject),
        )
        if line
    )


def length_limit_line(name: str, subject: WordingSubject) -> str:
    """Return the note with the length limit of a short text."""
    room = ROOM.get(subject.sort, ROOM_OF_A_STATEMENT)
    what = "" if name.endswith(SHORT) else f" in '{name}{SHORT}'"
    return f"{ROOM_LINE}: about {room} characters on a card{what}"


def language_notes(desk: TranslationWorkspace, subject: WordingSubject, seat: LanguageWorkspace) -> tuple[str, ...]:
    """Return the notes of one language: its forms of the terms concerned, and the wordings of the other languages."""
    return (*_forms(desk, subject, seat), *_others(desk, subject, seat))


def _sources(desk: TranslationWorkspace, subject: WordingSubject) -> Iterator[str]:
    known = {entry.id: entry for entry in desk.ruleset.documents.inventory}
    for cite in subject.cites[:6]:
        entry = known.get(cite)
        if entry is not None:
            places = ", ".join(f"{document} {place}" for document, place in entry.sources)
            yield f"{SOURCE}: {cite} {entry.statement}{f' ({places})' if places else ''}"


def _base_pieces(desk: TranslationWorkspace, subject: WordingSubject) -> tuple[Piece, ...]:
    """Return the parsed base text of an element, empty where it has no text yet."""
    catalogue = desk.seats[desk.base].catalogue
    entry = catalogue.entries.get(subject.id)
    return () if entry is None else catalogue.wording(entry, Bag()).pieces


def _values(subject: WordingSubject, first: Collection[str]) -> str:
    """Return the note that lists the usable values, first those that the base text uses."""
    own = [name for name in subject.offers if not name.startswith(EVERYWHERE) and not name.endswith(".next")]
    own.sort(key=lambda name: name not in first)
    picked = [name for at, name in enumerate(own) if name in first or _place_in_table(own, at) < MOST_OF_A_TABLE]
    shown = [_value(name, subject.offers[name]) for name in picked[:MOST_VALUES]]
    more = f"; and {len(own) - len(shown)} more" if len(own) > len(shown) else ""
    return f"{VALUES}: {'; '.join(shown)}{more}" if shown else ""


def usable_values(subject: WordingSubject) -> Mapping[str, str]:
    """Return each value that a sentence may use, by the placeholder that prints it, the common ones last."""
    ordered = sorted(subject.offers, key=lambda name: name.startswith(EVERYWHERE))
    return dict(_placeholder(name, subject.offers[name]) for name in ordered)


def _placeholder(name: str, offer: PlaceholderValue) -> tuple[str, str]:
    """Return a placeholder as it is typed, and its value or kind."""
    if isinstance(offer.kind, RowsKind):
        return f"[each {name}: …]", f"rows of [{'], ['.join(offer.kind.fields)}]"
    unit = f" {offer.unit}" if offer.unit and offer.kind == "number" else ""
    value = _KINDS[offer.kind] if isinstance(offer.value, UnknownValue) else _shown(offer.value)
    return f"[{name}{unit}]", value


def _place_in_table(names: Sequence[str], at: int) -> int:
    """Count the names before one that belong to the same table: those with the same first part."""
    table = names[at].partition(".")[0]
    return sum(name.partition(".")[0] == table for name in names[:at])


def _value(name: str, offer: PlaceholderValue) -> str:
    if isinstance(offer.kind, RowsKind):
        return f"[each {name}: …] with {', '.join(offer.kind.fields)}"
    if isinstance(offer.value, UnknownValue):
        return f"[{name}] {_KINDS[offer.kind]}"
    return f"[{name}] = {_shown(offer.value)}{f' {offer.unit}' if offer.unit else ''}"


def _shown(value: Value) -> str:
    """Return a value in readable form."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "any number"
        case int() | NumberRange():
            return count_text(value, _PLAIN)
        case str():
            return value
        case ProperName():
            return value.text
        case tuple():
            return ", ".join(map(_shown, value))
        case InflectedPhrase():
            return _KINDS["phrase"]
        case RowValues():
            return "rows"
        case _:
            assert_never(value)


def _forms(desk: TranslationWorkspace, subject: WordingSubject, seat: LanguageWorkspace) -> Iterator[str]:
    """Yield notes with the forms of the terms in the base text and of its values' units, with example numbers."""
    language, lexicon = seat.language, seat.tongue.lexicon
    own = (offer for name, offer in subject.offers.items() if not name.startswith(EVERYWHERE))
    units = dict.fromkeys(offer.unit for offer in own if offer.unit in lexicon.terms)
    said = mentioned_terms(_base_pieces(desk, subject), subject.reach, desk.seats[desk.base].tongue.lexicon)
    terms = sorted(said & set(lexicon.terms)) + [term for term in units if term not in said]
    for term in terms[:MOST_TERMS]:
        noun = lexicon.terms[term].noun
        forms = ((name, language.noun_form(noun, frozenset(name.split()))) for name in language.shown_forms)
        spoken = [f"[{term}{':' if name else ''}{name}] {text}" for name, text in forms if text]
        yield f"forms: {', '.join(spoken)}{_counted(term, seat) if term in units else ''}"


def _counted(term: str, seat: LanguageWorkspace) -> str:
    """Return some numbers with a term, where the language can count it."""
    counting = seat.tongue.lexicon.counting_noun(term)
    digits = seat.tongue.style.digits
    counted = [seat.language.counted(n, counting, frozenset(), digits) if counting else None for n in SAMPLES]
    numbers = ", ".join(text.replace(NO_BREAK, " ") for text in counted if text)
    return f"; [n {term}] {numbers}" if numbers else ""


def _others(desk: TranslationWorkspace, subject: WordingSubject, seat: LanguageWorkspace) -> Iterator[str]:
    for other in desk.seats.values():
        entry = other.catalogue.accepted(subject.id)
        if other is not seat and entry is not None:
            yield f"{other.language.name}: {render_with_values(entry, subject, other)}"


def render_with_values(entry: CatalogueEntry, subject: WordingSubject, seat: LanguageWorkspace) -> str:
    """Return the text of a wording with the real values of its rule; missing values are marked."""
    wording = seat.catalogue.wording(entry, Bag())
    return format_wording(wording, fixed_or_sample_values(subject.offers), seat.tongue, Bag()).replace(NO_BREAK, " ")


# -- field labels ----------------------------------------------------------------------------------------------------
# What is kept and what there is, as it stands at the head of a line or in a list: fields, single elements.


MANY: Final = "many"
THE: Final = "the"


_COMMON: Final = IdentityCache[Values]()
"""The values common to all rules of a ruleset: a table asks for thousands of labels."""


@frozen_class
class FieldLabel(FrozenValue):
    """The label of a field; ``term`` is set where the label is just that noun, ``many`` where it is in the plural."""

    text: str
    term: str = ""
    many: bool = False
    gloss: bool = False


@frozen_class
class TranslatorLabels(FrozenValue):
    """Labels of one ruleset in one language, from its wordings, else from its terms, else from its ids."""

    ruleset: Ruleset
    tongue: LanguageRealiser
    own: WordingCatalogue

    def field(self, owner: str, name: str) -> FieldLabel:
        """Return the label of a state field; ``owner`` is a kind, or ``game``."""
        wording = self._wording(f"state:{owner}.{name}")
        text = None if wording is None else self._said(wording, self._values(f"{owner}.{name}"))
        if wording is not None and text is not None:
            term, many = _single_term(wording.pieces, self.tongue)
            return FieldLabel(text, term, many)
        called = [kind.id for kind in self.ruleset.kinds.values() if kind.plural == name]
        for term, many in ((name, False), *((kind, True) for kind in (*called, name.removesuffix("s")))):
            said = self.noun(term, many=many)
            if said:
                return FieldLabel(said, term, many)
        return FieldLabel(mark_text_as_gloss(name.replace("_", " ")), gloss=True)

    def element(self, kind: str, name: str) -> str:
        """Return the text of an individual element by its wording, else by its term; empty where it has neither."""
        wording = self._wording(element_wording(kind, name))
        said = None if wording is None else self._said(wording, self._values(""))
        return said if said is not None else self.noun(name)

    def noun(self, term: str, *, many: bool = False) -> str:
        """Return the stand-alone text of a term; empty where the language has none."""
        found = self.tongue.lexicon.noun(term)
        forms = frozenset({MANY} if many else ())
        text = None if found is None else self.tongue.language.noun_form(found, forms)
        return (text or "").replace(NO_BREAK, " ")

    def _wording(self, name: str) -> Wording | None:
        """Return a wording whose first placeholder is not capitalised, for use within a line; None if unusable."""
        entry, bag = self.own.accepted(name), Bag()
        wording = None if entry is None else self.own.wording(entry, bag)
        if wording is None or bag or not wording.pieces:
            return None
        first = wording.pieces[0]
        small = replace(first, capital=False) if isinstance(first, PlaceholderText) else first
        return replace(wording, pieces=(small, *wording.pieces[1:]))

    def _said(self, wording: Wording, values: Values) -> str | None:
        bag = Bag()
        text = format_wording(wording, values, self.tongue, bag)
        return None if bag else text.strip().replace(NO_BREAK, " ")

    def _values(self, field: str) -> Values:
        """Return the values that a field's wording may use: its capacity, and the common ones."""
        state = self.ruleset.state.get(field)
        common = _COMMON.get((self.ruleset,), "", lambda: rule_fixed_values(dict(common_rule_values(self.ruleset))))
        return common if state is None else {**common, **rule_fixed_values(dict(capacity_placeholders(state)))}


def _single_term(pieces: tuple[Piece, ...], tongue: LanguageRealiser) -> tuple[str, bool]:
    """Return the term that makes up a whole wording, and whether it is in the plural; no term where the wording has more text."""
    match pieces:
        case (PlaceholderText(name=name, noun="", forms=forms),) if name in tongue.lexicon.terms and {*forms} <= {
            MANY,
            THE,
        }:
            return name, MANY in forms
        case _:
            return "", False
