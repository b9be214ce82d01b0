"""Tests read what the tool says in English, whatever the person running them speaks, and nobody types at them.

Every finding that is made during a test must be in the catalogue and fill all gaps of its templates with names, numbers and phrases,
and so must every phrase; English with spaces in it is none of these. The program itself does not look there before it shows one.
"""

from __future__ import annotations

import os
import re

from reguli.source.codes import catalogue
from reguli.source.diagnostic import Diagnostic
from reguli.source.said import Said, Value, english
from reguli.source.translation import gaps_of

PROSE = re.compile(r"\b(an?|the|of|in|is|or|and|no|one|with|which|whole|to)\b (?![=<>.])")
"""Words of English sentences before another word."""
NOT_YET = ("R1", "E1", "W1")

os.environ["REGULI_LANG"] = "en"
# A program that a test starts and that asks something would wait for the terminal or pipe pytest itself was started from.
_nothing = os.open(os.devnull, os.O_RDONLY)
os.dup2(_nothing, 0)
os.close(_nothing)
_made = Diagnostic.__init__


def _fitting(found: Diagnostic, *given: object, **named: object) -> None:
    _made(found, *given, **named)  # type: ignore[arg-type]
    entry, args = catalogue()[found.code], dict(found.args)
    if found.code.startswith(NOT_YET):
        return
    for template in (entry.message, entry.expected, entry.remedy):
        _hold(template, args)
    for _, shown in found.related:
        assert not isinstance(shown, str), f"{found.code} shows {shown!r}"


def _hold(template: str, args: dict[str, Value]) -> None:
    for gap in gaps_of(template):
        if gap.name is not None:
            value = args[gap.name]
            if isinstance(value, Said):
                for text in english(value.phrase):
                    _hold(text, dict(value.args))
            elif not gap.quoted:
                assert not PROSE.search(str(value)), f"{template!r} says {value!r}"


Diagnostic.__init__ = _fitting  # type: ignore[method-assign]
