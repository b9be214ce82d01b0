"""What a translator is told beside each entry: the rule, its source, its values, the forms that can be used, the room there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from reguli.ruleset.documents import InventoryEntry
from reguli.source.diagnostic import Bag
from reguli.words.catalogue import SHORT, Entry
from reguli.words.desk import Desk, Seat
from reguli.words.noun import NO_BREAK, Digits, Range, count_text
from reguli.words.offers import SAMPLES, Offer, Unknown, real_values
from reguli.words.phrase import parse_wording
from reguli.words.saying import say
from reguli.words.speakable import Speakable
from reguli.words.values import RowsOf

RuleText: TypeAlias = Callable[[Speakable, Seat], str]
"""Says the rule of an element in a language, as well as it can without a wording."""

ROOM: Final = {"game": 24, "option": 60, "phase": 24, "stage": 16, "move": 48, "decision": 60, "reason": 80, "card": 90}
ROOM_OF_A_STATEMENT: Final = 120
"""How many characters a short text has on a card of 63 × 88 mm: three lines of forty in small print."""
MOST_VALUES: Final = 12
MOST_TERMS: Final = 4
_EVERYWHERE: Final = ("players", "phase.", "stage.")
"""Names that every wording may use."""
_PLAIN: Final = Digits("", 99)
RULE: Final = "rule"
SOURCE: Final = "source"
VALUES: Final = "values"
ROOM_LINE: Final = "room"


def neutral_notes(desk: Desk, speakable: Speakable, rule_text: RuleText, seat: Seat | None = None) -> tuple[str, ...]:
    """Give the notes that hold for every language, rule, source, values, room; the rule in the language of ``seat``."""
    said = rule_text(speakable, desk.seats[desk.base] if seat is None else seat)
    return tuple(
        line
        for line in (
            *(f"{RULE}: {line}" for line in said.split("\n") if line),
            *_sources(desk, speakable),
            _values(speakable),
            room_line(speakable.id, speakable),
        )
        if line
    )


def room_line(name: str, speakable: Speakable) -> str:
    """Say how much room a short text has."""
    room = ROOM.get(speakable.sort, ROOM_OF_A_STATEMENT)
    what = "" if name.endswith(SHORT) else f" in '{name}{SHORT}'"
    return f"{ROOM_LINE}: about {room} characters on a card{what}"


def language_notes(desk: Desk, speakable: Speakable, seat: Seat) -> tuple[str, ...]:
    """Give the notes of one language: the forms it has for the terms concerned, and how the others say it."""
    return (*_forms(speakable, seat), *_others(desk, speakable, seat))


def _sources(desk: Desk, speakable: Speakable) -> Iterator[str]:
    known = {entry.id: entry for entry in desk.ruleset.documents.inventory}
    for cite in speakable.cites[:6]:
        entry = known.get(cite)
        if entry is not None:
            yield f"{SOURCE}: {cite} {entry.statement}{_places(entry)}"


def _places(entry: InventoryEntry) -> str:
    return f" ({', '.join(f'{document} {place}' for document, place in entry.sources)})" if entry.sources else ""


def _values(speakable: Speakable) -> str:
    own = [(name, offer) for name, offer in speakable.offers.items() if not name.startswith(_EVERYWHERE)]
    shown = [_value(name, offer) for name, offer in own if not name.endswith(".next")]
    more = f"; and {len(shown) - MOST_VALUES} more" if len(shown) > MOST_VALUES else ""
    return f"{VALUES}: {'; '.join(shown[:MOST_VALUES])}{more}" if shown else ""


def _value(name: str, offer: Offer) -> str:
    if isinstance(offer.kind, RowsOf):
        return f"[each {name}: …] with {', '.join(offer.kind.fields)}"
    if isinstance(offer.value, Unknown):
        return f"[{name}] {offer.kind}"
    said = offer.value
    text = count_text(said, _PLAIN) if isinstance(said, int | Range) and not isinstance(said, bool) else str(said)
    return f"[{name}] = {text}{f' {offer.unit}' if offer.unit else ''}"


def _forms(speakable: Speakable, seat: Seat) -> Iterator[str]:
    """Show the forms of the terms that the values count, and numbers with them."""
    language, lexicon = seat.language, seat.tongue.lexicon
    own = (offer for name, offer in speakable.offers.items() if not name.startswith(_EVERYWHERE))
    units = dict.fromkeys(offer.unit for offer in own if offer.unit in lexicon.terms)
    for term in tuple(units)[:MOST_TERMS]:
        noun = lexicon.terms[term].noun
        forms = ((name, language.noun_form(noun, frozenset(name.split()))) for name in language.shown_forms)
        said = [f"[{term}{':' if name else ''}{name}] {text}" for name, text in forms if text]
        counting = lexicon.counting_noun(term)
        digits = seat.tongue.style.digits
        counted = [language.counted(n, counting, frozenset(), digits) if counting else None for n in SAMPLES]
        numbers = ", ".join(text.replace(NO_BREAK, " ") for text in counted if text)
        yield f"forms: {', '.join(said)}{f'; [n {term}] {numbers}' if numbers else ''}"


def _others(desk: Desk, speakable: Speakable, seat: Seat) -> Iterator[str]:
    for other in desk.seats.values():
        entry = other.catalogue.entries.get(speakable.id)
        if other is seat or entry is None or entry.fuzzy or not other.catalogue.printed(entry):
            continue
        yield f"{other.language.name}: {rendered(entry, speakable, other)}"


def rendered(entry: Entry, speakable: Speakable, seat: Seat) -> str:
    """Say a wording with the real values of its rule; what cannot be said stands marked."""
    bag = Bag()
    wording = parse_wording(entry.id, seat.catalogue.printed(entry), entry.place, bag)
    return say(wording, real_values(speakable.offers), seat.tongue, bag).replace(NO_BREAK, " ")
