"""What a language asks about where letters do not tell it: how a name is spoken, and whether things lie in a place or on it."""

from __future__ import annotations

from reguli.model.types import ZoneType
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import some_of
from reguli.words.grammar.grammar_values import Name
from reguli.words.grammar.language_files import check_letters
from reguli.words.placeholders.element_values import GAME, PLAYER, element_kind, element_value
from reguli.words.placeholders.field_labels import Labels
from reguli.words.translation.ruleset_realiser import WholePlace
from reguli.words.translation.translation_workspace import Desk, Seat


def check_names(desk: Desk, seat: Seat, bag: Bag) -> None:
    """Find the names of elements of which a language cannot tell how they are spoken (W109, once a kind), and letters it does not have (W215)."""
    lexicon, language = seat.tongue.lexicon, seat.language
    for kind in desk.ruleset.kinds.values():
        if kind.id == PLAYER or kind.form == "edges" or element_kind(kind) != "name":
            continue
        values = (element_value(kind, index) for index in range(len(kind.elements)))
        names = [value for value in values if isinstance(value, Name)]
        guessed = tuple(dict.fromkeys(name.text for name in names if lexicon.guesses(name)))
        if guessed:
            bag.add("W109", kind.span, kind=kind.id, names=some_of(guessed), name=guessed[0], language=language.name)
        said = " ".join(name.text for name in names if name.text not in lexicon.names)
        check_letters(said, language.misspelt, language.name, WholePlace(kind.span), bag)


def check_places(desk: Desk, seat: Seat, bag: Bag) -> None:
    """Find the zones that are called by a noun of which a language must know whether things lie in it or on it (W110).

    Of several they lie among them: Anna erőművei közé.
    """
    if not seat.language.places:
        return
    labels = Labels(desk.ruleset, seat.tongue, seat.catalogue)
    for zone, found in desk.ruleset.state_types.items():
        owner, _, field = zone.partition(".")
        if owner not in (GAME, PLAYER) or not isinstance(found, ZoneType):
            continue
        label = labels.field(owner, field)
        noun = None if label.many else seat.tongue.lexicon.noun(label.term)
        if noun is not None and not noun.place:
            span, language = desk.ruleset.state[zone].span, seat.language.name
            bag.add("W110", span, zone=zone, term=label.term, language=language)
