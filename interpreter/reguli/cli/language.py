"""In which language a command speaks: what --lang says, else what the settings of the person ask for."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from reguli.cli.console import Console
from reguli.cli.wrong import Wrong
from reguli.shipped import shipped_folder
from reguli.words.catalogue.interface import interface_of, language_wanted, spoken

ASKED: Final = "--lang"


def speaking(console: Console, words: Sequence[str]) -> Console:
    """Give the console in the language that is wanted: the last --lang that names one language, else the settings."""
    locales = shipped_folder("locales")
    known = spoken(locales)
    asked = [code for code in _asked(words) if code in known]
    return _in(console, asked[-1] if asked else language_wanted(console.environment, known))


def without_language(words: Sequence[str]) -> list[str]:
    """Take a --lang that stands before the command away; raises ``Wrong`` for a language that is not spoken."""
    rest = list(words)
    while rest and (rest[0] == ASKED or rest[0].startswith(f"{ASKED}=")):
        first = rest.pop(0)
        code = first.partition("=")[2] if "=" in first else (rest.pop(0) if rest else "")
        known = spoken(shipped_folder("locales"))
        if code not in known:
            raise Wrong("W501", name=code, known=", ".join(known))
    return rest


def _asked(words: Sequence[str]) -> list[str]:
    after = [word for before, word in pairwise(words) if before == ASKED]
    return after + [word.partition("=")[2] for word in words if word.startswith(f"{ASKED}=")]


def _in(console: Console, code: str) -> Console:
    return dataclasses.replace(console, interface=interface_of(code, shipped_folder("locales")))
