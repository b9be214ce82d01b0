"""The findings' own words in another language: ``locales/<lang>/messages.po``.

An entry's context is a code and a field, ``Y101.message``; ``finding.remedy`` begins a line of every finding; phrases that
fill templates have the context ``phrase``. What is missing, fuzzy or fills other gaps than the English is said in English.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reguli.source.codes import catalogue
from reguli.source.diagnostic import FRAME, OF_ALL
from reguli.source.phrases import PHRASES
from reguli.source.translation import ENGLISH, Key, Translated, Translation, fits, gaps, pattern_of
from reguli.words.catalogue.po_texts import read_texts

MESSAGES: Final = "messages.po"
PHRASE: Final = "phrase"
EXAMPLES: Final = ("wrong", "right")
"""Fields of a code that are translated only where its examples are told in words."""


def english_messages() -> dict[Key, str]:
    """Give every text that translators translate by code and field, in the order of the catalogue; phrases by themselves."""
    found = {(OF_ALL, field): text for field, text in FRAME.items()}
    for code in catalogue().values():
        fields = ("title", "message", "expected", "remedy", "explanation", *(EXAMPLES if code.told else ()))
        found |= {(code.id, field): text for field in fields if (text := getattr(code, field))}
    return found | {(PHRASE, text): text for text in PHRASES}


def messages_of(code: str, locales: Path) -> Translation:
    """Read what findings are said with in a language; English where the language has no catalogue or cannot be read."""
    try:
        text = (locales / code / MESSAGES).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ENGLISH
    english = frozenset(PHRASES)
    templates: dict[Key, Translated] = {}
    phrases: dict[str, str] = {}
    for context, base, (said, *_) in read_texts(text):
        if context != PHRASE:
            about, _, field = context.partition(".")
            templates[about, field] = Translated(base, said)
        elif base in english and fits(PHRASE, base, said):
            phrases[base] = said
    patterns = [pattern_of(base, said) for base, said in phrases.items() if gaps(base)]
    plain = {base: said for base, said in phrases.items() if not gaps(base)}
    return Translation(templates, plain, tuple(sorted(patterns, key=lambda pattern: -pattern.said)))
