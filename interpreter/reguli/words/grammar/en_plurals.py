"""English plurals: by rule, by the lists of those that have another, and none where nobody can tell by the spelling (an unknown noun in -o or -f).

Of compounds the word that is many takes the ending: plum trees, but hands of cards, coats of arms, attorneys general. One with a hyphen before a small word
has no rule (passers-by, lay-bys): a lexicon asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.words.grammar.grammar_values import words

_ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "woman": "women",
        "man": "men",
        "child": "children",
        "foot": "feet",
        "tooth": "teeth",
        "goose": "geese",
        "louse": "lice",
        "mouse": "mice",
        "die": "dice",
        "ox": "oxen",
        "quiz": "quizzes",
        "fez": "fezzes",
        "phenomenon": "phenomena",
        "criterion": "criteria",
        "stratum": "strata",
        "bacterium": "bacteria",
        "larva": "larvae",
        "nucleus": "nuclei",
        "magus": "magi",
        "genus": "genera",
        "alumnus": "alumni",
        "fungus": "fungi",
        "dice": "dice",
        "condottiere": "condottieri",
        "sheep": "sheep",
        "craft": "craft",
        "offspring": "offspring",
        "deer": "deer",
        "moose": "moose",
        "bison": "bison",
        "swine": "swine",
        "gallows": "gallows",
        "Iroquois": "Iroquois",
        "headquarters": "headquarters",
        "crossroads": "crossroads",
        "barracks": "barracks",
        "chassis": "chassis",
        "corps": "corps",
        "rendezvous": "rendezvous",
        "works": "works",
    }
)
"""Nouns that have plurals of their own, also as the last part of others (horseman, eight-sided die)."""
_NO_MEN: Final = re.compile(r"(?:sha|talis|cai|het|Nor|Otto|Ger|Ro|hu|tur?co|otto|musul)man$", re.IGNORECASE)
_VES: Final = re.compile(r"(?:(?:el|sel|shel|wol|hal|cal|loa|lea|shea|thie)f|(?:kni|li|wi)fe)$")
_OES: Final = frozenset(words("hero superhero antihero potato tomato domino torpedo embargo veto"))
_OS: Final = frozenset(
    words(
        "piano ufo photo casino studio silo rhino hippo zero halo cargo volcano mosquito tornado desperado commando embryo "
        "daimyo virtuoso euro pro logo disco kilo memo ego dojo peso macho hobo limbo tempo solo turbo ghetto banjo bingo bongo jumbo combo "
        "matzo espresso gringo inferno manifesto stiletto fiasco gecko"
    )
)
_FS: Final = frozenset(
    words(
        "chief handkerchief roof reef fief serf gulf oaf safe brief belief proof turf dwarf scarf hoof wharf staff kerf surf strife fife "
        "chafe carafe giraffe"
    )
)
_SOUNDED_K: Final = re.compile(
    r"(?:(?:mon|olig|patri|matri|hier)arch|stomach|epoch|eunuch|loch|tych|lech|czech|tech)$", re.IGNORECASE
)
_IS: Final = re.compile(r"(?:ax|cris|oas|thes|\bbas|lys|neps|gnos|phas|nemes|genes)is$", re.IGNORECASE)
_SIBILANT: Final = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y: Final = re.compile(r"(?:[^aeiou]|qu)y$")
_LATER: Final = frozenset(words("general martial errant laureate elect designate royal apparent"))
"""Adjectives that stand behind their noun."""
_ASKED: Final = re.compile(
    r"-(?:by|up|in|out|on|off|down|through|over|to|errant|general|elect|martial)$| d[’']|^(?:woman|gentleman|man)\b ?\w+$|servant$| provocateur$| Prix$"
)
"""Of these one part, the other or both may take the ending."""
_OF: Final = re.compile(r" of |-of-|-de-|-in-law|-at-arms")
_RANKS: Final = frozenset({"major", "brigadier", "lieutenant"})
_FEW: Final = 2


def plural_of(word: str) -> str | None:
    """Give the plural of a noun, or of a noun with what describes it; None where its spelling does not tell it."""
    if word == "still life":
        return "still lifes"
    within = _OF.search(word)
    if within is not None:
        head = plural_of(word[: within.start()])
        return None if head is None else head + word[within.start() :]
    if _ASKED.search(word) and word not in _ENDINGS:
        return None
    first, blank, last = word.rpartition(" ")
    if blank and last in _LATER and first not in _RANKS:
        head = plural_of(first)
        return None if head is None else f"{head} {last}"
    made = _of_one(last)
    return None if made is None else f"{first}{blank}{made}"


def _of_one(word: str) -> str | None:
    for ending, many in _ENDINGS.items():
        if (
            word.endswith(ending)
            and not _NO_MEN.search(word)
            and word != "mongoose"
            and (len(ending) > _FEW or word == ending)
        ):
            return word.removesuffix(ending) + many
    if _VES.search(word):
        return f"{word.removesuffix('e').removesuffix('f')}ves"
    if word.endswith("o") and not re.search(r"[aeiouy]o$", word) and word not in _OS:
        return f"{word}es" if word in _OES else None
    if re.search(r"[^f]fe?$", word) and word not in _FS and word[-1:] in "fe" and word.islower():
        return None
    if word.endswith(("ese", "ies")):
        return word
    if _IS.search(word):
        return f"{word[:-2]}es"
    if _CONSONANT_Y.search(word):
        return f"{word[:-1]}ies"
    return f"{word}es" if _SIBILANT.search(word) and not _SOUNDED_K.search(word) else f"{word}s"
