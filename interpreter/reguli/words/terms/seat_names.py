"""What players are called: by their names, or by their seats in the language where nobody named them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.words.catalogue.catalogue import Catalogue
from reguli.words.grammar.noun import NO_BREAK, Name
from reguli.words.offers.elements import PLAYER
from reguli.words.terms.tongue import Tongue
from reguli.words.wording.say import say
from reguli.words.wording.values import Phrase, Value

IN_A_SENTENCE: Final = "seat.said"
"""The wording of a seat that stands in a sentence and is inflected there."""
BY_ITSELF: Final = "seat.title"
"""The wording of a seat at the head of a line, in a list, in a table."""
SEAT: Final = "n"


def named(word: str, seat: int, ruleset: Ruleset) -> bool:
    """Whether what a player is called by is a name, and not the id of the seat."""
    kind = ruleset.kinds[PLAYER]
    return seat >= len(kind.elements) or word not in (kind.elements[seat], kind.labels[seat])


def seat_names(
    called: Sequence[str], ruleset: Ruleset, shared: Catalogue, tongue: Tongue, spoken: Mapping[str, str]
) -> tuple[Value, ...]:
    """Give the players as sentences name them, by seat: a name, or a phrase such as "the first player".

    ``spoken`` gives what those are called in the language who are called otherwise where they are typed.
    """
    return tuple(
        Name(spoken.get(word, word)) if named(word, seat, ruleset) else _seat(seat, word, shared, tongue)
        for seat, word in enumerate(called)
    )


def _seat(seat: int, word: str, shared: Catalogue, tongue: Tongue) -> Value:
    entry = shared.accepted(IN_A_SENTENCE)
    if entry is None:
        return Name(word)
    noun = tongue.lexicon.noun(PLAYER)
    gender = () if noun is None or not noun.gender else (noun.gender,)
    return Phrase(shared.wording(entry, Bag()), {SEAT: seat + 1}, PLAYER, (*gender, "definite", "person", "one"))


def seat_titles(
    called: Sequence[str], ruleset: Ruleset, shared: Catalogue, tongue: Tongue, spoken: Mapping[str, str]
) -> tuple[str, ...]:
    """Give the players as they stand by themselves, by seat."""
    entry = shared.accepted(BY_ITSELF)
    wording = None if entry is None else shared.wording(entry, Bag())
    return tuple(
        spoken.get(word, word)
        if wording is None or named(word, seat, ruleset)
        else say(wording, {SEAT: seat + 1}, tongue, Bag()).replace(NO_BREAK, " ")
        for seat, word in enumerate(called)
    )
