"""Texts of the command line in the user's language: ``locales/<lang>/command.po``.

The English text in the code is the key, so that the code reads as it speaks. Findings have their own catalogue, ``messages``.

Both are read each time the tool speaks another language than English. polib would take a fifth of the time of ``--help`` for that, so
``read_texts`` finds what is said, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final, NamedTuple

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.grammar.languages import CATEGORIES, is_language, language_by_code, locales_folder

COMMAND: Final = "command.po"
OWN: Final = "en"
"""The language of the texts in the code."""
_QUOTED: Final = r'".*"[ \t]*(?:\n".*"[ \t]*)*'
_ENTRY: Final = re.compile(
    rf"^(?:#,(.*)\n(?:#[^,].*\n)*)?(?:msgctxt ({_QUOTED})\n)?msgid ({_QUOTED})\n(?:msgid_plural {_QUOTED}\n)?"
    rf"((?:msgstr(?:\[\d\])? {_QUOTED}(?:\n|\Z))+)",
    re.MULTILINE,
)
_FORM: Final = re.compile(r"^msg\S+ ", re.MULTILINE)
_SEAM: Final = re.compile(r'"[ \t]*\n"')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}


class InterfaceText(NamedTuple):
    """One translated entry: its context (empty where it has none), its base text, its forms (one without plural)."""

    context: str
    base: str
    forms: tuple[str, ...]


def unescape_po_text(quoted: str) -> str:
    """Return the text between two quotes of a PO file, with its escapes resolved."""
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), quoted) if "\\" in quoted else quoted


def read_texts(text: str) -> Iterator[InterfaceText]:
    """Yield the entries of a catalogue that are translated and not fuzzy, in order; other lines are skipped."""
    for flags, context, base, forms in _ENTRY.findall(text.replace("\r\n", "\n")):
        english = _whole(base)
        said = tuple(map(_whole, _FORM.split(forms)[1:] if forms[6] == "[" or "msg" in forms[7:] else (forms[7:],)))
        if english and "fuzzy" not in flags and any(said):
            yield InterfaceText(_whole(context), english, said)


def _whole(pieces: str) -> str:
    inner = pieces.strip()[1:-1]
    return unescape_po_text(_SEAM.sub("", inner) if "\n" in inner else inner)


@frozen_class
class InterfaceTexts(FrozenValue):
    """The command line texts of one language; a missing text falls back to English."""

    code: str
    texts: Mapping[str, tuple[str, ...]]

    def say(self, text: str, /, **args: str | int) -> str:
        """Return the translation of a text in the code, with its placeholders in braces filled in."""
        forms = self.texts.get(text, (text,))
        return forms[0].format_map(args) if args else forms[0]

    def count(self, one: str, many: str, number: int, /, **args: str | int) -> str:
        """Return the plural form for a number: ``count("{n} move", "{n} moves", 3)``; ``n`` is filled in automatically."""
        forms = self.texts.get(one)
        if forms is None:
            return (one if number == 1 else many).format_map({"n": number, **args})
        return forms[select_plural_form(self.code, number, len(forms))].format_map({"n": number, **args})

    @property
    def decimal_mark(self) -> str:
        """Return what stands before the decimals of a number."""
        # Few texts have decimals, and their data cost more than a start.
        from babel.numbers import get_decimal_symbol

        return get_decimal_symbol(self.code)


ENGLISH: Final = InterfaceTexts(OWN, MappingProxyType({}))


def load_interface_texts(code: str, locales: Path) -> InterfaceTexts:
    """Read the interface texts of a language; in English where the language has no catalogue or it cannot be read."""
    if code == OWN:
        return ENGLISH
    try:
        text = (locales_folder(code, locales) / code / COMMAND).read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = ""
    texts = {
        entry.base: entry.forms
        for entry in read_texts(text)
        if all(same_placeholders(entry.base, form) for form in entry.forms)
    }
    return InterfaceTexts(code, MappingProxyType(texts))


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the user's settings: REGULI_LANG, else the locale; English where there is no such language."""
    for name in ("REGULI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            code = environment[name].lower().replace("-", "_").partition(".")[0].partition("_")[0]
            return code if is_language(code) else OWN
    return OWN


def same_placeholders(english: str, said: str) -> bool:
    """Return whether a text has the same placeholders as the English one."""
    try:
        return _gaps(said) == _gaps(english)
    except ValueError:  # a brace that is never closed
        return False


def _gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def select_plural_form(code: str, number: int, forms: int) -> int:
    """Return the form of a text for a number; forms are in the order one, few, other."""
    language = language_by_code(code)
    if language is None:
        return forms - 1
    used = {language.category(one) for one in range(101)}
    order = [str(category) for category in CATEGORIES if category in used]
    return min(order.index(language.category(number)), forms - 1)
