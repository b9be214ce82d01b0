"""Hungarian names by their sound, which their spelling does not always tell: players type them, and no lexicon has them.

What a suffix follows is heard (``hu_heard``), of figures the last number (Bot1 takes -nek, P3 -nak). Behind figures, letters, abbreviations and what is mute stands
a hyphen, and so it does where three equal consonants would meet (Mann-nak, Papp-pal). Where ``is_sure`` denies that letters tell how a name is spoken, what is likely is
taken and the lexicon asks.
"""

from __future__ import annotations

import re
from typing import Final

from reguli.words.grammar.grammar_values import Name
from reguli.words.grammar.hu_nouns import (
    SHORT_BEFORE,
    Stem,
    by_harmony,
    case_of,
    harmony_of,
    heard_suffix,
    lengthened,
    superessive,
    with_case,
)
from reguli.words.grammar.hu_numbers import suffix
from reguli.words.grammar.hu_pronunciation import FIGURES, VOWELS, Heard, ends_in_vowel, heard

LONGEST_NUMBER: Final = 12
"""So many of the last figures of a name are enough to know how it ends."""
AT_ONCE: Final = re.compile(rf"[{VOWELS}](?:l|r|n|ny|j|ly|s|sz|z|zs|ln|rn)$")
"""Behind these -t needs no vowel: Pétert, Bernt."""


def name_form(name: Name, forms: frozenset[str]) -> str | None:
    """Give a name in a case: Annának, Bencét, Bobbal, Bot1-nek; as a lexicon has it: Bordeaux-ban, Cannes-nal."""
    if not forms:
        return name.text
    if len(forms) > 1:
        return None
    case = case_of(next(iter(forms)))
    written, figures = name.form(case), FIGURES.search(name.text)
    if written is not None:
        return written
    if name.spoken or name.hyphen:
        return _suffixed(name.text, Heard(name.spoken or name.text, name.hyphen), case)
    if figures is not None:
        return f"{name.text}-{suffix(int(figures.group()[-LONGEST_NUMBER:]), case)}"
    return _suffixed(name.text, heard(name.text), case)


def _suffixed(text: str, sound: Heard, case: str) -> str:
    stem = name_stem(sound.spoken)
    if sound.spoken == text and not sound.hyphen:
        return with_case(stem, case)
    ending = by_harmony(stem.harmony, "ot", "et", "öt") if sound.linked and case == "-t" else heard_suffix(stem, case)
    written = text if sound.hyphen or case in SHORT_BEFORE else lengthened(text)
    meets = len({*(written[-2:] + ending[:1]).casefold()}) == 1
    return f"{written}{'-' if sound.hyphen or meets else ''}{ending}"


def name_stem(spoken: str) -> Stem:
    """Make the stem of what is spoken, by its sound alone: Anna, Annát; Bob, Bobot; Péter, Pétert; of several words the last counts."""
    words = [word for word in re.split(r"[\s-]", spoken) if any(letter in VOWELS for letter in word.casefold())]
    harmony = harmony_of(words[-1] if words else spoken)
    if ends_in_vowel(spoken):
        accusative = f"{lengthened(spoken)}t"
    elif AT_ONCE.search(spoken.casefold()):
        accusative = f"{spoken}t"
    else:
        accusative = f"{spoken}{by_harmony(harmony, 'o', 'e', 'ö')}t"
    return Stem(spoken, harmony, accusative, superessive(spoken, harmony))
