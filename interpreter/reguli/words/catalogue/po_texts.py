"""Translations out of a gettext catalogue, read fast: no places, no comments, no notes.

The tool's own texts are read each time it speaks another language than English, so the reader needs nothing else loaded; ``catalogue`` and ``po_document`` read wordings, which need more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_LINE: Final = re.compile(
    r'^(?:#,(?P<flags>.*)|(?:(?P<keyword>msg\w+)(?:\[\d\])? )?"(?P<text>.*)")[ \t]*$', re.MULTILINE
)
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}


class Text(NamedTuple):
    """One entry that is translated: its context, empty where it has none, its base text, its forms (one without plural)."""

    context: str
    base: str
    forms: tuple[str, ...]


def read_texts(text: str) -> Iterator[Text]:
    """Give the entries of a catalogue that are translated and not fuzzy, in order; lines it does not know are passed over."""
    context, base, forms, fuzzy, keyword = "", "", list[str](), False, ""
    for line in _LINE.finditer(text.replace("\r\n", "\n")):
        flags, opens, quoted = line.groups()
        if forms and (flags is not None or opens in ("msgctxt", "msgid")):
            yield from _translated(context, base, forms, fuzzy)
            context, base, forms, fuzzy = "", "", [], False
        if flags is not None:
            fuzzy = "fuzzy" in flags
            continue
        keyword = opens or keyword
        said = _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), quoted) if "\\" in quoted else quoted
        match keyword:
            case "msgctxt":
                context += said
            case "msgid":
                base += said
            case "msgstr" if opens:
                forms.append(said)
            case "msgstr" if forms:
                forms[-1] += said
            case _:  # the plural of the base text is found by its singular
                continue
    yield from _translated(context, base, forms, fuzzy)


def _translated(context: str, base: str, forms: list[str], fuzzy: bool) -> Iterator[Text]:
    if base and not fuzzy and any(forms):
        yield Text(context, base, tuple(forms))
