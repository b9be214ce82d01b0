"""The findings' own words in another language: ``locales/<lang>/messages.po``.

An entry's context is a code and a field, ``Y101.message``; ``finding.remedy`` begins a line of every finding; phrases that
fill templates have the context ``phrase``. What is missing, fuzzy or fills other gaps than the English is said in English.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reguli.source.codes import CODES
from reguli.source.diagnostic import FRAME, OF_ALL
from reguli.source.phrases import PHRASES
from reguli.source.translation import ENGLISH, Key, Translation, gaps_of, pattern_of
from reguli.words.catalogue.po_texts import Text, read_texts

MESSAGES: Final = "messages.po"
PHRASE: Final = "phrase"
TEMPLATES: Final = ("message", "expected", "remedy")
"""The fields of a code that are templates; the others are plain text."""
PLAIN: Final = ("title", "explanation")
EXAMPLES: Final = ("wrong", "right")
"""Fields of a code that are text only where its examples are told in words."""


def english_messages() -> dict[Key, str]:
    """Give every text that translators translate by code and field, in the order of the catalogue; phrases by themselves."""
    found = {(OF_ALL, field): text for field, text in FRAME.items()}
    for code in CODES:
        fields = ("title", "message", "expected", "remedy", "explanation", *(EXAMPLES if code.told else ()))
        found |= {(code.id, field): text for field in fields if (text := getattr(code, field))}
    return found | {(PHRASE, text): text for text in PHRASES}


def messages_of(code: str, locales: Path) -> Translation:
    """Read what findings are said with in a language; English where the language has no catalogue or cannot be read."""
    try:
        text = (locales / code / MESSAGES).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ENGLISH
    english = english_messages()
    templates: dict[Key, str] = {}
    phrases: dict[str, str] = {}
    for entry in read_texts(text):
        key = (PHRASE, entry.base) if entry.context == PHRASE else _key(entry)
        if english.get(key) != entry.base or not fits(key, entry.base, entry.forms[0]):
            continue
        if entry.context == PHRASE:
            phrases[entry.base] = entry.forms[0]
        else:
            templates[key] = entry.forms[0]
    patterns = [pattern_of(base, said) for base, said in phrases.items() if gaps(base)]
    plain = {base: said for base, said in phrases.items() if not gaps(base)}
    return Translation(templates, plain, tuple(sorted(patterns, key=lambda pattern: -pattern.said)))


def _key(entry: Text) -> Key:
    code, _, field = entry.context.partition(".")
    return code, field


def fits(key: Key, english: str, said: str) -> bool:
    """Whether a translation can be filled like the English text; plain texts fit always."""
    if key[1] in (*PLAIN, *EXAMPLES) and key[0] not in (PHRASE, OF_ALL):
        return True
    try:
        return gaps(said) == gaps(english)
    except ValueError:  # a brace that is never closed
        return False


def gaps(template: str) -> frozenset[tuple[str, bool]]:
    """Give the gaps of a template by name, and whether quotes stand round each.

    A brace that is never closed raises ValueError.
    """
    return frozenset((gap.name, gap.quoted) for gap in gaps_of(template) if gap.name is not None)
