"""Translations of the findings: ``locales/<lang>/messages.po``.

An entry's context is a code and a field, ``Y101.message``, or a phrase, ``part.bot``; ``finding.remedy`` begins a line of every
finding. What is missing, fuzzy or fills other gaps than the English is said in English. Behind the id of a phrase may stand the name
of a further form, ``part.bot:ban``, for which texts of the same language can ask as ``{what:ban}``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from reguli.source.diagnostic import FRAME, OF_ALL
from reguli.source.finding_catalogue import ENGLISH, Forms, Translated, Translation, every_phrase, finding_catalogue
from reguli.words.catalogue.interface_texts import OWN, read_texts, select_plural_form
from reguli.words.grammar.languages import language_by_code, locales_folder

MESSAGES: Final = "messages.po"
EXAMPLES: Final = ("wrong", "right")
"""Fields of a code that are translated only where its examples are told in words."""


def english_messages() -> dict[str, Forms]:
    """Return every translatable text by its context, in the order of the catalogue; phrases come last."""
    found = {f"{OF_ALL}.{field}": (text,) for field, text in FRAME.items()}
    for code in finding_catalogue().values():
        fields = ("title", "message", "expected", "remedy", "explanation", *(EXAMPLES if code.told else ()))
        found |= {f"{code.id}.{field}": (text,) for field in fields if (text := getattr(code, field))}
    return found | every_phrase()


def messages_of(code: str, locales: Path) -> Translation:
    """Read the finding texts of a language; English where the language has no catalogue or it cannot be read."""
    try:
        text = (locales_folder(code, locales) / code / MESSAGES).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ENGLISH
    texts = {context: Translated(base, forms) for context, base, forms in read_texts(text)}
    return Translation(texts, partial(_article, code), partial(select_plural_form, code))


def missing_messages(code: str, locales: Path) -> tuple[str, ...]:
    """Return the contexts of the texts that another language lacks and shows in English."""
    translation = messages_of(code, locales)
    english = {} if code == OWN else english_messages()
    return tuple(name for name, forms in english.items() if not translation.knows(name, forms[0]))


def _article(code: str, following: str) -> str:
    """Return the article for a following text; empty in a language whose articles do not depend on it."""
    language = language_by_code(code)
    return "" if language is None else language.choose_article(following, "")
